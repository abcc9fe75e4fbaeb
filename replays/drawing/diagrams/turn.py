"""The stack activation of a turn: the stack, a box for each activated disc, the intrigue action, the council.

``turn_boxes`` makes the boxes; here are the title, the street with its stack, and the arrows.
"""

from collections.abc import Iterable
from typing import Final

from calimala_es.components import IDLE_SUPPORT, SUPPORT, WHITE
from replays.drawing.diagrams.graph import captioned, cell, escape, fit_names, new_graph, row, table, text, title
from replays.drawing.diagrams.turn_boxes import (
    activation_label,
    council_label,
    intrigue_label,
    intrigue_text,
    others_label,
    owner_text,
)
from replays.drawing.svg import DISC_COLOURS, INK, LINE, QUIET, ROAD, TILE
from replays.replay import Replay
from replays.stacks import TurnStory, stack_owners, turn_story
from replays.text.languages import ENGLISH, Language, message
from replays.text.names import Names, SeatNames
from replays.text.terms import action_term, depth_term, disc_term, join_and

_BOTTOM: Final = 4
SUPPORTS: Final = (SUPPORT, IDLE_SUPPORT)


def turn_diagram(replay: Replay, turn: int, names: SeatNames | None = None, language: Language = ENGLISH) -> str:
    """Draw the stack activation of a turn as DOT; raises ``NoTurnError``.

    It shows what the replay knows: for what one player may see, give his view of it.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> replay = Replay(loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8")))
    >>> turn_diagram(replay, 17).splitlines()[0]
    'digraph turn {'
    """
    return _turn_graph(turn_story(replay, turn), fit_names(Names.of(replay.start.setup, names, language)))


def _turn_graph(story: TurnStory, names: Names) -> str:
    graph = new_graph("turn", title_label(story, names), names.language)
    if not story.is_missed:
        graph.node("stack", stack_label(story, names))
    for activation in story.activations:
        node = f"activation{activation.order}"
        graph.node(node, activation_label(story, activation, names))
        colour = DISC_COLOURS[names.colours[activation.seat]][0]
        graph.edge(f"stack:d{activation.depth}:e", f"{node}:head:w", color=colour)
    if story.schemes:
        colour = DISC_COLOURS[names.colours[story.seat]][0]
        graph.node("intrigue", intrigue_label(story, names))
        # The arrow of a bottom disc would cross this one; then the box's title has to do.
        style = "invis" if story.bottom else "dotted"
        graph.edge("stack:intrigue:e", "intrigue:head:w", color=colour, style=style)
    if story.bottom:
        graph.node("council", council_label(story, story.bottom, names))
        graph.edge(f"stack:d{len(story.stack)}:e", "council:head:w", style="dashed")
    if story.others:
        graph.node("others", others_label(story, names))
        if not story.is_missed:
            graph.edge("stack", "others", style="invis")
    return graph.source


# The title.


def title_label(story: TurnStory, names: Names) -> str:
    """Return what happens in the turn in one sentence, and below it how to read the diagram."""
    language, name = names.language, names.name(story.seat)
    if story.is_missed:
        return title(language.text("Turn {turn}: what {name} did was not recorded", turn=story.turn, name=name))
    head = language.text(
        "Turn {turn}: {name} places {disc} on the street between {tiles}",
        turn=story.turn,
        name=name,
        disc=disc_term(story.disc, language),
        tiles=join_and((action_term(tile, language) for tile in story.tiles), language),
    )
    return title(head, *_how_to_read(story, names))


def _how_to_read(story: TurnStory, names: Names) -> Iterable[str]:
    language = names.language
    if story.disc in SUPPORTS:
        yield language.text(
            "On the left, the stack after the placement; a support disc activates the player who placed "
            "it and none of the discs below."
        )
    else:
        yield language.text(
            "On the left, the stack after the placement; its discs are activated from the top, at most three."
        )
    if WHITE in story.stack and any(activation.is_borrowed for activation in story.activations):
        yield language.text(
            "A white disc on top does both actions twice; below the top, Pazzi may use it to do each action once."
        )
    elif WHITE in story.stack:
        yield language.text("A white disc on top does both actions twice; below the top it does nothing.")
    if story.support and story.support in story.stack:
        yield language.text(
            (
                "There is a support disc in the stack, so after each activation {name} adds a cube wherever "
                "one was placed."
            ),
            name=names.name(int(story.support)),
        )


# The stack.


def stack_label(story: TurnStory, names: Names) -> str:
    """Return the street between its two tiles: the discs from the top, each with a port ``d`` and its depth."""
    discs = stack_owners(story)
    return table(
        [
            _tile_row(story.tiles[0], names),
            *(_disc_row(story, names, depth, disc, order) for depth, disc, order in discs),
            _tile_row(story.tiles[1], names),
            *_intrigue_row(story, names),
        ],
        border=0,
        cellborder=0,
        cellspacing=5,
        cellpadding=7,
        bgcolor=ROAD,
    )


def _tile_row(tile: str, names: Names) -> str:
    content = f'<FONT POINT-SIZE="14"><B>{escape(action_term(tile, names.language))}</B></FONT>'
    return row(cell(content, colspan=2, bgcolor=TILE, border=1, color=LINE, width=210, height=34))


def _intrigue_row(story: TurnStory, names: Names) -> list[str]:
    """Return the intrigue tile beside the street (R10.2), with a port."""
    if not story.intrigue:
        return []
    actions = intrigue_text(story, names.language)
    content = text(names.language.text("intrigue tile: {actions}", actions=actions), size=11, colour=QUIET)
    return [row(cell(content, colspan=2, port="intrigue", border=1, color=LINE, style="DASHED"))]


def _disc_row(story: TurnStory, names: Names, depth: int, disc: str, order: int) -> str:
    colour = names.letter(disc)
    fill, ink = DISC_COLOURS[colour]
    owner = text(_disc_text(story, names, depth, disc), colour=ink, bold=True)
    content = captioned(owner, text(_disc_note(story, names, depth, disc, order), size=9, colour=ink), "CENTER")
    where = depth_term(_BOTTOM if depth == len(story.stack) and depth > 1 else min(depth, _BOTTOM), names.language)
    return row(
        cell(text(where, size=10, colour=QUIET), align="RIGHT"),
        cell(content, port=f"d{depth}", bgcolor=fill, border=1, color=INK, style="ROUNDED", width=160),
    )


def _disc_text(story: TurnStory, names: Names, depth: int, disc: str) -> str:
    language = names.language
    if depth == 1 and story.disc in SUPPORTS:
        return language.text("{name} (support disc)", name=names.name(story.seat))
    if depth == 1 and story.disc == WHITE:
        return language.text("{name} (white disc)", name=names.name(story.seat))
    return language.text("support disc") if disc == story.support else owner_text(names, disc)


_ACTIVATED: Final = {
    1: message("activated first"),
    2: message("activated second"),
    3: message("activated third"),
}
_PLACED: Final = message("placed now, activated first")
_USED: Final = {
    2: message("activated second by {name}"),
    3: message("activated third by {name}"),
}


def _disc_note(story: TurnStory, names: Names, depth: int, disc: str, order: int) -> str:
    language = names.language
    if depth >= _BOTTOM:
        return language.text("the fourth: leaves the street")
    if order:
        if disc == WHITE and depth > 1:
            return language.text(_USED[order], name=names.name(story.seat))
        return language.text(_PLACED if depth == 1 else _ACTIVATED[order])
    if disc == story.support:
        return language.text("never activated")
    return language.text("below the top: does nothing") if disc == WHITE else language.text("not activated")
