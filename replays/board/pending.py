"""Whose turn it is, what is waited for, and what nobody wrote down."""

from collections.abc import Callable
from typing import Any, Final

from calimala_es.components import ALL_ROWS, PLACE_WORDS, UNKNOWN
from calimala_es.consequences import CONSEQUENCES
from calimala_es.events import WentUnrecorded
from calimala_es.refusals import waiting_for
from calimala_es.state import (
    AreaScoring,
    Bottom,
    Discarding,
    DiscOffer,
    Due,
    EndCheck,
    Finale,
    Frame,
    MoveOffer,
    Opening,
    Over,
    Scheming,
    Scoring,
    Sorting,
    Starting,
    State,
    ThirdParty,
    TileOffer,
    TurnEnd,
)
from notation.depth.known import Known
from replays.board.drawing import WIDTH, Drawing
from replays.board.mats import NAME_WIDTH
from replays.names import Table, shortened
from replays.replay import Mark
from replays.style import wrapped
from replays.words import DEPTH_WORDS, card_words, row_words, scored, step_words, street_words, victory_words


def turn_lines(drawing: Drawing) -> list[str]:
    """The turn, what is waited for, and what nobody wrote down."""
    state, table, style = drawing.state, drawing.table, drawing.style
    colour = state.setup.colours[state.active]
    whose = style.paint(table.person(state.active), colour)
    head = f"Turn {state.turn}: {whose}" if state.turn else "Before the first turn"
    lines = [drawing.heading(head), *wrapped(_waiting_line(drawing).split(), WIDTH, "  ")]
    lines += [style.paint(f"! {_warning(mark, table)}", "warning") for mark in drawing.marks if _is_missed(mark)]
    if drawing.observed:
        lines.append(style.paint("* was only seen to be so at the table", "warning"))
    return lines


def end_of(winners: str, by: str, table: Table, known: Known) -> str:
    """Who has won, as far as the record knows: what decides where points are level is cubes and seats (R7.4)."""
    if known.points and (known.cubes or by not in _BY_CUBES):
        return victory_words(winners, by, table)
    return "who of those level on points has won is not recorded" if known.points else "who has won is not recorded"


_BY_CUBES: Final = ("council", "shared")


def _waiting_line(drawing: Drawing) -> str:
    state, now = drawing.state, drawing.state.now
    if isinstance(now, Over):
        return f"The game is over: {end_of(now.winners, now.by, drawing.table, drawing.known)}."
    coming = _COMING.get(type(now))
    if coming is not None and not _may_be_asked(state):
        return f"Next: {coming(now, drawing.table)}"
    rule, words = waiting_for(state)
    offered = _OFFERED.get(type(now))
    return f"Now: {words}{offered(now, drawing.table) if offered else ''} ({rule})"


_COMING: Final[dict[type[Frame], Callable[[Any, Table], str]]] = {
    Due: lambda now, table: f"the disc of {table.name(now.seat)} on {street_words(table, now.street)} is activated",
    Bottom: lambda now, table: f"the bottom disc leaves {street_words(table, now.street)}",
    Scoring: lambda now, table: scored(now.tile),
    AreaScoring: lambda now, table: scored(now.area),
    TurnEnd: lambda now, table: "the turn is over",
    EndCheck: lambda now, table: "the end of the game",
    Finale: lambda now, table: "the influence cards are scored",
    Starting: lambda now, table: f"{table.setup.families[now.seat]} starts",
    Opening: lambda now, table: "the first turn",
    ThirdParty: lambda now, table: f"{table.name(table.setup.players)} acts",
    Scheming: lambda now, table: f"{table.name(now.seat)} can take neither of the intrigue actions",
}
"""Positions between the events of one command, in which nobody has to do anything."""


def _may_be_asked(state: State) -> bool:
    """Whether somebody has to decide: of the bottom disc (R6.3), a start (R11), or the intrigue action (R10.1)."""
    now = state.now
    if isinstance(now, Bottom):
        return not state.mats[now.seat].coloured
    return isinstance(now, Starting | Scheming) and CONSEQUENCES[type(now)](state, now) is None


def _moves(now: MoveOffer) -> str:
    sources, targets = ([row_words(ALL_ROWS[row]) for row in rows] for rows in (now.sources, now.targets))
    return f": from {' or '.join(sources)} to {' or '.join(targets)}"


def _drawn(now: Sorting) -> str:
    known = [card_words(card) for card in now.drawn if card != UNKNOWN]
    return f": {' or '.join(known)}" if known else ""


_OFFERED: Final[dict[type[Frame], Callable[[Any, Table], str]]] = {
    Discarding: lambda now, table: f", each {step_words(now.step)}",
    Sorting: lambda now, table: _drawn(now),
    MoveOffer: lambda now, table: _moves(now),
    TileOffer: lambda now, table: f": {PLACE_WORDS[now.tile]}",
    DiscOffer: lambda now, table: f", the {DEPTH_WORDS[now.depth]} from the top of {street_words(table, now.street)}",
}
"""What exactly is offered."""


def _is_missed(mark: Mark) -> bool:
    return isinstance(mark.event, WentUnrecorded)


def _warning(mark: Mark, table: Table) -> str:
    who = shortened(table.name(mark.event.actor), NAME_WIDTH)
    return f"{mark.id}: what {who} did was not written down; the table may have looked different"
