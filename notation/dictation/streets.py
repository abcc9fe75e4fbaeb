"""The streets that a dictation names for certain, before anybody knows the city."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from notation.dictation.hearing import MARK, NONE, NOTE, OWNER, RAW, Term
from notation.dictation.vocabulary import ACTION_OF
from notation.reading.inference import Street, street_of_tiles, streets_in
from notation.words.tokens import Source

_DISCS: Final = ("white", "support", "idle", "2")


def spoken_streets(source: Source, terms: Sequence[Term]) -> Iterator[Street]:
    """The streets that headers, typed symbols and words name.

    Two tiles behind the number of a turn are a street, and so are two tiles with the kind of a disc; everywhere else
    they may be two deeds. Symbols that were typed count as in any text. Raises ``NotWellFormedError`` as
    ``streets_in`` does.
    """
    yield from streets_in(source._replace(body=_typed(source.body, terms)))
    for place in range(len(terms) - 1):
        first, second = terms[place : place + 2]
        pair = ACTION_OF.get(first.sense, "") + ACTION_OF.get(second.sense, "")
        tiles = street_of_tiles(pair) if second.pause == NONE else ""
        if tiles and (_begins_turn(terms, place) or _has_disc(terms, place)):
            yield Street(tiles, partial(source.place, first.offset, second.end - first.offset))


def _typed(body: str, terms: Sequence[Term]) -> str:
    """The body with nothing but typed symbols, and numbers of turns before them, each where it stands."""
    kept: list[str] = []
    size = 0
    for place, term in enumerate(terms):
        is_typed = term.kind == RAW or (
            term.kind == MARK and terms[place + 1 : place + 2] and terms[place + 1].kind == RAW
        )
        if is_typed:
            kept += ["".join(sign if sign == "\n" else " " for sign in body[size : term.offset])]
            kept += [body[term.offset : term.end].replace(":", ".")]
            size = term.end
    return "".join(kept)


def _has_disc(terms: Sequence[Term], place: int) -> bool:
    behind = terms[place + 2 : place + 3]
    before = terms[place - 1] if place else None
    is_behind = bool(behind) and behind[0].pause == NONE and behind[0].sense in _DISCS
    return is_behind or (before is not None and terms[place].pause == NONE and before.sense in _DISCS[:-1])


def _begins_turn(terms: Sequence[Term], place: int) -> bool:
    """Whether the number of a turn, from 1 on, stands before a term, with nothing but a name or a note between."""
    place -= 1
    while place >= 0 and (terms[place].kind in (OWNER, NOTE) or terms[place].sense in _DISCS[:-1]):
        place -= 1
    if place < 0:
        return False
    number = terms[place].value.rstrip(".")
    is_told = terms[place].kind == MARK or (place > 0 and terms[place - 1].sense == "turn")
    return is_told and number.isdigit() and int(number) > 0
