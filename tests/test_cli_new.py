"""`new` without arguments: the questions, mistakes in the answers, and leaving."""

import os
from datetime import datetime, timedelta

import pytest

from tests.cli_runs import Table, on_terminal

COUNCIL = "LIS LON BAR TRO BRU HAM SMF SMN SCR ART PORT TRADE WOOD BRICK MARBLE"


@pytest.mark.parametrize("people", [("Ann", "Bo", "Ann"), ("blue=Ann", "red=ann", "Bo")])
def test_two_players_of_one_name_are_refused(people: tuple[str, ...], table: Table) -> None:
    """Two players need two names, whatever the letter case; the error offers one."""
    result = table.run("new", *people)
    assert result.code == 2
    assert "every player needs a different name; try" in result.err
    assert not table.store.exists()


def test_colour_after_the_name(table: Table) -> None:
    """A name before its colour is refused with the right order."""
    result = table.run("new", "Ann=blue", "Bo")
    assert (result.code, "the colour comes first: blue=Ann" in result.err) == (2, True), result


def test_player_without_a_name(table: Table) -> None:
    """An empty argument is not a player."""
    result = table.run("new", "", "Bo")
    assert (result.code, "a player needs a name or a colour" in result.err) == (2, True), result


def test_two_players_of_one_colour(table: Table) -> None:
    """A colour that two players have is named as it is written, not by its letter."""
    result = table.run("new", "red=Ann", "r=Bo")
    assert (result.code, "'red' is named twice: every player" in result.err) == (2, True), result


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("2026-11-20", "2026.11.20"),
        ("2026.1.2", "2026.01.02"),
        ("2026-11", "2026.11.??"),
        ("2026", "2026.??.??"),
        ("????.12.24", "????.12.24"),
        ("Yesterday", f"{datetime.now().astimezone() - timedelta(days=1):%Y.%m.%d}"),
    ],
)
def test_day_of_play(given: str, written: str, table: Table) -> None:
    """A day may be given in parts, or as today and yesterday; it is written as in PGN."""
    table.ok("new", "b", "r", "y", "--id", "lily", "--date", given)
    assert dict(table.json("list")[0]["headers"])["Date"] == written
    table.ok("set", "lily", "--date", "2025-02-01")
    assert dict(table.json("list")[0]["headers"])["Date"] == "2025.02.01"


@pytest.mark.parametrize(
    ("option", "value"), [("--date", "last friday"), ("--date", "2026-02-30"), ("--header", "Date=2026")]
)
def test_day_that_is_none(option: str, value: str, table: Table) -> None:
    """A day that is none, or one given as another header, is refused."""
    assert table.run("new", "b", "r", "y", option, value).code == 2
    assert table.run("set", "lily", option, value).code == 2


NO_TERMINAL = pytest.mark.skipif(os.name == "nt", reason="no terminals of this kind")


def test_new_without_players_from_a_pipe(table: Table) -> None:
    """Without a terminal `new` asks nothing and says which arguments it needs, with code 2."""
    result = table.run("new", input="Maria\n")
    assert result.code == 2
    assert "name the players clockwise from the starting player, e.g. calimala new blue=Maria red=Tania" in result.err


@NO_TERMINAL
def test_new_asks(table: Table) -> None:
    """On a terminal each question is asked until its answer is right, and < corrects the one before."""
    sitting = {
        "Maria, Tania\n": "Who begins? A name, a colour, or both, e.g. blue=Maria",
        "?\n": "“Maria, Tania” is not a name; enter one player at a time, e.g. Maria.",
        "Maria\n": "“?” is not a name; enter one player at a time",
        "maria\n": "Somebody else has this name: add something to tell them apart.",
        "pink=Tania\n": "“pink” is not a colour; choose from blue, red, yellow, green, purple.",
        "Tania=yellow\n": "The colour comes first: yellow=Tania",
        "y=Tania\n": "Who sits next? (Enter: nobody)",
        "yellow=Eva\n": "Somebody else has this colour.",
        "<\n": "Who sits next, clockwise?",
        "r=Tania\n": "Who sits next? (Enter: nobody)",
        "g\n": "Who sits next? (Enter: nobody)",
        "\n": "Which rules? 1 First edition; 2 Second edition;",
        "7\n": "“7” is not one of the numbers.",
        "Families\n": "Which families, in the order of the seats, e.g. Bardi,Medici,-? (Enter: deal)",
        "Bardi\n": "(R11)",
        "Bardi,Medici,-\n": "e.g. WBM/U-A/VTS? W wood, B brick, M marble, U build, A artwork,",
        "WBM\n": "'WBM' is not a city; expected three rows of three tiles, e.g. WBM/U-A/VTS",
        "WBM/U-A/VTT\n": "(R2.1)",
        "w b m  / u-a / vts\n": "What is the order of the scoring tiles? BAR Barcelona,",
        "LIS\n": "missing: BAR",
        f"{COUNCIL}\n": "e.g. WB:KR BM:KE ...? K cardinal, R artistry, E emperor, N banking (Enter: shuffle)",
        "WB=KR\n": "intrigue tiles are missing for ",
        "\r": "Should the program shuffle and deal the cards? y or n (Enter: n)",
        "maybe\n": "Answer y or n.",
        "yes\n": "The game is called lily.",
    }
    screen = on_terminal(table, "new", "--id", "lily", "--color", "never", keys=sitting)
    shown, place = " ".join(screen.split()), 0
    for typed, answer in sitting.items():
        place = shown.find(answer, place)
        assert place >= 0, f"{typed} is not answered with {answer}: {screen}"
    game = table.ok("export", "lily")
    assert '[City "WBM/U-A/VTS"]' in game
    assert '[Council "LIS LON BAR' in game
    assert '[Families "Bardi Medici -"]' in game
    assert [player["name"] for player in table.json("list")[0]["players"]] == ["Maria", "Tania", None]
    assert "is dealt influence cards" in table.ok("record", "lily")


@NO_TERMINAL
def test_new_asks_in_every_language(table: Table) -> None:
    """The questions are in the language of the command, colours too; what the options say is not asked."""
    keys = ["синий=Мария\n", "Таня\n", "\n", "красный\n", "n\n"]
    args = ("--city", "WBM/U-A/VTS", "--council", COUNCIL)
    shown = on_terminal(table, "new", "--lang", "ru", "--id", "lily", *args, keys=keys)
    assert "Кто начинает?" in shown
    assert "Программе перемешивать и раздавать карты?" in shown
    players = table.json("list")[0]["players"]
    assert [(player["name"], player["colour"]) for player in players] == [("Мария", "blue"), ("Таня", "yellow")]


@NO_TERMINAL
def test_leaving_the_questions_makes_no_game(table: Table) -> None:
    """Ctrl-D and Ctrl-C end the questions, say that no game was set up, and none is."""
    assert "no game was set up" in on_terminal(table, "new", keys=["Maria\n", "\x04"])
    shown = on_terminal(table, "new", keys=["Maria\n", "\x03"])
    assert "No game was set up." in shown
    assert shown.endswith("=> 130")
    assert not table.store.exists()
