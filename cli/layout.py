"""What `new` says about a table: which rules are played, what lies where, what everybody has."""

from collections.abc import Iterator
from typing import Final

from calimala_es.board import STREETS, street_actions
from calimala_es.components import ACTION_WORDS, COLOUR_WORDS, INFLUENCE_CARDS, INTRIGUE_WORDS
from calimala_es.families import FAMILIES
from calimala_es.initial import initial
from calimala_es.setup import Setup
from calimala_es.state import State
from cli.settings import settings
from cli.terminal import paint, say
from notation.heading.expansions import format_settings
from replays.board import CITY_WIDTH, Drawing, city_lines, council_lines
from replays.names import Table
from replays.style import Style, beside, left, wrapped
from replays.words import listed

WIDTH: Final = 80
_STREET: Final = 22
_COLUMN: Final = 41
"""Columns for the name of a street, and for a street with its tile."""


def print_setup(id: str, setup: Setup, table: Table, seed: str | None) -> None:
    """Print how the table is to be laid out."""
    state = initial(setup)
    drawing = Drawing(state, table, Style(colour=settings().has_colour))
    tiles = [paint("Scoring tiles", "heading"), *council_lines(drawing)]
    for line in beside([paint("City", "heading"), *city_lines(drawing)], tiles, CITY_WIDTH):
        say(line)
    say()
    if setup.intrigue:
        say(paint("Intrigue tiles", "heading"))
        for line in intrigue_lines(setup):
            say(line)
        say()
    for sentence in _sentences(state, table):
        for line in wrapped(sentence.split(), WIDTH, "  "):
            say(line)
    if seed is not None:
        say(f"Shuffled with the seed {seed}.")
    say()
    say(f"The game is {paint(id, 'heading')}. Write it down with: calimala record {id}")


def intrigue_lines(setup: Setup) -> list[str]:
    """The intrigue tile of each street, two streets a line (R10.2)."""
    streets = street_actions(setup.city)
    told = [
        left("-".join(ACTION_WORDS[action] for action in streets[street]), _STREET)
        + "/".join(INTRIGUE_WORDS[action] for action in tile)
        for street, tile in zip(STREETS, setup.intrigue, strict=True)
    ]
    half = len(told) // 2
    return beside(told[:half], told[half:], _COLUMN)


def rules_words(setup: Setup) -> str:
    """Which rules are played: ``the second edition with Intrigue and families, active_draw_limit=2``."""
    parts = ["Intrigue"] * bool(setup.intrigue) + ["families"] * any(setup.families)
    words = setup.edition.title + (f" with {listed(parts)}" if parts else "")
    changed = format_settings(setup.ruleset)
    return f"{words}, {changed.replace(' ', ', ')}" if changed else words


def _sentences(state: State, table: Table) -> Iterator[str]:
    setup = state.setup
    people = [table.person(seat) for seat in range(setup.players)]
    yield f"Rules: {rules_words(setup)}."
    yield f"Seats, clockwise: {listed(people)}. {people[0]} begins."
    if setup.third:
        yield f"The third party is {COLOUR_WORDS[setup.third]}: all cubes of this colour lie ready (R8.1)."
    yield f"Everybody has {_discs_words(setup)}."
    yield f"Influence cards: {_influence_words(setup)}."
    laid_out = listed(ACTION_WORDS[card] for card in state.laid_out)
    yield f"Starting cards: {laid_out} lie open; {people[-1]} takes first, then anticlockwise."
    for name, person in zip(setup.families, people, strict=False):
        yield f"{person}: {_family_words(name)}" if name else f"{person}: no family."


def _discs_words(setup: Setup) -> str:
    coloured, white = setup.edition.discs[setup.players]
    support = setup.edition.support.get(setup.players)
    if support:
        return (
            f"{coloured} coloured and {white} white discs, and {support} support discs in {COLOUR_WORDS[setup.third]}"
        )
    return f"{coloured} coloured and {white} white discs"


def _influence_words(setup: Setup) -> str:
    edition, players = setup.edition, setup.players
    dealt, by_board = edition.dealt[players], edition.by_board[players]
    face_down, laid_open = edition.face_down.get(players, 0), edition.laid_open.get(players, 0)
    out = len(INFLUENCE_CARDS) - players * dealt - by_board - face_down
    parts = [
        f"{dealt} each",
        *([f"{by_board} face up by the board"] if by_board else []),
        *([f"{face_down} face down by the board"] if face_down else []),
        *([f"{out} out unseen"] if out else []),
    ]
    kept = "everybody keeps one" + (f" and lays {laid_open} face up by the board" if laid_open else "")
    return f"{', '.join(parts)}; {kept}"


def _family_words(name: str) -> str:
    family = FAMILIES[name]
    return f"{name}. Ability: {family.ability}. Start: {family.start}."
