"""``fmt``: texts in their one canonical form, game by game, or with some parts removed."""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final, NamedTuple

import click

from calimala_es.errors import GameNotFoundError
from cli.exits import TextError, code_of, message_of, point_to_rule
from cli.files import STANDARD_INPUT, is_file, source_name, write_file
from cli.games import read_reporting
from cli.options import FINDINGS, OK, CommandWithExamples
from cli.streams import GAMES, MOST_REPORTED, GameText, games_of, write_bytes
from cli.terminal import complain, counted, harmless, note, say, write_data
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


# ----------------------------------------------------------------------------------------------------
# What changes in a file, as a patch in the unified format, of parts that come one by one.
#
# Besides the current part, only the lines since the last three unchanged ones are held in memory.

CONTEXT: Final = 3
"""The number of lines around a change that are printed with it."""

_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")
_UNENDED: Final = "\n\\ No newline at end of file\n"


class Patch:
    """The changes of one file; ``change`` yields what is complete after its next part, ``finish`` the rest."""

    def __init__(self, file: str) -> None:
        """Begin with no changes."""
        self._heads = [f"--- {file}\n", f"+++ {file}\n"]
        self._before = self._after = 0
        self._lead: deque[str] = deque(maxlen=CONTEXT)
        self._hunk: list[str] = []
        self._unchanged = 0

    def change(self, before: str, after: str) -> Iterator[str]:
        """Yield what is complete after the next part of the file, given before and after formatting."""
        old, new = _LINE.findall(before), _LINE.findall(after)
        for tag, first, last, new_first, new_last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if tag == "equal":
                for line in old[first:last]:
                    yield from self._keep(line)
            else:
                for sign, lines in (("-", old[first:last]), ("+", new[new_first:new_last])):
                    for line in lines:
                        self._alter(sign, line)

    def finish(self) -> Iterator[str]:
        """Yield the rest, at the end of the file."""
        if self._hunk:
            spare = max(0, self._unchanged - CONTEXT)
            yield from self._hunk_lines(self._hunk[: len(self._hunk) - spare], spare)
            self._hunk = []

    def _keep(self, line: str) -> Iterator[str]:
        """Add an unchanged line, and yield what is complete."""
        self._before, self._after = self._before + 1, self._after + 1
        if not self._hunk:
            self._lead.append(line)
            return
        self._hunk.append(" " + line)
        self._unchanged += 1
        if self._unchanged > 2 * CONTEXT:
            spare = self._hunk[-CONTEXT - 1 :]
            yield from self._hunk_lines(self._hunk[: -CONTEXT - 1], CONTEXT + 1)
            self._hunk = []
            self._lead.extend(one[1:] for one in spare)

    def _alter(self, sign: str, line: str) -> None:
        """Add a removed line or an added one."""
        if not self._hunk:
            self._hunk = [" " + one for one in self._lead]
            self._lead.clear()
        self._unchanged = 0
        self._hunk.append(sign + line)
        if sign == "-":
            self._before += 1
        else:
            self._after += 1

    def _hunk_lines(self, hunk: list[str], after: int) -> Iterator[str]:
        """Yield a group of changes with the lines around it; ``after`` unchanged lines were read after it."""
        yield from self._heads
        self._heads = []
        old, new = (sum(line[0] != sign for line in hunk) for sign in "+-")
        yield f"@@ -{_range(self._before - after, old)} +{_range(self._after - after, new)} @@\n"
        for line in hunk:
            yield line if line.endswith("\n") else line + _UNENDED


def _range(last: int, count: int) -> str:
    """Return the range of ``count`` lines up to ``last``; an empty one is given by the line before it."""
    return f"{last - count + (count > 0)},{count}"
