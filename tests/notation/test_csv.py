"""Games as tables: one row per turn, with everything, and no cell that a spreadsheet takes for a formula."""

import csv
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.game import Game
from notation import dumps, loads
from notation.csv import COLUMNS, COMMA, DIALECTS, Dialect, dumps_csv, format_rows, safe
from notation.grammar.tokens import TOKEN, quote_comment
from replays.edit.reduce import reduce_to_placements
from tests.notation.records import records
from tests.notation.tables import NAMED_SETUP
from tests.profiles import examples
from tests.strategies import RECORDS, WITH_MISTAKES

GAME = NAMED_SETUP + "0. W M U\n1. MA A-B M +B =0-0-0 {so}\n2. WB2 W B W B\n"
ANY_CELL = st.text(st.sampled_from("=+-@'\"\t,;\n 0123456789./aB?") | st.characters(codec="utf-8"), max_size=8)
SUFFIXES = {"": "", "white": "2", "support": "0", "idle support": "00"}
CHECKS = {"order": "=", "points": "=", "digest": "=#"}
EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"


def rows_of(text: str, dialect: Dialect = COMMA) -> list[list[str]]:
    """Return the rows below the header row, read by the module ``csv``."""
    rows = list(csv.reader(StringIO(text, newline=""), delimiter=dialect.separator))
    return rows[rows.index([*COLUMNS]) + 1 :]


def line_of(row: list[str]) -> list[str]:
    """Return the words of the notation that a row was made from."""
    cells = {name: text.removeprefix("'") for name, text in zip(COLUMNS, row, strict=True)}
    turn = cells["turn"] + ("" if cells["turn"].endswith(".") or not cells["turn"] else ".")
    discs = " / ".join(filter(None, (cells[name] for name in ("first", "second", "third", "closing"))))
    kinds = [check.split(" ", 1) for check in cells["check"].split("; ") if check]
    checks = [CHECKS[kind] + rest.replace("nobody", "0").replace(" ", "-") for kind, rest in kinds]
    comment = quote_comment(cells["comment"]) if cells["comment"] else ""
    street = cells["street"] + SUFFIXES[cells["disc"]]
    first = street + discs if street and discs[:1] in ("!", "?") else f"{street} {discs}"
    return TOKEN.findall(" ".join([turn, first, *checks, comment, cells["notation"]]))


@examples(12)
@given(records(*RECORDS, WITH_MISTAKES), st.sampled_from([*DIALECTS.values()]))
def test_everything_in_a_record_is_in_its_table(record: Game, dialect: Dialect) -> None:
    """The rows have the contents of the text's lines, in every rule set, with all notes and variations."""
    text = dumps(record).split("\n\n", 1)[1]
    lines = [TOKEN.findall(line) for line in text.split("\n") if line]
    rows = [line_of(row) for row in rows_of(dumps_csv(record, dialect), dialect)]
    assert rows[: len(lines)] == lines
    assert not record.moves or len(rows) == len(lines)


@given(ANY_CELL)
def test_a_safe_cell_is_not_a_formula(text: str) -> None:
    """No cell begins like a formula of a spreadsheet, and nothing else is changed."""
    assert not safe(text).startswith(("=", "+", "-", "@", "\t", "\r"))
    assert safe(text).removeprefix("'") == text.removeprefix("'")


@given(st.lists(st.lists(ANY_CELL, min_size=2, max_size=4), max_size=5), st.sampled_from([*DIALECTS.values()]))
def test_rows_are_read_by_the_standard_library(rows: list[list[str]], dialect: Dialect) -> None:
    """The standard library reads the rows as they were written, whatever the separator."""
    rows = [[cell.replace("\r", "").replace("\ufeff", "").replace("\x00", "") for cell in row] for row in rows]
    text = format_rows(rows, dialect).removeprefix(dialect.mark)
    assert [*csv.reader(StringIO(text, newline=""), delimiter=dialect.separator)] == rows


def test_a_turn_is_a_row() -> None:
    """A turn's cells are number, player, street, disc, one cell for each activated disc, check and comment."""
    turn_0, first, second = rows_of(dumps_csv(loads(GAME)))
    assert turn_0[:5] == ["0", "", "", "", "W M U"]
    assert first == ["1", "Maria", "MA", "", "A-B M +B", "", "", "", "points 0 0 0", "so", ""]
    assert second[:5] == ["2", "Angelica Rossi", "WB", "white", "W B W B"]


def test_what_closes_a_turn_has_its_own_column() -> None:
    """Actions of the second disc are in the second column, and a disc taken back in `closing`."""
    record = loads(GAME.replace("2. WB2 W B W B", "2. MA A-? M / M A-"))
    assert rows_of(dumps_csv(record))[2][4:8] == ["A-? M", "M A-", "", ""]


def test_a_record_without_decisions_is_a_template() -> None:
    """A table without decisions has the headers, and a row for each turn with its player."""
    rows = rows_of(dumps_csv(loads(NAMED_SETUP)))
    assert [row[0] for row in rows] == ["0", *map(str, range(1, len(rows) - 1)), "E"]
    assert [row[1] for row in rows[1:5]] == ["Maria", "Angelica Rossi", "yellow", "Maria"]
    assert not any(cell for row in rows for cell in row[2:])


def test_a_turn_of_placements_is_a_row() -> None:
    """A record of placements has a row for each turn, too."""
    record = reduce_to_placements(loads((EXAMPLES / "two-players.cgn").read_text(encoding="utf-8")))
    turns = [row for row in rows_of(dumps_csv(record)) if row and row[0].isdigit()]
    assert [int(row[0]) for row in turns] == list(range(1, len(turns) + 1))
    assert all(row[2] for row in turns)


@pytest.mark.parametrize("name", DIALECTS)
def test_headers_come_first(name: str) -> None:
    """The headers are above the columns, name and value, after the byte order mark."""
    dialect = DIALECTS[name]
    text = dumps_csv(loads(GAME), dialect)
    assert text.startswith(dialect.mark + dialect.separator.join(["CGN", "'1.0"]) + dialect.line_end)
    assert dialect.separator.join(["Red", "Angelica Rossi"]) + dialect.line_end in text
