"""What is said in a body: comments, notes of all kinds, and checks."""

from typing import Final

from calimala_es.notes import Check, Evaluation, Extension
from calimala_es.state import State
from notation.errors import NotationError, NotWellFormedError, quoted
from notation.grammar.annotations import Prefix, parse_note
from notation.grammar.checks import check_failure, is_check
from notation.grammar.tokens import Source, is_closed, unquote_comment
from notation.reader.failing import Failing
from notation.reader.problems import WrongWordError

PLAIN: Final = Prefix()
"""What stands before a comment on a decision that is nobody's in particular."""


class Noting(Failing):
    """Puts notes on the line.

    ``_names_variation`` says that the braces that come next are the name of a variation, ``_skipping`` how many
    parentheses are open around what is passed over.
    """

    def __init__(self, source: Source, start: State, errors: list[NotationError]) -> None:
        """Start at ``start``."""
        super().__init__(source, start, errors)
        self._names_variation = False
        self._skipping = 0

    def _braces(self, token: str) -> None:
        prefix, self._prefix = self._prefix or PLAIN, None
        names, self._names_variation = self._names_variation, False
        if not is_closed(token):
            message = "a brace closes no comment" if token[0] == "}" else "the comment is not closed"
            raise WrongWordError(NotWellFormedError, message, "{...}, with \\} for a brace inside")
        if self._skipping:
            return
        text = unquote_comment(token)
        if names:
            self._line.name = text
        elif not self._line.is_lost or prefix == PLAIN:
            self._line.note(prefix.comment(text))

    def _annotation(self, word: str, index: int) -> None:
        state = self._line.state
        note = parse_note(word, state)
        if note is None:
            message = f"{quoted(word)} is no note"
            raise WrongWordError(NotWellFormedError, message, "a note, as ! $4 %b+ #AS ;0:01:50 or &maria{...}")
        if isinstance(note, Prefix):
            self._prefix = note
            return
        if type(note) is Check:
            self._compare(note.word, index)
        elif type(note) is Extension and note.word[0] != "$":
            self._find(index, f"{quoted(note.word)} is kept as it is; this version does not know it")
        elif type(note) is Evaluation and len(note.chances) != state.setup.players:
            self._find(index, f"{len(note.chances)} chances for {state.setup.players} players")
        self._line.note(note)

    def _check(self, word: str, index: int) -> None:
        """Check a statement here, or after everything that is forced up to the end of the turn."""
        if not is_check(word):
            raise WrongWordError(NotWellFormedError, f"{quoted(word)} is no check", "=bry, =12-9-7 or =# and a digest")
        self._compare(word, index)
        self._line.note(Check(word))

    def _compare(self, word: str, index: int) -> None:
        line = self._line
        failure = check_failure(word, line.state, line.happened)
        settled = self._decider.settled() if failure else None
        if settled:
            state, later = settled
            failure = check_failure(word, state, [*line.happened, *later])
        if failure:
            self._find(index, failure)

    def _without_braces(self, index: int) -> WrongWordError:
        message = f"{quoted(self._tokens[index])} says what the braces behind it are, and none come"
        return WrongWordError(NotWellFormedError, message, "{...}")
