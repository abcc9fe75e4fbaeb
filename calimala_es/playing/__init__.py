"""Playing games out fast: a board of small integers that is changed in place and taken back.

The readable rules decide what is right; a law over generated games of every kind finds this board equal to them at
every decision. It needs all cards open.

``Board.from_game(state)`` makes a board, ``legal_decisions`` lists what may come, ``carry_out`` changes it,
``board.mark()`` and ``board.take_back(mark)`` return; ``to_command`` and ``to_decision`` translate. Chance is a
decision too: ``drawn_decision`` gives the card that is next in the deck.
"""

from calimala_es.playing.board import Board
from calimala_es.playing.codes import to_command, to_decision
from calimala_es.playing.listing import is_legal, legal_decisions
from calimala_es.playing.playout import drawn_decision, play_out
from calimala_es.playing.scoring import winners
from calimala_es.playing.turns import carry_out

__all__ = [
    "Board",
    "carry_out",
    "drawn_decision",
    "is_legal",
    "legal_decisions",
    "play_out",
    "to_command",
    "to_decision",
    "winners",
]
