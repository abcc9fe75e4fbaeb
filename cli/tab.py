"""What the Tab key completes while a game is written down: the decisions that may come, and the words."""

from collections.abc import Iterable
from typing import Final

from calimala_es.errors import CalimalaError
from calimala_es.frames import InfluenceDeal
from calimala_es.legal import legal
from calimala_es.state import State
from cli.session import Session
from notation.words.symbols import format_command

WORDS: Final = ("board", "comment", "help", "legal", "points", "quit", "redo", "undo")


class Completer:
    """Completes the word that is being typed, in the light of the line before it."""

    def __init__(self, session: Session) -> None:
        """Complete what may be written in a session."""
        self._session = session

    def options(self, line: str) -> list[str]:
        """The ways to end a line that stops in a word; empty where what stands before the word is wrong."""
        before, word = _split(line)
        words = WORDS if not before.strip() else ()
        try:
            tried = self._session.try_out(before) if before.strip() else None
        except CalimalaError:
            return []
        if tried and tried.errors:
            return []
        state = tried.moves[-1].state if tried and tried.moves else self._session.state
        return _beginning_so(word, (*_offered(state, word), *words))


def symbols_of(state: State) -> list[str]:
    """The symbols of what may come, each once, in the order of the rules."""
    return [*dict.fromkeys(format_command(state, command) for command in legal(state))]


def _offered(state: State, word: str) -> list[str]:
    """The symbols to choose from; of influence cards that are dealt together those with one card more (``BAR.LIS``)."""
    symbols = symbols_of(state)
    if isinstance(state.now, InfluenceDeal):
        return [symbol for symbol in symbols if symbol.count(".") == word.count(".")]
    return symbols


def _split(line: str) -> tuple[str, str]:
    """What stands before the word at the end of a line, and that word."""
    word = line.rsplit(" ", maxsplit=1)[-1]
    return line[: len(line) - len(word)], word


def _beginning_so(word: str, known: Iterable[str]) -> list[str]:
    return [option for option in known if option.casefold().startswith(word.casefold())]


def complete_by_tab(completer: Completer) -> None:
    """Let the Tab key complete, and the arrow keys work, at the prompt, where Python has a line editor."""
    try:
        import readline
    except ImportError:
        return
    found: list[str] = []

    def complete(_word: str, number: int) -> str | None:
        if not number:
            found[:] = completer.options(readline.get_line_buffer()[: readline.get_endidx()])
        return found[number] if number < len(found) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
