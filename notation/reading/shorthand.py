"""What people leave out when they write a game down, and what they mean by it.

Only what is forced, or not known, may be left out: an activation that has nothing pending ends, an offer is declined, a
card that is not told is unknown, and where only one thing can happen it happens. A card that is not written was not
played. Everything else is a choice, and no choice is guessed.
"""

from collections.abc import Callable
from typing import Final

from calimala_es.actions import able, possible_ways
from calimala_es.commands import (
    Act,
    Command,
    DealInfluence,
    Decline,
    DraftCard,
    DrawCard,
    EndActivation,
    KeepInfluence,
    Missed,
    OpenInfluence,
    PlayCard,
    RevealInfluence,
    Skip,
    TurnUpInfluence,
)
from calimala_es.components import ACTIONS, INFLUENCE_CARDS, UNKNOWN
from calimala_es.legal import legal
from calimala_es.secrets import dealt_to_each, revealable
from calimala_es.state import (
    OFFERS,
    Activation,
    Bottom,
    Dealing,
    DiscOffer,
    Drafting,
    Drawing,
    Due,
    Frame,
    Keeping,
    LayingOpen,
    Placing,
    Revealing,
    Scheming,
    Sorting,
    Starting,
    State,
    TurningUp,
)
from notation.words.symbols import DRAWS, NOT_DONE, PLAYED, Commands, format_command

MOST_EXPECTED: Final = 16
"""How many possibilities an error lists at most."""

_UNTOLD: Final[dict[type[Frame], Command]] = {
    Dealing: DealInfluence(()),
    TurningUp: TurnUpInfluence(UNKNOWN),
    Keeping: KeepInfluence(UNKNOWN),
    LayingOpen: OpenInfluence(UNKNOWN),
}
"""What stands for influence cards where a record tells nothing of them."""


def implied(state: State, command: Command | None, *, tells_influence: bool) -> Command | None:
    """What may be left out before ``command`` (``None``: before anything); ``None`` if there is no such thing.

    ``tells_influence`` says whether the record told anything of turn 0 so far.
    """
    now = state.now
    kind = type(now)
    if kind is Drawing:
        return DrawCard(UNKNOWN)
    if kind in OFFERS:
        return Decline()
    if not tells_influence and kind in _UNTOLD:
        return _UNTOLD[kind]
    if type(now) is Activation:
        if is_meant_for(now, command):
            return None
        if not now.pending:
            return EndActivation()
        if not now.duty:
            return _only_skip(state, now)
    if type(now) is Placing and (state.mats[now.seat].coloured or state.mats[now.seat].white):
        return None  # Whatever is within reach, two streets at least have it (R2.1, R4.2).
    options = [option for option in legal(state) if type(option) is not PlayCard]
    return options[0] if len(options) == 1 else None


def is_meant_for(now: Activation, command: Command | None) -> bool:
    """Whether a command that was refused speaks of this very activation, so that nothing can come before it."""
    if type(command) is Act or type(command) is Skip:
        return command.action in now.pending
    return type(command) is PlayCard and not now.pending


def _only_skip(state: State, now: Activation) -> Skip | None:
    """Leaving an action undone where nothing else can come but cards: it is the last one, and impossible."""
    if now.pending.count(now.pending[0]) < len(now.pending):
        return None
    action = now.pending[0]
    return None if possible_ways(action, state.room | able(state.mats[now.seat])) else Skip(action)


def is_settled_but_for_scoring(state: State) -> bool:
    """Whether nothing is pending in the turn but offers: what is written here speaks of the turn's end too."""
    now = state.now
    if type(now) in OFFERS:
        return True
    more = any(type(frame) in (Due, DiscOffer) for frame in state.later)
    return type(now) is Activation and not now.pending and not more


def completed(state: State, now: Activation | Scheming, word: str) -> tuple[Commands | None, tuple[str, ...]]:
    """What an upper-case word means that says less than a whole symbol, and what it may mean if that is not unique.

    ``-`` is the first pending action left undone, ``-W`` with the card that it brought; an action without its way has
    the only possible one, and ``T`` brings cloth to every city where that is possible.
    """
    if word[0] == NOT_DONE and now.pending and type(now) is Activation:
        first = min(now.pending, key=ACTIONS.index)
        if word == NOT_DONE:
            return (Skip(first),), ()
        return ((Skip(first), *DRAWS[word]) if word in DRAWS else None), ()
    action = word.removeprefix(PLAYED)
    is_card = word != action
    if len(action) != 1 or not (action in now.pending or (is_card and action in ACTIONS)):
        return None, ()
    ways = possible_ways(action, state.room | able(state.mats[now.seat]))
    if len(ways) > 1 and not (action == "T" and set("".join(ways)) == set(ways[-1])):
        return None, tuple(word + way for way in ways)
    way = ways[-1] if ways else ""
    return (PlayCard(action, way) if is_card else Act(action, way),), ()


def expected_symbols(*states: State) -> str:
    """What may be written in one of these states, as a list that fits a line."""
    if type(states[-1].now) is Dealing:
        return f"the cards, as {'.'.join(INFLUENCE_CARDS[: dealt_to_each(states[-1])])}, or ? where nobody tells"
    symbols = list(dict.fromkeys(format_command(state, command) for state in states for command in legal(state)))
    if len(symbols) > MOST_EXPECTED:
        symbols = [*symbols[:MOST_EXPECTED], "..."]
    return " ".join(symbols) or "nothing: the game is over"


SUBSTITUTES: Final[dict[type[Frame], Callable[[State], Command]]] = {
    **{kind: lambda state: _UNTOLD[type(state.now)] for kind in _UNTOLD},
    Drafting: lambda state: DraftCard(state.laid_out[0]),
    Drawing: lambda state: DrawCard(UNKNOWN),
    Placing: lambda state: Missed(),
    Activation: lambda state: Missed(),
    Bottom: lambda state: Missed(),
    Revealing: lambda state: RevealInfluence(revealable(state)[-1]),
    Starting: lambda state: legal(state)[0],
    **dict.fromkeys((Scheming, Sorting, *OFFERS), lambda state: Missed()),
}
"""What is put in place of something that could not be read."""
