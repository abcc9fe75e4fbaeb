"""The numbers of the components that no rulebook gives, and the TOML file in which users can correct them.

The file has the tables ``deck``, ``cells``, ``intrigue_cells``, ``track`` and ``intrigue_tiles``; for anything it does
not name, the assumed number applies (R2.3, R2.5, R10.2, R10.4, R10.6).
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final, NoReturn, TypeGuard, cast

from calimala_es.components import (
    ACTION_WORDS,
    ACTIONS,
    INTRIGUE_ACTIONS,
    INTRIGUE_PAIRS,
    INTRIGUE_ROWS,
    INTRIGUE_TILES,
    INTRIGUE_WORDS,
    PLACE_WORDS,
    ROWS,
    STARTING_CARDS,
    TRACK_STAGES,
    TRACK_STEPS,
)
from cli.exits import BoxError, TextError
from cli.files import source_name, text_lines
from replays.wishes import Box

LONGEST_FILE: Final = 32768
"""The length limit in characters; the longest sensible file has about two thousand."""

_MOST: Final = 99
_LEAST: Final = {("deck", card): 1 for card in STARTING_CARDS}
"""The numbers that must not be 0: a card of each of these is laid out at the start (R3.5)."""

_SUFFIXES: Final = {"W": "wood", "B": "brick", "M": "marble", "A": "artwork", "R": "artistry"}
_HEADING: Final = re.compile(r"\s*\[\s*([^]]*?)\s*\]")
_PLACE: Final = re.compile(r"line (\d+), column (\d+)")
_ASSIGNMENT: Final = re.compile(r"\s*([^=#]+?)\s*=")


# Writing.


def format_box(box: Box) -> str:
    """Return the numbers of a box, with their meanings, as a file that ``read_box`` reads."""
    deck = ((card, number, ACTION_WORDS[card]) for card, number in zip(ACTIONS, box.deck, strict=True))
    tiles = ((pair, box.tiles.count(pair), _pair_words(pair)) for pair in INTRIGUE_PAIRS)
    stages = ", ".join(map(str, box.stages))
    return f"""\
# What calimala assumes is in the box, since no rulebook says it. Correct what
# is different in your box, delete what is not, and use the file with:
#   calimala new --box FILE

# Copies of each action card (calimala rules R2.3).
{_table("deck", deck)}

# Places for cubes in each row of the board (R2.5).
{_table("cells", _rows(ROWS, box.cells))}

# The same in the rows that Intrigue adds (R10.4).
{_table("intrigue_cells", _rows(INTRIGUE_ROWS, box.intrigue_cells))}

# The faction track (R10.6): its steps to either side, and where the three
# stages begin.
[track]
steps = {box.steps}
stages = [{stages}]

# How many of the twelve intrigue tiles have each pair of actions (R10.2).
{_table("intrigue_tiles", tiles)}
"""


def _table(name: str, lines: Iterator[tuple[str, int, str]]) -> str:
    shown = [(f"{key} = {number}", words) for key, number, words in lines]
    width = max(len(text) for text, _ in shown)
    return "\n".join([f"[{name}]", *(f"{text:<{width}}  # {words}" for text, words in shown)])


def _rows(rows: tuple[str, ...], cells: tuple[int, ...]) -> Iterator[tuple[str, int, str]]:
    for row, number in zip(rows, cells, strict=True):
        place, _, kind = row.partition(".")
        yield row, number, f"{PLACE_WORDS[place]}, {_SUFFIXES[kind]}" if kind else PLACE_WORDS[place]


def _pair_words(pair: str) -> str:
    return " or ".join(INTRIGUE_WORDS[action] for action in pair)


# Reading.


def read_box(path: str) -> Box:
    """Read the numbers of a file, ``-`` for the standard input; raise ``BoxError``, ``TextError`` and ``OSError``."""
    return parse_box(_bounded(path), source_name(path))


def _bounded(path: str) -> str:
    text = ""
    for line in text_lines(path):
        text += line
        if len(text) > LONGEST_FILE:
            raise TextError(f"{source_name(path)}: more than {LONGEST_FILE} characters; this does not describe a box")
    return text


def parse_box(text: str, name: str) -> Box:
    """Return the numbers in a text; ``name`` is the name of the text in messages."""
    try:
        return _Reader(text, name).box(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise TextError(_about_syntax(str(error), name, text)) from None
    except (ValueError, RecursionError):
        raise TextError(f"{name}: this does not describe a box; expected {_EXPECTED}") from None


def _about_syntax(message: str, name: str, text: str) -> str:
    """Return the message for an error in the TOML itself; the parser gives the place at the end of its message."""
    what, _, place = message.partition(" (at ")
    found = _PLACE.match(place)
    line = f"{found[1]}:{found[2]}" if found else str(len(text.splitlines()) or 1)
    return f"{name}:{line}: this is not TOML: {what[:1].lower()}{what[1:]}; expected a line like W = 5"


_TABLES: Final = ("deck", "cells", "intrigue_cells", "track", "intrigue_tiles")
_EXPECTED: Final = f"one of the tables {' '.join(f'[{name}]' for name in _TABLES)}"


class _Reader:
    """Reads the tables of a file, and finds the line in the text where a key is."""

    def __init__(self, text: str, name: str) -> None:
        self._lines = text.splitlines()
        self._name = name

    def box(self, given: Mapping[str, Any]) -> Box:
        for key in given:
            if key not in _TABLES:
                self._refuse((key,), f"{key} is not something that a box has", _EXPECTED, "R2")
        usual = Box()
        steps, stages = self._track(self._table(given, "track", "R10.6"))
        return Box(
            self._numbers(given, "deck", ACTIONS, usual.deck, "R2.3"),
            self._numbers(given, "cells", ROWS, usual.cells, "R2.5"),
            self._numbers(given, "intrigue_cells", INTRIGUE_ROWS, usual.intrigue_cells, "R10.4"),
            steps,
            stages,
            self._tiles(given),
        )

    def _table(self, given: Mapping[str, Any], name: str, rule: str) -> dict[str, Any]:
        """Return a table with its keys joined: ``SMF.W`` is a table of its own in TOML."""
        table: object = given.get(name, {})
        if not _is_table(table):
            self._refuse(
                (name,), f"{name} is {_shown(table)}", f"a line [{name}], and below it one number per line", rule
            )
        return dict(_flat(table))

    def _numbers(
        self, given: Mapping[str, Any], name: str, keys: tuple[str, ...] | str, usual: tuple[int, ...], rule: str
    ) -> tuple[int, ...]:
        table = self._table(given, name, rule)
        for key in table:
            if key not in keys:
                self._refuse((name, key), f"[{name}] has no {key}", f"one of {' '.join(keys)}", rule)
        return tuple(
            self._number((name, key), table.get(key, number), _LEAST.get((name, key), 0), rule)
            for key, number in zip(keys, usual, strict=True)
        )

    def _number(self, path: tuple[str, str], value: object, least: int, rule: str) -> int:
        if type(value) is not int or not least <= value <= _MOST:
            self._refuse(path, f"{path[1]} is {_shown(value)}", f"a number from {least} to {_MOST}", rule)
        return value

    def _track(self, table: dict[str, Any]) -> tuple[int, tuple[int, ...]]:
        for key in table:
            if key not in ("steps", "stages"):
                self._refuse(("track", key), f"[track] has no {key}", "steps or stages", "R10.6")
        steps = self._number(("track", "steps"), table.get("steps", TRACK_STEPS), 1, "R10.6")
        stages = _numbers_of(table.get("stages", [*TRACK_STAGES]))
        if len(stages) != len(TRACK_STAGES) or stages != sorted({*stages}) or not 1 <= stages[0] <= stages[-1] <= steps:
            given = table.get("stages", [*TRACK_STAGES])
            right = f"three steps from 1 to {steps}, each after the one before"
            path = ("track", "stages" if "stages" in table else "steps")
            self._refuse(path, f"stages is {_shown(given)}", right, "R10.6")
        return steps, tuple(stages)

    def _tiles(self, given: Mapping[str, Any]) -> tuple[str, ...]:
        table = self._table(given, "intrigue_tiles", "R10.2")
        counts: dict[str, int] = {pair: 0 if table else INTRIGUE_TILES.count(pair) for pair in INTRIGUE_PAIRS}
        for key, value in table.items():
            pair = "".join(sorted(key, key=(INTRIGUE_ACTIONS + key).index))
            if pair not in counts:
                right = f"one of {' '.join(INTRIGUE_PAIRS)}"
                self._refuse(("intrigue_tiles", key), f"{key} is not a pair of intrigue actions", right, "R10.2")
            counts[pair] += self._number(("intrigue_tiles", key), value, 0, "R10.2")
        total = sum(counts.values())
        if total != len(INTRIGUE_TILES):
            right = f"numbers that add up to {len(INTRIGUE_TILES)}; a pair that is not named is on no tile"
            self._refuse(("intrigue_tiles",), f"{total} intrigue tiles", right, "R10.2")
        tiles = tuple(pair for pair, count in counts.items() for _ in range(count))
        return INTRIGUE_TILES if sorted(tiles) == sorted(INTRIGUE_TILES) else tiles

    def _refuse(self, path: tuple[str, ...], what: str, right: str, rule: str) -> NoReturn:
        raise BoxError(f"{self._name}:{self._line(path)}: {what}; expected {right}", rule)

    def _line(self, path: tuple[str, ...]) -> int:
        """Return the line of a key, or else that of its table, or else the first."""
        found = {_key(".".join(path[:1])): 1}
        table = ""
        for number, line in enumerate(self._lines, 1):
            if heading := _HEADING.match(line):
                table = _key(heading[1])
                found[table] = number
            elif assignment := _ASSIGNMENT.match(line):
                found[_key(f"{table}.{assignment[1]}" if table else assignment[1])] = number
        return found.get(_key(".".join(path)), found[_key(path[0])])


def _is_table(value: object) -> TypeGuard[dict[str, Any]]:
    """Return whether a value of TOML is a table; its keys are always text."""
    return isinstance(value, dict)


def _numbers_of(value: object) -> list[int]:
    """Return the numbers of a list that has nothing else; for any other value, none."""
    numbers = cast("list[object]", value) if isinstance(value, list) else []
    return [number for number in numbers if type(number) is int] if all(type(n) is int for n in numbers) else []


def _flat(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if _is_table(value) and value:
            yield from _flat(value, f"{before}{key}.")
        else:
            yield before + key, value


def _key(text: str) -> str:
    """Return a key without quotes and spaces."""
    return re.sub(r"[\s\"']", "", text)


def _shown(value: object) -> str:
    """Return a value for a message, shortened to fit on a line."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
