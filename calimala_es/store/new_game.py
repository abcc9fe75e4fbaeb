"""A new game as it is saved: the rows of its streams as bytes, the names beside them and its summary.

Everything about it is computed without a store, so that other processes can prepare games for the one that saves them.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from calimala_es.errors import NoPositionsError
from calimala_es.game import Game, settle_notes
from calimala_es.store.annotated_game import drafts_of, layer_authors, other_headers
from calimala_es.store.annotation_writer import AnnotationWriter
from calimala_es.store.annotations import Author
from calimala_es.store.folding import beginning
from calimala_es.store.read_models import encode_summary
from calimala_es.store.recorder import RowName, SummaryRow
from calimala_es.store.row_events import AccessEvent
from calimala_es.store.rows import (
    EventRow,
    added_header,
    encode_rows,
    header_rows,
    place_rows,
    rows_after,
    rows_of_moves,
)
from calimala_es.store.stored_game import StoredGame
from calimala_es.store.streams import access_stream, headers_stream


class PreparedGame(NamedTuple):
    """A game that can be saved under an id: rows, each a stream, a version and the bytes, names, and its summary."""

    id: str
    rows: list[tuple[str, int, bytes]]
    names: list[RowName]
    summary: SummaryRow

    @property
    def content(self) -> bytes:
        """The digest of how it begins and of its decisions."""
        return self.summary.content


class Begun(NamedTuple):
    """A new game with what is stored of it: without notes, and with the rows of its headers."""

    new: PreparedGame
    stored: StoredGame
    headers: list[EventRow]
    has_notes: bool


def begin_game(id: str, game: Game, now: datetime, access: Sequence[AccessEvent] = ()) -> Begun:
    """Return what is saved of a new game, with its headers, notes, variations and rights, at a time.

    Raises ``AnnotationError``, and ``NoPositionsError`` for a game of which only the result is known.
    """
    game = settle_notes(game)
    if not game.has_positions:
        raise NoPositionsError
    authors = layer_authors(game)
    rows = [EventRow(0, now, beginning(game)), *rows_of_moves(game.moves, 1, now, lambda: 0)]
    stored = StoredGame.of(place_rows(id, 1, rows), game.states)
    headers = [added_header(*header) for header in other_headers(game, authors)]
    added, names = header_rows(headers_stream(id), 0, headers, now)
    notes: list[EventRow] = []
    if drafts := [*drafts_of(game, authors)]:
        writer = AnnotationWriter(stored.annotations, lambda: game, now)
        writer.add(Author(), drafts)
        notes, names = writer.rows, [*names, *writer.names]
    rights = rows_after(access_stream(id), 0, access, now)
    every = encode_rows([*rows, *added, *notes, *rights])
    summary = encode_summary(stored, added, game)
    return Begun(PreparedGame(id, every, names, summary), stored, added, bool(notes))
