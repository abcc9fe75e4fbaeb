"""The rule sets by the names that the rules have for them."""

from collections.abc import Sequence
from typing import Final

from calimala_es.setup import Setup

RULE_SETS: Final = ("first", "two-players", "second", "intrigue", "families")


def rule_set_of(setup: Setup) -> str:
    """Return which of ``RULE_SETS`` a table plays."""
    return rule_set_named(setup.ruleset.edition, setup.third, setup.families, has_intrigue=bool(setup.intrigue))


def rule_set_named(edition: str, third: str, families: Sequence[str], *, has_intrigue: bool) -> str:
    """Return the rule set from details that both a set-up and a summary of a game have."""
    if any(families):
        return "families"
    if has_intrigue:
        return "intrigue"
    return "two-players" if third else edition
