"""Verify judges what authors wrote as well: rows that nobody can have written are told, each with its stream."""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec
import pytest

from calimala_es.commands import PlaceDisc
from calimala_es.errors import StoreError
from calimala_es.store import Author, Draft, Store, memory_store
from calimala_es.store.annotations import Log
from calimala_es.store.row_events import (
    AnnotationEdited,
    AnnotationRetracted,
    AnnotationWritten,
    AuthorCame,
    GameCreated,
    Redone,
    ShortNameGiven,
    Undone,
)
from calimala_es.store.rows import Entry, EntryTranscoder, Fact, placed
from tests.stores.sayings import COMMANDS, FRIDAY, Clock

NOW = datetime(2026, 11, 20, tzinfo=UTC)


def written(store: Store, *rows: tuple[int, Fact], stream: str = "game/notes/1", version: int = 1) -> None:
    """Write rows that no author wrote."""
    entries = placed(stream, version, [Entry(number, NOW, event) for number, event in rows])
    store._games.events.put(entries)  # pyright: ignore[reportPrivateUsage]


CAME = (0, AuthorCame())
SAID = (1, AnnotationWritten("comment", "Hm.", 1))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([SAID], "the first row tells no author"),
        ([CAME, SAID, CAME], "author_came does not belong here"),
        ([CAME, SAID, (0, ShortNameGiven())], "stands in the second row"),
        ([CAME, SAID, (0, GameCreated(FRIDAY.setup))], "game_created does not belong here"),
        ([CAME, (3, SAID[1])], "change 3 comes after change 0"),
        ([CAME, SAID, (2, AnnotationEdited(7, "x"))], "no annotation in row 7"),
        ([CAME, SAID, (2, AnnotationRetracted(1))], "no annotation in row 1"),
        ([CAME, SAID, (0, Undone(2))], "2 changes are undone where there are 1"),
        ([CAME, SAID, (0, Redone(1))], "1 changes are redone where there are 0"),
        ([CAME, (1, AnnotationWritten("comment", "Hm.", 31))], "command 31, which the game never had"),
        (
            [CAME, (1, AnnotationWritten("variation", "", 5, commands=(COMMANDS[20],)))],  # type: ignore[arg-type]
            "the rules refuse the variation",
        ),
    ],
)
def test_rows_that_nobody_wrote(rows: Sequence[tuple[int, Fact]], message: str) -> None:
    """Each is told with the stream and the row; whoever reads the annotations is not led astray."""
    with memory_store(Clock()) as store:
        store.create("game", FRIDAY.setup, commands=COMMANDS)
        written(store, *rows)
        found = [str(difference) for difference in store.verify("game")]
        assert any(message in told and "game/notes/1" in told for told in found), found


def test_annotations_that_make_no_sense_name_their_stream() -> None:
    """Who reads the annotations of such a game is told which stream is wrong."""
    with memory_store(Clock()) as store:
        store.create("game", FRIDAY.setup, commands=COMMANDS)
        written(store, CAME, SAID, (0, Undone(2)))
        with pytest.raises(StoreError, match="game/notes/1"):
            len(store.annotations("game"))


def test_a_variation_in_itself_has_no_place() -> None:
    """Variations that stand in each other in a circle stand nowhere, and reading them comes to an end."""
    with memory_store(Clock()) as store:
        store.create("game", FRIDAY.setup, commands=COMMANDS)
        commands = tuple(COMMANDS[4:6])
        round_and_round = [
            (1, AnnotationWritten("variation", "", 1, variation=id, commands=commands))  # type: ignore[arg-type]
            for id in ("1-3", "1-2", "1-4")
        ]
        written(store, CAME, *round_and_round)
        said = store.annotations("game")
        assert len(said) == 0
        assert len(said.aside) == 3


def test_what_authors_wrote_is_as_recorded() -> None:
    """Nothing is told of what was written, undone and redone as it should."""
    with memory_store(Clock()) as store:
        store.create("game", FRIDAY.setup, commands=COMMANDS)
        store.annotate("game", "Maria", [Draft(3, "Hm."), Draft(4, "Ha.")])
        store.retract("game", "1-2")
        store.undo_notes("game", "Maria", 2)
        store.redo_notes("game", "Maria")
        store.undo("game", 30)
        assert not store.verify("game")


ROWS: tuple[list[object], ...] = (
    [0, None, [-7, True, "it", 2, True]],
    [0, None, [-8]],
    [1, None, [-9, "comment", "Hm.", 3, "", 1, "2026-11-20T19:04:11Z", [], ""]],
    [1, None, [-9, "variation", "port", 7, "", 2, "", [[5, "36", "c"]], "v1"]],
    [2, None, [-10, 3, "Mm.", None]],
    [3, None, [-11, 4]],
    [0, None, [-2, 1]],
)
"""What stands in the rows of a store that somebody has."""


def test_rows_of_stores_that_somebody_has() -> None:
    """Rows are read for good: each kind with all its fields in their order."""
    entries = [msgspec.msgpack.decode(msgspec.msgpack.encode([*row, None]), type=Entry) for row in ROWS]
    assert [entry.event for entry in entries] == [
        AuthorCame(signed=True, language="it", header=2, declared=True),
        ShortNameGiven(),
        AnnotationWritten("comment", "Hm.", 3, order=1, time="2026-11-20T19:04:11Z"),
        AnnotationWritten("variation", "port", 7, order=2, commands=(PlaceDisc("36"),), label="v1"),
        AnnotationEdited(3, "Mm."),
        AnnotationRetracted(4),
        Undone(1),
    ]
    encoded = [msgspec.msgpack.decode(EntryTranscoder().encode(entry)) for entry in entries[:6]]
    assert encoded == [[*row, None] for row in ROWS[:6]]
    log = Log(1, placed("game/notes/1", 1, entries), {1: "Maria", 2: "maria"})
    assert [(version, event.text) for version, event in sorted(log.standing.items())] == [(3, "Mm."), (4, "port")]
    assert log.author == Author("Maria", "maria", "it", 2, declared=True)
