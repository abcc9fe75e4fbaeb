"""Charts of numbers: lines over turns, stacked bars, a table whose fields are shaded. Knows nothing of the game."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from replays.names import columns, shortened
from replays.plots.ink import DASHES, SIGNS, element, fill, picture, stroke
from replays.plots.scale import Scale, ticks

WIDTH: Final = 760
HEIGHT: Final = 380
SMALL_WIDTH: Final = 520
SMALL_HEIGHT: Final = 280
"""The sizes of a chart that stands alone, and of one that stands beside others."""

_TOP: Final = 46
_LEFT: Final = 48
_NAMES: Final = 150
"""Room at the right for the names of lines."""

_NAME: Final = 12
"""Columns after which a name in a chart is cut."""

_LINE_HEIGHT: Final = 15
_SMALL: Final = f"small {fill('quiet')}"

_LETTER: Final = 8.5
"""The width of a letter, of a wide one."""


class Series(Struct, frozen=True):
    """A line: its name, the letter of its colour, and a value at each place; ``None`` where there is none."""

    name: str
    colour: str
    values: tuple[float | None, ...]


class Notch(Struct, frozen=True):
    """A place that is marked on the axis, with a short word below it and all that is to say of it."""

    at: int
    word: str
    words: str


class Bar(Struct, frozen=True):
    """A bar of parts."""

    name: str
    colour: str
    parts: tuple["Part", ...]


class Part(Struct, frozen=True):
    """A part of a bar: its length, a short word that may stand in it, and what it is."""

    length: float
    word: str
    words: str


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
    """Lines, each with dashes and a sign of its own, and its last number and its name at its end.

    ``across`` is what the horizontal axis counts, from ``first`` on; ``end`` what stands at the last place instead of
    its number.
    """
    width, height = (SMALL_WIDTH, SMALL_HEIGHT) if is_small else (WIDTH, HEIGHT)
    last = first + max((len(line.values) for line in series), default=1) - 1
    numbers = [value for line in series for value in line.values if value is not None] or [0]
    marks = ticks(min(0, *numbers), max(numbers), 6)
    bottom = height - (84 if notches else 34)
    along = Scale(first, last, _LEFT, width - _NAMES)
    up = Scale(marks[0], marks[-1], bottom, _TOP)
    return picture(
        width,
        height,
        title,
        words,
        *(_level(number, up, along) for number in marks),
        *_turns(along, bottom, end),
        element("text", text=across, x=along.start - 12, y=bottom + 16, text_anchor="end", class_=_SMALL),
        *(_notch(notch, along, bottom) for notch in notches),
        *(_line(line, first, along, up) for line in series),
        *_end_names(series, first, along, up),
    )


def _level(number: float, up: Scale, along: Scale) -> str:
    y = up.at(number)
    width = 1.5 if number == 0 else 1
    rule = element("line", x1=along.start, x2=along.end, y1=y, y2=y, class_=stroke("line"), stroke_width=width)
    return rule + element("text", text=f"{number:g}", x=along.start - 6, y=y + 4, text_anchor="end", class_=_SMALL)


def _turns(along: Scale, bottom: float, end: str) -> list[str]:
    """The numbers below the axis; one that the word for the end would touch is left out."""
    reach = along.high - (along.high - along.low) / 16 if end else along.high
    numbers = [(number, f"{number:g}") for number in ticks(along.low, along.high, 10) if along.low <= number <= reach]
    return [
        element("text", text=words, x=along.at(number), y=bottom + 16, text_anchor="middle", class_=_SMALL)
        for number, words in (*numbers, *([(along.high, end)] if end else []))
    ]


def _notch(notch: Notch, along: Scale, bottom: float) -> str:
    x = along.at(notch.at)
    return element(
        "g",
        element("title", text=notch.words),
        element("line", x1=x, x2=x, y1=_TOP, y2=bottom, class_=stroke("line"), stroke_dasharray="2 4"),
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
    """The names at the ends of their lines, the highest first, moved apart where they would touch."""
    ends = [
        (up.at(known[-1][1]), along.at(known[-1][0]), line, known[-1][1])
        for line in series
        if (known := [(place, value) for place, value in enumerate(line.values, first) if value is not None])
    ]
    names: list[str] = []
    below = float(_TOP)
    for y, x, line, value in sorted(ends, key=lambda end: end[0]):
        below = max(y, below + _LINE_HEIGHT)
        words = f"{SIGNS[line.colour]} {value:g} {shortened(line.name, _NAME)}"
        names.append(element("text", text=words, x=x + 8, y=below + 4, class_=fill(line.colour)))
    return names


def bar_chart(title: str, words: str, bars: Sequence[Bar]) -> str:
    """Bars of parts beside their names; a part that is long enough says what it is."""
    longest = max((sum(part.length for part in bar.parts) for bar in bars), default=0)
    along = Scale(0, longest or 1, _LEFT + 84, WIDTH - 60)
    drawn: list[str] = []
    for row, bar in enumerate(bars):
        y = _TOP + 8 + row * 46
        name = f"{SIGNS[bar.colour]} {shortened(bar.name, _NAME)}"
        drawn.append(element("text", text=name, x=16, y=y + 21, class_=fill(bar.colour)))
        drawn += _parts(bar, along, y)
    return picture(WIDTH, _TOP + 16 + 46 * len(bars), title, words, *drawn)


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
        fits = columns(part.word) * _LETTER + 4 < width
        label = element("text", text=part.word, x=x + 4, y=y + 20, class_=f"small {fill('paper')}") if fits else ""
        drawn.append(element("g", element("title", text=f"{part.words}: {part.length:g}"), rectangle, label))
    drawn.append(element("text", text=f"{end:g}", x=along.at(end) + 6, y=y + 21, class_=fill("ink")))
    return drawn


def shaded_table(
    title: str, words: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]], *, corner: str = ""
) -> str:
    """A table of numbers, each field the darker the greater its number is."""
    most = max((abs(number) for _, numbers in rows for number in numbers), default=0) or 1
    side = max((columns(name) for name, _ in rows), default=0)
    left = 24 + min(max(side, columns(corner)), 24) * _LETTER
    width, height = (WIDTH - left - 16) / max(len(heads), 1), 30
    drawn = [element("text", text=shortened(corner, 24), x=16, y=_TOP + 14, class_=_SMALL)]
    for column, head in enumerate(heads):
        x = left + width * (column + 0.5)
        name = shortened(head, max(int(width / _LETTER), 2))
        drawn.append(element("text", text=name, x=x, y=_TOP + 14, text_anchor="middle", class_=_SMALL))
    for row, (name, numbers) in enumerate(rows):
        y = _TOP + 22 + row * height
        drawn.append(element("text", text=shortened(name, 24), x=16, y=y + 20, class_=fill("ink")))
        drawn += [
            _field(left + width * column, y, width, height, number, most) for column, number in enumerate(numbers)
        ]
    return picture(WIDTH, _TOP + 36 + height * len(rows), title, words, *drawn)


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
