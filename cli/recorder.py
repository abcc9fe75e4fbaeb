"""The recorder: what each line that is typed at the table means, wherever it is typed.

A line is notation, or one of the words below. Both go to a ``Session``, which answers every one of them.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from calimala_es.components import UNKNOWN
from calimala_es.errors import CalimalaError
from calimala_es.frames import OFFERS
from calimala_es.headers import SHUFFLE
from calimala_es.messages import Message
from calimala_es.state import State
from calimala_es.store import Store, StoredGame
from cli.games import FoundGame
from cli.missed import done_nevertheless
from cli.options import settings
from cli.prompt import legal_lines, symbols_of
from cli.recorder_help import codes_text, help_text
from cli.session import Session, WordError
from cli.terminal import WIDTH, harmless, paint, say
from notation import NotationError, NotWellFormedError
from notation.errors import Place
from notation.grammar.symbols import DECLINED
from replays.dealer import seeded_dealer
from replays.scores import scores
from replays.text.board.picture import board_text
from replays.text.messages import message_text
from replays.text.scores import scores_lines
from replays.text.terminal import columns, wrapped

HELP: Final = "?"
STRUCK: Final = "X"
CODES: Final = "codes"


_NUMBERED: Final = re.compile(r"\d{1,4}(?=\.)", re.ASCII)
"""A turn's number at the beginning of a text."""


class LeaveError(Exception):
    """The user entered ``quit``."""


def session_of(store: Store, stored: StoredGame, answer: Callable[[str], None] = say) -> Session:
    """Return the session that continues a stored game, with the cards dealt that are due; ``answer`` shows a line."""
    dealt = stored.game.header(SHUFFLE)
    session = Session(store, stored, seeded_dealer(dealt) if dealt else None, answer)
    session.deal()
    return session


def take(session: Session, text: str, source: str, number: int) -> tuple[NotationError, ...]:
    """Do what a line says, and return its errors; raise ``LeaveError`` and ``CalimalaError``."""
    text = _struck_out(session, _sendable(text))
    word, _, argument = text.strip().partition(" ")
    if word == HELP and not argument and not _is_card_due(session.state):
        word = "help"
    act = _ACTS.get(word.casefold())
    if act is None:
        return session.read(text, source, number).errors if text.strip() else ()
    try:
        act(session, argument.strip())
    except WordError as error:
        argument = argument.strip()
        start = text.index(argument, text.index(word) + len(word))
        place = Place(source, number, start + 1, text, max(1, len(argument)))
        say = partial(message_text, names=session.names)
        return (NotWellFormedError(place, error.text, error.expected, say=say),)
    return ()


def _is_card_due(state: State) -> bool:
    """Return whether a card comes now that nobody may have seen, dealt or drawn."""
    return not {UNKNOWN, f"-{UNKNOWN}"}.isdisjoint(symbols_of(state))


def _struck_out(session: Session, text: str) -> str:
    """Undo a decision for each ``X`` that a line begins with, and return the rest of the line, at its columns."""
    count = 0
    rest = text
    while rest.split()[:1] in ([STRUCK], [STRUCK.lower()]):
        count += 1
        rest = rest.lstrip()[1:]
    if count:
        session.undo(str(count))
    return " " * (len(text) - len(rest)) + rest


def meant_by_enter(state: State) -> str:
    """Return the meaning of an empty line: an offer is declined (R11), otherwise nothing."""
    return DECLINED if isinstance(state.now, OFFERS) else ""


def _sendable(text: str) -> str:
    """Return the text; raise ``CalimalaError`` if bytes in it were not letters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise CalimalaError(Message("this line is not UTF-8; nothing in it was recorded")) from None
    return text


def error_lines(error: NotationError, text: str, offset: int, session: Session) -> list[str]:
    """Return what is wrong in a line that begins at this column of the screen, what of it was not recorded, and what
    may help.
    """
    start = offset + columns(text[: error.column - 1])
    caret = " " * start + "^" * error.place.length
    head = paint(caret, "warning") if offset + columns(text) < WIDTH else harmless(error.context())
    rest = text[error.column - 1 :].strip()
    language = settings().language
    refused = [language.text("not kept: {decisions}", decisions=rest)] if rest else []
    correction = _correction(rest, session.stored)
    is_unknown = isinstance(error, NotWellFormedError) and not error.suggestions and not correction
    hint = [language.text("Type help for help, help codes for the letters.")] if is_unknown else []
    if correction:
        hint.append(language.text("To correct turn {turn}: {command}", turn=rest.split(".")[0], command=correction))
    anyway = done_nevertheless(error, text, session.game)
    if anyway:
        hint.append(language.text("If it was done anyway, type {command}", command=anyway))
    words = (*wrapped(error.sentence.split(), WIDTH - 2), *refused, *hint)
    return [head, *(f"  {harmless(line)}" for line in words)]


def _correction(text: str, stored: StoredGame) -> str:
    """Return what corrects the turn with whose number a text begins; nothing if that turn is not recorded."""
    numbered = _NUMBERED.match(text)
    turn = int(numbered[0]) if numbered else -1
    recorded = [state.turn for state in stored.game.states[:-1]]
    if turn not in recorded:
        return ""
    return "undo turn" if turn == recorded[-1] else f"calimala repair {stored.id}#{turn} DECISION..."


# The words.


def _help(session: Session, argument: str) -> None:
    if argument and argument.casefold() != CODES:
        raise WordError(
            Message("there is no help on {word}", word=repr(argument[:60])),
            Message("{symbols}", symbols="help, help codes"),
        )
    session.say((codes_text if argument else help_text)(session.state.setup, session.names.language))


def _board(session: Session, argument: str) -> None:
    game = _game(session)
    gaps = game.replay.gaps_until(game.replay.last)
    colour, language = settings().has_colour, session.names.language
    board = board_text(session.state, game.player_names, gaps=gaps, colour=colour, legend=False, language=language)
    session.say(board)


def _game(session: Session) -> FoundGame:
    stored = session.stored
    return FoundGame(stored.id, stored.game, stored=stored)


def _legal(session: Session, argument: str) -> None:
    session.say("\n".join(legal_lines(session.state, session.names)))


def _points(session: Session, argument: str) -> None:
    session.say("\n".join(scores_lines(scores(_game(session).replay), session.names)))


def _leave(session: Session, argument: str) -> None:
    raise LeaveError


_ACTS: Final[dict[str, Callable[[Session, str], None]]] = {
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
