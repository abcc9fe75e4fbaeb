"""The activation graph of a game: who activated whom how often, and what that gave.

At the left those who placed discs, at the right those who were activated; an arrow is as wide as what it gave.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from notation.depth.known import EVERYTHING, Known
from replays.analysis import Activated, activations
from replays.diagrams.cells import (
    BOX_WIDTH,
    DISC_COLOURS,
    QUIET,
    box,
    cell,
    chip,
    header,
    labelled,
    row,
    stacked,
    text,
    title,
)
from replays.diagrams.graph import new_graph
from replays.diagrams.moments import lacking_words, moment_words, until
from replays.languages import ENGLISH, Language
from replays.names import Names, Table, table_of
from replays.replay import Replay
from replays.words import listed

_THINNEST: Final = 1.0
_WIDEST: Final = 12.0
_CHIP_WIDTH: Final = 24
_ROW_HEIGHT: Final = 36
_GAVE_WIDTH: Final = 72


class Gift(Struct, frozen=True):
    """What one player's discs gave to another in a game, or to himself.

    ``times`` are activations, ``actions`` those carried out by the disc or instead of drawing, ``drawn`` and ``played``
    cards, ``cubes`` those that came on the board, ``points`` what followed from them.
    """

    giver: int
    receiver: int
    times: int
    actions: int
    drawn: int
    played: int
    cubes: int
    points: Fraction

    @property
    def weight(self) -> int:
        """How much it gave: what was done, by discs and cards, and the cards that came instead."""
        return self.actions + self.drawn + self.played


def gifts_of(found: Iterable[Activated], seats: int) -> tuple[Gift, ...]:
    """The sums for every pair of seats, by giver and receiver, those without any activation included."""
    groups: dict[tuple[int, int], list[Activated]] = {
        (one, other): [] for one in range(seats) for other in range(seats)
    }
    for each in found:
        groups[each.giver, each.receiver].append(each)
    return tuple(_gift(*pair, group) for pair, group in groups.items())


def _gift(giver: int, receiver: int, group: Sequence[Activated]) -> Gift:
    return Gift(
        giver,
        receiver,
        times=len(group),
        actions=sum(len(each.done) + len(each.instead) for each in group),
        drawn=sum(each.drawn for each in group),
        played=sum(len(each.played) for each in group),
        cubes=sum(each.cubes for each in group),
        points=sum((each.points for each in group), Fraction()),
    )


def activations_diagram(
    replay: Replay,
    position: int | None = None,
    names: Names | None = None,
    language: Language = ENGLISH,
    known: Known = EVERYTHING,
) -> str:
    """Who activated whom until a position, by default the last, as DOT.

    It shows what the replay knows, see ``city_diagram``. Where a record does not tell what was done, arrows are as wide
    as activations were many.
    """
    replay = until(replay, position)
    table_ = labelled(table_of(replay.start.setup, names, language))
    seats = replay.start.setup.players
    gifts = [gift for gift in gifts_of(activations(replay), seats) if gift.times]
    head = title(
        language.text("Who activated whom {moment}", moment=moment_words(replay, replay.last, language)),
        language.text("At the left whoever placed a disc, at the right whoever was activated by it."),
        language.text("An arrow is as wide as what it gave: actions carried out, cards drawn and played.")
        if known.goods
        else language.text("An arrow is as wide as activations were many."),
        *lacking_words(replay, replay.last, known, language),
    )
    graph = new_graph("activations", head, language, ranksep="2.6", nodesep="0.35")
    for seat in range(seats):
        graph.node(f"giver{seat}", _giver_label(seat, [gift for gift in gifts if gift.giver == seat], table_))
    for seat in range(seats):
        own = [gift for gift in gifts if gift.receiver == seat]
        graph.node(f"receiver{seat}", _receiver_label(seat, own, table_, known))
    for column in ("giver", "receiver"):
        with graph.subgraph(graph_attr={"rank": "same"}) as rank:
            for seat in range(1, seats):
                rank.edge(f"{column}{seat - 1}", f"{column}{seat}", style="invis")
    most = max((_width(gift, known) for gift in gifts), default=0)
    for gift in gifts:
        share = _width(gift, known) / most if most else 0
        graph.edge(
            f"giver{gift.giver}:p{gift.receiver}:e",
            f"receiver{gift.receiver}:p{gift.giver}:w",
            color=DISC_COLOURS[table_.colours[gift.giver]][0],
            penwidth=f"{_THINNEST + share * (_WIDEST - _THINNEST):.1f}",
            arrowsize="0.4",
        )
    return graph.source


def _width(gift: Gift, known: Known) -> int:
    return gift.weight if known.goods else gift.times


def _giver_label(seat: int, gifts: list[Gift], table_: Table) -> str:
    """Whoever placed discs, with a row and a port for each who was activated by them."""
    language, colour = table_.language, table_.colours[seat]
    others = sum(gift.times for gift in gifts if gift.receiver != seat)
    own = sum(gift.times for gift in gifts if gift.receiver == seat)
    words = language.text("activations of others: {others}, of own discs: {own}", others=others, own=own)
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
    return language.counted("{number} time", "{number} times", gift.times)


def _receiver_label(seat: int, gifts: list[Gift], table_: Table, known: Known) -> str:
    language, colour = table_.language, table_.colours[seat]
    times = sum(gift.times for gift in gifts)
    points = sum((gift.points for gift in gifts), Fraction())
    note = language.counted("activated {number} time", "activated {number} times", times)
    if known.cubes:
        followed = language.text("{points} points followed", points=_number(points))
        note = listed((note, followed), language)
    rows = [header(table_.name(seat), colour, note)]
    rows += [_gift_row(gift, table_, known) for gift in gifts]
    return box(rows, DISC_COLOURS[colour][0])


def _gift_row(gift: Gift, table_: Table, known: Known) -> str:
    language = table_.language
    colour = table_.colours[gift.giver]
    by = language.text("by {name}: {times}", name=table_.name(gift.giver), times=_times(gift, language))
    lines = [text(by, bold=True)]
    if known.goods:
        lines.append(text(_gave_words(gift, language), size=10, colour=QUIET, width=_GAVE_WIDTH))
    return row(
        chip(colour, colour, width=_CHIP_WIDTH, port=f"p{gift.giver}"),
        cell(stacked(*lines), align="LEFT", width=BOX_WIDTH, height=_ROW_HEIGHT),
    )


def _gave_words(gift: Gift, language: Language) -> str:
    """What activations gave, only what there was of it."""
    told = (
        (gift.actions, language.counted("{number} action", "{number} actions", gift.actions)),
        (gift.drawn, language.counted("{number} card drawn", "{number} cards drawn", gift.drawn)),
        (gift.played, language.counted("{number} card played", "{number} cards played", gift.played)),
        (gift.points, language.text("{points} points followed", points=_number(gift.points))),
    )
    words = [sentence for number, sentence in told if number]
    return listed(words, language) if words else language.text("nothing came of it")


def _number(points: Fraction) -> str:
    """Points that may be shared, with at most one decimal."""
    return f"{float(points):.1f}".removesuffix(".0")
