"""The measurements of the judge: matches of players, and how well chances fit games."""

from pathlib import Path

import pytest

from replays.judge.model import learned_weights
from training import continuations
from training.calibration import BINS, VIEWS, Position, bins, calibration_error, drawing, early, held_out, pairs
from training.ladder import interval, main


def position(chance: float, won: float, placed: str = "") -> Position:
    """Return a position of two players with the chance of the first in every view."""
    chances = ((chance, 1 - chance),) * len(VIEWS)
    return Position(0.7, (won, 1 - won), (chances,), ((0.0, 0.0),) * len(VIEWS), (0.0, 0.0), placed, 0)


def test_chances_that_come_true_as_often_as_they_say_have_no_error() -> None:
    """The calibration error is the average distance of what came true from what was said."""
    exact = [position(0.75, won) for won in (1, 1, 1, 0)]
    assert calibration_error(bins(pairs(exact, "open"))) == pytest.approx(0)
    never = [position(0.75, 0) for _ in range(4)]
    assert calibration_error(bins(pairs(never, "public"))) == pytest.approx(0.75)


def test_early_discs_are_counted_apart() -> None:
    """Positions after early discs are not among those drawn by lot, and are compared by the kind of disc."""
    positions = [position(0.6, 1, "w"), position(0.4, 0, "w"), position(0.5, 1)]
    assert len(pairs(positions, "open")) == 1
    assert early(positions, "w") == (2, 0.5, 0.5)
    assert early(positions, "c")[0] == 0


def test_held_out_games_are_drawn() -> None:
    """Held-out games give positions with chances in every view, and a picture of them."""
    found = [*held_out("two", [learned_weights()["two"]], 1, "test")]
    for each in found:
        assert sum(each.won) == 1
        for chances in each.views[0]:
            assert sum(chances) == pytest.approx(1)
    assert len(bins(pairs(found, "own seat"))) <= BINS
    assert drawing({"two": found}, "public").startswith("<svg")


def test_a_match_that_was_stopped_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Games that are in the file are not played again, and the table counts all of them."""
    log = tmp_path / "ladder.jsonl"
    for games in (1, 3):
        assert main(["random/random/3", "--games", str(games), "--log", str(log)]) == 0
        assert len(log.read_text(encoding="utf-8").splitlines()) == games
        assert f"| random | 2 random | first | {games} |" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["random/nobody/3"])


def test_intervals_narrow_with_games() -> None:
    """An interval holds the share, and is narrower for more games."""
    few, many = interval(6, 10), interval(600, 1000)
    assert few[0] < many[0] < 0.6 < many[1] < few[1]


def test_a_game_is_played_on_after_several_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    """Each decision has a line with how often its player won; one that is not legal is named with those that are."""
    example = "examples/game-of-four.cgn"
    assert continuations.main([example, "47.0.1", "WC2", "VT2", "--games", "2"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("WC2: won ")
    assert first.endswith("% (+0% ± 0%)")
    assert second.startswith("VT2: won ")
    with pytest.raises(SystemExit):
        continuations.main([example, "47.0.1", "XX"])
    assert "XX" not in capsys.readouterr().err.rpartition("legal decisions")[2]
