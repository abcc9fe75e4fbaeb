"""What the recorder explains: what can be typed in this game, and the card with every letter of the notation."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from calimala_es.components import (
    ACTIONS,
    INFLUENCE_CARDS,
    INTRIGUE_ACTIONS,
    MATERIALS,
    PALAZZO,
    SCORING_TILES,
    WHITE,
)
from calimala_es.families import FAMILIES
from calimala_es.options import BUILDING_CODES, PORT_CODES, TRADING_CODES
from calimala_es.setup import Setup
from cli.terminal import WIDTH
from replays.text.deeds import deed_text
from replays.text.languages import Language, message
from replays.text.terminal import left, wrapped
from replays.text.terms import action_term, colour_term, disc_term, place_term

CODE_WIDTH: Final = 15
"""The columns of an example in the help, after its margin of two."""

_HEAD: Final = message(
    "Type what happened, one or more decisions per line, in capitals or not. Spaces may be left out: "
    "“asacsl” is AS AC SL. Tab completes. Every line is answered, and a line answered with “kept” is "
    "safe."
)

_EXAMPLES: Final = (
    ("AS", message("place a disc on the street between artwork and ship; AS2: a white one")),
    ("AC SL", message("do actions: artwork to Santa Croce, ship cloth to Lisbon")),
    ("+W", message("play a card, here wood")),
    ("S-", message("skip an action; S-W: it was impossible, and a wood card was drawn")),
    ("/", message("end this activation without playing more cards")),
    ("S-?  _", message("a card that you did not see; something that you missed")),
    ("b.points:=12", message("what you see on the table, whatever the record says")),
    ("=12-9-7", message("check everybody's points")),
    ("{...}  AC!", message("a comment; a glyph, written right after its decision")),
    ("X", message("strike out the decision before it; alone on a line, the last one recorded")),
)

_OF_TWO: Final = (("AS0  AS00", message("place a support disc; one for which two cards are drawn (R8.4)")),)
_OF_INTRIGUE: Final = (
    ("K RP EW NTW", message("do an intrigue action: cardinal, artistry, emperor, banking")),
    (":W", message("discard a wood card for a step on the faction track")),
    ("--", message("decline an offer; Enter alone does the same")),
)
_OF_STARTS: Final = (("AF EW K E", message("choose the start of a family, in turn 0")),)

_WORDS: Final = (
    ("help codes", message("all the letters at a glance")),
    ("legal", message("the legal decisions, explained")),
    ("board, points", message("the whole position; where the points came from")),
    ("undo, redo", message("one decision; undo 3, undo turn")),
    ("anyway AC", message("record a decision that breaks the rules")),
    ("comment ...", message("add a comment")),
    ("quit", message("leave; calimala record continues from here, calimala set corrects names and the layout")),
)


def help_text(setup: Setup, language: Language) -> str:
    """Return what can be typed in a game with this set-up."""
    head = wrapped(language.text(_HEAD).split(), WIDTH)
    return "\n".join([*head, "", symbols_text((setup,), language), "", *_rows(_WORDS, language)])


def symbols_text(setups: Sequence[Setup], language: Language) -> str:
    """Return what can be written in games with these set-ups: an example of each kind of word, with its meaning."""
    names = dict.fromkeys(name for setup in setups for name in setup.families if name)
    families = [FAMILIES[name] for name in names]
    examples = [
        *_EXAMPLES,
        *(_OF_TWO if any(setup.third for setup in setups) else ()),
        *(_OF_INTRIGUE if any(setup.intrigue for setup in setups) else ()),
        *(_OF_STARTS if any(family.has_starts for family in families) else ()),
        *((family.example, family.example_words) for family in families if family.example),
    ]
    return "\n".join(_rows(examples, language))


def _rows(rows: Iterable[tuple[str, str]], language: Language) -> Iterator[str]:
    """Yield each example with its meaning beside it."""
    for example, meaning in rows:
        for number, line in enumerate(wrapped(language.text(meaning).split(), WIDTH - CODE_WIDTH - 2)):
            yield f"  {left('' if number else example, CODE_WIDTH)}{line}"


# The card of letters.

_DEEDS: Final = ("AC", "SLLN", "TTH", "CFW")
"""Actions with their places and goods, as examples."""

_PLACES: Final = tuple(dict.fromkeys((*SCORING_TILES, *INFLUENCE_CARDS)))


def codes_text(setup: Setup, language: Language) -> str:
    """Return every letter of the notation with its meaning, on one card."""
    text = language.text
    churches = {code: place for code, place in BUILDING_CODES.items() if place != PALAZZO}
    groups = (
        (text("Actions"), _actions(ACTIONS + (INTRIGUE_ACTIONS if setup.intrigue else ""), language)),
        (text("Goods"), _actions(MATERIALS, language)),
        (text("Churches"), _places(churches, language)),
        (text("Artwork"), _places(BUILDING_CODES, language)),
        (text("Ports"), _places(PORT_CODES, language)),
        (text("Trading cities"), _places(TRADING_CODES, language)),
        (text("Build"), (f"U{option} {deed_text('U', option, language)}" for option in ("S", "W", *TRADING_CODES))),
        (text("Examples"), (f"{deed} {deed_text(deed[0], deed[1:], language)}" for deed in _DEEDS)),
        (text("Tiles and influence cards"), _places(dict(zip(_PLACES, _PLACES, strict=True)), language)),
        (text("Colours"), _colours(setup, language)),
    )
    comma = language.word("list", ", ")
    titled = (text("{title}: {entries}", title=title, entries=comma.join(entries)) for title, entries in groups)
    return "\n".join(line for words in titled for line in wrapped(words.split(), WIDTH, "  "))


def _actions(codes: str, language: Language) -> Iterator[str]:
    return (f"{code} {action_term(code, language)}" for code in codes)


def _places(codes: Mapping[str, str], language: Language) -> Iterator[str]:
    return (f"{code} {place_term(place, language)}" for code, place in codes.items())


def _colours(setup: Setup, language: Language) -> Iterator[str]:
    yield from (f"{letter} {colour_term(letter, language)}" for letter in setup.parties)
    yield f"{WHITE} {disc_term(WHITE, language)}"
