"""The specification `docs/notation.md` agrees with the program; its Python examples run with all others."""

import re
from pathlib import Path
from typing import Final

import pytest

from calimala_es.headers import NAME_HEADERS, RESULT
from calimala_es.observation import MAT_PARTS, TABLE_PARTS
from calimala_es.position import FRAME_WORDS
from notation import dumps, loads, read_games
from notation.errors import MOST_DECISIONS, MOST_ERRORS, MOST_FINDINGS, MOST_GAME_CHARS, MOST_HEADERS, MOST_NESTED
from notation.grammar.symbols import DEEDS, INTRIGUE_DEEDS
from notation.headers.setup_headers import SETUP_HEADERS
from notation.position.line import FIELDS
from tests.notation.records import text_of
from tests.strategies import FIRST, KNOWN, SECOND, WITH_MISTAKES, Playout, Rules

ROOT: Final = Path(__file__).resolve().parent.parent.parent
PAGE: Final = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
_BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(kind: str, page: str = PAGE) -> list[str]:
    """Return the fenced blocks of one kind."""
    return [match[2] for match in _BLOCK.finditer(page) if match[1] == kind]


def section(number: int) -> str:
    """Return the text of a section."""
    return PAGE.split(f"\n## {number} ")[1].split("\n## ")[0]


def quoted(text: str) -> set[str]:
    """Return every text between single backticks."""
    return set(re.findall(r"`([^`\n]+)`", text))


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("**/*.md")), ids=lambda path: path.name)
def test_games_in_documents_are_sound(page: Path) -> None:
    """Every block that is marked as games contains canonical games without errors and findings."""
    for block in blocks("cgn", page.read_text(encoding="utf-8")):
        readings = list(read_games(block))
        assert readings
        assert [(reading.errors, reading.findings) for reading in readings] == [((), ())] * len(readings)
        assert "\n".join(dumps(reading.game) for reading in readings if reading.game) == block


def test_page_begins_with_a_whole_example() -> None:
    """The first block of the page is a game with everything possible in one except the end."""
    (block, *_) = blocks("cgn")
    record = loads(block)
    occurring = {type(command).__name__ for command in record.commands}
    assert {
        "MarkMissed",
        "ObservePart",
        "PlayCard",
        "DrawCard",
        "SkipAction",
        "EndActivation",
        "PlaceDisc",
        "DoAction",
    } <= occurring
    assert any(move.checks for move in record.moves)
    assert any(move.comments for move in record.moves)


def test_headers_are_all_documented() -> None:
    """The table of headers has every header with a meaning."""
    assert {*SETUP_HEADERS, *NAME_HEADERS, RESULT} <= quoted(section(4))


def test_parts_are_all_documented() -> None:
    """The table of parts has every one that can be observed."""
    documented = quoted(section(8))
    assert {f"b.{part}" for part in MAT_PARTS} <= documented
    assert {*TABLE_PARTS} <= documented


def test_position_line_is_documented() -> None:
    """The tables of the position line have every field and every frame."""
    documented = section(13)
    assert [field for field in FIELDS if f"\n| {field} | " not in documented] == []
    frames = {word.partition(":")[0] for word in quoted(documented)}
    assert {*FRAME_WORDS.values()} <= frames


def test_limits_are_documented() -> None:
    """The section on limits has the program's numbers."""
    documented = section(15).replace("\N{NO-BREAK SPACE}", "").replace(" 000", "000")
    for limit in (MOST_GAME_CHARS, MOST_DECISIONS, MOST_NESTED, MOST_HEADERS, MOST_ERRORS, MOST_FINDINGS):
        assert str(limit) in documented


def test_symbols_are_all_documented() -> None:
    """The table of symbols has every option of every action; a ship's and a transport's letters add up."""
    documented = quoted(section(17))
    deeds = {**DEEDS, **INTRIGUE_DEEDS}
    ways = {word for word in deeds if "-" not in word and "+" not in word and word[0] not in "ST"}
    assert {"".join(sorted(word)) for word in ways} == {"".join(sorted(word)) for word in documented if word in ways}
    assert {
        "SB",
        "SL",
        "SN",
        "TT",
        "TB",
        "TH",
        "/",
        "_",
        "-",
        "?",
        "AS>",
        "AS2",
        "AS0",
        "AS00",
        "I-",
        "^",
        "--",
        ":W",
        ">HAM",
    } <= documented


# The grammar.


def productions() -> dict[str, str]:
    """Return the right sides of the grammar's productions, by name."""
    found: dict[str, str] = {}
    for block in blocks("ebnf"):
        text = re.sub(r"\(\*.*?\*\)", "", block)
        for production in re.findall(r"^([a-z0-9-]+) *= (.*?) ;[ ]*$", text, re.MULTILINE | re.DOTALL):
            assert production[0] not in found
            found[production[0]] = production[1].strip()
    return found


ELEMENTARY: Final = {
    "blank": r"\s",
    "digit": "[0-9]",
    "letter": "[A-Z]",
    "hex-digit": "[0-9A-F]",
    "line-end": "\n",
    "blank-line": r"\s*\n",
    "mark-of-order": "\ufeff",
}
"""Names that the grammar uses without defining them."""

_TOKEN: Final = re.compile(r'"[^"]*"|\'[^\']*\'|\?[^?]*\?|[0-9]+ \*|[a-z0-9-]+|[\[\](){}|,]')


def pattern_of(production: str, defined: dict[str, str]) -> str:
    """Return a production without recursion as a regular expression."""
    pieces: list[str] = []
    for token in _TOKEN.findall(production):
        if token[0] in "\"'":
            pieces.append(re.escape(token[1:-1]))
        elif token[0] == "?":
            pieces.append("[^\0]")
        elif token.endswith("*"):
            pieces.append(f"(?#{token[:-2]})")
        elif token in "[{(":
            pieces.append("(?:")
        elif token in "]})":
            pieces.append({"]": ")?", "}": ")*", ")": ")"}[token])
        elif token in "|,":
            pieces.append("|" if token == "|" else "")
        else:
            name = ELEMENTARY.get(token) or f"(?:{pattern_of(defined[token], defined)})"
            count = re.fullmatch(r"\(\?#(\d+)\)", pieces[-1]) if pieces else None
            pieces[-1:] = [name + f"{{{count[1]}}}"] if count else [*pieces[-1:], name]
    return "".join(pieces)


def test_grammar_has_no_holes() -> None:
    """Every name that a production uses is defined, or is one of the few without a definition."""
    defined = productions()
    used = {
        token
        for production in defined.values()
        for token in _TOKEN.findall(production)
        if re.fullmatch(r"[a-z][a-z0-9-]*", token)
    }
    assert used - {*defined} - {*ELEMENTARY} == {"headers", "notes"}
    assert {*defined} - used == {"text", "canonical", "behind"}


TABLES: Final = [
    *((players, FIRST) for players in (2, 3, 4, 5)),
    (3, SECOND),
    (4, Rules("second", intrigue=True, families=("Bardi", "Cerchi", "Medici", "Mozzi"))),
    (5, Rules("second", intrigue=True, families=("Pazzi", "Peruzzi", "Pulci", "Scali", "Spini"))),
]
"""Tables of every rule set, and with every family."""


@pytest.mark.parametrize("record", [KNOWN, WITH_MISTAKES])
def test_grammar_has_every_word(record: str) -> None:
    """The grammar of the import form allows every word of a game, in either letter case."""
    word = re.compile(pattern_of("word", productions()), re.IGNORECASE)
    for players, rules in TABLES:
        for token in text_of(Playout(players, seed=3, record=record, rules=rules)).split("\n\n", 1)[1].split():
            assert word.fullmatch(token), token


@pytest.mark.parametrize(("players", "rules"), TABLES, ids=repr)
def test_grammar_has_every_line(players: int, rules: Rules) -> None:
    """The grammar of the export form allows every line of a game without notes."""
    defined = productions()
    lines = [re.compile(pattern_of(name, defined)) for name in ("turn-0", "turn", "end")]
    body = text_of(Playout(players, seed=3, rules=rules)).split("\n\n", 1)[1].splitlines(keepends=True)
    assert lines[0].fullmatch(body[0])
    assert all(lines[1].fullmatch(line) for line in body[1:-1])
    assert lines[2].fullmatch(body[-1])


@pytest.mark.parametrize(
    "word", ["AX", "7", "AS3", "=12", "b.beard:=1", "AS:=bx", "SLLLL", "-X", "A-X", "ASS", "AS000", "KK"]
)
def test_grammar_has_no_other_word(word: str) -> None:
    """The grammar rejects words that do not belong to the notation."""
    assert not re.fullmatch(pattern_of("word", productions()), word, re.IGNORECASE)
