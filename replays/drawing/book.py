"""The book of a game: key positions with pictures, what happened and what people said, as a page that prints.

A chapter is a turn with something to say: somebody said something (a comment, a glyph, an opinion, a mark, a variation)
or a tile was scored. ``book_of`` gathers title page, chapters and end; ``book_html`` makes the page.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from markupsafe import Markup
from msgspec import Struct

from calimala_es.events import ActivationEnded, DiscPlaced, PlayBegan, TileScored, TurnEnded
from calimala_es.frames import GameOver
from calimala_es.game import Layer, layers_of
from calimala_es.headers import SHOWN_HEADERS
from calimala_es.known import EVERYTHING, Known
from calimala_es.notes import FACTS, AnyNote, Check, is_title
from replays.analysis import until
from replays.drawing.diagrams import activations_diagram, city_diagram, council_diagram, turn_diagram
from replays.drawing.diagrams.graph import one_line
from replays.drawing.render import draw_diagrams
from replays.drawing.svg import DISC_COLOURS
from replays.edit import Branch, Node, Tree
from replays.html import document, inline_svg
from replays.replay import Replay
from replays.stacks import drawn_turns
from replays.text.events import EventText, event_text, missing_texts, victory_text
from replays.text.languages import ENGLISH, Language
from replays.text.names import Names, SeatNames
from replays.text.notes import note_text
from replays.text.terms import points_term

HAPPENED: Final = "happened"
REMARK: Final = "remark"
INSTEAD: Final = "instead"
"""The kinds of paragraphs: what happened, what somebody said about it, what might have come instead."""

LONGEST_LINE: Final = 4_000
MOST_LINES: Final = 200
"""Columns of a line of a note, and lines of a note, after which the rest is left out."""

_SILENT: Final = (TurnEnded, ActivationEnded, PlayBegan)
"""Events that a reader misses nothing without."""

"""Notes that alone make no chapter."""


class BookParagraph(Struct, frozen=True):
    """A paragraph: one of the kinds above, the place that it is about, the words, and how deep in variations it is."""

    kind: str
    place: str
    words: str
    depth: int = 0


class BookChapter(Struct, frozen=True):
    """A chapter: ``name`` is the target of links, e.g. ``turn-7``; ``pictures`` are graphs in DOT."""

    name: str
    title: str
    pictures: tuple[str, ...]
    paragraphs: tuple[BookParagraph, ...]


class Book(Struct, frozen=True):
    """A book.

    ``facts`` are where and when it was played; ``players`` one line each, with its colour's letter; ``result`` who won,
    empty where the book ends before; ``missing`` what the record does not have.
    """

    title: str
    facts: tuple[str, ...]
    players: tuple[tuple[str, str], ...]
    result: str
    missing: tuple[str, ...]
    chapters: tuple[BookChapter, ...]


# The page.

_ID: Final = re.compile(r'(<(?:g|svg|a)\b[^>]*?) id="')
"""An id of a part of a diagram."""


def book_html(book: Book, language: Language) -> str:
    """Write a book as a page in one file; raises ``UndrawnError`` where no program can draw its pictures."""
    drawings = iter(enumerate(draw_diagrams([dot for chapter in book.chapters for dot in chapter.pictures], "svg")))
    figures = [[_figure(*next(drawings)) for _ in chapter.pictures] for chapter in book.chapters]
    return document("book.html", language, book=book, figures=figures, disc_colours=DISC_COLOURS)


def _figure(number: int, svg: bytes) -> Markup:
    """Return a picture as part of the page; the ids of its parts are its own."""
    return inline_svg(_ID.sub(rf'\1 id="p{number}-', svg.decode()))


# The contents.


def book_of(
    tree: Tree,
    replay: Replay,
    position: int | None = None,
    given: SeatNames | None = None,
    language: Language = ENGLISH,
    known: Known = EVERYTHING,
    describe: EventText | None = None,
) -> Book:
    """Gather the book of a game as far as a position, by default the last.

    ``replay`` is the main line of ``tree``, both as the readers may see them; ``known`` is what the record has of the
    position, and ``describe`` what it has of an event, by default everything.
    """
    replay = replay if position is None else until(replay, position)
    names = Names.of(replay.start.setup, given, language)
    author = _Author(tree, replay, names, given, known, describe or (lambda event, _: event_text(event, names)))
    facts = [_clean_line(value) for name in SHOWN_HEADERS if (value := tree.header(name))]
    title = _title_in(tree.root.notes) or (facts.pop(0) if tree.header(SHOWN_HEADERS[0]) else "")
    end = replay.end.now
    return Book(
        title=title or language.text("A game of Calimala"),
        facts=tuple(facts),
        players=tuple(_players(replay, names, known)),
        result=victory_text(end.winners, end.by, names) if isinstance(end, GameOver) and known.points else "",
        missing=tuple(missing_texts(replay, replay.last, known, language)),
        chapters=tuple(author.chapters()),
    )


def _players(replay: Replay, names: Names, known: Known) -> Iterator[tuple[str, str]]:
    language = names.language
    for seat, mat in enumerate(replay.end.mats):
        name = names.name(seat)
        if seat < names.setup.players and names.setup.families:
            name = language.text("{name} as {family}", name=name, family=names.setup.families[seat])
        if known.points:
            name = language.text("{name}: {points}", name=name, points=points_term(mat.points, language))
        yield names.colours[seat], name


def _title_in(notes: Sequence[AnyNote]) -> str:
    """Return the first title that somebody gave, or nothing."""
    return next((_clean_line(note.text) for note in notes if is_title(note) and note.text), "")


def _clean_line(text: str) -> str:
    """Return a text in one line, without signs that control anything."""
    return one_line(text, LONGEST_LINE)


def _note_lines(note: AnyNote, names: Names, layers: Mapping[str, Layer]) -> Iterator[str]:
    """Yield the lines of a note in words, without empty ones."""
    for line in note_text(note, names, layers).splitlines()[:MOST_LINES]:
        if words := _clean_line(line):
            yield words


class _Author:
    """Writes the chapters of a game; the decisions are those that the replay has."""

    def __init__(
        self, tree: Tree, replay: Replay, names: Names, given: SeatNames | None, known: Known, event_text: EventText
    ) -> None:
        self.event_text = event_text
        self.tree, self.replay, self.names, self.player_names, self.known = tree, replay, names, given, known
        self.language = names.language
        self.layers = layers_of(tree.record())
        self.drawn = frozenset(drawn_turns(replay))
        self.firsts: dict[Node, int] = dict(zip(tree.main, replay.firsts, strict=False))
        self.turns: dict[int, list[Node]] = {}
        for node in self.firsts:
            self.turns.setdefault(node.event_ids[0].turn, []).append(node)

    def chapters(self) -> Iterator[BookChapter]:
        """Yield all chapters in the order of the game."""
        opening = tuple(self._notes(self.tree.root.notes, "", 0))
        for turn, nodes in self.turns.items():
            before = opening if turn == min(self.turns) else ()
            if before or _is_key(nodes):
                yield self._turn(turn, nodes, before)
        if not self.turns and opening:
            yield BookChapter("beginning", self.language.text("Start of the game"), (), opening)
        yield self._end()

    def _turn(self, turn: int, nodes: Sequence[Node], before: tuple[BookParagraph, ...]) -> BookChapter:
        paragraphs = [paragraph for node in nodes for paragraph in self._paragraphs(node, 0)]
        name = self._turn_title(turn, nodes)
        if title := next(filter(None, (_title_in(node.notes) for node in nodes)), ""):
            name = self.language.text("{title} ({chapter})", title=title, chapter=name)
        return BookChapter(f"turn-{turn}", name, tuple(self._turn_pictures(turn)), (*before, *paragraphs))

    def _turn_title(self, turn: int, nodes: Sequence[Node]) -> str:
        placed = next((event for node in nodes for event in node.events if isinstance(event, DiscPlaced)), None)
        if placed is None:
            return self.language.text("Turn {turn}", turn=turn) if turn else self.language.text("Start of the game")
        return self.language.text("Turn {turn}: {name}", turn=turn, name=self.names.name(placed.seat))

    def _turn_pictures(self, turn: int) -> Iterator[str]:
        if turn in self.drawn:
            start = self.replay.find(str(turn), before=True)
            yield city_diagram(self.replay, start, self.player_names, self.language, self.known, uses=False)
            yield turn_diagram(self.replay, turn, self.player_names, self.language)

    def _end(self) -> BookChapter:
        shown = (self.replay, None, self.player_names, self.language, self.known)
        pictures = (council_diagram(*shown), city_diagram(*shown), activations_diagram(*shown))
        return BookChapter("end", self.language.text("Final result"), pictures, ())

    # Paragraphs.

    def _paragraphs(self, node: Node, depth: int) -> Iterator[BookParagraph]:
        """Yield a decision with what followed from it, what was said, and what might have come instead."""
        words = self._happened(node)
        place = str(node.places[0])
        if words:
            yield BookParagraph(HAPPENED, place, words, depth)
        yield from self._notes(node.notes, place, depth)
        for branch in node.variations:
            yield from self._variation(branch, depth + 1)

    def _happened(self, node: Node) -> str:
        """Put the events of a decision into words; those of a variation hide nothing, since they did not happen."""
        first = self.firsts.get(node)
        words = [
            event_text(event, self.names) if first is None else self.event_text(event, first + number)
            for number, event in enumerate(node.events)
            if not isinstance(event, _SILENT)
        ]
        return self.language.word("list", "; ").join(filter(None, words))

    def _notes(self, notes: Sequence[AnyNote], place: str, depth: int) -> Iterator[BookParagraph]:
        for note in notes:
            if not isinstance(note, Check) and not is_title(note):
                for words in _note_lines(note, self.names, self.layers):
                    yield BookParagraph(REMARK, place, words, depth)

    def _variation(self, branch: Branch, depth: int) -> Iterator[BookParagraph]:
        place = str(branch.first.places[0]) if branch.first else ""
        if branch.name:
            head = self.language.text("Variation {id} ({name}):", id=branch.id, name=_clean_line(branch.name))
        else:
            head = self.language.text("Variation {id}:", id=branch.id)
        yield BookParagraph(INSTEAD, place, head, depth)
        yield from self._notes(branch.notes, place, depth)
        for node in branch:
            yield from self._paragraphs(node, depth)


def _is_key(nodes: Sequence[Node]) -> bool:
    """Check whether somebody said something in a turn, or a tile was scored."""
    return any(
        node.variations
        or any(not isinstance(note, FACTS) for note in node.notes)
        or any(isinstance(event, TileScored) for event in node.events)
        for node in nodes
    )
