"""What is in a book: a title page, a chapter for each turn with something to say, and the end.

A turn has something to say where somebody said something (a comment, a glyph, who stands better, a mark, a variation)
or where a tile was scored. Nothing here knows of pages.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from calimala_es.events import ActivationEnded, DiscPlaced, Event, PlayBegan, TileScored, TurnEnded
from calimala_es.notes import AnyNote, Check, Clock, Stamp, is_title
from calimala_es.state import GameOver
from notation.depth.known import EVERYTHING, Known
from notation.heading.layers import layers_of
from notation.tree import Branch, Node, Tree
from replays.analysis import until
from replays.drawing.diagrams.activations import activations_diagram
from replays.drawing.diagrams.book.said import line_words, note_lines
from replays.drawing.diagrams.city import city_diagram
from replays.drawing.diagrams.council import council_diagram
from replays.drawing.diagrams.graph import missing_texts
from replays.drawing.diagrams.turn import turn_diagram
from replays.languages import ENGLISH, Language
from replays.names import Names, Table, table_of
from replays.replay import Replay
from replays.stacks import told_turns
from replays.words import event_words, points_words, victory_words

HAPPENED: Final = "happened"
SAID: Final = "said"
INSTEAD: Final = "instead"
"""The kinds of lines: what happened, what somebody said about it, what might have come instead."""

_SILENT: Final = (TurnEnded, ActivationEnded, PlayBegan)
"""Events that a reader misses nothing without."""

_UNSAID: Final = (Check, Stamp, Clock)
"""Notes that are nobody's opinion; alone they make no chapter."""

Told = Callable[[Event, int], str]
"""What a record tells of an event at a place of its replay, in words; empty where it tells nothing."""

_HEADERS: Final = ("Event", "Site", "Date", "Round", "Scribe")


class Line(Struct, frozen=True):
    """A paragraph: one of the kinds above, the place that it speaks of, the words, and how deep in variations it is."""

    kind: str
    place: str
    words: str
    depth: int = 0


class Chapter(Struct, frozen=True):
    """A part of the game: ``name`` is what a link calls it, ``turn-7``; ``pictures`` are graphs in DOT."""

    name: str
    title: str
    pictures: tuple[str, ...]
    lines: tuple[Line, ...]


class Book(Struct, frozen=True):
    """A book.

    ``facts`` are where and when it was played; ``players`` one line each, with its colour's letter; ``result`` who won,
    empty where the book ends before; ``lacks`` what the record does not tell.
    """

    title: str
    language: str
    facts: tuple[str, ...]
    players: tuple[tuple[str, str], ...]
    result: str
    lacks: tuple[str, ...]
    chapters: tuple[Chapter, ...]


def book_of(
    tree: Tree,
    replay: Replay,
    position: int | None = None,
    names: Names | None = None,
    language: Language = ENGLISH,
    known: Known = EVERYTHING,
    told: Told | None = None,
) -> Book:
    """The book of a game as far as a position, by default the last.

    ``replay`` is the main line of ``tree``, both as whoever reads the book may see them; ``known`` is what the record
    tells of the position, ``told`` says what it tells of an event, by default everything.
    """
    replay = replay if position is None else until(replay, position)
    table = table_of(replay.start.setup, names, language)
    shown = _Shown(tree, replay, table, names, known, told or (lambda event, _: event_words(event, table)))
    facts = [line_words(value) for name in _HEADERS if (value := tree.header(name))]
    title = _title_in(tree.root.notes) or (facts.pop(0) if tree.header(_HEADERS[0]) else "")
    end = replay.end.now
    return Book(
        title=title or language.text("A game of Calimala"),
        language=language.code,
        facts=tuple(facts),
        players=tuple(_players(replay, table, known)),
        result=victory_words(end.winners, end.by, table) if isinstance(end, GameOver) and known.points else "",
        lacks=tuple(missing_texts(replay, replay.last, known, language)),
        chapters=tuple(shown.chapters()),
    )


def _players(replay: Replay, table: Table, known: Known) -> Iterator[tuple[str, str]]:
    language = table.language
    for seat, mat in enumerate(replay.end.mats):
        name = table.name(seat)
        if seat < table.setup.players and table.setup.families:
            name = language.text("{name} as {family}", name=name, family=table.setup.families[seat])
        if known.points:
            name = language.text("{name}: {points}", name=name, points=points_words(mat.points, language))
        yield table.colours[seat], name


def _title_in(notes: Sequence[AnyNote]) -> str:
    """The first title that somebody gave, or nothing."""
    return next((line_words(note.text) for note in notes if is_title(note) and note.text), "")


class _Shown:
    """A game while its chapters are written."""

    def __init__(self, tree: Tree, replay: Replay, table: Table, names: Names | None, known: Known, told: Told) -> None:
        """Keep what chapters are made of; the decisions are those that the replay has."""
        self.words = told
        self.tree, self.replay, self.table, self.names, self.known = tree, replay, table, names, known
        self.language = table.language
        self.layers = layers_of(tree.record())
        self.drawn = frozenset(told_turns(replay))
        self.firsts: dict[Node, int] = dict(zip(tree.main, replay.firsts, strict=False))
        self.turns: dict[int, list[Node]] = {}
        for node in self.firsts:
            self.turns.setdefault(node.event_ids[0].turn, []).append(node)

    def chapters(self) -> Iterator[Chapter]:
        """All, in the order of the game."""
        opening = tuple(self._notes(self.tree.root.notes, "", 0))
        for turn, nodes in self.turns.items():
            before = opening if turn == min(self.turns) else ()
            if before or _is_key(nodes):
                yield self._turn(turn, nodes, before)
        if not self.turns and opening:
            yield Chapter("beginning", self.language.text("The beginning"), (), opening)
        yield self._end()

    def _turn(self, turn: int, nodes: Sequence[Node], before: tuple[Line, ...]) -> Chapter:
        lines = [line for node in nodes for line in self._lines(node, 0)]
        name = self._turn_title(turn, nodes)
        if title := next(filter(None, (_title_in(node.notes) for node in nodes)), ""):
            name = self.language.text("{title} ({chapter})", title=title, chapter=name)
        return Chapter(f"turn-{turn}", name, tuple(self._turn_pictures(turn)), (*before, *lines))

    def _turn_title(self, turn: int, nodes: Sequence[Node]) -> str:
        placed = next((event for node in nodes for event in node.events if isinstance(event, DiscPlaced)), None)
        if placed is None:
            return self.language.text("Turn {turn}", turn=turn) if turn else self.language.text("The beginning")
        return self.language.text("Turn {turn}: {name}", turn=turn, name=self.table.name(placed.seat))

    def _turn_pictures(self, turn: int) -> Iterator[str]:
        if turn in self.drawn:
            start = self.replay.find(str(turn), before=True)
            yield city_diagram(self.replay, start, self.names, self.language, self.known, uses=False)
            yield turn_diagram(self.replay, turn, self.names, self.language)

    def _end(self) -> Chapter:
        shown = (self.replay, None, self.names, self.language, self.known)
        pictures = (council_diagram(*shown), city_diagram(*shown), activations_diagram(*shown))
        return Chapter("end", self.language.text("What it came to"), pictures, ())

    # Lines.

    def _lines(self, node: Node, depth: int) -> Iterator[Line]:
        """A decision with what followed from it, what was said, and what might have come instead."""
        words = self._happened(node)
        place = str(node.places[0])
        if words:
            yield Line(HAPPENED, place, words, depth)
        yield from self._notes(node.notes, place, depth)
        for branch in node.variations:
            yield from self._variation(branch, depth + 1)

    def _happened(self, node: Node) -> str:
        """The events of a decision in words; those of a variation are everybody's guess and told as they are."""
        first = self.firsts.get(node)
        told = [
            event_words(event, self.table) if first is None else self.words(event, first + number)
            for number, event in enumerate(node.events)
            if not isinstance(event, _SILENT)
        ]
        return self.language.word("list", "; ").join(filter(None, told))

    def _notes(self, notes: Sequence[AnyNote], place: str, depth: int) -> Iterator[Line]:
        for note in notes:
            if not isinstance(note, Check) and not is_title(note):
                for words in note_lines(note, self.table, self.layers):
                    yield Line(SAID, place, words, depth)

    def _variation(self, branch: Branch, depth: int) -> Iterator[Line]:
        place = str(branch.first.places[0]) if branch.first else ""
        if branch.name:
            head = self.language.text("Instead, {id}, {name}:", id=branch.id, name=line_words(branch.name))
        else:
            head = self.language.text("Instead, {id}:", id=branch.id)
        yield Line(INSTEAD, place, head, depth)
        yield from self._notes(branch.notes, place, depth)
        for node in branch:
            yield from self._lines(node, depth)


def _is_key(nodes: Sequence[Node]) -> bool:
    """Whether somebody said something in a turn, or a tile was scored."""
    return any(
        node.variations
        or any(not isinstance(note, _UNSAID) for note in node.notes)
        or any(isinstance(event, TileScored) for event in node.events)
        for node in nodes
    )
