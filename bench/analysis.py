"""A full analysis of a game, beside the time that playing it again takes; and one position's prospects, beside a step.

Random games whose commands are ready made. Playing again checks every command; the analysis is that of all parts, with
the ids of the events, which a replay works out when it is asked for them.

What is certain about hidden cards is the harder to say the more often the open pile was shuffled. So it is asked of
games of five in which everybody holds as many cards as the deck has for him, and the pile is shuffled all the time;
the games are as the public saw them.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from bench.games import games, options
from bench.harness import Figure, beside, race, timed
from calimala_es.board import STREETS
from calimala_es.commands import Command, PlaceDisc, PlayCard
from calimala_es.components import COLOURS
from calimala_es.deck import chance_command, is_chance
from calimala_es.events import DeckShuffled
from calimala_es.frames import Activation, Placement
from calimala_es.game import Game, Move, moves_from, play
from calimala_es.initial import initial, shuffled_setup
from calimala_es.state import State
from replays.analysis import analyse, prospects
from replays.edit.redact import redact
from replays.knowledge import find_certain_cards
from replays.replay import Replay

EACH: Final = 12
"""Games that are analysed in a lap."""

GOAL: Final = 0.1
"""Playing a game again takes at least a tenth of what its analysis takes."""


def _again(game: Game) -> Replay:
    return Replay(play(game.start, game.commands))


def _replayed(played: tuple[Game, ...]) -> None:
    for game in played:
        _again(game)


def _analysed(replays: tuple[Replay, ...]) -> None:
    for replay in replays:
        # A replay saves the ids that it has worked out; the analysis of a new one has to ask for them.
        analyse(Replay(replay.game))


def _foresee(positions: tuple[State, ...]) -> None:
    for state in positions:
        prospects(state)


HOLD: Final = 9
"""A player who holds so many cards plays one; five such hands leave no card in the deck."""

HOARDED: Final = (14, 20, 27, 34, 37, 59)
"""The seeds of games in which cards are held back, and the pile is shuffled at least twenty times."""

IN_TIME: Final = 0.5
"""What is certain of such a game is known in two seconds."""


def hoarded(seed: int) -> Game:
    """Play a game of five who hold cards back and put their discs on low stacks, and so play all of them."""
    random = Random(seed)
    start = state = initial(shuffled_setup(COLOURS, random))
    moves: list[Move] = []
    while not state.is_over:
        command = chance_command(state, random) if is_chance(state) else random.choice(_preferred(state))
        moves += moves_from(state, [command])
        state = moves[-1].state
    return Game(start.setup, start, tuple(moves))


def _preferred(state: State) -> Sequence[Command]:
    now, commands = state.now, options(state)
    if isinstance(now, Placement):
        heights = {street: len(stack) for street, stack in zip(STREETS, state.stacks, strict=True)}
        placements = [command for command in commands if isinstance(command, PlaceDisc)]
        lowest = min(heights[command.street] for command in placements)
        return [command for command in placements if heights[command.street] == lowest]
    if not isinstance(now, Activation):
        return commands
    is_full = state.mats[now.seat].hand_size > HOLD
    return [command for command in commands if isinstance(command, PlayCard) == is_full] or commands


def _certainties(seen: tuple[Game, ...]) -> None:
    for game in seen:
        find_certain_cards(game)


def figures(rounds: int) -> Iterator[Figure]:
    """Yield games a second, analysed and replayed; then positions a second, with their prospects or just reached."""
    played = tuple(random_game.game for random_game in games()[:EACH])
    replays = tuple(map(_again, played))
    positions = tuple(replay.states[len(replay.states) * number // 8] for replay in replays for number in range(1, 8))
    reached = sum(len(game.commands) for game in played)
    analysed, again, foreseen = race(
        (
            lambda: timed(lambda: _analysed(replays), len(played)),
            lambda: timed(lambda: _replayed(played), len(played)),
            lambda: timed(lambda: _foresee(positions), len(positions)),
        ),
        rounds,
    )
    yield beside("a full analysis of a game", "games/s", "the checked replay of it", analysed, again, goal=GOAL)
    seen = tuple(redact(hoarded(seed), None) for seed in HOARDED)
    (sure,) = race((lambda: timed(lambda: _certainties(seen), len(seen)),), rounds)
    shuffles = sum(isinstance(event, DeckShuffled) for game in seen for move in game.moves for event in move.events)
    name = f"certain cards, {shuffles // len(seen)} shuffles a game"
    yield beside(name, "games/s", "at least", sure, [IN_TIME] * rounds, goal=1)
    decided = [speed * reached / len(played) for speed in again]
    yield beside("the prospects of a position", "positions/s", "one checked decision", foreseen, decided)
