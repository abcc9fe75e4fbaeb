"""``compare``: where two games differ, and several continuations of one game side by side."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import click

from calimala_es.components import COLOUR_WORDS
from calimala_es.headers import FORK
from cli.duplicates import check_duplicates, duplicates_of, result_lines
from cli.exits import wrong_usage
from cli.files import LAST, GameName, address_of, is_game_id, open_folders
from cli.games import FoundGame, find_place, sound, stored_game, the_store
from cli.options import FINDINGS, OK, CommandWithExamples, json_option, settings
from cli.streams import Damage, Named, rows_of
from cli.terminal import WIDTH, harmless, paint, say, write_json
from replays.edit.conflicts import PartDifference
from replays.edit.diff import GameDifference, NoteDifference, Parting, diff, line_of
from replays.edit.futures import Future, Futures, TurnRow, compare_futures, turns_side_by_side
from replays.text.changes import changes_lines
from replays.text.languages import Language
from replays.text.names import Names
from replays.text.terminal import wrapped

INDENT: Final = "  "
NOTHING: Final = "-"
"""The text shown if one of the two games has nothing."""

MOST: Final = 20
"""The largest number of games side by side."""


@click.command(
    "compare",
    cls=CommandWithExamples,
    examples=(
        "calimala compare friday",
        "calimala compare game.cgn#v1 game.cgn --by-turn",
    ),
)
@click.argument("names", metavar="[GAME]...", nargs=-1, type=GameName(), callback=open_folders)
@click.option("--by-turn", is_flag=True, help="Print the turns side by side, with everybody's points")
@click.option(
    "--duplicates",
    is_flag=True,
    help="Compare games with the same cards, seat by seat (see new --duplicate); with one game, find the others",
)
@json_option
def compare_command(names: Sequence[str], by_turn: bool, duplicates: bool, as_json: bool) -> int:
    """Show where two games differ: in decisions, positions, headers and notes. With one game, compare its variations
    and forks; with more than two, print them turn by turn.

    A card known in only one of the games is not a difference. Files are compared game by game.
    """
    if duplicates:
        _compare_duplicates(names or (LAST,), as_json)
        return OK
    if len(names) == 2:
        return _compare_two(names, by_turn, as_json)
    _compare_many(names or (LAST,), as_json)
    return OK


# Two games.


def _compare_two(names: Sequence[str], by_turn: bool, as_json: bool) -> int:
    damage = Damage()
    documents: list[dict[str, Any]] = []
    differs, language = False, settings().language
    for row in rows_of(names, damage, takes_variations=True):
        if len(row) < 2:
            continue
        found = diff(row[0].record, row[1].record)
        differs |= not found.is_none
        turns = turns_side_by_side(row[0].record, row[1].record) if by_turn else []
        if as_json:
            documents.append(_difference_json(row, found, turns))
            continue
        for line in _pair_lines(row, turns, language) if by_turn else difference_lines(row, found, language):
            say(line)
    if as_json:
        write_json(documents[0] if len(documents) == 1 else documents)
    code = damage.code()
    if not (differs or code or as_json or by_turn):
        say(language.text("The games do not differ."))
    return FINDINGS if differs else code


def difference_lines(row: Sequence[Named], found: GameDifference, language: Language) -> Iterator[str]:
    """Yield the differences between two games, as lines for a person; none if there are none."""
    if found.is_none:
        return
    names = [harmless(game.name) for game in row]
    yield f"{names[0]} -> {names[1]}"
    if any(found.setup):
        yield language.text("The set-ups differ:")
        for name, lines in zip(names, found.setup, strict=True):
            yield from (f"{INDENT}{name}: {harmless(line)}" for line in lines)
    for header in found.headers:
        yield f"{header.name}: {_values(header.one)} -> {_values(header.other)}"
    yield from _part_lines(language.text("Known to only one of them at the start:"), found.start)
    for name, count in zip(names, found.known, strict=True):
        if count:
            yield language.counted(
                "{game} records {number} decision in more detail",
                "{game} records {number} decisions in more detail",
                count,
                game=name,
            )
    if found.parting:
        yield from _parting_lines(names, found.parting, found.lengths, language)
        yield from _part_lines(language.text("At the end:"), found.end)
    for said in found.notes:
        yield from _note_lines(names, said, language)


def _values(values: Sequence[str]) -> str:
    return ", ".join(f'"{harmless(value)}"' for value in values) or NOTHING


def _parting_lines(
    names: Sequence[str], parting: Parting, lengths: tuple[int, int], language: Language
) -> Iterator[str]:
    if all(parting.ids):
        yield language.counted("They share {number} decision:", "They share {number} decisions:", parting.number)
    else:
        yield language.counted(
            "They share {number} decision, and one continues:",
            "They share {number} decisions, and one continues:",
            parting.number,
        )
    width = max(map(len, names))
    for name, id, words, length in zip(names, parting.ids, parting.words, lengths, strict=True):
        more = " ..." if parting.number + len(words) < length else ""
        yield f"{INDENT}{name:{width}}  " + (f"{id}  {' '.join(words)}{more}" if id else language.text("ends here"))
    yield from _part_lines(language.text("After the first difference:"), parting.parts)


def _part_lines(title: str, parts: Sequence[PartDifference]) -> Iterator[str]:
    if parts:
        yield title
        words = ", ".join(str(part).replace(" ", "\0") for part in parts).split(" ")
        yield from (INDENT + line.replace("\0", " ") for line in wrapped(words, WIDTH - len(INDENT)))


def _note_lines(names: Sequence[str], said: NoteDifference, language: Language) -> Iterator[str]:
    yield language.text("Notes after {place}:", place=said.id) if said.id else language.text("Notes at the start:")
    for name, words in zip(names, (said.one, said.other), strict=True):
        if words:
            yield f"{INDENT}{name}: {harmless(' '.join(words))}"


def _pair_lines(row: Sequence[Named], turns: Sequence[TurnRow], language: Language) -> Iterator[str]:
    """Yield each turn of both games one below the other, with everybody's points after it; one line for equal turns."""
    names = [harmless(game.name) for game in row]
    both = language.text("both")
    width = max(map(len, (*names, both)))
    for turn in turns:
        mark = f"{turn.mark + '.':>4}"
        points = ["-".join(map(str, points)) for points in turn.points]
        if turn.words[0] == turn.words[1] and points[0] == points[1]:
            yield f"{mark} {both:{width}}  {turn.words[0]}  ={points[0]}"
            continue
        for name, words, total in zip(names, turn.words, points, strict=True):
            yield f"{mark} {name:{width}}  {f'{words}  ={total}' if words else NOTHING}"
            mark = " " * len(mark)


def _difference_json(row: Sequence[Named], found: GameDifference, turns: Sequence[TurnRow]) -> dict[str, Any]:
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


# One game with its variations and forks, or several games.


def _compare_many(names: Sequence[str], as_json: bool) -> None:
    first, rows = _rows(names)
    if len(rows) < 2:
        raise wrong_usage("{game} has no variations and no forks: name two or more games to compare", game=first.name)
    if len(rows) > MOST:
        raise wrong_usage(
            "{number} games are too many to compare: name at most {most} of them", number=len(rows), most=MOST
        )
    found = compare_futures([row.name for row in rows], [row.record for row in rows])
    if as_json:
        write_json(_futures_json(found, first.english))
        return
    for line in futures_lines(found, first.names):
        say(line)


def _compare_duplicates(names: Sequence[str], as_json: bool) -> None:
    """Print the turns of games with the same cards side by side, then what each seat scored at each table."""
    games = [sound(find_place(name, None)) for name in names]
    first = games[0]
    rows = [Named(game.name, game.record) for game in games] if len(games) > 1 else duplicates_of(first)
    check_duplicates(rows)
    if len(rows) > MOST:
        raise wrong_usage(
            "{number} games are too many to compare: name at most {most} of them", number=len(rows), most=MOST
        )
    found = compare_futures([row.name for row in rows], [row.record for row in rows])
    language = first.names.language
    if as_json:
        write_json(_futures_json(found, Names.of(first.setup)))
        return
    for line in (*futures_lines(found, Names.of(first.setup, {}, language)), "", *result_lines(rows, language)):
        say(line)


def _rows(names: Sequence[str]) -> tuple[FoundGame, list[Named]]:
    """Return the game of the first line, and the requested lines by name."""
    games = [sound(find_place(name, None)) for name in names]
    for name, game in zip(names, games, strict=True):
        if game.place:
            raise wrong_usage(
                "{name} names a moment of a game; this command takes whole games and variations, e.g. game.cgn#v1",
                name=name,
            )
    first = games[0]
    rows = [Named(first.name if name == LAST else name, game.record) for name, game in zip(names, games, strict=True)]
    if len(games) > 1 or first.variation:
        return first, rows
    beside = [one for move in first.record.moves for one in move.variations]
    rows += [Named(f"{first.name}#{one.id}", line_of(first.record, one.id)) for one in beside]
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
        if origin and address_of(origin).name in game.stored.ids and is_game_id(summary.id):
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


def _futures_json(found: Futures, names: Names) -> dict[str, Any]:
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
