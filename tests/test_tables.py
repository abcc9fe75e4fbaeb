"""Tables by action: a missing row would be noticed only when somebody uses that action."""

from collections.abc import Collection

import pytest

from calimala_es.components import ACTION_WORDS, ACTIONS, DEED_WORDS, INTRIGUE_ACTIONS, RULE_OF_ACTION
from calimala_es.options import BASE_OPTIONS, INTRIGUE_OPTIONS, TOWARDS
from calimala_es.reach import ACTION_OPTIONS, RECIPES
from replays.drawing.pieces import ACTION_SIGNS
from replays.players.outlook import SIDE_EFFECTS
from replays.text.deeds import DEEDS

EVERY_ACTION = ACTIONS + INTRIGUE_ACTIONS

TABLES: dict[str, tuple[Collection[str], Collection[str]]] = {
    "ACTION_WORDS": (ACTION_WORDS, ACTIONS),
    "ACTION_SIGNS": (ACTION_SIGNS, EVERY_ACTION),
    "BASE_OPTIONS": (BASE_OPTIONS, ACTIONS),
    "RECIPES": (RECIPES, ACTIONS),
    "INTRIGUE_OPTIONS": (INTRIGUE_OPTIONS, INTRIGUE_ACTIONS),
    "TOWARDS": (TOWARDS, INTRIGUE_ACTIONS),
    "ACTION_OPTIONS": (ACTION_OPTIONS, EVERY_ACTION),
    "DEEDS": (DEEDS, EVERY_ACTION),
    "RULE_OF_ACTION": (RULE_OF_ACTION, EVERY_ACTION),
    "SIDE_EFFECTS": (SIDE_EFFECTS, EVERY_ACTION),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_a_row_for_every_action(name: str) -> None:
    """A table by actions has all of them and nothing else."""
    table, actions = TABLES[name]
    assert {*table} == {*actions}


def test_every_action_has_a_word() -> None:
    """Every action has a word, and so has the intrigue action of a turn."""
    assert {*EVERY_ACTION} < {*DEED_WORDS}
