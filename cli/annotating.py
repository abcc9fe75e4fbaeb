"""Where annotations of a game are written: in the store, or in a text that is written again.

A text is imported into a temporary store, so that both are annotated by the same means; it has no history.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from calimala_es.game import Game, free_layer, layers_of
from calimala_es.notes import Check, is_title
from calimala_es.state import State
from calimala_es.store import Annotation, AnnotationChange, Annotations, Author, Store, StoredGame, memory_store
from cli.exits import wrong_usage
from cli.files import STANDARD_INPUT, Address, address_of, is_game_id, is_read_only, source_name, write_file
from cli.games import find_game, load_game, now_in_utc, sound, table_for, the_store
from cli.options import settings
from cli.streams import games_in
from cli.terminal import harmless, note, paint, say, write_data
from notation import dumps
from notation.places import PlaceId, parse_place
from replays.edit.nodes import Node, Point
from replays.edit.note_kinds import VARIATION, note_kind_and_text
from replays.edit.tree import Branch, Tree
from replays.text.languages import message, plural
from replays.text.names import Names
from replays.text.notes import note_text

UNDONE = "undone"
"""Used instead of a place for annotations of decisions that were undone, or inside a retracted variation."""


class Spot(NamedTuple):
    """Where an annotation is: ``anchor`` decisions into the game, or into the ``variation`` of that annotation.

    ``point`` is what the notes there are about.
    """

    variation: str
    anchor: int
    point: Point | Branch

    @property
    def state(self) -> State:
        """The position that the notes are about."""
        return self.point.spoken_of


class AnnotationTarget:
    """A game in a store that is being annotated."""

    def __init__(self, store: Store, stored: StoredGame) -> None:
        """Begin with the game as it was loaded."""
        self.store = store
        self.stored = stored
        self._tree: Tree | None = None

    @property
    def tree(self) -> Tree:
        """The game as a tree."""
        if self._tree is None:
            self._tree = Tree.of(self.stored.game)
        return self._tree

    def look(self) -> None:
        """Load the current state of the game."""
        self.stored, self._tree = self.store.load(self.stored.id), None

    def keep(self, ids: Sequence[str]) -> list[str]:
        """Accept the last change and load it; return the ids that these annotations have from now on."""
        self.look()
        return [*ids]

    @property
    def keeps_history(self) -> bool:
        """Whether undo, redo and the history of authors are available."""
        return True

    @property
    def prints_text(self) -> bool:
        """Whether the text is what is printed."""
        return False

    def author(self, name: str) -> Author:
        """Return the author with a name; a new author gets a short name that marks the layer in texts."""
        name = " ".join(name.split())
        log = self.stored.annotations.log_of(name)
        if log is not None or not name:
            return log.author if log else Author()
        taken = {*layers_of(self.stored.game), *(author.short for author in self.stored.annotations.authors)}
        return Author(name, free_layer(name, taken))

    def spot(self, place: str) -> Spot:
        """Return where a place is, the start if it is empty; raise ``UnknownIdError`` and ``AnnotationError``."""
        if not place:
            return Spot("", 0, self.tree.root)
        wanted = parse_place(place)
        if wanted.numbers:
            return self.spot_of(self.tree.find(wanted))
        branch = self.tree.variation(wanted.variation)
        return Spot(self._variation(branch), 0, branch)

    def spot_of(self, node: Node) -> Spot:
        """Return where a decision is. The end of an activation is found in no other way: it has no id of its own."""
        return Spot(self._variation(node.branch), node.depth - node.branch.begins_at.depth, node)

    def _variation(self, branch: Branch) -> str:
        """Return the id of the annotation that a line is; empty for the main line."""
        return "" if branch.instead_of is None else self.stored.variations[branch.id]

    def label(self, variation: str) -> str:
        """Return the id that a variation has in a text; empty for one without a place."""
        return next((label for label, id in self.stored.variations.items() if id == variation), "")

    def node(self, one: Annotation) -> Node | None:
        """Return the decision after which an annotation is; ``None`` at a start and without a place."""
        if not one.anchor:
            return None
        line = self.tree.variation(self.label(one.variation)) if one.variation else self.tree.main
        return next((node for number, node in enumerate(line, 1) if number == one.anchor), None)

    def place(self, one: Annotation) -> str:
        """Return the place of an annotation; empty at the start."""
        if one.anchor is None:
            return UNDONE
        node = self.node(one)
        return node.id if node else str(PlaceId(self.label(one.variation)))


class TextTarget(AnnotationTarget):
    """A text that is being annotated, and is written after every change."""

    def __init__(self, address: Address, record: Game, output: Path | None) -> None:
        """Import the game of a text; ``output`` is the file to write instead of the original."""
        self._address = address
        self._output = output
        super().__init__(*_taken_in(record))

    @property
    def keeps_history(self) -> bool:
        """Whether there is a history: a text has only what is current."""
        return False

    @property
    def prints_text(self) -> bool:
        """Whether the text comes from no file and goes into none."""
        name = self._address.name
        return self._output is None and (name == STANDARD_INPUT or is_read_only(name))

    def keep(self, ids: Sequence[str]) -> list[str]:
        """Write the text into its file or the requested output; return the ids, which from now on are those of the
        text.
        """
        self.look()
        self._write(dumps(self.stored.game))
        before = [one.id for one in _in_text_order(self.stored.annotations)]
        self.store, self.stored = _taken_in(self.stored.game)
        self._tree = None
        after = [one.id for one in _in_text_order(self.stored.annotations)]
        renamed = dict(zip(before, after, strict=True))
        return [renamed[id] for id in ids]

    def _write(self, text: str) -> None:
        name = self._address.name
        if self.prints_text:
            write_data(text)
        elif self._output is not None:
            write_file(self._output, [text])
        else:
            write_file(Path(name), [*self._file(text.encode())])
            note(settings().language.text("Saved {file}", file=source_name(name)))

    def _file(self, text: bytes) -> Iterator[bytes]:
        """Yield the file with this game in place of the one that was read; every other game is unchanged."""
        found = [*games_in([self._address.name])]
        for part in found:
            before = part.passage.text
            if before is None:
                raise part.too_long()
            if part.number != (self._address.number or 1):
                yield before
            else:
                yield text if part is found[-1] else text + b"\n"


def _taken_in(record: Game) -> tuple[Store, StoredGame]:
    """Return a store, closed when the command ends, with the game of a record, and the game in it."""
    store = memory_store(now_in_utc)
    click.get_current_context().call_on_close(store.close)
    return store, store.load(store.create("text", record).id)


def _in_text_order(annotations: Annotations, variation: str = "") -> Iterator[Annotation]:
    """Yield annotations in the order of a text: at each place the notes, then the variations with their contents."""
    for one in sorted(annotations.inside(variation), key=lambda one: (one.anchor or 0, one.is_variation)):
        yield one
        if one.is_variation:
            yield from _in_text_order(annotations, one.id)


def target_of(name: str, output: Path | None) -> AnnotationTarget:
    """Return the game to annotate; raise as ``find_game``, and the first error of a text."""
    address = address_of(name)
    if is_game_id(address.name) and not is_read_only(address.name):
        store = the_store()
        if output is not None:
            raise wrong_usage(
                "notes on a game in your store are saved in the store; to write the game to a file, use calimala export"
            )
        return AnnotationTarget(store, load_game(store, address.name))
    return TextTarget(address, record_of(address), output)


def record_of(address: Address) -> Game:
    """Return the record of the game that an address names, from a text without errors; raise as ``find_game``."""
    return sound(find_game(address.game, takes_place=True)).record


# ----------------------------------------------------------------------------------------------------
# Annotations of a game as lines and as JSON: the current ones, and who changed what and when.

MOST_SHOWN: Final = 2_000
"""The number of characters of a text that a list shows; JSON has all of it."""

_DONE: Final = {
    "written": message("{who}: added {id}"),
    "edited": message("{who}: edited {id}"),
    "retracted": message("{who}: retracted {id}"),
}
_DONE_TO_CHANGES: Final = {
    "undone": plural("{who}: undid {number} change", "{who}: undid {number} changes"),
    "redone": plural("{who}: redid {number} change", "{who}: redid {number} changes"),
}
"""The action of each change: to an annotation, or to a number of earlier changes."""


class AnnotationOutput:
    """The annotations of a game, formatted for people and for programs."""

    def __init__(self, target: AnnotationTarget) -> None:
        """Load the annotations of the game."""
        self.target = target

    @property
    def _table(self) -> Names:
        game = self.target.stored.game
        return table_for(game.setup, game.headers)

    # Lines.

    def show(self, annotations: Sequence[Annotation], what: str = "") -> None:
        """Print annotations, one per line, after a message that says what happened to them."""
        before = f"{self._table.language.text(what)}  " if what else ""
        places = [self.target.place(one) for one in annotations]
        width = max((len(place) for place in places), default=0)
        ids = max((len(one.id) for one in annotations), default=0)
        for one, place in zip(annotations, places, strict=True):
            said = f"{place:<{width}}  {self.said(one)}"
            say(f"{before}{paint(f'{one.id:<{ids}}', 'quiet')}  {said}".rstrip())

    def said(self, one: Annotation) -> str:
        """Return the text of an annotation on one line, after the name of its author."""
        who = f"{_line(one.author.shown)}: " if one.author.shown else ""
        return harmless(f"{who}{self._words(one)}")

    def show_history(self, changes: Sequence[AnnotationChange]) -> None:
        """Print who changed what and when, one change per line."""
        language = self._table.language
        for change in changes:
            time = change.time.strftime("%Y-%m-%d %H:%M") if change.time else "?"
            line = f"{time}  {self.change_words(change)}"
            say(line if change.current else paint(language.text("{line} (undone)", line=line), "quiet"))

    def change_words(self, change: AnnotationChange) -> str:
        """Return what was changed, by whom, and the text of the annotation before and after."""
        language = self._table.language
        who = harmless(_line(change.author.shown)) or language.text("the record")
        if change.what in _DONE_TO_CHANGES:
            return language.counted(*_DONE_TO_CHANGES[change.what], change.count or 0, who=who)
        deed = language.text(_DONE[change.what], who=who, id=change.id)
        if change.what == "edited" and change.before and change.after:
            before, after = (harmless(self._words(one)) for one in (change.before, change.after))
            return language.text("{deed}: {before} -> {after}", deed=deed, before=before, after=after)
        said = change.after or change.before
        return language.text("{deed}: {words}", deed=deed, words=harmless(self._words(said))) if said else deed

    def _words(self, one: Annotation) -> str:
        """Return the text of an annotation on one line."""
        language = self._table.language
        if one.note is None:
            return _line(self._variation(one))
        if is_title(one.note):
            return _line(language.text("title: {title}", title=one.note.text or ""))
        if isinstance(one.note, Check):
            return _line(language.text("check: {check}", check=one.note.word.removeprefix("=")))
        return _line(note_text(one.note, self._table, {}))

    def _variation(self, one: Annotation) -> str:
        label = self.target.label(one.id) or one.label
        language, name = self._table.language, f"{label} {one.name}".rstrip()
        symbols = " ".join(self.symbols(one))
        if symbols:
            return language.text("variation {name}: {decisions}", name=name, decisions=symbols)
        return language.counted(
            "variation {name}: {number} decision", "variation {name}: {number} decisions", len(one.commands), name=name
        )

    def symbols(self, one: Annotation) -> list[str]:
        """Return the decisions of a variation that has a place, in notation."""
        label = self.target.label(one.id)
        return [node.symbol for node in self.target.tree.variation(label)] if label else []

    # JSON.

    def json(self, one: Annotation) -> dict[str, Any]:
        """Return an annotation for programs."""
        kind, text = kind_and_text(one, self.target.stored.state)
        found: dict[str, Any] = {
            "id": one.id,
            "author": one.author.shown or None,
            "kind": kind,
            "place": self.target.place(one) or None,
            "text": text,
            "time": one.time or None,
            "stands": one.anchor is not None,
        }
        if one.is_variation:
            found |= {"variation": self.target.label(one.id) or one.label, "decisions": self.symbols(one)}
        return found

    def change_json(self, change: AnnotationChange) -> dict[str, Any]:
        """Return a change for programs."""
        return {
            "author": change.author.shown or None,
            "time": change.time and change.time.isoformat(),
            "what": change.what,
            "id": change.id or None,
            "count": change.count or None,
            "before": change.before and kind_and_text(change.before, self.target.stored.state)[1],
            "after": change.after and kind_and_text(change.after, self.target.stored.state)[1],
            "stands": change.current,
        }


def _line(text: str) -> str:
    """Return a text on one line, or the beginning of a long one."""
    words = " ".join(text[: 2 * MOST_SHOWN].split())
    return words if len(words) <= MOST_SHOWN else f"{words[:MOST_SHOWN]}..."


def kind_and_text(one: Annotation, state: State) -> tuple[str, str]:
    """Return the kind and the text of an annotation; ``state`` is any position of the game."""
    return (VARIATION, one.name) if one.note is None else note_kind_and_text(one.note, state)
