"""What is in the box: codes, cells and numbers (rules, sections 1 and 2).

Everything here is plain data about the physical game. Nothing here knows whose turn it is or what is allowed.
Seats are characters: the first player in turn order is ``"0"``, the next clockwise ``"1"``, and so on; the same
character is a player's disc in a stack, a cube in a row of cells and a seat in the council.

Each kind of code is a ``Literal``, so that a checker finds a street where an action belongs; the tuples of all codes of
a kind are made from it. A text becomes a code where it is looked up (``TILE_OF``, ``is_row``, ``to_action``); a text
that holds several codes is a ``str`` by another name (``Actions``).
"""

from typing import Final, Literal, TypeGuard, get_args

Street = Literal["12", "23", "45", "56", "78", "89", "14", "25", "36", "47", "58", "69"]
"""A street, named by its two squares, lower first (R2.1)."""

MaybeStreet = Literal[Street, ""]
"""A street, or nothing where there is none."""

Port = Literal["BAR", "LIS", "LON"]
TradingCity = Literal["TRO", "BRU", "HAM"]
Church = Literal["SMF", "SMN", "SCR"]

Tile = Literal[Port, TradingCity, Church, "ART", "PORT", "TRADE", "WOOD", "BRICK", "MARBLE"]
"""A scoring tile (R2.2)."""

MaybeTile = Literal[Tile, ""]
"""A scoring tile, or nothing where there is none."""

InfluenceCard = Literal[Port, TradingCity, Church, "PAL", "?"]
"""An influence card (R2.4); ``?`` is one that is not known."""

Area = Literal["CAR", "EMP"]
"""The cardinal's or the emperor's area (R10.3)."""

_ChurchRow = Literal[
    "SMF.W", "SMF.B", "SMF.M", "SMF.A", "SMN.W", "SMN.B", "SMN.M", "SMN.A", "SCR.W", "SCR.B", "SCR.M", "SCR.A"
]
_BankRow = Literal["TRO.W", "TRO.B", "TRO.M", "BRU.W", "BRU.B", "BRU.M", "HAM.W", "HAM.B", "HAM.M"]
_BoardRow = Literal[_ChurchRow, "PAL.A", Port, TradingCity]
_IntrigueRow = Literal["CAR", "SMF.R", "SMN.R", "SCR.R", "PAL.R", "EMP.W", "EMP.B", "EMP.M", _BankRow]

Row = Literal[_BoardRow, _IntrigueRow]
"""A row of cells on the board (R2.5), those of Intrigue included (R10.3)."""

DiscKind = Literal["c", "w", "s", "d"]
"""A kind of disc that is placed: coloured, white, support, support where nothing is offered (R4.1, R8.3, R8.4)."""

StartChoice = Literal["AF", "AM", "AC", "EW", "EB", "EM", "K", "E", ""]
"""A start effect of a family (R11), or nothing where there is no choice."""

Action = Literal["W", "B", "M", "U", "A", "V", "S", "T", "C", "K", "R", "E", "N", "I"]
"""An action: one of the nine (R5), one of Intrigue (R10.3), or ``I``, the intrigue action whichever it is."""

Card = Literal["W", "B", "M", "U", "A", "V", "S", "T", "C", "?"]
"""An action card by its action; ``?`` is one that is not known."""

Actions = str
"""Letters of actions in an order that counts, e.g. ``"WB"``; a letter as often as the action is to be done."""

ActionCards = str
"""Letters of action cards, e.g. ``"BWW?"``."""

SeatOrder = str
"""Seats as characters in an order that counts, e.g. ``"201"``."""

Stack = str
"""The discs on a street, bottom first: seats as characters, ``w`` for a white disc."""

RowCubes = str
"""The cubes in a row, leftmost first: seats as characters."""

_ACTIONS: Final = {
    "W": ("wood", "R5.1"),
    "B": ("brick", "R5.1"),
    "M": ("marble", "R5.1"),
    "U": ("build", "R5.2"),
    "A": ("artwork", "R5.3"),
    "V": ("weave", "R5.4"),
    "S": ("ship", "R5.5"),
    "T": ("transport", "R5.6"),
    "C": ("contribute", "R5.7"),
}
"""The nine actions by their codes: what each is called, and its rule."""

ACTIONS: Final = "".join(_ACTIONS)
"""The codes in the order of the rules; cards and streets are sorted by it."""

ACTION_WORDS: Final = {action: word for action, (word, _) in _ACTIONS.items()}

_ACTION_OF: Final[dict[str, Action]] = dict(zip(get_args(Action), get_args(Action), strict=True))
_CARD_OF: Final[dict[str, Card]] = dict(zip(get_args(Card), get_args(Card), strict=True))


def to_action(letter: str) -> Action:
    """Return the action of a letter in a text of several; raises ``KeyError``.

    >>> [to_action(letter) for letter in "WB"]
    ['W', 'B']
    """
    return _ACTION_OF[letter]


def to_card(letter: str) -> Card:
    """Return the action card of a letter in a text of several; raises ``KeyError``."""
    return _CARD_OF[letter]


PORTS: Final[tuple[Port, ...]] = get_args(Port)
TRADING_CITIES: Final[tuple[TradingCity, ...]] = get_args(TradingCity)
CHURCHES: Final[tuple[Church, ...]] = get_args(Church)
PALAZZO: Final = "PAL"
MATERIALS: Final = "WBM"

PLACE_WORDS: Final = {
    "BAR": "Barcelona",
    "LIS": "Lisbon",
    "LON": "London",
    "TRO": "Troyes",
    "BRU": "Bruges",
    "HAM": "Hamburg",
    "SMF": "Santa Maria del Fiore",
    "SMN": "San Miniato",
    "SCR": "Santa Croce",
    "PAL": "Palazzo Vecchio",
    "ART": "artwork",
    "PORT": "port cities",
    "TRADE": "trading cities",
    "WOOD": "contributions of wood",
    "BRICK": "contributions of brick",
    "MARBLE": "contributions of marble",
    "CAR": "the cardinal's area",
    "EMP": "the emperor's area",
}

SCORING_TILES: Final[tuple[Tile, ...]] = get_args(Tile)
"""The fifteen scoring tiles (R2.2), in the order of section 1."""

INFLUENCE_CARDS: Final[tuple[InfluenceCard, ...]] = (*PORTS, *TRADING_CITIES, *CHURCHES, PALAZZO)
"""The ten influence cards (R2.4), in the order of section 1."""


TILE_OF: Final[dict[str, Tile]] = {tile: tile for tile in SCORING_TILES}
INFLUENCE_CARD_OF: Final[dict[str, InfluenceCard]] = {card: card for card in INFLUENCE_CARDS}
"""The scoring tile, and the known influence card, of a text that is the code of one."""

ROWS: Final[tuple[Row, ...]] = get_args(_BoardRow)
"""The nineteen rows of cells on the board: four in each church, the artwork row of PAL, one in each city."""

INTRIGUE_ROWS: Final[tuple[Row, ...]] = get_args(_IntrigueRow)
"""The rows that Intrigue adds (R10.3): the cardinal's area, artistry in four buildings, the emperor's area by material,
banking by trading city and material."""

ALL_ROWS: Final[tuple[Row, ...]] = get_args(Row)
"""Every row that a game may have; a game without Intrigue has those of ``ROWS`` only."""

ROW_INDEX: Final[dict[str, int]] = {row: index for index, row in enumerate(ALL_ROWS)}


def is_row(text: str) -> TypeGuard[Row]:
    """Return whether a text is the code of a row."""
    return text in ROW_INDEX


CELLS: Final = (5, 5, 5, 5, 3, 3, 3, 3, 4, 4, 4, 4, 4, *(12,) * 6)
"""How many cells each of ``ROWS`` has (R2.5)."""

PLACE_OF_ROW: Final = tuple(row.partition(".")[0] for row in ALL_ROWS)
"""The city, church, PAL or area that each of ``ALL_ROWS`` belongs to."""

INTRIGUE_CELLS: Final = (12, 3, 3, 3, 3, 4, 4, 4, *(2,) * 9)
"""How many cells each of ``INTRIGUE_ROWS`` has (R10.4, assumed)."""

TILE_ROWS: Final[dict[str, tuple[int, ...]]] = {
    **{city: (ROW_INDEX[city],) for city in (*PORTS, *TRADING_CITIES)},
    **{church: tuple(ROW_INDEX[f"{church}.{kind}"] for kind in "WBMA") for church in CHURCHES},
    "PAL": (ROW_INDEX["PAL.A"],),
    "ART": tuple(ROW_INDEX[f"{building}.A"] for building in (*CHURCHES, PALAZZO)),
    "PORT": tuple(ROW_INDEX[city] for city in PORTS),
    "TRADE": tuple(ROW_INDEX[city] for city in TRADING_CITIES),
    **{
        tile: tuple(ROW_INDEX[f"{church}.{material}"] for church in CHURCHES)
        for tile, material in zip(("WOOD", "BRICK", "MARBLE"), MATERIALS, strict=True)
    },
}
"""Which rows a scoring tile or an influence card counts (R6.4, R7.3)."""

INTRIGUE_TILE_ROWS: Final[dict[str, tuple[int, ...]]] = {
    **TILE_ROWS,
    **{church: (*TILE_ROWS[church], ROW_INDEX[f"{church}.R"]) for church in CHURCHES},
    **{
        city: (*TILE_ROWS[city], *(ROW_INDEX[f"{city}.{material}"] for material in MATERIALS))
        for city in TRADING_CITIES
    },
    "TRADE": (
        *TILE_ROWS["TRADE"],
        *(ROW_INDEX[f"{city}.{material}"] for city in TRADING_CITIES for material in MATERIALS),
    ),
}
"""Which rows a scoring tile counts in a game with Intrigue; influence cards count those of ``TILE_ROWS`` (R10.7)."""

CARDINAL: Final = "CAR"
EMPEROR: Final = "EMP"
AREA_ROWS: Final[dict[str, tuple[int, ...]]] = {
    CARDINAL: (ROW_INDEX[CARDINAL],),
    EMPEROR: tuple(ROW_INDEX[f"{EMPEROR}.{material}"] for material in MATERIALS),
}
"""Which rows the two areas of Intrigue have (R10.9)."""

PALAZZO_ROW: Final = ROW_INDEX["PAL.A"]

WAREHOUSE_CELLS: Final = 4
WORKSHOP_CELLS: Final = 4
MOST_SHIPS: Final = 3
MOST_WORKSHOPS: Final = 3
"""Numbers of a player's mat (R2.6)."""

DECK: Final = (5,) * 9
"""Copies of each action card, in the order of ``ACTIONS`` (R2.3, assumed)."""

COLOURS: Final = "brygp"
COLOUR_WORDS: Final = {"b": "blue", "r": "red", "y": "yellow", "g": "green", "p": "purple"}

INTRIGUE_ACTIONS: Final = "KREN"
"""The four intrigue actions: cardinal, artistry, emperor, banking (R10.1)."""

INTRIGUE: Final = "I"
"""The intrigue action of a turn, whichever of its two it is."""

INTRIGUE_WORDS: Final = dict(
    zip(INTRIGUE_ACTIONS + INTRIGUE, ("cardinal", "artistry", "emperor", "banking", "intrigue"), strict=True)
)

DEED_WORDS: Final = {**ACTION_WORDS, **INTRIGUE_WORDS}
"""What every action is called, those of Intrigue included."""

RULE_OF_ACTION: Final = {
    **{action: rule for action, (_, rule) in _ACTIONS.items()},
    **dict.fromkeys(INTRIGUE_ACTIONS, "R10.3"),
}
"""The rule about an action."""

INTRIGUE_PAIRS: Final = ("KR", "KE", "KN", "RE", "RN", "EN")
"""The pairs of actions on the intrigue tiles, each on two of the twelve (R10.2, assumed)."""

TRACK_STEPS: Final = 6
TRACK_STAGES: Final = (2, 4, 6)
"""The faction track to either side, and where its stages begin (R10.6, assumed)."""

WHITE: Final = "w"
"""A white disc, wherever it is."""

COLOURED: Final = "c"
"""A coloured disc of the player who places it; in a stack it is its owner's seat."""

SUPPORT: Final = "s"
"""A support disc of the player who places it (R8.1); in a stack it is the third party's seat."""

IDLE_SUPPORT: Final = "d"
"""A support disc placed where none of the street's actions is offered, so that two cards are drawn (R8.4)."""

DISC_KINDS: Final[tuple[DiscKind, ...]] = get_args(DiscKind)

IDLE_SUPPORT_CARDS: Final = 2
"""The cards that come with it."""

UNKNOWN: Final = "?"
"""A card that is there and that is not known in this game."""

SEATS: Final = "01234"

CHANCE: Final = -1
GAME: Final = -2
"""Actors that are not seats: the shuffled deck and the rules themselves."""

STARTING_CARDS: Final = "WBMUV"
"""The action cards laid out for the draft (R3.5), in the order of ``ACTIONS``."""


INTRIGUE_TILES: Final = INTRIGUE_PAIRS * 2
"""The twelve intrigue tiles (R10.2)."""
