"""The whole picture: its parts in their order, the cards, and the legend."""

from collections.abc import Iterator, Sequence
from typing import Final

from calimala_es.components import ACTIONS, INTRIGUE_ACTIONS, TRADING_CITIES
from calimala_es.families import FAMILIES
from calimala_es.known import EVERYTHING, Known
from calimala_es.state import Mat, State
from replays.replay import Gap
from replays.text.board.mats import faction_lines, intrigue_lines, mat_lines
from replays.text.board.parts import CITY_WIDTH, WIDTH, Drawing, building_lines, city_lines, council_lines, port_lines
from replays.text.board.turn import turn_lines
from replays.text.languages import ENGLISH, Language, message
from replays.text.names import Names, SeatNames
from replays.text.terminal import Palette, beside, wrapped
from replays.text.terms import action_term, colour_term, influence_term, join_and, place_term


def board_text(
    state: State,
    names: SeatNames | None = None,
    *,
    gaps: Sequence[Gap] = (),
    colour: bool = False,
    legend: bool = True,
    known: Known = EVERYTHING,
    language: Language = ENGLISH,
) -> str:
    """Return the whole position, at most 80 columns wide with the usual cells, without a line feed at the end.

    ``gaps`` are what the record passed over until here (``Replay.gaps_until``); ``legend`` explains the letters.
    Parts that are not ``known`` are not drawn, and a line says so.

    >>> from random import Random
    >>> from calimala_es.initial import initial, shuffled_setup
    >>> board_text(initial(shuffled_setup("bry", Random(7)))).splitlines()[0]
    'Before the first turn'
    """
    drawing = Drawing(state, Names.of(state.setup, names, language), Palette(colour=colour), gaps, known)
    parts = [
        turn_lines(drawing),
        beside(
            [drawing.heading(language.text("City")), *city_lines(drawing)],
            [drawing.heading(language.text("Council")), *council_lines(drawing)],
            CITY_WIDTH,
        ),
        mat_lines(drawing),
        unrecorded_lines(drawing),
        faction_lines(drawing) if known.goods else [],
        beside(building_lines(drawing), port_lines(drawing), CITY_WIDTH) if known.cubes else [],
        intrigue_lines(drawing) if known.cubes else [],
        pile_lines(drawing),
        legend_lines(drawing) if legend else [],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


_PARTS: Final = {
    "points": message("points"),
    "cubes": message("cubes on the board"),
    "goods": message("goods and buildings"),
    "cards": message("cards"),
}


def unrecorded_lines(drawing: Drawing) -> list[str]:
    """Return what is not recorded about the position."""
    language = drawing.language
    missing = [language.text(words) for part, words in _PARTS.items() if part in drawing.known.missing]
    if not missing:
        return []
    words = language.text("Not recorded: {parts}", parts=language.word("list", ", ").join(missing))
    return [drawing.style.paint(words, "warning")]


# Cards.


def pile_lines(drawing: Drawing) -> list[str]:
    """Return the deck, the open pile, the cards laid out, and the influence cards."""
    if not drawing.known.cards:
        return _influence_lines(drawing)
    state, language = drawing.state, drawing.language
    deck = language.text("Deck {number}", number=f"{state.deck}{drawing.star('deck')}")
    pile = language.text("discard pile {number}", number=f"{len(state.discard)}{drawing.star('discard')}")
    discard = " ".join(f"{state.discard.count(card)}{card}" for card in ACTIONS if card in state.discard)
    if discard:
        pile = language.text("{pile}: {cards}", pile=pile, cards=discard)
    lines = [f"{deck}   {pile}"]
    if state.laid_out:
        cards = join_and((action_term(card, language) for card in state.laid_out), language)
        lines.append(language.text("Starting cards laid out: {cards}", cards=cards))
    return [*lines, *_influence_lines(drawing)]


def _influence_of(names: Names, seat: int, mat: Mat) -> str:
    for sentence, cards in (
        (message("{name} shows {cards}"), mat.shown),
        (message("{name} keeps {cards}"), mat.kept),
        (message("{name} was dealt {cards}"), mat.dealt),
    ):
        if cards:
            return names.language.text(sentence, name=names.name(seat), cards=_places(cards, names.language))
    return ""


def _places(cards: Sequence[str], language: Language) -> str:
    return join_and((influence_term(card, language) for card in cards), language)


def _influence_lines(drawing: Drawing) -> list[str]:
    """Return the influence cards by the board and of every player, if there are any."""
    state, language = drawing.state, drawing.language
    board = language.text("{cards} beside the board", cards=_places(state.by_board, language)) if state.by_board else ""
    sentences = [board, *(_influence_of(drawing.names, seat, mat) for seat, mat in enumerate(state.mats))]
    words = language.word("list", "; ").join(filter(None, sentences))
    if not words:
        return []
    return wrapped(language.text("Influence cards: {cards}", cards=words).split(), WIDTH, "  ")


def legend_lines(drawing: Drawing) -> list[str]:
    """Return the meaning of the letters, and the abilities of the families."""
    setup, language = drawing.state.setup, drawing.language
    cards = " ".join(_meaning(code, action_term(code, language), language) for code in ACTIONS)
    cities = {f"city{number}": place_term(city, language) for number, city in enumerate(TRADING_CITIES, 1)}
    sentences = [
        language.text(
            "Discs and cubes: {colours} w white disc; stacks from bottom to top, the top disc as a capital.",
            colours=" ".join(_colours(drawing)),
        ),
        language.text("Cards: {cards} ? unknown.", cards=cards),
        language.text("Houses: T {city1}, B {city2}, H {city3}. S ship, ■ cube or cloth, · free.", **cities),
        *([_intrigue_legend(language)] if setup.intrigue else []),
        *(_family_legend(name, language) for name in setup.families if name),
    ]
    return [line for sentence in sentences for line in wrapped(sentence.split(), WIDTH, "  ")]


def _meaning(letter: str, words: str, language: Language) -> str:
    return language.text("{letter} {meaning},", letter=letter, meaning=words)


def _colours(drawing: Drawing) -> Iterator[str]:
    """Yield the letters of the colours and the players they belong to."""
    setup, language = drawing.state.setup, drawing.language
    for letter in setup.colours:
        yield _meaning(drawing.style.paint(letter, letter), colour_term(letter, language), language)
    if setup.third:
        yield language.text(
            "{letter} {colour}, the third party (support discs),",
            letter=drawing.style.paint(setup.third, setup.third),
            colour=colour_term(setup.third, language),
        )


def _intrigue_legend(language: Language) -> str:
    actions = language.word("list", ", ").join(f"{code} {action_term(code, language)}" for code in INTRIGUE_ACTIONS)
    return language.text("Intrigue tiles beside the streets: {actions}.", actions=actions)


def _family_legend(name: str, language: Language) -> str:
    return language.text("{family}: {ability}.", family=name, ability=language.text(FAMILIES[name].ability))
