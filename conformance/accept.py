"""``python -m conformance.accept``: write what Calimala answers to every case, or to those that are named.

An answer is part of the standard once it is written: read the difference before it is committed. What a case is tagged
with follows from its text. Only whether it is about events, and whether the specification only recommends what is
answered, does not: an answer keeps what it has, and ``--events`` and ``--recommended`` name the new ones.
"""

import argparse
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from calimala_es.setup import rule_set_of
from conformance.answer import answer_game
from conformance.check import ABBREVIATED, NOT_LEGAL, RULE_SETS, paths, selection, set_up_of
from notation import Reading, read_games
from notation.grammar.tokens import split_games

NOTE: Final = re.compile(r"[{%#;&$(=)]|.*[!)]|(?!.*:=).*([A-Za-z0-9_^/]\?|\?\?)$")
"""The words of notes, checks and variations, and decisions with a glyph."""

WIDTH: Final = 100
"""How long a line of answers may be before its parts have lines of their own."""

HEADERS_OF_RULES: Final = (
    ("families", re.compile(r"\[\s*Families\s")),
    ("intrigue", re.compile(r"\[\s*Intrigue\s")),
    ("second", re.compile(r'\[\s*Rules\s+"\s*second')),
)
"""What tells the rule set of a game whose headers do not define a start; it is of the first edition otherwise."""


def main() -> None:
    """Write the answers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", type=selection, default=[], metavar="LIST", help="sections and numbers of cases")
    parser.add_argument("--events", type=selection, default=[], metavar="LIST", help="cases that are about events")
    parser.add_argument("--recommended", type=selection, default=[], metavar="LIST", help="cases of recommendations")
    options = parser.parse_args()
    about_events = {*paths(options.events)} if options.events else set[Path]()
    recommended = {*paths(options.recommended)} if options.recommended else set[Path]()
    for case in paths(options.only):
        path = case.with_suffix(".json")
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        has_events, is_recommended = marks_of(before)
        written = accepted(
            case, events=has_events or case in about_events, recommended=is_recommended or case in recommended
        )
        if written != before:
            path.write_text(written, encoding="utf-8")
            print(path.relative_to(case.parents[1]))


def marks_of(answers: str) -> tuple[bool, bool]:
    """Return whether a file of answers has events, and whether they are only recommended."""
    return '"events":' in answers, '"recommended":' in answers


def accepted(case: Path, *, events: bool = False, recommended: bool = False) -> str:
    """Return the file of answers of a case."""
    text = case.read_bytes().decode("utf-8")
    readings = [*read_games(text)]
    games = [answer_game(reading, events=events) for reading in readings]
    lines = text.split("\n")[:-1]
    tags = {"level": level_of(text, readings, games), "rules": rule_sets_of(text, readings)}
    tags |= {"recommended": True} if recommended else {}
    forms = [
        compact(game, lines, reading.line, set_up_of(games[:number]))
        for number, (game, reading) in enumerate(zip(games, readings, strict=True))
    ]
    return laid_out(tags, forms)


def level_of(text: str, readings: Iterable[Reading], games: Iterable[Mapping[str, Any]]) -> int:
    """Return the level at which a program is first asked about a text."""
    words = (word for game in split_games(text, "") for word in game.tokens())
    moves = (move for reading in readings if reading.game for move in reading.game.moves)
    if any(map(NOTE.match, words)) or any(move.notes or move.variations for move in moves):
        return 5
    is_illegal = [bool(game["errors"]) and game["errors"][0]["kind"] == NOT_LEGAL for game in games]
    return 2 if is_illegal and all(is_illegal) else 1


def rule_sets_of(text: str, readings: Iterable[Reading]) -> list[str]:
    """Return the rule sets of the games of a text."""
    sources = ["".join(line for _, line in game.headers) for game in split_games(text, "")]
    found = {
        rule_set_of(reading.game.setup) if reading.game else _rule_set_in(source)
        for reading, source in zip(readings, sources, strict=True)
    }
    return sorted(found, key=RULE_SETS.index)


def _rule_set_in(headers: str) -> str:
    return next((name for name, header in HEADERS_OF_RULES if header.search(headers)), "first")


def compact(game: Mapping[str, Any], lines: Sequence[str], first: int, set_up: str) -> dict[str, Any]:
    """Return an answer without what is empty, and with the numbers of lines instead of lines of the question.

    ``set_up`` is how the position line of the game before begins.
    """
    text, position = game["text"], game["position"]
    said = {"text": None if text is None else [*_spans(text.split("\n")[:-1], lines, first - 1)]}
    if position and set_up and position.startswith(set_up):
        said["position"] = ABBREVIATED + position.removeprefix(set_up)
    return said | {part: value for part, value in game.items() if part not in said and (value or part == "events")}


def _spans(text: Sequence[str], lines: Sequence[str], first: int) -> list[str | list[int]]:
    """Return the lines of a text: ``[4, 9]`` for lines 4 to 9 of the question, and other lines as they are."""
    written: list[str | list[int]] = []
    expected = first
    for line in text:
        found = expected if lines[expected : expected + 1] == [line] else _index(lines, line, first)
        last = written[-1] if written else None
        if found < 0:
            written.append(line)
            continue
        if isinstance(last, list) and last[1] == found:
            last[1] = found + 1
        else:
            written.append([found + 1, found + 1])
        expected = found + 1
    return written


def _index(lines: Sequence[str], line: str, first: int) -> int:
    try:
        return lines.index(line, first)
    except ValueError:
        return -1


def laid_out(tags: Mapping[str, Any], games: Sequence[Mapping[str, Any]]) -> str:
    """Return JSON with a line for each part of a game, or several for a long one, so that a difference can be read."""
    head = ", ".join(f'"{name}": {json.dumps(value)}' for name, value in tags.items())
    return "{" + head + ', "games": [\n' + ",\n".join(map(_game, games)) + "\n]}\n"


def _game(game: Mapping[str, Any]) -> str:
    return "{" + ",\n".join(f'"{part}": {_value(value)}' for part, value in game.items()) + "}"


def _value(value: Any) -> str:
    line = json.dumps(value, separators=(",", ":"))
    if value is None or isinstance(value, str) or len(value) < 2 or len(line) <= WIDTH:
        return line
    return "[\n" + ",\n".join(" " + json.dumps(part, separators=(",", ":")) for part in value) + "]"


if __name__ == "__main__":
    main()
