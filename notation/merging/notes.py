"""What two records say about the same decision: notes and variations of both, each once."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from calimala_es.game import Move, Variation
from calimala_es.notes import AnyNote, Check, Clock, Comment, Notes, Stamp
from calimala_es.state import State
from notation.merging.conflicts import Conflict, Origin, Reading
from notation.variations import free_ids
from notation.words.annotations import format_note

_FACTS: Final = (Stamp, Clock, Check)
"""The notes that tell a fact, so that two of one kind that are not the same contradict each other."""


def join_notes(one: Notes, other: Notes) -> Notes:
    """The notes of both in their order, what both say once."""
    return one + _beyond(other, one) if other else one


def _beyond(notes: Notes, others: Notes) -> Notes:
    """The notes that are more often among these than among the others."""
    left = Counter(others)
    found: list[AnyNote] = []
    for note in notes:
        if left[note]:
            left[note] -= 1
        else:
            found.append(note)
    return tuple(found)


def note_conflicts(one: Notes, other: Notes, origins: tuple[Origin, Origin], state: State) -> Iterator[Conflict]:
    """The facts that two records tell otherwise of the same decision, which led to ``state``."""
    facts = [{_fact(note): note for note in notes if isinstance(note, _FACTS)} for notes in (one, other)]
    for what in [what for what in facts[0] if what in facts[1]] if one != other else ():
        notes = facts[0][what], facts[1][what]
        if notes[0] != notes[1] and notes[0] not in other and notes[1] not in one:
            first, second = (
                Reading(origin, format_note(note, state)) for origin, note in zip(origins, notes, strict=True)
            )
            yield Conflict("note", first, second, "both are kept, the first one's first")


def _fact(note: AnyNote) -> tuple[str, str, str]:
    """What a note tells: two of the same layer that tell the same have to agree."""
    form = ""
    if isinstance(note, Check):
        form = "#" if "#" in note.word else "-" if "-" in note.word else ""
    return (type(note).__name__ + form, note.layer, getattr(note, "colour", ""))


class VariationJoiner:
    """Variations of two records in one, with ids that stand once; ``remarks`` tell whose id was changed.

    ``taken`` are ids that are not given to anything else.
    """

    def __init__(self, first: Iterable[str], taken: set[str], source: str) -> None:
        """Start with the ids of the first record; ``source`` is what the other is called."""
        self._used = {*first}
        self._taken = taken | self._used
        self._free = free_ids(self._taken)
        self._source = source
        self.remarks: list[str] = []

    def new_id(self) -> str:
        """An id that no variation has."""
        id = next(self._free)
        self._taken.add(id)
        self._used.add(id)
        return id

    def join(self, one: tuple[Variation, ...], other: tuple[Variation, ...]) -> tuple[Variation, ...]:
        """The variations of a decision, those of both records once."""
        if not other:
            return one
        joined = [*one]
        unmatched = {variation.id: place for place, variation in enumerate(one)}
        for variation in sorted(other, key=lambda variation: variation.id not in unmatched):
            place = _place_of(variation, joined, unmatched)
            if place is None:
                joined.append(self.renumbered(variation))
            else:
                del unmatched[joined[place].id]
                joined[place] = self._both(joined[place], variation)
        return tuple(joined)

    def renumbered(self, variation: Variation) -> Variation:
        """A variation of the other record with ids that are free."""
        id = variation.id
        if id in self._used:
            id = self.new_id()
            self.remarks.append(f"the variation {variation.id} of {self._source} is {id} here")
        self._used.add(id)
        self._taken.add(id)
        return replace(variation, id=id, moves=tuple(self._renumbered_move(move) for move in variation.moves))

    def _renumbered_move(self, move: Move) -> Move:
        if not move.variations:
            return move
        return replace(move, variations=tuple(self.renumbered(variation) for variation in move.variations))

    def _both(self, one: Variation, other: Variation) -> Variation:
        """One line of which both have decisions, the shorter being the beginning of the longer."""
        if one.id != other.id:
            self.remarks.append(f"the variation {other.id} of {self._source} is {one.id} here")
        notes = join_notes(one.notes, other.notes)
        if one.name and other.name and one.name != other.name:
            notes = join_notes(notes, (Comment(other.name),))
        common = zip(one.moves, other.moves, strict=False)
        moves = [
            replace(
                move,
                notes=join_notes(move.notes, same.notes),
                variations=self.join(move.variations, same.variations),
            )
            for move, same in common
        ]
        moves += one.moves[len(moves) :] or [self._renumbered_move(move) for move in other.moves[len(moves) :]]
        return Variation(one.id, tuple(moves), one.name or other.name, notes)


def _place_of(variation: Variation, joined: Sequence[Variation], unmatched: dict[str, int]) -> int | None:
    """Where the same variation stands among those that have found none yet; one of the same id goes first."""
    places = sorted(unmatched.values(), key=lambda place: joined[place].id != variation.id)
    return next((place for place in places if _is_same(joined[place], variation)), None)


def _is_same(one: Variation, other: Variation) -> bool:
    """Whether two variations are one: the same decisions, or the same id and one of them goes on."""
    commands, others = ([move.command for move in variation.moves] for variation in (one, other))
    shorter = min(len(commands), len(others))
    return commands == others or (one.id == other.id and commands[:shorter] == others[:shorter])
