"""What the name of a game asks for: a game of the store, a file, a share code; which game in it; which place in that.

``game.cgn#2`` is the second game of a file, ``game.cgn#7.2`` a place in its only game, ``game.cgn#2#7`` turn 7 of the
second game. A number alone is that of a game: a file may always have several. The store has one game of an id, so
``lily#7`` is turn 7 of it.
"""

import re
from pathlib import Path
from typing import Final, NamedTuple

from calimala_es.errors import GameNotFoundError
from cli.texts import STANDARD_INPUT, source_name
from notation.share import KEY, SCHEME

STANDARD_INPUT_PLACE: Final = f"{source_name(STANDARD_INPUT)}#"
"""What a command line has in place of ``-#``, which would be an option."""

_GAME_ID: Final = re.compile(r"[a-z0-9-]+")
_ADDRESS: Final = re.compile(r"(.+?)(?:#([1-9][0-9]{0,59}))?(?:#([0-9A-Za-z.:-]+))?", re.DOTALL)
_WEB: Final = re.compile(r"https?://", re.IGNORECASE)
_IN_SHARED: Final = re.compile(r"(.+)#((?:[A-Za-z][0-9A-Za-z-]*:)?[0-9.]+|start)", re.DOTALL)
"""A share code may stand in a web address, which has a ``#`` of its own."""


class Address(NamedTuple):
    """Where a game is (an id, a path, a share code), its number in a file, and the place asked for.

    ``number`` is 0 and ``place`` empty where none is said.
    """

    name: str
    number: int = 0
    place: str = ""

    @property
    def stem(self) -> str:
        """What a file made of the game is called: by its id or its own file, ``game`` where that has no name."""
        return "game" if self.name == STANDARD_INPUT or is_shared(self.name) else Path(self.name).stem


def no_game_number(address: Address, games: int, *, takes_place: bool) -> GameNotFoundError:
    """What is told where a file has no game of that number but so many others.

    Of a file with a single game a place in it may have been meant, where a command takes one.
    """
    told = f"{source_name(address.name)} has no game number {address.number}"
    if games != 1 or address.place or not takes_place:
        return GameNotFoundError(told)
    place = f"{address.name}#1#{address.number}"
    return GameNotFoundError(f"{told}, only one game; for a place in it write {place} or --at {address.number}")


def is_game_id(name: str) -> bool:
    """Whether a name is that of a game in the store and not of a file."""
    return _GAME_ID.fullmatch(name) is not None and name != STANDARD_INPUT


def is_shared(name: str) -> bool:
    """Whether a name is a share code behind ``share:``, or an address of the web with one in it."""
    if name.startswith(SCHEME):
        return True
    return _WEB.match(name) is not None or (f"#{KEY}" in name and not _exists(name))


def address_of(text: str) -> Address:
    """What a name of a game asks for; a file whose own name has a ``#`` is taken before anything else."""
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
    """Files whose names have a ``#`` with which a text begins, and the rest of it; the longest first."""
    parts = text.split("#")
    cuts = range(len(parts), max(1, len(parts) - 3), -1)
    found = [("#".join(parts[:cut]), "".join(f"#{part}" for part in parts[cut:])) for cut in cuts]
    return [(path, suffix) for path, suffix in found if _exists(path)]


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False
