"""The command line: arguments, printed output and exit codes.

Everything that needs a clock, chance or a path on the disk is resolved here and passed to the packages below. Every
command has its function in a module of its group, which is imported when the command is requested, so that the program
starts quickly.
"""
