"""Made-up edits by authors of annotations, for the laws of annotations."""

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.errors import AnnotationError, IllegalCommandError, NothingToUndoError
from calimala_es.game import Game, Variation, play
from calimala_es.legal import legal
from calimala_es.notes import TITLE, AnyNote, Comment, Extension, is_title
from calimala_es.setup import Setup
from calimala_es.state import State
from calimala_es.store import Annotation, Annotations, Draft, Store, StoredGame
from notation.grammar.notes import parse_note
from tests.notation.records import ANY_TEXT
from tests.strategies import Playout

FRIDAY = Playout(3, 5)
COMMANDS = FRIDAY.game.commands[:30]
NAMES = ("Maria", "Paolo Rossi", "", "\u5f35\u5049")
WORDS = ("!", "?", "$14", "?!", "%b+", "%=", "%?", "%r+++", "%55-30-15", "%12.5-0-87.5")
PLACES = ("#AS", "#AS/2", "#SMF.W:b", "#>LIS", "#b.wood")
NOTES = [cast("AnyNote", parse_note(word, FRIDAY.states[-1])) for word in (*WORDS, *PLACES)]


def game_with(start: Setup | State, commands: Iterable[Command] = (), headers: Iterable[tuple[str, str]] = ()) -> Game:
    """Return a game with these decisions and headers."""
    return replace(play(start, commands), headers=tuple(headers))


def comment(anchor: int, text: str, variation: str = "") -> Draft:
    """Return a comment to be written."""
    return Draft(anchor, Comment(text), variation)


def text_of(one: Annotation) -> str:
    """Return the text of a comment or a title, or the name of a variation; empty for other notes."""
    return (one.note.text or "") if isinstance(one.note, Comment | Extension) else one.name


def line(start: Setup | State, commands: Sequence[Command], name: str = "", label: str = "") -> Variation:
    """Return a variation that begins in a state."""
    return Variation(label, play(start, commands).moves, name)


Deed = tuple[str, str, int, int, str]
"""A kind of edit, its author, two numbers that choose place and contents, and a text."""

DEEDS: st.SearchStrategy[list[Deed]] = st.lists(
    st.tuples(
        st.sampled_from(("say", "say", "sign", "title", "vary", "vary", "inside", "edit", "retract", "undo", "redo")),
        st.sampled_from(NAMES),
        st.integers(0, 1_000),
        st.integers(0, 1_000),
        ANY_TEXT,
    ),
    max_size=20,
)


def do(store: Store, game: StoredGame, deed: Deed) -> bool:
    """Edit the annotations of a game if possible, and return whether it was."""
    what, name, where, which, text = deed
    said = store.load(game.id).annotations
    own = [*said.by(name)]
    try:
        if what in ("undo", "redo"):
            take = store.annotations.undo if what == "undo" else store.annotations.redo
            take(game.id, name, 1 + where % 3)
        elif what in ("edit", "retract"):
            if not own:
                return False
            one = own[where % len(own)]
            if what == "retract":
                store.annotations.retract(game.id, one.id)
            else:
                _edit(store, game, one, which, text)
        else:
            store.annotations.add(game.id, name, _draft(store, game, said, deed))
    except (NothingToUndoError, AnnotationError, IllegalCommandError):
        return False
    return True


def _edit(store: Store, game: StoredGame, one: Annotation, which: int, text: str) -> None:
    if one.note is None:
        store.annotations.edit_variation(game.id, one.id, text)
        return
    note = one.note
    if isinstance(note, Comment) or is_title(note):
        note = replace(note, text=text)
    else:
        note = NOTES[which % len(NOTES)]
    store.annotations.edit_note(game.id, one.id, note)


def _draft(store: Store, stored: StoredGame, said: Annotations, deed: Deed) -> Draft:
    what, _, where, which, text = deed
    anchor = where % (len(stored.numbers) + 1)
    if what == "sign":
        return Draft(anchor, NOTES[which % len(NOTES)])
    if what == "title":
        return Draft(anchor, Extension(TITLE, text))
    if what == "vary":
        state = stored.game.state_at(max(anchor, 1) - 1)
        options = legal(state)
        return Draft(max(anchor, 1), line(state, [options[which % len(options)]], text))
    around = [one for one in said if one.is_variation]
    if what == "inside" and around:
        variation = around[which % len(around)]
        return comment(where % (len(variation.commands) + 1), text, variation.id)
    return Draft(anchor, Comment(text, on_position=bool(which % 2)))


Said = tuple[object, ...]


def contents_of(annotations: Annotations, variation: str = "") -> Iterator[Said]:
    """Yield the current annotations without ids: at each place the notes, then the variations with theirs."""
    inside = annotations.inside(variation)
    for one in sorted(inside, key=lambda one: (one.anchor or 0, one.is_variation)):
        content = tuple(contents_of(annotations, one.id)) if one.is_variation else ()
        yield one.author.name, one.anchor, one.note, one.name, one.time, one.commands, one.label, content
