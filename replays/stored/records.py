"""Between the two forms of a game: as the store has it and as a text has it. Nothing is lost either way.

What a note of the store cannot say by itself (a glyph, a mark, a layer, a variation) it says in notation.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from msgspec.structs import replace

from calimala_es.checks import LOOK_BACK, check_failure
from calimala_es.errors import AnnotationError, CalimalaError
from calimala_es.game import Game, Layer, Move, Variation, replay_variation, variations_of
from calimala_es.layers import LAYER, format_layer, free_layer, layer_ids, layers_of
from calimala_es.notes import Check, Comment
from calimala_es.state import State
from calimala_es.store import (
    CHECK,
    COMMENT,
    TITLE,
    AccessEvent,
    Annotation,
    Annotations,
    Author,
    Draft,
    Note,
    Store,
    StoredGame,
)
from notation.headers.setup_headers import DEPTH, parse_depth
from notation.lines import Appendix, parse_appendix
from notation.writer.games import start_of
from replays.stored.annotations import (
    Layers,
    Writing,
    authors_of,
    drafts_behind,
    headers_beside,
    headers_with,
    layers_in,
)
from replays.stored.naming import create_somewhere, day_of

SHUFFLE_HEADER: Final = "Shuffle"
"""The header with the seed of a deck that the program shuffles and deals from."""

NOTATION: Final = "notation"
"""The kind of a note in a game's shared stream that is said in notation, as it would stand behind the decision.

Stores have such notes of games that were taken in before authors had streams of their own.
"""

_NOTHING: Final = Appendix()
_ANCHOR: Final = attrgetter("anchor")


class Text(NamedTuple):
    """A stored game as a record; ``variations`` are the ids of annotations by the ids of variations."""

    record: Game
    variations: Mapping[str, str]
    layers: Layers


def record_of(game: StoredGame) -> Game:
    """Return the record of the current stored game."""
    return text_of(game).record


def text_of(game: StoredGame) -> Text:
    """The same, and what of it is which annotation."""
    shared = _shared(game)
    if not game.annotations:
        return Text(shared, {}, {})
    known = layers_of(shared)
    layers = layers_in(game.annotations, known, known.values())
    writing = Writing(game.annotations, layers, game.played, (one.id for one in variations_of(shared)))
    said = writing.behind()
    moves = [said[number].on(move) if number in said else move for number, move in enumerate(shared.moves, 1)]
    if game.anchors != game.numbers:
        moves = [
            move if anchor == number else _carried_on(move, place, game)
            for place, (move, anchor, number) in enumerate(zip(moves, game.anchors, game.numbers, strict=True))
        ]
    notes = shared.notes + said.get(0, _NOTHING).notes
    headers = headers_with(shared.headers, game.annotations, layers)
    return Text(replace(shared, headers=headers, moves=tuple(moves), notes=notes), writing.variations, layers)


def _carried_on(move: Move, place: int, game: StoredGame) -> Move:
    """A command that carries on for another one, without what only holds where that one stood.

    That are variations that its position does not allow, and checks that are wrong in it.
    """
    if not move.notes and not move.variations:
        return move
    here, after = game.states[place : place + 2]
    events = [step.events for step in game.steps[max(place + 1 - LOOK_BACK, 0) : place + 1]]
    holding = (one for one in move.notes if type(one) is not Check or check_failure(one.word, after, events) is None)
    playable = (_decided_in(here, variation) for variation in move.variations)
    return replace(move, notes=tuple(holding), variations=tuple(one for one in playable if one is not None))


def _decided_in(state: State, variation: Variation) -> Variation | None:
    """Return a variation decided again from a state; ``None`` where the rules refuse it there."""
    try:
        return replay_variation(state, variation)
    except CalimalaError:
        return None


def _shared(game: StoredGame) -> Game:
    """The record with what stands in the stream that all share."""
    layers = _layers(game)
    behind = {anchor: _behind(game, anchor, notes, layers) for anchor, notes in groupby(game.notes, _ANCHOR)}
    headers = [header for header in game.headers if header[0] != DEPTH]
    return Game(
        setup=game.setup,
        start=game.start,
        moves=tuple(behind.get(number, _NOTHING).on(move) for number, move in enumerate(game.played.moves, 1)),
        headers=(*headers, *((LAYER, format_layer(layer)) for layer in layers.values())),
        notes=behind.get(0, _NOTHING).notes,
        depth=parse_depth(dict(game.headers).get(DEPTH, "full")),
    )


def _layers(game: StoredGame) -> dict[str, Layer]:
    """A layer for everybody who signed a note, by name."""
    layers: dict[str, Layer] = {}
    for name in dict.fromkeys(note.author for note in game.notes if note.author):
        layers[name] = Layer(free_layer(name, {layer.id for layer in layers.values()}), "", name)
    return layers


def _behind(game: StoredGame, anchor: int, notes: Iterable[Note], layers: Mapping[str, Layer]) -> Appendix:
    """What the shared stream says behind so many commands."""
    behind = _NOTHING
    for note in notes:
        if note.kind == NOTATION:
            played, before = game.played, max(anchor - 1, 0)
            behind = behind.and_(parse_appendix(note.text, played.state_at(before), played.moves[before:anchor]))
        elif note.kind in (CHECK, COMMENT):
            layer = layers[note.author].id if note.author else ""
            kind = Check if note.kind == CHECK else Comment
            behind = behind.and_(Appendix((kind(note.text, layer=layer),)))
    return behind


def drafts_of(record: Game, authors: Mapping[str, Author]) -> Iterator[Draft]:
    """Yield what is said in a record, as annotations; ``authors`` by layer."""
    state = start_of(record)
    yield from drafts_behind(0, Appendix(record.notes), authors, state)
    for number, move in enumerate(record.moves, 1):
        if move.notes or move.variations:
            yield from drafts_behind(number, move, authors, state)


def missing_drafts(game: StoredGame, record: Game) -> list[Draft]:
    """What a record of the same game says that the game does not, each to be said where it belongs.

    The same words of the same author at the same place and time are the same note. Raises ``AnnotationError`` for the
    record of another game.
    """
    common = min(len(game.commands), len(record.commands))
    parting = next((n for n in range(common) if game.commands[n] != record.commands[n]), common)
    if game.setup != record.setup or game.start != start_of(record) or parting < common:
        where = f"they part at decision {parting + 1}" if parting else "they begin otherwise"
        raise AnnotationError(f"this is no record of the same game: {where}; `calimala merge` puts records together")
    shared = _shared(game)
    there = [*drafts_of(shared, authors_of(shared.headers, layer_ids(shared)))]
    drafts = drafts_of(record, authors_of(record.headers, layer_ids(record)))
    return [*_beyond((one for one in drafts if one.anchor <= len(game.commands)), there, game.annotations, "")]


def _beyond(drafts: Iterable[Draft], there: Iterable[Draft], said: Annotations, variation: str) -> Iterator[Draft]:
    """The drafts that are not there already, inside of a variation or of none."""
    inside = said.inside(variation)
    known = Counter([*map(_key, there), *map(_key, inside)])
    lines = [one for one in inside if one.is_variation]
    for draft in drafts:
        same = next((one for one in lines if draft.commands and _is_same_line(one, draft)), None)
        if same is not None:
            lines.remove(same)
            more = [Draft(0, draft.text, TITLE, time=draft.time, author=draft.author)]
            more = more if draft.text not in ("", same.text) else []
            yield from _beyond((*more, *draft.inside), (), said, same.id)
        elif known[_key(draft)]:
            known[_key(draft)] -= 1
        else:
            yield replace(draft, variation=variation)


def _key(one: Draft | Annotation) -> tuple[object, ...]:
    """What two notes have in common that are the same."""
    return one.author and one.author.shown, one.anchor, one.kind, one.text, one.time, one.commands


def _is_same_line(one: Annotation, draft: Draft) -> bool:
    """Whether a variation has the decisions of another, or begins with them."""
    return one.anchor == draft.anchor and one.commands[: len(draft.commands)] == draft.commands


def keep_record(store: Store, id: str, record: Game, access: Sequence[AccessEvent] = ()) -> StoredGame:
    """Import a record into the store, with its rights.

    Raises ``NoPositionsError`` for a record of the result only.
    """
    start_of(record)
    depth = () if record.depth == "full" else ((DEPTH, record.depth),)
    authors = authors_of(record.headers, layer_ids(record))
    return store.create(
        id,
        record.setup,
        headers=(*depth, *headers_beside(record.headers, authors)),
        start=record.start if record.starts_midway else None,
        commands=record.commands,
        annotations=drafts_of(record, authors),
        access=access,
    )


def keep_somewhere(store: Store, record: Game, id: str | None, today: date) -> str:
    """Return the id under which a record was imported: ``id``, or a free one made of the day of the game."""
    day = day_of(record.header("Date"), today)
    return create_somewhere(lambda free: keep_record(store, free, record), id, day)
