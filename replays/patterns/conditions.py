"""Conditions as a person types them: ``LIS~rr b.points>=10``, each a name, an operator and a value, without blanks.

``=`` and ``!=`` compare with a value in which ``?`` stands for one sign and ``*`` for any number of them; ``~`` and
``!~`` ask whether the value stands anywhere in it. ``< <= > >=`` compare numbers, and ``=`` and ``!=`` do so with
numbers. Letter case does not count. Knows nothing of positions and events.
"""

import re
from collections.abc import Callable, Iterable
from fnmatch import translate
from functools import lru_cache
from operator import ge, gt, le, lt
from typing import Final

from msgspec import Struct

from calimala_es.errors import CalimalaError

LONGEST: Final = 1_000
MOST_CONDITIONS: Final = 40
MOST_STARS: Final = 8

Facts = Iterable[str | int]
"""What is so: numbers and texts, of which one has to fit."""

NUMBER_OPERATORS: Final[dict[str, Callable[[int, int], bool]]] = {"<": lt, "<=": le, ">": gt, ">=": ge}
"""The operators that compare numbers only."""

_CONDITION: Final = re.compile(r"(>?[A-Za-z0-9_.*-]+?)(!=|!~|<=|>=|=|~|<|>)(\S+)")
_VALUE: Final = re.compile(r"[A-Za-z0-9_.?*+:>-]+")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,6}")
EMPTY: Final = "-"
"""The value that stands for nothing at all."""


class PatternError(CalimalaError):
    """A pattern that cannot be read; ``column`` is the place in it, from 1."""

    def __init__(self, column: int, message: str) -> None:
        """Store the column and what is wrong."""
        super().__init__(f"column {column}: {message}")
        self.column = column


class Condition(Struct, frozen=True):
    """A name, an operator and a value; ``column`` is where it stands in the pattern, from 1."""

    name: str
    operator: str
    value: str
    column: int = 1

    def holds(self, facts: Facts) -> bool:
        """Return whether one of the facts fits; for ``!=`` and ``!~`` whether one does not."""
        number = int(self.value) if _NUMBER.fullmatch(self.value) else None
        return any(self._fits(fact, number) for fact in facts)

    def _fits(self, fact: str | int, number: int | None) -> bool:
        compare = NUMBER_OPERATORS.get(self.operator)
        if compare:
            return number is not None and compare(fact if isinstance(fact, int) else len(fact), number)
        text = str(fact) or EMPTY
        return (self.operator[0] != "!") == (_matcher(self.value, "~" in self.operator).match(text) is not None)


@lru_cache(maxsize=256)
def _matcher(value: str, is_part: bool) -> re.Pattern[str]:
    return re.compile(translate(f"*{value}*" if is_part else value), re.IGNORECASE)


def parse_conditions(text: str, column: int = 1) -> tuple[Condition, ...]:
    """Read the conditions of a pattern, which starts at a column; raises ``PatternError``."""
    if len(text) > LONGEST:
        raise PatternError(column, f"more than {LONGEST} signs")
    found = [_condition(word[0], column + word.start()) for word in re.finditer(r"\S+", text)]
    if len(found) > MOST_CONDITIONS:
        raise PatternError(found[MOST_CONDITIONS].column, f"more than {MOST_CONDITIONS} conditions")
    return tuple(found)


def _condition(word: str, column: int) -> Condition:
    match = _CONDITION.fullmatch(word)
    if not match:
        raise PatternError(column, f"{word[:40]!r} is no condition; a name, one of = != ~ !~ < <= > >= and a value")
    name, operator, value = match.groups()
    where = column + match.start(3)
    strange = _VALUE.match(value)
    if not strange or strange.end() < len(value):
        at = strange.end() if strange else 0
        raise PatternError(where + at, f"{value[at]!r} stands in no value")
    if operator in NUMBER_OPERATORS and not _NUMBER.fullmatch(value):
        raise PatternError(where, f"{value[:40]!r} is no number, and {operator} compares numbers")
    if value.count("*") > MOST_STARS:
        raise PatternError(where, f"more than {MOST_STARS} stars in a value")
    return Condition(name, operator, value, column)
