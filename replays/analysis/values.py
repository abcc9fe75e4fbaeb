"""The points that every place would have paid at the end of every turn, and of the game.

Places are the scoring tiles, with Intrigue the two areas, and the influence cards known in the end. At the end of a
turn, a *checkpoint*, all its deeds are done and it is still that player's turn, so that a scoring then would treat that
player as the active one (R9.4). The first checkpoint is the end of turn 0, or the start of a record that begins later;
if a record stops within a turn, the last one is there.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Final, NamedTuple

from msgspec import Struct

from calimala_es.components import AREA_ROWS, PALAZZO, PALAZZO_ROW
from calimala_es.events import AreaScored, EndReached, TileScored, TurnEnded
from calimala_es.scoring import BY_CUBES, bonus
from calimala_es.state import State
from replays.analysis.origins import Scored
from replays.analysis.prospects import (
    ScoringPlace,
    Worth,
    area_place,
    card_place,
    known_cards,
    left_to_score,
    tile_place,
    worth,
)
from replays.replay import Replay
from replays.scores import AREA, INFLUENCE, TILE, ScoredKind


class Checkpoint(NamedTuple):
    """A moment: ``turn`` is the last that was played, ``seat`` its player (-1: nobody), ``at`` the position."""

    turn: int
    seat: int
    at: int

    def state(self, replay: Replay) -> State:
        """Return the state at this moment."""
        return replay.states[self.at]


def checkpoints(replay: Replay) -> tuple[Checkpoint, ...]:
    """Return all moments in their order, at least one."""
    return tuple(_moments(replay))


def _moments(replay: Replay) -> Iterator[Checkpoint]:
    ids, events = replay.ids, replay.events
    first = ids[0].turn if ids else replay.start.turn + 1
    ended = 0
    if first:
        yield Checkpoint(first - 1, -1, 0)
    else:
        ended = next((at for at, id in enumerate(ids) if id.turn), replay.last)
        yield Checkpoint(0, -1, ended)
    for at in range(ended, replay.last):
        if type(events[at]) is TurnEnded:
            yield Checkpoint(ids[at].turn, replay.states[at].active, at)
            ended = at + 1
    if ended < replay.last:
        has_ended = any(type(event) is EndReached for event in events[ended:])
        yield Checkpoint(ids[-1].turn, -1 if has_ended else replay.end.active, replay.last)


def checkpoint_of(all_moments: tuple[Checkpoint, ...], at: int) -> int:
    """Return the number of the moment that an event leads to: the end of its turn, or of the game."""
    return next((number for number, moment in enumerate(all_moments) if moment.at >= at), len(all_moments) - 1)


# What the places are worth.


class Value(Struct, frozen=True):
    """A place over time.

    ``worths`` has the points that the place would have paid at each moment; entry ``scored_in`` is what it actually
    paid, by the event at position ``scored_at``. Both are -1 for a place that was not scored. A tile that was scored
    again, because it was observed free, counts with its last scoring. ``pays`` is false if it was neither scored nor
    will be, e.g. after a mistake at the table.
    """

    place: ScoringPlace
    worths: tuple[Worth, ...]
    scored_at: int = -1
    scored_in: int = -1
    pays: bool = True

    @property
    def until(self) -> int:
        """The number of the last moment that counts: that of the scoring, or the last of all."""
        return self.scored_in if self.scored_at >= 0 else len(self.worths) - 1


def values(replay: Replay, at_moments: tuple[Checkpoint, ...]) -> tuple[Value, ...]:
    """Return all places: tiles in the order of the council, areas, influence cards in the order of the box."""
    setup = replay.start.setup
    scored = _scorings(replay)
    cards = dict.fromkeys((*known_cards(replay.end), *(code for kind, code in scored if kind == INFLUENCE)))
    places = chain(
        (tile_place(setup, tile) for tile in setup.council),
        (area_place(area) for area in AREA_ROWS if setup.intrigue),
        map(card_place, cards),
    )
    states = [moment.state(replay) for moment in at_moments]
    left = {*left_to_score(replay.end)}
    return tuple(
        _value(replay, place, states, at_moments, scored.get(place[:2], -1), is_left=place[:2] in left)
        for place in places
    )


def _scorings(replay: Replay) -> dict[tuple[str, str], int]:
    """Return the positions of all scorings, by kind and code."""
    found: dict[tuple[str, str], int] = {}
    for at, event in enumerate(replay.events):
        if isinstance(event, Scored):
            found[scored_place(event)] = at
    return found


def scored_place(event: Scored) -> tuple[ScoredKind, str]:
    """Return the kind of the place scored, as in ``scores``, and its code."""
    if isinstance(event, TileScored):
        return TILE, event.tile
    return (AREA, event.area) if isinstance(event, AreaScored) else (INFLUENCE, event.card)


def outcome(event: Scored) -> Worth:
    """Return what a scoring paid, as in the event."""
    more = event.bonus if isinstance(event, TileScored) else ()
    return Worth(event.counts, event.ranking, event.decided, event.points, more)


def _value(
    replay: Replay,
    place: ScoringPlace,
    states: Sequence[State],
    at_moments: tuple[Checkpoint, ...],
    scored_at: int,
    *,
    is_left: bool,
) -> Value:
    worths = _worths(place, states)
    event = replay.events[scored_at] if scored_at >= 0 else None
    if not isinstance(event, Scored):
        return Value(place, tuple(worths), pays=is_left)
    number = checkpoint_of(at_moments, scored_at)
    worths[number] = outcome(event)
    return Value(place, tuple(worths), scored_at, number)


def _worths(place: ScoringPlace, states: Sequence[State]) -> list[Worth]:
    """Return the worth in each position; if nothing relevant has changed, it is that of the position before."""
    rows = place.rows if place.kind != AREA else tuple(chain(*AREA_ROWS.values()))
    has_bonus = place.kind == TILE and bool(states[0].setup.intrigue)
    found = [worth(states[0], place)]
    for before, state in pairwise(states):
        last = found[-1]
        if _ranks_anew(before, state, rows, place, last.decided):
            last = worth(state, place)
        elif has_bonus and any(old.faction != new.faction for old, new in zip(before.mats, state.mats, strict=True)):
            last = last._replace(bonus=bonus(state, place.code, last.ranking))
        found.append(last)
    return found


def _ranks_anew(before: State, state: State, rows: tuple[int, ...], place: ScoringPlace, decided: str) -> bool:
    """Return whether the ranking may have changed: by cubes, and in a tie by what decides it."""
    if before.rows is not state.rows and any(before.rows[row] != state.rows[row] for row in rows):
        return True
    seats_differ = before.seats != state.seats
    if seats_differ and place.code == PALAZZO:
        return True
    if not decided.strip(BY_CUBES):
        return False
    return (
        seats_differ
        or before.rows[PALAZZO_ROW] != state.rows[PALAZZO_ROW]
        or any(clause in decided for clause in _BY_TURN)
    )


_BY_TURN: Final = "pn"
"""The tie-breakers that depend on whose turn it is (R9.4)."""
