"""The rules on the command line: printing one by its number, and errors that mention it."""

import os
import re

import click
import pytest

from calimala_es.components import ACTIONS, INTRIGUE_ACTIONS, PLACE_WORDS
from calimala_es.setup import RULE_SETS
from cli.commands.rules import find_rule, rules, rules_command
from replays.text.terminal import columns
from tests.cli_runs import ROOT, Table, on_terminal

PAGE_PATH = ROOT / "docs" / "rules.md"
PAGE = PAGE_PATH.read_text(encoding="utf-8")
IDS = re.findall(r"^\*\*([RE]\d+(?:\.\w+)?)\*\*", PAGE, re.MULTILINE)
HEADINGS = re.findall(r"^## (R\d+) (.+)$", PAGE, re.MULTILINE)
FAMILIES = ("Bardi", "Cerchi", "Medici", "Mozzi", "Pazzi", "Peruzzi", "Pulci", "Scali", "Spini")
TILES = "LIS SMN WOOD TRO BRU HAM BAR LON SMF SCR ART PORT TRADE BRICK MARBLE"
SET_UP = f'[CGN "1.0"]\n[Seats "bry"]\n[City "WBM/U-A/VTS"]\n[Council "{TILES}"]\n\n0. ? ? ? / HAM / ? ? ? / W V U\n'
SLIP = f"{SET_UP}1. WB W B\n2. BM B +W M\n"
POINTER = "The rule: calimala rules"


def printed(out: str) -> list[str]:
    """Return the ids of the rules in an output, in their order."""
    return re.findall(r"^([RE]\d+(?:\.\w+)?) ", out, re.MULTILINE)


def flat(text: str) -> str:
    """Return the text with one space between words."""
    return " ".join(text.split())


# The page.


def test_page_has_the_rules_of_every_rule_set() -> None:
    """docs/rules.md has sections R1 to R11, each rule once, numbered without a gap, and the nine families."""
    assert [id for id, _ in HEADINGS] == [f"R{number}" for number in range(1, 12)]
    assert len(IDS) == len(set(IDS))
    last = {"R2": 8, "R3": 5, "R4": 5, "R5": 12, "R6": 7, "R7": 4, "R8": 11, "R9": 7, "R10": 9, "R11": 7, "E": 5}
    numbers = {f"{section}.{number}" for section, count in last.items() for number in range(1, count + 1)}
    assert {id.replace("E", "E.") for id in IDS} == numbers | {f"R11.{family}" for family in FAMILIES}


def test_table_of_codes_has_every_code() -> None:
    """The table of R1 explains the code of every action, of Intrigue too, and of every place."""
    table = PAGE.split("## R1 ")[1].split("## R2 ")[0]
    codes = set(re.findall(r"`(\w+)`", table))
    assert codes >= {*ACTIONS, *INTRIGUE_ACTIONS, *PLACE_WORDS}


@pytest.mark.parametrize(
    ("id", "words"), [("R11.2", "as in R11.4"), ("R11.4", "artistry rows to PAL and the churches")]
)
def test_rules_of_moved_cubes_speak_of_intrigue(id: str, words: str, table: Table) -> None:
    """R11.2, R11.4: the rule says whether the rows that Intrigue adds count as part of a place."""
    assert words in flat(table.ok("rules", id))


def test_page_refers_only_to_what_is_there() -> None:
    """Every rule number in the documents and in the sources is one of docs/rules.md."""
    named = {
        (path.name, id)
        for folder, pattern in (("docs", "*.md"), (".", "README.md"), ("calimala_es", "**/*.py"), ("cli", "**/*.py"))
        for path in (ROOT / folder).glob(pattern)
        for id in re.findall(r"\bR\d+(?:\.\w+)?\b", path.read_text(encoding="utf-8"))
    }
    examples = {"R4.9"}
    assert sorted((path, id) for path, id in named if id.casefold() not in rules() and id not in examples) == []


def test_rule_sets_are_those_of_the_page() -> None:
    """docs/rules.md lists the rule sets by the names that the program shows."""
    table_of_sets = PAGE.split("## Rule sets")[1].split("## R1")[0]
    assert re.findall(r"^\| `([\w-]+)` \|", table_of_sets, re.MULTILINE) == [*RULE_SETS]


# By number.


@pytest.mark.parametrize("id", IDS)
def test_every_rule_can_be_printed(id: str, table: Table) -> None:
    """Each number of docs/rules.md prints its paragraph, every word of it, and nothing else."""
    out = table.ok("rules", id)
    assert printed(out) == [id]
    source = PAGE.split(f"\n**{id}** ")[1] if f"\n**{id}** " in PAGE else PAGE.split(f"\n**{id}**: ")[1]
    start = re.sub(r"[*`]|\(glossary.md\)|[][]", "", re.split(r"\n\n|\n(?=- )", source)[0])
    assert flat(start) in flat(out)
    assert re.findall(r"\*|`|\]\(|^\||\| ---", out, re.MULTILINE) == []


@pytest.mark.parametrize(("id", "title"), HEADINGS)
def test_every_section_can_be_printed(id: str, title: str, table: Table) -> None:
    """The number of a section prints its title, its text, and its rules."""
    out = table.ok("rules", id)
    assert out.splitlines()[0] == f"{id} {title}"
    assert printed(out) == [id, *(each for each in IDS if each.startswith(f"{id}."))]


def test_sections_are_listed(table: Table) -> None:
    """Without arguments the sections are listed, with --ruleset those of a rule set."""
    assert printed(table.ok("rules")) == [id for id, _ in HEADINGS]
    assert printed(table.ok("rules", "--ruleset", "first")) == [f"R{number}" for number in range(1, 8)]
    assert printed(table.ok("rules", "--ruleset", "intrigue"))[-3:] == ["R7", "R9", "R10"]


@pytest.mark.parametrize("family", FAMILIES)
def test_family_by_its_name(family: str, table: Table) -> None:
    """The name of a family prints its rule, in capitals or not."""
    assert printed(table.ok("rules", family)) == printed(table.ok("rules", family.upper())) == [f"R11.{family}"]


def test_rules_by_words(table: Table) -> None:
    """Words find every rule that contains them all, in capitals or not, among those of the rule set."""
    found = printed(table.ok("rules", "white", "DISC"))
    assert {"R4.3", "R6.2"} <= {*found}
    assert all({"white", "disc"} <= {*re.findall(r"white|disc", find_rule(id).source.casefold())} for id in found)
    assert printed(table.ok("rules", "white disc")) == found
    assert "R6.6" in printed(table.ok("rules", "tie"))
    assert "R11.2" not in printed(table.ok("rules", "tie")), "cities are no ties"
    assert {*printed(table.ok("rules", "white", "disc", "--ruleset", "first"))} < {*found}


def test_several_numbers(table: Table) -> None:
    """Several numbers print several rules; --json has them with their sections."""
    assert printed(table.ok("rules", "R4.2", "6.3")) == ["R4.2", "R6.3"]
    assert [(rule["id"], rule["section"]) for rule in table.json("rules", "R4.2")] == [("R4.2", "R4 The turn")]


def test_rule_of_another_rule_set(table: Table) -> None:
    """A rule that is not part of the rule set is not found, and --box has nothing to do with rules."""
    run = table.run("rules", "R8.1", "--ruleset", "first")
    assert (run.code, run.out, "R8.1 is not part of the rule set first" in run.err) == (3, "", True)
    assert table.run("rules", "R8.1", "--box").code == 2


@pytest.mark.parametrize("asked", ["R4.2", "r4.2", "4.2", "(R4.2)", " R4.2, "])
def test_a_number_as_it_is_copied(asked: str, table: Table) -> None:
    """A number may be written in small letters, without its letter, or as it is copied from a message."""
    assert printed(table.ok("rules", asked)) == ["R4.2"]


def test_where_to_read_on(table: Table) -> None:
    """The address of the page, at the section of the rule, is printed below it."""
    last = table.ok("rules", "R11.Bardi").splitlines()[-1]
    assert last == f"Read more: {PAGE_PATH.as_uri()}#r11-families"
    assert table.ok("rules", "R6.3").splitlines()[-1].endswith("#r6-the-council-and-its-scorings")


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("R4.9", "there is no rule 'R4.9'; choose from R4.1 R4.2 R4.3 R4.4 R4.5"),
        ("r11.bardy", "R11.Bardi"),
        ("R99", "docs/rules.md"),
        ("white dragon", "no rule contains 'white dragon'"),
    ],
)
def test_unknown_number(asked: str, near: str, table: Table) -> None:
    """An unknown number ends with code 3 and one message, which names the rules of the section or the page."""
    result = table.run("rules", asked)
    assert result.code == 3
    assert result.out == ""
    assert result.err.startswith("calimala: error: ")
    assert result.err.count("\n") == 1
    assert near in result.err


HOSTILE = [
    "R" + "9" * 100_000,
    "(" * 100,
    "[a-z]*",
    "\x1b[31mR4.2\x07",
    "\u202e4.2",
    "R4.2\n" * 50,
    "%s{0}\\",
]


@pytest.mark.parametrize("asked", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_arguments(asked: str, table: Table) -> None:
    """Any text is answered by a rule or by one short message that is harmless for a terminal."""
    result = table.run("rules", asked)
    assert result.code in {0, 3}
    assert len(result.err) < 500
    assert re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", result.out + result.err) == []


# Width and colour.


@pytest.mark.parametrize(("terminal", "width"), [("20", 40), ("60", 60), ("100", 100), ("400", 100)])
def test_text_fits_the_terminal(terminal: str, width: int, monkeypatch: pytest.MonkeyPatch, table: Table) -> None:
    """Text is as wide as the terminal, between 40 and 100 columns, and a link is not broken."""
    monkeypatch.setattr(Table, "environment", {**table.environment, "COLUMNS": terminal})
    lines = (line for id in ("R1", *IDS) for line in table.ok("rules", id).splitlines())
    longest = max(columns(line) for line in lines if not line.startswith("Read more"))
    assert width - 8 < longest <= width


@pytest.mark.skipif(os.name == "nt", reason="terminals differ")
def test_numbers_are_painted_on_a_terminal(table: Table) -> None:
    """The number of a rule is coloured only on a terminal."""
    assert "\x1b[1mR4.1\x1b[0m The players" in on_terminal(table, "rules", "R4.1")
    assert "\x1b" not in table.ok("rules", "R4.1")
    assert "\x1b" in table.ok("rules", "R4.1", "--color", "always")


# Shells.


def test_completion_knows_the_numbers() -> None:
    """Completion offers the numbers that begin with the typed word."""
    (id,) = [parameter for parameter in rules_command.params if parameter.name == "words"]
    offered = id.type.shell_complete(click.Context(rules_command), id, "r11.b")
    assert [item.value for item in offered] == ["R11.Bardi"]


# Errors about illegal decisions.


@pytest.mark.parametrize(
    ("args", "rule"),
    [
        (["check", "slip.cgn"], "R5.10"),
        (["export", "slip.cgn"], "R5.10"),
        (["show", "slip.cgn"], "R5.10"),
        (["import", "slip.cgn"], "R5.10"),
        (["import", "--up-to-error", "slip.cgn"], "R5.10"),
        (["check", "slip.cgn", "slip.cgn"], "R5.10"),
        (["new", "b"], "R3.3"),
    ],
)
def test_messages_point_to_their_rule(
    args: list[str], rule: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error ends, once in a run, with the command that prints its rule."""
    table.file("slip.cgn", SLIP)
    monkeypatch.chdir(table.folder)
    result = table.run(*args)
    assert result.code == (2 if args[0] == "new" else 1)
    assert result.err.splitlines()[-1] == f"{POINTER} {rule}"
    assert (result.out + result.err).count(POINTER) == 1
    assert printed(table.ok("rules", rule)) == [rule]


def test_refusal_while_recording_points_to_its_rule(table: Table) -> None:
    """The error about an illegal decision mentions its rule; those about other words, and JSON, do not."""
    table.ok("import", table.file("game.cgn", SET_UP), "--id", "lily")
    assert f"{POINTER} R5.10\n" in table.run("record", "lily", input="1. WB +C W\n").err
    assert POINTER not in table.run("record", "lily", input="QQ\n").err
    assert POINTER not in table.run("check", table.file("slip.cgn", SLIP), "--json").err


@pytest.mark.skipif(os.name == "nt", reason="terminals differ")
def test_messages_at_the_terminal_point_once(table: Table) -> None:
    """A recording at a terminal mentions the rules command at the first error, and not again."""
    table.ok("import", table.file("game.cgn", SET_UP), "--id", "lily")
    shown = on_terminal(table, "record", "lily", keys=("WB +A\n", "+A\n", "quit\n"))
    assert shown.count(POINTER) == 1


def test_every_refusal_has_its_rule() -> None:
    """Every rule number in an error message of the program exists."""
    named = {
        id
        for package in ("calimala_es", "notation")
        for path in (ROOT / package).glob("**/*.py")
        for id in re.findall(r'"(R\d+(?:\.\w+)?)"', path.read_text(encoding="utf-8"))
    }
    assert len(named) > 20
    assert [id for id in sorted(named) if find_rule(id).id != id] == []
