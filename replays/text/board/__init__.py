"""The board as text for a terminal, as a player knows it from the table.

Discs and cubes are the letters of their colours. A stack reads from the bottom to the top, and the top disc is the
capital at its right end. Anything unknown in a position is ``?``: to draw what one player sees, draw that player's view
of it. Nothing here depends on files or on the reader.
"""
