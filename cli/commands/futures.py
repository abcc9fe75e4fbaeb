"""``compare_futures``: several continuations from one moment, side by side."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import click

from calimala_es.components import COLOUR_WORDS
from calimala_es.headers import FORK
from cli.files import GameName, address_of, is_game_id
from cli.games import FoundGame, find_place, sound, stored_game, the_store
from cli.options import CommandWithExamples, json_option
from cli.prompt import WIDTH
from cli.streams import Named
from cli.terminal import harmless, paint, say, write_json
from replays.edit.diff import line_of
from replays.edit.futures import Future, Futures, TurnRow, compare_futures
from replays.text.changes import changes_lines
from replays.text.names import Names
from replays.text.terminal import wrapped

MOST: Final = 20
"""The largest number of futures side by side."""


@click.command(
    "futures",
    cls=CommandWithExamples,
    examples=(
        "calimala futures friday",
        "calimala futures study.cgn#v1 study.cgn#v2 study.cgn",
        "calimala futures friday what-if what-else --json",
    ),
)
@click.argument("names", metavar="GAME...", nargs=-1, required=True, type=GameName())
@json_option
def futures_command(names: Sequence[str], as_json: bool) -> None:
    """Show several ways to go on side by side.

    A GAME may be a variation, as game.cgn#v1. Of one GAME alone its variations stand beside it, and in the store its
    forks as well. Told are the turns that are not the same, with everybody's points behind each, and what has changed
    in each future since the moment at which the first of them parts.
    """
    first, rows = _rows(names)
    if len(rows) < 2:
        raise click.UsageError(f"{names[0]} has no variations and no forks; name two games or more")
    if len(rows) > MOST:
        raise click.UsageError(f"{len(rows)} futures; at most {MOST} stand side by side, name those that are meant")
    found = compare_futures([row.name for row in rows], [row.record for row in rows])
    if as_json:
        write_json(_document(found, first.english))
        return
    for line in futures_lines(found, first.names):
        say(line)


def _rows(names: Sequence[str]) -> tuple[FoundGame, list[Named]]:
    """Return the game of the first line, and the requested lines by name."""
    games = [sound(find_place(name, None)) for name in names]
    for name, game in zip(names, games, strict=True):
        if game.place:
            raise click.UsageError(f"{name} names a place in a game; this command takes games and variations")
    first = games[0]
    rows = [Named(name, game.record) for name, game in zip(names, games, strict=True)]
    if len(games) > 1 or first.variation:
        return first, rows
    beside = [one for move in first.record.moves for one in move.variations]
    rows += [Named(f"{names[0]}#{one.id}", line_of(first.record, one.id)) for one in beside]
    rows += [Named(id, sound(stored_game(id)).record) for id in _forks_of(first)]
    return first, [row for number, row in enumerate(rows) if not number or not _is_repeated(row, number, rows)]


def _is_repeated(row: Named, number: int, rows: Sequence[Named]) -> bool:
    """Return whether another line begins with all of this one: a fork that was not continued, or was joined."""
    commands = row.record.commands
    return any(
        other.record.commands[: len(commands)] == commands
        for place, other in enumerate(rows)
        if place < number or (place > number and other.record.commands != commands)
    )


def _forks_of(game: FoundGame) -> Iterator[str]:
    """Yield the games of the store that were forked from a stored one."""
    if not game.stored:
        return
    for summary in the_store().summaries():
        origin = dict(summary.headers).get(FORK, "")
        if origin and address_of(origin).name == game.stored.id and is_game_id(summary.id):
            yield summary.id


def futures_lines(found: Futures, names: Names) -> Iterator[str]:
    """Yield futures as lines for a person."""
    language = names.language
    yield language.counted(
        "These games share {number} decision.", "These games share {number} decisions.", found.shared
    )
    given = [harmless(one.name) for one in found.futures]
    width = max(map(len, given))
    for row in found.turns:
        yield from _turn_lines(row, given, width)
    for name, one in zip(given, found.futures, strict=True):
        yield ""
        yield _summary(paint(name, "heading"), one, names)
        for line in changes_lines(one.changes, names):
            yield from (f"  {part}" for part in wrapped(line.split(" "), WIDTH - 2))


def _turn_lines(row: TurnRow, names: Sequence[str], width: int) -> Iterator[str]:
    mark = f"{row.mark + '.':>4}"
    for name, words, points in zip(names, row.words, row.points, strict=True):
        if words:
            yield f"{mark} {name:{width}}  {words}  ={'-'.join(map(str, points))}"
            mark = " " * len(mark)


def _summary(name: str, one: Future, names: Names) -> str:
    """Return how far a future goes, and everybody's points there."""
    language = names.language
    points = language.word("list", ", ").join(
        language.text("{name} {points} ({gained})", name=names.name(seat), points=points, gained=f"{gained:+d}")
        for seat, (points, gained) in enumerate(zip(one.points, one.gained, strict=True))
    )
    fields = {"future": name, "points": points}
    if not one.decisions:
        if one.is_over:
            return language.text("{future}: no decisions of its own, game over; {points}", **fields)
        return language.text("{future}: no decisions of its own; {points}", **fields)
    if one.is_over:
        return language.counted(
            "{future}: {number} decision of its own, game over; {points}",
            "{future}: {number} decisions of its own, game over; {points}",
            one.decisions,
            **fields,
        )
    return language.counted(
        "{future}: {number} decision of its own; {points}",
        "{future}: {number} decisions of its own; {points}",
        one.decisions,
        **fields,
    )


def _document(found: Futures, names: Names) -> dict[str, Any]:
    colours = [COLOUR_WORDS[colour] for colour in names.setup.parties]
    return {
        "shared": found.shared,
        "parties": colours,
        "futures": [
            {
                "game": one.name,
                "at": str(one.id) if one.id else None,
                "decisions": one.decisions,
                "over": one.is_over,
                "points": [*one.points],
                "gained": [*one.gained],
                "changes": changes_lines(one.changes, names),
            }
            for one in found.futures
        ],
        "turns": [
            {"turn": row.mark, "words": [*row.words], "points": [[*points] for points in row.points]}
            for row in found.turns
        ],
    }
