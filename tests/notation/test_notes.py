"""Notes: every kind, by author and time, and words that a reader does not know."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.game import Layer, format_layer, free_layer, layers_of, parse_layer
from calimala_es.notes import Advantage, AnyNote, Check, Clock, Comment, Evaluation, Extension, Glyph, Mark, Stamp
from notation import NotWellFormedError, dumps, loads, read_games
from tests.notation.tables import SETUP, game

TURN = "1. WB W B"
"""A turn in which both actions are possible, and the beginning of the next one."""


@pytest.mark.parametrize(
    ("written", "note"),
    [
        ("{so}", Comment("so")),
        ("%{so}", Comment("so", on_position=True)),
        ("% {so}", Comment("so", on_position=True)),
        ("!", Glyph(1)),
        ("?", Glyph(2)),
        ("!!", Glyph(3)),
        ("??", Glyph(4)),
        ("!?", Glyph(5)),
        ("?!", Glyph(6)),
        ("$1", Glyph(1)),
        ("$0", Glyph(0)),
        ("$255", Glyph(255)),
        ("%b+", Advantage("b+")),
        ("%R+++", Advantage("r+++")),
        ("%=", Advantage("=")),
        ("%?", Advantage("?")),
        ("%62.50-25-12.5", Evaluation((62.5, 25.0, 12.5))),
        ("#wb", Mark("WB")),
        ("#BW/2:r", Mark("WB", 2, "r")),
        ("#12", Mark("WB")),
        ("#a:W", Mark("A", 0, "w")),
        ("#smf.w/3", Mark("SMF.W", 3)),
        ("#>lis", Mark(">LIS")),
        ("#B.Wood:b", Mark("b.wood", 0, "b")),
        (";2026-11-20t19:04:11z", Stamp("2026-11-20T19:04:11Z")),
        (";0:01:50", Clock(110.0)),
        (";y:12:00:00.250", Clock(43_200.25, "y")),
        ("=BRY", Check("=bry")),
        ("&Maria{so}", Comment("so", layer="maria")),
        ("&maria@2026-11-20T19:04:11Z!?", Glyph(5, layer="maria", time="2026-11-20T19:04:11Z")),
        ("&@2026-11-20T19:04:11Z{so}", Comment("so", time="2026-11-20T19:04:11Z")),
        ("&m;0:00:01", Clock(1.0, layer="m")),
        ("&m=0", Check("=0", layer="m")),
        ("&m%{so}", Comment("so", on_position=True, layer="m")),
        ("$photo", Extension("$photo")),
        ("$Photo={of it}", Extension("$Photo", "of it")),
        ("&m$Photo={of it}", Extension("$Photo", "of it", layer="m")),
        ("$256", Extension("$256")),
        ("%whoKnows", Extension("%whoKnows")),
        ("#XY", Extension("#XY")),
        (";25:61", Extension(";25:61")),
        (";2026-13-41T19:04:11Z", Extension(";2026-13-41T19:04:11Z")),
        ("%120-3-4", Extension("%120-3-4")),
    ],
)
def test_note_is_read_and_written(written: str, note: AnyNote) -> None:
    """Every kind of note is read in each of its spellings, and written in its canonical one."""
    text = game(f"{TURN}{written}" if written[0] in "!?" else f"{TURN} {written}")
    record = loads(text)
    assert record.moves[-1].notes == (note,)
    assert loads(dumps(record)) == record


@pytest.mark.parametrize("word", ["&", "&!{so}", "%é", "&m", "%", "$ph=", "&m@2026-13-41T19:04:11Z{so}", "@maria"])
def test_a_broken_note_is_an_error(word: str) -> None:
    """A word that needs braces after it, or has a broken prefix, is an error with its place."""
    (reading,) = read_games(game(f"{TURN} {word} 2. WB W B"))
    assert type(reading.errors[0]) is NotWellFormedError
    assert reading.errors[0].column in range(11, 18)


@pytest.mark.parametrize(
    ("note", "words"),
    [
        (Glyph(256), "a note cannot be written like this"),
        (Advantage("b++++"), "a note cannot be written like this"),
        (Evaluation((1.005, 3.0)), "a note cannot be written like this"),
        (Evaluation((100.5, 3.0)), "a note cannot be written like this"),
        (Mark("ZZ"), "a note cannot be written like this"),
        (Mark("BW"), "a note cannot be written like this"),
        (Mark("WB", 100), "a note cannot be written like this"),
        (Stamp("yesterday"), "a note cannot be written like this"),
        (Clock(0.0001), "a note cannot be written like this"),
        (Clock(-1.0), "a note cannot be written like this"),
        (Check("=BRY"), "is not a check"),
        (Extension("photo"), "a note cannot be written like this"),
        (Extension("$7"), "a note cannot be written like this"),
        (Extension("$ph{o"), "a note cannot be written like this"),
        (Extension("$photo="), "a note cannot be written like this"),
        (Comment("so", layer="Maria Rossi"), "a note cannot be written like this"),
        (Comment("so", time="yesterday"), "a note cannot be written like this"),
    ],
)
def test_note_that_no_text_can_have_is_refused(note: AnyNote, words: str) -> None:
    """The writer rejects notes that would be read as something else."""
    record = loads(game(TURN))
    spoiled = replace(record, moves=(*record.moves[:-1], replace(record.moves[-1], notes=(note,))))
    with pytest.raises(ValueError, match=words):
        dumps(spoiled)


def test_unknown_notes_are_reported_but_for_those_of_other_programs() -> None:
    """A note of unknown form is preserved and reported, unless a dollar sign marks it as another program's."""
    (reading,) = read_games(game(f"{TURN} $photo %soon #QQ"), "a.cgn")
    assert [str(finding.message).split()[0] for finding in reading.findings] == ["'%soon'", "'#QQ'"]
    assert reading.errors == ()


def test_chances_of_too_many_are_reported() -> None:
    """Chances for a wrong number of players are preserved and reported."""
    (reading,) = read_games(game(f"{TURN} %60-40"))
    assert [str(finding.message) for finding in reading.findings] == [
        "the number of chances is 2, but the number of players is 3"
    ]


def test_question_mark_of_its_own_is_a_card() -> None:
    """In turn 0 a question mark of its own is a card; its glyph has a number, and a known card may have a sign."""
    record = loads(SETUP + "0. ?$2 $6 BAR? ? / ? / ? ? ? / W $2 B! M?\n")
    assert record.moves[0].notes == (Glyph(2), Glyph(6))
    assert dumps(record).splitlines()[-1] == "0. ? $2 $6 BAR? ? / ? / ? ? ? / W? B! M?"


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("WB!? W! B??", "WB!? W! B??"),
        ("WB W$1 B$139 $2", "WB W! B $139 $2"),
        ("WB W!$2 B {so} $3", "WB W! $2 B {so} $3"),
        ("MA A-? M", "MA A-? M"),
        ("MA A- ? M", "MA A-? M"),
        ("MA A-?? M", "MA A-?? M"),
        ("MA A-??? M", "MA A-??? M"),
        ("MA A-?! M", "MA A-?! M"),
        ("MA A-?!? M", "MA A-?!? M"),
        ("MA A-! -? M", "MA A-! -? M"),
        ("MA A-$2 -?? M", "MA A- $2 -?? M"),
        ("MA A-$2 ? $2 M", "MA A- $2 -?? M"),
        ("MA A-! ? M", "MA A-! -? M"),
        ("MA A-W? M", "MA A-W? M"),
        ("WB W-$2 B", "WB W- $2 B"),
        ("WB W-!? B", "WB W-!? B"),
        ("WB _?", "WB _?"),
        ("WB b.wood:=2 $2 W b.hand:=W? $1 B", "WB b.wood:=2 $2 W b.hand:=W? $1 B"),
        ("WB W &m? &m!? B", "WB W &m? &m!? B"),
        ("(v1: $1 BM! B )", None),
    ],
)
def test_glyph_is_written_on_its_decision(written: str, canonical: str | None) -> None:
    """A glyph's sign is written on its decision, and otherwise its number; after a hyphen, first comes the card."""
    text = game(f"1. {written}") if canonical else game(f"1. WB {written} W B")
    lines = dumps(loads(text)).splitlines()
    assert lines[-1] == f"1. {canonical}" if canonical else lines[-2] == "  (v1: $1 1. BM! B )"


@pytest.mark.parametrize(
    ("written", "column", "expected"),
    [
        ("WB ! W", 7, "WB! without a space, or $1 after a comment"),
        ("WB W {so} ?? B", 14, "W?? without a space, or $4 after a comment"),
        ("WB W ? B", 9, "W? without a space, or $2 after a comment"),
        ("WB W B / !? 2. WB", 13, "B!? without a space, or $5 after a comment"),
        ("WB W B/!", 11, "B! without a space, or $1 after a comment"),
        ("WB W- ? B", 10, "W-$2 without a space, or $2 after a comment"),
        ("WB W-? B", 7, "write W-, or W-$2 for a mistake"),
        ("MA A-? ? M", 11, "A-?? without a space, or $2 after a comment"),
        ("WB (! BM) W B", 8, "$1 for a glyph at the start"),
    ],
)
def test_a_blank_before_a_glyph_is_an_error(written: str, column: int, expected: str) -> None:
    """The error about the sign of a glyph, or a card that is not due, says how a mistake is marked."""
    (reading,) = read_games(game(f"1. {written}"))
    assert (reading.errors[0].column, str(reading.errors[0].expected)) == (column, expected)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("1. WB W B/2. WB W B/W B", "1. WB W B|2. WB W B / W B"),
        ("1. WB W B/ {so} (W- B) 2. WB W B /W! /B", None),
        ("1. WB W B / {so} =3-0-0", "1. WB W B {so} =3-0-0 /"),
        ("1. WB W! B 2. WB W B/{so} $2 (B #WB/1) /$4 W B", None),
        ("1. WB W B 2. WB W B/(B +M/)W B", None),
        ("1.#WB/1:b &m#BM/2 WB W/B", None),
        ("1. WB W B 2. WB W B / {x} W B", "1. WB W B|2. WB W B {x} / W B"),
        ("1. WB W B 2. WB W B/(v1: B-)/%= W B", None),
        ("1. WB W B 2. WB W B / (B-) {a} W B", "1. WB W B|2. WB W B {a}|  (v1: 2... B- )|2... / W B"),
    ],
)
def test_stroke_is_syntax(written: str, canonical: str | None) -> None:
    """A stroke needs no blank beside it, and what is said after it is said of the decision before it."""
    (reading,) = read_games(game(written))
    assert reading.game is not None
    text = dumps(reading.game)
    assert loads(text) == reading.game
    if canonical:
        assert not reading.errors
        assert text.split("W B M\n")[1].splitlines() == canonical.split("|")


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("1. MA A\u2010B M", "1. MA A-B M"),
        ("1. MA A\u2013? M 1\u2026", "1. MA A-? M 1..."),
        ("1. MA \u2212B M \u2014 {a \u2013 b \u2026}", "1. MA -B M - {a \u2013 b \u2026}"),
        ("1. WB (v1: 1\u2026MA A\u2015?! M) W B", "1. WB (v1: 1...MA A-?! M) W B"),
    ],
)
def test_signs_of_word_processors_are_read(written: str, plain: str) -> None:
    """Dashes, the minus sign and the ellipsis are read as signs of ASCII, except in comments, with a remark each."""
    (reading,) = read_games(game(written), remarking=True)
    (same,) = read_games(game(plain), remarking=True)
    assert reading.game == same.game
    assert len(reading.errors) == len(same.errors)
    strange = sum(not word.isascii() and "{" not in word for word in re.findall(r"\{.*?\}|\S+", written))
    assert sum(not remark.word.isascii() for remark in reading.remarks) == strange


def test_curly_quotes_are_read_in_headers() -> None:
    """A header whose value is between curly quotes is read, with a remark; those within a value belong to it."""
    text = game("1. WB W B")
    curly = re.sub(r'"(.*?)"', "\u201c\\1\u201d", text).replace("[City", '[Site "a \u201cb\u201d"]\n[City')
    (reading,) = read_games(curly, remarking=True)
    assert reading.game is not None
    assert not reading.errors
    assert reading.game.moves == loads(text).moves
    assert reading.game.header("Site") == "a \u201cb\u201d"
    assert [remark.place.line for remark in reading.remarks if "[" in remark.word] == [1, 3, 4]
    assert not [remark for remark in read_games(text, remarking=True).__next__().remarks if "[" in remark.word]


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("WB M X W B", "WB W B"),
        ("WB M x W B", "WB W B"),
        ("WB B W X X W B", "WB W B"),
        ("WB {why} M {oops} X W B", "WB {why} {oops} W B"),
        ("MA X WB W B", "WB W B"),
        ("WB W QQ X B", "WB W B"),
        ("WB W =0-0-0 B X B", "WB W =0-0-0 B"),
    ],
)
def test_x_strikes_out_the_word_before_it(written: str, canonical: str) -> None:
    """A word that is struck out counts as not written; comments after it stay."""
    assert dumps(loads(game(f"1. {written}"))).splitlines()[-1] == f"1. {canonical}"


@pytest.mark.parametrize("body", ["X", "1. WB W ( B X X W ) B", "1. WB (W X )"])
def test_x_with_nothing_before_it_is_an_error(body: str) -> None:
    """Striking out needs a word before it within the same parenthesis."""
    (reading,) = read_games(SETUP + "0. W B M\n" * (body != "X") + body)
    assert reading.errors


@given(st.from_regex(r"[a-z0-9][a-z0-9_-]{0,31}", fullmatch=True), st.sampled_from(["", "en", "zh-Hant", "hu"]))
def test_layer_header_survives(id: str, language: str) -> None:
    """The header of a layer is written as it was read."""
    for author in ("", "Maria", "Maria  de' Rossi"):
        layer = Layer(id, language, author)
        assert parse_layer(format_layer(layer)) == layer


@pytest.mark.parametrize("value", ["", "Maria", "m english! Maria", "-"])
def test_layer_header_that_declares_nothing(value: str) -> None:
    """A header without a short name, or with an invalid language, declares no layer, and is part of the game."""
    assert parse_layer(value) is None
    record = loads(f'[Layer "{value}"]\n' + game(TURN))
    assert record.header("Layer") == value
    assert layers_of(record) == {}


def test_layers_of_a_record() -> None:
    """The layers are those declared, then those of notes, without the record's own."""
    record = loads('[Layer "m it Maria Rossi"]\n' + game(f"{{so}} {TURN} &m! (v1: 1... &x{{hm}} B) &tania{{no}}"))
    assert layers_of(record)["m"] == Layer("m", "it", "Maria Rossi")
    assert set(layers_of(record)) == {"m", "x", "tania"}


def test_short_names_for_authors() -> None:
    """An author gets a unique short name, whatever letters the name has."""
    taken: set[str] = set()
    for name in ("Maria Rossi", "maria rossi", "Zoë", "Юля", "龍", "-"):
        taken.add(free_layer(name, taken))
    assert taken == {"maria-rossi", "maria-rossi-2", "zoe", "author", "author-2", "author-3"}
    assert all(parse_layer(id) == Layer(id) for id in taken)
