"""``fmt``: texts in their one canonical form, game by game, or with some parts removed."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from calimala_es.errors import GameNotFoundError
from cli.exits import TextError, code_of, message_of, point_to_rule
from cli.files import STANDARD_INPUT, is_file, source_name, write_file
from cli.games import read_reporting
from cli.options import FINDINGS, OK, CommandWithExamples
from cli.streams import GAMES, MOST_REPORTED, GameText, games_of, write_bytes
from cli.terminal import complain, counted, harmless, note, say, write_data
from cli.tidying import Patch
from cli.viewpoint import layers_named
from notation import NotationError, Style, dumps


class Formatted(NamedTuple):
    """An unchanged part of a file, with the blank lines up to the next game, and its replacement.

    Both are the same if a game has errors.
    """

    before: bytes
    after: bytes


class _LeaveAloneError(Exception):
    """The file must stay unchanged."""


@click.command(
    "fmt",
    cls=CommandWithExamples,
    examples=(
        "calimala fmt game.cgn",
        "calimala fmt --write league/*.cgn",
        "calimala fmt --check *.cgn",
        "calimala fmt --list typed-at-the-table.cgn",
        "calimala fmt --no-variations --layer maria - < study.cgn",
        "calimala fmt friday --one-line",
    ),
)
@GAMES
@click.option("-w", "--write", is_flag=True, help="Write the files in place; each wholly or not at all.")
@click.option("--check", "only_check", is_flag=True, help="Only name the files that would change; code 1 then.")
@click.option("--diff", "as_diff", is_flag=True, help="Only print what would change, as a patch.")
@click.option("--list", "as_list", is_flag=True, help="Only print what was read as something else than it is.")
@click.option("--no-comments", is_flag=True, help="Leave comments out.")
@click.option("--no-notes", is_flag=True, help="Leave out all that is said, but for checks.")
@click.option("--no-checks", is_flag=True, help="Leave checks out.")
@click.option("--no-variations", is_flag=True, help="Leave variations out.")
@click.option(
    "--layer",
    "layers",
    multiple=True,
    metavar="LAYER",
    help="Of all that is said keep only what this layer says; - for what is nobody's layer. May be repeated.",
)
@click.option("--one-line", is_flag=True, help="Write all decisions of a game on one line.")
@click.option("--width", metavar="N", type=click.IntRange(20), help="Break lines at so many columns.")
def fmt_command(
    names: Sequence[str],
    write: bool,
    only_check: bool,
    as_diff: bool,
    as_list: bool,
    no_comments: bool,
    no_notes: bool,
    no_checks: bool,
    no_variations: bool,
    layers: Sequence[str],
    one_line: bool,
    width: int | None,
) -> int:
    """Write games in the canonical form.

    One line a turn, nothing that can be left out, all that is said kept unless an option says otherwise. A game with
    errors is told and stays as it stands, a file with such a game is never written, and the code is 1.
    """
    if write + only_check + as_diff > 1 or (as_list and only_check + as_diff):
        raise click.UsageError("of --write, --check, --diff and --list only --write and --list go together")
    if write or only_check or as_diff:
        _check_are_files(names)
    style = Style(
        notes=not no_notes,
        comments=not no_comments,
        checks=not no_checks,
        variations=not no_variations,
        layers=layers_named(layers) if layers else None,
        one_line=one_line,
        width=width or 0,
    )
    return max([_format_file(_File(name, style, lists=as_list), write, only_check, as_diff) for name in names])


def _check_are_files(names: Sequence[str]) -> None:
    """Raise ``click.UsageError`` for a game that is no whole file, which nothing can be written into."""
    other = next((name for name in names if not is_file(name)), None)
    if other is not None:
        raise click.UsageError(f"--write, --check and --diff are for whole files; {other} is not a file")


def _format_file(file: "_File", write: bool, only_check: bool, as_diff: bool) -> int:
    """Format one file as requested, and return the exit code."""
    try:
        if write and file.name != STANDARD_INPUT:
            file.write()
        elif only_check:
            if file.changes():
                say(harmless(source_name(file.name)))
                return file.code() or FINDINGS
        elif as_diff:
            file.print_patch()
        else:
            file.print()
    except (TextError, GameNotFoundError) as error:
        complain(message_of(error))
        return code_of(error)
    return file.code()


class _File:
    """A file, or another source of a game, that is read once, game by game."""

    def __init__(self, name: str, style: Style, *, lists: bool) -> None:
        self.name = name
        self.style = style
        self.lists = lists
        self.damaged = 0
        self.first: NotationError | None = None

    def code(self) -> int:
        """Report how many games have errors, and return the exit code for it."""
        if self.damaged:
            more = f", {MOST_REPORTED} of which are told above" if self.damaged > MOST_REPORTED else ""
            note(f"{source_name(self.name)}: {counted(self.damaged, 'game')} with errors left alone{more}")
            point_to_rule(self.first)
        return FINDINGS if self.damaged else OK

    # Actions.

    def print(self) -> None:
        """Print the games, or only how they were read."""
        for part in self._parts():
            if not self.lists:
                write_bytes(part.after)

    def changes(self) -> bool:
        """Return whether anything would change."""
        return sum(part.before != part.after for part in self._parts()) > 0

    def print_patch(self) -> None:
        """Print what would change."""
        patch = Patch(self.name)
        for part in self._parts():
            for line in patch.change(*(text.decode(errors="replace") for text in part)):
                write_data(line)
        for line in patch.finish():
            write_data(line)

    def write(self) -> None:
        """Write the games into the file, unless it has errors or nothing changes."""
        try:
            write_file(Path(self.name), self._written())
        except _LeaveAloneError:
            return
        note(f"{self.name}: written")

    def _written(self) -> Iterator[str]:
        has_changed = False
        for part in self._parts():
            has_changed |= part.before != part.after
            if not self.damaged:
                yield part.after.decode()
        if self.damaged or not has_changed:
            raise _LeaveAloneError

    # Its games.

    def _parts(self) -> Iterator[Formatted]:
        """Yield the parts of the file, reporting the errors of games."""
        games = games_of([self.name])
        found = next(games)
        if found.passage.entry.offset and found.number == 1:
            yield Formatted(b"\n" * (found.passage.entry.line - 1), b"")
        for following in games:
            yield self._formatted(found, b"\n")
            found = following
        yield self._formatted(found, b"")

    def _formatted(self, found: GameText, separator: bytes) -> Formatted:
        before = found.passage.text or b""
        try:
            return Formatted(before, self._text(found).encode() + separator)
        except NotationError as error:
            self._report(error)
            return Formatted(before, before)

    def _text(self, found: GameText) -> str:
        """Return a game as it is written; raise its first error."""
        if found.passage.text is None:
            raise found.too_long()
        reading = read_reporting(found.source(), remarking=self.lists)
        if reading.game is None or reading.errors:
            raise reading.errors[0]
        for remark in reading.remarks:
            say(harmless(str(remark)))
        return dumps(reading.game, self.style)

    def _report(self, error: NotationError) -> None:
        self.damaged += 1
        if self.damaged <= MOST_REPORTED:
            complain(message_of(error))
        self.first = self.first or error
