"""What two records say about the same decision: notes and variations of both, duplicates once."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from calimala_es.game import Game, Layer, Move, Variation, format_layer, free_ids, free_layer, layers_of, parse_layer
from calimala_es.headers import DATE, LAYER, RESULT
from calimala_es.messages import Message
from calimala_es.notes import FACTS, AnyNote, Check, Comment, Notes
from calimala_es.state import State
from notation.grammar.notes import format_note
from notation.headers.setup_headers import format_header
from replays.edit.conflicts import Claim, MergeConflict, Origin, find_surplus


def join_notes(one: Notes, other: Notes) -> Notes:
    """Return the notes of both in their order, duplicates once."""
    return one + find_surplus(other, one) if other else one


OUTCOME_BOTH: Final = Message("both are kept, the first before the second")
"""The outcome of a conflict between notes or headers."""


def note_conflicts(one: Notes, other: Notes, origins: tuple[Origin, Origin], state: State) -> Iterator[MergeConflict]:
    """Yield the facts about which two records differ for the same decision, which led to ``state``."""
    facts = [{_fact(note): note for note in notes if isinstance(note, FACTS)} for notes in (one, other)]
    for what in [what for what in facts[0] if what in facts[1]] if one != other else ():
        notes = facts[0][what], facts[1][what]
        if notes[0] != notes[1] and notes[0] not in other and notes[1] not in one:
            first, second = (
                Claim(origin, format_note(note, state)) for origin, note in zip(origins, notes, strict=True)
            )
            yield MergeConflict("note", first, second, OUTCOME_BOTH)


def _fact(note: AnyNote) -> tuple[str, str, str]:
    """Return the subject of a note: two notes of the same layer with the same subject must agree."""
    form = ""
    if isinstance(note, Check):
        form = "#" if "#" in note.word else "-" if "-" in note.word else ""
    return (type(note).__name__ + form, note.layer, getattr(note, "colour", ""))


class VariationJoiner:
    """Joins variations of two records, with unique ids; ``remarks`` say which ids were changed.

    ``taken`` are the ids in use.
    """

    def __init__(self, first: Iterable[str], taken: set[str], source: str) -> None:
        """Start with the ids of the first record; ``source`` is the name of the other."""
        self._used = {*first}
        self._taken = taken | self._used
        self._free = free_ids(self._taken)
        self._source = source
        self.remarks: list[Message] = []

    def new_id(self) -> str:
        """Return an unused id."""
        id = next(self._free)
        self._taken.add(id)
        self._used.add(id)
        return id

    def join(self, one: tuple[Variation, ...], other: tuple[Variation, ...]) -> tuple[Variation, ...]:
        """Return the variations of a decision from both records, duplicates once."""
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
        """Return a variation of the other record with unused ids."""
        id = variation.id
        if id in self._used:
            id = self.new_id()
            self.remarks.append(self._renamed(variation.id, id))
        self._used.add(id)
        self._taken.add(id)
        return replace(variation, id=id, moves=tuple(self._renumbered_move(move) for move in variation.moves))

    def _renamed(self, old: str, id: str) -> Message:
        return Message("variation {old} of {name} is called {id} here", old=old, name=self._source, id=id)

    def _renumbered_move(self, move: Move) -> Move:
        if not move.variations:
            return move
        return replace(move, variations=tuple(self.renumbered(variation) for variation in move.variations))

    def _both(self, one: Variation, other: Variation) -> Variation:
        """Join two versions of one line, the shorter being the beginning of the longer."""
        if one.id != other.id:
            self.remarks.append(self._renamed(other.id, one.id))
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
    """Find the same variation among those without a match; one with the same id is preferred."""
    places = sorted(unmatched.values(), key=lambda place: joined[place].id != variation.id)
    return next((place for place in places if _is_same(joined[place], variation)), None)


def _is_same(one: Variation, other: Variation) -> bool:
    """Return whether two variations are one: the same decisions, or the same id and one extends the other."""
    commands, others = ([move.command for move in variation.moves] for variation in (one, other))
    shorter = min(len(commands), len(others))
    return commands == others or (one.id == other.id and commands[:shorter] == others[:shorter])


# ----------------------------------------------------------------------------------------------------
# Headers of two records: those of one record, and those of both; layers of two authors with the same name.

Header = tuple[str, str]

UNKNOWN_RESULT: Final = "*"


class JoinedHeaders(NamedTuple):
    """The headers of two records joined, and the names for which the values differ."""

    headers: tuple[Header, ...]
    conflicts: tuple[MergeConflict, ...] = ()


def join_headers(one: Iterable[Header], other: Iterable[Header], names: tuple[str, str]) -> JoinedHeaders:
    """Join headers: all of the first, then the additional ones of the second.

    A more specific value replaces a less specific one. Where values contradict each other both are included, the first
    one's first.
    """
    headers = [*one]
    own, left = len(headers), Counter(headers)
    conflicts: list[MergeConflict] = []
    for header in other:
        if left[header]:
            left[header] -= 1
            continue
        name, value = header
        places = [place for place in range(own) if headers[place][0] == name]
        fuller = next(((place, both) for place in places if (both := _fuller(name, headers[place][1], value))), None)
        if fuller is not None:
            headers[fuller[0]] = (name, fuller[1])
            continue
        if places and name != LAYER:
            conflicts.append(_conflict(headers[places[0]], header, names))
        headers.append(header)
    return JoinedHeaders(tuple(headers), tuple(conflicts))


def _conflict(header: Header, other: Header, names: tuple[str, str]) -> MergeConflict:
    readings = [Claim(Origin(name), format_header(*each)) for name, each in zip(names, (header, other), strict=True)]
    return MergeConflict("header", readings[0], readings[1], OUTCOME_BOTH)


# Values that are more specific than others.


def _fuller_date(one: str, other: str) -> str | None:
    """Join two dates that agree as far as either is known, e.g. ``2026.11.??``."""
    if len(one) != len(other) or not _DATE.fullmatch(one) or not _DATE.fullmatch(other):
        return None
    signs = [same if sign == "?" else sign for sign, same in zip(one, other, strict=True)]
    return "".join(signs) if all(same in ("?", sign) for sign, same in zip(signs, other, strict=True)) else None


_DATE: Final = re.compile(r"[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2}")


def _fuller_result(one: str, other: str) -> str | None:
    if UNKNOWN_RESULT not in (one, other):
        return None
    return other if one == UNKNOWN_RESULT else one


def _fuller_layer(one: str, other: str) -> str | None:
    layer, same = parse_layer(one), parse_layer(other)
    fuller = _joined_layer(layer, same) if layer and same else None
    if fuller is None:
        return None
    return next((value for value, each in ((one, layer), (other, same)) if each == fuller), format_layer(fuller))


def _joined_layer(one: Layer, other: Layer) -> Layer | None:
    """Join two headers that declare one layer; ``None`` if they declare two."""
    if one.id != other.id or (one.language and other.language and one.language != other.language):
        return None
    if one.author and other.author and one.author != other.author:
        return None
    return Layer(one.id, one.language or other.language, one.author or other.author)


_FULLER: Final[dict[str, Callable[[str, str], str | None]]] = {
    DATE: _fuller_date,
    RESULT: _fuller_result,
    LAYER: _fuller_layer,
}


def _fuller(name: str, one: str, other: str) -> str | None:
    """Join two values of a header if they do not contradict each other."""
    join = _FULLER.get(name)
    return join(one, other) if join and one != other else None


# Layers.


def rename_layers(one: Game, other: Game, names: tuple[str, str]) -> tuple[Game, tuple[Message, ...]]:
    """Return the other record with new short names for layers that clash with the first's, and a list of them."""
    known, declared = layers_of(one), layers_of(other)
    taken = {*known, *declared}
    renamed: dict[str, str] = {}
    for id, layer in declared.items():
        if id in known and _joined_layer(known[id], layer) is None:
            renamed[id] = free_layer(layer.author or id, taken)
            taken.add(renamed[id])
    if not renamed:
        return other, ()
    headers = tuple(_renamed_header(header, renamed) for header in other.headers)
    changed = replace(
        other, headers=headers, notes=_renamed_notes(other.notes, renamed), moves=_renamed_moves(other.moves, renamed)
    )
    remarks = (
        Message(
            "the layer {old} of {name} is renamed {new}, because {other} has a different layer called {old}",
            old=old,
            name=names[1],
            new=new,
            other=names[0],
        )
        for old, new in renamed.items()
    )
    return changed, tuple(remarks)


def _renamed_header(header: Header, renamed: dict[str, str]) -> Header:
    name, value = header
    layer = parse_layer(value) if name == LAYER else None
    if layer is None or layer.id not in renamed:
        return header
    return name, format_layer(replace(layer, id=renamed[layer.id]))


def _renamed_notes(notes: Notes, renamed: dict[str, str]) -> Notes:
    return tuple(replace(note, layer=renamed.get(note.layer, note.layer)) for note in notes)


def _renamed_moves(moves: tuple[Move, ...], renamed: dict[str, str]) -> tuple[Move, ...]:
    return tuple(
        replace(
            move,
            notes=_renamed_notes(move.notes, renamed),
            variations=tuple(
                replace(one, notes=_renamed_notes(one.notes, renamed), moves=_renamed_moves(one.moves, renamed))
                for one in move.variations
            ),
        )
        for move in moves
    )
