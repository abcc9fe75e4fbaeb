"""The languages in which a game can be described: messages to sentences, by gettext.

Every text about a game that a person sees is a message of the source, in English, with named fields; a language turns
it into a sentence. The fields are filled after the translation, so nothing that a value contains is ever read as a
field or as a message.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from string import Formatter
from typing import Final
from unicodedata import category, east_asian_width

# Messages with their fields filled, according to the script of a language.
#
# Chinese has no spaces between its characters. A translation has them beside a field that a name in Latin letters may
# fill, e.g. ``{seat} 執行``; if a Chinese word fills it, the space is removed. The content of a value is never changed.

Filling = Callable[[str, Mapping[str, object]], str]
"""A function from a message with fields in braces, and their values by name, to the sentence."""


def closed_up(message: str, values: Mapping[str, object]) -> str:
    """Return the sentence without the spaces beside a field that are between two characters of full width."""
    pieces = [piece.format(**values) for piece in _pieces(message)]
    filled = [
        _space_less(piece, before[-1:], after[:1]) if place % 2 == 0 else piece
        for place, (before, piece, after) in enumerate(zip(["", *pieces], pieces, [*pieces[1:], ""], strict=False))
    ]
    return "".join(filled)


FILLINGS: Final[Mapping[str, Filling]] = {"zh_TW": closed_up}
"""The filling function of each language with a special one, by code."""


@lru_cache(maxsize=2048)
def _pieces(message: str) -> tuple[str, ...]:
    """Return literals at the even places, which may be empty, and fields at the odd ones, all unchanged."""
    pieces: list[str] = []
    for literal, name, spec, conversion in Formatter().parse(message):
        pieces.append(literal.replace("{", "{{").replace("}", "}}"))
        if name is not None:
            pieces.append(f"{{{name}{'!' + conversion if conversion else ''}{':' + spec if spec else ''}}}")
    return tuple(pieces)


def _space_less(literal: str, before: str, after: str) -> str:
    """Return a literal without unneeded spaces at its ends, given the characters before and after it."""
    inner = literal.strip(" ")
    first, last = inner[:1] or after, inner[-1:] or before
    begins = literal.startswith(" ") and _touches(before, first)
    ends = bool(inner) and literal.endswith(" ") and _touches(last, after)
    return literal[begins : len(literal) - ends]


def _touches(one: str, other: str) -> bool:
    """Return whether no space is needed between two characters: both are wide, or one is wide punctuation."""
    return (_is_wide(one) and _is_wide(other)) or any(
        _is_wide(sign) and category(sign)[0] == "P" for sign in (one, other)
    )


def _is_wide(character: str) -> bool:
    return bool(character) and east_asian_width(character) in ("W", "F")


# A language. English is the source: a message is its own English sentence.


class Language:
    """Turns messages into sentences of one language; a message without a translation stays English.

    ``code`` is the value for ``--lang``, e.g. ``zh_TW``.
    """

    __slots__ = ("_catalogue", "_filled", "code")

    def __init__(self, code: str, catalogue: NullTranslations | None = None) -> None:
        """Store the code, and the catalogue, which English does not need."""
        self.code: Final = code
        self._catalogue: Final = catalogue or NullTranslations()
        self._filled: Final = FILLINGS.get(code, str.format_map)

    def __repr__(self) -> str:
        return f"Language({self.code!r})"

    def text(self, message: str, /, **values: object) -> str:
        """Return a sentence with its fields filled."""
        return self._filled(self._catalogue.gettext(message), values)

    def counted(self, one: str, many: str, number: int, /, *, context: str = "", **values: object) -> str:
        """Return a sentence in the form that goes with a number, which fills the field ``number``; see ``word`` for
        the context.
        """
        found = (
            self._catalogue.npgettext(context, one, many, abs(number))
            if context
            else self._catalogue.ngettext(one, many, abs(number))
        )
        return self._filled(found, {"number": number, **values})

    def word(self, context: str, message: str, /, **values: object) -> str:
        """Return a word, or a sentence, in the form that a context needs, e.g. ``to`` for a destination."""
        return self._filled(self._catalogue.pgettext(context, message), values)


ENGLISH: Final = Language("en")
"""The language of the messages themselves."""


def message(text: str, context: str = "") -> str:
    """Return the text unchanged; this marks a literal in a table as a message that is translated later.

    With a context it is a message for ``Language.word`` with that context.
    """
    return text


def plural(one: str, many: str) -> tuple[str, str]:
    """Return both texts unchanged; this marks in a table the two messages of a number, which is filled in later."""
    return one, many


# The languages that exist, and their catalogues, which are beside this module.

DOMAIN: Final = "calimala"
"""The file name of the catalogues: ``catalogues/<code>/LC_MESSAGES/calimala.mo``."""

LANGUAGES: Final = {ENGLISH.code: "English", "de": "Deutsch", "ru": "русский", "zh_TW": "繁體中文", "hu": "magyar"}
"""The codes of all languages, each with the language's own name for itself."""

_LONGEST_SHOWN: Final = 20


class UnknownLanguageError(ValueError):
    """There are no sentences in this language; the message lists the available ones."""

    def __init__(self, code: str) -> None:
        """Store the requested code."""
        *most, last = (f"{known} ({name})" for known, name in LANGUAGES.items())
        known = f"{', '.join(most)} or {last}"
        super().__init__(f"{code[:_LONGEST_SHOWN]!r} is not a language of the program; choose {known}")
        self.code = code


def language_of(code: str) -> Language:
    """Return the language with a code in ``LANGUAGES``; small letters and a hyphen are accepted, e.g. ``zh-tw``.

    Raises ``UnknownLanguageError`` for any other.

    >>> language_of("zh-tw")
    Language('zh_TW')
    """
    asked = code.replace("-", "_").casefold()
    for known in LANGUAGES:
        if known.casefold() == asked:
            return _loaded(known)
    raise UnknownLanguageError(code)


@lru_cache(maxsize=len(LANGUAGES))
def _loaded(code: str) -> Language:
    if code == ENGLISH.code:
        return ENGLISH
    from importlib.resources import files

    with (files("replays.text") / "catalogues" / code / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return Language(code, GNUTranslations(file))
