"""``merge``: one record from several records of the same game."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from cli.exits import message_of
from cli.files import GameName, write_file
from cli.options import FINDINGS, CommandWithExamples
from cli.streams import Damage, Named, rows_of
from cli.terminal import complain, counted, note, write_data
from notation import dumps
from replays.edit.conflicts import MergeError
from replays.edit.merge import merge

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
    ending="Exit code 1 if the records contradict each other.",
    examples=(
        "calimala merge maria.cgn tania.cgn -o friday.cgn",
        "calimala merge friday with-comments.cgn",
    ),
)
@click.argument("names", metavar="GAME GAME...", nargs=-1, required=True, type=GameName())
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the result here (default: print it)",
)
def merge_command(names: Sequence[str], output: Path | None) -> int:
    """Combine several records of one game: cards that one player saw, turns that somebody missed, comments, variations.
    Where they contradict each other, the first one counts, the other becomes a variation, and both are reported.

    Of files with several games, the first of each are combined, then the second of each, and so on.
    """
    if len(names) == 1:
        raise click.UsageError("name two or more records of one game")
    damage, found = Damage(), MergedTexts()
    texts = _texts(names, damage, found)
    if output is None:
        for text in texts:
            write_data(text)
    elif lines := [*texts]:
        write_file(output, lines)
    if found.conflicts:
        note(counted(found.conflicts, "conflict"))
    return FINDINGS if found.conflicts or found.unmerged else damage.code()


def _texts(names: Sequence[str], damage: Damage, found: MergedTexts) -> Iterator[str]:
    """Yield the merged games with an empty line between them."""
    separator = ""
    for row in rows_of(names, damage):
        text = _merged(row, found)
        if text is not None:
            yield separator + text
            separator = "\n"


def _merged(row: Sequence[Named], found: MergedTexts) -> str | None:
    """Return the games of a row merged into one; ``None``, after a report, if they are not records of one game."""
    try:
        merged = merge(*(game.record for game in row), names=[game.name for game in row])
    except MergeError as error:
        complain(message_of(error))
        found.unmerged += 1
        return None
    for remark in merged.remarks[:MOST_REPORTED]:
        note(remark)
    for conflict in merged.conflicts[:MOST_REPORTED]:
        note(str(conflict))
    found.conflicts += len(merged.conflicts)
    return dumps(merged.record)
