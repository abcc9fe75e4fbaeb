"""Read models: one line about every game, and what those who follow a game know of its rows.

A *summary* is computed from a game's rows and stored with the place in the log that it covers; it catches up when
somebody looks, so that only games that changed are read again. People's names are not in it. It can always be computed
again.

The scribe of a game counts its rows. Those who follow count what they see of them: commands that replace earlier ones
count as what they add to those, as nothing where all that the follower sees is as before, and as one row where it is
not. So no number gives away that a hidden card was corrected, or how far back that was.
"""

import sqlite3
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import IntEnum
from functools import partial, wraps
from hashlib import blake2b
from itertools import pairwise, repeat
from typing import Concatenate, Final, ParamSpec, TypeVar, cast

import msgspec
from eventsourcing.application import AggregateNotFoundError
from eventsourcing.domain import EventSourcingError
from eventsourcing.persistence import IntegrityError, Tracking
from msgspec import Struct

from calimala_es.editions import FIRST
from calimala_es.errors import CalimalaError, StoreError, UnsavedError
from calimala_es.events import Event, GameEnded
from calimala_es.frames import GameOver
from calimala_es.game import Game, Headers
from calimala_es.known import GameKnowledge
from calimala_es.store.annotations import AuthorLog
from calimala_es.store.folding import beginning, timeline
from calimala_es.store.recorder import MemoryRecorder, SummaryRow
from calimala_es.store.row_events import Undone
from calimala_es.store.rows import (
    CHECKSUM,
    EventRow,
    RowEvent,
    StoredHeader,
    decode_rows,
    fold_headers,
    named_headers,
    read_name,
    seal,
    unseal,
)
from calimala_es.store.sqlite_file import DamageError
from calimala_es.store.stored_game import StoredGame, project_game
from calimala_es.store.streams import (
    GAME_ID,
    MOST_AUTHORS,
    PURGED,
    Games,
    UnsavedSummaries,
    author_stream,
    damage_errors,
    headers_stream,
    is_of_damage,
)
from calimala_es.view import PUBLIC, Viewer, view_event

_READER: Final = "summaries"
"""The name under which the position in the log is stored."""


# Summaries.


class Status(IntEnum):
    """What a game is found as; those after ``DAMAGED`` only if somebody asks for deleted games, or never."""

    IN_PROGRESS = 0
    OVER = 1
    DAMAGED = 2
    DELETED = 3
    GONE = 4


_CONTENT_BYTES: Final = 16


class GameResult(Struct, frozen=True):
    """How a game ended; fields as in ``calimala_es.events.GameEnded``: the third party's points come last (R8.9)."""

    points: tuple[int, ...]
    winners: str
    by: str


class Summary(Struct, frozen=True):
    """One line about a game.

    ``colours`` are the players' in turn order, ``turn`` the current one (0: before the first) and ``active`` the seat
    whose it is, ``commands`` the number of current ones, ``result`` is ``None`` as long as the game goes on; ``seen``
    is when it last changed for those who see no hidden card. ``fault`` says why a game cannot be read, ``deleted`` when
    it was deleted; ``is_gone`` that it has another id. ``edition``, ``third``, ``has_intrigue`` and
    ``families`` are those of the set-up.
    """

    id: str
    colours: str = ""
    turn: int = 0
    commands: int = 0
    version: int = 0
    created: datetime | None = None
    changed: datetime | None = None
    result: GameResult | None = None
    headers: Headers = ()
    fault: str = ""
    edition: str = FIRST.name
    third: str = ""
    has_intrigue: bool = False
    families: tuple[str, ...] = ()
    seen: datetime | None = None
    deleted: datetime | None = None
    is_gone: bool = False
    active: int = 0

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None


class _StoredSummary(Struct, frozen=True, array_like=True):
    """A summary without headers, the headers as their rows have them, and the number of those rows."""

    summary: Summary
    headers: tuple[StoredHeader, ...]
    header_rows: int


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(_StoredSummary)


def _decoded(game: str, data: bytes) -> _StoredSummary | None:
    """Return a stored summary; ``None`` if it is damaged, and must be computed again."""
    sound = unseal(data, game)
    return None if sound is None else _DECODER.decode(sound)


def encode_summary(game: StoredGame, header_rows: Sequence[EventRow], annotated: Game) -> SummaryRow:
    """Return the stored summary of a game; ``annotated`` has the checks from which its points may follow."""
    setup = game.state.setup
    summary = Summary(
        game.id,
        setup.colours,
        game.state.turn,
        len(annotated.moves),
        game.version,
        game.created,
        game.changed,
        _result(annotated),
        edition=setup.ruleset.edition,
        third=setup.third,
        has_intrigue=bool(setup.intrigue),
        families=setup.families,
        seen=seen_change(game.rows, PUBLIC),
        deleted=game.rows[-1].time if game.is_deleted else None,
        is_gone=game.is_renamed,
        active=game.state.active,
    )
    headers = tuple(fold_headers(header_rows, game.came_by))
    return _summary_row(_StoredSummary(summary, headers, len(header_rows)), content_digest(annotated))


def _summary_row(stored: _StoredSummary, content: bytes = b"") -> SummaryRow:
    summary = stored.summary
    if summary.is_gone:
        status = Status.GONE
    elif summary.deleted:
        status = Status.DELETED
    elif summary.fault:
        status = Status.DAMAGED
    else:
        status = Status.OVER if summary.is_over else Status.IN_PROGRESS
    changed = summary.changed.timestamp() if summary.changed else 0.0
    return SummaryRow(summary.id, status, changed, content, seal(_ENCODER.encode(stored), summary.id))


def content_digest(game: Game) -> bytes:
    """Return a digest of how a game begins and of its decisions: equal for its copies, whatever is noted in them."""
    return blake2b(_ENCODER.encode((beginning(game), game.commands)), digest_size=_CONTENT_BYTES).digest()


def _result(game: Game) -> GameResult | None:
    state = GameKnowledge(game).with_points(game.state, len(game.moves)) if game.state.has_gap else game.state
    now = state.now
    if type(now) is not GameOver:
        return None
    return GameResult(tuple(mat.points for mat in state.mats), now.winners, now.by)


_P = ParamSpec("_P")
_T = TypeVar("_T")


def _despite_damage(read: Callable[Concatenate[Games, _P], _T]) -> Callable[Concatenate[Games, _P], _T]:
    """Let a function that reads a damaged list of games read one that is made anew, in memory."""

    @wraps(read)
    def reading(games: Games, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        try:
            return read(games, *args, **kwargs)
        except (sqlite3.Error, EventSourcingError) as error:
            if games.listing is not games.recorder or not is_of_damage(error):
                raise
            games.recorder.damage, games.listing, games.unsaved = error, MemoryRecorder(), None
            return read(games, *args, **kwargs)

    return reading


@_despite_damage
def read_summaries(games: Games) -> list[Summary]:
    """Return the summaries of all games, by id; compute again those of games that changed since the last time."""
    unsaved = _every_unsaved(games)
    names = _names(games)
    found = dict(games.listing.select_summaries())
    for id, row in unsaved.items():
        found.pop(id, None)
        if row is not None:
            found[id] = row.summary
    return [_named(_decoded(id, data) or _computed(games, id), names) for id, data in sorted(found.items())]


def _names(games: Games) -> Callable[[str], Mapping[int, str]]:
    """Return what gives the names of a stream; all are read at once, and one by one from a damaged file."""
    names: dict[str, dict[int, str]] = {}
    try:
        found = games.recorder.select_names()
    except sqlite3.Error as error:
        if not is_of_damage(error):
            raise
        return partial(_names_of, games)
    for stream, version, name in found:
        names.setdefault(stream, {})[version] = name
    return lambda stream: names.get(stream, {})


def _names_of(games: Games, stream: str) -> Mapping[int, str]:
    with damage_errors(stream.partition("/")[0]):
        return {version: name for _, version, name in games.recorder.select_names(stream)}


def read_summary(games: Games, id: str) -> Summary | None:
    """Return the summary of one game, computed from its rows; ``None`` if there is no such game."""
    if not GAME_ID.fullmatch(id) or not games.recorder.last_version(id):
        return None
    return _named(_computed(games, id), partial(_names_of, games))


def _computed(games: Games, id: str) -> _StoredSummary:
    return _DECODER.decode(_compute(games, id).summary[:-CHECKSUM])


def _named(stored: _StoredSummary, names: Callable[[str], Mapping[int, str]]) -> Summary:
    """Return a summary with its headers and those names that were not erased."""
    stream = headers_stream(stored.summary.id)
    try:
        known = {version: read_name(name, stream, version) for version, name in names(stream).items()}
    except StoreError as error:
        return msgspec.structs.replace(stored.summary, fault=str(error))
    return msgspec.structs.replace(stored.summary, headers=named_headers(stored.headers, known))


@_despite_damage
def find_ids(games: Games, status: Status, beginning: str, most: int | None) -> list[str]:
    """Return the first ids, in their order, of games up to a status that begin so."""
    unsaved = _every_unsaved(games) if most is None else catch_up(games)
    found = games.listing.select_ids(status, beginning, None if most is None else most + len(unsaved))
    if not unsaved:
        return found
    others = [row.game for row in filter(None, unsaved.values()) if row.status <= status]
    same = [id for id in found if id not in unsaved]
    return sorted([*same, *(id for id in others if id.startswith(beginning))])[:most]


@_despite_damage
def find_last_changed(games: Games, statuses: Sequence[Status]) -> str | None:
    """Return the id of the game with one of these statuses that was changed last."""
    unsaved = catch_up(games)
    found = [games.listing.last_changed(status, unsaved) for status in statuses]
    found += [(row.changed, row.game) for row in filter(None, unsaved.values()) if row.status in statuses]
    return max(filter(None, found), default=(0.0, None))[1]


@_despite_damage
def find_copies(games: Games, status: Status, content: bytes) -> list[str]:
    """Return the ids of games up to a status with this content."""
    unsaved = catch_up(games)
    same = [id for id in games.listing.select_copies(status, content) if id not in unsaved]
    others = [row.game for row in filter(None, unsaved.values()) if row.status <= status and row.content == content]
    return sorted([*same, *others])


def _every_unsaved(games: Games) -> Mapping[str, SummaryRow | None]:
    """Return what ``catch_up`` does, and summaries of games that have rows, but that a damaged list does not have."""
    try:
        there = _games_of(games.recorder.touched(0)[0])
    except sqlite3.Error as error:
        if not is_of_damage(error):
            raise
        games.recorder.damage, there = error, []
    unsaved = catch_up(games)
    lost = {*there}.difference(games.listing.select_ids(Status.GONE), unsaved)
    if lost and (lost := games.recorder.select_taken(lost)):
        games.recorder.damage = StoreError(f"the list of games does not have {', '.join(sorted(lost))}")
    return {**unsaved, **{id: _compute(games, id) for id in lost}}


def catch_up(games: Games) -> Mapping[str, SummaryRow | None]:
    """Compute the summaries of games with new rows; return those that could not be stored.

    If two programs do so at once, the one that read further wins. A store that cannot be written at the moment is read
    as always: what is computed is held in memory until it can be stored.
    """
    tracked = games.listing.max_tracking_id(_READER) or 0
    unsaved = games.unsaved if games.unsaved and games.unsaved.position > tracked else UnsavedSummaries(tracked, {})
    touched, last = games.recorder.touched(unsaved.position)
    if last == tracked:
        return {}
    if last < tracked:
        raise DamageError("the list of games covers more rows than there are")
    rows = {**unsaved.rows}
    if PURGED in touched:
        known = {*games.listing.select_ids(Status.GONE), *rows}
        rows |= dict.fromkeys(known - games.recorder.select_taken(known))
    changed = _games_of(touched)
    known_ones = games.listing.select_summaries([id for id in changed if id not in rows])
    current = {id for id, data in known_ones if _is_current(_decoded(id, data), touched)}
    rows |= {id: _compute(games, id) for id in changed if id not in current}
    try:
        games.listing.put_summaries(
            [row for row in rows.values() if row is not None],
            Tracking(_READER, last),
            erased=[id for id, row in rows.items() if row is None],
        )
    except IntegrityError:
        return {}
    except UnsavedError:
        games.unsaved = UnsavedSummaries(last, rows)
        return rows
    games.unsaved = None
    return {}


def _is_current(stored: _StoredSummary | None, touched: Mapping[str, int]) -> bool:
    """Return whether a summary covers all rows, as that of a game that was saved in one go does."""
    if stored is None:
        return False
    id, version = stored.summary.id, stored.summary.version
    headers = stored.header_rows
    return version == touched.get(id, version) and headers == touched.get(headers_stream(id), headers)


def _games_of(streams: Iterable[str]) -> list[str]:
    """Return the games that streams belong to; a name that begins with a plus belongs to none."""
    return sorted({stream.partition("/")[0] for stream in streams if not stream.startswith("+")})


def _compute(games: Games, id: str) -> SummaryRow:
    """Return the stored summary of a game as it is now, or of the fault that keeps it from being read."""
    try:
        with damage_errors(id):
            game: StoredGame = games.repository.get(id, projector_func=project_game)
            headers = cast("list[EventRow]", [*games.events.get(headers_stream(id))])
            return encode_summary(game, headers, _with_checks(games, game) if game.state.has_gap else game.played)
    except AggregateNotFoundError:
        fault = f"{id}: all rows are missing"
    except CalimalaError as error:
        fault = str(error)
    return _summary_row(_StoredSummary(Summary(id, fault=fault), (), 0))


def _with_checks(games: Games, game: StoredGame) -> Game:
    """Return a stored game with the notes of its authors."""
    logs: list[AuthorLog] = []
    for layer in range(1, MOST_AUTHORS + 1):
        stream = author_stream(game.id, layer)
        rows = games.recorder.select_rows(stream)
        if not rows:
            break
        logs.append(AuthorLog(layer, decode_rows(stream, rows), {}))
    return game.annotated((), tuple(logs)).game


# What followers know of the rows.


def seen_version(game: StoredGame, viewer: Viewer) -> int:
    """Return the version of a game for a seat or the public."""
    return max(_seen_versions(game.rows, viewer)) if game.was_corrected else game.version


def row_version(rows: Sequence[EventRow], seen: int, viewer: Viewer) -> int:
    """Return the last version of a game that a seat or the public sees as version ``seen``; 0 if none is."""
    return max((row for row, version in enumerate(_seen_versions(rows, viewer), 1) if version == seen), default=0)


def seen_change(rows: Sequence[EventRow], viewer: Viewer) -> datetime | None:
    """Return the time of the last row of which a seat, or the public, sees anything."""
    if not _are_undoing(rows):
        return max([row.time for row in rows if row.time], default=None)
    versions = [0, *_seen_versions(rows, viewer)]
    grown = zip(rows, pairwise(versions), strict=True)
    return max((row.time for row, (before, after) in grown if row.time and after > before), default=None)


def seen_numbers(rows: Sequence[EventRow], numbers: Iterable[int]) -> list[int]:
    """Return numbers of commands as if those that replace earlier ones had never been counted."""
    again = sorted(new for row in rows if isinstance(row.event, Undone) for new, _ in row.event.carried)
    return [number - bisect_left(again, number) for number in numbers]


def _are_undoing(rows: Sequence[EventRow]) -> bool:
    return Undone in {type(row.event) for row in rows if not row.number}


def _seen_versions(rows: Sequence[EventRow], viewer: Viewer) -> Iterator[int]:
    """Yield the version after each row; all rows that come with one that undoes have the same."""
    if not _are_undoing(rows):
        yield from range(1, len(rows) + 1)
        return
    version = place = highest = 0
    while place < len(rows):
        undone, end = rows[place].event, place + 1
        if isinstance(undone, Undone):
            while end < len(rows) and 0 < rows[end].number <= highest + undone.brings:
                end += 1
        if isinstance(undone, Undone) and end > place + 1:
            current = timeline(rows[1:place]).current
            before = [row.event for batch in current[len(current) - undone.count :] for row in batch]
            after = [row.event for row in rows[place + 1 : end]]
            growth = _growth(_seen_events(before, viewer), _seen_events(after, viewer))
            version += max(growth, 1) if undone.begins else growth
        else:
            version += 1
        highest = max(highest, rows[end - 1].number)
        yield from repeat(version, end - place)
        place = end


def _growth(before: Sequence[RowEvent], after: Sequence[RowEvent]) -> int:
    """Return by how much the version grows where events replace others."""
    return len(after) - len(before) if after[: len(before)] == before else 1


def _seen_events(events: Sequence[RowEvent], viewer: Viewer) -> list[RowEvent]:
    """Return the last events of a game as somebody sees them: all of them once the game is over."""
    is_over = bool(events) and isinstance(events[-1], GameEnded)
    return [view_event(event, viewer) if isinstance(event, Event) and not is_over else event for event in events]
