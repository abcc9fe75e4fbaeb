"""What two records know about the same thing: unknown and known give known; known with two values is a conflict."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from calimala_es.commands import (
    Command,
    DealInfluence,
    DrawCard,
    KeepInfluence,
    ObservePart,
    OpenInfluence,
    RevealInfluence,
    TurnUpInfluence,
)
from calimala_es.components import GAME, INFLUENCE_CARDS, UNKNOWN, InfluenceCard
from calimala_es.deck import dealt_to_each, unseen
from calimala_es.effects import part_value
from calimala_es.frames import Activation, ActivationDue, Frame, InfluenceReveal, KeepOneCard
from calimala_es.observation import apply_observation
from calimala_es.state import Mat, State, agenda_of

_CARD_COMMANDS: Final = (DrawCard, TurnUpInfluence, KeepInfluence, OpenInfluence, RevealInfluence)
"""The decisions that concern one card, which may be unknown."""


def join_commands(one: Command, other: Command, state: State) -> Command | None:
    """Join two readings of a decision, with everything that either knows; ``None`` if they contradict each other."""
    if one == other:
        return one
    if type(one) is not type(other):
        return None
    join = _JOINS.get(type(one))
    return join(one, other, state) if join else None


def _joined_card(one: Any, other: Any, state: State) -> Command | None:
    if UNKNOWN not in (one.card, other.card):
        return None
    command: Command = other if one.card == UNKNOWN else one
    return command


def _joined_deal(one: DealInfluence, other: DealInfluence, state: State) -> Command | None:
    cards = join_deals(one.cards, other.cards, dealt_to_each(state))
    return None if cards is None else DealInfluence(cards)


def join_deals(
    one: tuple[InfluenceCard, ...], other: tuple[InfluenceCard, ...], most: int
) -> tuple[InfluenceCard, ...] | None:
    """Join the cards known to have been dealt; ``None`` if they are too many.

    A record that knows at least as much as the other is used unchanged.
    """
    for known, less in ((one, other), (other, one)):
        if {*known} >= {*less}:
            return known if len(known) <= most else None
    cards: tuple[InfluenceCard, ...] = tuple(card for card in INFLUENCE_CARDS if card in one or card in other)
    return cards if len(cards) <= most else None


def _joined_view(one: ObservePart, other: ObservePart, state: State) -> Command | None:
    if one.part != other.part or not one.part.endswith(".hand"):
        return None
    value = join_hands(one.value, other.value)
    return None if value is None else ObservePart(one.part, value)


def join_hands(one: str, other: str) -> str | None:
    """Join two partly known hands, with ``?`` for a card that neither knows; ``None`` if they contradict each other.

    A record that knows at least as much as the other is used unchanged.
    """
    known, also = Counter(one.replace(UNKNOWN, "")), Counter(other.replace(UNKNOWN, ""))
    both = known | also
    if len(one) != len(other) or both.total() > len(one):
        return None
    if both == known:
        return one
    if both == also:
        return other
    return "".join(sorted(both.elements())) + UNKNOWN * (len(one) - both.total())


_JOINS: Final[dict[type[Command], Callable[[Any, Any, State], Command | None]]] = {
    **dict.fromkeys(_CARD_COMMANDS, _joined_card),
    DealInfluence: _joined_deal,
    ObservePart: _joined_view,
}
"""For each kind of decision that may be partly known, the function that joins two readings of it."""


def is_as_seen(state: State, seen: ObservePart) -> bool:
    """Return whether a position agrees with an observation, as far as both are known."""
    if seen.part.endswith(".hand"):
        return join_hands(part_value(state, seen.part), seen.value) is not None
    applied = apply_observation(state, seen.part, seen.value)
    return part_value(applied, seen.part) == part_value(state, seen.part)


def with_known_hand(state: State, seen: ObservePart) -> ObservePart:
    """Return the observation; for a hand, include the cards that are already known."""
    if not seen.part.endswith(".hand"):
        return seen
    value = join_hands(seen.value, part_value(state, seen.part))
    return seen if value is None else ObservePart(seen.part, value)


def as_known(state: State, command: Command) -> Command:
    """Return the known card for an influence card that was not recorded at the end (R7.3)."""
    now = state.now
    if (
        type(command) is RevealInfluence
        and command.card == UNKNOWN
        and type(now) is InfluenceReveal
        and now.seat != GAME
    ):
        return RevealInfluence(state.mats[now.seat].kept[0])
    return command


def join_states(one: State, other: State) -> State | None:
    """Join two partly known positions; ``None`` if public parts differ or cards contradict each other."""
    mats: list[Mat] = []
    most = dealt_to_each(one)
    for mine, theirs in zip(one.mats, other.mats, strict=True):
        mat = _joined_mat(mine, theirs, most)
        if mat is None:
            return None
        mats.append(mat)
    by_board = _joined_cards(one.by_board, other.by_board)
    joined = [_joined_frame(frame, due) for frame, due in zip(one.frames, other.frames, strict=False)]
    frames = [frame for frame in joined if frame is not None]
    if by_board is None or len(frames) != len(one.frames):
        return None
    now, later = agenda_of(frames)
    state = replace(one, mats=tuple(mats), by_board=by_board, now=now, later=later)
    public = replace(other, mats=state.mats, by_board=by_board, now=now, later=later, pool=one.pool)
    known = sum(len(mat.secret) for mat in mats)
    pools = {sum(len(mat.secret) for mat in of.mats): of.pool for of in (one, other)}
    return replace(state, pool=pools.get(known) or unseen(state)) if replace(state, pool=one.pool) == public else None


def _joined_mat(one: Mat, other: Mat, most: int) -> Mat | None:
    size = len(one.secret) + one.unknown
    secret = join_hands(one.secret + UNKNOWN * one.unknown, other.secret + UNKNOWN * other.unknown)
    dealt = join_deals(one.dealt, other.dealt, most)
    chosen, shown = _joined_cards(one.kept, other.kept), _joined_cards(one.shown, other.shown)
    if secret is None or dealt is None or chosen is None or shown is None:
        return None
    known = "".join(sorted(secret.replace(UNKNOWN, "")))
    mat = replace(one, secret=known, unknown=size - len(known), dealt=dealt, kept=chosen, shown=shown)
    hidden = {"secret": known, "unknown": mat.unknown, "dealt": dealt, "kept": chosen, "shown": shown}
    return mat if replace(other, **hidden) == mat else None


def _joined_cards(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...] | None:
    """Join influence cards place by place."""
    if len(one) != len(other):
        return None
    pairs = list(zip(one, other, strict=True))
    if any(card != same and UNKNOWN not in (card, same) for card, same in pairs):
        return None
    return tuple(same if card == UNKNOWN else card for card, same in pairs)


def _joined_frame(one: Frame, other: Frame) -> Frame | None:
    """Join what is due, with the cards drawn and the obligation that either record knows."""
    if (
        isinstance(one, ActivationDue | Activation)
        and isinstance(other, ActivationDue | Activation)
        and type(one) is type(other)
    ):
        frame = replace(one, duty=max(one.duty, other.duty))
        return frame if replace(other, duty=frame.duty) == frame else None
    if type(one) is KeepOneCard and type(other) is KeepOneCard and one.seat == other.seat:
        drawn = join_hands(one.drawn, other.drawn)
        return None if drawn is None else KeepOneCard(one.seat, drawn)
    return one if one == other else None


# ----------------------------------------------------------------------------------------------------
# The parts of a position as text: those that can be observed, and influence cards.
