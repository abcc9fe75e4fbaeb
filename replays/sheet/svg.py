"""Pages as SVG, in millimetres, with fonts that every computer has or replaces by one as wide."""

from typing import Final

from replays.markup import escaped
from replays.sheet.page import BLACK, HEIGHT, POINT, WHITE, WIDTH, Box, Line, Page, Shape, Text

_FONTS: Final = "Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', sans-serif"


def svg(page: Page) -> str:
    """A page as an SVG of the size of the paper."""
    shapes = "".join(f"{_drawn(shape)}\n" for shape in page)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_mm(WIDTH)}mm" height="{_mm(HEIGHT)}mm" '
        f'viewBox="0 0 {_mm(WIDTH)} {_mm(HEIGHT)}" font-family="{_FONTS}">\n'
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n{shapes}</svg>\n'
    )


def _drawn(shape: Shape) -> str:
    if isinstance(shape, Line):
        ends = f'x1="{_mm(shape.x1)}" y1="{_mm(shape.y1)}" x2="{_mm(shape.x2)}" y2="{_mm(shape.y2)}"'
        return f'<line {ends} stroke="{_grey(shape.grey)}" stroke-width="{_mm(shape.width)}"/>'
    if isinstance(shape, Box):
        return (
            f'<rect x="{_mm(shape.x)}" y="{_mm(shape.y)}" width="{_mm(shape.width)}" height="{_mm(shape.height)}" '
            f'fill="{_grey(shape.fill)}"' + (_stroke(shape.border) if shape.border else "") + "/>"
        )
    return _text(shape)


def _stroke(width: float) -> str:
    return f' stroke="{_grey(BLACK)}" stroke-width="{_mm(width)}"'


def _text(shape: Text) -> str:
    weight = ' font-weight="bold"' if shape.bold else ""
    return (
        f'<text x="{_mm(shape.x)}" y="{_mm(shape.y)}" font-size="{_mm(shape.size * POINT)}"{weight} '
        f'text-anchor="{shape.anchor}" fill="{_grey(shape.grey)}">{escaped(shape.text)}</text>'
    )


def _mm(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _grey(grey: float) -> str:
    return "#" + f"{round(255 * grey / WHITE):02x}" * 3
