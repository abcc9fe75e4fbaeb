"""Games as wholes: renamed, deleted, restored, purged.

The id of a game is the name of its streams. A renamed game goes on in streams of the new id, into which everything was
copied; both end with ``GameRenamed``, so versions are the same in both, and a game that gets an old id back continues
its old streams. A deleted game ends with ``GameDeleted`` until it is restored. Purging is the only thing that ever
erases rows.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from calimala_es.errors import GameExistsError, GameNotFoundError, NothingToUndoError, StaleGameError, StoreError
from calimala_es.messages import Message
from calimala_es.store.access import PuzzleStreams
from calimala_es.store.row_events import GameDeleted, GameRenamed, GameRestored
from calimala_es.store.rows import EventRow, decode_rows, place_rows, rows_after
from calimala_es.store.stored_game import StoredGame
from calimala_es.store.streams import ATTEMPTS, Streams, access_streams, headers_stream, stale_error


def rename_game(streams: Streams, game: StoredGame, id: str) -> None:
    """Give a game another id; raises ``GameExistsError`` if it is taken, and ``StaleGameError``."""
    if streams.last_version(id) and id not in game.ids:
        raise _taken(id)
    (renamed,) = rows_after(game.id, game.version, [GameRenamed(id, game.id)], streams.now())
    copied = [*_copied_rows(streams, game.id, id)]
    ours = [row for row in copied if row.originator_id == id]
    last = ours[-1].originator_version if ours else streams.last_version(id)
    if last != game.version:
        raise stale_error(game.id)
    (named,) = rows_after(id, last, [renamed.event], streams.now())
    try:
        streams.save([renamed, *copied, named], stale_error(game.id), moved=(game.id, id))
    except StaleGameError:
        if streams.last_version(id) and id not in game.ids:
            raise _taken(id) from None
        raise
    # What somebody said meanwhile: nobody can add to the old streams from here on.
    if late := [*_copied_rows(streams, game.id, id)]:
        streams.save(late, stale_error(id), moved=(game.id, id))


def _copied_rows(streams: Streams, old: str, new: str) -> Iterator[EventRow]:
    """Yield the rows of a game's streams that are missing in those of another id."""
    authors = [stream for stream, _ in streams.author_rows(old)]
    for stream in (old, headers_stream(old), *authors, *access_streams(old)):
        copy = new + stream.removeprefix(old)
        last = streams.last_version(copy)
        rows = streams.rows(stream)[last:]
        yield from place_rows(copy, last + 1, [replace(row) for row in rows])


def delete_game(streams: Streams, id: str) -> None:
    """Mark a game as deleted, whatever others add at that moment."""
    for _ in range(ATTEMPTS):
        streams.check_present(id)
        try:
            rows = rows_after(id, streams.last_version(id), [GameDeleted()], streams.now())
            return streams.save(rows, stale_error(id))
        except StaleGameError:
            continue
    raise stale_error(id)


def restore_game(streams: Streams, id: str) -> None:
    """Restore a deleted game; raises ``NothingToUndoError`` if it was not deleted."""
    if not isinstance(streams.last_event(id), GameDeleted):
        raise NothingToUndoError(Message("{id} was not deleted", id=id))
    streams.save(rows_after(id, streams.last_version(id), [GameRestored()], streams.now()), stale_error(id))


def purge_game(streams: Streams, id: str) -> None:
    """Erase everything about a game, under every id that it ever had; raises ``GameNotFoundError``.

    A game whose rows cannot be read is purged as well.
    """
    with streams.errors():
        known = {stream: stream.partition("/")[0] for stream in streams.recorder.touched(0)[0]}
        if id not in known:
            raise GameNotFoundError(Message("there is no game {word} in the store", word=repr(id)))
        ids = _ids_of(streams, id)
        erased = [stream for stream, game in known.items() if game in ids]
        for stream in {stream for stream, _, _ in streams.recorder.select_names()}.intersection(erased):
            streams.recorder.erase_names(stream=stream)
        for one in ids:
            streams.recorder.erase_photos(one, None)
        streams.recorder.erase_summaries(ids)
        streams.purge([*erased, *PuzzleStreams(streams).streams_about(ids)])


def _ids_of(streams: Streams, id: str) -> Sequence[str]:
    """Return every id that a game ever had, that one first.

    Rows that came from elsewhere may name a game that was never this one, whose own rows do not say that it was.
    """
    renamed = _renamings(streams, id) or set()
    others = dict.fromkeys(name for event in renamed for name in (event.id, event.was) if name != id)
    return [id, *(name for name in others if (events := _renamings(streams, name)) is None or events & renamed)]


def _renamings(streams: Streams, id: str) -> set[GameRenamed] | None:
    """Return how a game was renamed by its rows; ``None`` if they cannot be read."""
    try:
        events = [row.event for row in decode_rows(id, streams.recorder.select_rows(id))]
    except StoreError:
        return None
    return {event for event in events if isinstance(event, GameRenamed)}


def _taken(id: str) -> GameExistsError:
    return GameExistsError(Message("{id} is taken: a game has or had this id; choose another one", id=id))
