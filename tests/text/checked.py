"""English that knows no message but those that translators get to see."""

from functools import cache
from gettext import NullTranslations
from typing import Final

from replays.text.languages import Language
from translation.extraction import messages


@cache
def _known() -> frozenset[tuple[str, str, str]]:
    return frozenset((each.context, each.text, each.plural) for each in messages())


class Extracted(NullTranslations):
    """Fails for any other."""

    def gettext(self, message: str) -> str:
        assert ("", message, "") in _known(), message
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        assert ("", msgid1, msgid2) in _known(), msgid1
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context: str, message: str) -> str:
        assert (context, message, "") in _known(), (context, message)
        return message


CHECKED: Final = Language("en", Extracted())
"""A language to ask for anything that is said; what was not found in the sources fails."""
