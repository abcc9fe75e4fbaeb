"""What each activated disc did, the intrigue action, and what belongs to neither: a row for each deed."""

from collections.abc import Callable
from typing import Final

from calimala_es.components import IDLE_SUPPORT, UNKNOWN
from replays import stacks
from replays.diagrams.cells import (
    ALARM,
    DEED_WIDTH,
    DISC_COLOURS,
    INK,
    QUIET,
    VERB_WIDTH,
    box,
    cell,
    header,
    note,
    row,
    text,
)
from replays.diagrams.turn.stack import intrigue_words
from replays.languages import message
from replays.names import Table
from replays.stacks import Deed, DiscStory, TurnStory, is_white
from replays.words import (
    action_words,
    card_words,
    deed_words,
    listed,
    part_words,
    row_words,
    scored,
    step_words,
    value_words,
)


def _act_words(deed: Deed, table: Table) -> str:
    return deed_words(deed.action, deed.option, table.language)


def _drawn_words(deed: Deed, table: Table) -> str:
    if deed.card == UNKNOWN:
        return table.language.text("a card (hidden)")
    return card_words(deed.card, table.language)


def _discarded_words(deed: Deed, table: Table) -> str:
    language = table.language
    card = card_words(deed.card, language)
    if deed.step:
        return language.text("{card}: {step}", card=card, step=step_words(deed.step, language))
    return language.text("{card}, keeps another", card=card)


def _moved_words(deed: Deed, table: Table) -> str:
    source, target = (row_words(row, table.language) for row in deed.rows)
    return table.language.text("from {source} to {target}", source=source, target=target)


def _answer_words(deed: Deed, table: Table) -> str:
    language = table.language
    if not deed.rows:
        return language.text("no cube")
    return language.text("a cube to {rows}", rows=listed((row_words(row, language) for row in deed.rows), language))


def _observed_words(deed: Deed, table: Table) -> str:
    part, value = part_words(deed.part, table), value_words(deed.part, deed.value, table)
    return table.language.text("{part}: {value}", part=part, value=value)


DEED_ROWS: Final[dict[str, tuple[str, Callable[[Deed, Table], str]]]] = {
    stacks.DONE: (message("does", "deed"), _act_words),
    stacks.INSTEAD: (message("instead", "deed"), _act_words),
    stacks.CARD: (message("plays a card", "deed"), _act_words),
    stacks.WAIVED: (message("does without", "deed"), lambda deed, table: action_words(deed.action, table.language)),
    stacks.IMPOSSIBLE: (message("impossible", "deed"), lambda deed, table: action_words(deed.action, table.language)),
    stacks.DRAWN: (message("so draws", "deed"), _drawn_words),
    stacks.SHUFFLED: (
        message("deck", "deed"),
        lambda deed, table: table.language.text("the open pile is shuffled into a new deck"),
    ),
    stacks.DISCARDED: (message("discards", "deed"), _discarded_words),
    stacks.MOVED: (message("moves a cube", "deed"), _moved_words),
    stacks.ANSWERED: (message("third party", "deed"), _answer_words),
    stacks.CHOSEN: (
        message("chooses", "deed"),
        lambda deed, table: table.language.text("{clause} first", clause=scored(deed.tile, table.language)),
    ),
    stacks.MISSED: (
        message("not recorded", "deed"),
        lambda deed, table: table.language.text("nobody wrote down what happened here"),
    ),
    stacks.OBSERVED: (message("seen", "deed"), _observed_words),
}
"""What each kind of deed is called, as a message, and what is said of it."""

_LOUD: Final = (stacks.MISSED, stacks.OBSERVED)
_FAINT: Final = (stacks.WAIVED, stacks.IMPOSSIBLE)


_STRONG: Final = (stacks.DONE, stacks.INSTEAD, stacks.CARD, stacks.MOVED, stacks.CHOSEN)


def deed_row(deed: Deed, table: Table) -> str:
    """A deed: what kind of deed it is at the left, for the third party in its colour, and what was done."""
    verb, words = DEED_ROWS[deed.kind]
    colour = ALARM if deed.kind in _LOUD else QUIET if deed.kind in _FAINT else INK
    fill, ink = DISC_COLOURS[table.colours[deed.seat]] if deed.kind == stacks.ANSWERED else ("#FFFFFF", QUIET)
    return row(
        cell(
            text(table.language.word("deed", verb), size=10, colour=ALARM if deed.kind in _LOUD else ink),
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
    language = table.language
    tiles = listed((action_words(tile, language) for tile in story.tiles), language)
    if activation.is_borrowed:
        about = language.text("by the white disc: {actions}", actions=tiles)
    elif not activation.actions:
        about = language.text("two cards instead")
    elif is_twice:
        about = language.text("actions: {actions}, each twice", actions=tiles)
    else:
        about = language.text("actions: {actions}", actions=tiles)
    rows = [
        header(f"{activation.order}  {table.name(activation.seat)}", table.colours[activation.seat], about),
        *(deed_row(deed, table) for deed in activation.deeds),
    ]
    if not activation.deeds:
        rows.append(note(language.text("nothing yet: the record stops here")))
    if activation.depth == 1 and story.free_choice:
        rows.append(note(language.text("No street offered anything, so every street was open.")))
    if story.disc == IDLE_SUPPORT:
        rows.append(note(language.text("No street without a support disc offered anything, so two cards come.")))
    return box(rows, DISC_COLOURS[table.colours[activation.seat]][0])


def intrigue_label(story: TurnStory, table: Table) -> str:
    """The intrigue action with what came of it: a card drawn, cards discarded (R10.1, R10.5)."""
    colour = table.colours[story.seat]
    language = table.language
    head = header(
        language.text("Intrigue: {name}", name=table.name(story.seat)),
        colour,
        language.text("one of: {actions}", actions=intrigue_words(story, language)),
    )
    return box([head, *(deed_row(deed, table) for deed in story.schemes)], DISC_COLOURS[colour][0])


# What belongs to no activation.


def others_label(story: TurnStory, table: Table) -> str:
    """What was missed or seen at the table outside of activations."""
    language = table.language
    head = language.text("What the record has") if story.is_missed else language.text("Beside the activations")
    return box([header(head, ""), *(deed_row(deed, table) for deed in story.others)], ALARM)
