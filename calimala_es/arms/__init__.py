"""What each event changes, a module a part of the game; ``evolve`` has the table.

Every function here is total: an event that was recorded is never refused. Only what changed is replaced.
"""
