"""A table set for one test: only what matters is said, the rest is as in the middle of some game.

    table = set_table("AS", mats={0: Mat(5, 2, Stock(marble=1))}, stacks="w21")
    table.do(PlaceDisc(table.here), DoAction("A", "C"))

The two actions that a test is about lie on the street `here`. The active player is seat 0 (Maria, blue), then come
seat 1 (Angelica, red), seat 2 (Tania, yellow) and so on, as in the rulebook's examples. With two players "2" is the
third party, which is green.
"""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from calimala_es import Ruleset, Setup, State, initial, legal, step
from calimala_es.board import STREET_INDEX, free_cells_mask, street_actions
from calimala_es.commands import Command, DoAction, MoveCube, PlaceDisc
from calimala_es.components import ACTIONS, COLOURS, ROW_INDEX, ROWS, SCORING_TILES, SEATS, TILE_OF, Street, to_action
from calimala_es.deck import unseen
from calimala_es.errors import IllegalCommandError
from calimala_es.events import Event
from calimala_es.frames import NOTHING, GameOver, InfluenceReveal, Placement
from calimala_es.state import Mat

SOME: Mat = Mat(5, 2)
"""A player with discs to place and nothing else."""

NO_MAT: Mat = Mat(0, 0)
"""What the third party has before it scores."""


def with_goods(mat: Mat, **goods: object) -> Mat:
    """Return a mat with other fields in its stock, or in what is built."""
    parts = [
        replace(part, **{name: value for name, value in goods.items() if name in part.__struct_fields__})
        for part in (mat.stock, mat.built)
    ]
    return replace(mat, stock=parts[0], built=parts[1])


def city_with(pair: str) -> tuple[str, Street]:
    """Return a city in which two actions are neighbours, and their street."""
    street: Street
    if "C" in pair:
        first, street = "_" + pair.replace("C", ""), "25"
    else:
        first, street = pair, "12"
    others = iter(action for action in ACTIONS if action not in first + "C")
    tiles = [next(others) if square == "_" else square for square in first.ljust(4, "_")]
    return "".join([*tiles, "C", *others]), street


def deeds(actions: str) -> list[DoAction]:
    """Return the decisions to do these actions one after another, each without an option."""
    return [DoAction(to_action(action)) for action in actions]


class Table:
    """A position that changes as commands come."""

    def __init__(self, state: State, here: Street = "12") -> None:
        """Start from a state; `here` is the street that the test is about."""
        self.state = state
        self.here: Street = here

    def do(self, *commands: Command) -> list[Event]:
        """Give commands, each of which must be legal and listed, and return all events."""
        happened: list[Event] = []
        for command in commands:
            assert command in legal(self.state), (command, legal(self.state))
            events, self.state = step(self.state, command)
            happened += events
        return happened

    def play_on(self, *commands: Command) -> list[Event]:
        """Give commands, then whatever is listed first until a disc is to be placed or the game is over."""
        events = self.do(*commands)
        while not isinstance(self.state.now, Placement | InfluenceReveal | GameOver):
            events += self.do(legal(self.state)[0])
        return events

    def opens(self) -> bool:
        """Return whether the street of the test is open."""
        return PlaceDisc(self.here) in legal(self.state)

    def cube_moves(self) -> set[tuple[str, str]]:
        """Return from where to where a cube may be moved."""
        return {(command.source, command.target) for command in legal(self.state) if isinstance(command, MoveCube)}

    def do_unlisted(self, *commands: Command) -> list[Event]:
        """Give commands that are accepted but never listed: missed, observed."""
        happened: list[Event] = []
        for command in commands:
            assert command not in legal(self.state)
            events, self.state = step(self.state, command)
            happened += events
        return happened

    def refuses(self, command: Command, rule: str) -> str:
        """Give a command that must be illegal by this rule, and return the message."""
        assert command not in legal(self.state)
        with pytest.raises(IllegalCommandError) as refusal:
            step(self.state, command)
        assert refusal.value.rule == rule, str(refusal.value)
        return str(refusal.value)

    def offers(self, *commands: Command) -> bool:
        """Return whether all of the commands are legal now."""
        return {*commands} <= {*legal(self.state)}

    def street(self, pair: str) -> Street:
        """Return the street between two actions."""
        return next(street for street, both in street_actions(self.state.setup.city).items() if {*both} == {*pair})

    def mat(self, seat: int) -> Mat:
        """Return what a player has."""
        return self.state.mats[seat]

    def row(self, name: str) -> str:
        """Return the cubes in a row of the board."""
        return self.state.rows[ROW_INDEX[name]]

    def stack(self, street: Street | None = None) -> str:
        """Return the discs on a street, bottom first."""
        return self.state.stacks[STREET_INDEX[street or self.here]]


def set_table(
    actions: str = "WB",
    stack: str = "",
    *,
    players: int = 3,
    mats: Mapping[int, Mat] | None = None,
    rows: Mapping[str, str] | None = None,
    stacks: Mapping[str, str] | None = None,
    tiles: str = " ".join(SCORING_TILES),
    council: str = "",
    deck: int | None = None,
    discard: str = "",
    turn: int = 1,
    active: int = 0,
    ruleset: Ruleset | None = None,
) -> Table:
    """Return a position in which the active player is about to place a disc."""
    city, here = city_with(actions)
    third = "g" if players == 2 else ""
    state = initial(
        Setup(COLOURS[:players], city, tuple(TILE_OF[tile] for tile in tiles.split()), ruleset or Ruleset(), third)
    )
    all_rows = tuple((rows or {}).get(row, "") for row in ROWS)
    lying = {here: stack, **(stacks or {})}
    state = replace(
        state,
        turn=turn,
        active=active,
        mats=tuple((mats or {}).get(seat, SOME if seat < players else NO_MAT) for seat in range(len(state.mats))),
        rows=all_rows,
        free_cells=free_cells_mask(all_rows, state.setup.ruleset.cells),
        stacks=tuple(lying.get(street, "") for street in STREET_INDEX),
        council=council.ljust(len(SCORING_TILES), "."),
        seats="".join(mark for mark in council if mark in SEATS),
        discard=discard,
        laid_out="",
        now=Placement(active),
        later=NOTHING,
    )
    pool = unseen(state)
    held = sum(mat.unknown for mat in state.mats)
    return Table(replace(state, pool=pool, deck=len(pool) - held if deck is None else deck), here)


def happened(kind: type[Event], events: list[Event]) -> list[Event]:
    """Return the events of one kind."""
    return [event for event in events if type(event) is kind]
