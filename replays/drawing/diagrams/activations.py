"""Who activated whom how often in a game, and what that gave.

At the left those who placed discs, at the right those who were activated; an arrow is as wide as what it gave.
"""

from fractions import Fraction
from typing import Final

from calimala_es.known import EVERYTHING, Known
from replays.analysis import activations, until
from replays.analysis.discs import Gift, gifts
from replays.drawing.diagrams.graph import (
    BOX_WIDTH,
    box,
    captioned,
    cell,
    chip,
    fit_names,
    header,
    moment_text,
    new_graph,
    row,
    text,
    title,
)
from replays.drawing.svg import DISC_COLOURS, QUIET
from replays.replay import Replay
from replays.text.analysis.numbers import result_terms, share_text
from replays.text.events import missing_texts
from replays.text.languages import ENGLISH, Language
from replays.text.names import Names, SeatNames
from replays.text.terms import join_and

_THINNEST: Final = 1.0
_WIDEST: Final = 12.0
_CHIP_WIDTH: Final = 24
_ROW_HEIGHT: Final = 36
_GAVE_WIDTH: Final = 64


def _weight(gift: Gift, known: Known) -> int:
    """Count what was given: actions by discs and cards, and the cards that came instead; else activations."""
    return gift.actions + gift.drawn + gift.played if known.goods else gift.activations


def activations_diagram(
    replay: Replay,
    position: int | None = None,
    names: SeatNames | None = None,
    language: Language = ENGLISH,
    known: Known = EVERYTHING,
) -> str:
    """Draw, as DOT, who activated whom until a position, by default the last.

    It shows what the replay knows, see ``city_diagram``. Where a record does not have what was done, arrows are as wide
    as activations were many.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> replay = Replay(loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8")))
    >>> activations_diagram(replay).splitlines()[0]
    'digraph activations {'
    """
    replay = replay if position is None else until(replay, position)
    table_ = fit_names(Names.of(replay.start.setup, names, language))
    seats = replay.start.setup.players
    cells = gifts(activations(replay), (), None).cells
    head = title(
        language.text("Activations so far ({moment})", moment=moment_text(replay, replay.last, language)),
        language.text("On the left, the player who placed the disc; on the right, the player it activated."),
        language.text("The wider an arrow, the more it gave: actions done, cards drawn and played.")
        if known.goods
        else language.text("The wider an arrow, the more activations."),
        *missing_texts(replay, replay.last, known, language),
    )
    graph = new_graph("activations", head, language, ranksep="2.6", nodesep="0.35")
    for seat in range(seats):
        graph.node(f"giver{seat}", _giver_label(seat, [gift for gift in cells if gift.giver == seat], table_))
    for seat in range(seats):
        own = [gift for gift in cells if gift.receiver == seat]
        graph.node(f"receiver{seat}", _receiver_label(seat, own, table_, known))
    for column in ("giver", "receiver"):
        with graph.subgraph(graph_attr={"rank": "same"}) as rank:
            for seat in range(1, seats):
                rank.edge(f"{column}{seat - 1}", f"{column}{seat}", style="invis")
    most = max((_weight(gift, known) for gift in cells), default=0)
    for gift in cells:
        share = _weight(gift, known) / most if most else 0
        graph.edge(
            f"giver{gift.giver}:p{gift.receiver}:e",
            f"receiver{gift.receiver}:p{gift.giver}:w",
            color=DISC_COLOURS[table_.colours[gift.giver]][0],
            penwidth=f"{_THINNEST + share * (_WIDEST - _THINNEST):.1f}",
            arrowsize="0.4",
        )
    return graph.source


def _giver_label(seat: int, gifts: list[Gift], table_: Names) -> str:
    """Return the box of a player who placed discs, with a row and a port for each player whom they activated."""
    language, colour = table_.language, table_.colours[seat]
    others = sum(gift.activations for gift in gifts if gift.receiver != seat)
    own = sum(gift.activations for gift in gifts if gift.receiver == seat)
    words = language.text("activations: {others} of others' discs, {own} of their own", others=others, own=own)
    rows = [header(table_.name(seat), colour, words)]
    for gift in gifts:
        whom = language.text("{name}: {times}", name=table_.name(gift.receiver), times=_times(gift, language))
        receiver = table_.colours[gift.receiver]
        rows.append(
            row(
                cell(text(whom), align="RIGHT", width=BOX_WIDTH, height=_ROW_HEIGHT),
                chip(receiver, receiver, width=_CHIP_WIDTH, port=f"p{gift.receiver}"),
            )
        )
    return box(rows, DISC_COLOURS[colour][0])


def _times(gift: Gift, language: Language) -> str:
    return language.counted("once", "{number} times", gift.activations)


def _receiver_label(seat: int, gifts: list[Gift], table_: Names, known: Known) -> str:
    language, colour = table_.language, table_.colours[seat]
    times = sum(gift.activations for gift in gifts)
    points = sum((gift.points for gift in gifts), Fraction())
    note = language.counted("activated once", "activated {number} times", times)
    if known.cubes:
        note = language.word("list", ", ").join((note, _followed_text(points, language)))
    rows = [header(table_.name(seat), colour, note)]
    rows += [_gift_row(gift, table_, known) for gift in gifts]
    return box(rows, DISC_COLOURS[colour][0])


def _gift_row(gift: Gift, table_: Names, known: Known) -> str:
    language = table_.language
    colour = table_.colours[gift.giver]
    by = language.text("by {name}: {times}", name=table_.name(gift.giver), times=_times(gift, language))
    content = text(by, bold=True)
    if known.goods:
        content = captioned(content, text(_gave_text(gift, language), size=10, colour=QUIET, width=_GAVE_WIDTH))
    return row(
        chip(colour, colour, width=_CHIP_WIDTH, port=f"p{gift.giver}"),
        cell(content, align="LEFT", width=BOX_WIDTH, height=_ROW_HEIGHT),
    )


def _gave_text(gift: Gift, language: Language) -> str:
    """Say what activations gave, without what there was none of."""
    results = result_terms(gift, language)
    words = [join_and(results, language)] if results else []
    if gift.points:
        words.append(_followed_text(gift.points, language))
    return language.word("list", ", ").join(words) or language.text("nothing came of it")


def _followed_text(points: Fraction, language: Language) -> str:
    return language.text("worth {points} in the end", points=share_text(points, language))
