"""Several records of one game put together: what each of them knows, and where they contradict each other."""

from notation.merging.conflicts import Conflict, Merged, MergeError, Origin, Reading
from notation.merging.together import merge

__all__ = ["Conflict", "MergeError", "Merged", "Origin", "Reading", "merge"]
