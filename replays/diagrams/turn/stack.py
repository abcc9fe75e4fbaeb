"""The title, and the street between its two tiles with the discs of its stack."""

from collections.abc import Iterable
from typing import Final

from calimala_es.components import IDLE_SUPPORT, SUPPORT, WHITE
from replays.diagrams.cells import (
    DISC_COLOURS,
    INK,
    LINE,
    QUIET,
    ROAD,
    TILE,
    captioned,
    cell,
    disc_colour,
    escape,
    row,
    table,
    text,
    title,
)
from replays.languages import Language, message
from replays.names import Table
from replays.stacks import TurnStory, stack_owners
from replays.words import action_words, depth_words, disc_words, either, listed

_BOTTOM: Final = 4
SUPPORTS: Final = (SUPPORT, IDLE_SUPPORT)


# The title.


def title_label(story: TurnStory, table: Table) -> str:
    """What happens in the turn in one sentence, and below it how to read the picture."""
    language, name = table.language, table.name(story.seat)
    if story.is_missed:
        return title(language.text("Turn {turn}: nobody wrote down what {name} did", turn=story.turn, name=name))
    head = language.text(
        "Turn {turn}: {name} places {disc} on the street between {tiles}",
        turn=story.turn,
        name=name,
        disc=disc_words(story.disc, language),
        tiles=listed((action_words(tile, language) for tile in story.tiles), language),
    )
    return title(head, *_how_to_read(story, table))


def _how_to_read(story: TurnStory, table: Table) -> Iterable[str]:
    language = table.language
    if story.disc in SUPPORTS:
        yield language.text(
            "At the left the stack after the placement; a support disc activates its player, and none of those below."
        )
    else:
        yield language.text(
            "At the left the stack after the placement; its discs are activated from the top, at most three."
        )
    if WHITE in story.stack and any(activation.is_borrowed for activation in story.activations):
        yield language.text(
            "A white disc on top does both actions twice; below the top Pazzi may use it, each action once."
        )
    elif WHITE in story.stack:
        yield language.text("A white disc on top does both actions twice; below the top it does nothing.")
    if story.support and story.support in story.stack:
        yield language.text(
            "A support disc is in the stack: after each activation {name} adds a cube wherever one was put.",
            name=table.name(int(story.support)),
        )


# The stack.


def stack_label(story: TurnStory, table_: Table) -> str:
    """The street between its two tiles: the discs from the top to the bottom, each with a port ``d`` and its depth."""
    discs = stack_owners(story)
    return table(
        [
            _tile_row(story.tiles[0], table_),
            *(_disc_row(story, table_, depth, disc, order) for depth, disc, order in discs),
            _tile_row(story.tiles[1], table_),
            *_intrigue_row(story, table_),
        ],
        border=0,
        cellborder=0,
        cellspacing=5,
        cellpadding=7,
        bgcolor=ROAD,
    )


def _tile_row(tile: str, table: Table) -> str:
    content = f'<FONT POINT-SIZE="14"><B>{escape(action_words(tile, table.language))}</B></FONT>'
    return row(cell(content, colspan=2, bgcolor=TILE, border=1, color=LINE, width=210, height=34))


def _intrigue_row(story: TurnStory, table: Table) -> list[str]:
    """The intrigue tile beside the street (R10.2), with a port."""
    if not story.intrigue:
        return []
    actions = intrigue_words(story, table.language)
    content = text(table.language.text("intrigue tile: {actions}", actions=actions), size=11, colour=QUIET)
    return [row(cell(content, colspan=2, port="intrigue", border=1, color=LINE, style="DASHED"))]


def intrigue_words(story: TurnStory, language: Language) -> str:
    """The two actions of the intrigue tile."""
    return either((action_words(action, language) for action in story.intrigue), language)


def _disc_row(story: TurnStory, table: Table, depth: int, disc: str, order: int) -> str:
    colour = disc_colour(table, disc)
    fill, ink = DISC_COLOURS[colour]
    owner = text(_disc_words(story, table, depth, disc), colour=ink, bold=True)
    content = captioned(owner, text(_disc_note(story, table, depth, disc, order), size=9, colour=ink), "CENTER")
    where = depth_words(_BOTTOM if depth == len(story.stack) and depth > 1 else min(depth, _BOTTOM), table.language)
    return row(
        cell(text(where, size=10, colour=QUIET), align="RIGHT"),
        cell(content, port=f"d{depth}", bgcolor=fill, border=1, color=INK, style="ROUNDED", width=160),
    )


def _disc_words(story: TurnStory, table: Table, depth: int, disc: str) -> str:
    language = table.language
    if depth == 1 and story.disc in SUPPORTS:
        return language.text("{name} (support disc)", name=table.name(story.seat))
    if depth == 1 and story.disc == WHITE:
        return language.text("{name} (white disc)", name=table.name(story.seat))
    return language.text("support disc") if disc == story.support else owner_words(table, disc)


def owner_words(table: Table, disc: str) -> str:
    """Whose disc it is, or that it is a white one."""
    return table.language.text("white disc") if disc == WHITE else table.name(int(disc))


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


def _disc_note(story: TurnStory, table: Table, depth: int, disc: str, order: int) -> str:
    language = table.language
    if depth >= _BOTTOM:
        return language.text("the fourth: leaves the street")
    if order:
        if disc == WHITE and depth > 1:
            return language.text(_USED[order], name=table.name(story.seat))
        return language.text(_PLACED if depth == 1 else _ACTIVATED[order])
    if disc == story.support:
        return language.text("never activated")
    return language.text("below the top: does nothing") if disc == WHITE else language.text("not activated")
