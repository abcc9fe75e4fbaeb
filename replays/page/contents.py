"""The whole content of a page as one value: the table, words, lines of play with their frames, remarks, and views.

Numbers for places: a *position* is the number of events before it on its line, as in ``Replay``.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.components import ALL_ROWS, INTRIGUE_CELLS
from calimala_es.events import Event
from calimala_es.game import Game, layers_of
from calimala_es.headers import EVENT, SHOWN_HEADERS
from calimala_es.known import extent_of
from calimala_es.notes import AnyNote, is_title
from calimala_es.state import State
from calimala_es.view import PUBLIC, Viewer
from replays.chances import NotedChances, noted_chances
from replays.drawing.places import World, world_of
from replays.edit.nodes import Node
from replays.edit.redact import redact
from replays.edit.tree import Branch, Tree
from replays.page import wording
from replays.page.frames import (
    Frame,
    KnownAt,
    PageSentences,
    Value,
    View,
    frames,
    number_words,
    shown_of,
    slots,
    turns,
    view,
)
from replays.page.moments import ScoringMoment, counted_by, moments, winners_of
from replays.page.remarks import LONGEST_LINE, PageRemark, remarks
from replays.replay import Gap, Replay
from replays.stepping.jumps import Jumps
from replays.text.events import EventText, missing_texts, recorded_event_text
from replays.text.names import Names, clean_name

VERSION: Final = 1
"""The version of what a page holds; a viewer refuses another one."""

MOST_LINES: Final = 300
"""The number of variations on a page; if there are more, it has the first ones in the text, and says so."""

_LONGEST_TITLE: Final = 120


class PageLine(Struct, frozen=True):
    """A line of play.

    ``leaves`` is the number of the line that it leaves at position ``at``, itself for the main line; its frames
    continue from there. ``after`` is the position after the decision that it replaces. ``scorings`` are the positions
    after scorings, ``moments`` what is recorded of them, ``activations`` by party the positions after the beginning of
    its activations, ``gaps`` those after what was missed or only observed; ``turns`` are the positions after turns,
    each with the number of a sentence about the whole turn.
    """

    id: str
    name: str
    leaves: int
    at: int
    after: int
    frames: list[Frame]
    scorings: list[int]
    moments: list[ScoringMoment]
    activations: list[list[int]]
    gaps: list[int]
    turns: list[tuple[int, int]]


class PageView(Struct, frozen=True):
    """The main line as somebody saw it; ``seat`` is negative for the public.

    The first view has the differences from the record, the others those from the first.
    """

    seat: int
    view: View


class Party(Struct, frozen=True):
    """An owner of discs: the letter of the colour, the name, the family; players before the third party."""

    colour: str
    name: str
    family: str


class Page(Struct, frozen=True):
    """A page.

    A position is a list of *slots*, which ``slots`` names, e.g. ``disc`` (``69/2``: the second from the top in that
    street), ``row:SMF.W``, ``street:69``, ``m0.points``; ``start`` has their first values. Texts are numbers:
    ``sentences`` has rows of numbers of ``words``. A frame is ``[id, level, actor, words, [slot, value, ...]]``;
    ``level`` is the coarsest step that begins here (0 the game, 5 the event); the pairs are changes. The main line is
    first. ``remarks`` are ``[line, position, notes]``; a note with ``photo`` names a photo that is not in the file.
    ``chances`` are ``[position, [percent, ...]]`` on the main line, from the judge's notes on this page.
    In a view ``null`` means that a slot agrees again with what the view is compared with.
    """

    version: int
    language: str
    over: bool
    winners: tuple[int, ...]
    title: str
    facts: list[str]
    notices: list[str]
    parties: list[Party]
    players: int
    city: str
    council: tuple[str, ...]
    cells: dict[str, int]
    counted: Mapping[str, Sequence[str]]
    intrigue: tuple[str, ...]
    world: World
    steps: int
    stages: tuple[int, ...]
    controls: dict[str, str]
    levels: tuple[str, ...]
    keys: tuple[tuple[str, str], ...]
    names: dict[str, dict[str, str]]
    slots: tuple[str, ...]
    start: tuple[Value, ...]
    lines: list[PageLine]
    remarks: list[tuple[int, int, list[PageRemark]]]
    chances: list[NotedChances]
    views: list[PageView]
    words: tuple[str, ...]
    sentences: list[list[int]]


def viewers_of(replay: Replay) -> tuple[Viewer, ...]:
    """Return the possible viewpoints: the public, and the seats whose cards the record always knows.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> replay = Replay(game)
    >>> viewers_of(replay)
    (None, 0, 1, 2, 3)
    """
    seats = range(replay.start.setup.players)
    return (PUBLIC, *(seat for seat in seats if not any(state.mats[seat].unknown for state in replay.states)))


def page_of(
    tree: Tree,
    replay: Replay,
    names: Names,
    *,
    viewers: Collection[Viewer] = (),
    open_layers: Collection[str] = (),
    describe: EventText | None = None,
    known: KnownAt | None = None,
    gaps: Sequence[Gap] | None = None,
    notices: Sequence[str] = (),
    authors: Mapping[str, str] = MappingProxyType({}),
) -> Page:
    """Return the page of a game.

    ``replay`` is the main line of ``tree``, both as the recipient of the page may see them. ``viewers`` are the other
    viewpoints that can be chosen; their notes are only those of the layers in ``open_layers``. ``describe`` says what
    is recorded of an event and ``known`` of a position, by default everything; ``gaps`` are the recorded gaps of the
    replay, by default all; ``notices`` are shown to the reader first; ``authors`` are the names of layers that are not
    in the record.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> replay = Replay(game)
    >>> page = page_of(Tree.of(game), replay, Names.of(game.setup))
    >>> page.title, len(page.lines)
    ('A complete game of four', 1)
    """
    language = names.language
    page_text = PageSentences(names, describe, known)
    start = page_text.values(replay.start, 0)
    branches = [tree.main, *islice(tree.variations(), MOST_LINES)]
    placed = [*_placed(branches)]
    missing = replay.gaps if gaps is None else gaps
    lines = [_line(each, page_text, (replay, missing) if not number else None) for number, each in enumerate(placed)]
    if next(islice(tree.variations(), MOST_LINES, None), None):
        notices = (*notices, language.text("Only the first {number} variations are on this page.", number=MOST_LINES))
    record = tree.record()
    layers, title = layers_of(record), title_of(record, names)
    remarked = [
        (each.number, position, said)
        for each in placed
        for position, notes in each.notes()
        if (said := [*remarks(notes, names, layers, open_layers, authors)])
    ]
    views = [*_views(replay, viewers, page_text)]
    text = number_words(page_text.sentences)
    page = page_of_lines(names, replay.end, winners_of(replay.events), start, lines, text)
    facts = [fact for fact in _facts(tree) if fact != title]
    chances = [*noted_chances(placed[0].notes())]
    return replace(page, title=title, facts=facts, notices=[*notices], remarks=remarked, chances=chances, views=views)


def page_of_lines(
    names: Names,
    end: State,
    winners: tuple[int, ...],
    start: tuple[Value, ...],
    lines: list[PageLine],
    text: tuple[tuple[str, ...], list[list[int]]],
) -> Page:
    """Return a page of lines of play without what people said of them; ``end`` is the last state, ``text`` are words
    and sentences as ``number_words`` has them.
    """
    words, sentences = text
    return replace(
        _empty_page(names, len(end.rows)),
        over=end.is_over,
        winners=winners,
        start=start,
        lines=lines,
        words=words,
        sentences=sentences,
    )


@lru_cache(maxsize=64)
def _empty_page(names: Names, row_count: int) -> Page:
    """Return what all pages of a game have alike."""
    setup, language = names.setup, names.language
    rows = ALL_ROWS[:row_count]
    return Page(
        version=VERSION,
        language=language.code.replace("_", "-"),
        over=False,
        winners=(),
        title="",
        facts=[],
        notices=[],
        parties=[
            Party(colour, names.by_seat[seat], setup.families[seat] if seat < len(setup.families) else "")
            for seat, colour in enumerate(setup.parties)
        ],
        players=setup.players,
        city=setup.city,
        council=setup.council,
        cells=dict(zip(rows, (*setup.ruleset.cells, *INTRIGUE_CELLS), strict=False)),
        counted=counted_by(setup, row_count),
        intrigue=setup.intrigue,
        world=world_of(has_intrigue=bool(setup.intrigue)),
        steps=setup.ruleset.steps if setup.intrigue else 0,
        stages=setup.ruleset.stages,
        controls=wording.controls(language),
        levels=wording.levels(language),
        keys=wording.keys(language),
        names=wording.names(names, rows),
        slots=slots(setup, row_count),
        start=(),
        lines=[],
        remarks=[],
        chances=[],
        views=[],
        words=(),
        sentences=[],
    )


def _views(replay: Replay, viewers: Iterable[Viewer], page_text: PageSentences) -> Iterator[PageView]:
    """Yield the views; those of players differ less from that of the public than from the record."""
    compared = None
    for viewer in viewers:
        found, shown = view(compared or shown_of(replay, page_text), replay.view(viewer), page_text)
        yield PageView(-1 if viewer is None else viewer, found)
        compared = compared or shown


class _Placed(NamedTuple):
    """A branch with its number, that of the line it leaves, and the position there."""

    branch: Branch
    number: int
    leaves: int
    at: int

    def notes(self) -> Iterator[tuple[int, list[AnyNote]]]:
        """Yield the notes at each position, including those before the first decision."""
        yield self.at, [*(self.branch.notes if self.number else self.branch.lines.root.notes)]
        position = self.at
        for node in self.branch:
            position += len(node.events)
            yield position, node.notes


def _placed(branches: Sequence[Branch]) -> Iterator[_Placed]:
    numbers: dict[int, int] = {}
    for number, branch in enumerate(branches):
        numbers[id(branch)] = number
        node = branch.instead_of
        if node is None:
            yield _Placed(branch, number, number, 0)
        else:
            at = sum(len(before.events) for before in node.parent.path) if isinstance(node.parent, Node) else 0
            yield _Placed(branch, number, numbers[id(node.branch)], at)


def _line(placed: _Placed, page_text: PageSentences, main: tuple[Replay, Sequence[Gap]] | None) -> PageLine:
    """Return a line; ``main`` is the replay of the main line, perhaps as somebody saw it, with its gaps."""
    branch, since = placed.branch, placed.at
    if main is None:
        replay = _played(branch)
        gaps: Sequence[Gap] = replay.gaps
        page_text = page_text.beside(since)
    else:
        replay, gaps = main
    jumps = Jumps(replay)
    parties = range(len(page_text.names.colours))
    return PageLine(
        id=branch.id,
        name=clean_name(branch.name, LONGEST_LINE),
        leaves=placed.leaves,
        at=since,
        after=since + (len(branch.instead_of.events) if branch.instead_of else 0),
        frames=frames(replay, page_text, since),
        scorings=_after(jumps.scorings, since),
        moments=[*moments(replay, page_text, since)],
        activations=[_after(jumps.activations(party), since) for party in parties],
        gaps=_after([gap.position + 1 for gap in gaps], since),
        turns=turns(replay, page_text, since),
    )


def _played(branch: Branch) -> Replay:
    """Return the game from its start with a variation played to the end."""
    last = branch.last
    assert last is not None, "a variation has decisions"
    return Replay(last.game)


def _after(positions: Iterable[int], since: int) -> list[int]:
    return [position for position in positions if position > since]


def _facts(tree: Tree) -> list[str]:
    """Return when, where and by whom, as far as recorded."""
    return [clean_name(value, LONGEST_LINE) for name in SHOWN_HEADERS if (value := tree.header(name))]


def title_of(record: Game, names: Names) -> str:
    """Return the name of a game: its title, the event, or the players.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> names = Names.of(game.setup)
    >>> title_of(game, names)
    'A complete game of four'
    """
    event = clean_name(record.header(EVENT) or "", _LONGEST_TITLE)
    people = names.language.word("list", ", ").join(names.by_seat[: names.setup.players])
    return _own_title(record) or event or people


def _own_title(record: Game) -> str:
    """Return the first title that somebody gave the game, empty without one."""
    titles = (clean_name(note.text, LONGEST_LINE) for note in record.notes if is_title(note) and note.text)
    return next(titles, "")


# The page of a game that was written down: all of it with its views, or what one viewer saw and nothing else.


def recorded_page(
    replay: Replay,
    names: Names,
    *,
    viewer: tuple[Viewer, ...] = (),
    open_layers: Collection[str] = (),
    notices: Sequence[str] = (),
    authors: Mapping[str, str] = MappingProxyType({}),
    is_seen: bool = False,
) -> Page:
    """Return the page of a game as it was recorded.

    ``viewer`` is empty for everything, otherwise it holds the one viewer whose view it is; ``open_layers`` are the
    layers of notes that a view has; ``notices`` are shown to the reader first; ``authors`` are as in ``page_of``.
    ``is_seen`` says that the game is already a viewer's view, so that no other can be chosen.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> replay = Replay(game)
    >>> page = recorded_page(replay, Names.of(game.setup))
    >>> len(page.lines[0].frames) == replay.last
    True
    """
    record = replay.game
    has_views = extent_of(record) == "full" and not viewer and not is_seen
    played, known = replay, replay.known(replay.last)
    views = viewers_of(replay) if has_views else ()
    if viewer:
        record, replay = redact(record, viewer[0], open_layers), replay.view(viewer[0])

    def describe(event: Event, place: int) -> str:
        return recorded_event_text(event, place, names, played)

    return page_of(
        Tree.of(record),
        replay,
        names,
        viewers=views,
        open_layers=open_layers,
        describe=describe,
        known=played.known,
        gaps=played.recorded_gaps(played.last),
        notices=[*notices, *missing_texts(replay, replay.last, known, names.language)],
        authors=authors,
    )


def whose_view(viewer: Viewer, names: Names) -> str:
    """Say whose view a page shows.

    >>> from random import Random
    >>> from calimala_es.initial import shuffled_setup
    >>> names = Names.of(shuffled_setup("bry", Random(7)), {0: "Maria"})
    >>> whose_view(0, names).partition(".")[0]
    'As Maria (blue) saw it'
    """
    language = names.language
    if viewer is None:
        return language.text("As the public saw it. Only comments that reveal nothing hidden are included.")
    return language.text(
        "As {name} saw it. Only comments that reveal nothing hidden are included.", name=names.person(viewer)
    )
