"""Records with less than everything: placements only, or the result only. See ``docs/depths.md``."""
