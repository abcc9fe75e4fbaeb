"""``annotate``: add, edit and undo one's own annotations of a game, and show their history."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click

from calimala_es.errors import NothingToUndoError
from calimala_es.messages import Message
from calimala_es.store import Annotation, Author, Draft, missing_drafts
from cli.annotating import AnnotationOutput, AnnotationTarget, Spot, kind_and_text, target_of
from cli.exits import wrong_usage, wrong_value
from cli.files import GAME, one_place
from cli.games import find_game, sound
from cli.options import OK, CommandWithExamples, json_option, settings
from cli.terminal import note, write_json
from notation.places import PlaceId, parse_place
from replays.edit.nodes import Decisions
from replays.edit.note_kinds import (
    ADVANTAGE,
    COMMENT,
    EVALUATION,
    GLYPH,
    MARK,
    ON_POSITION,
    TITLE,
    VARIATION,
    alternative,
    checked_note,
)
from replays.edit.tree import Branch
from replays.text.languages import message


class Words(NamedTuple):
    """The annotations to make at one place."""

    text: str
    on_position: bool
    glyphs: Sequence[str]
    marks: Sequence[str]
    advantage: str
    chances: str
    variation: str
    title: str

    def is_any(self) -> bool:
        """Return whether there is anything to annotate."""
        return any(self)


@click.command(
    "annotate",
    cls=CommandWithExamples,
    headings={
        "-m": "Add a note about --at MOMENT or the whole game",
        "--edit": "Change",
        "--by": "Options",
    },
    examples=(
        'calimala annotate friday#7.2 --by Maria -m "Why not the port?"',
        'calimala annotate friday#7 --variation "AS AC SL" --title "The port"',
    ),
)
@GAME
@click.option("-m", "--comment", "text", metavar="TEXT", help="A comment")
@click.option("--on-position", is_flag=True, help="Comment on the position, not the decision")
@click.option("--glyph", "glyphs", multiple=True, metavar="SIGN", help="! ? !! ?? !? ?! or $0 to $255")
@click.option(
    "--mark",
    "marks",
    multiple=True,
    metavar="PLACE",
    help="Point at AS, AS/2, SMF.W, >LIS or b.wood",
)
@click.option("--standing", "advantage", metavar="WORD", default="", help="Who is ahead: b+ b++ b+++ = or ?")
@click.option("--chances", metavar="PERCENTS", default="", help="Chances of winning by seat, e.g. 55-30-15")
@click.option("--variation", metavar="DECISIONS", default="", help="What could have been played instead")
@click.option("--title", metavar="TEXT", default="", help="A heading, or the name of --variation")
@click.option("--edit", metavar="ID", help="Replace this note with the new one")
@click.option("--retract", "retracted", multiple=True, metavar="ID", help="Remove this note")
@click.option("--undo", count=True, help="Undo the last change of this author")
@click.option("--redo", count=True, help="Redo what this author undid")
@click.option("--from", "source", metavar="GAME", help="Add the notes of another record of this game")
@click.option("--history", is_flag=True, help="List every change, with author and time")
@click.option("--by", metavar="NAME", default=None, help="The author (default: unsigned)")
@click.option("--at", metavar="MOMENT", help="As GAME#MOMENT; 7 is the first decision of turn 7")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the changed file here instead"
)
@json_option
def annotate_command(
    name: str,
    text: str | None,
    by: str | None,
    at: str | None,
    on_position: bool,
    glyphs: Sequence[str],
    marks: Sequence[str],
    advantage: str,
    chances: str,
    variation: str,
    title: str,
    edit: str | None,
    retracted: Sequence[str],
    undo: int,
    redo: int,
    source: str | None,
    history: bool,
    output: Path | None,
    as_json: bool,
) -> int:
    """Add notes to a game, or list them. Authors edit, undo and redo only their own notes. A file is changed in
    place.
    """
    if text is not None and not text.strip():
        raise wrong_usage("the comment is empty; calimala annotate without options lists the notes")
    if by is not None and not by.strip():
        raise wrong_value("the name is empty; leave out --by for unsigned notes", option="--by")
    words = Words(text or "", on_position, glyphs, marks, advantage, chances, variation, title)
    deeds = [edit is not None, bool(retracted), bool(undo), bool(redo), source is not None, history]
    if sum(deeds) > 1 or (any(deeds) and edit is None and words.is_any()):
        raise wrong_usage("use only one of --edit, --retract, --undo, --redo, --from, --history and new notes")
    target, place = target_of(name, output), one_place(name, at)
    shown = AnnotationOutput(target)
    author = target.author(by or "")
    if history:
        _require_history(target)
        _print_history(shown, as_json)
        return OK
    if edit is not None:
        _print_annotations(target, _edit(target, edit, words), as_json)
    elif retracted:
        gone = [target.stored.annotations.find(id) for id in retracted]
        if not as_json and not target.prints_text:
            shown.show(gone, message("retracted"))
        target.store.annotations.retract(target.stored, *retracted)
        _print_annotations(target, (), as_json)
    elif undo or redo:
        _require_history(target)
        _take_back(target, author, undo, redo, as_json)
    elif source is not None:
        _print_annotations(target, _import(target, source), as_json)
    elif words.is_any():
        said = target.store.annotations.add(target.stored, author, _drafts(target.spot(place), words))
        _print_annotations(target, said, as_json)
    else:
        _print(shown, _found(target, place), as_json)
    return OK


def _found(target: AnnotationTarget, place: str) -> list[Annotation]:
    """Return the current annotations, or those at a place."""
    said = target.stored.annotations
    if not place:
        return [*said, *said.unplaced]
    wanted = parse_place(place)
    target.spot(place)
    return [one for one in said if _is_at(target.place(one), wanted)]


def _is_at(place: str, wanted: PlaceId) -> bool:
    """Return whether a place is one requested: in that variation, and of that turn, activation or event."""
    found = parse_place(place) if place else PlaceId()
    return found.variation == wanted.variation and found.numbers[: len(wanted.numbers)] == wanted.numbers


def _print_annotations(target: AnnotationTarget, ids: Sequence[str], as_json: bool) -> None:
    """Save the changes, and print the text of these annotations."""
    ids = target.keep(ids)
    if not target.prints_text:
        _print(AnnotationOutput(target), [target.stored.annotations.find(id) for id in ids], as_json)


def _take_back(target: AnnotationTarget, author: Author, undo: int, redo: int, as_json: bool) -> None:
    """Undo or redo changes of an author, and print what is different."""
    before = [*target.stored.annotations]
    shown = AnnotationOutput(target)
    take = target.store.annotations.undo if undo else target.store.annotations.redo
    take(target.stored, author, undo or redo)
    after = target.store.load(target.stored.id).annotations
    gone = [one for one in before if one.id not in {other.id for other in after}]
    if not as_json:
        shown.show(gone, message("removed"))
    _print_annotations(target, [one.id for one in after if one not in before], as_json)


def _print(shown: AnnotationOutput, annotations: Sequence[Annotation], as_json: bool) -> None:
    if as_json:
        write_json([shown.json(one) for one in annotations])
    else:
        shown.show(annotations)


def _print_history(shown: AnnotationOutput, as_json: bool) -> None:
    changes = shown.target.stored.annotations.history
    if as_json:
        write_json([shown.change_json(change) for change in changes])
    else:
        shown.show_history(changes)


def _require_history(target: AnnotationTarget) -> None:
    if not target.keeps_history:
        raise NothingToUndoError(
            Message("a file has no history; add it to your store with {command}", command="calimala import")
        )


def _drafts(spot: Spot, words: Words) -> list[Draft]:
    """Return the annotations to make at a place, in the order of the options."""
    if words.on_position and not words.text:
        raise wrong_usage("{option} needs {other}", option="--on-position", other="-m")
    if isinstance(spot.point, Branch) and words.variation:
        raise wrong_usage("a variation replaces a decision: name it, e.g. v1:7.2")
    said = [(GLYPH, sign) for sign in words.glyphs]
    said += [(ADVANTAGE, words.advantage)] * bool(words.advantage) + [(EVALUATION, words.chances)] * bool(words.chances)
    said += [(MARK, place) for place in words.marks]
    if words.title and not words.variation:
        said.append((TITLE, words.title))
    if words.text:
        said.append((ON_POSITION if words.on_position else COMMENT, words.text))
    drafts = [note_draft(spot, kind, text) for kind, text in said]
    if words.variation:
        drafts.append(variation_draft(spot, words.variation, words.title))
    return drafts


def note_draft(spot: Spot, kind: str, text: str) -> Draft:
    """Return a draft of a note of a kind; raise ``AnnotationError`` for a text that is not of that kind."""
    return Draft(spot.anchor, checked_note(kind, text, spot.state), spot.variation)


def variation_draft(spot: Spot, decisions: Decisions, name: str) -> Draft:
    """Return a draft of a variation instead of the decision at a place; raise as ``alternative``."""
    return Draft(spot.anchor, alternative(spot.point, decisions, name), spot.variation)


def _edit(target: AnnotationTarget, id: str, words: Words) -> tuple[str, ...]:
    """Change the content of an annotation."""
    old = target.stored.annotations.find(id)
    given = {
        GLYPH: words.glyphs[0] if words.glyphs else "",
        MARK: words.marks[0] if words.marks else "",
        ADVANTAGE: words.advantage,
        EVALUATION: words.chances,
        TITLE: words.title,
        VARIATION: words.variation or words.title or words.text,
        COMMENT: words.text,
    }
    kind, _ = kind_and_text(old, target.stored.state)
    wanted = COMMENT if kind == ON_POSITION else kind
    text = given.get(wanted, "") or words.text
    if not text:
        raise wrong_usage("add the new content of {id}, e.g. with --comment", id=id)
    spot = Spot(old.variation, old.anchor or 0, target.node(old) or target.tree.root)
    if not old.is_variation:
        target.store.annotations.edit_note(target.stored, id, checked_note(kind, text, spot.state))
    elif words.variation:
        commands = [move.command for move in alternative(spot.point, words.variation, "").moves]
        target.store.annotations.edit_variation(target.stored, id, words.title or None, commands)
    else:
        target.store.annotations.edit_variation(target.stored, id, words.title or words.text)
    return (id,)


def _import(target: AnnotationTarget, source: str) -> tuple[str, ...]:
    """Add the annotations of another record of the same game that this one does not have."""
    other = sound(find_game(source))
    drafts = missing_drafts(target.stored.game, target.stored.annotations, other.record)
    written = target.store.annotations.add(target.stored, "", drafts) if drafts else ()
    note(settings().language.counted("{number} note added", "{number} notes added", len(written)))
    return written
