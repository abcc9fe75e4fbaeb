"""Everything that is drawn of a game: the board as a picture, charts, diagrams, the score pad, the book.

``svg`` has elements, colours and texts that fit, ``pieces`` discs, signs and goods. ``render`` lets other programs
draw: Graphviz diagrams, resvg PNG, segno QR codes. No other package knows these.
"""
