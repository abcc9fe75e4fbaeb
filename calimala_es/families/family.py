"""What a family may change, as data and as functions for the named places of the rules (R11).

Every function gets the state at its moment and gives frames, which say what may be decided, or changes; it decides
nothing itself. A family that has nothing for a place leaves it empty.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct

from calimala_es.components import StartChoice, Street, Tile
from calimala_es.frames import Frames
from calimala_es.options import ActionOption
from calimala_es.state import State


def _nothing(state: State, seat: int) -> tuple[StartChoice, ...]:
    return ("",)


def _unchanged(state: State, seat: int, choice: StartChoice) -> State:
    return state


class Family(Struct, frozen=True):
    """One family.

    ``name`` is written in records; ``ability`` and ``start`` are shown to people, as is ``example``, a symbol that only
    this family brings into records, with what it means there. ``discs`` are the coloured and white
    discs more than others have, ``unused`` how many stay unused. ``options`` are those of actions that only this family
    has, by action and code, and ``replaced`` the actions that it does not do with the usual options; then ``prices``
    gives, for what is built (``S W T B H``) and a mask, every hand of cards that brings the missing goods, and
    ``offerings`` every one that brings something to contribute (R4.2). ``draws`` is the number of cards drawn where one
    is due, of which one stays in the hand.

    The places: ``choices`` lists the start effects to choose from (one: no choice), ``begin`` is the effect and
    ``start_draws`` the cards that chance gives with it; ``below`` comes for a disc below the top that its family's
    player, being the active one, just covered (street, depth, disc); ``before_seat`` before a bottom disc leaves its
    street; ``before_tile`` before a tile is scored, ``after_tile`` after it (tile); ``after_cubes`` after an action put
    cubes into rows; ``instead_of_card`` gives the actions that may be carried out instead of drawing a card.
    """

    name: str
    ability: str
    start: str
    example: str = ""
    example_words: str = ""
    discs: tuple[int, int] = (0, 0)
    unused: int = 0
    options: dict[str, dict[str, ActionOption]] = {}
    replaced: str = ""
    prices: Callable[[str, int], Iterator[str]] | None = None
    offerings: Callable[[int], Iterator[str]] | None = None
    draws: int = 1
    keeps_all_influence: bool = False
    choices: Callable[[State, int], tuple[StartChoice, ...]] = _nothing
    begin: Callable[[State, int, StartChoice], State] = _unchanged
    start_draws: int = 0
    below: Callable[[int, Street, int, str], Frames] | None = None
    before_seat: Callable[[State, int], Frames] | None = None
    before_tile: Callable[[State, int], Frames] | None = None
    after_tile: Callable[[State, int, Tile], Frames] | None = None
    after_cubes: Callable[[State, int, tuple[int, ...]], Frames] | None = None
    instead_of_card: Callable[[State, int], str] | None = None

    @property
    def has_starts(self) -> bool:
        """Whether the player chooses one of several start effects."""
        return self.choices is not _nothing
