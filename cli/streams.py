"""The games of many files of any size, one after another and unchanged; on a terminal, with progress."""

import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from io import BytesIO
from itertools import chain, islice, repeat, zip_longest
from pathlib import Path
from typing import Final, NamedTuple

import click

from calimala_es.errors import NoStoreError, StoreError
from calimala_es.game import Game
from cli.exits import TextError, code_of, message_of, message_of_game, point_to_rule, wrong_usage
from cli.files import (
    STANDARD_INPUT,
    GameName,
    NoGameError,
    address_of,
    is_file,
    is_game_id,
    is_shared,
    no_game_in,
    no_game_number,
    open_folders,
    source_name,
)
from cli.games import FoundGame, find_game, game_of, read_reporting
from cli.options import FINDINGS, OK, SKIPPED_KEY, settings
from cli.readable import opened_games
from cli.terminal import complain, note, write_data
from notation import NotationError, Reading, dumps
from notation.errors import MOST_GAME_CHARS, NotWellFormedError, Place
from notation.files.index import source_of
from notation.files.scan import Passage, scan_games
from notation.grammar.tokens import Source
from notation.places import parse_place
from notation.share import ShareCodeError
from replays.edit.diff import line_of
from replays.text.languages import Language

GAMES = click.argument("names", metavar="GAME...", nargs=-1, required=True, type=GameName(), callback=open_folders)
GAMES_OR_NONE = click.argument("names", metavar="[GAME]...", nargs=-1, type=GameName(), callback=open_folders)

LONG_WORK: Final = 2_000_000
"""The number of bytes from which on progress is shown."""

MOST_REPORTED: Final = 20
"""The number of games with errors that are reported one by one."""


_UNREADABLE: Final = (TextError, NoGameError, ShareCodeError, OSError)
"""What is raised for a file that has no games, or cannot be read."""


def code_among(error: Exception, names: Sequence[str]) -> int:
    """Return the exit code for one of several names: that of findings for a file that is there and has no games."""
    is_skipped = isinstance(error, _UNREADABLE) and not isinstance(error, FileNotFoundError)
    return FINDINGS if is_skipped and len(names) > 1 else code_of(error)


class GameText:
    """One of the games that names refer to: the file, the number of the game in it, and the game's unchanged text.

    A game that is in no file has its own name and the number 0; its text is written when something asks for it.
    """

    def __init__(self, file: str, number: int, found: Passage | FoundGame) -> None:
        """Store the text of a game in a file, or a game that was found under a name of its own."""
        self.file = file
        self.number = number
        self._found = found

    @property
    def place(self) -> str:
        """The name by which the game can be requested: ``games.cgn#2``."""
        return f"{self.file}#{self.number}" if self.number else self.file

    @cached_property
    def passage(self) -> Passage:
        """The text, with its headers and its place in the file."""
        if isinstance(self._found, Passage):
            return self._found
        (passage,) = scan_games(BytesIO(dumps(self._found.record).encode()))
        return passage

    @property
    def is_text(self) -> bool:
        """Whether it is the text of a file, which can be read elsewhere."""
        return isinstance(self._found, Passage)

    def read_by(self, reader: "type[GameText]") -> "GameText":
        """Return the same game as one that is read in another way."""
        return reader(self.file, self.number, self._found)

    @property
    def is_too_long(self) -> bool:
        """Whether the game's text was too long to hold."""
        return isinstance(self._found, Passage) and self._found.text is None

    def source(self) -> Source:
        """Return the game's text for the reader; raise ``NotWellFormedError`` for text that is not UTF-8."""
        return source_of(self.passage, source_name(self.file))

    def reading(self) -> Reading:
        """Return the game, read in its city; bytes that are not text are an error like any other.

        The errors have the players' names.
        """
        if isinstance(self._found, FoundGame):
            return Reading(1, self._found.record, (), ())
        try:
            reading = read_reporting(self.source())
        except NotationError as error:
            return Reading(self.passage.entry.line, None, (error,), ())
        if not reading.errors or reading.game is None:
            return reading
        text = FoundGame(self.file, reading.game).text
        return reading._replace(errors=tuple(error.in_words(text) for error in reading.errors))

    def game(self) -> FoundGame:
        """Return the game; raise its first error."""
        if isinstance(self._found, FoundGame):
            return self._found
        reading = self.reading()
        if reading.errors:
            raise reading.errors[0]
        return game_of(reading, self.place)

    def too_long(self) -> NotationError:
        """Return the error for a game whose text was too long to hold."""
        place = Place(source_name(self.file), self.passage.entry.line, 1, "")
        return NotWellFormedError(place, "the game is too long", f"at most {MOST_GAME_CHARS} characters")


def games_of(names: Sequence[str], *, takes_place: bool = False, damage: "Damage | None" = None) -> Iterator[GameText]:
    """Yield the games that names refer to: all of a file, one with its number, one of the store, a share code.

    ``takes_place`` says that a command would accept a place after a name. Games of the store that cannot be read, and
    files among others that have no games, are reported to ``damage`` and left out. Raises the errors of ``games_in``
    and ``find_game``.
    """
    with _progress([name for name in names if is_file(name)]) as advance:
        for name in names:
            if is_file(name):
                try:
                    yield from _games_in(name, advance)
                except _UNREADABLE as error:
                    if damage is None or len(names) == 1:
                        raise
                    damage.report_file(error)
            else:
                try:
                    found = _game_of(name, takes_place=takes_place)
                except StoreError as error:
                    if damage is None or isinstance(error, NoStoreError):
                        raise
                    damage.report(error, name)
                else:
                    yield found


def games_in(files: Sequence[str]) -> Iterator[GameText]:
    """Yield the games of files; ``-`` is the standard input.

    Raises ``OSError``, and ``GameNotFoundError`` for a file without any.
    """
    with _progress(files) as advance:
        for name in files:
            yield from _games_in(name, advance)


def lines_of_game(name: str) -> tuple[str, Iterator[str]]:
    """Return the name of the text of one game for messages, and its lines, numbered as in its file."""
    found = _game_of(name)
    if found.passage.text is None:
        raise found.too_long()
    found.source()
    text = found.passage.text.decode()
    before = repeat("\n", found.passage.entry.line - 1)
    return source_name(found.file), chain(before, text.splitlines(keepends=True))


def _games_in(name: str, advance: Callable[[int], None]) -> Iterator[GameText]:
    with opened_games(name) as file:
        number = 0
        for number, passage in enumerate(scan_games(file), 1):
            yield GameText(name, number, passage)
            advance(passage.entry.length)
    if not number and SKIPPED_KEY not in click.get_current_context().meta:
        raise no_game_in(name)


def _game_of(name: str, *, takes_place: bool = False) -> GameText:
    """Return the one game that a name refers to."""
    address = address_of(name)
    if not address.number or address.place:
        game = find_game(name)
        return GameText(game.name, 0, game)
    games = 0
    for found in games_in([address.name]):
        games = found.number
        if games == address.number:
            return found
    raise no_game_number(address, games, takes_place=takes_place)


@contextmanager
def _progress(files: Sequence[str]) -> Generator[Callable[[int], None]]:
    """Yield a function that receives the bytes done: a bar on a terminal, if the work is long and prints elsewhere."""
    total = sum(Path(file).stat().st_size for file in files if file != STANDARD_INPUT)
    is_shown = sys.stderr and sys.stderr.isatty() and not (sys.stdout and sys.stdout.isatty())
    if total < LONG_WORK or STANDARD_INPUT in files or not is_shown:
        yield lambda _: None
        return
    with click.progressbar(length=total, label="reading", file=sys.stderr, update_min_steps=total // 200) as bar:
        yield bar.update


class Damage:
    """Games and files that cannot be read: they are skipped, and the first ones are reported on the standard error."""

    def __init__(self) -> None:
        """Begin without any errors."""
        self.games = 0
        self.files = 0
        self._first: NotationError | None = None
        self._code = OK

    def report(self, error: NotationError | StoreError, name: str = "") -> None:
        """Report the first error of a game; ``name`` is that of a stored one."""
        self.games += 1
        self._code = max(self._code, code_of(error))
        if isinstance(error, NotationError):
            self._first = self._first or error
        if self.games <= MOST_REPORTED:
            complain(message_of_game(name, error) if name else message_of(error))

    def report_file(self, error: Exception) -> None:
        """Report a file without games, or one that cannot be read."""
        self.files += 1
        if self.files <= MOST_REPORTED:
            complain(message_of(error))

    def code(self) -> int:
        """Report how many games and files were skipped, and return the exit code for it."""
        language = settings().language
        if self.files:
            note(
                language.counted(
                    "Skipped {number} file without games", "Skipped {number} files without games", self.files
                )
            )
        if self.games:
            note(self._summary(language, "calimala check"))
        if self._first:
            point_to_rule(self._first)
        return max(self._code, FINDINGS) if self.games or self.files else OK

    def _summary(self, language: Language, command: str) -> str:
        if self.games > MOST_REPORTED:
            return language.text(
                "Skipped {number} games with errors, the first {most} of which are above; "
                "{command} reports every error.",
                number=self.games,
                most=MOST_REPORTED,
                command=command,
            )
        return language.counted(
            "Skipped {number} game with errors; {command} reports every error.",
            "Skipped {number} games with errors; {command} reports every error.",
            self.games,
            command=command,
        )


def whole_lines(text: bytes) -> bytes:
    """Return the unchanged text of a game, with a line end added if there is none."""
    return text if text.endswith((b"\n", b"\r")) else text + b"\n"


def write_bytes(text: bytes) -> None:
    """Write a game byte for byte; on a terminal, without control characters."""
    if sys.stdout and sys.stdout.isatty():
        write_data(text.decode(errors="replace"))
    else:
        click.echo(text, nl=False)


# ----------------------------------------------------------------------------------------------------
# The games of several files side by side: the first of each, the second of each, and so on.


class Named(NamedTuple):
    """A game and its name when compared with others."""

    name: str
    record: Game


def rows_of(names: Sequence[str], damage: Damage, *, takes_variations: bool = False) -> Iterator[list[Named]]:
    """Yield the games of several names side by side, as many rows as the longest file has games.

    A row with a game that has errors is skipped, and the errors are reported to ``damage``. A game missing from a
    shorter file is also reported, but its row continues without it. Raises ``click.UsageError`` if the standard input
    is requested twice.
    """
    if [address_of(name).name for name in names].count(STANDARD_INPUT) > 1:
        raise wrong_usage("standard input can be read only once")
    called = short_names(names)
    columns = [_column(name, short, takes_variations) for name, short in zip(names, called, strict=True)]
    for number, row in enumerate(zip_longest(*columns), 1):
        found: list[Named] = []
        is_sound = True
        for short, game in zip(called, row, strict=True):
            if game is None:
                complain(settings().language.text("{file} has no game number {number}", file=short, number=number))
                damage.games += 1
            elif isinstance(game, Named):
                found.append(game)
            else:
                damage.report(game)
                is_sound = False
        if is_sound:
            yield found


def short_names(names: Sequence[str]) -> list[str]:
    """Return short names of the games: their files without folders, if these are different."""
    short = ["standard input" if name == STANDARD_INPUT else Path(name).name for name in names]
    return short if len({*short}) == len(names) else [*names]


def _column(name: str, short: str, takes_variations: bool) -> Iterator[Named | NotationError]:
    """Yield the games that a name refers to, each with its short name, or the first error of one."""
    address = address_of(name)
    is_one = is_game_id(address.name) or is_shared(address.name) or address.number or address.place
    if is_one:
        yield _one(name, short, address.place, takes_variations)
        return
    games = iter(games_in([name]))
    first = [*islice(games, 2)]
    for number, found in enumerate(chain(first, games), 1):
        reading = found.reading()
        called = short if len(first) == 1 else f"{short}#{number}"
        if reading.errors or reading.game is None:
            yield reading.errors[0]
        else:
            yield Named(called, reading.game)


def _one(name: str, short: str, place: str, takes_variations: bool) -> Named | NotationError:
    """Return the one game, or variation of it, that a name refers to, or its first error."""
    meant = parse_place(place) if place else None
    if meant and not (takes_variations and meant.variation and not meant.numbers):
        if takes_variations:
            raise wrong_usage(
                "{name} names a moment of a game; this command takes whole games and variations, e.g. game.cgn#v1",
                name=name,
            )
        raise wrong_usage("{name} names a moment of a game; this command takes whole games", name=name)
    game = find_game(name.removesuffix(f"#{place}") if place else name)
    if game.errors:
        return game.errors[0]
    return Named(short, line_of(game.record, meant.variation) if meant else game.record)
