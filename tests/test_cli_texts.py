"""Texts and the store on the command line: check, fmt, import, export, list, verify; games without a city."""

import os
import sqlite3
from pathlib import Path

import pytest

from tests.cli_runs import Table, body_lines, damaged, game_text

# check


def test_check_of_sound_games(table: Table) -> None:
    """check of sound games prints no output, and a verdict on the standard error; the code is 0."""
    path = table.file("games.cgn", f"{game_text(1)}\n{game_text(2)}")
    result = table.run("check", path)
    assert (result.code, result.out, result.err) == (0, "", "2 games, nothing wrong\n")


def test_check_says_what_is_wrong_and_where(table: Table) -> None:
    """check prints file:line:column: message, the line with a caret below, and exits with code 1."""
    text = damaged(game_text())
    path = table.file("bad.cgn", text)
    line = 1 + text.splitlines().index(next(line for line in text.splitlines() if line.startswith("5. ")))
    result = table.run("check", path)
    first, shown, caret = result.out.splitlines()[:3]
    assert result.code == 1
    assert first.startswith(f"{path}:{line}:4: 'QQ' is not valid here; ")
    assert shown.startswith("5. QQ ")
    assert caret == "   ^^"


def test_check_reads_standard_input(table: Table) -> None:
    """A dash means the standard input."""
    assert table.run("check", "-", input=game_text()).code == 0
    assert table.run("check", "-", input=damaged(game_text())).out.startswith("<stdin>:")


def test_check_shows_checks_that_do_not_agree(table: Table) -> None:
    """A wrong check is a finding: it is reported, with code 1."""
    text = game_text().replace("\n2. ", " =99-0-0-0\n2. ")
    result = table.run("check", "-", input=text)
    assert result.code == 1
    assert "the check says 99-0-0-0 points, but the record gives 0-0-0-0" in result.out


def test_check_json(table: Table) -> None:
    """--json gives every problem with its place, kind, rule and expectation."""
    result = table.run("check", table.file("bad.cgn", damaged(game_text())), "--json")
    problem = result.json[0]
    assert set(problem) == {"file", "line", "column", "length", "kind", "message", "rule", "expected"}
    assert (problem["column"], problem["length"], problem["kind"]) == (4, 2, "not-well-formed")
    assert problem["rule"].startswith("R")


def test_check_infers_an_unrecorded_city(table: Table) -> None:
    """R2.1: if the streets of a game fit only one city, that city is used and reported, and it is not an error."""
    text = (Path(__file__).parent.parent / "examples" / "game-of-four.cgn").read_text(encoding="utf-8")
    path = table.file("nocity.cgn", text.replace('[City "ATV/B-U/SWM"]\n', ""))
    out = table.ok("check", path)
    assert "the City header is missing; the streets VT UV WM BC" in out
    assert len(out.splitlines()) == 1


def test_check_survives_garbage(table: Table) -> None:
    """Random bytes are reported in a few lines, not in thousands."""
    garbage = "".join(chr(33 + (number * 7919) % 90) for number in range(20000))
    result = table.run("check", table.file("garbage", garbage))
    assert result.code == 1
    assert len(result.out) + len(result.err) < 20_000


# fmt


def test_fmt_writes_in_place(table: Table) -> None:
    """--write makes a text canonical and preserves the file's permissions; a canonical file is not touched."""
    text = game_text()
    path = table.file("game.cgn", text.replace("\n1. ", "\n\n   1.   ").lower().replace("[cgn", "[CGN"))
    path.write_text(text.replace(" / ", "\n/ "), encoding="utf-8")
    path.chmod(0o600)
    assert table.run("check", "--tidy", "--dry-run", path).out == f"{path}\n"
    assert table.run("check", "--tidy", "--dry-run", path).code == 1
    table.ok("check", "--tidy", path)
    assert path.read_text(encoding="utf-8") == text
    assert path.stat().st_mode & 0o777 == 0o600
    before = path.stat().st_mtime_ns
    table.ok("check", "--tidy", path)
    assert path.stat().st_mtime_ns == before
    assert [entry.name for entry in table.folder.iterdir()] == ["game.cgn"]


def test_read_only_file(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file without write permission is not replaced: one line says why, and the exit code is that of files."""
    path = table.file("game.cgn", game_text())
    path.chmod(0o444)
    # root may write every file: this is what the system answers to anybody else.
    monkeypatch.setattr(os, "access", lambda path, mode: bool(Path(path).stat().st_mode & 0o222))
    result = table.run("annotate", path, "-m", "hello")
    assert (result.code, result.err) == (5, f"calimala: error: {path}: Permission denied\n")
    assert path.read_text(encoding="utf-8") == game_text()


@pytest.mark.skipif(os.name == "nt" or not hasattr(os, "geteuid"), reason="permissions differ")
def test_fmt_through_a_link(table: Table) -> None:
    """A symbolic link stays a link, and its target is written."""
    path = table.file("game.cgn", game_text().replace(" / ", "\n/ "))
    link = table.folder / "link.cgn"
    link.symlink_to(path)
    table.ok("check", "--tidy", link)
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == game_text()


# import, export


def test_import_and_export_lose_nothing(table: Table) -> None:
    """Headers, comments, checks and decisions come back byte for byte."""
    text = (
        game_text().replace("\n2. ", " =0-0-0-0 {a \\} brace} {and more}\n2. ").replace("[Event", '[Own "x"]\n[Event')
    )
    path = table.file("game.cgn", table.ok("export", "-", input=text))
    assert table.ok("import", path, "--id", "lily").startswith("lily  ")
    assert table.ok("export", "lily") == path.read_text(encoding="utf-8")


def test_import_of_a_position(table: Table) -> None:
    """A record that starts from a position is exported as such."""
    line = table.ok("show", table.file("game.cgn", game_text()), "--at", "20", "--position").strip()
    path = table.file("from.cgn", f'[CGN "1.0"]\n[Position "{line}"]\n')
    table.ok("import", path, "--id", "later")
    assert table.ok("show", "later", "--position").strip() == line
    assert f'[Position "{line}"]' in table.ok("export", "later")


def test_import_of_many_games_keeps_the_sound_ones(table: Table) -> None:
    """A game with errors is reported and skipped, the others are imported, and the code is 1."""
    path = table.file("games.cgn", "\n".join([game_text(1), damaged(game_text(2)), game_text(3)]))
    result = table.run("import", path, "--json")
    assert result.code == 1
    assert [entry["game"] for entry in result.json] == [1, 3]
    assert "\n0 games imported, 2 in your store already, 1 skipped\n" in table.run("import", path).err
    assert len(table.json("list")) == 2


def test_a_page_is_not_taken_for_a_game(table: Table) -> None:
    """A page made by export is refused with what can be imported instead."""
    table.ok("export", table.file("game.cgn", game_text()), "-o", table.folder / "game.html")
    result = table.run("import", table.folder / "game.html")
    assert (result.code, result.out) == (1, "")
    assert "game.html:1:1: this is a page, not a game to read; import the text or the code" in result.err


def test_import_of_the_sound_part(table: Table) -> None:
    """--up-to-error imports the game before the first error."""
    path = table.file("bad.cgn", damaged(game_text()))
    assert table.run("import", path, "--id", "part", "--up-to-error").code == 1
    assert body_lines(table.ok("export", "part"))[-1].startswith("4. ")


def test_ids_contain_the_day_of_the_game(table: Table) -> None:
    """The id of an imported game consists of its date and a word."""
    text = game_text().replace("[Event", '[Date "2026.11.20"]\n[Event')
    (entry,) = table.run("import", table.file("game.cgn", text), "--json").json
    assert entry["id"].startswith("2026-11-20-")


def test_id_that_is_taken(table: Table) -> None:
    """An id in use is a conflict, code 4; an invalid id is wrong usage, code 2."""
    path = table.file("game.cgn", game_text())
    table.ok("import", path, "--id", "lily")
    assert table.run("import", path, "--id", "lily", "--again").code == 4
    assert table.run("import", path, "--id", "Not an id", "--again").code == 2


def test_legal_decisions_of_a_deal(table: Table) -> None:
    """Where influence cards are dealt, they are listed one by one; --all lists their combinations, too."""
    table.ok("new", "b", "r", "y", "--id", "lily")
    short, long = (table.ok("show", "--legal", *more).splitlines() for more in ((), ("--all",)))
    assert (len(short), short[-1]) == (13, "Join several cards with dots, e.g. SCR.PAL.")
    assert len(long) > 100
    assert table.run("show", "--all").code == 2


def test_what_was_imported_is_not_imported_twice(table: Table) -> None:
    """A game that is in the store already is named, whatever notes it has there; --again imports it once more."""
    path = table.file("game.cgn", game_text())
    table.ok("import", path, "--id", "lily")
    table.ok("annotate", "lily", "-m", "What a game")
    again = table.ok("import", path, path)
    assert again.count("is in your store already, as lily") == 2
    assert [game["known"] for game in table.json("import", path, path, "--again")] == [False, False]
    assert len(table.json("list")) == 3


def test_import_goes_on_after_what_is_missing(table: Table) -> None:
    """A file that is missing or not text is reported; the others are imported, and the exit code says so."""
    path = table.file("game.cgn", game_text())
    run = table.run("import", "nowhere.cgn", path, table.folder / "bytes.cgn")
    assert (run.code, run.out.count("decisions from"), run.err.count("No such file or directory")) == (3, 1, 2)


def test_folder_is_its_files(table: Table) -> None:
    """The name of a folder means the files of notation in it; one without any is an error that says so."""
    (table.folder / "league").mkdir()
    (table.folder / "pictures").mkdir()
    table.file("league/b.cgn", game_text())
    table.file("league/a.cgn", game_text())
    table.file("league/notes.txt", "not a game")
    checked = "league: skipped 1 file or folder that does not end in .cgn\n2 games, nothing wrong\n"
    assert table.run("check", "league").err == table.run("check", "league/").err == checked
    table.ok("import", "league")
    none = table.run("check", "./pictures")
    assert (none.code, "there is no .cgn file in ./pictures" in none.err) == (3, True)
    table.file("pictures/library.json", "{}")
    assert "ask it with calimala games ask pictures" in table.run("games", "find", "pictures").err


def test_check_reports_what_it_cannot_read(table: Table) -> None:
    """In JSON, a text that is missing or not UTF-8 is a problem like others, and the rest is checked."""
    table.file("bytes.cgn", b'[CGN "1.0"]\n{caf\xe9}\n')
    run = table.run("check", "bytes.cgn", "nowhere.cgn", table.file("game.cgn", game_text()), "--json")
    assert [(each["file"], each["line"], each["column"], each["kind"]) for each in run.json] == [
        ("bytes.cgn", 2, 5, "unreadable"),
        ("nowhere.cgn", None, None, "unreadable"),
    ]
    assert (run.code, run.err) == (3, "")


def test_check_reports_games_that_json_skips(table: Table) -> None:
    """A game of a JSON file that cannot be read is a problem at its line; the others are checked and counted."""
    text = table.ok("export", table.file("game.cgn", game_text()), "--to", "json")
    wrong = text.replace('"type":"place_disc"', '"type":"fly"', 1)
    path = table.file("games.json", f"{text}{wrong}{text}")
    run = table.run("check", path, "--json")
    (found,) = run.json
    assert (found["file"], found["line"], found["column"], found["kind"]) == (str(path), 2, 1, "unreadable")
    assert (run.code, run.err, found["message"].startswith("$.moves[")) == (1, "", True)
    said = table.run("check", path)
    assert (said.code, said.err) == (1, "3 games, 1 problem\n")
    assert said.out.startswith(f"{path}:2:1: $.")


def test_export_of_all(table: Table) -> None:
    """--all exports every game of the store as one sound text."""
    table.ok("games", "simulate", "-n", "3", "--keep")
    out = table.folder / "all.cgn"
    table.ok("export", "--all", "-o", out)
    assert table.run("check", out).err == "3 games, nothing wrong\n"


def test_export_as_somebody_saw_it(table: Table) -> None:
    """--as hides what a seat could not see; the text is a game again."""
    path = table.file("game.cgn", game_text())
    seen = table.ok("export", path, "--as", "public")
    assert table.run("check", "-", input=seen).code == 0
    assert body_lines(seen)[0].startswith("0. ? ? ? ? / ")


def test_export_as_json(table: Table) -> None:
    """--json has one document per game, with undone decisions; a view hides those."""
    table.ok("new", "b", "r", "y", "--id", "lily", "--city", "WBM/U-A/VTS")
    table.ok("record", "lily", input="W V U\nWB B W\nundo\n{well}\n")
    exported = table.json("export", "lily")
    assert list(exported) == ["format", "setup", "headers", "moves", "game", "undone"]
    assert [move["command"]["type"] for move in exported["moves"]][-2:] == ["place_disc", "do_action"]
    assert exported["moves"][-1]["notes"] == [{"type": "comment", "text": "well"}]
    assert [step["events"][0]["action"] for step in exported["undone"]] == ["W"]
    assert "undone" not in table.json("export", "lily", "--as", "red")
    assert table.ok("export", "--to", "cgn", "-", input=table.ok("export", "lily", "--json")) == table.ok(
        "export", "lily"
    )


def test_seed_of_a_deck_is_not_handed_on(table: Table) -> None:
    """A view of a game whose cards the program deals does not contain the seed."""
    table.ok("new", "b", "r", "y", "--id", "lily", "--deal", "--seed", "secret-7")
    assert "secret-7" in table.ok("export", "lily")
    assert "secret-7" not in table.ok("export", "lily", "--as", "red")
    assert "secret-7" not in table.ok("export", "lily", "--as", "red", "--json")


def test_export_of_files(table: Table) -> None:
    """A file, one game of a file and the standard input can be exported like stored games."""
    path = table.file("games.cgn", f"{game_text(1)}\n{game_text(2)}")
    assert table.ok("export", f"{path}#2") == game_text(2)
    assert table.ok("export", "-", input=game_text(1)) == game_text(1)
    assert table.ok("export", path) == path.read_text(encoding="utf-8")
    assert table.run("export", f"{path}#3").code == 3


# list


def test_list_json(table: Table) -> None:
    """--json has one object per game, with players, points and progress."""
    table.ok("import", table.file("game.cgn", game_text()), "--id", "lily")
    table.ok("new", "blue=Maria", "red", "yellow", "--id", "rose")
    lily, rose = table.json("list")
    assert set(lily) == {
        *("id", "rules", "players", "third", "turn", "commands", "created", "changed", "over", "winners", "headers"),
        *("fault", "deleted"),
    }
    assert (lily["over"], rose["over"], rose["turn"]) == (True, False, 0)
    assert rose["players"][0] == {"colour": "blue", "name": "Maria", "family": None, "points": None}
    assert sum(player["points"] for player in lily["players"]) > 0


def test_beginning_of_an_id_is_enough(table: Table) -> None:
    """A game may be named by the beginning of its id, or by its last words if none begins so, if it is unique."""
    for id in ("lily", "lilac", "rose", "2026-11-20-oak", "2026-11-27-oak", "2026-11-27-rose", "2026-11-27-elm"):
        table.ok("new", "b", "r", "y", "--id", id)
    assert '[Seats "bry"]' in table.ok("export", "ro")
    assert "several games begin with 'lil': lilac lily" in table.run("export", "lil").err
    assert table.run("export", "tulip").code == 3
    assert table.ok("export", "elm") == table.ok("export", "2026-11-27-elm")
    assert "several games end with 'oak': 2026-11-20-oak 2026-11-27-oak" in table.run("export", "oak").err
    assert table.run("export", "lm").code == 3


# Games of the store that are checked.


def test_a_sound_store_is_checked(table: Table) -> None:
    """A sound game of the store is reported as such, in words and in JSON, and all games at once."""
    table.ok("import", table.file("game.cgn", game_text()), "--id", "lily")
    table.ok("import", table.file("game.cgn", game_text(2)), "--id", "rose")
    assert table.run("check", "lily").err == "1 game, nothing wrong\n"
    assert table.run("check", "--all").err == "2 games, nothing wrong\n"
    assert table.json("check", "--all") == []
    assert table.run("check", "lily", "--all").code == 2


def test_check_shows_damage(table: Table) -> None:
    """A changed row is reported, with code 1, and nothing is repaired."""
    table.ok("import", table.file("game.cgn", game_text()), "--id", "lily")
    with sqlite3.connect(table.store) as connection:
        connection.execute(
            "UPDATE stored_events SET state = x'00' WHERE key = (SELECT id << 20 FROM streams WHERE name='lily') + 40"
        )
    connection.close()
    for _ in range(2):
        result = table.run("check", "lily")
        assert result.code == 1
        assert "row 40" in result.out
    found = table.run("check", "lily", "--json").json
    assert {(each["file"], each["kind"], each["line"]) for each in found} == {("lily", "store", None)}
    assert any("row 40" in each["message"] for each in found)


# Games without a recorded city.


EXAMPLE = (Path(__file__).parent.parent / "examples" / "game-of-four.cgn").read_text(encoding="utf-8")
CITY = '[City "ATV/B-U/SWM"]\n'
COMMANDS = (
    "show --position",
    "show --legal --at 4.1 --json",
    "draw --format dot -o - --at 4",
    "export --to csv",
    "export --as red",
    "games find --list --event tile_scored",
    "games stats",
    "export --to code",
    "import",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unrecorded_city_is_inferred_and_shown(command: str, table: Table) -> None:
    """Each command infers the city from the streets, and says so in one line on the standard error."""
    path = table.file("nocity.cgn", EXAMPLE.replace(CITY, ""))
    run = table.run(*command.split(), path)
    assert run.code == 0, run
    assert run.err.count(f"{path}:1:1: the City header is missing; the streets VT UV WM BC") == 1


def test_one_of_several_games(table: Table) -> None:
    """Only the chosen game's city is reported."""
    path = table.file("two.cgn", EXAMPLE + "\n" + EXAMPLE.replace(CITY, ""))
    assert table.run("show", f"{path}#1").err == ""
    assert "the City header is missing" in table.run("show", f"{path}#2").err


def test_streets_that_lie_in_several_cities(table: Table) -> None:
    """If the streets do not determine the city, the error says how many remain, and what would decide."""
    path = table.file("short.cgn", EXAMPLE.replace(CITY, "").partition("\n4. ")[0] + "\n")
    for command in ("show", "export", "import", "check"):
        run = table.run(command, path)
        assert run.code == 1
        assert "cities have the streets " in run.err + run.out
        assert "with one more street, 12 cities would still be possible: WU WT MU MT" in run.err + run.out


def test_damaged_games_of_the_store(table: Table) -> None:
    """`list`, `check --all`, `export --all` and `games stats` go on with the sound games; exit code 4 says so."""
    for id in ("one", "two", "three"):
        table.ok("import", table.file(f"{id}.cgn", game_text()), "--again", "--id", id)
    connection = sqlite3.connect(table.store)
    with connection:
        connection.execute(
            "UPDATE stored_events SET state = substr(state, 2) "
            "WHERE key = (SELECT id << 20 FROM streams WHERE name = 'two') + 9"
        )
    connection.close()
    checked = table.run("check", "--all")
    assert checked.code == 1
    assert "two: row 9" in checked.out
    assert "3 games" in checked.err
    exported = table.run("export", "--all")
    assert exported.code == 4
    assert exported.out.count('[Blue "') == 2
    assert "two: row 9 is damaged" in exported.err
    assert table.run("games", "stats").code == 4
