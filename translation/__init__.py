"""The catalogues of sentences: what the sources say, what each language makes of it, and what is compiled of that.

For those who work on the project; the program itself needs the compiled catalogues only.
"""
