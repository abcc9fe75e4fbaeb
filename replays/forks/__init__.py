"""Other ways that a game could have gone: several futures side by side, and what a repair did, in words."""

from replays.forks.futures import Future, Futures, OtherTableError, futures
from replays.forks.words import conflict_words, outcome_words

__all__ = ["Future", "Futures", "OtherTableError", "conflict_words", "futures", "outcome_words"]
