"""``undo`` and ``redo``: a stored game goes back to any of its points, and forward again."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import click

from calimala_es.errors import NothingToUndoError
from calimala_es.game import Move
from calimala_es.store import Store, StoredGame, UndoneSpan, shared_length
from cli.files import GAME, is_game_id
from cli.games import load_game, table_for, the_store
from cli.options import CommandWithExamples, json_option
from cli.prompt import WIDTH
from cli.session import redo_length, redo_turns_length, turns_length, undo_length, waiting_line
from cli.terminal import paint, say, write_json
from notation.grammar.symbols import format_command
from replays.replay import Replay
from replays.text.languages import Language, message
from replays.text.terminal import wrapped

MOST_SYMBOLS: Final = 24
"""The number of undone or redone decisions that are shown."""

_NUMBER = click.option(
    "-n", "--number", "count", metavar="N", type=click.IntRange(min=1), help="N decisions, or with --turn N turns"
)
_TURN = click.option("--turn", "by_turn", is_flag=True, help="Whole turns")


@click.command(
    "undo",
    cls=CommandWithExamples,
    ending="Exit code 1 if there is less to undo.",
    examples=("calimala undo", "calimala undo --turn", "calimala undo friday --to 7.2"),
)
@GAME
@_NUMBER
@_TURN
@click.option("--to", "place", metavar="PLACE", help="Everything after 7, 7.2 or 7.2.3")
@click.option("--version", metavar="N", type=click.IntRange(min=1), help="Return to the game as it was in version N")
@click.option("--list", "only_list", is_flag=True, help="Only list what was undone, with the version that restores it")
@json_option
def undo_command(
    name: str,
    count: int | None,
    by_turn: bool,
    place: str | None,
    version: int | None,
    only_list: bool,
    as_json: bool,
) -> None:
    """Undo the last decision, and the card dealt for it. calimala redo brings it back; what was undone before
    something else was recorded comes back by its version.
    """
    _check_one(count or by_turn, place, version, only_list)
    store, stored = _game(name)
    if only_list:
        _list(stored, as_json)
        return
    if version is not None:
        after = store.return_to(stored, version)
    elif place is not None:
        after = store.undo(stored, _count_after(stored, place))
    else:
        length = turns_length if by_turn else undo_length
        after = store.undo(stored, length(stored, count or 1))
    _print_change(stored, after, as_json)


@click.command(
    "redo",
    cls=CommandWithExamples,
    ending="Exit code 1 if there is less to redo.",
    examples=("calimala redo", "calimala redo friday --all"),
)
@GAME
@_NUMBER
@_TURN
@click.option("--to", "place", metavar="PLACE", help="Everything up to 7, 7.2 or 7.2.3")
@click.option("--all", "everything", is_flag=True, help="Everything")
@json_option
def redo_command(
    name: str, count: int | None, by_turn: bool, place: str | None, everything: bool, as_json: bool
) -> None:
    """Redo the last decision that was undone. Once you record something new, use calimala undo --version instead."""
    _check_one(count or by_turn, place, everything)
    store, stored = _game(name)
    if not stored.redoable:
        raise NothingToUndoError(f"nothing of {stored.id} can be redone; calimala undo --list has what was undone")
    if everything:
        length = stored.redoable
    elif place is not None:
        length = _until(stored, place)
    else:
        length = (redo_turns_length if by_turn else redo_length)(stored, count or 1)
    _print_change(stored, store.redo(stored, length), as_json)


def _check_one(*given: object) -> None:
    if sum(map(bool, given)) > 1:
        raise click.UsageError("use only one of -n or --turn, --to, --all, --version and --list")


def _game(name: str) -> tuple[Store, StoredGame]:
    if not is_game_id(name):
        raise click.UsageError(f"{name} is not in your store; only there is it remembered what was undone")
    store = the_store()
    return store, load_game(store, name)


def _replay(stored: StoredGame, more: Iterable[Move] = ()) -> Replay:
    """Return the current game, continued with more moves."""
    return Replay(stored.game.added(more))


def _redone(stored: StoredGame) -> Replay:
    """Return the game with everything that a redo can restore."""
    return _replay(stored, stored.redoable_moves)


def _count_after(stored: StoredGame, place: str) -> int:
    """Return the number of commands after a place; raise ``UnknownIdError`` and ``NothingToUndoError``."""
    replay = _replay(stored)
    left = replay.command_at(replay.find(place) - 1) + 1
    stop = min((stop for stop in stored.undo_stops if stop >= left), default=None)
    if stop is None:
        raise NothingToUndoError(f"nothing comes after {place} in {stored.id}")
    return len(stored.numbers) - stop


def _until(stored: StoredGame, place: str) -> int:
    """Return the number of commands that a redo must restore up to a place; raise as ``_count_after``."""
    line = _redone(stored)
    number = line.command_at(line.find(place) - 1) + 1
    if number <= len(stored.numbers):
        raise NothingToUndoError(f"{place} is in {stored.id}; what can be redone comes after it")
    return next(stop for stop in stored.redo_stops if stop >= number) - len(stored.numbers)


# What is reported.


def _print_change(before: StoredGame, after: StoredGame, as_json: bool) -> None:
    """Report what was undone and what was redone."""
    same = shared_length(before.numbers, after.numbers)
    gone, back = _symbols(before, same), _symbols(after, same)
    if as_json:
        write_json(
            {
                "game": after.id,
                "was": before.version,
                "version": after.version,
                "decisions": len(after.game.commands),
                "redoable": after.redoable,
                "undone": gone,
                "redone": back,
                "at": _last_id(after),
            }
        )
        return
    table = table_for(after.state.setup, after.game.headers)
    for sentence, symbols in ((_TAKEN_BACK, gone), (_BROUGHT_BACK, back)):
        if symbols:
            summary = table.language.text(sentence, decisions=" ".join(_short(symbols, table.language)))
            for line in wrapped(summary.split(" "), WIDTH):
                say(line)
    say(waiting_line(after.state, table))


_TAKEN_BACK: Final = message("undone: {decisions}")
_BROUGHT_BACK: Final = message("redone: {decisions}")


def _symbols(stored: StoredGame, first: int) -> list[str]:
    pairs = zip(stored.game.states[first:], stored.game.commands[first:], strict=False)
    return [format_command(state, command) for state, command in pairs]


def _short(symbols: Sequence[str], language: Language) -> list[str]:
    """Return decisions as words of a line: the first ones, and how many more there are."""
    more = len(symbols) - MOST_SYMBOLS
    if more <= 0:
        return [*symbols]
    line = language.counted("... and {number} more decision", "... and {number} more decisions", more)
    return [*symbols[:MOST_SYMBOLS], line]


def _last_id(stored: StoredGame) -> str | None:
    return _id_after(_replay(stored), len(stored.numbers))


def _id_after(replay: Replay, count: int) -> str | None:
    """Return the id of the last event of the first ``count`` commands; ``None`` at the start."""
    position = replay.before(count)
    return str(replay.ids[position - 1]) if position else None


def _list(stored: StoredGame, as_json: bool) -> None:
    """Print everything that was undone, by where it continued."""
    replay = _replay(stored)
    spans = [_span_json(replay, span) for span in stored.undone]
    if as_json:
        write_json({"game": stored.id, "version": stored.version, "undone": spans})
        return
    language = table_for(stored.state.setup, stored.game.headers).language
    if not spans:
        say(language.text("nothing has been undone"))
    for span in spans:
        place = (
            language.text("after {place}", place=span["behind"]) if span["behind"] else language.text("at the start")
        )
        say(
            language.counted(
                "{place}: {number} decision; restore with {option}",
                "{place}: {number} decisions; restore with {option}",
                len(span["decisions"]),
                place=paint(place, "heading"),
                option=f"--version {span['version']}",
            )
        )
        for line in wrapped(_short(span["decisions"], language), WIDTH - 2):
            say(f"  {line}")


def _span_json(replay: Replay, span: UndoneSpan) -> dict[str, Any]:
    """Return a span of the replayed game; ``version`` is the one that restores it."""
    state, symbols = replay.states[replay.before(span.anchor)], list[str]()
    for move in span.moves:
        symbols.append(format_command(state, move.command))
        state = move.state
    return {
        "behind": _id_after(replay, span.anchor),
        "version": span.version,
        "redoable": span.is_redoable,
        "decisions": symbols,
    }
