"""The life of a street: turn by turn the disc placed, who was activated, and what became of the lowest disc."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from calimala_es.board import STREET_INDEX, STREETS, street_names
from calimala_es.components import ACTIONS, COLOURED, Street
from calimala_es.errors import CalimalaError
from calimala_es.events import (
    DiscActivated,
    DiscPlaced,
    DiscPromoted,
    DiscRemoved,
    DiscTakenBack,
    Event,
    PartObserved,
    SeatTaken,
)
from calimala_es.known import EVERYTHING, Known
from calimala_es.messages import Message
from notation.errors import quote
from replays.analysis import until
from replays.drawing.diagrams.graph import (
    cell,
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
from replays.drawing.svg import ALARM, DISC_COLOURS, INK, LINE, QUIET, ROAD
from replays.replay import Level, Replay
from replays.text.events import event_text, missing_texts
from replays.text.languages import ENGLISH, Language, message
from replays.text.names import Names, SeatNames
from replays.text.terms import action_term, disc_term, join_and, scored_text

_MOST_ACTIVATED: Final = 3
_NAME_WIDTH: Final = 90
_WORDS_WIDTH: Final = 380
_NEST: Final = {"border": 0, "cellborder": 0, "cellspacing": 2, "cellpadding": 2}


class StreetError(CalimalaError):
    """No street of the city is called so; says which there are."""


class StreetTurn(Struct, frozen=True):
    """A turn that changed a street.

    ``events`` are those that concern it; ``before`` and ``after`` its stack, bottom disc first.
    """

    turn: int
    before: str
    after: str
    events: tuple[Event, ...]


def find_street(city: str, name: str) -> Street:
    """Find the street of two tiles, ``AS`` or ``SA``, or of two squares, ``25``; raises ``StreetError``.

    >>> find_street("ATVBCUSWM", "WS")
    '78'
    """
    wanted = "".join(sorted(name.upper(), key=(ACTIONS + name.upper()).index))
    names = street_names(city)
    found: list[Street] = [street for street in STREETS if wanted == names[street] or name == street]
    if not found:
        words = message("{word} is not a street of this city; choose from {streets}")
        raise StreetError(Message(words, word=quote(name[:20]), streets=" ".join(names.values())))
    return found[0]


def _is_here(event: Event, street: Street) -> bool:
    """Check whether an event concerns a street; a disc may be taken back from another one than the white one's."""
    return street in (getattr(event, "street", ""), getattr(event, "source", "")) or (
        isinstance(event, PartObserved) and event.part == street
    )


def street_turns(replay: Replay, street: Street) -> list[StreetTurn]:
    """Return the turns in which something happened on a street (``STREETS``)."""
    place = STREET_INDEX[street]
    found: list[StreetTurn] = []
    for number in range(replay.count(Level.TURN)):
        step = replay.step(Level.TURN, number)
        events = tuple(event for event in step.events if _is_here(event, street))
        if events:
            before, after = (replay.states[at].stacks[place] for at in (step.start, step.end))
            found.append(StreetTurn(step.id.turn, before, after, events))
    return found


def street_diagram(
    replay: Replay,
    street: Street,
    position: int | None = None,
    names: SeatNames | None = None,
    language: Language = ENGLISH,
    known: Known = EVERYTHING,
) -> str:
    """Draw the life of a street (``STREETS``) until a position, by default the last, as DOT.

    It shows what the replay knows, see ``city_diagram``.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> replay = Replay(loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8")))
    >>> street_diagram(replay, "78").splitlines()[0]
    'digraph street {'
    """
    replay = replay if position is None else until(replay, position)
    table_ = fit_names(Names.of(replay.start.setup, names, language))
    tiles = join_and((action_term(tile, language) for tile in street_names(table_.city)[street]), language)
    head = title(
        language.text(
            "History of the street between {tiles} ({moment})",
            tiles=tiles,
            moment=moment_text(replay, replay.last, language),
        ),
        language.text(
            "Each row is a turn: the disc placed, and the stack before and after, the lowest disc on the left."
        ),
        *missing_texts(replay, replay.last, known, language),
    )
    graph = new_graph("street", head, language)
    graph.node("street", _life_label(street_turns(replay, street), table_))
    return graph.source


def _life_label(turns: list[StreetTurn], table_: Names) -> str:
    language = table_.language
    heads = (
        language.text("turn"),
        language.text("before"),
        language.text("placed"),
        language.text("after"),
        language.text("activated, in order"),
        language.text("what else happened"),
    )
    spans = (1, 1, 1, 1, _MOST_ACTIVATED, 1)
    shown = (
        cell(text(head, size=10, colour=QUIET), align="LEFT", bgcolor=ROAD, colspan=span)
        for head, span in zip(heads, spans, strict=True)
    )
    rows = [row(*shown)]
    rows += [_turn_row(turn, table_) for turn in turns]
    if not turns:
        rows.append(
            row(
                cell(
                    text(language.text("Nothing has happened here yet."), colour=QUIET),
                    colspan=sum(spans),
                    align="LEFT",
                )
            )
        )
    return table(rows, border=1, color=LINE, cellborder=0, cellspacing=0, cellpadding=4, bgcolor="#FFFFFF", rows="*")


def _turn_row(turn: StreetTurn, table_: Names) -> str:
    events = turn.events
    placed = next((event for event in events if isinstance(event, DiscPlaced)), None)
    activated = [event for event in events if isinstance(event, DiscActivated)]
    others = [*_others(turn, table_)]
    words = [row(cell(text(line, size=11, colour=colour, width=62), align="LEFT")) for line, colour in others]
    return row(
        cell(text(str(turn.turn), bold=True), align="RIGHT"),
        cell(_stack(turn.before, table_), align="LEFT"),
        cell(_placed(placed, table_), align="LEFT"),
        cell(_stack(turn.after, table_), align="LEFT"),
        *_activated(activated, table_),
        cell(nested(words, **_NEST) if words else "", align="LEFT", width=_WORDS_WIDTH),
    )


def _stack(stack: str, table_: Names) -> str:
    if not stack:
        return text("-", colour=QUIET)
    return row_of_chips((table_.letter(disc), table_.letter(disc)) for disc in stack)


def _placed(placed: DiscPlaced | None, table_: Names) -> str:
    if placed is None:
        return text("-", colour=QUIET)
    name = text(table_.name(placed.seat), size=11, bold=True)
    if placed.disc == COLOURED:
        return name
    return f"{name}<BR/>{text(disc_term(placed.disc, table_.language), size=9, colour=QUIET)}"


def _activated(activated: list[DiscActivated], table_: Names) -> list[str]:
    """Return a cell for each activation; at most three discs of a stack are activated (R4.4)."""
    cells = [
        cell(
            text(table_.name(event.seat), size=11, colour=DISC_COLOURS[table_.colours[event.seat]][1], bold=True),
            bgcolor=DISC_COLOURS[table_.colours[event.seat]][0],
            border=2,
            color="#FFFFFF",
            width=_NAME_WIDTH,
        )
        for event in activated
    ]
    return [*cells, *[cell("")] * (_MOST_ACTIVATED - len(cells))]


def _others(turn: StreetTurn, table_: Names) -> Iterator[tuple[str, str]]:
    """Yield sentences, and their colours, on what became of discs, what was scored then, and what was only seen."""
    for event in turn.events:
        if isinstance(event, PartObserved):
            yield event_text(event, table_), ALARM
        elif isinstance(event, SeatTaken | DiscPromoted | DiscTakenBack | DiscRemoved):
            yield event_text(event, table_), INK
            tile = getattr(event, "tile", "")
            if tile:
                yield scored_text(tile, table_.language), QUIET
