"""A table with Intrigue, and families if some are named; otherwise it is set like `tests.rules.table`.

    table = set_scene("WA", "w", pair="KE", families=("Bardi", "", ""), mats={0: Mat(5, 2, Stock(marble=1))})

All streets have the intrigue tile `pair`. Nothing is left to draw unless `deck` says so, and players who are not
in `mats` have discs and nothing else: then the intrigue action is impossible, and the turn goes on by itself.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from calimala_es import Ruleset, Setup, initial, legal
from calimala_es.board import STREET_INDEX, STREETS, free_cells_mask
from calimala_es.commands import DoAction, PlaceDisc
from calimala_es.components import ALL_ROWS, COLOURS, SCORING_TILES, SEATS, TILE_OF, WHITE, DiscKind, InfluenceCard
from calimala_es.deck import with_pool
from calimala_es.events import Event
from calimala_es.frames import NOTHING, CardDraft, Frame, InfluenceChoice, InfluenceDeal, InfluenceTurnUp, Placement
from calimala_es.setup import ruleset_of
from calimala_es.state import Mat, State
from tests.rules.table import SOME, Table, city_with

INTRIGUE_RULES = ruleset_of("second", intrigue=True)


def with_cells(cells: Mapping[str, int]) -> Ruleset:
    """Return the rule set with other numbers of cells in some rows."""
    usual = zip(ALL_ROWS, INTRIGUE_RULES.cells, strict=True)
    return replace(INTRIGUE_RULES, cells=tuple(cells.get(row, count) for row, count in usual))


def intrigue_setup(
    *,
    players: int = 3,
    pair: str = "KE",
    families: tuple[str, ...] = (),
    city: str = "WBMUCAVST",
    tiles: str = " ".join(SCORING_TILES),
    ruleset: Ruleset = INTRIGUE_RULES,
) -> Setup:
    """Return the set-up of a table with Intrigue."""
    return Setup(
        COLOURS[:players],
        city,
        tuple(TILE_OF[tile] for tile in tiles.split()),
        ruleset,
        "",
        (pair,) * len(STREETS),
        families,
    )


def set_scene(
    actions: str = "WB",
    stack: str = "",
    *,
    players: int = 3,
    pair: str = "KE",
    families: tuple[str, ...] = (),
    mats: Mapping[int, Mat] | None = None,
    rows: Mapping[str, str] | None = None,
    stacks: Mapping[str, str] | None = None,
    tiles: str = " ".join(SCORING_TILES),
    council: str = "",
    deck: int = 0,
    discard: str = "",
    turn: int = 1,
    active: int = 0,
    by_board: tuple[InfluenceCard, ...] = (),
    ruleset: Ruleset = INTRIGUE_RULES,
) -> Table:
    """Return a position in which the active player is about to place a disc."""
    city, here = city_with(actions)
    setup = intrigue_setup(players=players, pair=pair, families=families, city=city, tiles=tiles, ruleset=ruleset)
    all_mats = {seat: (mats or {}).get(seat, SOME) for seat in range(players)}
    all_rows = tuple((rows or {}).get(row, "") for row in ALL_ROWS)
    lying = {here: stack, **(stacks or {})}
    state: State = replace(
        initial(setup),
        turn=turn,
        active=active,
        mats=tuple(replace(mat, family=families[seat] if families else "") for seat, mat in all_mats.items()),
        rows=all_rows,
        free_cells=free_cells_mask(all_rows, ruleset.cells),
        stacks=tuple(lying.get(street, "") for street in STREET_INDEX),
        council=council.ljust(len(SCORING_TILES), "."),
        seats="".join(mark for mark in council if mark in SEATS),
        deck=deck,
        discard=discard,
        laid_out="",
        by_board=by_board,
        now=Placement(active),
        later=NOTHING,
    )
    return Table(with_pool(state), here)


def place_and_work(table: Table, disc: DiscKind = WHITE) -> list[Event]:
    """Let the active player, who has no hand, place a disc on wood and brick and do both actions."""
    times = 2 if disc == WHITE else 1
    return table.do(PlaceDisc(table.here, disc), *[DoAction("W")] * times, *[DoAction("B")] * times)


def turn_zero(*families: str, ruleset: Ruleset = INTRIGUE_RULES) -> tuple[Table, list[Event]]:
    """Return a game with unrecorded influence cards, at the first start that leaves a choice or at the first turn."""
    table = Table(initial(intrigue_setup(players=len(families), families=families, ruleset=ruleset)))
    events: list[Event] = []
    while isinstance(table.state.now, InfluenceDeal | InfluenceTurnUp | InfluenceChoice | CardDraft):
        events += table.do(legal(table.state)[-1])
    return table, events


def now(table: Table) -> Frame:
    """Return what the game waits for."""
    return table.state.now
