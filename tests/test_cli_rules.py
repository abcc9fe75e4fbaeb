"""The rules on the command line: by number, by words, by rule set; and refusals that point there."""

import os
import re
from pathlib import Path

import click
import pytest

from calimala_es.components import ACTIONS, INTRIGUE_ACTIONS, PLACE_WORDS
from cli.rule_text import BUILT_ON, CHANGES, all_ids, rules_named, sections
from cli.rules import rules_command
from replays.names import columns
from tests.cli_runs import ROOT, Table, on_terminal

PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
IDS = re.findall(r"^\*\*([RE]\d+(?:\.\w+)?)\*\*", PAGE, re.MULTILINE)
HEADINGS = re.findall(r"^## (R\d+) (.+)$", PAGE, re.MULTILINE)
FAMILIES = ("Bardi", "Cerchi", "Medici", "Mozzi", "Pazzi", "Peruzzi", "Pulci", "Scali", "Spini")
TILES = "LIS SMN WOOD TRO BRU HAM BAR LON SMF SCR ART PORT TRADE BRICK MARBLE"
SET_UP = f'[CGN "1"]\n[Seats "bry"]\n[City "WBM/U-A/VTS"]\n[Council "{TILES}"]\n\n0. ? ? ? / HAM / ? ? ? / W V U\n'
SLIP = f"{SET_UP}1. WB W B\n2. BM B +W M\n"
POINTER = "The rule: calimala rules"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """An empty folder."""
    return Table(tmp_path)


def printed(out: str) -> list[str]:
    """The ids of the rules in an output, in their order."""
    return re.findall(r"^(R\d+\.\w+|E\d+) ", out, re.MULTILINE)


def flat(text: str) -> str:
    """The text with one space between words."""
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
    """R11.2, R11.4: whether the rows that Intrigue adds count as part of a place is told."""
    assert words in " ".join(table.ok("rules", id).split())


def test_page_refers_only_to_what_is_there() -> None:
    """Every number of a rule in the documents and in the sources of the program is one of docs/rules.md."""
    known = {id.upper() for id in all_ids()}
    named = {
        (path.name, id)
        for folder, pattern in (("docs", "*.md"), (".", "README.md"), ("calimala_es", "**/*.py"), ("cli", "**/*.py"))
        for path in (ROOT / folder).glob(pattern)
        for id in re.findall(r"\bR\d+(?:\.\w+)?\b", path.read_text(encoding="utf-8"))
    }
    examples = {"R4.9"}
    assert sorted((path, id) for path, id in named if id.upper() not in known and id not in examples) == []


def test_table_of_changes_names_rules() -> None:
    """What the table of changes names are rules, and each rule that changes others belongs to R8 to R11."""
    named = {id for new, change in CHANGES.items() for id in (new, *change.replaces.split(), *change.alters.split())}
    assert named <= set(IDS)
    assert {new.partition(".")[0] for new in CHANGES} == {"R8", "R9", "R10", "R11"}


# By number.


@pytest.mark.parametrize("id", IDS)
def test_every_rule_can_be_printed(id: str, table: Table) -> None:
    """Each number of docs/rules.md prints its paragraph, every word of it, and nothing else."""
    out = table.ok("rules", id)
    assert printed(out) == [id]
    source = PAGE.split(f"\n**{id}** ")[1] if f"\n**{id}** " in PAGE else PAGE.split(f"\n**{id}**: ")[1]
    start = re.sub(r"[*`]|\(glossary.md\)|[][]", "", re.split(r"\n\n|\n(?=- )", source)[0])
    assert flat(start) in flat(out)


@pytest.mark.parametrize("asked", ["R4.2", "r4.2", "4.2", "(R4.2)", " R4.2, "])
def test_ways_to_write_a_number(asked: str, table: Table) -> None:
    """A number may be written small, without its letter, and as it is copied from a message."""
    assert printed(table.ok("rules", asked)) == ["R4.2"]


@pytest.mark.parametrize(("id", "title"), HEADINGS)
def test_every_section_can_be_printed(id: str, title: str, table: Table) -> None:
    """A section prints its title and all its rules in their order; its letter may be missing."""
    out = table.ok("rules", id)
    assert out.splitlines()[0] == f"{id} {title}"
    assert printed(out) == [rule for rule in IDS if rule.startswith(f"{id}.")]
    assert table.ok("rules", id.casefold()) == table.ok("rules", id[1:]) == out


@pytest.mark.parametrize("family", FAMILIES)
def test_family_by_name(family: str, table: Table) -> None:
    """A family is found by its name alone."""
    out = table.ok("rules", family.casefold())
    assert printed(out) == [f"R11.{family}"]
    assert table.ok("rules", f"r11.{family}") == table.ok("rules", f"11.{family.upper()}") == out


def test_several_numbers(table: Table) -> None:
    """Several numbers print each rule once, in the order in which they are asked for."""
    assert printed(table.ok("rules", "R6.6", "bardi", "4.2", "6.6")) == ["R6.6", "R11.Bardi", "R4.2"]


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("R4.9", "there is no rule 'R4.9'; there are R4.1 R4.2 R4.3 R4.4 R4.5"),
        ("r11.bardy", "R11.Bardi"),
        ("R99", "near it: R9"),
        ("E9", "there are E1 E2 E3 E4 E5"),
        ("R4.2.1", "R4.2"),
        ("R1.5", "near it: R"),
        ("12.5", "near it: R"),
        ("bardy", "or bardi?"),
        ("artwrok", "did you mean artwork?"),
        ("xyzzy", "no rule speaks of 'xyzzy'"),
    ],
)
def test_unknown_number_or_word(asked: str, near: str, table: Table) -> None:
    """What there is not ends with code 3 and one message, which names what is near it."""
    result = table.run("rules", asked)
    assert result.code == 3
    assert result.out == ""
    assert result.err.startswith("calimala: error: ")
    assert result.err.count("\n") == 1
    assert near in result.err


HOSTILE = [
    "R" + "9" * 100_000,
    "a" * 100_000,
    "(" * 100,
    "[a-z]*",
    "\x1b[31mR4.2\x07",
    "\u202e4.2",
    "R4.2\n" * 50,
    "%s{0}\\",
]


@pytest.mark.parametrize("asked", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_arguments(asked: str, table: Table) -> None:
    """Whatever is asked for, the answer is a list, a rule, or one short message that harms no terminal."""
    result = table.run("rules", asked)
    assert result.code in {0, 3}
    assert len(result.err) < 500
    assert re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", result.out + result.err) == []


def test_many_arguments(table: Table) -> None:
    """A thousand words are answered like one."""
    assert table.run("rules", *(f"word{number}" for number in range(1000))).code == 3
    assert printed(table.ok("rules", *["seat"] * 1000)) == printed(table.ok("rules", "seat"))


# By words.


def test_words_find_every_rule_that_has_them_all(table: Table) -> None:
    """Words print all rules in which each of them begins a word, in capitals or not."""
    rules = {rule.id: flat(rule.text).casefold() for section in sections() for rule in section.rules}
    wanted = [id for id in IDS if re.search(r"\bwhite", rules[id]) and re.search(r"\bsupply", rules[id])]
    assert len(wanted) > 1
    assert printed(table.ok("rules", "WHITE", "supply")) == wanted


def test_words_in_quotes_stand_together(table: Table) -> None:
    """Several words in one argument are looked for as they stand, over the line ends of the page."""
    assert printed(table.ok("rules", "passes 50  takes a token")) == ["R6.7"]
    assert table.run("rules", "token a takes").code == 3


def test_marks_of_the_page_are_not_printed(table: Table) -> None:
    """No mark of the page's writing reaches the terminal."""
    out = "".join(table.ok("rules", section.id) for section in sections())
    assert re.findall(r"\*|`|\]\(|^\||\| ---", out, re.MULTILINE) == []


# Rule sets.


def test_list_of_sections(table: Table) -> None:
    """Without arguments the sections are listed; with a rule set those it uses, and what it has instead of others."""
    out = table.ok("rules")
    assert [line.split()[0] for line in out.splitlines()] == ["sources", "sets", *(id for id, _ in HEADINGS), "E"]
    assert all(title in out for _, title in HEADINGS)
    second = table.ok("rules", "--edition", "second")
    assert [line.split()[0] for line in second.splitlines() if line.startswith("R")] == [
        *(f"R{number}" for number in range(1, 8)),
        "R9",
    ]
    assert "second does not use R6.6; it has R9.4 instead" in second


@pytest.mark.parametrize(
    ("rule_set", "has", "has_not"),
    [
        ("first", "R7.1 R6.6", "R8.1 R9.1 R10.1 R11.Bardi"),
        ("two-players", "R7.1 R6.6 R8.2", "R3.3 R3.4 R9.1"),
        ("second", "R9.4 R5.9", "R6.6 R7.1 R7.2 R8.1 R10.1"),
        ("intrigue", "R9.4 R10.1", "R6.6 R11.1 R8.1"),
        ("families", "R9.4 R10.1 R11.Spini", "R6.6 R8.1"),
    ],
)
def test_edition_takes_what_a_rule_set_uses(rule_set: str, has: str, has_not: str, table: Table) -> None:
    """--edition prints the rules that a rule set uses, and of others says that it does not use them."""
    for id in has.split():
        assert printed(table.ok("rules", id, "--edition", rule_set)) == [id]
    for id in has_not.split():
        result = table.run("rules", id, "--edition", rule_set)
        assert result.code == 3
        assert f"{rule_set} does not use {id}" in result.err
    found = printed(table.ok("rules", "the", "--edition", rule_set))
    assert set(found) & set(has_not.split()) == set()


@pytest.mark.parametrize(
    ("id", "line"),
    [
        ("R4.3", "Used by all rule sets"),
        ("R6.6", "Used by first and two-players; second has R9.4 instead; changed by R8.8 (two-players)"),
        ("R7.2", "Used by first and two-players; second has R9.1 and R9.2 instead"),
        ("R6.3", "Used by all rule sets; changed by R8.11 (two-players), R9.6 (second)"),
        ("R10.2", "Used by intrigue and families"),
    ],
)
def test_line_below_a_rule(id: str, line: str, table: Table) -> None:
    """Below a rule stands which rule sets use it, which rule stands in its place and which change it."""
    assert flat(table.ok("rules", id)).endswith(line)


def test_json(table: Table) -> None:
    """--json gives rules with their text, rule sets and changes, and without arguments the sections."""
    (rule,) = table.json("rules", "R6.6")
    assert {key: rule[key] for key in ("id", "section", "rule_sets", "replaced_by", "changed_by")} == {
        "id": "R6.6",
        "section": "R6",
        "rule_sets": ["first", "two-players"],
        "replaced_by": ["R9.4"],
        "changed_by": ["R8.8"],
    }
    assert rule["text"].startswith("Players with equally many cubes")
    listed = {section["id"]: section["rules"] for section in table.json("rules")}
    assert [id for rules in listed.values() for id in rules] == IDS
    assert "R6.6" not in {id for section in table.json("rules", "--edition", "second") for id in section["rules"]}


# Width.


@pytest.mark.parametrize(("said", "width"), [("20", 40), ("60", 60), ("100", 100), ("400", 100)])
def test_text_fits_the_terminal(said: str, width: int, monkeypatch: pytest.MonkeyPatch, table: Table) -> None:
    """Text is as wide as the terminal, but never narrower than 40 columns or wider than 100."""
    monkeypatch.setattr(Table, "environment", {**table.environment, "COLUMNS": said})
    longest = max(columns(line) for id in ("R1", *IDS) for line in table.ok("rules", id).splitlines())
    assert width - 8 < longest <= width


@pytest.mark.skipif(os.name == "nt", reason="terminals differ")
def test_numbers_are_painted_on_a_terminal(table: Table) -> None:
    """On a terminal the number of a rule is painted, elsewhere nothing is."""
    assert "\x1b[1mR4.1\x1b[0m The players" in on_terminal(table, "rules", "R4.1")
    assert "\x1b" not in table.ok("rules", "R4.1")
    assert "\x1b" in table.ok("rules", "R4.1", "--color", "always")


# Shells.


def test_completion_knows_the_numbers() -> None:
    """A shell is offered the numbers that begin so."""
    (words,) = [parameter for parameter in rules_command.params if parameter.name == "words"]
    offered = words.type.shell_complete(click.Context(rules_command), words, "r11.b")
    assert [item.value for item in offered] == ["R11.Bardi"]


# Refusals.


@pytest.mark.parametrize(
    ("args", "rule"),
    [
        (["check", "slip.cgn"], "R5.10"),
        (["fmt", "slip.cgn"], "R5.10"),
        (["show", "slip.cgn"], "R5.10"),
        (["import", "slip.cgn"], "R5.10"),
        (["import", "--sound-part", "slip.cgn"], "R5.10"),
        (["check", "slip.cgn", "slip.cgn"], "R5.10"),
        (["new", "b"], "R3.3"),
    ],
)
def test_refusals_point_to_their_rule(
    args: list[str], rule: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refusal ends, on the standard error and once in a run, with the command that prints its rule."""
    table.file("slip.cgn", SLIP)
    monkeypatch.chdir(table.folder)
    result = table.run(*args)
    assert result.code == 1
    assert result.err.splitlines()[-1] == f"{POINTER} {rule}"
    assert (result.out + result.err).count(POINTER) == 1
    assert printed(table.ok("rules", rule)) == [rule]


def test_refusal_while_recording_points_to_its_rule(table: Table) -> None:
    """A decision against the rules points to its rule; what is no notation at all, and JSON, point nowhere."""
    table.ok("import", table.file("game.cgn", SET_UP), "--id", "lily")
    assert f"{POINTER} R5.10\n" in table.run("record", "lily", input="1. WB +C W\n").err
    assert POINTER not in table.run("record", "lily", input="QQ\n").err
    assert POINTER not in table.run("check", table.file("slip.cgn", SLIP), "--json").err


@pytest.mark.skipif(os.name == "nt", reason="terminals differ")
def test_refusals_at_the_terminal_point_once(table: Table) -> None:
    """Whoever records at a terminal is told how to read a rule at the first refusal, and not again."""
    table.ok("import", table.file("game.cgn", SET_UP), "--id", "lily")
    shown = on_terminal(table, "record", "lily", keys=("WB +A\n", "+A\n", "quit\n"))
    assert shown.count(POINTER) == 1


def test_every_refusal_has_its_rule() -> None:
    """Every number that the program names in a refusal can be looked up."""
    named = {
        id
        for package in ("calimala_es", "notation")
        for path in (ROOT / package).glob("**/*.py")
        for id in re.findall(r'"(R\d+(?:\.\w+)?)"', path.read_text(encoding="utf-8"))
    }
    assert len(named) > 20
    assert [id for id in sorted(named) if not rules_named(id)] == []


def test_rule_sets_are_those_of_the_page() -> None:
    """docs/rules.md lists the rule sets that --edition takes."""
    table_of_sets = PAGE.split("## Rule sets")[1].split("## R1")[0]
    assert re.findall(r"^\| `([\w-]+)` \|", table_of_sets, re.MULTILINE) == [*BUILT_ON]
