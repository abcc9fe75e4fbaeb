"""The boxes of a turn: activated discs, the intrigue action, the council, and what belongs to none of them."""

from collections.abc import Callable
from typing import Final

from calimala_es.components import IDLE_SUPPORT, UNKNOWN, WHITE
from replays import stacks
from replays.drawing.diagrams.graph import (
    BOX_WIDTH,
    DEED_WIDTH,
    LINE_WIDTH,
    VERB_WIDTH,
    box,
    cell,
    header,
    note,
    row,
    text,
)
from replays.drawing.svg import ALARM, DISC_COLOURS, INK, QUIET, TILE
from replays.stacks import BottomStory, Deed, DiscStory, Scoring, TurnStory, is_white
from replays.text.decisions import part_term, value_term
from replays.text.deeds import deed_text
from replays.text.languages import Language, message
from replays.text.names import Names
from replays.text.terms import (
    action_term,
    card_term,
    depth_term,
    join_and,
    join_or,
    place_term,
    row_term,
    scored_text,
    step_term,
    street_term,
    tie_lines,
)


def _action_text(deed: Deed, names: Names) -> str:
    return deed_text(deed.action, deed.option, names.language)


def _drawn_text(deed: Deed, names: Names) -> str:
    if deed.card == UNKNOWN:
        return names.language.text("a hidden card")
    return card_term(deed.card, names.language)


def _discarded_text(deed: Deed, names: Names) -> str:
    language = names.language
    card = card_term(deed.card, language)
    if deed.step:
        return language.text("{card}: {step}", card=card, step=step_term(deed.step, language))
    return language.text("{card}, keeping the other", card=card)


def _moved_text(deed: Deed, names: Names) -> str:
    source, target = (row_term(row, names.language) for row in deed.rows)
    return names.language.text("from {source} to {target}", source=source, target=target)


def _answer_text(deed: Deed, names: Names) -> str:
    language = names.language
    if not deed.rows:
        return language.text("no cube")
    return language.text("a cube in {rows}", rows=join_and((row_term(row, language) for row in deed.rows), language))


def _observed_text(deed: Deed, names: Names) -> str:
    part, value = part_term(deed.part, names), value_term(deed.part, deed.value, names)
    return names.language.text("{part}: {value}", part=part, value=value)


DEED_ROWS: Final[dict[str, tuple[str, Callable[[Deed, Names], str]]]] = {
    stacks.DONE: (message("does", "deed"), _action_text),
    stacks.INSTEAD: (message("does instead", "deed"), _action_text),
    stacks.CARD: (message("plays a card", "deed"), _action_text),
    stacks.WAIVED: (message("skips", "deed"), lambda deed, names: action_term(deed.action, names.language)),
    stacks.IMPOSSIBLE: (message("impossible", "deed"), lambda deed, names: action_term(deed.action, names.language)),
    stacks.DRAWN: (message("draws", "deed"), _drawn_text),
    stacks.SHUFFLED: (
        message("reshuffles", "deed"),
        lambda deed, names: names.language.text("the discard pile is shuffled into a new deck"),
    ),
    stacks.DISCARDED: (message("discards", "deed"), _discarded_text),
    stacks.MOVED: (message("moves a cube", "deed"), _moved_text),
    stacks.ANSWERED: (message("third party", "deed"), _answer_text),
    stacks.CHOSEN: (
        message("chooses", "deed"),
        lambda deed, names: names.language.text("{clause} first", clause=scored_text(deed.tile, names.language)),
    ),
    stacks.MISSED: (
        message("not recorded", "deed"),
        lambda deed, names: names.language.text("what happened here was not recorded"),
    ),
    stacks.OBSERVED: (message("seen", "deed"), _observed_text),
}
"""What each kind of deed is called, as a message, and what is said of it."""

_LOUD: Final = (stacks.MISSED, stacks.OBSERVED)
_FAINT: Final = (stacks.WAIVED, stacks.IMPOSSIBLE)
_WITHOUT_VERB: Final = (*_LOUD, stacks.ANSWERED)
"""The kinds of deeds whose words in ``DEED_ROWS`` are labels, with which no sentence can be made."""


_STRONG: Final = (stacks.DONE, stacks.INSTEAD, stacks.CARD, stacks.MOVED, stacks.CHOSEN)


def deed_row(deed: Deed, names: Names) -> str:
    """Return a deed: its kind at the left, for the third party in its colour, and what was done."""
    verb, words = DEED_ROWS[deed.kind]
    colour = ALARM if deed.kind in _LOUD else QUIET if deed.kind in _FAINT else INK
    fill, ink = DISC_COLOURS[names.colours[deed.seat]] if deed.kind == stacks.ANSWERED else ("#FFFFFF", QUIET)
    return row(
        cell(
            text(names.language.word("deed", verb), size=10, colour=ALARM if deed.kind in _LOUD else ink),
            align="RIGHT",
            valign="TOP",
            width=VERB_WIDTH,
            **({"bgcolor": fill} if deed.kind == stacks.ANSWERED else {}),
        ),
        cell(
            text(words(deed, names), colour=colour, bold=deed.kind in _STRONG),
            align="LEFT",
            width=DEED_WIDTH,
        ),
    )


def activation_label(story: TurnStory, activation: DiscStory, names: Names) -> str:
    """Return the box of an activated disc: its player, its actions, and all that was done, in order."""
    is_twice = activation.depth == 1 and is_white(story)
    language = names.language
    tiles = join_and((action_term(tile, language) for tile in story.tiles), language)
    if activation.is_borrowed:
        about = language.text("with the white disc: {actions}", actions=tiles)
    elif not activation.actions:
        about = language.text("two cards instead")
    elif is_twice:
        about = language.text("actions: {actions}, each twice", actions=tiles)
    else:
        about = language.text("actions: {actions}", actions=tiles)
    rows = [
        header(f"{activation.order}  {names.name(activation.seat)}", names.colours[activation.seat], about),
        *(deed_row(deed, names) for deed in activation.deeds),
    ]
    if not activation.deeds:
        rows.append(note(language.text("nothing yet: the record stops here")))
    if activation.depth == 1 and story.free_choice:
        rows.append(note(language.text("No street offered a possible action, so every street was open.")))
    if story.disc == IDLE_SUPPORT:
        rows.append(
            note(language.text("No street without a support disc offered a possible action, so two cards are drawn."))
        )
    return box(rows, DISC_COLOURS[names.colours[activation.seat]][0])


def intrigue_label(story: TurnStory, names: Names) -> str:
    """Return the box of the intrigue action with what came of it: a card drawn, cards discarded (R10.1, R10.5)."""
    colour = names.colours[story.seat]
    language = names.language
    head = header(
        language.text("Intrigue: {name}", name=names.name(story.seat)),
        colour,
        language.text("one of: {actions}", actions=intrigue_text(story, language)),
    )
    return box([head, *(deed_row(deed, names) for deed in story.schemes)], DISC_COLOURS[colour][0])


def intrigue_text(story: TurnStory, language: Language) -> str:
    """Name the two actions of the intrigue tile."""
    return join_or((action_term(action, language) for action in story.intrigue), language)


# What belongs to no activation.


def others_label(story: TurnStory, names: Names) -> str:
    """Return the box of what was missed or seen at the table outside of activations."""
    language = names.language
    head = language.text("What was recorded") if story.is_missed else language.text("Outside the activations")
    return box([header(head, ""), *(deed_row(deed, names) for deed in story.others)], ALARM)


# The council.

SCORE_WIDTHS: Final = (24, 216, 55, 55)


def _seated_text(story: TurnStory, bottom: BottomStory, names: Names) -> str:
    name, language = names.name(bottom.seat), names.language
    if bottom.tile:
        return language.text("The bottom disc takes a seat for {name}.", name=name)
    return language.text("The bottom disc takes a seat for {name}. No tile is left for it.", name=name)


def _promoted_text(story: TurnStory, bottom: BottomStory, names: Names) -> str:
    name, language = names.name(bottom.seat), names.language
    if bottom.tile:
        return language.text(
            "The bottom disc is white: {name} adds it to their supply and puts a coloured disc on the tile.", name=name
        )
    return language.text(
        "The bottom disc is white: {name} adds it to their supply and puts a coloured disc in the council.",
        name=name,
    )


_TAKEN_BACK: Final = {
    (True, True): message(
        "The bottom disc is white and {name} has no coloured disc in the supply: {name}'s disc on "
        "{street} ({depth}) goes to the tile, and the white disc takes its place."
    ),
    (True, False): message(
        "The bottom disc is white and {name} has no coloured disc in the supply: {name}'s disc on "
        "{street} ({depth}) goes to the tile, and the white disc goes on top of that stack."
    ),
    (False, True): message(
        "The bottom disc is white and {name} has no coloured disc in the supply: {name}'s disc on "
        "{street} ({depth}) goes to the council, and the white disc takes its place."
    ),
    (False, False): message(
        "The bottom disc is white and {name} has no coloured disc in the supply: {name}'s disc on "
        "{street} ({depth}) goes to the council, and the white disc goes on top of that stack."
    ),
}
"""By whether there is a tile, and whether the white disc takes the place of the one that goes (R6.3)."""


def _taken_back_text(story: TurnStory, bottom: BottomStory, names: Names) -> str:
    language = names.language
    assert bottom.source
    return language.text(
        _TAKEN_BACK[bool(bottom.tile), names.setup.edition.white_disc_swaps],
        name=names.name(bottom.seat),
        street=street_term(names, bottom.source),
        depth=depth_term(bottom.depth, language),
    )


def owner_text(names: Names, disc: str) -> str:
    """Name the owner of a disc, or say that it is white."""
    return names.language.text("white disc") if disc == WHITE else names.name(int(disc))


def _removed_text(story: TurnStory, bottom: BottomStory, names: Names) -> str:
    return names.language.text("The bottom disc ({owner}) leaves the game.", owner=owner_text(names, bottom.disc))


_BOTTOM_TEXTS: Final = {
    stacks.SEATED: _seated_text,
    stacks.PROMOTED: _promoted_text,
    stacks.TAKEN_BACK: _taken_back_text,
    stacks.REMOVED: _removed_text,
}


def council_label(story: TurnStory, bottom: BottomStory, names: Names) -> str:
    """Return the box of the council: the bottom disc, and the scoring of its tile with ranks and ties."""
    scoring = story.scoring
    language = names.language
    head = language.text("Council")
    if bottom.tile:
        head = language.text("Council: {tile}", tile=place_term(bottom.tile, language))
    rows = [
        row(
            cell(
                text(head, size=13, bold=True),
                colspan=4,
                bgcolor=TILE,
                align="LEFT",
                port="head",
                width=BOX_WIDTH,
            )
        ),
        row(
            cell(text(_BOTTOM_TEXTS[bottom.kind](story, bottom, names), width=LINE_WIDTH + 14), colspan=4, align="LEFT")
        ),
    ]
    before = [deed for deed in story.dealings if not scoring or _comes_before(deed, scoring)]
    rows += [_dealing_row(deed, names) for deed in before]
    if scoring:
        rows += _scoring_rows(scoring, names)
    rows += [_dealing_row(deed, names) for deed in story.dealings if deed not in before]
    return box(rows)


def _comes_before(deed: Deed, scoring: Scoring) -> bool:
    one, other = ([int(part) for part in id.split(".")] for id in (deed.id, scoring.id))
    return one < other


def _dealing_row(deed: Deed, names: Names) -> str:
    """Return a deed around the scoring, in one line."""
    verb, deed_text = DEED_ROWS[deed.kind]
    language, name, what = names.language, names.name(deed.seat), deed_text(deed, names)
    if deed.kind == stacks.IMPOSSIBLE:
        words = language.text("{name}: {action} is impossible", name=name, action=what)
    elif deed.kind in _WITHOUT_VERB:
        words = language.text("{what}: {value}", what=name, value=what)
    else:
        words = language.text("{name} {does}: {what}", name=name, does=language.word("deed", verb), what=what)
    return row(cell(text(words, width=LINE_WIDTH + 8), colspan=4, align="LEFT"))


def _scoring_rows(scoring: Scoring, names: Names) -> list[str]:
    language = names.language
    clause = scored_text(scoring.tile, language)
    if not scoring.ranking:
        words = language.text("{clause}: nobody has a cube there, so nobody gets points.", clause=clause)
        return [note(words, 4)]
    heads = ("", clause, language.text("cubes"), language.text("points"))
    rows = [_score_row(*(text(head, size=10, colour=QUIET) for head in heads))]
    for rank, seat in enumerate(scoring.ranking, 1):
        fill, ink = DISC_COLOURS[names.colours[int(seat)]]
        shown = (
            text(str(rank), colour=ink, bold=True),
            text(names.name(int(seat)), bold=True),
            text(str(scoring.counts[int(seat)])),
            text(_points_text(scoring, int(seat)), bold=True),
        )
        rows.append(_score_row(*shown, fill=fill))
    ties = tie_lines(names, scoring.ranking, scoring.decided)
    notes = [language.text("Tie: {words}", words=words) for words in ties]
    if any(scoring.bonus):
        notes.append(language.text("+ faction track bonus"))
    return rows + [note(words, 4) for words in notes]


def _points_text(scoring: Scoring, seat: int) -> str:
    """Write the points of a seat, those for the faction track after a plus (R10.8)."""
    more = scoring.bonus[seat] if scoring.bonus else 0
    return f"{scoring.points[seat]}{f' + {more}' if more else ''}"


def _score_row(rank: str, name: str, cubes: str, points: str, fill: str = "#FFFFFF") -> str:
    first, *widths = SCORE_WIDTHS
    aligned = zip((name, cubes, points), widths, ("LEFT", "CENTER", "CENTER"), strict=True)
    others = (cell(content, width=width, align=align) for content, width, align in aligned)
    return row(cell(rank, bgcolor=fill, width=first), *others)
