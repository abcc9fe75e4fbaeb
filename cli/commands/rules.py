"""``rules``: one rule by its number, and the location of the page with all rules.

The text is ``docs/rules.md`` itself. A wheel has it in the package ``cli``, a copy of the sources in ``docs``.
"""

import re
import shutil
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

import click
from click.shell_completion import CompletionItem

from cli.exits import UnknownRuleError
from cli.options import CommandWithExamples
from cli.terminal import paint, say
from replays.text.terminal import wrapped

PAGE: Final = "rules.md"
NARROWEST: Final = 40
WIDEST: Final = 100
AROUND: Final = "()[].,;: "
"""Characters that may surround a number that was copied from a message."""

LONGEST_SHOWN: Final = 40
"""The number of letters of an unknown rule number that a message repeats."""


class RuleText(NamedTuple):
    """An entry of the page: a numbered rule, or a section with its introduction; ``heading`` is the section's."""

    id: str
    heading: str
    source: str


class _RuleId(click.ParamType[str]):
    """The number of a rule; a shell completes it."""

    name = "rule"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the ids that begin with the typed text."""
        ids = [rule.id for rule in rules().values()]
        return [CompletionItem(id) for id in ids if id.casefold().startswith(incomplete.casefold())]


@click.command("rules", cls=CommandWithExamples, examples=("calimala rules R4.2", "calimala rules R11.Bardi"))
@click.argument("id", metavar="ID", type=_RuleId())
def rules_command(id: str) -> None:
    """Print a rule, and where the page with all rules is.

    ID is the number that a message or a page of this program names: R4.2, or R4 for the beginning of a section.
    """
    rule = find_rule(id)
    for number, block in enumerate(plain_blocks(rule.source)):
        _print_block(block if number else f"{paint(rule.id, 'heading')} {block}", indent="  ")
    say()
    say(paint(f"Read on: {page_path().as_uri()}#{anchor(rule.heading)}", "quiet"))


def _print_block(text: str, indent: str) -> None:
    """Print a paragraph as wide as the terminal, its lines after the first indented."""
    width = max(NARROWEST, min(shutil.get_terminal_size().columns, WIDEST))
    for line in wrapped(text.split(), width, indent):
        say(line)


# The page.

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


def find_rule(id: str) -> RuleText:
    """Return a rule by its id, in upper or lower case and with or without its R; raise ``UnknownRuleError``."""
    asked = id.strip(AROUND).casefold()
    rule = rules().get(asked) or rules().get(f"r{asked}")
    if rule is None:
        shown = repr(asked if len(asked) <= LONGEST_SHOWN else f"{asked[:LONGEST_SHOWN]}...")
        section = f"r{asked.removeprefix('r').partition('.')[0]}."
        near = [rule.id for key, rule in rules().items() if key.startswith(section)]
        known = f"there are {' '.join(near)}" if near else f"the rules are in {page_path()}"
        raise UnknownRuleError(f"there is no rule {shown}; {known}")
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
