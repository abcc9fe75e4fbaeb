"""Write the golden games again: `python -m tests.golden.regenerate`."""

from calimala_es import Setup
from calimala_es.commands import Command
from calimala_es.errors import IllegalCommandError
from tests.golden.games import GAMES, path_of, read, write
from tests.strategies import Playout


def played(playout: Playout) -> tuple[Setup, list[Command]]:
    """Return a game from its seed."""
    return playout.setup, [*playout.game.commands]


def regenerate(name: str, game: Playout) -> str:
    """Write one file and return what was done."""
    before = path_of(name).read_text(encoding="utf-8") if path_of(name).exists() else ""
    if before:
        setup, lines = read(name)
        try:
            write(name, setup, [line.command for line in lines])
        except IllegalCommandError as refusal:
            write(name, *played(game))
            return f"played anew, since {refusal}"
        return "as it was" if path_of(name).read_text(encoding="utf-8") == before else "the same game, pinned anew"
    write(name, *played(game))
    return "played"


if __name__ == "__main__":
    for name, game in GAMES.items():
        print(f"{name}: {regenerate(name, game)}")
