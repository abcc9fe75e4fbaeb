"""Stories and histories as lines for a person."""

from collections.abc import Callable
from typing import Final

from calimala_es.components import UNKNOWN, WHITE
from replays.changes import changes_lines
from replays.languages import message
from replays.names import Names
from replays.stepping import lives as life_words
from replays.stepping.lives import Happening, History, Life
from replays.stepping.story import Story
from replays.style import wrapped
from replays.words import street_words
from replays.words.basics import card_name, influence_words, place_words, points_words, row_words

_WIDTH: Final = 80
_ID_WIDTH: Final = 8
_INDENT: Final = "  "


def story_lines(told: Story, names: Names) -> list[str]:
    """List what a step changed, one line each, and the streets that it concerns without a change."""
    text = names.language.text
    still = [
        text(
            "{street}: {discs} (bottom to top)",
            street=street_words(names, street.street),
            discs=names.letters(street.before),
        )
        for street in told.streets
        if street.before == street.after and street.before
    ]
    return [*changes_lines(told.changes, names), *still]


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
        lines.append(
            text("Nobody wrote down what happened in {ids}; something may be missing.", ids=", ".join(history.missed))
        )
    return lines


def _happening_lines(life: Life, happening: Happening, names: Names, width: int) -> list[str]:
    room = max(width - _ID_WIDTH - len(_INDENT), 10)
    first, *rest = wrapped(happening_words(life, happening, names).split(), room)
    return [
        f"{_INDENT}{happening.id or '-':<{_ID_WIDTH}}{first}",
        *(f"{_INDENT}{' ' * _ID_WIDTH}{line}" for line in rest),
    ]


def life_line(life: Life, names: Names) -> str:
    """Say what a cube, a card or a disc is."""
    text = names.language.text
    if life.kind == "influence":
        return text("the influence card {card}", card=influence_words(life.mark, names.language))
    if life.kind == "card":
        return card_name(life.mark, names.language)
    if life.mark == WHITE:
        return text("a white disc")
    owner = names.name(int(life.mark))
    return text("a cube of {name}", name=owner) if life.kind == "cube" else text("a disc of {name}", name=owner)


def happening_words(life: Life, happening: Happening, names: Names) -> str:
    """Say what happened to it, without a full stop."""
    return _WORDS[happening.what](life, happening, names)


def _who(happening: Happening, names: Names) -> str:
    return names.name(happening.seat) if happening.seat is not None else ""


def _where(life: Life, happening: Happening, names: Names) -> str:
    """Return the name of a row or a street."""
    if life.kind == "disc":
        return street_words(names, happening.place)
    return row_words(happening.place, names.language)


def _lay(life: Life, happening: Happening, names: Names) -> str:
    text = names.language.text
    if life.kind == "card":
        return text("in the hand of {name} where the record begins", name=_who(happening, names))
    return text("{place}: there where the record begins", place=_where(life, happening, names))


def _seen(life: Life, happening: Happening, names: Names) -> str:
    text = names.language.text
    if life.kind == "card":
        return text("seen in the hand of {name}; how it came is not told", name=_who(happening, names))
    return text("{place}: seen there at the table; how it came is not told", place=_where(life, happening, names))


def _gone(life: Life, happening: Happening, names: Names) -> str:
    text = names.language.text
    if life.kind == "card":
        return _alike(text("not in the hand of {name} any more", name=_who(happening, names)), happening, names)
    return text("{place}: seen at the table not to be there any more", place=_where(life, happening, names))


def _added(life: Life, happening: Happening, names: Names) -> str:
    return names.language.text(
        "into {row}, cell {cell}", row=row_words(happening.place, names.language), cell=happening.number
    )


def _moved(life: Life, happening: Happening, names: Names) -> str:
    return names.language.text(
        "{name} moves it to {row}, cell {cell}",
        name=_who(happening, names),
        row=row_words(happening.place, names.language),
        cell=happening.number,
    )


def _counted(life: Life, happening: Happening, names: Names) -> str:
    return names.language.text(
        "counts where {place} is scored; {name}: {points} in all",
        place=place_words(happening.place, names.language),
        name=_who(happening, names),
        points=points_words(happening.number, names.language),
    )


def _alike(words: str, happening: Happening, names: Names) -> str:
    """Return the words; if several cards look the same, add that it may have been any of them."""
    if not happening.alike:
        return words
    return names.language.counted(
        "{what}; it may have been any of {number} that look the same",
        "{what}; it may have been any of {number} that look the same",
        happening.alike,
        what=words,
    )


_OF_CARDS: Final = {
    life_words.DRAFTED: message("{name} takes it at the start"),
    life_words.DRAWN: message("{name} draws it"),
    life_words.PLAYED: message("{name} plays it"),
    life_words.DISCARDED: message("{name} discards it"),
    life_words.UNTOLD: message("{name} has it no more, perhaps; nobody wrote that down"),
}
_SHOWN: Final = {
    life_words.PLAYED: message("{name} plays it: {card}"),
    life_words.DISCARDED: message("{name} discards it: {card}"),
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
        return text("activates {name}", name=_who(happening, names))
    return text(
        "activates {name}, in the turn of {active}",
        name=_who(happening, names),
        active=names.name(happening.by if happening.by is not None else 0),
    )


def _into_council(life: Life, happening: Happening, names: Names) -> str:
    text, name = names.language.text, _who(happening, names)
    tile = place_words(happening.place, names.language) if happening.place else ""
    if happening.what == life_words.SEATED:
        if not tile:
            return text("a seat of {name} in the council, on no tile", name=name)
        return text("a seat of {name} in the council: {tile}", name=name, tile=tile)
    if happening.what == life_words.PROMOTED:
        if not tile:
            return text("back to {name}; a coloured disc goes to the council, on no tile", name=name)
        return text("back to {name}; a coloured disc goes to the council: {tile}", name=name, tile=tile)
    if not tile:
        return text("{name} takes it from the street to the council, on no tile", name=name)
    return text("{name} takes it from the street to the council: {tile}", name=name, tile=tile)


_WORDS: Final[dict[str, Callable[[Life, Happening, Names], str]]] = {
    life_words.LAY: _lay,
    life_words.SEEN: _seen,
    life_words.GONE: _gone,
    life_words.ADDED: _added,
    life_words.MOVED: _moved,
    life_words.CLOSED_UP: lambda f, h, t: t.language.text(
        "moves up to cell {cell}, since one before it was moved away", cell=h.number
    ),
    life_words.COUNTED: _counted,
    **dict.fromkeys(_OF_CARDS, _of_card),
    life_words.DEALT: lambda f, h, t: t.language.text("dealt to {name}", name=_who(h, t)),
    life_words.KEPT: lambda f, h, t: t.language.text("{name} keeps it", name=_who(h, t)),
    life_words.OPENED: lambda f, h, t: t.language.text("{name} lays it by the board", name=_who(h, t)),
    life_words.TURNED_UP: lambda f, h, t: t.language.text("lies face up by the board"),
    life_words.REVEALED: lambda f, h, t: (
        t.language.text("{name} turns it over", name=_who(h, t))
        if h.seat is not None
        else t.language.text("turned over by the board")
    ),
    life_words.SCORED: lambda f, h, t: t.language.text("scored for everybody"),
    life_words.PLACED: lambda f, h, t: t.language.text(
        "{name} places it: {street}", name=_who(h, t), street=street_words(t, h.place)
    ),
    life_words.ACTIVATED: _activated,
    life_words.SEATED: _into_council,
    life_words.PROMOTED: _into_council,
    life_words.TAKEN_BACK: _into_council,
    life_words.SWAPPED: lambda f, h, t: t.language.text(
        "goes to another street: {street}", street=street_words(t, h.place)
    ),
    life_words.REMOVED: lambda f, h, t: t.language.text("leaves the street and the game"),
}
"""What is said of each kind of happening."""
