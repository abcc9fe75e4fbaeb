"""The council: what became of the bottom disc, the scoring of its tile, and what was done around it."""

from typing import Final

from replays import stacks
from replays.diagrams.cells import BOX_WIDTH, DISC_COLOURS, LINE_WIDTH, QUIET, TILE, box, cell, note, row, text
from replays.diagrams.turn.deeds import DEED_ROWS
from replays.diagrams.turn.stack import owner_words
from replays.languages import message
from replays.names import Table
from replays.stacks import BottomStory, Deed, Scoring, TurnStory
from replays.words import depth_words, place_words, ranking_words, scored, street_words

SCORE_WIDTHS: Final = (24, 216, 55, 55)


def _seated_words(story: TurnStory, bottom: BottomStory, table: Table) -> str:
    name, language = table.name(bottom.seat), table.language
    if bottom.tile:
        return language.text("The bottom disc takes a seat for {name}.", name=name)
    return language.text("The bottom disc takes a seat for {name}. No tile is left for it.", name=name)


def _promoted_words(story: TurnStory, bottom: BottomStory, table: Table) -> str:
    name, language = table.name(bottom.seat), table.language
    if bottom.tile:
        return language.text(
            "The bottom disc is white: {name} takes it into the supply and puts a coloured disc on the tile.", name=name
        )
    return language.text(
        "The bottom disc is white: {name} takes it into the supply and puts a coloured disc into the council.",
        name=name,
    )


_TAKEN_BACK: Final = {
    (True, True): message(
        "The bottom disc is white and {name} has no coloured one in the supply: a disc of {name} from "
        "{street} ({depth}) goes to the tile, and the white one in its place."
    ),
    (True, False): message(
        "The bottom disc is white and {name} has no coloured one in the supply: a disc of {name} from "
        "{street} ({depth}) goes to the tile, and the white one on top of that stack."
    ),
    (False, True): message(
        "The bottom disc is white and {name} has no coloured one in the supply: a disc of {name} from "
        "{street} ({depth}) goes to the council, and the white one in its place."
    ),
    (False, False): message(
        "The bottom disc is white and {name} has no coloured one in the supply: a disc of {name} from "
        "{street} ({depth}) goes to the council, and the white one on top of that stack."
    ),
}
"""By whether there is a tile, and whether the white disc takes the place of the one that goes (R6.3)."""


def _taken_back_words(story: TurnStory, bottom: BottomStory, table: Table) -> str:
    language = table.language
    return language.text(
        _TAKEN_BACK[bool(bottom.tile), table.setup.edition.white_disc_swaps],
        name=table.name(bottom.seat),
        street=street_words(table, bottom.source),
        depth=depth_words(bottom.depth, language),
    )


def _removed_words(story: TurnStory, bottom: BottomStory, table: Table) -> str:
    return table.language.text("The bottom disc ({owner}) leaves the game.", owner=owner_words(table, bottom.disc))


_BOTTOM_WORDS: Final = {
    stacks.SEATED: _seated_words,
    stacks.PROMOTED: _promoted_words,
    stacks.TAKEN_BACK: _taken_back_words,
    stacks.REMOVED: _removed_words,
}


def council_label(story: TurnStory, bottom: BottomStory, table: Table) -> str:
    """What became of the bottom disc, and the scoring of its tile: place, player, cubes, points, what decided ties."""
    scoring = story.scoring
    language = table.language
    head = language.text("Council")
    if bottom.tile:
        head = language.text("Council: {tile}", tile=place_words(bottom.tile, language))
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
            cell(text(_BOTTOM_WORDS[bottom.kind](story, bottom, table), width=LINE_WIDTH + 14), colspan=4, align="LEFT")
        ),
    ]
    before = [deed for deed in story.dealings if not scoring or _comes_before(deed, scoring)]
    rows += [_dealing_row(deed, table) for deed in before]
    if scoring:
        rows += _scoring_rows(scoring, table)
    rows += [_dealing_row(deed, table) for deed in story.dealings if deed not in before]
    return box(rows)


def _comes_before(deed: Deed, scoring: Scoring) -> bool:
    one, other = ([int(part) for part in id.split(".")] for id in (deed.id, scoring.id))
    return one < other


def _dealing_row(deed: Deed, table: Table) -> str:
    """What somebody did around the scoring, in one line."""
    verb, words = DEED_ROWS[deed.kind]
    said = table.language.text(
        "{name} {does}: {what}",
        name=table.name(deed.seat),
        does=table.language.word("deed", verb),
        what=words(deed, table),
    )
    return row(cell(text(said, width=LINE_WIDTH + 8), colspan=4, align="LEFT"))


def _scoring_rows(scoring: Scoring, table: Table) -> list[str]:
    language = table.language
    clause = scored(scoring.tile, language)
    if not scoring.ranking:
        words = language.text("{clause}: nobody has a cube there, so nobody gets points.", clause=clause)
        return [note(words, 4)]
    heads = ("", clause, language.text("cubes"), language.text("points"))
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
    notes = [language.text("Equal cubes: {words}", words=words) for words in ties]
    if any(scoring.bonus):
        notes.append(language.text("+ for the faction track"))
    return rows + [note(words, 4) for words in notes]


def _points_words(scoring: Scoring, seat: int) -> str:
    """The points of a seat, those for the faction track behind a plus (R10.8)."""
    more = scoring.bonus[seat] if scoring.bonus else 0
    return f"{scoring.points[seat]}{f' + {more}' if more else ''}"


def _score_row(rank: str, name: str, cubes: str, points: str, fill: str = "#FFFFFF") -> str:
    first, *widths = SCORE_WIDTHS
    aligned = zip((name, cubes, points), widths, ("LEFT", "CENTER", "CENTER"), strict=True)
    others = (cell(content, width=width, align=align) for content, width, align in aligned)
    return row(cell(rank, bgcolor=fill, width=first), *others)
