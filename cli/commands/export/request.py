"""What a user asks of ``export``: which games, what of them, and where it goes."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.game import Game
from calimala_es.view import PUBLIC
from cli.exits import wrong_usage
from cli.files import STANDARD_INPUT, address_of, is_folder, output_path, write_and_name
from cli.games import FoundGame
from cli.selection import Selection
from cli.viewpoint import layers_named, seat_of
from notation import Style
from replays.edit.redact import filter_notes, redact
from replays.edit.reduce import reduce_to_placements, reduce_to_result

_REDUCED: Final = {"placements": reduce_to_placements, "result": reduce_to_result}
"""What makes less of a game, by the value of ``--depth``."""


class Request(Struct, frozen=True):
    """The options of ``export`` as they were given; ``None`` is what the user left open.

    ``names`` are those of games, of which all in ``selection`` are written; ``output`` is a file, a folder or ``-``.
    """

    form: str
    names: tuple[str, ...]
    output: str | None = None
    seat: str | None = None
    layers: tuple[str, ...] = ()
    at: str | None = None
    depth: Literal["placements", "result"] | None = None
    with_names: bool | None = None
    with_notes: bool | None = None
    no_comments: bool = False
    no_variations: bool = False
    no_checks: bool = False
    one_line: bool = False
    width: int | None = None
    dialect: str = "comma"
    url: str | None = None
    scorings: tuple[int, int | None] = (1, None)
    message: str = ""
    spoiler_tags: bool = False
    as_json: bool = False
    selection: Selection = Selection()

    @property
    def selects(self) -> bool:
        """Whether games are selected by what is in them."""
        return self.selection != Selection()

    @property
    def wanted_layers(self) -> frozenset[str]:
        """The layers of notes that ``--notes-by`` names."""
        return layers_named(self.layers)

    @property
    def layout(self) -> Style:
        """How the lines of notation are laid out."""
        return Style(one_line=self.one_line, width=self.width or 0)

    def seated(self, game: FoundGame) -> "Request":
        """Return the request with the seat by its colour, which is known even where names are left out."""
        viewer = PUBLIC if self.seat is None else seat_of(self.seat, game)
        return self if viewer is None else replace(self, seat=game.setup.colours[viewer])

    def record(self, game: FoundGame) -> Game:
        """Return the record as it is written; raise ``RedactionError`` and ``click.BadParameter``."""
        if self.seat is None:
            return self.reduced(game.record)
        return self.reduced(redact(game.record, seat_of(self.seat, game), self.wanted_layers))

    def reduced(self, record: Game) -> Game:
        """Return the record without the names, notes and parts that are not wanted, for every viewer alike."""
        if self.depth is not None:
            record = _REDUCED[self.depth](record)
        if self.with_names is False:
            record = replace(record, headers=())
        has_notes = self.with_notes is not False
        style = Style(
            notes=has_notes,
            comments=not self.no_comments,
            checks=not self.no_checks,
            variations=has_notes and not self.no_variations,
            layers=self.wanted_layers if self.layers and self.seat is None else None,
        )
        return record if style == Style() else filter_notes(record, style.keeps, variations=style.variations)

    def deliver(self, usual: str, parts: Iterable[str | bytes]) -> None:
        """Write the parts where the user wants them; ``usual`` is the name of the file in a folder.

        The name of a file that was written is printed.
        """
        output = self.output or STANDARD_INPUT
        write_and_name(Path(output) if output == STANDARD_INPUT else output_path(output, usual), parts)

    def check_terminal(self, usual: str) -> None:
        """Check that a long text does not go to a terminal; raise ``click.UsageError``."""
        if self.output is None and sys.stdout and sys.stdout.isatty():
            raise wrong_usage(
                "{form} is too long for a terminal; name a file, e.g. -o {example}", form=self.form, example=usual
            )


def stem_of(names: Sequence[str]) -> str:
    """Return the name of a file for these games, without its ending: that of the only one, or ``games``.

    >>> stem_of(["league.cgn#2"]), stem_of(["friday"]), stem_of(["a.cgn", "b.cgn"])
    ('league-2', 'friday', 'games')
    """
    if len(names) != 1:
        return "games"
    address = address_of(names[0])
    return f"{address.stem}-{address.number}" if address.number else address.stem


def check_folder(request: Request) -> None:
    """Check that several games, of which each becomes a file, go into a folder; raise ``click.UsageError``."""
    if len(request.names) > 1 and not (request.output and is_folder(request.output)):
        given = Path(request.output).stem if request.output and request.output != STANDARD_INPUT else "games"
        raise wrong_usage(
            "{form} makes one file per game; name a folder, e.g. -o {example}/, or use --to evening for one page",
            form=request.form,
            example=given,
        )
