"""What a player would name of a position: the numbers from which chances and points are worked out.

Each party has the same numbers in the same order, ``NAMES``. All cards are open; where some are hidden, several boards
are read (see ``worlds``).
"""

from typing import Final

from calimala_es.components import INFLUENCE_CARDS, PALAZZO, PALAZZO_ROW, SCORING_TILES
from calimala_es.playing.board import CUBE_WIDTH, FAMILY_NUMBERS, Board, BoardRules
from calimala_es.playing.codes import (
    ACTING,
    CHOOSING_INTRIGUE,
    CLOTH_AT,
    DRAWING,
    HOUSES_AT,
    KIND,
    OFFERING_DISC,
    REST_AT,
    SCORING,
    SEAT_AT,
    SHIPS_AT,
)
from calimala_es.playing.tables import card_count
from calimala_es.scoring import FEWER_POINTS, MORE_POINTS
from replays.judge.places import (
    AREA,
    CARD_KINDS,
    CUBE_MASK,
    MOST_TURNS,
    TILE_KINDS,
    free_spread,
    heights_of,
    payments,
    turns_until,
)

_PAL_CARD: Final = INFLUENCE_CARDS.index(PALAZZO)

NAMES: Final = (
    "points",
    "next tile",
    "tiles soon",
    "later tiles",
    "influence",
    "areas",
    "if scored now",
    "wood",
    "brick",
    "marble",
    "some wood",
    "some brick",
    "some marble",
    "cloth",
    "cloth and ships",
    "cloth and houses",
    "ships",
    "houses",
    "workshops",
    "some ship",
    "some house",
    "cards",
    "some card",
    "seats",
    "artwork in PAL",
    "coloured discs",
    "white discs",
    "support discs",
    "some white disc",
    "top discs",
    "second discs",
    "third discs",
    "bottom of four next",
    "pending actions",
    "faction",
    "faction squared",
    "to move",
    "first seat",
    "second seat",
    "third seat",
    "fourth seat",
    *FAMILY_NUMBERS,
)
"""What each number of a party is."""

_POINTS, _NEXT, _SOON, _LATER, INFLUENCE, AREAS, _SCORED_NOW = range(7)
_GOODS: Final = 7
_CARDS: Final = NAMES.index("cards")
_SEATS: Final = NAMES.index("seats")
_DISCS: Final = NAMES.index("coloured discs")
_ON_STREETS: Final = NAMES.index("top discs")
_PENDING: Final = NAMES.index("pending actions")
_FACTION: Final = NAMES.index("faction")
_TO_MOVE: Final = NAMES.index("to move")
_SEAT: Final = NAMES.index("first seat")
_FAMILY: Final = len(NAMES) - len(FAMILY_NUMBERS)

_SOON_TILES: Final = 4
"""How many of the next tiles count as soon."""


EVERYBODY: Final = -1
"""The viewer who sees all chosen influence cards."""


class Contest:
    """A place that is still to be scored.

    ``number`` is where it counts among the numbers, ``counts`` the cubes as on the board, ``spread`` how far they may
    move, ``points`` those of the ranks by party. ``tile`` is the scoring tile, empty for anything else. Each position
    has a dozen, so this is a class that mypyc makes quick, not a tuple.
    """

    def __init__(
        self,
        number: int,
        rows: list[int],
        counts: int,
        spread: int,
        points: tuple[tuple[int, ...], ...],
        tile: str = "",
    ) -> None:
        """Describe a place."""
        self.number: int = number
        self.rows: list[int] = rows
        self.counts: int = counts
        self.spread: int = spread
        self.points: tuple[tuple[int, ...], ...] = points
        self.tile: str = tile


class PositionNumbers:
    """The numbers of all parties in a position.

    ``time`` is the share of the game that is left, from 1 to 0; ``places`` what is still to be scored, ``ties`` the
    order in ties.
    """

    def __init__(self, numbers: list[list[float]], time: float, places: list[Contest], ties: int) -> None:
        """Gather what was read."""
        self.numbers: list[list[float]] = numbers
        self.time: float = time
        self.places: list[Contest] = places
        self.ties: int = ties


class Reader:
    """Reads boards of one set-up; ``spreads`` are by kind of place and turns until the scoring."""

    def __init__(self, rules: BoardRules, spreads: list[list[int]]) -> None:
        """Prepare to read boards with these rules."""
        self.rules: BoardRules = rules
        self.spreads: list[list[int]] = spreads
        parties = rules.parties
        self.parties: int = parties
        self.tile_points: tuple[tuple[int, ...], ...] = (tuple(rules.tile_points),) * parties
        self.card_points: tuple[tuple[int, ...], ...] = (tuple(rules.influence_points),) * parties
        self.more_points: tuple[tuple[int, ...], ...] = (tuple(MORE_POINTS),) * parties
        self.fewer_points: tuple[tuple[int, ...], ...] = (tuple(FEWER_POINTS),) * parties
        self.bonus_points: dict[int, tuple[tuple[int, ...], ...]] = {}

    def read(self, board: Board, viewer: int = EVERYBODY) -> PositionNumbers:
        """Return the numbers of all parties; of chosen influence cards only the viewer's are read, if there is one."""
        left = 0
        for mat in board.mats:
            left += mat.coloured + mat.white + mat.support
        ties = self.ties(board)
        places = self.places(board, left, viewer)
        numbers = [self._own_numbers(board, seat) for seat in range(self.parties)]
        for place in places:
            paid = payments(place.counts, place.spread, ties, place.points)
            now = payments(place.counts, 0, ties, place.points)
            number = place.number
            for seat in range(self.parties):
                numbers[seat][number] += paid[seat]
                numbers[seat][_SCORED_NOW] += now[seat]
        self._read_stacks(board, numbers)
        self._read_frames(board, numbers)
        return PositionNumbers(numbers, self._time(board, left), places, ties)

    def _time(self, board: Board, left: int) -> float:
        return left / (left + max(1, board.turn))

    def expected(self, board: Board, viewer: int = EVERYBODY) -> list[float]:
        """Return the points of the players now, and what the places still to be scored are likely to pay them."""
        left = 0
        for mat in board.mats:
            left += mat.coloured + mat.white + mat.support
        ties = self.ties(board)
        found = [float(mat.points) for mat in board.mats[: self.rules.players]]
        for place in self.places(board, left, viewer):
            paid = payments(place.counts, place.spread, ties, place.points)
            for seat in range(self.rules.players):
                found[seat] += paid[seat]
        return found

    def ties(self, board: Board) -> int:
        """Return the order of the parties in ties, three bits each (R6.6, R9.4)."""
        strengths: list[int] = []
        palazzo = board.cubes[PALAZZO_ROW]
        for seat in range(self.parties):
            seats = board.seats.count(seat)
            strengths.append((seats + (palazzo >> CUBE_WIDTH * seat & CUBE_MASK)) * 32 + seats)
        ties = 0
        for seat in range(self.parties):
            own = strengths[seat]
            ahead = 0
            for strength in strengths:
                if strength > own:
                    ahead += 1
            ties |= ahead << 3 * seat
        return ties

    # What is still to be scored.

    def places(self, board: Board, left: int, viewer: int = EVERYBODY) -> list[Contest]:
        """Return what is still to be scored; ``left`` is how many discs are still to be placed."""
        rules = self.rules
        found: list[Contest] = []
        due = [(frame >> REST_AT) - 1 for frame in (board.now, *board.later) if frame & KIND == SCORING]
        turns = turns_until(heights_of(board), min(left, MOST_TURNS - 1))
        tiles = [
            tile for place, tile in enumerate(rules.council) if not board.council >> 4 * place & 15 and tile not in due
        ]
        found += [self._tile(board, tile, _NEXT, 0) for tile in due]
        for place, tile in enumerate(tiles):
            number = _NEXT if not place else _SOON if place < _SOON_TILES else _LATER
            found.append(self._tile(board, tile, number, turns[place]))
        if board.is_over:
            return found
        last = min(left, MOST_TURNS - 1)
        chosen = [mat.kept for mat in board.mats] if viewer < 0 else [board.mats[viewer].kept]
        for cards in (board.by_board, *chosen, *[mat.shown for mat in board.mats]):
            while cards:
                card = (cards & 15) - 1
                cards >>= 4
                if card < len(CARD_KINDS):
                    found.append(self._card(board, card, last))
        if rules.has_intrigue:
            found += self._areas(board, last)
        return found

    def _tile(self, board: Board, tile: int, number: int, turns: int) -> Contest:
        rules = self.rules
        rows = rules.tile_rows[tile]
        counts, free = 0, 0
        for row in rows:
            counts += board.cubes[row]
            free += rules.cells[row] - board.totals[row]
        spread = min(self.spreads[TILE_KINDS[tile]][turns], free_spread(free))
        side = rules.tile_sides[tile]
        points = self._with_bonus(board, side) if side else self.tile_points
        return Contest(number, rows, counts, spread, points, SCORING_TILES[tile])

    def _with_bonus(self, board: Board, side: int) -> tuple[tuple[int, ...], ...]:
        """Return the points of a tile with what the faction track brings (R10.8)."""
        rules = self.rules
        key = 0
        stages: list[int] = []
        for mat in board.mats:
            steps = mat.faction * side
            stage = 0
            for begins in rules.stages:
                if steps >= begins:
                    stage += 1
            stages.append(stage)
            key = key << 3 | stage
        if key not in self.bonus_points:
            self.bonus_points[key] = tuple(
                tuple(
                    points + (rules.bonuses[stage][rank] if rank < len(rules.bonuses[stage]) else 0)
                    for rank, points in enumerate(rules.tile_points)
                )
                for stage in stages
            )
        return self.bonus_points[key]

    def _card(self, board: Board, card: int, turns: int) -> Contest:
        rules = self.rules
        rows = rules.influence_rows[card]
        counts, free = 0, 0
        for row in rows:
            counts += board.cubes[row]
            free += rules.cells[row] - board.totals[row]
        if card == _PAL_CARD:
            free += 2
            for seat in board.seats:
                counts += 1 << CUBE_WIDTH * seat
        spread = min(self.spreads[CARD_KINDS[card]][turns], free_spread(free))
        return Contest(INFLUENCE, rows, counts, spread, self.card_points)

    def _areas(self, board: Board, turns: int) -> list[Contest]:
        rules = self.rules
        counts, totals, free = [0, 0], [0, 0], [0, 0]
        for area in (0, 1):
            for row in rules.area_rows[area]:
                counts[area] += board.cubes[row]
                totals[area] += board.totals[row]
                free[area] += rules.cells[row] - board.totals[row]
        return [
            Contest(
                AREAS,
                rules.area_rows[area],
                counts[area],
                min(self.spreads[AREA][turns], free_spread(free[area])),
                self.more_points if totals[area] > totals[1 - area] else self.fewer_points,
            )
            for area in (0, 1)
        ]

    # What each party has.

    def _own_numbers(self, board: Board, seat: int) -> list[float]:
        mat = board.mats[seat]
        numbers = [0.0] * len(NAMES)
        numbers[_POINTS] = mat.points
        place = _GOODS
        for value in goods_numbers(mat.goods):
            numbers[place] = value
            place += 1
        cards = card_count(mat.hand)
        numbers[_CARDS] = cards
        numbers[_CARDS + 1] = 1.0 if cards else 0.0
        numbers[_SEATS] = board.seats.count(seat)
        numbers[_SEATS + 1] = board.cubes[PALAZZO_ROW] >> CUBE_WIDTH * seat & CUBE_MASK
        numbers[_DISCS] = mat.coloured
        numbers[_DISCS + 1] = mat.white
        numbers[_DISCS + 2] = mat.support
        numbers[_DISCS + 3] = 1.0 if mat.white else 0.0
        numbers[_FACTION] = abs(mat.faction)
        numbers[_FACTION + 1] = mat.faction * mat.faction
        if seat == board.active:
            numbers[_TO_MOVE] = 1.0
        if seat < 4:
            numbers[_SEAT + seat] = 1.0
        numbers[_FAMILY + mat.family] = 1.0
        return numbers

    def _read_stacks(self, board: Board, numbers: list[list[float]]) -> None:
        """Count the discs by depth: the upper ones will be activated again."""
        parties = self.parties
        for stack in board.stacks:
            if stack > 4095:
                stack >>= 4
            if stack > 255:
                bottom = stack & 15
                if bottom <= parties:
                    numbers[bottom - 1][_ON_STREETS + 3] += 1
            height = 0
            rest = stack
            while rest:
                rest >>= 4
                height += 1
            for depth in range(height):
                disc = stack >> 4 * (height - 1 - depth) & 15
                if disc <= parties:
                    numbers[disc - 1][_ON_STREETS + depth] += 1

    def _read_frames(self, board: Board, numbers: list[list[float]]) -> None:
        """Count the actions that each party has still to do in this turn."""
        for frame in (board.now, *board.later):
            kind = frame & KIND
            if kind == ACTING:
                pending = frame >> REST_AT
                own = numbers[frame >> SEAT_AT & 7]
                while pending:
                    own[_PENDING] += 1
                    pending >>= 4
            elif kind in (CHOOSING_INTRIGUE, OFFERING_DISC):
                numbers[frame >> SEAT_AT & 7][_PENDING] += 1
            elif kind == DRAWING:
                numbers[frame >> SEAT_AT & 7][_CARDS] += 1


_GOODS_NUMBERS: dict[int, tuple[float, ...]] = {}


def goods_numbers(goods: int) -> tuple[float, ...]:
    """Return the numbers from "wood" to "some house" for goods as in ``codes.goods_code``."""
    found = _GOODS_NUMBERS.get(goods)
    if found is None:
        wood, brick, marble = goods & 7, goods >> 3 & 7, goods >> 6 & 7
        ships, houses = goods >> SHIPS_AT & 7, (goods >> HOUSES_AT & 7).bit_count()
        cloth, workshops = 0, 0
        for place in range(3):
            field = goods >> CLOTH_AT + 3 * place & 7
            if field:
                workshops += 1
                cloth += field - 1
        found = _GOODS_NUMBERS[goods] = (
            wood,
            brick,
            marble,
            min(wood, 1),
            min(brick, 1),
            min(marble, 1),
            cloth,
            min(cloth, 2 * ships),
            min(cloth, 2 * houses),
            ships,
            houses,
            workshops,
            min(ships, 1),
            min(houses, 1),
        )
    return found
