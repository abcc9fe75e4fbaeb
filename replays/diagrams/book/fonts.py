"""Fonts in a PDF, packed tightly without changing them.

A picture takes along the letters of a font that it shows. Of the fonts for Chinese it also takes a table of many
thousand places of which nearly none is used; written as differences of what stands above each other, it packs away.
"""

import zlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pypdf import PdfWriter
    from pypdf.generic import DictionaryObject, StreamObject

_PACKED: Final = "/CIDFontType0C"
_COLUMNS: Final = 2
_UP: Final = 2
_PREDICTOR: Final = 12
"""PNG's filter "up" (RFC 2083, 6.4), as PDF names it (ISO 32000-1, 7.4.4.4)."""


def pack_fonts(writer: "PdfWriter") -> None:
    """Pack the fonts of a file anew where that makes them smaller."""
    from pypdf.generic import DictionaryObject, NameObject, NumberObject

    for page in writer.pages:
        for font in _fonts(page):
            content = font.get_data()
            told = _differences(content)
            if len(zlib.compress(told)) < len(zlib.compress(content)):
                font.set_data(told)
                font[NameObject("/DecodeParms")] = DictionaryObject(
                    {NameObject("/Predictor"): NumberObject(_PREDICTOR), NameObject("/Columns"): NumberObject(_COLUMNS)}
                )


def _fonts(page: "DictionaryObject") -> Iterator["StreamObject"]:
    """The fonts of a page that may be packed, and are not."""
    from pypdf.generic import StreamObject

    for font in _within([page], "/Resources", "/Font"):
        for named in font:
            for file in _within([font[named]], "/DescendantFonts", "/FontDescriptor", "/FontFile3"):
                if isinstance(file, StreamObject) and file.get("/Subtype") == _PACKED and "/DecodeParms" not in file:
                    yield file


def _within(things: Sequence[object], *keys: str) -> list["DictionaryObject"]:
    """The dictionaries that are found by one key after the other; of a list each."""
    from pypdf.generic import ArrayObject, DictionaryObject

    for key in keys:
        found = [thing[key] for thing in things if isinstance(thing, DictionaryObject) and key in thing]
        things = [each.get_object() for one in found for each in (one if isinstance(one, ArrayObject) else [one])]
    return [thing for thing in things if isinstance(thing, DictionaryObject)]


def _differences(content: bytes) -> bytes:
    """The bytes in rows, each as its differences from the row above, behind the number of the filter."""
    rows = -(-len(content) // _COLUMNS)
    whole = content.ljust(rows * _COLUMNS, b"\0")
    told = bytearray([_UP]) * (rows * (_COLUMNS + 1))
    for column in range(_COLUMNS):
        here = whole[column::_COLUMNS]
        pairs = zip(here, b"\0" + here, strict=False)
        told[column + 1 :: _COLUMNS + 1] = bytes((one - above) & 0xFF for one, above in pairs)
    return bytes(told)
