"""An analysis as text: whole sentences in the language of the table, and a few tables of numbers.

One module a part; a part without anything to say has no lines.
"""

from collections.abc import Callable, Iterable
from typing import Final

from replays.analysis.analysis import Analysis
from replays.analysis.telling.basis import basis_lines
from replays.analysis.telling.discs import disc_lines
from replays.analysis.telling.gifts import gift_lines
from replays.analysis.telling.lead import lead_lines
from replays.analysis.telling.points import point_lines
from replays.analysis.telling.prospects import prospect_lines
from replays.analysis.telling.races import race_lines
from replays.analysis.telling.turning import turning_lines
from replays.languages import message
from replays.names import Table

PARTS: Final[dict[str, tuple[str, Callable[[Analysis, Table], list[str]]]]] = {
    "points": (message("Where the points came from"), point_lines),
    "lead": (message("Who led"), lead_lines),
    "turning": (message("Turning points"), turning_lines),
    "races": (message("The race for each scoring"), race_lines),
    "gifts": (message("Who gave what to whom"), gift_lines),
    "discs": (message("What the discs brought"), disc_lines),
    "next": (message("What is still to be scored"), prospect_lines),
}
"""The parts that can be told: title and lines, by the word that asks for one."""


def analysis_lines(analysis: Analysis, table: Table, parts: Iterable[str] = PARTS) -> list[str]:
    """What the record does not tell, then each of these parts below its title, with an empty line between."""
    lines = basis_lines(analysis, table)
    for part in parts:
        title, tell = PARTS[part]
        told = tell(analysis, table)
        if told:
            lines += ["", table.language.text(title), "", *told] if lines else [table.language.text(title), "", *told]
    return lines


__all__ = ["PARTS", "analysis_lines", "prospect_lines"]
