"""A position: everything that is on the table at one moment, and what is still to be done.

States are immutable values; ``evolve`` makes the next one by replacing what changed. The turn is a stack of pending
frames: ``now`` is what happens next, ``later`` what follows it. The small changes that many events share are here as
well: a mat, a card or a cube more or less.
"""

from bisect import bisect
from collections.abc import Collection, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.board import BITS_AFTER_CUBE, MOST_ASKED, with_free_cells
from calimala_es.components import PLACE_OF_ROW, SEATS, ActionCards, InfluenceCard, RowCubes, SeatOrder, Stack
from calimala_es.frames import INTERRUPTIONS, NOTHING, SEAT_FRAMES, Activation, Agenda, Frame, Frames, GameOver
from calimala_es.setup import Setup


class Stock(Struct, frozen=True, array_like=True, gc=False, cache_hash=True):
    """The cubes in a player's warehouses (R2.6).

    There are so few stocks that what follows from one is worked out once; so it is with what is built.
    """

    wood: int = 0
    brick: int = 0
    marble: int = 0


class Built(Struct, frozen=True, array_like=True, gc=False, cache_hash=True):
    """What a player has built: workshops with their cloth, ships and trading houses (R2.6).

    ``cloth`` is the cloth in each workshop; ``houses`` the trading cities with a house, out of ``"TBH"``.
    """

    cloth: tuple[int, ...] = (0,)
    ships: int = 0
    houses: str = ""


class Mat(Struct, frozen=True, array_like=True, gc=False):
    """What one player has.

    ``coloured`` and ``white`` are the discs of the supply; ``stock`` and ``built`` say which actions are possible. The
    hand is ``open`` (cards that everybody knows), ``secret`` (cards that are known in this game) and ``unknown`` (the
    number of the others). ``dealt`` are the influence cards known to have been dealt to the player, ``kept`` the one
    that they chose, ``shown`` the one that was revealed at the end. ``support`` are the support discs of the supply
    (R8.1), ``family`` the name of the family card (R11), ``faction`` the step on the faction track, below zero on the
    cardinal's side (R10.6).
    """

    coloured: int
    white: int
    stock: Stock = Stock()
    built: Built = Built()
    points: int = 0
    open: ActionCards = ""
    secret: ActionCards = ""
    unknown: int = 0
    dealt: tuple[InfluenceCard, ...] = ()
    kept: tuple[InfluenceCard, ...] = ()
    shown: tuple[InfluenceCard, ...] = ()
    support: int = 0
    family: str = ""
    faction: int = 0

    @property
    def hand_size(self) -> int:
        """The number of cards in the hand; public (R5.12)."""
        return len(self.open) + len(self.secret) + self.unknown

    @property
    def supply(self) -> int:
        """The number of discs still to be placed."""
        return self.coloured + self.white + self.support


MISSED: Final = "m"
"""The mark in ``State.used`` that something was not recorded; it stays for the rest of the game."""


def agenda_of(frames: Sequence[Frame], after: Agenda = NOTHING) -> Agenda:
    """Return the agenda of these frames and then of what comes after them.

    >>> from calimala_es.frames import CardDraw, TurnEnd
    >>> agenda_of((CardDraw(1), TurnEnd()))
    (CardDraw(seat=1), (TurnEnd(), ()))
    """
    for frame in reversed(frames):
        after = (frame, after)
    return after


def frames_of(agenda: Agenda) -> Frames:
    """Return the frames of an agenda.

    >>> from calimala_es.frames import CardDraw, TurnEnd
    >>> frames_of((CardDraw(1), (TurnEnd(), NOTHING)))
    (CardDraw(seat=1), TurnEnd())
    """
    frames: list[Frame] = []
    while agenda is not NOTHING:
        frame, agenda = agenda
        frames.append(frame)
    return tuple(frames)


class State(Struct, frozen=True, array_like=True, gc=False):
    """A position of a game.

    ``now`` is what happens next, ``later`` what follows it. ``mats`` are those of the seats; with two
    players the third party's follows, of which only the points count. ``rows`` are the board rows in the order of
    ``ROWS``, ``free_cells`` the mask of what is free in them (``board.free_cells_mask``). ``deck`` is the number of
    cards in it; ``pool`` the cards that are not known to be in a hand or in the pile: those of the deck, those laid out
    and the unknown ones of the hands; ``discard`` the cards in the open pile. ``stacks`` are the streets in the order
    of ``STREETS``, bottom disc first. ``turn`` counts from 1 (0: before the first) and ``active`` is the seat whose
    turn it is. ``council`` has a mark for every scoring tile, in the order of the set-up: ``.`` free, ``x`` scored with
    no seat, or the seat on it; ``seats`` lists the seats in the order in which they were taken. ``laid_out`` are the
    starting cards still to be taken, ``by_board`` the influence cards by the board. ``used`` notes, a letter each, what
    may happen once in a turn and has happened, and ``MISSED``. What changes most often comes first, where a copy finds
    it soonest.
    """

    now: Frame
    later: Agenda
    mats: tuple[Mat, ...]
    rows: tuple[RowCubes, ...]
    free_cells: int
    deck: int
    pool: ActionCards
    discard: ActionCards
    stacks: tuple[Stack, ...]
    turn: int
    active: int
    council: str
    seats: SeatOrder
    laid_out: ActionCards
    by_board: tuple[InfluenceCard, ...]
    setup: Setup
    used: str = ""

    @property
    def frames(self) -> Frames:
        """What happens next and what follows it, soonest first."""
        return (self.now, *frames_of(self.later))

    @property
    def has_gap(self) -> bool:
        """Whether something before was missed, so that nobody knows what the players have."""
        return MISSED in self.used

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return type(self.now) is GameOver

    @property
    def actor(self) -> int | None:
        """The seat that has to decide now; ``None`` if it is chance, the end's reveals, or nobody."""
        now = self.now
        return now.seat if isinstance(now, SEAT_FRAMES) else None


def with_mat(mats: tuple[Mat, ...], seat: int, mat: Mat) -> tuple[Mat, ...]:
    """Return the mats with one of them replaced."""
    changed = [*mats]
    changed[seat] = mat
    return tuple(changed)


SEAT_OF: Final = {char: seat for seat, char in enumerate(SEATS)}
"""The seat that a disc or a cube belongs to; white discs belong to nobody."""


def own_discs(stack: Stack, seat: str) -> list[int]:
    """Return the depths, 1 the top, at which ``seat`` has a disc in ``stack``.

    >>> own_discs("0w10", "0")
    [1, 4]
    """
    return [depth for depth, disc in enumerate(reversed(stack), 1) if disc == seat]


def activation_of(state: State) -> Activation | None:
    """Return the activation in progress, also while a card is drawn or a cube moved in it."""
    frame: Frame = state.now
    if type(frame) is not Activation and isinstance(frame, INTERRUPTIONS):
        frame = next((below for below in state.frames if not isinstance(below, INTERRUPTIONS)), frame)
    return frame if type(frame) is Activation else None


# Cubes and cards.


def with_cubes(state: State, seat: int, places: tuple[int, ...]) -> tuple[tuple[str, ...], int]:
    """Return the rows with a cube of ``seat`` more in each of ``places``, and the mask of what is free in them."""
    rows, free_cells = [*state.rows], state.free_cells
    cells = state.setup.ruleset.cells
    for row in places:
        rows[row] = cubes = rows[row] + SEATS[seat]
        free = cells[row] - len(cubes)
        if 0 <= free < MOST_ASKED:
            free_cells &= BITS_AFTER_CUBE[row][free]
    return tuple(rows), free_cells


def cubes_added(state: State, seat: int, places: tuple[int, ...]) -> State:
    """Return the state with a cube of ``seat`` more in each of ``places``."""
    rows, free_cells = with_cubes(state, seat, places)
    return replace(state, rows=rows, free_cells=free_cells)


def cube_moved(state: State, seat: int, source: int, target: int) -> State:
    """Return the state in which the last cube of ``seat`` in one row has gone to another."""
    cubes = state.rows[source]
    place = cubes.rindex(SEATS[seat])
    rows = [*state.rows]
    rows[source] = cubes[:place] + cubes[place + 1 :]
    free_cells = with_free_cells(state.free_cells, source, state.setup.ruleset.cells[source] - len(rows[source]))
    return cubes_added(replace(state, rows=tuple(rows), free_cells=free_cells), seat, (target,))


def has_free_cell(state: State, row: int) -> bool:
    """Check whether a cell of a row is free."""
    return len(state.rows[row]) < state.setup.ruleset.cells[row]


def cubes_by_place(state: State, seat: int) -> dict[str, int]:
    """Return how many cubes a seat has in each city, church, PAL and area."""
    counts: dict[str, int] = {}
    for place, cubes in zip(PLACE_OF_ROW, state.rows, strict=False):
        counts[place] = counts.get(place, 0) + cubes.count(SEATS[seat])
    return counts


def free_rows(state: State, places: Collection[str]) -> tuple[int, ...]:
    """Return the rows of these places that have a free cell."""
    return tuple(row for row in range(len(state.rows)) if PLACE_OF_ROW[row] in places and has_free_cell(state, row))


def card_added(cards: ActionCards, card: str) -> str:
    """Return a pile of cards, sorted by letter, with one card more."""
    if card in cards:
        return cards.replace(card, card * 2, 1)
    place = bisect(cards, card)
    return cards[:place] + card + cards[place:]


def hand_without(mat: Mat, card: str) -> tuple[ActionCards, ActionCards, int]:
    """Return the open, the secret and the unknown cards of a hand without a card that was shown.

    It was an open one, else a known one, else an unknown one (R5.12).
    """
    if card in mat.open:
        return mat.open.replace(card, "", 1), mat.secret, mat.unknown
    if card in mat.secret:
        return mat.open, mat.secret.replace(card, "", 1), mat.unknown
    return mat.open, mat.secret, mat.unknown - 1


def holds(state: State, mat: Mat, card: str) -> bool:
    """Check whether the hand has this card, or an unknown one that may be it."""
    return card in mat.open or card in mat.secret or (mat.unknown > 0 and card in state.pool)


def seats_on_no_tile(state: State) -> str:
    """Return the seats that were taken when no tile was left, in their order (R9.2)."""
    on_tiles = list(state.council)
    more: list[str] = []
    for seat in state.seats:
        if seat in on_tiles:
            on_tiles.remove(seat)
        else:
            more.append(seat)
    return "".join(more)
