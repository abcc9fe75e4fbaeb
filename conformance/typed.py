"""A canonical game as somebody may type it: small letters, numbers and slashes left out, letters in another order.

Each word is changed by chance alone. Some changes leave out too much: a placement may be a pending deed, a way may not
be the only one. Where the reader finds an error the words before it are written again as they were, until the whole
game is read; some games keep their first error.
"""

import re
from bisect import bisect_right
from random import Random
from typing import Final

from notation import read_games

REACH: Final = 4
"""How many words before an error are written again as they were."""

MOST_CORRECTIONS: Final = 200

SHARE_CHANGED: Final = 0.5
SHARE_SMALL: Final = 0.4
SHARE_WITH_ERROR: Final = 0.1

_TURN: Final = re.compile(r"[0-9]+\.|E\.")
_DELIVERY: Final = re.compile(r"(\+?[ST])([BLNTH]{2,3})")
_CONTRIBUTION: Final = re.compile(r"(\+?C)([FMC])([WBM])(V?)")
_WITH_WAY: Final = re.compile(r"(\+?[UACTRE])[A-Z]+")
_SETTLED: Final = re.compile(r"([A-Z]-)\?")


def typed_text(text: str, random: Random) -> str:
    """Return a canonical text in another form; it is read as the same game, unless it keeps an error."""
    head, _, body = text.partition("\n\n")
    words = re.findall(r"\S+|\n", body)
    squares = _squares(text)
    typed = [_typed(words, number, squares, random) for number in range(len(words))]
    keeps_error = random.random() < SHARE_WITH_ERROR
    for _ in range(MOST_CORRECTIONS):
        written, starts = _joined(f"{head}\n\n", typed)
        (reading,) = read_games(written)
        if keeps_error or not reading.errors:
            return written
        first = min(reading.errors, key=lambda error: (error.line, error.column))
        place = _offset(written, first.line, first.column)
        number = bisect_right(starts, place) - 1
        near, before = slice(max(0, number - REACH), number + 1), slice(number + 1)
        wrong = before if typed[near] == words[near] else near
        typed[wrong] = words[wrong]
    return text


def _squares(text: str) -> str:
    """Return the tiles of the city in the order of the squares."""
    (city,) = re.findall(r'\[City "(.*)"\]', text)
    return str(city.replace("/", "").replace("-", "C"))


def _typed(words: list[str], number: int, squares: str, random: Random) -> str:
    """Return a word as it may be typed, or nothing where it may be left out."""
    word = words[number]
    if random.random() >= SHARE_CHANGED:
        return word
    if word in {"\n", "/"} or _TURN.fullmatch(word):
        return ""
    if number and _TURN.fullmatch(words[number - 1]) and word[:2].isalpha() and words[number - 1] not in {"0.", "E."}:
        word = _street(word, squares, random)
    elif match := _DELIVERY.fullmatch(word):
        word = match[1] + "".join(random.sample(match[2], len(match[2])))
    elif match := _CONTRIBUTION.fullmatch(word):
        word = match[1] + "".join(random.sample([match[2], match[3], match[4]], 3))
    elif match := _SETTLED.fullmatch(word):
        word = random.choice((match[1], "-", ""))
    elif match := _WITH_WAY.fullmatch(word):
        word = match[1]
    elif word == "-?":
        word = random.choice(("?", ""))
    return word.lower() if random.random() < SHARE_SMALL else word


def _street(word: str, squares: str, random: Random) -> str:
    """Return a placement with its tiles in the other order, or with squares."""
    tiles, disc = word[1::-1], word[2:]
    if random.random() < SHARE_SMALL:
        return tiles + disc
    return "".join(str(squares.index(tile) + 1) for tile in tiles) + disc


def _joined(head: str, words: list[str]) -> tuple[str, list[int]]:
    """Return the words with blanks between them, and where each of them begins."""
    parts, starts, length = [head], list[int](), len(head)
    for word in words:
        starts.append(length)
        part = word if word in {"", "\n"} else f"{word} "
        parts.append(part)
        length += len(part)
    return "".join(parts).rstrip() + "\n", starts


def _offset(text: str, line: int, column: int) -> int:
    return sum(map(len, text.splitlines(keepends=True)[: line - 1])) + column - 1
