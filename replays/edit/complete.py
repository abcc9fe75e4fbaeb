"""A turn of only its placement, recorded in full later: what its deeds need is observed where it is not recorded.

Nobody knows what players had after something was missed, so a deed that the rules refuse there was possible all the
same. ``with_supplies`` puts the fewest observations before the words of such a turn that make each of them legal.
"""

import re
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from calimala_es.anyway import UnrecordableError, play_anyway
from calimala_es.commands import DoAction, DrawCard, MarkMissed, ObservePart, PlaceDisc
from calimala_es.components import ACTIONS, UNKNOWN
from calimala_es.errors import IllegalCommandError, UnknownIdError
from calimala_es.frames import Activation, ActivationDue, CardDraw, Placement
from calimala_es.game import Game, Move, moves_from
from calimala_es.gaps import is_at_rest
from calimala_es.reach import mat_mask, possible_options
from calimala_es.state import State
from notation.lines import format_moves, parse_deed, parse_line

UNKNOWN_CARDS: Final = 6
"""The number of unknown cards that a player is taken to have if cards are played in the turn."""

_NOT_DONE: Final = re.compile(rf"([{ACTIONS}])-[{ACTIONS}{UNKNOWN}]")
"""An action that was impossible, with the card that it brought."""

_FULL, _NONE = "4", "0"
WITHOUT: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "W": (("wood", _FULL),),
    "B": (("brick", _FULL),),
    "M": (("marble", _FULL),),
    "U": (("wood", _NONE), ("brick", _NONE)),
    "A": (("marble", _NONE),),
    "V": (("cloth", _FULL),),
    "S": (("cloth", _NONE),),
    "T": (("cloth", _NONE),),
    "C": (("wood", _NONE), ("brick", _NONE), ("marble", _NONE), ("cloth", _NONE)),
}
"""What makes an action impossible: a full warehouse or full workshops, or nothing to spend."""


def with_supplies(game: Game, turn: int, text: str) -> str:
    """Return the words of a turn with the observations that it needs, in canonical text.

    ``text`` has the whole turn, its placement first. Put it into the game with ``replace_at`` and ``repair``. Raises
    ``UnknownIdError`` for a turn that has no placement in the game, and the first ``NotationError`` of a word that is
    illegal with observations just before it as well: in the second edition some depend on what came before them, e.g.
    an intrigue action on goods at the end of the last activation (R10.1).
    """
    first = _placement_of(game, turn)
    line = replace(game, moves=game.moves[:first])
    plays_cards = "+" in text
    for word in text.split():
        line = line.added(_moves_of(line, word))
        if plays_cards and not is_at_rest(line.state) and len(line.moves) == first + 1:
            line = line.added(moves_from(line.state, _hands(line.state)))
    return " ".join(format_moves(line, first))


def _placement_of(game: Game, turn: int) -> int:
    """Return the number of the move that a turn begins with."""
    before = game.start
    for number, move in enumerate(game.moves):
        begins = type(before.now) is Placement and before.turn == turn
        if begins and isinstance(move.command, PlaceDisc | MarkMissed):
            return number
        before = move.state
    raise UnknownIdError(f"there is no turn {turn} in this game")


def _moves_of(line: Game, word: str) -> tuple[Move, ...]:
    """Return the moves of a word, after what it needs."""
    parsed = parse_line(word, line)
    if not parsed.errors:
        return parsed.moves
    if type(line.state.now) is CardDraw:
        drawn = moves_from(line.state, (DrawCard(UNKNOWN),))
        return (*drawn, *_moves_of(line.added(drawn), word))
    seen = moves_from(line.state, _disabling(line.state, word))
    again = parse_line(word, line.added(seen))
    if seen and not again.errors:
        return (*seen, *again.moves)
    deed = parse_deed(word, line.state)
    if deed is None or (isinstance(deed, DoAction) and deed.action not in getattr(line.state.now, "pending", "")):
        raise parsed.errors[0]
    try:
        return play_anyway(line.state, deed)
    except (IllegalCommandError, UnrecordableError):
        raise parsed.errors[0] from None


def _disabling(state: State, word: str) -> Iterator[ObservePart]:
    """Yield what the player has if an action was impossible, as the word says."""
    match = _NOT_DONE.fullmatch(word.upper())
    if match is None or type(state.now) is not Activation:
        return
    seat = state.now.seat
    mat = state.mats[seat]
    if possible_options(match[1], state.free_cells | mat_mask(mat)):
        for part, value in WITHOUT[match[1]]:
            yield ObservePart(f"{seat}.{part}", ".".join(value for _ in mat.cloth) if part == "cloth" else value)


def _hands(state: State) -> Iterator[ObservePart]:
    """Yield unknown cards for everybody whose disc is activated in the turn."""
    frames = (state.now, *state.later)
    seats = dict.fromkeys(frame.seat for frame in frames if isinstance(frame, Activation | ActivationDue))
    for seat in seats:
        mat = state.mats[seat]
        if mat.unknown < UNKNOWN_CARDS:
            cards = "".join(sorted(mat.open + mat.secret, key=ACTIONS.index))
            yield ObservePart(f"{seat}.hand", cards + UNKNOWN * UNKNOWN_CARDS)
