"""What a phone needs to go on with a turn while it has no connection: every street, and all that may be done there.

It is made of the rule set and of the discs that lie there, not of what is possible, since that changes with every
decision: what is written down by it is checked once there is a connection.
"""

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from calimala_es.actions.possible import ACTION_OPTIONS, OWN_TRAITS, TRAITS
from calimala_es.board import STREET_INDEX, STREETS, street_actions, street_names
from calimala_es.commands import DoAction, SkipAction
from calimala_es.components import INTRIGUE, INTRIGUE_ACTIONS, SEATS
from calimala_es.setup import Setup
from calimala_es.state import SEAT_OF, State
from notation.words.symbols import NOT_DONE
from replays.languages import Language
from replays.names import Table
from replays.service.api.moments import Option
from replays.words import command_words


class SheetActivation(Struct, frozen=True):
    """Who is activated at a depth, 1 the disc just placed: the seat, ``null`` for nobody."""

    depth: int
    seat: int | None


class SheetStreet(Struct, frozen=True):
    """A street: its two squares, its name in notation, the actions of its two tiles, and of its intrigue tile.

    ``discs`` are the letters of its discs, bottom first. ``activations`` are those that a disc of the player whose turn
    it is brings about there; ``actions`` are all ways of each action, by its letter, whether they are possible or not.
    """

    street: str
    name: str
    tiles: str
    intrigue: str
    discs: str
    activations: list[SheetActivation]
    actions: Mapping[str, list[Option]]


def sheet_of(state: State, table: Table) -> list[SheetStreet]:
    """The streets of a position, in the order of the rules."""
    setup = state.setup
    names, tiles, intrigue = street_names(setup.city), street_actions(setup.city), setup.intrigue or ("",) * 12
    return [
        SheetStreet(
            street,
            names[street],
            tiles[street],
            intrigue[STREET_INDEX[street]],
            table.letters(state.stacks[STREET_INDEX[street]]),
            _activations(state, street),
            _deeds(setup, tiles[street] + intrigue[STREET_INDEX[street]], table.language),
        )
        for street in STREETS
    ]


def _activations(state: State, street: str) -> list[SheetActivation]:
    """The disc that is placed and the two below it (R4.3, R4.4); a white one, or the third party's, is nobody's."""
    stack = state.stacks[STREET_INDEX[street]] + SEATS[state.active]
    third = state.setup.third_mark
    return [
        SheetActivation(depth, SEAT_OF[disc] if disc in SEAT_OF and disc != third else None)
        for depth, disc in enumerate(stack[:-4:-1], 1)
    ]


@lru_cache(maxsize=4096)
def _deeds(setup: Setup, actions: str, language: Language) -> dict[str, list[Option]]:
    """All that can ever be done with these actions in a game with this set-up."""
    own = [TRAITS[family] & OWN_TRAITS for family in setup.families]
    table = Table((), setup, language)
    deeds: dict[str, list[Option]] = {}
    for action in dict.fromkeys(actions):
        needs = {code: way.needs & OWN_TRAITS for code, way in ACTION_OPTIONS[action].items()}
        commands: list[DoAction | SkipAction] = [
            DoAction(action, code) for code, need in needs.items() if not need or need in own
        ]
        commands.append(SkipAction(INTRIGUE if action in INTRIGUE_ACTIONS else action))
        deeds[action] = [_deed(command, table) for command in commands]
    return deeds


def _deed(command: DoAction | SkipAction, table: Table) -> Option:
    behind = command.option if isinstance(command, DoAction) else NOT_DONE
    return Option(command.action + behind, command_words(command, table))
