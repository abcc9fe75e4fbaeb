"""The city: nine tiles and the twelve streets between them, their discs and activations."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from calimala_es.board import STREET_INDEX, STREETS, street_between, street_names
from calimala_es.components import Street
from calimala_es.events import DiscActivated, DiscPlaced
from calimala_es.known import EVERYTHING, Known
from calimala_es.state import State
from replays.drawing.diagrams.graph import (
    captioned,
    cell,
    chip,
    fit_names,
    moment_text,
    nested,
    new_graph,
    row,
    row_of_chips,
    table,
    text,
    title,
)
from replays.drawing.svg import DISC_COLOURS, LINE, PAPER, QUIET, ROAD, TILE
from replays.replay import Replay
from replays.text.events import missing_texts
from replays.text.languages import ENGLISH, Language
from replays.text.names import Names, SeatNames
from replays.text.terms import action_term

MOST_DISCS: Final = 3
"""The discs that stay on a street (R4.5); a moment within a turn has a fourth."""

_SQUARE_WIDTH: Final = 104
_SQUARE_HEIGHT: Final = 60
_NUMBER_WIDTH: Final = 50
_NAME_WIDTH: Final = 26
_DISC_WIDTH: Final = 28
_HEATS: Final = (ROAD, "#F6E3C5", "#F3D3A2", "#EFC07E", "#E9AA5C")
"""How streets are painted, from those where least happened to those where most did."""


class StreetUse(Struct, frozen=True):
    """The use of a street: by party the discs placed there, and how often discs there activated it."""

    placed: tuple[int, ...]
    activated: tuple[int, ...]

    @property
    def activations(self) -> int:
        """Count all activations on the street."""
        return sum(self.activated)


def street_uses(replay: Replay, position: int | None = None) -> dict[Street, StreetUse]:
    """Count the use of each of the twelve streets until a position, by default the last."""
    parties = range(len(replay.start.mats))
    counts = {(street, kind): [0 for _ in parties] for street in STREETS for kind in (DiscPlaced, DiscActivated)}
    for event in replay.events[:position]:
        if isinstance(event, DiscPlaced | DiscActivated):
            counts[event.street, type(event)][event.seat] += 1
    return {
        street: StreetUse(*(tuple(counts[street, kind]) for kind in (DiscPlaced, DiscActivated))) for street in STREETS
    }


def city_diagram(
    replay: Replay,
    position: int | None = None,
    names: SeatNames | None = None,
    language: Language = ENGLISH,
    known: Known = EVERYTHING,
    *,
    uses: bool = True,
) -> str:
    """Draw the city at a position, by default the last, as DOT; without ``uses`` only the discs on it.

    It shows what the replay knows: for what one player may see, give his view of it. ``known`` is what the record
    has of the position.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> replay = Replay(loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8")))
    >>> city_diagram(replay).splitlines()[0]
    'digraph city {'
    """
    at = replay.last if position is None else position
    table_ = fit_names(Names.of(replay.start.setup, names, language))
    where = language.text("The city {moment}", moment=moment_text(replay, at, language))
    if not uses:
        read = [language.text("Each street shows its discs, the lowest on the left; white discs are marked w.")]
    else:
        read = [
            language.text("On the left of each street: its discs, from top to bottom; white discs are marked w."),
            language.text(
                "On the right, by colour: how many discs were placed there, and how many activations there were."
            ),
            *missing_texts(replay, at, known, language),
        ]
    graph = new_graph("city", title(where, *read), language)
    graph.node("city", _city_label(replay.states[at], street_uses(replay, at) if uses else None, table_))
    return graph.source


def _city_label(state: State, uses: dict[Street, StreetUse] | None, table_: Names) -> str:
    """Return the players, and the square of tiles: five rows of five cells; those between four tiles stay empty."""
    most = max(use.activations for use in uses.values()) if uses else 0

    def street_cell(street: Street) -> str:
        place = STREET_INDEX[street]
        intrigue = f"  {'/'.join(state.setup.intrigue[place])}" if state.setup.intrigue else ""
        name = street_names(table_.city)[street] + intrigue
        if uses is None:
            return _bare_street_cell(name, state.stacks[place], table_)
        return _street_cell(name, state.stacks[place], uses[street], most, table_)

    rows = [_players_row([*uses.values()] if uses else [], table_)]
    for line in range(3):
        first = 3 * line + 1
        if line:
            downs = [street_cell(street_between(square - 3, square)) for square in range(first, first + 3)]
            rows.append(row(downs[0], cell(""), downs[1], cell(""), downs[2]))
        tiles = [_tile_cell(table_.city[square - 1], table_) for square in range(first, first + 3)]
        across = [street_cell(street_between(square, square + 1)) for square in (first, first + 1)]
        rows.append(row(tiles[0], across[0], tiles[1], across[1], tiles[2]))
    return table(rows, border=0, cellborder=0, cellspacing=8, cellpadding=0, bgcolor=PAPER)


def _tile_cell(tile: str, table_: Names) -> str:
    words = text(action_term(tile, table_.language), size=14, bold=True)
    return cell(words, bgcolor=TILE, border=1, color=LINE, width=_SQUARE_WIDTH, height=_SQUARE_HEIGHT)


def _street_cell(name: str, stack: str, use: StreetUse, most: int, table_: Names) -> str:
    """Return a street: the codes of its tiles, its activations, the stack, a line for each party."""
    heat = _HEATS[(len(_HEATS) - 1) * use.activations // most] if most else ROAD
    language = table_.language
    activations = language.counted("{number} activation", "{number} activations", use.activations)
    head = row(
        cell(text(name, size=11, bold=True), align="LEFT"),
        cell(text(activations, size=10, colour=QUIET), align="RIGHT"),
    )
    body = row(cell(_stack_table(stack, table_), valign="TOP"), cell(_counts_table(use, table_), valign="TOP"))
    content = nested([head, body], border=0, cellborder=0, cellspacing=0, cellpadding=2)
    return cell(content, bgcolor=heat, border=1, color=LINE, cellpadding=3)


def _bare_street_cell(name: str, stack: str, table_: Names) -> str:
    """Return a street with its stack alone, the lowest disc at the left."""
    head = row(cell(text(name, size=11, bold=True), align="LEFT"))
    discs = row_of_chips(((table_.letter(disc), table_.letter(disc)) for disc in stack), "CENTER") if stack else ""
    content = nested([head, row(cell(discs, height=30))], border=0, cellborder=0, cellspacing=0, cellpadding=2)
    return cell(content, bgcolor=ROAD, border=1, color=LINE, cellpadding=3, width=_SQUARE_WIDTH)


def _stack_table(stack: str, table_: Names) -> str:
    """Return the discs from the top, below the places that are free."""
    free = [row(cell("", border=1, color=LINE, width=_DISC_WIDTH, height=18, style="DASHED"))]
    discs = [row(chip(table_.letter(disc), table_.letter(disc), width=_DISC_WIDTH, height=18)) for disc in stack[::-1]]
    rows = [*free * (MOST_DISCS - len(discs)), *discs]
    return nested(rows, border=0, cellborder=0, cellspacing=2, cellpadding=1)


def _counts_table(use: StreetUse, table_: Names) -> str:
    language = table_.language
    heads = (language.text("placed"), language.text("activated"))
    rows = [row(cell(""), *(cell(text(head, size=8, colour=QUIET), width=_NUMBER_WIDTH) for head in heads))]
    for party, numbers in enumerate(zip(use.placed, use.activated, strict=True)):
        colour = table_.colours[party]
        shown = (cell(text(str(number) if number else "·", size=11, bold=bool(number))) for number in numbers)
        rows.append(row(chip(colour, colour, width=18, height=16), *shown))
    return nested(rows, border=0, cellborder=0, cellspacing=1, cellpadding=1)


def _players_row(uses: Sequence[StreetUse], table_: Names) -> str:
    """Return the colours with their players, and the sums of all streets, if there are any."""
    language = table_.language
    cells: list[str] = []
    for party, colour in enumerate(table_.colours):
        fill, ink = DISC_COLOURS[colour]
        name = text(f"{colour}  {table_.name(party)}", colour=ink, bold=True, width=_NAME_WIDTH)
        if not uses:
            cells.append(cell(name, bgcolor=fill, cellpadding=6, align="LEFT"))
            continue
        placed, activated = sum(use.placed[party] for use in uses), sum(use.activated[party] for use in uses)
        words = language.text("placed {placed}, activated {activated}", placed=placed, activated=activated)
        sums = text(words, size=10, colour=ink, width=_NAME_WIDTH)
        cells.append(cell(captioned(name, sums), bgcolor=fill, cellpadding=6, align="LEFT"))
    return row(*cells)
