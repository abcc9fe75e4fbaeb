"""Checks that a scribe writes after a decision: the order of a scoring, everybody's points, a digest of the position.

A check is no part of the game. One that does not agree is a finding, never an error and never a repair.
"""

import re
from collections.abc import Sequence
from typing import Final

from calimala_es.commands import EndActivation
from calimala_es.decide import step
from calimala_es.digest import public_digest
from calimala_es.events import DiscPlaced, Event, InfluenceScored, TileScored, TurnEnded
from calimala_es.frames import Activation, GameOver
from calimala_es.messages import Message
from calimala_es.notes import CLAIM, TOTAL
from calimala_es.state import State

MARK: Final = "="
LOOK_BACK: Final = 1_000
"""The number of decisions, more than any turn has, among which a check's scoring is looked for."""

_DIGEST: Final = re.compile(rf"{MARK}#[0-9a-f]{{16}}")


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
    return bool(CLAIM.fullmatch(word) or _DIGEST.fullmatch(word))


def agrees(word: str, state: State, events: Sequence[Sequence[Event]]) -> bool:
    """Return whether a check agrees after ``events``, in ``state``.

    It agrees also if it holds once the activation ends that is over but for the cards that could still be played.

    >>> from calimala_es import Setup, initial
    >>> state = initial(Setup("bry", "WBMUCAVTS"))
    >>> agrees("=0-0-0", state, ()), agrees("=1-0-0", state, ())
    (True, False)
    """
    if _holds(word, state, events):
        return True
    if type(state.now) is not Activation or state.now.pending:
        return False
    ended, after = step(state, EndActivation())
    return agrees(word, after, [*events, ended])


def _holds(word: str, state: State, events: Sequence[Sequence[Event]]) -> bool:
    """Return whether a check agrees at its very place."""
    said = word[1:]
    if TOTAL.fullmatch(word):
        return _other_points(said, state) is None
    if _DIGEST.fullmatch(word):
        return word == digest_check(state)
    return said == _last_ranking(events, state)


def check_failure(word: str, state: State, events: Sequence[Sequence[Event]]) -> Message:
    """Return what is wrong with a check that does not agree.

    >>> from calimala_es import Setup, initial
    >>> str(check_failure("=1-0-0", initial(Setup("bry", "WBMUCAVTS")), ()))
    'the check says 1-0-0 points, but the record gives 0-0-0'
    """
    said = word[1:]
    if TOTAL.fullmatch(word):
        return wrong_points(said, format_points(state))
    if _DIGEST.fullmatch(word):
        return Message("the position differs from the one that was checked")
    real = _last_ranking(events, state)
    if real is None:
        return nothing_scored(said)
    return Message("the check says {ranking}, but the scoring gave {real}", ranking=said, real=real)


def wrong_points(said: str, real: str) -> Message:
    """Return that a check says other points than the record gives."""
    return Message("the check says {points} points, but the record gives {real}", points=said, real=real)


def nothing_scored(said: str) -> Message:
    """Return that a check names an order in a turn without a scoring."""
    return Message("the check says {ranking}, but nothing was scored in this turn", ranking=said)


def _last_ranking(events: Sequence[Sequence[Event]], state: State) -> str | None:
    """Return the letters of the turn's last scoring, best first, 0 for nobody; ``None`` if there was none."""
    for batch in reversed(events[-LOOK_BACK:]):
        has_begun = False
        for event in reversed(batch):
            if isinstance(event, TileScored | InfluenceScored):
                return "".join(state.setup.parties[int(seat)] for seat in event.ranking) or "0"
            has_begun |= isinstance(event, DiscPlaced | TurnEnded)
        if has_begun:
            return None
    return None


def _other_points(said: str, state: State) -> str | None:
    """Return the real points if others are said; unknown ones, since an influence card was never revealed, are any."""
    real = format_points(state)
    if said == real or (type(state.now) is GameOver and not state.now.winners):
        return None
    return real


def result_failure(result: str | None, state: State) -> Message | None:
    """Return what is wrong with a ``Result`` header of points, for a game that is over; ``None`` if nothing is."""
    if result is None or not state.is_over or not TOTAL.fullmatch(MARK + result):
        return None
    real = _other_points(result, state)
    if real is None:
        return None
    return Message("the result says {points} points, but the record gives {real}", points=result, real=real)
