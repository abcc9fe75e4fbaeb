"""``rules``: the rules of the game, by number or by words."""

import shutil
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from cli.exits import UnknownRuleError
from cli.group import Command
from cli.rule_text import (
    BUILT_ON,
    CHANGES,
    Rule,
    Section,
    all_ids,
    all_words,
    altered_by,
    is_counted,
    is_used,
    looks_like_id,
    plain_blocks,
    replaced_in,
    rule_set_of,
    rules_named,
    rules_with,
    sections,
    users_of,
)
from cli.settings import color_option, json_option
from cli.terminal import paint, say, write_json
from replays.style import wrapped

NARROWEST: Final = 40
WIDEST: Final = 100
INDENT: Final = "  "
AROUND: Final = "()[].,;:"
"""What may stand around a number that somebody copies from a message."""

LONGEST_SHOWN: Final = 40
"""The letters that a message repeats of what somebody asked for."""


class _RuleName(click.ParamType[str]):
    """The number of a rule, or a word; a shell completes numbers."""

    name = "rule"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The ids that begin so."""
        return [CompletionItem(id) for id in all_ids() if id.casefold().startswith(incomplete.casefold())]


@click.command(
    "rules",
    cls=Command,
    examples=(
        "calimala rules",
        "calimala rules R4.2",
        "calimala rules 6 --edition second",
        "calimala rules bardi",
        "calimala rules white disc",
    ),
)
@click.argument("words", metavar="[WORD_OR_ID]...", nargs=-1, type=_RuleName())
@click.option("--edition", type=click.Choice([*BUILT_ON]), help="Only what this rule set uses.")
@json_option
@color_option
def rules_command(words: Sequence[str], edition: str | None, as_json: bool) -> None:
    """Look the rules up, by number or by words.

    A rule by its number (R4.2 or 4.2), a section (R8 or 8), a family (bardi), or every rule in which all the words
    occur; without any the sections are listed. Below a rule stands which rule sets use it, and what changes it there.
    """
    asked = [*filter(None, (word.strip().strip(AROUND) for word in words))]
    found = _found(asked, edition)
    listed = [section for section in sections() if edition is None or _is_any_used(section.rules, edition)]
    if as_json:
        write_json([_rule_json(rule) for rule in found] or [_section_json(section, edition) for section in listed])
    elif found:
        _print_rules(found)
    else:
        _print_list(listed, edition)


# Looking up.


def _found(asked: Sequence[str], edition: str | None) -> list[Rule]:
    """The rules that are asked for, each once; raises ``UnknownRuleError`` if something is asked for and not there."""
    if not asked:
        return []
    named = [rules_named(word) for word in asked]
    if all(named):
        for word, rules in zip(asked, named, strict=True):
            _check_used(word, rules, edition)
        found: Iterable[Rule] = (rule for rules in named for rule in rules)
    else:
        found = _matching(asked, edition)
    return [rule for rule in dict.fromkeys(found) if edition is None or is_used(rule, edition)]


def _is_any_used(rules: Iterable[Rule], edition: str) -> bool:
    return any(is_used(rule, edition) for rule in rules)


def _check_used(word: str, rules: Sequence[Rule], edition: str | None) -> None:
    if edition is None or _is_any_used(rules, edition):
        return
    instead = _and(replaced_in(rules[0].id, edition))
    raise UnknownRuleError(
        f"{edition} does not use {rules[0].section if len(rules) > 1 else rules[0].id}"
        + (f"; it has {instead} instead" if instead else "")
    )


def _matching(asked: Sequence[str], edition: str | None) -> Sequence[Rule]:
    for word in asked:
        if looks_like_id(word) and not rules_named(word):
            raise UnknownRuleError(f"there is no rule {_shown(word)}{_near(word)}")
    found = [rule for rule in rules_with(asked) if edition is None or is_used(rule, edition)]
    if not found:
        what = " and ".join(_shown(word) for word in asked[:3]) + (" and more" if len(asked) > 3 else "")
        where = f" of {edition}" if edition else ""
        raise UnknownRuleError(f"no rule{where} speaks of {what}{_alike(asked[0])}")
    return found


def _shown(word: str) -> str:
    return repr(word if len(word) <= LONGEST_SHOWN else f"{word[:LONGEST_SHOWN]}...")


def _near(word: str) -> str:
    """What somebody may have meant by a number that no rule has."""
    number = word[:LONGEST_SHOWN].casefold()
    section = rules_named("e" if number.startswith("e") else number.partition(".")[0])
    if ids := [rule.id for rule in section if rule.id != rule.section]:
        return f"; there are {' '.join(ids)}"
    close = get_close_matches(number, [id.casefold() for id in all_ids()], 3, 0.5)
    named = [id for id in all_ids() if id.casefold() in close]
    return f"; near it: {' '.join(named)}" if named else "; `calimala rules` lists the sections"


def _alike(word: str) -> str:
    close = get_close_matches(word[:LONGEST_SHOWN].casefold(), all_words(), 2, 0.75)
    return f"; did you mean {' or '.join(close)}?" if close else ""


# Printing.


def _width() -> int:
    return max(NARROWEST, min(shutil.get_terminal_size().columns, WIDEST))


def _print_list(listed: Sequence[Section], edition: str | None) -> None:
    width = max(len(section.id) for section in listed)
    for section in listed:
        say(f"{paint(f'{section.id:<{width}}', 'heading')}  {section.title}")
    for id, instead in _left_out(edition):
        say(paint(f"{edition} does not use {id}; it has {instead} instead", "quiet"))


def _left_out(edition: str | None) -> Iterator[tuple[str, str]]:
    """The rules that a rule set has others for, and which."""
    for section in sections() if edition else ():
        for rule in section.rules:
            if edition and (new := replaced_in(rule.id, edition)):
                yield rule.id, _and(new)


def _print_rules(rules: Sequence[Rule]) -> None:
    titles = {section.id: section.title for section in sections()}
    before = ""
    for rule in rules:
        if before:
            say()
        if rule.section != before:
            title = f"{rule.section} " if is_counted(rule) else ""
            say(paint(title + titles[rule.section], "heading"))
            say()
        before = rule.section
        _print_rule(rule)


def _print_rule(rule: Rule) -> None:
    if rule.id == rule.section:
        for block in plain_blocks(rule.source):
            _print_block(block, INDENT if block.startswith("- ") else "")
        return
    for number, block in enumerate(plain_blocks(rule.source)):
        if number:
            _print_block(f"{INDENT}{block}", INDENT * 2)
        else:
            _print_block(f"{paint(rule.id, 'heading')} {block}", INDENT)
    if is_counted(rule):
        for line in wrapped(_use_words(rule).split(), _width() - len(INDENT), INDENT):
            say(INDENT + paint(line, "quiet"))


def _print_block(text: str, indent: str) -> None:
    """Print a paragraph, its lines after the first indented; spaces before its first word stay."""
    words = text.split()
    words[0] = text[: len(text) - len(text.lstrip())] + words[0]
    for line in wrapped(words, _width(), indent):
        say(line)


def _use_words(rule: Rule) -> str:
    """Which rule sets use a rule, and what changes it."""
    users = users_of(rule)
    used = "all rule sets" if len(users) == len(BUILT_ON) else _and(users)
    replaced = [
        f"{name} has {_and(new)} instead"
        for name in BUILT_ON
        if (new := replaced_in(rule.id, name)) and _is_first(new, name)
    ]
    altered = [f"{new} ({rule_set_of(new)})" for new in altered_by(rule.id)]
    changes = [f"changed by {', '.join(altered)}"] if altered else []
    return "; ".join([f"Used by {used}", *replaced, *changes])


def _is_first(new: Sequence[str], rule_set: str) -> bool:
    """Whether a rule set brings these rules itself, and does not take them up from another."""
    return any(rule_set_of(id) == rule_set for id in new)


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


# JSON.


def _rule_json(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "section": rule.section,
        "text": rule.text,
        "rule_sets": [*users_of(rule)],
        "replaced_by": [new for new, change in CHANGES.items() if rule.id in change.replaces.split()],
        "changed_by": [*altered_by(rule.id)],
    }


def _section_json(section: Section, edition: str | None) -> dict[str, Any]:
    rules = [rule.id for rule in section.rules if edition is None or is_used(rule, edition)]
    return {"id": section.id, "title": section.title, "rules": [id for id in rules if id != section.id]}
