"""Whose eyes a game is seen with, ``--as``, and whose notes are told to them, ``--keep-layer``."""

from collections.abc import Sequence
from typing import Final

import click

from calimala_es.components import COLOUR_WORDS
from calimala_es.view import PUBLIC, Viewer
from cli.games import FoundGame
from cli.terminal import harmless, note
from notation.redact import OWN
from replays.replay import Replay

ALL: Final = "all"
"""The viewpoint of the record itself."""

OWN_NOTES: Final = "-"
"""What the layer of a record's own notes is called on the command line."""

SEAT = click.option("--as", "seat", metavar="SEAT", help="As a player sees it (red, r, Maria), or the public.")

KEPT_LAYERS = click.option(
    "--keep-layer",
    "layers",
    multiple=True,
    metavar="LAYER",
    help="With --as, tell what this layer says; - for what is nobody's layer. May be repeated.",
)


def sees_all(seat: str | None) -> bool:
    """Whether ``--as`` asks for the whole record."""
    return seat is None or seat.casefold() == ALL


def viewer_of(seat: str | None, game: FoundGame) -> Viewer:
    """The viewer that ``--as`` names."""
    return PUBLIC if seat is None else seat_of(seat, game)


def seen_replay(game: FoundGame, seat: str | None) -> Replay:
    """The replay of a game as ``--as`` asks for it; raises ``click.BadParameter`` as ``seat_of``."""
    return game.replay if sees_all(seat) else game.replay.view(viewer_of(seat, game))


def seat_of(text: str, game: FoundGame) -> Viewer:
    """The seat that a person means by a colour, its letter or a player's name; ``PUBLIC`` for ``public``.

    Raises ``click.BadParameter`` if nobody is called so, or more than one.
    """
    wanted = text.casefold()
    if wanted == "public":
        return PUBLIC
    words = [COLOUR_WORDS[colour] for colour in game.setup.colours]
    for seat, colour in enumerate(game.setup.colours):
        if wanted in {colour, words[seat]}:
            return seat
    found = [
        seat
        for seat in range(game.setup.players)
        if wanted in {game.names.get(seat, "").casefold(), game.table.names[seat].casefold()}
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise click.BadParameter(
            f"{len(found)} players are called {text!r}; say the colour: {' or '.join(words[seat] for seat in found)}",
            param_hint="'--as'",
        )
    raise click.BadParameter(
        f"{text!r} sits not at this table; {' '.join(words)}, a player's name, or public", param_hint="'--as'"
    )


def layers_kept(names: Sequence[str], game: FoundGame) -> frozenset[str]:
    """The layers of a game that are meant by their names; one that it has not is told."""
    wanted = layers_named(names)
    for layer in sorted(wanted - {OWN, *game.layers}):
        note(f"the game has no layer {harmless(layer)}")
    return wanted


def layers_named(names: Sequence[str]) -> frozenset[str]:
    """The layers that are meant by their names."""
    return frozenset(OWN if name == OWN_NOTES else name.lower() for name in names)
