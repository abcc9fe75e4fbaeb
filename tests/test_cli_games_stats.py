"""``calimala games stats``: counting the contents of many games."""

from collections import Counter
from statistics import mean, median

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.events import ActionDone, CardDrawn, CardPlayed, TileScored
from calimala_es.game import Game, play
from calimala_es.initial import initial
from cli import searching
from notation import dumps, loads, read_games
from replays import tally
from replays.edit.reduce import reduce_to_placements, reduce_to_result
from replays.tally import Spread, Tally, outcome
from tests.cli_runs import Table
from tests.leagues import GAMES, league, text_of


@pytest.fixture
def table(table: Table) -> Table:
    table.file("league.cgn", league())
    return table


def test_counts_are_those_of_the_games(table: Table) -> None:
    """Games, points, turns, winners, actions, cards and scorings are counted correctly."""
    counted_games = table.json("games", "stats", "league.cgn")
    ends = [game.states[-1] for game in GAMES]
    events = [event for game in GAMES for event in game.events]
    points = [mat.points for game in GAMES for mat in game.states[-1].mats[: game.players]]
    assert (counted_games["games"], counted_games["complete"], counted_games["with_errors"]) == (4, 4, 0)
    assert counted_games["rules"] == {"first": 1, "two-players": 1, "intrigue": 1, "families": 1}
    assert counted_games["players"] == {"2": 1, "3": 2, "4": 1}
    assert counted_games["points"] == {
        "count": len(points),
        "mean": round(mean(points), 2),
        "median": median(points),
        "min": min(points),
        "max": max(points),
    }
    assert counted_games["turns"]["max"] == max(state.turn for state in ends)
    assert counted_games["decisions"]["min"] == min(len(game.steps) for game in GAMES)
    assert sum(seat["won"] for seat in counted_games["seats"]) == sum(
        len(getattr(state.now, "winners", "")) for state in ends
    )
    assert counted_games["colours"]["blue"]["games"] == 4
    done = Counter(event.action for event in events if isinstance(event, ActionDone))
    by_card = Counter(event.action for event in events if isinstance(event, CardPlayed))
    assert (counted_games["deeds"]["wood"]["done"], counted_games["deeds"]["ship"]["by card"]) == (
        done["W"],
        by_card["S"],
    )
    assert counted_games["cards"]["drawn"] == sum(isinstance(event, CardDrawn) for event in events)
    scored = [event for event in events if isinstance(event, TileScored) and event.tile == "LIS"]
    assert counted_games["scorings"]["LIS"]["times"] == len(scored)
    assert counted_games["scorings"]["LIS"]["points"] == sum(sum(event.points) for event in scored)
    assert counted_games["events"] == len(events)
    assert counted_games["people"][0]["name"] == "Maria"
    assert counted_games["people"][0]["games"] == 2
    assert counted_games["families"]["Bardi"]["games"] == 1


def test_tables(table: Table) -> None:
    """The tables contain the same numbers in words; an empty table is left out."""
    out = table.ok("games", "stats", "league.cgn", "-n", "1")
    lines = out.splitlines()
    assert lines[0] == "4 games, 4 complete, 0 incomplete"
    assert any(line.split() == ["two-players", "1"] for line in lines)
    assert any(line.startswith("Maria ") for line in lines)
    assert not any(line.startswith("Angelica ") for line in lines)
    assert "not recorded" not in out
    assert all(len(line) <= 80 for line in lines)


def test_what_was_not_recorded_is_counted(table: Table) -> None:
    """Unseen cards, missed turns and observed parts have a count of their own."""
    text = text_of(1).split("\n\n", 1)[0] + "\n\n0. ? ? ? / ? / ? ? ? / W B M\n1. _\n2. b.points:=7\n"
    table.file("missed.cgn", text)
    counted_games = table.json("games", "stats", "missed.cgn")
    assert (counted_games["complete"], counted_games["missed"], counted_games["observed"], counted_games["points"]) == (
        0,
        1,
        1,
        None,
    )
    assert "observed" in table.ok("games", "stats", "missed.cgn")


def test_games_with_errors_are_reported_and_left_out(table: Table) -> None:
    """A game with errors is reported and not counted, and the code is 1."""
    table.file("mixed.cgn", text_of(1) + text_of(2).replace("\n1. ", "\n1. XX ", 1) + text_of(3))
    run = table.run("games", "stats", "mixed.cgn", "--json")
    assert run.code == 1
    assert (run.json["games"], run.json["with_errors"]) == (2, 1)
    assert "Skipped 1 game with errors" in run.err


def test_parts_come_to_the_same(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted a game or two at a time, one with an error among them, everything comes to the same."""
    table.file("mixed.cgn", text_of(1) + text_of(2).replace("\n1. ", "\n1. XX ", 1) + text_of(3) + text_of(4))
    whole = table.run("games", "stats", "mixed.cgn", "--json")
    assert whole.json["games"] == 3
    monkeypatch.setattr(searching, "_FIRST", 1)
    monkeypatch.setattr(searching, "_MOST", 2)
    parts = table.run("games", "stats", "mixed.cgn", "--json")
    assert (parts.json, parts.code, parts.err) == (whole.json, whole.code, whole.err)


@pytest.mark.long
def test_several_processes_count_the_same(table: Table) -> None:
    """Two processes count the games of files and of the store as one does, and the same games are selected."""
    table.ok("games", "simulate", "-n", "120", "--bot", "random", "--mixed", "-o", "games.cgn")
    table.ok("import", "games.cgn")
    for names in (["games.cgn", "league.cgn"], []):
        for options in ([], ["--ruleset", "first", "--event", "tile_scored tile=LIS"], ["--player", "random"]):
            one, two = (table.ok("games", "stats", *names, *options, "--processes", number) for number in "12")
            assert one == two


def test_standard_input_and_several_files(table: Table) -> None:
    """Several files, the standard input among them, are counted together."""
    assert table.run("games", "stats", "league.cgn", "-", "--json", input=text_of(1)).json["games"] == 5


def shallow(*headers: tuple[str, str]) -> Game:
    """Return a record without decisions."""
    return replace(play(GAMES[0].setup), headers=headers)


def test_result_alone_counts_as_far_as_it_goes() -> None:
    """A record of the result counts for points and winners, and not for turns and actions."""
    counted = Tally()
    record = shallow(("Result", "12-30-7"), ("Red", "Maria"))
    counted.add(record)
    assert (counted.games, counted.complete, counted.extents["result"]) == (1, 1, 1)
    assert (counted.points.most, counted.winning.most, counted.turns.count) == (30, 30, 0)
    assert (counted.people["Maria"].wins, counted.people["Maria"].mean) == (1, 30.0)


@pytest.mark.parametrize(
    ("result", "points", "winners"),
    [
        ("12-30-7", (12, 30, 7), (1,)),
        ("30-30-7", (30, 30, 7), ()),
        ("*", (), ()),
        ("12-30", (), ()),
        ("Maria", (), ()),
        ("", (), ()),
    ],
)
def test_result_of_a_game_not_recorded_to_its_end(
    result: str, points: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """A complete header Result gives the points, and a winner unless there is a tie."""
    record = shallow(("Result", result))
    assert outcome(record, initial(record.setup)) == (points, winners)


def test_extents_are_counted() -> None:
    """Records of placements and of results count, but not their actions."""
    counted, whole = Tally(), GAMES[0].game
    for record in (reduce_to_result(whole), reduce_to_placements(whole)):
        counted.add(record)
    assert counted.extents == {"result": 1, "placements": 1}
    assert counted.deeds == {}


def test_files_of_every_extent(table: Table) -> None:
    """Records of every extent may be in one file; each counts as far as it goes, and missing parts are mentioned."""
    whole = loads(text_of(1))
    texts = [dumps(reduce_to_placements(whole)), dumps(reduce_to_result(whole))]
    table.file("depths.cgn", "\n".join([*texts, text_of(1)]))
    counted_games = table.json("games", "stats", "depths.cgn")
    assert counted_games["extents"] == {"placements": 1, "result": 1, "full": 1}
    assert (counted_games["games"], counted_games["complete"], counted_games["turns"]["count"]) == (3, 2, 2)
    assert counted_games["decisions"]["count"] == 1
    out = table.ok("games", "stats", "depths.cgn")
    assert "1 record of the result alone" in out
    assert "1 record of placements alone" in out
    found = table.run("games", "find", "--position", "*.points>=1", "-l", "depths.cgn")
    assert [line.split("#")[1] for line in found.out.splitlines()] == ["3"]
    assert found.err == "Skipped 2 games that were not recorded in enough detail\n"
    assert table.ok("games", "find", "--header", "Blue", "depths.cgn") == "\n".join([*texts, text_of(1)])


@given(st.lists(st.integers(-5, 40), min_size=1, max_size=40))
def test_spread_of_numbers(numbers: list[int]) -> None:
    """Mean, median, least and most are correct for numbers in any order."""
    spread = Spread()
    for number in numbers:
        spread.add(number)
    assert spread.mean == pytest.approx(mean(numbers))
    assert spread.median == median(numbers)
    assert (spread.count, spread.least, spread.most) == (len(numbers), min(numbers), max(numbers))


def test_names_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limited number of names is counted separately, everybody else together."""
    monkeypatch.setattr(tally, "MOST_NAMES", 2)
    counted = Tally()
    for name in ("Ada", "Bea", "Cleo", "Ada", "Dora"):
        record = shallow(("Blue", name))
        counted.add(record)
    assert {name: person.games for name, person in counted.people.items()} == {"Ada": 2, "Bea": 1}
    assert counted.other_people.games == 2


def test_reading_of_any_part_of_a_game_is_counted() -> None:
    """A game that ends anywhere is counted as one that was not finished."""
    text = text_of(2)
    for share in (0.3, 0.6, 0.9):
        (reading,) = read_games(text[: text.rindex("\n", 0, int(len(text) * share)) + 1])
        assert reading.game is not None
        counted = Tally()
        counted.add(reading.game)
        assert (counted.games, counted.complete) == (1, 0)


@pytest.mark.parametrize(
    "options",
    [
        ("--date", "2026", "--not"),
        ("--player", "maria"),
        ("--ruleset", "families"),
        ("--header", "Blue=Paolo", "--players", "4"),
        ("--event", "tile_scored tile=LIS points>=3"),
        ("--position", "CAR>=0"),
    ],
)
def test_games_are_selected_as_by_find(table: Table, options: tuple[str, ...]) -> None:
    """The options that select games are those of `games find`, for files and for the store."""
    found = table.ok("games", "find", *options, "league.cgn")
    assert table.json("games", "stats", "league.cgn", *options) == table.json(
        "games", "stats", table.file("found.cgn", found)
    )
    table.ok("import", "league.cgn")
    assert table.json("games", "stats", *options)["games"] == found.count("[CGN ")
