"""What people leave out when they write a game down, and what they mean by it.

Only what is forced, or not known, may be left out: an activation that has nothing pending ends, an offer is declined, a
card that is not recorded is unknown, and where only one thing can happen it happens. A card that is not written was not
played. Everything else is a choice, and no choice is guessed.
"""

from collections.abc import Callable, Sequence
from typing import Final

from calimala_es.commands import (
    Command,
    DeclineOffer,
    DoAction,
    DrawCard,
    EndActivation,
    MarkMissed,
    PlaceDisc,
    PlayCard,
    RevealInfluence,
    SkipAction,
)
from calimala_es.components import ACTIONS, INFLUENCE_CARDS, UNKNOWN, to_action
from calimala_es.deck import dealt_to_each, possible_reveals
from calimala_es.frames import (
    OFFERS,
    ActionOffer,
    Activation,
    ActivationDue,
    CardDraft,
    CardDraw,
    CardOffer,
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
from calimala_es.state import State, activation_of, frames_of
from notation.grammar.symbols import DRAWS, NOT_DONE, PLAYED, TAKEN, Commands, format_command

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
    more = any(type(frame) in (ActivationDue, DiscOffer) for frame in frames_of(state.later))
    return type(now) is Activation and not now.pending and not more


_SHORTENED: Final[dict[type[Frame], tuple[str, ...]]] = {
    Activation: ("", PLAYED),
    IntrigueChoice: ("",),
    CardOffer: (PLAYED,),
    ActionOffer: (TAKEN,),
}
"""What may precede the letter of an action that is written alone, where an action is done."""


def complete_word(state: State, word: str) -> tuple[Commands | None, tuple[str, ...]]:
    """Return what a shortened upper-case word means, and what it may mean if that is not unique.

    ``-`` is the first pending action left undone, ``-W`` with the card that it brought; an action without its way has
    the only possible one, and ``T`` brings cloth to every city where that is possible.
    """
    now = state.now
    if word[0] == NOT_DONE and type(now) is Activation and now.pending:
        first = to_action(min(now.pending, key=ACTIONS.index))
        if word == NOT_DONE:
            return (SkipAction(first),), ()
        return ((SkipAction(first), *DRAWS[word]) if word in DRAWS else None), ()
    sign, action = word[:-1], word[-1]
    if sign not in _SHORTENED.get(type(now), ()) or action not in (ACTIONS if sign == PLAYED else _actions_at(now)):
        return None, ()
    seat = getattr(now, "seat", 0)
    ways = possible_options(action, state.free_cells | mat_mask(state.mats[seat]))
    if len(ways) > 1 and not (action == "T" and set("".join(ways)) == set(ways[-1])):
        return None, tuple(word + way for way in ways)
    way = ways[-1] if ways else ""
    return (PlayCard(to_action(action), way) if sign == PLAYED else DoAction(to_action(action), way),), ()


def _actions_at(now: Frame) -> str:
    """Return the actions that may be done, but for cards."""
    if type(now) is ActionOffer:
        return now.actions
    return now.pending if isinstance(now, Activation | IntrigueChoice) else ""


def asked_first(first: State, then: State) -> State:
    """Return the later of two states, or the first if the activation that is asked about is the same in both."""
    current, later = activation_of(first), activation_of(then)
    is_same = current and later and current.depth == later.depth and first.turn == then.turn
    return first if is_same else then


def expected_symbols(first: State, then: State | None = None) -> Text:
    """Return what may be written in a state, as a list that fits a line; and in another, reached by leaving things out.

    Discs of several kinds may go to a street, which is listed once.
    """
    if type(first.now) is InfluenceDeal:
        example = ".".join(INFLUENCE_CARDS[: dealt_to_each(first)])
        return Message("the cards, e.g. {example}; ? for unknown ones", example=example)
    last = asked_first(first, then or first)
    symbols = _legal_symbols(first)
    later = [symbol for symbol in _legal_symbols(last) if symbol not in symbols]
    if symbols and later:
        return Message("{symbols}, or after that {later}", symbols=_listed(symbols), later=_listed(later))
    if not (symbols or later):
        return Message("nothing: the game is over")
    return Message("{symbols}", symbols=_listed(symbols or later))


def _legal_symbols(state: State) -> list[str]:
    commands = legal(state)
    if type(state.now) is Placement:
        placements = [command for command in commands if type(command) is PlaceDisc]
        first = {command.street: command for command in reversed(placements)}
        commands = tuple(command for command in placements if first[command.street] is command)
    return [*dict.fromkeys(format_command(state, command) for command in commands)]


def _listed(symbols: Sequence[str]) -> str:
    return " ".join(symbols if len(symbols) <= MOST_EXPECTED else (*symbols[:MOST_EXPECTED], "..."))


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
