"""The display names of the people at a table: made harmless, with colours for missing names.

Names come from records that anybody may have written. Everything that moves a cursor, or hides or reverses text, is
removed; markup is escaped by the code that writes markup.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from calimala_es.components import CHANCE, COLOUR_WORDS, GAME
from calimala_es.game import ERASED
from calimala_es.setup import Setup
from replays.text.languages import ENGLISH, Language, message
from replays.text.terminal import shortened

SeatNames = Mapping[int, str]
"""The names of players by seat; seats may be missing."""

LONGEST_NAME: Final = 40
"""Columns after which a name is cut."""

_UNPRINTABLE: Final = ("Cc", "Cf", "Cs", "Co", "Cn")
_BESIDE_SEATS: Final = {CHANCE: message("chance"), GAME: message("the board")}
_MOST_MARKS: Final = 2
_TERMINAL_SEQUENCE: Final = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
"""Terminal control sequences, letters included: cursor and colour sequences, titles and links."""


class Names:
    """What everybody at a table is called in sentences: harmless names by seat, then the third party's colour.

    ``language`` is that of the sentences; the colours that stand for names are in it already. ``name(seat)`` looks up
    the name of a seat in a sentence; also of the third party and the actors that are not seats.
    """

    __slots__ = ("_letters", "by_seat", "language", "name", "setup")

    def __init__(self, by_seat: tuple[str, ...], setup: Setup, language: Language = ENGLISH) -> None:
        """Fill the table of names, since every sentence looks one up."""
        self.by_seat: Final = by_seat
        self.setup: Final = setup
        self._letters: Final = str.maketrans({str(seat): colour for seat, colour in enumerate(setup.parties)})
        self.language: Final = language
        called = dict(enumerate(by_seat)) | {seat: language.text(name) for seat, name in _BESIDE_SEATS.items()}
        if setup.third and by_seat:
            called[len(by_seat) - 1] = language.text("{name} (the third party)", name=by_seat[-1])
        self.name: Final = called.__getitem__

    @classmethod
    def of(cls, setup: Setup, given: SeatNames | None = None, language: Language = ENGLISH) -> "Names":
        """Return the names of a game; a seat without a usable name is called by its colour.

        So is the third party, which has no name of its own (R8.1). Equal names are distinguished.
        """
        names = {seat: name for seat, name in (given or {}).items() if seat < setup.players}
        return cls(display_names(names, setup.parties, language), setup, language)

    @property
    def colours(self) -> str:
        """The colours of the seats, then of the third party."""
        return self.setup.parties

    @property
    def city(self) -> str:
        """The city's tiles."""
        return self.setup.city

    def person(self, seat: int) -> str:
        """Return a player's name and colour, ``Maria (blue)``; only the colour if that is the name."""
        colour = self.language.word("colour", COLOUR_WORDS[self.colours[seat]])
        name = self.by_seat[seat].removesuffix(f" ({self.colours[seat]})")
        if name.lower() == colour:
            return name
        return self.language.text("{name} ({colour})", name=name, colour=colour)

    def letter(self, mark: str) -> str:
        """Return the letter of a disc, a cube or a seat: its owner's colour; ``w``, ``.``, ``x`` are unchanged."""
        return self.colours[int(mark)] if mark.isdigit() else mark

    def letters(self, marks: str) -> str:
        """Return the letters of a stack or of a row of cubes."""
        return marks.translate(self._letters)


def display_names(
    names: SeatNames, colours: str, language: Language = ENGLISH, width: int = LONGEST_NAME
) -> tuple[str, ...]:
    """Return the names of the seats of these colours, each in at most ``width`` columns; by default the colour.

    >>> display_names({0: "Maria"}, "br")
    ('Maria', 'Red')
    """
    shown = [
        clean_name(names.get(seat, ""), width) or language.word("colour", COLOUR_WORDS[colour]).capitalize()
        for seat, colour in enumerate(colours)
    ]
    return distinguish_names(shown, colours)


def distinguish_names(names: Sequence[str], colours: str) -> tuple[str, ...]:
    """Return the names; equal ones (ignoring case) are followed by the letters of their colours.

    >>> distinguish_names(["Max", "max", "Eva"], "bry")
    ('Max (b)', 'max (r)', 'Eva')
    """
    often = Counter(map(str.casefold, names))
    return tuple(
        f"{name} ({colour})" if name and often[name.casefold()] > 1 else name
        for name, colour in zip(names, colours, strict=True)
    )


def clean_name(name: str, width: int = LONGEST_NAME) -> str:
    r"""Return a name in one line, without control, formatting and private characters, at most ``width`` columns wide.

    >>> clean_name("  Maria\x1b[31m ")
    'Maria'
    """
    text = unicodedata.normalize("NFC", _TERMINAL_SEQUENCE.sub("", name))
    spaced = "".join(" " if char.isspace() else char for char in text)
    shown: list[str] = []
    marks = 0
    for char in spaced:
        marks = marks + 1 if unicodedata.category(char).startswith("M") else 0
        if unicodedata.category(char) not in _UNPRINTABLE and marks <= _MOST_MARKS:
            shown.append(char)
    return shortened(" ".join("".join(shown).split()), width)


def names_of(setup: Setup, headers: Iterable[tuple[str, str]]) -> dict[int, str]:
    """Return the names by seat in the headers of a game, then that of the third party; an erased name is none.

    >>> names_of(Setup("br", "WBMUCAVTS"), [("Blue", "Maria"), ("Red", "?")])
    {0: 'Maria'}
    """
    values = dict(reversed([*headers]))
    words = [COLOUR_WORDS[colour].capitalize() for colour in setup.parties]
    return {seat: values[word] for seat, word in enumerate(words) if values.get(word, ERASED) != ERASED}
