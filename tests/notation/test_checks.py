"""Checks and results: claims of a record about itself, which are reported if they are wrong and never change the
game."""

import pytest
from hypothesis import given
from msgspec.structs import replace

from calimala_es.checks import digest_check, points_check
from calimala_es.game import play, settle_notes
from calimala_es.notes import Check
from notation import dumps, loads, read_games
from tests.notation.records import text_of
from tests.notation.tables import game, read
from tests.profiles import examples
from tests.strategies import AT_THE_TABLE, KNOWN, Playout, any_games

SCORED = "AS:=wbr b.marble:=1 b.cloth:=0 b.hand:=- LIS:=rrb BAR:=- AS AC S-? / "
"""Blue has placed the fourth disc on a street with a white one below; Lisbon comes out red before blue."""


@pytest.mark.parametrize(
    ("check", "finding"),
    [
        ("=rb", None),
        ("=RB", None),
        ("=2-3-0", None),
        ("=br", "the check says br, but the scoring gave rb"),
        ("=0", "the check says 0, but the scoring gave rb"),
        ("=3-2-0", "the check says 3-2-0 points, but the record gives 2-3-0"),
        ("=2-3", "the check says 2-3 points, but the record gives 2-3-0"),
        ("=#0123456789abcdef", "the position differs from the one that was checked"),
    ],
)
def test_check_is_compared(check: str, finding: str | None) -> None:
    """A scoring's order, everybody's points or a digest is compared with the record; a wrong one is not an error."""
    reading = read(f"{SCORED} A-? S-? / A-? S-? / {check}")
    assert not reading.errors
    assert [str(found.message) for found in reading.findings] == ([finding] if finding else [])
    assert reading.game is not None
    assert reading.game.moves[-2].checks == (check.lower(),)


def test_finding_has_a_place() -> None:
    """A finding has the place of its check."""
    reading = read("WB W B =1-2-3")
    (finding,) = reading.findings
    assert (finding.place.line, finding.place.column, finding.place.length) == (6, 8, 6)
    assert str(finding) == "game.cgn:6:8: the check says 1-2-3 points, but the record gives 0-0-0"


@pytest.mark.parametrize("end", ["A-? S-? / ", "A-? S-?", "A-? S-", "A-? -", "- -"])
def test_check_after_the_last_deed_sees_the_scoring(end: str) -> None:
    """A check may come before the forced events at the end of the turn."""
    body = f"{SCORED} A-? S-? / {end}"
    assert not read(body + " =rb").findings
    assert not read(body + " =2-3-0").findings
    assert bool(read(body + " =0-0-0").findings) == end.endswith("/ ")
    assert read(body + " =br").findings


def test_check_changes_nothing() -> None:
    """A check belongs to the decision before it, also while a card is due, and never decides anything."""
    record = loads(game("b.marble:=1 AS AC S- =0-0-0 -W +W"))
    (noted,) = [move for move in record.moves if move.checks]
    assert record == loads(dumps(record))
    assert play(record.setup, record.commands) == loads(game("b.marble:=1 AS AC S-W +W"))
    assert noted.checks == ("=0-0-0",)


def test_order_of_a_scoring_needs_a_scoring() -> None:
    """A check of a scoring is about the scoring of its turn; without one the check is wrong."""
    assert not read(f"{SCORED} A-? S-? / A-? S-? / b.points:=5 =rb").findings
    (finding,) = read(f"{SCORED} A-? S-? / A-? S-? / BM B M =rb").findings
    assert str(finding.message) == "the check says rb, but nothing was scored in this turn"


def test_check_before_the_first_decision() -> None:
    """A check may be at the start."""
    reading = next(read_games(game("").replace("0. ", "=0-0-0 =bry 0. ")))
    assert reading.game is not None
    assert reading.game.checks == ("=0-0-0", "=bry")
    assert len(reading.findings) == 1


@given(any_games(KNOWN, AT_THE_TABLE))
@examples(10)
def test_true_checks_agree_everywhere(playout: Playout) -> None:
    """A correct check of points or digest agrees after any decision of a game."""
    moves = tuple(
        replace(move, notes=(Check(points_check(move.state)), Check(digest_check(move.state))))
        for move in playout.game.moves
    )
    checked = replace(playout.game, moves=moves)
    (reading,) = read_games(dumps(checked))
    assert reading.game == settle_notes(checked)
    assert not reading.findings


@pytest.mark.parametrize("said", ["*", "Maria wins", "", "12", "=1-2-3"])
def test_other_results_are_only_preserved(said: str) -> None:
    """A result that is not everybody's points is preserved and not compared."""
    (reading,) = read_games(f'[Result "{said}"]\n' + text_of(Playout(3, seed=1)))
    assert not reading.findings
    assert reading.game is not None
    assert reading.game.header("Result") == said


def test_result_is_compared_with_a_whole_game() -> None:
    """A result is compared if the game was finished and all influence cards were revealed."""
    whole = Playout(3, seed=1)
    right = "-".join(str(mat.points) for mat in whole.states[-1].mats)
    assert not next(read_games(f'[Result "{right}"]\n' + text_of(whole))).findings
    (finding,) = next(read_games('[Result "1-2-3"]\n' + text_of(whole))).findings
    assert str(finding.message) == f"the result says 1-2-3 points, but the record gives {right}"
    assert (finding.place.line, finding.place.column) == (1, 1)
    assert not next(read_games('[Result "1-2-3"]\n' + text_of(whole, 0, 200))).findings


def test_result_may_know_more_than_the_record() -> None:
    """A result is not compared if an influence card was never revealed."""
    whole = Playout(3, seed=1, record=AT_THE_TABLE)
    lines = text_of(whole).splitlines()
    lines[-1] = "E. ? ? ? ?"
    (reading,) = read_games('[Result "91-82-73"]\n' + "\n".join(lines) + " =91-82-73")
    assert reading.state.is_over
    assert not reading.findings


@pytest.mark.parametrize("check", ["=BRY", "bry", "=", "=1", "=bry {", "=#0"])
def test_an_invalid_check_cannot_be_written(check: str) -> None:
    """Writing a record with an invalid check raises an error."""
    record = loads(game("BM B M"))
    noted = replace(record, moves=(*record.moves[:-1], replace(record.moves[-1], notes=(Check(check),))))
    with pytest.raises(ValueError, match="is not a check"):
        dumps(noted)
