"""An analysis of a game: what it rests on, and all its parts together."""

from fractions import Fraction
from typing import Any, Final

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from calimala_es.components import UNKNOWN
from calimala_es.events import CardDrawn, WentUnrecorded
from calimala_es.known import EVERYTHING, Known
from calimala_es.setup import Setup
from notation.json.reader import format_schema, to_schema
from replays.analysis.activations import Activated, Omission, activations, omissions
from replays.analysis.course import TurnScore, course
from replays.analysis.discs import DiscUses, Gifts, discs, gifts
from replays.analysis.origins import shares
from replays.analysis.points import Points, points
from replays.analysis.prospects import Prospect, prospects, unknown_cards
from replays.analysis.races import Race, races
from replays.analysis.turning import Turning, turning_points
from replays.analysis.values import checkpoints, values
from replays.replay import Replay


class Basis(Struct, frozen=True, rename={"missing": "lacking"}):
    """The information that is not recorded.

    ``missing`` names the parts of positions that a record of less depth omits, as in ``known.Known``: anything that
    needs them is omitted from the analysis. ``missed`` and ``observed`` are ids: something happened there that was not
    recorded; a part of the position was corrected by an observation. ``unknown_cards`` counts influence cards that are
    unknown at the end, ``unknown_draws`` action cards that were drawn unseen. ``is_over`` says whether the game was
    recorded to its end, ``is_sound`` whether all decisions were legal.
    """

    missing: tuple[str, ...]
    missed: tuple[str, ...]
    observed: tuple[str, ...]
    unknown_cards: int
    unknown_draws: int
    is_over: bool
    is_sound: bool


CUBES: Final = "cubes"
POINTS: Final = "points"


def basis(replay: Replay, known: Known) -> Basis:
    """Return what is known about a game."""
    gaps = replay.gaps
    return Basis(
        known.missing,
        tuple(str(gap.id) for gap in gaps if isinstance(gap.event, WentUnrecorded)),
        tuple(str(gap.id) for gap in gaps if not isinstance(gap.event, WentUnrecorded)),
        unknown_cards(replay.end),
        sum(isinstance(event, CardDrawn) and event.card == UNKNOWN for event in replay.events),
        replay.end.is_over,
        True,
    )


# All parts together.


class Analysis(Struct, frozen=True):
    """The analysis of a game; the parts are those of ``calimala analyse``.

    Seats are numbers in turn order, the third party's the one after them; columns of numbers are by party. Unknown
    parts are omitted: ``points`` and ``course`` without recorded points, ``races``, ``turning`` and ``next`` without
    recorded cubes. ``next`` is the current state of everything that is not scored yet.
    """

    basis: Basis
    points: Points | None
    course: tuple[TurnScore, ...]
    races: tuple[Race, ...]
    activations: tuple[Activated, ...]
    gifts: Gifts
    discs: DiscUses
    omissions: tuple[Omission, ...]
    turning: tuple[Turning, ...]
    next: tuple[Prospect, ...]


def analyse(replay: Replay, known: Known = EVERYTHING) -> Analysis:
    """Analyse a game as far as it goes; ``known`` is what is recorded of its last position.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> replay = Replay(game)
    >>> analyse(replay).points.totals
    (33, 33, 24, 26)
    """
    at_moments = checkpoints(replay)
    found = values(replay, at_moments) if known.cubes else ()
    scores = course(replay, at_moments, found, has_cubes=known.cubes) if known.points else ()
    followed = shares(replay)
    activated = activations(replay, followed)
    return Analysis(
        basis=basis(replay, known),
        points=points(replay) if known.points else None,
        course=scores,
        races=races(replay, at_moments, found),
        activations=activated,
        gifts=gifts(activated, followed, third_party(replay.start.setup)),
        discs=discs(replay, activated),
        omissions=omissions(replay),
        turning=turning_points(replay, at_moments, found, scores) if known.points and known.cubes else (),
        next=prospects(replay.end) if known.cubes else (),
    )


def third_party(setup: Setup) -> int | None:
    """Return the number of the third party; ``None`` if there is none (R8.1)."""
    return setup.players if setup.third else None


def until(replay: Replay, position: int) -> Replay:
    """Return the game up to a position, for an analysis without knowledge of later events.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> replay = Replay(game)
    >>> until(replay, 50).last
    50
    """
    if position >= replay.last:
        return replay
    count = sum(first < position for first in replay.firsts)
    moves = replay.game.moves[:count]
    inner = position - replay.firsts[count - 1] if count else 0
    if moves and inner < len(moves[-1].events):
        last = moves[-1]
        moves = (*moves[:-1], replace(last, events=last.events[:inner], state=replay.states[position]))
    return Replay(replace(replay.game, moves=moves))


def analysis_json(part: Any) -> Any:
    """Return an analysis, or a part of one, as JSON values; fractions as text, e.g. ``7/6``.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> replay = Replay(game)
    >>> analysis_json(analyse(replay).points.victory)
    {'winners': (1,), 'by': 'council'}
    """
    return to_builtins(part, enc_hook=_fraction_text, str_keys=True)


def analysis_schema() -> str:
    """Return the JSON schema of ``analysis_json``, as text.

    >>> '"title": "Turning"' in analysis_schema()
    True
    """
    return format_schema(to_schema("The analysis of a game of Calimala", Analysis, {Fraction: _FRACTION}))


_FRACTION: Final = {"type": "string", "pattern": r"^-?\d+(/\d+)?$"}


def _fraction_text(value: Any) -> str:
    assert isinstance(value, Fraction)
    return str(value)
