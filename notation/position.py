"""A position as one line of text: any state of any moment, written and read back equal.

The fields, separated by blanks: format version; rule set; seats; city; council with its marks; seats in the order in
which they were taken; the box; turn and whose it is; streets; rows of cells; cards; one field for each player; the
pending frames. ``docs/notation.md`` is the specification. ``-`` stands for an empty value.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import astuple, replace

from calimala_es.allowed import check_setup
from calimala_es.board import STREETS, room_of, street_actions, street_names
from calimala_es.components import (
    ACTIONS,
    ALL_ROWS,
    AREA_ROWS,
    CELLS,
    GAME,
    INFLUENCE_CARDS,
    INTRIGUE_ACTIONS,
    MOST_SHIPS,
    MOST_WORKSHOPS,
    ROW_INDEX,
    TRACK_STAGES,
    TRACK_STEPS,
    UNKNOWN,
    WAREHOUSE_CELLS,
    WORKSHOP_CELLS,
)
from calimala_es.editions import EDITIONS
from calimala_es.editions.edition import Settings
from calimala_es.errors import SetupError
from calimala_es.goods import HOUSE_CODES
from calimala_es.observation import unseen
from calimala_es.setup import Ruleset, Setup
from calimala_es.state import Activation, Bottom, Due, Frame, Mat, MoveOffer, Sorting, State, ThirdParty
from calimala_es.ways import spread
from notation.headers import (
    HeaderError,
    cells_of,
    format_city,
    format_faction,
    format_settings,
    parse_city,
    parse_faction,
    parse_families,
    parse_settings,
)
from notation.soundness import FRAME_WORDS, complaints

VERSION: Final = "P1"
FIELDS: Final = (
    "version", "rules", "seats", "city", "council", "seats taken", "box", "turn", "streets", "rows", "cards", "players",
    "pending",
)  # fmt: skip

_FRAME_TYPES: Final = {word: frame for frame, word in FRAME_WORDS.items()}


class PositionError(ValueError):
    """A position line that is none; ``field`` names the part of it that is wrong."""

    def __init__(self, field: str, message: str) -> None:
        """Keep the field and what is wrong with it."""
        super().__init__(f"position, {field}: {message}")
        self.field = field


def _or_dash(text: str) -> str:
    return text or "-"


def _of_dash(text: str) -> str:
    return "" if text == "-" else text


class _Writer:
    """Writes with the colours and the street names of one set-up."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.colours = setup.parties
        self.table = str.maketrans({str(seat): colour for seat, colour in enumerate(self.colours)})
        self.streets = street_names(setup.city)

    def seats(self, text: str) -> str:
        return text.translate(self.table)

    def seat(self, seat: int) -> str:
        return "*" if seat == GAME else self.colours[seat]

    def mat(self, mat: Mat) -> str:
        own = [str(getattr(mat, name)) for name in _own_parts(self.setup)]
        return ";".join(
            (
                f"{mat.coloured}+{mat.white}",
                f"{mat.wood}.{mat.brick}.{mat.marble}",
                ".".join(map(str, mat.cloth)),
                str(mat.ships),
                _or_dash(mat.houses),
                str(mat.points),
                _or_dash(mat.open),
                _or_dash(mat.secret),
                str(mat.unknown),
                _or_dash(".".join(mat.dealt)),
                _or_dash(".".join(mat.kept)),
                _or_dash(".".join(mat.shown)),
                *own,
            )
        )

    def frame(self, frame: Frame) -> str:
        parts = [FRAME_WORDS[type(frame)]]
        for name, value in _told_fields(frame):
            written = self._FIELDS.get(name)
            parts.append(written(self, value) if written else _or_dash(str(value)))
        return ":".join(parts)

    def _rows(self, rows: tuple[int, ...]) -> str:
        return _or_dash(",".join(ALL_ROWS[row] for row in rows))

    _FIELDS: Final[dict[str, Callable[["_Writer", Any], str]]] = {
        "seat": seat,
        "street": lambda self, street: self.streets[street],
        "winners": lambda self, winners: _or_dash(self.seats(winners)),
        "rows": _rows,
        "sources": _rows,
        "targets": _rows,
    }


_OMITTED: Final = (Due, Activation, Bottom, ThirdParty, Sorting, MoveOffer)
"""The frames of which the last field is left out where it is as usual."""


def _told_fields(frame: Frame) -> list[tuple[str, Any]]:
    """The fields of a frame that are written, by name."""
    fields = [*zip(frame.__struct_fields__, astuple(frame), strict=True)]
    return fields[:-1] if isinstance(frame, _OMITTED) and fields[-1][1] == frame.__struct_defaults__[-1] else fields


def _own_parts(setup: Setup) -> tuple[str, ...]:
    """The fields of a mat beside those of every game's mats."""
    return (*(("support",) if setup.third else ()), *(("faction",) if setup.intrigue else ()))


def _format_box(rules: Ruleset) -> str:
    usual = cells_of({}, intrigue=len(rules.cells) > len(CELLS))
    parts = [
        ".".join(map(str, rules.deck)),
        "" if rules.cells == usual else ".".join(map(str, rules.cells)),
        format_faction(rules).replace(" ", "."),
    ]
    return "/".join(map(_or_dash, parts)).removesuffix("/-").removesuffix("/-")


def _format_rules(rules: Ruleset) -> str:
    return f"{rules.edition}.{rules.version}" + "".join("/" + word for word in format_settings(rules).split())


def _format_seats(setup: Setup) -> str:
    third = f"+{setup.third}" if setup.third else ""
    families = ";" + ".".join(family or "-" for family in setup.families) if setup.families else ""
    return setup.colours + third + families


def format_position(state: State) -> str:
    """A state as one line."""
    setup = state.setup
    write = _Writer(setup)
    marks = write.seats(state.council)
    council = [tile + (f":{mark}" if mark != "." else "") for tile, mark in zip(setup.council, marks, strict=True)]
    cards = (str(state.deck), _or_dash(state.discard), _or_dash(state.laid_out), _or_dash(".".join(state.by_board)))
    return " ".join(
        (
            VERSION,
            _format_rules(setup.ruleset),
            _format_seats(setup),
            ";".join((format_city(setup.city), *((".".join(setup.intrigue),) if setup.intrigue else ()))),
            ",".join(council),
            _or_dash(write.seats(state.seats)),
            _format_box(setup.ruleset),
            f"{state.turn}{setup.colours[state.active]}" + (f":{state.used}" if state.used else ""),
            "/".join(map(write.seats, state.stacks)),
            "/".join(map(write.seats, state.rows)),
            ";".join(cards),
            *map(write.mat, state.mats),
            ">".join(map(write.frame, (state.now, *state.later))),
        )
    )


# Reading: every field is checked, since a line may come from anywhere.

_MOST: Final = 999_999
"""So much more than any game has of anything that no game from here on outgrows what can be read."""

_MOST_FRAMES: Final = 60
_MOST_SEATS: Final = 99


def _number(field: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and int(text) <= most):
        raise PositionError(field, f"{text!r} is no number from 0 to {most}")
    return int(text)


def _numbers(field: str, text: str, most: int, counts: range) -> tuple[int, ...]:
    parts = text.split(".")
    if len(parts) not in counts:
        raise PositionError(field, f"{text!r} has {len(parts)} numbers")
    return tuple(_number(field, part, most) for part in parts)


def _split(field: str, text: str, mark: str, count: int) -> list[str]:
    parts = text.split(mark)
    if len(parts) != count:
        raise PositionError(field, f"{len(parts)} parts instead of {count}, separated by {mark}")
    return parts


def _letters(field: str, text: str, alphabet: str, most: int) -> str:
    if len(text) > most or not set(text) <= set(alphabet):
        raise PositionError(field, f"{text[:40]!r} is not made of {alphabet}, at most {most}")
    return text


def _cards(field: str, text: str) -> str:
    return "".join(sorted(_letters(field, _of_dash(text), ACTIONS, _MOST)))


def _influence(field: str, text: str, *, unknown: bool) -> tuple[str, ...]:
    cards = tuple(_of_dash(text).split(".")) if text != "-" else ()
    allowed = {*INFLUENCE_CARDS, UNKNOWN} if unknown else {*INFLUENCE_CARDS}
    if len(cards) > len(INFLUENCE_CARDS) or not set(cards) <= allowed:
        raise PositionError(field, f"{text[:60]!r} are no influence cards")
    return cards


class _Reader:
    """Reads with the colours and the street names of one set-up."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.colours = setup.parties
        self.streets = {name: street for street, name in street_names(setup.city).items()}

    def seats(self, field: str, text: str, also: str, most: int) -> str:
        _letters(field, text, self.colours + also, most)
        return "".join(str(self.colours.index(char)) if char in self.colours else char for char in text)

    def player(self, field: str, text: str) -> int:
        if len(text) != 1 or text not in self.setup.colours:
            raise PositionError(field, f"{text[:40]!r} is no player")
        return self.setup.colours.index(text)

    def mat(self, text: str, family: str) -> Mat:
        own = _own_parts(self.setup)
        parts = _split("players", text, ";", 12 + len(own))
        coloured, white = _split("players", parts[0], "+", 2)
        wood, brick, marble = _numbers("players", parts[1], WAREHOUSE_CELLS, range(3, 4))
        houses = _letters("players", _of_dash(parts[4]), HOUSE_CODES, 3)
        cloth = _numbers("players", parts[2], WORKSHOP_CELLS, range(1, MOST_WORKSHOPS + 1))
        told = dict(zip(own, parts[12:], strict=True))
        return Mat(
            coloured=_number("players", coloured, _MOST),
            white=_number("players", white, _MOST),
            wood=wood,
            brick=brick,
            marble=marble,
            cloth=spread(cloth) if self.setup.edition.is_cloth_pooled else cloth,
            ships=_number("players", parts[3], MOST_SHIPS),
            houses="".join(code for code in HOUSE_CODES if code in houses),
            points=_number("players", parts[5], _MOST),
            open=_cards("players", parts[6]),
            secret=_cards("players", parts[7]),
            unknown=_number("players", parts[8], _MOST),
            dealt=_influence("players", parts[9], unknown=False),
            kept=_influence("players", parts[10], unknown=True),
            shown=_influence("players", parts[11], unknown=True),
            support=_number("players", told.get("support", "0"), _MOST),
            family=family,
            faction=_signed("players", told.get("faction", "0"), self.setup.ruleset.steps),
        )

    def _street(self, text: str) -> str:
        if text not in self.streets:
            raise PositionError("pending", f"{text!r} is no street of this city")
        return self.streets[text]

    def _rows(self, text: str) -> tuple[int, ...]:
        rows = tuple(ROW_INDEX.get(row, -1) for row in text.split(",")) if text != "-" else ()
        if not all(0 <= row < len(self.setup.ruleset.cells) for row in rows) or len({*rows}) != len(rows):
            raise PositionError("pending", f"{text[:60]!r} are no different rows")
        return rows

    def _field(self, name: str, text: str, street: str) -> object:
        actions = street_actions(self.setup.city)[street] if street else INTRIGUE_ACTIONS
        checks: dict[str, Callable[[], object]] = {
            "seat": lambda: GAME if text == "*" else self.player("pending", text),
            "street": lambda: street,
            "depth": lambda: _number("pending", text, 4),
            "pending": lambda: _letters("pending", _of_dash(text), actions, 4),
            "duty": lambda: _number("pending", text, 2),
            "barren": lambda: _number("pending", text, 1),
            "tile": lambda: self._one_of(text, *self.setup.council),
            "index": lambda: _number("pending", text, 20),
            "winners": lambda: self.seats("pending", _of_dash(text), "", self.setup.players),
            "by": lambda: self._one_of(text, "points", "council", "shared", "open"),
            "rows": lambda: self._rows(text),
            "sources": lambda: self._rows(text),
            "targets": lambda: self._rows(text),
            "step": lambda: int(self._one_of(text, "-1", "1")),
            "drawn": lambda: _letters("pending", _of_dash(text), ACTIONS + UNKNOWN, 9),
            "actions": lambda: _letters("pending", _of_dash(text), ACTIONS, len(ACTIONS)),
            "mark": lambda: _marks("pending", _of_dash(text)),
            "area": lambda: self._one_of(text, *AREA_ROWS),
        }
        return checks[name]()

    def _one_of(self, text: str, *known: str) -> str:
        if text not in known:
            raise PositionError("pending", f"{text[:40]!r} is not known")
        return text

    def frame(self, text: str) -> Frame:
        word, *values = text.split(":")
        kind = _FRAME_TYPES.get(word)
        names = kind.__struct_fields__ if kind else ()
        fewest = len(names) - (kind in _OMITTED)
        if kind is None or not fewest <= len(values) <= len(names):
            raise PositionError("pending", f"{text[:40]!r} is no pending frame")
        street = self._street(values[names.index("street")]) if "street" in names else ""
        fields: list[Any] = [self._field(name, value, street) for name, value in zip(names, values, strict=False)]
        return kind(*fields)


def _signed(field: str, text: str, most: int) -> int:
    number = _number(field, text.removeprefix("-"), most)
    return -number if text[:1] == "-" else number


def _marks(field: str, text: str) -> str:
    if len(text) > 9 or (text and not (text.isascii() and text.isalpha())):
        raise PositionError(field, f"{text[:40]!r} are no marks")
    return text


def _parse_council(text: str) -> tuple[tuple[str, ...], str]:
    """The scoring tiles, and for each a mark: a dot where it is free."""
    tiles: list[str] = []
    marks = ""
    for entry in text.split(","):
        tile, colon, mark = entry.partition(":")
        if len(mark) != len(colon):
            raise PositionError("council", f"{entry[:40]!r} is no tile with a seat, as LIS:b, or x where it has none")
        tiles.append(tile)
        marks += mark or "."
    return tuple(tiles), marks


def _parse_rules(text: str) -> tuple[str, int, Settings]:
    """Edition, version and settings, as ``second.1/active_draw_limit=2``."""
    rules, *told = text.split("/")
    edition, _, version = rules.partition(".")
    number = _number("rules", version, 999)
    usual = EDITIONS[edition].settings if edition in EDITIONS else Settings()
    return edition, number, replace(usual, **parse_settings(" ".join(told)))


def _parse_box(text: str, *, intrigue: bool) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, tuple[int, ...]]]:
    """The copies of each card, the cells of each row, and the faction track."""
    deck, cells, track, *more = (*text.split("/"), "-", "-")
    if len(more) > 2:
        raise PositionError("box", f"{len(more)} parts too many, separated by /")
    usual = cells_of({}, intrigue=intrigue)
    return (
        _numbers("box", deck, 99, range(len(ACTIONS), len(ACTIONS) + 1)),
        usual if cells == "-" else _numbers("box", cells, 99, range(len(usual), len(usual) + 1)),
        (TRACK_STEPS, TRACK_STAGES) if track == "-" else parse_faction(track.replace(".", " ", 1)),
    )


def _parse_setup(fields: list[str], tiles: tuple[str, ...]) -> Setup:
    parties, _, families = fields[2].partition(";")
    colours, _, third = parties.partition("+")
    city, _, intrigue = fields[3].partition(";")
    try:
        edition, version, settings = _parse_rules(fields[1])
        deck, cells, (steps, stages) = _parse_box(fields[6], intrigue=bool(intrigue))
        return check_setup(
            Setup(
                colours,
                parse_city(city),
                tiles,
                Ruleset(edition, version, deck, cells, settings, steps, stages),
                third,
                tuple(intrigue.split(".")) if intrigue else (),
                parse_families(families.replace(".", " ")),
            )
        )
    except (SetupError, HeaderError) as error:
        raise PositionError("set-up", str(error)) from error


def parse_position(line: str) -> State:
    """The state that a line says; raises ``PositionError`` with the field that is wrong."""
    fields = line.split()
    if not fields or fields[0] != VERSION:
        raise PositionError("version", f"a position line begins with {VERSION}")
    if len(fields) < len(FIELDS):
        raise PositionError(FIELDS[len(fields)], "missing")
    tiles, marks = _parse_council(fields[4])
    setup = _parse_setup(fields, tiles)
    parties = len(setup.parties)
    if len(fields) != len(FIELDS) - 1 + parties:
        raise PositionError("players", f"{len(fields) - len(FIELDS) + 1} players instead of {parties}")
    state = _parse_state(_Reader(setup), fields, marks)
    wrong = next(complaints(state), None)
    if wrong:
        raise PositionError(*wrong)
    return state


def _parse_state(read: _Reader, fields: list[str], marks: str) -> State:
    setup = read.setup
    turn, _, used = fields[7].partition(":")
    families = (*setup.families, *("",) * len(setup.parties))
    rows = tuple(read.seats("rows", row, "", _MOST) for row in _split("rows", fields[9], "/", len(setup.ruleset.cells)))
    deck, discard, laid_out, by_board = _split("cards", fields[10], ";", 4)
    frames = [read.frame(text) for text in fields[-1].split(">", _MOST_FRAMES)]
    state = State(
        setup=setup,
        turn=_number("turn", turn[:-1], _MOST),
        active=read.player("turn", turn[-1]),
        mats=tuple(read.mat(text, family) for text, family in zip(fields[11:-1], families, strict=False)),
        rows=rows,
        room=room_of(rows, setup.ruleset.cells),
        stacks=tuple(read.seats("streets", stack, "w", 4) for stack in _split("streets", fields[8], "/", len(STREETS))),
        council=read.seats("council", marks, "x.", len(setup.council)),
        seats=read.seats("seats taken", _of_dash(fields[5]), "", _MOST_SEATS),
        deck=_number("cards", deck, _MOST),
        discard=_cards("cards", discard),
        pool="",
        laid_out=_letters("cards", _of_dash(laid_out), ACTIONS, len(ACTIONS)),
        by_board=_influence("cards", by_board, unknown=True),
        now=frames[0],
        later=tuple(frames[1:]),
        used=_marks("turn", used),
    )
    return replace(state, pool=unseen(state))
