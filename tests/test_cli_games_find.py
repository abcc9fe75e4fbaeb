"""``calimala games find``: finding games by headers, tables, events and positions."""

import re
from collections.abc import Callable

import pytest

from calimala_es.events import TileScored
from calimala_es.known import Extent
from cli.selection import Selection
from notation import loads, read_games
from replays.patterns import parse_event_pattern, parse_position_pattern
from replays.replay import Replay
from tests.cli_runs import Table, game_text
from tests.leagues import GAMES, league, text_of


@pytest.fixture
def table(table: Table) -> Table:
    table.file("league.cgn", league())
    return table


def found(table: Table, *options: str) -> list[int]:
    """Return the numbers of the games in the file that are found."""
    run = table.run("games", "find", *options, "--list", "league.cgn")
    assert run.code == (0 if run.out else 3), run
    return [int(line.split("#")[1]) for line in run.out.splitlines()]


@pytest.mark.parametrize(
    ("options", "games"),
    [
        ((), [1, 2, 3, 4]),
        (("--date", "2026-11-20"), [1]),
        (("--date", "2026-11", "--date", "2025"), [1, 2]),
        (("--date", "2026-12"), []),
        (("--header", "Date"), [1, 2, 4]),
        (("--header", "Date=2026.*"), [1, 4]),
        (("--header", "Date~^2026"), [1, 4]),
        (("--header", "Date!=2026.*"), [2, 3]),
        (("--header", "Date!~^2026"), [2, 3]),
        (("--header", "Blue=mar?a"), [1]),
        (("--header", "Date", "--header", "Blue~a$"), [1, 2, 4]),
        (("--header", "Wine=red, of course"), [3]),
        (("--player", "maria"), [1, 2]),
        (("--player", "Maria", "--player", "Tania"), [2]),
        (("--player", "mar"), []),
        (("--ruleset", "first"), [1]),
        (("--ruleset", "two-players", "--ruleset", "families"), [2, 4]),
        (("--ruleset", "intrigue"), [3]),
        (("--family", "bardi"), [4]),
        (("--family", "Bardi", "--family", "Medici"), [4]),
        (("--family", "Bardi", "--family", "Spini"), []),
        (("--players", "2", "--players", "4"), [2, 3]),
        (("--players", "3", "--not"), [2, 3]),
        (("--header", "Date", "--players", "3", "-v"), [2, 3]),
        (("-n", "2"), [1, 2]),
        (("--event", "game_ended"), [1, 2, 3, 4]),
        (("--event", "third_party_acted"), [2]),
        (("--event", "family_started", "--event", "third_party_acted"), [2, 4]),
        (("--position", "players=4 turn>=5"), [3]),
        (("--position", "CAR>=0"), [3, 4]),
        (("--position", "turn>=1000"), []),
        (("--event", "disc_placed", "--position", "winner!=-"), []),
        (("--event", "third_party_acted", "--not"), [1, 3, 4]),
    ],
)
def test_games_are_found(options: tuple[str, ...], games: list[int], table: Table) -> None:
    """One of several events must occur and each other option must match; ``--not`` finds the other games."""
    assert found(table, *options) == games


def test_places_lead_to_the_moment(table: Table) -> None:
    """The list has the first matching event, and the position after it is the one that was looked for."""
    out = table.ok("games", "find", "--event", "tile_scored", "--position", "*.points>=3", "-l", "league.cgn")
    places = [line.split("#") for line in out.splitlines()]
    assert [int(number) for _, number, _ in places] == [1, 2, 3, 4]
    for _, number, id in places:
        playout = GAMES[int(number) - 1]
        replay = Replay(playout.game)
        place = replay.find(id)
        fitting = [
            at
            for at, event in enumerate(replay.events, 1)
            if isinstance(event, TileScored)
            and max(mat.points for mat in replay.states[at].mats[: playout.players]) >= 3
        ]
        assert place == fitting[0]


def test_position_of_the_start_has_no_event(table: Table) -> None:
    """A match before the first event is listed as the game itself."""
    assert table.ok("games", "find", "--position", "turn=0", "-l", "-n", "1", "league.cgn") == "league.cgn#1\n"


def test_games_are_written(table: Table) -> None:
    """Found games are printed in canonical form with an empty line between, or unchanged."""
    assert table.ok("games", "find", "league.cgn") == league()
    assert table.ok("games", "find", "--header", "Date=2026.*", "league.cgn") == text_of(1) + "\n" + text_of(4)
    lower = "\ufeff" + text_of(1).replace("\n", "\r").replace("0. ", "0.  ") + text_of(2) + "\n\n"
    table.file("other.cgn", lower)
    assert table.ok("games", "find", "--raw", "other.cgn").encode() == lower.encode()
    assert loads(table.ok("games", "find", "--raw", "--players", "3", "other.cgn")) == loads(text_of(1))
    assert table.ok("games", "find", "-c", "--players", "3", "league.cgn", "other.cgn") == "3\n"
    assert table.ok("games", "find", "-c", "--event", "game_ended", "league.cgn") == "4\n"


def test_standard_input(table: Table) -> None:
    """The output of one search can be searched again from the standard input."""
    first = table.ok("games", "find", "--header", "Date", "league.cgn")
    assert table.ok("games", "find", "-l", "--player", "Maria", "-", input=first) == "-#1\n-#2\n"


def test_games_with_errors_are_reported_and_left_out(table: Table) -> None:
    """Unreadable games are reported on the standard error, the others searched, and the code is 1."""
    bad = text_of(1).replace("\n1. ", "\n1. XX ", 1)
    table.file("mixed.cgn", (bad + text_of(2)).encode() + b'[CGN "1.0"]\n\n\xff\n' + text_of(3).encode())
    run = table.run("games", "find", "--event", "game_ended", "-l", "mixed.cgn")
    assert (run.code, [line.split("#")[1] for line in run.out.splitlines()]) == (1, ["2", "4"])
    assert "'XX' is not valid here" in run.err
    assert "this is not UTF-8" in run.err
    assert "Skipped 2 games with errors; calimala check reports every error." in run.err
    by_headers = table.run("games", "find", "--header", "Blue=Maria", "-l", "mixed.cgn")
    assert (by_headers.code, by_headers.out) == (1, "mixed.cgn#1\n")
    assert "Skipped 1 game with errors" in by_headers.err


def test_many_games_with_errors_are_counted(table: Table) -> None:
    """If very many games have errors, only the first are reported one by one."""
    table.file("bad.cgn", '[CGN "1.0"]\n\n1. x\n' * 50)
    run = table.run("games", "find", "bad.cgn")
    assert run.code == 1
    assert run.err.count("calimala: error") == 20
    assert "Skipped 50 games with errors, the first 20 of which are above" in run.err


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (("--position", "b.food=1", "league.cgn"), 2, "column 1: 'b.food' is not part of a position"),
        (("--event", "tile_scored foo=1", "league.cgn"), 2, "column 13: tile_scored has no field 'foo'"),
        (("--header", "=x", "league.cgn"), 2, "NAME, NAME=VALUE or NAME~REGEX"),
        (("--header", "Date~[", "league.cgn"), 2, "is not a regular expression"),
        (("--raw", "--list", "league.cgn"), 2, "use only one of --raw, --list, --count and --json"),
        (("--family", "Rossi", "league.cgn"), 2, "'Rossi' is not valid; choose Bardi"),
        (("nowhere.cgn",), 3, "No such file"),
        (("--header", "Nobody", "league.cgn"), 3, "No game matches the options."),
    ],
)
def test_what_cannot_be_searched(options: tuple[str, ...], code: int, message: str, table: Table) -> None:
    """A mistake in a search is reported with its place and code; without a match nothing is printed."""
    run = table.run("games", "find", *options)
    assert (run.code, run.out) == (code, "")
    assert message in run.err if message else not run.err


@pytest.mark.parametrize(
    ("extent", "wanted", "knows"),
    [
        ("result", Selection(positions=(parse_position_pattern("turn>=1"),)), False),
        ("placements", Selection(positions=(parse_position_pattern("AS=b*"),)), True),
        ("placements", Selection(positions=(parse_position_pattern("LIS>=1"),)), False),
        ("placements", Selection(events=(parse_event_pattern("disc_placed"),)), True),
        ("placements", Selection(events=(parse_event_pattern("card_drawn"),)), False),
        ("full", Selection(events=(parse_event_pattern("card_drawn"),)), True),
    ],
)
def test_extent_says_what_can_be_searched(extent: Extent, wanted: Selection, knows: bool) -> None:
    """A record that says too little for a question matches neither it nor its negation."""
    assert wanted.knows(extent) is knows


def test_search_agrees_with_reading(table: Table) -> None:
    """A search by a position finds what a reader of the whole file finds."""
    table.file("more.cgn", game_text(1) + "\n" + game_text(2) + "\n" + league())
    tests: dict[str, Callable[[int], bool]] = {
        "*.points>=30": lambda points: points >= 30,
        "*.points<1": lambda points: points < 1,
    }
    for pattern, test in tests.items():
        readings = read_games((table.folder / "more.cgn").read_text(encoding="utf-8"))
        expected = [
            number
            for number, game in enumerate([reading.game for reading in readings], 1)
            if game and any(test(mat.points) for state in game.states for mat in state.mats[: state.setup.players])
        ]
        out = table.run("games", "find", "--position", pattern, "-l", "more.cgn").out
        assert [int(re.split("#", line)[1]) for line in out.splitlines()] == expected


def test_places_for_programs(table: Table) -> None:
    """With --json every match has its file, the number of its game, the place and the headers."""
    matches = table.json("games", "find", "--event", "third_party_acted", "league.cgn")
    (place,) = table.ok("games", "find", "--event", "third_party_acted", "-l", "league.cgn").split()
    assert [f"{match['file']}#{match['game']}#{match['place']}" for match in matches] == [place]
    assert ["Blue", "Tania"] in matches[0]["headers"]
    none = table.run("games", "find", "--header", "Nobody", "--json", "league.cgn")
    assert (none.code, none.json) == (3, [])


def test_whole_store_is_searched(table: Table) -> None:
    """Without a GAME the games of the store are searched and counted."""
    table.ok("import", "league.cgn")
    ids = sorted(game["id"] for game in table.json("list"))
    assert sorted(table.ok("games", "find", "--list").split()) == ids
    assert table.json("games", "stats")["games"] == len(ids)


@pytest.mark.parametrize(
    "command",
    [
        ("games", "find", "--count"),
        ("games", "stats"),
        ("games", "build", "lib"),
        ("games", "split", "-o", "out/"),
        ("check",),
        ("import",),
        ("export", "--to", "json"),
    ],
    ids=" ".join,
)
def test_files_without_games_do_not_stop_the_others(table: Table, command: tuple[str, ...]) -> None:
    """A file without any game, or in another encoding, is reported; all other games count, and the code is 1."""
    names = table.file("a.cgn", text_of(1)), table.file("b.cgn", ""), table.file("c.cgn", text_of(2))
    run = table.run(*command, *names, table.file("d.cgn", "[CGN".encode("utf-16")))
    assert run.code == 1
    assert "b.cgn:1:1: no game was found" in run.err
    assert "UTF-" in run.err
    if command in (("games", "find", "--count"), ("games", "stats")):
        assert run.out == table.ok(*command, names[0], names[2])


def test_what_is_no_game_is_not_counted(table: Table) -> None:
    """A text without headers, or in bytes that are no text, is no game, also where nothing is asked of the games."""
    table.file("a.cgn", text_of(1))
    table.file("b.cgn", "Dear diary\n")
    table.file("c.cgn", b'[CGN "1.0"]\n[Blue "J\xfcrg"]\n\n1. WB\n')
    run = table.run("games", "find", "--count", "a.cgn", "b.cgn", "c.cgn")
    assert (run.code, run.out) == (1, "1\n")
    assert table.run("games", "find", "--not", "--player", "Nobody", "--count", "b.cgn").out == "0\n"
