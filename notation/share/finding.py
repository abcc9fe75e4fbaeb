"""A share code in what people paste: an address, a message with words around it, a code that was broken into lines."""

import re
from collections.abc import Iterator
from typing import Final

from calimala_es.game import Game
from notation.share.codes import decode
from notation.share.envelope import CODE, MOST_SIGNS, NoShareCodeError, ShareCodeError, open_code

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
        raise NoShareCodeError(f"there is no share code in a text of more than {_MOST_TEXT} characters")
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
    raise wrong if wrong and is_one else NoShareCodeError("there is no share code in this text")


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
