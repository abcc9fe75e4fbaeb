"""Puzzles found by the judge, with their answers explained, in sentences."""

from collections.abc import Iterable, Iterator
from typing import Final

from calimala_es.commands import PlaceDisc
from calimala_es.game import Game
from calimala_es.legal import legal
from notation.grammar.symbols import format_command
from replays.judge.puzzles import FoundPuzzle, Grade
from replays.puzzles import choice
from replays.text.decisions import command_text
from replays.text.judgement import percent
from replays.text.languages import message
from replays.text.names import Names

_INDENT: Final = "  "
_GRADES: Final[dict[Grade, str]] = {
    "easy": message(
        "{place}, {name}, easy: {decision} ({symbol}: chance {chance}, ahead of {second} by {lead} ± {error})."
    ),
    "moderate": message(
        "{place}, {name}, moderate: {decision} ({symbol}: chance {chance}, ahead of {second} by {lead} ± {error})."
    ),
    "hard": message(
        "{place}, {name}, hard: {decision} ({symbol}: chance {chance}, ahead of {second} by {lead} ± {error})."
    ),
}


def puzzle_lines(puzzles: Iterable[FoundPuzzle], game: Game, names: Names) -> list[str]:
    """Return for each puzzle its answer and grade, what the answer activates, and what may follow."""
    lines = [line for puzzle in puzzles for line in _lines(puzzle, game, names)]
    return lines or [names.language.text("No placement of this game is clearly the best one.")]


def _lines(puzzle: FoundPuzzle, game: Game, names: Names) -> Iterator[str]:
    language, answer = names.language, puzzle.answer
    state = game.state_at(puzzle.move)
    command = next(each for each in legal(state) if format_command(state, each) == answer.symbol)
    yield language.text(
        _GRADES[puzzle.grade],
        place=puzzle.id,
        name=names.name(puzzle.seat),
        decision=command_text(command, names),
        symbol=answer.symbol,
        chance=percent(answer.chances[puzzle.seat], language),
        second=puzzle.second.symbol,
        lead=percent(puzzle.lead, language),
        error=percent(puzzle.error, language),
    )
    if isinstance(command, PlaceDisc):
        activated = language.word("list", "; ").join(one.words for one in choice(state, command, names).activates)
        if activated:
            yield _INDENT + language.text("This activates {list}.", list=activated)
    if answer.line:
        yield _INDENT + language.text("What may follow: {line}.", line=" ".join(answer.line))
    if puzzle.played != answer.symbol:
        yield _INDENT + language.text("Played in the game: {decision}.", decision=puzzle.played)
