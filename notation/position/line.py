"""From a position line back to the state that it was written from; ``calimala_es.position`` writes it.

A line may come from anywhere, so every field is checked, and then whether the fields fit each other.
"""

from collections.abc import Callable
from typing import Any, Final

from calimala_es.board import STREETS, free_cells_mask, street_actions, street_names
from calimala_es.components import (
    ACTIONS,
    AREA_ROWS,
    GAME,
    INTRIGUE_ACTIONS,
    MOST_SHIPS,
    MOST_WORKSHOPS,
    ROW_INDEX,
    UNKNOWN,
    WAREHOUSE_CELLS,
    WORKSHOP_CELLS,
    Street,
)
from calimala_es.deck import with_pool
from calimala_es.frames import Frame
from calimala_es.messages import Message
from calimala_es.options import HOUSE_CODES, pooled
from calimala_es.position import (
    FRAME_WORDS,
    OPTIONAL_LAST,
    VERSION,
    format_position,
    own_parts,
)
from calimala_es.setup import Setup
from calimala_es.state import Built, Mat, State, Stock, agenda_of
from notation.errors import quote
from notation.position.soundness import find_complaints
from notation.position.values import (
    MOST,
    PositionError,
    card_letters,
    influence_cards,
    letters,
    number,
    numbers,
    of_dash,
    parse_council_field,
    parse_setup_fields,
    parts_of,
    signed,
    used_marks,
)

FIELDS: Final = (
    "version", "rules", "seats", "city", "council", "seats taken", "box", "turn", "streets", "rows", "cards", "players",
    "pending",
)  # fmt: skip

_FRAME_TYPES: Final = {word: frame for frame, word in FRAME_WORDS.items()}


# Reading.

_MOST_FRAMES: Final = 60
_MOST_SEATS: Final = 99


class _Reader:
    """Reads with the colours and the street names of one set-up."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.colours = setup.parties
        self.streets: dict[str, Street] = {name: street for street, name in street_names(setup.city).items()}

    def seats(self, field: str, text: str, also: str, most: int) -> str:
        letters(field, text, self.colours + also, most)
        return "".join(str(self.colours.index(char)) if char in self.colours else char for char in text)

    def player(self, field: str, text: str) -> int:
        if len(text) != 1 or text not in self.setup.colours:
            raise PositionError(field, Message("{word} is not a player", word=quote(text)))
        return self.setup.colours.index(text)

    def mat(self, text: str, family: str) -> Mat:
        own = own_parts(self.setup)
        parts = parts_of("players", text, ";", 12 + len(own))
        coloured, white = parts_of("players", parts[0], "+", 2)
        wood, brick, marble = numbers("players", parts[1], WAREHOUSE_CELLS, range(3, 4))
        houses = letters("players", of_dash(parts[4]), HOUSE_CODES, 3)
        cloth = numbers("players", parts[2], WORKSHOP_CELLS, range(1, MOST_WORKSHOPS + 1))
        written = dict(zip(own, parts[12:], strict=True))
        built = Built(
            cloth,
            ships=number("players", parts[3], MOST_SHIPS),
            houses="".join(code for code in HOUSE_CODES if code in houses),
        )
        return Mat(
            coloured=number("players", coloured, MOST),
            white=number("players", white, MOST),
            stock=Stock(wood, brick, marble),
            built=pooled(built) if self.setup.edition.is_cloth_pooled else built,
            points=number("players", parts[5], MOST),
            open=card_letters("players", parts[6]),
            secret=card_letters("players", parts[7]),
            unknown=number("players", parts[8], MOST),
            dealt=influence_cards("players", parts[9], unknown=False),
            kept=influence_cards("players", parts[10], unknown=True),
            shown=influence_cards("players", parts[11], unknown=True),
            support=number("players", written.get("support", "0"), MOST),
            family=family,
            faction=signed("players", written.get("faction", "0"), self.setup.ruleset.steps),
        )

    def _street(self, text: str) -> Street:
        if text not in self.streets:
            raise PositionError("pending", Message("{word} is not a street of this city", word=quote(text)))
        return self.streets[text]

    def _rows(self, text: str) -> tuple[int, ...]:
        rows = tuple(ROW_INDEX.get(row, -1) for row in text.split(",")) if text != "-" else ()
        if not all(0 <= row < len(self.setup.ruleset.cells) for row in rows) or len({*rows}) != len(rows):
            raise PositionError("pending", Message("{word} is not a list of different rows", word=quote(text)))
        return rows

    def _field(self, name: str, text: str, street: Street | None) -> object:
        actions = street_actions(self.setup.city)[street] if street else INTRIGUE_ACTIONS
        checks: dict[str, Callable[[], object]] = {
            "seat": lambda: GAME if text == "*" else self.player("pending", text),
            "street": lambda: street,
            "depth": lambda: number("pending", text, 4),
            "pending": lambda: letters("pending", of_dash(text), actions, 4),
            "duty": lambda: number("pending", text, 2),
            "all_impossible": lambda: number("pending", text, 1),
            "tile": lambda: self._one_of(text, *self.setup.council),
            "index": lambda: number("pending", text, 20),
            "winners": lambda: self.seats("pending", of_dash(text), "", self.setup.players),
            "by": lambda: self._one_of(text, "points", "council", "shared", "open"),
            "rows": lambda: self._rows(text),
            "sources": lambda: self._rows(text),
            "targets": lambda: self._rows(text),
            "step": lambda: int(self._one_of(text, "-1", "1")),
            "drawn": lambda: letters("pending", of_dash(text), ACTIONS + UNKNOWN, 9),
            "actions": lambda: letters("pending", of_dash(text), ACTIONS, len(ACTIONS)),
            "mark": lambda: used_marks("pending", of_dash(text)),
            "area": lambda: self._one_of(text, *AREA_ROWS),
        }
        return checks[name]()

    def _one_of(self, text: str, *known: str) -> str:
        if text not in known:
            raise PositionError("pending", Message("this version does not know {word}", word=quote(text)))
        return text

    def frame(self, text: str) -> Frame:
        word, *values = text.split(":")
        kind = _FRAME_TYPES.get(word)
        names = kind.__struct_fields__ if kind else ()
        fewest = len(names) - (kind in OPTIONAL_LAST)
        if kind is None or not fewest <= len(values) <= len(names):
            raise PositionError("pending", Message("{word} is not something that a game waits for", word=quote(text)))
        street = self._street(values[names.index("street")]) if "street" in names else None
        fields: list[Any] = [self._field(name, value, street) for name, value in zip(names, values, strict=False)]
        return kind(*fields)


def parse_position(line: str) -> State:
    """Return the state in a line; raises ``PositionError`` with the field that is wrong.

    >>> from calimala_es import Setup, initial
    >>> from calimala_es.position import format_position
    >>> state = initial(Setup("bry", "WBMUCAVTS"))
    >>> parse_position(format_position(state)) == state
    True
    """
    fields = line.split()
    if not fields or fields[0] != VERSION:
        raise PositionError("version", Message("a position line begins with {version}", version=VERSION))
    if len(fields) < len(FIELDS):
        raise PositionError(FIELDS[len(fields)], Message("this part is missing"))
    tiles, marks = parse_council_field(fields[4])
    setup = parse_setup_fields(fields, tiles)
    parties = len(setup.parties)
    if len(fields) != len(FIELDS) - 1 + parties:
        counts = {"number": len(fields) - len(FIELDS) + 1, "players": parties}
        raise PositionError("players", Message("there are parts for {number} players, not for {players}", **counts))
    state = _parse_state(_Reader(setup), fields, marks)
    wrong = next(find_complaints(state), None)
    if wrong:
        raise PositionError(*wrong)
    names = (*FIELDS[:-2], *("players",) * parties, FIELDS[-1])
    for name, found, written in zip(names, fields, format_position(state).split(" "), strict=True):
        if found != written:
            raise PositionError(name, Message("{word} is written as {meant}", word=quote(found), meant=written))
    return state


def _parse_state(read: _Reader, fields: list[str], marks: str) -> State:
    setup = read.setup
    turn, colon, used = fields[7].partition(":")
    families = (*setup.families, *("",) * len(setup.parties))
    rows = tuple(
        read.seats("rows", row, "", MOST) for row in parts_of("rows", fields[9], "/", len(setup.ruleset.cells))
    )
    deck, discard, laid_out, by_board = parts_of("cards", fields[10], ";", 4)
    now, later = agenda_of([read.frame(text) for text in fields[-1].split(">", _MOST_FRAMES)])
    state = State(
        setup=setup,
        turn=number("turn", turn[:-1], MOST),
        active=read.player("turn", turn[-1]),
        mats=tuple(read.mat(text, family) for text, family in zip(fields[11:-1], families, strict=False)),
        rows=rows,
        free_cells=free_cells_mask(rows, setup.ruleset.cells),
        stacks=tuple(
            read.seats("streets", stack, "w", 4) for stack in parts_of("streets", fields[8], "/", len(STREETS))
        ),
        council=read.seats("council", marks, "x.", len(setup.council)),
        seats=read.seats("seats taken", of_dash(fields[5]), "", _MOST_SEATS),
        deck=number("cards", deck, MOST),
        discard=card_letters("cards", discard),
        pool="",
        laid_out=letters("cards", of_dash(laid_out), ACTIONS, len(ACTIONS)),
        by_board=influence_cards("cards", by_board, unknown=True),
        now=now,
        later=later,
        used=used_marks("turn", used or colon),
    )
    return with_pool(state)
