"""Conclusions about cards that nobody saw: whether the cards of the box can explain a game, and what is certain."""

from replays.knowledge.explain import CardConflict, Certainty, find_card_conflict, find_certain_cards

__all__ = ["CardConflict", "Certainty", "find_card_conflict", "find_certain_cards"]
