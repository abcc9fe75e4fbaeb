"""What click says about a command line, in sentences of the program's own, in every language."""

import re
from typing import Any, Final

import click

from replays.text.languages import Language, message
from replays.text.terms import join_or

_SENTENCES: Final[tuple[tuple[str, str], ...]] = (
    (r"(?P<word>.+) is not one of (?P<known>'.+')\.", message("{word} is not valid; choose {known}")),
    (
        r"(?P<word>\S+) is not in the range (?:x>=)?(?P<least>\d+)(?:<=x<=9{6,})?\.",
        message("{word} is not valid; choose {least} or a higher number"),
    ),
    (
        r"(?P<word>\S+) is not in the range (?P<least>\d+)<=x<=(?P<most>\d+)\.",
        message("{word} is not valid; choose a number from {least} to {most}"),
    ),
    (r"(?P<word>.+) is not a valid (?:integer|float)(?: range)?\.", message("{word} is not a number")),
    (r"Option '(?P<option>\S+)' requires an argument\.", message("{option} needs a value")),
    (r"Option '(?P<option>\S+)' does not take a value\.", message("{option} does not take a value")),
    (
        r"Got unexpected extra arguments? \((?P<words>[^ =]+=.+)\)",
        message("too many arguments: {words}; write names and headers as options, e.g. --name blue=Maria"),
    ),
    (r"Got unexpected extra arguments? \((?P<words>.+)\)", message("too many arguments: {words}")),
)
"""What click says, as a regular expression with the fields of the message that is printed instead."""


class NameChoice(click.Choice[str]):
    """A choice of names, accepted in any letter case, which an error lists as they are spelt."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """Return what click says about another value, with the names as they are spelt."""
        return f"{str(value)!r} is not one of {', '.join(map(repr, self.choices))}."


def sentence_of(said: str, language: Language) -> str:
    """Return the sentence for what click says; anything else as it is.

    >>> from replays.text.languages import ENGLISH
    >>> sentence_of("9 is not in the range 2<=x<=5.", ENGLISH)
    "'9' is not valid; choose a number from 2 to 5"
    >>> sentence_of("'luck' is not one of 'points', 'lead', 'gifts'.", ENGLISH)
    "'luck' is not valid; choose points, lead or gifts"
    """
    for pattern, sentence in _SENTENCES:
        if found := re.fullmatch(pattern, said, re.DOTALL):
            fields = found.groupdict()
            if "known" in fields:
                fields["known"] = join_or(re.findall(r"'([^']*)'", fields["known"]), language)
            if "word" in fields and not fields["word"].startswith(("'", '"')):
                fields["word"] = repr(fields["word"])
            return language.text(sentence, **fields)
    return said
