"""What is shown before somebody writes the next decision: where the game stands, and what may be written."""

from collections.abc import Iterator
from typing import Final

from calimala_es.commands import Act, Command, Place, PlayCard, Skip
from calimala_es.components import COLOUR_WORDS, GAME, WHITE
from calimala_es.legal import legal
from calimala_es.refusals import colour_of, waiting_for
from calimala_es.state import Activation, Dealing, Placing, Revealing, State
from cli.terminal import paint
from notation.symbols import WHITE_SUFFIX, format_command
from replays.board import hand_text
from replays.names import Table
from replays.style import wrapped

WIDTH: Final = 80
MOST_WAYS: Final = 6
MOST_LINES: Final = 3
"""The ways of one action that are listed, and the lines that the whole list may take."""

HELP: Final = """\
Write what happened in the notation, one decision or several on a line:
  AS             a disc on the street between artwork and ship; AS2 a white one
  AC SL U W      an action done: artwork to Croce, ship to London, ...
  +AC            a card played; A- an action not done; S-W ... a wood card drawn for it
  /              no more cards: the activation is over
  ?              an unknown card; _ something that nobody wrote down
  b.points:=12   seen at the table: blue has 12 points
  {words}        a comment; =12-9-7 a check of everybody's points

Or one of these words:
  legal          what may come now, with its meaning
  board          the whole position
  points         where the points came from
  undo [N]       take the last decision back, or the last N; undo turn: this turn
  redo [N]       bring back what was taken back
  comment WORDS  say something about this moment
  quit           leave; calimala record goes on from here"""


def seat_waited_for(state: State) -> int:
    """The seat that is waited for, or that chance is to give something; ``GAME`` if it is none."""
    return getattr(state.now, "seat", GAME)


def prompt_text(state: State) -> str:
    """``7 blue> ``, ``E red> ``, ``0 board> ``."""
    seat = seat_waited_for(state)
    turn = "E" if isinstance(state.now, Revealing) or state.is_over else str(state.turn)
    return f"{turn} {colour_of(state, seat) if seat >= 0 else 'board'}> "


def waiting_words(state: State, table: Table) -> str:
    """What is waited for, with the name of who has to act."""
    _, words = waiting_for(state)
    seat = seat_waited_for(state)
    if isinstance(state.now, Activation) and not state.now.pending:
        words = f"{colour_of(state, seat)} may play cards; / ends the activation"
    if seat < 0:
        return words
    return words.replace(COLOUR_WORDS[table.colours[seat]], paint(table.name(seat), table.colours[seat]), 1)


def status_lines(state: State, table: Table) -> list[str]:
    """Who is waited for and why, and the symbols that may be written."""
    rule, _ = waiting_for(state)
    words = waiting_words(state, table)
    if isinstance(state.now, Activation | Placing):
        words += f"; hand {hand_text(state.mats[state.now.seat]) or '-'}"
    lines = wrapped([*option_words(state)], WIDTH - 3)
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], "... (legal lists them all)"]
    return [f"{words} ({rule})", *(f"   {line}" for line in lines)]


def option_words(state: State) -> Iterator[str]:
    """What may be written, each symbol a word; many ways of one action are only counted."""
    if isinstance(state.now, Dealing):
        yield from ["the", "cards,", "as", "BAR.LIS;", "?", "if", "nobody", "tells"]
        return
    groups: dict[str, list[str]] = {}
    for command in legal(state):
        groups.setdefault(_group_of(command), []).append(format_command(state, command))
    for name, symbols in groups.items():
        if name == WHITE_SUFFIX:
            yield f"({WHITE_SUFFIX} behind: a white disc)"
        elif name and len(symbols) > MOST_WAYS:
            yield f"{name}..({len(symbols)})"
        else:
            yield from symbols


def _group_of(command: Command) -> str:
    """What a decision is listed with: ways of one action together; white discs are said once."""
    if isinstance(command, Place):
        return WHITE_SUFFIX if command.disc == WHITE else ""
    if isinstance(command, Act):
        return command.action
    if isinstance(command, PlayCard):
        return f"+{command.action}"
    if isinstance(command, Skip):
        return "-"
    return ""
