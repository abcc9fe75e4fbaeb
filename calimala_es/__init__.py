"""The game Calimala as events: its rules, its states, and a store of games.

Four pure functions carry the core: ``legal`` lists the commands that may come in a state, ``decide`` turns a command
into events or raises an error with the rule that it breaks, ``evolve`` makes the next state of an event, and
``initial`` gives the state in which a game begins. A ``Game`` has them all together: every move with its command, its
events and the state after them.

Where to look: ``notation`` reads and writes games as text, ``replays`` walks through them, analyses, draws and serves
them, and ``cli`` is the program ``calimala``. A tour is in ``docs/api.md``.
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
