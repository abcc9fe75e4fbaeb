"""Between the two forms of a game: as the store has it and as a text has it. Nothing is lost either way.

What a note of the store cannot say by itself (a glyph, a mark, a layer, a variation) it says in notation.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Final

from calimala_es.components import COLOUR_WORDS
from calimala_es.evolve import fold
from calimala_es.initial import initial
from calimala_es.setup import Setup
from calimala_es.state import State
from calimala_es.store import CHECK, COMMENT, Note, Store, StoredGame
from cli.naming import create_somewhere, day_of
from notation import Move, Record
from notation.heading.headers import DEPTH, parse_depth
from notation.heading.layers import LAYER, format_layer, free_layer
from notation.notes import Check, Comment
from notation.reading.behind import Behind, format_behind, read_behind
from notation.record import Layer
from notation.writer import start_of, states_of

SHUFFLE_HEADER: Final = "Shuffle"
"""The header with the seed of a deck that the program shuffles and deals from."""

NOTATION: Final = "notation"
"""The kind of a note that is said in notation: notes and variations, as they would stand behind the decision."""

_NOTHING: Final = Behind()


def record_of(game: StoredGame) -> Record:
    """The record of a stored game as it stands."""
    layers = _layers(game)
    said: dict[int, list[Note]] = {}
    for note in game.notes:
        said.setdefault(note.anchor, []).append(note)
    states = _states(game) if any(note.kind == NOTATION for note in game.notes) else []
    behind = {anchor: _behind(game, states, anchor, notes, layers) for anchor, notes in said.items()}
    moves = enumerate(game.commands, 1)
    return Record(
        setup=game.setup,
        moves=tuple(Move(command, *behind.get(number, _NOTHING)) for number, command in moves),
        headers=(
            *(header for header in game.headers if header[0] != DEPTH),
            *((LAYER, format_layer(layer)) for layer in layers.values()),
        ),
        notes=behind.get(0, _NOTHING).notes,
        start=None if _is_whole(game) else game.start,
        depth=parse_depth(dict(game.headers).get(DEPTH, "full")),
    )


def _is_whole(game: StoredGame) -> bool:
    """Whether the game began at turn 0."""
    return game.start == initial(game.setup)


def _states(game: StoredGame) -> list[State]:
    """The start of a game and the state after each command."""
    states = [game.start]
    for step in game.steps:
        states.append(fold(states[-1], step.events))
    return states


def _layers(game: StoredGame) -> dict[str, Layer]:
    """A layer for everybody who signed a note, by name."""
    layers: dict[str, Layer] = {}
    for name in dict.fromkeys(note.author for note in game.notes if note.author):
        layers[name] = Layer(free_layer(name, {layer.id for layer in layers.values()}), "", name)
    return layers


def _behind(
    game: StoredGame, states: Sequence[State], anchor: int, notes: Iterable[Note], layers: Mapping[str, Layer]
) -> Behind:
    """What stands behind so many commands."""
    behind = _NOTHING
    for note in notes:
        if note.kind == NOTATION:
            steps = game.steps[anchor - 1 : anchor] if anchor else ()
            commands, events = [step.command for step in steps], [step.events for step in steps]
            behind = behind.and_(read_behind(note.text, commands, states[max(anchor - 1, 0) : anchor + 1], events))
        elif note.kind in (CHECK, COMMENT):
            layer = layers[note.author].id if note.author else ""
            kind = Check if note.kind == CHECK else Comment
            behind = behind.and_(Behind((kind(note.text, layer=layer),)))
    return behind


def notes_of(record: Record) -> Iterator[Note]:
    """What is said in a record as notes of the store."""
    is_plain = not record.notes and not any(move.notes or move.variations for move in record.moves)
    states = [] if is_plain else states_of(record)
    yield from notes_behind(0, Behind(record.notes), states[:1])
    for number, move in enumerate(record.moves, 1):
        if move.notes or move.variations:
            yield from notes_behind(number, Behind(move.notes, move.variations), states[number - 1 : number + 1])


def notes_behind(anchor: int, behind: Behind, states: Sequence[State]) -> Iterator[Note]:
    """What stands behind a decision, taken in the first state and leading to the second, as notes of the store."""
    for note in behind.notes:
        if type(note) is Comment and note == Comment(note.text):
            yield Note(anchor, note.text, COMMENT)
        elif type(note) is Check and note == Check(note.word):
            yield Note(anchor, note.word, CHECK)
        else:
            yield Note(anchor, format_behind(Behind((note,)), states), NOTATION)
    for variation in behind.variations:
        yield Note(anchor, format_behind(Behind((), (variation,)), states), NOTATION)


def keep_record(store: Store, id: str, record: Record) -> StoredGame:
    """Take a record into the store; raises ``NoPositionsError`` for one that tells only the result."""
    start_of(record)
    depth = () if record.depth == "full" else ((DEPTH, record.depth),)
    return store.create(
        id,
        record.setup,
        headers=(*depth, *record.headers),
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
