"""Calimala as events: the rules of the game, its states, and the store.

Four words carry the core: ``legal`` lists the commands that may come in a state, ``decide`` turns a command into events
or refuses it, ``evolve`` makes the next state of an event, and ``initial`` is where a game begins. All four are pure.
"""

from calimala_es.decide import decide, step
from calimala_es.evolve import evolve, fold
from calimala_es.initial import initial
from calimala_es.legal import legal
from calimala_es.setup import Ruleset, Setup
from calimala_es.state import State
from calimala_es.view import view_command, view_event, view_state

__all__ = [
    "Ruleset",
    "Setup",
    "State",
    "decide",
    "evolve",
    "fold",
    "initial",
    "legal",
    "step",
    "view_command",
    "view_event",
    "view_state",
]
