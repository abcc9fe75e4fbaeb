"""``annotate``: add, edit and undo one's own annotations of a game, and show their history."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import click
from msgspec.structs import replace

from calimala_es.errors import AnnotationError, NothingToUndoError
from calimala_es.game import Variation
from calimala_es.notes import AnyNote, Evaluation
from calimala_es.store import Annotation, Author, Draft, missing_drafts
from cli.annotating import Desk, Margin, Spot, desk_of
from cli.files import GameName
from cli.games import find_game, sound
from cli.note_kinds import (
    ADVANTAGE,
    COMMENT,
    EVALUATION,
    GLYPH,
    MARK,
    ON_POSITION,
    TITLE,
    VARIATION,
    kind_and_text,
    parse_kind,
    to_note,
)
from cli.options import OK, CommandWithExamples, json_option
from cli.terminal import counted, note, write_json
from notation.places import NO_ID, PlaceId, parse_place
from replays.edit.nodes import Decisions, Node
from replays.edit.tree import Branch
from replays.text.languages import message

MOST_SAID: Final = 100_000
"""The length limit in characters of one note from a command line."""

_RIGHT: Final = {
    GLYPH: "! ? !! ?? !? ?! or $0 to $255",
    ADVANTAGE: "a colour with + to +++, as b++; = for level, ? for unclear",
    EVALUATION: "percents in the order of the seats, as 55-30-15",
    MARK: "a street AS, its second disc AS/2, a row SMF.W, a tile >LIS, a part of a mat b.wood; in a colour AS:b",
}
"""Examples of a valid note of each kind."""


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
    examples=(
        'calimala annotate lily#7.2 --by Maria "Why not the port?"',
        "calimala annotate lily#7.2 --by Maria --glyph '?!' --mark AS --advantage b+",
        "calimala annotate lily#7 --by Paolo --variation 'AS AC SL' --title 'The port'",
        "calimala annotate lily --edit 1-2 'The port was better.'",
        "calimala annotate lily --by Maria --undo",
        "calimala annotate lily --history",
        'calimala annotate game.cgn#7.2 --by Maria "Why not the port?"',
        "calimala annotate lily --from tania.cgn",
    ),
)
@click.argument("name", metavar="GAME", type=GameName())
@click.argument("text", metavar="[TEXT]", default=None)
@click.option("--by", metavar="NAME", default=None, help="Whose it is; without it the record itself says it.")
@click.option("--at", metavar="PLACE", help="About what: 7, 7.2, 7.2.3, v1:7.2; as behind GAME#.")
@click.option("--on-position", is_flag=True, help="TEXT is about the position after the decision.")
@click.option("--glyph", "glyphs", multiple=True, metavar="SIGN", help="! ? !! ?? !? ?! or $0 to $255.")
@click.option("--mark", "marks", multiple=True, metavar="PLACE", help="Point at AS, AS/2, SMF.W, >LIS, b.wood.")
@click.option("--advantage", metavar="WORD", default="", help="Who stands better: b+ b++ b+++ = ?")
@click.option("--chances", metavar="PERCENTS", default="", help="Chances of winning by seat: 55-30-15.")
@click.option("--variation", metavar="DECISIONS", default="", help="What might have come instead, in notation.")
@click.option("--title", metavar="TEXT", default="", help="A heading here; with --variation its name.")
@click.option("--edit", metavar="ID", help="Let this annotation say TEXT, or what one of the options says.")
@click.option("--retract", "retracted", multiple=True, metavar="ID", help="Take this annotation back.")
@click.option("--undo", count=True, help="Undo the last change of --by NAME; may be repeated.")
@click.option("--redo", count=True, help="Bring back what was undone; may be repeated.")
@click.option("--from", "source", metavar="GAME", help="Take in what another record of the game says.")
@click.option("--history", is_flag=True, help="Tell who said, edited and took back what, when.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write a text there instead.")
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
    """Say something about a game.

    Everybody has an own list of what they said, which they edit, undo and redo without touching that of others. In the
    store all of it stays; a file has what stands, and is written again in place. Without anything to say: what stands,
    in the game or at the place.
    """
    if text is not None and not text.strip():
        raise click.UsageError("TEXT is empty; without it calimala annotate tells what stands")
    if by is not None and not by.strip():
        raise click.BadParameter("the name is empty; without --by the record itself says it", param_hint="'--by'")
    words = Words(text or "", on_position, glyphs, marks, advantage, chances, variation, title)
    deeds = [edit is not None, bool(retracted), bool(undo), bool(redo), source is not None, history]
    if sum(deeds) > 1 or (any(deeds) and edit is None and words.is_any()):
        raise click.UsageError("say something, --edit, --retract, --undo, --redo, --from or --history: one of them")
    desk, place = desk_of(name, output)
    if at is not None and place:
        raise click.UsageError(f"{name} names a place already; --at is one too many")
    shown = Margin(desk)
    author = desk.author(by or "")
    if history:
        _require_history(desk)
        _print_history(shown, as_json)
        return OK
    if edit is not None:
        _print_annotations(desk, _edit(desk, edit, words), as_json)
    elif retracted:
        gone = [desk.stored.annotations.find(id) for id in retracted]
        if not as_json and not desk.prints_text:
            shown.show(gone, message("retracted"))
        desk.store.annotations.retract(desk.stored, *retracted)
        _print_annotations(desk, (), as_json)
    elif undo or redo:
        _require_history(desk)
        _take_back(desk, author, undo, redo, as_json)
    elif source is not None:
        _print_annotations(desk, _import(desk, source), as_json)
    elif words.is_any():
        said = desk.store.annotations.add(desk.stored, author, _drafts(desk.spot(at or place), words))
        _print_annotations(desk, said, as_json)
    else:
        _print(shown, _found(desk, at or place), as_json)
    return OK


def _found(desk: Desk, place: str) -> list[Annotation]:
    """Return the current annotations, or those at a place."""
    said = desk.stored.annotations
    if not place:
        return [*said, *said.unplaced]
    wanted = parse_place(place)
    desk.spot(place)
    return [one for one in said if _is_at(desk.place(one), wanted)]


def _is_at(place: str, wanted: PlaceId) -> bool:
    """Return whether a place is one requested: in that variation, and of that turn, activation or event."""
    found = parse_place(place) if place else PlaceId()
    return found.variation == wanted.variation and found.numbers[: len(wanted.numbers)] == wanted.numbers


def _print_annotations(desk: Desk, ids: Sequence[str], as_json: bool) -> None:
    """Save the changes, and print the text of these annotations."""
    ids = desk.keep(ids)
    if not desk.prints_text:
        _print(Margin(desk), [desk.stored.annotations.find(id) for id in ids], as_json)


def _take_back(desk: Desk, author: Author, undo: int, redo: int, as_json: bool) -> None:
    """Undo or redo changes of an author, and print what is different."""
    before = [*desk.stored.annotations]
    shown = Margin(desk)
    take = desk.store.annotations.undo if undo else desk.store.annotations.redo
    take(desk.stored, author, undo or redo)
    after = desk.store.load(desk.id).annotations
    gone = [one for one in before if one.id not in {other.id for other in after}]
    if not as_json:
        shown.show(gone, message("removed"))
    _print_annotations(desk, [one.id for one in after if one not in before], as_json)


def _print(shown: Margin, annotations: Sequence[Annotation], as_json: bool) -> None:
    if as_json:
        write_json([shown.json(one) for one in annotations])
    else:
        shown.show(annotations)


def _print_history(shown: Margin, as_json: bool) -> None:
    changes = shown.desk.stored.annotations.history
    if as_json:
        write_json([shown.change_json(change) for change in changes])
    else:
        shown.show_history(changes)


def _require_history(desk: Desk) -> None:
    if not desk.keeps_history:
        raise NothingToUndoError("a text has only what stands; take it into the store, with `calimala import`")


def _drafts(spot: Spot, words: Words) -> list[Draft]:
    """Return the annotations to make at a place, in the order of the options."""
    if words.on_position and not words.text:
        raise click.UsageError("--on-position says what TEXT is about")
    if isinstance(spot.point, Branch) and words.variation:
        raise click.UsageError("a variation comes instead of a decision; say which, as v1:7.2")
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
    return Draft(spot.anchor, checked_note(kind, text, spot), spot.variation)


def checked_note(kind: str, text: str, spot: Spot) -> AnyNote:
    """Return a note of a kind; raise ``AnnotationError`` for a text that is not of that kind."""
    if len(text) > MOST_SAID:
        raise AnnotationError(f"a note of {len(text)} characters is too long; {MOST_SAID} at most")
    if kind == TITLE:
        return to_note(kind, text, spot.state)
    note = parse_kind(kind, text, spot.state)
    if note is None:
        raise AnnotationError(f"{text[:60]!r} is no {kind}" + (f"; {_RIGHT[kind]}" if kind in _RIGHT else ""))
    if isinstance(note, Evaluation) and len(note.chances) != spot.state.setup.players:
        counts = f"{counted(len(note.chances), 'chance')} for {spot.state.setup.players} players"
        raise AnnotationError(f"{text[:60]!r}: {counts}; one for each, {_RIGHT[EVALUATION]}")
    return note


def variation_draft(spot: Spot, decisions: Decisions, name: str) -> Draft:
    """Return a variation instead of the decision at a place.

    Raises ``NotationError``, ``TreeError`` and ``AnnotationError``.
    """
    if not isinstance(spot.point, Node):
        raise AnnotationError("a variation comes instead of a decision; say which, as GAME#7.2")
    branch = spot.point.add_variation(decisions, name)
    variation = _without_ids(branch.variation())
    branch.delete()
    return Draft(spot.anchor, variation, spot.variation)


def _without_ids(variation: Variation) -> Variation:
    """Return a typed variation without ids, which it gets when it is written."""
    moves = [replace(move, variations=tuple(map(_without_ids, move.variations))) for move in variation.moves]
    return replace(variation, id=NO_ID, moves=tuple(moves))


def _edit(desk: Desk, id: str, words: Words) -> tuple[str, ...]:
    """Change the content of an annotation."""
    old = desk.stored.annotations.find(id)
    given = {
        GLYPH: words.glyphs[0] if words.glyphs else "",
        MARK: words.marks[0] if words.marks else "",
        ADVANTAGE: words.advantage,
        EVALUATION: words.chances,
        TITLE: words.title,
        VARIATION: words.variation or words.title or words.text,
        COMMENT: words.text,
    }
    kind, _ = kind_and_text(old, desk.stored.state)
    wanted = COMMENT if kind == ON_POSITION else kind
    text = given.get(wanted, "") or words.text
    if not text:
        raise click.UsageError(f"{id} is a {kind}; say what else it is to be")
    spot = Spot(old.variation, old.anchor or 0, desk.node(old) or desk.tree.root)
    if not old.is_variation:
        desk.store.annotations.edit_note(desk.stored, id, checked_note(kind, text, spot))
    elif words.variation:
        line = variation_draft(spot, words.variation, "").content
        assert isinstance(line, Variation)
        commands = [move.command for move in line.moves]
        desk.store.annotations.edit_variation(desk.stored, id, words.title or None, commands)
    else:
        desk.store.annotations.edit_variation(desk.stored, id, words.title or words.text)
    return (id,)


def _import(desk: Desk, source: str) -> tuple[str, ...]:
    """Add the annotations of another record of the same game that this one does not have."""
    other = sound(find_game(source))
    drafts = missing_drafts(desk.stored.game, desk.stored.annotations, other.record)
    written = desk.store.annotations.add(desk.stored, "", drafts) if drafts else ()
    note(f"{counted(len(written), 'annotation')} taken in")
    return written
