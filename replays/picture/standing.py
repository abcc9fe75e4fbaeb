"""Who has what, in a picture: a line for each player with points, discs, cards and goods; and the council's tiles."""

from collections.abc import Callable, Iterator
from typing import Final

from calimala_es.components import WHITE
from calimala_es.state import GameOver, Mat, State
from notation.depth.known import Known
from replays.diagrams.cells import DISC_COLOURS, INK, LINE, QUIET, ROAD, disc_colour
from replays.names import Table
from replays.picture.city import GLOW, GOLD
from replays.picture.pieces import card, disc, good, house, in_two_lines, label, shape, ship, wide
from replays.plots.ink import element
from replays.words.vocabulary import SHORT_PLACE_WORDS
from replays.words.vocabulary import TILE as TILE_WORD

_MOST_HIGH: Final = 96
_GAP: Final = 8
_MARK: Final = 22


def standing(state: State, table: Table, known: Known, x: float, y: float, width: float, height: float) -> str:
    """A line for each party in a box of that size."""
    parties = len(state.mats)
    high = min((height - _GAP * (parties - 1)) / parties, _MOST_HIGH)
    winners = state.now.winners if isinstance(state.now, GameOver) and known.points else ""
    return "".join(
        _party(state, table, known, seat, (x, y + seat * (high + _GAP), width, high), is_first=str(seat) in winners)
        for seat in range(parties)
    )


def _party(
    state: State, table: Table, known: Known, seat: int, box: tuple[float, float, float, float], *, is_first: bool
) -> str:
    x, y, width, high = box
    mat, colour = state.mats[seat], table.colours[seat]
    is_active = not state.is_over and seat == state.active and state.turn > 0
    fill, stroke = (GLOW, GOLD) if is_first or is_active else ("#FFFDF8", LINE)
    radius = min(high * 0.36, 30)
    left = x + 16 + radius * 2 + 14
    points = str(mat.points) if known.points else "–"
    is_player = seat < table.setup.players
    name_at, marks_at = (y + high * 0.43, y + high * 0.74) if is_player else (y + high / 2 + 10, 0.0)
    name_size = min(32, high * 0.44)
    parts = [
        element("rect", x=x, y=y, width=width, height=high, rx=12, fill=fill, stroke=stroke, stroke_width=2),
        disc(colour, x + 16 + radius, y + high / 2, radius),
        label(table.names[seat], left, name_at, width - (left - x) - 110, name_size, font_weight="bold"),
        label(
            points, x + width - 18, y + high / 2 + 15, 96, min(46, high * 0.68), font_weight="bold", text_anchor="end"
        ),
    ]
    if is_player:
        parts += _marks(mat, colour, known, left, marks_at, width - (left - x) - 100)
    return element("g", *parts)


_Draw = Callable[[float, float, float], str]


def _marks(mat: Mat, colour: str, known: Known, x: float, y: float, width: float) -> Iterator[str]:
    """What somebody has, each as a small picture and a number, as much of it as there is room for."""
    told: list[tuple[_Draw, int]] = [(_disc(colour), mat.coloured), (_disc("w"), mat.white)]
    if known.cards:
        told.append((card, len(mat.open) + len(mat.secret) + mat.unknown))
    if known.goods:
        goods = (("wood", mat.wood), ("brick", mat.brick), ("marble", mat.marble), ("cloth", sum(mat.cloth)))
        told += [(_good(kind), number) for kind, number in goods if number]
        told += [(ship, mat.ships)] * bool(mat.ships) + [(house, len(mat.houses))] * bool(mat.houses)
    end = x + width
    for draw, number in told:
        text = str(number)
        needed = _MARK + 6 + wide(text, 21)
        if x + needed > end:
            return
        yield draw(x, y, _MARK)
        yield label(text, x + _MARK + 6, y + 7.5, 60, 21)
        x += needed + 15


def _disc(colour: str) -> _Draw:
    return lambda x, y, size: disc(colour, x + size / 2, y, size * 0.46)


def _good(kind: str) -> _Draw:
    return lambda x, y, size: good(kind, x + 1, y, size * 0.82)


def council(state: State, table: Table, x: float, y: float, width: float) -> str:
    """The council's tiles in their order, in two rows, each with who sits there."""
    tiles = state.setup.council
    in_row = -(-len(tiles) // 2)
    pitch = width / in_row
    return "".join(
        _tile(state, table, at, (x + at % in_row * pitch, y + at // in_row * (_TILE_HIGH + 6), pitch - 6))
        for at in range(len(tiles))
    )


_TILE_HIGH: Final = 58

COUNCIL_HIGH: Final = 2 * _TILE_HIGH + 6
"""How high both rows are together."""


def _tile(state: State, table: Table, at: int, box: tuple[float, float, float]) -> str:
    """A tile with its name; one that was scored is filled with the colour of who sits there."""
    x, y, width = box
    mark = state.council[at]
    is_scored = mark != "."
    colour = disc_colour(table, mark) if mark.isdigit() or mark == WHITE else ""
    fill, ink = DISC_COLOURS[colour] if colour else (ROAD if is_scored else "#FFFDF8", QUIET if is_scored else INK)
    name = table.language.word(TILE_WORD, SHORT_PLACE_WORDS[state.setup.council[at]])
    lines = in_two_lines(name)
    middle = x + width / 2
    above = y + (17 if is_scored else 33) - (0 if is_scored else 8 * (len(lines) - 1))
    drawn = {"text_anchor": "middle", "fill": ink}
    parts = [
        element("rect", x=x, y=y, width=width, height=_TILE_HIGH, rx=8, fill=fill, stroke=LINE, stroke_width=1.5),
        *(label(line, middle, above + number * 15, width - 5, 15, **drawn) for number, line in enumerate(lines)),
    ]
    at_bottom = y + _TILE_HIGH - 12
    if colour and colour != WHITE:
        parts.append(shape(colour, middle, at_bottom, 7.5, ink))
    elif is_scored:
        cross = f"M{middle - 6} {at_bottom - 6}l12 12m0 -12l-12 12"
        parts.append(element("path", d=cross, stroke=ink, stroke_width=2.5))
    return element("g", *parts)
