"""A position as one picture, for places where nothing runs: links that unfold, lists, posts, paper.

Above is the moment in words. Below are the city and the world, as the viewer draws them, and a line for each party with
points, discs, cards and goods; at the bottom the tiles of the council.
"""

from collections.abc import Callable, Iterator
from typing import Final

from calimala_es.components import WHITE
from calimala_es.frames import GameOver
from calimala_es.known import EVERYTHING, Known
from calimala_es.state import Mat, State
from replays.drawing.city import CITY_HEIGHT, CITY_WIDTH, draw_city
from replays.drawing.pieces import card, disc, good, house, shape, ship
from replays.drawing.svg import (
    CARD,
    DISC_COLOURS,
    FONT,
    GLOW,
    GOLD,
    INK,
    LINE,
    PAPER,
    QUIET,
    ROAD,
    element,
    in_short_lines,
    label,
    svg,
    text_width,
)
from replays.drawing.world import draw_world, world_size
from replays.text.board.turn import waiting_sentence
from replays.text.names import Names
from replays.text.terminal import wrap_text
from replays.text.terms import SHORT_PLACE_WORDS
from replays.text.terms import TILE as TILE_CONTEXT

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The size, which chats and forums show without cutting it."""

_MARGIN: Final = 22
_TOP: Final = 94
_BOTTOM: Final = 534
"""Where what is on the table begins and ends; above it are the words, below it the council."""

_CITY: Final = 424
_WORLD_LEFT: Final = _CITY + 14
_WORLD_WIDTH: Final = 412
"""The width of the city; where the world begins, and its greatest width."""

_PARTIES: Final = 318
"""The width of the lines of the parties."""

_TITLE_SIZE: Final = 36
_TEXT_SIZE: Final = 21
_NUMBER_SIZE: Final = 17
_COLUMNS: Final = 98
"""The sizes of texts, and how many columns the words below the title have room for."""

_HIGHEST_PARTY: Final = 96
_GAP: Final = 8
_GOOD: Final = 18
_TILE_HEIGHT: Final = 70
_MANY_LINES: Final = 3
"""Lines of a name that are set in smaller letters."""


def position_picture(state: State, names: Names, known: Known = EVERYTHING, *, words: str = "", title: str = "") -> str:
    """Draw a position as SVG of 1200 by 630.

    ``known`` is what the record has of it; ``title`` is the heading, by default the turn, and ``words`` the text below
    it, by default what the game waits for.
    """
    title = title or turn_title(state, names)
    text = words or waiting_sentence(state, names, known)
    lines = wrap_text(text, _COLUMNS)
    line = f"{lines[0]} …" if len(lines) > 1 else "".join(lines)
    width, height = world_size(names)
    scale = min(_WORLD_WIDTH / width, (_BOTTOM - _TOP) / height)
    world_left = _WORLD_LEFT + (_WORLD_WIDTH - width * scale) / 2
    return svg(
        WIDTH,
        HEIGHT,
        f"{title}. {text}",
        element("rect", width=WIDTH, height=HEIGHT, fill=PAPER),
        label(title, _MARGIN, 46, WIDTH - 2 * _MARGIN, _TITLE_SIZE, font_weight="bold"),
        label(line, _MARGIN, 78, WIDTH - 2 * _MARGIN, _TEXT_SIZE),
        element("g", draw_city(state, names), transform=f"translate(4 {_TOP}) scale({_CITY / CITY_WIDTH:.3f})"),
        element(
            "g",
            draw_world(state, names),
            transform=f"translate({world_left:.1f} {_TOP}) scale({scale:.3f})",
            opacity="1" if known.cubes else "0.45",
        ),
        _draw_parties(state, names, known, WIDTH - _MARGIN - _PARTIES, _TOP, _PARTIES, _BOTTOM - _TOP),
        _draw_council(state, names, _MARGIN, _BOTTOM + 12, WIDTH - 2 * _MARGIN + 6),
        font_family=FONT,
    )


def city_picture(state: State, names: Names) -> str:
    """Draw the city of a position without words, as SVG to be shown small."""
    return svg(CITY_WIDTH, CITY_HEIGHT, turn_title(state, names), draw_city(state, names, has_words=False))


def turn_title(state: State, names: Names) -> str:
    """Name the turn of a position, and whose it is."""
    language = names.language
    if state.is_over:
        return language.text("End of the game")
    if not state.turn:
        return language.text("Before the first turn")
    return language.text("Turn {number}: {name}", number=state.turn, name=names.person(state.active))


# The parties.


def _draw_parties(state: State, names: Names, known: Known, x: float, y: float, width: float, height: float) -> str:
    """Draw a line for each party in a box of that size."""
    parties = len(state.mats)
    high = min((height - _GAP * (parties - 1)) / parties, _HIGHEST_PARTY)
    winners = state.now.winners if isinstance(state.now, GameOver) and known.points else ""
    return "".join(
        _draw_party(
            state, names, known, seat, (x, y + seat * (high + _GAP), width, high), is_first=str(seat) in winners
        )
        for seat in range(parties)
    )


def _draw_party(
    state: State, names: Names, known: Known, seat: int, box: tuple[float, float, float, float], *, is_first: bool
) -> str:
    x, y, width, high = box
    mat, colour = state.mats[seat], names.colours[seat]
    is_active = not state.is_over and seat == state.active and state.turn > 0
    fill, stroke = (GLOW, GOLD) if is_first or is_active else (CARD, LINE)
    radius = min(high * 0.24, 20)
    left, end = x + 12 + radius * 2 + 10, x + width - 12
    points = str(mat.points) if known.points else "–"
    is_player = seat < names.setup.players
    middle = y + high * (0.33 if is_player else 0.5)
    name_size = min(27, high * 0.36)
    parts = [
        element("rect", x=x, y=y, width=width, height=high, rx=12, fill=fill, stroke=stroke, stroke_width=2),
        disc(colour, x + 12 + radius, middle, radius),
        label(
            names.by_seat[seat], left, middle + name_size * 0.36, x + width - 70 - left, name_size, font_weight="bold"
        ),
        label(points, end, middle + 13, 66, min(38, high * 0.5), font_weight="bold", text_anchor="end"),
    ]
    if is_player:
        parts += _draw_goods(mat, colour, known, x + 12, y + high * 0.76, width - 20)
    return element("g", *parts)


_Draw = Callable[[float, float, float], str]
"""Draws a piece at a point, of a size."""


def _draw_goods(mat: Mat, colour: str, known: Known, x: float, y: float, width: float) -> Iterator[str]:
    """Draw what a player has, each kind as a piece and a number, as many as there is room for."""
    shown: list[tuple[_Draw, int]] = [(_draw_disc(colour), mat.coloured), (_draw_disc("w"), mat.white)]
    if known.cards:
        shown.append((card, len(mat.open) + len(mat.secret) + mat.unknown))
    if known.goods:
        goods = (
            ("wood", mat.stock.wood),
            ("brick", mat.stock.brick),
            ("marble", mat.stock.marble),
            ("cloth", sum(mat.built.cloth)),
        )
        shown += [(_draw_good(kind), number) for kind, number in goods if number]
        shown += [(ship, mat.built.ships)] * bool(mat.built.ships) + [(house, len(mat.built.houses))] * bool(
            mat.built.houses
        )
    end = x + width
    for draw, number in shown:
        text = str(number)
        needed = _GOOD + 2 + text_width(text, _NUMBER_SIZE)
        if x + needed > end:
            return
        yield draw(x, y, _GOOD)
        yield label(text, x + _GOOD + 2, y + 6, 60, _NUMBER_SIZE)
        x += needed + 5


def _draw_disc(colour: str) -> _Draw:
    return lambda x, y, size: disc(colour, x + size / 2, y, size * 0.46)


def _draw_good(kind: str) -> _Draw:
    return lambda x, y, size: good(kind, x + 1, y, size * 0.82)


# The council.


def _draw_council(state: State, names: Names, x: float, y: float, width: float) -> str:
    """Draw the tiles of the council in their order, each with its seat."""
    pitch = width / len(state.setup.council)
    return "".join(
        _draw_tile(state, names, at, (x + at * pitch, y, pitch - 6)) for at in range(len(state.setup.council))
    )


def _draw_tile(state: State, names: Names, at: int, box: tuple[float, float, float]) -> str:
    """Draw a tile with its name, filled with the colour of the seat on it."""
    x, y, width = box
    mark = state.council[at]
    is_scored = mark != "."
    colour = names.letter(mark) if mark.isdigit() or mark == WHITE else ""
    fill, ink = DISC_COLOURS[colour] if colour else (ROAD if is_scored else CARD, QUIET if is_scored else INK)
    name = names.language.word(TILE_CONTEXT, SHORT_PLACE_WORDS[state.setup.council[at]])
    lines = in_short_lines(name)
    size = 15 if len(lines) < _MANY_LINES else 12
    middle = x + width / 2
    above = y + (size + 4 if is_scored else 39 - (size + 1) / 2 * (len(lines) - 1))
    drawn = {"text_anchor": "middle", "fill": ink}
    parts = [
        element("rect", x=x, y=y, width=width, height=_TILE_HEIGHT, rx=8, fill=fill, stroke=LINE, stroke_width=1.5),
        *(label(line, middle, above + number * size, width - 5, size, **drawn) for number, line in enumerate(lines)),
    ]
    at_bottom = y + _TILE_HEIGHT - 12
    if colour and colour != WHITE:
        parts.append(shape(colour, middle, at_bottom, 7.5, ink))
    elif is_scored:
        cross = f"M{middle - 6} {at_bottom - 6}l12 12m0 -12l-12 12"
        parts.append(element("path", d=cross, stroke=ink, stroke_width=2.5))
    return element("g", *parts)
