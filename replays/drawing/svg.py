"""SVG for every picture: elements, the colours of the house, and texts that fit into a width.

Every text and every attribute is escaped here, so nothing else has to. There are presentation attributes only, and no
style sheet, so that a picture looks the same wherever it is shown; charts alone have one, since their colours change
with the screen.
"""

from typing import Final

from calimala_es.components import WHITE
from replays.html import escaped
from replays.text.syllables import middle_break
from replays.text.terminal import columns, shortened

# Colours.

PAPER: Final = "#F6F0E3"
INK: Final = "#2B2622"
QUIET: Final = "#62584D"
LINE: Final = "#D9CDB8"
EDGE: Final = "#8D7D63"
TILE: Final = "#EAD9B8"
TILE_SIDE: Final = "#DCC69C"
ROAD: Final = "#EFE5D1"
CARD: Final = "#FFFDF8"
ALARM: Final = "#B3261E"
GOLD: Final = "#9A5200"
GLOW: Final = "#FFE2A0"
"""The colours of a bright page, as in the viewer's palette; ``GOLD`` rings what is active now, ``GLOW`` fills it."""

DISC_COLOURS: Final = {
    "b": ("#2563B0", "#FFFFFF"),
    "r": ("#BF3324", "#FFFFFF"),
    "y": ("#F2C230", INK),
    "g": ("#237247", "#FFFFFF"),
    "p": ("#7A4B9E", "#FFFFFF"),
    WHITE: ("#FFFFFF", INK),
}
"""Fill and text of a disc, or of a heading, by the letter of its colour."""

DISC_SIDES: Final = {"b": "#184680", "r": "#8A2116", "y": "#BF9107", "g": "#14502F", "p": "#563273", WHITE: "#CFC3AE"}
"""The flanks of discs."""

SIGN_COLOURS: Final = {"b": "#2563B0", "r": "#BF3324", "y": "#8A6400", "g": "#237247", "p": "#7A4B9E", WHITE: INK}
"""The colours of signs and curves on a bright ground."""

# Elements.

FONT: Final = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', 'Noto Sans CJK TC', sans-serif"


def element(name: str, /, *content: str, text: str | None = None, **attributes: str | float) -> str:
    """Write an element; ``_`` in the name of an attribute is a hyphen, one at its end is left out.

    ``content`` are elements, which are not escaped again, ``text`` is.

    >>> element("circle", r=2.5, stroke_width=1, class_="disc")
    '<circle r="2.5" stroke-width="1" class="disc"/>'
    >>> element("text", text="a < b", x=1 / 3)
    '<text x="0.33">a &lt; b</text>'
    """
    named = [(key.rstrip("_").replace("_", "-"), _rounded(value)) for key, value in attributes.items()]
    shown = "".join([f' {key}="{escaped(value)}"' for key, value in named])
    inside = "".join(content) if text is None else escaped(text)
    return f"<{name}{shown}>{inside}</{name}>" if inside else f"<{name}{shown}/>"


def _rounded(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def svg(width: float, height: float, title: str, *content: str, unit: str = "", **attributes: str) -> str:
    """Write a picture of so many pixels or other units, with a title for those who do not see it."""
    return (
        element(
            "svg",
            element("title", text=title),
            *content,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {_rounded(width)} {_rounded(height)}",
            width=f"{_rounded(width)}{unit}",
            height=f"{_rounded(height)}{unit}",
            role="img",
            **attributes,
        )
        + "\n"
    )


# Texts.

_LETTER: Final = 0.57
"""The approximate width of a letter, in parts of the size of its font."""

_SMALLEST: Final = 0.68
"""The factor down to which a text may shrink before it is cut."""

_WIDE_FONT: Final = f"'Noto Sans CJK TC', {FONT}"
"""The PNG renderer takes a letter that is missing from a font from any other; so the font of such texts comes first."""


def text_width(text: str, size: float) -> float:
    """Return the approximate width of a text, in the unit of its size; letters of wide scripts count twice."""
    return columns(text) * _LETTER * size


def label(text: str, x: float, y: float, width: float, size: float, **attributes: str | float) -> str:
    """Write a text that is made smaller until it fits into a width, then cut."""
    needed = text_width(text, size)
    fitting = size * min(1.0, width / needed) if needed else size
    smallest = size * _SMALLEST
    if fitting < smallest:
        fitting = smallest
        text = shortened(text, max(int(width / (_LETTER * smallest)), 1))
    shown: dict[str, str | float] = {"fill": INK, **attributes}
    if columns(text) > len(text):
        shown["font_family"] = _WIDE_FONT
    return element("text", text=text, x=x, y=y, font_size=fitting, **shown)


_UNSPACED: Final = "\u2e80"
"""From here on letters are written without spaces between words."""

_SHORT: Final = 7
"""Columns of a text that stays on one line."""


_LONG: Final = 11
"""Letters of a word that is broken where it has little room."""


def in_short_lines(text: str) -> tuple[str, ...]:
    """Return a text in two lines, in three where it has a long word, which is broken between two syllables.

    >>> in_short_lines("contributions of wood"), in_short_lines("trading cities")
    (('contri-', 'butions', 'of wood'), ('trading', 'cities'))
    """
    word = max(text.split(), key=len)
    at = middle_break(word)
    if len(word) < _LONG or "-" in word or not at:
        return in_two_lines(text)
    before, _, after = text.partition(word)
    lines = (before.strip(), f"{word[:at]}-", word[at:], after.strip())
    return tuple(filter(None, lines))


def in_two_lines(text: str) -> tuple[str, ...]:
    """Return a text, or its two halves where it can be broken, so that the longer one is as short as possible."""
    breaks = [at for at in range(1, len(text)) if text[at - 1] in " -" or text[at] >= _UNSPACED]
    if not breaks or columns(text) <= _SHORT:
        return (text,)
    at = min(breaks, key=lambda at: max(columns(text[:at].strip()), columns(text[at:].strip())))
    return text[:at].strip(), text[at:].strip()
