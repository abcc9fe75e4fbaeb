"""The languages that there are, and their catalogues, which lie beside this module."""

from functools import lru_cache
from gettext import GNUTranslations
from typing import Final

from replays.languages.language import ENGLISH, Language

DOMAIN: Final = "calimala"
"""What the catalogues are called: ``catalogues/<code>/LC_MESSAGES/calimala.mo``."""

LANGUAGES: Final = {ENGLISH.code: "English", "ru": "русский", "zh_TW": "繁體中文", "hu": "magyar"}
"""The codes of all languages, with what each calls itself."""

_LONGEST_SHOWN: Final = 20


class UnknownLanguageError(ValueError):
    """There are no sentences in this language; the message names those that there are."""

    def __init__(self, code: str) -> None:
        """Keep the code that was asked for."""
        known = ", ".join(f"{known} ({name})" for known, name in LANGUAGES.items())
        super().__init__(f"{code[:_LONGEST_SHOWN]!r} is no language that there are sentences in; {known}")
        self.code = code


def language_of(code: str) -> Language:
    """The language of a code in ``LANGUAGES``; small letters and a hyphen do as well, as in ``zh-tw``.

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
