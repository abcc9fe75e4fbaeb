"""``record``: record a game while it is played, line by line."""

import sys
from collections.abc import Callable, Iterator
from random import SystemRandom
from typing import Final

import click

from calimala_es.errors import CalimalaError, GameNotFoundError, StaleGameError
from calimala_es.frames import OFFERS
from calimala_es.headers import SHUFFLE
from calimala_es.state import State
from calimala_es.store import Store, StoredGame
from cli.commands.show import print_legal
from cli.exits import message_of, point_to_rule
from cli.files import STANDARD_INPUT, GameName, is_game_id, source_name, text_lines
from cli.games import FoundGame, load_game, the_store
from cli.options import FINDINGS, OK, CommandWithExamples, settings
from cli.prompt import WIDTH, Completer, complete_by_tab, help_text, prompt_text, status_lines
from cli.session import Session, WordError, waiting_line
from cli.terminal import complain, harmless, paint, say
from notation import NotationError, NotWellFormedError
from notation.errors import Place
from notation.grammar.symbols import DECLINED
from replays.dealer import seeded_dealer
from replays.replay import NotRecordedError
from replays.scores import scores
from replays.text.board.picture import board_text
from replays.text.scores import scores_lines
from replays.text.terminal import columns, wrapped


class _LeaveError(Exception):
    """The user entered ``quit``."""


@click.command(
    "record",
    cls=CommandWithExamples,
    examples=(
        "calimala record",
        "calimala record 2026-11-20-lily",
        "calimala record 2026-11-20-lily < notes.txt",
        "calimala record 2026-11-20-lily --deal",
    ),
)
@click.argument("name", metavar="[GAME]", required=False, type=GameName())
@click.option("--deal", is_flag=True, help="The program shuffles and deals from now on.")
@click.option("--seed", metavar="TEXT", help="With --deal: shuffle by this seed.")
def record_command(name: str | None, deal: bool, seed: str | None) -> int:
    """Write a game down while it is played.

    Without GAME the one that was changed last. Each line is one decision or several in the notation; what is
    acknowledged is kept, whatever happens then, and the next `calimala record` goes on from there. `help` explains
    what can be written, `quit` leaves.

    From a pipe lines are read without questions; the first that is wrong ends the command with code 1.
    """
    if seed is not None and not deal:
        raise click.UsageError("--seed needs --deal")
    store = the_store()
    stored = _stored_game(store, name)
    _check_is_full(stored)
    if deal:
        stored = _shuffled(store, stored, seed)
    dealt = stored.game.header(SHUFFLE)
    session = Session(store, stored, seeded_dealer(dealt) if dealt else None)
    session.deal()
    if sys.stdin and sys.stdin.isatty():
        _record_at_terminal(session)
        return OK
    return _record_from_pipe(session)


def _stored_game(store: Store, name: str | None) -> StoredGame:
    if name is None:
        return store.load(_last_changed(store))
    if not is_game_id(name):
        raise click.UsageError(f"{name} is a text; `calimala import` takes it into the store, where it can go on")
    return load_game(store, name)


def _check_is_full(stored: StoredGame) -> None:
    """Raise ``NotRecordedError`` for a game without every decision, since no decision in it can be judged."""
    depth = stored.game.depth
    if depth != "full":
        file = f"{stored.id}.cgn"
        raise NotRecordedError(
            f"{stored.id} tells only {depth} (Depth), and here every decision is written; to tell more of it: "
            f"`calimala export {stored.id} -o {file}`, go on in {file}, `calimala import {file}`"
        )


def _last_changed(store: Store) -> str:
    open_games = [summary for summary in store.summaries() if not summary.is_over and summary.changed]
    if not open_games:
        raise GameNotFoundError("no game is going on; `calimala new` begins one")
    return max(open_games, key=lambda summary: summary.changed.timestamp() if summary.changed else 0.0).id


def _shuffled(store: Store, stored: StoredGame, seed: str | None) -> StoredGame:
    """Return the game with the seed by which its cards are dealt from now on."""
    known = stored.game.header(SHUFFLE)
    if known is None:
        return store.set_header(stored, SHUFFLE, seed or str(SystemRandom().randrange(1_000_000)))
    if seed not in (None, known):
        raise click.UsageError(f"the cards of {stored.id} are dealt by the seed {known} already")
    return stored


# Input.


def _record_at_terminal(session: Session) -> None:
    complete_by_tab(Completer(session))
    _board(session, "")
    say()
    say(paint(settings().language.text("Write what happens; type help for help, quit to leave."), "quiet"))
    for number in _counted():
        try:
            _print_status(session)
            prompt = prompt_text(session.state, settings().language)
            text = input(prompt) or _meant_by_enter(session.state)
            for error in _take(session, text, "<line>", number)[:1]:
                _explain(error, text, len(prompt))
        except (EOFError, KeyboardInterrupt, _LeaveError) as leaving:
            say(f"\nEverything is saved. Continue with: calimala record {session.stored.id}")
            if isinstance(leaving, KeyboardInterrupt):
                raise
            return
        except StaleGameError as error:
            session.reload()
            complain(f"{error}; here is where the game stands now", plain=True)
        except (CalimalaError, click.UsageError) as error:
            complain(message_of(error), plain=True)
            point_to_rule(error)


def _meant_by_enter(state: State) -> str:
    """Return the meaning of an empty line: an offer is declined (R11), otherwise nothing."""
    return DECLINED if isinstance(state.now, OFFERS) else ""


def _counted() -> Iterator[int]:
    number = 0
    while True:
        number += 1
        yield number


def _record_from_pipe(session: Session) -> int:
    for number, line in enumerate(text_lines(STANDARD_INPUT), 1):
        try:
            errors = _take(session, line.rstrip("\r\n"), source_name(STANDARD_INPUT), number)
        except _LeaveError:
            break
        if errors:
            complain(message_of(errors[0]))
            point_to_rule(errors[0])
            return FINDINGS
        sys.stdout.flush()
    say(waiting_line(session.state, session.names))
    return OK


def _print_status(session: Session) -> None:
    say()
    for line in status_lines(session.state, session.names):
        say(line)


def _take(session: Session, text: str, source: str, number: int) -> tuple[NotationError, ...]:
    """Do what a line says, and return its errors."""
    word, _, argument = text.strip().partition(" ")
    action = _WORDS.get(word.casefold())
    if action:
        try:
            action(session, argument.strip())
        except WordError as error:
            argument = argument.strip()
            start = text.index(argument, text.index(word) + len(word))
            place = Place(source, number, start + 1, text, len(argument))
            return (NotWellFormedError(place, str(error), error.expected),)
        return ()
    line = session.read(_sendable(text), source, number)
    for finding in line.findings:
        say(paint(f"note: {finding.message}", "warning"))
    return line.errors


def _sendable(text: str) -> str:
    """Return the text; raise ``CalimalaError`` if bytes in it were not letters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise CalimalaError("this line is not UTF-8; nothing of it was kept") from None
    return text


def _explain(error: NotationError, text: str, offset: int) -> None:
    """Print the error in a line that begins at this column, and from where on it was not recorded."""
    start = offset + error.column - 1
    caret = " " * start + "^" * error.place.length
    say(paint(caret, "warning") if offset + columns(text) < WIDTH else harmless(error.context()))
    sentence = str(error).partition(f":{error.line}:{error.column}: ")[2]
    for line in (*wrapped(sentence.split(), WIDTH - 2), f"not kept: {text[error.column - 1 :].strip()}"):
        say(f"  {harmless(line)}")
    point_to_rule(error)


# Words.


def _help(session: Session, argument: str) -> None:
    say(help_text(session.state.setup, settings().language))


def _board(session: Session, argument: str) -> None:
    game = _game(session)
    gaps = game.replay.gaps_until(game.replay.last)
    colour, language = settings().has_colour, settings().language
    say(board_text(session.state, game.player_names, gaps=gaps, colour=colour, legend=False, language=language))


def _game(session: Session) -> FoundGame:
    stored = session.stored
    return FoundGame(stored.id, stored.game, stored=stored)


def _legal(session: Session, argument: str) -> None:
    print_legal(session.state, session.names)


def _points(session: Session, argument: str) -> None:
    for line in scores_lines(scores(_game(session).replay), session.names):
        say(line)


def _leave(session: Session, argument: str) -> None:
    raise _LeaveError


_WORDS: Final[dict[str, Callable[[Session, str], None]]] = {
    "help": _help,
    "board": _board,
    "legal": _legal,
    "points": _points,
    "anyway": Session.anyway,
    "undo": Session.undo,
    "redo": Session.redo,
    "comment": Session.comment,
    "quit": _leave,
    "exit": _leave,
}
"""The words that are not notation."""
