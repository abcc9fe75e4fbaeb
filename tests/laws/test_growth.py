"""Work grows with a game, and no faster: its text, table, code and events are written, text and code are read.

Calls are counted, which are the same in every run. Where a run is long the time of a processor is measured, in which a
single call that goes through everything shows as well.
"""

import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from random import Random
from time import process_time
from types import FrameType
from typing import Any, Final

import pytest
from msgspec.structs import replace

from calimala_es.decide import step
from calimala_es.deck import chance_command, is_chance
from calimala_es.game import Game, Variation, moves_from, play
from calimala_es.initial import initial, shuffled_setup
from calimala_es.legal import legal
from calimala_es.notes import Comment
from notation import dumps, loads
from notation.csv import dumps_csv
from notation.json.events import dumps_events
from notation.share import decode, encode

TWICE: Final = 2.3
"""How many times more may be done for a game of twice the length."""

MAKERS: Final[dict[str, Callable[[Game], Callable[[], object]]]] = {
    "text": lambda game: partial(dumps, game),
    "table": lambda game: partial(dumps_csv, game),
    "code": lambda game: partial(encode, game),
    "events": lambda game: lambda: [*dumps_events(game)],
    "read text": lambda game: partial(loads, dumps(game)),
    "read code": lambda game: partial(decode, encode(game)),
}
"""What is measured of a game; making the arguments is not."""


def long_game(decisions: int) -> Game:
    """Return so many decisions of a game of chance."""
    chance = Random(7)
    setup = shuffled_setup("brygp", chance)
    state, commands = initial(setup), list[Any]()
    while len(commands) < decisions:
        commands.append(chance_command(state, chance) if is_chance(state) else chance.choice(legal(state)))
        _, state = step(state, commands[-1])
    return play(setup, commands)


def with_comments(game: Game, number: int) -> Game:
    """Return the game with so many comments, spread over it."""
    moves = [*game.moves]
    for count in range(number):
        place = count % len(moves)
        moves[place] = replace(moves[place], notes=(*moves[place].notes, Comment(f"comment number {count}")))
    return loads(dumps(replace(game, moves=tuple(moves))))


def with_variations(game: Game, number: int) -> Game:
    """Return the game with so many variations of one decision, spread over it."""
    moves, left = [*game.moves], number
    for place, move in enumerate(moves):
        state = game.state_at(place)
        others = [] if is_chance(state) else [command for command in legal(state) if command != move.command]
        variations = tuple(
            Variation(f"v{left - count}", moves_from(state, (command,))) for count, command in enumerate(others[:left])
        )
        moves[place] = replace(move, variations=variations)
        left -= len(variations)
    assert not left
    return loads(dumps(replace(game, moves=tuple(moves))))


GROWING: Final[dict[str, Callable[[int], Game]]] = {
    "decisions": lambda size: long_game(4 * size),
    "comments": lambda size: with_comments(long_game(60), 40 * size),
    "variations": lambda size: with_variations(long_game(400), 10 * size),
}
"""How a game grows."""


def calls_of(call: Callable[[], object]) -> int:
    """Return how many functions a call calls, those of C included."""
    count = 0

    def seen(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(seen)
    try:
        call()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("made", MAKERS)
@pytest.mark.parametrize("growing", GROWING)
def test_calls_grow_with_the_game(growing: str, made: str) -> None:
    """For a game that has twice as much of something at most somewhat more than twice as much is called."""
    counts = []
    for size in (10, 20):
        call = MAKERS[made](GROWING[growing](size))
        call()
        counts.append(calls_of(call))
    assert counts[1] <= TWICE * counts[0]


@pytest.mark.long
@pytest.mark.parametrize("made", MAKERS)
@pytest.mark.parametrize("growing", GROWING)
def test_time_grows_with_the_game(growing: str, made: str) -> None:
    """For a game that has eight times as much of something the time grows by no more than calls may."""
    times = []
    for size in (10, 80):
        call = MAKERS[made](GROWING[growing](size))
        begun = [process_time()]
        for _ in range(5):
            call()
            begun.append(process_time())
        times.append(min(after - before for before, after in pairwise(begun)))
    assert times[1] <= TWICE**3 * times[0]
