"""Players that need nobody: one that takes any legal decision, and one that looks for points.

A player is a pure function of what its seat can see, of the decisions that may come, and of a ``random.Random``. Hands
and kept influence cards of others are never looked at.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Final

from calimala_es.actions import WAYS, able, possible_ways
from calimala_es.board import STREET_INDEX, street_actions
from calimala_es.commands import Act, Command, DraftCard, KeepInfluence, Place, PlayCard, Skip
from calimala_es.components import PORTS, ROW_INDEX, ROWS, TILE_ROWS, UNKNOWN, WHITE, WORKSHOP_CELLS
from calimala_es.editions import EDITIONS
from calimala_es.legal import legal
from calimala_es.shuffle import chance_command, is_chance
from calimala_es.state import SEAT_OF, State
from calimala_es.ways import TRADING_CODES

Player = Callable[[State, Sequence[Command], Random], Command]
"""Chooses one of the decisions that may come in a state in which it has to act."""


def play_random(state: State, options: Sequence[Command], random: Random) -> Command:
    """Any decision, all equally likely; of cards that are known none stays untold."""
    known = options[:-1] if len(options) > 1 and getattr(options[-1], "card", "") == UNKNOWN else options
    return known[int(random.random() * len(known))]


CARD_VALUE: Final = 0.7
"""What a card in the hand is worth, in points."""

DISTANT: Final = 0.86
"""How much less a tile is worth for each one that is scored before it."""

RIVALRY: Final = 0.3
"""How much a gain of somebody else counts against a placement that gives it."""

WHITE_GAIN: Final = 1.55
WHITE_COST: Final = 0.5
"""How much more a white disc brings on its street, and what it is worth to keep it."""

SEAT_VALUE: Final = 0.8
NOISE: Final = 0.05
"""A seat in the council; and how far near-equal decisions are drawn by lot."""

_DRAFTED: Final = {"V": 1.0, "U": 0.9, "M": 0.8, "W": 0.6, "B": 0.5}


class Outlook:
    """What the things of a position are worth to one seat, in points.

    Where ``is_own`` is off somebody else thinks for the seat, who does not know the influence card it kept.
    """

    def __init__(self, state: State, seat: int, *, is_own: bool = True) -> None:
        """Look at ``state`` from ``seat``."""
        self.state = state
        self.seat = seat
        self.is_own = is_own
        self.mat = state.mats[seat]
        self._word = state.room | able(self.mat)
        self._best: dict[str, float] = {}

    @cached_property
    def cubes(self) -> tuple[float, ...]:
        """What one more cube is worth in each of the rows of the board."""
        worth = [0.05] * len(ROWS)
        edition = EDITIONS[self.state.setup.ruleset.edition]
        free = (tile for tile, mark in zip(self.state.setup.council, self.state.council, strict=True) if mark == ".")
        weight = 1.0
        for tile in free:
            self._add(worth, TILE_ROWS[tile], edition.tile_points, weight)
            weight *= DISTANT
        for card in (*self.state.by_board, *(self.mat.kept if self.is_own else ())):
            if card != UNKNOWN:
                self._add(worth, TILE_ROWS[card], edition.influence_points, 0.8)
        return tuple(worth)

    def _add(self, worth: list[float], rows: Sequence[int], points: tuple[int, ...], weight: float) -> None:
        """Add what a cube in any of ``rows`` brings when they are scored."""
        cubes = "".join([self.state.rows[row] for row in rows])
        counts = [cubes.count(str(seat)) for seat in range(len(self.state.mats))]
        gain = _gain_of_cube(counts, self.seat, points) * weight
        for row in rows:
            worth[row] += gain

    @cached_property
    def time(self) -> float:
        """How much of the game is left, from 1 to 0."""
        edition = EDITIONS[self.state.setup.ruleset.edition]
        return self.mat.supply / sum(edition.discs[len(self.state.mats)])

    @cached_property
    def sea(self) -> float:
        """What cloth is worth in the best of the port cities."""
        return max(self.cubes[ROW_INDEX[port]] for port in PORTS)

    def value(self, action: str, way: str) -> float:
        """What it is worth to do an action in a way."""
        gained = sum(self.cubes[row] for row in WAYS[action][way].rows)
        return gained + _SIDE_EFFECTS[action](self, way)

    def best(self, action: str) -> float:
        """What an activated action is worth: its best way, or the card that comes when it is impossible."""
        if action not in self._best:
            ways = possible_ways(action, self._word)
            self._best[action] = max([self.value(action, way) for way in ways], default=CARD_VALUE)
        return self._best[action]


def _gain_of_cube(counts: Sequence[int], seat: int, points: tuple[int, ...]) -> float:
    """How many points one more cube brings about: in the rank it leads to, and as a step towards the next one."""
    own = counts[seat]
    before = _points_of_rank(counts, seat, own, points)
    after = _points_of_rank(counts, seat, own + 1, points)
    return after - before + 0.25 * points[0] / (1 + abs(max(counts) - own))


def _points_of_rank(counts: Sequence[int], seat: int, own: int, points: tuple[int, ...]) -> float:
    """The points for ``own`` cubes; among equals the middle of what they can get."""
    if not own:
        return 0
    others = [count for other, count in enumerate(counts) if other != seat]
    ahead = sum(count > own for count in others)
    level = sum(count == own for count in others)
    places = [points[place] if place < len(points) else 0 for place in range(ahead, ahead + level + 1)]
    return sum(places) / len(places)


def _stored(outlook: Outlook, stock: int, worth: float) -> float:
    """A cube more in a warehouse: the first are needed, the last may never be used."""
    return (worth - 0.15 * stock) * (0.3 + outlook.time)


def _built(outlook: Outlook, way: str) -> float:
    """What a thing will bring in the time that is left, less the two cubes spent."""
    mat = outlook.mat
    if way == "S":
        return outlook.time * outlook.sea * (1.4 - 0.3 * mat.ships) - 0.7
    if way == "W":
        return outlook.time * 2.0 / len(mat.cloth) - 0.7
    return outlook.time * 1.4 * outlook.cubes[ROW_INDEX[TRADING_CODES[way]]] - 0.7


def _woven(outlook: Outlook, way: str) -> float:
    """Cloth is worth part of the best place it can go to, less where there is no way to bring it there yet."""
    mat = outlook.mat
    land = [outlook.cubes[ROW_INDEX[TRADING_CODES[house]]] for house in mat.houses]
    outlet = max([outlook.sea if mat.ships else 0.5 * outlook.sea, *land])
    stock = sum(mat.cloth)
    room = sum(cloth < WORKSHOP_CELLS for cloth in mat.cloth)
    return room * outlet * 0.45 * (0.2 + outlook.time) / (1 + 0.4 * stock)


_SIDE_EFFECTS: Final[Mapping[str, Callable[[Outlook, str], float]]] = {
    "W": lambda outlook, way: _stored(outlook, outlook.mat.wood, 0.9),
    "B": lambda outlook, way: _stored(outlook, outlook.mat.brick, 0.9),
    "M": lambda outlook, way: _stored(outlook, outlook.mat.marble, 1.1),
    "U": _built,
    "A": lambda outlook, way: -0.5,
    "V": _woven,
    "S": lambda outlook, way: -0.3 * len(way),
    "T": lambda outlook, way: -0.3 * len(way),
    "C": lambda outlook, way: -0.4,
}
"""What an action does beside the cubes that it brings to the board: stock spent and won, ships, houses, workshops."""


def play_greedy(state: State, options: Sequence[Command], random: Random) -> Command:
    """The decision that seems to bring most points soon; what seems equal is drawn by lot."""
    if len(options) == 1 or type(options[0]) not in _JUDGES:
        return play_random(state, options, random)
    seat = state.actor or 0
    outlooks = [Outlook(state, other, is_own=other == seat) for other in range(len(state.mats))]
    judged = [(_judge(outlooks, seat, option) + NOISE * random.random(), option) for option in options]
    return max(judged, key=lambda pair: pair[0])[1]


def _judge(outlooks: Sequence[Outlook], seat: int, command: Command) -> float:
    judge = _JUDGES.get(type(command))
    return judge(outlooks, seat, command) if judge else 0.0


def _judge_act(outlooks: Sequence[Outlook], seat: int, command: Act) -> float:
    return outlooks[seat].value(command.action, command.way)


def _judge_card(outlooks: Sequence[Outlook], seat: int, command: PlayCard) -> float:
    return outlooks[seat].value(command.action, command.way) - CARD_VALUE * (0.2 + 0.8 * outlooks[seat].time)


def _judge_skip(outlooks: Sequence[Outlook], seat: int, command: Skip) -> float:
    """An impossible action brings a card; a possible one is not given up for anything less than a loss."""
    outlook = outlooks[seat]
    is_possible = bool(possible_ways(command.action, outlook.state.room | able(outlook.mat)))
    return -0.2 if is_possible else CARD_VALUE * outlook.time


def _judge_place(outlooks: Sequence[Outlook], seat: int, command: Place) -> float:
    """The own activations, less some of what the discs below give to others."""
    state = outlooks[seat].state
    pair = street_actions(state.setup.city)[command.street]
    stack = state.stacks[STREET_INDEX[command.street]]
    own = sum(outlooks[seat].best(action) for action in pair)
    value = own * WHITE_GAIN - WHITE_COST if command.disc == WHITE else own
    for disc in stack[:-3:-1]:
        owner = SEAT_OF.get(disc)
        if owner is not None:
            gain = sum(outlooks[owner].best(action) for action in pair)
            value += gain if owner == seat else -RIVALRY * gain
    if len(stack) == 3:
        value += SEAT_VALUE if stack[0] in {str(seat), WHITE} else -RIVALRY * SEAT_VALUE
    return value


def _judge_draft(outlooks: Sequence[Outlook], seat: int, command: DraftCard) -> float:
    return _DRAFTED.get(command.card, 0.0)


def _judge_kept(outlooks: Sequence[Outlook], seat: int, command: KeepInfluence) -> float:
    """An unknown card is never kept where one is known."""
    return -1.0 if command.card == UNKNOWN else 0.0


_JUDGES: Final[Mapping[type[Command], Callable[..., float]]] = {
    Act: _judge_act,
    PlayCard: _judge_card,
    Skip: _judge_skip,
    Place: _judge_place,
    DraftCard: _judge_draft,
    KeepInfluence: _judge_kept,
}

PLAYERS: Final[Mapping[str, Player]] = {"random": play_random, "greedy": play_greedy}
"""Every player by name."""


def next_command(state: State, players: Sequence[Player], random: Random) -> Command:
    """The next command of a game: a shuffled deck's, or that of the player who has to act."""
    if is_chance(state):
        return chance_command(state, random)
    actor = state.actor
    return (players[actor] if actor is not None else play_random)(state, legal(state), random)
