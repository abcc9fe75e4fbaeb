"""What each activated disc did, the intrigue action, and what belongs to neither: a row for each deed."""

from collections.abc import Callable
from typing import Final

from calimala_es.components import ACTION_WORDS, IDLE_SUPPORT, UNKNOWN
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
    return deed_words(deed.action, deed.way)


DEED_ROWS: Final[dict[str, tuple[str, Callable[[Deed, Table], str]]]] = {
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
    stacks.CHOSEN: ("chooses", lambda deed, table: f"{scored(deed.tile)} first"),
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


def deed_row(deed: Deed, table: Table) -> str:
    """A deed: what kind of deed it is at the left, for the third party in its colour, and what was done."""
    verb, words = DEED_ROWS[deed.kind]
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
    about = f"actions: {tiles}{', each twice' if is_twice else ''}" if activation.actions else "two cards instead"
    if activation.is_borrowed:
        about = f"by the white disc: {tiles}"
    rows = [
        header(f"{activation.order}  {table.name(activation.seat)}", table.colours[activation.seat], about),
        *(deed_row(deed, table) for deed in activation.deeds),
    ]
    if not activation.deeds:
        rows.append(note("nothing yet: the record stops here"))
    if activation.depth == 1 and story.free_choice:
        rows.append(note("No street offered anything, so every street was open."))
    if story.disc == IDLE_SUPPORT:
        rows.append(note("No street without a support disc offered anything, so two cards come."))
    return box(rows, DISC_COLOURS[table.colours[activation.seat]][0])


def intrigue_label(story: TurnStory, table: Table) -> str:
    """The intrigue action with what came of it: a card drawn, cards discarded (R10.1, R10.5)."""
    colour = table.colours[story.seat]
    head = header(f"Intrigue: {table.name(story.seat)}", colour, f"one of: {intrigue_words(story)}")
    return box([head, *(deed_row(deed, table) for deed in story.schemes)], DISC_COLOURS[colour][0])


# What belongs to no activation.


def others_label(story: TurnStory, table: Table) -> str:
    """What was missed or seen at the table outside of activations."""
    head = "What the record has" if story.is_missed else "Beside the activations"
    return box([header(head, ""), *(deed_row(deed, table) for deed in story.others)], ALARM)
