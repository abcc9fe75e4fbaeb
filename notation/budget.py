"""How much a reader is willing to read of a game that a stranger sent: what is more is refused before it is decided.

The limits of ``docs/notation.md``, section 11, hold for every reader; a budget is what one reader allows below them.
"""

from typing import Final, NamedTuple

from calimala_es.checks import MARK
from calimala_es.messages import Message
from notation.errors import MOST_GAME_CHARS, MOST_HEADERS, MOST_NESTED, BudgetError, TooLongError
from notation.grammar.notes import split_glyphs
from notation.grammar.tokens import TOKEN, Source, is_annotation
from notation.headers.setup_headers import HEADER


class Budget(NamedTuple):
    """The most that a game may have: characters, headers, words that are no notes, notes, variations, one in another.

    A check is a note; comments are, too, and a variation's name. A question mark by itself is a word, as it may
    be a card.
    """

    characters: int = MOST_GAME_CHARS
    headers: int = MOST_HEADERS
    words: int = MOST_GAME_CHARS
    notes: int = MOST_GAME_CHARS
    variations: int = MOST_GAME_CHARS
    nested: int = MOST_NESTED


def find_excess(source: Source, budget: Budget) -> BudgetError | None:
    """Return the error for the first excess over a budget, headers first; ``None`` if the game is within it."""
    size = sum(len(line) + 1 for _, line in source.headers) + len(source.body)
    if source.too_long or size > budget.characters:
        most = min(budget.characters, MOST_GAME_CHARS)
        return TooLongError(
            source.beginning, Message("the game is too long"), Message("up to {number} characters", number=most)
        )
    headers = 0
    for line, text in source.headers:
        for match in HEADER.finditer(text):
            headers += 1
            if headers > budget.headers:
                place = source.beginning._replace(line=line, column=match.start() + 1, text=text, length=len(match[0]))
                return BudgetError(place, Message("there are too many headers"), _up_to(budget.headers))
    return _exceeded_by_body(source, budget)


def _up_to(number: int) -> Message:
    return Message("up to {number}", number=number)


_TOO_MANY_WORDS: Final = Message("there are too many words")
_TOO_MANY_NOTES: Final = Message("there are too many notes")
_TOO_MANY_VARIATIONS: Final = Message("there are too many variations")
_TOO_DEEP: Final = Message("variations are nested too deeply")


def _exceeded_by_body(source: Source, budget: Budget) -> BudgetError | None:
    words = notes = variations = nested = 0
    for match in TOKEN.finditer(source.body):
        token = match[0]
        opens = token[0] == "("
        variations += opens
        nested += opens
        if token[0] in "{}" or token[0] == MARK or is_annotation(token):
            notes += source.body[match.end() : match.end() + 1] != "{"
        else:
            words += 1
            notes += bool(split_glyphs(token)[1])
        for count, most, message in (
            (words, budget.words, _TOO_MANY_WORDS),
            (notes, budget.notes, _TOO_MANY_NOTES),
            (variations, budget.variations, _TOO_MANY_VARIATIONS),
            (nested, budget.nested, _TOO_DEEP),
        ):
            if count > most:
                place = source.place(match.start(), len(token.split("\n", 1)[0]))
                return BudgetError(place, message, _up_to(most))
        if token[0] != "{":
            nested = max(0, nested - (len(token) - len(token.rstrip(")"))))
    return None
