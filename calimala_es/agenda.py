"""What is to come: the frames of turn 0, of a turn, of a scoring and of the end, in their order; and whether it ends.

This is where rule sets and families plug in: each function is for named places of the rules, and asks the third party
(R8.6), Intrigue (R10.1) and the families at the table (R11) what they put there.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from calimala_es.board import STREET_INDEX
from calimala_es.components import (
    CARDINAL,
    EMPEROR,
    GAME,
    SEATS,
    UNKNOWN,
    Actions,
    Stack,
    Street,
    Tile,
)
from calimala_es.editions import BY_ACTION, BY_ACTIVATION, EDITIONS, UNLIMITED
from calimala_es.events import EndReason
from calimala_es.families import FAMILIES
from calimala_es.families.family import Family
from calimala_es.frames import (
    NOTHING,
    ActionOffer,
    ActivationDue,
    Agenda,
    AreaScoring,
    CardDraft,
    CardDraw,
    CardOffer,
    FamilyStart,
    FirstTurn,
    Frame,
    Frames,
    InfluenceChoice,
    InfluenceDeal,
    InfluenceOpening,
    InfluenceReveal,
    InfluenceScoring,
    InfluenceTurnUp,
    IntrigueChoice,
    KeepOneCard,
    Placement,
    Promotion,
    ThirdPartyAnswer,
    TileScoring,
    TurnEnd,
)
from calimala_es.options import Answers
from calimala_es.reach import mat_mask, possible_options
from calimala_es.scoring import free_tiles
from calimala_es.setup import Setup
from calimala_es.state import SEAT_OF, Mat, State, agenda_of


def families_of(state: State) -> list[tuple[int, Family]]:
    """Return the seats that have a family, with it, in turn order."""
    return [(seat, FAMILIES[name]) for seat, name in enumerate(state.setup.families) if name]


# Turn 0.


def first_agenda(setup: Setup) -> Agenda:
    """Return turn 0: deals, choices, draft and start effects (R3.4, R3.5, R8.2, R11).

    The starting cards are taken anticlockwise, the starting player last.
    """
    return _first_agenda(setup.ruleset.edition, setup.players, setup.families)


@lru_cache(maxsize=1 << 8)
def _first_agenda(name: str, players: int, families: tuple[str, ...]) -> Agenda:
    edition, seats = EDITIONS[name], range(players)
    of_seats = dict(enumerate(FAMILIES.get(family) for family in families))
    keepers = [seat for seat in seats if not ((family := of_seats.get(seat)) and family.keeps_all_influence)]
    return agenda_of(
        (
            *(InfluenceDeal(seat) for seat in seats),
            *(InfluenceTurnUp() for _ in range(edition.by_board[players])),
            *(InfluenceChoice(seat) for seat in keepers),
            *(InfluenceOpening(seat) for seat in seats for _ in range(edition.laid_open.get(players, 0))),
            *(CardDraft(seat) for seat in reversed(seats)),
            *(FamilyStart(seat) for seat in seats if of_seats.get(seat)),
            *((FirstTurn(),) if any(of_seats.values()) else ()),
            Placement(0),
        )
    )


# A turn.


ALL_IMPOSSIBLE: Final = {BY_ACTION: 0, BY_ACTIVATION: 1}
"""What an activation's ``all_impossible`` is at its beginning, by ``Settings.compensation_scope`` (R9.3)."""


def rest_of_turn(
    state: State, seat: int, street: Street, stack: Stack, actions: Actions, all_impossible: int
) -> Agenda:
    """Return what follows the activation of a disc just placed: the discs below, then what closes the turn (R4.4,
    R4.5).

    ``stack`` has the disc; ``actions`` are the two of the street, ``all_impossible`` is as in ``ALL_IMPOSSIBLE``.
    """
    setup = state.setup
    if setup.third or setup.intrigue:
        below = _below(state, seat, street, stack, actions, all_impossible)
        return agenda_of((*below, *closing_frames(state, seat, street, stack)))
    rest = (Promotion(seat, street), _END) if len(stack) > 3 else _END
    for lower, depth in _BELOW[stack[-3:-1]]:
        rest = (ActivationDue(lower, street, depth, actions, 0, all_impossible), rest)
    return rest


_BELOW: Final = Answers[Stack, tuple[tuple[int, int], ...]](
    lambda discs: tuple(
        [(SEAT_OF[disc], len(discs) + 1 - place) for place, disc in enumerate(discs) if disc in SEAT_OF]
    )
)
"""The seats and depths of the discs that are activated below the top one, the lowest first, by those two discs."""

_TURN_END: Final = TurnEnd()
_END: Final[Agenda] = (_TURN_END, NOTHING)


def _below(
    state: State, seat: int, street: Street, stack: Stack, actions: Actions, all_impossible: int
) -> Iterator[Frame]:
    """Yield the third party's answer to the top disc, then the activations of the next two with theirs (R8.5, R8.6)."""
    third = state.setup.third_mark
    answers = bool(third) and third in stack
    family = FAMILIES.get(state.mats[seat].family)
    if answers:
        yield ThirdPartyAnswer(1)
    if third and stack[-1:] == third:
        return
    for depth, disc in enumerate(stack[-2:-4:-1], 2):
        if disc in SEAT_OF and disc != third:
            yield ActivationDue(SEAT_OF[disc], street, depth, actions, 0, all_impossible)
            if answers:
                yield ThirdPartyAnswer(depth)
        elif family and family.below:
            yield from family.below(seat, street, depth, disc)


def closing_frames(state: State, seat: int, street: Street, stack: Stack) -> Iterator[Frame]:
    """Yield the intrigue action (R10.1), then the bottom disc of four, and the end of the turn (R4.5)."""
    if state.setup.intrigue:
        yield IntrigueChoice(seat, state.setup.intrigue[STREET_INDEX[street]])
    if len(stack) > 3:
        family = FAMILIES.get(state.mats[seat].family)
        if family and family.before_seat:
            yield from family.before_seat(state, seat)
        yield Promotion(seat, street)
    yield _TURN_END


# Cards.

LIMITED = "d"
"""The mark of each compensation card that the active player has drawn in a turn."""


def compensation_frames(state: State, seat: int) -> tuple[Frames, str]:
    """Return the frames in which a seat draws its compensation card, and the mark to be noted; nothing if none comes.

    The active player may have had as many as a turn allows (R9.3).
    """
    limit = state.setup.ruleset.settings.active_draw_limit
    if limit == UNLIMITED or seat != state.active:
        return draw_frames(state, seat), ""
    return (draw_frames(state, seat), LIMITED) if state.used.count(LIMITED) < limit else ((), "")


def draw_frames(state: State, seat: int, cards: int = 1) -> Frames:
    """Return the frames in which a seat draws so many cards, as far as there are any (R5.9, R11.Scali, R11.Spini)."""
    name, left = state.mats[seat].family, state.deck + len(state.discard)
    if not name:
        return (DRAWS[seat],) * min(cards, left)
    family = FAMILIES[name]
    frames: list[Frame] = []
    for _ in range(cards):
        drawn = min(family.draws, left)
        left -= drawn
        if drawn and family.instead_of_card:
            frames += _instead(state, seat, family.instead_of_card(state, seat))
        frames += (DRAWS[seat],) * drawn
        if drawn > 1:
            frames.append(KeepOneCard(seat))
    return tuple(frames)


DRAWS: Final = tuple(CardDraw(seat) for seat in range(len(SEATS)))
"""The frame in which a seat draws a card."""


def _instead(state: State, seat: int, actions: Actions) -> Frames:
    mask = state.free_cells | mat_mask(state.mats[seat])
    possible = "".join(action for action in actions if possible_options(action, mask))
    return (ActionOffer(seat, possible),) if possible else ()


# Cubes.


def after_cubes(state: State, seat: int, rows: tuple[int, ...]) -> Frames:
    """Return what may follow when an action of a seat has just put cubes into rows (R11.Bardi)."""
    place = FAMILIES[state.mats[seat].family].after_cubes
    return place(state, seat, rows) if place else ()


# Scorings.


def scoring_frames(state: State, tile: Tile) -> Frames:
    """Return a tile's scoring, and what comes before it (R11.Medici)."""
    if not state.setup.families:
        return (TileScoring(tile),)
    frames: list[Frame] = []
    for seat, family in families_of(state):
        if family.before_tile:
            frames += family.before_tile(state, seat)
    return (*[frame for frame in frames if not is_void(state, frame)], TileScoring(tile))


def after_tile(state: State, tile: Tile) -> Frames:
    """Return what may follow when a tile has just been scored (R11.Pulci)."""
    frames: list[Frame] = []
    for seat, family in families_of(state):
        if family.after_tile:
            frames += family.after_tile(state, seat, tile)
    return tuple(frames)


def is_void(state: State, frame: Frame) -> bool:
    """Check whether an offer has nothing to offer any more: a card may be played and there is none."""
    return type(frame) is CardOffer and not state.mats[frame.seat].hand_size


# The end.


def end_frames(state: State) -> Frames:
    """Return the frames of the end: the tiles still free, the areas of Intrigue, the influence cards (R7.1, R7.3,
    R10.9).
    """
    tiles = [frame for tile in free_tiles(state) for frame in scoring_frames(state, tile)]
    areas = (AreaScoring(CARDINAL), AreaScoring(EMPEROR)) if state.setup.intrigue else ()
    return (*tiles, *areas, *reveal_frames(state), InfluenceScoring(0))


def reveal_frames(state: State) -> Frames:
    """Return what is revealed at the end: unknown cards by the board, then those of the players by seat (R7.3)."""
    board = [InfluenceReveal(GAME) for card in state.by_board if card == UNKNOWN]
    return (*board, *(InfluenceReveal(seat) for seat, mat in enumerate(state.mats) for _ in mat.kept))


# Whether the game is over.

BY_DISCS: Final = "discs"
BY_TILES: Final = "tiles"
"""The reasons in ``events.EndReached`` (R7.1, R7.2)."""


def next_seat(state: State) -> int | None:
    """Return the next seat clockwise with a disc to place; ``None`` if all are placed."""
    mats = state.mats
    for seat in _CLOCKWISE[len(mats)][state.active]:
        if mats[seat].coloured or mats[seat].white or mats[seat].support:
            return seat
    return None


_CLOCKWISE: Final = [
    [[(seat + step) % players for step in range(1, players + 1)] for seat in range(players)]
    for players in range(len(SEATS) + 1)
]
"""The seats in turn order from the next one on, by number of players and seat."""


def has_placed_all(mat: Mat) -> bool:
    """Check whether a player has placed all discs but those that the family leaves unused (R9.1, R11.Pazzi)."""
    unused = FAMILIES[mat.family].unused if mat.family else 0
    return mat.coloured + mat.white + mat.support <= unused


def end_reason(state: State) -> EndReason | None:
    """Return why the game is over after this turn; ``None`` if it goes on (R7.1, R7.2, R9.1).

    The end may be triggered before; the round is finished, so that all have had equally many turns.
    """
    return reason_after_round(state) or (BY_DISCS if next_seat(state) is None else None)


def reason_after_round(state: State) -> EndReason | None:
    """Return why the game is over at the end of a round; ``None`` if it goes on (R7.2, R9.1)."""
    setup = state.setup
    if state.turn % len(setup.colours):
        return None
    if "." not in state.council:
        return BY_TILES
    return BY_DISCS if setup.edition.ends_by_any_player and any(map(has_placed_all, state.mats)) else None


def proceed(state: State) -> State:
    """Drop the frame that is done, so that the next one comes up, unless it has nothing to offer any more."""
    now, later = state.later
    while is_void(state, now):
        now, later = later
    return replace(state, now=now, later=later)


def interrupt(state: State, frames: Frames) -> State:
    """Put frames on top of what is to come, so that the first of all comes up."""
    now, later = agenda_of(frames, state.later)
    return replace(state, now=now, later=later)
