"""The annotations of a game: those of all authors together, at the places of the current game."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Final, overload

from calimala_es.errors import IllegalCommandError, UnknownIdError
from calimala_es.state import State
from calimala_es.store.annotations import (
    MOST_NESTED,
    VARIATION,
    Annotation,
    Author,
    Change,
    Log,
    StatesOf,
    annotation_id,
    decided,
    parse_annotation_id,
)
from calimala_es.store.row_events import AnnotationWritten

_ASIDE: Final = 1 << 60
"""The sort key of what has no place."""

_UNTIMED: Final = datetime.min.replace(tzinfo=UTC)


class Annotations(Sequence[Annotation]):
    """The current annotations, as a value: at the start first, then by place, at one place in the order of writing.

    The annotations inside a variation follow it. ``aside`` has those without a place in the current game, which return
    with a redo. ``game`` is the id of the game, ``numbers`` are the numbers of its current commands.
    """

    def __init__(
        self, game: str, logs: tuple[Log, ...], numbers: Sequence[int], states: StatesOf | None = None
    ) -> None:
        """Store what was read; with ``states``, the positions of the game, only variations that can be played are
        included.
        """
        self.game = game
        self.logs = logs
        self.numbers = numbers
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
        """Everybody who ever said something, the author of layer 1 first."""
        return tuple(log.author for log in self.logs)

    @cached_property
    def aside(self) -> tuple[Annotation, ...]:
        """The current annotations without a place, since their commands were undone or their variation is missing."""
        return tuple(one for one in self._all if one.anchor is None)

    @cached_property
    def history(self) -> tuple[Change, ...]:
        """Everything that all authors did, the earliest first."""
        changes = [change for log in self.logs for change in log.changes()]
        return tuple(sorted(changes, key=lambda change: change.time or _UNTIMED))

    def find(self, id: str) -> Annotation:
        """Return the annotation of an id, wherever it is; raises ``UnknownIdError``."""
        parse_annotation_id(id)
        if id not in self._by_id:
            raise UnknownIdError(f"{self.game} has no annotation {id}; it never had, or it was retracted or undone")
        return self._by_id[id]

    def by(self, name: str) -> tuple[Annotation, ...]:
        """Return an author's annotations; ``""`` is the record itself."""
        log = self.log_of(name)
        return tuple(one for one in self if log is not None and one.layer == log.layer)

    def inside(self, variation: str = "") -> tuple[Annotation, ...]:
        """Return the annotations inside a variation, or those in none, by place."""
        return self._inside.get(variation, ())

    def log_of(self, author: str | Author) -> Log | None:
        """Return the rows of an author, by name or short name; ``None`` if the author has said nothing yet."""
        if isinstance(author, str):
            named = [log for log in self.logs if log.author.is_called(author)]
            return next((log for log in named if log.author.name == author), named[0] if named else None)
        exact = [log for log in self.logs if _key(log.author) == _key(author)]
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
    def _written(self) -> dict[str, AnnotationWritten]:
        return {
            annotation_id(log.layer, version): event for log in self.logs for version, event in log.standing.items()
        }

    @cached_property
    def _all(self) -> tuple[Annotation, ...]:
        """All current annotations, those without a place last."""
        placing = _Placing(self._written, self.numbers, self._states)
        found = [
            log.annotation(version, event, placing.anchor(annotation_id(log.layer, version), event))
            for log in self.logs
            for version, event in log.standing.items()
        ]
        return tuple(sorted(found, key=_sorting))

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
        return {variation: tuple(said) for variation, said in found.items()}


class _Placing:
    """The places of annotations in the current game, or in its variations."""

    def __init__(
        self, written: Mapping[str, AnnotationWritten], numbers: Sequence[int], states: StatesOf | None
    ) -> None:
        self._written = written
        self._places = {0: 0, **{number: place for place, number in enumerate(numbers, 1)}}
        self._known: dict[str, int | None] = {}
        self._states = states
        self._lines: dict[str, Sequence[State]] = {}

    def anchor(self, id: str, event: AnnotationWritten, nested: int = 0) -> int | None:
        """Return the place of an annotation on its line; ``None`` without a place, or inside too many variations."""
        if id not in self._known:
            place = self._found(event, nested)
            can_be = place is None or self._states is None or not event.commands
            self._known[id] = place if can_be or self._can_be_played(id, event, place or 0) else None
        return self._known[id]

    def _found(self, event: AnnotationWritten, nested: int) -> int | None:
        if not event.variation:
            return self._places.get(event.after)
        around = self._written.get(event.variation)
        if around is None or around.kind != VARIATION or nested > MOST_NESTED:
            return None
        is_there = 0 <= event.after <= len(around.commands)
        return event.after if is_there and self.anchor(event.variation, around, nested + 1) is not None else None

    def _can_be_played(self, id: str, event: AnnotationWritten, place: int) -> bool:
        """Return whether a variation can begin at a place; stores its positions for those inside it."""
        assert self._states is not None
        line = self._lines[event.variation] if event.variation else self._states()
        try:
            self._lines[id] = decided(line[place - 1], event.commands)
        except IllegalCommandError:
            return False
        return place > 0


def _key(author: Author) -> tuple[str, str, str]:
    return author.name, author.short, author.language


def _sorting(one: Annotation) -> tuple[int, int, tuple[int, int]]:
    return _ASIDE if one.anchor is None else one.anchor, one.order, parse_annotation_id(one.id)
