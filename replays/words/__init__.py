"""Commands and events as short English sentences.

What is said of a hidden card is only that it is a card. Nothing here knows of colours on screens or of markup.
"""

from replays.words.basics import (
    DEPTH_WORDS,
    DISC_WORDS,
    card_words,
    counted,
    faction_words,
    influence_words,
    listed,
    row_words,
    scored,
    step_words,
    street_words,
)
from replays.words.commands import command_words
from replays.words.deeds import action_words, deed_words
from replays.words.events import event_words
from replays.words.notes import note_words, said_words
from replays.words.observed import part_words, value_words
from replays.words.scorings import ranking_words, victory_words

__all__ = [
    "DEPTH_WORDS",
    "DISC_WORDS",
    "action_words",
    "card_words",
    "command_words",
    "counted",
    "deed_words",
    "event_words",
    "faction_words",
    "influence_words",
    "listed",
    "note_words",
    "part_words",
    "ranking_words",
    "row_words",
    "said_words",
    "scored",
    "step_words",
    "street_words",
    "value_words",
    "victory_words",
]
