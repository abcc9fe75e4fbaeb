"""A piece of notation that goes on from a game: read in the light of all that came before it, and written back."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from calimala_es.commands import Command, DoAction, EndActivation, PlaceDisc, PlayCard
from calimala_es.errors import IllegalCommandError
from calimala_es.frames import Activation, Placement
from calimala_es.game import Game, Move, count_decided, moves_from
from calimala_es.messages import Message
from calimala_es.notes import Notes
from calimala_es.state import State
from notation.errors import Finding, NotationError
from notation.grammar.symbols import DEEDS, END, INTRIGUE_DEEDS, read_placement, read_symbol
from notation.grammar.tokens import Source
from notation.reader.body import BodyReader
from notation.writer.layout import Layout, Style


class ParsedLine(NamedTuple):
    """What a line came to: the moves that are sound, and what is wrong with it or does not agree.

    ``notes`` are those on the decision before the line.
    """

    moves: tuple[Move, ...] = ()
    notes: Notes = ()
    errors: tuple[NotationError, ...] = ()
    findings: tuple[Finding, ...] = ()

    def joined(self, other: "ParsedLine") -> "ParsedLine":
        """Return the line with what came of its next part."""
        moves, notes = self.moves, other.notes
        last = count_decided(moves) - 1
        if last >= 0:
            moves = (*moves[:last], replace(moves[last], notes=moves[last].notes + notes), *moves[last + 1 :])
            notes = ()
        return ParsedLine(
            moves + other.moves, self.notes + notes, self.errors + other.errors, self.findings + other.findings
        )


def parse_line(text: str, game: Game, name: str = "<line>", number: int = 1) -> ParsedLine:
    """Return the moves of a line that goes on from a game, or its errors.

    ``name`` and ``number`` say where the line is, for errors. A line that is one symbol of this moment, as a tap on a
    phone sends it, or the first of a turn, is decided without a reader.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> game = play(Setup("bry", "WBMUCAVTS"))
    >>> [move.command for move in parse_line("? BAR.LIS.LON", game).moves]
    [DealInfluence(cards=()), DealInfluence(cards=('BAR', 'LIS', 'LON'))]
    >>> str(parse_line("WW", game).errors[0])[:44]
    "<line>:1:1: 'WW' is not valid here; deal inf"
    """
    moves = _moves_of_symbol(text, game.state)
    return ParsedLine(moves) if moves else parse_after(text, game.start, game.moves, name, number)


def _moves_of_symbol(text: str, state: State) -> tuple[Move, ...]:
    """Return the moves of a text that is one symbol, if they are legal; none for any other text.

    A placement may stand after the number of its turn, and a stroke ends an activation of which nothing is pending.
    """
    word, now = text.strip().upper(), state.now
    if isinstance(now, Placement):
        word = word.removeprefix(f"{state.turn}. ")
    if word == END and isinstance(now, Activation) and not now.pending:
        commands: Sequence[Command] | None = _ENDED
    else:
        commands = read_symbol(state, word) if word else None
    try:
        return moves_from(state, commands or ())
    except IllegalCommandError:
        return ()


_ENDED: Final = (EndActivation(),)


def parse_after(
    text: str, start: State, moves: Sequence[Move] = (), name: str = "<line>", number: int = 1
) -> ParsedLine:
    """Return the moves of a text that goes on after ``moves`` from ``start``, or its errors."""
    errors: list[NotationError] = []
    body = BodyReader.going_on(Source(name, (), text, number), start, moves, errors)
    body.read()
    known, read = len(moves), body.main
    before = read.notes_at(count_decided(moves))
    return ParsedLine(tuple(read.moves[known:]), before, tuple(errors), tuple(body.findings))


def parse_deed(word: str, state: State) -> PlaceDisc | DoAction | PlayCard | None:
    """Return the placement, action or card that a word means where it is due, legal or not; ``None`` for any other.

    >>> from calimala_es.game import play
    >>> from calimala_es.setup import Setup
    >>> parse_deed("+ac", play(Setup("bry", "WBMUCAVTS")).state)
    PlayCard(action='A', option='C')
    """
    word = word.strip().upper()
    if isinstance(state.now, Placement):
        found = read_placement(state.setup.city, word)
    else:
        found = DEEDS.get(word) or INTRIGUE_DEEDS.get(word)
    return found[0] if found and isinstance(found[0], PlaceDisc | DoAction | PlayCard) else None


def expected_deed(state: State) -> Message:
    """Return what ``parse_deed`` can read in a state."""
    if isinstance(state.now, Placement):
        return Message("a placement, e.g. AS")
    return Message("an action or a card, e.g. AC or +AC")


BARE: Final = Style(notes=False, checks=False, variations=False, headers=False)
"""Decisions alone."""

ANNOTATED: Final = Style(headers=False)
"""Decisions with all that is said about them."""


def format_moves(game: Game, first: int = 0, style: Style = BARE) -> list[str]:
    """Return the canonical text of the moves from ``first`` on, one line per turn; the style says what is left out.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> game = play(Setup("bry", "WBMUCAVTS"))
    >>> format_moves(game.added(parse_line("? BAR.LIS.LON", game).moves))
    ['0. ? BAR.LIS.LON']
    """
    if first >= len(game.moves):
        return []
    layout = Layout(style, set())
    layout.write(game.state_at(first), game.moves[first:])
    return [*style.laid_out(layout.lines)]
