"""Messages: sentences about a game, put into words when they are printed.

A message is an English sentence with fields in braces and the values of the fields. It is made where something is
found out and knows no names and no language; ``str`` calls players by their colours, and ``replays.text`` prints it
with people's names and in every language. What fills a field depends on its name:

``seat``      a ``Player``
``action``    the code of an action; ``actions`` several that are all meant, ``deeds`` several of which one is,
              ``neither`` several of which none is
``tile``      the code of a scoring tile
``waiting``   another message: what the game waits for; ``reason`` one that says why
              whatever else: text as it is
"""

from typing import Any, Final, NamedTuple

from calimala_es.components import COLOUR_WORDS, DEED_WORDS, GAME
from calimala_es.state import State


class Player(NamedTuple):
    """Whom a message speaks of: a seat and its colour; the seat ``GAME``, without a colour, is the board."""

    seat: int
    colour: str


def player(state: State, seat: int) -> Player:
    """Return the player of a seat as a message has it.

    >>> from calimala_es import Setup, initial
    >>> player(initial(Setup("bry", "WBMUCAVTS")), 1)
    Player(seat=1, colour='r')
    """
    return Player(seat, "" if seat == GAME else state.setup.parties[seat])


def colour_of(state: State, seat: int) -> str:
    """Return a seat's colour as a word."""
    return COLOUR_WORDS[state.setup.parties[seat]]


class Message:
    """A sentence with fields in braces, and what fills them.

    >>> str(Message("{seat} cannot {action}", seat=Player(0, "b"), action="V"))
    'blue cannot weave'
    """

    __slots__ = ("fields", "text")

    def __init__(self, text: str, /, **fields: Any) -> None:
        """Save the sentence and the fields."""
        self.text = text
        self.fields = fields

    def __str__(self) -> str:
        """Return the sentence in English, with colours for names."""
        return self.text.format(**{name: _in_english(name, value) for name, value in self.fields.items()})

    def __repr__(self) -> str:
        fields = "".join(f", {name}={value!r}" for name, value in self.fields.items())
        return f"Message({self.text!r}{fields})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.text, self.fields) == (other.text, other.fields)

    def __hash__(self) -> int:
        return hash(self.text)


Text = Message | str
"""A message, or words of the program's own, which are English for everybody."""


def _in_english(name: str, value: Any) -> str:
    if name == "seat":
        return COLOUR_WORDS.get(value.colour, "the board")
    if name == "action":
        return DEED_WORDS.get(value, str(value))
    if name in _BETWEEN:
        return _BETWEEN[name].join(DEED_WORDS[action] for action in value)
    return str(value)


_BETWEEN: Final = {"actions": " and ", "deeds": " or ", "neither": " nor "}
"""What is written between several actions."""
