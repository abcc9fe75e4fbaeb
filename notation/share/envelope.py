"""From bytes to the characters of a share code and back: version, what is in it, checksum, base64url.

``docs/share.md``, section 2, is the specification. What is more than a code may hold is taken for an attack or an
accident before anything is made of it.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Iterator
from typing import Final, NamedTuple

from calimala_es.errors import CalimalaError
from calimala_es.messages import Message, Text


class ShareCodeError(CalimalaError):
    """A share code that says no game, or a game that has none; ``str`` says what is wrong and what helps."""


class NoShareCodeError(ShareCodeError):
    """A text in which nothing is a share code, nor looks like one."""


def damaged(reason: Text) -> ShareCodeError:
    """Return the error for a code that is not as it was given out."""
    return ShareCodeError(Message("the share code is damaged: {reason}; copy all of it again", reason=reason))


# How much a share code may hold; what is more is taken for an attack or an accident before anything is made of it.

MOST_SIGNS: Final = 400_000
"""Characters of a code."""
MOST_NUMBER: Final = 16_384
"""Bytes of the number in which set-up, decisions and variations are; a game of five with everything has under 300."""
MOST_TEXT: Final = 1_000_000
"""Bytes of headers and notes, once inflated."""
MOST_COUNT: Final = 20_000
"""Decisions, those of variations included."""


VERSION: Final = 1
"""The version of codes, and of the rules too, as decisions are places in what is legal."""

_HAS_TEXT: Final = 1
_IS_DEFLATED: Final = 2
_KNOWN_FLAGS: Final = _HAS_TEXT | _IS_DEFLATED
_CHECK_BYTES: Final = 3

CODE: Final = re.compile(r"[A-Za-z0-9_-]+")


class Envelope(NamedTuple):
    """What is in a code: the number, and the text as it was packed (``None`` if there is none)."""

    number: int
    text: bytes | None = None
    is_deflated: bool = False


def _table() -> Iterator[int]:
    for byte in range(256):
        rest = byte << 16
        for _ in range(8):
            rest = (rest << 1) ^ (0x1864CFB if rest & 0x800000 else 0)
        yield rest


_TABLE: Final = tuple(_table())


def checksum(content: bytes) -> int:
    """Return the inverted CRC-24 of OpenPGP (RFC 9580, section 6.1.1): it shows any damage within 24 bits.

    Without being inverted it would agree again with zeros after it.
    """
    rest = 0xB704CE
    for byte in content:
        rest = (rest << 8 & 0xFFFFFF) ^ _TABLE[rest >> 16 ^ byte]
    return rest ^ 0xFFFFFF


def close_code(envelope: Envelope) -> bytes:
    """Return the bytes of a code; raises ``ShareCodeError`` for a game that is too long."""
    number = envelope.number.to_bytes((envelope.number.bit_length() + 7) // 8, "big")
    if len(number) > MOST_NUMBER:
        raise ShareCodeError(Message("the game is too long for a share code"))
    flags = 0
    if envelope.text is not None:
        flags = _HAS_TEXT | (_IS_DEFLATED if envelope.is_deflated else 0)
        number = len(number).to_bytes(2, "big") + number + envelope.text
    content = bytes([VERSION << 4 | flags]) + number
    return content + checksum(content).to_bytes(_CHECK_BYTES, "big")


def signs_of(content: bytes) -> str:
    """Return the characters of a code; raises ``ShareCodeError`` for one that nobody would read again."""
    code = urlsafe_b64encode(content).decode().rstrip("=")
    if len(code) > MOST_SIGNS:
        raise ShareCodeError(
            Message("the share code would have more than {most} characters; leave out comments", most=MOST_SIGNS)
        )
    return code


def open_code(code: str) -> Envelope:
    """Return what is in a code; raises ``ShareCodeError`` if it is damaged, or not one that is known here."""
    content = _bytes_of(code)
    version, flags = content[0] >> 4, content[0] & 15
    if version != VERSION:
        message = Message(
            (
                "this share code has version {version}, but only version {known} is supported; the code "
                "is damaged or comes from a later version of calimala"
            ),
            version=version,
            known=VERSION,
        )
        raise ShareCodeError(message)
    if flags & ~_KNOWN_FLAGS or flags == _IS_DEFLATED:
        message = Message(
            "the share code contains something unknown; it is damaged or comes from a later version of calimala"
        )
        raise ShareCodeError(message)
    content, stored = content[:-_CHECK_BYTES], content[-_CHECK_BYTES:]
    if int.from_bytes(stored, "big") != checksum(content):
        raise damaged(Message("its checksum is wrong"))
    return _opened(content[1:], flags)


def _bytes_of(code: str) -> bytes:
    if not CODE.fullmatch(code):
        raise ShareCodeError(Message("this is not a share code; one has only letters, digits, - and _"))
    if len(code) > MOST_SIGNS:
        message = Message("this is not a share code: it has more than {most} characters", most=MOST_SIGNS)
        raise ShareCodeError(message)
    try:
        content = urlsafe_b64decode(code + "=" * (-len(code) % 4))
    except (Base64Error, ValueError):
        raise damaged(Message("it is one character too short or too long")) from None
    if len(content) <= _CHECK_BYTES:
        raise ShareCodeError(Message("this is not a share code: it is too short"))
    if urlsafe_b64encode(content).decode().rstrip("=") != code:
        raise damaged(Message("its last character is invalid"))
    return content


def _opened(rest: bytes, flags: int) -> Envelope:
    if not flags:
        return Envelope(_number(rest))
    length = int.from_bytes(rest[:2], "big")
    if len(rest) < 2 + length:
        raise damaged(Message("it is too short"))
    return Envelope(_number(rest[2 : 2 + length]), rest[2 + length :], bool(flags & _IS_DEFLATED))


def _number(content: bytes) -> int:
    if len(content) > MOST_NUMBER:
        message = Message("this is not a share code: its number has more than {most} bytes", most=MOST_NUMBER)
        raise ShareCodeError(message)
    if content[:1] == b"\0":
        raise damaged(Message("its number begins with zeros"))
    return int.from_bytes(content, "big")
