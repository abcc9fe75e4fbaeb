"""What changed in a position, and what became of a cube, a card or a disc, as lines for a person."""

from collections.abc import Callable
from typing import Final

from calimala_es.board import is_street
from calimala_es.components import SEATS, UNKNOWN, WHITE
from replays.changes import Changes, MatChange, TileChange
from replays.stepping import lives
from replays.stepping.lives import Happening, History, Life
from replays.stepping.story import Story
from replays.text.languages import Language, message, plural
from replays.text.names import Names
from replays.text.terminal import wrapped
from replays.text.terms import (
    card_name,
    card_term,
    faction_term,
    influence_term,
    join_and,
    place_term,
    points_term,
    row_term,
    street_term,
)

_NUMBER_WORDS: Final = (
    ("coloured", *plural("{number:+d} coloured disc", "{number:+d} coloured discs")),
    ("white", *plural("{number:+d} white disc", "{number:+d} white discs")),
    ("support", *plural("{number:+d} support disc", "{number:+d} support discs")),
    ("wood", *plural("{number:+d} wood", "{number:+d} wood")),
    ("brick", *plural("{number:+d} brick", "{number:+d} brick")),
    ("marble", *plural("{number:+d} marble", "{number:+d} marble")),
    ("cloth", *plural("{number:+d} cloth", "{number:+d} cloth")),
    ("workshops", *plural("{number:+d} workshop", "{number:+d} workshops")),
    ("ships", *plural("{number:+d} ship", "{number:+d} ships")),
    ("points", *plural("{number:+d} point", "{number:+d} points")),
)


def _mat_text(change: MatChange, language: Language) -> list[str]:
    words = [
        language.counted(one, many, number) for field, one, many in _NUMBER_WORDS if (number := getattr(change, field))
    ]
    words += [faction_term(change.faction, language)] if change.faction else []
    words += [language.text("+1 trading house ({code})", code=code) for code in change.houses]
    gained, lost = change.gained + UNKNOWN * change.unknown, change.lost + UNKNOWN * -change.unknown
    words += [language.text("gains {card}", card=card_term(card, language)) for card in gained]
    words += [language.text("loses {card}", card=card_term(card, language)) for card in lost]
    words += [language.text("keeps {cards}", cards=_influence(change.keeps, language))] if change.keeps else []
    words += [language.text("shows {cards}", cards=_influence(change.shown, language))] if change.shown else []
    return words


def _influence(cards: tuple[str, ...], language: Language) -> str:
    return join_and((influence_term(card, language) for card in cards), language)


def changes_lines(change: Changes, names: Names) -> list[str]:
    """Return the changes as lines for a person, none if nothing changed; stacks and rows as letters of colours."""
    language = names.language
    comma = language.word("list", ", ")
    changed = [
        *((names.name(mat.seat), comma.join(_mat_text(mat, language))) for mat in change.mats),
        *((row_term(row.row, language), _before_after(row.before, row.after, names)) for row in change.rows),
        *(
            (street_term(names, street.street), _stack_text(street.before, street.after, names))
            for street in change.streets
        ),
        *((_tile_of(tile, language), _tile_text(tile.after, names)) for tile in change.council),
        *([(language.text("council, on no tile"), names.letters(change.late))] if change.late else []),
    ]
    lines = [language.text("{what}: {change}", what=what, change=words) for what, words in changed if words]
    if piles := _pile_text(change, language):
        lines.append(comma.join(piles))
    if change.by_board:
        lines.append(language.text("beside the board: {cards}", cards=_influence(change.by_board, language)))
    return lines


def _pile_text(change: Changes, language: Language) -> list[str]:
    deck = [language.text("deck {number:+d}", number=change.deck)] if change.deck else []
    return deck + ([language.text("discard pile {number:+d}", number=change.discard)] if change.discard else [])


def _before_after(before: str, after: str, names: Names) -> str:
    empty = names.language.text("empty")
    return f"{names.letters(before) or empty} -> {names.letters(after) or empty}"


def _stack_text(before: str, after: str, names: Names) -> str:
    return names.language.text("{change} (bottom to top)", change=_before_after(before, after, names))


def _tile_of(tile: TileChange, language: Language) -> str:
    return language.text("council, {tile}", tile=place_term(tile.tile, language))


def _tile_text(mark: str, names: Names) -> str:
    if mark in SEATS:
        return names.language.text("a seat for {name}", name=names.name(int(mark)))
    return names.language.text("scored, no seat") if mark == "x" else names.language.text("free")


# Stories and histories as lines for a person.

_WIDTH: Final = 80
_ID_WIDTH: Final = 8
_INDENT: Final = "  "


def story_lines(story: Story, names: Names) -> list[str]:
    """List what a step changed, one line each, and the streets that it concerns without a change."""
    text = names.language.text
    still = [
        text(
            "{street}: {discs} (bottom to top)",
            street=street_term(names, street.street),
            discs=names.letters(street.before),
        )
        for street in story.streets
        if street.before == street.after and street.before
    ]
    return [*changes_lines(story.changes, names), *still]


def history_lines(history: History, names: Names, width: int = _WIDTH) -> list[str]:
    """Return a history: for each cube, card or disc a line with its name, and below it each happening.

    Happenings are at most ``width`` columns wide, except words without a space.
    """
    text = names.language.text
    lines: list[str] = []
    for life in history.lives:
        lines.append(text("{name}: {what}", name=life.name, what=life_line(life, names)))
        for happening in life.happenings:
            lines += _happening_lines(life, happening, names, width)
    if not history.lives:
        lines.append(text("{subject}: nothing so far", subject=history.subject))
    if history.missed:
        ids = names.language.word("list", ", ").join(history.missed)
        lines.append(text("What happened at {ids} was not recorded; something may be missing.", ids=ids))
    return lines


def _happening_lines(life: Life, happening: Happening, names: Names, width: int) -> list[str]:
    room = max(width - _ID_WIDTH - len(_INDENT), 10)
    first, *rest = wrapped(happening_text(life, happening, names).split(), room)
    return [
        f"{_INDENT}{happening.id or '-':<{_ID_WIDTH}}{first}",
        *(f"{_INDENT}{' ' * _ID_WIDTH}{line}" for line in rest),
    ]


def life_line(life: Life, names: Names) -> str:
    """Say what a cube, a card or a disc is."""
    text = names.language.text
    if life.kind == "influence":
        if life.mark == UNKNOWN:
            return text("an unknown influence card")
        return text("influence card: {card}", card=influence_term(life.mark, names.language))
    if life.kind == "card":
        return card_name(life.mark, names.language)
    if life.mark == WHITE:
        return text("a white disc")
    owner = names.name(int(life.mark))
    return (
        text("a cube belonging to {name}", name=owner)
        if life.kind == "cube"
        else text("a disc belonging to {name}", name=owner)
    )


def happening_text(life: Life, happening: Happening, names: Names) -> str:
    """Say what happened to it, without a full stop."""
    return _WORDS[happening.what](life, happening, names)


def _who(happening: Happening, names: Names) -> str:
    return names.name(happening.seat) if happening.seat is not None else ""


def _where(life: Life, happening: Happening, names: Names) -> str:
    """Return the name of a row or a street."""
    place = happening.place
    return street_term(names, place) if is_street(place) else row_term(place, names.language)


def _lay(life: Life, happening: Happening, names: Names) -> str:
    text = names.language.text
    if life.kind == "card":
        return text("in {name}'s hand when the record begins", name=_who(happening, names))
    return text("{place}: already there when the record begins", place=_where(life, happening, names))


def _seen(life: Life, happening: Happening, names: Names) -> str:
    text = names.language.text
    if life.kind == "card":
        return text("seen in {name}'s hand; how it got there is not recorded", name=_who(happening, names))
    return text(
        "{place}: seen there at the table; how it got there is not recorded", place=_where(life, happening, names)
    )


def _gone(life: Life, happening: Happening, names: Names) -> str:
    text = names.language.text
    if life.kind == "card":
        return _alike(text("no longer in {name}'s hand", name=_who(happening, names)), happening, names)
    return text("{place}: no longer there, as seen at the table", place=_where(life, happening, names))


def _added(life: Life, happening: Happening, names: Names) -> str:
    return names.language.text(
        "into {row}, cell {cell}", row=row_term(happening.place, names.language), cell=happening.number
    )


def _moved(life: Life, happening: Happening, names: Names) -> str:
    return names.language.text(
        "{name} moves it to {row}, cell {cell}",
        name=_who(happening, names),
        row=row_term(happening.place, names.language),
        cell=happening.number,
    )


def _counted(life: Life, happening: Happening, names: Names) -> str:
    return names.language.text(
        "counts in the scoring of {place}; {name}: {points} in all",
        place=place_term(happening.place, names.language),
        name=_who(happening, names),
        points=points_term(happening.number, names.language),
    )


def _alike(words: str, happening: Happening, names: Names) -> str:
    """Return the words; if several cards look the same, add that it may have been any of them."""
    if not happening.alike:
        return words
    return names.language.counted(
        "{what}; it may have been any of {number} that look alike",
        "{what}; it may have been any of {number} that look alike",
        happening.alike,
        what=words,
    )


_OF_CARDS: Final = {
    lives.DRAFTED: message("{name} takes it at the start"),
    lives.DRAWN: message("{name} draws it"),
    lives.PLAYED: message("{name} plays it"),
    lives.DISCARDED: message("{name} discards it"),
    lives.UNRECORDED: message("{name} may no longer have it; this was not recorded"),
}
_SHOWN: Final = {
    lives.PLAYED: message("{name} plays it: {card}"),
    lives.DISCARDED: message("{name} discards it: {card}"),
}
"""What happens to an action card, and the same where the card had not been seen before."""


def _of_card(life: Life, happening: Happening, names: Names) -> str:
    what, name = happening.what, _who(happening, names)
    if life.mark == UNKNOWN and what in _SHOWN:
        card = card_name(happening.place, names.language)
        return _alike(names.language.text(_SHOWN[what], name=name, card=card), happening, names)
    return _alike(names.language.text(_OF_CARDS[what], name=name), happening, names)


def _activated(life: Life, happening: Happening, names: Names) -> str:
    text = names.language.text
    if happening.by == happening.seat:
        return text("{name} activates it", name=_who(happening, names))
    return text(
        "{name} activates it on {active}'s turn",
        name=_who(happening, names),
        active=names.name(happening.by if happening.by is not None else 0),
    )


def _into_council(life: Life, happening: Happening, names: Names) -> str:
    text, name = names.language.text, _who(happening, names)
    tile = place_term(happening.place, names.language) if happening.place else ""
    if happening.what == lives.SEATED:
        if not tile:
            return text("becomes a seat for {name} in the council, on no tile", name=name)
        return text("becomes a seat for {name} in the council: {tile}", name=name, tile=tile)
    if happening.what == lives.PROMOTED:
        if not tile:
            return text("goes to {name}'s supply; a coloured disc takes the council seat, on no tile", name=name)
        return text("goes to {name}'s supply; a coloured disc takes the council seat: {tile}", name=name, tile=tile)
    if not tile:
        return text("{name} moves it from the street to the council, on no tile", name=name)
    return text("{name} moves it from the street to the council: {tile}", name=name, tile=tile)


_WORDS: Final[dict[str, Callable[[Life, Happening, Names], str]]] = {
    lives.LAY: _lay,
    lives.SEEN: _seen,
    lives.GONE: _gone,
    lives.ADDED: _added,
    lives.MOVED: _moved,
    lives.CLOSED_UP: lambda f, h, t: t.language.text(
        "moves up to cell {cell} because a cube before it was moved away", cell=h.number
    ),
    lives.COUNTED: _counted,
    **dict.fromkeys(_OF_CARDS, _of_card),
    lives.DEALT: lambda f, h, t: t.language.text("dealt to {name}", name=_who(h, t)),
    lives.KEEPING: lambda f, h, t: t.language.text("{name} keeps it", name=_who(h, t)),
    lives.OPENED: lambda f, h, t: t.language.text("{name} lays it face up beside the board", name=_who(h, t)),
    lives.TURNED_UP: lambda f, h, t: t.language.text("lies face up beside the board"),
    lives.REVEALED: lambda f, h, t: (
        t.language.text("{name} reveals it", name=_who(h, t))
        if h.seat is not None
        else t.language.text("revealed beside the board")
    ),
    lives.SCORED: lambda f, h, t: t.language.text("scored for everybody"),
    lives.PLACED: lambda f, h, t: t.language.text(
        "{name} places it on {street}", name=_who(h, t), street=_where(f, h, t)
    ),
    lives.ACTIVATED: _activated,
    lives.SEATED: _into_council,
    lives.PROMOTED: _into_council,
    lives.TAKEN_BACK: _into_council,
    lives.SWAPPED: lambda f, h, t: t.language.text("goes to another street: {street}", street=_where(f, h, t)),
    lives.REMOVED: lambda f, h, t: t.language.text("leaves the street and the game"),
}
"""What is said of each kind of happening."""
