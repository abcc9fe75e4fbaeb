"""Duplicates: one set-up with the same deck and cards, played at several tables, whose results are compared by seat."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from calimala_es.commands import CHANCE_COMMANDS, Command
from calimala_es.game import Game, start_of
from calimala_es.headers import SHUFFLE


class SeatResult(NamedTuple):
    """The points of a seat at each table, and how far each is above the average of all tables."""

    points: tuple[int, ...]
    ahead: tuple[Fraction, ...]


def are_duplicates(one: Game, other: Game) -> bool:
    """Return whether two games have the same set-up and cards: they are dealt from the same deck, or the cards of
    turn 0 were the same.
    """
    if one.setup != other.setup or start_of(one) != start_of(other):
        return False
    decks = one.header(SHUFFLE), other.header(SHUFFLE)
    return decks[0] == decks[1] if all(decks) else _first_cards(one) == _first_cards(other) != ()


def _first_cards(game: Game) -> tuple[Command, ...]:
    """Return what chance decided in turn 0."""
    before = [start_of(game), *game.states]
    moves = zip(before, game.commands, strict=False)
    return tuple(command for state, command in moves if not state.turn and isinstance(command, CHANCE_COMMANDS))


def results_by_seat(games: Sequence[Game]) -> list[SeatResult]:
    """Return what the players of each seat scored with the same cards, in seating order."""
    players = range(games[0].setup.players)
    rows = [tuple(game.state.mats[seat].points for game in games) for seat in players]
    return [SeatResult(row, tuple(points - Fraction(sum(row), len(row)) for points in row)) for row in rows]
