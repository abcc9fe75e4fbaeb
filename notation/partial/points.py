"""Points in a record without cubes: checks after a turn are observations of what was paid.

The order of a scoring implies what its tile pays; a total gives all players' points and overrides the order.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from calimala_es.checks import check_failure, format_points, nothing_scored, wrong_points
from calimala_es.commands import (
    Command,
    DeclineOffer,
    DrawCard,
    EndActivation,
    MarkMissed,
    ObservePart,
    RevealInfluence,
)
from calimala_es.components import SEATS
from calimala_es.decide import step
from calimala_es.events import AreaScored, Event, TileScored
from calimala_es.frames import GameOver
from calimala_es.messages import Message
from calimala_es.notes import Check, Notes
from calimala_es.observation import apply_observation, value_fits
from calimala_es.state import State

_TOTAL: Final = re.compile(r"=[0-9]{1,4}(-[0-9]{1,4})+")
_RANKING: Final = re.compile(r"=([a-z]+|0)")

NEXT_CLOCKWISE: Final = "n"
"""The part of a ranking that decides every tie (R9.4)."""

_LIGHT: Final = (EndActivation, DeclineOffer, DrawCard, ObservePart, MarkMissed)
"""Decisions that checks may precede: in a full turn, the checks after the last other decision count."""


class CheckedPoints(NamedTuple):
    """What the checks after a turn say.

    ``observed`` are supplied after it. ``is_unsure`` is true if the record no longer knows all players' points.
    ``problems`` are the checks that disagree with what is known, by place among the checks, with what is wrong.
    """

    observed: tuple[ObservePart, ...]
    is_unsure: bool
    problems: tuple[tuple[int, Message], ...] = ()


def claims_of(turn: Sequence[tuple[Command, Notes]], *, is_full: bool) -> list[str]:
    """Return the checks of a turn that count: all, or those after the last deed of a turn recorded in full."""
    first = 0
    if is_full:
        first = max((place for place, (command, _) in enumerate(turn) if type(command) not in _LIGHT), default=0)
    return [note.word for _, notes in turn[first:] for note in notes if type(note) is Check and not note.layer]


def points_by_checks(
    claims: Sequence[str], state: State, happened: Sequence[Sequence[Event]], *, is_unsure: bool
) -> CheckedPoints:
    """Return what checks say at the end of a turn, in ``state``, after these events of the turn."""
    scorings = [event for events in happened for event in events if isinstance(event, TileScored | AreaScored)]
    last = scorings[-1] if scorings else None
    observed: list[ObservePart] = []
    problems: list[tuple[int, Message]] = []
    unscored = len(scorings)
    for place, word in enumerate(claims):
        if _TOTAL.fullmatch(word):
            said = word[1:].split("-")
            if len(said) != len(state.mats):
                counts = {"number": len(said), "players": len(state.mats)}
                message = Message("the check has points for {number} players, but {players} can score", **counts)
                problems.append((place, message))
                continue
            if not (is_unsure or unscored) and word[1:] != format_points(state):
                problems.append((place, wrong_points(word[1:], format_points(state))))
            wanted = tuple(map(int, said))
            is_unsure, unscored = False, 0
        elif _RANKING.fullmatch(word):
            if not isinstance(last, TileScored):
                problems.append((place, nothing_scored(word[1:])))
                continue
            ranking = _ranking(word[1:], state)
            if ranking is None:
                problems.append((place, Message("{word} is not an order of those who can score", word=word[1:])))
                continue
            paid = _paid(ranking, state)
            wanted = tuple(max(0, mat.points - last.points[seat] + paid[seat]) for seat, mat in enumerate(state.mats))
            last = TileScored(last.tile, last.counts, ranking, "", paid, last.bonus)
            if not _may_be_more(ranking, state):
                unscored = max(0, unscored - 1)
        else:
            failure = check_failure(word, state, happened)
            if failure:
                problems.append((place, failure))
            continue
        for one in _points(state, wanted):
            state = apply_observation(state, one.part, one.value)
            observed.append(one)
    return CheckedPoints(tuple(observed), is_unsure or unscored > 0, tuple(problems))


def _points(state: State, wanted: Sequence[int]) -> list[ObservePart]:
    """Return observations of the points that differ from the record's."""
    found = [
        ObservePart(f"{seat}.points", str(points))
        for seat, (points, mat) in enumerate(zip(wanted, state.mats, strict=True))
        if points != mat.points
    ]
    return [one for one in found if value_fits(one.part, one.value, state.setup)]


def _ranking(said: str, state: State) -> str | None:
    parties = state.setup.parties
    letters = "" if said == "0" else said
    if not {*letters} <= {*parties} or len({*letters}) != len(letters):
        return None
    return "".join(SEATS[parties.index(letter)] for letter in letters)


def _paid(ranking: str, state: State) -> tuple[int, ...]:
    """Return what a tile pays its first, second and third (R6.5)."""
    places = dict(zip(ranking, state.setup.edition.tile_points, strict=False))
    return tuple(places.get(seat, 0) for seat in SEATS[: len(state.mats)])


def _may_be_more(ranking: str, state: State) -> bool:
    """Return whether other points are paid than the order implies.

    More for the faction track (R10.8), or less where players share (R6.6).
    """
    if state.setup.intrigue:
        return True
    return NEXT_CLOCKWISE not in state.setup.edition.ties and any(
        one not in state.seats and other not in state.seats for one, other in pairwise(ranking)
    )


def final_points(state: State, command: Command, notes: Notes) -> tuple[ObservePart, ...]:
    """Return the points before the last influence card is revealed that lead to the total after it."""
    if type(command) is not RevealInfluence:
        return ()
    totals = [word[1:].split("-") for word in claims_of([(command, notes)], is_full=False) if _TOTAL.fullmatch(word)]
    if not totals or len(totals[-1]) != len(state.mats):
        return ()
    _, after = step(state, command)
    if type(after.now) is not GameOver:
        return ()
    mats = zip(map(int, totals[-1]), state.mats, after.mats, strict=True)
    return tuple(_points(state, [total - (later.points - mat.points) for total, mat, later in mats]))
