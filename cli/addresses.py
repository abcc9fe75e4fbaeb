"""What the name of a game refers to: a game of the store, a file or a share code, and a place in the game.

``game.cgn#2`` is the second game of a file, ``game.cgn#7.2`` a place in its only game, ``game.cgn#2#7`` turn 7 of the
second game. A number alone is the number of a game, since any file may have several. The store has one game per id, so
``lily#7`` is turn 7 of it.
"""

import re
from pathlib import Path
from typing import Final, NamedTuple

from calimala_es.errors import GameNotFoundError
from cli.texts import STANDARD_INPUT, source_name
from notation.share import KEY, SCHEME

STANDARD_INPUT_PLACE: Final = f"{source_name(STANDARD_INPUT)}#"
"""What a command line uses instead of ``-#``, which would be an option."""

_GAME_ID: Final = re.compile(r"[a-z0-9-]+")
_ADDRESS: Final = re.compile(r"(.+?)(?:#([1-9][0-9]{0,59}))?(?:#([0-9A-Za-z.:-]+))?", re.DOTALL)
_WEB: Final = re.compile(r"https?://", re.IGNORECASE)
_IN_SHARED: Final = re.compile(r"(.+)#((?:[A-Za-z][0-9A-Za-z-]*:)?[0-9.]+|start)", re.DOTALL)
"""Splits a share code from the place after it; the code may be part of a web address, which has a ``#`` of its own."""


class Address(NamedTuple):
    """Where a game is (an id, a path, a share code), its number in a file, and the requested place.

    ``number`` is 0 and ``place`` is empty where none is given.
    """

    name: str
    number: int = 0
    place: str = ""

    @property
    def stem(self) -> str:
        """The name of a file made from the game: its id or the name of its own file, ``game`` if it has no name."""
        return "game" if self.name == STANDARD_INPUT or is_shared(self.name) else Path(self.name).stem


def no_game_number(address: Address, games: int, *, takes_place: bool) -> GameNotFoundError:
    """Return the error for a game number that a file does not have, given how many games it has.

    For a file with a single game, the number may have meant a place in it, if the command takes a place.
    """
    message = f"{source_name(address.name)} has no game number {address.number}"
    if games != 1 or address.place or not takes_place:
        return GameNotFoundError(message)
    place = f"{address.name}#1#{address.number}"
    return GameNotFoundError(f"{message}, only one game; for a place in it write {place} or --at {address.number}")


def is_game_id(name: str) -> bool:
    """Return whether a name is the id of a game in the store and not a file."""
    return _GAME_ID.fullmatch(name) is not None and name != STANDARD_INPUT


def is_shared(name: str) -> bool:
    """Return whether a name is a share code after ``share:``, or a web address that contains one."""
    if name.startswith(SCHEME):
        return True
    return _WEB.match(name) is not None or (f"#{KEY}" in name and not _exists(name))


def address_of(text: str) -> Address:
    """Return the address that a name of a game refers to; a file whose own name has a ``#`` comes first."""
    if is_shared(text):
        shared = _IN_SHARED.fullmatch(text)
        return Address(shared[1], 0, shared[2]) if shared else Address(text)
    for path, suffix in _named_files(text):
        match = _ADDRESS.fullmatch(f"-{suffix}")
        if match and match[1] == STANDARD_INPUT:
            return Address(path, int(match[2] or 0), match[3] or "")
    match = _ADDRESS.fullmatch(text)
    if match is None:
        return Address(text)
    number, place = int(match[2] or 0), match[3] or ""
    if is_game_id(match[1]) and number and not place:
        return Address(match[1], 0, str(number))
    return Address(match[1], number, place)


def _named_files(text: str) -> list[tuple[str, str]]:
    """Return the files with a ``#`` in their names that begin a text, each with the rest of the text; longest first."""
    parts = text.split("#")
    cuts = range(len(parts), max(1, len(parts) - 3), -1)
    found = [("#".join(parts[:cut]), "".join(f"#{part}" for part in parts[cut:])) for cut in cuts]
    return [(path, suffix) for path, suffix in found if _exists(path)]


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False
