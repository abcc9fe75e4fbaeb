"""The boxes of the diagram of a turn, as Graphviz's HTML-like labels.

Here a ``TurnStory`` becomes words, colours and cells. Every text goes through ``escape``: names are anybody's. Knows
nothing of programs and files; edges and the order of boxes are ``diagrams``.
"""

import html
import textwrap
import unicodedata
from collections.abc import Callable, Iterable
from typing import Final

from calimala_es.components import (
    ACTION_WORDS,
    IDLE_SUPPORT,
    INTRIGUE_WORDS,
    PLACE_WORDS,
    SUPPORT,
    UNKNOWN,
    WHITE,
)
from replays import stacks
from replays.names import Table, shortened
from replays.stacks import BottomStory, Deed, DiscStory, Scoring, TurnStory, is_white, stack_owners
from replays.words import (
    DEPTH_WORDS,
    DISC_WORDS,
    action_words,
    card_words,
    deed_words,
    listed,
    part_words,
    ranking_words,
    row_words,
    step_words,
    street_words,
    value_words,
)

PAPER: Final = "#FBF8F1"
INK: Final = "#2B2622"
QUIET: Final = "#6F665C"
TILE: Final = "#E6D5B8"
ROAD: Final = "#F1EADC"
LINE: Final = "#B9AC98"
ALARM: Final = "#B3261E"

DISC_COLOURS: Final = {
    "b": ("#2F6DB5", "#FFFFFF"),
    "r": ("#C0392B", "#FFFFFF"),
    "y": ("#F2C230", "#2B2622"),
    "g": ("#2E7D4F", "#FFFFFF"),
    "p": ("#7A4B9E", "#FFFFFF"),
    WHITE: ("#FFFFFF", "#2B2622"),
}
"""Fill and text of a disc or a header by colour."""

NAME_WIDTH: Final = 24
VERB_WIDTH: Final = 80
DEED_WIDTH: Final = 270
BOX_WIDTH: Final = VERB_WIDTH + DEED_WIDTH
SCORE_WIDTHS: Final = (24, 216, 55, 55)
LINE_WIDTH: Final = 46
TITLE_WIDTH: Final = 78
ORDER_WORDS: Final = {1: "first", 2: "second", 3: "third"}
_SUPPORTS: Final = (SUPPORT, IDLE_SUPPORT)


def labelled(table: Table) -> Table:
    """A table whose names fit into the boxes; a name with right-to-left letters turns nothing else around."""
    return table._replace(names=tuple(_isolated(shortened(name, NAME_WIDTH)) for name in table.names))


def _isolated(name: str) -> str:
    turns = any(unicodedata.bidirectional(char) in {"R", "AL"} for char in name)
    return f"\u200e\u2068{name}\u2069" if turns else name


# Cells.

_BREAK: Final = '<BR ALIGN="LEFT"/>'


def escape(text: str) -> str:
    """Text as it may stand in a label: no markup, no escape sequence."""
    return html.escape(text).replace("\\", "&#92;")


def text(words: str, *, size: int = 12, colour: str = INK, bold: bool = False, width: int = LINE_WIDTH) -> str:
    """Words in lines of at most ``width`` characters, aligned at the left."""
    if not words:
        return ""
    lines = _BREAK.join(escape(line) for line in textwrap.wrap(words, width))
    lines = f"<B>{lines}</B>" if bold else lines
    several = _BREAK if "<BR" in lines else ""
    return f'<FONT POINT-SIZE="{size}" COLOR="{colour}">{lines}{several}</FONT>'


def cell(content: str, **attributes: object) -> str:
    """A cell; attributes in lower case."""
    shown = "".join(f' {name.upper()}="{value}"' for name, value in attributes.items())
    return f"<TD{shown}>{content}</TD>"


def row(*cells: str) -> str:
    """A row of cells."""
    return f"<TR>{''.join(cells)}</TR>"


def table(rows: Iterable[str], **attributes: object) -> str:
    """A table, which is a whole label."""
    shown = "".join(f' {name.upper()}="{value}"' for name, value in attributes.items())
    return f"<<TABLE{shown}>{''.join(rows)}</TABLE>>"


def _box(rows: Iterable[str], colour: str = LINE) -> str:
    return table(rows, border=1, color=colour, cellborder=0, cellspacing=0, cellpadding=4, bgcolor="#FFFFFF")


def _header(words: str, colour: str, note: str = "", span: int = 2) -> str:
    fill, ink = DISC_COLOURS.get(colour, (LINE, INK))
    content = text(words, size=13, colour=ink, bold=True)
    if note:
        content += f"{_BREAK}{text(note, size=10, colour=ink)}{_BREAK}"
    return row(cell(content, colspan=span, bgcolor=fill, align="LEFT", port="head", width=BOX_WIDTH))


def _note(words: str, span: int = 2, colour: str = QUIET) -> str:
    return row(cell(text(words, size=10, colour=colour, width=LINE_WIDTH + 26), colspan=span, align="LEFT"))


def disc_colour(table: Table, disc: str) -> str:
    """The colour code of a disc: its owner's, or white."""
    return WHITE if disc == WHITE else table.colours[int(disc)]


# The title.


def title_label(story: TurnStory, table: Table) -> str:
    """What happens in the turn in one sentence, and below it how to read the picture."""
    name = table.name(story.seat)
    if story.is_missed:
        return _title(f"Turn {story.turn}: nobody wrote down what {name} did")
    tiles = listed(ACTION_WORDS[tile] for tile in story.tiles)
    head = f"Turn {story.turn}: {name} places a {DISC_WORDS[story.disc]} disc on the street between {tiles}"
    return _title(head, *_how_to_read(story, table))


def _how_to_read(story: TurnStory, table: Table) -> Iterable[str]:
    if story.disc in _SUPPORTS:
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


def _title(head: str, *notes: str) -> str:
    shown = [
        text(head, size=17, bold=True, width=TITLE_WIDTH),
        *(text(note, size=11, colour=QUIET, width=120) for note in notes),
    ]
    rows = (row(cell(content, align="LEFT")) for content in shown)
    return table(rows, border=0, cellborder=0, cellspacing=0, cellpadding=2)


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
    content = text(f"intrigue tile: {_intrigue_words(story)}", size=11, colour=QUIET)
    return [row(cell(content, colspan=2, port="intrigue", border=1, color=LINE, style="DASHED"))]


def _intrigue_words(story: TurnStory) -> str:
    return " or ".join(INTRIGUE_WORDS[action] for action in story.intrigue)


def _disc_row(story: TurnStory, table: Table, depth: int, disc: str, order: int) -> str:
    colour = disc_colour(table, disc)
    fill, ink = DISC_COLOURS[colour]
    owner = text(_owner_words(story, table, depth, disc), colour=ink, bold=True)
    content = f"{owner}<BR/>{text(_disc_note(story, table, depth, disc, order), size=9, colour=ink)}"
    where = "bottom" if depth == len(story.stack) and depth > 1 else DEPTH_WORDS.get(depth, f"{depth}th")
    return row(
        cell(text(where, size=10, colour=QUIET), align="RIGHT"),
        cell(content, port=f"d{depth}", bgcolor=fill, border=1, color=INK, style="ROUNDED", width=160),
    )


def _owner_words(story: TurnStory, table: Table, depth: int, disc: str) -> str:
    if depth == 1 and story.disc in (WHITE, *_SUPPORTS):
        return f"{table.name(story.seat)} ({DISC_WORDS[story.disc]} disc)"
    return "support disc" if disc == story.support else _owner(table, disc)


def _owner(table: Table, disc: str) -> str:
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


# What each activated disc did.


def _act_words(deed: Deed, table: Table) -> str:
    return deed_words(deed.action, deed.way)


_DEED_ROWS: Final[dict[str, tuple[str, Callable[[Deed, Table], str]]]] = {
    stacks.DONE: ("does", _act_words),
    stacks.INSTEAD: ("instead", _act_words),
    stacks.CARD: ("plays a card", _act_words),
    stacks.WAIVED: ("does without", lambda deed, table: action_words(deed.action)),
    stacks.IMPOSSIBLE: ("impossible", lambda deed, table: action_words(deed.action)),
    stacks.DRAWN: (
        "so draws",
        lambda deed, table: card_words(deed.card) + (" (hidden)" if deed.card == UNKNOWN else ""),
    ),
    stacks.SHUFFLED: ("deck", lambda deed, table: "the open pile is shuffled into a new deck"),
    stacks.DISCARDED: (
        "discards",
        lambda deed, table: (
            f"{card_words(deed.card)}{f': {step_words(deed.step)}' if deed.step else ', keeps another'}"
        ),
    ),
    stacks.MOVED: ("moves a cube", lambda deed, table: f"from {row_words(deed.rows[0])} to {row_words(deed.rows[1])}"),
    stacks.ANSWERED: ("third party", lambda deed, table: _answer_words(deed)),
    stacks.CHOSEN: ("chooses", lambda deed, table: f"{PLACE_WORDS[deed.tile]} is scored first"),
    stacks.MISSED: ("not recorded", lambda deed, table: "nobody wrote down what happened here"),
    stacks.OBSERVED: (
        "seen",
        lambda deed, table: f"{part_words(deed.part, table)}: {value_words(deed.part, deed.value, table)}",
    ),
}


def _answer_words(deed: Deed) -> str:
    return f"a cube to {listed(map(row_words, deed.rows))}" if deed.rows else "no cube"


_LOUD: Final = (stacks.MISSED, stacks.OBSERVED)
_FAINT: Final = (stacks.WAIVED, stacks.IMPOSSIBLE)


_STRONG: Final = (stacks.DONE, stacks.INSTEAD, stacks.CARD, stacks.MOVED, stacks.CHOSEN)


def _deed_row(deed: Deed, table: Table) -> str:
    """A deed: what kind of deed it is at the left, for the third party in its colour, and what was done."""
    verb, words = _DEED_ROWS[deed.kind]
    colour = ALARM if deed.kind in _LOUD else QUIET if deed.kind in _FAINT else INK
    fill, ink = DISC_COLOURS[table.colours[deed.seat]] if deed.kind == stacks.ANSWERED else ("#FFFFFF", QUIET)
    return row(
        cell(
            text(verb, size=10, colour=ALARM if deed.kind in _LOUD else ink),
            align="RIGHT",
            valign="TOP",
            width=VERB_WIDTH,
            **({"bgcolor": fill} if deed.kind == stacks.ANSWERED else {}),
        ),
        cell(
            text(words(deed, table), colour=colour, bold=deed.kind in _STRONG),
            align="LEFT",
            width=DEED_WIDTH,
        ),
    )


def activation_label(story: TurnStory, activation: DiscStory, table: Table) -> str:
    """One activated disc: whose, with which actions, and all that was done, in order."""
    is_twice = activation.depth == 1 and is_white(story)
    tiles = listed(ACTION_WORDS[tile] for tile in story.tiles)
    note = f"actions: {tiles}{', each twice' if is_twice else ''}" if activation.actions else "two cards instead"
    if activation.is_borrowed:
        note = f"by the white disc: {tiles}"
    rows = [
        _header(f"{activation.order}  {table.name(activation.seat)}", table.colours[activation.seat], note),
        *(_deed_row(deed, table) for deed in activation.deeds),
    ]
    if not activation.deeds:
        rows.append(_note("nothing yet: the record stops here"))
    if activation.depth == 1 and story.free_choice:
        rows.append(_note("No street offered anything, so every street was open."))
    if story.disc == IDLE_SUPPORT:
        rows.append(_note("No street without a support disc offered anything, so two cards come."))
    return _box(rows, DISC_COLOURS[table.colours[activation.seat]][0])


def intrigue_label(story: TurnStory, table: Table) -> str:
    """The intrigue action with what came of it: a card drawn, cards discarded (R10.1, R10.5)."""
    colour = table.colours[story.seat]
    head = _header(f"Intrigue: {table.name(story.seat)}", colour, f"one of: {_intrigue_words(story)}")
    return _box([head, *(_deed_row(deed, table) for deed in story.schemes)], DISC_COLOURS[colour][0])


# The council.


def _seated_words(story: TurnStory, bottom: BottomStory, table: Table) -> str:
    no_tile = "" if bottom.tile else " No tile is left for it."
    return f"The bottom disc takes a seat for {table.name(bottom.seat)}.{no_tile}"


def _promoted_words(story: TurnStory, bottom: BottomStory, table: Table) -> str:
    name = table.name(bottom.seat)
    where = "on the tile" if bottom.tile else "into the council"
    return f"The bottom disc is white: {name} takes it into the supply and puts a coloured disc {where}."


def _taken_back_words(story: TurnStory, bottom: BottomStory, table: Table) -> str:
    name = table.name(bottom.seat)
    where = "to the tile" if bottom.tile else "to the council"
    white = "in its place" if table.setup.edition.white_disc_swaps else "on top of that stack"
    return (
        f"The bottom disc is white and {name} has no coloured one in the supply: a disc of {name} from "
        f"{street_words(table, bottom.source)} ({DEPTH_WORDS.get(bottom.depth, '')}) goes {where}, "
        f"and the white one {white}."
    )


def _removed_words(story: TurnStory, bottom: BottomStory, table: Table) -> str:
    return f"The bottom disc ({_owner(table, bottom.disc)}) leaves the game."


_BOTTOM_WORDS: Final = {
    stacks.SEATED: _seated_words,
    stacks.PROMOTED: _promoted_words,
    stacks.TAKEN_BACK: _taken_back_words,
    stacks.REMOVED: _removed_words,
}


def council_label(story: TurnStory, bottom: BottomStory, table: Table) -> str:
    """What became of the bottom disc, and the scoring of its tile: place, player, cubes, points, what decided ties."""
    scoring = story.scoring
    place = f": {PLACE_WORDS[bottom.tile]}" if bottom.tile else ""
    rows = [
        row(
            cell(
                text(f"Council{place}", size=13, bold=True),
                colspan=4,
                bgcolor=TILE,
                align="LEFT",
                port="head",
                width=BOX_WIDTH,
            )
        ),
        row(
            cell(text(_BOTTOM_WORDS[bottom.kind](story, bottom, table), width=LINE_WIDTH + 14), colspan=4, align="LEFT")
        ),
    ]
    before = [deed for deed in story.dealings if not scoring or _comes_before(deed, scoring)]
    rows += [_dealing_row(deed, table) for deed in before]
    if scoring:
        rows += _scoring_rows(scoring, table)
    rows += [_dealing_row(deed, table) for deed in story.dealings if deed not in before]
    return _box(rows)


def _comes_before(deed: Deed, scoring: Scoring) -> bool:
    one, other = ([int(part) for part in id.split(".")] for id in (deed.id, scoring.id))
    return one < other


def _dealing_row(deed: Deed, table: Table) -> str:
    """What somebody did around the scoring, in one line."""
    verb, words = _DEED_ROWS[deed.kind]
    return row(
        cell(
            text(f"{table.name(deed.seat)} {verb}: {words(deed, table)}", width=LINE_WIDTH + 8), colspan=4, align="LEFT"
        )
    )


def _scoring_rows(scoring: Scoring, table: Table) -> list[str]:
    place = PLACE_WORDS[scoring.tile]
    if not scoring.ranking:
        return [_note(f"{place} is scored: nobody has a cube there, so nobody gets points.", 4)]
    heads = ("", f"{place} is scored", "cubes", "points")
    rows = [_score_row(*(text(head, size=10, colour=QUIET) for head in heads))]
    for rank, seat in enumerate(scoring.ranking, 1):
        fill, ink = DISC_COLOURS[table.colours[int(seat)]]
        shown = (
            text(str(rank), colour=ink, bold=True),
            text(table.name(int(seat)), bold=True),
            text(str(scoring.counts[int(seat)])),
            text(_points_words(scoring, int(seat)), bold=True),
        )
        rows.append(_score_row(*shown, fill=fill))
    ties = ranking_words(table, scoring.ranking, scoring.decided)
    notes = [f"Equal cubes: {words}" for words in ties]
    if any(scoring.bonus):
        notes.append("+ for the faction track")
    return rows + [_note(words, 4) for words in notes]


def _points_words(scoring: Scoring, seat: int) -> str:
    """The points of a seat, those for the faction track behind a plus (R10.8)."""
    more = scoring.bonus[seat] if scoring.bonus else 0
    return f"{scoring.points[seat]}{f' + {more}' if more else ''}"


def _score_row(rank: str, name: str, cubes: str, points: str, fill: str = "#FFFFFF") -> str:
    first, *widths = SCORE_WIDTHS
    aligned = zip((name, cubes, points), widths, ("LEFT", "CENTER", "CENTER"), strict=True)
    others = (cell(content, width=width, align=align) for content, width, align in aligned)
    return row(cell(rank, bgcolor=fill, width=first), *others)


# What belongs to no activation.


def others_label(story: TurnStory, table: Table) -> str:
    """What was missed or seen at the table outside of activations."""
    head = "What the record has" if story.is_missed else "Beside the activations"
    return _box([_header(head, ""), *(_deed_row(deed, table) for deed in story.others)], ALARM)
