"""The title, and the street between its two tiles with the discs of its stack."""

from collections.abc import Iterable
from typing import Final

from calimala_es.components import ACTION_WORDS, IDLE_SUPPORT, INTRIGUE_WORDS, SUPPORT, WHITE
from replays.diagrams.cells import (
    DISC_COLOURS,
    INK,
    LINE,
    QUIET,
    ROAD,
    TILE,
    cell,
    disc_colour,
    row,
    table,
    text,
    title,
)
from replays.names import Table
from replays.stacks import TurnStory, stack_owners
from replays.words import DEPTH_WORDS, DISC_WORDS, listed

ORDER_WORDS: Final = {1: "first", 2: "second", 3: "third"}
SUPPORTS: Final = (SUPPORT, IDLE_SUPPORT)


# The title.


def title_label(story: TurnStory, table: Table) -> str:
    """What happens in the turn in one sentence, and below it how to read the picture."""
    name = table.name(story.seat)
    if story.is_missed:
        return title(f"Turn {story.turn}: nobody wrote down what {name} did")
    tiles = listed(ACTION_WORDS[tile] for tile in story.tiles)
    head = f"Turn {story.turn}: {name} places a {DISC_WORDS[story.disc]} disc on the street between {tiles}"
    return title(head, *_how_to_read(story, table))


def _how_to_read(story: TurnStory, table: Table) -> Iterable[str]:
    if story.disc in SUPPORTS:
        yield "At the left the stack after the placement; a support disc activates its player, and none of those below."
    else:
        yield "At the left the stack after the placement; its discs are activated from the top, at most three."
    if WHITE in story.stack:
        used = any(activation.is_borrowed for activation in story.activations)
        below = "Pazzi may use it, each action once" if used else "it does nothing"
        yield f"A white disc on top does both actions twice; below the top {below}."
    if story.support and story.support in story.stack:
        name = table.name(int(story.support))
        yield f"A support disc is in the stack: after each activation {name} adds a cube wherever one was put."


# The stack.


def stack_label(story: TurnStory, table_: Table) -> str:
    """The street between its two tiles: the discs from the top to the bottom, each with a port ``d`` and its depth."""
    discs = stack_owners(story)
    return table(
        [
            _tile_row(story.tiles[0]),
            *(_disc_row(story, table_, depth, disc, order) for depth, disc, order in discs),
            _tile_row(story.tiles[1]),
            *_intrigue_row(story),
        ],
        border=0,
        cellborder=0,
        cellspacing=5,
        cellpadding=7,
        bgcolor=ROAD,
    )


def _tile_row(tile: str) -> str:
    content = f'<FONT POINT-SIZE="14"><B>{ACTION_WORDS[tile]}</B></FONT>'
    return row(cell(content, colspan=2, bgcolor=TILE, border=1, color=LINE, width=210, height=34))


def _intrigue_row(story: TurnStory) -> list[str]:
    """The intrigue tile beside the street (R10.2), with a port."""
    if not story.intrigue:
        return []
    content = text(f"intrigue tile: {intrigue_words(story)}", size=11, colour=QUIET)
    return [row(cell(content, colspan=2, port="intrigue", border=1, color=LINE, style="DASHED"))]


def intrigue_words(story: TurnStory) -> str:
    """The two actions of the intrigue tile."""
    return " or ".join(INTRIGUE_WORDS[action] for action in story.intrigue)


def _disc_row(story: TurnStory, table: Table, depth: int, disc: str, order: int) -> str:
    colour = disc_colour(table, disc)
    fill, ink = DISC_COLOURS[colour]
    owner = text(_disc_words(story, table, depth, disc), colour=ink, bold=True)
    content = f"{owner}<BR/>{text(_disc_note(story, table, depth, disc, order), size=9, colour=ink)}"
    where = "bottom" if depth == len(story.stack) and depth > 1 else DEPTH_WORDS.get(depth, f"{depth}th")
    return row(
        cell(text(where, size=10, colour=QUIET), align="RIGHT"),
        cell(content, port=f"d{depth}", bgcolor=fill, border=1, color=INK, style="ROUNDED", width=160),
    )


def _disc_words(story: TurnStory, table: Table, depth: int, disc: str) -> str:
    if depth == 1 and story.disc in (WHITE, *SUPPORTS):
        return f"{table.name(story.seat)} ({DISC_WORDS[story.disc]} disc)"
    return "support disc" if disc == story.support else owner_words(table, disc)


def owner_words(table: Table, disc: str) -> str:
    """Whose disc it is, or that it is a white one."""
    return "white disc" if disc == WHITE else table.name(int(disc))


def _disc_note(story: TurnStory, table: Table, depth: int, disc: str, order: int) -> str:
    if depth > 3:
        return "the fourth: leaves the street"
    if order:
        by = f" by {table.name(story.seat)}" if disc == WHITE and depth > 1 else ""
        return ("placed now, " if depth == 1 else "") + f"activated {ORDER_WORDS[order]}{by}"
    if disc == story.support:
        return "never activated"
    return "below the top: does nothing" if disc == WHITE else "not activated"
