"""Patterns of positions, see ``replays.patterns``, as conditions in SQL on the table of positions.

A library has what everybody sees before each placement, and not everything of that: a pattern that asks for more
raises ``PatternError``. Streets are named by their tiles only, since squares depend on the side of the table.
"""

import re
from typing import Final

from calimala_es.board import STREETS
from calimala_es.components import ROW_INDEX
from replays.library.folder import quoted
from replays.patterns import ANYBODY, NUMBER_OPERATORS, Condition, PatternError, PositionPattern

PLACEMENTS: Final = """
    SELECT positions.*, chosen.players, chosen.city, chosen.council, chosen.third,
           colours, families
    FROM positions JOIN chosen USING (game) JOIN (
        SELECT game, string_agg(colour, '' ORDER BY seat) AS colours, list(family ORDER BY seat) AS families
        FROM seats GROUP BY game
    ) USING (game)
"""
"""The positions with what conditions need of the game: its players, city, council, colours and families."""

_MAT: Final = {name: name for name in ("coloured", "white", "points", "wood", "brick", "marble", "cloth", "ships")} | {
    "family": "families",
    "houses": "houses",
    "hand": "hand",
}
"""The columns with one value for each seat, by the name of the part."""

_COUNTED: Final = ("houses", "hand")
"""The parts of which a library has only the number."""

_TABLE: Final = {
    "turn": "turn",
    "active": "substr(colours, active + 1, 1)",
    "players": "players",
    "seats": "{seats}",
    "now": "'place'",
    "winner": "''",
}
"""The value of the parts of the table."""


def condition_in_sql(pattern: PositionPattern) -> str:
    """Return the condition on a row of ``PLACEMENTS`` that a pattern makes; raise ``PatternError``.

    >>> from replays.patterns import parse_position_pattern
    >>> condition_in_sql(parse_position_pattern("turn>=5"))
    'len(list_filter([turn], lambda fact: fact >= 5)) > 0'
    """
    return " AND ".join(map(_condition, pattern.conditions))


def _condition(condition: Condition) -> str:
    """Return the condition that one of the facts fits; for a street first that the city has it, which the database
    finds out once for each game.
    """
    fits = f"len(list_filter({_facts(condition)}, lambda fact: {_test(condition)})) > 0"
    return f"{_street(condition.name)} IS NOT NULL AND {fits}" if _is_street(condition.name) else fits


def _test(condition: Condition) -> str:
    """Return the test of one fact, a number or a text."""
    if condition.operator in NUMBER_OPERATORS:
        return f"{_size(condition.name)} {condition.operator} {int(condition.value)}"
    part = "".join({"*": ".*", "?": "."}.get(sign, re.escape(sign)) for sign in condition.value)
    pattern = quoted(f".*{part}.*" if "~" in condition.operator else part)
    holds = f"regexp_full_match(CASE fact::VARCHAR WHEN '' THEN '-' ELSE fact::VARCHAR END, {pattern}, 'is')"
    return f"NOT {holds}" if condition.operator[0] == "!" else holds


def _size(name: str) -> str:
    """Return what is compared with a number: the number itself, or the length of a text."""
    what = name.rpartition(".")[2]
    is_number = what in ("turn", "players") or ("." in name and what in _MAT and what != "family")
    return "fact" if is_number and name not in ROW_INDEX else "length(fact)"


def _facts(condition: Condition) -> str:
    """Return the list of values of a part, of which one must fit."""
    name = condition.name
    who, point, what = name.partition(".")
    if point and what in _MAT:
        if what in _COUNTED and condition.operator not in NUMBER_OPERATORS:
            raise PatternError(condition.column, f"a library has only the number of {what}; compare it, e.g. {name}>=1")
        if who == ANYBODY:
            return f"{_MAT[what]}[1:players]"
        place = f"strpos(colours, {quoted(who)})"
        return f"{_MAT[what]}[{place}:CASE {place} WHEN 0 THEN -99 ELSE {place} END]"
    if name in _TABLE:
        return f"[{_TABLE[name].format(seats=_coloured('seats'))}]"
    if name[0] == ">":
        seat = f"substr(scored, list_position(council, {quoted(name[1:])})::INTEGER, 1)"
        return f"[{_coloured(seat)}]"
    if name in ROW_INDEX:
        number = ROW_INDEX[name] + 1
        return f"list_transform(rows[{number}:{number}], lambda cubes: {_coloured('cubes')})"
    if _is_street(name):
        return f"[{_coloured(f'stacks[{_street(name)}]')}]"
    raise PatternError(condition.column, f"a library does not have {name}; leave it out, or use games find")


def _is_street(name: str) -> bool:
    return name.isalpha() and len(name) == 2


def _street(name: str) -> str:
    """Return the number of the street between two tiles, from 1; null if the city does not have it."""
    either = f"({quoted(name)}, {quoted(name[::-1])})"
    cases = (
        f"WHEN substr(city, {one}, 1) || substr(city, {two}, 1) IN {either} THEN {number}"
        for number, (one, two) in enumerate(STREETS, 1)
    )
    return f"CASE {' '.join(cases)} END"


def _coloured(marks: str) -> str:
    """Return marks of seats as colours."""
    return f"translate({marks}, '01234'[1:length(colours || third)], colours || third)"
