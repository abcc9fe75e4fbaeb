"""The whole picture: its parts in their order, the cards, and the legend."""

from collections.abc import Sequence
from typing import Final

from calimala_es.components import ACTION_WORDS, ACTIONS, COLOUR_WORDS, INTRIGUE_ACTIONS, INTRIGUE_WORDS
from calimala_es.families import FAMILIES
from calimala_es.state import Mat, State
from notation.depth.known import EVERYTHING, Known
from replays.board.city import CITY_WIDTH, city_lines
from replays.board.council import council_lines
from replays.board.drawing import WIDTH, Drawing
from replays.board.intrigue import faction_lines, intrigue_lines
from replays.board.mats import mat_lines
from replays.board.pending import turn_lines
from replays.board.places import building_lines, port_lines
from replays.names import Names, Table, table_of
from replays.replay import Mark
from replays.style import Style, beside, wrapped
from replays.words import influence_words, listed


def board_text(
    state: State,
    names: Names | None = None,
    *,
    marks: Sequence[Mark] = (),
    colour: bool = False,
    legend: bool = True,
    known: Known = EVERYTHING,
) -> str:
    """The whole position, at most 80 columns wide with the usual cells, without a line feed at the end.

    ``marks`` are what the record passed over until here (``Replay.marks_until``); ``legend`` explains the letters.
    What is not ``known`` is not drawn, and a line says so.
    """
    drawing = Drawing(state, table_of(state.setup, names), Style(colour=colour), marks, known)
    parts = [
        turn_lines(drawing),
        beside(
            [drawing.heading("City"), *city_lines(drawing)],
            [drawing.heading("Council"), *council_lines(drawing)],
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


_PARTS: Final = {"points": "points", "cubes": "cubes on the board", "goods": "goods and buildings", "cards": "cards"}


def unrecorded_lines(drawing: Drawing) -> list[str]:
    """What the record does not tell of the position."""
    lacking = [words for part, words in _PARTS.items() if part in drawing.known.lacking]
    if not lacking:
        return []
    return [drawing.style.paint(f"Not recorded: {', '.join(lacking)}", "warning")]


# Cards.


def pile_lines(drawing: Drawing) -> list[str]:
    """The deck, the open pile, the cards laid out, and the influence cards."""
    state = drawing.state
    discard = " ".join(f"{state.discard.count(card)}{card}" for card in ACTIONS if card in state.discard)
    if not drawing.known.cards:
        return _influence_lines(drawing)
    lines = [
        f"Deck {state.deck}{drawing.star('deck')}   open pile {len(state.discard)}{drawing.star('discard')}"
        + (f": {discard}" if discard else "")
    ]
    if state.laid_out:
        lines.append("Starting cards laid out: " + listed(ACTION_WORDS[card] for card in state.laid_out))
    return [*lines, *_influence_lines(drawing)]


def _influence_words(table: Table, seat: int, mat: Mat) -> str:
    for verb, cards in (("shows", mat.shown), ("keeps", mat.kept), ("was dealt", mat.dealt)):
        if cards:
            return f"{table.name(seat)} {verb} {listed(map(influence_words, cards))}"
    return ""


def _influence_lines(drawing: Drawing) -> list[str]:
    """The influence cards by the board and of every player, as far as anybody has one."""
    state = drawing.state
    board = f"by the board {listed(map(influence_words, state.by_board))}" if state.by_board else ""
    told = [board, *(_influence_words(drawing.table, seat, mat) for seat, mat in enumerate(state.mats))]
    words = "; ".join(filter(None, told))
    return wrapped(f"Influence cards: {words}".split(), WIDTH, "  ") if words else []


def legend_lines(drawing: Drawing) -> list[str]:
    """What the letters mean, and what the families can do."""
    setup, paint = drawing.state.setup, drawing.style.paint
    colours = [f"{paint(letter, letter)} {COLOUR_WORDS[letter]}," for letter in setup.colours]
    if setup.third:
        colours.append(
            f"{paint(setup.third, setup.third)} {COLOUR_WORDS[setup.third]}, the third party (support discs),"
        )
    cards = [f"{code} {word}," for code, word in ACTION_WORDS.items()]
    return [
        *wrapped(["Discs and cubes:", *colours, "w white disc; a stack from the bottom to the Top."], WIDTH, "  "),
        *wrapped(["Cards:", *cards, "? unknown."], WIDTH, "  "),
        "Houses: T Troyes, B Bruges, H Hamburg. S ship, ■ cube or cloth, · free.",
        *(_intrigue_legend() if setup.intrigue else []),
        *(line for name in setup.families if name for line in _family_legend(name)),
    ]


def _intrigue_legend() -> list[str]:
    actions = ", ".join(f"{code} {INTRIGUE_WORDS[code]}" for code in INTRIGUE_ACTIONS)
    return [f"Intrigue tiles beside the streets: {actions}."]


def _family_legend(name: str) -> list[str]:
    return wrapped(f"{name}: {FAMILIES[name].ability}.".split(), WIDTH, "  ")
