"""Score pads: of a game, for ``export --to pad``, and of a table that is still to be set up, for ``new --pad``."""

from collections.abc import Set

from msgspec.structs import replace

from calimala_es.headers import DATE, EVENT, SITE
from calimala_es.setup import Setup
from cli.games import FoundGame
from cli.options import settings
from cli.setup_output import rules_words
from notation.partial.rest import stand_in
from replays.drawing.pad import CITY, COUNCIL, Pad
from replays.text.names import Names, SeatNames


def game_pad(game: FoundGame) -> Pad:
    """Return the pad of a game; anything that a record of the result alone does not have is blank."""
    blank = {part for part, tiles in ((CITY, game.setup.city), (COUNCIL, game.setup.council)) if not tiles}
    setup = stand_in(game.setup).setup if blank else game.setup
    event, date, site = (game.record.header(header) or "" for header in (EVENT, DATE, SITE))
    return replace(table_pad(setup, game.player_names, blank), event=event, date=date, site=site)


def table_pad(setup: Setup, names: SeatNames, blank: Set[str]) -> Pad:
    """Return the pad of a table; the parts in ``blank`` are left to be filled in."""
    language = settings().language
    return Pad(Names.of(setup, names, language), rules_words(setup, language), frozenset(blank))
