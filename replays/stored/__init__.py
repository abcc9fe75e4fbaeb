"""Games of the store as records, and records taken into the store. Nothing is lost either way."""
