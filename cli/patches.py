"""What changes in a file, as a patch in the unified format, of parts that come one by one.

Besides the part in hand only the lines since the last three that stay as they are are held.
"""

import re
from collections import deque
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Final

CONTEXT: Final = 3
"""Lines around a change that are told with it."""

_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")
_UNENDED: Final = "\n\\ No newline at end of file\n"


class Patch:
    """The changes of one file; ``change`` tells of its next part, ``finish`` at its end, what can be told by then."""

    def __init__(self, file: str) -> None:
        """Nothing has been told."""
        self._heads = [f"--- {file}\n", f"+++ {file}\n"]
        self._before = self._after = 0
        self._lead: deque[str] = deque(maxlen=CONTEXT)
        self._hunk: list[str] = []
        self._kept = 0

    def change(self, before: str, after: str) -> Iterator[str]:
        """The next part of the file as it stands, and as it is to be."""
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
        """The rest, at the end of the file."""
        if self._hunk:
            spare = max(0, self._kept - CONTEXT)
            yield from self._told(self._hunk[: len(self._hunk) - spare], spare)
            self._hunk = []

    def _keep(self, line: str) -> Iterator[str]:
        """A line that stays."""
        self._before, self._after = self._before + 1, self._after + 1
        if not self._hunk:
            self._lead.append(line)
            return
        self._hunk.append(" " + line)
        self._kept += 1
        if self._kept > 2 * CONTEXT:
            spare = self._hunk[-CONTEXT - 1 :]
            yield from self._told(self._hunk[: -CONTEXT - 1], CONTEXT + 1)
            self._hunk = []
            self._lead.extend(one[1:] for one in spare)

    def _alter(self, sign: str, line: str) -> None:
        """A line that goes, or one that comes."""
        if not self._hunk:
            self._hunk = [" " + one for one in self._lead]
            self._lead.clear()
        self._kept = 0
        self._hunk.append(sign + line)
        if sign == "-":
            self._before += 1
        else:
            self._after += 1

    def _told(self, hunk: list[str], behind: int) -> Iterator[str]:
        """A group of changes with the lines around it; so many lines that stay were read behind it."""
        yield from self._heads
        self._heads = []
        old, new = (sum(line[0] != sign for line in hunk) for sign in "+-")
        yield f"@@ -{_range(self._before - behind, old)} +{_range(self._after - behind, new)} @@\n"
        for line in hunk:
            yield line if line.endswith("\n") else line + _UNENDED


def _range(last: int, count: int) -> str:
    """So many lines up to one; without a line it is told behind which."""
    return f"{last - count + (count > 0)},{count}"
