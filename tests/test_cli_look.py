"""Looking at games on the command line: show, legal, step, diagram."""

import os
import sys
from pathlib import Path

import pytest

from calimala_es.symmetry import canonical_position
from cli.commands.games.simulate import play_game
from cli.games import FoundGame
from cli.terminal import note_small_terminal
from cli.walk.keys import Keys, press
from cli.walk.walk import Walk
from notation import dumps, parse_position
from replays.replay import Level
from tests.cli_runs import ROOT, Table, game_text, on_terminal, played
from tests.profiles import few
from tests.study.driving import at_the_table

# show


def test_show_draws_the_last_position(table: Table, game: Path) -> None:
    """show without options draws the end of the game, in 80 columns."""
    lines = table.ok("show", game).splitlines()
    assert any(line.startswith("The game is over: ") for line in lines)
    assert max(map(len, lines)) <= 80


def test_show_at_a_step(table: Table, game: Path) -> None:
    """--at is the position after a turn, an activation or an event, --before the one before it."""
    after = table.ok("show", game, "--at", "12", "--position")
    assert after == table.ok("show", game, "--at", "13", "--before", "--position")
    assert parse_position(after.strip()).turn == 13
    assert table.json("show", game, "--at", "12.1")["at"].startswith("12.1.")


def test_show_as_somebody(table: Table, game: Path) -> None:
    """--as takes a colour, its letter, a player's name or the public, and hides what they cannot see."""
    shown = {seat: table.json("show", game, "--at", "9", "--as", seat) for seat in ("blue", "b", "public", "all")}
    assert shown["blue"] == shown["b"]
    assert "?" not in shown["all"]["players"][1]["hand"]
    assert all(set(player["hand"]) <= {"?", *"WBMUV"} for player in shown["public"]["players"])
    assert table.run("show", game, "--as", "mauve").code == 2


def test_show_json_has_the_documented_keys(table: Table, game: Path) -> None:
    """The keys of show --json are the documented ones."""
    shown = table.json("show", game, "--at", "20")
    assert list(shown) == [
        *(
            "game",
            "at",
            "last",
            "commands",
            "extent",
            "recorded",
            "position",
            "turn",
            "active",
            "waiting",
            "players",
            "third",
            "streets",
        ),
        *("intrigue", "rows", "council", "deck", "discard", "laid_out", "by_board", "over", "winners", "digest"),
        *("sources", "comments", "errors"),
    ]
    assert list(shown["players"][0]) == [
        *("colour", "name", "points", "coloured", "white", "support", "wood", "brick", "marble", "cloth", "ships"),
        *("houses", "hand", "kept", "shown", "family", "faction"),
    ]
    assert list(shown["waiting"]) == ["rule", "words", "player"]


def test_canonical_position(table: Table, game: Path) -> None:
    """--canonical turns the city, in the line, its digest and JSON, and changes nothing else."""
    line = table.ok("show", game, "--at", "20", "--position").strip()
    turned = table.ok("show", game, "--at", "20", "--position", "--canonical").strip()
    assert parse_position(turned) == canonical_position(parse_position(line)) != parse_position(line)
    for options, position in (([], line), (["--canonical"], turned)):
        shown = table.json("show", game, "--at", "20", *options)
        assert shown["position"] == position
        assert table.ok("show", game, "--at", "20", "--digest", *options) == shown["digest"] + "\n"
    for form in ([], ["--points"]):
        assert table.run("show", game, "--canonical", *form).code == 2
    assert table.run("show", game, "--digest", "--position").code == 2


def test_points_come_from_their_sources(table: Table, game: Path) -> None:
    """The sources of the points add up to the points of each player."""
    shown = table.json("show", game)
    totals = [sum(source["points"][seat] for source in shown["sources"]) for seat in range(4)]
    assert totals == [player["points"] for player in shown["players"]]
    assert table.ok("show", game, "--points").splitlines()[-1].split()[1:] == [str(total) for total in totals]


def test_show_of_a_text_with_an_error(table: Table) -> None:
    """The game before the error is shown, the error is reported, and the code is 1."""
    path = table.file("bad.cgn", game_text().replace("\n9. ", "\n9. QQ "))
    result = table.run("show", path)
    assert result.code == 1
    assert result.out.startswith("Turn 9: ")
    assert "'QQ' is not valid here" in result.err


@pytest.mark.parametrize("place", ["99", "7.9", "x", "7.1.99", "-1"])
def test_unknown_place(place: str, table: Table, game: Path) -> None:
    """A place that the game does not have is code 3."""
    assert table.run("show", game, f"--at={place}").code == 3


def test_options_that_exclude_each_other(table: Table, game: Path) -> None:
    """Two forms of output at once, or --before alone, are usage errors."""
    assert table.run("show", game, "--json", "--points").code == 2
    assert table.run("show", game, "--before").code == 2


def test_comments_stand_where_they_belong(table: Table) -> None:
    """A comment is shown at its moment, and nowhere else."""
    path = table.file("said.cgn", game_text().replace("\n9. ", " {what a turn}\n9. "))
    assert "what a turn" in table.ok("show", path, "--at", "8")
    assert "what a turn" not in table.ok("show", path, "--at", "9")


# legal


def test_a_viewer_who_does_not_see_all_is_not_shown_what_was_said(table: Table) -> None:
    """With ``--as``, comments, glyphs and variations, which may reveal cards, are hidden except in chosen layers."""
    path = table.file("noted.cgn", (ROOT / "examples" / "study.cgn").read_text().replace(" ;0:01:50", ""))
    bare = table.file("bare.cgn", table.ok("export", path, "--no-notes", "--no-variations"))
    for command in ("show", "study"):
        for form in ((), ("--json",)):
            for seat in ("red", "public"):
                shown, plain = (table.ok(command, each, "--as", seat, *form) for each in (path, bare))
                assert shown.replace(str(path), "") == plain.replace(str(bare), "")
    said = ("Artwork first", "an interesting decision", "Three discs on one street")
    for options, heard in (((), said), (("--as", "red", "--notes-by", "Paolo"), said[1:2])):
        steps = table.ok("study", path, *options)
        assert [words for words in said if words in steps] == [*heard]
    assert said[2] in table.ok("study", path, "--as", "red", "--notes-by", "-")


def test_legal_lists_symbols_with_words(table: Table, game: Path) -> None:
    """legal lists the legal decisions in notation and in words; every symbol can be read."""
    out = table.ok("show", "--legal", game, "--at", "3")
    assert "must place a disc (R4.1)" in out.splitlines()[0]
    options = table.json("show", "--legal", game, "--at", "3")["options"]
    assert len(options) == len(out.splitlines()) - 1
    for option in options:
        text = game_text().split("\n4. ")[0] + f"\n4. {option['symbol']}\n"
        assert table.run("check", "-", input=text).code == 0


def test_legal_of_a_finished_game(table: Table, game: Path) -> None:
    """No decision is legal when the game is over."""
    shown = table.json("show", "--legal", game)
    assert (shown["options"], shown["waiting"]) == ([], None)


# step


def test_steps_are_listed_without_a_terminal(table: Table, game: Path) -> None:
    """In a pipe every event is a line with its id, and coarser steps are followed by an empty line."""
    events = [line for line in table.ok("study", game, "--level", "event").splitlines() if line[0] != " "]
    assert len(events) == walk().replay.last
    assert all(line.startswith(str(id)) for line, id in zip(events, walk().replay.ids, strict=True))
    assert len(table.ok("study", game).rstrip().split("\n\n")) == walk().replay.count(Level.TURN)


def test_steps_in_json(table: Table, game: Path) -> None:
    """Each step has its id, level and events with kind and words; together they are all events."""
    steps = table.json("study", game, "--level", "action")
    assert list(steps[0]) == ["id", "level", "number", "events", "until", "players", "streets", "unrecorded"]
    assert list(steps[0]["events"][0]) == ["id", "kind", "words", "comments"]
    happened = [event for step in steps for event in step["events"]]
    assert len(happened) == len(table.json("study", game, "--level", "event"))
    ids = [event["id"] for event in happened if event["kind"] != "ActivationEnded"]
    assert len(ids) == len(set(ids)) == len({event["id"] for event in happened})


def test_steps_from_a_place_on(table: Table, game: Path) -> None:
    """--at skips everything before the place."""
    assert table.json("study", game, "--at", "20")[0]["id"].startswith("21.")


def walk() -> Walk:
    """Return a walk at the start of a game."""
    return Walk(FoundGame("x", played()), Level.TURN)


def test_keys_lead_through_the_game() -> None:
    """Keys step forward and back at every level, to both ends, and through all views."""
    here = walk()
    press(here, "\x1b[C")
    first = here.at
    press(here, " ")
    press(here, "\x1b[D")
    assert here.at == first
    for key, level in zip("wrtace", Level, strict=True):
        press(here, key)
        assert here.level is level
    press(here, "l")
    assert here.at == first + 1
    press(here, "G")
    assert here.at == here.replay.last
    press(here, "g")
    assert here.at == 0
    views: list[str] = []
    for _ in range(6):
        press(here, "v")
        views.append(here.viewer_name)
    assert views == ["0", "1", "2", "3", "public", "all"]
    assert not press(here, "z")


def test_keys_that_come_at_once_are_distinguished() -> None:
    """A terminal may send several keys in one go."""
    parts = iter(["\x1b[C\x1b[Cq", "ab\x7fc\r"])
    keys = Keys(lambda: next(parts))
    assert [keys.next() for _ in range(3)] == ["\x1b[C", "\x1b[C", "q"]
    assert keys.line(lambda text: None) == "ac"


@pytest.mark.skipif(os.name == "nt", reason="terminals differ")
@pytest.mark.parametrize("rows", few([12, 24, 50]))
def test_walk_on_a_terminal(rows: int, table: Table, game: Path) -> None:
    """Keys show one screen after the other, each fitting the terminal, and q restores the old screen."""
    shown = on_terminal(table, "study", "--plain", game, keys=["\x1b[C", ":", "20\r", "?", "q"], rows=rows)
    screens = shown.split("\x1b[H\x1b[2J")[1:]
    assert max(screen.count("\n") for screen in screens[:-1]) < rows
    assert "20.4." in screens[-1]
    assert shown.endswith("\x1b[?25h\x1b[?1049l\n=> 0")


# Players of the same name


def test_players_of_the_same_name_are_distinguished(table: Table) -> None:
    """Equal names have the letters of their colours in columns, sentences and diagrams."""
    path = table.file("same.cgn", dumps(play_game(("greedy", "random", "greedy"), "tests", 1)))
    points = table.ok("show", path, "--points")
    assert "gre… (b) random   gre… (y)" in points
    assert "greedy (b) places a coloured disc" in table.ok("study", path, "--level", "event", "--at", "1.1.1")
    assert "Turn 1: greedy (blue)\n" in table.ok("show", path, "--at", "1.1.1")
    board = table.ok("show", path)
    assert "b greedy (b) " in board
    assert "r random " in board
    assert "greedy (y)" in table.ok("draw", path, "--turn", "3", "--format", "dot", "-o", "-")


def import_namesakes(table: Table, **names: str) -> None:
    """Import a game of three with these names by colour as lily; `new` refuses two players of one name."""
    headers = "".join(f'[{colour} "{name}"]\n' for colour, name in names.items())
    city = '[Seats "bry"]\n[City "WBM/U-A/VTS"]\n'
    council = '[Council "LIS LON BAR TRO BRU HAM SMF SMN SCR ART PORT TRADE WOOD BRICK MARBLE"]\n'
    table.ok("import", "-", "--id", "lily", input=city + council + headers)


def test_a_table_with_players_of_the_same_name(table: Table) -> None:
    """The list and the prompt distinguish players of the same name in a record; JSON has the names as given."""
    import_namesakes(table, Blue="Maria", Red="maria", Yellow="Tania")
    assert "Maria (b), maria (r), Tania" in " ".join(table.ok("list").split())
    assert [player["name"] for player in table.json("list")[0]["players"]] == ["Maria", "maria", "Tania"]
    assert "Maria (b) must place a disc" in table.ok("record", "lily", input="0. ? ? ? / ? / ? ? ? / W V U\n")


def test_as_a_name_that_two_players_have(table: Table) -> None:
    """--as with a name of two players is an error that asks for the colour, with code 2; the shown name works."""
    import_namesakes(table, Blue="Maria", Yellow="Maria", Red="Tania")
    result = table.run("show", "lily", "--as", "maria")
    assert result.code == 2
    assert "several players are called 'maria'; name the colour: blue or yellow" in result.err
    assert table.ok("show", "lily", "--as", "Maria (y)") == table.ok("show", "lily", "--as", "yellow")
    assert table.ok("show", "lily", "--as", "tania")


def test_a_name_with_half_an_escape_loses_no_letters(table: Table) -> None:
    """A single escape character in a name is removed, and no letter around it."""
    table.ok("new", "Ma\x1bria", "An\x1b]gelica", "Tania", "--id", "lily")
    for out in (table.ok("list"), table.ok("show", "lily")):
        assert "Maria" in out
        assert "An]gelica" in out
        assert "\x1b" not in out


@pytest.mark.parametrize(
    ("columns", "height", "lines", "says"),
    [
        ("60", "24", 0, "The terminal has 60 columns; boards and tables need 80.\n"),
        ("80", "20", 0, ""),
        ("80", "20", 24, "The terminal has 80 columns and 20 lines; this screen needs 80 and 24.\n"),
        ("80", "24", 24, ""),
    ],
)
def test_a_terminal_that_is_too_small(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    columns: str,
    height: str,
    lines: int,
    says: str,
) -> None:
    """A terminal in which boards and screens would be broken is reported, with the size that they need."""
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LINES", height)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    with at_the_table():
        note_small_terminal(lines)
    assert capsys.readouterr().err == says
