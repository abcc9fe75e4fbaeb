"""A language: messages to sentences, by gettext.

English is the source: a message is its own English sentence. A message has named fields in braces, which are filled
after the translation, so nothing that a value contains is ever read as a field or as a message.
"""

from gettext import NullTranslations
from typing import Final

from replays.languages.filling import FILLINGS, spaced


class Language:
    """Turns messages into sentences of one language; a message without a translation stays English.

    ``code`` is the value for ``--lang``, e.g. ``zh_TW``.
    """

    __slots__ = ("_catalogue", "_filled", "code")

    def __init__(self, code: str, catalogue: NullTranslations | None = None) -> None:
        """Store the code, and the catalogue, which English does not need."""
        self.code: Final = code
        self._catalogue: Final = catalogue or NullTranslations()
        self._filled: Final = FILLINGS.get(code, spaced)

    def __repr__(self) -> str:
        return f"Language({self.code!r})"

    def text(self, message: str, /, **values: object) -> str:
        """Return a sentence with its fields filled."""
        return self._filled(self._catalogue.gettext(message), values)

    def counted(self, one: str, many: str, number: int, /, **values: object) -> str:
        """Return a sentence in the form that goes with a number, which fills the field ``number``."""
        return self._filled(self._catalogue.ngettext(one, many, abs(number)), {"number": number, **values})

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
