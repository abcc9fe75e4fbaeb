"""A record without the names of people: players go by their colours, those who said something by numbers.

Names are in headers and layers, and in what people wrote. There everything that the record calls somebody elsewhere is
replaced; a name that is nowhere else is a word like any other.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate
from typing import Final, NamedTuple
from unicodedata import category, normalize

from msgspec.structs import replace

from calimala_es.components import COLOUR_WORDS
from calimala_es.game import Game, Layer, Move, Variation, format_layer, layers_of
from calimala_es.headers import LAYER, NAME_HEADERS, NAMELESS_HEADERS
from calimala_es.notes import AnyNote, Notes
from calimala_es.setup import Setup
from replays.edit.redact import OWN
from replays.text.languages import message
from replays.text.names import Names

TABLE_LAYER: Final = "table"
"""The layer of what is said at the table while a game is played, which everybody hears."""


def own_layer(setup: Setup, seat: int) -> str:
    """Return the layer of what a seat says to itself, as ``seat-blue``, which only it hears while the game is played.

    No layer that a text is likely to have: somebody's who saw more would be heard by the seat.
    """
    return f"seat-{COLOUR_WORDS[setup.colours[seat]]}"


SCRIBE, OWNER = "scribe", "owner"
"""The layers of what those who write a game down say to themselves."""

_TITLES: Final = {
    TABLE_LAYER: message("At the table"),
    SCRIBE: message("Recorder"),
    OWNER: message("Owner"),
}


def layer_titles(names: Names) -> dict[str, str]:
    """Return what the layers of the service are called: a seat's by its player.

    >>> from random import Random
    >>> from calimala_es.initial import shuffled_setup
    >>> names = Names.of(shuffled_setup("bry", Random(7)), {0: "Maria"})
    >>> layer_titles(names)["seat-blue"], layer_titles(names)["owner"]
    ('Maria', 'Owner')
    """
    titles = {layer: names.language.text(title) for layer, title in _TITLES.items()}
    return titles | {own_layer(names.setup, seat): names.by_seat[seat] for seat in range(names.setup.players)}


_NOBODY: Final = frozenset((TABLE_LAYER, SCRIBE, OWNER, *(f"seat-{word}" for word in COLOUR_WORDS.values())))
"""Layers that are called after nobody: whether anything was said in one must not be seen in what others said."""

_SOMEBODY: Final = "?"
_SHORTEST: Final = 3
"""Letters of a part of a name that is looked for; fewer are part of any text."""

_GENITIVE: Final = "s"
"""What a name may end with without a sign between, as in German."""

_WORD: Final = re.compile(r"[^\W_]+")

Headers = tuple[tuple[str, str], ...]
Hide = Callable[[str], str]


def without_names(record: Game) -> Game:
    """Return the game with nobody's name in it.

    Layers go by numbers, in the order in which the record has them. In comments, titles, names of variations and
    headers, names of players are replaced by their colours, those of others by the numbers of their layers, parts of
    names too.
    """
    names, hide = pseudonyms_of(record)
    layers = layers_of(record)
    headers = [*_nameless(record.headers, hide)]
    shown = [Layer(names[id], layer.language) for id, layer in layers.items() if layer.language]
    headers += [(LAYER, format_layer(layer)) for layer in shown]
    return replace(
        record,
        headers=tuple(headers),
        notes=_renamed(record.notes, names, hide),
        moves=tuple(_move(move, names, hide) for move in record.moves),
    )


class Pseudonyms(NamedTuple):
    """What layers are called instead, and what replaces names in a text."""

    layers: Mapping[str, str]
    hide: Hide


def pseudonyms_of(record: Game) -> Pseudonyms:
    """Return what replaces the names of a game."""
    layers = layers_of(record)
    unchanged = {OWN, *_NOBODY}
    others = (id for id in layers if id not in unchanged)
    names = {id: id for id in unchanged} | {id: f"a{number}" for number, id in enumerate(others, 1)}
    return Pseudonyms(names, _hiding(_called(record.headers, layers, names)))


def headers_without_names(headers: Headers) -> Headers:
    """Return headers of a game alone, with nobody's name in them."""
    return tuple(_nameless(headers, _hiding(_called(headers, {}, {}))))


def _nameless(headers: Headers, hide: Hide) -> Iterator[tuple[str, str]]:
    return ((name, hide(value)) for name, value in headers if name in NAMELESS_HEADERS)


def _called(headers: Headers, layers: Mapping[str, Layer], names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield everything that a game calls somebody, and what replaces it; what comes later holds."""
    yield from ((value, _SOMEBODY) for name, value in headers if name not in NAMELESS_HEADERS and name != LAYER)
    for id, layer in layers.items():
        if id not in _NOBODY:
            yield id, names[id]
        if id != TABLE_LAYER:
            yield layer.author, names[id]
    for name, value in headers:
        if name in NAME_HEADERS:
            yield value, COLOUR_WORDS[NAME_HEADERS[name]].capitalize()


_STROKED: Final = str.maketrans("łøđħŧıŋ", "lodhtin")
"""Letters that are other ones with a stroke, which no normal form takes apart."""


def _plain(text: str) -> str:
    """Return a text in small letters without accents, and without what is not seen, as joiners of no width."""
    if text.isascii():
        return text.lower()
    letters = normalize("NFKD", text.casefold()).casefold().translate(_STROKED)
    return "".join(letter for letter in letters if category(letter) not in _UNSEEN)


_UNSEEN: Final = frozenset(("Mn", "Me", "Cf"))


def _exact(word: str) -> str:
    """Return a word in small letters with its accents, without what is not seen."""
    return "".join(letter for letter in normalize("NFC", word).casefold() if category(letter) != "Cf")


def _words(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the words of a text, plain, and where each begins and ends."""
    if text.isascii():
        yield from ((found[0].lower(), *found.span()) for found in _WORD.finditer(text))
        return
    pieces = [_plain(letter) for letter in text]
    ends = [0, *accumulate(map(len, pieces))]
    places = [place for place, piece in enumerate(pieces) for _ in piece]
    for found in _WORD.finditer("".join(pieces)):
        begin, end = places[found.start()], places[found.end() - 1] + 1
        while end < len(text) and ends[end + 1] == ends[end]:
            end += 1
        yield found[0], begin, end


def _parts(name: str) -> Iterator[str]:
    """Yield the words of a name that are looked for: plain, or with accents where they are too short without."""
    for word, begin, end in _words(name):
        exact = _exact(name[begin:end])
        if len(word) >= _SHORTEST or not word.isascii():
            yield word
        elif not exact.isascii():
            yield exact


def _hiding(called: Iterable[tuple[str, str]]) -> Hide:
    """Return what replaces the words of these names in a text; the church of Santa Maria keeps its name."""
    replacements = {word: instead for name, instead in called for word in _parts(name)}

    def instead_of(word: str, exact: str) -> str | None:
        found = replacements.get(word) or replacements.get(exact)
        bare = replacements.get(word.removesuffix(_GENITIVE))
        return found or (bare + _GENITIVE if bare else None)

    def hide(text: str) -> str:
        shown, at = "", 0
        for word, begin, end in _words(text):
            instead = instead_of(word, _exact(text[begin:end]))
            is_church = word == "maria" and text[:begin].casefold().endswith("santa ")
            if instead is not None and not is_church:
                shown, at = shown + text[at:begin] + instead, end
        return shown + text[at:]

    return hide


def _renamed(notes: Notes, names: Mapping[str, str], hide: Hide) -> Notes:
    return tuple(_without_names_in(replace(note, layer=names[note.layer]), hide) for note in notes)


def _without_names_in(note: AnyNote, hide: Hide) -> AnyNote:
    """Return a note in whose text nobody is named."""
    text = getattr(note, "text", None)
    return replace(note, text=hide(text)) if text else note


def _move(move: Move, names: Mapping[str, str], hide: Hide) -> Move:
    if not move.notes and not move.variations:
        return move
    variations = tuple(_variation(one, names, hide) for one in move.variations)
    return replace(move, notes=_renamed(move.notes, names, hide), variations=variations)


def _variation(one: Variation, names: Mapping[str, str], hide: Hide) -> Variation:
    moves = tuple(_move(move, names, hide) for move in one.moves)
    return replace(one, name=hide(one.name), moves=moves, notes=_renamed(one.notes, names, hide))
