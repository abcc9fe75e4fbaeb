"""Between a text and the store: nothing that is written about a game is lost."""

from datetime import UTC, datetime

from hypothesis import given

from calimala_es.game import Game, layers_of
from calimala_es.notes import Comment
from calimala_es.store import Draft, memory_store
from notation import dumps, loads
from tests.notation.records import records
from tests.notation.tables import game
from tests.profiles import examples


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
