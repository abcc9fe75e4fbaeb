"""The exit codes of the program; imports nothing, so that whatever fails can still say so."""

from typing import Final

OK: Final = 0
FINDINGS: Final = 1
USAGE: Final = 2
NOT_FOUND: Final = 3
STORE: Final = 4
FILE: Final = 5
LACKING: Final = 6
UNLISTENED: Final = 7
FAULT: Final = 70
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141

CODES: Final[dict[int, str]] = {
    OK: "all is well",
    FINDINGS: "something was found: a text with errors, a decision against the rules, a difference",
    USAGE: "the command line asks for something that there is not",
    NOT_FOUND: "there is no such game, file to read, rule or place in a game",
    STORE: "the store cannot be read or written, or somebody else changed the game",
    FILE: "a file cannot be read, or not be written, as where its folder is not there",
    LACKING: "a program that is needed is not installed",
    UNLISTENED: "nothing can listen at this address, as where something else does",
    FAULT: "a fault of calimala itself",
    INTERRUPTED: "stopped by Ctrl-C",
    BROKEN_PIPE: "whoever read the output went away",
}
"""Every exit code and what it says."""
