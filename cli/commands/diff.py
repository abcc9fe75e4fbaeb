"""``diff``: where two games, or two variations, differ, and how their positions differ."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import click

from cli.files import GameName
from cli.options import FINDINGS, CommandWithExamples, json_option
from cli.prompt import WIDTH
from cli.streams import Damage, Named, rows_of
from cli.terminal import counted, harmless, say, write_json
from replays.edit.conflicts import PartDifference
from replays.edit.diff import GameDifference, NoteDifference, Parting, diff
from replays.edit.futures import TurnRow, turns_side_by_side
from replays.text.terminal import wrapped

INDENT: Final = "  "
NOTHING: Final = "-"
"""The text shown if one of the two games has nothing."""


@click.command(
    "diff",
    cls=CommandWithExamples,
    examples=(
        "calimala diff first.cgn second.cgn",
        "calimala diff game.cgn#v1 game.cgn",
        "calimala diff league.cgn#3 league.cgn#4 --by-turn",
    ),
)
@click.argument("one", metavar="GAME", type=GameName())
@click.argument("other", metavar="GAME", type=GameName())
@click.option("--by-turn", is_flag=True, help="Turn by turn side by side, as for one set-up that two groups play.")
@json_option
def diff_command(one: str, other: str, by_turn: bool, as_json: bool) -> int:
    """Tell where two games part.

    A GAME may be a variation, as game.cgn#v1: the main line up to it, and then its decisions. Told are the first
    decision that is not the same, the parts of the position that differ behind it and at the end, headers, and what is
    said about decisions that both have. A card that only one of them knows is no other card; told is of how many
    decisions one knows more. The code is 1 where anything differs. Of files with several games the first of each are
    compared, the second of each, and so on.
    """
    damage = Damage()
    documents: list[dict[str, Any]] = []
    differs = False
    for row in rows_of((one, other), damage, takes_variations=True):
        if len(row) < 2:
            continue
        found = diff(row[0].record, row[1].record)
        differs |= not found.is_none
        turns = turns_side_by_side(row[0].record, row[1].record) if by_turn else []
        if as_json:
            documents.append(_document(row, found, turns))
            continue
        for line in _turn_lines(row, turns) if by_turn else difference_lines(row, found):
            say(line)
    if as_json:
        write_json(documents[0] if len(documents) == 1 else documents)
    code = damage.code()
    return FINDINGS if differs else code


def difference_lines(row: Sequence[Named], found: GameDifference) -> Iterator[str]:
    """Yield the differences between two games, as lines for a person; none if there are none."""
    if found.is_none:
        return
    names = [harmless(game.name) for game in row]
    yield f"{names[0]} -> {names[1]}"
    if any(found.setup):
        yield "The tables are not the same:"
        for name, lines in zip(names, found.setup, strict=True):
            yield from (f"{INDENT}{name}: {harmless(line)}" for line in lines)
    for header in found.headers:
        yield f"{header.name}: {_values(header.one)} -> {_values(header.other)}"
    yield from _part_lines("One knows more at the start:", found.start)
    for name, count in zip(names, found.known, strict=True):
        if count:
            yield f"{name} knows more of {counted(count, 'decision')}"
    if found.parting:
        yield from _parting_lines(names, found.parting, found.lengths)
        yield from _part_lines("At the end:", found.end)
    for said in found.notes:
        yield from _note_lines(names, said)


def _values(values: Sequence[str]) -> str:
    return ", ".join(f'"{harmless(value)}"' for value in values) or NOTHING


def _parting_lines(names: Sequence[str], parting: Parting, lengths: tuple[int, int]) -> Iterator[str]:
    yield (
        f"They share {counted(parting.number, 'decision')}" + ("" if all(parting.ids) else ", and one goes on") + ":"
    )
    width = max(map(len, names))
    for name, id, words, length in zip(names, parting.ids, parting.words, lengths, strict=True):
        more = " ..." if parting.number + len(words) < length else ""
        yield f"{INDENT}{name:{width}}  " + (f"{id}  {' '.join(words)}{more}" if id else "ends here")
    yield from _part_lines("Behind the first of them:", parting.parts)


def _part_lines(title: str, parts: Sequence[PartDifference]) -> Iterator[str]:
    if parts:
        yield title
        words = ", ".join(str(part).replace(" ", "\0") for part in parts).split(" ")
        yield from (INDENT + line.replace("\0", " ") for line in wrapped(words, WIDTH - len(INDENT)))


def _note_lines(names: Sequence[str], said: NoteDifference) -> Iterator[str]:
    yield f"Said behind {said.id}:" if said.id else "Said at the start:"
    for name, words in zip(names, (said.one, said.other), strict=True):
        if words:
            yield f"{INDENT}{name}: {harmless(' '.join(words))}"


def _turn_lines(row: Sequence[Named], turns: Sequence[TurnRow]) -> Iterator[str]:
    """Yield each turn of both games one below the other, with everybody's points after it; one line for equal turns."""
    names = [harmless(game.name) for game in row]
    width = max(map(len, (*names, "both")))
    for turn in turns:
        mark = f"{turn.mark + '.':>4}"
        points = ["-".join(map(str, points)) for points in turn.points]
        if turn.words[0] == turn.words[1] and points[0] == points[1]:
            yield f"{mark} {'both':{width}}  {turn.words[0]}  ={points[0]}"
            continue
        for name, words, total in zip(names, turn.words, points, strict=True):
            yield f"{mark} {name:{width}}  {f'{words}  ={total}' if words else NOTHING}"
            mark = " " * len(mark)


def _document(row: Sequence[Named], found: GameDifference, turns: Sequence[TurnRow]) -> dict[str, Any]:
    """Return the JSON of a difference; each pair belongs to the first and the second game."""
    parting = found.parting
    document: dict[str, Any] = {
        "games": [game.name for game in row],
        "same": found.is_none,
        "decisions": [*found.lengths],
        "setup": [[*lines] for lines in found.setup],
        "headers": [{"name": each.name, "values": [[*each.one], [*each.other]]} for each in found.headers],
        "start": _parts(found.start),
        "known": [*found.known],
        "parting": parting
        and {
            "shared": parting.number,
            "at": [str(id) if id else None for id in parting.ids],
            "words": [[*words] for words in parting.words],
            "parts": _parts(parting.parts),
        },
        "end": _parts(found.end),
        "notes": [
            {"at": str(each.id) if each.id else None, "said": [[*each.one], [*each.other]]} for each in found.notes
        ],
    }
    if turns:
        document["turns"] = [
            {"turn": turn.mark, "words": [*turn.words], "points": [[*points] for points in turn.points]}
            for turn in turns
        ]
    return document


def _parts(parts: Sequence[PartDifference]) -> list[dict[str, Any]]:
    return [{"part": part, "values": [one, other]} for part, one, other in parts]
