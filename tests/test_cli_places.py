"""Places in games on the command line: a game, its number in a file, a variation, and a place inside."""

import re

import pytest

from calimala_es.events import ActivationEnded
from cli.files import Address, address_of
from cli.games import find_game
from replays.edit.tree import Tree
from tests.cli_runs import ROOT, Table, game_text

VARIED = """[Seats "bry"]
[City "WBM/U-A/VTS"]
[Council "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"]

0. ? ? ? / LIS / ? ? ? / W M U
1. MA A-B M
2. MA (port={the port} {Why not?} WB W B / 3. BM B M) A-? M / M AP
"""


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("game.cgn", Address("game.cgn")),
        ("game.cgn#4", Address("game.cgn", 4)),
        ("game.cgn#7.2.3", Address("game.cgn", 0, "7.2.3")),
        ("game.cgn#1#7", Address("game.cgn", 1, "7")),
        ("game.cgn#v1:7", Address("game.cgn", 0, "v1:7")),
        ("game.cgn#4#v1", Address("game.cgn", 4, "v1")),
        ("-#2#7.1", Address("-", 2, "7.1")),
        ("lily", Address("lily")),
        ("lily#7", Address("lily", 0, "7")),
        ("lily#v1:7.2", Address("lily", 0, "v1:7.2")),
        ("share:AbC_d-9", Address("share:AbC_d-9")),
        ("share:AbC_d-9#7.2", Address("share:AbC_d-9", 0, "7.2")),
        ("share:AbC_d-9#start", Address("share:AbC_d-9", 0, "start")),
        ("share:https://calimala.example/#AbC", Address("share:https://calimala.example/#AbC")),
        ("https://calimala.example/#g=AbC", Address("https://calimala.example/#g=AbC")),
        ("https://calimala.example/#g=AbC#7.2", Address("https://calimala.example/#g=AbC", 0, "7.2")),
        ("a#b", Address("a", 0, "b")),
        ("a#b c", Address("a#b c")),
        ("#", Address("#")),
        ("", Address("")),
    ],
)
def test_names_of_games(text: str, address: Address) -> None:
    """A number is that of a game in a file; in the store an id has only one game."""
    assert address_of(text) == address


def test_the_start_is_a_place(table: Table) -> None:
    """``start`` is the position before the first event, for every command with a place; commands that need an event
    report that."""
    game = table.file("game.cgn", VARIED)
    for asked in ((f"{game}#start",), (game, "--at", "START")):
        assert "Before the first turn" in table.ok("show", *asked)
        shown = table.json("show", *asked)
        assert (shown["at"], shown["commands"]) == (None, 0)
        assert "influence cards" in table.ok("show", "--legal", *asked)
        assert table.ok("study", *asked, "-n", 1, "--level", "event").startswith("0.0.1 ")
        table.ok("draw", *asked, "--kind", "city", "-o", table.folder / "city.dot")
        table.ok("export", "--to", "book", *asked, "-o", table.folder / "book.html")
        table.ok("fork", *asked, "-o", table.folder / "fork.cgn")
        assert "M AP" not in (table.folder / "fork.cgn").read_text()
        (table.folder / "fork.cgn").unlink()
        for command, output in (("repair", "AC"), ("annotate", "-mwell placed")):
            refused = table.run(command, *asked[:1], output, *asked[1:])
            assert (refused.code, "nothing has happened at the start" in refused.err) == (3, True), command
        assert "nothing before the start" in table.run("show", *asked, "--before").err


def test_a_file_may_have_the_sign_in_its_name(table: Table) -> None:
    """The longest name of an existing file is used."""
    for name in ("a#2", "a#2#7.1"):
        path = table.file(name, VARIED)
        assert address_of(str(path)) == Address(str(path))
    assert address_of(f"{table.folder / 'a#2'}#3#7") == Address(str(table.folder / "a#2"), 3, "7")
    assert address_of(f"{table.folder / 'a#2'}#7.2") == Address(str(table.folder / "a#2"), 0, "7.2")


def test_a_place_is_shown_as_at_shows_it(table: Table) -> None:
    """`game.cgn#7.2` is `game.cgn --at 7.2`, in a file, in a file of many games, and in the store."""
    text = game_text()
    path = table.file("game.cgn", text)
    many = table.file("games.cgn", f"{game_text(2)}\n{text}")
    table.ok("import", path, "--id", "lily")
    expected = table.ok("show", path, "--at", "44.4", "--position")
    for name in (f"{path}#44.4", f"{path}#1#44.4", f"{many}#2#44.4", "lily#44.4"):
        assert table.ok("show", name, "--position") == expected
    assert table.ok("show", "lily#7", "--position") == table.ok("show", path, "--at", "7", "--position")
    assert table.ok("show", f"{path}#1#7", "--before", "--position") == table.ok(
        "show", path, "--at", "7", "--before", "--position"
    )
    assert table.ok("show", "--legal", f"{path}#44.4") == table.ok("show", "--legal", path, "--at", "44.4")
    assert table.ok("study", f"{path}#40.1", "--list") == table.ok("study", path, "--at", "40.1", "--list")


def test_a_place_in_a_variation(table: Table) -> None:
    """At a place in a variation the game is shown as if the variation had been played, with ids of the variation."""
    path = table.file("game.cgn", VARIED)
    places = [str(place) for node in Tree.read(VARIED).variation("port") for place in node.places]
    shown = table.json("show", f"{path}#port:2.0.1")
    assert (shown["at"], shown["last"]) == ("port:2.0.1", places[-1])
    assert shown["streets"]["WB"] != table.json("show", f"{path}#2.0")["streets"].get("WB")
    assert table.json("show", f"{path}#port")["at"] == shown["last"]
    steps = table.json("study", f"{path}#port", "--level", "event")
    assert [event["id"] for step in steps for event in step["events"]] == places
    assert "port:2.1.2" in table.ok("study", f"{path}#port", "--list")
    table.ok("import", path, "--id", "lily")
    assert table.json("show", "lily#port:2.0.1")["position"] == shown["position"]


def test_every_event_has_the_id_that_leads_to_it(table: Table) -> None:
    """In nested variations each event's id names its own line and leads to the event."""
    nested = VARIED.replace("BM B M)", "BM (deep: MA A-?) B M)")
    path = table.file("nested.cgn", nested)
    game = find_game(f"{path}#deep", takes_place=True)
    ids = [game.ids[position] for position in range(game.replay.last)]
    assert {id.rpartition(":")[0] for id in ids} == {"", "port", "deep"}
    for position, id in enumerate(ids):
        if isinstance(game.replay.events[position], ActivationEnded):
            assert id == ids[position - 1]
            continue
        there = find_game(f"{path}#{id}", takes_place=True)
        assert there.replay.events[there.replay.find(there.place) - 1] == game.replay.events[position]


def test_a_diagram_of_a_place(table: Table) -> None:
    """A diagram of a place shows its turn; a variation's picture has the id in its name."""
    path = table.file("game.cgn", VARIED)
    assert table.ok("draw", f"{path}#2.1", "--format", "dot", "-o", "-") == table.ok(
        "draw", path, "--turn", "2", "--format", "dot", "-o", "-"
    )
    folder = f"{table.folder}/"
    named = table.ok("draw", f"{path}#port:2.1", "--format", "dot", "-o", folder)
    assert named == f"{folder}game-port-turn-2.dot\n"


def test_places_that_are_not_there(table: Table) -> None:
    """A missing place is not found; a place that is not allowed, or two places, are wrong usage."""
    path = table.file("game.cgn", VARIED)
    for place in ("9.1", "port:1.0", "harbour:2", "harbour", "x:", "1.2.3.4"):
        result = table.run("show", f"{path}#{place}")
        assert result.code == 3, place
        assert any(words in result.err for words in ("is not a moment", "no moment", "no variation"))
    assert "it has port" in table.run("show", f"{path}#harbour").err
    assert table.run("show", f"{path}#2.1", "--at", "1").code == 2
    assert table.run("study", f"{path}#2.1", "--at", "1").code == 2
    assert table.run("show", path, "--before").code == 2
    for command in ("export", "export --to code"):
        result = table.run(*command.split(), f"{path}#2.1")
        assert result.code == 2
        assert "this command takes whole games" in result.err


@pytest.mark.parametrize(
    "command",
    [("repair", "AS", "--nearest"), ("fork",), ("show",), ("annotate", "-m", "hm")],
    ids=lambda command: command[0],
)
def test_a_number_alone_is_that_of_a_game(table: Table, command: tuple[str, ...]) -> None:
    """If a file has a single game, a number that is too high is an error that explains how to name a place."""
    path = table.file("game.cgn", game_text())
    name, *rest = command
    output = table.run(name, f"{path}#7", *rest)
    assert output.code == 3
    assert f"has no game number 7, only one game; for a moment in it write {path}#1#7 or --at 7" in output.err
    table.file("game.cgn", game_text() + "\n" + game_text())
    assert table.run(name, f"{path}#7", *rest).err.endswith("has no game number 7\n")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("show", "game.cgn#99999999999999999999"), "has no game number 99999999999999999999"),
        (("show", "game.cgn#1#99999999999999999999"), "no game is that long"),
        (("show", "game.cgn", "--at", "7.99999999999999999999"), "no game is that long"),
        (("draw", "game.cgn", "--turn", "abc"), "'abc' is not a number"),
        (("draw", "game.cgn", "--turn", "0"), "'0' is not valid; choose 1 or a higher number"),
        (("show", "folder"), "./folder is a folder"),
        (("repair", "game.cgn", "--at", "1.1.2", "QQ", "--nearest"), "calimala: error: decisions:1:1: 'QQ' is no"),
    ],
    ids=["game", "turn", "event", "word", "nought", "folder", "decisions"],
)
def test_what_is_reported_of_names_that_say_nothing(
    args: tuple[str, ...], words: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message explains the mistake in a name: a number too large, no turn, a folder, a decision."""
    monkeypatch.chdir(table.folder)
    table.file("game.cgn", game_text())
    (table.folder / "folder").mkdir()
    table.ok("import", "game.cgn", "--id", "lily")
    output = table.run(*args)
    assert output.code in (1, 2, 3)
    assert words in output.err


def test_last_and_example_are_games(table: Table) -> None:
    """`last`, a moment without a game, and no name at all, is the game changed last; `example` comes with the program;
    neither can be an id."""
    assert table.run("show").code == 3
    same = table.ok("show", ROOT / "examples" / "game-of-four.cgn", "--at", "7", "--position")
    assert table.ok("show", "example#7", "--position") == same
    table.ok("new", "b", "r", "y", "--id", "lily")
    table.ok("new", "b", "r", "y", "--id", "rose")
    table.ok("record", "lily", input="W")
    assert table.json("show")["game"] == table.json("show", "last")["game"] == "lily"
    assert table.json("show", "last#start", "--legal")["game"] == table.json("show", "#start")["game"] == "lily"
    table.ok("record", "lily", input="B")
    assert table.json("show", "0.0.1")["at"] == table.json("show", "#0.0.1")["at"] == "0.0.1"
    for name in ("last", "example"):
        result = table.run("new", "b", "r", "y", "--id", name)
        assert (result.code, f"'{name}' cannot be the id of a game" in result.err) == (2, True)
    assert "calimala import example adds it" in table.run("record", "example").err
    near = table.run("show", "lilly")
    assert (near.code, "did you mean lily?" in near.err) == (3, True)
    assert "for that turn of the most recently changed game, write last#7" in table.run("repair", "7", "AC").err


def test_whatever_can_be_read_is_a_game(table: Table) -> None:
    """Notation, JSON, lines of events, a share code alone, and a message with one are the same game, also imported."""
    path = table.file("game.cgn", game_text())
    position = table.ok("show", path, "--position")
    code = table.ok("export", path, "--to", "code").strip()
    message = f"Look at this!\n\nhttps://example.org/#g={code}\n\nMaria\n"
    files = [table.file("message.txt", message)]
    files += [table.file(f"game.{form}", table.ok("export", path, "--to", form)) for form in ("json", "ndjson")]
    for name in (*files, code):
        assert table.ok("show", name, "--position") == position
        assert table.run("check", name).err.splitlines()[-1] == "1 game, nothing wrong"
    table.ok("import", "--again", *files, code)
    assert len(table.json("list")) == 4
    assert table.ok("show", "-", "--position", input=message) == position


def test_whatever_is_skipped_in_json_is_reported(table: Table) -> None:
    """A document with errors is reported and skipped, the others are read, and the code is 1."""
    text = table.ok("export", table.file("game.cgn", game_text()), "--to", "json")
    wrong = text.replace('"type":"place_disc"', '"type":"fly"', 1)
    result = table.run("import", table.file("games.json", f"{wrong}{text}"))
    assert (result.code, len(table.json("list"))) == (1, 1)
    assert "games.json:1" in result.err


def test_whole_games_have_no_place(table: Table) -> None:
    """A command for whole games does not explain how to name a place."""
    output = table.run("check", f"{table.file('game.cgn', game_text())}#7")
    assert (output.code, output.err.endswith("has no game number 7\n")) == (3, True)


@pytest.mark.parametrize("name", ["repair", "fork"])
def test_examples_name_places_that_files_have(name: str, table: Table) -> None:
    """In the examples of the help a number after a file is never a place."""
    assert not re.search(r"\.cgn#[0-9]+ ", table.ok(name, "--help"))


def test_games_of_the_standard_input(table: Table) -> None:
    """`-#2` is the second game of the standard input, as in messages, and not an option."""
    both = f"{game_text(1)}\n{game_text(2)}"
    asked = table.run("show", "-", input=both)
    assert "name one, e.g. -#1" in asked.err
    alone = table.ok("show", "--position", table.file("two.cgn", game_text(2)))
    assert table.ok("show", "-#2", "--position", input=both) == alone
    assert table.ok("export", "--to", "cgn", "-#2", input=both) == game_text(2)
    assert "there is no option -x" in table.run("show", "-x").err


def test_at_takes_ids_with_variations(table: Table) -> None:
    """`--at port:2` is the same place as after the name; two places are an error."""
    path = table.file("varied.cgn", VARIED)
    for command in (("show",), ("show", "--legal"), ("study",)):
        for place in ("port:2.1", "port", "2.1"):
            assert table.ok(*command, path, "--at", place) == table.ok(*command, f"{path}#{place}")
        assert table.run(*command, f"{path}#port", "--at", "port:2").code == 2
        assert table.run(*command, path, "--at", "other:2").code == 3
    inside = table.run("show", path, "--at", "2.7")
    assert "there is no moment 2.7 in this game; turn 2 goes up to 2." in inside.err


@pytest.mark.parametrize("command", ["check", "games stats", "export --to ndjson", "export --as blue", "games find"])
def test_commands_for_texts_take_games(table: Table, command: str) -> None:
    """A stored game, one game of a file, a share code and an address work like a file with that game."""
    one, both = table.file("one.cgn", game_text(1)), table.file("both.cgn", f"{game_text(2)}\n{game_text(1)}")
    table.ok("import", one, "--id", "stored")
    words = command.split()
    output = table.ok(*words, one)
    assert table.ok(*words, "stored") == table.ok(*words, f"{both}#2") == output
    code = table.ok("export", "--to", "code", one, "--names", "--notes").strip()
    assert table.ok(*words, f"share:{code}") == table.ok(*words, f"https://calimala.example/#g={code}") == output
    assert table.run(*words, f"{both}#3").code == 3
    assert table.run(*words, "stored#7").code == 2


def test_errors_of_one_game_stand_where_they_are_in_the_file(table: Table) -> None:
    """The lines of a message are those of the whole file."""
    path = table.file("both.cgn", f"{VARIED}\n{VARIED}QQ\n")
    whole, one = table.run("check", path), table.run("check", f"{path}#2")
    assert one.out == whole.out
    assert one.code == 1


@pytest.mark.parametrize(
    "command",
    [
        "export --to json",
        "import",
        "check",
        "export --as blue",
        "games stats",
        "games find",
        "games split -o out",
        "export --to code",
        "show",
        "export",
        "export --to pad",
        "study",
        "show --legal",
        "draw -n 1",
    ],
)
def test_a_text_without_a_game_is_the_same_to_all(table: Table, command: str) -> None:
    """Every command reports a text without a game with the same words and code."""
    result = table.run(*command.split(), table.file("empty.cgn", "\n"))
    assert (result.code, result.out) == (3, "")
    assert "empty.cgn:1:1: no game was found" in result.err


def test_an_ending_and_a_format_agree(table: Table) -> None:
    """A file called .png never gets an SVG: a different --format is an error."""
    path, picture = table.file("game.cgn", game_text()), table.folder / "turn.png"
    output = table.run("draw", path, "--turn", "3", "--format", "svg", "-o", picture)
    assert (output.code, picture.exists()) == (2, False)
    assert "turn.png ends in .png, but --format is svg" in output.err


def test_pictures_have_known_endings(table: Table) -> None:
    """A file with an unknown ending is rejected unless `--format` is given."""
    path = table.file("one.cgn", game_text(1))
    target = table.folder / "picture.jpg"
    refused = table.run("draw", path, "--turn", "3", "-o", target)
    assert refused.code == 2
    assert ".jpg is not one of .dot, .svg, .png, .pdf" in refused.err
    table.ok("draw", path, "--turn", "3", "-o", target, "--format", "svg")
