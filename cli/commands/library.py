"""The store: ``list`` and ``import``."""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final, NamedTuple

import click

from calimala_es.components import COLOUR_WORDS
from calimala_es.errors import CalimalaError, GameExistsError, GameNotFoundError
from calimala_es.game import Game
from calimala_es.headers import DATE
from calimala_es.setup import rule_set_named
from calimala_es.store import PreparedGame, Store, Summary, begin_game
from cli.exits import message_of, point_to_rule, wrong_usage
from cli.files import EXAMPLE, GameName, is_file, is_game_id, is_shared, open_folders, source_name
from cli.games import day_of, free_id, now, save_new_game, the_store
from cli.options import FINDINGS, OK, STORE, CommandWithExamples, json_option, settings
from cli.processes import WORKERS, workers_options
from cli.streams import GameText, code_among, games_of
from cli.terminal import complain, harmless, note, paint, say, write_json
from notation import Reading
from notation.files.index import source_of
from notation.files.scan import Passage
from notation.reader.games import read_game
from replays.text.languages import Language
from replays.text.names import clean_name, distinguish_names
from replays.text.terminal import padded
from replays.workers import Workforce, growing, spread

# list


@click.command(
    "list",
    cls=CommandWithExamples,
    examples=("calimala list",),
    ending="calimala check --all says where a game is damaged.",
)
@click.option("--deleted", is_flag=True, help="List deleted games that undo can restore")
@json_option
def list_command(deleted: bool, as_json: bool) -> int:
    """List your games, one per line: id, turn, rules, players with families and points."""
    summaries: list[Summary] = []
    with suppress(GameNotFoundError):
        summaries = the_store().summaries(deleted=deleted)
    code = STORE if any(summary.fault for summary in summaries) else OK
    if as_json:
        write_json([_summary_json(summary) for summary in summaries])
        return code
    width, language = max((len(summary.id) for summary in summaries), default=0), settings().language
    for summary in summaries:
        rules = "" if summary.fault else _rule_set(summary)
        details = f"{padded(_progress(summary, language), 10)}  {rules:<11}  {_people(summary)}"
        say(f"{paint(f'{summary.id:<{width}}', 'heading')}  {details}".rstrip())
    if deleted and not summaries:
        say(language.text("There are no deleted games."))
    elif not summaries:
        say(
            language.text(
                "There are no games yet: begin one with {new}, or add some with {add}.",
                new="calimala new",
                add="calimala import",
            )
        )
    return code


def _progress(summary: Summary, language: Language) -> str:
    if summary.fault:
        return language.text("damaged")
    return language.text("finished") if summary.is_over else language.text("turn {turn}", turn=summary.turn)


def _rule_set(summary: Summary) -> str:
    """Return the name of the rule set, as the rules give it."""
    return rule_set_named(summary.edition, summary.third, summary.families, has_intrigue=summary.has_intrigue)


def _people(summary: Summary) -> str:
    if summary.fault:
        return summary.fault
    people = [person.words for person in _people_of(summary)]
    if summary.third and summary.result:
        people.append(f"third party {summary.result.points[-1]}")
    return ", ".join(people)


class _Person(NamedTuple):
    """A player in the list; ``shown`` is the name that distinguishes the player."""

    colour: str
    name: str
    shown: str
    family: str
    points: int | None

    @property
    def words(self) -> str:
        """The player in the list, e.g. ``Maria (Bardi) 33``."""
        family = f" ({self.family})" if self.family else ""
        points = "" if self.points is None else f" {self.points}"
        return f"{self.shown or self.colour}{family}{points}"


def _people_of(summary: Summary) -> list[_Person]:
    headers = dict(summary.headers)
    points = summary.result.points if summary.result else ()
    words = [COLOUR_WORDS[colour] for colour in summary.colours]
    names = [clean_name(headers.get(word.capitalize(), "")) for word in words]
    shown = distinguish_names(names, summary.colours)
    return [
        _Person(
            word,
            names[seat],
            shown[seat],
            summary.families[seat] if summary.families else "",
            points[seat] if points else None,
        )
        for seat, word in enumerate(words)
    ]


def _summary_json(summary: Summary) -> dict[str, Any]:
    result = summary.result
    return {
        "id": summary.id,
        "rules": None if summary.fault else _rule_set(summary),
        "players": [
            {
                "colour": person.colour,
                "name": person.name or None,
                "family": person.family or None,
                "points": person.points,
            }
            for person in _people_of(summary)
        ],
        "third": _third_json(summary),
        "turn": summary.turn,
        "commands": summary.commands,
        "created": summary.created and summary.created.isoformat(),
        "changed": summary.changed and summary.changed.isoformat(),
        "deleted": summary.deleted and summary.deleted.isoformat(),
        "over": summary.is_over,
        "winners": [COLOUR_WORDS[summary.colours[int(seat)]] for seat in result.winners] if result else [],
        "headers": [[*header] for header in summary.headers],
        "fault": summary.fault or None,
    }


def _third_json(summary: Summary) -> dict[str, Any] | None:
    """Return the third party, as a player without a name (R8.9)."""
    if not summary.third:
        return None
    return {"colour": COLOUR_WORDS[summary.third], "points": summary.result.points[-1] if summary.result else None}


# import

_FIRST: Final = 100
"""The games that are read before any other process is started."""

_MOST: Final = 400
"""The most games that a worker reads before it answers."""


@click.command(
    "import",
    cls=CommandWithExamples,
    as_in={"games build": WORKERS},
    examples=("calimala import league/*.cgn", "calimala import message.txt --id final"),
)
@click.argument("names", metavar="SOURCE...", nargs=-1, required=True, type=GameName(), callback=open_folders)
@click.option("--id", "id", metavar="ID", help="Id, if there is only one game (default: the date and a word)")
@click.option("--up-to-error", "sound_part", is_flag=True, help="Import faulty games up to their first error")
@click.option("--again", is_flag=True, help="Also import games that are in your store already")
@workers_options
@json_option
def import_command(
    names: Sequence[str], id: str | None, sound_part: bool, again: bool, workers: Workforce, as_json: bool
) -> int:
    """Add games to your store from notation, JSON, share codes and links, or a message that contains a code or link.
    Games with errors are reported and skipped.
    """
    store = the_store(create=True)
    imported: list[dict[str, Any]] = []
    code, skipped = OK, 0
    for found, prepared in _prepared(store, names, id, workers):
        if not isinstance(found, GameText):
            skipped += 1
            complain(message_of(found))
            code = max(code, code_among(found, names))
            continue
        if id and imported:
            raise wrong_usage("--id names one game, but there are several; the first is {id}", id=id)
        saved = prepared and _saved(store, prepared, again=again, is_first=not imported)
        if saved is None:
            reading = found.reading()
            record = _importable(reading, sound_part=sound_part)
            if reading.errors:
                code = max(code, FINDINGS)
            if record is None:
                skipped += 1
                continue
            same = None if again or not record.has_positions else store.find_copy(record)
            saved = _Saved(same or save_new_game(store, record, id, now().date()), len(record.moves), bool(same))
        game, number, is_known = saved
        source = "a share code" if is_shared(found.file) else f"{source_name(found.file)}#{found.number or 1}"
        imported.append(
            {"file": source_name(found.file), "game": found.number or 1, "id": game, "commands": number}
            | {"known": is_known}
        )
        if not as_json:
            say(_imported_text(paint(game, "heading"), number, harmless(source), is_known=is_known))
    if as_json:
        write_json(imported)
    elif len(imported) + skipped > 1:
        known = sum(bool(each["known"]) for each in imported)
        note(_summary_text(len(imported) - known, known, skipped))
    return code


class _Saved(NamedTuple):
    """A game in the store: its id, how many decisions it has, and whether it was there before."""

    id: str
    decisions: int
    is_known: bool


class _Task(NamedTuple):
    """A text that another process reads, the name of its file, and the id and the time for its game."""

    passage: Passage
    file: str
    id: str
    time: datetime


class _Prepared(NamedTuple):
    """A game that can be saved, and how many decisions it has."""

    new: PreparedGame
    decisions: int


def _prepared(
    store: Store, names: Sequence[str], id: str | None, workers: Workforce
) -> Iterator[tuple[GameText | Exception, _Prepared | None]]:
    """Yield the games that names refer to, or what prevents reading one of the names.

    Those of files come prepared by other processes, unless there is something to be said about the text.
    """
    waiting: deque[list[GameText | Exception]] = deque()
    taken: set[str] = set()

    def task(found: GameText | Exception) -> _Task | None:
        if not isinstance(found, GameText) or not found.is_text:
            return None
        passage, moment = found.passage, now()
        free = id or free_id(store, day_of(passage.entry.header(DATE), moment.date()), taken)
        taken.add(free)
        return _Task(passage, source_name(found.file), free, moment)

    def pieces() -> Iterator[list[_Task | None]]:
        for piece in growing(_found_in(names), _MOST, _FIRST):
            waiting.append(piece)
            yield [task(found) for found in piece]

    for prepared in spread(_prepare, pieces(), workers):
        yield from zip(waiting.popleft(), prepared, strict=True)


def _prepare(tasks: Sequence[_Task | None]) -> list[_Prepared | None]:
    """Return the games of texts without errors, and without a city that has to be reported."""
    return [task and _prepare_game(task) for task in tasks]


def _prepare_game(task: _Task) -> _Prepared | None:
    if task.passage.text is None:
        return None
    with suppress(CalimalaError):
        reading = read_game(source_of(task.passage, task.file), inferring=True)
        game = reading.game
        if game is not None and game.has_positions and not reading.errors and reading.inferred is None:
            return _Prepared(begin_game(task.id, game, task.time).new, len(game.moves))
    return None


def _saved(store: Store, prepared: _Prepared, *, again: bool, is_first: bool) -> _Saved | None:
    """Save a game, unless it is there; return ``None`` if somebody took its id in the meantime."""
    new = prepared.new
    if not again and (same := store.find_copy(new, among_new=is_first)):
        return _Saved(same, prepared.decisions, is_known=True)
    with suppress(GameExistsError):
        store.add(new)
        return _Saved(new.id, prepared.decisions, is_known=False)
    return None


def _summary_text(new: int, known: int, skipped: int) -> str:
    """Return how many games were imported, and how many were not, e.g. ``190 games imported, 3 skipped``."""
    language = settings().language
    parts = [language.counted("{number} game imported", "{number} games imported", new)]
    if known:
        parts.append(language.text("{number} in your store already", number=known))
    if skipped:
        parts.append(language.text("{number} skipped", number=skipped))
    return language.word("list", ", ").join(parts)


def _imported_text(game: str, number: int, source: str, *, is_known: bool) -> str:
    language = settings().language
    if is_known:
        words = "{source} is in your store already, as {game}; {option} imports it once more"
        return language.text(words, game=game, source=source, option="--again")
    one, many = "{game}  {number} decision from {source}", "{game}  {number} decisions from {source}"
    return language.counted(one, many, number, game=game, source=source)


def _found_in(names: Sequence[str]) -> Iterator[GameText | Exception]:
    """Yield the games that names refer to, or what prevents reading one of the names."""
    stored = next((name for name in names if is_game_id(name) and not is_file(name) and name != EXAMPLE), None)
    if stored is not None:
        raise wrong_usage("{id} is a game in your store; name a file, e.g. ./{id}, or a share code", id=stored)
    for name in names:
        try:
            yield from games_of([name])
        except (CalimalaError, OSError) as error:
            yield error


def _importable(reading: Reading, *, sound_part: bool) -> Game | None:
    """Return the part of a game that can be imported, reporting its errors."""
    if not reading.errors:
        return reading.game
    complain(message_of(reading.errors[0]))
    if not sound_part:
        what = settings().language.text(
            (
                "Skipped the game on line {line}; add {option} to import what comes before its first error, "
                "or see {command}."
            ),
            line=reading.line,
            option="--up-to-error",
            command="calimala check",
        )
        complain(what, plain=True)
    point_to_rule(reading.errors[0])
    return reading.game if sound_part else None
