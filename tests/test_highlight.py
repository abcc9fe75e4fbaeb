"""Colours for editors and pages: the Pygments lexer and the TextMate grammar."""

import importlib.util
import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.lexers import get_lexer_by_name, guess_lexer

from calimala_es.game import Game
from conformance import check
from notation import dumps
from notation.grammar.symbols import DEEDS, DRAWS, INTRIGUE_DEEDS
from notation.grammar.tokens import TOKEN, lines_of
from notation.highlight.kinds import KINDS, grammar, scope_of
from notation.highlight.lexer import CgnLexer, token_of
from tests.notation.records import records, text_of
from tests.profiles import examples, few, is_long
from tests.strategies import RECORDS, WITH_MISTAKES, any_games

ROOT = Path(__file__).resolve().parent.parent
EDITORS = ROOT / "editors"
SECTIONS = sorted({path.parent.name for path in check.paths()})
MOST_CHARS = 1_200
"""The length of a text that the engine below reads fast enough."""
EXAMPLES = sorted((ROOT / "examples").glob("*.cgn"))

SAMPLE = r"""[CGN "1.0"] [Event "at \"Tania's\" \u0041"]
[Layer "maria en Maria Rossi"]

{a remark
over lines \} \n} %{on the position} &maria@2026-11-20T19:04:11Z{hers} $opening={kept}
0. BRU.HAM.PAL ? ? / LIS / W M U / AF EW K -W :B
1. AS AC! +AC?! SL / AM S-W S-? S- - -? W- +UW ?? $7 !?
2.MA2 M;b:0:12:30 #AS/2:b #SMF.W #>LIS #b.wood %b++ %= %62-25-13.5 ;0:01:50 ;2026-11-20T19:04:11Z $unknown %what? =bry
   (v1={her plan} &maria!? 2... SLLN / ^ -- (v2: AM) ) (SL) (={named} V)
3. _ 4. 69 M X WB:=r r.wood:=1 council:=bx. deck:=30 b.hand:=W? BAR>LIS >HAM >AP AS> AS>2 :WU CFWV USWB NTW I- I-W
7... AS0 AS00 K RP =12-9-7 =#0123456789abcdef =0
8. WB!/W?$4/B- ? //M#AS/2 A–W! A-?? −? BM?! 9… /(v2: M/ )
nonsense A! é } [ (
E. HAM TRO ?
{never closed
[CGN "1.0"]
[City "never closed
1. MB
"""
"""A text with every kind of word, and some words that are unknown."""


NAMES = {token_of(name): name for name in KINDS}
"""The kinds by the tokens of Pygments."""


@cache
def parts_of(text: str) -> tuple[tuple[str, str], ...]:
    """Return the parts of a text with the kinds that the lexer assigns."""
    return tuple((value, NAMES[token]) for _, token, value in CgnLexer().get_tokens_unprocessed(text) if value)


def kinds_of(text: str) -> list[str]:
    """Return the kind that the lexer assigns to every character of a text."""
    return [kind for value, kind in parts_of(text) for _ in value]


def said(text: str) -> list[tuple[str, str]]:
    """Return the parts of a text with the kinds that the lexer assigns, without blanks."""
    return [(value, kind) for value, kind in parts_of(text) if not value.isspace()]


class TextMate:
    """An engine for grammars of the form that ours has: a line at a time, leftmost match, the first of several."""

    def __init__(self, source: dict[str, Any]) -> None:
        self.patterns = source["patterns"]

    def scopes(self, text: str) -> list[str]:
        """Return the innermost scope of every character."""
        scopes: list[str] = []
        span: dict[str, Any] | None = None
        for line in text.split("\n"):
            painted, span = self._line(line + "\n", span)
            scopes += painted
        return scopes[:-1]

    def _line(self, line: str, span: dict[str, Any] | None) -> tuple[list[str], dict[str, Any] | None]:
        """Return the scopes of a line, and the span that is open after it, given the one before it."""
        scopes = [""] * len(line)
        place = 0
        while place < len(line):
            patterns = span["patterns"] if span else self.patterns
            end = _compiled(span["end"]).search(line, place) if span else None
            found = self._first(patterns, line, place)
            if found and end and end.start() <= found[1].start():
                found = None
            stop = found[1].start() if found else end.start() if end else len(line)
            if span:
                scopes[place:stop] = [span["contentName"]] * (stop - place)
            if found:
                pattern, match = found
                names = (
                    pattern.get("beginCaptures") or pattern.get("captures") or {"0": {"name": pattern.get("name", "")}}
                )
                self._paint(scopes, match, names)
                place, span = match.end(), pattern if "begin" in pattern else span
            elif span and end:
                self._paint(scopes, end, span["endCaptures"])
                place, span = end.end(), None
            else:
                break
        return scopes, span

    def _first(
        self, patterns: list[dict[str, Any]], line: str, place: int
    ) -> tuple[dict[str, Any], re.Match[str]] | None:
        found = None
        for pattern in patterns:
            match = _compiled(pattern.get("match") or pattern["begin"]).search(line, place)
            if match and (found is None or match.start() < found[1].start()):
                found = pattern, match
        return found

    def _paint(self, scopes: list[str], match: re.Match[str], captures: dict[str, dict[str, str]]) -> None:
        for group, named in captures.items():
            begin, end = match.span(int(group))
            if end > begin:
                scopes[begin:end] = [named["name"]] * (end - begin)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.MULTILINE)


@cache
def engine() -> TextMate:
    """Return an engine that has read the file that editors read."""
    return TextMate(json.loads((EDITORS / "cgn.tmLanguage.json").read_text(encoding="utf-8")))


def assert_alike(text: str) -> None:
    """Check that grammar and lexer assign the same kind to every character of a text but blanks."""
    kinds = {scope_of(name): name for name in KINDS}
    shown = [
        (place, text[max(0, place - 10) : place + 10], kinds[scope], kind)
        for place, (scope, kind) in enumerate(zip(engine().scopes(text), kinds_of(text), strict=True))
        if not text[place].isspace() and kinds[scope] != kind
    ]
    assert not shown


def damaged(text: str, places: list[int], signs: Sequence[str]) -> str:
    """Return a text with other characters inserted or replaced at some places."""
    for place, sign in zip(places, signs, strict=False):
        place %= len(text)
        text = text[:place] + sign + text[place + place % 3 :]
    return text


SIGNS = st.text(st.sampled_from('{}()[]\\"!?#$%&;=:>+-_/.\n\r\t \x1c\u2028éA1') | st.characters(), max_size=12)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_all_words_that_are_known(path: Path) -> None:
    """Every word of the example games has a kind, and none is an error."""
    text = path.read_text(encoding="utf-8")
    assert "".join(value for _, _, value in CgnLexer().get_tokens_unprocessed(text)) == text
    assert [value for value, kind in said(text) if kind == "error"] == []


@pytest.mark.parametrize("section", SECTIONS)
def test_a_sound_text_of_the_suite_is_all_words_that_are_known(section: str) -> None:
    """No character of a conformance case without errors is lost or shown as an error."""
    for case in (check.load(path) for path in check.paths([section])):
        if not any(game["errors"] for game in case.games):
            parts = parts_of(case.text)
            assert "".join(value for value, _ in parts) == case.text, case.name
            assert [value for value, kind in parts if kind == "error"] == [], case.name


@pytest.mark.parametrize("section", SECTIONS)
def test_grammar_and_lexer_read_the_suite_alike(section: str) -> None:
    """The grammar gives every character of a conformance case the kind that the lexer gives it, errors included."""
    for case in (check.load(path) for path in few(check.paths([section]), 16)):
        if len(case.text) < MOST_CHARS:
            assert_alike("".join(lines_of(case.text)))


@pytest.mark.parametrize("path", EXAMPLES[:4], ids=lambda path: path.stem)
def test_grammar_and_lexer_read_an_example_alike(path: Path) -> None:
    """The grammar gives every character of a game the kind that the lexer gives it."""
    assert_alike(path.read_text(encoding="utf-8"))


def test_grammar_and_lexer_read_every_kind_of_word_alike() -> None:
    """Grammar and lexer agree about every kind of word: notes, variations, marks, clocks and errors included."""
    assert_alike(SAMPLE)
    assert {kind for _, kind in said(SAMPLE)} >= {
        name
        for name in KINDS
        if name not in ("blank", "header bracket", "stroke", "influence", "struck out", "extension")
    }


@given(any_games(), st.lists(st.integers(0, 1 << 20), max_size=12), SIGNS)
@examples(25)
def test_no_character_is_lost(game: Any, places: list[int], signs: str) -> None:
    """The lexer returns every character of any damaged text."""
    text = damaged(SAMPLE + text_of(game, 0, 60), places, signs)
    assert "".join(value for _, _, value in CgnLexer().get_tokens_unprocessed(text)) == text


@given(st.lists(st.integers(0, 1 << 20), max_size=12), SIGNS)
@examples(20)
def test_grammar_and_lexer_read_damaged_text_alike(places: list[int], signs: str) -> None:
    """Grammar and lexer agree about the errors of damaged text."""
    assert_alike(damaged(SAMPLE, places, signs))


@given(records(*RECORDS, WITH_MISTAKES))
@examples(25)
def test_what_the_writer_writes_has_no_error(record: Game) -> None:
    """A written record of any rules, with notes and variations, is never shown as wrong, and no character is lost."""
    text = dumps(record)
    assert "".join(value for _, _, value in CgnLexer().get_tokens_unprocessed(text)) == text
    assert [value for value, kind in said(text) if kind == "error"] == []


@pytest.mark.parametrize(
    ("words", "kinds"), [(DEEDS, {"deed", "played", "not done"}), (INTRIGUE_DEEDS, {"deed", "not done"})]
)
def test_every_deed_is_one(words: dict[str, object], kinds: set[str]) -> None:
    """Every spelling of a deed, in either letter case, is shown as a deed, a card played or an action not done."""
    for word in words:
        for spelling in (word, word.lower()):
            found = said(f"7... {spelling}")
            assert found[1][1] in kinds
            assert {kind for _, kind in found[2:]} <= {"drawn"}, spelling


def test_cards_and_placements() -> None:
    """Drawn cards, and streets after the number of a turn, have kinds of their own."""
    assert {kind for word in DRAWS for _, kind in said(word)} == {"drawn"}
    assert said("7. US US 8.as2 sb") == [
        ("7.", "turn number"),
        ("US", "placement"),
        ("US", "deed"),
        ("8.", "turn number"),
        ("as2", "placement"),
        ("sb", "deed"),
    ]


def test_notes_and_variations() -> None:
    """Layers, glyphs, marks, times and variations are distinguished, even without blanks between them."""
    assert said("AC! &maria!? (v1={x} 7... SL)") == [
        ("AC", "deed"),
        ("!", "glyph"),
        ("&maria", "layer"),
        ("!?", "glyph"),
        ("(", "variation"),
        ("v1", "variation id"),
        ("=", "variation"),
        ("{", "comment"),
        ("x", "comment"),
        ("}", "comment"),
        ("7...", "turn number"),
        ("SL", "deed"),
        (")", "variation"),
    ]


def test_a_question_mark_is_a_card_or_is_glued() -> None:
    """A question mark alone, after a hyphen or before a point is a card, and at the end of a decision a glyph."""
    assert said("A-?! S? ? ?.BAR -??") == [
        ("A-", "not done"),
        ("?", "drawn"),
        ("!", "glyph"),
        ("S", "deed"),
        ("?", "glyph"),
        ("?", "drawn"),
        ("?.BAR", "influence"),
        ("-?", "drawn"),
        ("?", "glyph"),
    ]
    assert said("?? ?! !?$7") == [("??", "error"), ("?!", "error"), ("!?$7", "error")]


def test_typography_is_read() -> None:
    """Dashes and ellipses are those of the notation, and curly quotes surround the values of headers."""
    assert {kind for _, kind in said("7\u2026 A\u2013W \u2212? =12\u20139\u20137 &tania\u2013x{so}")} == {
        *("turn number", "not done", "drawn", "check", "layer", "comment"),
    }
    assert said("[Site \u201cFlorence\u201d]")[2:] == [
        ("\u201c", "header value"),
        ("Florence", "header value"),
        ("\u201d", "header value"),
        ("]", "header bracket"),
    ]


def test_an_open_comment_ends_where_a_game_begins() -> None:
    """An unclosed comment does not extend over the next game, as in the reader."""
    assert (
        said('{never closed\n[CGN "1.0"]')[-4:]
        == [
            ("CGN", "header name"),
            ('"', "header value"),
            ("1.0", "header value"),
            ('"]'[0], "header value"),
            ("]", "header bracket"),
        ][-4:]
    )


def test_the_grammar_in_the_folder_is_the_one_of_the_table() -> None:
    """The grammar file is what the table of kinds generates; `python editors/regenerate.py` writes it."""
    assert json.loads((EDITORS / "cgn.tmLanguage.json").read_text(encoding="utf-8")) == grammar()


def test_the_folder_is_an_extension() -> None:
    """The files in package.json exist, and it names the grammar by its scope and the file ending."""
    package = json.loads((EDITORS / "package.json").read_text(encoding="utf-8"))
    (language,) = package["contributes"]["languages"]
    (syntax,) = package["contributes"]["grammars"]
    assert syntax["scopeName"] == grammar()["scopeName"]
    assert syntax["language"] == language["id"]
    assert language["extensions"] == [".cgn"]
    for path in (syntax["path"], language["configuration"]):
        assert json.loads((EDITORS / path).read_text(encoding="utf-8"))


def test_pygments_finds_the_lexer() -> None:
    """The entry point is declared, a text of games is guessed, and the installed lexer is found by name."""
    declared = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'cgn = "notation.highlight.lexer:CgnLexer"' in declared
    assert CgnLexer.analyse_text('\ufeff[CGN "1.0"]') == 1
    assert CgnLexer.analyse_text("[Event]") == 0
    if any(point.name == "cgn" for point in entry_points(group="pygments.lexers")):
        assert type(get_lexer_by_name("cgn")) is CgnLexer
        if is_long():  # imports every lexer that there is
            assert type(guess_lexer(SAMPLE)) is CgnLexer


def test_the_notation_needs_no_pygments() -> None:
    """Only the module of the lexer imports Pygments."""
    assert importlib.util.find_spec("notation.highlight.kinds") is not None
    sources = [path for path in (ROOT / "notation").rglob("*.py") if "pygments" in path.read_text(encoding="utf-8")]
    assert [path.name for path in sources] == ["lexer.py"]


def test_words_are_those_of_the_reader() -> None:
    """A word of the reader is cut only at a sign of a note, a number or a parenthesis."""
    for word in TOKEN.findall("nonsense A-B-C S--W +AXX foo.bar"):
        assert said(word) == [(word, "error")]
