"""Messages of the rules with people's names or colours, and what the game waits for, in every language."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final

from calimala_es.components import COLOUR_WORDS, DEED_WORDS, GAME
from calimala_es.errors import CalimalaError
from calimala_es.frames import Activation
from calimala_es.messages import Message, Player, Text, waiting_message
from calimala_es.state import State
from notation.errors import NotationError
from replays.text.languages import ENGLISH, Language
from replays.text.names import Names
from replays.text.terms import action_term, colour_term, join_and, join_or, place_term


def message_text(text: Text, names: Names, who: str = "") -> str:
    """Return a message with the names of a table; ``who`` replaces the name of its seat.

    The program's own words stay as they are, in quotes in languages other than English.
    """
    return _text(text, names.language, lambda player: who or names.name(player.seat))


def message_of_colours(text: Text, language: Language) -> str:
    """Return the same where no names are known: players are called by their colours.

    >>> from replays.text.languages import language_of
    >>> from calimala_es.messages import Message
    >>> message_of_colours(Message("{seat} must place a disc", seat=Player(0, "b")), language_of("de"))
    'blau muss eine Scheibe legen'
    """
    board = language.text("the board")
    return _text(
        text,
        language,
        lambda player: language.word("colour", COLOUR_WORDS[player.colour]) if player.colour else board,
    )


_Call = Callable[[Player], str]
"""What a player is called."""


def _text(text: Text, language: Language, call: _Call) -> str:
    if isinstance(text, str):
        return text if language.code == ENGLISH.code or not text else language.text("“{words}”", words=text)
    fields = {
        name: _FIELDS[name](value, language, call) if name in _FIELDS else value for name, value in text.fields.items()
    }
    return language.text(text.text, **fields)


def error_text(error: CalimalaError, language: Language) -> str:
    """Return what a person reads about an error: a message in the language, plain English as it is.

    >>> from calimala_es.messages import Message
    >>> from replays.text.languages import language_of
    >>> error_text(CalimalaError(Message("the game is over")), language_of("hu"))
    'a játszma véget ért'
    """
    if isinstance(error, NotationError):
        return str(error if error.has_words else error.in_words(partial(message_of_colours, language=language)))
    return error.text if isinstance(error.text, str) else message_of_colours(error.text, language)


def _action(code: str, language: Language, _: _Call) -> str:
    return action_term(code, language) if code in DEED_WORDS else code


def _actions(codes: str, language: Language) -> list[str]:
    return [action_term(code, language) for code in codes]


_FIELDS: Final[dict[str, Callable[[Any, Language, _Call], str]]] = {
    "seat": lambda player, _, call: call(player),
    "action": _action,
    "actions": lambda codes, language, _: join_and(_actions(codes, language), language),
    "deeds": lambda codes, language, _: join_or(_actions(codes, language), language),
    "neither": lambda codes, language, _: language.word("list", " nor ").join(_actions(codes, language)),
    "options": lambda options, language, _: join_and(options, language),
    **dict.fromkeys(("meant", "sources", "targets"), lambda symbols, language, _: join_or(symbols.split(), language)),
    "parts": lambda messages, language, call: language.word("list", "; ").join(
        _text(each, language, call) for each in messages
    ),
    "tile": lambda code, language, _: place_term(code, language),
    "colours": lambda codes, language, _: language.word("list", ", ").join(
        f"{code} {colour_term(code, language)}" for code in codes
    ),
    "edition": lambda title, language, _: language.text(title),
    "waiting": _text,
    "reason": _text,
    "taken": _text,
    "left": _text,
    "expected": _text,
}
"""How the fields of a message are printed, see ``calimala_es.messages``."""


# What the game waits for, and who must act.


def waiting_text(state: State, names: Names, who: str = "") -> str:
    """Return what the game waits for, in a sentence without a full stop.

    ``who`` is the subject for the seat that must act, by default its name. The rule that applies is in
    ``messages.waiting_rule``.

    >>> from random import Random
    >>> from calimala_es.initial import initial, shuffled_setup
    >>> setup = shuffled_setup("bry", Random(7))
    >>> waiting_text(initial(setup), Names.of(setup, {0: "Maria"}))
    'deal influence cards to Maria'
    """
    waiting = waiting_message(state)
    return _waiting_text(waiting.text, tuple(waiting.fields.items()), names, who)


@lru_cache(maxsize=1 << 12)
def _waiting_text(text: str, fields: tuple[tuple[str, Any], ...], names: Names, who: str) -> str:
    """Return what the game waits for, which is the same many times in a game."""
    return message_text(Message(text, **dict(fields)), names, who)


def prompt_text(state: State, names: Names) -> str:
    """Return what the game waits for, where the legal decisions are shown beside it.

    Of a disc that is activated only the actions are named: one may be required, another impossible.
    """
    now = state.now
    if not isinstance(now, Activation) or not now.pending:
        return waiting_text(state, names)
    return _activating_text(now.seat, now.pending, names)


@lru_cache(maxsize=1 << 12)
def _activating_text(seat: int, pending: str, names: Names) -> str:
    actions = join_and(_actions("".join(dict.fromkeys(pending)), names.language), names.language)
    return names.language.text("{name} activates {actions}", name=names.by_seat[seat], actions=actions)


def seat_waited_for(state: State) -> int:
    """Return the seat that must act, or that chance must give something to; ``GAME`` if there is none."""
    return getattr(state.now, "seat", GAME)
