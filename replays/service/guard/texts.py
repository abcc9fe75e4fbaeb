"""How much a game may have that somebody sends: enough for any table, and read and shown in seconds."""

from typing import Final

from calimala_es.game import Game, Variation
from notation.budget import Budget
from notation.variations import variations_of
from replays.service.problems import Problem

MOST_DECISIONS: Final = 5_000
"""Decisions that stand in one game; a long one of five players has 1,500."""

BUDGET: Final = Budget(characters=2_000_000, words=40_000, notes=20_000, variations=1_000)
"""A game with a comment behind every decision has a tenth of that."""


def check_size(record: Game) -> None:
    """Raise ``Problem`` for a record that has more than a service shows, however it came."""
    check_length(len(record.moves))
    variations = [*variations_of(record)]
    lines: tuple[Game | Variation, ...] = (record, *variations)
    notes = sum(len(line.notes) + sum(len(move.notes) for move in line.moves) for line in lines)
    decided = sum(len(variation.moves) for variation in variations)
    for count, most, what in (
        (len(variations), BUDGET.variations, "variations"),
        (decided, BUDGET.words, "decisions in variations"),
        (notes, BUDGET.notes, "notes"),
    ):
        if count > most:
            raise _too_large(most, what)


def check_length(decisions: int) -> None:
    """Raise ``Problem`` for a game with so many decisions."""
    if decisions > MOST_DECISIONS:
        raise _too_large(MOST_DECISIONS, "decisions")


def _too_large(most: int, what: str) -> Problem:
    return Problem(422, "too-large", f"a game has at most {most} {what} here", most=most)
