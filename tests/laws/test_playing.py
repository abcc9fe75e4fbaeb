"""The board for playing games out is equal to the readable rules at every decision of generated games."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es import State, initial, legal
from calimala_es.commands import Command, DealInfluence, DrawCard, KeepInfluence, OpenInfluence, RevealInfluence
from calimala_es.components import SEATS, UNKNOWN
from calimala_es.deck import dealt_to_each
from calimala_es.errors import BoardError
from calimala_es.frames import GameOver
from calimala_es.playing import Board, carry_out, is_legal, legal_decisions, play_out, to_command, to_decision, winners
from tests.profiles import examples
from tests.strategies import AT_THE_TABLE, FIRST, KINDS, KNOWN, Playout, any_games

_UNKNOWN_CARDS = (DrawCard(UNKNOWN), KeepInfluence(UNKNOWN), OpenInfluence(UNKNOWN), RevealInfluence(UNKNOWN))


def is_open(state: State, command: Command) -> bool:
    """Return whether all cards of a command are known."""
    if isinstance(command, DealInfluence):
        return len(command.cards) == dealt_to_each(state)
    return command not in _UNKNOWN_CARDS and getattr(command, "card", "") != UNKNOWN


def check_equal(board: Board, state: State) -> None:
    """Check that a board is equal to a state: all that is on the table and in hands, and what may come."""
    assert board.parts() == Board.from_game(state).parts()
    possible = [command for command in legal(state) if is_open(state, command)]
    assert [to_command(decision) for decision in legal_decisions(board)] == possible
    assert all(is_legal(board, decision) for decision in legal_decisions(board))
    assert board.is_over == state.is_over


def check_game(game: Playout, place: int) -> None:
    """Check that a board is equal to every state of a game, and to itself after something was taken back.

    What is taken back is ``place`` among the decisions that may come.
    """
    board = Board.from_game(initial(game.setup))
    for step in game.steps:
        check_equal(board, step.before)
        possible = legal_decisions(board)
        before, parts = board.mark(), board.parts()
        carry_out(board, possible[place % len(possible)])
        board.take_back(before)
        assert board.parts() == parts
        carry_out(board, to_decision(step.command))
    last = game.steps[-1].after
    check_equal(board, last)
    assert isinstance(last.now, GameOver)
    assert "".join(SEATS[seat] for seat in winners(board)) == last.now.winners


@pytest.mark.parametrize("kind", KINDS)
@given(st.data(), st.integers(0, 1 << 16))
@examples(16)
def test_board_is_equal_to_the_readable_rules(kind: str, data: st.DataObject, place: int) -> None:
    """A board has the position, the legal decisions in their order, the points and the winners of the rules."""
    check_game(data.draw(any_games(KNOWN, kinds=(kind,))), place)


@given(any_games(AT_THE_TABLE))
@examples(8)
def test_board_needs_open_cards(game: Playout) -> None:
    """A board is refused for a position of which a card is not known, and for a decision with an unknown card."""
    with pytest.raises(BoardError, match="not known"):
        Board.from_game(game.steps[-2].before)
    with pytest.raises(BoardError, match="name the card"):
        to_decision(DrawCard(UNKNOWN))


def test_board_has_room_for_so_many_cards() -> None:
    """A board is refused for a box with more copies of a card than its numbers have room for."""
    setup = FIRST.setup(3, Random(1))
    rules = replace(setup.ruleset, deck=(64, *setup.ruleset.deck[1:]))
    with pytest.raises(BoardError, match="room for 63 copies"):
        Board.from_game(initial(replace(setup, ruleset=rules)))


@given(any_games(KNOWN), st.integers(1, 1 << 30))
@examples(8)
def test_chance_is_held_in_the_board(game: Playout, chance: int) -> None:
    """The cards that come, and so a game played out, follow from the board's chance and the decisions."""
    turns = [step.before for step in game.steps if step.before.turn]
    middle = turns[len(turns) // 2]
    boards = [Board.from_game(middle, chance) for _ in range(2)]
    counts = [play_out(board, Random(5).random) for board in boards]
    assert counts[0] == counts[1]
    assert boards[0].parts() == boards[1].parts()
    assert boards[0].is_over
