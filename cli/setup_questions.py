"""The questions of `new` without arguments: who plays, by which rules, on which board, one at a time.

After a mistake a question is asked again, and ``<`` goes back to the one before it, so nothing is typed twice. What the
options say already is not asked.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.components import ACTIONS, COLOUR_WORDS, COLOURS, INTRIGUE_ACTIONS, SCORING_TILES
from calimala_es.errors import CalimalaError, SetupError
from calimala_es.messages import Message, Text
from cli.terminal import WIDTH
from notation.headers.setup_headers import HeaderError, parse_city, parse_council
from replays.text.languages import Language, message
from replays.text.messages import error_text, message_of_colours
from replays.text.terminal import wrapped
from replays.text.terms import action_term, colour_term, place_term
from replays.wishes import COLOUR_CODES, DEAL, Wishes, wished_setup

BACK: Final = "<"
YES: Final = "y"
NO: Final = "n"
FEWEST: Final = 2
_CENTRE: Final = "C"
_ROWS: Final = 3
"""The action of the square that is the same in every city."""
_SHORTEST: Final = 3
"""The characters of a part of a name that are enough."""


class Person(NamedTuple):
    """A player: the letter of a colour, and a name; either may be empty."""

    colour: str
    name: str


class Table(NamedTuple):
    """The answers so far: who plays, whether these are all, the wishes, and whether the program deals the cards."""

    people: tuple[Person, ...] = ()
    is_full: bool = False
    wishes: Wishes = Wishes()
    deals: bool = False

    @property
    def colours(self) -> str:
        """The colours of the seats; a player without one has the first that is free."""
        taken = {person.colour for person in self.people}
        free = iter(colour for colour in COLOURS if colour not in (*taken, self.wishes.third))
        return "".join(person.colour or next(free) for person in self.people)

    @property
    def arguments(self) -> tuple[str, ...]:
        """The players as `new` takes them: ``blue=Maria``, ``blue=``, ``Maria``."""
        return tuple(f"{COLOUR_WORDS[colour]}={name}" if colour else name for colour, name in self.people)


class MistakeError(CalimalaError):
    """An answer that cannot be; the question is asked again."""


class LeftError(CalimalaError):
    """The user ended the questions, so no game was set up."""


class Question(Struct, frozen=True):
    """A question: whether it is asked, its words, and the table after an answer, which may be a ``MistakeError``."""

    applies: Callable[[Table], bool]
    words: Callable[[Table, Language], str]
    answer: Callable[[str, Table, Language], Table]


def ask_table(given: Table, ask: Callable[[str], str], say: Callable[[str], None], language: Language) -> Table:
    """Return the table that somebody describes; what ``given`` has already is not asked.

    ``ask`` prompts for a line, ``say`` shows one; raises ``LeftError`` if the input ends first.
    """
    say(language.text("After a mistake, the question is asked again; {back} goes back to the previous one.", back=BACK))
    answered: list[tuple[int, Table]] = []
    table, number = given, 0
    while number < len(QUESTIONS):
        question = QUESTIONS[number]
        if not question.applies(table):
            number += 1
            continue
        say("\n".join(wrapped(question.words(table, language).split(), WIDTH)))
        text = _line(ask, say, language)
        if text == BACK:
            number, table = answered.pop() if answered else (0, given)
            continue
        try:
            changed = question.answer(text, table, language)
        except MistakeError as error:
            say("\n".join(f"  {line}" for line in wrapped(str(error).split(), WIDTH - 2)))
            continue
        answered.append((number, table))
        table, number = changed, number + 1
    return table


def _line(ask: Callable[[str], str], say: Callable[[str], None], language: Language) -> str:
    """Return an answer; if the input ends, say that nothing was made."""
    try:
        return ask("> ").strip()
    except EOFError:
        raise LeftError(Message("no game was set up")) from None
    except KeyboardInterrupt:
        say("\n" + language.text("No game was set up."))
        raise


# Who plays.


def _player(seat: int) -> Question:
    """Return the question for a player; from the third on an empty line says that these are all."""
    return Question(
        lambda table: len(table.people) == seat and not table.is_full,
        lambda table, language: _player_words(seat, language),
        _add_player,
    )


def _player_words(seat: int, language: Language) -> str:
    if not seat:
        return language.text("Who begins? A name, a colour, or both, e.g. blue=Maria")
    if seat < FEWEST:
        return language.text("Who sits next, clockwise?")
    return language.text("Who sits next? (Enter: nobody)")


def _add_player(text: str, table: Table, language: Language) -> Table:
    if not text and len(table.people) < FEWEST:
        raise MistakeError(language.text("At least two players are needed."))
    if not text:
        return _checked(table._replace(is_full=True), dict, language)
    person = _person(text, language)
    if person.name and person.name.casefold() in {other.name.casefold() for other in table.people}:
        raise MistakeError(language.text("Somebody else has this name: add something to tell them apart."))
    if person.colour and person.colour in {other.colour for other in table.people}:
        raise MistakeError(language.text("Somebody else has this colour."))
    return table._replace(people=(*table.people, person))


def _person(text: str, language: Language) -> Person:
    """Return the player of an answer; colours are in English or in the language of the questions."""
    word, equals, name = (part.strip() for part in text.partition("="))
    colour = _colours(language).get(word.casefold(), "")
    if equals and not colour:
        if name.casefold() in _colours(language):
            raise MistakeError(language.text("The colour comes first: {example}", example=f"{name}={word}"))
        raise _no_colour(word, language)
    person = name if colour else word
    if "," in person or (person and not any(map(str.isalpha, person))):
        words = language.text("“{word}” is not a name; enter one player at a time, e.g. Maria.", word=person)
        raise MistakeError(words)
    return Person(colour, name) if colour else Person("", word)


def _colours(language: Language) -> dict[str, str]:
    return COLOUR_CODES | {colour_term(code, language).casefold(): code for code in COLOURS}


def _no_colour(word: str, language: Language) -> MistakeError:
    colours = ", ".join(colour_term(code, language) for code in COLOURS)
    return MistakeError(language.text("“{word}” is not a colour; choose from {colours}.", word=word, colours=colours))


# By which rules, and on which board: answers that are wishes.

_RULES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    (message("First edition"), {"edition": "first"}),
    (message("Second edition"), {"edition": "second"}),
    (message("Second edition with Intrigue"), {"intrigue": True}),
    (message("Second edition with Intrigue and families"), {"families": DEAL}),
)
"""The rules that can be played, with the wishes that they are."""


def _wish(
    applies: Callable[[Table], bool],
    words: Callable[[Language], str],
    read: Callable[[str, Language], dict[str, Any]],
) -> Question:
    """Return a question whose answer is a wish, with which it must be possible to set up a game."""
    return Question(
        applies,
        lambda _table, language: words(language),
        lambda text, table, language: _checked(table, lambda: read(text, language), language),
    )


def _checked(table: Table, read: Callable[[], dict[str, Any]], language: Language) -> Table:
    """Return the table with more wishes; raise ``MistakeError`` if they cannot be read, or no game can be set up so."""
    try:
        changed = table._replace(wishes=replace(table.wishes, **read()))
        wished_setup(changed.colours, Random(0), changed.wishes)
    except HeaderError as error:
        wrong: Text = error.text
        if error.expected:
            wrong = Message("{reason}; expected {expected}", reason=wrong, expected=error.expected)
        raise MistakeError(message_of_colours(wrong, language)) from None
    except SetupError as error:
        raise MistakeError(error_text(error, language)) from None
    return changed


def _rules_words(language: Language) -> str:
    rules = (f"{number} {language.text(name)}" for number, (name, _) in enumerate(_RULES, 1))
    return language.text("Which rules? {rules} (Enter: 1)", rules=language.word("list", "; ").join(rules))


def _read_rules(text: str, language: Language) -> dict[str, Any]:
    """Return the wish for the rules with this number, or for the first whose name contains the text."""
    for number, (name, wishes) in enumerate(_RULES, 1):
        is_named = len(text) >= _SHORTEST and text.casefold() in language.text(name).casefold()
        if is_named or text in ("", str(number)):
            return wishes
    raise MistakeError(language.text("“{word}” is not one of the numbers.", word=text))


def _read_third(text: str, language: Language) -> dict[str, Any]:
    colour = _colours(language).get(text.casefold(), "")
    if text and not colour:
        raise _no_colour(text, language)
    return {"third": colour}


def _unspaced(text: str) -> str:
    """Return the rows of a city without spaces; three words without strokes are its rows."""
    words = text.split()
    return ("/" if len(words) == _ROWS and "/" not in text else "").join(words)


def _says_no_rules(table: Table) -> bool:
    return len(table.people) > FEWEST and not table.wishes.edition and not table.wishes.has_intrigue


def _explained(words: Mapping[str, str], language: Language) -> str:
    """Return codes with their meanings in brackets, as a list."""
    return language.word("list", ", ").join(f"{code} {word}" for code, word in words.items())


# Whether the program deals.


def _choose_dealing(text: str, table: Table, language: Language) -> Table:
    if text.casefold() not in ("", YES, NO, "yes", "no"):
        raise MistakeError(language.text("Answer {yes} or {no}.", yes=YES, no=NO))
    return table._replace(deals=text.casefold().startswith(YES))


QUESTIONS: Final = (
    *map(_player, range(len(COLOURS))),
    _wish(
        lambda table: len(table.people) == FEWEST and not table.wishes.third,
        lambda language: language.text("Which colour does the third party have? (Enter: any)"),
        _read_third,
    ),
    _wish(_says_no_rules, _rules_words, _read_rules),
    _wish(
        lambda table: table.wishes.families == DEAL,
        lambda language: language.text("Which families, in the order of the seats, e.g. Bardi,Medici,-? (Enter: deal)"),
        lambda text, _: {"families": text or DEAL},
    ),
    _wish(
        lambda table: table.wishes.city is None,
        lambda language: language.text(
            "Which tiles does the city have, row by row, with - in the middle, e.g. {example}? {letters} "
            "(Enter: shuffle)",
            example="WBM/U-A/VTS",
            letters=_explained({code: action_term(code, language) for code in ACTIONS if code != _CENTRE}, language),
        ),
        lambda text, _: {"city": parse_city(_unspaced(text)) if text else None},
    ),
    _wish(
        lambda table: table.wishes.council is None,
        lambda language: language.text(
            "What is the order of the scoring tiles? {tiles} (Enter: shuffle)",
            tiles=_explained({code: place_term(code, language) for code in SCORING_TILES}, language),
        ),
        lambda text, _: {"council": parse_council(text) if text else None},
    ),
    _wish(
        lambda table: table.wishes.has_intrigue and bool(table.wishes.city) and not table.wishes.intrigue_tiles,
        lambda language: language.text(
            "Which intrigue tile does each street have, e.g. {example}? {letters} (Enter: shuffle)",
            example="WB:KR BM:KE ...",
            letters=_explained({code: action_term(code, language) for code in INTRIGUE_ACTIONS}, language),
        ),
        lambda text, _: {"intrigue_tiles": text.replace("=", ":")},
    ),
    Question(
        lambda table: not table.deals,
        lambda _table, language: language.text(
            "Should the program shuffle and deal the cards? {yes} or {no} (Enter: {no})", yes=YES, no=NO
        ),
        _choose_dealing,
    ),
)
"""All questions, in their order."""
