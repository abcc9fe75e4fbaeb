"""Headers, comments and checks: stored beside the game, in order, without loss; names of people can be erased."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.errors import StaleGameError
from calimala_es.game import ERASED, play, settle_notes
from calimala_es.notes import AnyNote, Check, Comment, Extension, Glyph
from calimala_es.store import Store, StoredGame, memory_store, open_store
from tests.stores import places
from tests.stores.places import clock
from tests.stores.sayings import comment, game_with
from tests.strategies import Playout

FRIDAY = Playout(3, 5)
COMMANDS = FRIDAY.game.commands[:40]
WRITTEN = "2026-11-20T21:30:00Z"


@pytest.fixture(params=places.ALL)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with places.fresh_store(request, request.param, tmp_path, clock) as store:
        yield store


texts = st.text(max_size=30)
headers_of_any_kind = st.lists(st.tuples(st.sampled_from(["Blue", "Event", "Result", "Whatever"]) | texts, texts))
times = st.just("") | st.just(WRITTEN)
notes_of_any_kind = st.lists(
    st.tuples(
        st.integers(0, len(COMMANDS)),
        st.builds(Comment, text=texts, on_position=st.booleans(), layer=st.sampled_from(["", "a", "b"]), time=times)
        | st.builds(Check, word=st.just("=bry"), time=times)
        | st.builds(Glyph, number=st.integers(0, 255))
        | st.builds(Extension, word=st.just("$remark"), text=texts),
    )
)


@given(headers=headers_of_any_kind, notes=notes_of_any_kind)
def test_what_an_import_brings_is_stored(headers: list[tuple[str, str]], notes: list[tuple[int, AnyNote]]) -> None:
    """Headers are stored in their order, unknown and repeated ones included; notes of every kind in the order of their
    places, and at one place in the given order; those on the end of an activation are on the decision before it."""
    game = game_with(FRIDAY.setup, COMMANDS, headers)
    by_place = [tuple(note for anchor, note in notes if anchor == place) for place in range(len(COMMANDS) + 1)]
    moves = [replace(move, notes=said) for move, said in zip(game.moves, by_place[1:], strict=True)]
    game = replace(game, notes=by_place[0], moves=tuple(moves))
    with memory_store(clock) as store:
        assert store.create("game", game).game == store.load("game").game == settle_notes(game)


def test_headers(store: Store) -> None:
    """A header replaces one of the same name, a new one comes last, and one can be removed."""
    store.create("game", game_with(FRIDAY.setup, headers=[("Blue", "Maria"), ("X", "1"), ("Event", "e"), ("X", "2")]))
    store.set_header("game", "X", "3")
    store.set_header("game", "Date", "2026.11.20")
    store.set_header("game", "Blue", "Anna")
    stored = store.set_header("game", "Event", None)
    expected = (("Blue", "Anna"), ("X", "3"), ("Date", "2026.11.20"))
    assert stored.game.headers == store.load("game").game.headers == expected


def contents(stored: StoredGame) -> list[str]:
    """Return the texts of the notes of a game, in its order."""
    notes = chain(stored.game.notes, *(move.notes for move in stored.game.moves))
    return [note.text for note in notes if isinstance(note, Comment)]


def test_comments_follow_their_command(store: Store) -> None:
    """A comment on an undone command is not part of the game until it is redone; one on the start always is."""
    stored = store.create("game", play(FRIDAY.setup, COMMANDS))
    store.annotations.add("game", "", [comment(0, "Let us begin."), comment(39, "Hm.")])
    store.annotations.add("game", "Maria", comment(40, "A blunder!"))
    store.annotations.add("game", "", comment(40, "Really?"))
    stored = store.load("game")
    assert contents(stored) == ["Let us begin.", "Hm.", "A blunder!", "Really?"]
    assert contents(store.undo(stored)) == ["Let us begin.", "Hm."]
    redone = store.redo("game")
    assert redone.game == stored.game == store.load("game").game
    assert redone.game.moves[-1].notes[0] == Comment("A blunder!", layer="maria", time="2026-11-20T20:00:00Z")
    undone = store.undo(redone)
    other = store.append(undone, COMMANDS[-1])
    assert contents(store.load("game")) == contents(other) == ["Let us begin.", "Hm."]
    store.annotations.add(other, "", comment(40, "Better."))
    assert contents(store.load("game")) == ["Let us begin.", "Hm.", "Better."]


def test_place_that_is_not_there(store: Store) -> None:
    """A note on a moment that the game has not reached raises an error."""
    store.create("game", FRIDAY.setup)
    for anchor in (1, -1):
        with pytest.raises(StaleGameError):
            store.annotations.add("game", "", comment(anchor, "Too early."))


def test_talk_never_conflicts(store: Store) -> None:
    """Notes do not change the game: two may comment on the version that they saw, and the game goes on."""
    seen = store.create("game", play(FRIDAY.setup, COMMANDS[:10]))
    store.annotations.add(seen, "Maria", comment(3, "One."))
    store.annotations.add(seen, "Anna", comment(3, "Two."))
    store.set_header(seen, "Event", "Friday")
    assert store.append(seen, COMMANDS[10]).version == store.load("game").version
    assert contents(store.load("game")) == ["One.", "Two."]


def test_names_are_erased(store: Store) -> None:
    """A person's name can be erased from headers and as an author, in one game or all; nothing else changes."""
    headers = [("Blue", "Maria"), ("red", "Anna"), ("Scribe", "Maria"), ("Event", "Maria's evening")]
    for id in ("one", "two"):
        store.create(id, game_with(FRIDAY.setup, COMMANDS, headers))
        store.annotations.add(id, "Maria", comment(2, "Hm."))
        store.annotations.add(id, "Anna", comment(2, "Ha!"))
    assert store.erase_person("Maria") == 6
    for id in ("one", "two"):
        stored = store.load(id)
        headers_left = [("Blue", ERASED), ("red", "Anna"), ("Scribe", ERASED), ("Event", "Maria's evening")]
        assert [header for header in stored.game.headers if header[0] != "Layer"] == headers_left
        assert [(text, one.author.name) for text, one in zip(contents(stored), stored.annotations, strict=True)] == [
            ("Hm.", ERASED),
            ("Ha!", "Anna"),
        ]
        assert not store.verify(id)
    assert store.erase_names("one") == 2
    assert [one.author.name for one in store.load("one").annotations] == [ERASED, ERASED]
    assert dict(store.load("two").game.headers)["red"] == "Anna"
    assert store.set_header("one", "Blue", "Zoe").game.headers[0] == ("Blue", "Zoe")


def test_erased_is_gone_from_the_disk(tmp_path: Path) -> None:
    """An erased name is nowhere in the store's files, neither in free pages nor in logs."""
    path = tmp_path / "games.db"

    def found(name: str) -> bool:
        return any(name.encode() in file.read_bytes() for file in tmp_path.iterdir())

    with open_store(path, clock) as store:
        for number in range(300):
            headers = [("Blue", "Maria-Magdalena" if number % 3 else "Bartholomeus"), ("Red", f"Somebody {number}")]
            store.create(f"game-{number}", game_with(FRIDAY.setup, headers=headers))
        store.summaries()
        assert found("Maria-Magdalena")
        assert store.erase_person("Maria-Magdalena") == 200
        assert not found("Maria-Magdalena")
    assert not found("Maria-Magdalena")
    assert found("Bartholomeus")
