"""Finding the requested game: of the store, of a file or the standard input, of a share code; and ids for new ones."""

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from errno import ENOENT
from functools import cached_property, partial
from itertools import chain, repeat
from pathlib import Path
from random import SystemRandom
from typing import Final

import click

from calimala_es.errors import (
    GameDeletedError,
    GameExistsError,
    GameIdError,
    GameNotFoundError,
    GameRenamedError,
    IllegalCommandError,
    NoStoreError,
    StoreError,
)
from calimala_es.game import Game, Layer, Move, layers_of, start_of
from calimala_es.headers import DATE
from calimala_es.ids import format_ids
from calimala_es.messages import Message, Text
from calimala_es.position import format_city
from calimala_es.setup import Setup
from calimala_es.state import State
from calimala_es.store import Store, StoredGame, open_sound, open_store
from cli.exits import UnwritableError, message_of, point_to_rule, wrong_usage
from cli.files import (
    EXAMPLE,
    GAME_SUFFIX,
    LAST,
    Address,
    address_of,
    is_game_id,
    is_shared,
    library_hint,
    no_game_in,
    no_game_number,
    source_name,
)
from cli.options import FINDINGS, OK, SKIPPED_KEY, STORE, settings
from cli.readable import game_lines
from cli.terminal import complain, harmless, note
from notation import Finding, NotationError, Reading, dumps, loads, read_games
from notation.grammar.tokens import Source, split_games
from notation.places import START, PlaceId, is_start, parse_place
from notation.reader.games import read_game
from notation.reader.inference import InferredCity
from notation.share import decode_from
from replays.edit.redact import remove_opinions
from replays.edit.tree import Tree
from replays.library import is_library
from replays.replay import Replay
from replays.text.board.picture import board_text
from replays.text.languages import Language
from replays.text.messages import message_text
from replays.text.names import Names, names_of
from replays.text.notes import note_lines

STORE_KEY: Final = "calimala.store"
"""The key in a command's context that holds the open store."""


def now() -> datetime:
    """Return the current time, with this computer's time zone."""
    return datetime.now().astimezone()


def now_in_utc() -> datetime:
    """Return the current time as stores have it, without this computer's time zone."""
    return datetime.now(UTC)


def the_store(*, create: bool = False, durable: bool = False, damaged: bool = False) -> Store:
    """Return the store of this command line, made if it does not exist and ``create`` is on.

    It is closed when the command ends. A folder is made only for the default place: if the user named the store, its
    folder must exist, otherwise this raises ``UnwritableError``. ``durable`` is as for ``open_store``. A store
    that may be ``damaged`` is opened by ``open_sound``, so that its sound games can be read.
    """
    opened = click.get_current_context().meta
    if STORE_KEY in opened:
        found: Store = opened[STORE_KEY]
        return found
    run = settings()
    named = run.store_named
    check_folder(named)
    place = named or run.usual_store
    try:
        if damaged:
            store = open_sound(place, now_in_utc)
        else:
            store = open_store(place, now_in_utc, create=create, durable=durable)
    except NoStoreError as error:
        raise GameNotFoundError(
            Message(
                "{reason}; {command} or {other} makes one",
                reason=error.text,
                command="calimala new",
                other="calimala import",
            )
        ) from None
    click.get_current_context().call_on_close(partial(_close, store))
    opened[STORE_KEY] = store
    return store


def _close(store: Store) -> None:
    """Close the store of a command line, and report what of it is damaged though every game could be read."""
    if damage := store.damage():
        complain(message_of(damage))
        click.get_current_context().meta[SKIPPED_KEY] = STORE
    store.close()


def check_folder(named: Path | str | None) -> None:
    """Raise ``UnwritableError`` if the folder of a file that the user named does not exist."""
    if isinstance(named, Path) and not named.absolute().parent.exists():
        raise UnwritableError(ENOENT, "its folder does not exist", str(named))


class FoundGame:
    """A game from any source.

    ``name`` is the name it was requested by; ``stored`` is the game of the store, ``errors`` are the errors of a text,
    whose record then has what comes before them, and ``findings`` are contradictions in it. ``place`` is the numbers of
    the requested place, or ``start``. If that place is in a variation, the game is the one in which the variation was
    played, ``variation`` is its id, ``branch`` the position of the replay at which it begins, and ``lines`` the ids of
    the lines that the first decisions belong to. ``shown_layers`` are the layers of notes shown to viewers who do not
    see everything.
    """

    place: str = ""
    variation: str = ""
    branch: int = 0
    lines: Sequence[str] = ()
    shown_layers: Collection[str] = ()

    def __init__(
        self,
        name: str,
        record: Game,
        *,
        stored: StoredGame | None = None,
        errors: Sequence[NotationError] = (),
        findings: Sequence[Finding] = (),
    ) -> None:
        """Store what was found; see ``find_game``."""
        self.name = name
        self.record = record
        self.stored = stored
        self._errors = errors
        self._findings = findings

    @property
    def start(self) -> State:
        """The position at the start; raises ``NoPositionsError`` for a record that has only the result."""
        return start_of(self.record)

    @property
    def setup(self) -> Setup:
        """The set-up."""
        return self.record.setup

    @cached_property
    def player_names(self) -> dict[int, str]:
        """The players' names by seat."""
        return names_of(self.setup, self.record.headers)

    @cached_property
    def names(self) -> Names:
        """The names of people in sentences, in the requested language."""
        return table_for(self.setup, self.record.headers)

    def text(self, message: Text) -> str:
        """Return a message with the players' names, in the requested language."""
        return message_text(message, self.names)

    @cached_property
    def errors(self) -> list[NotationError]:
        """The errors in the text, in the requested language."""
        return [error.in_words(self.text) for error in self._errors]

    @cached_property
    def findings(self) -> list[Finding]:
        """The contradictions in the text, in the requested language."""
        return [finding.in_words(self.text) for finding in self._findings]

    @cached_property
    def english(self) -> Names:
        """The names in English, for programs: their input does not depend on the reader's language."""
        return Names.of(self.setup, self.player_names)

    @property
    def english_errors(self) -> list[str]:
        """The errors in English, for programs."""
        return self._in_english(self._errors)

    @property
    def english_findings(self) -> list[str]:
        """The contradictions in English, for programs."""
        return self._in_english(self._findings)

    def _in_english(self, problems: Iterable[NotationError | Finding]) -> list[str]:
        return [str(problem.in_words(partial(message_text, names=self.english))) for problem in problems]

    @contextmanager
    def naming(self) -> Generator[None]:
        """Reword the errors that are raised meanwhile so that they contain the players' names."""
        try:
            yield
        except (NotationError, IllegalCommandError) as error:
            raise error.in_words(self.text) from error.__cause__

    @cached_property
    def replay(self) -> Replay:
        """The replay of the game."""
        return Replay(self.record)

    def with_record(self, record: Game) -> "FoundGame":
        """Return the game at the same place with another record of the same decisions, e.g. one without names."""
        game = FoundGame(self.name, record, stored=self.stored, findings=self.findings)
        game.errors, game.place, game.variation = self.errors, self.place, self.variation
        game.branch, game.lines, game.shown_layers = self.branch, self.lines, self.shown_layers
        return game

    def placed(self, place: str) -> "FoundGame":
        """Return the game at a place as it is written, including ``start``; raise ``UnknownIdError``."""
        if not is_start(place):
            return self.at(parse_place(place))
        self.place = START
        return self

    def at(self, place: PlaceId) -> "FoundGame":
        """Return the game at a place, with its variation played if it is in one; raise ``UnknownIdError``."""
        game = self
        if place.variation:
            tree = Tree.of(self.record)
            found, before = tree.find(place), tree.variation(place.variation).begins_at.depth
            lines = [node.branch.id for node in found.path]
            found.promote_to_main()
            game = FoundGame(self.name, tree.record(), errors=self._errors, findings=self._findings)
            game.variation = place.variation
            game.branch = sum(len(move.events) for move in game.record.moves[:before])
            game.lines = lines
        game.place = ".".join(map(str, place.numbers))
        return game

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The id of every event of the replay, with that of its variation."""
        if not self.variation:
            return tuple(format_ids(self.replay.ids))
        return tuple(str(PlaceId.of(self._line_at(position), id)) for position, id in enumerate(self.replay.ids))

    def _line_at(self, position: int) -> str:
        """Return the id of the variation that the event at a position belongs to."""
        number = self.replay.command_at(position)
        return self.lines[number] if number < len(self.lines) else self.variation

    def comments_at(self, position: int, *, sees_all: bool = True) -> tuple[str, ...]:
        """Return the text of the comments on the moment at a position of the replay."""
        noted = self.noted(sees_all=sees_all).get(position)
        return noted.comments if noted else ()

    def notes_at(self, position: int, *, sees_all: bool = True) -> tuple[str, ...]:
        """Return the notes on the moment at a position of the replay, and the variations that begin there, in words."""
        noted = self.noted(sees_all=sees_all).get(position)
        return tuple(note_lines(noted, self.names, self.layers)) if noted else ()

    def noted(self, *, sees_all: bool) -> Mapping[int, Move | Game]:
        """Return what has notes or variations, by the position at which it ends: decisions, and the game itself at 0.

        A viewer who does not see everything sees only the notes of ``shown_layers``.
        """
        return self._noted if sees_all else self._noted_openly

    @cached_property
    def _noted(self) -> Mapping[int, Move | Game]:
        return self._noted_in(self.record)

    @cached_property
    def _noted_openly(self) -> Mapping[int, Move | Game]:
        return self._noted_in(self.heard(sees_all=False))

    def _noted_in(self, record: Game) -> dict[int, Move | Game]:
        ends = zip(record.moves, self.replay.ends, strict=True)
        noted: dict[int, Move | Game] = {0: record} if record.notes else {}
        return noted | {end: move for move, end in ends if move.notes or move.variations}

    def board_text(self, state: State, position: int) -> str:
        """Return the position as text: ``state`` is that of the replay as a viewer sees it."""
        replay, run = self.replay, settings()
        gaps, known = replay.recorded_gaps(position), replay.known(position)
        return board_text(
            state, self.player_names, gaps=gaps, colour=run.has_colour, known=known, language=run.language
        )

    @cached_property
    def layers(self) -> dict[str, Layer]:
        """The authors' layers of notes."""
        return layers_of(self.record)

    def heard(self, *, sees_all: bool) -> Game:
        """Return the record; for a viewer who does not see everything, only with the notes of ``shown_layers``."""
        return self.record if sees_all else self._unsaid

    @cached_property
    def _unsaid(self) -> Game:
        return remove_opinions(self.record, self.shown_layers)


def find_place(name: str, at: str | None) -> FoundGame:
    """Return the game at the place given after its name or by ``--at``; raise as ``find_game``."""
    game = find_game(name, takes_place=True)
    if at is None:
        return game
    is_second = game.variation and (is_start(at) or parse_place(at).variation)
    if game.place or is_second:
        raise wrong_usage("{name} already names a moment; leave out --at", name=name)
    return game.placed(at)


def find_game(name: str, *, takes_place: bool = False) -> FoundGame:
    """Return the one game that ``name`` refers to, see ``files``; with a place, if the command takes one.

    A city that is not recorded is inferred, and this is reported. Raises ``GameNotFoundError``, ``FileNotFoundError``,
    ``TextError``, the first ``NotationError`` of a text without a set-up, ``UnknownIdError`` for a place that the game
    does not have, and ``click.UsageError`` if a text has several games.
    """
    address = address_of(name)
    if address.place and not takes_place:
        raise wrong_usage("{name} names a moment of a game; this command takes whole games", name=name)
    if address.name == EXAMPLE:
        game = example_game()
    elif is_game_id(address.name):
        game = stored_game(address.name)
    elif is_shared(address.name):
        game = shared_game(address.name)
    else:
        game = _game_in_file(name, address, takes_place=takes_place)
    return game.placed(address.place) if address.place else game


def _game_in_file(name: str, address: Address, *, takes_place: bool) -> FoundGame:
    """Return the game with that number in a file, or the only one for 0."""
    path = address.name
    sources = split_games(game_lines(path), source_name(path))
    if address.number:
        number = 0
        for number, source in enumerate(sources, 1):
            if number == address.number:
                return game_of(read_reporting(source), name)
        raise no_game_number(address, number, takes_place=takes_place)
    found = next(sources, None)
    if found is None:
        raise no_game_in(path)
    if next(sources, None) is not None:
        raise wrong_usage("{file} has several games; name one, e.g. {path}#1", file=source_name(path), path=path)
    return game_of(read_reporting(found), name)


def shared_game(name: str) -> FoundGame:
    """Return the game of a share code after ``share:`` or in a web address; raise ``ShareCodeError``."""
    (reading,) = read_games(dumps(decode_from(name)))
    return game_of(reading, name)


def example_game() -> FoundGame:
    """Return the game that comes with the program."""
    from importlib.resources import files

    text = files("replays").joinpath("example.cgn").read_text(encoding="utf-8")
    return FoundGame(EXAMPLE, loads(text, f"{EXAMPLE}.cgn"))


def stored_game(id: str) -> FoundGame:
    """Return the game of the store with this id, or the only one whose id begins or ends with it."""
    stored = load_game(the_store(), id)
    return FoundGame(stored.id, stored.game, stored=stored)


def load_game(store: Store, id: str, *, deleted: bool = False) -> StoredGame:
    """Return the game of a store with this id, or the only one whose id begins or ends with it; ``deleted`` ones if
    asked.
    """
    try:
        return store.load(id, deleted=deleted)
    except GameDeletedError:
        raise GameDeletedError(
            Message("{id} was deleted; restore it with {command}", id=id, command=f"calimala undo {id}")
        ) from None
    except GameRenamedError as error:
        raise GameRenamedError(
            Message("{id} is called {other} now; use that id", id=id, other=error.id), error.id
        ) from None
    except GameNotFoundError:
        return store.load(full_id(store, id, deleted=deleted), deleted=deleted)


def full_id(store: Store, id: str, *, deleted: bool = False) -> str:
    """Return the only id that begins with ``id``, or ``id`` itself if there is such a game; ``last`` is a name.

    If none begins with it, return the only one with ``id`` as its last words, after a hyphen. With ``deleted`` the
    games are those that were deleted as well.
    """
    if id == LAST:
        return _last_changed(store, deleted=deleted)
    # A whole id comes before all that begin with it.
    found = store.ids(id, deleted=deleted, most=_MOST_NAMED)
    if len(found) == 1 or id in found:
        return found[0]
    if found:
        raise wrong_usage("the ids of several games begin with {word}: {ids}", word=repr(id), ids=" ".join(found))
    ending = [other for other in store.ids(deleted=deleted) if other.endswith(f"-{id}")]
    if len(ending) == 1:
        return ending[0]
    if ending:
        ids = " ".join(ending[:_MOST_NAMED])
        raise wrong_usage("the ids of several games end with {word}: {ids}", word=repr(id), ids=ids)
    raise GameNotFoundError(
        Message("there is no game {word} in your store; {expected}", word=repr(id), expected=_hint(store, id, deleted))
    )


_MOST_NAMED: Final = 8
"""The number of ids that a message names."""

_LONGEST_TURN: Final = 3
"""The digits of a number that is more likely to be a turn than the beginning of an id, which is mostly a date."""

_MOST_COMPARED: Final = 200
"""The number of ids with the same beginning among which one that was mistyped is looked for."""


def _last_changed(store: Store, *, deleted: bool) -> str:
    """Return the id of the game that was changed last; raise ``GameNotFoundError`` if there is none."""
    last = store.last_changed(deleted=deleted)
    if last is None:
        raise GameNotFoundError(
            Message(
                "there is no game in your store yet: begin one with {command}, or name a file", command="calimala new"
            )
        )
    return last


def _hint(store: Store, id: str, deleted: bool) -> Message:
    """Return what may have been meant by an id that no game has."""
    if is_library(Path(id)):
        return library_hint(id)
    if Path(id).is_dir():
        return Message(
            "{path} is a folder without {ending} files: name other files, e.g. {example}",
            path=f"./{id}",
            ending=GAME_SUFFIX,
            example=f"{id}/*.json",
        )
    if Path(id).exists():
        return Message("there is a file with this name: {path}", path=f"./{id}")
    if id == EXAMPLE:
        return Message("{command} adds it", command=f"calimala import {EXAMPLE}")
    if id.isdigit() and len(id) <= _LONGEST_TURN:
        return Message("for that turn of the most recently changed game, write {example}", example=f"{LAST}#{id}")
    from difflib import get_close_matches

    for length in reversed(range(len(id))):
        alike = store.ids(id[:length], deleted=deleted, most=_MOST_COMPARED)
        if close := get_close_matches(id, alike, 2, 0.6):
            return Message("did you mean {meant}?", meant=" ".join(close))
    return Message("list your games with {command}", command="calimala list")


def game_of(reading: Reading, name: str) -> FoundGame:
    """Return the game of a text as far as it is sound; raise its first error if it has no set-up."""
    if reading.game is None:
        raise reading.errors[0]
    return FoundGame(name, reading.game, errors=reading.errors, findings=reading.findings)


def sound(game: FoundGame) -> FoundGame:
    """Return the game; raise the first error if there is any in its text."""
    if game.errors:
        raise game.errors[0]
    return game


def report_errors(game: FoundGame) -> int:
    """Report the errors in the text of a game, and return the exit code for them."""
    if not game.errors:
        return OK
    more = len(game.errors) - 1
    complain(message_of(game.errors[0]))
    language = settings().language
    complain(
        language.counted(
            "Everything before this was read; {command} reports {number} more problem.",
            "Everything before this was read; {command} reports {number} more problems.",
            more,
            command="calimala check",
        )
        if more
        else language.text("Everything before this was read."),
        plain=True,
    )
    point_to_rule(game.errors[0])
    return FINDINGS


def all_ids() -> list[str]:
    """Return the ids of all games of the store."""
    return the_store().ids()


def known_ids(place: Path | str) -> Iterator[str]:
    """Yield the ids of all games of the store in a place, for a shell; none if it cannot be read."""
    try:
        with open_store(place, now_in_utc, create=False) as store:
            yield from store.ids()
    except StoreError:
        return


# ----------------------------------------------------------------------------------------------------
# The names of the people in a game, in the requested language.


def table_for(setup: Setup, headers: Iterable[tuple[str, str]]) -> Names:
    """Return the names of people in sentences."""
    return Names.of(setup, names_of(setup, headers), settings().language)


# ----------------------------------------------------------------------------------------------------
# Games whose city is not recorded: it is inferred from the streets that they name, and this is reported.


def inference_text(inferred: InferredCity, language: Language) -> str:
    """Return which city a game without a header for it was read in, and why."""
    return language.text(
        "the City header is missing; the streets {streets} show that the city is {city}",
        streets=" ".join(inferred.streets),
        city=format_city(inferred.city),
    )


def read_reporting(source: Source, *, remarking: bool = False) -> Reading:
    """Read one game; report on the standard error which city it was read in, if the game does not record it."""
    reading = read_game(source, remarking=remarking, inferring=True)
    if reading.inferred is not None:
        words = inference_text(reading.inferred, settings().language)
        note(harmless(f"{source.name}:{reading.line}:1: {words}"))
    return reading


# ----------------------------------------------------------------------------------------------------
# Ids for new games: the day and a word, short enough to be said and typed.

WORDS: Final = tuple(
    """
    abbey acorn alder amber angel apple april arch arno aster azure badge baker bank bard barge barn basil bay beam
    bell birch bloom boat bolt bow brass bread brick bridge brook brush canal candle cape cedar chain chalk chapel
    cherry clay cliff cloak cloth clover coin coral cord court crane crown dawn dome dove dyer eagle ember fable
    fair falcon fern field fig flag flax florin flute forge fresco frost garden gate ginger glass globe gold grain
    grape grove guild harbour harp hawk hazel hearth heron hill honey horn indigo iris iron island ivory ivy jade
    jasper kiln lace lamp lark laurel lead lemon lily linen lion loom lute madder mantle maple marble market mask
    meadow mill mint moon moss myrtle needle night noon north oak oar olive onyx opal orange orchid otter palace
    paper pearl pepper piazza pigment pine plum poplar poppy port quarry quill quince raven reed ribbon river robin
    rose ruby saffron sage sail salt sand sapphire scale scarlet seal shears ship silk silver sky smith snow spade
    spice spindle spring spruce square star stone storm summer sun swan swift tailor teal thread thyme tower trader
    tulip twine umber valley velvet vine violet wagon wall walnut wave weaver well west wheat wheel willow wind wine
    wolf wood wool wren yarn yew zinc
    """.split()  # noqa: SIM905
)

_TRIES: Final = 24


def save_new_game(store: Store, game: Game, id: str | None, today: date) -> str:
    """Return the id under which a game was saved: ``id``, or a free one made of the day of the game.

    ``2026-11-20-lily``, with a second word if many games have the same day. Raises ``GameExistsError`` if ``id`` is not
    free, ``NoPositionsError`` for a game of which only the result is known.
    """
    if id in (LAST, EXAMPLE):
        raise GameIdError(
            Message("{word} cannot be the id of a game, because it refers to another game", word=repr(id))
        )
    if id is not None:
        return store.create(id, game).id
    day = day_of(game.header(DATE), today)
    while True:
        # Somebody else may take it at the same moment.
        with suppress(GameExistsError):
            return store.create(free_id(store, day), game).id


def free_id(store: Store, day: date, taken: Collection[str] = ()) -> str:
    """Return an id for a game of a day that no game has, and that is not among those ``taken``."""
    random = SystemRandom()
    for length in chain((1, 2, 3), repeat(4)):
        ids = ["-".join([f"{day:%Y-%m-%d}", *random.choices(WORDS, k=length)]) for _ in range(_TRIES)]
        free = store.find_free([id for id in ids if id not in taken])
        if free:
            return free
    raise AssertionError("some id is free")


def day_of(header: str | None, today: date) -> date:
    """Return the day that a date header gives (``2026.11.20``); today if it gives none."""
    try:
        return date.fromisoformat((header or "").replace(".", "-"))
    except ValueError:
        return today
