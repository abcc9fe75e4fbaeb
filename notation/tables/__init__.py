"""Games as tables, a row a turn. ``docs/dictation.md`` is the specification."""
