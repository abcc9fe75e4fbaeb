"""A position as one line of text, which says everything about it: two positions are equal if their lines are.

The fields, separated by blanks: format version; rule set; seats; city; council with its marks; seats in the order in
which they were taken; the box; turn and whose it is; streets; rows of cells; cards; one field for each player; the
pending frames. ``-`` is an empty value. ``notation.position`` reads such a line; ``docs/notation.md`` is the
specification.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec import structs
from msgspec.structs import astuple

from calimala_es import frames
from calimala_es.board import street_names
from calimala_es.components import ALL_ROWS, CELLS, GAME, INTRIGUE_CELLS
from calimala_es.editions import EDITIONS
from calimala_es.frames import Frame
from calimala_es.setup import Ruleset, Setup
from calimala_es.state import Mat, State


def format_settings(rules: Ruleset) -> str:
    """Return the settings that are not the edition's usual ones, as ``compensation_scope=action``; empty if all are."""
    usual = structs.asdict(EDITIONS[rules.edition].settings)
    named = {name: value for name, value in structs.asdict(rules.settings).items() if value != usual[name]}
    return " ".join(f"{name}={_format_setting(value)}" for name, value in named.items())


def _format_setting(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def format_faction(rules: Ruleset) -> str:
    """Return the faction track, e.g. ``6 2.4.6``: steps to either side, starts of the stages; empty if as usual."""
    usual = Ruleset()
    if (rules.steps, rules.stages) == (usual.steps, usual.stages):
        return ""
    return f"{rules.steps} {'.'.join(map(str, rules.stages))}"


def format_city(city: str) -> str:
    """Return ``WBM/U-A/VTS``: three rows, the centre as a dash.

    >>> format_city("WBMUCAVTS")
    'WBM/U-A/VTS'
    """
    tiles = city[:4] + "-" + city[5:]
    return "/".join((tiles[:3], tiles[3:6], tiles[6:]))


def or_dash(text: str) -> str:
    """Return a value, or a dash where it is empty."""
    return text or "-"


def format_box_field(rules: Ruleset) -> str:
    """Return the box: the deck, and what of cells and faction track is not as usual."""
    usual = (*CELLS, *INTRIGUE_CELLS)[: len(rules.cells)]
    parts = [
        ".".join(map(str, rules.deck)),
        "" if rules.cells == usual else ".".join(map(str, rules.cells)),
        format_faction(rules).replace(" ", "."),
    ]
    return "/".join(map(or_dash, parts)).removesuffix("/-").removesuffix("/-")


def format_rules_field(rules: Ruleset) -> str:
    """Return edition, version and settings, as ``second.1/active_draw_limit=2``."""
    return f"{rules.edition}.{rules.version}" + "".join("/" + word for word in format_settings(rules).split())


def format_seats_field(setup: Setup) -> str:
    """Return seats, third party and families, as ``br+g`` or ``bry;Bardi.-.Medici``."""
    third = f"+{setup.third}" if setup.third else ""
    families = ";" + ".".join(family or "-" for family in setup.families) if setup.families else ""
    return setup.colours + third + families


FRAME_WORDS: Final[dict[type[Frame], str]] = {
    frames.InfluenceDeal: "deal",
    frames.InfluenceTurnUp: "turn-up",
    frames.InfluenceChoice: "keep",
    frames.CardDraft: "draft",
    frames.Placement: "place",
    frames.ActivationDue: "due",
    frames.Activation: "act",
    frames.CardDraw: "draw",
    frames.Promotion: "bottom",
    frames.TileScoring: "score",
    frames.TurnEnd: "turn-end",
    frames.EndCheck: "end-check",
    frames.InfluenceReveal: "reveal",
    frames.InfluenceScoring: "finale",
    frames.GameOver: "over",
    frames.InfluenceOpening: "lay-open",
    frames.FamilyStart: "start",
    frames.FirstTurn: "open",
    frames.ThirdPartyAnswer: "third",
    frames.IntrigueChoice: "scheme",
    frames.CardDiscard: "discard",
    frames.KeepOneCard: "sort",
    frames.CardOffer: "offer-card",
    frames.ActionOffer: "offer-action",
    frames.MoveOffer: "offer-move",
    frames.TileOffer: "offer-tile",
    frames.DiscOffer: "offer-disc",
    frames.AreaScoring: "score-area",
}
"""What the frames are called in a position line."""


VERSION: Final = "P1"


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
        own = [str(getattr(mat, name)) for name in own_parts(self.setup)]
        return ";".join(
            (
                f"{mat.coloured}+{mat.white}",
                f"{mat.stock.wood}.{mat.stock.brick}.{mat.stock.marble}",
                ".".join(map(str, mat.built.cloth)),
                str(mat.built.ships),
                or_dash(mat.built.houses),
                str(mat.points),
                or_dash(mat.open),
                or_dash(mat.secret),
                str(mat.unknown),
                or_dash(".".join(mat.dealt)),
                or_dash(".".join(mat.kept)),
                or_dash(".".join(mat.shown)),
                *own,
            )
        )

    def frame(self, frame: Frame) -> str:
        parts = [FRAME_WORDS[type(frame)]]
        for name, value in _written_fields(frame):
            written = self._FIELDS.get(name)
            parts.append(written(self, value) if written else or_dash(str(value)))
        return ":".join(parts)

    def _rows(self, rows: tuple[int, ...]) -> str:
        return or_dash(",".join(ALL_ROWS[row] for row in rows))

    _FIELDS: Final[dict[str, Callable[["_Writer", Any], str]]] = {
        "seat": seat,
        "street": lambda self, street: self.streets[street],
        "winners": lambda self, winners: or_dash(self.seats(winners)),
        "rows": _rows,
        "sources": _rows,
        "targets": _rows,
    }


OPTIONAL_LAST: Final = (
    frames.ActivationDue,
    frames.Activation,
    frames.Promotion,
    frames.ThirdPartyAnswer,
    frames.KeepOneCard,
    frames.MoveOffer,
)
"""The frames of which the last field is left out where it is as usual."""


def _written_fields(frame: Frame) -> list[tuple[str, Any]]:
    """Return the fields of a frame that are written, by name."""
    fields = [*zip(frame.__struct_fields__, astuple(frame), strict=True)]
    is_usual = isinstance(frame, OPTIONAL_LAST) and fields[-1][1] == frame.__struct_defaults__[-1]
    return fields[:-1] if is_usual else fields


def own_parts(setup: Setup) -> tuple[str, ...]:
    """Return the fields of a mat beside those of every game's mats."""
    return (*(("support",) if setup.third else ()), *(("faction",) if setup.intrigue else ()))


def format_position(state: State) -> str:
    """Return a state as one line.

    >>> from calimala_es import Setup, initial
    >>> format_position(initial(Setup("bry", "WBMUCAVTS")))[:80]
    'P1 first.1 bry WBM/U-A/VTS BAR,LIS,LON,TRO,BRU,HAM,SMF,SMN,SCR,ART,PORT,TRADE,WO'
    """
    setup = state.setup
    write = _Writer(setup)
    marks = write.seats(state.council)
    council = [tile + (f":{mark}" if mark != "." else "") for tile, mark in zip(setup.council, marks, strict=True)]
    cards = (str(state.deck), or_dash(state.discard), or_dash(state.laid_out), or_dash(".".join(state.by_board)))
    return " ".join(
        (
            VERSION,
            format_rules_field(setup.ruleset),
            format_seats_field(setup),
            ";".join((format_city(setup.city), *((".".join(setup.intrigue),) if setup.intrigue else ()))),
            ",".join(council),
            or_dash(write.seats(state.seats)),
            format_box_field(setup.ruleset),
            f"{state.turn}{setup.colours[state.active]}" + (f":{state.used}" if state.used else ""),
            "/".join(map(write.seats, state.stacks)),
            "/".join(map(write.seats, state.rows)),
            ";".join(cards),
            *map(write.mat, state.mats),
            ">".join(map(write.frame, state.frames)),
        )
    )
