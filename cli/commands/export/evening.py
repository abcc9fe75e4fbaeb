"""``export --to evening``: several games on one page, e.g. those of an evening in a club."""

from itertools import islice

from calimala_es.headers import DATE
from cli.commands.export.records import to_play
from cli.commands.export.request import Request
from cli.exits import wrong_usage
from cli.games import FoundGame
from cli.options import settings
from cli.selection import Search, no_match
from replays.evening import MOST_GAMES, PlayedGame, evening_html
from replays.plays import UnfinishedGameError
from replays.text.names import names_of


def write_evening(request: Request) -> int:
    """Write the page of all games that are wanted, in the order in which they were played; return the exit code."""
    request.check_terminal("evening.html")
    search = Search(request.selection)
    games = [*islice(search.games(request.names), MOST_GAMES + 1)]
    if len(games) > MOST_GAMES:
        raise wrong_usage("an evening has at most {number} games; select fewer, e.g. with --date", number=MOST_GAMES)
    code = search.code()
    if not games:
        raise no_match()
    played = [_played(game.with_record(request.reduced(game.record))) for game in sorted(games, key=_began)]
    request.deliver("evening.html", [evening_html(played, settings().language)])
    return code


def _began(game: FoundGame) -> tuple[str, float]:
    """Return the day of a game, and when it began to be recorded in the store; games of files keep their order."""
    created = game.stored.created if game.stored else None
    return game.record.header(DATE) or "", created.timestamp() if created else 0


def _played(game: FoundGame) -> PlayedGame:
    try:
        play = to_play(game)
    except UnfinishedGameError:
        play = None
    return PlayedGame(game.record, game.names, names_of(game.setup, game.record.headers), play)
