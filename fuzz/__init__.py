"""Targets for coverage-guided fuzzing, the corpora found so far, and texts that once broke something."""
