"""Between the two forms of a game: as the store has it and as a text has it. Nothing is lost either way."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final

from calimala_es.components import COLOUR_WORDS
from calimala_es.initial import initial
from calimala_es.setup import Setup
from calimala_es.store import CHECK, COMMENT, Note, Store, StoredGame
from cli.naming import create_somewhere, day_of
from notation import Move, Record

SHUFFLE_HEADER: Final = "Shuffle"
"""The header with the seed of a deck that the program shuffles and deals from."""


def record_of(game: StoredGame) -> Record:
    """The record of a stored game as it stands."""
    comments, checks = (_notes_of(game.notes, kind) for kind in (COMMENT, CHECK))
    moves = tuple(
        Move(command, comments.get(number, ()), checks.get(number, ()))
        for number, command in enumerate(game.commands, 1)
    )
    return Record(
        setup=game.setup,
        moves=moves,
        headers=game.headers,
        comments=comments.get(0, ()),
        checks=checks.get(0, ()),
        start=None if _is_whole(game) else game.start,
    )


def _is_whole(game: StoredGame) -> bool:
    """Whether the game began at turn 0."""
    return game.start == initial(game.setup)


def _notes_of(notes: Iterable[Note], kind: str) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for note in notes:
        if note.kind == kind:
            found[note.anchor] = (*found.get(note.anchor, ()), _signed(note))
    return found


def _signed(note: Note) -> str:
    return f"{note.author}: {note.text}" if note.author else note.text


def notes_of(record: Record) -> Iterator[Note]:
    """The comments and checks of a record as notes of the store."""
    yield from _notes_at(0, record.comments, record.checks)
    for number, move in enumerate(record.moves, 1):
        yield from _notes_at(number, move.comments, move.checks)


def _notes_at(anchor: int, comments: Iterable[str], checks: Iterable[str]) -> Iterator[Note]:
    yield from (Note(anchor, text, COMMENT) for text in comments)
    yield from (Note(anchor, text, CHECK) for text in checks)


def keep_record(store: Store, id: str, record: Record) -> StoredGame:
    """Take a record into the store."""
    return store.create(
        id,
        record.setup,
        headers=record.headers,
        start=record.start,
        commands=record.commands,
        notes=notes_of(record),
    )


def keep_somewhere(store: Store, record: Record, id: str | None, today: date) -> str:
    """The id under which a record was taken in: ``id``, or a free one made of the day of the game."""
    day = day_of(record.header("Date"), today)
    return create_somewhere(lambda free: keep_record(store, free, record), id, day)


def names_of(setup: Setup, headers: Iterable[tuple[str, str]]) -> dict[int, str]:
    """The names by seat, as the headers tell them; that of the third party comes after the players'."""
    told = dict(reversed([*headers]))
    words = [COLOUR_WORDS[colour].capitalize() for colour in setup.parties]
    return {seat: told[word] for seat, word in enumerate(words) if word in told}
