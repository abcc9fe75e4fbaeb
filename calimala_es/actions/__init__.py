"""Which actions a player can do, what is missing for the others, and what cards could change that (R4.2, R5, R10.3)."""
