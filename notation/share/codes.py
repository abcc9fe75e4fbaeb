"""A whole record as a share code, and back."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from calimala_es.errors import SetupError
from calimala_es.game import Game, settle_notes
from calimala_es.initial import stand_in
from calimala_es.messages import Message
from calimala_es.setup import Setup
from calimala_es.state import State
from notation.position.line import parse_position
from notation.position.values import PositionError
from notation.share.decisions import BranchCoder, CodedLine, code_habits, habits_of
from notation.share.envelope import (
    CODE,
    MOST_SIGNS,
    MOST_TEXT,
    Envelope,
    NoShareCodeError,
    ShareCodeError,
    close_code,
    damaged,
    open_code,
    signs_of,
)
from notation.share.number import NO_YES, Coder, NumberReader, NumberWriter
from notation.share.table import code_setup
from notation.share.texts import CodedNotes, deflate, inflate, text_of, too_much_text

_RESULTS: Final = (62, 2)
"""The weights of a record with positions, and of one of the result."""

_SELDOM: Final = (63, 1)


def encode(record: Game, *, names: bool = True, comments: bool = True) -> str:
    """Return the share code of a record, without padding; it is checked that ``decode`` gives the same record.

    Without ``names`` there are no headers in it, without ``comments`` nothing that anybody said and no variations: it
    is the code of ``strip(record, ...)``. Raises ``IllegalCommandError`` and ``SetupError`` for a record that the
    rules refuse, ``ValueError`` for one with headers or notes that no text can have, and ``ShareCodeError`` for one
    that is too long.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> encode(play(Setup("bry", "WBMUCAVTS")))
    'EJrWtmT15A'
    """
    record_to_share = strip(record, names=names, comments=comments)
    code = signs_of(encode_bytes(record_to_share))
    try:
        is_same = decode(code) == record_to_share
    except ShareCodeError as error:
        message = Message("no share code can hold this record: {reason}", reason=error.text)
        raise ShareCodeError(message) from error
    if not is_same:
        raise ShareCodeError(Message("no share code can hold this record"))
    return code


def strip(record: Game, *, names: bool, comments: bool) -> Game:
    """Return the record without its headers, or without all that is said about it and its variations.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> from msgspec.structs import replace
    >>> game = replace(play(Setup("bry", "WBMUCAVTS")), headers=(("Blue", "Maria"),))
    >>> strip(game, names=False, comments=True).headers
    ()
    """
    if not names:
        record = replace(record, headers=())
    if not comments:
        record = replace(record, notes=(), moves=tuple(replace(move, notes=(), variations=()) for move in record.moves))
    return record


def encode_bytes(record: Game) -> bytes:
    """Return the bytes of a record's code, before they are written in characters; raises as ``encode``."""
    writer = NumberWriter()
    start = record.start if record.starts_midway else None
    walked = _walk(writer, record, start)
    text = text_of(record.headers, start, walked.main).encode()
    if len(text) > MOST_TEXT:
        message = Message("names and comments have more than {most} bytes; leave some out", most=MOST_TEXT)
        raise ShareCodeError(message)
    if not text:
        return close_code(Envelope(writer.number))
    packed = deflate(text)
    is_deflated = len(packed) < len(text)
    return close_code(Envelope(writer.number, packed if is_deflated else text, is_deflated))


def decode(code: str) -> Game:
    """Return the record of a share code; raises ``ShareCodeError``.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> decode(encode(play(Setup("bry", "WBMUCAVTS")))).setup.city
    'WBMUCAVTS'
    """
    envelope = open_code(code)
    said = _said(envelope)
    reader = NumberReader(envelope.number)
    try:
        start = None if said.position is None else parse_position(said.position)
        walked = _walk(reader, None, start)
    except (SetupError, PositionError) as error:
        raise damaged(error.text) from error
    reader.finish()
    said.put_on(walked.main)
    moves = tuple(decided.as_move() for decided in walked.main.decided)
    return settle_notes(Game(walked.setup, walked.main.state, moves, said.headers, walked.main.notes))


def _said(envelope: Envelope) -> CodedNotes:
    text = inflate(envelope.text or b"") if envelope.is_deflated else envelope.text or b""
    if len(text) > MOST_TEXT:
        raise too_much_text()
    try:
        return CodedNotes(text.decode())
    except UnicodeDecodeError:
        raise damaged(Message("its text is not UTF-8")) from None


class _Walked(NamedTuple):
    """What a walk through a record came by."""

    setup: Setup
    main: CodedLine


def _walk(coder: Coder, record: Game | None, start: State | None) -> _Walked:
    """Return a record, put into a number or taken out of it; ``start`` is a position other than that of turn 0."""
    if coder.among(NO_YES, None if record is None else start is not None, _SELDOM) != (start is not None):
        raise damaged(Message("it contradicts itself about where the record starts"))
    is_result = coder.among(NO_YES, None if record is None else not record.has_positions, _RESULTS)
    setup = (
        code_setup(coder, record.setup if record else None, may_be_missing=is_result) if start is None else start.setup
    )
    first = start or stand_in(setup)
    main = CodedLine(first, notes=record.notes if record else ())
    if is_result:
        if record and record.moves:
            raise ShareCodeError(Message("a record of the result alone has no decisions"))
        return _Walked(setup, main)
    varies = coder.among(NO_YES, any(move.variations for move in record.moves) if record else None, _SELDOM)
    habits = code_habits(coder, habits_of(first, record.moves) if record else None)
    return _Walked(setup, BranchCoder(coder, habits, varies=varies).code(main, record.moves if record else None))


# ----------------------------------------------------------------------------------------------------
# A share code in what people paste: an address, a message with words around it, a code that was broken into lines.

KEY: Final = "g="
"""The prefix of the code in the fragment of an address: ``https://example.org/#g=CODE``."""

SCHEME: Final = "share:"
"""The prefix of a code where the name of a game is expected."""

_MOST_TEXT: Final = 2 * MOST_SIGNS
_MOST_TRIED: Final = 5 * MOST_SIGNS
"""Characters of all candidates together."""

_MOST_STARTS: Final = 50
_MOST_PIECES: Final = 40
_SHORTEST: Final = 12
"""Characters of a code among words; one of a whole game has many more."""

_SHORTEST_BROKEN: Final = 10
"""Characters of what is taken for a piece of a code."""

_QUOTED: Final = re.compile(r"^(?:[ \t]*>)+[ \t]?", re.MULTILINE)
"""What mail puts before the lines that somebody answers to."""

_AFTER_SIGN: Final = re.compile(rf"(?:[#?&](?:{KEY})?|{SCHEME})(?=[A-Za-z0-9_-])", re.IGNORECASE)
_WORD: Final = re.compile(rf"(?<![A-Za-z0-9_-])(?=[A-Za-z0-9_-]{{{_SHORTEST}}})")

_SAID: Final = re.compile(rf"(?:[#?&]{KEY}|{SCHEME})[A-Za-z0-9_-]", re.IGNORECASE)
"""Where somebody says that a code follows."""

_MIXED: Final = re.compile(
    rf"(?<![A-Za-z0-9_-])(?=[A-Za-z0-9_-]*[a-z])(?=[A-Za-z0-9_-]*[A-Z])(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{{{_SHORTEST_BROKEN},}}"
)
"""What hardly any word looks like, and nearly every code, a broken one too."""


def find_code(text: str) -> str:
    """Return the first share code in a text whose checksum agrees.

    Raises ``ShareCodeError`` with what is wrong with what looks like one, and ``NoShareCodeError`` where nothing does.

    >>> find_code("Look: https://example.org/#g=EJrWtmT15A")
    'EJrWtmT15A'
    """
    if len(text) > _MOST_TEXT:
        message = Message("there is no share code in a text of more than {most} characters", most=_MOST_TEXT)
        raise NoShareCodeError(message)
    wrong: ShareCodeError | None = None
    tried = 0
    for candidate in _candidates(_QUOTED.sub("", text)):
        tried += len(candidate)
        if tried > _MOST_TRIED:
            break
        try:
            open_code(candidate)
        except ShareCodeError as error:
            wrong = wrong or error
        else:
            return candidate
    is_one = wrong is not None and (_SAID.search(text) or _MIXED.search(text))
    raise wrong if wrong and is_one else NoShareCodeError(Message("there is no share code in this text"))


def decode_from(text: str) -> Game:
    """Return the record of the share code in a text; raises ``ShareCodeError``.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> from notation.share import encode
    >>> game = play(Setup("bry", "WBMUCAVTS"))
    >>> decode_from(f"Look: https://example.org/#g={encode(game)}") == game
    True
    """
    return decode(find_code(text))


def _candidates(text: str) -> Iterator[str]:
    """Yield what may be a code, the likeliest first: all of it, text after a sign, any long word and what follows."""
    whole = "".join(text.split())
    if whole[: len(SCHEME)].lower() == SCHEME:
        whole = whole[len(SCHEME) :]
    if CODE.fullmatch(whole):
        yield whole
    for pattern in (_AFTER_SIGN, _WORD):
        for number, match in enumerate(pattern.finditer(text)):
            if number == _MOST_STARTS:
                break
            yield from _growing(text[match.end() :])


def _growing(text: str) -> Iterator[str]:
    """Yield the characters of a code at the beginning of a text, then with those after the next blank, and so on."""
    code = ""
    for piece in text.split(None, _MOST_PIECES)[:_MOST_PIECES]:
        match = CODE.match(piece)
        if match is None:
            return
        code += match[0]
        if len(code) > MOST_SIGNS:
            return
        yield code
        if match.end() < len(piece):
            return
