"""Games played again: steps through a game, what changed, where the points came from, boards and diagrams.

Everything here is made of states and events that the rules package worked out; nothing here knows a rule, prints, or
opens a path that it was not given.
"""
