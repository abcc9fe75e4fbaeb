"""The mats of the players, one line each."""

from typing import Final

from calimala_es.components import ACTIONS, MOST_SHIPS, UNKNOWN, WAREHOUSE_CELLS, WORKSHOP_CELLS
from calimala_es.state import Mat, State
from replays.board.drawing import CUBE, FREE, Drawing
from replays.names import padded, shortened
from replays.style import left

NAME_WIDTH: Final = 12
DISCS_WIDTH: Final = 6
HAND_WIDTH: Final = 11


def _cells(filled: int, cells: int, sign: str = CUBE) -> str:
    return sign * filled + FREE * (cells - filled)


def hand_text(mat: Mat) -> str:
    """Return the cards of a hand as letters in the order of the actions, ``?`` for each unknown one."""
    known = sorted(mat.open + mat.secret, key=ACTIONS.index)
    return "".join(known) + UNKNOWN * mat.unknown


def _hand_column(mat: Mat, width: int) -> str:
    """Return the hand as letters; as numbers if there are too many, and shortened if those are too long."""
    hand = hand_text(mat)
    if len(hand) <= width:
        return hand or "-"
    return shortened("".join(f"{hand.count(card)}{card}" for card in dict.fromkeys(hand)), width)


def _mat_line(drawing: Drawing, seat: int, mat: Mat) -> str:
    state, style = drawing.state, drawing.style
    letter = drawing.names.colours[seat]
    workshops = " ".join(_cells(cloth, WORKSHOP_CELLS) for cloth in mat.cloth)
    houses = "".join(code if code in mat.houses else FREE for code in "TBH")
    third = state.setup.third
    support = f" {mat.support}{third}" if third else ""
    columns = (
        (padded(drawing.names.name(seat), NAME_WIDTH), "", NAME_WIDTH),
        (points_text(drawing, mat), "points", 3),
        (f"{mat.coloured:>2}{letter} {mat.white}w{support}", "coloured white support", DISCS_WIDTH + len(support)),
    )
    goods = (
        (_cells(mat.wood, WAREHOUSE_CELLS), "wood", 4),
        (_cells(mat.brick, WAREHOUSE_CELLS), "brick", 4),
        (_cells(mat.marble, WAREHOUSE_CELLS), "marble", 6),
        (workshops, "cloth", 14),
        (_cells(mat.ships, MOST_SHIPS, "S"), "ships", 5),
        (houses, "houses", 3),
        (_hand_column(mat, HAND_WIDTH - len(support)), "hand", 0),
    )
    shown = [
        left(style.paint(text, letter) + drawing.star(*(f"{seat}.{part}" for part in parts.split())), width)
        for text, parts, width in (*columns, *(goods if drawing.known.goods else ()))
    ]
    sign = "►" if seat == _who_acts(state) else " "
    return f"{sign}{style.paint(letter, letter)} {' '.join(shown)}".rstrip()


def points_text(drawing: Drawing, mat: Mat) -> str:
    """Return a player's points, ``?`` if they are not recorded."""
    return f"{mat.points if drawing.known.points else UNKNOWN:>3}"


def _third_line(drawing: Drawing, party: int) -> str:
    """Return the line of the third party, which has points and nothing else on a mat (R8.1, R8.9)."""
    letter = drawing.names.colours[party]
    name = padded(drawing.names.by_seat[party], NAME_WIDTH)
    points = f"{name} {points_text(drawing, drawing.state.mats[party])}"
    painted = drawing.style.paint(points, letter) + drawing.star(f"{party}.points")
    third = drawing.language.text("the third party")
    return f" {drawing.style.paint(letter, letter)} {painted} {third}"


def _who_acts(state: State) -> int | None:
    return state.actor if state.actor is not None else getattr(state.now, "seat", None)


_HEADS_OF_SUPPLY: Final = 3
"""The number of columns for the player, the points and the discs."""


def mat_lines(drawing: Drawing) -> list[str]:
    """Return a line for each player, the active one marked; then one for the third party."""
    state = drawing.state
    discs_width = DISCS_WIDTH + 3 * bool(state.setup.third)
    language = drawing.language
    heads = (
        (language.word("column", "player"), NAME_WIDTH),
        (language.word("column", "pts"), 3),
        (language.word("column", "discs"), discs_width),
        (language.word("mat", "wood"), 4),
        (language.word("mat", "bric"), 4),
        (language.word("mat", "marble"), 6),
        (language.word("column", "workshops"), 14),
        (language.word("column", "ships"), 5),
        ("TBH", 3),
        (language.word("column", "hand"), HAND_WIDTH),
    )
    shown = len(heads) if drawing.known.goods else _HEADS_OF_SUPPLY
    head = "   " + " ".join(padded(text, width) for text, width in heads[:shown])
    players = state.setup.players
    return [
        drawing.heading(head.rstrip()),
        *(_mat_line(drawing, seat, mat) for seat, mat in enumerate(state.mats[:players])),
        *(_third_line(drawing, party) for party in range(players, len(state.mats))),
    ]
