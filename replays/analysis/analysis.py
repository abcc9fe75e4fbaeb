"""All parts of an analysis together."""

from fractions import Fraction
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from calimala_es.setup import Setup
from notation.partial.coverage import EVERYTHING, Known
from replays.analysis.activations import Activated, activations
from replays.analysis.basis import Basis, basis
from replays.analysis.course import Standing, course
from replays.analysis.discs import Discs, discs
from replays.analysis.gifts import Gifts, gifts
from replays.analysis.moments import moments
from replays.analysis.omissions import Omission, omissions
from replays.analysis.origins import shares
from replays.analysis.points import Points, points
from replays.analysis.prospects import Prospect, prospects
from replays.analysis.races import Race, races
from replays.analysis.turning import Turning, turning_points
from replays.analysis.values import values
from replays.replay import Replay


class Analysis(Struct, frozen=True):
    """The analysis of a game; each part is described in its own module.

    Seats are numbers in turn order, the third party's the one after them; columns of numbers are by party. Unknown
    parts are omitted: ``points`` and ``course`` without recorded points, ``races``, ``turning`` and ``next`` without
    recorded cubes. ``next`` is the current state of everything that is not scored yet.
    """

    basis: Basis
    points: Points | None
    course: tuple[Standing, ...]
    races: tuple[Race, ...]
    activations: tuple[Activated, ...]
    gifts: Gifts
    discs: Discs
    omissions: tuple[Omission, ...]
    turning: tuple[Turning, ...]
    next: tuple[Prospect, ...]


def analyse(replay: Replay, known: Known = EVERYTHING) -> Analysis:
    """Analyse a game as far as it goes; ``known`` is what is recorded of its last position."""
    at_moments = moments(replay)
    found = values(replay, at_moments) if known.cubes else ()
    standings = course(replay, at_moments, found, has_cubes=known.cubes) if known.points else ()
    followed = shares(replay)
    activated = activations(replay, followed)
    return Analysis(
        basis=basis(replay, known),
        points=points(replay) if known.points else None,
        course=standings,
        races=races(replay, at_moments, found),
        activations=activated,
        gifts=gifts(activated, followed, third_party(replay.start.setup)),
        discs=discs(replay, activated),
        omissions=omissions(replay),
        turning=turning_points(replay, at_moments, found, standings) if known.points and known.cubes else (),
        next=prospects(replay.end) if known.cubes else (),
    )


def third_party(setup: Setup) -> int | None:
    """Return the number of the third party; ``None`` if there is none (R8.1)."""
    return setup.players if setup.third else None


def until(replay: Replay, position: int) -> Replay:
    """Return the game up to a position, for an analysis without knowledge of later events."""
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
    """Return an analysis, or a part of one, as JSON values; fractions as text, e.g. ``7/6``."""
    return to_builtins(part, enc_hook=_fraction_text, str_keys=True)


def _fraction_text(value: Any) -> str:
    assert isinstance(value, Fraction)
    return str(value)
