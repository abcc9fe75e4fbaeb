"""Finished games for the logs that people keep of what they played: a result, a table of results, a link to BG Stats.

Knows nothing of turns: a play is who sat where, what everybody came to, and when.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time
from hashlib import blake2b
from typing import Any, Final
from urllib.parse import quote

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.components import COLOUR_WORDS
from calimala_es.errors import CalimalaError
from calimala_es.frames import GameOver
from calimala_es.game import Game
from calimala_es.headers import DATE, EVENT, RESULT, SITE
from calimala_es.known import extent_of
from calimala_es.messages import Message
from calimala_es.notes import Stamp
from calimala_es.setup import rule_set_of
from calimala_es.state import State
from notation import dumps
from notation.csv import safe
from replays.tally import outcome
from replays.text.names import SeatNames, clean_name, display_names

# A finished game as a play: its players in seating order, and what each came to.

_ID_BYTES: Final = 12
_NOON: Final = time(12, tzinfo=UTC)
"""A day without a time is that day in all inhabited time zones but the outermost."""

LONGEST_TEXT: Final = 1000
"""Columns after which a name is cut, so that no play is larger than a log may take."""


class UnfinishedGameError(CalimalaError):
    """The record does not contain the end of the game."""


class PlayPlayer(Struct, frozen=True):
    """One player, ``name`` harmless; ``rank`` is 1 for those who won, equal ones share it.

    ``has_won`` is ``None`` for those with most points where the record does not say which of them won (R7.4).
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

    ``id`` is the same whenever the same game is recorded; ``ended`` in UTC, ``None`` where the day is not recorded;
    ``day`` is that of the table; ``minutes`` are those between the first and the last decision whose times are known.
    ``by`` is what decided, as in ``events.GameEnded``, empty where only the result is recorded. ``turns`` is 0 where
    they are not.
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
    players: tuple[PlayPlayer, ...]


def play_of(record: Game, state: State | None, names: SeatNames | None = None, times: Sequence[datetime] = ()) -> Play:
    """Return the play of a record, given its last position, the names by seat and the times of its decisions.

    Without times, those in the record are used. Decisions that were saved together, e.g. from an imported text, give
    no duration. Raises ``UnfinishedGameError``.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> from replays.replay import Replay
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> replay = Replay(game)
    >>> play = play_of(game, game.state)
    >>> play.turns, [player.points for player in play.players]
    (48, [33, 33, 24, 26])
    """
    points, winners = outcome(record, state)
    if not points:
        raise UnfinishedGameError(Message("the record does not say how the game ended"))
    is_over = state is not None and type(state.now) is GameOver and extent_of(record) == "full"
    known = sorted(times or _stamps(record))
    day = _day(record.header(DATE))
    return Play(
        id=blake2b(dumps(_bare(record, has_end=is_over)).encode(), digest_size=_ID_BYTES).hexdigest(),
        ended=_ended(known, day),
        day=day or (known[-1].date() if known else None),
        minutes=_minutes(known),
        event=clean_name(record.header(EVENT) or "", LONGEST_TEXT),
        site=clean_name(record.header(SITE) or "", LONGEST_TEXT),
        rules=rule_set_of(record.setup),
        turns=state.turn if is_over and state is not None else 0,
        by=state.now.by if is_over and state is not None and isinstance(state.now, GameOver) else "",
        players=_players(record, points, winners, names or {}),
    )


def _bare(record: Game, *, has_end: bool) -> Game:
    """Return the set-up and the decisions, and the result if they do not determine it.

    Notes on a game may change, the game does not.
    """
    moves = tuple([replace(move, notes=(), variations=()) for move in record.moves])
    headers = () if has_end else tuple([header for header in record.headers if header[0] == RESULT])
    return replace(record, moves=moves, headers=headers, notes=())


def _players(record: Game, points: Sequence[int], winners: Sequence[int], names: SeatNames) -> tuple[PlayPlayer, ...]:
    setup = record.setup
    shown = display_names(names, setup.colours, width=LONGEST_TEXT)
    most = max(points)
    worth = [(own, seat in winners) for seat, own in enumerate(points)]
    return tuple(
        PlayPlayer(
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


def _ended(times: Sequence[datetime], day: date | None) -> datetime | None:
    """Return the end: the last time that fits the day, or noon of that day."""
    if times and (day is None or times[-1].date() == day or _minutes(times)):
        return times[-1].astimezone(UTC)
    return datetime.combine(day, _NOON) if day else None


def _minutes(times: Sequence[datetime]) -> int | None:
    """Return the minutes from the first time to the last; ``None`` if most decisions have the same time."""
    if not times or 2 * max(Counter(times).values()) > len(times):
        return None
    return round((times[-1] - times[0]).total_seconds() / 60) or None


# Plays as a table of results, one row per player; a name cannot become a formula in it (``notation.csv.safe``).

RESULT_COLUMNS: Final = (
    "game", "play", "date", "minutes", "event", "site", "rules", "players", "turns",
    "seat", "name", "colour", "family", "points", "rank", "won", "decided by",
)  # fmt: skip
"""The heads of the columns, in their order."""

_WON: Final = {True: "yes", False: "no", None: "?"}


def result_rows(play: Play, game: str) -> Iterator[tuple[str, ...]]:
    """Yield the rows of one play, in seating order; unknown values are empty, the winner among equals is ``?``.

    ``game`` is the name of the game for people: its id in a store, or a file and its number there.
    """
    for player in play.players:
        yield tuple(map(str, (safe(game), *_of_play(play), *_of_player(player), play.by)))


def _of_play(play: Play) -> tuple[str | int, ...]:
    return (
        play.id,
        play.day.isoformat() if play.day else "",
        play.minutes or "",
        safe(play.event),
        safe(play.site),
        play.rules,
        len(play.players),
        play.turns or "",
    )


def _of_player(player: PlayPlayer) -> tuple[str | int, ...]:
    return (
        player.seat + 1,
        safe(player.name),
        player.colour,
        player.family,
        player.points,
        player.rank,
        _WON[player.has_won],
    )


# A play as a link that opens BG Stats with it: everything is in the address, nothing is sent anywhere.
#
# The form is the one that BG Stats documents for other programs, at
# <https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/>: one JSON object after
# ``data=``. ``playDate`` is the end in UTC; the app shows the play before it saves it, and remembers by the source ids
# which of its games and players are meant. Every player has ``winner``: the app for Android asks for it.

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html"
SOURCE: Final = "calimala"
GAME_ID: Final = 199383
"""Calimala on BoardGameGeek."""

_BOARDS: Final = {
    "first": "First edition",
    "two-players": "First edition, two players",
    "second": "Second edition",
    "intrigue": "Intrigue",
    "families": "Intrigue with families",
}
"""What BG Stats calls the board or variant, by rule set; in English, since the app compares it."""


def bg_stats_link(play: Play) -> str:
    """Return the address; raises ``ValueError`` for a play without a day, which BG Stats does not accept."""
    return (
        f"{ADDRESS}?data={quote(json.dumps(bg_stats_play(play), ensure_ascii=False, separators=(',', ':')), safe='')}"
    )


def bg_stats_play(play: Play) -> dict[str, Any]:
    """Return the object in the address; raises ``ValueError`` for a play without a day."""
    if play.ended is None:
        raise ValueError("a play without a day")
    play_fields: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": play.id,
        "playDate": play.ended.strftime("%Y-%m-%d %H:%M:%S"),
        "board": _BOARDS[play.rules],
        "game": {
            "name": "Calimala",
            "sourceGameId": SOURCE,
            "bggId": GAME_ID,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [_player(player) for player in play.players],
    }
    optional = {"durationMin": play.minutes, "location": play.site, "comments": play.event}
    return play_fields | {key: value for key, value in optional.items() if value}


def _player(player: PlayPlayer) -> dict[str, Any]:
    return {
        "name": player.name,
        "sourcePlayerId": player.name.casefold(),
        "startPlayer": player.seat == 0,
        "score": player.points,
        "rank": player.rank,
        "winner": bool(player.has_won),
        **({"role": player.family} if player.family else {}),
    }
