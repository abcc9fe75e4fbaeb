"""All annotations of a game: at the places of its current commands, and as the notes and variations of a ``Game``.

An author of the store is a layer of the game: ``GameNotes`` writes annotations into a game, ``drafts_of`` takes those
of a game apart again, and nothing is lost either way. The author and the time of a variation are a note ``$by`` before
its first decision. If commands were replaced by others (``Undone.carried``) what no longer holds in the new position is
left out of the game: variations that the rules refuse there, and wrong checks.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Final, overload

from msgspec.structs import replace

from calimala_es.checks import LOOK_BACK, agrees
from calimala_es.commands import Command
from calimala_es.decide import step
from calimala_es.errors import AnnotationError, CalimalaError, IllegalCommandError, UnknownIdError
from calimala_es.events import TurnEnded
from calimala_es.game import (
    Game,
    Headers,
    Layer,
    Move,
    Variation,
    by_note,
    format_layer,
    free_ids,
    free_layer,
    layer_ids,
    layers_of,
    parse_layer,
    play,
    replay_variation,
    settle_notes,
)
from calimala_es.headers import LAYER
from calimala_es.messages import Message
from calimala_es.notes import BY, TITLE, AnyNote, Check, Extension, Notes
from calimala_es.state import State
from calimala_es.store.annotations import (
    MOST_NESTED,
    Annotation,
    AnnotationChange,
    Author,
    AuthorLog,
    Draft,
    Written,
    annotation_id,
    parse_annotation_id,
)
from calimala_es.store.row_events import VariationWritten

_UNPLACED: Final = 1 << 60
"""The sort key of what has no place."""

_UNTIMED: Final = datetime.min.replace(tzinfo=UTC)

StatesOf = Callable[[], Sequence[State]]
"""Returns the start of a game and the state after each of its commands, computed on request."""


def line_states(state: State, commands: Iterable[Command]) -> tuple[State, ...]:
    """Return a state and the states after each command that follows; raises ``IllegalCommandError``."""
    states = [state]
    for command in commands:
        states.append(step(states[-1], command)[1])
    return tuple(states)


class Annotations(Sequence[Annotation]):
    """The current annotations, as a value: at the start first, then by place, at one place in the order of writing.

    The annotations inside a variation follow it. ``unplaced`` has those without a place in the current game, which
    return with a redo. ``game`` is the id of the game, ``anchors`` are the numbers by which its commands are annotated.
    """

    def __init__(
        self, game: str, logs: tuple[AuthorLog, ...], anchors: Sequence[int], states: StatesOf | None = None
    ) -> None:
        """Store what was read; with ``states``, the positions of the game, variations that cannot be played there have
        no place.
        """
        self.game = game
        self.logs = logs
        self.anchors = anchors
        self._states = states

    @overload
    def __getitem__(self, index: int) -> Annotation: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Annotation]: ...
    def __getitem__(self, index: int | slice) -> Annotation | Sequence[Annotation]:
        return self._placed[index]

    def __len__(self) -> int:
        return len(self._placed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Annotations) and (self.game, self._all) == (other.game, other._all)

    def __hash__(self) -> int:
        return hash((self.game, self._all))

    def __repr__(self) -> str:
        return f"<Annotations of {self.game}: {len(self)}>"

    @property
    def authors(self) -> tuple[Author, ...]:
        """All authors that ever wrote, the author of layer 1 first."""
        return tuple(log.author for log in self.logs)

    @cached_property
    def unplaced(self) -> tuple[Annotation, ...]:
        """The current annotations without a place, since their commands were undone or their variation is missing."""
        return tuple(one for one in self._all if one.anchor is None)

    @cached_property
    def history(self) -> tuple[AnnotationChange, ...]:
        """All changes of all authors, the earliest first."""
        changes = [change for log in self.logs for change in log.changes()]
        return tuple(sorted(changes, key=lambda change: change.time or _UNTIMED))

    def find(self, id: str) -> Annotation:
        """Return the annotation of an id, wherever it is; raises ``UnknownIdError``."""
        parse_annotation_id(id)
        if id not in self._by_id:
            raise UnknownIdError(
                Message("{game} has no annotation {id}; it may have been retracted or undone", game=self.game, id=id)
            )
        return self._by_id[id]

    def by(self, name: str) -> tuple[Annotation, ...]:
        """Return an author's annotations; ``""`` is the record itself."""
        log = self.log_of(name)
        return tuple(one for one in self if log is not None and one.layer == log.layer)

    def inside(self, variation: str = "") -> tuple[Annotation, ...]:
        """Return the annotations inside a variation, or those in none, by place."""
        return self._inside.get(variation, ())

    def log_of(self, author: str | Author) -> AuthorLog | None:
        """Return the rows of an author, by name or short name; ``None`` if the author has written nothing yet."""
        if isinstance(author, str):
            named = [log for log in self.logs if log.author.is_called(author)]
            return next((log for log in named if log.author.name == author), named[0] if named else None)
        exact = [log for log in self.logs if _author_key(log.author) == _author_key(author)]
        return next((log for log in (*exact, *self.logs) if log.author.is_same(author)), None)

    def undoable(self, author: str | Author) -> int:
        """Return how many changes an author can undo."""
        log = self.log_of(author)
        return log.undoable if log else 0

    def redoable(self, author: str | Author) -> int:
        """Return how many changes an author can redo."""
        log = self.log_of(author)
        return log.redoable if log else 0

    @cached_property
    def _written(self) -> dict[str, Written]:
        return {
            annotation_id(log.layer, version): written for log in self.logs for version, written in log.current.items()
        }

    @cached_property
    def _all(self) -> tuple[Annotation, ...]:
        """All current annotations, those without a place last."""
        places = _Places(self._written, self.anchors, self._states)
        found = [
            log.annotation(version, written, places.anchor(annotation_id(log.layer, version), written))
            for log in self.logs
            for version, written in log.current.items()
        ]
        return tuple(sorted(found, key=_sort_key))

    @cached_property
    def _placed(self) -> tuple[Annotation, ...]:
        return tuple(self._walk(""))

    def _walk(self, variation: str) -> Iterator[Annotation]:
        for one in self.inside(variation):
            yield one
            if one.is_variation:
                yield from self._walk(one.id)

    @cached_property
    def _by_id(self) -> dict[str, Annotation]:
        return {one.id: one for one in self._all}

    @cached_property
    def _inside(self) -> dict[str, tuple[Annotation, ...]]:
        found: dict[str, list[Annotation]] = {}
        for one in self._all:
            if one.anchor is not None:
                found.setdefault(one.variation, []).append(one)
        return {variation: tuple(annotations) for variation, annotations in found.items()}


class _Places:
    """The places of annotations in the current game, or in its variations."""

    def __init__(self, written: Mapping[str, Written], anchors: Sequence[int], states: StatesOf | None) -> None:
        self._written = written
        self._places = {0: 0, **{number: place for place, number in enumerate(anchors, 1)}}
        self._known: dict[str, int | None] = {}
        self._states = states
        self._lines: dict[str, Sequence[State]] = {}

    def anchor(self, id: str, written: Written, nested: int = 0) -> int | None:
        """Return the place of an annotation on its line; ``None`` without a place, or inside too many variations."""
        if id not in self._known:
            place = self._find(written, nested)
            if place is not None and self._states is not None and isinstance(written, VariationWritten):
                place = place if self._can_be_played(id, written, place) else None
            self._known[id] = place
        return self._known[id]

    def _find(self, written: Written, nested: int) -> int | None:
        if not written.variation:
            return self._places.get(written.after)
        around = self._written.get(written.variation)
        if not isinstance(around, VariationWritten) or nested > MOST_NESTED:
            return None
        is_there = 0 <= written.after <= len(around.commands)
        return written.after if is_there and self.anchor(written.variation, around, nested + 1) is not None else None

    def _can_be_played(self, id: str, written: VariationWritten, place: int) -> bool:
        """Return whether a variation can begin at a place; stores its positions for those inside it."""
        assert self._states is not None
        line = self._lines[written.variation] if written.variation else self._states()
        try:
            self._lines[id] = line_states(line[place - 1], written.commands)
        except IllegalCommandError:
            return False
        return place > 0


def _author_key(author: Author) -> tuple[str, str, str]:
    return author.name, author.short, author.language


def _sort_key(one: Annotation) -> tuple[int, int, tuple[int, int]]:
    return _UNPLACED if one.anchor is None else one.anchor, one.order, parse_annotation_id(one.id)


# From annotations to a game.


class GameNotes:
    """A game with its annotations as notes and variations; ``ids`` are the annotations' ids by those of variations."""

    def __init__(self, game: Game, annotations: Annotations, numbers: Sequence[int]) -> None:
        """Write annotations into a game without any; ``numbers`` are those of its commands."""
        self.ids: dict[str, str] = {}
        self._annotations = annotations
        declared = layers_of(game)
        self._layers = _layers_in(annotations, declared)
        self._taken: set[str] = set()
        self._free = free_ids({one.label for one in annotations})
        said = self._line(game, "")
        moves = tuple(_with(move, said.get(place, [])) for place, move in enumerate(game.moves, 1))
        if annotations.anchors != numbers:
            carried = (
                place
                for place, (anchor, number) in enumerate(zip(annotations.anchors, numbers, strict=True))
                if anchor != number
            )
            for place in carried:
                moves = (*moves[:place], _without_wrong(moves[place], place, game), *moves[place + 1 :])
        headers = _with_layer_headers(game.headers, annotations, self._layers)
        self.game = settle_notes(replace(game, headers=headers, moves=moves, notes=_notes_in(said.get(0, []))))

    def _line(self, line: Game, variation: str) -> dict[int, list[AnyNote | Variation]]:
        """Return the notes and variations of each moment of a line: the game, or a variation of it."""
        found: dict[int, list[AnyNote | Variation]] = {}
        for one in self._annotations.inside(variation):
            assert one.anchor is not None
            content = self._variation(one, line) if one.note is None else self._note(one, one.note)
            found.setdefault(one.anchor, []).append(content)
        return found

    def _variation(self, one: Annotation, line: Game) -> Variation:
        assert one.anchor, "a variation is one of a decision"
        label = one.label if one.label and one.label not in self._taken else next(self._free)
        self._taken.add(label)
        self.ids[label] = one.id
        played = play(line.state_at(one.anchor - 1), one.commands)
        inside = self._line(played, one.id)
        layer = self._layers.get(one.layer, "")
        by: Notes = (Extension(BY, layer=layer, time=one.time),) if layer or one.time else ()
        moves = tuple(_with(move, inside.get(place, [])) for place, move in enumerate(played.moves, 1))
        return Variation(label, moves, one.name, by + _notes_in(inside.get(0, [])))

    def _note(self, one: Annotation, note: AnyNote) -> AnyNote:
        layer = self._layers.get(one.layer, "")
        return replace(note, layer=layer) if layer else note


def _notes_in(contents: Iterable[AnyNote | Variation]) -> Notes:
    return tuple([one for one in contents if not isinstance(one, Variation)])


def _with(move: Move, contents: Sequence[AnyNote | Variation]) -> Move:
    """Return a move with notes and variations."""
    if not contents:
        return move
    variations = tuple([one for one in contents if isinstance(one, Variation)])
    return replace(move, notes=_notes_in(contents), variations=variations)


def _without_wrong(move: Move, place: int, game: Game) -> Move:
    """Return a move that replaced another one, without variations and checks that are wrong in its position."""
    if not move.notes and not move.variations:
        return move
    right = (one for one in move.notes if type(one) is not Check or _is_right(one.word, place, game))
    playable = (_replayed(game.state_at(place), variation) for variation in move.variations)
    return replace(move, notes=tuple(right), variations=tuple(one for one in playable if one is not None))


def _is_right(check: str, place: int, game: Game) -> bool:
    """Return whether a check is true after a move, or later in its turn: the end of a turn is not always recorded."""
    for end, move in enumerate(game.moves[place:], place + 1):
        events = [one.events for one in game.moves[max(end - LOOK_BACK, 0) : end]]
        if agrees(check, move.state, events):
            return True
        if any(isinstance(event, TurnEnded) for event in move.events):
            return False
    return False


def _replayed(state: State, variation: Variation) -> Variation | None:
    """Return a variation decided again from a state; ``None`` if the rules refuse it there."""
    try:
        return replay_variation(state, variation)
    except CalimalaError:
        return None


def _layers_in(annotations: Annotations, declared: Mapping[str, Layer]) -> dict[int, str]:
    """Return the short names of the layers of all authors whose annotations have a place, by the authors' numbers.

    A layer that is ``declared`` for an author's name is that author's.
    """
    used = {one.layer for one in annotations}
    ids_by_name = {layer.author: layer.id for layer in declared.values() if layer.author}
    authors = {number: author for number, author in enumerate(annotations.authors, 1) if number in used}
    found = {number: author.short or ids_by_name.get(author.name, "") for number, author in authors.items()}
    ids = {*declared, *found.values()}
    for number, author in authors.items():
        if not found[number] and author.name:
            found[number] = free_layer(author.name, ids)
            ids.add(found[number])
    return found


def _with_layer_headers(headers: Headers, annotations: Annotations, layers: Mapping[int, str]) -> Headers:
    """Return headers with those that declare the layers of authors, each at its old place or after the others."""
    known = {layer.id for header in headers if (layer := _declared_layer(*header))}
    found = [*headers]
    authors = [(annotations.authors[number - 1], id) for number, id in layers.items() if id and id not in known]
    for author, id in sorted(authors, key=lambda one: (one[0].header < 0, one[0].header)):
        if author.name or author.declared:
            place = author.header if 0 <= author.header <= len(found) else len(found)
            found.insert(place, (LAYER, format_layer(Layer(id, author.language, author.name))))
    return tuple(found)


def _declared_layer(name: str, value: str) -> Layer | None:
    """Return the layer that a header declares."""
    return parse_layer(value) if name == LAYER else None


# From a game to annotations.


def layer_authors(game: Game) -> dict[str, Author]:
    """Return the author of every layer in use, by its short name, as the headers declare it."""
    found: dict[str, Author] = {}
    for place, header in enumerate(game.headers):
        layer = _declared_layer(*header)
        if layer is not None:
            found.setdefault(layer.id, Author(layer.author, layer.id, layer.language, place, declared=True))
    layers = {*layer_ids(game)} - {""}
    return {id: found.get(id) or Author(short=id) for id in sorted(layers)}


def other_headers(game: Game, authors: Mapping[str, Author]) -> Headers:
    """Return a game's headers without those that declare the layers of these authors."""
    places = {author.header for author in authors.values()}
    return tuple(header for place, header in enumerate(game.headers) if place not in places)


def drafts_of(game: Game, authors: Mapping[str, Author]) -> Iterator[Draft]:
    """Yield the notes and variations of a game as drafts; ``authors`` by layer."""
    yield from drafts_at(0, game.notes, authors=authors)
    for place, move in enumerate(game.moves, 1):
        yield from drafts_at(place, move.notes, move.variations, authors)


def drafts_at(
    anchor: int, notes: Notes, variations: Sequence[Variation] = (), authors: Mapping[str, Author] | None = None
) -> Iterator[Draft]:
    """Yield the notes and variations of one moment as drafts; notes without a time stay without one."""
    for content in (*notes, *variations):
        yield Draft(anchor, content, authors=authors or {}, dated=False)


def missing_drafts(game: Game, annotations: Annotations, other: Game) -> list[Draft]:
    """Return what another record of the same game says that the game does not, each as a draft for its place.

    The same content by the same author at the same place and time is the same annotation. Raises ``AnnotationError``
    if the other is a different game.
    """
    common = min(len(game.moves), len(other.moves))
    parting = next((n for n in range(common) if game.moves[n].command != other.moves[n].command), common)
    if game.setup != other.setup or game.start != other.start or parting < common:
        where = (
            Message("it differs, starting with decision {number}", number=parting + 1)
            if parting
            else Message("it begins differently")
        )
        raise AnnotationError(
            Message(
                "this is not a record of the same game: {reason}; {command} combines records",
                reason=where,
                command="`calimala merge`",
            )
        )
    drafts = drafts_of(other, layer_authors(other))
    return [*_missing((draft for draft in drafts if draft.anchor <= len(game.moves)), annotations, "")]


def _missing(drafts: Iterable[Draft], annotations: Annotations, variation: str) -> Iterator[Draft]:
    """Yield the drafts that are missing, inside a variation or in none."""
    inside = annotations.inside(variation)
    known = Counter(_note_key(one.author, one.anchor, one.note) for one in inside if one.note is not None)
    lines = [one for one in inside if one.is_variation]
    for draft in drafts:
        content = draft.content
        if not isinstance(content, Variation):
            key = _note_key(draft.authors.get(content.layer) or Author(short=content.layer), draft.anchor, content)
            if known[key]:
                known[key] -= 1
            else:
                yield replace(draft, variation=variation)
            continue
        same = next((one for one in lines if one.anchor == draft.anchor and _begins_with(one, content)), None)
        if same is None:
            yield replace(draft, variation=variation)
            continue
        lines.remove(same)
        yield from _missing(_drafts_inside(draft, content, same.name), annotations, same.id)


def _drafts_inside(draft: Draft, variation: Variation, known_name: str) -> Iterator[Draft]:
    """Yield what is inside a variation that exists already; another name of it becomes a title."""
    by = by_note(variation)
    layer, time = (by.layer, by.time) if by else ("", "")
    if variation.name not in ("", known_name):
        title = Extension(TITLE, variation.name, layer=layer, time=time)
        yield Draft(0, title, authors=draft.authors, dated=False)
    yield from drafts_at(0, variation.notes[1:] if by else variation.notes, authors=draft.authors)
    for place, move in enumerate(variation.moves, 1):
        yield from drafts_at(place, move.notes, move.variations, draft.authors)


def _note_key(author: Author, anchor: int | None, note: AnyNote) -> tuple[object, ...]:
    """Return what two notes have in common that are the same."""
    return author.shown, anchor, replace(note, layer="")


def _begins_with(one: Annotation, variation: Variation) -> bool:
    """Return whether a variation has the decisions of another, or begins with them."""
    commands = tuple(move.command for move in variation.moves)
    return one.commands[: len(commands)] == commands
