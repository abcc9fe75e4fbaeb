"""From dictated texts to games.

The words become a text of symbols, which the one reader of games reads: what is wrong there is told at the words that
it came from.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from notation.dictation.hearing import hear
from notation.dictation.scribe import Scribe
from notation.dictation.streets import spoken_streets
from notation.errors import NotationError
from notation.heading.headers import NAME_HEADERS
from notation.heading.starting import read_start
from notation.reader import Reading
from notation.reading.inference import Inferred, header_names, infer_city, lacks_city, with_city
from notation.reading.remarks import Remark
from notation.words.tokens import Source, split_games


class Transcript(NamedTuple):
    """A dictated game: what was read, with all places those of the words; the symbols that the words became.

    ``remarks`` tell every phrase that is no symbol itself and what it was taken for, ``inferred`` the city if it was
    not told.
    """

    reading: Reading
    symbols: str = ""
    remarks: tuple[Remark, ...] = ()
    inferred: Inferred | None = None


def transcribe(
    text: str | Iterable[str], name: str = "<text>", headers: tuple[tuple[int, str], ...] = ()
) -> Iterator[Transcript]:
    """The games of a dictation, one after another; nothing is raised for what is wrong with one.

    ``headers`` are lines with their numbers for games that have none of their own.
    """
    for source in split_games(text, name):
        yield transcribe_game(source if source.headers else source._replace(headers=headers))


def transcribe_game(source: Source) -> Transcript:
    """One dictated game."""
    names = _names(source)
    terms = hear(source.body, names)
    errors: list[NotationError] = []
    inferred = None
    if lacks_city(source):
        try:
            inferred = infer_city(spoken_streets(source, terms), source.beginning)
        except NotationError as error:
            return Transcript(Reading(source.line, None, (), (), (error,), ()))
        source = with_city(source, inferred)
    start = read_start(source, errors).state
    if start is None:
        return Transcript(Reading(source.line, None, (), (), tuple(errors), ()), inferred=inferred)
    scribe = Scribe(source, terms, start, names)
    scribe.write()
    return Transcript(scribe.reading(), scribe.symbols, tuple(scribe.remarks), inferred)


def _names(source: Source) -> dict[str, str]:
    """The colour of each player by name, in small letters."""
    told = header_names(source)
    return {name.casefold(): code for header, code in NAME_HEADERS.items() if (name := told.get(header, "").strip())}
