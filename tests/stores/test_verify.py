"""Verify checks what authors wrote as well: impossible rows are reported, each with its stream."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import cast

import msgspec
import pytest

from calimala_es.commands import PlaceDisc
from calimala_es.errors import StoreError
from calimala_es.game import play
from calimala_es.notes import Comment, Glyph
from calimala_es.store import Author, Store, memory_store
from calimala_es.store.annotations import AuthorLog
from calimala_es.store.row_events import (
    AnnotationRetracted,
    AnyCommand,
    AuthorAdded,
    GameCreated,
    NoteEdited,
    NoteWritten,
    Redone,
    ShortNameGiven,
    Undone,
    VariationEdited,
    VariationWritten,
)
from calimala_es.store.rows import EventRow, RowEvent, RowTranscoder, place_rows
from tests.stores.places import Clock
from tests.stores.sayings import COMMANDS, FRIDAY, comment

NOW = datetime(2026, 11, 20, tzinfo=UTC)


def written(store: Store, *rows: tuple[int, RowEvent], stream: str = "game/notes/1", version: int = 1) -> None:
    """Write rows that no author wrote."""
    entries = place_rows(stream, version, [EventRow(number, NOW, event) for number, event in rows])
    store._streams.games.events.put(entries)  # pyright: ignore[reportPrivateUsage]


Commands = tuple[AnyCommand, ...]

CAME = (0, AuthorAdded())
SAID = (1, NoteWritten(Comment("Hm."), 1))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([SAID], "the first row has no author"),
        ([CAME, SAID, CAME], "author_added does not belong here"),
        ([CAME, SAID, (0, ShortNameGiven())], "belongs in the second row"),
        ([CAME, SAID, (0, GameCreated(FRIDAY.setup))], "game_created does not belong here"),
        ([CAME, (3, SAID[1])], "change 3 comes after change 0"),
        ([CAME, SAID, (2, NoteEdited(7, Comment("x")))], "no annotation in row 7"),
        ([CAME, SAID, (2, AnnotationRetracted(1))], "no annotation in row 1"),
        ([CAME, SAID, (0, Undone(2))], "2 changes are undone, but there are only 1"),
        ([CAME, SAID, (0, Redone(1))], "1 changes are redone, but there are only 0"),
        ([CAME, (1, NoteWritten(Comment("Hm."), 31))], "command 31, which the game never had"),
        (
            [CAME, (1, VariationWritten(cast("Commands", (COMMANDS[20],)), 5))],
            "the variation is illegal",
        ),
    ],
)
def test_impossible_rows_are_reported(rows: Sequence[tuple[int, RowEvent]], message: str) -> None:
    """An impossible row is reported with its stream, and reading the annotations does not use it."""
    with memory_store(Clock()) as store:
        store.create("game", play(FRIDAY.setup, COMMANDS))
        written(store, *rows)
        found = [str(difference) for difference in store.verify("game")]
        assert any(message in difference and "game/notes/1" in difference for difference in found), found


def test_annotations_that_make_no_sense_name_their_stream() -> None:
    """The error about impossible annotations of a game names the stream."""
    with memory_store(Clock()) as store:
        store.create("game", play(FRIDAY.setup, COMMANDS))
        written(store, CAME, SAID, (0, Undone(2)))
        with pytest.raises(StoreError, match="game/notes/1"):
            len(store.load("game").annotations)


def test_a_variation_in_itself_has_no_place() -> None:
    """Variations that contain each other in a circle have no place, and reading them ends."""
    with memory_store(Clock()) as store:
        store.create("game", play(FRIDAY.setup, COMMANDS))
        commands = cast("Commands", tuple(COMMANDS[4:6]))
        round_and_round = [(1, VariationWritten(commands, 1, id)) for id in ("1-3", "1-2", "1-4")]
        written(store, CAME, *round_and_round)
        said = store.load("game").annotations
        assert len(said) == 0
        assert len(said.unplaced) == 3


def test_what_authors_wrote_is_as_recorded() -> None:
    """verify reports nothing about annotations that were added, undone and redone."""
    with memory_store(Clock()) as store:
        store.create("game", play(FRIDAY.setup, COMMANDS))
        store.annotations.add("game", "Maria", [comment(3, "Hm."), comment(4, "Ha.")])
        store.annotations.retract("game", "1-2")
        store.annotations.undo("game", "Maria", 2)
        store.annotations.redo("game", "Maria")
        store.undo("game", 30)
        assert not store.verify("game")


ROWS: tuple[list[object], ...] = (
    [0, None, [-6, True, "it", 2, True]],
    [0, None, [-7]],
    [
        1,
        None,
        [
            -8,
            {"type": "comment", "layer": "", "time": "2026-11-20T19:04:11Z", "text": "Hm.", "on_position": False},
            3,
            "",
            1,
        ],
    ],
    [1, None, [-9, [[5, "36", "c"]], 7, "", 2, "port", "v1", ""]],
    [2, None, [-10, 3, {"type": "glyph", "layer": "", "time": "", "number": 5}]],
    [2, None, [-11, 4, "the port", None]],
    [3, None, [-12, 4]],
    [0, None, [-2, 1, [], 0, 0, None]],
)
"""Rows of an author's stream, one of each kind."""


def test_layout_of_rows() -> None:
    """Each kind of row has all its fields in order, and a note is stored as a struct."""
    rows = [msgspec.msgpack.decode(msgspec.msgpack.encode([*row, None]), type=EventRow) for row in ROWS]
    assert [row.event for row in rows] == [
        AuthorAdded(signed=True, language="it", header=2, declared=True),
        ShortNameGiven(),
        NoteWritten(Comment("Hm.", time="2026-11-20T19:04:11Z"), 3, order=1),
        VariationWritten((PlaceDisc("36"),), 7, order=2, name="port", label="v1"),
        NoteEdited(3, Glyph(5)),
        VariationEdited(4, "the port"),
        AnnotationRetracted(4),
        Undone(1),
    ]
    encoded = [msgspec.msgpack.decode(RowTranscoder().encode(row)[:-4]) for row in rows]
    assert encoded == [[*row, None] for row in ROWS]
    log = AuthorLog(1, place_rows("game/notes/1", 1, rows), {1: "Maria", 2: "maria"})
    assert sorted(log.current.items()) == [
        (3, NoteWritten(Glyph(5), 3, order=1)),
        (4, VariationWritten((PlaceDisc("36"),), 7, order=2, name="the port", label="v1")),
    ]
    assert log.author == Author("Maria", "maria", "it", 2, declared=True)
