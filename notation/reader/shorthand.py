"""What people leave out when they write a game down, and what they mean by it.

Only what is forced, or not known, may be left out: an activation that has nothing pending ends, an offer is declined, a
card that is not recorded is unknown, and where only one thing can happen it happens. A card that is not written was not
played. Everything else is a choice, and no choice is guessed.
"""

from collections.abc import Callable
from typing import Final

from calimala_es.commands import (
    Command,
    DeclineOffer,
    DoAction,
    DrawCard,
    EndActivation,
    MarkMissed,
    PlayCard,
    RevealInfluence,
    SkipAction,
)
from calimala_es.components import ACTIONS, INFLUENCE_CARDS, UNKNOWN, to_action
from calimala_es.deck import dealt_to_each, possible_reveals
from calimala_es.frames import (
    OFFERS,
    Activation,
    ActivationDue,
    CardDraft,
    CardDraw,
    DiscOffer,
    FamilyStart,
    Frame,
    InfluenceDeal,
    InfluenceReveal,
    IntrigueChoice,
    KeepOneCard,
    Placement,
    Promotion,
)
from calimala_es.gaps import UNKNOWN_INFLUENCE
from calimala_es.legal import legal
from calimala_es.messages import Message, Text
from calimala_es.reach import mat_mask, possible_options
from calimala_es.state import State
from notation.grammar.symbols import DRAWS, NOT_DONE, PLAYED, Commands, format_command

MOST_EXPECTED: Final = 16
"""The number of possibilities that an error lists at most."""


def implied_command(state: State, command: Command | None, *, records_influence: bool) -> Command | None:
    """Return what may be omitted before ``command`` (``None``: before anything); ``None`` if nothing may be.

    ``records_influence`` says whether the record has said anything about turn 0 so far.
    """
    now = state.now
    kind = type(now)
    if kind is CardDraw:
        return DrawCard(UNKNOWN)
    if kind in OFFERS:
        return DeclineOffer()
    if not records_influence and kind in UNKNOWN_INFLUENCE:
        return UNKNOWN_INFLUENCE[kind]
    if type(now) is Activation:
        if is_meant_for(now, command):
            return None
        if not now.pending:
            return EndActivation()
        if not now.duty:
            return _only_skip(state, now)
    if type(now) is Placement and (state.mats[now.seat].coloured or state.mats[now.seat].white):
        return None  # Whatever is within reach, two streets at least have it (R2.1, R4.2).
    options = [option for option in legal(state) if type(option) is not PlayCard]
    return options[0] if len(options) == 1 else None


def is_meant_for(now: Activation, command: Command | None) -> bool:
    """Return whether a command that was refused speaks of this very activation, so that nothing can come before it."""
    if type(command) is DoAction or type(command) is SkipAction:
        return command.action in now.pending
    return type(command) is PlayCard and not now.pending


def _only_skip(state: State, now: Activation) -> SkipAction | None:
    """Return the skip of an action if nothing else is possible but cards: it is the last one, and impossible."""
    if now.pending.count(now.pending[0]) < len(now.pending):
        return None
    action = to_action(now.pending[0])
    return None if possible_options(action, state.free_cells | mat_mask(state.mats[now.seat])) else SkipAction(action)


def is_settled_but_for_scoring(state: State) -> bool:
    """Return whether only offers are pending in the turn: what is written here is also about the turn's end."""
    now = state.now
    if type(now) in OFFERS:
        return True
    more = any(type(frame) in (ActivationDue, DiscOffer) for frame in state.later)
    return type(now) is Activation and not now.pending and not more


def complete_word(state: State, now: Activation | IntrigueChoice, word: str) -> tuple[Commands | None, tuple[str, ...]]:
    """Return what a shortened upper-case word means, and what it may mean if that is not unique.

    ``-`` is the first pending action left undone, ``-W`` with the card that it brought; an action without its way has
    the only possible one, and ``T`` brings cloth to every city where that is possible.
    """
    if word[0] == NOT_DONE and now.pending and type(now) is Activation:
        first = to_action(min(now.pending, key=ACTIONS.index))
        if word == NOT_DONE:
            return (SkipAction(first),), ()
        return ((SkipAction(first), *DRAWS[word]) if word in DRAWS else None), ()
    action = word.removeprefix(PLAYED)
    is_card = word != action
    if len(action) != 1 or not (action in now.pending or (is_card and action in ACTIONS)):
        return None, ()
    ways = possible_options(action, state.free_cells | mat_mask(state.mats[now.seat]))
    if len(ways) > 1 and not (action == "T" and set("".join(ways)) == set(ways[-1])):
        return None, tuple(word + way for way in ways)
    way = ways[-1] if ways else ""
    return (PlayCard(to_action(action), way) if is_card else DoAction(to_action(action), way),), ()


def expected_symbols(*states: State) -> Text:
    """Return what may be written in one of these states, as a list that fits a line."""
    if type(states[-1].now) is InfluenceDeal:
        example = ".".join(INFLUENCE_CARDS[: dealt_to_each(states[-1])])
        return Message("the cards, e.g. {example}; ? for unknown ones", example=example)
    symbols = list(dict.fromkeys(format_command(state, command) for state in states for command in legal(state)))
    if len(symbols) > MOST_EXPECTED:
        symbols = [*symbols[:MOST_EXPECTED], "..."]
    if not symbols:
        return Message("nothing: the game is over")
    return Message("{symbols}", symbols=" ".join(symbols))


SUBSTITUTES: Final[dict[type[Frame], Callable[[State], Command]]] = {
    **{kind: lambda state: UNKNOWN_INFLUENCE[type(state.now)] for kind in UNKNOWN_INFLUENCE},
    CardDraft: lambda state: MarkMissed(),
    CardDraw: lambda state: DrawCard(UNKNOWN),
    Placement: lambda state: MarkMissed(),
    Activation: lambda state: MarkMissed(),
    Promotion: lambda state: MarkMissed(),
    InfluenceReveal: lambda state: RevealInfluence(possible_reveals(state)[-1]),
    FamilyStart: lambda state: legal(state)[0],
    **dict.fromkeys((IntrigueChoice, KeepOneCard, *OFFERS), lambda state: MarkMissed()),
}
"""What replaces something that could not be read."""
