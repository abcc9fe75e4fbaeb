"""The languages that exist, and their catalogues, which are beside this module."""

from functools import lru_cache
from gettext import GNUTranslations
from typing import Final

from replays.languages.language import ENGLISH, Language

DOMAIN: Final = "calimala"
"""The file name of the catalogues: ``catalogues/<code>/LC_MESSAGES/calimala.mo``."""

LANGUAGES: Final = {ENGLISH.code: "English", "ru": "русский", "zh_TW": "繁體中文", "hu": "magyar"}
"""The codes of all languages, each with the language's own name for itself."""

_LONGEST_SHOWN: Final = 20


class UnknownLanguageError(ValueError):
    """There are no sentences in this language; the message lists the available ones."""

    def __init__(self, code: str) -> None:
        """Store the requested code."""
        known = ", ".join(f"{known} ({name})" for known, name in LANGUAGES.items())
        super().__init__(f"{code[:_LONGEST_SHOWN]!r} is no language that there are sentences in; {known}")
        self.code = code


def language_of(code: str) -> Language:
    """Return the language with a code in ``LANGUAGES``; small letters and a hyphen are accepted, e.g. ``zh-tw``.

    Raises ``UnknownLanguageError`` for any other.
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

    with (files("replays.languages") / "catalogues" / code / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return Language(code, GNUTranslations(file))
