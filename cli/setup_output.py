"""What `new` prints about a table: the rules that are played, the layout of the board, and what each player has."""

from collections.abc import Iterator, Sequence
from typing import Final

from calimala_es.board import STREETS, street_actions
from calimala_es.components import INFLUENCE_CARDS
from calimala_es.families import FAMILIES
from calimala_es.initial import initial
from calimala_es.position import format_settings
from calimala_es.setup import Setup
from calimala_es.state import State
from cli.options import settings
from cli.terminal import WIDTH, paint, say
from replays.text.board.parts import CITY_WIDTH, Drawing, city_lines, council_lines
from replays.text.languages import Language
from replays.text.names import Names
from replays.text.terminal import Palette, beside, left, wrapped
from replays.text.terms import SQUARE, action_term, colour_term, join_and

_STREET: Final = 22
_COLUMN: Final = 41
"""The width in columns of the name of a street, and of a street with its tile."""


def print_setup(id: str, setup: Setup, names: Names, seed: str | None, shuffled: Sequence[str] = ()) -> None:
    """Print how to lay out the table; ``shuffled`` is what the seed shuffled, if not everything."""
    state, text = initial(setup), names.language.text
    drawing = Drawing(state, names, Palette(colour=settings().has_colour))
    tiles = [paint(text("Scoring tiles"), "heading"), *council_lines(drawing)]
    for line in beside([paint(text("City"), "heading"), *city_lines(drawing)], tiles, CITY_WIDTH):
        say(line)
    say()
    if setup.intrigue:
        say(paint(text("Intrigue tiles"), "heading"))
        for line in intrigue_lines(setup, names.language):
            say(line)
        say()
    for sentence in _sentences(state, names):
        for line in wrapped(sentence.split(), WIDTH, "  "):
            say(line)
    if seed is not None and shuffled:
        parts = names.language.word("list", ", ").join(map(text, shuffled))
        say(text("Shuffled with seed {seed}: {parts}", seed=seed, parts=parts))
    elif seed is not None:
        say(text("Shuffled with seed {seed}.", seed=seed))
    say()
    say(
        text(
            "The game is called {game}. Record it with: {command}",
            game=paint(id, "heading"),
            command=f"calimala record {id}",
        )
    )


def intrigue_lines(setup: Setup, language: Language) -> list[str]:
    """Return the intrigue tile of each street, two streets per line (R10.2)."""
    streets = street_actions(setup.city)
    lines = [
        left("-".join(action_term(action, language, SQUARE) for action in streets[street]), _STREET)
        + "/".join(action_term(action, language) for action in tile)
        for street, tile in zip(STREETS, setup.intrigue, strict=True)
    ]
    half = len(lines) // 2
    return beside(lines[:half], lines[half:], _COLUMN)


def rules_words(setup: Setup, language: Language) -> str:
    """Return the rules that are played: ``the second edition with Intrigue and families, active_draw_limit=2``."""
    edition = language.text(setup.edition.title)
    parts = [language.text("Intrigue")] * bool(setup.intrigue) + [language.text("families")] * any(setup.families)
    if parts:
        edition = language.text("{edition} with {parts}", edition=edition, parts=join_and(parts, language))
    changed = format_settings(setup.ruleset)
    return f"{edition}, {changed.replace(' ', ', ')}" if changed else edition


def _sentences(state: State, names: Names) -> Iterator[str]:
    setup, language = state.setup, names.language
    people = [names.person(seat) for seat in range(setup.players)]
    yield language.text("Rules: {rules}.", rules=rules_words(setup, language))
    yield language.text(
        "Seats, clockwise: {people}. {first} begins.", people=join_and(people, language), first=people[0]
    )
    if setup.third:
        colour = colour_term(setup.third, language)
        yield language.text("The third party is {colour}: keep all cubes of this colour ready (R8.1).", colour=colour)
    yield _discs_words(setup, language)
    yield language.text("Influence cards: {cards}.", cards=_influence_words(setup, language))
    yield language.text(
        "Starting cards: {cards} lie face up; {last} takes one first, and the others follow anticlockwise.",
        cards=join_and((action_term(card, language) for card in state.laid_out), language),
        last=people[-1],
    )
    for name, person in zip(setup.families, people, strict=False):
        yield _family_words(name, person, language)


def _discs_words(setup: Setup, language: Language) -> str:
    coloured, white = setup.edition.discs[setup.players]
    support = setup.edition.support.get(setup.players)
    if not support:
        return language.text(
            "Everybody has {coloured} coloured and {white} white discs.", coloured=coloured, white=white
        )
    return language.text(
        "Everybody has {coloured} coloured and {white} white discs, and {support} support discs in {colour}.",
        coloured=coloured,
        white=white,
        support=support,
        colour=colour_term(setup.third, language),
    )


def _influence_words(setup: Setup, language: Language) -> str:
    edition, players = setup.edition, setup.players
    dealt, by_board = edition.dealt[players], edition.by_board[players]
    face_down, laid_open = edition.face_down.get(players, 0), edition.laid_open.get(players, 0)
    out = len(INFLUENCE_CARDS) - players * dealt - by_board - face_down
    parts = [
        language.text("{number} each", number=dealt),
        *([language.text("{number} face up beside the board", number=by_board)] if by_board else []),
        *([language.text("{number} face down beside the board", number=face_down)] if face_down else []),
        *([language.text("{number} removed unseen", number=out)] if out else []),
    ]
    where = language.word("list", ", ").join(parts)
    if not laid_open:
        return language.text("{cards}; everybody keeps one", cards=where)
    return language.text(
        "{cards}; everybody keeps one and lays {number} face up beside the board", cards=where, number=laid_open
    )


def _family_words(name: str, person: str, language: Language) -> str:
    if not name:
        return language.text("{name}: no family.", name=person)
    family = FAMILIES[name]
    ability, start = language.text(family.ability), language.text(family.start)
    return language.text(
        "{name}: {family}. Ability: {ability}. Start: {start}.", name=person, family=name, ability=ability, start=start
    )
