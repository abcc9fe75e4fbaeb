"""What a page says of the events and positions of a game, and which parts of a position it may show."""

from collections.abc import Callable, Iterable

from calimala_es.events import Event
from calimala_es.state import State
from notation.partial.known import EVERYTHING, Known
from replays.board.drawing import Drawing
from replays.board.pending import waiting_line
from replays.names import Names
from replays.page.slots import Value, values
from replays.style import Style
from replays.words import event_words

Told = Callable[[Event, int], str]
"""What a record tells of an event at a place of its replay, in words; empty where it tells nothing."""

KnownAt = Callable[[int], Known]
"""What a record knows of a position."""


def spelled(sentences: Iterable[str]) -> tuple[tuple[str, ...], list[list[int]]]:
    """The words of sentences, each once, and every sentence as the numbers of its words, with a space between two."""
    numbers: dict[str, int] = {}
    spelt = [[numbers.setdefault(word, len(numbers)) for word in sentence.split(" ")] for sentence in sentences]
    return tuple(numbers), spelt


class Teller:
    """Turns events into sentences and positions into slots; ``sentences`` are those that are named by number."""

    def __init__(self, names: Names, told: Told | None = None, known: KnownAt | None = None) -> None:
        """Keep how people are called; by default everything is recorded."""
        self.names = names
        self._told = told
        self._known = known
        self._numbers: dict[str, int] = {}

    def beside(self, position: int) -> "Teller":
        """What tells of a variation that begins at a position; it names the same sentences."""
        known = self._known(position) if self._known else EVERYTHING
        teller = Teller(self.names, None, lambda _: known)
        teller._numbers = self._numbers
        return teller

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences so far."""
        return tuple(self._numbers)

    def words(self, event: Event, place: int) -> str:
        """An event, at its place in the replay, as a sentence."""
        return self._told(event, place) if self._told else event_words(event, self.names)

    def number(self, sentence: str) -> int:
        """The number of a sentence, which it gets when it is asked for first."""
        return self._numbers.setdefault(sentence, len(self._numbers))

    def values(self, state: State, position: int) -> tuple[Value, ...]:
        """What lies in each slot at a position."""
        known = self._known(position) if self._known else EVERYTHING
        sentence = waiting_line(Drawing(state, self.names, Style(colour=False), known=known))
        return values(state, self.number(sentence), known.lacking)
