"""Players that need nobody: legal, deterministic for a seed, blind for what is hidden, and one better than chance."""

from collections.abc import Sequence
from random import Random

import pytest

from calimala_es import State, initial, step
from calimala_es.commands import Act, Command, Skip
from calimala_es.legal import legal
from calimala_es.shuffle import is_chance, shuffled_setup
from calimala_es.view import view_state
from replays.players import PLAYERS, Player, next_command, play_greedy, play_random


def whole_game(players: Sequence[Player], seed: int) -> list[tuple[State, Command]]:
    """Every position of a game with the command that followed."""
    random = Random(seed)
    state = initial(shuffled_setup("bryg"[: len(players)], random))
    told: list[tuple[State, Command]] = []
    while not state.is_over:
        command = next_command(state, players, random)
        told.append((state, command))
        _, state = step(state, command)
    return told


@pytest.mark.parametrize("name", PLAYERS)
def test_players_choose_what_is_legal(name: str) -> None:
    """Every choice is one of those offered."""
    for state, command in whole_game([PLAYERS[name]] * 3, 1):
        assert command in legal(state)


@pytest.mark.parametrize("name", PLAYERS)
def test_same_chance_same_game(name: str) -> None:
    """A game is determined by the seed."""
    players = [PLAYERS[name]] * 4
    assert whole_game(players, 5) == whole_game(players, 5)
    assert whole_game(players, 5) != whole_game(players, 6)


def test_greedy_does_not_look_into_hidden_cards() -> None:
    """What a player chooses is the same when everything that he cannot see is hidden."""
    for state, command in whole_game([play_greedy] * 3, 3):
        seat = state.actor
        if seat is None or is_chance(state):
            continue
        options = legal(state)
        random = Random(1)
        chosen = play_greedy(state, options, random)
        assert play_greedy(view_state(state, seat), options, Random(1)) == chosen
        assert command in options


def test_greedy_waives_nothing_that_brings_points() -> None:
    """A possible artwork, shipment, transport or contribution is not given up for a card less than it brings."""
    waived = [
        command
        for state, command in whole_game([play_greedy] * 4, 4)
        if isinstance(command, Skip)
        and command.action in "ST"
        and any(isinstance(option, Act) and option.action == command.action for option in legal(state))
    ]
    assert waived == []


def test_greedy_beats_random() -> None:
    """One greedy player among random ones wins most games."""
    wins = 0
    for seed in range(12):
        players = [play_random, play_greedy, play_random]
        state, command = whole_game(players, seed)[-1]
        end = step(state, command)[1]
        points = [mat.points for mat in end.mats]
        wins += points[1] == max(points)
    assert wins >= 9


def test_random_tells_cards_that_are_known() -> None:
    """Where a card is known the record of a simulated game has it."""
    kept = [state.mats[0].kept for state, _ in whole_game([play_random] * 3, 2)][-1]
    assert kept != ("?",)
