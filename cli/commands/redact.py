"""``redact``: games as a player, or the public, saw them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from calimala_es.game import layers_of
from cli.files import write_file
from cli.games import game_of
from cli.options import CommandWithExamples
from cli.streams import GAMES, Damage, GameText, games_of
from cli.terminal import harmless, note, write_data
from cli.viewpoint import LAYERS_OPTION, layers_named, seat_of
from notation import NotationError, NotLegalError, dumps
from replays.edit.redact import OWN, RedactionError, redact


@click.command(
    "redact",
    cls=CommandWithExamples,
    examples=(
        "calimala redact game.cgn --as blue",
        "calimala redact league/*.cgn --as public -o league-as-seen.cgn",
        "calimala export --all | calimala redact - --as Maria --keep-layer maria",
    ),
)
@GAMES
@click.option(
    "--as", "--seat", "seat", required=True, metavar="SEAT", help="Who saw it (red, r, Maria), or public for everybody."
)
@LAYERS_OPTION
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write there instead.")
def redact_command(names: Sequence[str], seat: str, layers: Sequence[str], output: Path | None) -> int:
    """Write games as somebody saw them.

    Cards that the seat, or the public, could not see are unknown. Comments, glyphs, evaluations, marks, variations and
    most headers are left out, since each may tell of such a card; --keep-layer keeps notes that somebody has looked
    through. Checks that state what everybody saw stay. Games with errors are told and left out, with code 1.
    """
    damage = Damage()
    wanted = {*layers_named(layers)}
    unseen = wanted - {OWN}
    texts = _separated(_texts(names, seat, wanted, unseen, damage))
    if output is None:
        for text in texts:
            write_data(text)
    else:
        write_file(output, texts)
    for layer in sorted(unseen):
        note(f"no game has a layer {harmless(layer)}")
    return damage.code()


def _texts(names: Sequence[str], seat: str, layers: set[str], unseen: set[str], damage: Damage) -> Iterator[str]:
    """Yield the redacted games, and remove from ``unseen`` the layers that one of them has."""
    for found in games_of(names):
        try:
            yield _text(found, seat, layers, unseen)
        except NotationError as error:
            damage.report(error)


def _text(found: GameText, seat: str, layers: set[str], unseen: set[str]) -> str:
    """Return a game as a viewer saw it; raise its first error, or one if what was seen is not a game."""
    reading = found.reading()
    if reading.errors or reading.game is None:
        raise reading.errors[0]
    unseen -= {*layers_of(reading.game)}
    try:
        return dumps(redact(reading.game, seat_of(seat, game_of(reading, found.place)), layers))
    except RedactionError as error:
        raise NotLegalError(found.source().beginning, str(error)) from error


def _separated(texts: Iterator[str]) -> Iterator[str]:
    """Yield the games with an empty line between them."""
    for number, text in enumerate(texts):
        yield f"\n{text}" if number else text
