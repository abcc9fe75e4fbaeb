"""Finished games for play logs: ``replays.plays`` and ``export --to plays``."""

import csv
import json
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.game import Game
from calimala_es.notes import Comment, Stamp
from notation import loads
from replays.plays import RESULT_COLUMNS, Play, UnfinishedGameError, bg_stats_link, bg_stats_play, play_of, result_rows
from tests.cli_runs import ROOT, Table, played
from tests.leagues import text_of

FOUR = ROOT / "examples" / "game-of-four.cgn"
FIVE = ROOT / "examples" / "ends-with-the-tiles.cgn"


def play(record: Game) -> Play:
    """Return the play of a record of a whole game."""
    return play_of(record, record.state)


def sent(link: str) -> dict[str, Any]:
    """Return what a link gives to BG Stats."""
    parts = urlsplit(link)
    assert (parts.scheme, parts.netloc, parts.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    key, _, value = parts.query.partition("=")
    assert key == "data"
    play: dict[str, Any] = json.loads(unquote(value))
    return play


def test_the_tie_rule_decides_between_equals() -> None:
    """R7.4: if two have most points, the one with more seats in the council has rank 1 and won."""
    record = loads(FIVE.read_text())
    shown = play(record)
    assert [player.points for player in shown.players] == [15, 20, 15, 17, 20]
    assert [player.rank for player in shown.players] == [4, 1, 4, 3, 2]
    assert [player.has_won for player in shown.players] == [False, True, False, False, False]
    assert (shown.by, shown.turns, shown.rules) == ("council", 45, "first")


def test_the_link_is_as_bg_stats_documents_it() -> None:
    """The link has every key of BG Stats with its type, the end in UTC without a zone, and the winner."""
    record = loads(FOUR.read_text())
    made = play_of(record, record.state, {0: "Maria"})
    shown = sent(bg_stats_link(made))
    assert shown["sourceName"] == "calimala"
    assert shown["sourcePlayId"] == made.id
    assert shown["playDate"] == "2026-11-21 12:00:00"
    assert shown["game"] == {
        "name": "Calimala",
        "sourceGameId": "calimala",
        "bggId": 199383,
        "highestWins": True,
        "noPoints": False,
    }
    assert [player["score"] for player in shown["players"]] == [33, 33, 24, 26]
    assert [player["winner"] for player in shown["players"]] == [False, True, False, False]
    assert [player["startPlayer"] for player in shown["players"]] == [True, False, False, False]
    assert shown["players"][0]["name"] == "Maria"


@given(st.text(max_size=60))
def test_a_name_is_only_a_name(name: str) -> None:
    """Whatever a name contains, the link stays one ASCII address and the table has its columns."""
    record = loads(FOUR.read_text())
    made = play_of(record, played(1).states[-1], {0: name})
    link = bg_stats_link(made)
    assert link.isascii()
    assert not set(link) & set(" \"'<>\\")
    assert sent(link)["players"][0]["name"] == made.players[0].name
    for row in result_rows(made, "=friday"):
        assert len(row) == len(RESULT_COLUMNS)
        assert row[RESULT_COLUMNS.index("name")][:1] not in set("=+-@\t\r\n")
        assert row[RESULT_COLUMNS.index("game")] == "'=friday"


def test_a_name_is_whole() -> None:
    """A log gets the whole of a name, however long it is."""
    record = loads(FOUR.read_text())
    made = play_of(record, record.state, {0: "Maria " * 20})
    assert made.players[0].name == ("Maria " * 20).strip()


def test_a_play_is_the_same_whatever_is_said_about_it() -> None:
    """The id depends on the set-up and the decisions, not on comments, names and dates."""
    record = loads(FOUR.read_text())
    state = record.state
    said = replace(record, headers=(("Date", "2020.01.01"), ("Result", "1-2-3-4")), notes=(Comment("hello"),))
    shorter = replace(record, moves=record.moves[:-1], headers=(("Result", "1-2-3-4"),))
    assert play_of(said, state).id == play_of(record, state).id
    assert play_of(shorter, None).id != play_of(record, state).id


def test_times_of_decisions_are_the_length_of_the_play() -> None:
    """The minutes are those from the first stamp to the last, and the end is the last one in UTC."""
    record = loads(FOUR.read_text())
    stamps = {0: "2026-11-20T19:00:00Z", len(record.moves) - 1: "2026-11-20T20:31:00Z"}
    moves = tuple(
        replace(move, notes=(*move.notes, Stamp(stamps[number]))) if number in stamps else move
        for number, move in enumerate(record.moves)
    )
    record = replace(record, moves=moves, headers=())
    shown = play(record)
    assert (shown.minutes, shown.ended) == (91, datetime(2026, 11, 20, 20, 31, tzinfo=UTC))
    assert bg_stats_play(shown)["durationMin"] == 91


def test_an_imported_game_has_no_length() -> None:
    """Almost equal times, as of an imported game, are ignored; the day is that of the header."""
    record = replace(loads(FOUR.read_text()), headers=(("Date", "2026.11.20"),))
    now = datetime(2026, 12, 24, 18, tzinfo=UTC)
    made = play_of(record, record.state, None, [now, now, now + timedelta(minutes=9)])
    assert (made.minutes, made.ended) == (None, datetime(2026, 11, 20, 12, tzinfo=UTC))


def test_only_the_result_is_enough() -> None:
    """A header Result gives everybody's points, but not the winner of a tie."""
    record = replace(loads(FOUR.read_text()), moves=(), headers=(("Result", "40-40-31-12"),))
    made = play_of(record, None)
    assert [player.has_won for player in made.players] == [None, None, False, False]
    assert [player.rank for player in made.players] == [1, 1, 3, 4]
    assert [row[RESULT_COLUMNS.index("won")] for row in result_rows(made, "friday")] == ["?", "?", "no", "no"]


def test_a_game_that_has_not_ended_is_not_a_play() -> None:
    """A record without an end raises an error of its own."""
    record = replace(loads(FOUR.read_text()), headers=())
    with pytest.raises(UnfinishedGameError, match="does not say how the game ended"):
        play_of(record, record.states[10])


# The command.


def test_a_table_has_a_row_for_every_player(table: Table) -> None:
    """The table has names, points and ranks of all games, with families; an unfinished game is reported: code 1."""
    table.file("league.cgn", "\n".join([text_of(1), text_of(4)]))
    rows = list(csv.DictReader(StringIO(table.ok("export", "--to", "plays", "league.cgn"))))
    assert [row["name"] for row in rows[:2]] == ["Maria", "Angelica"]
    assert [row["family"] for row in rows[3:]] == ["Bardi", "", "Medici"]
    assert [row["game"] for row in rows[2:4]] == ["league.cgn#1", "league.cgn#2"]
    assert rows[3]["date"] == "2026-02-03"
    assert {row["won"] for row in rows} == {"yes", "no"}
    table.file("half.cgn", text_of(1).rsplit("\n", 8)[0])
    run = table.run("export", "--to", "plays", "league.cgn", "half.cgn")
    assert (run.code, len(run.out.splitlines())) == (1, 7)
    assert "half.cgn#1: the record does not say how the game ended; skipped" in run.err


def test_where_nothing_can_be_read_nothing_is_printed(table: Table) -> None:
    """After an error nothing is printed, not even the heads of the columns."""
    shown = table.run("export", "--to", "plays", table.folder)
    assert (shown.code, shown.out) == (3, "")
    assert "there is no .cgn file in" in shown.err


def test_a_link_needs_a_day(table: Table) -> None:
    """BG Stats needs the day; a game without one is reported, with what to write."""
    table.file("undated.cgn", text_of(3))
    run = table.run("export", "undated.cgn", "--to", "bg-stats")
    assert (run.code, run.out) == (1, "")
    assert "the header Date, e.g. 2026.11.20" in run.err


def test_a_stored_game_and_its_text_are_one_play(table: Table) -> None:
    """The id is the same for a stored game and its text; a file gets what would be printed."""
    table.file("game.cgn", FOUR.read_text())
    table.ok("import", "game.cgn", "--id", "four")
    stored, read = (json.loads(table.ok("export", name, "--to", "plays", "--json")) for name in ("four", "game.cgn"))
    assert stored["id"] == read["id"]
    assert (stored["game"], read["game"]) == ("four", "game.cgn#1")
    assert stored["players"] == read["players"]
    table.ok("export", "--to", "plays", "four", "--dialect", "excel", "-o", "results.csv")
    assert (table.folder / "results.csv").read_bytes().startswith("\ufeffgame;play;date;".encode())
