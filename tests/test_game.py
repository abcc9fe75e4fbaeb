"""A game: every decision with its events and the state after it, decided once."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es import initial, step
from calimala_es.commands import PlaceDisc
from calimala_es.errors import IllegalCommandError
from calimala_es.frames import Placement
from calimala_es.game import Game, Move, Variation, moves_from, play, replay_moves, replay_variation
from calimala_es.notes import Check, Comment
from tests.notation.records import records
from tests.replayed import EVERY_KIND, FEW
from tests.strategies import KNOWN, NO_CODE, Playout, any_games

NOTES = (Comment("Hm."), Check("=0"))


def wrong_in(playout: Playout, index: int) -> PlaceDisc:
    """Return an illegal placement in the place of a decision."""
    return PlaceDisc(NO_CODE) if type(playout.steps[index].before.now) is Placement else PlaceDisc("12")


@FEW
@given(any_games(*EVERY_KIND), st.randoms())
def test_a_game_has_the_state_before_and_after_each_move(playout: Playout, random: Random) -> None:
    """A game has the states and events that the rules give, from the start or from any state on."""
    commands = [played.command for played in playout.steps]
    game = play(playout.setup, commands)
    assert game == playout.game
    assert game.states == (initial(playout.setup), *[played.after for played in playout.steps])
    number = random.randrange(len(commands))
    assert game.state_at(number) == playout.steps[number].before
    assert (game.moves[number].events, game.moves[number].state) == step(game.state_at(number), commands[number])
    part = play(game.state_at(number), commands[number:])
    assert (part.moves, part.state, part.starts_midway) == (game.moves[number:], game.state, number > 0)
    assert replace(game, moves=game.moves[:number]).added(game.moves[number:]) == game


@FEW
@given(any_games(KNOWN), st.randoms())
def test_a_command_that_the_rules_refuse_is_not_played(playout: Playout, random: Random) -> None:
    """The error about an illegal command has the command and the rule, whatever its index."""
    commands = [played.command for played in playout.steps]
    index = random.randrange(len(commands))
    wrong = wrong_in(playout, index)
    with pytest.raises(IllegalCommandError) as caught:
        play(playout.setup, [*commands[:index], wrong, *commands[index:]])
    assert caught.value.command == wrong
    assert caught.value.rule.startswith("R")


@FEW
@given(records(*EVERY_KIND))
def test_moves_decided_again_from_the_same_state_are_the_same(game: Game) -> None:
    """Moves decided again from the same state are the same, with their notes and variations."""
    assert replay_moves(game.start, game.moves) == game.moves


@FEW
@given(any_games(KNOWN), st.randoms())
def test_moves_that_the_rules_refuse_elsewhere_are_not_decided_again(playout: Playout, random: Random) -> None:
    """Moves cannot be decided again from a state in which one of them, or of their variations, is illegal."""
    game = playout.game
    index = random.randrange(len(game.moves))
    wrong = Move(wrong_in(playout, index), (), game.start, NOTES)
    variation = Variation("v1", (wrong,))
    before = game.state_at(index)
    with pytest.raises(IllegalCommandError):
        replay_moves(before, [wrong])
    with pytest.raises(IllegalCommandError):
        replay_variation(before, variation)
    varied = replace(game.moves[index], variations=(variation,))
    with pytest.raises(IllegalCommandError):
        replay_moves(before, [varied])
    assert replay_moves(before, [replace(varied, variations=())]) == moves_from(before, [varied.command])
