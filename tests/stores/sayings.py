"""What people do who write about a game, made up: for the laws of annotations."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count

from hypothesis import strategies as st

from calimala_es.errors import AnnotationError, IllegalCommandError, NothingToUndoError
from calimala_es.legal import legal
from calimala_es.store import VARIATION, Annotation, Annotations, Draft, Store, StoredGame
from tests.notation.records import ANY_TEXT
from tests.strategies import Playout

FRIDAY = Playout(3, 5)
COMMANDS = FRIDAY.game.commands[:30]
NAMES = ("Maria", "Paolo Rossi", "", "\u5f35\u5049")
SIGNS = {
    "glyph": ("!", "?", "$14", "?!"),
    "standing": ("b+", "=", "?", "r+++"),
    "evaluation": ("55-30-15", "12.5-0-87.5"),
    "mark": ("AS", "AS/2", "SMF.W:b", ">LIS", "b.wood"),
}


class Clock:
    """Seconds, one after the other."""

    def __init__(self) -> None:
        self._seconds = count()

    def __call__(self) -> datetime:
        return datetime(2026, 11, 20, 20, 0, tzinfo=UTC) + timedelta(seconds=next(self._seconds))


Deed = tuple[str, str, int, int, str]
"""What is done, by whom, two numbers that say where and what, and a text."""

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
    """Do something about a game, if it can be done; whether it was."""
    what, name, where, which, text = deed
    said = store.annotations(game.id)
    own = [*said.by(name)]
    try:
        if what in ("undo", "redo"):
            (store.undo_notes if what == "undo" else store.redo_notes)(game.id, name, 1 + where % 3)
        elif what in ("edit", "retract"):
            if not own:
                return False
            one = own[where % len(own)]
            if what == "retract":
                store.retract(game.id, one.id)
            else:
                store.edit(game.id, one.id, _other_text(one, which, text))
        else:
            store.annotate(game.id, name, _draft(store, game, said, deed))
    except (NothingToUndoError, AnnotationError, IllegalCommandError):
        return False
    return True


def _other_text(one: Annotation, which: int, text: str) -> str:
    signs = SIGNS.get(one.kind)
    return signs[which % len(signs)] if signs else text


def _draft(store: Store, game: StoredGame, said: Annotations, deed: Deed) -> Draft:
    what, _, where, which, text = deed
    anchor = where % (len(game.commands) + 1)
    if what == "sign":
        kind = [*SIGNS][which % len(SIGNS)]
        return Draft(anchor, SIGNS[kind][where % len(SIGNS[kind])], kind)
    if what == "title":
        return Draft(anchor, text, "title")
    if what == "vary":
        state = game.states[max(anchor, 1) - 1]
        options = legal(state)
        return Draft(max(anchor, 1), text, VARIATION, commands=(options[which % len(options)],))
    around = [one for one in said if one.is_variation]
    if what == "inside" and around:
        variation = around[which % len(around)]
        return Draft(where % (len(variation.commands) + 1), text, variation=variation.id)
    return Draft(anchor, text, ("comment", "position")[which % 2])


Said = tuple[object, ...]


def told(annotations: Annotations, variation: str = "") -> Iterator[Said]:
    """What stands, without ids: at each place the notes in their order, then the variations with what is in them."""
    inside = annotations.inside(variation)
    for one in sorted(inside, key=lambda one: (one.anchor or 0, one.is_variation)):
        commands, label = one.commands, one.label
        content = tuple(told(annotations, one.id)) if one.is_variation else ()
        yield one.author.name, one.anchor, one.kind, one.text, one.time, commands, label, content
