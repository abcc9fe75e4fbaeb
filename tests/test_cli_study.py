"""``study`` as text, and ``show``: changes, jumps, histories, undone spans, viewpoints, and hiding the end."""

from pathlib import Path

import pytest
from click import Context
from msgspec.structs import replace

from calimala_es.commands import PlaceDisc
from calimala_es.errors import UnknownIdError
from calimala_es.frames import Placement
from cli.commands.study import study_command
from cli.games import find_game
from cli.walk.keys import help_text, press, screen
from cli.walk.walk import Walk
from notation import dumps
from replays.replay import Level, Replay
from replays.text.languages import ENGLISH, LANGUAGES, language_of
from replays.text.names import Names
from replays.text.terminal import columns
from tests.cli_runs import Table, game_text, played
from tests.replayed import replay_of, secret_twins
from tests.strategies import INTRIGUE, NO_CODE, Playout

STUDY = Path(__file__).parent.parent / "examples" / "game-of-four.cgn"


# Stories.


def test_each_step_has_what_it_changed_in_json(table: Table, game: Path) -> None:
    """The points of all steps add up to the result, and each street has its discs before and after."""
    steps = table.json("study", game)
    end = table.json("show", game)
    for player in end["players"]:
        deltas = [one for step in steps for one in step["players"] if one["colour"] == player["colour"]]
        assert sum(one["points"] for one in deltas) == player["points"]
        assert list(deltas[0]) == ["colour", "cubes", "goods", "cards", "discs", "points"]
    placed = next(step for step in steps if step["id"].startswith("1.0"))
    assert [len(street["after"]) - len(street["before"]) for street in placed["streets"]] == [1]
    assert steps[0]["unrecorded"] == []


def test_changes_are_printed_where_somebody_asks(table: Table, game: Path) -> None:
    """--changes prints lines after the events of each step, and -n sets the number of steps."""
    plain = table.ok("study", game, "-n", 2)
    shown = table.ok("study", game, "-n", 2, "--changes")
    assert len(shown.splitlines()) > len(plain.splitlines())
    assert "-1 white disc" in shown
    assert plain.count("\n\n") == 2


def test_a_record_of_placements_shows_no_cubes_in_its_changes(table: Table) -> None:
    """Something that the record does not contain is reported as missing, and neither changed nor followed."""
    path = table.file("placements.cgn", table.run("export", STUDY, "--depth", "placements").out)
    steps = table.json("study", path)
    assert any(step["unrecorded"] for step in steps)
    assert all(one["cubes"] == one["goods"] == one["cards"] == 0 for step in steps[1:] for one in step["players"])
    result = table.run("study", path, "--object", "SMF.W", "--history")
    assert (result.code, "does not say" in result.err) == (1, True)
    assert "places it" in table.ok("study", path, "--object", "disc:1", "--history")


# Jumps.


def test_jumps_lead_to_the_step_in_which_it_happened(table: Table, game: Path) -> None:
    """--next and --previous find a scoring, an activation, a marker or a change; show draws the position after it."""
    scored = table.json("study", game, "--next", "scoring", "-n", 1)[0]
    assert any(event["kind"] == "TileScored" for event in scored["events"])
    shown = table.json("show", game, "--next", "scoring")
    assert shown["at"] in [event["id"] for event in scored["events"] if event["kind"] == "TileScored"]
    again = table.json("show", game, "--at", shown["at"], "--next", "scoring")["at"]
    assert table.json("show", game, "--at", again, "--previous", "scoring")["at"] == shown["at"]
    red = table.json("study", game, "--next", "activation", "--of", "red", "--level", "activation", "-n", 1)[0]
    assert red["events"][0]["kind"] in ("DiscPlaced", "DiscActivated")
    assert (
        red
        == table.json(
            "study", game, "--as", "all", "--next", "activation", "--of", "r", "--level", "activation", "-n", 1
        )[0]
    )
    changed = table.ok("study", game, "--next", "change", "--object", "disc:9", "--level", "event", "-n", 1)
    assert changed.startswith("9.0.1")


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["--next", "scoring", "--previous", "scoring"], 2),
        (["--next", "change"], 2),
        (["--next", "activation"], 2),
        (["--next", "marker"], 3),
        (["--previous", "scoring"], 3),
        (["--object", "nothing"], 1),
        (["--history"], 2),
        (["-n", "0"], 2),
        (["-n", "9" * 40], 2),
    ],
)
def test_what_cannot_be_jumped_to_is_reported(args: list[str], code: int, table: Table, game: Path) -> None:
    """A contradiction has exit code 2, a jump that leads nowhere code 3."""
    assert table.run("study", game, *args).code == code


def test_show_takes_an_object_only_to_jump_to_its_changes(table: Table, game: Path) -> None:
    """show with --object and without a jump is an error that mentions --history."""
    result = table.run("show", game, "--object", "SMF.W")
    assert (result.code, "study --history" in result.err) == (2, True)
    assert table.json("show", game, "--object", "disc:3", "--next", "change")["at"] == "3.0.1"


def test_comments_are_markers(table: Table) -> None:
    """The next marker is the next decision with a comment."""
    out = table.ok("study", STUDY, "--at", "16", "--next", "marker", "--level", "event", "-n", 1)
    assert "The first stack of four." in out


# Histories.


def test_the_history_of_a_row(table: Table, game: Path) -> None:
    """A history lists every cube with its events, in JSON and in words, and nothing that comes later."""
    shown = table.json("study", game, "--object", "SMF.W", "--history")
    assert list(shown) == ["object", "at", "things", "missed"]
    row = table.json("show", game)["rows"]["SMF.W"]
    assert [one["owner"] for one in shown["things"]] == row
    assert {one["happenings"][0]["what"] for one in shown["things"]} == {"added"}
    early = table.json("study", game, "--at", "9", "--object", "SMF.W", "--history")
    assert [one["owner"] for one in early["things"]] == table.json("show", game, "--at", "9")["rows"]["SMF.W"]
    lines = table.ok("study", game, "--object", "smf.w", "--history").splitlines()
    assert sum(line.startswith("SMF.W/") for line in lines) == len(row)
    assert max(map(len, lines)) <= 80


def test_steps_in_which_something_happens_to_an_object(table: Table, game: Path) -> None:
    """--object alone skips the steps that do not concern the object."""
    shown = table.json("study", game, "--object", "disc:5", "--history")["things"][0]
    steps = table.json("study", game, "--object", "disc:5", "--level", "event")
    assert [step["id"] for step in steps] == [one["id"] for one in shown["happenings"]]


# What was undone.


def test_undone_spans_are_shown_in_their_places(table: Table) -> None:
    """--undone shows each undone span, in words and in JSON, where it was undone; without it they are skipped."""
    table.ok("new", "Maria", "Angelica", "Tania", "--seed", 7, "--id", "lily")
    table.ok("record", "lily", input="0. ? ? ? / HAM / ? ? ? / W V U\n1. WV W V\nundo\nV\nundo turn\n")
    plain = table.ok("study", "lily", "--level", "event")
    shown = table.ok("study", "lily", "--level", "event", "--undone")
    assert "undone" not in plain
    assert "this was undone; the game continued:" in shown
    steps = table.json("study", "lily", "--level", "event", "--undone")
    spans = [span for step in steps for span in step["undone"]]
    assert spans
    assert [step["events"] for step in steps] == [
        step["events"] for step in table.json("study", "lily", "--level", "event")
    ]
    assert sum(span["redoable"] for span in spans) == 1
    hidden = table.json("study", "lily", "--level", "event", "--undone", "--no-spoilers", "-n", "99")
    assert not any(span["redoable"] for step in hidden for span in step["undone"])
    seen = table.json("study", "lily", "--level", "event", "--undone", "--as", "public")
    assert [len(step["undone"]) for step in seen] == [len(step["undone"]) for step in steps]
    for step in steps:
        assert all(span["after"] == step["until"] for span in step["undone"])


# Keys.


def walk_of(path: Path, **options: bool) -> Walk:
    """Return a walk at the start of a game."""
    return Walk(find_game(str(path)), Level.TURN, **options)


def test_keys_jump(game: Path) -> None:
    """Keys jump to scorings, activations, markers and own marks, forward and back, and to both ends, as on lichess."""
    walk = walk_of(game)
    press(walk, "s")
    first = walk.at
    press(walk, "s")
    assert walk.at > first
    press(walk, "S")
    assert walk.at == first in walk.jumps.scorings
    press(walk, "2")
    assert walk.at in walk.jumps.activations(1)
    press(walk, "b")
    here = walk.at
    press(walk, "$")
    press(walk, "M")
    assert walk.at == here
    press(walk, "b")
    assert walk.own == ()
    press(walk, "0")
    assert walk.at == 0


def test_the_screen_shows_what_changed_and_stays_in_its_lines(game: Path) -> None:
    """The key d shows the changes below the events; the screen is never higher than the terminal."""
    walk = walk_of(game)
    press(walk, " ")
    press(walk, " ")
    with Context(study_command):
        plain = screen(walk, 60)
        press(walk, "d")
        shown = screen(walk, 60)
        assert not any("-1 white disc" in line for line in plain)
        assert any("-1 white disc" in line for line in shown)
        assert len(screen(walk, 24)) <= 24
        keys = help_text(ENGLISH)
        assert keys.split("\n") == [line for line in screen(walk, 24, keys) if line in keys and line]


def test_a_low_screen_shows_any_part_of_the_board(game: Path) -> None:
    """On 80 x 24 tab shows the parts of the board for which there is no room, the players' mats among them."""
    walk = walk_of(game)
    with Context(study_command):
        shown: list[str] = []
        for _ in range(8):
            shown += screen(walk, 24)
            press(walk, "\t")
        whole = screen(walk, 200)
    mats = [line for line in whole if "white" in line]
    assert mats
    assert {*mats} <= {*shown}


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_keys_and_the_status_line_fit(code: str, game: Path) -> None:
    """In every language the help fits a terminal, and the status line is one line of any screen."""
    assert max(map(columns, help_text(language_of(code)).split("\n"))) <= 80
    with Context(study_command):
        walk = walk_of(game)
        walk.game.names = Names(walk.game.names.by_seat, walk.game.names.setup, language_of(code))
        assert columns(screen(walk, 10, width=20)[-1]) <= 20
        status = screen(walk, 24)[-1]
    assert ("by turn" in status) == (code == "en")


def test_an_unknown_layer_is_reported(table: Table, game: Path) -> None:
    """--notes-by with an unknown name is reported beside the steps."""
    shown = table.run("study", game, "--as", "red", "--notes-by", "nosuch", "-n", "1")
    assert (shown.code, shown.err) == (0, "The game has no notes by nosuch.\n")


# Spoilers.


@pytest.mark.parametrize("depth", ["full", "placements"])
def test_without_spoilers_a_game_and_its_beginning_look_the_same(depth: str, table: Table) -> None:
    """With --no-spoilers a game looks like its beginning: positions, steps, jumps and histories, in text and JSON."""
    game = played()
    replay = Replay(game)
    at = replay.find("14.4")
    commands = next(number for number, first in enumerate(replay.firsts) if first >= at)
    whole = table.file("whole.cgn", dumps(replace(game, headers=(("Result", "Maria"),))))
    part = table.file("part.cgn", dumps(replace(game, moves=game.moves[:commands], headers=())))
    for path in (whole, part) if depth != "full" else ():
        path.write_text(table.run("export", path, "--depth", depth).out, encoding="utf-8")
    texts: dict[Path, list[str]] = {whole: [], part: []}
    for path, shown in texts.items():
        for turn in ("3", "9", "13"):
            for args in (
                ("show",),
                ("show", "--points"),
                ("show", "--json"),
                ("show", "--as", "public", "--json"),
                ("study",),
                ("study", "--json", "--undone"),
                ("study", "--level", "event", "--changes"),
                ("study", "--object", "SMF.W", "--history"),
                ("study", "--object", "disc:5", "--history", "--json"),
                ("study", "--object", "card:V", "--history"),
                ("show", "--previous", "activation", "--of", "blue"),
            ):
                result = table.run(*args, path, "--at", turn, "--no-spoilers")
                shown.append(f"{args} {turn}: {result.code} {result.out} {result.err}".replace(path.name, "game"))
                assert result.code == 0 or depth != "full"
        result = table.run("study", path, "--at", "99", "--no-spoilers")
        shown.append(f"{result.code} {result.out} {result.err}")
        shown.append(table.ok("show", path, "--no-spoilers").replace(path.name, "game"))
        shown.append(table.ok("study", path, "--no-spoilers").replace(path.name, "game"))
    assert texts[whole] == texts[part]
    assert "Result" not in "".join(texts[whole])


def test_without_spoilers_the_end_is_not_shown(game: Path, table: Table) -> None:
    """--no-spoilers blocks keys to the end and lists one step; its JSON has neither a last id nor errors."""
    walk = walk_of(game, shows_end=False)
    for key in ("G", "w"):
        with pytest.raises(UnknownIdError, match="hidden"):
            press(walk, key)
    assert (walk.at, walk.level) == (0, Level.TURN)
    assert table.run("study", game, "--no-spoilers", "--level", "game").code == 2
    assert len(table.json("study", game, "--no-spoilers")) == 1
    shown = table.json("show", game, "--no-spoilers")
    assert not {"last", "errors", "commands"} & shown.keys()
    assert shown["at"] is None


# Viewpoints.


@pytest.mark.parametrize("game", [Playout(2, 4), Playout(3, 4, rules=INTRIGUE)], ids=["two", "Intrigue"])
def test_commands_print_the_same_for_games_that_differ_in_what_is_hidden(game: Playout, table: Table) -> None:
    """With --as public all output, errors included, is equal to the byte whatever the hidden cards are."""
    twins = secret_twins(game)
    assert twins is not None
    texts: list[list[str]] = []
    for replay in twins:
        wrong = PlaceDisc(NO_CODE) if isinstance(replay.end.now, Placement) else PlaceDisc("12")
        path = table.file("game.cgn", dumps(replay.game) + f"\n{wrong.street}?!x\n")
        shown: list[str] = []
        for args in (
            ("study", "--changes"),
            ("study", "--level", "action", "--json"),
            ("study", "--object", "card:W", "--history"),
            ("study", "--object", "card:W", "--history", "--json"),
            ("study", "--object", "influence:LIS", "--history"),
            ("show", "--json"),
            ("show", "--points"),
            ("show", "--at", "5"),
            ("show", "--at", "5", "--next", "change", "--object", "card:W"),
        ):
            result = table.run(*args, path, "--as", "public")
            shown.append(f"{args}: {result.code} {result.out} {result.err}")
        texts.append(shown)
    assert texts[0] == texts[1]


def test_an_error_of_the_text_gives_nothing_away_to_a_viewpoint(table: Table, game: Path) -> None:
    """The full view quotes an error with its line; a player is shown only that there is one, with the same code."""
    wrong = table.file("wrong.cgn", game_text() + "\nXX\n")
    everything, player = table.run("study", wrong), table.run("study", wrong, "--as", "red")
    assert (everything.code, player.code) == (1, 1)
    assert "XX" in everything.err
    assert "XX" not in player.err
    assert "calimala check" in player.err
    assert "XX" not in table.run("show", "--legal", wrong, "--as", "red").err
    assert table.run("study", wrong, "--no-spoilers").code == 0


def test_replays_of_generated_games_can_be_walked(table: Table) -> None:
    """A walk shows the steps of the view of its replay."""
    replay = replay_of(Playout(3, 4))
    path = table.file("g.cgn", dumps(replay.game))
    walk = walk_of(path)
    walk.look(1)
    assert [step.events for step in walk.steps()] == [
        replay.view(1).step(Level.TURN, number).events for number in range(replay.count(Level.TURN))
    ]
