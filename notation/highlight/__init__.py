"""Colours for the text of games in editors and on pages: one table of kinds, two grammars and a Pygments lexer.

A word is recognised by its form alone, not by the position that it is written in: a word that is both a deed and a
street (``US``) is a street only after the number of a turn.
"""
