"""The languages that a game can be told in.

Everything that is said to a person about a game is a message of the source, in English, with named fields; a language
turns it into a sentence. Nothing that is said is ever stored.
"""

from replays.languages.known import DOMAIN, LANGUAGES, UnknownLanguageError, language_of
from replays.languages.language import ENGLISH, Language, message, plural

__all__ = ["DOMAIN", "ENGLISH", "LANGUAGES", "Language", "UnknownLanguageError", "language_of", "message", "plural"]
