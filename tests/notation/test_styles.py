"""Texts that are not canonical on request: with less, or with shorter lines."""

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.game import Game, Move
from calimala_es.notes import AnyNote, Check, Comment, Extension
from notation import dumps, loads
from notation.grammar.tokens import TOKEN
from notation.writer.layout import CANONICAL, Style
from tests.notation.records import LAYERS, records
from tests.profiles import examples
from tests.strategies import AT_THE_TABLE, KNOWN, MIXED, WITH_MISTAKES

KINDS: Final = (KNOWN, AT_THE_TABLE, MIXED, WITH_MISTAKES)

Keeps = Callable[[AnyNote], bool]

LESS: Final[dict[str, tuple[Style, Keeps]]] = {
    "no comments": (Style(comments=False), lambda note: type(note) is not Comment),
    "no notes": (Style(notes=False), lambda note: type(note) is Check),
    "no checks": (Style(checks=False), lambda note: type(note) is not Check),
    "nothing said": (Style(notes=False, checks=False), lambda note: False),
    "one layer": (Style(layers=frozenset({"maria"})), lambda note: note.layer == "maria"),
    "own notes": (Style(layers=frozenset({""})), lambda note: not note.layer),
    "no layer": (Style(layers=frozenset()), lambda note: False),
    "all layers": (Style(layers=frozenset(LAYERS)), lambda note: True),
    "one layer's comments": (
        Style(layers=frozenset({"maria"}), checks=False),
        lambda note: note.layer == "maria" and type(note) is not Check,
    ),
}


def lessened(moves: tuple[Move, ...], keeps: Keeps, *, variations: bool = True) -> tuple[Move, ...]:
    """Return the moves with fewer notes."""
    return tuple(
        replace(
            move,
            notes=tuple(filter(keeps, move.notes)),
            variations=tuple(
                replace(one, moves=lessened(one.moves, keeps), notes=tuple(filter(keeps, one.notes)))
                for one in move.variations
                if variations
            ),
        )
        for move in moves
    )


@pytest.mark.parametrize("name", LESS)
@given(record=records(*KINDS))
@examples(2)
def test_what_is_left_out_is_what_is_asked_for(name: str, record: Game) -> None:
    """Only what a style names is left out; the rest is read back equal, with variations and without them."""
    style, keeps = LESS[name]
    for variations in (True, False):
        read = loads(dumps(record, style=style._replace(variations=variations)))
        moves = lessened(record.moves, keeps, variations=variations)
        assert read.moves == moves
        assert read.notes == tuple(filter(keeps, record.notes))
        assert (read.setup, read.headers, read.start) == (record.setup, record.headers, record.start)


@given(records(*KINDS), st.integers(20, 140), st.booleans())
@examples(10)
def test_broken_lines_say_the_same(record: Game, width: int, one_line: bool) -> None:
    """Lines are at most as long as requested, unless one word is longer, and the text is read back equal."""
    text = dumps(record, style=Style(width=width, one_line=one_line))
    assert loads(text) == record
    headers, _, body = text.partition("\n\n")
    assert headers == dumps(record).partition("\n\n")[0]
    for line in body.splitlines():
        assert len(line) <= width or len(line.split("{")[0].split()) <= 1 or line.lstrip().count(" ") == 0
    assert TOKEN.findall(body) == TOKEN.findall(dumps(record, style=Style(one_line=one_line)).partition("\n\n")[2])


@given(records(*KINDS))
@examples(6)
def test_one_line_says_the_same(record: Game) -> None:
    """A text with all decisions on one line is read back equal."""
    text = dumps(record, style=Style(one_line=True))
    assert loads(text) == record
    assert len(text.partition("\n\n")[2].splitlines()) <= 1
    assert dumps(record, style=Style()) == dumps(record) == dumps(record, style=CANONICAL)


def test_extensions_and_layers_are_notes() -> None:
    """Unknown notes are left out and preserved like all others."""
    note = Extension("$photo", "x", layer="maria")
    assert not Style(notes=False).keeps(note)
    assert Style(comments=False).keeps(note)
    assert not Style(layers=frozenset({"tania"})).keeps(note)
