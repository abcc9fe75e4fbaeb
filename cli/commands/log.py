"""``log``: every change to a game in the store, each with the version that it led to."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import click
from msgspec.structs import replace

from calimala_es.messages import Message
from calimala_es.store import AnnotationChange, Change, StoredGame
from cli.annotating import AnnotationOutput, AnnotationTarget
from cli.changes import ChangeWords
from cli.files import GAME, require_id
from cli.games import load_game, table_for, the_store
from cli.options import CommandWithExamples, json_option
from cli.terminal import WIDTH, paint, say, write_json
from replays.text.terminal import wrapped

_INDENT = 6 + 2 + 16 + 2 + 4 + 2


class TimedChange(NamedTuple):
    """A change of the game, or of what somebody said about it."""

    time: datetime
    change: Change | AnnotationChange


@click.command(
    "log",
    cls=CommandWithExamples,
    examples=("calimala log friday -n 10",),
)
@GAME
@click.option(
    "-n", "--number", "count", metavar="N", type=click.IntRange(min=1), help="List the last N changes (default: all)"
)
@click.option("--undone", "only_undone", is_flag=True, help="List only what was undone or replaced")
@json_option
def log_command(name: str, count: int | None, only_undone: bool, as_json: bool) -> None:
    """List every change to a game, newest first: version, time, turn, and what was recorded, undone or corrected."""
    require_id(name, Message("changes are recorded only for games in your store"))
    store = the_store()
    stored = load_game(store, name, deleted=True)
    language = table_for(stored.state.setup, stored.game.headers).language
    words = ChangeWords(stored, language)
    # What was said when the game came into the store came with it.
    said = [change for change in stored.annotations.history if change.time != stored.created]
    lines = sorted([*_lines(store.changes(stored.id)), *_lines(said)], key=lambda line: line.time)[::-1]
    if only_undone:
        lines = [line._replace(change=found) for line in lines if (found := _undone(line.change, words)) is not None]
    lines = lines[:count]
    output = AnnotationOutput(AnnotationTarget(store, stored))
    if as_json:
        write_json([_to_json(line.change, stored, words, output) for line in lines])
        return
    if not lines and only_undone:
        say(language.text("nothing has been undone"))
    for time, change in lines:
        if isinstance(change, Change):
            version, turn = (str(change.version), str(words.turn(change))) if change.version else ("", "")
            text = words.words(change)
        else:
            about = _turn_of(change, stored)
            version, turn, text = "", "" if about is None else str(about), output.change_words(change)
        if not change.current and not only_undone:
            text = language.text("{line} (undone)", line=text)
        first, *more = wrapped(text.split(" "), max(WIDTH - _INDENT, 1))
        head = f"{paint(f'{version:>6}', 'heading')}  {time.astimezone():%Y-%m-%d %H:%M}  {turn:>4}  "
        for line in (head + first, *[" " * _INDENT + line for line in more]):
            say(line if change.current or only_undone else paint(line, "quiet"))


def _undone(change: Change | AnnotationChange, words: ChangeWords) -> Change | AnnotationChange | None:
    """Return what was undone or replaced of a change, ``None`` for nothing."""
    if not isinstance(change, Change) or not (left := words.replaced(change)):
        return None if change.current else change
    return replace(change, what="recorded", numbers=left)


def _lines(changes: Iterable[Change | AnnotationChange]) -> Iterator[TimedChange]:
    """Yield changes with their times, the latest first."""
    time = datetime.min.replace(tzinfo=UTC)
    for change in changes:
        time = change.time or time
        yield TimedChange(time, change)


def _turn_of(change: AnnotationChange, stored: StoredGame) -> int | None:
    """Return the turn that an annotation is about; ``None`` for one without a place."""
    placed = next((one for one in stored.annotations if one.id == change.id), None)
    while placed is not None and placed.variation:
        placed = stored.annotations.find(placed.variation)
    return None if placed is None or placed.anchor is None else stored.played.state_at(max(placed.anchor - 1, 0)).turn


def _to_json(
    change: Change | AnnotationChange, stored: StoredGame, words: ChangeWords, output: AnnotationOutput
) -> dict[str, Any]:
    if isinstance(change, Change):
        return words.to_json(change)
    return {"version": None, "turn": _turn_of(change, stored), **output.change_json(change)}
