"""One whole number that a sequence of choices is put into and taken out of, each at its own price.

A choice among ``total`` shares of which an option has ``weight`` costs ``log2(total / weight)`` bits, and one without
an alternative nothing. Choices are put in last to first and come out first to last. ``docs/share.md``, section 3, is
the specification. Whatever is coded is coded by one walk that both directions take: it asks a ``Coder`` for each
choice, and says which one is wanted where it is known; so what is written and what is read cannot part.
"""

from collections.abc import Sequence
from typing import Final, Protocol, TypeVar

from calimala_es.messages import Message
from notation.share.envelope import ShareCodeError, damaged

T = TypeVar("T")

NO_YES: Final = (False, True)


class Coder(Protocol):
    """One direction of the walk."""

    def among(self, options: Sequence[T], wanted: T | None, weights: Sequence[int] | None = None) -> T:
        """Return the option chosen: ``wanted`` where a number is made, what the number says where one is read.

        ``weights`` are the shares of the options, 1 each where nothing is said; an option of weight 0 cannot be chosen.
        """
        ...


class NumberWriter:
    """Keeps the choices; ``number`` is what they come to."""

    def __init__(self) -> None:
        """Start with no choice so far."""
        self._choices: list[tuple[int, int, int]] = []

    def among(self, options: Sequence[T], wanted: T | None, weights: Sequence[int] | None = None) -> T:
        """Keep that ``wanted`` is chosen; raises ``ShareCodeError`` if it cannot be."""
        index = options.index(wanted) if wanted in options else -1
        if wanted is None or index < 0 or (weights and not weights[index]):
            message = Message("{word} is not possible here, so no share code can hold it", word=repr(wanted))
            raise ShareCodeError(message)
        if weights is None:
            self._choices.append((index, 1, len(options)))
        else:
            self._choices.append((sum(weights[:index]), weights[index], sum(weights)))
        return wanted

    @property
    def number(self) -> int:
        """The number of all choices so far."""
        number = 0
        for before, weight, total in reversed(self._choices):
            high, low = divmod(number, weight)
            number = high * total + before + low
        return number


class NumberReader:
    """Takes choices out of a number."""

    def __init__(self, number: int) -> None:
        """Begin with the first choice of ``number``."""
        self._number = number

    def among(self, options: Sequence[T], wanted: T | None, weights: Sequence[int] | None = None) -> T:
        """Return the next choice; raises ``ShareCodeError`` where there is nothing to choose."""
        total = len(options) if weights is None else sum(weights)
        if not total:
            raise damaged(Message("it has a decision where none is possible"))
        self._number, slot = divmod(self._number, total)
        if weights is None:
            return options[slot]
        index = 0
        while slot >= weights[index]:
            slot -= weights[index]
            index += 1
        self._number = self._number * weights[index] + slot
        return options[index]

    def finish(self) -> None:
        """Raise ``ShareCodeError`` if something is left."""
        if self._number:
            raise damaged(Message("it contains something after the game"))


_MOST_BITS: Final = 20


def natural(coder: Coder, wanted: int | None) -> int:
    """Return a number from 0 to 2**20 - 1: how many binary digits it has, then the number among those with so many."""
    digits = coder.among(range(_MOST_BITS + 1), None if wanted is None else wanted.bit_length())
    if digits < 2:
        return digits
    return coder.among(range(1 << (digits - 1), 1 << digits), wanted)
