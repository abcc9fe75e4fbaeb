"""A finished game as a play: its players in seating order, and what each came to."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from hashlib import blake2b
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.components import COLOUR_WORDS
from calimala_es.errors import CalimalaError
from calimala_es.frames import GameOver
from calimala_es.game import Game
from calimala_es.notes import Stamp
from calimala_es.setup import rule_set_of
from calimala_es.state import State
from notation import dumps
from notation.headers.setup_headers import RESULT
from replays.tally import outcome
from replays.text.names import SeatNames, clean_name, display_names

_ID_BYTES: Final = 12
_NOON: Final = time(12, tzinfo=UTC)
"""A day without a time is that day in all inhabited time zones but the outermost."""

LONGEST_TEXT: Final = 1000
"""Columns after which a name is cut, so that no play is larger than a log may take."""


class UnfinishedGameError(CalimalaError):
    """The record does not contain the end of the game."""


class Player(Struct, frozen=True):
    """One player, ``name`` harmless; ``rank`` is 1 for those who won, equal ones share it.

    ``has_won`` is ``None`` for those with most points where the record does not tell which of them won (R7.4).
    """

    seat: int
    name: str
    colour: str
    family: str
    points: int
    rank: int
    has_won: bool | None


class Play(Struct, frozen=True):
    """A finished game.

    ``id`` is the same for the same game, told again; ``ended`` in UTC, ``None`` where nobody told the day; ``day`` is
    that of the table; ``minutes`` are those between the first and the last decision whose times are known. ``by`` is
    what decided, as in ``events.GameEnded``, empty where only the result is told. ``turns`` is 0 where they are not.
    """

    id: str
    ended: datetime | None
    day: date | None
    minutes: int | None
    event: str
    site: str
    rules: str
    turns: int
    by: str
    players: tuple[Player, ...]


def play_of(record: Game, state: State | None, names: SeatNames | None = None, times: Sequence[datetime] = ()) -> Play:
    """Return the play of a record, given its last position, the names by seat and the times of its decisions.

    Without times, those in the record are used. Decisions that were saved together, e.g. from an imported text, give
    no duration. Raises ``UnfinishedGameError``.
    """
    points, winners = outcome(record, state)
    if not points:
        raise UnfinishedGameError("the record does not tell how the game ended")
    is_over = state is not None and type(state.now) is GameOver and record.depth == "full"
    told = sorted(times or _stamps(record))
    day = _day(record.header("Date"))
    return Play(
        id=blake2b(dumps(_bare(record, tells_end=is_over)).encode(), digest_size=_ID_BYTES).hexdigest(),
        ended=_ended(told, day),
        day=day or (told[-1].date() if told else None),
        minutes=_minutes(told),
        event=clean_name(record.header("Event") or "", LONGEST_TEXT),
        site=clean_name(record.header("Site") or "", LONGEST_TEXT),
        rules=rule_set_of(record.setup),
        turns=state.turn if is_over and state is not None else 0,
        by=state.now.by if is_over and state is not None and isinstance(state.now, GameOver) else "",
        players=_players(record, points, winners, names or {}),
    )


def _bare(record: Game, *, tells_end: bool) -> Game:
    """Return the set-up and the decisions, and the result if they do not determine it.

    Notes on a game may change, the game does not.
    """
    moves = tuple([replace(move, notes=(), variations=()) for move in record.moves])
    headers = () if tells_end else tuple([header for header in record.headers if header[0] == RESULT])
    return replace(record, moves=moves, headers=headers, notes=())


def _players(record: Game, points: Sequence[int], winners: Sequence[int], names: SeatNames) -> tuple[Player, ...]:
    setup = record.setup
    shown = display_names(names, setup.colours, width=LONGEST_TEXT)
    most = max(points)
    worth = [(own, seat in winners) for seat, own in enumerate(points)]
    return tuple(
        Player(
            seat,
            shown[seat],
            COLOUR_WORDS[colour],
            setup.families[seat] if setup.families else "",
            points[seat],
            rank=1 + sum(other > worth[seat] for other in worth),
            has_won=seat in winners if winners else (None if points[seat] == most else False),
        )
        for seat, colour in enumerate(setup.colours)
    )


def _stamps(record: Game) -> list[datetime]:
    """Return when the decisions were taken, as far as recorded."""
    return [
        moment
        for move in record.moves
        for note in move.notes
        if isinstance(note, Stamp) and (moment := _moment(note.at))
    ]


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _day(value: str | None) -> date | None:
    """Return the day of a header, e.g. ``2026.11.20``; ``None`` if it is another word, or has unknown parts."""
    try:
        return date.fromisoformat((value or "").strip().replace(".", "-"))
    except ValueError:
        return None


def _ended(told: Sequence[datetime], day: date | None) -> datetime | None:
    """Return the end: the last time that fits the day, or noon of that day."""
    if told and (day is None or told[-1].date() == day or _minutes(told)):
        return told[-1].astimezone(UTC)
    return datetime.combine(day, _NOON) if day else None


def _minutes(told: Sequence[datetime]) -> int | None:
    """Return the minutes from the first time to the last; ``None`` if most decisions have the same time."""
    if not told or 2 * max(Counter(told).values()) > len(told):
        return None
    return round((told[-1] - told[0]).total_seconds() / 60) or None
