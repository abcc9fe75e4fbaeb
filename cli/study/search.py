"""Finding words in a game: in the events and the notes, and the codes of places, actions and cards."""

import re
from typing import Final

from msgspec.structs import astuple

from calimala_es.events import Event
from cli.walk.walk import Walk

_PARTS: Final = re.compile(r"[^0-9A-Za-z]+")
_ID: Final = re.compile(r"(?:[a-z][0-9a-z-]*:)?[0-9]+(?:\.[0-9]+){0,2}")


def is_place(text: str) -> bool:
    """Return whether a text names a place and is not a word."""
    return _ID.fullmatch(text.strip()) is not None


class Search:
    """What the user is looking for; ``text`` is empty without a search."""

    def __init__(self) -> None:
        """Begin without a search."""
        self.text = ""

    def find(self, walk: Walk, *, is_forward: bool = True, seen: int = 0) -> int | None:
        """Return the position right after the next (or previous) matching event, counted from where ``walk`` is.

        For a user who wants no spoilers, nothing after ``seen`` is searched.
        """
        end = walk.replay.last if walk.tells_end else min(seen, walk.replay.last)
        places = range(walk.at, end) if is_forward else range(walk.at - 2, -1, -1)
        return next((place + 1 for place in places if self.is_in(walk, place)), None)

    def is_in(self, walk: Walk, place: int) -> bool:
        """Return whether an event, or a note on it, matches the search.

        In capitals the text is a code as well, e.g. ``LIS``, ``SMF.W``, ``AS``.
        """
        if not self.text or walk.depths.is_hidden(place):
            return False
        wanted = self.text.casefold()
        event = walk.replay.events[place]
        texts = (walk.depths.words(event, place, walk.game.names), *self._said(walk, place))
        return any(wanted in text.casefold() for text in texts) or (self.text.isupper() and self._is_code(event))

    def _said(self, walk: Walk, place: int) -> tuple[str, ...]:
        return walk.game.notes_at(place + 1, sees_all=walk.sees_all)

    def _is_code(self, event: Event) -> bool:
        parts = {*_PARTS.split(self.text)} - {""}
        values = [value for value in astuple(event) if isinstance(value, str)]
        return any(self.text == value or parts <= {*_PARTS.split(value)} for value in values if value)
