"""The chances of a game: an evaluator, a search, and what every decision cost."""
