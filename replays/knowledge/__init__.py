"""What can be concluded about cards that nobody saw: whether the box can explain a game, and what is certain."""

from replays.knowledge.explain import Certainty, Conflict, certain, conflict

__all__ = ["Certainty", "Conflict", "certain", "conflict"]
