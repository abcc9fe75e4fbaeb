"""Annotations: every author has a stream, in which nothing is lost and everything can be undone."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import NoneType

import pytest
from hypothesis import given
from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.errors import (
    AnnotationError,
    IllegalCommandError,
    NothingToUndoError,
    StaleGameError,
    UnknownIdError,
)
from calimala_es.game import ERASED, Variation, moves_from, play
from calimala_es.legal import legal
from calimala_es.notes import Comment, Extension, Glyph
from calimala_es.store import (
    Annotation,
    Author,
    Draft,
    Store,
    StoredGame,
    memory_store,
    open_store,
)
from calimala_es.store.annotations import MOST_TEXT, AuthorLog, Written
from tests.profiles import examples, few
from tests.stores import places
from tests.stores.places import Clock
from tests.stores.sayings import COMMANDS, DEEDS, FRIDAY, NAMES, Deed, comment, do, line, text_of

FEW = examples(40)


@pytest.fixture(params=few(places.ALL, 2))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with places.fresh_store(request, request.param, tmp_path, Clock()) as store:
        store.create("game", play(FRIDAY.setup, COMMANDS))
        yield store


def other(stored: StoredGame, number: int) -> tuple[Command, ...]:
    """Return a decision that could have replaced one of the game."""
    return tuple(
        option for option in legal(stored.game.states[number - 1]) if option != stored.game.commands[number - 1]
    )[:1]


def current_of(store: Store, name: str) -> list[Annotation]:
    """Return the current annotations of an author, at every place."""
    said = store.load("game").annotations
    return sorted((one for one in (*said, *said.unplaced) if one.author.name == name), key=lambda one: one.id)


# Laws.


@given(DEEDS)
@FEW
def test_undo_and_redo_know_only_ones_own(deeds: list[Deed]) -> None:
    """An author's undo restores that author's previous annotations exactly, redo the later ones, and neither changes
    anything of other authors."""
    with memory_store(Clock()) as store:
        game = store.create("game", play(FRIDAY.setup, COMMANDS))
        done: dict[str, list[list[Annotation]]] = {name: [[]] for name in NAMES}
        undone: dict[str, list[list[Annotation]]] = {name: [] for name in NAMES}
        for deed in deeds:
            if do(store, game, deed):
                what, name, where, *_ = deed
                if what == "undo":
                    undone[name] += [done[name].pop() for _ in range(1 + where % 3)]
                elif what == "redo":
                    done[name] += [undone[name].pop() for _ in range(1 + where % 3)]
                else:
                    done[name].append(_texts(current_of(store, name)))
                    undone[name].clear()
            assert {name: _texts(current_of(store, name)) for name in NAMES} == {name: done[name][-1] for name in NAMES}
        for name in NAMES:
            if len(done[name]) > 1:
                before = store.load("game").annotations
                store.annotations.undo("game", name, len(done[name]) - 1)
                assert not current_of(store, name)
                store.annotations.redo("game", name, len(done[name]) - 1)
                assert store.load("game").annotations == before


def _texts(annotations: list[Annotation]) -> list[Annotation]:
    """Return the annotations at every place; retracting those of others removes places."""
    return [
        Annotation(one.id, one.author, None, one.note, one.variation, one.commands, one.name) for one in annotations
    ]


@given(DEEDS)
@FEW
def test_the_first_rows_of_a_stream_give_the_annotations_of_that_moment(deeds: list[Deed]) -> None:
    """The first rows of an author's stream give the annotations of that moment, and no id is used twice."""
    with memory_store(Clock()) as store:
        game = store.create("game", play(FRIDAY.setup, COMMANDS))
        seen: list[tuple[int, int, Mapping[int, Written]]] = []
        for deed in deeds:
            do(store, game, deed)
            seen += [(log.layer, log.version, dict(log.current)) for log in store.load("game").logs]
        logs = store.load("game").logs
        for layer, version, stood in seen:
            assert AuthorLog(layer, logs[layer - 1].rows[:version], {}).current == stood
        written = [change.id for change in store.load("game").annotations.history if change.what == "written"]
        assert len(written) == len({*written})
        assert not store.verify("game")


@given(DEEDS)
@FEW
def test_history_has_everything(deeds: list[Deed]) -> None:
    """The history contains every row of every author, and the current annotations follow from the current changes."""
    with memory_store(Clock()) as store:
        game = store.create("game", play(FRIDAY.setup, COMMANDS))
        rows = sum(do(store, game, deed) for deed in deeds)
        history = store.load("game").annotations.history
        assert len(history) == rows
        assert [change.time for change in history] == sorted(change.time for change in history if change.time)
        last = {change.id: change.after for change in history if change.current and change.id}
        said = store.load("game").annotations
        assert {id for id, after in last.items() if after} == {one.id for one in (*said, *said.unplaced)}
        assert all(text_of(said.find(id)) == text_of(after) for id, after in last.items() if after)


# Places.


def test_what_is_said_about_undone_commands_is_not_lost(store: Store) -> None:
    """Annotations of an undone command are hidden; redo shows them again; a new command does not get them."""
    store.annotations.add(
        "game", "Maria", [comment(30, "The last."), comment(29, "The one before."), comment(0, "The start.")]
    )
    store.undo("game")
    said = store.load("game").annotations
    assert [text_of(one) for one in said] == ["The start.", "The one before."]
    assert [text_of(one) for one in said.unplaced] == ["The last."]
    store.redo("game")
    assert [one.anchor for one in store.load("game").annotations] == [0, 29, 30]
    game = store.undo("game")
    store.append(game, next(iter(legal(game.state))))
    assert [text_of(one) for one in store.load("game").annotations.unplaced] == ["The last."]


def test_variations_in_each_other(store: Store) -> None:
    """A variation of a decision can have notes and variations of others inside; retracting it hides them too."""
    stored = store.load("game")
    variation = line(stored.game.states[4], COMMANDS[4:8], "the port")
    first = store.annotations.add("game", "Maria", Draft(5, variation))[0]
    state = stored.game.states[6]
    inner = store.annotations.add("game", "Paolo", Draft(3, line(state, legal(state)[:1]), first))[0]
    store.annotations.add("game", "Maria", [comment(1, "Here!", inner), Draft(0, Glyph(1), first)])
    said = store.load("game").annotations
    assert [(one.author.name, one.anchor, type(one.note), text_of(one)) for one in said] == [
        ("Maria", 5, NoneType, "the port"),
        ("Maria", 0, Glyph, ""),
        ("Paolo", 3, NoneType, ""),
        ("Maria", 1, Comment, "Here!"),
    ]
    assert len({one.label for one in said if one.is_variation}) == 2
    store.annotations.retract("game", first)
    assert not store.load("game").annotations
    assert len(store.load("game").annotations.unplaced) == 3
    store.annotations.undo("game", "Maria")
    assert store.load("game").annotations == said


def test_a_variation_grows(store: Store) -> None:
    """A variation can be renamed, extended and shortened; notes on a removed decision return with the decision."""
    write = store.annotations
    id = write.add("game", "Maria", Draft(5, line(FRIDAY.states[4], COMMANDS[4:6])))[0]
    write.edit_variation("game", id, "longer", COMMANDS[4:9])
    write.add("game", "Paolo", comment(5, "Here.", id))
    write.edit_variation("game", id, commands=COMMANDS[4:7])
    assert [text_of(one) for one in store.load("game").annotations] == ["longer"]
    write.edit_variation("game", id, commands=COMMANDS[4:9])
    assert store.load("game").annotations.find(id).commands == tuple(COMMANDS[4:9])
    assert [text_of(one) for one in store.load("game").annotations] == ["longer", "Here."]
    with pytest.raises(AnnotationError, match="other decisions"):
        write.edit_variation("game", id, commands=other(store.load("game"), 5))
    with pytest.raises(AnnotationError, match="not a note"):
        write.edit_note("game", id, Comment("x"))


def test_variations_of_a_game_that_was_repaired(store: Store) -> None:
    """After a correction a variation may be illegal: then it and everything inside it have no place until the game is
    as it was."""
    stored = store.load("game")
    state = stored.game.states[29]
    (move,) = moves_from(state, legal(state)[:1])
    variation = Variation("", (replace(move, notes=(Comment("inside"),)),), "at the end")
    store.annotations.add("game", "Maria", Draft(30, variation))
    store.annotations.add("game", "Maria", comment(30, "Hm."))
    after = store.rewrite(stored, 20, stored.game.commands[20:28], {28: 30})
    place = {text_of(one): one.anchor for one in (*after.annotations, *after.annotations.unplaced)}
    assert place == {"at the end": None, "inside": None, "Hm.": 28}
    store.annotations.add("game", "Paolo", comment(28, "Here."))
    assert not store.verify("game")
    back = store.return_to("game", stored.version)
    assert {text_of(one) for one in back.annotations} == {"at the end", "inside", "Hm.", "Here."}
    assert not store.verify("game")


# What cannot be said.


@pytest.mark.parametrize(
    ("draft", "error"),
    [
        (comment(31, "Too late."), StaleGameError),
        (comment(-1, "Too early."), StaleGameError),
        (comment(1, "x" * (MOST_TEXT + 1)), AnnotationError),
        (Draft(1, Extension("No kind", "x")), AnnotationError),
        (Draft(1, Variation("", (), "x")), AnnotationError),
        (Draft(1, line(FRIDAY.setup, COMMANDS[:1], "x", "No label")), AnnotationError),
        (Draft(0, line(FRIDAY.setup, COMMANDS[:1], "x")), AnnotationError),
        (Draft(5, line(FRIDAY.states[20], COMMANDS[20:21], "x")), IllegalCommandError),
        (comment(1, "x", "1-77"), UnknownIdError),
        (comment(1, "x", "../.."), UnknownIdError),
        (Draft(1, Comment("x"), authors={"": Author(" Maria")}), AnnotationError),
        (Draft(1, Comment("x", layer="No short name")), AnnotationError),
    ],
)
def test_what_cannot_be_said(store: Store, draft: Draft, error: type[Exception]) -> None:
    """An annotation that makes no sense is an error with its reason, and nothing of that change is saved."""
    with pytest.raises(error):
        store.annotations.add("game", "Maria", [comment(1, "Sound."), draft])
    assert not store.load("game").annotations.history
    assert not store.verify("game")


def test_only_a_current_annotation_can_be_changed(store: Store) -> None:
    """Changing an unknown, undone or retracted annotation, or undoing more than there is, raises an error."""
    (id,) = store.annotations.add("game", "Maria", comment(3, "Hm."))
    changes: tuple[Callable[[], None], ...] = (
        lambda: store.annotations.edit_note("game", "1-99", Comment("x")),
        lambda: store.annotations.retract("game", "x"),
    )
    for change in changes:
        with pytest.raises(UnknownIdError):
            change()
    store.annotations.retract("game", id)
    with pytest.raises(UnknownIdError):
        store.annotations.edit_note("game", id, Comment("x"))
    for name, number in (("Maria", 3), ("Paolo", 1), ("", 1), ("Maria", 0)):
        with pytest.raises(NothingToUndoError):
            store.annotations.undo("game", name, number)
    with pytest.raises(NothingToUndoError):
        store.annotations.redo("game", "Maria")


# Several at once.


def test_authors_never_conflict(store: Store) -> None:
    """Two authors who saw the same game can both write; one author twice gets an error, and nothing is saved."""
    seen = store.load("game")
    store.annotations.add(seen, "Maria", comment(1, "One."))
    store.annotations.add(seen, "Paolo", comment(1, "Two."))
    with pytest.raises(StaleGameError):
        store.annotations.add(seen, "Maria", comment(1, "Three."))
    again = store.load("game")
    store.annotations.add(again, "Paolo", comment(1, "Four."))
    store.annotations.add(again, "Maria", comment(1, "Five."))
    changes: tuple[Callable[[], None], ...] = (
        lambda: store.annotations.edit_note(again, "1-2", Comment("x")),
        lambda: store.annotations.retract(again, "2-2"),
    )
    for change in changes:
        with pytest.raises(StaleGameError):
            change()
    assert [text_of(one) for one in store.load("game").annotations] == ["One.", "Two.", "Five.", "Four."]
    assert store.append(seen, legal(seen.state)[0]).version > seen.version


# Names.


def test_names_are_in_no_stream(tmp_path: Path) -> None:
    """Neither an author's stream nor its rows contain the name: once erased, it is gone from the files."""
    path = tmp_path / "games.db"

    def found() -> bool:
        return any(b"Maria-Magdalena" in file.read_bytes() for file in tmp_path.iterdir())

    with open_store(path, Clock()) as store:
        for id in ("one", "two"):
            store.create(id, play(FRIDAY.setup, COMMANDS))
            store.annotations.add(id, Author("Maria-Magdalena", "maria", "it"), comment(1, "Hm."))
            store.annotations.add(id, "Paolo", comment(1, "Ha."))
        assert found()
        store.erase_person("Maria-Magdalena")
        assert not found()
        for id in ("one", "two"):
            authors = store.load(id).annotations.authors
            assert [(author.name, author.short) for author in authors] == [(ERASED, ""), ("Paolo", "")]
            assert [text_of(one) for one in store.load(id).annotations] == ["Hm.", "Ha."]
            assert not store.verify(id)
        store.annotations.edit_note("one", "1-3", Comment("Mm."))
        assert text_of(store.load("one").annotations.find("1-3")) == "Mm."
        assert store.annotations.add("one", "Maria-Magdalena", comment(2, "I am back.")) == ("3-2",)
        assert store.erase_names("one") == 2
        assert [author.name for author in store.load("one").annotations.authors] == [ERASED] * 3
