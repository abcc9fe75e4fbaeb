"""The languages in which a game can be described.

Every text about a game that a person sees is a message of the source, in English, with named fields; a language turns
it into a sentence. These sentences are never stored.
"""

from replays.languages.known import DOMAIN, LANGUAGES, UnknownLanguageError, language_of
from replays.languages.language import ENGLISH, Language, message, plural

__all__ = ["DOMAIN", "ENGLISH", "LANGUAGES", "Language", "UnknownLanguageError", "language_of", "message", "plural"]
