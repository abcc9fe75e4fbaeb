"""Going through a text with a visitor: everything is told, in order, and what is skipped is not."""

from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from calimala_es.commands import Command
from calimala_es.decide import step
from calimala_es.events import Event
from calimala_es.state import State
from notation import NotationError, Record, dumps, read_games
from notation.errors import Finding
from notation.notes import AnyNote
from notation.record import Move, Variation
from notation.visitor import SKIP, Skip, Visitor, visit
from notation.writer import start_of
from tests.notation.records import records
from tests.notation.test_tree import START
from tests.strategies import KNOWN, WITH_MISTAKES

Told = tuple[Any, ...]


class Listener(Visitor[list[Told]]):
    """Keeps what it is told; skips games from a line on, and variations of some ids."""

    def __init__(self, skipped: frozenset[str] = frozenset(), *, skips_games: bool = False) -> None:
        self.skipped = skipped
        self.skips_games = skips_games
        self.told: list[Told] = []

    def begin_game(self, line: int) -> None:
        self.told = [("game", line)]

    def header(self, name: str, value: str) -> None:
        self.told.append(("header", name, value))

    def end_headers(self, start: State | None) -> Skip | None:
        self.told.append(("start", start))
        return SKIP if self.skips_games else None

    def note(self, note: AnyNote, state: State) -> None:
        self.told.append(("note", note, state))

    def decision(self, before: State, command: Command, events: Sequence[Event], after: State) -> None:
        assert step(before, command) == ([*events], after)
        self.told.append(("decision", before, command, after))

    def begin_variation(self, variation: Variation, before: State) -> Skip | None:
        self.told.append(("begin", variation.id, before))
        return SKIP if variation.id in self.skipped else None

    def end_variation(self) -> None:
        self.told.append(("end",))

    def finding(self, finding: Finding) -> None:
        self.told.append(("finding", finding.message))

    def error(self, error: NotationError) -> None:
        self.told.append(("error", str(error)))

    def end_game(self) -> list[Told]:
        return self.told


def expected(notes: Sequence[AnyNote], moves: Sequence[Move], state: State, skipped: frozenset[str]) -> Iterator[Told]:
    """What a visitor has to be told of a line."""
    yield from (("note", note, state) for note in notes)
    for move in moves:
        _, after = step(state, move.command)
        yield ("decision", state, move.command, after)
        yield from (("note", note, after) for note in move.notes)
        for variation in move.variations:
            yield ("begin", variation.id, state)
            if variation.id not in skipped:
                yield from expected(variation.notes, variation.moves, state, skipped)
                yield ("end",)
        state = after


@given(st.lists(records(KNOWN, WITH_MISTAKES), min_size=1, max_size=2), st.sets(st.sampled_from(["v1", "v2", "v5"])))
@settings(max_examples=10)
def test_everything_is_told_in_its_order(several: list[Record], skipped: set[str]) -> None:
    """Headers, notes, decisions and variations as they stand; of a variation that is skipped only that it begins."""
    text = "\n".join(map(dumps, several))
    visitor = Listener(frozenset(skipped))
    for record, told in zip(several, visit(text, visitor), strict=True):
        body = [one for one in told if one[0] not in {"game", "header", "start", "finding"}]
        assert body == [*expected(record.notes, record.moves, start_of(record), visitor.skipped)]
        headers = tuple(one[1:] for one in told if one[0] == "header")
        assert headers[len(headers) - len(record.headers) :] == record.headers
        assert ("start", start_of(record)) in told


def test_a_game_that_is_skipped_is_not_read() -> None:
    """Behind `SKIP` nothing of the body is told, and not even its errors are found."""
    text = START + "1. MA QQ\n\n" + START + "1. MA A-B"
    assert [[one[0] for one in told] for told in visit(text, Listener(skips_games=True))] == [
        ["game", "header", "header", "header", "start"]
    ] * 2


def test_errors_and_findings_are_told_with_their_places() -> None:
    """The decisions before the first error, then all errors, then findings; the next game is read all the same."""
    text = START + '1. MA =5-0-0 QQ\n\n[Seats "bb"]\n\n1. MA\n\n' + START + "1. MA A-B"
    first, second, third = visit(text, Listener(), "games.cgn")
    (reading, broken, _) = read_games(text, "games.cgn")
    assert reading.record is not None
    assert sum(one[0] == "decision" for one in first) == len(reading.record.moves)
    assert [one[1] for one in first if one[0] == "error"] == [str(error) for error in reading.errors]
    assert [one[1] for one in first if one[0] == "finding"] == [finding.message for finding in reading.findings]
    assert [one[0] for one in second] == ["game", "header", "start", *["error"] * len(broken.errors)]
    assert third[-1][0] == "decision"
    assert (first[0], second[0], third[0]) == (("game", 1), ("game", 8), ("game", 12))


def test_games_come_one_by_one() -> None:
    """What came of a game is there before the next one is asked for."""
    lines = iter((START + "1. MA\n\n" + START + "1. MA").splitlines(keepends=True))
    results = visit(lines, Listener())
    assert len(next(results)) > 4
    assert [*lines] == (START + "1. MA").splitlines(keepends=True)[1:]
