"""The catalogues of sentences: messages of the sources, translations, and compiled files.

For those who work on the project; the program itself needs only the compiled catalogues.
"""
