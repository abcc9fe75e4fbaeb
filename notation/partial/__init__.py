"""Records that tell less than everything: only placements, or only the result. See ``docs/depths.md``."""
