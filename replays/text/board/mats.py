"""The mats of the players as text, and what Intrigue adds: faction track, families, artistry and banking."""

from typing import Final

from calimala_es.components import (
    CARDINAL,
    CHURCHES,
    EMPEROR,
    MATERIALS,
    MOST_SHIPS,
    PALAZZO,
    TRADING_CITIES,
    UNKNOWN,
    WAREHOUSE_CELLS,
    WORKSHOP_CELLS,
)
from calimala_es.scoring import stage_of
from calimala_es.state import Mat, State
from replays.text.board.parts import CUBE, FREE, Drawing, cells_text, material_heads
from replays.text.terminal import beside, left, padded, shortened
from replays.text.terms import BUILDING, PLACE, faction_term, hand_text, place_term

NAME_WIDTH: Final = 12
DISCS_WIDTH: Final = 6
HAND_WIDTH: Final = 11


def _cells(filled: int, cells: int, sign: str = CUBE) -> str:
    return sign * filled + FREE * (cells - filled)


def hand_column(mat: Mat, width: int) -> str:
    """Return the hand as letters; as numbers if there are too many, and shortened if those are too long."""
    hand = hand_text(mat)
    if len(hand) <= width:
        return hand or "-"
    return shortened("".join(f"{hand.count(card)}{card}" for card in dict.fromkeys(hand)), width)


def _mat_line(drawing: Drawing, seat: int, mat: Mat) -> str:
    state, style = drawing.state, drawing.style
    letter = drawing.names.colours[seat]
    workshops = " ".join(_cells(cloth, WORKSHOP_CELLS) for cloth in mat.built.cloth)
    houses = "".join(code if code in mat.built.houses else FREE for code in "TBH")
    third = state.setup.third
    support = f" {mat.support}{third}" if third else ""
    columns = (
        (padded(drawing.names.name(seat), NAME_WIDTH), "", NAME_WIDTH),
        (points_text(drawing, mat), "points", 3),
        (f"{mat.coloured:>2}{letter} {mat.white}w{support}", "coloured white support", DISCS_WIDTH + len(support)),
    )
    goods = (
        (_cells(mat.stock.wood, WAREHOUSE_CELLS), "wood", 4),
        (_cells(mat.stock.brick, WAREHOUSE_CELLS), "brick", 4),
        (_cells(mat.stock.marble, WAREHOUSE_CELLS), "marble", 6),
        (workshops, "cloth", 14),
        (_cells(mat.built.ships, MOST_SHIPS, "S"), "ships", 5),
        (houses, "houses", 3),
        (hand_column(mat, HAND_WIDTH - len(support)), "hand", 0),
    )
    shown = [
        left(style.paint(text, letter) + drawing.star(*(f"{seat}.{part}" for part in parts.split())), width)
        for text, parts, width in (*columns, *(goods if drawing.known.goods else ()))
    ]
    sign = "►" if seat == who_acts(state) else " "
    return f"{sign}{style.paint(letter, letter)} {' '.join(shown)}".rstrip()


def points_text(drawing: Drawing, mat: Mat) -> str:
    """Return a player's points, ``?`` if they are not recorded."""
    return f"{mat.points if drawing.known.points else UNKNOWN:>3}"


def _third_line(drawing: Drawing, party: int) -> str:
    """Return the line of the third party, which has points and nothing else on a mat (R8.1, R8.9)."""
    letter = drawing.names.colours[party]
    name = padded(drawing.names.by_seat[party], NAME_WIDTH)
    points = f"{name} {points_text(drawing, drawing.state.mats[party])}"
    painted = drawing.style.paint(points, letter) + drawing.star(f"{party}.points")
    third = drawing.language.text("the third party")
    return f" {drawing.style.paint(letter, letter)} {painted} {third}"


def who_acts(state: State) -> int | None:
    """Return the seat that must decide, or that a card is due for."""
    return state.actor if state.actor is not None else getattr(state.now, "seat", None)


_HEADS_OF_SUPPLY: Final = 3
"""The number of columns for the player, the points and the discs."""


def mat_lines(drawing: Drawing) -> list[str]:
    """Return a line for each player, the active one marked; then one for the third party."""
    state = drawing.state
    discs_width = DISCS_WIDTH + 3 * bool(state.setup.third)
    language = drawing.language
    heads = (
        (language.word("column", "player"), NAME_WIDTH),
        (language.word("column", "pts"), 3),
        (language.word("column", "discs"), discs_width),
        (language.word("mat", "wood"), 4),
        (language.word("mat", "bric"), 4),
        (language.word("mat", "marble"), 6),
        (language.word("column", "workshops"), 14),
        (language.word("column", "ships"), 5),
        ("TBH", 3),
        (language.word("column", "hand"), HAND_WIDTH),
    )
    shown = len(heads) if drawing.known.goods else _HEADS_OF_SUPPLY
    head = "   " + " ".join(padded(text, width) for text, width in heads[:shown])
    players = state.setup.players
    return [
        drawing.heading(head.rstrip()),
        *(_mat_line(drawing, seat, mat) for seat, mat in enumerate(state.mats[:players])),
        *(_third_line(drawing, party) for party in range(players, len(state.mats))),
    ]


# The parts that Intrigue adds to the table: the faction track, the families, and the areas artistry and banking.

LEFT_WIDTH: Final = 40
PLACE_WIDTH: Final = 22
AREA_WIDTH: Final = 20
MATERIAL_WIDTH: Final = 7
SIDE_WIDTH: Final = 8
WIDEST_AREA: Final = 16
WIDEST_ROW: Final = 5
WIDEST_TRACK: Final = 9
"""The number of steps to either side up to which the faction track is drawn; a longer one is described in words."""


def faction_lines(drawing: Drawing) -> list[str]:
    """Return each player's place on the faction track, one per line, with the family; none without Intrigue (R10.6).

    The heading shows where the stages begin, the cardinal's at the left.
    """
    state = drawing.state
    if not state.setup.intrigue:
        return []
    rules = state.setup.ruleset
    language = drawing.language
    families = language.word("column", "family") if state.setup.families else ""
    marks = {0: "0", **{stage * side: str(n) for n, stage in enumerate(rules.stages, 1) for side in (-1, 1)}}
    track = " ".join(marks.get(step, FREE) for step in _steps(state))
    cardinal, emperor = language.word("track", "cardinal"), language.word("track", "emperor")
    family = padded(families, NAME_WIDTH)
    head = f"   {family} {padded(cardinal, SIDE_WIDTH)} {track} {emperor}" if track else f"   {families}"
    title = language.text("Faction track, with its stages") if track else language.text("Faction track")
    return [
        drawing.heading(title),
        *([drawing.style.paint(head, "quiet")] if head.strip() else []),
        *(_faction_line(drawing, seat) for seat in range(state.setup.players)),
    ]


def _steps(state: State) -> range:
    steps = state.setup.ruleset.steps
    return range(-steps, steps + 1) if steps <= WIDEST_TRACK else range(0)


def _faction_line(drawing: Drawing, seat: int) -> str:
    state, names, style = drawing.state, drawing.names, drawing.style
    mat, letter = state.mats[seat], drawing.names.colours[seat]
    track = " ".join(style.paint(letter.upper(), letter) if step == mat.faction else FREE for step in _steps(state))
    stage = stage_of(state, seat, -1 if mat.faction < 0 else 1)
    words = faction_term(mat.faction, drawing.language)
    if track:
        words = drawing.language.text("stage {number}", number=stage) if stage else ""
    name = style.paint(padded(mat.family or names.name(seat), NAME_WIDTH), letter)
    shown = f" {style.paint(letter, letter)} {name} {' ' * (SIDE_WIDTH + 1) if track else ''}{track}"
    return f"{shown}{drawing.star(f'{seat}.faction')}          {words}".rstrip()


def intrigue_lines(drawing: Drawing) -> list[str]:
    """Return the two areas, artistry beside banking; none without Intrigue (R10.3, R10.4)."""
    if not drawing.state.setup.intrigue:
        return []
    language = drawing.language
    heads = material_heads(drawing, MATERIAL_WIDTH - 1).rstrip()
    areas = beside(
        [drawing.heading(language.text("Intrigue")), _placed(drawing, CARDINAL, CARDINAL)],
        [drawing.heading(f"{'':<{AREA_WIDTH}}{heads}"), _by_material(drawing, EMPEROR)],
        LEFT_WIDTH,
    )
    artistry = [_placed(drawing, place, f"{place}.R", BUILDING) for place in (*CHURCHES, PALAZZO)]
    banking = [_by_material(drawing, city) for city in TRADING_CITIES]
    heading, other = drawing.heading(language.text("Artistry")), drawing.heading(language.text("Banking"))
    below = beside([heading, *artistry], [other, *banking], LEFT_WIDTH)
    return [*areas, *below]


def _placed(drawing: Drawing, place: str, row: str, context: str = PLACE) -> str:
    return f"{_name(drawing, place, PLACE_WIDTH, context)}{cells_text(drawing, row, WIDEST_AREA)}"


def _name(drawing: Drawing, place: str, width: int, context: str = PLACE) -> str:
    words = place_term(place, drawing.language, context)
    return f"{padded(words[:1].upper() + words[1:], width - 1)} "


def _by_material(drawing: Drawing, place: str) -> str:
    cells = [left(cells_text(drawing, f"{place}.{kind}", WIDEST_ROW), MATERIAL_WIDTH) for kind in MATERIALS]
    return f"{_name(drawing, place, AREA_WIDTH)}{''.join(cells)}".rstrip()
