"""Any number of games one after another: as notation, JSON or tables, as share codes, and as plays for play logs.

The games of a file of any size are read and written one by one. One with errors is reported and skipped.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import chain
from typing import Any, Final, NamedTuple

import msgspec

from calimala_es.errors import CalimalaError
from cli.commands.export.request import Request, stem_of
from cli.games import FoundGame
from cli.options import FINDINGS, OK
from cli.selection import Search, no_match
from cli.streams import Damage, GameText
from cli.terminal import complain, harmless, note
from notation import NotationError, NotLegalError, dumps
from notation.csv import DIALECTS, dumps_csv, format_rows
from notation.json.events import dumps_events
from notation.json.forms import format_document, to_plain
from notation.json.game import game_document
from notation.share import KEY, encode
from replays.edit.redact import OWN, RedactionError
from replays.plays import RESULT_COLUMNS, Play, UnfinishedGameError, bg_stats_link, play_of, result_rows
from replays.text.names import names_of


def write_records(request: Request) -> int:
    """Write the games in the requested form, and return the exit code."""
    form, skipped = FORMS[request.form], _Skipped()
    parts = _parts(request, form, skipped)
    # The first game is read before anything is printed: if nothing can be read, nothing is printed.
    first = next(parts, "")
    if request.selects and not first and not skipped.code():
        raise no_match()
    request.deliver(f"{stem_of(request.names)}{form.suffix}", chain([form.head(request) + first], parts))
    return skipped.code()


class NoDayError(CalimalaError):
    """A play log needs the day of a play, and it is not recorded."""


class _Skipped:
    """The skipped games, and why they were skipped."""

    def __init__(self) -> None:
        self.damage = Damage()
        self.unfinished = 0

    def report(self, place: str, error: CalimalaError) -> None:
        """Report why a game cannot be written in a form."""
        self.unfinished += 1
        complain(f"{place}: {error}; skipped", plain=True)

    def code(self) -> int:
        """Report how many games had errors, and return the exit code."""
        return self.damage.code() or (FINDINGS if self.unfinished else OK)


class _Form(NamedTuple):
    """How games are written: each one, the text between two, what is before the first, and the end of a file's name."""

    write: Callable[[Request, GameText, FoundGame], str]
    suffix: str
    between: Callable[[Request], str] = lambda _: ""
    head: Callable[[Request], str] = lambda _: ""


def _parts(request: Request, form: _Form, skipped: _Skipped) -> Iterator[str]:
    """Yield the games as text, one after another."""
    between, wanted = "", request.wanted_layers - {OWN}
    search = Search(request.selection, damage=skipped.damage, reads_all=False)
    for found, *_ in search.matches(request.names):
        try:
            game = found.game()
            wanted -= {*game.layers}
            yield between + form.write(request, found, game)
            between = form.between(request)
        except NotationError as error:
            skipped.damage.report(error)
        except RedactionError as error:
            skipped.damage.report(NotLegalError(found.source().beginning, str(error)))
        except (UnfinishedGameError, NoDayError) as error:
            skipped.report(found.place, error)
    search.report_silent()
    for layer in sorted(wanted):
        note(f"no game has notes by {harmless(layer)}")


# Notation, JSON and tables.


def _notation(request: Request, _found: GameText, game: FoundGame) -> str:
    return dumps(request.record(game), request.layout)


def _blank_line(_request: Request) -> str:
    return "\n"


def _document(request: Request, _found: GameText, game: FoundGame) -> str:
    """Return a game's document on one line; that of a whole game of the store has its id and what was undone."""
    record = request.record(game)
    undone = undone_json(game) if record is game.record else []
    details: dict[str, Any] = {"game": game.name} if game.stored else {}
    return format_document(game_document(record) | details | ({"undone": undone} if undone else {})) + "\n"


def undone_json(game: FoundGame) -> list[dict[str, Any]]:
    """Return what was removed from a game of the store, in the order in which it was recorded."""
    moves = game.stored.undone_moves if game.stored else {}
    return [{"number": number, "events": to_plain(move.events)} for number, move in moves.items()]


def _events(request: Request, _found: GameText, game: FoundGame) -> str:
    return "".join(f"{line}\n" for line in dumps_events(request.record(game)))


def _table(request: Request, _found: GameText, game: FoundGame) -> str:
    return dumps_csv(request.record(game), DIALECTS[request.dialect])


# Share codes.


def _code(request: Request, _found: GameText, game: FoundGame) -> str:
    return share_text(request, game) + "\n"


def share_text(request: Request, game: FoundGame) -> str:
    """Return the code of a game, without names and notes unless they are wanted, or an address that contains it."""
    code = encode(request.record(game), names=bool(request.with_names), comments=bool(request.with_notes))
    return code if request.url is None else address(request.url, code)


def address(prefix: str, code: str) -> str:
    """Return the address with a code in its fragment, which no server sees; a prefix may contain its own ``#``."""
    return prefix + ("" if "#" in prefix else f"#{KEY}") + code


# Plays.


def _times(game: FoundGame) -> list[datetime]:
    """Return when the decisions of a stored game were saved; for a text, only the times in it are known."""
    return [time for time in game.stored.times if time] if game.stored else []


def _rows(request: Request, found: GameText, game: FoundGame) -> str:
    """Return the results of a finished game, one row per player, or as JSON; raise ``UnfinishedGameError``."""
    play = to_play(game)
    if request.as_json:
        return format_document({"game": found.place, **msgspec.to_builtins(play)}) + "\n"
    return format_rows(result_rows(play, found.place), DIALECTS[request.dialect]._replace(mark=""))


def _play_link(_request: Request, _found: GameText, game: FoundGame) -> str:
    play = to_play(game)
    if play.ended is None:
        raise NoDayError("BG Stats needs the day of a play; add the header Date, e.g. 2026.11.20")
    return bg_stats_link(play) + "\n"


def to_play(game: FoundGame) -> Play:
    """Return a game as a play; raise ``UnfinishedGameError``."""
    record = game.record
    state = record.state if record.has_positions else None
    return play_of(record, state, names_of(record.setup, record.headers), _times(game))


def _columns(request: Request) -> str:
    return "" if request.as_json else format_rows([RESULT_COLUMNS], DIALECTS[request.dialect])


def _line_end(request: Request) -> str:
    return DIALECTS[request.dialect].line_end


FORMS: Final[dict[str, _Form]] = {
    "cgn": _Form(_notation, ".cgn", between=_blank_line),
    "json": _Form(_document, ".json"),
    "ndjson": _Form(_events, ".ndjson"),
    "csv": _Form(_table, ".csv", between=_line_end),
    "code": _Form(_code, "-code.txt"),
    "plays": _Form(_rows, "-plays.csv", head=_columns),
    "bg-stats": _Form(_play_link, "-bg-stats.txt"),
}
"""The forms in which any number of games is written, by name."""
