"""The annotations of a game: everybody's together, at the places of the game as it stands."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Final, overload

from calimala_es.errors import IllegalCommandError, UnknownIdError
from calimala_es.state import State
from calimala_es.store.annotations.events import AnnotationWritten
from calimala_es.store.annotations.line import StatesOf, decided
from calimala_es.store.annotations.log import Log
from calimala_es.store.annotations.values import (
    MOST_NESTED,
    VARIATION,
    Annotation,
    Author,
    Change,
    annotation_id,
    parse_annotation_id,
)

_ASIDE: Final = 1 << 60
"""Where what has no place is sorted."""

_UNTIMED: Final = datetime.min.replace(tzinfo=UTC)


class Annotations(Sequence[Annotation]):
    """What stands, as a value: at the start first, then by place, at one place in the order in which it was said.

    What is said inside of a variation follows behind it. ``aside`` is what has no place in the game as it stands and
    comes back with a redo. ``game`` is the id of the game, ``numbers`` those of its commands that stand.
    """

    def __init__(
        self, game: str, logs: tuple[Log, ...], numbers: Sequence[int], states: StatesOf | None = None
    ) -> None:
        """Keep what was read; with ``states``, the positions of the game, only variations that can be played stand."""
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
        """What stands but has no place, since its commands were undone or its variation is not there."""
        return tuple(one for one in self._all if one.anchor is None)

    @cached_property
    def history(self) -> tuple[Change, ...]:
        """Everything that everybody did, the earliest first."""
        changes = [change for log in self.logs for change in log.changes()]
        return tuple(sorted(changes, key=lambda change: change.time or _UNTIMED))

    def find(self, id: str) -> Annotation:
        """The annotation of an id, wherever it stands; raises ``UnknownIdError``."""
        parse_annotation_id(id)
        if id not in self._by_id:
            raise UnknownIdError(f"{self.game} has no annotation {id}; it never had, or it was retracted or undone")
        return self._by_id[id]

    def by(self, name: str) -> tuple[Annotation, ...]:
        """What an author says; ``""`` is the record itself."""
        log = self.log_of(name)
        return tuple(one for one in self if log is not None and one.layer == log.layer)

    def inside(self, variation: str = "") -> tuple[Annotation, ...]:
        """What is said inside of a variation, or of none, by place."""
        return self._inside.get(variation, ())

    def log_of(self, author: str | Author) -> Log | None:
        """The rows of an author, by name or short name; ``None`` where the author has said nothing yet."""
        if isinstance(author, str):
            named = [log for log in self.logs if log.author.is_called(author)]
            return next((log for log in named if log.author.name == author), named[0] if named else None)
        exact = [log for log in self.logs if _key(log.author) == _key(author)]
        return next((log for log in (*exact, *self.logs) if log.author.is_same(author)), None)

    def undoable(self, author: str | Author) -> int:
        """How many changes an author can take back."""
        log = self.log_of(author)
        return log.undoable if log else 0

    def redoable(self, author: str | Author) -> int:
        """How many changes an author can bring back."""
        log = self.log_of(author)
        return log.redoable if log else 0

    @cached_property
    def _written(self) -> dict[str, AnnotationWritten]:
        return {
            annotation_id(log.layer, version): event for log in self.logs for version, event in log.standing.items()
        }

    @cached_property
    def _all(self) -> tuple[Annotation, ...]:
        """Everything that stands, what has no place last."""
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
    """Where in the game as it stands, or in its variations, things are said."""

    def __init__(
        self, written: Mapping[str, AnnotationWritten], numbers: Sequence[int], states: StatesOf | None
    ) -> None:
        self._written = written
        self._places = {0: 0, **{number: place for place, number in enumerate(numbers, 1)}}
        self._known: dict[str, int | None] = {}
        self._states = states
        self._lines: dict[str, Sequence[State]] = {}

    def anchor(self, id: str, event: AnnotationWritten, nested: int = 0) -> int | None:
        """The place of an annotation on its line; ``None`` if it has none, or stands in too many variations."""
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
        """Whether a variation can begin at a place; its positions are kept for those in it."""
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
