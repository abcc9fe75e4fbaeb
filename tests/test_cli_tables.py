"""The options for the table: editions, two players, Intrigue, families, what is in the box."""

from typing import Any

import pytest

from calimala_es.families import FAMILIES
from calimala_es.setup import RULE_SETS
from cli.setup_file import LONGEST_FILE, format_box, parse_box
from replays.wishes import Box
from tests.cli_runs import Table
from tests.profiles import few

KINDS = (
    ["--players", "2"],
    ["--edition", "second"],
    ["--edition", "second", "--setting", "compensation_scope=action", "--setting", "placement_may_draw=yes"],
    ["--intrigue"],
    ["--families", "deal"],
    ["--players", "5", "--families", "Bardi,Cerchi,Medici,Mozzi,-"],
    ["--players", "4", "--families", "Pazzi,Peruzzi,Pulci,Scali"],
    ["--families", "-,Spini,-", "--players", "3"],
)
"""A table of every rule set, as the options of `simulate`."""


def headers(table: Table, *args: str) -> dict[str, str]:
    """Return the headers of a new game with these options."""
    table.ok("new", *args, "--seed", "7", "--id", "lily")
    lines = table.ok("export", "lily").splitlines()
    return {line[1:].partition(" ")[0]: line.partition('"')[2][:-2] for line in lines if line.startswith("[")}


# new


def test_first_edition_unless_said_otherwise(table: Table) -> None:
    """The default is the first edition, and its record has no header of another one."""
    recorded = headers(table, "b", "r", "y")
    assert recorded["Rules"] == "first 1"
    assert {"Settings", "Third", "Intrigue", "Families", "Faction"} & recorded.keys() == set()


def test_two_players(table: Table) -> None:
    """With two players the third party has the chosen colour or the first free one; its discs and cards are shown."""
    assert headers(table, "b", "y")["Third"] == "r"
    out = " ".join(table.ok("new", "Maria", "Paolo", "--third", "Purple", "--id", "rose").split())
    assert '[Third "p"]' in table.ok("export", "rose")
    assert "The third party is purple" in out
    assert "12 coloured and 4 white discs, and 6 support discs in purple" in out
    assert "4 each, 1 face down beside the board, 1 removed unseen; everybody keeps one and lays 1 face up" in out


def test_nobody_is_given_the_third_colour(table: Table) -> None:
    """Players without a colour get those that remain besides the third party's."""
    recorded = table.json("new", "Maria", "Paolo", "--third", "blue")
    assert [player["colour"] for player in recorded["players"]] == ["red", "yellow"]


def test_second_edition_and_settings(table: Table) -> None:
    """The chosen edition is recorded, with the settings that differ from the default."""
    recorded = headers(table, "b", "r", "y", "--edition", "second", "--setting", "active_draw_limit=2")
    assert (recorded["Rules"], recorded["Settings"]) == ("second 1", "active_draw_limit=2")
    out = table.ok("new", "b", "r", "y", "--edition", "second", "--setting", "compensation_scope=activation")
    assert "Rules: the second edition.\n" in out


def test_intrigue(table: Table) -> None:
    """Intrigue implies the second edition; its tiles are shuffled by the seed and recorded by street."""
    recorded = headers(table, "b", "r", "y", "--intrigue")
    assert recorded["Rules"] == "second 1"
    tiles = [word.partition(":")[2] for word in recorded["Intrigue"].split()]
    assert sorted(tiles) == sorted(["KR", "KE", "KN", "RE", "RN", "EN"] * 2)
    one, other = (table.ok("new", "b", "r", "y", "--intrigue", "--seed", "7") for _ in range(2))
    assert one.splitlines()[:-1] == other.splitlines()[:-1]
    assert "Rules: the second edition with Intrigue." in one
    assert "cardinal/artistry" in one
    assert max(map(len, one.splitlines()[:-1])) <= 80


def test_given_intrigue_tiles_are_where_they_were_given(table: Table) -> None:
    """Specified tiles are not shuffled, and no seed is recorded if nothing else was shuffled."""
    first = table.json("new", "b", "r", "y", "--intrigue", "--seed", "3")
    recorded = " ".join(f"{street[::-1]}:{tile[::-1]}" for street, tile in reversed(first["intrigue"].items())).lower()
    args = ["--city", first["city"], "--council", " ".join(first["council"]), "--intrigue-tiles", recorded]
    again = table.json("new", "b", "r", "y", *args)
    assert again["intrigue"] == first["intrigue"]
    assert again["seed"] is None


def test_families(table: Table) -> None:
    """Families imply Intrigue; they are chosen, in any letter case and with - for none, or dealt, each once."""
    assert headers(table, "b", "r", "y", "--families", "bardi,MEDICI,-")["Families"] == "Bardi Medici -"
    out = " ".join(table.ok("new", "Maria", "Paolo", "Nicole", "--families", "Bardi,-,Scali").split())
    assert f"Maria (blue): Bardi. Ability: {FAMILIES['Bardi'].ability}. Start: {FAMILIES['Bardi'].start}." in out
    assert "Paolo (red): no family." in out
    dealt = [player["family"] for player in table.json("new", *"bryg", "--families", "deal")["players"]]
    assert len({*dealt} & FAMILIES.keys()) == 4
    assert table.json("new", *"bry", "--families", "none")["players"][0]["family"] is None


def test_json_shows_the_rules(table: Table) -> None:
    """--json has edition, settings and track, the third party, and the intrigue tiles by street."""
    recorded = table.json("new", "b", "r", "y", "--intrigue", "--seed", "7")
    assert recorded["rules"]["edition"] == "second"
    assert recorded["rules"]["settings"]["active_draw_limit"] == 1
    assert recorded["rules"]["track"] == {"steps": 6, "stages": [2, 4, 6]}
    assert (len(recorded["intrigue"]), recorded["third"]) == (12, None)
    assert table.json("new", "b", "r")["third"] == "yellow"


@pytest.mark.parametrize(
    ("args", "code", "rule"),
    [
        (["b", "r", "--edition", "second"], 2, "R9.7"),
        (["b", "r", "--intrigue"], 2, "R9.7"),
        (["b", "r", "--third", "blue"], 2, "R8.1"),
        (["b", "r", "y", "--third", "green"], 2, "R8.1"),
        (["b", "r", "--third", "mauve"], 2, "mauve"),
        (["b", "r", "y", "--edition", "first", "--intrigue"], 2, "R10"),
        (["b", "r", "y", "--edition", "first", "--families", "deal"], 2, "R10"),
        (["b", "r", "y", "--setting", "active_draw_limit=2"], 2, "R9.3"),
        (["b", "r", "y", "--edition", "second", "--setting", "compensation_scope=never"], 2, "R9.3"),
        (["b", "r", "y", "--edition", "second", "--setting", "speed=9"], 2, "speed=9"),
        (["b", "r", "y", "--edition", "second", "--setting", "art_counts_pal=perhaps"], 2, "art_counts_pal=yes"),
        (["b", "r", "y", "--edition", "third"], 2, "third"),
        (["b", "r", "y", "--families", "Bardi"], 2, "R11"),
        (["b", "r", "y", "--families", "Bardi,Bardi,-"], 2, "R11"),
        (["b", "r", "y", "--families", "Borgia,-,-"], 2, "R11"),
        (["b", "r", "y", "--families", ""], 2, "deal, none, or one for each player"),
        (["b", "r", "y", "--families", " , "], 2, "deal, none, or one for each player"),
        (["b", "r", "y", "--intrigue-tiles", "WB:KR"], 2, "each of the twelve streets once"),
        (["b", "r", "y", "--cells", "CAR=9"], 2, "R10.4"),
        (["b", "r", "y", "--box", "nowhere.toml"], 3, "nowhere.toml"),
    ],
)
def test_what_rules_do_not_allow(args: list[str], code: int, rule: str, table: Table) -> None:
    """A table against the rules is wrong usage, with its rule; no game is made."""
    result = table.run("new", *args)
    assert result.code == code
    assert rule in result.err
    assert table.json("list") == []


# list


def test_list_shows_the_rule_set(table: Table) -> None:
    """list shows each game's rule set by its name in docs/rules.md, its families and the third party."""
    options = {
        "first": ["b", "r", "y"],
        "two-players": ["b", "r"],
        "second": ["b", "r", "y", "--edition", "second"],
        "intrigue": ["b", "r", "y", "--intrigue"],
        "families": ["Maria", "Paolo", "Nicole", "--families", "Bardi,-,Scali"],
    }
    for name, args in options.items():
        table.ok("new", *args, "--id", name)
    assert [*options] == [*RULE_SETS]
    recorded = {game["id"]: game for game in table.json("list")}
    assert {name: game["rules"] for name, game in recorded.items()} == {name: name for name in options}
    assert [player["family"] for player in recorded["families"]["players"]] == ["Bardi", None, "Scali"]
    assert recorded["two-players"]["third"] == {"colour": "yellow", "points": None}
    assert recorded["first"]["third"] is None
    assert "families     turn 0      families     Maria (Bardi), Paolo, Nicole (Scali)" in table.ok("list")


def test_third_party_is_listed_with_its_points(table: Table) -> None:
    """When a game of two is over, the points of the third party are listed after those of the players."""
    (id,) = table.ok("games", "simulate", "--players", "2", "--bot", "random", "--keep").split()
    (game,) = table.json("list")
    points = [player["points"] for player in game["players"]]
    words = f"random (b) {points[0]}, random (r) {points[1]}, third party {game['third']['points']}"
    assert table.ok("list").rstrip().endswith(words)
    shown = table.json("show", id)
    assert shown["third"] == game["third"]
    assert [player["points"] for player in shown["players"]] == points


# simulate


@pytest.mark.parametrize("kind", KINDS, ids=" ".join)
@pytest.mark.parametrize("player", few(["greedy", "random"]))
def test_simulated_game_of_every_rule_set(kind: list[str], player: str, table: Table) -> None:
    """A simulated game by any rules is legal, canonical, and stored as it was played."""
    path = table.folder / "games.cgn"
    table.ok("games", "simulate", *kind, "--bot", player, "-o", path)
    assert table.run("check", path).err == "1 game, nothing wrong\n"
    assert table.run("check", "--tidy", "--dry-run", path).code == 0
    id = table.ok("games", "simulate", *kind, "--bot", player, "--keep").strip()
    assert table.ok("export", id) == path.read_text(encoding="utf-8")
    assert table.json("check", "--all") == []


def test_families_are_dealt_anew_for_each_game(table: Table) -> None:
    """`simulate --families deal` deals for each game, the same by the same seed."""
    out = table.ok("games", "simulate", "-n", "4", "--families", "deal", "--bot", "random")
    dealt = [line for line in out.splitlines() if line.startswith("[Families")]
    assert len({*dealt}) > 1
    assert table.ok("games", "simulate", "-n", "4", "--families", "deal", "--bot", "random") == out


# The box.


def test_the_box_is_printed_as_it_is_read(table: Table) -> None:
    """`rules --box` prints the numbers in effect; reading them again changes nothing; a file may have some of them."""
    printed = table.ok("rules", "--box")
    assert parse_box(printed, "box.toml") == Box()
    path = table.file("box.toml", "[deck]\nW = 6\n[cells]\nSMF.W = 4\n'BAR' = 9\n[track]\nsteps = 7\n")
    assert parse_box(table.ok("rules", "--box", path), "box.toml") == parse_box(path.read_text(), "box.toml")
    assert printed != table.ok("rules", "--box", path)


def test_the_box_reaches_the_game(table: Table) -> None:
    """The numbers of a file are used in the game and written in its record."""
    text = (
        "[deck]\nW = 6\n[cells]\nBAR = 9\n[intrigue_cells]\nCAR = 10\nTRO.W = 0\n"
        "[track]\nsteps = 5\nstages = [1, 2, 5]\n[intrigue_tiles]\nRK = 12\n"
    )
    path = table.file("box.toml", text)
    recorded = headers(table, "b", "r", "y", "--intrigue", "--box", str(path), "--cells", "LIS=8")
    assert recorded["Deck"].startswith("W6 B5")
    assert recorded["Cells"] == "BAR=9 LIS=8 CAR=10 TRO.W=0"
    assert recorded["Faction"] == "5 1.2.5"
    assert recorded["Intrigue"].count(":KR") == 12
    table.ok("new", "b", "r", "y", "--box", path, "--id", "rose")
    exported = table.ok("export", "rose")
    assert '[Cells "BAR=9"]' in exported
    assert "Faction" not in exported


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[deck]\nW = five", "box.toml:2:5: this is not TOML"),
        ("[deck", "box.toml:1: this is not TOML"),
        ("deck = 5", "box.toml:1: deck is 5; expected a line [deck], and below it one number per line (R2.3)"),
        ("\n[deck]\nQ = 5", "box.toml:3: [deck] has no Q; expected one of W B M U A V S T C (R2.3)"),
        ("[deck]\nA = 100", "box.toml:2: A is 100; expected a number from 0 to 99 (R2.3)"),
        ("[deck]\nA = -1", "A is -1"),
        ("[deck]\nA = 5.0", "A is 5.0"),
        ("[deck]\nA = true", "A is True"),
        ("[deck]\nU = 0", "box.toml:2: U is 0; expected a number from 1 to 99 (R2.3)"),
        ("[cells]\nTRO.W = 1", "box.toml:2: [cells] has no TRO.W"),
        ("[cells.SMF]\nW = 'x'", "box.toml:2: SMF.W is 'x'"),
        ("[box]\nW = 1", "box.toml:1: box is not something that a box has; expected one of the tables [deck]"),
        ("[track]\nsteps = 3", "box.toml:2: stages is [2, 4, 6]; expected three steps from 1 to 3"),
        ("[track]\nstages = [2, 2, 3]", "box.toml:2: stages is [2, 2, 3]"),
        ("[track]\nstages = 2", "box.toml:2: stages is 2"),
        ("[track]\nlength = 2", "[track] has no length; expected steps or stages (R10.6)"),
        ("[intrigue_tiles]\nKK = 12", "box.toml:2: KK is not a pair of intrigue actions"),
        ("[intrigue_tiles]\nKR = 11", "box.toml:1: 11 intrigue tiles; expected numbers that add up to 12"),
        ("a = " + "[" * 9999, "this does not describe a box"),
        ("a = " + "9" * 9999, "this does not describe a box"),
        ("#" * (LONGEST_FILE + 1), f"more than {LONGEST_FILE} characters"),
    ],
)
def test_wrong_boxes(text: str, message: str, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake in a file of a box is reported with the line, its text, and what would be correct."""
    table.file("box.toml", text)
    monkeypatch.chdir(table.folder)
    for args in (["rules", "--box", "box.toml"], ["new", "b", "r", "y", "--box", "box.toml"]):
        result = table.run(*args)
        assert result.code == 1
        assert message in result.err
        assert len(result.err) < 1000


def test_any_numbers_are_written_as_they_are_read() -> None:
    """Any numbers of what is in a box are printed so that they can be read back."""
    numbers: dict[str, Any] = {"deck": (1, 2, 3, 4, 5, 6, 7, 0, 99), "steps": 9, "stages": (1, 2, 9)}
    box = Box(**numbers, tiles=("KR",) * 11 + ("EN",))
    assert parse_box(format_box(box), "box.toml") == box
