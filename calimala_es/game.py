"""A game: where it starts, every decision with what followed from it, and what is said about it.

``Game`` is the one value that carries commands, events and states together; texts, the store, share codes and JSON make
it, everything else reads it. It is immutable: to change a game is to make another one. Each ``Move`` has the state
that it led to, so any moment is an index away, and what follows is never worked out again.

A record that knows only the placements is a game whose other decisions were missed (``MarkMissed``); one that knows
only the result is a game without moves, perhaps without city and council.
"""

import itertools
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.commands import Command, EndActivation
from calimala_es.decide import step
from calimala_es.errors import NoPositionsError
from calimala_es.events import Event
from calimala_es.headers import LAYER
from calimala_es.initial import initial
from calimala_es.notes import Extension, Notes, checks_in, comments_in, is_by
from calimala_es.setup import Setup
from calimala_es.state import State

Headers = tuple[tuple[str, str], ...]
"""Names and values, in the order in which they are written."""

ERASED: Final = "?"
"""The name of a person whose name was erased."""


class Move(Struct, frozen=True, gc=False):
    """A decision of a player or of chance, with what followed from it and what is said about it.

    ``state`` is the one after the events; ``variations`` are what might have come instead.
    """

    command: Command
    events: tuple[Event, ...]
    state: State
    notes: Notes = ()
    variations: tuple["Variation", ...] = ()

    @property
    def comments(self) -> tuple[str, ...]:
        """The text of the comments."""
        return comments_in(self.notes)

    @property
    def checks(self) -> tuple[str, ...]:
        """The checks."""
        return checks_in(self.notes)


class Variation(Struct, frozen=True, gc=False):
    """Decisions that might have come instead of the one that they belong to; the first takes that one's place.

    ``id`` is unique in the game and stays the same whatever is renamed or inserted elsewhere; ``name`` is free text;
    ``notes`` come before the first decision.
    """

    id: str
    moves: tuple[Move, ...]
    name: str = ""
    notes: Notes = ()


JUDGE: Final = "judge"
"""The layer of what the program's judge says of a game, which is never the one of a person."""


class Layer(Struct, frozen=True):
    """Whose notes those of a layer are: its short name, the language as a BCP 47 tag or empty, the author."""

    id: str
    language: str = ""
    author: str = ""


class Game(Struct, frozen=True):
    """A game as far as it was played.

    ``start`` is the state before the first move. ``headers`` are those that say nothing about the rules or the set-up;
    ``notes`` come before the first move. A game of which only the result is recorded has no moves, and its ``setup``
    may have neither city nor council; its ``start`` is then ``stand_in``.
    """

    setup: Setup
    start: State
    moves: tuple[Move, ...] = ()
    headers: Headers = ()
    notes: Notes = ()

    @property
    def state(self) -> State:
        """The state after the last move."""
        return self.moves[-1].state if self.moves else self.start

    @property
    def states(self) -> tuple[State, ...]:
        """The state at the start and after each move."""
        return (self.start, *[move.state for move in self.moves])

    @property
    def commands(self) -> tuple[Command, ...]:
        """The decisions alone."""
        return tuple([move.command for move in self.moves])

    @property
    def comments(self) -> tuple[str, ...]:
        """The text of the comments before the first move."""
        return comments_in(self.notes)

    @property
    def checks(self) -> tuple[str, ...]:
        """The checks before the first move."""
        return checks_in(self.notes)

    @property
    def has_positions(self) -> bool:
        """Whether the set-up has a city and a council; where only the result is recorded it may have neither."""
        return bool(self.setup.city and self.setup.council)

    @property
    def starts_midway(self) -> bool:
        """Whether the game starts from a position that it was given, not with turn 0."""
        return self.has_positions and self.start != initial(self.setup)

    def header(self, name: str) -> str | None:
        """Return the value of the first header of that name."""
        return next((value for key, value in self.headers if key == name), None)

    def state_at(self, number: int) -> State:
        """Return the state after so many moves, in which move ``number``, counted from 0, was decided."""
        return self.moves[number - 1].state if number else self.start

    def added(self, moves: Iterable[Move]) -> "Game":
        """Return the game with more moves, which go on from its last state."""
        return replace(self, moves=(*self.moves, *moves))


class LastMoves(NamedTuple):
    """The last moves of a game: ``game`` begins after the first ``before`` moves; ``earlier`` returns their events."""

    game: Game
    before: int = 0
    earlier: Callable[[], Sequence[Event]] = tuple

    @property
    def total(self) -> int:
        """The number of all moves."""
        return self.before + len(self.game.moves)


def start_of(game: Game) -> State:
    """Return the position that a game starts from; raises ``NoPositionsError`` for a record of the result only.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> start_of(play(Setup("bry", "WBMUCAVTS"))).turn
    0
    """
    if not game.has_positions:
        raise NoPositionsError
    return game.start


def play(start: Setup | State, commands: Iterable[Command] = ()) -> Game:
    """Return the game in which these commands are decided one after another from a set-up or a state.

    Raises ``IllegalCommandError`` for the first that the rules refuse, ``SetupError`` for a set-up that they do not
    allow.

    >>> from calimala_es.commands import DealInfluence
    >>> game = play(Setup("bry", "WBMUCAVTS"), [DealInfluence(())])
    >>> game.state_at(0) == game.start, len(game.moves), game.moves[0].events
    (True, 1, (InfluenceDealt(seat=0, cards=()),))
    """
    state = initial(start) if isinstance(start, Setup) else start
    return Game(state.setup, state, moves_from(state, commands))


def moves_from(state: State, commands: Iterable[Command]) -> tuple[Move, ...]:
    """Return the moves of commands that are decided one after another; raises ``IllegalCommandError``.

    >>> from calimala_es.commands import DealInfluence
    >>> moves_from(initial(Setup("bry", "WBMUCAVTS")), [DealInfluence(())])[0].events
    (InfluenceDealt(seat=0, cards=()),)
    """
    moves: list[Move] = []
    for command in commands:
        events, state = step(state, command)
        moves.append(Move(command, events, state))
    return tuple(moves)


def replay_moves(state: State, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return moves decided again from another state, with their notes and variations.

    Raises ``IllegalCommandError`` for one that the rules refuse there.
    """
    replayed: list[Move] = []
    for move in moves:
        events, after = step(state, move.command)
        variations = tuple([replay_variation(state, variation) for variation in move.variations])
        replayed.append(Move(move.command, events, after, move.notes, variations))
        state = after
    return tuple(replayed)


def replay_variation(state: State, variation: Variation) -> Variation:
    """Return a variation decided again from another state; raises ``IllegalCommandError``."""
    return replace(variation, moves=replay_moves(state, variation.moves))


# ----------------------------------------------------------------------------------------------------
# Strokes: nobody decides that an activation ends, so nothing is said of it and nothing could have come instead.


def count_decided(moves: Sequence[Move]) -> int:
    """Return the number of moves up to the last that is not the end of an activation."""
    number = len(moves)
    while number and type(moves[number - 1].command) is EndActivation:
        number -= 1
    return number


def settle_notes(game: Game) -> Game:
    """Return the game with what is said of the end of an activation on the decision before it.

    What might have come instead of such an end is an alternative to that decision, which it repeats. At the start of a
    game there is no decision before it: notes belong to the start, and variations stay.
    """
    if not _is_said_of_strokes(game.moves):
        return game
    notes, moves, siblings = _settle(game.notes, game.moves)
    if siblings:
        moves = (replace(moves[0], variations=(*moves[0].variations, *siblings)), *moves[1:])
    return replace(game, notes=notes, moves=moves)


def _is_said_of_strokes(moves: Sequence[Move]) -> bool:
    """Return whether notes or variations belong to the end of an activation, in variations too."""
    for move in moves:
        if move.variations:
            if type(move.command) is EndActivation:
                return True
            if any(_is_said_of_strokes(variation.moves) for variation in move.variations):
                return True
        elif move.notes and type(move.command) is EndActivation:
            return True
    return False


def _settle(notes: Notes, moves: Sequence[Move]) -> tuple[Notes, tuple[Move, ...], tuple[Variation, ...]]:
    """Return the notes before moves, the moves, and the variations that begin where the moves do, all settled."""
    settled: list[Move] = []
    strokes: list[Move] = []
    siblings: list[Variation] = []
    for move in moves:
        variations: list[Variation] = []
        for variation in move.variations:
            variations += settle_variation(variation)
        if type(move.command) is not EndActivation:
            settled += strokes
            strokes.clear()
            settled.append(replace(move, variations=tuple(variations)) if variations else move)
            continue
        is_silent = not move.notes and not variations
        strokes.append(move if is_silent else replace(move, notes=(), variations=()))
        if is_silent:
            continue
        if not settled:
            notes += move.notes
            siblings += [replace(one, moves=(*strokes[:-1], *one.moves)) for one in variations]
            continue
        last = settled[-1]
        variations = [repeat_before((last, *strokes[:-1]), one) for one in variations]
        settled[-1] = replace(last, notes=last.notes + move.notes, variations=(*last.variations, *variations))
    return notes, (*settled, *strokes), tuple(siblings)


def settle_variation(variation: Variation) -> tuple[Variation, ...]:
    """Return a variation with what is said of the end of an activation on the decision before it.

    What might have come instead of an end with which it begins are variations beside it.
    """
    notes, moves, beside = _settle(variation.notes, variation.moves)
    return replace(variation, notes=notes, moves=moves), *beside


def by_note(variation: Variation) -> Extension | None:
    """Return the note that says whose a variation is, and when it was made."""
    return next((note for note in variation.notes[:1] if is_by(note)), None)


def repeat_before(repeated: Sequence[Move], variation: Variation) -> Variation:
    """Return a variation that begins with moves before its own; the first of these gets what was said at its start."""
    by = by_note(variation)
    mark: Notes = (by,) if by else ()
    first, *others = (replace(move, notes=(), variations=()) for move in repeated)
    said = replace(first, notes=variation.notes[len(mark) :])
    return replace(variation, notes=mark, moves=(said, *others, *variation.moves))


def variations_of(part: Game | Variation) -> Iterator[Variation]:
    """Yield all variations, each before those in it."""
    for move in part.moves:
        for variation in move.variations:
            yield variation
            yield from variations_of(variation)


def free_ids(taken: set[str]) -> Iterator[str]:
    """Yield ids that no variation has: ``v1``, ``v2`` and so on.

    >>> from itertools import islice
    >>> [*islice(free_ids({"v2"}), 3)]
    ['v1', 'v3', 'v4']
    """
    number = 0
    while True:
        number += 1
        if f"v{number}" not in taken:
            yield f"v{number}"


# ----------------------------------------------------------------------------------------------------
# Layers: whose notes those of a game are, and the headers that declare them.
#
# ``[Layer "maria it Maria Rossi"]``: the layer's short name, the language of its comments as a BCP 47 tag or ``-``, and
# the author. A layer that no header declares is its author's short name and nothing else.


_VALUE: Final = re.compile(r"\s*([a-z0-9][a-z0-9_-]{0,31})(?:\s+(\S+)(?:\s+(.*\S))?)?\s*", re.DOTALL)
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}|-")


def parse_layer(value: str) -> Layer | None:
    """Return the layer that the value of a header declares; ``None`` if it declares none."""
    match = _VALUE.fullmatch(value)
    if not match or not _LANGUAGE.fullmatch(match[2] or "-"):
        return None
    return Layer(match[1], "" if match[2] in (None, "-") else match[2], match[3] or "")


def format_layer(layer: Layer) -> str:
    """Return the value of the header that declares a layer."""
    return " ".join(part for part in (layer.id, layer.language or "-", layer.author) if part)


def free_layer(author: str, taken: Collection[str]) -> str:
    """Return a short name for an author's layer that is not taken: letters and digits of the name in ASCII.

    >>> free_layer("Maria", {"maria"}), free_layer("Judge", ())
    ('maria-2', 'judge-2')
    """
    letters = unicodedata.normalize("NFKD", author).encode("ascii", "ignore").decode().lower()
    stem = "-".join(re.findall(r"[a-z0-9]+", letters))[:24].strip("-") or "author"
    numbers = itertools.count(2)
    id = stem
    while id in taken or id == JUDGE:
        id = f"{stem}-{next(numbers)}"
    return id


def layers_of(game: Game) -> dict[str, Layer]:
    """Return the layers of a game by short name, also those that are only used; the game's own (empty) is left out."""
    declared: dict[str, Layer] = {}
    for name, value in game.headers:
        layer = parse_layer(value) if name == LAYER else None
        if layer is not None:
            declared.setdefault(layer.id, layer)
    for id in layer_ids(game):
        declared.setdefault(id, Layer(id))
    declared.pop("", None)
    return declared


def layer_ids(game: Game) -> list[str]:
    """Return the layers of the notes of a game, each once, in the order in which they come first."""
    parts: list[Game | Variation] = [game, *variations_of(game)]
    noted = [place for part in parts for place in (part, *part.moves) if place.notes]
    return [*dict.fromkeys([note.layer for place in noted for note in place.notes])]
