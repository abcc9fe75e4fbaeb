"""A game as one page of HTML that a browser steps through: frames, and the viewer that shows them.

Python knows the rules and says what changes from one moment to the next; the viewer puts it on the screen.
"""
