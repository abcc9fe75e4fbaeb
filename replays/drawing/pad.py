"""The score pad: a page to print and to fill in with a pencil.

It has four pages of A5 or more: the first with the table, the points and the codes, the others with a row for each
turn. They are printed on both sides of A4, in the order in which the folded sheets are a booklet; on a screen they are
below each other.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.board import STREETS, street_names
from calimala_es.components import COLOUR_WORDS, INTRIGUE_ACTIONS, MATERIALS, SCORING_TILES, TRADING_CITIES, Street
from calimala_es.families import FAMILIES
from calimala_es.setup import Setup
from replays.drawing.svg import FONT, element, label, svg
from replays.html import document, inline_svg
from replays.text.languages import Language, message
from replays.text.names import Names, clean_name
from replays.text.terms import SHORT_PLACE_WORDS, SQUARE, TILE, action_term, material_term, place_term

CITY: Final = "city"
COUNCIL: Final = "council"
INTRIGUE_TILES: Final = "intrigue tiles"
"""What is on the table by chance and may be left blank."""

LONGEST_TEXT: Final = 80
"""Columns after which the names of the event and the place are cut."""

TURN_PAGES: Final = 3
"""Pages of turns, as long as their rows are high enough: with the first page a sheet of A4, folded."""

LOWEST_ROW: Final = 8.0
HIGHEST_ROW: Final = 11.0
_ROOM: Final = 172.0
"""Millimetres: how high a row for a pencil is, and how high all rows of a page are together."""


class Pad(Struct, frozen=True):
    """A score pad: the table with its names, which parts are left blank, and where and when it is.

    ``rules`` says in words what is played; ``event``, ``date`` and ``site`` are as in a record's headers, empty for a
    line to write on.
    """

    names: Names
    rules: str
    blank: frozenset[str] = frozenset()
    event: str = ""
    date: str = ""
    site: str = ""

    @property
    def setup(self) -> Setup:
        """Return the set-up; blank parts of it do not count."""
        return self.names.setup


def pad_html(pad: Pad) -> str:
    """Write a score pad as a page in one file."""
    event, date, site = (clean_name(text, LONGEST_TEXT) for text in (pad.event, pad.date, pad.site))
    pad = replace(pad, event=event, date=date, site=site)
    setup, language = pad.setup, pad.names.language
    street, tiles = _example_street(pad)
    turns = split_rows(pad_rows(pad))
    return document(
        "pad.html",
        language,
        pad=pad,
        setup=setup,
        parties=[_party(pad, seat) for seat in range(len(setup.parties))],
        columns=_columns(pad),
        city=inline_svg(_city_svg(pad)),
        hints=_hints(pad),
        council=[(tile, language.word(TILE, SHORT_PLACE_WORDS[tile])) for tile in setup.council],
        shows_council=COUNCIL not in pad.blank,
        codes=all_codes(setup, street, tiles, language),
        common=common_codes(setup, street, language),
        turns=turns,
        row_height=min(HIGHEST_ROW, _ROOM / len(turns[0])),
        sides=booklet(1 + len(turns)),
        pages=1 + len(turns),
    )


def booklet(pages: int) -> list[tuple[int, int]]:
    """Return the pages that are beside each other on each side of the sheets, which are folded together.

    Numbers beyond ``pages`` are empty pages.

    >>> booklet(4)
    [(4, 1), (2, 3)]
    >>> booklet(5)
    [(8, 1), (2, 7), (6, 3), (4, 5)]
    """
    last = -(-pages // 4) * 4
    pairs = [(last - place, 1 + place) for place in range(last // 2)]
    return [(one, other) if place % 2 == 0 else (other, one) for place, (one, other) in enumerate(pairs)]


# The table.


class PadParty(NamedTuple):
    """A party of the table, with what is known of it before the game."""

    colour: str
    name: str
    more: str
    discs: str


def _party(pad: Pad, seat: int) -> PadParty:
    """Describe a party: below its name its family, or that it is the third party."""
    setup, language = pad.setup, pad.names.language
    name = pad.names.by_seat[seat]
    if seat >= setup.players:
        return PadParty(setup.parties[seat], name, language.text("the third party"), "")
    family = setup.families[seat] if setup.families else ""
    colour = language.word("colour", COLOUR_WORDS[setup.colours[seat]])
    discs = "+".join(str(number) for number in count_discs(setup, seat) if number)
    return PadParty(
        setup.colours[seat], name, language.word("list", ", ").join((colour, family)) if family else "", discs
    )


def count_discs(setup: Setup, seat: int) -> tuple[int, int, int]:
    """Count the coloured, white and support discs of a seat's supply (R3.3, R8.1, R11.Pazzi)."""
    coloured, white = setup.edition.discs[setup.players]
    family = FAMILIES.get(setup.families[seat]) if setup.families else None
    more = family.discs if family else (0, 0)
    return coloured + more[0], white + more[1], setup.edition.support.get(setup.players, 0)


class PadColumn(NamedTuple):
    """A column to write in: its head, and its width in millimetres, 0 for all the room that is left."""

    head: str
    width: float


def _columns(pad: Pad) -> list[PadColumn]:
    """Return the columns for a player's cards and points."""
    text, setup = pad.names.language.text, pad.setup
    cards = [PadColumn(text("influence card"), 17)]
    if setup.edition.laid_open.get(setup.players):
        cards = [PadColumn(text("card kept"), 13), PadColumn(text("face up"), 13)]
    areas = [PadColumn(text("track"), 10.5), PadColumn(text("areas"), 10.5)] if setup.intrigue else []
    return [
        *cards,
        PadColumn(text("tile points"), 0),
        *areas,
        PadColumn(text("influence"), 13),
        PadColumn(text("total"), 12),
    ]


def _hints(pad: Pad) -> list[str]:
    """Return what helps with the names: how streets are called, and the tiles' codes where the council is blank."""
    language = pad.names.language
    lines = [language.text("Name a street by its two tiles or its two squares.")]
    if COUNCIL in pad.blank:
        lines += [" ".join(SCORING_TILES[:9]), " ".join(SCORING_TILES[9:])]
    if pad.setup.intrigue:
        actions = (f"{action} {action_term(action, language)}" for action in INTRIGUE_ACTIONS)
        lines.append(language.word("list", ", ").join(actions))
    return lines


def _example_street(pad: Pad) -> tuple[str, str]:
    """Return the first street of the city for examples, and its two tiles in words."""
    language = pad.names.language
    street, pair = next(iter(street_names(pad.setup.city).items()))
    if CITY in pad.blank:
        return street, language.text("between {one} and {other}", one=street[0], other=street[1])
    return pair, "-".join(action_term(tile, language) for tile in pair)


# The turns.


class PadRow(NamedTuple):
    """A row to write on: the number of the turn, or what replaces it, whose turn it is, and a hint."""

    number: str
    seat: int | None = None
    hint: str = ""
    ends_round: bool = False


def count_turns(setup: Setup) -> int:
    """Count the turns of a game that ends when the discs are placed: as many rounds as the fewest discs allow.

    Discs that a family leaves unused do not count (R7.1, R9.1, R11.Pazzi).
    """
    unused = [FAMILIES[name].unused if name else 0 for name in setup.families or ("",) * setup.players]
    rounds = min(sum(count_discs(setup, seat)) - unused[seat] for seat in range(setup.players))
    return rounds * setup.players


def pad_rows(pad: Pad) -> list[PadRow]:
    """Return turn 0, every turn that the game may have, and the end."""
    language, players = pad.names.language, pad.setup.players
    turns = [
        PadRow(f"{turn}.", (turn - 1) % players, ends_round=turn % players == 0)
        for turn in range(1, count_turns(pad.setup) + 1)
    ]
    dealt = [language.text("cards dealt"), language.text("beside the board"), language.text("kept")]
    opened = [language.text("face up")] if pad.setup.third else []
    starts = [language.text("family starts")] if any(pad.setup.families) else []
    hint = " / ".join([*dealt, *opened, language.text("draft, last player first"), *starts])
    end = language.text("influence cards: beside the board, then kept, seat by seat")
    return [PadRow("0.", hint=hint), *turns, PadRow("E.", hint=end)]


def split_rows(rows: Sequence[PadRow]) -> list[Sequence[PadRow]]:
    """Split rows onto pages, equally many on each but the last."""
    pages = max(TURN_PAGES, -(-len(rows) // int(_ROOM / LOWEST_ROW)))
    each = -(-len(rows) // pages)
    return [rows[first : first + each] for first in range(0, len(rows), each)]


# The city.

_TILE: Final = 15.0
_ACROSS: Final = 9.0
_DOWN: Final = 8.0
_PLATE: Final = 6.6
"""Millimetres: a tile of the city, the streets between two of them, and the plate with a street's name."""

_DARK: Final = "#595959"
_PALE: Final = "#999999"
_FAINT: Final = "#EDEDED"
_POINT: Final = 25.4 / 72
"""Millimetres in a point, the unit of sizes of letters."""


def _city_svg(pad: Pad) -> str:
    """Draw the nine tiles and the twelve streets, each with its name; on a blank city streets go by their squares."""
    return svg(
        3 * _TILE + 2 * _ACROSS,
        3 * _TILE + 2 * _DOWN,
        pad.names.language.text("City"),
        *(_street_svg(pad, street) for street in STREETS),
        *(_square_svg(pad, square) for square in range(9)),
        unit="mm",
        font_family=FONT,
    )


def _corner(square: int) -> tuple[float, float]:
    """Return the upper left corner of a square, 0 to 8."""
    return square % 3 * (_TILE + _ACROSS), square // 3 * (_TILE + _DOWN)


def _square_svg(pad: Pad, square: int) -> str:
    x, y = _corner(square)
    action = pad.setup.city[square]
    border = 0.35
    box = element(
        "rect",
        x=x + border / 2,
        y=y + border / 2,
        width=_TILE - border,
        height=_TILE - border,
        fill=_FAINT if action == "C" else "#FFFFFF",
        stroke="#000000",
        stroke_width=border,
    )
    number = label(str(square + 1), x + 1.1, y + 2.8, 4, 5.5 * _POINT, fill=_DARK)
    if CITY in pad.blank and action != "C":
        return box + number
    middle = x + _TILE / 2
    letter = label(action, middle, y + 9, _TILE, 15 * _POINT, text_anchor="middle", font_weight="bold", fill="#000000")
    name = action_term(action, pad.names.language, SQUARE)
    return box + number + letter + label(name, middle, y + 13, _TILE - 1.5, 6 * _POINT, text_anchor="middle")


def _street_svg(pad: Pad, street: Street) -> str:
    """Draw a street: the line between two tiles, and in its middle the name and the intrigue tile's two actions."""
    first, second = (int(square) - 1 for square in street)
    x, y = _corner(first)
    is_across = second == first + 1
    middle = x + (_TILE + _ACROSS / 2 if is_across else _TILE / 2)
    height = y + (_TILE / 2 if is_across else _TILE + _DOWN / 2)
    name = street if CITY in pad.blank else street_names(pad.setup.city)[street]
    along, down = (_ACROSS / 2, 0.0) if is_across else (0.0, _DOWN / 2)
    drawn = [
        element(
            "path",
            d=f"M{middle - along:.2f} {height - down:.2f}L{middle + along:.2f} {height + down:.2f}",
            stroke=_PALE,
            stroke_width=0.35,
        ),
        element(
            "rect",
            x=middle - _PLATE / 2,
            y=height - 2.1,
            width=_PLATE,
            height=4.2,
            fill="#FFFFFF",
            stroke="#000000",
            stroke_width=0.2,
        ),
        label(name, middle, height + 1.05, _PLATE, 8 * _POINT, text_anchor="middle", font_weight="bold"),
    ]
    if pad.setup.intrigue:
        tile = "_/_" if INTRIGUE_TILES in pad.blank else "/".join(pad.setup.intrigue[STREETS.index(street)])
        at = (middle, height + 4.9) if is_across else (middle + _PLATE / 2 + 0.8, height + 0.8)
        anchor = "middle" if is_across else "start"
        drawn.append(label(tile, *at, _ACROSS, 6 * _POINT, text_anchor=anchor, fill=_DARK))
    return "".join(drawn)


# ----------------------------------------------------------------------------------------------------
# The codes of the notation in short, as far as the rules of a score pad need them (docs/notation.md, section 5).


class CodeMeaning(NamedTuple):
    """Symbols, with blanks between them, and what they mean.

    ``{street}`` and ``{tiles}`` stand for a street of the pad's city, ``{first}`` and ``{colours}`` for one player and
    for all, so that every example could be written in the very game. The meaning is a message, with more fields for
    words of the game.
    """

    symbols: str
    meaning: str


PLACEMENTS: Final = (
    CodeMeaning("{street}", message("disc on the street {tiles}")),
    CodeMeaning("{street}2", message("white disc, acts twice")),
)
SUPPORT: Final = (
    CodeMeaning("{street}0", message("support disc")),
    CodeMeaning("{street}00", message("support disc, two cards drawn")),
)
ACTIONS: Final = (
    CodeMeaning("W B M", "{materials}"),
    CodeMeaning("US UW", message("build a ship, a workshop")),
    CodeMeaning("UT UB UH", message("house in {trading_cities}")),
    CodeMeaning("AP AF AM AC", message("artwork: Palazzo, Fiore, Miniato, Croce")),
    CodeMeaning("V", "{weave}"),
    CodeMeaning("SB SL SN", message("ship: Barcelona, Lisbon, loNdon; SLLN")),
    CodeMeaning("TT TB TH", message("transport: {trading_cities}; TTH")),
    CodeMeaning("CFW", message("contribute: church F M C, then W B M")),
    CodeMeaning("/", message("the next disc is activated")),
)
CARDS: Final = (
    CodeMeaning("+W +SL", message("a card is played")),
    CodeMeaning("S-", message("not done: skipped or impossible")),
    CodeMeaning("S-W S-?", message("impossible: card drawn (? if unseen)")),
)
RECORD: Final = (
    CodeMeaning("{street}> {street}>2", message("own disc taken back for the council")),
    CodeMeaning("_", message("something that was not recorded")),
    CodeMeaning("{first}.wood:=2", message("as seen on the table, whatever the record says")),
    CodeMeaning("={colours}", message("check: the order of the scoring")),
    CodeMeaning("=12-9-7", message("check: everybody's points")),
    CodeMeaning("{{...}} W! W?", message("comment; good decision; mistake")),
    CodeMeaning("HAM.PAL ?", message("influence cards (turn 0, end); unknown")),
)
INTRIGUE: Final = (
    CodeMeaning("K", message("cloth to the cardinal's area")),
    CodeMeaning("RP RF RM RC", message("artistry: Palazzo, Fiore, Miniato, Croce")),
    CodeMeaning("EW EB EM", message("{materials} to the emperor")),
    CodeMeaning("NTW", message("banking: city T B H, then W B M")),
    CodeMeaning("I- -W", message("intrigue action skipped; impossible, card drawn")),
    CodeMeaning(":W", message("card discarded for the faction track")),
)
DECLINED: Final = CodeMeaning("--", message("family ability declined"))

COMMON: Final = (
    CodeMeaning("{street}2", message("white disc")),
    CodeMeaning("/", message("next disc")),
    CodeMeaning("+W", message("card played")),
    CodeMeaning("S-", message("not done")),
    CodeMeaning("S-?", message("card drawn")),
    CodeMeaning("_", message("something unrecorded")),
    CodeMeaning("?", message("unknown")),
    CodeMeaning("={colours}", message("check")),
)
"""What is below the turns: the codes that are wanted most."""


def all_codes(setup: Setup, street: str, tiles: str, language: Language) -> list[CodeMeaning]:
    """Return the codes that a game may need, for a street that is called so and its two tiles."""
    parts = (
        (True, PLACEMENTS),
        (bool(setup.third), SUPPORT),
        (True, ACTIONS + CARDS + RECORD),
        (bool(setup.intrigue), INTRIGUE),
        (True, tuple(_family_codes(setup))),
        (any(setup.families), (DECLINED,)),
    )
    return _filled([code for is_there, codes in parts if is_there for code in codes], setup, street, tiles, language)


def _family_codes(setup: Setup) -> Iterator[CodeMeaning]:
    """Yield the examples of the families that play."""
    for family in (FAMILIES[name] for name in setup.families if name):
        if family.example:
            yield CodeMeaning(family.example, family.example_words)


def common_codes(setup: Setup, street: str, language: Language) -> list[CodeMeaning]:
    """Return the codes that are wanted most."""
    return _filled(COMMON, setup, street, "", language)


def _filled(
    codes: Sequence[CodeMeaning], setup: Setup, street: str, tiles: str, language: Language
) -> list[CodeMeaning]:
    """Return codes with a street, the players and the words of a game."""
    fields = {
        "street": street,
        "tiles": tiles,
        "first": setup.colours[0],
        "colours": setup.colours,
        "materials": _joined((material_term(kind, language) for kind in MATERIALS), language),
        "trading_cities": _joined((place_term(city, language, TILE) for city in TRADING_CITIES), language),
        "weave": action_term("V", language),
    }
    return [CodeMeaning(code.symbols.format(**fields), language.text(code.meaning, **fields)) for code in codes]


def _joined(words: Iterable[str], language: Language) -> str:
    return language.word("list", ", ").join(words)
