"""``merge``: one record from several records of the same game."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from cli.exits import message_of, wrong_usage
from cli.files import GameName, open_folders, write_and_name, write_file
from cli.options import FINDINGS, CommandWithExamples, json_option, settings
from cli.streams import Damage, Named, rows_of
from cli.terminal import complain, note, write_data, write_json
from notation import dumps
from replays.edit.conflicts import Merged, MergeError
from replays.edit.merge import merge
from replays.text.messages import message_of_colours

MOST_REPORTED = 200
"""The number of conflicts of a game that are reported one by one."""


class MergedTexts:
    """The result for all games: the number of conflicts, and the games that could not be merged."""

    def __init__(self) -> None:
        """Begin without any results."""
        self.conflicts = 0
        self.unmerged = 0


@click.command(
    "merge",
    cls=CommandWithExamples,
    examples=("calimala merge maria.cgn tania.cgn -o friday.cgn",),
)
@click.argument("names", metavar="GAME GAME...", nargs=-1, required=True, type=GameName(), callback=open_folders)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the result here",
)
@json_option
def merge_command(names: Sequence[str], output: Path | None, as_json: bool) -> int:
    """Combine several records of one game: cards that one player saw, turns that somebody missed, comments, variations.
    Where they differ, the first one counts, the other becomes a variation, and both are reported. Files
    are combined game by game.
    """
    if len(names) == 1:
        raise wrong_usage("name two or more records of one game")
    damage, found = Damage(), MergedTexts()
    games = _merged_games(names, damage, found)
    if as_json:
        documents = [_document(row, merged) for row, merged in games]
        if output is not None and documents:
            write_file(output, ["\n".join(document["text"] for document in documents)])
        write_json(documents)
    elif output is None:
        for text in _texts(games):
            write_data(text)
    elif lines := [*_texts(games)]:
        write_and_name(output, lines)
    if found.conflicts:
        note(settings().language.counted("{number} conflict", "{number} conflicts", found.conflicts))
    return FINDINGS if found.conflicts or found.unmerged else damage.code()


def _texts(games: Iterator[tuple[Sequence[Named], Merged]]) -> Iterator[str]:
    """Yield the merged games with an empty line between them, and report what they contradict each other in."""
    separator = ""
    for _, merged in games:
        for remark in merged.remarks[:MOST_REPORTED]:
            note(message_of_colours(remark, settings().language))
        for conflict in merged.conflicts[:MOST_REPORTED]:
            note(message_of_colours(conflict.message(), settings().language))
        yield separator + dumps(merged.record)
        separator = "\n"


def _merged_games(names: Sequence[str], damage: Damage, found: MergedTexts) -> Iterator[tuple[Sequence[Named], Merged]]:
    """Yield the games of each row with the one merged from them; report those that are not records of one game."""
    for row in rows_of(names, damage):
        try:
            merged = merge(*(game.record for game in row), names=[game.name for game in row])
        except MergeError as error:
            complain(message_of(error))
            found.unmerged += 1
            continue
        found.conflicts += len(merged.conflicts)
        yield row, merged


def _document(row: Sequence[Named], merged: Merged) -> dict[str, Any]:
    return {
        "games": [game.name for game in row],
        "text": dumps(merged.record),
        "conflicts": [
            {"kind": each.kind, "taken": str(each.taken), "other": str(each.other), "outcome": str(each.outcome)}
            for each in merged.conflicts
        ],
        "remarks": [str(remark) for remark in merged.remarks],
    }
