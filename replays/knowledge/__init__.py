"""Conclusions about cards that nobody saw: whether the cards of the box can explain a game, and what is certain."""

from replays.knowledge.explain import CardConflict, Certainty, card_conflict, certain

__all__ = ["CardConflict", "Certainty", "card_conflict", "certain"]
