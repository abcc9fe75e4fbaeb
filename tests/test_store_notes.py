"""Headers, comments and checks: kept beside the game, in order, without loss; names of people can be erased."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.errors import StaleGameError
from calimala_es.store import CHECK, ERASED, Note, Store, memory_store, open_store
from tests.stores import places
from tests.stores.places import clock
from tests.strategies import Playout

FRIDAY = Playout(3, 5)
COMMANDS = FRIDAY.game.commands[:40]
WRITTEN = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)


@pytest.fixture(params=places.ALL)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with places.fresh_store(request, request.param, tmp_path, clock) as store:
        yield store


texts = st.text(max_size=30)
headers_of_any_kind = st.lists(st.tuples(st.sampled_from(["Blue", "Event", "Result", "Whatever"]) | texts, texts))
notes_of_any_kind = st.lists(
    st.builds(
        Note,
        anchor=st.integers(0, len(COMMANDS)),
        text=texts,
        kind=st.sampled_from(["comment", "check", "glyph"]),
        author=texts,
        time=st.none() | st.just(WRITTEN),
    )
)


@given(headers=headers_of_any_kind, notes=notes_of_any_kind)
def test_what_an_import_brings_is_stored(headers: list[tuple[str, str]], notes: list[Note]) -> None:
    """Headers in their order, unknown and repeated ones included; notes of every kind, several at one place and at the
    start included, in the order of their places and at one place in that in which they were given.
    """
    with memory_store(clock) as store:
        made = store.create("game", FRIDAY.setup, headers=headers, commands=COMMANDS, notes=notes)
        for game in (made, store.load("game")):
            assert game.headers == tuple(headers)
            assert game.notes == tuple(sorted(notes, key=lambda note: note.anchor))


def test_headers(store: Store) -> None:
    """A header takes the place of one of its name, a new one comes last, and one can be taken out."""
    store.create("game", FRIDAY.setup, headers=[("Blue", "Maria"), ("X", "1"), ("Event", "e"), ("X", "2")])
    store.set_header("game", "X", "3")
    store.set_header("game", "Date", "2026.11.20")
    store.set_header("game", "Blue", "Anna")
    game = store.set_header("game", "Event", None)
    expected = (("Blue", "Anna"), ("X", "3"), ("Date", "2026.11.20"))
    assert game.headers == store.load("game").headers == expected


def test_comments_follow_their_command(store: Store) -> None:
    """A comment is about a command: undone it is not part of the game, redone it is again; the start always is."""
    store.create("game", FRIDAY.setup, commands=COMMANDS)
    store.comment("game", 0, "Let us begin.")
    store.comment("game", 40, "A blunder!", author="Maria")
    game = store.note("game", Note(39, "=bry", CHECK), Note(40, "Really?"))
    said = [note.text for note in game.notes]
    assert said == ["Let us begin.", "=bry", "A blunder!", "Really?"]
    assert [note.text for note in store.undo(game).notes] == ["Let us begin.", "=bry"]
    redone = store.redo("game")
    assert redone.notes == game.notes == store.load("game").notes
    assert redone.notes[2] == Note(40, "A blunder!", author="Maria")
    undone = store.undo(redone)
    other = store.append(undone, COMMANDS[-1])
    assert [note.text for note in store.load("game").notes] == [note.text for note in other.notes]
    assert store.comment(other, 40, "Better.").notes[-1] == Note(40, "Better.")


def test_place_that_is_not_there(store: Store) -> None:
    """Nothing can be said about a moment that the game has not reached."""
    store.create("game", FRIDAY.setup)
    for anchor in (1, -1):
        with pytest.raises(StaleGameError):
            store.comment("game", anchor, "Too early.")


def test_talk_never_conflicts(store: Store) -> None:
    """What is said about a game does not change it: two may comment on what they saw, and the game goes on."""
    seen = store.create("game", FRIDAY.setup, commands=COMMANDS[:10])
    store.comment(seen, 3, "One.")
    store.comment(seen, 3, "Two.")
    assert store.append(seen, COMMANDS[10]).version == store.load("game").version
    assert [note.text for note in store.load("game").notes] == ["One.", "Two."]


def test_names_are_erased(store: Store) -> None:
    """On request a person's name goes from the headers and as an author, in one game or everywhere; all else stays."""
    for id in ("one", "two"):
        store.create(
            id,
            FRIDAY.setup,
            headers=[("Blue", "Maria"), ("red", "Anna"), ("Scribe", "Maria"), ("Event", "Maria's evening")],
            commands=COMMANDS,
            notes=[Note(2, "Hm.", author="Maria"), Note(2, "Ha!", author="Anna")],
        )
    assert store.erase_person("Maria") == 6
    for id in ("one", "two"):
        game = store.load(id)
        assert game.headers == (("Blue", ERASED), ("red", "Anna"), ("Scribe", ERASED), ("Event", "Maria's evening"))
        assert [(note.text, note.author) for note in game.notes] == [("Hm.", ERASED), ("Ha!", "Anna")]
        assert not store.verify(id)
    assert store.erase_names("one") == 2
    assert [note.author for note in store.load("one").notes] == [ERASED, ERASED]
    assert dict(store.load("two").headers)["red"] == "Anna"
    assert store.set_header("one", "Blue", "Zoe").headers[0] == ("Blue", "Zoe")


def test_erased_is_gone_from_the_disk(tmp_path: Path) -> None:
    """An erased name stands nowhere in the store's files: no free page, no log has it."""
    path = tmp_path / "games.db"

    def found(name: str) -> bool:
        return any(name.encode() in file.read_bytes() for file in tmp_path.iterdir())

    with open_store(path, clock) as store:
        for number in range(300):
            headers = [("Blue", "Maria-Magdalena" if number % 3 else "Bartholomeus"), ("Red", f"Somebody {number}")]
            store.create(f"game-{number}", FRIDAY.setup, headers=headers)
        store.summaries()
        assert found("Maria-Magdalena")
        assert store.erase_person("Maria-Magdalena") == 200
        assert not found("Maria-Magdalena")
    assert not found("Maria-Magdalena")
    assert found("Bartholomeus")
