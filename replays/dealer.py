"""A deck that the program shuffles and deals while a game is recorded."""

from collections.abc import Callable
from random import Random

from calimala_es.commands import CHANCE_COMMANDS, Command
from calimala_es.deck import chance_command, is_chance
from calimala_es.game import Game, Move, moves_from
from calimala_es.state import State
from notation.grammar.tokens import Source
from notation.lines import ParsedLine, parse_line

Dealer = Callable[[State, int], Command]
"""Gives what chance decides in a state; the number counts the decisions of chance before it."""


def seeded_dealer(seed: str) -> Dealer:
    """Return a shuffled deck that deals the same card again when a decision was undone."""

    def deal(state: State, number: int) -> Command:
        return chance_command(state, Random(f"{seed}/{number}"))

    return deal


def deal_due(game: Game, dealer: Dealer) -> tuple[Move, ...]:
    """Return what chance decides now, as long as something is due."""
    number = sum(isinstance(command, CHANCE_COMMANDS) for command in game.commands)
    state, moves = game.state, list[Move]()
    while is_chance(state):
        moves += moves_from(state, (dealer(state, number + len(moves)),))
        state = moves[-1].state
    return tuple(moves)


def parse_dealt_line(text: str, game: Game, name: str, number: int, dealer: Dealer) -> ParsedLine:
    """Return the moves of a line, with a card dealt whenever one is due, or its errors."""
    source = Source(name, (), text, number)
    line = ParsedLine()
    for token, offset in zip(source.tokens(), source.offsets(), strict=True):
        part = parse_line(" " * offset + token, game, name, number)
        line, game = line.joined(part), game.added(part.moves)
        if part.errors:
            return line._replace(errors=tuple(error.in_line(text) for error in line.errors))
        dealt = deal_due(game, dealer)
        line, game = line.joined(ParsedLine(dealt)), game.added(dealt)
    return line
