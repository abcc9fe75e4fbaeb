"""The board in eight lines of 80 columns, or nine with Intrigue: what a player needs before the next decision.

It has the streets with their stacks, everybody's points, discs, goods and hand, and the tiles that are scored next with
everybody's cubes. The whole position is the subject of ``picture``; letters and signs are the same there.
"""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from calimala_es.board import STREETS, street_actions, street_between
from calimala_es.components import SEATS
from calimala_es.frames import TileScoring
from calimala_es.scoring import free_tiles, tile_rows
from calimala_es.state import Mat, State
from replays.text.board.mats import hand_column, who_acts
from replays.text.board.parts import FREE, Drawing, stack_text
from replays.text.names import Names
from replays.text.terminal import Palette, beside, centred, left, padded, shortened, width_of
from replays.text.terms import SHORT_PLACE_WORDS, TILE

WIDTH: Final = 80
CITY_WIDTH: Final = 26
SQUARE: Final = 3
GAP: Final = 7
NAME_WIDTHS: Final = {(False, False): 11, (True, False): 10, (True, True): 8}
"""The columns of a name: by whether Intrigue is played, and families."""

MARGIN: Final = 3
"""The columns before a name: the sign of the player who must act, the letter of the colour."""

OF_THIRD_PARTY: Final = 2
"""The number of columns that the third party has: its name and its points (R8.1)."""

FAMILY_LETTERS: Final = 3
"""How much of a family's name is shown; the nine differ in it."""


def compact_lines(state: State, names: Names, most: int = 9, *, colour: bool = False) -> list[str]:
    """Return the position in lines of 80 columns, eight or nine; without the intrigue tiles if that is too many.

    >>> from random import Random
    >>> from calimala_es.initial import initial, shuffled_setup
    >>> state = initial(shuffled_setup("bry", Random(7)))
    >>> len(compact_lines(state, Names.of(state.setup)))
    8
    """
    drawing = Drawing(state, names, Palette(colour=colour))
    table = beside(["", *_city_lines(drawing)], [*_mat_lines(drawing)], CITY_WIDTH)
    lines = [_head_line(drawing), *table, _next_line(drawing)]
    if state.setup.intrigue and len(lines) < most:
        lines.insert(-1, _intrigue_line(drawing))
    return lines


def _head_line(drawing: Drawing) -> str:
    """Return the turn at the left, and the piles of cards at the right."""
    state, names, text = drawing.state, drawing.names, drawing.language.text
    deck = text("Deck {number}", number=state.deck)
    piles = f"{deck}   {text('discard pile {number}', number=len(state.discard))}"
    head = text("Before the first turn")
    if state.turn:
        head = text("Turn {number}: {name}", number=state.turn, name=names.person(state.active))
    room = WIDTH - width_of(piles) - 2
    return drawing.heading(padded(head, room)) + f"  {drawing.style.paint(piles, 'quiet')}"


# The city: nine squares by their letters, and the stacks between them.


def _city_lines(drawing: Drawing) -> Iterator[str]:
    """Yield three rows of squares with the streets across, and two of the streets that lead down."""
    for first in (1, 4, 7):
        if first > 1:
            stacks = (stack_text(drawing, street_between(square - 3, square)) for square in range(first, first + 3))
            yield "".join(left(stack or FREE, SQUARE + GAP) for stack in stacks).rstrip()
        squares = [f"[{tile}]" for tile in drawing.names.city[first - 1 : first + 2]]
        one, other = (_across(drawing, square) for square in (first, first + 1))
        yield f"{squares[0]}{one}{squares[1]}{other}{squares[2]}"


def _across(drawing: Drawing, square: int) -> str:
    stack = stack_text(drawing, street_between(square, square + 1))
    return centred(f" {stack} " if 0 < width_of(stack) <= GAP - 2 else stack, GAP, "─")


# The mats.


class _Column(Struct, frozen=True):
    """A column of the mats: its head, its width, and the cell of a player."""

    head: str
    width: int
    cell: Callable[[Drawing, int, Mat], str]


def _columns(drawing: Drawing) -> list[_Column]:
    """Return the columns that the rules of this game need; the hand has the room that is left."""
    setup, language = drawing.state.setup, drawing.language
    columns = [
        _Column(language.word("column", "player"), NAME_WIDTHS[bool(setup.intrigue), bool(setup.families)], _name),
        _Column(language.word("column", "pts"), 3, _points),
        _Column(language.word("column", "discs"), 5 if setup.intrigue else 6, _discs),
        _Column("W B M S", 7, _goods),
        _Column(language.word("column", "cloth"), 5, lambda _drawing, _seat, mat: "+".join(map(str, mat.built.cloth))),
        _Column(
            "TBH", 3, lambda _drawing, _seat, mat: "".join(code if code in mat.built.houses else FREE for code in "TBH")
        ),
    ]
    if setup.intrigue:
        columns.append(_Column("K/E", 3, _faction))
    if setup.families:
        columns.append(_Column("", FAMILY_LETTERS, lambda _drawing, _seat, mat: mat.family[:FAMILY_LETTERS] or FREE))
    room = WIDTH - CITY_WIDTH - MARGIN - sum(column.width + 1 for column in columns)
    hand = _Column(language.word("column", "hand"), room, lambda _drawing, _seat, mat: hand_column(mat, room))
    return [*columns, hand]


def _mat_lines(drawing: Drawing) -> Iterator[str]:
    """Yield the heads of the columns, a line for each player, and one for the third party."""
    state, columns = drawing.state, _columns(drawing)
    heads = " ".join(padded(column.head, column.width) for column in columns)
    yield drawing.style.paint(f"{'':<{MARGIN}}{heads}".rstrip(), "quiet")
    for seat, mat in enumerate(state.mats):
        is_player = seat < state.setup.players
        sign = "►" if is_player and seat == who_acts(state) else " "
        letter = drawing.names.colours[seat]
        shown = columns if is_player else columns[:OF_THIRD_PARTY]
        cells = " ".join(left(column.cell(drawing, seat, mat), column.width) for column in shown)
        yield f"{sign}{drawing.style.paint(letter, letter)} {cells}".rstrip()


def _name(drawing: Drawing, seat: int, _mat: Mat) -> str:
    setup = drawing.state.setup
    width = NAME_WIDTHS[bool(setup.intrigue), bool(setup.families)]
    return drawing.style.paint(shortened(drawing.names.by_seat[seat], width), drawing.names.colours[seat])


def _points(drawing: Drawing, seat: int, mat: Mat) -> str:
    return f"{mat.points:>3}{drawing.star(f'{seat}.points')}"


def _discs(drawing: Drawing, _seat: int, mat: Mat) -> str:
    kinds = [mat.coloured, mat.white, *([mat.support] if drawing.state.setup.third else [])]
    return "+".join(map(str, kinds))


def _goods(_drawing: Drawing, _seat: int, mat: Mat) -> str:
    return " ".join(
        str(number or FREE) for number in (mat.stock.wood, mat.stock.brick, mat.stock.marble, mat.built.ships)
    )


def _faction(_drawing: Drawing, _seat: int, mat: Mat) -> str:
    """Return the side of the faction track, by the letter of its action, and the step (R10.6)."""
    return f"{'K' if mat.faction < 0 else 'E'}{abs(mat.faction)}" if mat.faction else FREE


# Intrigue, and what is scored next.


def _intrigue_line(drawing: Drawing) -> str:
    """Return the two actions of each street's intrigue tile, by the street (R10.2)."""
    setup = drawing.state.setup
    paint, actions = drawing.style.paint, street_actions(setup.city)
    pairs = zip(STREETS, setup.intrigue, strict=True)
    return " ".join(f"{actions[street]}:{paint(tile, 'quiet')}" for street, tile in pairs)


def _next_line(drawing: Drawing) -> str:
    """Return as many of the coming tiles as there is room for, each with the number of everybody's cubes (R6.4)."""
    state, language = drawing.state, drawing.language
    due = [frame.tile for frame in state.frames if isinstance(frame, TileScoring)]
    tiles = [*dict.fromkeys((*due, *free_tiles(state)))]
    if not tiles:
        return language.text("No tile is left.")
    line = language.text("Next: {coming}", coming="{coming}").replace("{coming}", _tile_text(drawing, tiles[0]))
    for tile in tiles[1:]:
        more = f"{line} | {_tile_text(drawing, tile)}"
        if width_of(more) > WIDTH:
            break
        line = more
    return shortened(line, WIDTH) if "\x1b" not in line else line


def _tile_text(drawing: Drawing, tile: str) -> str:
    """Return a tile with the letters and the cubes of those who have any there, the most first."""
    state = drawing.state
    counts = [
        (sum(state.rows[row].count(SEATS[seat]) for row in tile_rows(state.setup, tile)), letter)
        for seat, letter in enumerate(drawing.names.colours)
    ]
    ranked = sorted((count, letter) for count, letter in counts if count)[::-1]
    cubes = " ".join(drawing.style.paint(f"{letter}{count}", letter) for count, letter in ranked)
    return f"{drawing.language.word(TILE, SHORT_PLACE_WORDS[tile])} {cubes or FREE}"
