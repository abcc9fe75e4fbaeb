"""Targets for coverage-guided fuzzing, the corpora that were found, and the texts that once broke something."""
