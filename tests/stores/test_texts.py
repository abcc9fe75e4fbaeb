"""Annotations as text: layers, notes and variations of a record, and back; several people's in one."""

import pytest
from hypothesis import given
from msgspec.structs import replace

from calimala_es.errors import AnnotationError
from calimala_es.game import Game, play
from calimala_es.layers import layers_of
from calimala_es.notes import Comment, Extension, Glyph
from calimala_es.store import GLYPH, VARIATION, Draft, Note, Store, memory_store
from notation import dumps, loads
from replays.stored.records import NOTATION, keep_record, missing_drafts, record_of
from tests.notation.records import records
from tests.profiles import examples
from tests.stores.sayings import COMMANDS, DEEDS, FRIDAY, Clock, Deed, do, told
from tests.strategies import Playout


def made(store: Store, deeds: list[Deed]) -> Game:
    """The record of a game about which that was done."""
    game = store.create("game", FRIDAY.setup, headers=[("Event", "Friday")], commands=COMMANDS)
    for deed in deeds:
        do(store, game, deed)
    return record_of(store.load("game"))


@given(DEEDS)
@examples(60)
def test_into_text_and_back(deeds: list[Deed]) -> None:
    """What several authors say, with times, titles, names, and variations in each other, is the same after export and
    import; the text of that is the same byte for byte.
    """
    with memory_store(Clock()) as store:
        record = made(store, deeds)
        text = dumps(record)
        keep_record(store, "again", loads(text))
        assert dumps(record_of(store.load("again"))) == text
        assert [*told(store.annotations("again"))] == [*told(store.annotations("game"))]
        assert not store.verify("again")


@given(records())
@examples(25)
def test_any_text_is_annotations(record: Game) -> None:
    """What stands in any text is annotations of the authors of its layers, which no other stream has."""
    with memory_store(Clock()) as store:
        game = keep_record(store, "lily", record)
        assert not game.notes
        assert {one.author.short for one in game.annotations} <= {"", *layers_of(record)}
        assert record_of(game) == record


@given(DEEDS, DEEDS)
@examples(30)
def test_two_peoples_layers_in_one(ours: list[Deed], theirs: list[Deed]) -> None:
    """Everything that another record of the game says is said here afterwards, what both say once; taken in again,
    there is nothing more to take.
    """
    with memory_store(Clock()) as store, memory_store(Clock()) as other:
        made(store, ours)
        record = made(other, theirs)
        before = store.annotations("game")
        store.annotate("game", "", missing_drafts(store.load("game"), record))
        assert {*before} <= {*store.annotations("game")}
        assert not missing_drafts(store.load("game"), record)
        assert not missing_drafts(store.load("game"), record_of(store.load("game")))
        loads(dumps(record_of(store.load("game"))))


def test_the_same_note_is_not_doubled() -> None:
    """A text that was exported, added to by somebody else, and taken in again brings only what was added."""
    with memory_store(Clock()) as store, memory_store(Clock()) as other:
        store.create("game", FRIDAY.setup, commands=COMMANDS)
        store.annotate("game", "Maria", [Draft(5, "Hm."), Draft(7, "port", VARIATION, commands=tuple(COMMANDS[6:9]))])
        keep_record(other, "copy", record_of(store.load("game")))
        (variation,) = [one for one in other.annotations("copy") if one.is_variation]
        other.annotate("copy", "Paolo", [Draft(5, "!?", GLYPH), Draft(2, "Here.", variation=variation.id)])
        drafts = missing_drafts(store.load("game"), record_of(other.load("copy")))
        assert [(draft.text, draft.variation) for draft in drafts] == [("!?", ""), ("Here.", "1-3")]
        store.annotate("game", "", drafts)
        assert [(one.author.name, one.text) for one in store.annotations("game")] == [
            ("Maria", "Hm."),
            ("Paolo", "!?"),
            ("Maria", "port"),
            ("Paolo", "Here."),
        ]


def test_another_game_is_refused() -> None:
    """Annotations of a game that goes otherwise are not taken in."""
    with memory_store(Clock()) as store:
        store.create("game", FRIDAY.setup, commands=COMMANDS)
        for record in (play(FRIDAY.states[3]), play(Playout(4, 6).setup)):
            with pytest.raises(AnnotationError, match="no record of the same game"):
                missing_drafts(store.load("game"), record)


def test_whose_a_variation_is() -> None:
    """A variation tells its author and the time before its first decision; a title is a note of its own."""
    with memory_store(Clock()) as store:
        store.create("game", FRIDAY.setup, commands=COMMANDS)
        store.annotate("game", "Maria", Draft(7, "port", VARIATION, commands=tuple(COMMANDS[6:9])))
        store.annotate("game", "Paolo", Draft(0, "A study", "title"))
        record = record_of(store.load("game"))
    (variation,) = record.moves[6].variations
    assert variation.name == "port"
    assert variation.notes == (Extension("$by", None, layer="maria", time="2026-11-20T20:00:01Z"),)
    assert record.notes == (Extension("$title", "A study", layer="paolo", time="2026-11-20T20:00:02Z"),)
    assert layers_of(record)["maria"].author == "Maria"


def test_names_are_erased_from_texts() -> None:
    """The text of a game whose names were erased has none of them; two whose names were erased stay two."""
    with memory_store(Clock()) as store:
        headers = (("Layer", "maria it Maria Rossi"),)
        notes = (Comment("Hm.", layer="maria"), Glyph(1, layer="zoe"))
        keep_record(store, "lily", replace(play(FRIDAY.setup), headers=headers, notes=notes))
        assert "Maria Rossi" in dumps(record_of(store.load("lily")))
        store.erase_person("Maria Rossi")
        text = dumps(record_of(store.load("lily")))
        assert "maria" not in text.lower()
        assert "zoe" in text
        store.erase_names("lily")
        game = loads(dumps(record_of(store.load("lily"))))
        assert len({note.layer for note in game.notes}) == 2


def test_stores_of_one_stream_for_all() -> None:
    """Notes in the stream that all shared, as stores have them from before authors had their own, are read as before;
    what is said beside them goes into the layer of the same author.
    """
    with memory_store(Clock()) as store:
        store.create("game", FRIDAY.setup, headers=[("Layer", "maria it Maria Rossi")], commands=COMMANDS)
        store.note("game", Note(3, "&maria{Hm.} !", NOTATION), Note(3, "Ha.", author="Paolo"), Note(4, "=bry", "check"))
        store.annotate("game", "Maria Rossi", Draft(3, "Mm."))
        record = record_of(store.load("game"))
        assert [note.layer for note in record.moves[2].notes] == ["maria", "", "paolo", "maria"]
        assert {layer.author for layer in layers_of(record).values()} == {"Maria Rossi", "Paolo"}
        assert not missing_drafts(store.load("game"), record)
        keep_record(store, "again", loads(dumps(record)))
        assert record_of(store.load("again")) == record
