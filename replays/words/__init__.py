"""Commands and events as short sentences, in every language.

A hidden card is described only as a card. Nothing here depends on colours on screens or on markup.
"""

from replays.words.basics import (
    action_words,
    card_name,
    card_words,
    colour_words,
    counted,
    depth_words,
    disc_words,
    either,
    faction_words,
    influence_words,
    listed,
    material_words,
    of_street,
    onto_street,
    place_words,
    points_words,
    row_words,
    scored,
    step_words,
    street_words,
)
from replays.words.commands import command_words
from replays.words.deeds import deed_words
from replays.words.events import event_words
from replays.words.messages import message_text
from replays.words.notes import note_words, said_words
from replays.words.observed import part_words, value_words
from replays.words.scorings import clause_words, cubes_words, ranking_words, victory_words
from replays.words.waiting import waiting_words

__all__ = [
    "action_words",
    "card_name",
    "card_words",
    "clause_words",
    "colour_words",
    "command_words",
    "counted",
    "cubes_words",
    "deed_words",
    "depth_words",
    "disc_words",
    "either",
    "event_words",
    "faction_words",
    "influence_words",
    "listed",
    "material_words",
    "message_text",
    "note_words",
    "of_street",
    "onto_street",
    "part_words",
    "place_words",
    "points_words",
    "ranking_words",
    "row_words",
    "said_words",
    "scored",
    "step_words",
    "street_words",
    "value_words",
    "victory_words",
    "waiting_words",
]
