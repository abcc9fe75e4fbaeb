"""``rules``: rules by number, section, family or words, and what is in the box.

The text is ``docs/rules.md`` itself. A wheel has it in the package ``cli``, a copy of the sources in ``docs``.
"""

import re
import shutil
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
from click.shell_completion import CompletionItem

from calimala_es.messages import Message
from calimala_es.setup import RULE_SETS
from cli.exits import UnknownRuleError, wrong_usage
from cli.options import CommandWithExamples, join_or, json_option
from cli.setup_file import format_box, read_box
from cli.terminal import paint, say, write_data, write_json
from replays.text.terminal import wrapped
from replays.wishes import Box

PAGE: Final = "rules.md"
NARROWEST: Final = 40
WIDEST: Final = 100
AROUND: Final = "()[].,;: "
"""Characters that may surround a number that was copied from a message."""

FAMILY_SECTION: Final = "R11"

LONGEST_SHOWN: Final = 40
"""The number of letters of an unknown rule number that a message repeats."""


class RuleText(NamedTuple):
    """An entry of the page: a numbered rule, or a section with its introduction; ``heading`` is the section's."""

    id: str
    heading: str
    source: str

    @property
    def is_section(self) -> bool:
        """Whether this is a section."""
        return "." not in self.id and self.id.startswith("R")


class _RuleId(click.ParamType[str]):
    """The number of a rule, a section, a family or a word; a shell completes numbers."""

    name = "rule"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the ids that begin with the typed text."""
        ids = [rule.id for rule in rules().values()]
        return [CompletionItem(id) for id in ids if id.casefold().startswith(incomplete.casefold())]


ASSUMED: Final = ""
"""The value of ``--box`` without a file."""


@click.command(
    "rules",
    cls=CommandWithExamples,
    examples=(
        "calimala rules tie palazzo --ruleset second",
        "calimala rules --box > box.toml",
    ),
)
@click.argument("words", metavar="[NUMBER|WORD]...", nargs=-1, type=_RuleId())
@click.option(
    "--ruleset",
    type=click.Choice(RULE_SETS),
    metavar="NAME",
    help=f"{join_or(RULE_SETS)} (default: all)",
)
@click.option(
    "--box",
    is_flag=False,
    flag_value=ASSUMED,
    metavar="[FILE]",
    help="Print the numbers of cards and cells, as a file to edit for your box; with FILE, check that file",
)
@json_option
def rules_command(words: Sequence[str], ruleset: str | None, box: str | None, as_json: bool) -> None:
    """Print rules by number (R4.2), section (8), family (Bardi) or the words in them. Without arguments, list the
    sections.
    """
    if box is not None:
        if words or ruleset:
            raise wrong_usage("use only one of {options}", options=("RULE", "--box"))
        text = format_box(read_box(box) if box else Box())
        if as_json:
            write_json(tomllib.loads(text))
        else:
            write_data(text)
        return
    found = _requested(words, ruleset)
    if as_json:
        write_json([_rule_json(rule) for rule in found])
        return
    for rule in found:
        _print_rule(rule, is_short=not words)
    say()
    shared = {rule.heading for rule in found}
    place = f"#{anchor(found[0].heading)}" if len(shared) == 1 else ""
    say(paint(f"Read more: {page_path().as_uri()}{place}", "quiet"))


def _requested(words: Sequence[str], ruleset: str | None) -> list[RuleText]:
    """Return the rules with these numbers or words, or the sections; raise ``UnknownRuleError`` if there are none."""
    known = [rule for rule in rules().values() if ruleset is None or section_of(rule) in sections_of(ruleset)]
    if not words:
        return [rule for rule in known if rule.is_section]
    named = [_named(word) for word in words]
    if all(named):
        found = [rule for each in named for rule in each]
        outside = [rule for rule in found if rule not in known]
        if outside:
            raise UnknownRuleError(
                Message("{rule} is not part of the rule set {ruleset}", rule=outside[0].id, ruleset=ruleset)
            )
        return found
    if len(words) == 1 and _NUMBER.fullmatch(words[0].strip(AROUND)):
        find_rule(words[0])
    wanted = [re.compile(rf"\b{re.escape(word)}", re.IGNORECASE) for word in " ".join(words).split()]
    found = [rule for rule in known if all(word.search(rule.source) for word in wanted)]
    if not found:
        asked = " ".join(words)
        shown = repr(asked if len(asked) <= LONGEST_SHOWN else f"{asked[:LONGEST_SHOWN]}...")
        raise UnknownRuleError(
            Message("no rule contains {word}; the rules are in {path}", word=shown, path=page_path())
        )
    return found


def _named(word: str) -> list[RuleText]:
    """Return the rule or family that a word names, or a section with its rules; nothing for any other word."""
    asked = word.strip(AROUND).casefold()
    for id in (asked, f"r{asked}", f"{FAMILY_SECTION}.{asked}".casefold()):
        if id in rules():
            rule = rules()[id]
            return [each for each in rules().values() if section_of(each) == rule.id] if rule.is_section else [rule]
    return []


def _rule_json(rule: RuleText) -> dict[str, Any]:
    return {"id": rule.id, "section": rule.heading, "text": "\n".join(plain_blocks(rule.source))}


def _print_rule(rule: RuleText, *, is_short: bool) -> None:
    for number, block in enumerate(plain_blocks(rule.source)):
        _print_block(block if number else f"{paint(rule.id, 'heading')} {block}", indent="  ")
        if is_short:
            return


def _print_block(text: str, indent: str) -> None:
    """Print a paragraph as wide as the terminal, its lines after the first indented."""
    width = max(NARROWEST, min(shutil.get_terminal_size().columns, WIDEST))
    for line in wrapped(text.split(), width, indent):
        say(line)


# The page.

_SPAN: Final = re.compile(r"R(\d+)(?: to R(\d+))?")
_NUMBER: Final = re.compile(r"[rRE]?\d+(?:\.\w*)?|[rR]\d+\.\w+")
_HEADING: Final = re.compile(r"^## (.+)\n", re.MULTILINE)
_SECTION: Final = re.compile(r"(R\d+) (.+)")
_RULE: Final = re.compile(r"^\*\*([RE]\d+(?:\.\w+)?)\*\*:? ", re.MULTILINE)


def page_path() -> Path:
    """Return the path of the page with the rules."""
    inside = Path(str(files("cli").joinpath(PAGE)))
    return inside if inside.is_file() else Path(__file__).resolve().parents[2] / "docs" / PAGE


@cache
def rules() -> dict[str, RuleText]:
    """Return every rule and section of the page by its id in small letters, in the order of the page."""
    found: dict[str, RuleText] = {}
    _, *parts = _HEADING.split(page_path().read_text(encoding="utf-8"))
    for heading, body in zip(parts[::2], parts[1::2], strict=True):
        introduction, *numbered = _RULE.split(body)
        if section := _SECTION.fullmatch(heading):
            id, title = section.groups()
            found[id.casefold()] = RuleText(id, heading, f"{title}\n\n{introduction.strip()}".strip())
        for id, source in zip(numbered[::2], numbered[1::2], strict=True):
            found[id.casefold()] = RuleText(id, heading, source.strip())
    return found


def section_of(rule: RuleText) -> str:
    """Return the number of a rule's section: ``R4``; ``E`` for the worked examples."""
    return rule.id.partition(".")[0].rstrip("0123456789") if rule.id.startswith("E") else rule.id.partition(".")[0]


@cache
def sections_of(ruleset: str) -> frozenset[str]:
    """Return the numbers of the sections of a rule set, and R1, which all have, as the page lists them."""
    row = re.search(rf"^\| `{ruleset}` \| ([^|]*) \|", page_path().read_text(encoding="utf-8"), re.MULTILINE)
    assert row is not None, "the page lists every rule set"
    numbers = {1}
    for first, last in _SPAN.findall(row[1]):
        numbers |= {*range(int(first), int(last or first) + 1)}
    return frozenset(f"R{number}" for number in numbers)


def find_rule(id: str) -> RuleText:
    """Return a rule by its id, in upper or lower case and with or without its R; raise ``UnknownRuleError``."""
    word = id.strip(AROUND)
    asked = word.casefold()
    rule = rules().get(asked) or rules().get(f"r{asked}")
    if rule is None:
        shown = repr(word if len(word) <= LONGEST_SHOWN else f"{word[:LONGEST_SHOWN]}...")
        section = f"r{asked.removeprefix('r').partition('.')[0]}."
        near = [rule.id for key, rule in rules().items() if key.startswith(section)]
        if near:
            raise UnknownRuleError(
                Message("there is no rule {word}; choose from {known}", word=shown, known=" ".join(near))
            )
        raise UnknownRuleError(
            Message("there is no rule {word}; the rules are in {path}", word=shown, path=page_path())
        )
    return rule


def anchor(heading: str) -> str:
    """Return the address of a heading within the page, e.g. ``r4-the-turn``."""
    return re.sub(r"[^\w -]", "", heading.casefold()).replace(" ", "-")


# Marks.

_MARKS: Final = (
    (re.compile(r"\[([^]]+)\]\([^)]*\)"), r"\1"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"\1"),
    (re.compile(r"\*([^*]+)\*"), r"\1"),
    (re.compile(r"`([^`]+)`"), r"\1"),
)
_TABLE: Final = "|"
_ITEM: Final = re.compile(r"\n(?=- )")


def plain_blocks(source: str) -> Iterator[str]:
    """Yield the paragraphs, items and rows of a text, each on one line and without marks."""
    for block in source.split("\n\n"):
        if block.startswith(_TABLE):
            yield from _rows(block)
        else:
            yield from (_plain(part) for part in _ITEM.split(block))


def _plain(text: str) -> str:
    line = " ".join(text.split())
    for mark, bare in _MARKS:
        line = mark.sub(bare, line)
    return line


def _rows(table: str) -> Iterator[str]:
    """Yield the rows of a table: ``- actions: W wood, ...``; from the third column on with the column's name."""
    names, _, *rows = ([_plain(cell) for cell in line.strip("|").split("|")] for line in table.splitlines())
    for first, second, *others in rows:
        more = "".join(f"; {name}: {cell}" for name, cell in zip(names[2:], others, strict=True))
        yield f"- {first}: {second}{more}"
