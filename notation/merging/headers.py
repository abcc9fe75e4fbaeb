"""Headers of two records: what one alone says, and what both say; layers that two authors have of the same name."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from msgspec.structs import replace

from calimala_es.game import Game, Layer, Move, Variation
from calimala_es.notes import Notes
from notation.heading.form import HeaderError, format_header
from notation.heading.headers import RESULT
from notation.heading.layers import LAYER, format_layer, free_layer, layers_of, parse_layer
from notation.merging.conflicts import Conflict, Origin, Reading

Header = tuple[str, str]

UNKNOWN_RESULT: Final = "*"


class Headers(NamedTuple):
    """The headers of two records in one, and the names that both have with other values."""

    headers: tuple[Header, ...]
    conflicts: tuple[Conflict, ...] = ()


def join_headers(one: Iterable[Header], other: Iterable[Header], names: tuple[str, str]) -> Headers:
    """All headers of the first, then what the second has more.

    A value that says more takes the place of one that says less. Where values contradict each other both are there,
    the first one's first.
    """
    headers = [*one]
    own, left = len(headers), Counter(headers)
    conflicts: list[Conflict] = []
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
    return Headers(tuple(headers), tuple(conflicts))


def _conflict(header: Header, other: Header, names: tuple[str, str]) -> Conflict:
    readings = [Reading(Origin(name), format_header(*each)) for name, each in zip(names, (header, other), strict=True)]
    return Conflict("header", readings[0], readings[1], "both are kept, the first one's first")


# Values that say more than others.


def _fuller_date(one: str, other: str) -> str | None:
    """The date of two that are the same as far as either is known: ``2026.11.??``."""
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
    try:
        layer, same = parse_layer(one), parse_layer(other)
    except HeaderError:
        return None
    fuller = _joined_layer(layer, same)
    if fuller is None:
        return None
    return next((value for value, told in ((one, layer), (other, same)) if told == fuller), format_layer(fuller))


def _joined_layer(one: Layer, other: Layer) -> Layer | None:
    """The layer that two headers declare; ``None`` if they are two."""
    if one.id != other.id or (one.language and other.language and one.language != other.language):
        return None
    if one.author and other.author and one.author != other.author:
        return None
    return Layer(one.id, one.language or other.language, one.author or other.author)


_FULLER: Final[dict[str, Callable[[str, str], str | None]]] = {
    "Date": _fuller_date,
    RESULT: _fuller_result,
    LAYER: _fuller_layer,
}


def _fuller(name: str, one: str, other: str) -> str | None:
    """What two values of a header say together, where they do not contradict each other."""
    join = _FULLER.get(name)
    return join(one, other) if join and one != other else None


# Layers.


def with_own_layers(one: Game, other: Game, names: tuple[str, str]) -> tuple[Game, tuple[str, ...]]:
    """The other record with new short names for layers that are somebody else's in the first, and what was renamed."""
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
        f"the layer {old} of {names[1]} is called {new}, as {names[0]} has another of that name"
        for old, new in renamed.items()
    )
    return changed, tuple(remarks)


def _renamed_header(header: Header, renamed: dict[str, str]) -> Header:
    name, value = header
    if name != LAYER:
        return header
    try:
        layer = parse_layer(value)
    except HeaderError:
        return header
    return (name, format_layer(replace(layer, id=renamed[layer.id]))) if layer.id in renamed else header


def _renamed_notes(notes: Notes, renamed: dict[str, str]) -> Notes:
    return tuple(replace(note, layer=renamed.get(note.layer, note.layer)) for note in notes)


def _renamed_moves(moves: tuple[Move, ...], renamed: dict[str, str]) -> tuple[Move, ...]:
    return tuple(
        replace(
            move,
            notes=_renamed_notes(move.notes, renamed),
            variations=tuple(_renamed_variation(variation, renamed) for variation in move.variations),
        )
        for move in moves
    )


def _renamed_variation(variation: Variation, renamed: dict[str, str]) -> Variation:
    return replace(
        variation,
        notes=_renamed_notes(variation.notes, renamed),
        moves=_renamed_moves(variation.moves, renamed),
    )
