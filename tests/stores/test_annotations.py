"""Annotations: every author has a stream of their own, in which nothing is lost and everything can be undone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given

from calimala_es.errors import (
    AnnotationError,
    IllegalCommandError,
    NothingToUndoError,
    StaleGameError,
    UnknownIdError,
)
from calimala_es.legal import legal
from calimala_es.store import (
    ERASED,
    GLYPH,
    VARIATION,
    Annotation,
    Author,
    Draft,
    Store,
    StoredGame,
    memory_store,
    open_store,
)
from calimala_es.store.annotations import MOST_TEXT, Log, Standing
from tests.profiles import examples
from tests.stores import places
from tests.stores.sayings import COMMANDS, DEEDS, FRIDAY, NAMES, Clock, Deed, do

FEW = examples(40)


@pytest.fixture(params=places.ALL)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with places.fresh_store(request, request.param, tmp_path, Clock()) as store:
        store.create("game", FRIDAY.setup, commands=COMMANDS)
        yield store


def other(game: StoredGame, number: int) -> tuple[object, ...]:
    """A decision that might have come instead of one of the game."""
    return tuple(option for option in legal(game.states[number - 1]) if option != game.commands[number - 1])[:1]


def standing(store: Store, name: str) -> list[Annotation]:
    """What stands of an author, wherever it stands."""
    said = store.annotations("game")
    return sorted((one for one in (*said, *said.aside) if one.author.name == name), key=lambda one: one.id)


# Laws.


@given(DEEDS)
@FEW
def test_undo_and_redo_know_only_ones_own(deeds: list[Deed]) -> None:
    """An author's undo gives exactly what stood of that author before, redo what stood after, however often; what
    others said stays as it is.
    """
    with memory_store(Clock()) as store:
        game = store.create("game", FRIDAY.setup, commands=COMMANDS)
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
                    done[name].append(_texts(standing(store, name)))
                    undone[name].clear()
            assert {name: _texts(standing(store, name)) for name in NAMES} == {name: done[name][-1] for name in NAMES}
        for name in NAMES:
            if len(done[name]) > 1:
                before = store.annotations("game")
                store.undo_notes("game", name, len(done[name]) - 1)
                assert not standing(store, name)
                assert store.redo_notes("game", name, len(done[name]) - 1) == before


def _texts(annotations: list[Annotation]) -> list[Annotation]:
    """The annotations wherever they stand: what others retract takes places away."""
    return [
        Annotation(one.id, one.author, one.kind, one.text, None, one.variation, one.commands) for one in annotations
    ]


@given(DEEDS)
@FEW
def test_any_prefix_of_a_stream_is_what_stood_then(deeds: list[Deed]) -> None:
    """The first rows of an author's stream give what stood when there were no more, and no id is used twice."""
    with memory_store(Clock()) as store:
        game = store.create("game", FRIDAY.setup, commands=COMMANDS)
        seen: list[tuple[int, int, Standing]] = []
        for deed in deeds:
            do(store, game, deed)
            seen += [(log.layer, log.version, dict(log.standing)) for log in store.load("game").logs]
        logs = store.load("game").logs
        for layer, version, stood in seen:
            assert Log(layer, logs[layer - 1].entries[:version], {}).standing == stood
        written = [change.id for change in store.history("game") if change.what == "written"]
        assert len(written) == len({*written})
        assert not store.verify("game")


@given(DEEDS)
@FEW
def test_history_has_everything(deeds: list[Deed]) -> None:
    """Who did what: every row of every author is told, and what stands is what the changes that stand have made."""
    with memory_store(Clock()) as store:
        game = store.create("game", FRIDAY.setup, commands=COMMANDS)
        rows = sum(do(store, game, deed) for deed in deeds)
        history = store.history("game")
        assert len(history) == rows
        assert [change.time for change in history] == sorted(change.time for change in history if change.time)
        last = {change.id: change.after for change in history if change.stands and change.id}
        said = store.annotations("game")
        assert {id for id, after in last.items() if after} == {one.id for one in (*said, *said.aside)}
        assert all(said.find(id).text == after.text for id, after in last.items() if after)


# Places.


def test_what_is_said_about_undone_commands_is_not_lost(store: Store) -> None:
    """An undone command takes what is said about it aside; redo brings it back; a new command does not get it."""
    store.annotate("game", "Maria", [Draft(30, "The last."), Draft(29, "The one before."), Draft(0, "The start.")])
    store.undo("game")
    said = store.annotations("game")
    assert [one.text for one in said] == ["The start.", "The one before."]
    assert [one.text for one in said.aside] == ["The last."]
    store.redo("game")
    assert [one.anchor for one in store.annotations("game")] == [0, 29, 30]
    game = store.undo("game")
    store.append(game, next(iter(legal(game.state))))
    assert [one.text for one in store.annotations("game").aside] == ["The last."]


def test_variations_in_each_other(store: Store) -> None:
    """A variation stands beside a decision; others speak and vary inside of it; retracted it takes them along."""
    game = store.load("game")
    first = store.annotate("game", "Maria", Draft(5, "the port", VARIATION, commands=tuple(COMMANDS[4:8])))[0]
    state = game.states[6]
    inner = store.annotate("game", "Paolo", Draft(3, kind=VARIATION, variation=first, commands=(legal(state)[0],)))[0]
    store.annotate("game", "Maria", [Draft(1, "Here!", variation=inner), Draft(0, "!", GLYPH, variation=first)])
    said = store.annotations("game")
    assert [(one.author.name, one.anchor, one.kind, one.text) for one in said] == [
        ("Maria", 5, "variation", "the port"),
        ("Maria", 0, "glyph", "!"),
        ("Paolo", 3, "variation", ""),
        ("Maria", 1, "comment", "Here!"),
    ]
    assert len({one.label for one in said if one.is_variation}) == 2
    store.retract("game", first)
    assert not store.annotations("game")
    assert len(store.annotations("game").aside) == 3
    assert store.undo_notes("game", "Maria") == said


def test_a_variation_grows(store: Store) -> None:
    """A variation gets another name, more decisions or fewer; what is said behind one that goes comes back with it."""
    id = store.annotate("game", "Maria", Draft(5, "", VARIATION, commands=tuple(COMMANDS[4:6])))[0]
    store.edit("game", id, "longer", COMMANDS[4:9])
    store.annotate("game", "Paolo", Draft(5, "Here.", variation=id))
    store.edit("game", id, commands=COMMANDS[4:7])
    assert [one.text for one in store.annotations("game")] == ["longer"]
    assert store.edit("game", id, commands=COMMANDS[4:9]).commands == tuple(COMMANDS[4:9])
    assert [one.text for one in store.annotations("game")] == ["longer", "Here."]
    with pytest.raises(AnnotationError, match="other decisions"):
        store.edit("game", id, commands=other(store.load("game"), 5))  # type: ignore[arg-type]


def test_variations_of_a_game_that_was_repaired(store: Store) -> None:
    """Behind a decision that was set right a variation may be against the rules: then it has no place, and what is
    said inside of it neither, until the game is as it was.
    """
    game = store.load("game")
    sound = tuple(legal(game.states[29])[:1])
    store.annotate("game", "Maria", Draft(30, "at the end", VARIATION, commands=sound, inside=(Draft(1, "inside"),)))
    store.annotate("game", "Maria", Draft(30, "Hm."))
    after = store.rewrite(game, 20, game.commands[20:28], {28: 30})
    place = {one.text: one.anchor for one in (*after.annotations, *after.annotations.aside)}
    assert place == {"at the end": None, "inside": None, "Hm.": 28}
    store.annotate("game", "Paolo", Draft(28, "Here."))
    assert not store.verify("game")
    back = store.return_to("game", game.version)
    assert {one.text for one in back.annotations} == {"at the end", "inside", "Hm.", "Here."}
    assert not store.verify("game")


# What cannot be said.


@pytest.mark.parametrize(
    ("draft", "error"),
    [
        (Draft(31, "Too late."), StaleGameError),
        (Draft(-1, "Too early."), StaleGameError),
        (Draft(1, "x" * (MOST_TEXT + 1)), AnnotationError),
        (Draft(1, "x", "No kind"), AnnotationError),
        (Draft(1, "x", VARIATION), AnnotationError),
        (Draft(0, "x", VARIATION, commands=tuple(COMMANDS[:1])), AnnotationError),
        (Draft(1, "x", commands=tuple(COMMANDS[:1])), AnnotationError),
        (Draft(5, "x", VARIATION, commands=tuple(COMMANDS[20:21])), IllegalCommandError),
        (Draft(1, "x", variation="1-77"), UnknownIdError),
        (Draft(1, "x", variation="../.."), UnknownIdError),
        (Draft(1, "x", author=Author(" Maria")), AnnotationError),
        (Draft(1, "x", author=Author("", "No short name")), AnnotationError),
    ],
)
def test_what_cannot_be_said(store: Store, draft: Draft, error: type[Exception]) -> None:
    """What makes no sense is refused with its reason, and nothing of that change is saved."""
    with pytest.raises(error):
        store.annotate("game", "Maria", [Draft(1, "Sound."), draft])
    assert not store.history("game")
    assert not store.verify("game")


def test_only_a_current_annotation_can_be_changed(store: Store) -> None:
    """An id that never was, was undone or was retracted is told; so is an undo of more than there is."""
    (id,) = store.annotate("game", "Maria", Draft(3, "Hm."))
    for change in (lambda: store.edit("game", "1-99", "x"), lambda: store.retract("game", "x")):
        with pytest.raises(UnknownIdError):
            change()
    store.retract("game", id)
    with pytest.raises(UnknownIdError):
        store.edit("game", id, "x")
    for name, number in (("Maria", 3), ("Paolo", 1), ("", 1), ("Maria", 0)):
        with pytest.raises(NothingToUndoError):
            store.undo_notes("game", name, number)
    with pytest.raises(NothingToUndoError):
        store.redo_notes("game", "Maria")


# Several at once.


def test_authors_never_conflict(store: Store) -> None:
    """Two who saw the same game both speak, even if both begin to; one author twice is told, and nothing is saved."""
    seen = store.load("game")
    store.annotate(seen, "Maria", Draft(1, "One."))
    store.annotate(seen, "Paolo", Draft(1, "Two."))
    with pytest.raises(StaleGameError):
        store.annotate(seen, "Maria", Draft(1, "Three."))
    again = store.load("game")
    store.annotate(again, "Paolo", Draft(1, "Four."))
    store.annotate(again, "Maria", Draft(1, "Five."))
    for change in (lambda: store.edit(again, "1-2", "x"), lambda: store.retract(again, "2-2")):
        with pytest.raises(StaleGameError):
            change()
    assert [one.text for one in store.annotations("game")] == ["One.", "Two.", "Five.", "Four."]
    assert store.append(seen, legal(seen.state)[0]).version > seen.version


# Names.


def test_names_are_in_no_stream(tmp_path: Path) -> None:
    """Neither the stream of an author nor any row of it has the name: erased, it is gone from the files altogether."""
    path = tmp_path / "games.db"

    def found() -> bool:
        return any(b"Maria-Magdalena" in file.read_bytes() for file in tmp_path.iterdir())

    with open_store(path, Clock()) as store:
        for id in ("one", "two"):
            store.create(id, FRIDAY.setup, commands=COMMANDS)
            store.annotate(id, Author("Maria-Magdalena", "maria", "it"), Draft(1, "Hm."))
            store.annotate(id, "Paolo", Draft(1, "Ha."))
        assert found()
        store.erase_person("Maria-Magdalena")
        assert not found()
        for id in ("one", "two"):
            authors = store.annotations(id).authors
            assert [(author.name, author.short) for author in authors] == [(ERASED, ""), ("Paolo", "")]
            assert [one.text for one in store.annotations(id)] == ["Hm.", "Ha."]
            assert not store.verify(id)
        assert store.edit("one", "1-3", "Mm.").text == "Mm."
        assert store.annotate("one", "Maria-Magdalena", Draft(2, "I am back.")) == ("3-2",)
        assert store.erase_names("one") == 2
        assert [author.name for author in store.annotations("one").authors] == [ERASED] * 3
