"""A game in the store can be corrected, renamed, deleted, restored and purged; every change is listed and undone."""

import sqlite3
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.deck import chance_command, is_chance
from calimala_es.errors import (
    GameDeletedError,
    GameExistsError,
    GameIdError,
    GameNotFoundError,
    NothingToUndoError,
    StaleGameError,
)
from calimala_es.game import Game, play
from calimala_es.initial import initial, shuffled_setup
from calimala_es.legal import legal
from calimala_es.notes import Comment
from calimala_es.state import State
from calimala_es.store import PURGED, Draft, KeyGiven, PuzzleMade, Receipt, Store, StoredGame, memory_store, open_store
from calimala_es.store.recorder import GamesRecorder
from calimala_es.store.row_events import (
    GameCreated,
    GameDeleted,
    GameRenamed,
    GameRestored,
    HeadersCorrected,
    Undone,
)
from calimala_es.store.rows import EventRow, RowEvent, RowTranscoder, place_rows, rows_after, rows_of_moves
from calimala_es.store.verify import verify_game
from tests.profiles import examples, few
from tests.stores import places
from tests.stores.places import Clock
from tests.stores.programs import Program
from tests.stores.sayings import game_with
from tests.strategies import Playout

FRIDAY = Playout(3, 7)
COMMANDS = [step.command for step in FRIDAY.steps[:40]]
NAMES = [("Blue", "Maria"), ("Event", "Friday")]


@pytest.fixture(params=places.ALL)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Yield a store in every kind of place."""
    with places.fresh_store(request, request.param, tmp_path, Clock()) as store:
        yield store


def other_start(state: State) -> State:
    """Return a start with the scoring tiles the other way round, which changes nothing about the first decisions."""
    setup = replace(state.setup, council=tuple(reversed(state.setup.council)))
    return initial(setup)


def content(stored: StoredGame) -> tuple[str, Game]:
    """Return what a correction changes: the id and the game."""
    return stored.id, stored.game


def changed(store: Store, stored: StoredGame, random: Random) -> StoredGame:
    """Return a game after one change of any kind."""
    kind = random.choice(["append", "append", "append", "undo", "rewrite", "set-up", "headers", "rename", "return"])
    number = str(random.randrange(1000))
    if kind == "undo" and stored.numbers:
        return store.undo(stored, random.randint(1, min(3, len(stored.numbers))))
    if kind == "rewrite" and len(stored.numbers) > 3:
        left = len(stored.numbers) - random.randint(1, 3)
        commands = stored.game.commands[left : left + random.randint(1, 3)]
        return store.rewrite(stored, left, commands, {left + 1: left + 1}, {"Result": number})
    if kind == "set-up":
        return store.rewrite(stored, 0, stored.game.commands[:6], {}, {}, start=other_start(stored.start))
    if kind == "headers":
        return store.correct_headers(stored, {"Blue": number, "Event": random.choice([None, number])})
    if kind == "rename":
        return store.rename(stored, f"game-{number}" if stored.id == "friday" else "friday")
    if kind == "return":
        return store.return_to(stored, random.choice(stored.history.changes).version)
    state = stored.state
    new: list[Command] = []
    for _ in range(random.randint(1, 3)):
        new.append(chance_command(state, random) if is_chance(state) else random.choice(legal(state)))
        state = play(state, new[-1:]).state
    return store.append(stored, new)


@given(st.randoms(use_true_random=False))
@examples(25)
def test_a_change_is_undone_and_redone(random: Random) -> None:
    """Whatever was done before, undoing a step is the game before it and redoing is the game after it."""
    with memory_store(Clock()) as store:
        stored = store.create("friday", game_with(FRIDAY.setup, COMMANDS[:8], NAMES))
        for _ in range(random.randrange(14)):
            before = content(stored)
            stored = changed(store, stored, random)
            last = stored.history.last.change
            if last is not None and last.version == stored.version:
                undone = store.undo_step(stored)
                assert content(undone) == before
                redone = store.redo_step(undone)
                assert content(redone) == content(stored)
                stored = redone if random.random() < 0.5 else store.undo_step(redone)
        assert store.verify(stored.id) == []
        seen = [content(stored)]
        while stored.history.last.before is not None:
            stored = store.undo_step(stored)
            seen.append(content(stored))
        while len(seen) > 1:
            assert content(stored) == seen.pop()
            stored = store.redo_step(stored)
        assert [content(stored)] == seen
        assert store.verify(stored.id) == []


@given(st.randoms(use_true_random=False))
@examples(25)
def test_every_change_is_listed_and_every_version_comes_back(random: Random) -> None:
    """There are as many changes as were made, each with a version that is brought back as the game was then."""
    with memory_store(Clock()) as store:
        seen = [store.create("friday", game_with(FRIDAY.setup, COMMANDS[:8], NAMES))]
        for _ in range(random.randrange(1, 14)):
            after = changed(store, seen[-1], random)
            if after.version != seen[-1].version:
                seen.append(after)
        id = seen[-1].id
        changes = store.changes(id)
        assert [change.version for change in changes] == [one.version for one in seen]
        assert changes[0].what == "created"
        for one in seen:
            assert store.load(id, one.version).game == one.game
        then = random.choice(seen)
        assert store.return_to(id, then.version).game == then.game


def test_what_a_change_was(store: Store) -> None:
    """A change says what was done, to which commands and headers; what was undone since is not current."""
    stored = store.create("friday", game_with(FRIDAY.setup, COMMANDS[:2], NAMES))
    stored = store.append(stored, COMMANDS[2:4])
    stored = store.correct_headers(stored, {"Blue": "Marie", "Event": None})
    stored = store.rename(stored, "final")
    stored = store.rewrite(stored, 3, COMMANDS[3:4], {4: 4}, {"Result": "1-2-3"})
    stored = store.undo_step(stored)
    stored = store.undo(stored)
    found = [
        (change.what, change.numbers, change.gone, change.headers, change.id, change.current)
        for change in store.changes("final")
    ]
    assert found == [
        ("created", (1, 2), (), (), "", True),
        ("recorded", (3, 4), (), (), "", True),
        ("headers", (), (), (("Blue", "Marie"), ("Event", None)), "", True),
        ("renamed", (), (), (), "final", True),
        ("corrected", (5,), (4,), (("Result", "1-2-3"),), "", False),
        ("undone", (6,), (5,), (), "", True),
        ("undone", (), (6,), (), "", True),
    ]
    times = [change.time for change in store.changes("final")]
    assert times == sorted(time for time in times if time)


def test_a_corrected_set_up(store: Store) -> None:
    """A game begins with its corrected set-up from then on; notes go with their decisions, and what was undone before
    belongs to the old one.
    """
    stored = store.create("friday", play(FRIDAY.setup, COMMANDS[:12]))
    store.annotations.add("friday", "Anna", Draft(5, Comment("Hm.")))
    stored = store.load("friday")
    start = other_start(stored.start)
    after = store.rewrite(stored, 0, COMMANDS[:10], {place: place for place in range(1, 11)}, start=start)
    assert after.game.setup == start.setup
    assert (after.game.start, after.game.commands) == (start, tuple(COMMANDS[:10]))
    assert after.game.moves[4].notes == stored.game.moves[4].notes
    assert store.load("friday").game == after.game
    (span,) = after.undone
    assert (span.before, span.anchor, span.shared, len(span.moves)) == (stored.start, 0, 0, 12)
    assert after.redoable == 0
    assert store.summaries()[0].commands == 10
    assert store.verify("friday") == []
    assert store.undo_step(after).game == stored.game
    assert store.redo_step("friday").game == after.game


def test_a_header_that_is_corrected_at_once(store: Store) -> None:
    """A correction conflicts with what somebody else added."""
    stored = store.create("friday", game_with(FRIDAY.setup, COMMANDS[:2], NAMES))
    store.append(stored, COMMANDS[2])
    with pytest.raises(StaleGameError):
        store.correct_headers(stored, {"Blue": "Marie"})
    assert store.load("friday").game.headers == tuple(NAMES)


# Games as wholes.


def furnished(store: Store, id: str = "friday") -> StoredGame:
    """Return a game with everything that can belong to one."""
    store.create(id, game_with(FRIDAY.setup, COMMANDS[:6], NAMES), access=[KeyGiven(b"k" * 16, "owner")])
    store.append(id, COMMANDS[6], Receipt(b"r" * 16, b"b" * 16))
    store.annotations.add(id, "Anna Lindqvist", Draft(3, Comment("A secret remark.")))
    store.claims.add(id, 1, {3: COMMANDS[2]})
    store.photos.save(id, "table", b"a photo of the table")
    store.judgements.add(id, b"v" * 16, b"what the judge said")
    store.puzzles.add(f"puzzle-of-{id}", PuzzleMade(id, 1))
    return store.load(id)


def test_a_renamed_game_has_everything(store: Store) -> None:
    """Rows, annotations, rights, claims, receipts, judgements, names, photos and puzzles go with the game; the old id
    is empty.
    """
    stored = furnished(store)
    after = store.rename(stored, "final")
    assert (after.id, after.game) == ("final", stored.game)
    assert store.access.read("final").keys[0].digest == b"k" * 16
    assert store.claims.read("final")[1] == {3: COMMANDS[2]}
    assert b"r" * 16 in after.receipts
    assert store.judgements.read("final", b"v" * 16) == b"what the judge said"
    assert store.judgements.read("final", b"w" * 16) is None
    assert store.photos.read("final", "table") == b"a photo of the table"
    assert store.photos.read("friday", "table") is None
    puzzle = store.puzzles.read("puzzle-of-friday")
    assert puzzle is not None
    assert puzzle.game == "final"
    assert [line.id for line in store.summaries()] == ["final"]
    assert store.summary("friday") is None
    assert store.verify("final") == []
    with pytest.raises(GameNotFoundError, match="friday is called final now"):
        store.load("friday")
    with pytest.raises(GameNotFoundError, match="friday is called final now"):
        store.annotations.add(stored, "Anna", Draft(1, Comment("Late.")))
    with pytest.raises(StaleGameError):
        store.append(stored, COMMANDS[7])
    with pytest.raises(GameExistsError, match="an earlier id of final; choose another id"):
        store.create("friday", FRIDAY.setup)


def test_a_game_gets_an_old_id_back(store: Store) -> None:
    """A game may have an id again that it had before, with everything that was added meanwhile."""
    furnished(store)
    store.rename("friday", "final")
    store.append("final", COMMANDS[7])
    store.annotations.add("final", "Bea", Draft(8, Comment("Better.")))
    store.rename("final", "cup")
    stored = store.load("cup")
    back = store.rename(stored, "friday")
    assert back.game == stored.game
    assert store.rename("friday", "cup").game == stored.game
    assert store.photos.read("cup", "table") == b"a photo of the table"
    puzzle = store.puzzles.read("puzzle-of-friday")
    assert puzzle is not None
    assert puzzle.game == "cup"
    assert store.verify("cup") == []
    store.create("other", FRIDAY.setup)
    for taken in ("cup", "final", "friday"):
        with pytest.raises(GameExistsError):
            store.rename("other", taken)
    with pytest.raises(GameExistsError):
        store.rename("cup", "other")
    with pytest.raises(GameIdError):
        store.rename("cup", "The Cup")
    assert store.rename("cup", "cup").version == store.load("cup").version


def test_a_deleted_game_is_not_found_until_it_is_restored(store: Store) -> None:
    """Names and photos of a deleted game are erased at once; nobody finds it, and undoing restores the rest."""
    stored = furnished(store)
    store.delete("friday")
    assert store.summaries() == []
    assert [line.id for line in store.summaries(deleted=True)] == ["friday"]
    assert store.summary("friday") is None
    assert store.photos.read("friday", "table") is None
    for attempt in (
        lambda: store.load("friday"),
        lambda: store.load("friday", 3),
        lambda: store.delete("friday"),
        lambda: store.annotations.add(stored, "Anna", Draft(1, Comment("Late."))),
        lambda: store.photos.save("friday", "late", b"photo"),
        lambda: store.access.add("friday", KeyGiven(b"l" * 16, "owner")),
        lambda: store.set_header(stored, "Blue", "Maria"),
    ):
        with pytest.raises(GameDeletedError, match="friday was deleted"):
            attempt()
    with pytest.raises(StaleGameError):
        store.append(stored, COMMANDS[7])
    with pytest.raises(GameExistsError, match="restore or purge it, or choose another id"):
        store.create("friday", FRIDAY.setup)
    assert store.verify("friday") == []
    back = store.undo_step("friday")
    assert back.game.commands == stored.game.commands
    assert back.game.headers[:2] == (("Blue", "?"), ("Event", "Friday"))
    assert [one.author.name for one in back.annotations] == ["?"]
    assert [change.what for change in store.changes("friday")] == [
        "created", "recorded", "names_erased", "deleted", "restored",
    ]  # fmt: skip
    with pytest.raises(NothingToUndoError, match="was not deleted"):
        store.restore("friday")
    assert store.verify("friday") == []
    assert [line.id for line in store.summaries()] == ["friday"]


def test_a_purged_game_never_was(store: Store) -> None:
    """Nothing of a purged game remains under any id that it had; another game can have its id."""
    furnished(store)
    other = furnished(store, "other")
    store.rename("friday", "final")
    _, seen = store.changes_since(0)
    store.purge("final")
    touched, last = store.changes_since(0)
    assert last > seen
    assert not [stream for stream in touched if stream.partition("/")[0] in ("friday", "final")]
    assert store.puzzles.read("puzzle-of-friday") is None
    assert store.photos.read("final", "table") is None
    assert [line.id for line in store.summaries()] == ["other"]
    for id in ("friday", "final"):
        with pytest.raises(GameNotFoundError, match="there is no game"):
            store.load(id)
        with pytest.raises(GameNotFoundError, match="there is no game"):
            store.purge(id)
    again = store.create("final", play(FRIDAY.setup, COMMANDS[:3]))
    assert store.load("final").game == again.game
    assert store.access.read("final").keys == ()
    assert {line.id: line.commands for line in store.summaries()} == {"final": 3, "other": 7}
    assert store.load("other").game == other.game
    assert store.verify("other") == []
    store.delete("other")
    store.purge("other")
    assert store.summaries(deleted=True) == []


def test_nothing_of_a_purged_game_is_in_the_file(tmp_path: Path) -> None:
    """Neither the file nor its log contains a comment, a header, the id or a name of a purged game."""
    marks = [b"A secret remark.", b"Lindqvist", b"friday", b"a photo of the table", b"puzzle-of-friday"]
    with open_store(tmp_path / "games.db", Clock()) as store:
        for number in range(20):
            store.create(f"game-{number}", play(FRIDAY.setup, COMMANDS))
        furnished(store)
        for number in range(20, 40):
            store.create(f"game-{number}", play(FRIDAY.setup, COMMANDS))
        store.summaries()
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert all(any(mark in path.read_bytes() for path in files) for mark in marks)
        store.purge("friday")
        found = [mark for mark in marks for path in files if path.exists() and mark in path.read_bytes()]
        assert found == []
        assert len(store.summaries()) == 40
        assert store.load("game-30").game.commands == tuple(COMMANDS)


def test_what_is_not_finished_is_not_done(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that ends between erasing names and deleting leaves a game that can be deleted again; renaming is one
    transaction.
    """
    stored = furnished(store)

    class EndedError(Exception):
        """The program ended here."""

    def end(*_: object, **__: object) -> None:
        raise EndedError

    with monkeypatch.context() as patch:
        patch.setattr("calimala_es.store.store.delete_game", end)
        with pytest.raises(EndedError):
            store.delete("friday")
    assert store.load("friday").game.commands == stored.game.commands
    store.delete("friday")
    store.restore("friday")
    recorder: GamesRecorder = store._streams.recorder  # pyright: ignore[reportPrivateUsage]
    with monkeypatch.context() as patch:
        patch.setattr(type(recorder), "insert_events", end)
        with pytest.raises(EndedError):
            store.rename("friday", "final")
    assert store.load("friday").game.commands == stored.game.commands
    assert store.rename("friday", "final").game.commands == stored.game.commands


def test_a_damaged_game_is_purged(tmp_path: Path) -> None:
    """A game whose rows cannot be read can be purged."""
    path = tmp_path / "games.db"
    with open_store(path, Clock()) as store:
        furnished(store)
    with sqlite3.connect(path) as file:
        third = "(SELECT id << 20 FROM streams WHERE name = 'friday') + 3"
        file.execute(f"UPDATE stored_events SET state = x'c1' WHERE key = {third}")
    file.close()
    with open_store(path, Clock()) as store:
        store.purge("friday")
        assert store.summaries() == []


def test_setups_that_are_shuffled_again() -> None:
    """The start of a game may be corrected before anything was recorded, and several times."""
    with memory_store(Clock()) as store:
        stored = store.create("friday", shuffled_setup("bry", Random(1)))
        first = stored.game
        for seed in (2, 3):
            start = initial(shuffled_setup("bry", Random(seed)))
            stored = store.rewrite(stored, 0, [], start=start)
            assert stored.game.start == start
        assert store.undo_step(store.undo_step(stored)).game == first
        assert store.return_to("friday", stored.version).game == stored.game
        assert store.verify("friday") == []


@pytest.mark.parametrize("kind", places.LASTING)
def test_another_program_sees_what_was_done(request: pytest.FixtureRequest, kind: str, tmp_path: Path) -> None:
    """A program that has the store open finds renamed, deleted and purged games as they are."""
    place = places.fresh_place(request, kind, tmp_path)
    with open_store(place, Clock()) as ours, open_store(place, Clock()) as theirs:
        for id in ("friday", "other"):
            furnished(ours, id)
        _, seen = theirs.changes_since(0)
        assert [line.id for line in theirs.summaries()] == ["friday", "other"]
        ours.rename("friday", "final")
        assert [line.id for line in theirs.summaries()] == ["final", "other"]
        ours.delete("final")
        with pytest.raises(GameDeletedError):
            theirs.load("final")
        assert [line.id for line in theirs.summaries()] == ["other"]
        ours.purge("final")
        touched, last = theirs.changes_since(seen)
        assert PURGED in touched
        assert theirs.append("other", COMMANDS[7]).version > 8
        touched, _ = ours.changes_since(last)
        assert [*touched] == ["other"]
        assert [(line.id, line.commands) for line in ours.summaries()] == [("other", 8)]
        assert [(line.id, line.commands) for line in theirs.summaries()] == [("other", 8)]
        assert theirs.create("final", FRIDAY.setup).version == 1


def rename_and_stop(line: Connection, place: str) -> None:
    """Rename a game back and forth, reporting each id, until killed."""
    with open_store(place, Clock()) as store:
        id = "friday"
        while True:
            id = store.rename(id, "final" if id == "friday" else "friday").id
            line.send(id)


@pytest.mark.parametrize("kind", few(places.LASTING))
def test_a_killed_program_leaves_a_game_under_one_id(request: pytest.FixtureRequest, kind: str, tmp_path: Path) -> None:
    """A program that is killed while it renames leaves the whole game, under one of the two ids."""
    place = places.fresh_place(request, kind, tmp_path)
    with open_store(place, Clock()) as store:
        game = furnished(store).game
    program = Program(rename_and_stop, place)
    for _ in range(5):
        program.line.recv()
    program.process.kill()
    program.rest()
    with open_store(place, Clock()) as store:
        (line,) = store.summaries()
        assert store.load(line.id).game == game
        assert store.verify(line.id) == []
        assert store.photos.read(line.id, "table") == b"a photo of the table"
        store.rename(line.id, "cup")
        assert store.load("cup").game == game


BEGINS = GameCreated(FRIDAY.setup)


@pytest.mark.parametrize(
    ("events", "place", "message"),
    [
        ([GameRestored()], 1, "the game is restored, but was not deleted"),
        ([GameDeleted(), HeadersCorrected()], 2, "the game was deleted, and not restored before this"),
        ([GameDeleted(), Undone(1)], 2, "the game was deleted, and not restored before this"),
        ([GameRenamed("b", "a"), GameRenamed("d", "c")], 2, "the game was called b, not c"),
        ([Undone(1, begins=BEGINS)], 1, "the set-up is corrected, but 39 commands were not undone"),
        ([Undone(40, begins=GameCreated(replace(FRIDAY.setup, city="W")))], 1, "the game cannot begin: "),
        ([GameDeleted(), GameRestored(), HeadersCorrected(), Undone(40, begins=BEGINS)], 0, ""),
    ],
)
def test_impossible_rows_are_reported(events: list[RowEvent], place: int, message: str) -> None:
    """verify reports rows that no program can have written about a game as a whole, and no others."""
    rows = [EventRow(0, None, BEGINS), *rows_of_moves(play(FRIDAY.setup, COMMANDS).moves, 1, places.clock())]
    place_rows("friday", 1, rows)
    written = [*rows, *rows_after("friday", len(rows), events, places.clock())]
    stored = [(row.originator_version, RowTranscoder().encode(row)) for row in written]
    found = verify_game("friday", stored)
    assert [one.version - len(rows) for one in found] == [place] * bool(place)
    assert all(one.message.startswith(message) for one in found)


def test_the_id_of_a_purged_game_is_given_again(tmp_path: Path) -> None:
    """A program that added to a game adds to another one that has its id since, where the file has it by now."""
    path = tmp_path / "games.db"
    with open_store(path, places.clock) as ours, open_store(path, places.clock) as theirs:
        theirs.create("before", FRIDAY.setup)
        theirs.purge("before")
        for game in ("first", "friday"):
            ours.record(ours.create(game, FRIDAY.setup).id, COMMANDS[0])
        for game in ("first", "friday"):
            theirs.purge(game)
        for game in ("friday", "first"):
            theirs.create(game, FRIDAY.setup)
            ours.record(game, COMMANDS[:2])
        for game in ("friday", "first"):
            assert not theirs.verify(game)
            assert [*theirs.load(game).game.commands] == [*COMMANDS[:2]]
