"""What a record knows about cards that nobody saw: whether the box can explain it, and what has become certain."""

from notation.knowledge.certain import Certainty, certain
from notation.knowledge.explain import Conflict, conflict

__all__ = ["Certainty", "Conflict", "certain", "conflict"]
