"""The reference of the rules as text: its sections and rules, and which rule set uses what.

The text is ``docs/rules.md`` itself. A wheel has it beside this module, a copy of the sources where it is written.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

PAGE: Final = "rules.md"

BUILT_ON: Final[dict[str, tuple[str, ...]]] = {
    "first": (),
    "two-players": ("first",),
    "second": ("first",),
    "intrigue": ("first", "second"),
    "families": ("first", "second", "intrigue"),
}
"""Every rule set, and those that it takes up and changes."""

_ADDED_BY: Final = {"R8": "two-players", "R9": "second", "R10": "intrigue", "R11": "families"}
"""The rule set that a section belongs to; the sections before belong to all."""


class Change(NamedTuple):
    """What a rule of a later rule set does to rules before it: it stands in their place, or alters a part of them."""

    replaces: str = ""
    alters: str = ""


CHANGES: Final = {
    "R8.1": Change(replaces="R3.3"),
    "R8.2": Change(replaces="R3.4"),
    "R8.3": Change(alters="R4.1"),
    "R8.4": Change(alters="R4.2"),
    "R8.5": Change(alters="R4.4"),
    "R8.6": Change(alters="R4.4"),
    "R8.8": Change(alters="R6.1 R6.6"),
    "R8.9": Change(alters="R7.4"),
    "R8.11": Change(alters="R6.2 R6.3"),
    "R9.1": Change(replaces="R7.1 R7.2"),
    "R9.2": Change(replaces="R7.2"),
    "R9.3": Change(alters="R5.9"),
    "R9.4": Change(replaces="R6.6"),
    "R9.5": Change(alters="R7.3"),
    "R9.6": Change(alters="R6.3"),
    "R9.7": Change(alters="R4.2 R5.8 R5.9 R6.4 R9.3 R9.4"),
    "R10.1": Change(alters="R4.5 R9.3"),
    "R10.4": Change(alters="R2.5"),
    "R10.5": Change(alters="R5.10"),
    "R10.7": Change(alters="R6.4"),
    "R10.8": Change(alters="R6.5"),
    "R10.9": Change(alters="R7.3"),
    "R11.Bardi": Change(alters="R5.3 R5.5 R5.6 R5.7"),
    "R11.Cerchi": Change(alters="R3.2 R6.1"),
    "R11.Medici": Change(alters="R5.10 R6.1"),
    "R11.Mozzi": Change(alters="R5.7"),
    "R11.Pazzi": Change(alters="R3.3 R4.4 R9.1"),
    "R11.Peruzzi": Change(alters="R5.2"),
    "R11.Pulci": Change(alters="R3.4 R6.5"),
    "R11.Scali": Change(alters="R5.9 R9.3 R10.1"),
    "R11.Spini": Change(alters="R5.9 R9.3 R10.1"),
    "R11.2": Change(alters="R11.Pulci"),
    "R11.3": Change(alters="R11.Spini"),
    "R11.4": Change(alters="R11.Bardi"),
    "R11.5": Change(alters="R11.Cerchi"),
    "R11.6": Change(alters="R11.Medici"),
    "R11.7": Change(alters="R5.11 R11.Pazzi R11.Peruzzi R11.Scali"),
}
"""The rules of sections R8 to R11 that change others."""


class Rule(NamedTuple):
    """A paragraph with a number of its own: its id, its section's id, and its text as it is written.

    What a section says before its first rule has the section's id.
    """

    id: str
    section: str
    source: str

    @property
    def text(self) -> str:
        """The text without marks, a line a paragraph."""
        return "\n".join(plain_blocks(self.source))


class Section(NamedTuple):
    """A section of the reference: ``R4``, or a word for those that are not numbered."""

    id: str
    title: str
    rules: tuple[Rule, ...]


# The page.

_HEADING: Final = re.compile(r"^## (.+)\n", re.MULTILINE)
_NUMBERED: Final = re.compile(r"(R\d+) (.+)")
_RULE: Final = re.compile(r"^\*\*([RE]\d+(?:\.\w+)?)\*\*:? ", re.MULTILINE)

_UNNUMBERED: Final = {
    "Where the rules come from": "sources",
    "Rule sets": "sets",
    "Worked examples in the sources": "E",
}
"""The headings that have no number, and by which word they are asked for."""


def page_text() -> str:
    """The reference as it is written; raises ``FileNotFoundError`` if it is not there."""
    inside = files("cli").joinpath(PAGE)
    if inside.is_file():
        return inside.read_text(encoding="utf-8")
    return (Path(__file__).resolve().parent.parent / "docs" / PAGE).read_text(encoding="utf-8")


@cache
def sections() -> tuple[Section, ...]:
    """The sections in their order."""
    _, *parts = _HEADING.split(page_text())
    return tuple(_section(heading, body) for heading, body in zip(parts[::2], parts[1::2], strict=True))


def _section(heading: str, body: str) -> Section:
    numbered = _NUMBERED.fullmatch(heading)
    id, title = numbered.groups() if numbered else (_UNNUMBERED.get(heading, heading.casefold()), heading)
    before, *parts = _RULE.split(body)
    rules = [Rule(rule, id, source.strip()) for rule, source in zip(parts[::2], parts[1::2], strict=True)]
    return Section(id, title, (*([Rule(id, id, before.strip())] if before.strip() else []), *rules))


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
    """The paragraphs, items and rows of a text, each on one line and without marks."""
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
    """The rows of a table: ``- actions: W wood, ...``; from the third column on with the column's name."""
    names, _, *rows = ([_plain(cell) for cell in line.strip("|").split("|")] for line in table.splitlines())
    for first, second, *others in rows:
        more = "".join(f"; {name}: {cell}" for name, cell in zip(names[2:], others, strict=True))
        yield f"- {first}: {second}{more}"


# Rule sets.


def is_counted(rule: Rule) -> bool:
    """Whether a rule belongs to rule sets; examples and what is said about sources do not."""
    return rule.section.startswith("R")


def replaced_in(id: str, rule_set: str) -> tuple[str, ...]:
    """The rules that stand in the place of a rule in a rule set."""
    return tuple(new for new, change in CHANGES.items() if id in change.replaces.split() and _has(rule_set, new))


def altered_by(id: str) -> tuple[str, ...]:
    """The rules that alter a part of a rule."""
    return tuple(new for new, change in CHANGES.items() if id in change.alters.split())


def rule_set_of(id: str) -> str:
    """The first rule set that has a rule."""
    return _ADDED_BY.get(id.partition(".")[0], "first")


def _has(rule_set: str, id: str) -> bool:
    return rule_set_of(id) in (*BUILT_ON[rule_set], rule_set)


def is_used(rule: Rule, rule_set: str) -> bool:
    """Whether a rule set uses a rule."""
    return is_counted(rule) and _has(rule_set, rule.id) and not replaced_in(rule.id, rule_set)


def users_of(rule: Rule) -> tuple[str, ...]:
    """The rule sets that use a rule."""
    return tuple(name for name in BUILT_ON if is_used(rule, name))


# Looking up.

_ID: Final = re.compile(r"(?:r|e)\d[\w.]*|\d+\.\w+")
"""What somebody means as the number of a rule, and not as a word."""


def looks_like_id(text: str) -> bool:
    """Whether a text is the number of a rule, known or not."""
    return _ID.fullmatch(text.casefold()) is not None


@cache
def _ways_to_ask() -> dict[str, tuple[Rule, ...]]:
    """What may be asked for, in small letters: ids with and without their letter, and what comes after ``R11.``."""
    ways: dict[str, tuple[Rule, ...]] = {}
    for section in sections():
        for rule in section.rules:
            ways[rule.id.casefold()] = (rule,)
        ways[section.id.casefold()] = section.rules
    for id, rules in [*ways.items()]:
        bare = id.removeprefix("r")
        ways.setdefault(bare, rules)
        family = bare.partition(".")[2]
        if family.isalpha():
            ways.setdefault(family, rules)
    return ways


def rules_named(text: str) -> tuple[Rule, ...]:
    """The rule or the section that a text names; none if it names neither."""
    return _ways_to_ask().get(text.casefold(), ())


def rules_with(words: Iterable[str]) -> tuple[Rule, ...]:
    """The rules and examples in which every word begins somewhere, in capitals or not."""
    folded = dict.fromkeys(" ".join(word.casefold().split()) for word in words)
    patterns = [re.compile(rf"(?<!\w){re.escape(word)}") for word in folded]
    return tuple(
        rule
        for section in sections()
        for rule in section.rules
        if (is_counted(rule) or rule.id != section.id)
        and all(pattern.search(f"{rule.id} {rule.text}".casefold()) for pattern in patterns)
    )


def all_ids() -> list[str]:
    """The ids of all rules and sections."""
    return list(
        dict.fromkeys(id for section in sections() for id in (section.id, *(rule.id for rule in section.rules)))
    )


def all_words() -> list[str]:
    """Every word of the reference, once, in small letters."""
    text = " ".join(rule.text for section in sections() for rule in section.rules)
    return list(dict.fromkeys(re.findall(r"[a-z]{3,}", text.casefold())))
