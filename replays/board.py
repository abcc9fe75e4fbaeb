"""The board as text for a terminal, as a player knows it from the table.

Discs and cubes are the letters of their colours. A stack reads from the bottom to the top, and the top disc is the
capital at its right end. What a position does not know is ``?``: for what one player sees, draw his view of it.
Knows nothing of files and of who reads.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from calimala_es.board import STREET_INDEX
from calimala_es.components import (
    ACTION_WORDS,
    ACTIONS,
    CHURCHES,
    COLOUR_WORDS,
    MOST_SHIPS,
    PALAZZO,
    PLACE_WORDS,
    PORTS,
    ROW_INDEX,
    TRADING_CITIES,
    UNKNOWN,
    WAREHOUSE_CELLS,
    WORKSHOP_CELLS,
)
from calimala_es.events import PartObserved, WentUnrecorded
from calimala_es.refusals import waiting_for
from calimala_es.state import (
    Activation,
    Bottom,
    Due,
    EndCheck,
    Finale,
    Frame,
    Mat,
    Over,
    Scoring,
    State,
    TurnEnd,
)
from replays.names import Names, Table, padded, shortened, table_of
from replays.replay import Mark
from replays.style import Style, beside, centred, left, width_of, wrapped
from replays.words import influence_words, listed, street_words, victory_words

WIDTH: Final = 80
SQUARE: Final = 12
GAP: Final = 8
CITY_WIDTH: Final = 3 * SQUARE + 2 * GAP + 2
NAME_WIDTH: Final = 12
HAND_WIDTH: Final = 14
WIDEST_CHURCH_ROW: Final = 7
WIDEST_CITY_ROW: Final = 16
CUBE: Final = "■"
FREE: Final = "·"

COUNCIL_WORDS: Final = {
    **PLACE_WORDS,
    "SMF": "S. Maria del Fiore",
    "WOOD": "wood in churches",
    "BRICK": "brick in churches",
    "MARBLE": "marble in churches",
}
"""What the tiles are called where there is little room."""


class Drawing:
    """What the parts of one picture share: the position, how to call people, how to paint, what was only seen."""

    def __init__(self, state: State, table: Table, style: Style, marks: Sequence[Mark] = ()) -> None:
        """Keep them, and of the marks which parts were observed."""
        self.state = state
        self.table = table
        self.style = style
        self.marks = marks
        self.observed = {mark.event.part for mark in marks if isinstance(mark.event, PartObserved)}

    def star(self, *parts: str) -> str:
        """A star where one of these parts was only seen at the table."""
        return self.style.paint("*", "warning") if self.observed.intersection(parts) else ""

    def paint_mark(self, mark: str, *, top: bool = False) -> str:
        """One disc or cube."""
        letter = self.table.letter(mark)
        return self.style.paint(letter.upper() if top else letter, letter)

    def heading(self, text: str) -> str:
        """A title of a part of the board."""
        return self.style.paint(text, "heading")


def board_text(
    state: State, names: Names | None = None, *, marks: Sequence[Mark] = (), colour: bool = False, legend: bool = True
) -> str:
    """The whole position, at most 80 columns wide with the usual cells, without a line feed at the end.

    ``marks`` are what the record passed over until here (``Replay.marks_until``); ``legend`` explains the letters.
    """
    drawing = Drawing(state, table_of(state.setup, names), Style(colour=colour), marks)
    parts = [
        turn_lines(drawing),
        beside(
            [drawing.heading("City"), *city_lines(drawing)],
            [drawing.heading("Council"), *council_lines(drawing)],
            CITY_WIDTH,
        ),
        mat_lines(drawing),
        beside(building_lines(drawing), port_lines(drawing), CITY_WIDTH),
        pile_lines(drawing),
        legend_lines(drawing) if legend else [],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


# Whose turn it is.


def turn_lines(drawing: Drawing) -> list[str]:
    """The turn, what is waited for, and what nobody wrote down."""
    state, table, style = drawing.state, drawing.table, drawing.style
    colour = state.setup.colours[state.active]
    whose = table.name(state.active)
    if whose.lower() != COLOUR_WORDS[colour]:
        whose += f" ({COLOUR_WORDS[colour]})"
    head = f"Turn {state.turn}: {style.paint(whose, colour)}" if state.turn else "Before the first turn"
    lines = [drawing.heading(head), *wrapped(_waiting_line(drawing).split(), WIDTH, "  ")]
    lines += [style.paint(f"! {_warning(mark, table)}", "warning") for mark in drawing.marks if _is_missed(mark)]
    if drawing.observed:
        lines.append(style.paint("* was only seen to be so at the table", "warning"))
    return lines


def _waiting_line(drawing: Drawing) -> str:
    now = drawing.state.now
    if isinstance(now, Over):
        return f"The game is over: {victory_words(now.winners, now.by, drawing.table)}."
    coming = _COMING.get(type(now))
    if coming is not None and not _may_be_asked(drawing.state):
        return f"Next: {coming(now, drawing.table)}"
    rule, words = waiting_for(drawing.state)
    return f"Now: {words} ({rule})"


_COMING: Final[dict[type[Frame], Callable[[Any, Table], str]]] = {
    Due: lambda now, table: f"the disc of {table.name(now.seat)} on {street_words(table, now.street)} is activated",
    Bottom: lambda now, table: f"the bottom disc leaves {street_words(table, now.street)}",
    Scoring: lambda now, table: f"{PLACE_WORDS[now.tile]} is scored",
    TurnEnd: lambda now, table: "the turn is over",
    EndCheck: lambda now, table: "the end of the game",
    Finale: lambda now, table: "the influence cards are scored",
}
"""Positions between the events of one command, in which nobody has to do anything."""


def _may_be_asked(state: State) -> bool:
    """Whether a player has to choose what becomes of the bottom disc (R6.3)."""
    now = state.now
    return isinstance(now, Bottom) and not state.mats[now.seat].coloured


def _is_missed(mark: Mark) -> bool:
    return isinstance(mark.event, WentUnrecorded)


def _warning(mark: Mark, table: Table) -> str:
    who = shortened(table.name(mark.event.actor), NAME_WIDTH)
    return f"{mark.id}: what {who} did was not written down; the table may have looked different"


# The city and its streets.


def _stack_text(drawing: Drawing, street: str) -> str:
    """A stack from the bottom to the top, the disc whose activation it is in brackets."""
    stack = drawing.state.stacks[STREET_INDEX[street]]
    now = drawing.state.now
    active = len(stack) - now.depth if isinstance(now, Activation) and now.street == street else -1
    shown = [drawing.paint_mark(disc, top=place == len(stack) - 1) for place, disc in enumerate(stack)]
    if 0 <= active < len(shown):
        shown[active] = f"[{shown[active]}]"
    return "".join(shown) + drawing.star(street)


def _across(drawing: Drawing, street: str) -> str:
    text = _stack_text(drawing, street)
    return centred(f" {text} " if 0 < width_of(text) <= GAP - 2 else text, GAP, "─")


def _square_line(drawing: Drawing, row: int, line: int) -> str:
    """One of the three lines of a row of squares and of the streets between them."""
    tiles = drawing.table.city[3 * row : 3 * row + 3]
    first = 3 * row + 1
    if line != 1:
        box = ("┌" if line == 0 else "└") + "─" * (SQUARE - 2) + ("┐" if line == 0 else "┘")
        return (" " * GAP).join([box] * 3)
    boxes = ["│" + centred(ACTION_WORDS[tile], SQUARE - 2) + "│" for tile in tiles]
    gaps = [_across(drawing, f"{square}{square + 1}") for square in (first, first + 1)]
    return boxes[0] + gaps[0] + boxes[1] + gaps[1] + boxes[2]


def _down_line(drawing: Drawing, row: int) -> str:
    texts = [_stack_text(drawing, f"{square}{square + 3}") or "│" for square in range(3 * row + 1, 3 * row + 4)]
    return (" " * GAP).join(centred(text, SQUARE) for text in texts)


def city_lines(drawing: Drawing) -> list[str]:
    """The nine squares and the stacks of the twelve streets between them (R2.1), 15 lines."""
    bars = (" " * GAP).join([centred("│", SQUARE)] * 3)
    lines: list[str] = []
    for row in range(3):
        if row:
            lines += [bars, _down_line(drawing, row - 1), bars]
        lines += [_square_line(drawing, row, line) for line in range(3)]
    return lines


# The council.


def council_lines(drawing: Drawing) -> list[str]:
    """The fifteen scoring tiles in order, the next one marked, with the seats that were taken."""
    state = drawing.state
    now = state.now
    upcoming = now.tile if isinstance(now, Scoring) else _next_tile(state)
    lines: list[str] = []
    for number, (tile, mark) in enumerate(zip(state.setup.council, state.council, strict=True), 1):
        sign = "►" if tile == upcoming else " "
        seat = {".": FREE, "x": "-"}.get(mark) or drawing.paint_mark(mark)
        lines.append(f"{sign}{number:>2} {COUNCIL_WORDS[tile]:<18} {seat}")
    lines[0] += drawing.star("council")
    return lines


def _next_tile(state: State) -> str | None:
    place = state.council.find(".")
    return None if place < 0 else state.setup.council[place]


# The mats of the players.


def _cells(filled: int, cells: int, sign: str = CUBE) -> str:
    return sign * filled + FREE * (cells - filled)


def hand_text(mat: Mat) -> str:
    """The cards of a hand as letters in the order of the actions, ``?`` for each that is not known."""
    known = sorted(mat.open + mat.secret, key=ACTIONS.index)
    return "".join(known) + UNKNOWN * mat.unknown


def _hand_column(mat: Mat) -> str:
    hand = hand_text(mat)
    if len(hand) <= HAND_WIDTH:
        return hand or "-"
    return " ".join(f"{hand.count(card)}{card}" for card in dict.fromkeys(hand))


def _mat_line(drawing: Drawing, seat: int, mat: Mat) -> str:
    state, style = drawing.state, drawing.style
    letter = drawing.table.colours[seat]
    workshops = " ".join(_cells(cloth, WORKSHOP_CELLS) for cloth in mat.cloth)
    houses = "".join(code if code in mat.houses else FREE for code in "TBH")
    columns = (
        (padded(drawing.table.name(seat), NAME_WIDTH), "", NAME_WIDTH),
        (f"{mat.points:>3}", "points", 3),
        (f"{mat.coloured:>2}{letter} {mat.white}w", "coloured white", 6),
        (_cells(mat.wood, WAREHOUSE_CELLS), "wood", 4),
        (_cells(mat.brick, WAREHOUSE_CELLS), "brick", 4),
        (_cells(mat.marble, WAREHOUSE_CELLS), "marble", 6),
        (workshops, "cloth", 14),
        (_cells(mat.ships, MOST_SHIPS, "S"), "ships", 5),
        (houses, "houses", 3),
        (_hand_column(mat), "hand", 0),
    )
    shown = [
        left(style.paint(text, letter) + drawing.star(*(f"{seat}.{part}" for part in parts.split())), width)
        for text, parts, width in columns
    ]
    sign = "►" if seat == _who_acts(state) else " "
    return f"{sign}{style.paint(letter, letter)} {' '.join(shown)}".rstrip()


def _who_acts(state: State) -> int | None:
    return state.actor if state.actor is not None else getattr(state.now, "seat", None)


def mat_lines(drawing: Drawing) -> list[str]:
    """A line for each player, the one who acts marked."""
    heads = ("player", "pts", "discs", "wood", "bric", "marble", "workshops", "ships", "TBH", "hand")
    widths = (NAME_WIDTH, 3, 6, 4, 4, 6, 14, 5, 3, 4)
    head = "   " + " ".join(left(text, width) for text, width in zip(heads, widths, strict=True))
    return [
        drawing.heading(head.rstrip()),
        *(_mat_line(drawing, seat, mat) for seat, mat in enumerate(drawing.state.mats)),
    ]


# The cells of the board.


def cells_text(drawing: Drawing, row: str, most: int) -> str:
    """A row of cells: a letter a cube, in order of arrival, and a dot a free cell, or their number if they are many."""
    place = ROW_INDEX[row]
    cubes, cells = drawing.state.rows[place], drawing.state.setup.ruleset.cells[place]
    free = max(cells - len(cubes), 0)
    dots = FREE * free if max(cells, len(cubes)) <= most else f"+{free}"
    return "".join(map(drawing.paint_mark, cubes)) + dots + drawing.star(row)


def building_lines(drawing: Drawing) -> list[str]:
    """The three churches and the Palazzo, a row of cells for each kind of cube."""
    lines = [drawing.heading(f"{'Buildings':<22}{'wood':<7}{'brick':<7}{'marble':<7}artwork")]
    for church in CHURCHES:
        cells = [left(cells_text(drawing, f"{church}.{kind}", WIDEST_CHURCH_ROW), 7) for kind in "WBMA"]
        lines.append(f"{PLACE_WORDS[church]:<22}{''.join(cells)}".rstrip())
    return [*lines, f"{PLACE_WORDS[PALAZZO]:<43}{cells_text(drawing, f'{PALAZZO}.A', WIDEST_CHURCH_ROW)}"]


def port_lines(drawing: Drawing) -> list[str]:
    """The six cities with their cells."""
    return [
        drawing.heading("Cities"),
        *(f"{PLACE_WORDS[city]:<11}{cells_text(drawing, city, WIDEST_CITY_ROW)}" for city in PORTS + TRADING_CITIES),
    ]


# Cards.


def pile_lines(drawing: Drawing) -> list[str]:
    """The deck, the open pile, the cards laid out, and the influence cards."""
    state = drawing.state
    discard = " ".join(f"{state.discard.count(card)}{card}" for card in ACTIONS if card in state.discard)
    lines = [
        f"Deck {state.deck}{drawing.star('deck')}   open pile {len(state.discard)}{drawing.star('discard')}"
        + (f": {discard}" if discard else "")
    ]
    if state.laid_out:
        lines.append("Starting cards laid out: " + listed(ACTION_WORDS[card] for card in state.laid_out))
    return [*lines, *_influence_lines(drawing)]


def _influence_words(table: Table, seat: int, mat: Mat) -> str:
    for verb, cards in (("shows", mat.shown), ("keeps", mat.kept), ("was dealt", mat.dealt)):
        if cards:
            return f"{table.name(seat)} {verb} {listed(map(influence_words, cards))}"
    return ""


def _influence_lines(drawing: Drawing) -> list[str]:
    """The influence cards by the board and of every player, as far as anybody has one."""
    state = drawing.state
    board = f"by the board {listed(map(influence_words, state.by_board))}" if state.by_board else ""
    told = [board, *(_influence_words(drawing.table, seat, mat) for seat, mat in enumerate(state.mats))]
    words = "; ".join(filter(None, told))
    return wrapped(f"Influence cards: {words}".split(), WIDTH, "  ") if words else []


def legend_lines(drawing: Drawing) -> list[str]:
    """What the letters mean."""
    colours = [f"{drawing.style.paint(letter, letter)} {COLOUR_WORDS[letter]}," for letter in drawing.table.colours]
    cards = [f"{code} {word}," for code, word in ACTION_WORDS.items()]
    return [
        *wrapped(["Discs and cubes:", *colours, "w white disc; a stack from the bottom to the Top."], WIDTH, "  "),
        *wrapped(["Cards:", *cards, "? unknown."], WIDTH, "  "),
        "Houses: T Troyes, B Bruges, H Hamburg. S ship, ■ cube or cloth, · free.",
    ]
