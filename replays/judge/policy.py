"""A simple player: takes the decision that seems to bring most points soon, on the board for playing out.

It plays games out for the judge and for training, thousands of decisions a second. What it values is what the player
``greedy`` values, with that player's numbers; besides, it sees what its cubes take from others. It looks at a board
with all cards open, but at nothing that its seat cannot see: the hands and the chosen influence cards of others stay
unread.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from calimala_es.components import (
    ACTIONS,
    DISC_KINDS,
    IDLE_SUPPORT,
    IDLE_SUPPORT_CARDS,
    PORTS,
    ROW_INDEX,
    SUPPORT,
    WHITE,
    WORKSHOP_CELLS,
)
from calimala_es.options import HOUSE_CODES, TRADING_CODES
from calimala_es.playing import Board, carry_out, legal_decisions
from calimala_es.playing.board import CUBE_WIDTH
from calimala_es.playing.codes import (
    ACTING,
    CHOOSING_INTRIGUE,
    CLOTH_AT,
    DO,
    DRAFTING,
    HOUSES_AT,
    KEEPING_ONE,
    KIND,
    KIND_AT,
    OPTIONS,
    PLACE_MASK,
    PLACING,
    PLAY,
    SEAT_AT,
    SHIPS_AT,
    SKIP,
)
from calimala_es.playing.tables import NINE, ROWS_OF, acts
from replays.judge.features import AREAS, INFLUENCE, Contest, Reader
from replays.judge.places import CUBE_MASK
from replays.players.greedy import LASTING, RIVALRY, SEAT_VALUE, THIRD_RIVALRY, WHITE_COST, WHITE_GAIN
from replays.players.outlook import AT_THE_END, CARD_PRICES, CARD_VALUE, DISTANT, OTHER_CARD

_HALF: Final = 0.5
_WHITE: Final = DISC_KINDS.index(WHITE)
_SUPPORT: Final = DISC_KINDS.index(SUPPORT)
_IDLE: Final = DISC_KINDS.index(IDLE_SUPPORT)
_DRAFTS: Final[list[float]] = [CARD_PRICES.get(card, 0.0) for card in ACTIONS]
_PRICES: Final[list[float]] = [CARD_PRICES.get(card, OTHER_CARD) for card in ACTIONS]
_PORT_ROWS: Final[list[int]] = [ROW_INDEX[port] for port in PORTS]
_HOUSE_ROWS: Final[list[int]] = [ROW_INDEX[TRADING_CODES[house]] for house in HOUSE_CODES]

HARM: Final = 0.5
"""How much points that the leading rivals lose by a cube count, divided by the number of rivals."""

# What an option does beside its cubes: a kind and a number.

_STOCK: Final = 0
_SHIP: Final = 1
_WORKSHOP: Final = 2
_HOUSE: Final = 3
_CLOTH: Final = 4
_COST: Final = 5
_INTRIGUE: Final = 6
_STOCKS: Final = {"W": (0, 0.9), "B": (3, 0.9), "M": (6, 1.1)}


def _side_effect(action: str, code: str) -> tuple[int, int, float]:
    """Return the kind of what an option does beside its cubes, a place, and a number of points."""
    if action in _STOCKS:
        return (_STOCK, *_STOCKS[action])
    if action == "U":
        paid = 0.05 * abs(code[1:].count("W") - code[1:].count("B")) if code[1:] else 0.0
        if code[0] in HOUSE_CODES:
            return _HOUSE, HOUSE_CODES.index(code[0]), 0.7 + paid
        return _SHIP if code[0] == "S" else _WORKSHOP, 0, 0.7 + paid
    if action == "V":
        return _CLOTH, 0, 0.0
    if action in ACTIONS:
        return _COST, 0, {"A": 0.5, "C": 0.4}.get(action, 0.3 * len(code))
    return _INTRIGUE, 1 if action in "EN" else -1, 0.4 if action in "EN" else 0.3


_EFFECTS: Final = [_side_effect(action, code) for action, code in OPTIONS]


@lru_cache(maxsize=1 << 17)
def _gain(counts: int, seat: int, points: tuple[int, ...], parties: int) -> tuple[float, float]:
    """Return what one more cube brings a party, by its rank and as a step towards the next one; and what others lose.

    In a tie each gets the average of what the tied parties can get.
    """
    cubes = [counts >> CUBE_WIDTH * other & CUBE_MASK for other in range(parties)]
    own = cubes[seat]
    before = _paid(cubes, points)
    most = max(cubes)
    cubes[seat] = own + 1
    after = _paid(cubes, points)
    lost = sum(before) - before[seat] - sum(after) + after[seat]
    return after[seat] - before[seat] + 0.25 * points[0] / (1 + most - own), lost


def _paid(cubes: list[int], points: tuple[int, ...]) -> list[float]:
    found: list[float] = []
    for own in cubes:
        if not own:
            found.append(0.0)
            continue
        ahead = sum(count > own for count in cubes)
        level = cubes.count(own)
        found.append(sum(points[ahead : ahead + level]) / level)
    return found


class Policy:
    """Chooses decisions by the points that they seem to bring."""

    def __init__(self, reader: Reader) -> None:
        """Play with the rules of this reader."""
        self.reader: Reader = reader

    def choose(self, board: Board, random: Callable[[], float], noise: float = 0.0) -> int:
        """Return one of the legal decisions; ``noise`` is how many points are added at random to each at most."""
        possible = legal_decisions(board)
        if len(possible) == 1:
            return possible[0]
        values = self.values(board, possible)
        if noise:
            values = [value + noise * random() for value in values]
        return possible[values.index(max(values))]

    def values(self, board: Board, possible: list[int]) -> list[float]:
        """Return the points that each of these decisions seems to bring the player who must act."""
        kind = board.now & KIND
        if kind in (ACTING, CHOOSING_INTRIGUE):
            return _Turn(self.reader, board).act(possible)
        if kind == PLACING:
            return _Turn(self.reader, board).place(possible)
        if kind == DRAFTING:
            return [_DRAFTS[decision & PLACE_MASK] for decision in possible]
        if kind == KEEPING_ONE:
            return [-_PRICES[decision & PLACE_MASK] for decision in possible]
        return self._tried(board, possible)

    def _tried(self, board: Board, possible: list[int]) -> list[float]:
        """Return the points that the player can expect in the positions that follow, less the average of the others."""
        seat = board.now >> SEAT_AT & 7
        before = board.mark()
        found: list[float] = []
        for decision in possible:
            carry_out(board, decision)
            paid = self.reader.expected(board, seat)
            found.append(paid[seat] - (sum(paid) - paid[seat]) / max(1, len(paid) - 1))
            board.take_back(before)
        return found


class _Turn:
    """What things are worth to the parties in one position, as the player who must act sees it."""

    def __init__(self, reader: Reader, board: Board) -> None:
        left = 0
        for mat in board.mats:
            left += mat.coloured + mat.white + mat.support
        self.board: Board = board
        self.viewer: int = board.now >> SEAT_AT & 7
        self.parties: int = reader.parties
        self.harm: float = HARM / max(1, reader.parties - 1)
        self.time: float = left / (left + max(1, board.turn))
        self.places: list[Contest] = reader.places(board, left, self.viewer)
        self.compensation: float = CARD_VALUE * _HALF if board.rules.by_activation else CARD_VALUE
        self.price: float = CARD_VALUE * (0.2 + 0.8 * self.time)
        self.rows: list[list[float]] = [[] for _ in range(reader.parties)]
        self.found: dict[int, float] = {}

    def worth(self, seat: int) -> list[float]:
        """Return what one more cube in each row is worth to a seat."""
        worth = self.rows[seat]
        if worth:
            return worth
        worth = [0.05] * len(self.board.cubes)
        weight = 1.0
        parties, harm = self.parties, self.harm
        for place in self.places:
            number = place.number
            gained, lost = _gain(place.counts, seat, place.points[seat], parties)
            gained += harm * lost
            if number in (INFLUENCE, AREAS):
                gained *= AT_THE_END
            else:
                gained *= weight
                weight *= DISTANT
            for row in place.rows:
                worth[row] += gained
        self.rows[seat] = worth
        return worth

    def option(self, seat: int, option: int) -> float:
        """Return what an option of an action is worth to a seat."""
        worth = self.worth(seat)
        value = 0.0
        for row in ROWS_OF[option]:
            value += worth[row]
        kind, place, number = _EFFECTS[option]
        if kind == _COST:
            return value - number
        mat = self.board.mats[seat]
        goods, time = mat.goods, self.time
        if kind == _STOCK:
            return value + (number - 0.15 * (goods >> place & 7)) * (0.3 + time)
        if kind == _SHIP:
            return value + time * self.sea(seat) * (1.4 - 0.3 * (goods >> SHIPS_AT & 7)) - number
        if kind == _HOUSE:
            return value + time * 1.4 * worth[_HOUSE_ROWS[place]] - number
        if kind == _INTRIGUE:
            return value - number + self.step(seat, place)
        workshops, cloth = 0, 0
        for at in (CLOTH_AT, CLOTH_AT + 3, CLOTH_AT + 6):
            field = goods >> at & 7
            if field:
                workshops += 1
                cloth += field - 1
        if kind == _WORKSHOP:
            return value + time * 2.0 / workshops - number
        outlet = self.sea(seat) if goods >> SHIPS_AT & 7 else _HALF * self.sea(seat)
        for house in range(3):
            if goods >> HOUSES_AT + house & 1:
                outlet = max(outlet, worth[_HOUSE_ROWS[house]])
        room = 0
        for at in (CLOTH_AT, CLOTH_AT + 3, CLOTH_AT + 6):
            field = goods >> at & 7
            if field and field <= WORKSHOP_CELLS:
                room += 1
        return value + room * outlet * 0.45 * (0.2 + time) / (1 + 0.4 * cloth)

    def sea(self, seat: int) -> float:
        """Return what cloth in the best of the port cities is worth."""
        worth = self.worth(seat)
        return max(worth[_PORT_ROWS[0]], worth[_PORT_ROWS[1]], worth[_PORT_ROWS[2]])

    def step(self, seat: int, towards: int) -> float:
        """Return what cards discarded for steps on the faction track are worth (R10.5)."""
        board = self.board
        if not board.mats[seat].hand:
            return 0.0
        tiles = sum(
            1 for tile in board.rules.council[15 - board.free_tiles :] if board.rules.tile_sides[tile] == towards
        )
        return max(0.0, 0.3 * tiles - self.price)

    def card(self, card: int) -> float:
        """Return what it costs to lose a card from the hand."""
        return self.price * (0.7 + 0.4 * _PRICES[card])

    def act(self, possible: list[int]) -> list[float]:
        """Return the worth of decisions in an activation, or for an intrigue action."""
        board, seat = self.board, self.viewer
        word = board.room | board.mats[seat].word
        values: list[float] = []
        for decision in possible:
            kind, place = decision >> KIND_AT, decision & PLACE_MASK
            if kind == DO:
                values.append(self.option(seat, place))
            elif kind == PLAY:
                values.append(self.option(seat, place) - self.price)
            elif kind == SKIP and place < NINE:
                if acts(place, word):
                    values.append(-0.2)
                else:
                    values.append(self.compensation * self.time)
            else:
                values.append(0.0)
        return values

    def best(self, seat: int, action: int) -> float:
        """Return what an action is worth to a seat by its best option, or by the card instead of it."""
        key = seat << 4 | action
        found = self.found.get(key)
        if found is None:
            board = self.board
            word = (board.room if action < NINE else board.intrigue_room) | board.mats[seat].word
            found = -9.0
            for act in acts(action, word):
                value = self.option(seat, act & PLACE_MASK)
                if value > found:
                    found = value
            if found == -9.0:
                found = self.compensation if action < NINE else 0.0
            self.found[key] = found
        return found

    def place(self, possible: list[int]) -> list[float]:
        """Return the worth of placements: own activations and intrigue action, less a share of what others get."""
        streets: dict[int, float] = {}
        values: list[float] = []
        for decision in possible:
            street, disc = decision >> 2 & 15, decision & 3
            if street not in streets:
                streets[street] = self._pair(self.viewer, street)
            value = streets[street]
            if disc == _WHITE:
                value = value * WHITE_GAIN - WHITE_COST
            elif disc == _IDLE:
                value = IDLE_SUPPORT_CARDS * CARD_VALUE
            values.append(value + self._below(street, is_support=disc in (_SUPPORT, _IDLE), is_coloured=not disc))
        return values

    def _pair(self, seat: int, street: int) -> float:
        pair = self.board.rules.pairs[street]
        return self.best(seat, (pair & 15) - 1) + self.best(seat, (pair >> 4) - 1)

    def _below(self, street: int, *, is_support: bool, is_coloured: bool) -> float:
        """Return what the discs below bring, the intrigue action, and the seat of a stack of four."""
        board, rules = self.board, self.board.rules
        players = rules.players
        value, height = 0.0, 0
        stack = board.stacks[street]
        has_third = False
        while stack >> 4 * height:
            has_third = has_third or (stack >> 4 * height & 15) == players + 1
            height += 1
        if not is_support:
            for depth in range(min(height, 2)):
                disc = stack >> 4 * (height - 1 - depth) & 15
                if disc <= players:
                    gained = self._pair(disc - 1, street)
                    value += gained if disc - 1 == self.viewer else -RIVALRY * gained
        if rules.has_third:
            if is_coloured:
                value += LASTING * self.time
            if has_third or is_support:
                value -= THIRD_RIVALRY
        if rules.has_intrigue:
            pair = rules.intrigue_pairs[street]
            value += max(0.0, self.best(self.viewer, (pair & 15) - 1), self.best(self.viewer, (pair >> 4) - 1))
        if height > 2:
            bottom = stack & 15
            value += SEAT_VALUE if bottom == self.viewer + 1 or bottom > players + 1 else -RIVALRY * SEAT_VALUE
        return value
