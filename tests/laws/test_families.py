"""The laws hold for any families at a table together."""

from itertools import combinations

import pytest

from calimala_es.families import FAMILIES
from tests.laws.test_conservation import (
    check_cards,
    check_cubes,
    check_discs,
    check_faction,
    check_influence_cards,
    check_points,
    check_seats,
)
from tests.laws.test_history import check_commands, check_prefixes
from tests.laws.test_legality import check_legality
from tests.laws.test_views import check_views
from tests.profiles import is_long
from tests.strategies import (
    HIGH_STACKS,
    KNOWN,
    LOW_STACKS,
    MIXED,
    OFF_THE_RULES,
    WITH_MISTAKES,
    Playout,
    Rules,
)

PAIRS = [*combinations(FAMILIES, 2)]
FAR = 4
"""How far apart two families are in their list, so that each is with another."""

SOME_PAIRS = [
    (one, other)
    for (number, one), (further, other) in combinations(enumerate(FAMILIES), 2)
    if is_long() or further - number == FAR
]
"""Pairs in which every family is, and in a long run all."""


def seated(pair: tuple[str, str], record: str, stacks: str, players: int = 3) -> Playout:
    """Return a game in which both families are seated and the other players have none."""
    number = PAIRS.index(pair)
    families = [""] * players
    families[number % players], families[(number + 1) % players] = pair
    return Playout(players, number, record, stacks, Rules("second", intrigue=True, families=tuple(families)))


@pytest.mark.parametrize("pair", SOME_PAIRS, ids="-".join)
def test_any_two_families(pair: tuple[str, str]) -> None:
    """R11: nothing is lost, the listed decisions are accepted, history and views agree, whichever two families play."""
    for game in (seated(pair, KNOWN, HIGH_STACKS), seated(pair, MIXED, LOW_STACKS, 4)):
        for check in (check_discs, check_seats, check_cards, check_influence_cards, check_cubes, check_faction):
            check(game)
        check_points(game)
        check_prefixes(game)
        check_commands(game)
        check_views(game)
        check_legality(game.states[7::103])


@pytest.mark.parametrize("pair", SOME_PAIRS, ids="-".join)
def test_any_two_families_with_mistakes(pair: tuple[str, str]) -> None:
    """R11: with missed turns and observations, too, a game continues to its end, and history and views agree."""
    for game in (seated(pair, WITH_MISTAKES, HIGH_STACKS), seated(pair, OFF_THE_RULES, LOW_STACKS)):
        check_prefixes(game)
        check_commands(game)
        check_legality(game.states[3::151])
    check_views(seated(pair, WITH_MISTAKES, HIGH_STACKS))
