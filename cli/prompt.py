"""What is shown before somebody writes the next decision: where the game stands, and what may be written."""

from collections.abc import Iterator
from typing import Final

from calimala_es.commands import Act, Command, MoveCube, Place, PlayCard, Skip
from calimala_es.components import COLOUR_WORDS, COLOURED, GAME, IDLE_SUPPORT, SUPPORT, WHITE
from calimala_es.legal import legal
from calimala_es.refusals import colour_of, waiting_for
from calimala_es.setup import Setup
from calimala_es.state import OFFERS, Activation, CardOffer, Dealing, Discarding, Placing, Revealing, Sorting, State
from cli.terminal import paint
from notation.words.symbols import DECLINED, SUPPORT_SUFFIX, TAKEN, WHITE_SUFFIX, format_command
from replays.board import hand_text
from replays.names import Table
from replays.style import wrapped

WIDTH: Final = 80
MOST_WAYS: Final = 6
MOST_LINES: Final = 3
"""The ways of one action that are listed, and the lines that the whole list may take."""

_SYMBOLS: Final = """\
Write what happened in the notation, one decision or several on a line:
  AS             a disc on the street between artwork and ship; AS2 a white one
  AC SL U W      an action done: artwork to Croce, ship to London, ...
  +AC            a card played; A- an action not done; S-W ... a wood card drawn for it
  /              no more cards: the activation is over
  ?              an unknown card; _ something that nobody wrote down
  b.points:=12   seen at the table: blue has 12 points
  {words}        a comment; =12-9-7 a check of everybody's points"""

_OF_TWO: Final = """\
  AS0            a support disc; AS00 one for which two cards are drawn (R8.4)"""

_OF_INTRIGUE: Final = """\
  K RP EW NTW    an intrigue action: cardinal, artistry (Palazzo), emperor (wood),
                 banking (Troyes, wood); I- none; I-W a wood card drawn for it
  :W             a wood card discarded, for a step on the faction track
  --             what is offered is left; Enter alone does the same"""

_OF_FAMILIES: Final = (
    ("Bardi Peruzzi Cerchi", "AF EW K E      the start of a family, in turn 0"),
    ("Bardi", "SMF.A>SCR.W    Bardi: the cube just placed moved on"),
    ("Cerchi", ">HAM           Cerchi: that tile scored first"),
    ("Medici", "+AP            Medici: a card played before a tile is scored"),
    ("Mozzi", "CFWV           Mozzi: cloth contributed as wood to Fiore"),
    ("Pazzi", "^              Pazzi: the white disc used"),
    ("Peruzzi", "USWB UTBB      Peruzzi: a ship built for wood and brick, a house for two brick"),
    ("Pulci", "LIS>SCR.W      Pulci: a cube moved from the area just scored"),
    ("Scali", ":W             Scali: the card of two that is not kept"),
    ("Spini", ">AP            Spini: that action instead of a card"),
)
"""The symbols that families bring, each with the families that have it."""

_WORDS: Final = """\

Or one of these words:
  legal          what may come now, with its meaning
  board          the whole position
  points         where the points came from
  undo [N]       take the last decision back, or the last N; undo turn: this turn
  redo [N]       bring back what was taken back
  comment WORDS  say something about this moment
  quit           leave; calimala record goes on from here"""


def help_text(setup: Setup) -> str:
    """What can be written in a game with this set-up."""
    return "\n".join(
        [
            _SYMBOLS,
            *[_OF_TWO] * bool(setup.third),
            *[_OF_INTRIGUE] * bool(setup.intrigue),
            *(f"  {line}" for names, line in _OF_FAMILIES if not set(names.split()).isdisjoint(setup.families)),
            _WORDS,
        ]
    )


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


_WITH_HAND: Final = (Activation, Placing, CardOffer, Discarding, Sorting)
"""Where cards of the hand may be played or discarded."""


def status_lines(state: State, table: Table) -> list[str]:
    """Who is waited for and why, and the symbols that may be written."""
    rule, _ = waiting_for(state)
    words = waiting_words(state, table)
    if isinstance(state.now, _WITH_HAND):
        words += f"; hand {hand_text(state.mats[state.now.seat]) or '-'}"
    if isinstance(state.now, OFFERS):
        words += f"; {DECLINED} or Enter leaves it"
    lines = wrapped([*option_words(state)], WIDTH - 3)
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], "... (legal lists them all)"]
    return [f"{words} ({rule})", *(f"   {line}" for line in lines)]


def option_words(state: State) -> Iterator[str]:
    """What may be written, each symbol a word; many ways of one action are only counted."""
    if isinstance(state.now, Dealing):
        yield from ["the", "cards,", "as", "BAR.LIS;", "?", "if", "nobody", "tells"]
        return
    options = legal(state)
    if isinstance(state.now, Placing):
        yield from _placements(state, [option for option in options if isinstance(option, Place)])
        return
    groups: dict[str, list[str]] = {}
    for command in options:
        groups.setdefault(_group_of(command), []).append(format_command(state, command))
    for name, symbols in groups.items():
        if name and len(symbols) > MOST_WAYS:
            yield f"{name}..({len(symbols)})"
        else:
            yield from symbols


_SUFFIX_WORDS: Final = {WHITE: (WHITE_SUFFIX, "a white disc"), SUPPORT: (SUPPORT_SUFFIX, "a support disc")}
_DISCS: Final = (COLOURED, WHITE, SUPPORT, IDLE_SUPPORT)


def _placements(state: State, options: list[Place]) -> Iterator[str]:
    """The streets for the first kind of disc; of others the suffix, and where they may not go as well."""
    by_disc = {disc: [option.street for option in options if option.disc == disc] for disc in _DISCS}
    first = next((disc for disc, streets in by_disc.items() if streets), COLOURED)
    for disc, streets in by_disc.items():
        elsewhere = [street for street in by_disc[first] if street not in streets]
        if disc != first and disc in _SUFFIX_WORDS and len(elsewhere) < len(streets):
            suffix, words = _SUFFIX_WORDS[disc]
            names = [format_command(state, Place(street)) for street in elsewhere]
            yield f"({suffix} behind: {words}{', not on ' if names else ''}{' '.join(names)})"
        else:
            yield from (format_command(state, Place(street, disc)) for street in streets)


def _group_of(command: Command) -> str:
    """What a decision is listed with: ways of one action together, and the ways of one cube."""
    if isinstance(command, Act):
        return command.action
    if isinstance(command, PlayCard):
        return f"+{command.action}"
    if isinstance(command, Skip):
        return "-"
    return f"{command.source}{TAKEN}" if isinstance(command, MoveCube) else ""
