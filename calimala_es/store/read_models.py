"""One line about every game: a read model that catches up when somebody looks.

A summary is computed from a game's rows and kept with the place in the log up to which it tells, so that only games
that changed are read again. People's names are not in it. Nothing is lost with it: it can be computed again.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise, repeat
from typing import Final, cast

import msgspec
from eventsourcing.persistence import IntegrityError, Tracking
from msgspec import Struct

from calimala_es.editions import FIRST
from calimala_es.errors import CalimalaError
from calimala_es.events import Event, GameEnded
from calimala_es.frames import GameOver
from calimala_es.store.application import Games
from calimala_es.store.notes import Header, Headers, fold_headers, named_headers, notes_stream
from calimala_es.store.recorder import KeptSummary
from calimala_es.store.row_events import Undone
from calimala_es.store.rows import Entry, Fact
from calimala_es.store.stored_game import StoredGame, project_game, timeline
from calimala_es.view import PUBLIC, Viewer, view_event

_READER: Final = "summaries"
"""The name under which the position in the log is kept."""


class Result(Struct, frozen=True):
    """How a game ended; fields as in ``calimala_es.events.GameEnded``: the third party's points come last (R8.9)."""

    points: tuple[int, ...]
    winners: str
    by: str


class Summary(Struct, frozen=True):
    """One line about a game.

    ``colours`` are the players' in turn order, ``turn`` the one that is played (0: before the first), ``commands`` how
    many stand, ``result`` is ``None`` as long as the game goes on; ``seen`` is when it changed last for who sees no
    hidden card. ``fault`` says why a game cannot be read. ``edition``, ``third``, ``has_intrigue`` and ``families`` are
    those of the set-up.
    """

    id: str
    colours: str = ""
    turn: int = 0
    commands: int = 0
    version: int = 0
    created: datetime | None = None
    changed: datetime | None = None
    result: Result | None = None
    headers: Headers = ()
    fault: str = ""
    edition: str = FIRST.name
    third: str = ""
    has_intrigue: bool = False
    families: tuple[str, ...] = ()
    seen: datetime | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None


class _Kept(Struct, frozen=True, array_like=True):
    """A summary without headers beside the headers as their rows tell them; ``said`` is the number of those rows."""

    summary: Summary
    headers: tuple[Header, ...]
    said: int


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(_Kept)


def _result(game: StoredGame) -> Result | None:
    now = game.state.now
    if type(now) is not GameOver:
        return None
    return Result(tuple(mat.points for mat in game.state.mats), now.winners, now.by)


def kept_summary(game: StoredGame, said: Sequence[Entry]) -> KeptSummary:
    """Return what is stored of a game and what is said about it."""
    setup = game.setup
    summary = Summary(
        game.id,
        setup.colours,
        game.state.turn,
        len(game.numbers),
        game.version,
        game.created,
        game.changed,
        _result(game),
        edition=setup.ruleset.edition,
        third=setup.third,
        has_intrigue=bool(setup.intrigue),
        families=setup.families,
        seen=seen_change(game.entries, PUBLIC),
    )
    return game.id, _ENCODER.encode(_Kept(summary, tuple(fold_headers(said, game.came_by)), len(said)))


def summaries(games: Games) -> list[Summary]:
    """Return the summaries of all games, by id; reads again what has changed since the last time."""
    _catch_up(games)
    names: dict[str, dict[int, str]] = {}
    for stream, version, name in games.recorder.select_names():
        names.setdefault(stream, {})[version] = name
    return [_restored(data, names) for _, data in games.recorder.select_summaries()]


def summary_of(games: Games, id: str) -> Summary | None:
    """Return the summary of one game, read from its rows; ``None`` if there is none."""
    if not games.recorder.last_version(id):
        return None
    names = {version: name for _, version, name in games.recorder.select_names(notes_stream(id))}
    return _restored(_summarised(games, id)[1], {notes_stream(id): names})


def _restored(data: bytes, names: Mapping[str, Mapping[int, str]]) -> Summary:
    kept = _DECODER.decode(data)
    headers = named_headers(kept.headers, names.get(notes_stream(kept.summary.id), {}))
    return msgspec.structs.replace(kept.summary, headers=headers)


def _catch_up(games: Games) -> None:
    """Read the games that got rows; where two programs do so at once the one that read further is right."""
    position = games.recorder.max_tracking_id(_READER) or 0
    touched, last = games.recorder.touched(position)
    if last == position:
        return
    current = {id for id, data in games.recorder.select_summaries() if _is_current(_DECODER.decode(data), touched)}
    kept = [_summarised(games, id) for id in _games_of(touched) if id not in current]
    try:
        games.recorder.put_summaries(kept, Tracking(_READER, last))
    except IntegrityError:
        return


def _is_current(kept: _Kept, touched: Mapping[str, int]) -> bool:
    """Whether a summary tells of all rows that there are, as that of a game that was saved in one go does."""
    id, version = kept.summary.id, kept.summary.version
    return version == touched.get(id, version) and kept.said == touched.get(notes_stream(id), kept.said)


def _games_of(streams: Iterable[str]) -> list[str]:
    """Return the games that streams belong to; a name that begins with a plus belongs to none."""
    return sorted({stream.partition("/")[0] for stream in streams if not stream.startswith("+")})


def _summarised(games: Games, id: str) -> KeptSummary:
    try:
        game: StoredGame = games.repository.get(id, projector_func=project_game)
        return kept_summary(game, cast("list[Entry]", [*games.events.get(notes_stream(id))]))
    except CalimalaError as error:
        return id, _ENCODER.encode(_Kept(Summary(id, fault=str(error)), (), 0))


# What those who only look know of the rows of a game: their number, when the last came, the decisions of a seat.
#
# The scribe of a game counts its rows. Those who follow count what they see of them: commands that replace earlier ones
# count as what they add to those, as nothing where all that the follower sees is as before, and as one row where it is
# not. So no number gives away that a hidden card was corrected, or how far back that was.


def seen_version(entries: Sequence[Entry], viewer: Viewer) -> int:
    """The number of a game with these rows, its creation the first, for a seat or the public."""
    return max(_numbers(entries, viewer))


def row_version(entries: Sequence[Entry], seen: int, viewer: Viewer) -> int:
    """The last version in rows that has this number; 0 where none has."""
    return max((row for row, number in enumerate(_numbers(entries, viewer), 1) if number == seen), default=0)


def seen_change(entries: Sequence[Entry], viewer: Viewer) -> datetime | None:
    """When a row came last of which a seat, or the public, is told."""
    numbers = [0, *_numbers(entries, viewer)]
    grown = zip(entries, pairwise(numbers), strict=True)
    return max((entry.time for entry, (before, after) in grown if entry.time and after > before), default=None)


def seen_numbers(entries: Sequence[Entry], numbers: Iterable[int]) -> list[int]:
    """Numbers of commands without those that come for earlier ones: as if each had stood since it was given first."""
    again = sorted(new for entry in entries if isinstance(entry.event, Undone) for new, _ in entry.event.carried)
    return [number - bisect_left(again, number) for number in numbers]


def _numbers(entries: Sequence[Entry], viewer: Viewer) -> Iterator[int]:
    """The number after each row; all rows that come with one that takes back have the same."""
    if not any(isinstance(entry.event, Undone) for entry in entries):
        yield from range(1, len(entries) + 1)
        return
    number = row = highest = 0
    while row < len(entries):
        undone, end = entries[row].event, row + 1
        if isinstance(undone, Undone):
            while end < len(entries) and 0 < entries[end].number <= highest + undone.brings:
                end += 1
        if isinstance(undone, Undone) and end > row + 1:
            standing = timeline(entries[1:row]).standing
            taken = [entry.event for rows in standing[len(standing) - undone.count :] for entry in rows]
            came = [entry.event for entry in entries[row + 1 : end]]
            number += _added(_seen(taken, viewer), _seen(came, viewer))
        else:
            number += 1
        highest = max(highest, entries[end - 1].number)
        yield from repeat(number, end - row)
        row = end


def _added(before: Sequence[Fact], after: Sequence[Fact]) -> int:
    """By how much the number grows where events come in the place of others."""
    return len(after) - len(before) if after[: len(before)] == before else 1


def _seen(events: Sequence[Fact], viewer: Viewer) -> list[Fact]:
    """Events behind which nothing comes, as somebody sees them: all of them once the game is over."""
    is_over = bool(events) and isinstance(events[-1], GameEnded)
    seen = (view_event(event, viewer) if isinstance(event, Event) and not is_over else event for event in events)
    return cast("list[Fact]", [*seen])
