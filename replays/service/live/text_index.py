"""Words, and which of many things have them: found by any part of a word, in a time that hardly grows with the things.

Each thing has a number, and a set of things is an integer with their bits. One or two characters have such a set, and
so has each word; a longer part is looked for in the text of all different words, which is far shorter than what has
them. A database's full-text index finds beginnings of words, or parts of three letters; the Chinese name of a person
has two, and no spaces around it.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import accumulate
from typing import Final

_END: Final = "\n"
"""What comes after each word in the text of all words, and is in none."""

_GONE: Final = 1_000
"""How many words that nothing has any more may stay in the text."""

_RUN: Final = re.compile(r"[^\W_]+")
"""Letters and digits: a date has three such runs, of which there are far fewer different ones than of dates."""

_SHORT: Final = 2
"""Characters of which every part has a set of its own."""


class TextIndex:
    """Sets of numbered things by the words that they have; the words have no spaces. For one thread at a time."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._runs = _Vocabulary()
        self._others = _Vocabulary()
        self._of_part: defaultdict[str, int] = defaultdict(int)

    def add(self, number: int, words: Collection[str]) -> None:
        """Let a thing that has no words yet have these."""
        bit = 1 << number
        for part in _short_parts(words):
            self._of_part[part] |= bit
        self._runs.add(bit, _runs(words))
        self._others.add(bit, _others(words))

    def remove(self, number: int, words: Collection[str]) -> None:
        """Let a thing have none of these words, which are all that it has."""
        bit = 1 << number
        for part in _short_parts(words):
            self._of_part[part] &= ~bit
        self._runs.remove(bit, _runs(words))
        self._others.remove(bit, _others(words))

    def find(self, part: str) -> int:
        """Return the set of things with a word that has this part."""
        if len(part) <= _SHORT:
            return self._of_part.get(part, 0)
        return (self._runs if part.isalnum() else self._others).find(part)


def _short_parts(words: Collection[str]) -> set[str]:
    return {word[at : at + size] for word in words for size in range(1, _SHORT + 1) for at in range(len(word))}


def _runs(words: Collection[str]) -> set[str]:
    return {run for word in words for run in _RUN.findall(word)}


def _others(words: Collection[str]) -> set[str]:
    return {word for word in words if not word.isalnum()}


class _Vocabulary:
    """The different words, each with the set of things that have it."""

    def __init__(self) -> None:
        self._things: dict[str, int] = {}
        self._start()

    def _start(self) -> None:
        self._text = ""
        self._starts: list[int] = []
        self._order = [*self._things]
        self._gone = 0

    def add(self, bit: int, words: Collection[str]) -> None:
        for word in words:
            if word not in self._things:
                self._order.append(word)
            self._things[word] = self._things.get(word, 0) | bit

    def remove(self, bit: int, words: Collection[str]) -> None:
        for word in words:
            left = self._things[word] & ~bit
            if left:
                self._things[word] = left
            else:
                del self._things[word]
                self._gone += 1
        if self._gone > _GONE:
            self._start()

    def find(self, part: str) -> int:
        found = 0
        for word in self._words_with(part):
            found |= self._things.get(word, 0)
        return found

    def _words_with(self, part: str) -> Iterator[str]:
        if len(self._starts) < len(self._order):
            added = [word + _END for word in self._order[len(self._starts) :]]
            self._starts += accumulate(map(len, added[:-1]), initial=len(self._text))
            self._text += "".join(added)
        place = self._text.find(part)
        while place >= 0:
            number = bisect_right(self._starts, place)
            yield self._order[number - 1]
            if number == len(self._starts):
                return
            place = self._text.find(part, self._starts[number])


def numbers_in(things: int) -> Iterator[int]:
    """Yield the numbers in a set, in their order.

    >>> [*numbers_in(0b1000_0000_0101)]
    [0, 2, 11]
    """
    for place, byte in enumerate(things.to_bytes((things.bit_length() + 7) // 8, "little")):
        number = place * 8
        while byte:
            if byte & 1:
                yield number
            byte >>= 1
            number += 1
