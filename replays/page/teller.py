"""The text of a page for the events and positions of a game, and which parts of a position it may show."""

from collections.abc import Callable, Iterable

from calimala_es.events import Event
from calimala_es.state import State
from notation.partial.coverage import EVERYTHING, Known
from replays.page.slots import Value, values
from replays.text.board.parts import Drawing
from replays.text.board.turn import waiting_line
from replays.text.events import event_text
from replays.text.names import Names
from replays.text.terminal import Palette

Told = Callable[[Event, int], str]
"""A function that describes a recorded event at a place of its replay; empty if nothing is recorded."""

KnownAt = Callable[[int], Known]
"""A function that returns what a record knows about a position."""


def spelled(sentences: Iterable[str]) -> tuple[tuple[str, ...], list[list[int]]]:
    """Return the distinct words of sentences, and every sentence as word numbers, joined by spaces."""
    numbers: dict[str, int] = {}
    spelt = [[numbers.setdefault(word, len(numbers)) for word in sentence.split(" ")] for sentence in sentences]
    return tuple(numbers), spelt


class Teller:
    """Turns events into sentences and positions into slots; ``sentences`` are those that are named by number."""

    def __init__(self, names: Names, told: Told | None = None, known: KnownAt | None = None) -> None:
        """Store the names of the players; by default everything is recorded."""
        self.names = names
        self._told = told
        self._known = known
        self._numbers: dict[str, int] = {}

    def beside(self, position: int) -> "Teller":
        """Return a teller for a variation that begins at a position; it uses the same sentence numbers."""
        known = self._known(position) if self._known else EVERYTHING
        teller = Teller(self.names, None, lambda _: known)
        teller._numbers = self._numbers
        return teller

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences so far."""
        return tuple(self._numbers)

    def words(self, event: Event, place: int) -> str:
        """Return an event, at its place in the replay, as a sentence."""
        return self._told(event, place) if self._told else event_text(event, self.names)

    def number(self, sentence: str) -> int:
        """Return the number of a sentence, assigned when it is first requested."""
        return self._numbers.setdefault(sentence, len(self._numbers))

    def values(self, state: State, position: int) -> tuple[Value, ...]:
        """Return the value of each slot at a position."""
        known = self._known(position) if self._known else EVERYTHING
        sentence = waiting_line(Drawing(state, self.names, Palette(colour=False), known=known))
        return values(state, self.number(sentence), known.missing)
