"""The rule sets by the names that the rules have for them."""

from typing import Final

from calimala_es.setup import Setup

RULE_SETS: Final = ("first", "two-players", "second", "intrigue", "families")


def rule_set_of(setup: Setup) -> str:
    """Which of ``RULE_SETS`` a table plays."""
    if any(setup.families):
        return "families"
    if setup.intrigue:
        return "intrigue"
    return "two-players" if setup.third else setup.ruleset.edition
