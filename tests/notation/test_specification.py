"""The specification `docs/notation.md` agrees with the program; its Python examples run with all others."""

import re
from pathlib import Path
from typing import Final

import pytest

from calimala_es.frames import CHANCE_FRAMES, SEAT_FRAMES, InfluenceReveal
from calimala_es.headers import NAME_HEADERS, RESULT
from calimala_es.observation import MAT_PARTS, TABLE_PARTS
from calimala_es.position import FRAME_WORDS, format_position
from notation import dumps, loads, read_games
from notation.errors import MOST_DECISIONS, MOST_ERRORS, MOST_FINDINGS, MOST_GAME_CHARS, MOST_HEADERS, MOST_NESTED
from notation.grammar.symbols import DEEDS, INTRIGUE_DEEDS
from notation.headers.setup_headers import SETUP_HEADERS
from notation.position.line import FIELDS, parse_position
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
    assert {*SETUP_HEADERS, *NAME_HEADERS, RESULT} <= quoted(section(3))


def test_parts_are_all_documented() -> None:
    """The list of parts has every one that can be observed."""
    documented = quoted(section(4))
    assert {f"b.{part}" for part in MAT_PARTS} <= documented
    assert {*TABLE_PARTS} <= documented


def test_frames_are_all_documented() -> None:
    """The section on frames has every frame in the form of the position line, and those that wait have their words."""
    named = {form.partition(":")[0] for form in quoted(section(4))}
    assert {*FRAME_WORDS.values()} <= named
    table = section(5).replace("`offer-card`, `-action`", "`offer-card` `offer-action`")
    waiting = {FRAME_WORDS[kind] for kind in (*SEAT_FRAMES, *CHANCE_FRAMES, InfluenceReveal)}
    assert waiting <= quoted(table.replace("`offer-tile`, `-disc`", "`offer-tile` `offer-disc`"))


def test_position_line_is_documented() -> None:
    """The list of fields is that of the position line, and the example is a position line."""
    assert re.findall(r"^([0-9]+)\. ", section(10), re.MULTILINE) == [str(n) for n in range(1, len(FIELDS) + 1)]
    (line,) = blocks("text", section(10))
    assert format_position(parse_position(line)) == line.strip()


def test_limits_are_documented() -> None:
    """The section on conformance has the program's limits."""
    documented = section(11)
    for limit in (MOST_GAME_CHARS, MOST_DECISIONS, MOST_NESTED, MOST_HEADERS, MOST_ERRORS, MOST_FINDINGS):
        assert f"{limit:,}" in documented


def test_page_is_short() -> None:
    """The specification has fewer than 6,000 words."""
    assert sum(bool(re.search(r"\w", word)) for word in PAGE.split()) < 6_000


def test_examples_are_cases() -> None:
    """Every example of a record is the text of a case of the number that the page gives, or what that is read as."""
    cases = {path.name[:3]: path for path in (ROOT / "conformance" / "cases").glob("*/*.cgn")}
    numbers = re.findall(r"\(case ([0-9]{3})\)", PAGE, re.IGNORECASE)
    known = [cases[number].read_text(encoding="utf-8") for number in numbers]
    known += [dumps(reading.game) for text in known for reading in read_games(text) if reading.game]
    examples = [*blocks("cgn"), *blocks("text", section(6)), *blocks("text", section(8))]
    assert [example for example in examples if not any(text.endswith(example) for text in known)] == []


def test_words_are_all_in_the_grammar() -> None:
    """The grammar has every decision of an activation and of an intrigue action, in every spelling."""
    defined = productions()
    deed, intrigue = (re.compile(pattern_of(name, defined)) for name in ("deed", "intrigue"))
    assert [word for word in DEEDS if not deed.fullmatch(word)] == []
    assert [word for word in INTRIGUE_DEEDS if not intrigue.fullmatch(word)] == []


# The grammar.


_W3C: Final = re.compile(r"\"[^\"]*\"|'[^']*'|\[[^\]]*\]|[a-z0-9-]+|[()|?*+]")


def productions() -> dict[str, str]:
    """Return the right sides of the grammar's productions in the notation of ISO, by name."""
    found: dict[str, str] = {}
    for block in blocks("ebnf"):
        text = re.sub(r"/\*.*?\*/", "", block)
        for name, production in re.findall(r"^([a-z0-9-]+) +::= (.*(?:\n +.*)*)", text, re.MULTILINE):
            assert name not in found
            found[name], left = _alternatives(_W3C.findall(production))
            assert not left, (name, left)
    return found


def _alternatives(tokens: list[str]) -> tuple[str, list[str]]:
    """Return alternatives up to a parenthesis or the end, and what is left."""
    alternatives: list[list[str]] = [[]]
    while tokens and tokens[0] != ")":
        token, *tokens = tokens
        if token == "|":
            alternatives.append([])
            continue
        if token == "(":
            inner, tokens = _alternatives(tokens)
            token, *tokens = (f"( {inner} )", *tokens[1:])
        elif token[0] == "[":
            token = _class(token[1:-1])
        while tokens and tokens[0] in ("?", "*", "+"):
            repeated, *tokens = tokens
            token = {"?": f"[ {token} ]", "*": f"{{ {token} }}", "+": f"{token} , {{ {token} }}"}[repeated]
        alternatives[-1].append(token)
    return " | ".join(" , ".join(each) for each in alternatives), tokens


def _class(signs: str) -> str:
    """Return a class of characters as alternatives; all but some as any character."""
    if signs[0] == "^":
        return "? all but these ?"
    first, dash, last = signs.partition("-")
    if dash and len(first) == len(last) == 1:
        signs = "".join(map(chr, range(ord(first), ord(last) + 1)))
    return "( " + " | ".join(f'"{sign}"' for sign in signs) + " )"


ELEMENTARY: Final = {
    "blank": r"\s",
    "digit": "[0-9]",
    "letter": "[A-Z]",
    "hex": "[0-9A-F]",
    "line-end": "\n",
    "char": "[^\0]",
    "sign": "[!-z|~]",
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
    assert used <= {*defined, *ELEMENTARY}
    assert {*defined} - used == {"text", "turn-0", "turn", "end"}


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
    "word", ["AX", "7", "AS3", "=12", "b.beard:=1", "AS:=bx", "SLLLL", "-X", "A-X", "ASS", "AS000", "KK", "=12345-6"]
)
def test_grammar_has_no_other_word(word: str) -> None:
    """The grammar rejects words that do not belong to the notation."""
    assert not re.fullmatch(pattern_of("word", productions()), word, re.IGNORECASE)
