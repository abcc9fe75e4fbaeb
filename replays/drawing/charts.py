"""Charts of numbers: lines over turns, stacked bars, a table whose fields are shaded. Knows nothing of the game.

A chart needs no style sheet and no network, and says in words what it shows. Its colours change with the screen, and
are the light ones on paper; nobody needs them, since lines differ by dashes and names by signs.
"""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Final, NamedTuple

from msgspec import Struct

from replays.drawing.svg import FONT, element, in_two_lines, svg, text_width
from replays.text.terminal import columns, shortened, wrapped

WIDTH: Final = 760
HEIGHT: Final = 380
SMALL_WIDTH: Final = 520
SMALL_HEIGHT: Final = 280
"""The sizes of a chart by itself, and of one beside others."""

_TOP: Final = 46
_LEFT: Final = 48
_NAMES: Final = 150
"""The space at the right for the names of lines."""

_NAME: Final = 12
"""Columns after which a name in a chart is cut."""

_LONG_NAME: Final = 32
"""Columns after which a name beside an interval is in two lines, and each of them is cut."""

_ROW: Final = 26
"""The height of an interval, without the second line of its name."""

_FINEST: Final = 0.1
"""The least distance of the numbers below intervals."""

_LINE_HEIGHT: Final = 15
_NOTCH_GAP: Final = 11
"""The least distance of the words of two marks on the axis."""

_SMALL_SIZE: Final = 12
"""The size by which small texts are measured, a little larger than they are."""

_TEXT_SIZE: Final = 15
"""The size by which texts in fields are measured, a little larger than they are."""

_TITLE_SIZE: Final = 17
"""The size by which titles are measured, a little larger than they are."""

_TITLE_LINE: Final = 20
"""The height of a line of a title."""

# Colours.

_LIGHT: Final = {
    "paper": "#fbf8f1",
    "ink": "#2b2622",
    "quiet": "#6f665c",
    "line": "#d8cfbf",
    "b": "#2f6db5",
    "r": "#c0392b",
    "y": "#a97c00",
    "g": "#2e7d4f",
    "p": "#7a4b9e",
    "w": "#6f665c",
}
_DARK: Final = {
    "paper": "#1f1b18",
    "ink": "#efe8dc",
    "quiet": "#b5aa9b",
    "line": "#4a423a",
    "b": "#7fb2ec",
    "r": "#f08a7c",
    "y": "#f2c230",
    "g": "#6fc794",
    "p": "#c39be2",
    "w": "#d8cfbf",
}
"""Colours by their uses: paper and ink, and by letters those of players, which stand out on it."""

DASHES: Final = {"b": "", "r": "9 4", "y": "2 3", "g": "12 3 2 3", "p": "5 2", "w": "1 4"}
"""The dashes of a line by colour, so that lines differ without colours."""

COLOUR_SIGNS: Final = {"b": "●", "r": "■", "y": "▲", "g": "◆", "p": "★", "w": "○"}
"""A sign by colour, for the same reason."""


def _rules(colours: dict[str, str]) -> str:
    return "".join(
        f".cal-plot .f-{name}{{fill:{colour}}}.cal-plot .s-{name}{{stroke:{colour}}}"
        for name, colour in colours.items()
    )


STYLE: Final = (
    f".cal-plot{{font-family:{FONT};font-size:13px}}"
    f"{_rules(_LIGHT)}@media screen and (prefers-color-scheme:dark){{{_rules(_DARK)}}}"
    ".cal-plot .small{font-size:11px}.cal-plot .title{font-size:16px;font-weight:bold}"
    ".cal-plot path{fill:none;stroke-width:2.5;stroke-linejoin:round}"
)
"""The style of every chart."""

STYLE_ELEMENT: Final = f"<style>{STYLE}</style>"
"""The style as each chart has it; a document with several needs it once."""


def fill(name: str) -> str:
    """Return the class of elements that are filled with a colour."""
    return f"f-{name}"


def stroke(name: str) -> str:
    """Return the class of elements whose outline has a colour."""
    return f"s-{name}"


_SMALL: Final = f"small {fill('quiet')}"


def _chart(width: int, height: int, title: str, words: str, *content: str) -> str:
    """Write a whole chart with its title above and, for those who do not see it, what it shows in words.

    Each further line of a long title moves the content down.
    """
    lines = wrapped(title.split(), int((width - 32) / text_width("m", _TITLE_SIZE))) or [""]
    more = _TITLE_LINE * (len(lines) - 1)
    return svg(
        width,
        height + more,
        title,
        element("desc", text=words),
        STYLE_ELEMENT,
        element("rect", width="100%", height="100%", class_=fill("paper")),
        *(
            element("text", text=line, x=16, y=26 + _TITLE_LINE * place, class_=f"title {fill('ink')}")
            for place, line in enumerate(lines)
        ),
        *([element("g", *content, transform=f"translate(0 {more})")] if more else content),
        class_="cal-plot",
    )


# Scales.

_STEPS: Final = (1, 2, 5, 10)
"""The steps between the numbers of an axis, but for a power of ten."""


class Scale(NamedTuple):
    """An axis: numbers from ``low`` to ``high`` are from ``start`` to ``end`` on the paper."""

    low: float
    high: float
    start: float
    end: float

    def at(self, number: float) -> float:
        """Return the place of a number; the start if there is only one number."""
        span = self.high - self.low
        return self.start + (self.end - self.start) * (number - self.low) / span if span else self.start


def ticks(low: float, high: float, most: int, *, least: float = 1) -> list[float]:
    """Return round numbers from at most ``low`` to at least ``high``, at least two, about ``most``, no nearer to each
    other than ``least``.

    >>> ticks(0, 47, 6)
    [0, 10, 20, 30, 40, 50]
    """
    rough = max((high - low) / max(most, 1), least)
    power = 10 ** floor(log10(rough))
    step = next(times * power for times in _STEPS if times * power >= rough)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return [number * step for number in range(first, last + 1)]


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return places near those wanted, which ascend, from ``low`` to ``high`` and at least ``gap`` apart if they fit.

    >>> spread([10, 11, 40], 5, 0, 40)
    [10, 15, 40]
    """
    places: list[float] = []
    for place in wanted:
        places.append(max(place, places[-1] + gap if places else low))
    most = high
    for number in reversed(range(len(places))):
        places[number] = min(places[number], most)
        most = places[number] - gap
    return places


# Charts.


class Series(Struct, frozen=True):
    """A line of a chart: its name, the letter of its colour, a value at each place, ``None`` where there is none."""

    name: str
    colour: str
    values: tuple[float | None, ...]


class Notch(Struct, frozen=True):
    """A mark on the axis, with a short word below it, and in ``words`` all that there is to say of it."""

    at: int
    word: str
    words: str


class Bar(Struct, frozen=True):
    """A bar of a chart, made of parts."""

    name: str
    colour: str
    parts: tuple["BarPart", ...]


class BarPart(Struct, frozen=True):
    """A part of a bar: its length, a short word that is written in it where it fits, and what it is."""

    length: float
    word: str
    words: str


class Interval(Struct, frozen=True):
    """A value with the limits between which it probably is; without a value there is only its name and words."""

    name: str
    words: str
    value: float | None = None
    low: float = 0
    high: float = 0


def line_chart(
    title: str,
    words: str,
    series: Sequence[Series],
    *,
    across: str,
    first: int = 0,
    end: str = "",
    notches: Sequence[Notch] = (),
    is_small: bool = False,
) -> str:
    """Draw lines, each with dashes and a sign of its own, and its last number and its name at its end.

    ``across`` is what the horizontal axis counts, from ``first`` on; ``end`` replaces the last number below it.
    """
    width, height = (SMALL_WIDTH, SMALL_HEIGHT) if is_small else (WIDTH, HEIGHT)
    last = first + max((len(line.values) for line in series), default=1) - 1
    numbers = [value for line in series for value in line.values if value is not None] or [0]
    marks = ticks(min(0, *numbers), max(numbers), 6)
    bottom = height - (84 if notches else 34)
    along = Scale(first, last, _LEFT, width - _NAMES)
    up = Scale(marks[0], marks[-1], bottom, _TOP)
    return _chart(
        width,
        height,
        title,
        words,
        *(_level(number, up, along) for number in marks),
        *_turns(along, bottom, end),
        element("text", text=across, x=along.start - 12, y=bottom + 16, text_anchor="end", class_=_SMALL),
        *_notches(notches, along, bottom),
        *(_line(line, first, along, up) for line in series),
        *_end_names(series, first, along, up),
    )


def _level(number: float, up: Scale, along: Scale) -> str:
    y = up.at(number)
    width = 1.5 if number == 0 else 1
    rule = element("line", x1=along.start, x2=along.end, y1=y, y2=y, class_=stroke("line"), stroke_width=width)
    return rule + element("text", text=f"{number:g}", x=along.start - 6, y=y + 4, text_anchor="end", class_=_SMALL)


def _turns(along: Scale, bottom: float, end: str) -> list[str]:
    """Draw the numbers below the axis, but for those that the word for the end would touch."""
    reach = along.end - text_width(end, _SMALL_SIZE) - _NOTCH_GAP if end else along.end
    numbers = [number for number in ticks(along.low, along.high, 10) if along.low <= number <= along.high]
    shown = [
        element("text", text=f"{number:g}", x=along.at(number), y=bottom + 16, text_anchor="middle", class_=_SMALL)
        for number in numbers
        if along.at(number) <= reach
    ]
    if end:
        shown.append(element("text", text=end, x=along.end, y=bottom + 16, text_anchor="end", class_=_SMALL))
    return shown


def _notches(notches: Sequence[Notch], along: Scale, bottom: float) -> list[str]:
    """Draw marks on the axis, with their words moved apart where they would touch."""
    ordered = sorted(notches, key=lambda notch: notch.at)
    places = spread([along.at(notch.at) for notch in ordered], _NOTCH_GAP, along.start, along.end)
    return [_notch(notch, along.at(notch.at), x, bottom) for notch, x in zip(ordered, places, strict=True)]


def _notch(notch: Notch, line: float, x: float, bottom: float) -> str:
    """Draw a mark at one place, and its word at another, near it."""
    return element(
        "g",
        element("title", text=notch.words),
        element("line", x1=line, x2=line, y1=_TOP, y2=bottom, class_=stroke("line"), stroke_dasharray="2 4"),
        element(
            "text",
            text=notch.word,
            x=x + 4,
            y=bottom + 24,
            class_=_SMALL,
            text_anchor="end",
            transform=f"rotate(-90 {x + 4:.1f} {bottom + 24:.1f})",
        ),
    )


def _line(line: Series, first: int, along: Scale, up: Scale) -> str:
    points = [(along.at(place), up.at(value)) for place, value in enumerate(line.values, first) if value is not None]
    path = " ".join(f"{'L' if number else 'M'}{x:.1f} {y:.1f}" for number, (x, y) in enumerate(points))
    drawn = element("path", d=path, class_=stroke(line.colour), stroke_dasharray=DASHES[line.colour] or "none")
    return element("g", element("title", text=line.name), drawn)


def _end_names(series: Sequence[Series], first: int, along: Scale, up: Scale) -> list[str]:
    """Draw the names at the ends of their lines, the highest first, moved apart where they would touch."""
    ends = sorted(
        (
            (up.at(known[-1][1]), along.at(known[-1][0]), line, known[-1][1])
            for line in series
            if (known := [(place, value) for place, value in enumerate(line.values, first) if value is not None])
        ),
        key=lambda end: end[0],
    )
    places = spread([y for y, *_ in ends], _LINE_HEIGHT, up.end, up.start)
    return [
        element(
            "text",
            text=f"{COLOUR_SIGNS[line.colour]} {value:g} {shortened(line.name, _NAME)}",
            x=x + 8,
            y=place + 4,
            class_=fill(line.colour),
        )
        for place, (_, x, line, value) in zip(places, ends, strict=True)
    ]


def bar_chart(title: str, words: str, bars: Sequence[Bar]) -> str:
    """Draw bars of parts beside their names; a part that is long enough says what it is."""
    longest = max((sum(part.length for part in bar.parts) for bar in bars), default=0)
    along = Scale(0, longest or 1, _LEFT + 84, WIDTH - 60)
    drawn: list[str] = []
    for row, bar in enumerate(bars):
        y = _TOP + 8 + row * 46
        name = f"{COLOUR_SIGNS[bar.colour]} {shortened(bar.name, _NAME)}"
        drawn.append(element("text", text=name, x=16, y=y + 21, class_=fill(bar.colour)))
        drawn += _parts(bar, along, y)
    return _chart(WIDTH, _TOP + 16 + 46 * len(bars), title, words, *drawn)


def _parts(bar: Bar, along: Scale, y: float) -> list[str]:
    drawn: list[str] = []
    end = 0.0
    for number, part in enumerate(bar.parts):
        x, end = along.at(end), end + part.length
        width = along.at(end) - x
        rectangle = element(
            "rect",
            x=x,
            y=y,
            width=width,
            height=32,
            fill_opacity=0.75 if number % 2 else 0.95,
            class_=f"{fill(bar.colour)} {stroke('paper')}",
        )
        fits = text_width(part.word, _TEXT_SIZE) + 4 < width
        label = element("text", text=part.word, x=x + 4, y=y + 20, class_=f"small {fill('paper')}") if fits else ""
        drawn.append(element("g", element("title", text=f"{part.words}: {part.length:g}"), rectangle, label))
    drawn.append(element("text", text=f"{end:g}", x=along.at(end) + 6, y=y + 21, class_=fill("ink")))
    return drawn


def interval_chart(title: str, words: str, rows: Sequence[Interval]) -> str:
    """Draw values as dots, each on the line between its limits, beside their names; a row without a value has words."""
    known = [row for row in rows if row.value is not None]
    least, most = min((row.low for row in known), default=0), max((row.high for row in known), default=1)
    numbers = ticks(least, most, 8, least=_FINEST)
    names = [in_two_lines(row.name) if columns(row.name) > _LONG_NAME else (row.name,) for row in rows]
    widest = max((columns(line) for lines in names for line in lines), default=0)
    along = Scale(numbers[0], numbers[-1], 24 + text_width("m" * min(widest, _LONG_NAME), _TEXT_SIZE), WIDTH - 24)
    bottom = _TOP + 8 + sum(map(_row_height, names))
    drawn = [_upright(number, along, bottom) for number in numbers if known]
    below: float = _TOP + 8
    for row, lines in zip(rows, names, strict=True):
        y, below = below + _row_height(lines) / 2, below + _row_height(lines)
        first = y + 5 - (len(lines) - 1) * _LINE_HEIGHT / 2
        name = "".join(
            element("text", text=shortened(line, _LONG_NAME), x=16, y=first + _LINE_HEIGHT * place, class_=fill("ink"))
            for place, line in enumerate(lines)
        )
        if row.value is None:
            dot = element("text", text=row.words, x=along.start + 8, y=y + 5, class_=_SMALL)
        else:
            low, high = along.at(row.low), along.at(row.high)
            dot = element("line", x1=low, x2=high, y1=y, y2=y, class_=stroke("quiet"), stroke_width=3)
            dot += element("circle", cx=along.at(row.value), cy=y, r=5, class_=fill("ink"))
        drawn.append(element("g", element("title", text=f"{row.name}: {row.words}"), name, dot))
    return _chart(WIDTH, bottom + 28, title, words, *drawn)


def _row_height(name: Sequence[str]) -> int:
    return _ROW + _LINE_HEIGHT * (len(name) - 1)


def _upright(number: float, along: Scale, bottom: float) -> str:
    """Draw an upright line of a number, and the number below it."""
    x = along.at(number)
    rule = element("line", x1=x, x2=x, y1=_TOP, y2=bottom, class_=stroke("line"))
    return rule + element("text", text=f"{number:g}", x=x, y=bottom + 16, text_anchor="middle", class_=_SMALL)


def shaded_table(
    title: str, words: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]], *, corner: str = ""
) -> str:
    """Draw a table of numbers, each field the darker the greater its number is."""
    most = max((abs(number) for _, numbers in rows for number in numbers), default=0) or 1
    side = max((columns(name) for name, _ in rows), default=0)
    left = 24 + text_width("m" * min(max(side, columns(corner)), 24), _TEXT_SIZE)
    width, height = (WIDTH - left - 16) / max(len(heads), 1), 30
    drawn = [element("text", text=shortened(corner, 24), x=16, y=_TOP + 14, class_=_SMALL)]
    for column, head in enumerate(heads):
        x = left + width * (column + 0.5)
        name = shortened(head, max(int(width / text_width("m", _TEXT_SIZE)), 2))
        drawn.append(element("text", text=name, x=x, y=_TOP + 14, text_anchor="middle", class_=_SMALL))
    for row, (name, numbers) in enumerate(rows):
        y = _TOP + 22 + row * height
        drawn.append(element("text", text=shortened(name, 24), x=16, y=y + 20, class_=fill("ink")))
        drawn += [
            _field(left + width * column, y, width, height, number, most) for column, number in enumerate(numbers)
        ]
    return _chart(WIDTH, _TOP + 36 + height * len(rows), title, words, *drawn)


def _field(x: float, y: float, width: float, height: float, number: float, most: float) -> str:
    box = element(
        "rect",
        x=x,
        y=y,
        width=width - 2,
        height=height - 2,
        fill_opacity=0.6 * abs(number) / most,
        class_=f"{fill('b')} {stroke('line')}",
    )
    return box + element(
        "text", text=f"{number:.4g}", x=x + width / 2, y=y + 19, text_anchor="middle", class_=fill("ink")
    )
