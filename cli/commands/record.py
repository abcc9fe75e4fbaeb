"""``record``: record a game while it is played, line by line."""

import sys
from itertools import count
from random import SystemRandom

import click

from calimala_es.errors import CalimalaError, GameNotFoundError, StaleGameError
from calimala_es.headers import SHUFFLE
from calimala_es.messages import Message
from calimala_es.store import Store, StoredGame
from cli.exits import message_of, point_to_rule, wrong_usage
from cli.files import STANDARD_INPUT, GameName, require_id, source_name, text_lines
from cli.games import load_game, the_store
from cli.options import FINDINGS, OK, CommandWithExamples, settings
from cli.prompt import Completer, complete_by_tab, prompt_lines, prompt_text
from cli.recorder import LeaveError, error_lines, meant_by_enter, session_of, take
from cli.session import Session, waiting_line
from cli.terminal import complain, note_small_terminal, paint, say
from replays.text.terminal import columns


@click.command(
    "record",
    cls=CommandWithExamples,
    examples=("calimala record", "calimala record friday < notes.txt"),
)
@click.argument("name", metavar="[GAME]", required=False, type=GameName())
@click.option("--deal", is_flag=True, help="Let the program shuffle and deal from now on")
@click.option("--seed", metavar="TEXT", help="With --deal, shuffle with this seed")
@click.option("--no-board", is_flag=True, help="Do not print the board")
def record_command(name: str | None, deal: bool, seed: str | None, no_board: bool) -> int:
    """Record a game while you play. Type one or more decisions per line, with or without spaces; each line is checked
    and kept. The next calimala record continues the game.

    From a pipe, recording ends at the first error (exit code 1); everything before it is kept.
    """
    if seed is not None and not deal:
        raise wrong_usage("{option} needs {other}", option="--seed", other="--deal")
    store = the_store()
    stored = _stored_game(store, name)
    session = session_of(store, _shuffled(store, stored, seed) if deal else stored)
    if sys.stdin and sys.stdin.isatty():
        note_small_terminal()
        _record_at_terminal(session, has_board=not no_board)
        return OK
    return _record_from_pipe(session)


def _stored_game(store: Store, name: str | None) -> StoredGame:
    if name is None:
        return store.load(_last_in_progress(store))
    require_id(name, Message("add it with {command} and continue it there", command="calimala import"))
    return load_game(store, name)


def _last_in_progress(store: Store) -> str:
    last = store.last_changed(in_progress=True)
    if last is None:
        raise GameNotFoundError(Message("no game is in progress; {command} begins one", command="`calimala new`"))
    return last


def _shuffled(store: Store, stored: StoredGame, seed: str | None) -> StoredGame:
    """Return the game with the seed by which its cards are dealt from now on."""
    known = stored.game.header(SHUFFLE)
    if known is None:
        return store.set_header(stored, SHUFFLE, seed or str(SystemRandom().randrange(1_000_000)))
    if seed not in (None, known):
        raise wrong_usage("the cards of {id} are already being dealt, with the seed {known}", id=stored.id, known=known)
    return stored


# Input.


def _record_at_terminal(session: Session, *, has_board: bool) -> None:
    complete_by_tab(Completer(session))
    text = session.names.language.text
    head = text("Recording {id}: type what happens, help for help, quit to leave.", id=session.stored.id)
    say(paint(head, "quiet"))
    is_shown = has_ended = False
    for number in count(1):
        try:
            if not (is_shown or (has_ended and session.state.is_over)):
                _print_prompt(session, has_board=has_board)
            is_shown, has_ended = False, session.state.is_over
            prompt = prompt_text(session.state, session.names.language)
            typed = input(prompt) or meant_by_enter(session.state)
            errors = take(session, typed, "<line>", number)
            if errors:
                say("\n".join(error_lines(errors[0], typed, columns(prompt), session)))
                point_to_rule(errors[0])
            is_shown = bool(errors) or not typed.strip()
        except (EOFError, KeyboardInterrupt, LeaveError) as leaving:
            say("\n" + _farewell(session))
            if isinstance(leaving, KeyboardInterrupt):
                raise
            return
        except StaleGameError as error:
            session.reload()
            complain(message_of(error), plain=True)
            complain(text("The game continues here."), plain=True)
        except (CalimalaError, click.UsageError) as error:
            complain(message_of(error), plain=True)
            point_to_rule(error)


def _farewell(session: Session) -> str:
    """Return how a game is continued, or how one that is over is shared."""
    id, text = session.stored.id, session.names.language.text
    if session.state.is_over:
        command = f"calimala export {id} -o {id}.html"
        return text("Everything is saved. For a page to share: {command}", command=command)
    return text("Everything is saved. Continue with: {command}", command=f"calimala record {id}")


def _print_prompt(session: Session, *, has_board: bool) -> None:
    say()
    for line in prompt_lines(session.state, session.names, colour=settings().has_colour, has_board=has_board):
        say(line)


def _record_from_pipe(session: Session) -> int:
    for number, line in enumerate(text_lines(STANDARD_INPUT), 1):
        try:
            errors = take(session, line.rstrip("\r\n"), source_name(STANDARD_INPUT), number)
        except LeaveError:
            break
        if errors:
            complain(message_of(errors[0]))
            point_to_rule(errors[0])
            return FINDINGS
        sys.stdout.flush()
    say(waiting_line(session.state, session.names))
    return OK
