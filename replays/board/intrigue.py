"""The parts that Intrigue adds to the table: the faction track, the families, and the areas artistry and banking."""

from typing import Final

from calimala_es.components import CARDINAL, CHURCHES, EMPEROR, MATERIALS, PALAZZO, TRADING_CITIES
from calimala_es.intrigue import stage_of
from calimala_es.state import State
from replays.board.drawing import FREE, Drawing, cells_text, material_heads
from replays.board.mats import NAME_WIDTH
from replays.names import padded
from replays.style import beside, left
from replays.words import faction_words, place_words
from replays.words.vocabulary import BUILDING, PLACE

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
    words = faction_words(mat.faction, drawing.language)
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
    words = place_words(place, drawing.language, context)
    return f"{padded(words[:1].upper() + words[1:], width - 1)} "


def _by_material(drawing: Drawing, place: str) -> str:
    cells = [left(cells_text(drawing, f"{place}.{kind}", WIDEST_ROW), MATERIAL_WIDTH) for kind in MATERIALS]
    return f"{_name(drawing, place, AREA_WIDTH)}{''.join(cells)}".rstrip()
