"""A whole game as a short code for an address or a picture, and back. ``docs/share.md`` is the specification."""

from notation.share.codes import decode, encode, encode_bytes, strip
from notation.share.envelope import NoShareCodeError, ShareCodeError
from notation.share.finding import KEY, SCHEME, decode_from, find_code

__all__ = [
    "KEY",
    "SCHEME",
    "NoShareCodeError",
    "ShareCodeError",
    "decode",
    "decode_from",
    "encode",
    "encode_bytes",
    "find_code",
    "strip",
]
