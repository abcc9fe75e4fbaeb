"""Answers to a question about many games in words: what each group is called, and what is known of it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from calimala_es.state import State
from notation.grammar.symbols import read_placement, read_symbol
from replays.library.explorer import ExploredDecision
from replays.library.questions import FEWEST, Answer, Kind, ReadyQuestion
from replays.text.decisions import command_text
from replays.text.languages import Language, message
from replays.text.names import Names
from replays.text.terms import clause_term, disc_term, place_term, tiles_term

MEASURES: Final = ("mean", "rating")
"""The kinds of values that are no shares."""

_KINDS: Final = {
    "tile": message("tile"),
    "influence": message("influence card"),
    "area": message("area"),
}

_WHOSE: Final = {"own": message("own turn"), "other": message("another player's turn")}

_SHARED: Final = "e"
"""The sign that no clause decided, so that a tie was shared."""


def _clause(clause: str, language: Language) -> str:
    return language.text("shared") if clause == _SHARED else clause_term(clause, language)


_WORDS: Final[Mapping[str, Callable[[Any, Language], str]]] = {
    "street": tiles_term,
    "tile": place_term,
    "place": place_term,
    "disc": disc_term,
    "clause": _clause,
    "kind": lambda kind, language: language.text(_KINDS[kind]),
    "whose": lambda whose, language: language.text(_WHOSE[whose]),
}
"""The words for the codes that a query returns, by the name of its column."""


def group_text(question: ReadyQuestion, answer: Answer, language: Language) -> str:
    """Return what a group is called, e.g. ``4 players, seat 1``."""
    words = {
        name: _WORDS[name](value, language) if name in _WORDS and value else value
        for name, value in answer.fields.items()
    }
    return language.text(question.label, **words)


def number_text(kind: Kind, number: float, language: Language) -> str:
    """Return a value or a limit of one as it is written in the language: shares in per cent.

    >>> from replays.text.languages import ENGLISH
    >>> number_text("share", 0.555, ENGLISH), number_text("mean", 44.02, ENGLISH)
    ('55.5%', '44.02')
    """
    sign = language.word("decimal sign", ".")
    if kind in MEASURES:
        return f"{number:.2f}".replace(".", sign)
    return language.text("{number}%", number=f"{100 * number:.1f}".replace(".", sign))


def answer_text(kind: Kind, answer: Answer, language: Language) -> str:
    """Return what is known of a group, in words."""
    games = language.counted("{number} game", "{number} games", answer.games)
    if answer.value is None or answer.low is None or answer.high is None:
        return language.text("{games}: too few to say anything", games=games)
    return language.text(
        "{value}, probably between {low} and {high} ({games})",
        value=number_text(kind, answer.value, language),
        low=number_text(kind, answer.low, language),
        high=number_text(kind, answer.high, language),
        games=games,
    )


def explored_text(one: ExploredDecision, state: State, names: Names) -> str:
    """Return a decision that was taken in a position, as the people at this table name it; empty if it has no words."""
    if one.street:
        commands = read_placement(state.setup.city, one.symbol)
    else:
        commands = read_symbol(state, one.symbol)
    return command_text(commands[0], names) if commands else ""


def placement_text(one: ExploredDecision, language: Language) -> str:
    """Return a placement that was made in many games, by its street."""
    return f"{tiles_term(one.street, language)}, {disc_term(one.disc, language)}"


def intervals_text(language: Language) -> str:
    """Return what the limits mean, and where there are none."""
    return language.text(
        "The true value lies between the limits in 19 of 20 cases; fewer than {number} games give no answer.",
        number=FEWEST,
    )
