"""English that knows only the messages which translators see."""

from functools import cache
from gettext import NullTranslations
from typing import Final

from replays.text.languages import Language
from translation.extraction import messages


@cache
def _known() -> frozenset[tuple[str, str, str]]:
    return frozenset((each.context, each.text, each.plural) for each in messages())


class Extracted(NullTranslations):
    """Messages of the sources; any other one fails."""

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
"""A language that fails for any message which is not found in the sources."""
