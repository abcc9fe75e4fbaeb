"""The headers of a game, and the position from which a record with these headers starts."""
