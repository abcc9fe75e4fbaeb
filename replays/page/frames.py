"""A line of a game as frames: what happened, in words, and what it changed.

A position is a list of values, each in a named *slot*: everything that a board shows. Which slots there are, and in
which order, depends on the set-up alone. A value is a number, a string or a list of strings or numbers. It contains
nothing about the future; the given state decides whose cards are hidden.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, compress, pairwise
from operator import ne
from typing import Any, Final, NamedTuple

from msgspec import Struct

from calimala_es.board import STREETS, street_actions
from calimala_es.components import ALL_ROWS, UNKNOWN
from calimala_es.events import Event
from calimala_es.frames import Activation, DiscOffer, Frames, TileScoring
from calimala_es.known import EVERYTHING, Known
from calimala_es.setup import Setup
from calimala_es.state import Mat, State
from replays.replay import Level, Replay
from replays.text.board.turn import waiting_sentence
from replays.text.events import EventText, event_text
from replays.text.names import Names
from replays.text.turns import turn_text

Value = int | str | tuple[int | str, ...]

TABLE_SLOTS: Final = (
    "turn", "active", "waiting", "unrecorded", "disc", "tile", "council", "seats", "deck", "discard", "laid", "board",
)  # fmt: skip
"""The turn and the seat whose turn it is; the number of the sentence that says what is waited for; the parts of the
position that are not recorded; the disc that is being activated, ``69/2/WM`` for the second from the top with the
actions that are still to come; the scoring tile that is due; the marks of the council's tiles and the order of its
seats; the number of cards in the deck, the open pile, the starting cards laid out, the influence cards by the board."""

MAT_SLOTS: Final = (
    "points", "coloured", "white", "support", "wood", "brick", "marble", "cloth", "ships", "houses",
    "hand", "influence", "faction",
)  # fmt: skip
"""What a seat has: numbers as in ``state.Mat``; the cloth in each workshop; the hand, ``?`` for a card not known; the
influence cards: those shown, else the chosen one, else those dealt."""


def slots(setup: Setup, rows: int) -> tuple[str, ...]:
    """Return the names of all slots of a game with these rows, e.g. ``row:SMF.W``, ``street:69``, ``m0.points``."""
    return (
        *TABLE_SLOTS,
        *(f"row:{row}" for row in ALL_ROWS[:rows]),
        *(f"street:{street}" for street in STREETS),
        *(f"m{seat}.{name}" for seat in range(len(setup.parties)) for name in MAT_SLOTS),
    )


class SlotGroups(NamedTuple):
    """What a board shows of a position, in groups of slots; most are the same objects as in the position before.

    ``table`` has the values of ``TABLE_SLOTS``; ``rows``, ``stacks`` and ``mats`` are those of the position.
    """

    table: tuple[Value, ...]
    rows: tuple[str, ...]
    stacks: tuple[str, ...]
    mats: tuple[Mat, ...]

    @classmethod
    def of(cls, state: State, waiting: int = 0, unrecorded: tuple[str, ...] = ()) -> "SlotGroups":
        """Return what is shown of a position; ``waiting`` is the number of a sentence."""
        frames = state.frames
        table = (
            state.turn,
            state.active,
            waiting,
            unrecorded,
            _disc(state, frames),
            _tile(frames),
            state.council,
            state.seats,
            state.deck,
            state.discard,
            state.laid_out,
            state.by_board,
        )
        return cls(table, state.rows, state.stacks, state.mats)

    @property
    def values(self) -> tuple[Value, ...]:
        """The value of each slot of ``slots``."""
        return (*self.table, *self.rows, *self.stacks, *chain.from_iterable(map(_mat_values, self.mats)))

    def changed_since(self, before: "SlotGroups") -> list[Any]:
        """Return the slots whose value differs from an earlier one, by number, each followed by the later value."""
        changed = _changed(before.table, self.table, 0)
        first = len(TABLE_SLOTS)
        for old, new in ((before.rows, self.rows), (before.stacks, self.stacks)):
            if new is not old:
                changed += _changed(old, new, first)
            first += len(new)
        for mat, later in zip(before.mats, self.mats, strict=True):
            if later is not mat:
                changed += _changed(_mat_values(mat), _mat_values(later), first)
            first += len(MAT_SLOTS)
        return changed


def _changed(before: Sequence[Value], after: Sequence[Value], first: int) -> list[Any]:
    """Return the slots that differ in a group, whose first slot has the number ``first``, as in a ``Frame``."""
    changed = compress(range(len(after)), map(ne, before, after))
    return [part for place in changed for part in (first + place, after[place])]


def values(state: State, waiting: int = 0, unrecorded: tuple[str, ...] = ()) -> tuple[Value, ...]:
    """Return the value of each slot of ``slots(state.setup, len(state.rows))``."""
    return SlotGroups.of(state, waiting, unrecorded).values


def _disc(state: State, frames: Frames) -> str:
    """Return the disc that is being activated and its actions to come, also during an interruption.

    Before it, a white disc that may be activated is returned with both actions (R11.Pazzi).
    """
    for frame in frames:
        if isinstance(frame, Activation):
            return f"{frame.street}/{frame.depth}/{frame.pending}"
    if isinstance(state.now, DiscOffer):
        street = state.now.street
        return f"{street}/{state.now.depth}/{street_actions(state.setup.city)[street]}"
    return ""


def _tile(frames: Frames) -> str:
    for frame in frames:
        if isinstance(frame, TileScoring):
            return frame.tile
    return ""


def _mat_values(mat: Mat) -> tuple[Value, ...]:
    return (
        mat.points,
        mat.coloured,
        mat.white,
        mat.support,
        mat.stock.wood,
        mat.stock.brick,
        mat.stock.marble,
        mat.built.cloth,
        mat.built.ships,
        mat.built.houses,
        mat.open + mat.secret + UNKNOWN * mat.unknown,
        mat.shown or mat.kept or mat.dealt,
        mat.faction,
    )


# The text of a page for the events and positions of a game, and which parts of a position it may show.

KnownAt = Callable[[int], Known]
"""A function that returns what a record knows about a position."""


def number_words(sentences: Iterable[str]) -> tuple[tuple[str, ...], list[list[int]]]:
    """Return the distinct words of sentences, and every sentence as word numbers, joined by spaces."""
    spelt = [sentence.split(" ") for sentence in sentences]
    words = tuple(dict.fromkeys(chain.from_iterable(spelt)))
    number_of = {word: number for number, word in enumerate(words)}.__getitem__
    return words, [[*map(number_of, sentence)] for sentence in spelt]


class PageSentences:
    """Turns events into sentences and positions into slots; ``sentences`` are those that are named by number."""

    def __init__(self, names: Names, describe: EventText | None = None, known: KnownAt | None = None) -> None:
        """Store the names of the players; by default everything is recorded."""
        self.names = names
        self._describe = describe
        self._known = known
        self._numbers: dict[str, int] = {}

    def beside(self, position: int) -> "PageSentences":
        """Return the same for a variation that begins at a position; it uses the same sentence numbers."""
        known = self._known_at(position)
        inner = PageSentences(self.names, None, lambda _: known)
        inner._numbers = self._numbers
        return inner

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences so far."""
        return tuple(self._numbers)

    def words(self, event: Event, place: int) -> str:
        """Return an event, at its place in the replay, as a sentence."""
        return self._describe(event, place) if self._describe else event_text(event, self.names)

    def number(self, sentence: str) -> int:
        """Return the number of a sentence, assigned when it is first requested."""
        return self._numbers.setdefault(sentence, len(self._numbers))

    def values(self, state: State, position: int) -> tuple[Value, ...]:
        """Return the value of each slot at a position."""
        return self.groups(state, position).values

    def groups(self, state: State, position: int) -> SlotGroups:
        """Return what is shown at a position."""
        known = self._known_at(position)
        sentence = waiting_sentence(state, self.names, known)
        return SlotGroups.of(state, self.number(sentence), known.missing)

    def missing(self, position: int) -> tuple[str, ...]:
        """Return the parts of a position that are not recorded."""
        return self._known_at(position).missing

    def _known_at(self, position: int) -> Known:
        return self._known(position) if self._known else EVERYTHING


# Frames.

_LEVELS = tuple(Level)
LEVEL_NUMBERS: Final = {level: number for number, level in enumerate(_LEVELS)}
"""The number of each level, 0 for the whole game."""


class Frame(Struct, frozen=True, array_like=True):
    """One event.

    ``id`` is e.g. ``7.2.3``, ``level`` the number of the coarsest level at which a step begins with it (0 the whole
    game), ``actor`` the seat that acted, negative for none, ``words`` the number of a sentence, ``changed`` slots by
    number, each followed by its value after the event.
    """

    id: str
    level: int
    actor: int
    words: int
    changed: list[Any]


def frames(replay: Replay, page_text: PageSentences, since: int = 0, first: int = 0) -> list[Frame]:
    """Return the frames of a replay from a position on; the first contains the changes to that position.

    ``first`` is the position at which the replay begins in the one that ``page_text`` is about.
    """
    levels = levels_of(replay, since)
    made: list[Frame] = []
    before = page_text.groups(replay.states[since], first + since)
    for position in range(since, replay.last):
        event = replay.events[position]
        after = page_text.groups(replay.states[position + 1], first + position + 1)
        id, words = str(replay.ids[position]), page_text.number(page_text.words(event, first + position))
        made.append(Frame(id, levels[position], event.actor, words, after.changed_since(before)))
        before = after
    return made


def turns(replay: Replay, page_text: PageSentences, since: int = 0) -> list[tuple[int, int]]:
    """Return the position after each turn that ends after a position, and the number of the sentence about the turn."""
    starts = replay.starts(Level.TURN)
    made: list[tuple[int, int]] = []
    for start, end in pairwise([*starts, replay.last]):
        events = ((replay.events[place], page_text.words(replay.events[place], place)) for place in range(start, end))
        if end > since and (sentence := turn_text(events, page_text.names)):
            made.append((end, page_text.number(sentence)))
    return made


def levels_of(replay: Replay, since: int = 0) -> list[int]:
    """Return for each event from a position on the number of the coarsest level at which a step begins with it."""
    levels = [len(_LEVELS) - 1] * replay.last
    for number, level in reversed([*enumerate(_LEVELS)]):
        starts = replay.starts(level)
        for start in starts[bisect_left(starts, since) :]:
            levels[start] = number
    return levels


class View(Struct, frozen=True):
    """The differences between a viewer's view and the record: numbers of sentences, and slots, by frame number.

    Frame 0 is the position before the first frame. ``changed`` has slots in the form of a ``Frame``, those whose value
    differs from the record's there, or differed before; a slot that agrees again has the record's value.
    """

    words: dict[int, int]
    changed: dict[int, list[Any]]


class Shown(NamedTuple):
    """What is shown of a replay: each event as a sentence, and the value of each slot at every position."""

    texts: list[str]
    values: list[tuple[Value, ...]]


def shown_of(replay: Replay, page_text: PageSentences) -> Shown:
    """Return what is shown of the record itself."""
    texts = [page_text.words(event, place) for place, event in enumerate(replay.events)]
    return Shown(texts, [page_text.values(state, position) for position, state in enumerate(replay.states)])


def view(whole: Shown, seen: Replay, page_text: PageSentences) -> tuple[View, Shown]:
    """Return how ``seen``, a view of the game that ``whole`` shows, differs from it, and what is shown of the view."""
    shown = Shown([], [])
    words: dict[int, int] = {}
    changed: dict[int, list[Any]] = {}
    differing: dict[int, Value] = {}
    for position, state in enumerate(seen.states):
        if position:
            text = page_text.words(seen.events[position - 1], position - 1)
            shown.texts.append(text)
            if text != whole.texts[position - 1]:
                words[position] = page_text.number(text)
        shown.values.append(page_text.values(state, position))
        here = _differences(whole.values[position], shown.values[position], differing)
        if here:
            changed[position] = here
    return View(words, changed), shown


def _differences(whole: Sequence[Value], seen: Sequence[Value], differing: dict[int, Value]) -> list[Any]:
    """Return the slots whose difference has changed; store in ``differing`` those that differ."""
    changes: list[Any] = []
    for slot, (one, other) in enumerate(zip(whole, seen, strict=True)):
        if one != other:
            if differing.get(slot) != other:
                differing[slot] = other
                changes += (slot, other)
        elif slot in differing:
            del differing[slot]
            changes += (slot, None)
    return changes
