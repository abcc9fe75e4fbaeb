"""The command line: what a person types, what is printed, and the exit code.

Whatever needs a clock, chance or a place on the disk is found here and handed down. Every command has its function in a
module of its group, imported when it is asked for, so that the program starts quickly.
"""
