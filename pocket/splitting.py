"""Divides a WebAssembly module: the functions that a first start calls, and the others, which come afterwards.

Both modules have every function at the same index, so that no instruction is changed. What one of them does not have
itself is called by its place in a table that both share; the first module loads the other one as soon as a function is
called that is not there yet. So whichever module a function is in, it does the same.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import chain, groupby, pairwise
from typing import Final, NamedTuple

_MAGIC: Final = b"\0asm\x01\0\0\0"
_TYPES, _IMPORTS, _FUNCTIONS, _TABLES, _MEMORIES, _GLOBALS, _EXPORTS = 1, 2, 3, 4, 5, 6, 7
_ELEMENTS, _CODE, _DATA, _DATA_COUNT, _TAGS = 9, 10, 11, 12, 13
_ORDER: Final = (
    0, _TYPES, _IMPORTS, _FUNCTIONS, _TABLES, _MEMORIES, _TAGS, _GLOBALS, _EXPORTS, _ELEMENTS, _DATA_COUNT, _CODE, _DATA
)  # fmt: skip
"""The sections as they follow each other; the first ones, of no meaning, have the number 0."""

_FUNCTION, _TABLE, _MEMORY, _GLOBAL, _TAG = range(5)
"""Kinds of what is imported and exported."""

_CALL, _CALL_BY_TABLE, _END = b"\x10", b"\x11", b"\x0b"
_NUMBER, _GET_LOCAL, _GET_OF_TABLE, _SET_GLOBAL = b"\x41", b"\x20", b"\x25", b"\x24"
_IF_NULL: Final = b"\xd1\x04\x40"
_FUNCTIONS_AT_LEAST: Final = b"\x70\0"
_COUNTER: Final = b"\x7f\x01\x41\0\x0b"
"""A variable of 32 bits that begins with 0."""

_DOCUMENTATION: Final = re.compile(rb"\)\n--\n\n([^\0]+)")
_FIRST: Final = "first"
_NO_LOCALS: Final = b"\0"


class WasmError(ValueError):
    """The module is not built like the one that is known."""


class _Import(NamedTuple):
    name: str
    kind: int
    written: bytes


class _Export(NamedTuple):
    name: str
    kind: int
    place: int


class _Wasm:
    """A module, read as far as dividing it needs; parts are bytes as they are written."""

    def __init__(self, data: bytes) -> None:
        """Read the sections; raises ``WasmError``."""
        if not data.startswith(_MAGIC):
            raise WasmError("not a WebAssembly module")
        self.sections: Final = dict(_sections(data))
        self.types: Final = [*_types(self.sections[_TYPES])]
        self.imports: Final = [*_imports(self.sections[_IMPORTS])]
        self.functions: Final = [*_numbers(self.sections[_FUNCTIONS])]
        self.tables: Final = [*_tables(self.sections[_TABLES])]
        self.globals: Final = [*_globals(self.sections[_GLOBALS])]
        self.exports: Final = [*_exports(self.sections[_EXPORTS])]
        self.bodies: Final = [*_bodies(self.sections[_CODE])]
        self.tags: Final = [*_tags(self.sections[_TAGS])]
        kinds = [one.kind for one in self.imports]
        if {*kinds} - {_FUNCTION, _GLOBAL}:
            raise WasmError("it imports more than functions and globals")
        self.imported_functions: Final = kinds.count(_FUNCTION)
        self.imported_globals: Final = kinds.count(_GLOBAL)

    def call(self, function: int, before: bytes = b"") -> bytes:
        """Return the body of a function that calls the one at its place in the shared table."""
        kind = self.functions[function]
        arguments = b"".join(_GET_LOCAL + _number(at) for at in range(self.types[kind].parameters))
        place = _NUMBER + _signed(function)
        return (
            _NO_LOCALS + before + arguments + place + _CALL_BY_TABLE + _number(kind) + _number(len(self.tables)) + _END
        )

    def elements(self, functions: Iterable[int]) -> Iterator[bytes]:
        """Yield segments that put functions at their places in the shared table."""
        for _, group in groupby(enumerate(sorted(functions)), lambda one: one[1] - one[0]):
            run = [function for _, function in group]
            indices = _vector(_number(self.imported_functions + function) for function in run)
            yield b"\x02" + _number(len(self.tables)) + _NUMBER + _signed(run[0]) + _END + b"\0" + indices


def exported_names(data: bytes) -> set[str]:
    """Return the names of what a module exports."""
    return {one.name for one in _exports(dict(_sections(data))[_EXPORTS])}


def imported_names(data: bytes) -> set[str]:
    """Return the names of what a module imports."""
    return {one.name for one in _imports(dict(_sections(data))[_IMPORTS])}


class Parts(NamedTuple):
    """What the first module has, places of functions among its own and names of exports; and what comes later."""

    functions: Set[int]
    names: Set[str]
    later: Sequence[range]
    """Constants at these addresses, in their order, that only functions of the second module read."""


def split(data: bytes, parts: Parts) -> tuple[bytes, bytes]:
    """Return two modules that do the same as one once both are there; raises ``WasmError``.

    The second one imports what the first one does, and of the first one, as ``first``, the memory, tables, changing
    globals and tags. The last place of the last table, ``last``, is for a function that loads the second one.
    """
    wasm = _Wasm(data)
    count = len(wasm.bodies)
    shared = [*wasm.tables, _FUNCTIONS_AT_LEAST + _number(count + 1)]
    changing = max((at for at, one in enumerate(wasm.globals, 1) if one.changes), default=0)
    lent = {
        **{
            ("last" if at == len(wasm.tables) else f"table{at}"): (_TABLE, at, table) for at, table in enumerate(shared)
        },
        "memory": (_MEMORY, 0, wasm.sections[_MEMORIES][1:]),
        **{
            f"global{at}": (_GLOBAL, wasm.imported_globals + at, bytes([one.type, one.changes]))
            for at, one in enumerate(wasm.globals[:changing])
        },
        **{f"tag{at}": (_TAG, at, tag) for at, tag in enumerate(wasm.tags)},
    }
    now, later = _divided([*_segments(wasm.sections[_DATA])], parts.later)
    exports = [one for one in wasm.exports if one.name in parts.names]
    first = _first(wasm, parts.functions, exports, lent, shared)
    first |= {_DATA_COUNT: _number(len(now)), _DATA: _vector(now)}
    return _module(first), _module(_second(wasm, parts.functions, lent, changing) | {_DATA: _vector(later)})


def documentation(data: bytes) -> Iterator[range]:
    """Yield the addresses of what is said about functions behind their signatures."""
    for address, content in _segments(_Wasm(data).sections[_DATA]):
        for found in _DOCUMENTATION.finditer(content):
            yield range(address + found.start(1), address + found.end(1))


def counting(data: bytes) -> bytes:
    """Return a module of which every function notes that it was called, in the exports ``called0``, ``called1`` ..."""
    wasm = _Wasm(data)
    begin = wasm.imported_globals + len(wasm.globals)
    sections = dict(wasm.sections)
    sections[_GLOBALS] = _vector([*(one.written for one in wasm.globals), *[_COUNTER] * len(wasm.bodies)])
    counters = (_Export(f"called{at}", _GLOBAL, begin + at) for at in range(len(wasm.bodies)))
    sections[_EXPORTS] = _export_section([*wasm.exports, *counters])
    sections[_CODE] = _vector(
        _sized(locals + _NUMBER + b"\x01" + _SET_GLOBAL + _number(begin + at) + instructions)
        for at, (locals, instructions) in enumerate(map(_parts, wasm.bodies))
    )
    return _module(sections)


def _first(
    wasm: _Wasm, needed: Set[int], exports: list[_Export], lent: dict[str, tuple[int, int, bytes]], tables: list[bytes]
) -> dict[int, bytes]:
    count = len(wasm.bodies)
    nothing, number = wasm.types.index(_Type(0, b"\0\0")), wasm.types.index(_Type(1, b"\x01\x7f\0"))
    load = _NUMBER + _signed(count) + _CALL_BY_TABLE + _number(nothing) + _number(len(wasm.tables))
    look = _GET_LOCAL + _number(0) + _GET_OF_TABLE + _number(len(wasm.tables)) + _IF_NULL + load + _END
    checked = _CALL + _number(wasm.imported_functions + count)
    bodies = (
        body if at in needed else wasm.call(at, _NUMBER + _signed(at) + checked) for at, body in enumerate(wasm.bodies)
    )
    have = {export.name for export in exports}
    more = (_Export(name, kind, at) for name, (kind, at, _) in lent.items() if name not in have)
    old, begin = _read(wasm.sections[_ELEMENTS], 0)
    segments = [*wasm.elements(needed)]
    return wasm.sections | {
        _FUNCTIONS: _vector(map(_number, (*wasm.functions, number))),
        _TABLES: _vector(tables),
        _EXPORTS: _export_section((*exports, *more)),
        _ELEMENTS: _number(old + len(segments)) + wasm.sections[_ELEMENTS][begin:] + b"".join(segments),
        _CODE: _vector(map(_sized, chain(bodies, (_NO_LOCALS + look + _END,)))),
    }


def _second(wasm: _Wasm, needed: Set[int], lent: dict[str, tuple[int, int, bytes]], changing: int) -> dict[int, bytes]:
    of_first = (_text(_FIRST) + _text(name) + bytes([kind]) + what for name, (kind, _, what) in lent.items())
    bodies = (wasm.call(at) if at in needed else body for at, body in enumerate(wasm.bodies))
    return {
        _TYPES: wasm.sections[_TYPES],
        _IMPORTS: _vector((*(one.written for one in wasm.imports), *of_first)),
        _FUNCTIONS: wasm.sections[_FUNCTIONS],
        _GLOBALS: _vector(one.written for one in wasm.globals[changing:]),
        _ELEMENTS: _vector(wasm.elements({*range(len(wasm.bodies))} - needed)),
        _CODE: _vector(map(_sized, bodies)),
    }


def _divided(segments: list[tuple[int, bytes]], later: Sequence[range]) -> tuple[list[bytes], list[bytes]]:
    """Return data as it is written: what is needed at once, and what is at the addresses of ``later``."""
    found: tuple[list[bytes], list[bytes]] = ([], [])
    edges = sorted({edge for one in later for edge in (one.start, one.stop)})
    starts = [one.start for one in later]
    for address, content in segments:
        end = address + len(content)
        inside = edges[bisect_right(edges, address) : bisect_left(edges, end)]
        for begin, stop in pairwise((address, *inside, end)):
            at = bisect_right(starts, begin) - 1
            written = b"\0" + _NUMBER + _signed(begin) + _END + _sized(content[begin - address : stop - address])
            found[at >= 0 and begin in later[at]].append(written)
    return found


# Reading.


class _Type(NamedTuple):
    parameters: int
    written: bytes


class _Global(NamedTuple):
    type: int
    changes: bool
    written: bytes


def _read(data: bytes, at: int) -> tuple[int, int]:
    """Return a number and the place after it."""
    result = shift = 0
    while True:
        byte = data[at]
        at += 1
        result |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return result, at


def _numbers(data: bytes) -> Iterator[int]:
    count, at = _read(data, 0)
    for _ in range(count):
        number, at = _read(data, at)
        yield number


def _sections(data: bytes) -> Iterator[tuple[int, bytes]]:
    at = len(_MAGIC)
    while at < len(data):
        size, begin = _read(data, at + 1)
        yield data[at], data[begin : begin + size]
        at = begin + size


def _types(data: bytes) -> Iterator[_Type]:
    count, at = _read(data, 0)
    for _ in range(count):
        if data[at] != 0x60:
            raise WasmError("it has types that are not of functions")
        parameters, begin = _read(data, at + 1)
        results, after = _read(data, begin + parameters)
        yield _Type(parameters, data[at + 1 : after + results])
        at = after + results


def _imports(data: bytes) -> Iterator[_Import]:
    count, at = _read(data, 0)
    for _ in range(count):
        begin = at
        size, at = _read(data, at)
        size, name = _read(data, at + size)
        at = name + size
        kind = data[at]
        if kind in (_TABLE, _MEMORY):
            at = _after_limits(data, at + 1 + (kind == _TABLE))
        else:
            at = at + 3 if kind == _GLOBAL else _read(data, at + 1 + (kind == _TAG))[1]
        yield _Import(data[name : name + size].decode(), kind, data[begin:at])


def _after_limits(data: bytes, at: int) -> int:
    """Return the place after the least and the most of a table or memory."""
    has_most = data[at] & 1
    _, at = _read(data, at + 1)
    return _read(data, at)[1] if has_most else at


def _tables(data: bytes) -> Iterator[bytes]:
    count, at = _read(data, 0)
    for _ in range(count):
        begin = at
        at = _after_limits(data, at + 1)
        yield data[begin:at]


def _globals(data: bytes) -> Iterator[_Global]:
    count, at = _read(data, 0)
    for _ in range(count):
        begin = at
        if data[at + 2] != 0x41:
            raise WasmError("a global begins with more than a number of 32 bits")
        _, after = _read(data, at + 3)
        at = after + len(_END)
        yield _Global(data[begin], data[begin + 1] == 1, data[begin:at])


def _exports(data: bytes) -> Iterator[_Export]:
    count, at = _read(data, 0)
    for _ in range(count):
        size, begin = _read(data, at)
        kind = begin + size
        place, at = _read(data, kind + 1)
        yield _Export(data[begin:kind].decode(), data[kind], place)


def _tags(data: bytes) -> Iterator[bytes]:
    count, at = _read(data, 0)
    for _ in range(count):
        begin = at
        _, at = _read(data, at + 1)
        yield data[begin:at]


def _bodies(data: bytes) -> Iterator[bytes]:
    count, at = _read(data, 0)
    for _ in range(count):
        size, begin = _read(data, at)
        at = begin + size
        yield data[begin:at]


def _segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the addresses and contents of data."""
    count, at = _read(data, 0)
    for _ in range(count):
        if data[at : at + 2] != b"\0" + _NUMBER:
            raise WasmError("it has data without an address")
        address, at = _read(data, at + 2)
        size, begin = _read(data, at + len(_END))
        at = begin + size
        yield address, data[begin:at]


def _parts(body: bytes) -> tuple[bytes, bytes]:
    """Return what says which variables a function has, and its instructions."""
    count, at = _read(body, 0)
    for _ in range(count):
        _, at = _read(body, at)
        at += 1
    return body[:at], body[at:]


# Writing.


def _number(value: int) -> bytes:
    written = bytearray()
    while value > 0x7F:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*written, value))


def _signed(value: int) -> bytes:
    """Return a number that is not negative, as an instruction has it."""
    written = _number(value)
    return written if written[-1] < 0x40 else written[:-1] + bytes((written[-1] | 0x80, 0))


def _sized(data: bytes) -> bytes:
    return _number(len(data)) + data


def _text(text: str) -> bytes:
    return _sized(text.encode())


def _vector(parts: Iterable[bytes]) -> bytes:
    found = [*parts]
    return _number(len(found)) + b"".join(found)


def _export_section(exports: Iterable[_Export]) -> bytes:
    return _vector(_text(name) + bytes([kind]) + _number(place) for name, kind, place in exports)


def _module(sections: dict[int, bytes]) -> bytes:
    return _MAGIC + b"".join(bytes([number]) + _sized(sections[number]) for number in _ORDER if number in sections)
