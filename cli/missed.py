"""What nobody saw: how marks of it are answered while a game is recorded, and what they make possible."""

from collections.abc import Iterator
from itertools import takewhile

from calimala_es.commands import MarkMissed, ObservePart
from calimala_es.frames import Activation, Placement
from calimala_es.game import Game, Move
from calimala_es.gaps import missed_command
from calimala_es.messages import Message
from calimala_es.state import State
from notation import NotationError, NotLegalError
from notation.lines import parse_deed
from replays.text.messages import seat_waited_for
from replays.text.names import Names


def is_missed(move: Move) -> bool:
    """Return whether a move marks something that nobody saw."""
    return isinstance(move.command, MarkMissed)


def supplied_as_missed(game: Game, first: int) -> list[Message]:
    """Return a note on the first turn that has moves marked as missed from the move ``first`` on: turn 0, or its discs.

    There is none if the discs of the turn before count as missed as well, as in a record of placements.
    """
    marked = {number: game.state_at(number) for number, move in enumerate(game.moves) if is_missed(move)}
    turns = {number: state.turn for number, state in marked.items() if type(state.now) is not Placement}
    found = [turn for number, turn in turns.items() if number >= first]
    if not found or found[0] - 1 in turns.values():
        return []
    if not found[0]:
        moves = takewhile(lambda known: known[0].turn == 0, zip(game.states, game.moves, strict=False))
        if any(_is_known(move, state) for state, move in moves):
            return [Message("the starting cards were not recorded and count as missed")]
        return [Message("turn 0 was not recorded and counts as missed")]
    return [
        Message("only the placement of turn {turn} was recorded; what its discs did counts as missed", turn=found[0])
    ]


def _is_known(move: Move, state: State) -> bool:
    """Return whether a move from a state of turn 0 says something about its cards."""
    return type(move.command) is not ObservePart and move.command != missed_command(state)


def missed_lines(game: Game, first: int, names: Names) -> Iterator[str]:
    """Yield what each mark from the move ``first`` on means: a turn, or the rest of an activation."""
    for number in range(first, len(game.moves)):
        if is_missed(game.moves[number]):
            yield from _missed_text(game.state_at(number), names)


def _missed_text(state: State, names: Names) -> Iterator[str]:
    name, text = names.name(seat_waited_for(state)), names.language.text
    if isinstance(state.now, Placement):
        yield text("{name}: turn {turn} counts as missed", name=name, turn=state.turn)
    elif isinstance(state.now, Activation):
        yield text("{name}: the rest of this activation counts as missed", name=name)


def done_nevertheless(error: NotationError, text: str, game: Game) -> str:
    """Return the line that records what the rules refused, if something that nobody saw may have made it possible."""
    rest = text[error.column - 1 :].split()
    word = rest[0] if rest else ""
    if not isinstance(error, NotLegalError) or not any(map(is_missed, game.moves)):
        return ""
    return f"anyway {word.upper()}" if parse_deed(word, game.state) else ""
