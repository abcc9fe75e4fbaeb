"""Checks that a scribe writes after a decision: the order of a scoring, everybody's points, a digest of the position.

A check is no part of the game. One that does not agree is a finding, never an error and never a repair.
"""

import re
from collections.abc import Sequence
from typing import Final

from calimala_es.components import COLOURS
from calimala_es.digest import public_digest
from calimala_es.events import DiscPlaced, Event, InfluenceScored, TileScored, TurnEnded
from calimala_es.frames import GameOver
from calimala_es.state import State

MARK: Final = "="
LOOK_BACK: Final = 1_000
"""The number of decisions, more than any turn has, among which a check's scoring is looked for."""

_POINTS: Final = re.compile(r"[0-9]{1,4}(-[0-9]{1,4})+")
_DIGEST: Final = re.compile(r"#[0-9a-f]{16}")
_RANKING: Final = re.compile(rf"[{COLOURS}]{{1,{len(COLOURS)}}}|0")


def format_points(state: State) -> str:
    """Return everybody's points in the order of the seats, ``12-9-7``."""
    return "-".join(str(mat.points) for mat in state.mats)


def points_check(state: State) -> str:
    """Return the check that states everybody's points, ``=12-9-7``.

    >>> from calimala_es import Setup, initial
    >>> points_check(initial(Setup("bry", "WBMUCAVTS")))
    '=0-0-0'
    """
    return MARK + format_points(state)


def digest_check(state: State) -> str:
    """Return the check that proves the public position, ``=#0123456789abcdef``."""
    return f"{MARK}#{public_digest(state)}"


def is_check(word: str) -> bool:
    """Return whether a lower-case word is a check.

    >>> is_check("=bry"), is_check("bry")
    (True, False)
    """
    said = word[1:]
    return word[:1] == MARK and any(form.fullmatch(said) for form in (_POINTS, _DIGEST, _RANKING))


def check_failure(word: str, state: State, events: Sequence[Sequence[Event]]) -> str | None:
    """Return what is wrong with a check after ``events``, in ``state``; ``None`` if it agrees.

    >>> from calimala_es import Setup, initial
    >>> state = initial(Setup("bry", "WBMUCAVTS"))
    >>> check_failure("=0-0-0", state, ()), check_failure("=1-0-0", state, ())
    (None, 'the check says 1-0-0 points, the record comes to 0-0-0')
    """
    said = word[1:]
    if _POINTS.fullmatch(said):
        return _points_failure("check", said, state)
    if _DIGEST.fullmatch(said):
        return None if word == digest_check(state) else "the position is not the one that the check was made of"
    ranking = _last_ranking(events)
    if ranking is None:
        return f"the check says {said}, and nothing was scored in this turn"
    real = "".join(state.setup.parties[int(seat)] for seat in ranking) or "0"
    return None if said == real else f"the check says {said}, the scoring came out {real}"


def _last_ranking(events: Sequence[Sequence[Event]]) -> str | None:
    """Return the seats of the turn's last scoring, best first; ``None`` if there was none."""
    for step in reversed(events[-LOOK_BACK:]):
        has_begun = False
        for event in reversed(step):
            if isinstance(event, TileScored | InfluenceScored):
                return event.ranking
            has_begun |= isinstance(event, DiscPlaced | TurnEnded)
        if has_begun:
            return None
    return None


def _points_failure(what: str, said: str, state: State) -> str | None:
    """Return what is wrong with points; unknown ones, since an influence card was never turned over, agree with any."""
    real = format_points(state)
    if said == real or (type(state.now) is GameOver and not state.now.winners):
        return None
    return f"the {what} says {said} points, the record comes to {real}"


def result_failure(result: str | None, state: State) -> str | None:
    """Return what is wrong with a ``Result`` header of points, for a game that is over; ``None`` if nothing is."""
    if result is None or not state.is_over or not _POINTS.fullmatch(result):
        return None
    return _points_failure("result", result, state)
