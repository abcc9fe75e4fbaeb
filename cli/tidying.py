"""Files rewritten in standard form, game by game: written, named, or shown as a patch."""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final, NamedTuple

from cli.exits import wrong_usage
from cli.files import STANDARD_INPUT, is_file, write_file
from cli.options import FINDINGS, OK, settings
from cli.readable import is_notation
from cli.streams import GameText, games_of
from cli.terminal import harmless, note, say, write_data
from notation import dumps
from notation.reader.games import read_game


def check_are_files(names: Sequence[str]) -> None:
    """Raise ``click.UsageError`` for a game that is not a whole file of notation, and ``OSError``."""
    if not names:
        raise wrong_usage("--tidy is for whole files: name them")
    for name in names:
        if name == STANDARD_INPUT or not is_file(name):
            raise wrong_usage("--tidy is for whole files; {name} is not a file", name=name)
        if not is_notation(name):
            raise wrong_usage("--tidy is for games in notation; use calimala export to convert {name}", name=name)


def tidy_file(name: str, *, dry_run: bool, as_diff: bool) -> int:
    """Format a file without errors, or print its name or a patch instead, and return the exit code."""
    if as_diff:
        for line in _patch_of(name):
            write_data(line)
        return OK
    if all(part.before == part.after for part in _parts(name)):
        return OK
    if dry_run:
        say(harmless(name))
        return FINDINGS
    write_file(Path(name), (part.after for part in _parts(name)))
    note(settings().language.text("Wrote {file}", file=name))
    return OK


class _Part(NamedTuple):
    """An unchanged part of a file, with the blank lines up to the next game, and its standard form."""

    before: bytes
    after: bytes


def _parts(name: str) -> Iterator[_Part]:
    games = games_of([name])
    found = next(games)
    if found.passage.entry.offset and found.number == 1:
        yield _Part(b"\n" * (found.passage.entry.line - 1), b"")
    for following in games:
        yield _tidied(found, b"\n")
        found = following
    yield _tidied(found, b"")


def _tidied(found: GameText, separator: bytes) -> _Part:
    if found.passage.text is None:
        raise found.too_long()
    reading = read_game(found.source(), inferring=True)
    if reading.game is None or reading.errors:
        raise reading.errors[0]
    return _Part(found.passage.text, dumps(reading.game).encode() + separator)


def _patch_of(name: str) -> Iterator[str]:
    patch = Patch(name)
    for part in _parts(name):
        yield from patch.change(*(text.decode(errors="replace") for text in part))
    yield from patch.finish()


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
