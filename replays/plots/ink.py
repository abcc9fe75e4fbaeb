"""Elements of SVG, and the colours of plots on light and on dark paper. Every text and every attribute is escaped."""

from typing import Final

from replays.markup import attributes_of, escaped

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
"""Colours by what they are for: paper and ink, letters of players’ colours, which stand out on it."""

DASHES: Final = {"b": "", "r": "9 4", "y": "2 3", "g": "12 3 2 3", "p": "5 2", "w": "1 4"}
"""The dashes of a line by colour, so that lines can be told apart without colours."""

SIGNS: Final = {"b": "●", "r": "■", "y": "▲", "g": "◆", "p": "★", "w": "○"}
"""A sign by colour, for the same reason."""

FONT: Final = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', 'Noto Sans CJK TC', sans-serif"


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
"""The style of every plot; the colours change with the screen and are light on paper."""

STYLE_ELEMENT: Final = f"<style>{STYLE}</style>"
"""The style as it stands in each plot; a document with several needs it once."""


def fill(name: str) -> str:
    """The class of what is filled with a colour, by what that is for."""
    return f"f-{name}"


def stroke(name: str) -> str:
    """The class of what is drawn in a colour."""
    return f"s-{name}"


def element(name: str, /, *content: str, text: str | None = None, **attributes: str | float) -> str:
    """An element; ``_`` in the name of an attribute is a hyphen, one at its end is left out."""
    told = attributes_of({key: _short(value) for key, value in attributes.items()})
    inside = "".join(content) if text is None else escaped(text)
    return f"<{name}{told}>{inside}</{name}>" if inside else f"<{name}{told}/>"


def _short(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def picture(width: int, height: int, title: str, words: str, *content: str) -> str:
    """A whole SVG with its title above and, for those who do not see it, what it shows in words."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'class="cal-plot" role="img">'
        + element("title", text=title)
        + element("desc", text=words)
        + STYLE_ELEMENT
        + element("rect", width="100%", height="100%", class_=fill("paper"))
        + element("text", text=title, x=16, y=26, class_=f"title {fill('ink')}")
        + "".join(content)
        + "</svg>\n"
    )
