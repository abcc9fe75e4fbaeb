"""Stored games as text: records, layers, notes and variations, export and import, and joining several people's."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from msgspec.structs import replace

from calimala_es.errors import AnnotationError
from calimala_es.game import Game, layers_of, play
from calimala_es.notes import Comment, Extension, Glyph
from calimala_es.store import Draft, Store, memory_store, missing_drafts
from notation import dumps, loads
from tests.notation.records import records
from tests.notation.tables import game
from tests.profiles import examples
from tests.stores.places import Clock
from tests.stores.sayings import COMMANDS, DEEDS, FRIDAY, Deed, comment, contents_of, do, game_with, line
from tests.strategies import Playout

PAOLO = "2026-11-20T20:00:01Z"


def made(store: Store, deeds: list[Deed]) -> Game:
    """Make a game, let the edits happen, and return its record."""
    game = store.create("game", game_with(FRIDAY.setup, COMMANDS, [("Event", "Friday")]))
    for deed in deeds:
        do(store, game, deed)
    return store.load("game").game


def missing(store: Store, record: Game) -> list[Draft]:
    """Return what a record of the game says that the store does not."""
    stored = store.load("game")
    return missing_drafts(stored.game, stored.annotations, record)


@given(DEEDS)
@examples(60)
def test_into_text_and_back(deeds: list[Deed]) -> None:
    """The annotations of several authors, with times, titles, names and nested variations, are the same after export
    and import, and so is their text, byte for byte."""
    with memory_store(Clock()) as store:
        record = made(store, deeds)
        text = dumps(record)
        store.create("again", loads(text))
        assert dumps(store.load("again").game) == text
        assert [*contents_of(store.load("again").annotations)] == [*contents_of(store.load("game").annotations)]
        assert not store.verify("again")


@given(records())
@examples(25)
def test_any_text_is_annotations(record: Game) -> None:
    """Notes in any text become annotations of the authors of its layers, and are in no other stream."""
    with memory_store(Clock()) as store:
        stored = store.create("lily", record)
        assert {one.author.short for one in stored.annotations} <= {"", *layers_of(record)}
        assert stored.game == record


@given(DEEDS, DEEDS)
@examples(30)
def test_two_peoples_layers_in_one(ours: list[Deed], theirs: list[Deed]) -> None:
    """Importing another record of the game adds all its notes, those of both once; importing it again adds nothing."""
    with memory_store(Clock()) as store, memory_store(Clock()) as other:
        made(store, ours)
        record = made(other, theirs)
        before = store.load("game").annotations
        store.annotations.add("game", "", missing(store, record))
        assert {*before} <= {*store.load("game").annotations}
        assert not missing(store, record)
        assert not missing(store, store.load("game").game)
        loads(dumps(store.load("game").game))


def test_the_same_note_is_not_doubled() -> None:
    """Importing an exported and extended text adds only its new notes."""
    with memory_store(Clock()) as store, memory_store(Clock()) as other:
        store.create("game", play(FRIDAY.setup, COMMANDS))
        store.annotations.add(
            "game", "Maria", [comment(5, "Hm."), Draft(7, line(FRIDAY.states[6], COMMANDS[6:9], "port"))]
        )
        other.create("copy", store.load("game").game)
        (variation,) = [one for one in other.load("copy").annotations if one.is_variation]
        other.annotations.add("copy", "Paolo", [Draft(5, Glyph(5)), comment(2, "Here.", variation.id)])
        drafts = missing(store, other.load("copy").game)
        assert [(draft.content, draft.variation) for draft in drafts] == [
            (Glyph(5, layer="paolo", time=PAOLO), ""),
            (Comment("Here.", layer="paolo", time=PAOLO), "1-3"),
        ]
        store.annotations.add("game", "", drafts)
        assert [(one.author.name, one.note and type(one.note)) for one in store.load("game").annotations] == [
            ("Maria", Comment),
            ("Paolo", Glyph),
            ("Maria", None),
            ("Paolo", Comment),
        ]


def test_another_game_is_refused() -> None:
    """Annotations of a game with other decisions are not imported."""
    with memory_store(Clock()) as store:
        store.create("game", play(FRIDAY.setup, COMMANDS))
        for record in (play(FRIDAY.states[3]), play(Playout(4, 6).setup)):
            with pytest.raises(AnnotationError, match="not a record of the same game"):
                missing(store, record)


def test_whose_a_variation_is() -> None:
    """A variation has its author and time before its first decision; a title is a note of its own."""
    with memory_store(Clock()) as store:
        store.create("game", play(FRIDAY.setup, COMMANDS))
        store.annotations.add("game", "Maria", Draft(7, line(FRIDAY.states[6], COMMANDS[6:9], "port")))
        store.annotations.add("game", "Paolo", Draft(0, Extension("$title", "A study")))
        record = store.load("game").game
    (variation,) = record.moves[6].variations
    assert variation.name == "port"
    assert variation.notes == (Extension("$by", None, layer="maria", time="2026-11-20T20:00:01Z"),)
    assert record.notes == (Extension("$title", "A study", layer="paolo", time="2026-11-20T20:00:02Z"),)
    assert layers_of(record)["maria"].author == "Maria"


def test_names_are_erased_from_texts() -> None:
    """The text of a game with erased names contains none of them, and two erased people stay distinct."""
    with memory_store(Clock()) as store:
        headers = (("Layer", "maria it Maria Rossi"),)
        notes = (Comment("Hm.", layer="maria"), Glyph(1, layer="zoe"))
        store.create("lily", replace(play(FRIDAY.setup), headers=headers, notes=notes))
        assert "Maria Rossi" in dumps(store.load("lily").game)
        store.erase_person("Maria Rossi")
        text = dumps(store.load("lily").game)
        assert "maria" not in text.lower()
        assert "zoe" in text
        store.erase_names("lily")
        game = loads(dumps(store.load("lily").game))
        assert len({note.layer for note in game.notes}) == 2


# Records.


@given(records())
@examples(25)
def test_record_survives_the_store(record: Game) -> None:
    """Headers, notes of every kind, layers and variations are exported as they were imported."""
    with memory_store(lambda: datetime.now(UTC)) as store:
        store.create("lily", record)
        assert store.load("lily").game == record


def test_signed_comment_is_a_layer() -> None:
    """A comment by an author in the store is that author's layer in the record, and declared there."""
    with memory_store(lambda: datetime.now(UTC)) as store:
        store.create("lily", loads(game("1. WB W B")))
        store.annotations.add("lily", "Maria Rossi", Draft(11, Comment("why?"), dated=False))
        record = store.load("lily").game
    assert record.moves[10].notes == (Comment("why?", layer="maria-rossi"),)
    assert layers_of(record)["maria-rossi"].author == "Maria Rossi"
    assert loads(dumps(record)) == record
