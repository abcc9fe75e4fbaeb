"""Games by a seed, decision by decision."""

from random import Random

from calimala_es.commands import Command
from calimala_es.decide import step
from calimala_es.deck import chance_command, is_chance
from calimala_es.game import play
from calimala_es.initial import initial, shuffled_setup
from calimala_es.legal import legal
from calimala_es.state import State
from notation import dumps
from notation.grammar.symbols import format_command


def any_command(state: State, chance: Random) -> Command:
    """Return one of the legal commands of a position."""
    return chance_command(state, chance) if is_chance(state) else chance.choice(legal(state))


def symbols(seed: int) -> tuple[str, list[str]]:
    """Return a set-up as text, and the decisions of a whole game in notation."""
    chance = Random(seed)
    setup = shuffled_setup("bry", chance)
    state, answer = initial(setup), list[str]()
    while not state.is_over:
        command = any_command(state, chance)
        answer.append(format_command(state, command))
        _, state = step(state, command)
    return dumps(play(setup)), answer
