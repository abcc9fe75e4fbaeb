"""Games as tables: nothing is lost, spreadsheets take no cell for a formula, and errors name their cell."""

import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation import Record, dumps, loads
from notation.depth.making import shallowed
from notation.tables.cells import COMMA, DIALECTS, SEPARATORS, Dialect, Table, format_rows, plain, safe
from notation.tables.reading import loads_csv, read_csv
from notation.tables.writing import COLUMNS, dumps_csv
from tests.notation.records import records
from tests.notation.test_dictation import SETUP, problems_of
from tests.strategies import RECORDS, WITH_MISTAKES

GAME = SETUP + "0. W M U\n1. MA A-B M +B =0-0-0 {so}\n2. WB2 W B W B\n"
ANY_CELL = st.text(st.sampled_from("=+-@'\"\t,;\n 0123456789./aB?") | st.characters(codec="utf-8"), max_size=8)


EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"


def rows_of(text: str) -> list[list[str]]:
    """The rows behind the one that names the columns, by the module ``csv``."""
    rows = list(csv.reader(StringIO(text)))
    return rows[rows.index([*COLUMNS]) + 1 :]


@settings(max_examples=12)
@given(records(*RECORDS, WITH_MISTAKES), st.sampled_from([*DIALECTS.values()]))
def test_a_table_is_the_record(record: Record, dialect: Dialect) -> None:
    """Every record of every rule set, with all its notes and variations, comes back from its table."""
    text = dumps_csv(record, dialect)
    assert loads_csv(text) == record
    assert loads_csv(text.splitlines(keepends=True)) == record


@given(ANY_CELL)
def test_a_safe_cell_is_no_formula(text: str) -> None:
    """No cell that is written begins with what a spreadsheet takes for a formula, and each comes back."""
    assert not safe(text).startswith(("=", "+", "-", "@", "\t", "\r"))
    assert plain(safe(text)) == text


@given(st.lists(st.lists(ANY_CELL, min_size=2, max_size=4), max_size=5), st.sampled_from(SEPARATORS))
def test_cells_are_cut_as_the_module_csv_cuts_them(rows: list[list[str]], separator: str) -> None:
    """What the standard library writes is read as the standard library reads it, and each cell knows its place."""
    rows = [[cell.replace("\r", "").replace("\ufeff", "").replace("\x00", "") for cell in row] for row in rows]
    text = format_rows(rows, COMMA._replace(separator=separator))
    table = Table(text, "t", separator)
    assert [[cell.text for cell in row] for row in table.rows] == rows
    for row in table.rows:
        for cell in row:
            assert cell.text[:1] in (text[cell.offset : cell.offset + 1], "")


def test_a_turn_is_a_row() -> None:
    """The cells of a turn: number, player, street, disc, one cell for each activated disc, check and comment."""
    turn_0, first, second = rows_of(dumps_csv(loads(GAME)))
    assert turn_0[:5] == ["0", "", "", "", "? ? ? / ? / ? ? ? / W M U"]
    assert first == ["1", "Maria", "MA", "", "A-B M +B", "", "", "", "points 0 0 0", "so", ""]
    assert second[:5] == ["2", "Angelica Rossi", "WB", "white", "W B W B"]


def test_what_closes_a_turn_has_its_own_column() -> None:
    """Deeds of the second disc stand in the second column, and a disc taken back in `closing`, whatever came before."""
    record = loads(GAME.replace("2. WB2 W B W B", "2. MA A-? M / M A-"))
    assert rows_of(dumps_csv(record))[2][4:8] == ["A-? M", "M A-", "", ""]


def test_a_record_without_decisions_is_a_template() -> None:
    """It has the headers, a row for each turn with the player whose turn it is, and nothing to be read."""
    record = loads(SETUP)
    rows = rows_of(dumps_csv(record))
    assert [row[0] for row in rows] == ["0", *map(str, range(1, len(rows) - 1)), "E"]
    assert [row[1] for row in rows[1:5]] == ["Maria", "Angelica Rossi", "yellow", "Maria"]
    assert not any(cell for row in rows for cell in row[2:])
    assert loads_csv(dumps_csv(record)) == record


@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_tables_of_spreadsheets_are_read(separator: str, line_end: str) -> None:
    """Columns in any order or left out, small letters, any separator and line end, a mark before all: all is one."""
    rows = [
        *(line.removeprefix("[").removesuffix('"]').split(' "') for line in SETUP.strip().split("\n")),
        ["", ""],
        ["Turn", "first", "street", "disc", "second", "check"],
        ["0", "w m u"],
        ["1", "a-b m", "am", "", "", "points 0 0 0"],
        ["2.", "A-? m", "MA", "coloured", "m a-", ""],
    ]
    text = format_rows(rows, Dialect(separator, line_end, "\ufeff"))
    assert dumps(loads_csv(text)).endswith("W M U\n1. MA A-B M =0-0-0\n2. MA A-? M / M A-\n")


@pytest.mark.parametrize(
    ("found", "instead", "place", "part"),
    [
        ("A-B M +B", "A-B M +X", (12, 19), "'+X' is no symbol here"),
        (",points 0 0 0,", ",poinst,", (12, 25), "'poinst' is no check"),
        ("turn,player,street", "turn,palyer,street", (10, 6), "'palyer' is no column"),
        ("turn,player,street", "trun,player,street", (1, 1), "this is no table"),
        ("CGN,1", 'CGN,"1', (1, 5), "the quote is not closed"),
        ("Seats,bry", "Sea ts,bry", (3, 1), "'Sea ts' is no name of a header"),
    ],
)
def test_errors_stand_at_their_cell(found: str, instead: str, place: tuple[int, int], part: str) -> None:
    """What is wrong with a table has the line and the column of the cell in the table."""
    text = dumps_csv(loads(GAME))
    assert found in text
    problems = [
        problem for reading in read_csv(text.replace(found, instead), "game.csv") for problem in problems_of(reading)
    ]
    assert part in problems[0].message
    assert problems[0].place[1:3] == place


def test_a_wrong_player_is_told() -> None:
    """A row that names another player than the one whose turn it is, is a finding; names and colours will do."""
    text = dumps_csv(loads(GAME))
    (reading,) = read_csv(text.replace("1,Maria", "1,blue").replace("2,Angelica Rossi", "2,r"))
    assert reading.findings == ()
    (reading,) = read_csv(text.replace("1,Maria", "1,Tania"))
    assert [finding.message for finding in reading.findings] == ["Tania is named, and turn 1 is that of blue"]


def test_a_city_that_is_not_told_is_inferred() -> None:
    """A table may lack its city as a text may; what is lacking then is told."""
    text = dumps_csv(loads(GAME)).replace("City,WBM/U-A/VTS\n", "")
    (reading,) = read_csv(text)
    assert "the set-up lacks City" in reading.errors[0].message


@settings(max_examples=60)
@given(st.text(st.sampled_from("turn,street;\"\n\t'=12EabM{}()/")), st.integers(0, 500), st.integers(0, 30))
def test_any_text_ends_in_a_game_or_in_errors(text: str, place: int, cut: int) -> None:
    """Damage of any kind ends in a record or in errors with places, never in another exception."""
    whole = dumps_csv(loads(GAME))
    for damaged in (text, whole[:place] + text + whole[place + cut :]):
        for reading in read_csv(damaged):
            assert reading.record is not None or reading.errors
            for problem in problems_of(reading):
                assert problem.place.line >= 1
                assert problem.place.column >= 1


def test_a_turn_of_placements_is_a_row() -> None:
    """A record of placements has a row for each turn, too, and is the same record when it is read."""
    record = shallowed(loads((EXAMPLES / "two-players.cgn").read_text(encoding="utf-8")), "placements")
    text = dumps_csv(record)
    turns = [row for row in rows_of(text) if row and row[0].isdigit()]
    assert [int(row[0]) for row in turns] == list(range(1, len(turns) + 1))
    assert all(row[2] for row in turns)
    assert loads_csv(text) == record


@pytest.mark.parametrize("dialect", [*DIALECTS.values()])
def test_games_are_read_one_after_another(dialect: Dialect) -> None:
    """Of a file of tables no more is read than up to the next game; each error has its line in the whole file."""
    one = dumps_csv(loads(GAME.replace("{so}", '{so, "he said"\nCGN, and more}')), dialect)
    bad = dumps_csv(loads(GAME), dialect).replace("WB2", "QQ")
    lines = (one + bad + one).replace("\r\n", "\n").splitlines(keepends=True)
    taken: list[str] = []

    def given() -> Iterator[str]:
        for line in lines:
            taken.append(line)
            yield line

    readings = read_csv(given())
    first = next(readings)
    assert first.record == loads_csv(one)
    assert len(taken) == one.count("\n") + 1
    second, third = readings
    assert [error.line for error in second.errors] == [number for number, line in enumerate(lines, 1) if "QQ" in line]
    assert third.record == first.record
