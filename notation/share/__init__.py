"""A whole game as a short code for an address or a picture, and back. ``docs/share.md`` is the specification."""

from notation.share.codes import KEY, SCHEME, decode, decode_from, encode, encode_bytes, find_code, strip
from notation.share.envelope import NoShareCodeError, ShareCodeError

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
