"""Games as JSON: documents and lines of events. ``docs/json.md`` is the specification."""
