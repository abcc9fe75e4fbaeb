"""QR codes of texts. The only module that knows segno."""

from io import BytesIO
from typing import TYPE_CHECKING, Final

from notation.share import ShareCodeError

if TYPE_CHECKING:
    from segno import QRCode

FORMATS: Final = ("svg", "png")
"""What a QR code is drawn as."""

QUIET_ZONE: Final = 4
"""Modules of white around a QR code, as its standard asks for."""

_CORRECTION: Final = "m"
"""About a seventh of the picture may be lost."""

_MOST: Final = 2331
"""Bytes in the largest QR code with that correction."""

_PIXELS: Final = 6
"""Pixels of a module."""


def qr_of(text: str) -> "QRCode":
    """The QR code of a text; raises ``ShareCodeError`` where none holds it."""
    import segno

    try:
        return segno.make_qr(text, error=_CORRECTION)
    except segno.DataOverflowError:
        raise ShareCodeError(
            f"{len(text)} characters are too many for a QR code, which holds {_MOST}; leave comments out"
        ) from None


def qr_picture(text: str, kind: str) -> bytes:
    """The picture of the QR code of a text as one of ``FORMATS``, black on white; raises as ``qr_of``."""
    assert kind in FORMATS, kind
    drawn = BytesIO()
    qr_of(text).save(drawn, kind=kind, border=QUIET_ZONE, scale=_PIXELS, light="#fff")
    return drawn.getvalue()
