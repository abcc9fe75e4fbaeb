"""Notes in words."""

import pytest

from calimala_es.game import Layer
from calimala_es.notes import Advantage, AnyNote, Clock, Comment, Evaluation, Extension, Glyph, Mark, Stamp
from notation import loads
from replays.text.names import Names
from replays.text.notes import note_lines, note_text
from tests.notation.tables import game

RECORD = loads(game("1. WB! {so} =0-0-0 &m{no} (v1={the port} BM) (BM2) W B"))
TABLE = Names.of(RECORD.setup, {0: "Maria", 1: "Angelica", 2: "Tania"})
LAYERS = {"m": Layer("m", "", "Paolo"), "x": Layer("x")}


@pytest.mark.parametrize(
    ("note", "words"),
    [
        (Comment("so"), "so"),
        (Comment("so", on_position=True, layer="m"), "Paolo: the position: so"),
        (Comment("so", layer="x"), "x: so"),
        (Glyph(4), "?? a blunder"),
        (Glyph(139), "$139"),
        (Advantage("r++"), "Angelica stands much better"),
        (Advantage("g+"), "green stands better"),
        (Advantage("?"), "who stands better is unclear"),
        (Evaluation((62.5, 25.0, 12.5)), "chances of winning: Maria 62.5 %, Angelica 25 %, Tania 12.5 %"),
        (Mark("AS", 2, "b"), "look at AS, the 2., in blue"),
        (Stamp("2026-11-20T19:04:11Z"), "at 2026-11-20T19:04:11Z"),
        (Clock(110.0), "this took 0:01:50"),
        (Clock(59.6, "y"), "Tania has 0:01:00 left"),
        (Extension("$photo", "of it"), "$photo: of it"),
    ],
)
def test_note_in_words(note: AnyNote, words: str) -> None:
    """Every kind of note is described with its meaning and its author."""
    assert note_text(note, TABLE, LAYERS) == words


def test_everything_after_a_decision() -> None:
    """Notes come in their order, checks are not remarks, and variations say how to open them."""
    (noted,) = [move for move in RECORD.moves if move.variations]
    assert [*note_lines(noted, TABLE, LAYERS)] == [
        "! a good decision",
        "so",
        "Paolo: no",
        "a variation begins here instead: v1, the port",
        "a variation begins here instead: v2",
    ]
