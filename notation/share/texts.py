"""What people said, after the number: headers, the position of the start, ids and names of variations, notes.

The text is made of the notation's own words (``docs/share.md``, section 6). It is stored as it is, or deflated with a
dictionary of what headers usually are, whichever is shorter.
"""

import re
import zlib
from collections.abc import Iterator
from typing import Final

from calimala_es.messages import Message
from calimala_es.notes import AnyNote, Notes
from calimala_es.position import format_position
from calimala_es.state import State
from notation.errors import quote
from notation.grammar.notes import Prefix, format_note, parse_note
from notation.grammar.tokens import TOKEN, is_closed, quote_comment, unescape, unquote_comment
from notation.headers.setup_headers import HEADER, SETUP_HEADERS, format_header
from notation.places import is_variation_id
from notation.share.decisions import CodedLine, CodedMove
from notation.share.envelope import MOST_TEXT, ShareCodeError, damaged

POSITION: Final = "Position"
USUAL: Final = (
    b"MARBLE,BRICK,WOOD,TRADE,PORT,ART,SCR,SMN,SMF,HAM,BRU,TRO,LON,LIS,BAR 5.5.5.5.5.5.5.5.5 /////////////////// "
    b";-;-;-;- ;0;-;-;-;0 ;- bottom:>turn-end act: place: P1 second.1 P1 first.1 "
    b'%{?} %b+ %r+ %= #SMF. #>;0:00:&-%?! !? ?? !! ? ! {"]\n[Position "P1 [Layer "[Time "[Round "[Site "[Scribe "'
    b'[Purple "[Green "[Yellow "[Red "[Blue "[Result "*"]\n[Date "2026.[Event "'
)
"""The dictionary that texts are deflated with."""

_RAW: Final = -15
"""Deflated data without a head of its own."""

_NOTED: Final = re.compile(
    r"([0-9]{1,6})(?: \(([^\s{}=]++)(?:=(\{[^\\}]*+(?:\\.[^\\}]*+)*+\}))?)?(?: (.*))?", re.DOTALL
)

CodedPart = CodedLine | CodedMove
"""Where something can be said: before a line, or after a decision."""


def places_of(branch: CodedLine) -> Iterator[CodedPart]:
    """Yield the beginning of a line, then each decision followed by its variations."""
    yield branch
    for decided in branch.decided:
        yield decided
        for variation in decided.variations:
            yield from places_of(variation)


def supply_ids(main: CodedLine) -> None:
    """Give each variation the id that it has where nobody says another: v1, v2 and so on, in the order of places."""
    variations = [place for place in places_of(main) if isinstance(place, CodedLine)][1:]
    for number, variation in enumerate(variations, 1):
        variation.id = f"v{number}"


def text_of(headers: tuple[tuple[str, str], ...], start: State | None, main: CodedLine) -> str:
    """Return the text of all that is said; raises ``ValueError`` for notes and headers that no text can have."""
    lines = [format_header(POSITION, format_position(start))] if start is not None else []
    lines += [format_header(name, value) for name, value in headers]
    last = variations = 0
    for number, place in enumerate(places_of(main)):
        words: list[str] = []
        if isinstance(place, CodedLine) and number:
            variations += 1
            if place.name or place.id != f"v{variations}":
                words.append(f"({place.id}" + (f"={quote_comment(place.name)}" if place.name else ""))
        words += [format_note(note, place.state) for note in place.notes]
        if words:
            lines.append(" ".join((str(number - last), *words)))
            last = number
    return "\n".join(lines)


class CodedNotes:
    """A text that was taken apart: ``headers``, the ``position`` line of the start, and lines of notes."""

    def __init__(self, text: str) -> None:
        """Take a text apart; raises ``ShareCodeError``."""
        lines = text.split("\n") if text else []
        headers = [_header(line) for line in lines if line.startswith("[")]
        self.position = next((value for name, value in headers if name == POSITION), None)
        self.headers = tuple(header for header in headers if header[0] != POSITION)
        if len({name for name, _ in self.headers} & {*SETUP_HEADERS}) or len(headers) > len(self.headers) + 1:
            raise damaged(Message("its headers repeat what it already contains"))
        self._lines = [line for line in lines if not line.startswith("[")]

    def put_on(self, main: CodedLine) -> None:
        """Put ids, names and notes where they belong; raises ``ShareCodeError``."""
        supply_ids(main)
        places = [*places_of(main)] if self._lines else []
        number = 0
        for line in self._lines:
            match = _NOTED.fullmatch(line)
            number += int(match[1]) if match else len(places)
            if not match or number >= len(places):
                raise damaged(Message("{word} does not name a moment for a note", word=quote(line)))
            place = places[number]
            if match[2] and isinstance(place, CodedLine):
                place.id, place.name = match[2], unquote_comment(match[3]) if match[3] else ""
            place.notes = _notes(match[4] or "", place.state)
        ids = [place.id for place in places if isinstance(place, CodedLine) and place is not main]
        if len({*ids}) != len(ids) or not all(map(is_variation_id, ids)):
            raise damaged(Message("the id of a variation is not valid, or is used twice"))


def _header(line: str) -> tuple[str, str]:
    match = HEADER.fullmatch(line)
    if match is None:
        raise damaged(Message("{word} is not a header", word=quote(line)))
    return match[1], unescape(match[2])


def _notes(words: str, state: State) -> Notes:
    notes: list[AnyNote] = []
    prefix = Prefix()
    for token in TOKEN.findall(words):
        if token[0] == "{" and is_closed(token):
            notes.append(prefix.comment(unquote_comment(token)))
            prefix = Prefix()
            continue
        read = parse_note(token, state)
        if read is None or prefix != Prefix():
            raise damaged(Message("{word} is not a note", word=quote(token)))
        if isinstance(read, Prefix):
            prefix = read
        else:
            notes.append(read)
    if prefix != Prefix():
        raise damaged(Message("a note has an author but no words"))
    return tuple(notes)


# Deflating.


def deflate(text: bytes) -> bytes:
    """Return the text deflated."""
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW, 9, zdict=USUAL)
    return packer.compress(text) + packer.flush()


def inflate(packed: bytes) -> bytes:
    """Return the text that was deflated; raises ``ShareCodeError`` for what is none, or too long a one."""
    opener = zlib.decompressobj(_RAW, USUAL)
    try:
        text = opener.decompress(packed, MOST_TEXT + 1)
    except zlib.error as error:
        raise damaged(Message("its text cannot be unpacked")) from error
    if len(text) > MOST_TEXT:
        raise too_much_text()
    if not opener.eof or opener.unused_data:
        raise damaged(Message("its text does not end where it should"))
    return text


def too_much_text() -> ShareCodeError:
    """Return the error for a code with more text than any game has."""
    return ShareCodeError(Message("this is not a share code: its text has more than {most} bytes", most=MOST_TEXT))
