"""Games and positions for tests: played by seeded players, or made up cell by cell.

A game is named by a few numbers and its rule set (`Playout`), so that a failing example can be played again by typing
its `repr`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es import Ruleset, Setup, State, initial, legal, step
from calimala_es.board import STREET_INDEX, free_cells_mask, is_street
from calimala_es.commands import (
    Command,
    DealInfluence,
    DrawCard,
    KeepInfluence,
    MarkMissed,
    ObservePart,
    OpenInfluence,
    PlaceDisc,
    RevealInfluence,
    TurnUpInfluence,
)
from calimala_es.components import (
    ACTIONS,
    CELLS,
    COLOURS,
    INTRIGUE_CELLS,
    PALAZZO_ROW,
    ROW_INDEX,
    SEATS,
    TRACK_STAGES,
    TRACK_STEPS,
    UNKNOWN,
    WHITE,
)
from calimala_es.decide.unrecorded import MOST_AT_REST, can_be_missed, is_being_activated
from calimala_es.deck import chance_command, is_chance, unseen, with_pool
from calimala_es.editions import BY_ACTION, BY_ACTIVATION, UNLIMITED, Settings
from calimala_es.events import Event
from calimala_es.families import FAMILIES
from calimala_es.frames import Activation, Placement
from calimala_es.game import Game, Move
from calimala_es.initial import shuffled_setup
from calimala_es.observation import MAT_PARTS, PARTS, part_exists
from calimala_es.setup import ruleset_of
from calimala_es.state import Built, Mat, Stock

NO_CODE: Final[Any] = "99"
"""A code of nothing, where a checker wants one of something."""

KNOWN: Final = "known"
"""Records in which every card is known."""

AT_THE_TABLE: Final = "at the table"
"""Records in which no card is known before it is face up."""

MIXED: Final = "mixed"
"""Records in which some cards are known and some are not."""

WITH_MISTAKES: Final = "with mistakes"
"""Records like `MIXED`, with missed turns and observations that nothing before explains."""

OFF_THE_RULES: Final = "off the rules"
"""Records like `WITH_MISTAKES`, in which more copies of a card are observed than the box has."""

RECORDS: Final = (KNOWN, AT_THE_TABLE, MIXED)
"""The records in which everything goes by the rules."""

ANY_STACK: Final = "any"
HIGH_STACKS: Final = "high"
LOW_STACKS: Final = "low"
"""The stacks on which players of a game like to place discs."""


@dataclass(frozen=True)
class Rules:
    """The rules of a table.

    `settings` and `cells` are those of the edition by default; `track` is the steps of the faction track and where its
    stages begin.
    """

    edition: str = "first"
    settings: Settings | None = None
    intrigue: bool = False
    families: tuple[str, ...] = ()
    cells: tuple[int, ...] = ()
    track: tuple[int, tuple[int, ...]] = (TRACK_STEPS, TRACK_STAGES)

    @property
    def ruleset(self) -> Ruleset:
        """The edition with its numbers."""
        usual = ruleset_of(self.edition, intrigue=self.intrigue)
        return replace(
            usual,
            settings=self.settings or usual.settings,
            cells=self.cells or usual.cells,
            steps=self.track[0],
            stages=self.track[1],
        )

    def setup(self, players: int, random: Random) -> Setup:
        """Return a shuffled set-up for this many players."""
        return shuffled_setup(COLOURS[:players], random, self.ruleset, intrigue=self.intrigue, families=self.families)


FIRST: Final = Rules()
SECOND: Final = Rules("second")
INTRIGUE: Final = Rules("second", intrigue=True)
"""The usual rules of both editions, and of the second with Intrigue."""


class Step(NamedTuple):
    """A command with what it led to."""

    before: State
    command: Command
    events: tuple[Event, ...]
    after: State


@dataclass(frozen=True)
class Playout:
    """A whole game of so many players, played at random from a seed.

    If the players prefer high stacks, the fifteen tiles are soon scored; low stacks let them place all discs.
    """

    players: int
    seed: int
    record: str = KNOWN
    stacks: str = ANY_STACK
    rules: Rules = FIRST

    @property
    def setup(self) -> Setup:
        """The table."""
        return self.game.setup

    @cached_property
    def steps(self) -> list[Step]:
        """Every command from the first deal to the end."""
        return _played(self)[1]

    @cached_property
    def game(self) -> Game:
        """The game, with no more than what was decided."""
        return _played(self)[0]

    @property
    def states(self) -> list[State]:
        """Every position between two commands, the first and the last included."""
        return [*self.game.states]

    @property
    def events(self) -> list[Event]:
        """Everything that happened."""
        return [event for played in self.steps for event in played.events]

    def play(self) -> Iterator[Step]:
        """Play the game; the properties have it from `_played`."""
        random = Random(self.seed)
        state = initial(self.rules.setup(self.players, Random(self.seed)))
        while not state.is_over:
            command = self._command(state, random)
            events, after = step(state, command)
            yield Step(state, command, events, after)
            state = after

    def _command(self, state: State, random: Random) -> Command:
        if self.record in {WITH_MISTAKES, OFF_THE_RULES}:
            if random.random() < 0.03:
                return any_observation(state, random, explainable=self.record == WITH_MISTAKES)
            if random.random() < 0.01 and can_be_missed(state):
                return MarkMissed()
        if self.record == AT_THE_TABLE or (self.record != KNOWN and random.random() < 0.4):
            hidden = _unrecorded(state)
            if hidden is not None:
                return hidden
        if is_chance(state):
            return chance_command(state, random)
        commands = legal(state)
        if self.record == KNOWN:
            commands = tuple(command for command in commands if command not in _UNRECORDED_CARDS)
        if self.stacks != ANY_STACK and type(state.now) is Placement and random.random() < 0.95:
            commands = _by_height(state, commands, self.stacks)
        return random.choice(commands)


@lru_cache(maxsize=64)
def _played(playout: Playout) -> tuple[Game, list[Step]]:
    """Return a game, which tests that name the same one share, and its steps."""
    steps = [*playout.play()]
    moves = tuple(Move(step.command, step.events, step.after) for step in steps)
    start = steps[0].before
    return Game(start.setup, start, moves), steps


_UNRECORDED_CARDS: Final = (KeepInfluence(UNKNOWN), OpenInfluence(UNKNOWN), RevealInfluence(UNKNOWN))
"""The commands for influence cards that nobody recorded."""


def _unrecorded(state: State) -> Command | None:
    """Return the command of a recorder who does not see the card."""
    commands = legal(state)
    return next(
        (
            command
            for command in (DealInfluence(()), TurnUpInfluence(UNKNOWN), KeepInfluence(UNKNOWN), DrawCard(UNKNOWN))
            if command in commands
        ),
        None,
    )


def _by_height(state: State, commands: tuple[Command, ...], which: str) -> tuple[Command, ...]:
    """Return the placements on the highest, or the lowest, of the open stacks."""

    def height(command: Command) -> int:
        assert isinstance(command, PlaceDisc)
        return len(state.stacks[STREET_INDEX[command.street]])

    wanted = (max if which == HIGH_STACKS else min)(map(height, commands))
    return tuple(command for command in commands if height(command) == wanted)


def games(
    *records: str, players: tuple[int, ...] = (3, 4, 5), rules: st.SearchStrategy[Rules] | None = None
) -> st.SearchStrategy[Playout]:
    """Return whole games of these kinds of records; of the first edition unless rules are given."""
    return st.builds(
        Playout,
        players=st.sampled_from(players),
        seed=st.integers(0, 1 << 32),
        record=st.sampled_from(records or RECORDS),
        stacks=st.sampled_from((ANY_STACK, HIGH_STACKS, LOW_STACKS)),
        rules=st.just(FIRST) if rules is None else rules,
    )


SETTINGS: Final = st.one_of(
    st.none(),
    st.builds(
        Settings,
        compensation_scope=st.sampled_from((BY_ACTIVATION, BY_ACTION)),
        active_draw_limit=st.sampled_from((0, 1, 2, UNLIMITED)),
        placement_may_draw=st.booleans(),
        art_counts_pal=st.booleans(),
    ),
)
"""The optional settings of the second edition (R9.3, R9.7), or none."""


def any_cells(seed: int) -> tuple[int, ...]:
    """Return other numbers of cells, those of Intrigue's rows included; none at all for some rows."""
    random = Random(seed)
    return tuple(random.randint(0, cells + 1) for cells in CELLS + INTRIGUE_CELLS)


SECOND_EDITION: Final = st.builds(Rules, edition=st.just("second"), settings=SETTINGS)


def intrigue(families: tuple[str, ...] = ()) -> st.SearchStrategy[Rules]:
    """Return the second edition with Intrigue and these families, now and then with other settings and numbers."""
    return st.builds(
        Rules,
        edition=st.just("second"),
        settings=SETTINGS,
        intrigue=st.just(True),
        families=st.just(families),
        cells=st.one_of(st.just(()), st.just(()), st.builds(any_cells, st.integers(0, 1 << 32))),
        track=st.sampled_from(
            ((TRACK_STEPS, TRACK_STAGES), (TRACK_STEPS, TRACK_STAGES), (3, (1, 2, 3)), (9, (1, 2, 9)))
        ),
    )


@st.composite
def _some_families(draw: st.DrawFn, players: int) -> tuple[str, ...]:
    """Return a family for each player or for some of them."""
    count = draw(st.integers(1, players))
    named = draw(st.permutations([*FAMILIES]))[:count]
    return tuple(draw(st.permutations([*named, *[""] * (players - count)])))


TWO_PLAYERS: Final = "two players"
FIRST_EDITION: Final = "first edition"
LATER_EDITION: Final = "second edition"
WITH_INTRIGUE: Final = "Intrigue"
WITH_FAMILIES: Final = "families"

KINDS: Final = (TWO_PLAYERS, FIRST_EDITION, LATER_EDITION, WITH_INTRIGUE, WITH_FAMILIES)
"""The kinds of rule sets."""


@st.composite
def any_games(draw: st.DrawFn, *records: str, kinds: tuple[str, ...] = KINDS) -> Playout:
    """Return whole games of these kinds of records by any rules: editions, settings, Intrigue, families."""
    kind = draw(st.sampled_from(kinds))
    players = 2 if kind == TWO_PLAYERS else draw(st.integers(3, 5))
    rules: st.SearchStrategy[Rules] = st.just(FIRST)
    if kind == LATER_EDITION:
        rules = SECOND_EDITION
    elif kind == WITH_INTRIGUE:
        rules = intrigue()
    elif kind == WITH_FAMILIES:
        rules = intrigue(draw(_some_families(players)))
    return draw(games(*records, players=(players,), rules=rules))


def any_observation(state: State, random: Random, *, explainable: bool = False) -> ObservePart:
    """Return an observation of a part of the position; if `explainable`, the box has enough copies of every card."""
    setup = state.setup
    part = random.choice([part for part in PARTS if part_exists(part, setup)])
    if explainable:
        if part == "discard":
            return ObservePart(part, state.discard)
        if part.endswith(".hand"):
            mat = state.mats[int(part[0])]
            cards = [*state.pool, *mat.open, *mat.secret]
            random.shuffle(cards)
            return ObservePart(part, "".join(cards[: random.randrange(4)]) + UNKNOWN * random.randrange(3))
    value = _any_value(part, setup, random)
    if is_street(part) and not is_being_activated(state, part):
        value = value[:MOST_AT_REST]
    return ObservePart(part, value)


def _any_value(part: str, setup: Setup, random: Random) -> str:
    parties = SEATS[: len(setup.parties)]

    def some(letters: str, *counts: int) -> str:
        return "".join(random.choices(letters, k=random.choice(counts)))

    if part in STREET_INDEX:
        return some(parties + WHITE, 0, 1, 2, 3, 4)
    if part in ROW_INDEX:
        return some(parties, 0, 1, 3, 5, 12, 20)
    kind = part.rpartition(".")[2]
    values = {
        "council": lambda: some(parties + "x.", 15) if random.random() < 0.5 else some(parties + "x", 0, 5, 14, 15),
        "active": lambda: random.choice(SEATS[: setup.players]),
        "hand": lambda: some(ACTIONS + UNKNOWN * 3, 0, 0, 1, 2, 3, 9),
        "discard": lambda: some(ACTIONS, 0, 0, 1, 5, 20),
        "deck": lambda: random.choice(["0", "0", "1", "2", "30"]),
        "houses": lambda: "".join(code for code in "TBH" if random.random() < 0.5),
        "cloth": lambda: ".".join(some("01234", 1) for _ in range(random.randint(1, 3))),
        "points": lambda: str(random.randrange(120)),
        "ships": lambda: some("0123", 1),
        "faction": lambda: str(random.randint(-setup.ruleset.steps, setup.ruleset.steps)),
    }
    value = values.get(kind)
    if value is not None:
        return value()
    assert kind in MAT_PARTS
    return some("001234", 1)


def any_mat(random: Random) -> Mat:
    """Return a mat on which every number is possible, though perhaps not all of them together."""
    workshops = random.randint(1, 3)
    return Mat(
        stock=Stock(wood=random.randrange(5), brick=random.randrange(5), marble=random.choice((0, 0, 1, 4))),
        built=Built(
            cloth=tuple(random.choice((0, 0, 1, 4, 4)) for _ in range(workshops)),
            ships=random.choice((0, 0, 1, 2, 3)),
            houses="".join(code for code in "TBH" if random.random() < 0.5),
        ),
        coloured=random.randrange(10),
        white=random.randrange(3),
    )


def any_rows(random: Random, seats: str = "012", cells: tuple[int, ...] = CELLS) -> tuple[str, ...]:
    """Return board rows of which many are full or nearly full."""
    return tuple(
        "".join(random.choices(seats, k=max(0, count - random.choice((0, 0, 0, 1, 2, count))))) for count in cells
    )


def any_council(random: Random, seats: str) -> tuple[str, str]:
    """Return the tiles scored so far, with a seat or without, and the order of the seats."""
    scored = "".join(random.choices(seats + "x", k=random.randrange(16)))
    return scored.ljust(15, "."), scored.replace("x", "")


@st.composite
def scored_boards(draw: st.DrawFn, rules: Rules = FIRST, players: tuple[int, ...] = (3, 4, 5)) -> State:
    """Return positions with any cubes on the board and any seats in the council, made so that ties are frequent."""
    count = draw(st.sampled_from(players))
    random = Random(draw(st.integers(0, 1 << 32)))
    state = initial(rules.setup(count, random))
    seats = SEATS[: len(state.mats)]
    cells = state.setup.ruleset.cells
    rows = tuple("".join(random.choices(seats, k=random.randrange(5))) for _ in cells)
    if random.random() < 0.3:
        rows = (*rows[:PALAZZO_ROW], "", *rows[PALAZZO_ROW + 1 :])
    council, taken = any_council(random, seats)
    if random.random() < 0.5:
        council, taken = "." * 15, ""
    steps = state.setup.ruleset.steps if rules.intrigue else 0
    mats = tuple(replace(mat, faction=random.randint(-steps, steps)) for mat in state.mats)
    return replace(
        state,
        rows=rows,
        free_cells=free_cells_mask(rows, cells),
        council=council,
        seats=taken,
        mats=mats,
        active=random.randrange(count),
    )


@st.composite
def hands_and_boards(draw: st.DrawFn, rules: Rules = FIRST) -> State:
    """Return positions with an active disc, and any resources: known and unknown cards, full and empty rows."""
    random = Random(draw(st.integers(0, 1 << 32)))
    state = initial(rules.setup(3, random))
    cells = state.setup.ruleset.cells
    rows = any_rows(random, cells=cells)
    letters = "".join(random.sample(ACTIONS, k=random.randint(1, 3)))
    secret = "".join(sorted(random.choices(letters, k=random.choice((0, 1, 2, 3, 4)))))
    family = state.mats[0].family
    mat = replace(any_mat(random), secret=secret, unknown=random.choice((0, 0, 0, 1, 1, 2)), family=family)
    if state.setup.edition.is_cloth_pooled:
        each, over = divmod(sum(mat.built.cloth), len(mat.built.cloth))
        mat = replace(
            mat, built=replace(mat.built, cloth=tuple(each + (place < over) for place in range(len(mat.built.cloth))))
        )
    state = replace(state, rows=rows, free_cells=free_cells_mask(rows, cells), mats=(mat, *state.mats[1:]), laid_out="")
    discard = "".join(sorted(random.sample(unseen(state), k=random.choice((0, 10, 30, 36)))))
    state = replace(state, discard=discard)
    return replace(with_pool(state), turn=1, now=Activation(0, "12", 1, "WB"))
