"""``undo`` and ``redo``: a stored game goes back to any of its points, and forward again."""

from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import Final, TypeVar

import click

from calimala_es.errors import NothingToUndoError
from calimala_es.game import Move
from calimala_es.messages import Message
from calimala_es.store import Change, Store, StoredGame, UndoStep, shared_length
from cli.changes import ChangeWords, different_part
from cli.exits import wrong_usage
from cli.files import GAME, require_id
from cli.games import load_game, table_for, the_store
from cli.options import CommandWithExamples, json_option, settings
from cli.session import redo_length, redo_turns_length, turns_length, undo_length, waiting_line
from cli.terminal import WIDTH, say, write_json
from notation.grammar.symbols import format_command
from replays.replay import Replay
from replays.text.languages import ENGLISH, message
from replays.text.terminal import wrapped

_JUST: Final = "{decisions}"
_TAKEN_BACK: Final = message("undone: {decisions}")
_BROUGHT_BACK: Final = message("redone: {decisions}")

_Function = TypeVar("_Function", bound=Callable[..., object])


def _amount_options(verb: str) -> Callable[[_Function], _Function]:
    """Add ``--number`` and ``--turn``, which say how much to undo or redo, to a command."""

    def add(function: _Function) -> _Function:
        number = "How many decisions, or turns with --turn (default: 1)"
        function = click.option("--turn", "by_turn", is_flag=True, help=f"{verb} whole turns")(function)
        return click.option("-n", "--number", "count", metavar="N", type=click.IntRange(min=1), help=number)(function)

    return add


@click.command(
    "undo",
    cls=CommandWithExamples,
    examples=("calimala undo --turn", "calimala undo friday --to 7.2"),
)
@GAME
@_amount_options("Undo")
@click.option("--to", "place", metavar="MOMENT", help="Undo everything after 7, 7.2 or 7.2.3")
@click.option("--version", metavar="N", type=click.IntRange(min=1), help="Return to version N (see calimala log)")
@json_option
def undo_command(
    name: str,
    count: int | None,
    by_turn: bool,
    place: str | None,
    version: int | None,
    as_json: bool,
) -> None:
    """Undo the last change: a decision with the card drawn for it, a correction, a new id or a deletion. calimala redo
    restores it.
    """
    _check_one(count or by_turn, place, version)
    store, stored = _game(name, deleted=True)
    last = stored.history.last
    if stored.is_deleted or (last.change is not None and not (count or by_turn or place or version)):
        _print_change(stored, store.undo_step(stored), as_json, last)
        return
    if version is not None:
        after = store.return_to(stored, version)
        _print_change(stored, after, as_json)
        if not as_json:
            command = f"calimala undo {stored.id} --version {stored.version}"
            say(settings().language.text("Saved; {command} restores the game as it was.", command=command))
        return
    elif place is not None:
        after = store.undo(stored, _count_after(stored, place))
    else:
        length = turns_length if by_turn else undo_length
        after = store.undo(stored, length(stored, count or 1))
    _print_change(stored, after, as_json)


@click.command(
    "redo",
    cls=CommandWithExamples,
    as_in={"undo": {"count", "by_turn"}},
    examples=("calimala redo friday --all",),
)
@GAME
@_amount_options("Redo")
@click.option("--to", "place", metavar="MOMENT", help="Redo everything up to 7, 7.2 or 7.2.3")
@click.option("--all", "everything", is_flag=True, help="Redo everything")
@json_option
def redo_command(
    name: str, count: int | None, by_turn: bool, place: str | None, everything: bool, as_json: bool
) -> None:
    """Redo what was undone last. After you have recorded something new, use calimala undo --version instead."""
    _check_one(count or by_turn, place, everything)
    store, stored = _game(name)
    steps = stored.history.undone
    if not steps or ((count or by_turn or place) and not stored.redoable):
        raise NothingToUndoError(
            Message(
                "there is nothing to redo in {id}; see {command}",
                id=stored.id,
                command=f"calimala log {stored.id} --undone",
            )
        )
    if everything:
        after = _redo_all(store, stored)
    elif place is not None:
        after = store.redo(stored, _until(stored, place))
    elif count or by_turn or (steps[-1].change is None and stored.redoable):
        length = redo_turns_length if by_turn else redo_length
        after = store.redo(stored, length(stored, count or 1))
    else:
        _print_change(stored, store.redo_step(stored), as_json, steps[-1])
        return
    _print_change(stored, after, as_json)


def _redo_all(store: Store, stored: StoredGame) -> StoredGame:
    """Redo every step that was undone: decisions that follow each other as one change."""
    while steps := stored.history.undone:
        decisions = sum(1 for _ in takewhile(lambda step: step.change is None, reversed(steps)))
        count = min(decisions, stored.redoable)
        stored = store.redo(stored, count) if count else store.redo_step(stored)
    return stored


def _check_one(*given: object) -> None:
    if sum(map(bool, given)) > 1:
        raise wrong_usage("use only one of {options}", options=("-n", "--turn", "--to", "--all", "--version"))


def _game(name: str, *, deleted: bool = False) -> tuple[Store, StoredGame]:
    require_id(name, Message("changes are recorded only for games in your store"))
    store = the_store()
    return store, load_game(store, name, deleted=deleted)


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
        raise NothingToUndoError(Message("nothing comes after {place} in {id}", place=place, id=stored.id))
    return len(stored.numbers) - stop


def _until(stored: StoredGame, place: str) -> int:
    """Return the number of commands that a redo must restore up to a place; raise as ``_count_after``."""
    line = _redone(stored)
    number = line.command_at(line.find(place) - 1) + 1
    if number <= len(stored.numbers):
        raise NothingToUndoError(
            Message(
                "{place} has not been undone in {id}; only what was undone can be redone", place=place, id=stored.id
            )
        )
    return next(stop for stop in stored.redo_stops if stop >= number) - len(stored.numbers)


# What is reported.


def _print_change(before: StoredGame, after: StoredGame, as_json: bool, step: UndoStep | None = None) -> None:
    """Report what was undone and what was redone: decisions, or the change of a ``step`` as a whole."""
    same = shared_length(before.numbers, after.numbers) if before.start == after.start else 0
    gone, back = (_symbols(one, same) for one in (before, after))
    change = _change_of(step, after)
    if as_json:
        write_json(
            {
                "game": after.id,
                "was": before.version,
                "version": after.version,
                "change": change and ChangeWords(after, ENGLISH).to_json(change),
                "decisions": len(after.game.commands),
                "redoable": after.redoable,
                "undone": gone,
                "redone": back,
                "at": _last_id(after),
            }
        )
        return
    table = table_for(after.state.setup, after.game.headers)
    words = ChangeWords(after, table.language)
    gone, back = different_part(gone, back)
    said = [(_TAKEN_BACK, words.short(gone)), (_BROUGHT_BACK, words.short(back))]
    if change is not None:
        said = [(_TAKEN_BACK if step is before.history.last else _BROUGHT_BACK, words.words(change))]
    if before.is_deleted:
        said = [(_JUST, words.words(after.history.changes[-1]))]
    for sentence, what in said:
        if what:
            for line in wrapped(table.language.text(sentence, decisions=what).split(" "), WIDTH):
                say(line)
    say(waiting_line(after.state, table))


def _symbols(stored: StoredGame, first: int) -> list[str]:
    pairs = zip(stored.game.states[first:], stored.game.commands[first:], strict=False)
    return [format_command(state, command) for state, command in pairs]


def _change_of(step: UndoStep | None, after: StoredGame) -> Change | None:
    """Return the change that a step is as a whole, with its headers."""
    if step is None or step.change is None:
        return None
    version = step.change.version
    return next((change for change in the_store().changes(after.id) if change.version == version), None)


def _last_id(stored: StoredGame) -> str | None:
    return _id_after(_replay(stored), len(stored.numbers))


def _id_after(replay: Replay, count: int) -> str | None:
    """Return the id of the last event of the first ``count`` commands; ``None`` at the start."""
    position = replay.before(count)
    return str(replay.ids[position - 1]) if position else None
