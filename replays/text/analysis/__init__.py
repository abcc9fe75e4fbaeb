"""An analysis as text: whole sentences in the language of the table, and a few tables of numbers.

Each part has a module; a part without content has no lines.
"""

from collections.abc import Callable, Iterable
from typing import Final

from replays.analysis.analysis import Analysis
from replays.text.analysis.chances import chance_lines
from replays.text.analysis.discs import disc_lines, gift_lines
from replays.text.analysis.numbers import basis_lines
from replays.text.analysis.points import lead_lines, point_lines
from replays.text.analysis.scorings import prospects_lines, race_lines
from replays.text.analysis.turning import turning_lines
from replays.text.languages import message
from replays.text.names import Names

PARTS: Final[dict[str, tuple[str, Callable[[Analysis, Names], list[str]]]]] = {
    "points": (message("Where the points came from"), point_lines),
    "lead": (message("Who led"), lead_lines),
    "chances": (message("Chances of winning"), chance_lines),
    "turning": (message("Turning points"), turning_lines),
    "races": (message("The race for each scoring"), race_lines),
    "gifts": (message("Who gave what to whom"), gift_lines),
    "discs": (message("What the discs earned"), disc_lines),
    "next": (message("What is still to be scored"), prospects_lines),
}
"""The available parts: title and lines, by the name of the part."""


_NOTHING: Final = {
    "chances": message("No chances are recorded; calimala judge GAME -o FILE adds them."),
    "next": message("Nothing is left to score."),
}
_NOTHING_ELSE: Final = message("Nothing to report.")
"""The text for a requested part without lines."""


def analysis_lines(analysis: Analysis, names: Names, parts: Iterable[str] | None = None) -> list[str]:
    """Return what is not recorded, then each of these parts below its title, with an empty line between.

    By default only parts with content are included; a requested part without content says so.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> from replays.analysis import analyse
    >>> from replays.replay import Replay
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> replay = Replay(game)
    >>> analysis_lines(analyse(replay), Names.of(game.setup), ["lead"])[:3]
    ['Who led', '', 'turn      Blue      Red       Yellow    Green']
    """
    language, lines = names.language, basis_lines(analysis, names)
    for part in PARTS if parts is None else parts:
        title, lines_of = PARTS[part]
        part_lines = lines_of(analysis, names)
        if not part_lines and parts is not None:
            is_open = part == "next" and not analysis.basis.is_over
            part_lines = [language.text(_NOTHING_ELSE if is_open else _NOTHING.get(part, _NOTHING_ELSE))]
        if part_lines:
            lines += [*([""] if lines else []), language.text(title), "", *part_lines]
    return lines
