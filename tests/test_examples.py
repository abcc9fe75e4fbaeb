"""The games under ``examples/``: real input, read by the real reader."""

import re
from pathlib import Path

import pytest

from calimala_es.board import STREET_INDEX
from calimala_es.checks import format_points
from calimala_es.components import ROW_INDEX
from calimala_es.events import (
    DiscRemoved,
    DiscTakenBack,
    EndReached,
    GameEnded,
    PartObserved,
    TileScored,
    WentUnrecorded,
)
from calimala_es.game import Game
from notation import dumps, loads, read_games

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.cgn"))


def _read(name: str) -> Game:
    return loads((ROOT / "examples" / name).read_text(encoding="utf-8").splitlines(keepends=True), name)


def _kinds(game: Game) -> set[type]:
    return {type(event) for move in game.moves for event in move.events}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_sound_and_canonical(path: Path) -> None:
    """An example has no error and no wrong check or result, and is in the canonical form."""
    (reading,) = read_games(path.read_text(encoding="utf-8").splitlines(keepends=True), path.name)
    assert not reading.errors
    assert not reading.findings
    assert reading.game is not None
    assert dumps(reading.game) == path.read_text(encoding="utf-8")


def test_the_rulebooks_extended_turn_comes_out_as_described() -> None:
    """E1: the rulebook's worked turn ends with the cubes, cards, discs and points that it states."""
    game = _read("rulebook-extended-turn.cgn")
    before, after = game.start, game.state
    maria, angelica, tania = after.mats
    assert before.stacks[STREET_INDEX["69"]] == "w21"
    assert after.rows[ROW_INDEX["SCR.A"]] == "00"
    assert after.rows[ROW_INDEX["SMN.A"]] == "1"
    assert [after.rows[ROW_INDEX["LIS"]].count(seat) for seat in "012"] == [2, 2, 1]
    assert (maria.stock.marble, sum(maria.built.cloth), maria.secret) == (0, 1, "W")
    assert (angelica.stock.wood, angelica.stock.brick, len(angelica.built.cloth), angelica.hand_size) == (0, 0, 2, 0)
    assert (tania.hand_size, tania.unknown) == (2, 2)
    assert after.stacks[STREET_INDEX["69"]] == "210"
    assert maria.white == before.mats[0].white + 1
    assert maria.coloured == before.mats[0].coloured - 2
    (scored,) = [event for event in game.moves[-1].events if isinstance(event, TileScored)]
    assert (scored.tile, scored.counts, scored.points) == ("LIS", (2, 2, 1), (3, 2, 1))
    assert (scored.ranking, scored.decided) == ("012", "a.")


def test_the_two_players_turns_come_out_as_described() -> None:
    """E4: the variant's worked turns end as stated, to the last point: the support disc's seat breaks the tie."""
    game = _read("two-players-extended-turns.cgn")
    before, after = game.start, game.state
    maria, angelica, third = "012"
    assert before.stacks[STREET_INDEX["56"]] == third + angelica
    stated = {
        "SMN.W": maria + third + angelica,
        "SMN.B": angelica + third + maria,
        "SMN.M": angelica + third,
        "SMN.A": angelica + third,
        "BAR": maria * 2 + third + angelica + third + angelica * 2 + third + maria * 2 + third + angelica,
    }
    assert {row: after.rows[ROW_INDEX[row]] for row in stated} == stated
    gained = {"LIS": angelica + third + angelica * 2 + third, "SCR.B": angelica + third}
    for row, cubes in gained.items():
        assert after.rows[ROW_INDEX[row]] == before.rows[ROW_INDEX[row]] + cubes
    assert [mat.built.cloth for mat in after.mats[:2]] == [(0, 1), (0, 0)]
    assert after.seats == before.seats + third
    (scored,) = [event for event in game.moves[-1].events if isinstance(event, TileScored)]
    assert (scored.tile, scored.counts, scored.points) == ("SMN", (2, 4, 4), (1, 2, 3))
    assert (scored.ranking, scored.decided) == (third + angelica + maria, "a.")
    assert [now.points - then.points for then, now in zip(before.mats, after.mats, strict=True)] == [1, 2, 3]


def test_without_the_brick_maria_trails_by_two_points() -> None:
    """E4: as the rulebook remarks, without filling San Miniato's bricks Angelica would have passed the third party."""
    text = (ROOT / "examples" / "two-players-extended-turns.cgn").read_text(encoding="utf-8")
    other = re.sub(r"\{[^}]*\}", "", text)
    other = other.replace("/ CMB  SBB  / CCB  SB =grb =4-6-5", "/ C- SBB / CMB SB")
    (scored,) = [event for event in loads(other).moves[-1].events if isinstance(event, TileScored)]
    assert scored.points[1] - scored.points[0] == 2


@pytest.mark.parametrize(
    ("name", "players", "reason"),
    [
        ("ends-with-the-discs.cgn", 3, "discs"),
        ("ends-with-the-tiles.cgn", 5, "tiles"),
        ("game-of-four.cgn", 4, "tiles"),
        ("two-players.cgn", 2, "tiles"),
        ("second-edition.cgn", 3, "tiles"),
        ("intrigue-with-four-families.cgn", 4, "tiles"),
        ("intrigue-with-five-families.cgn", 5, "tiles"),
    ],
)
def test_there_is_a_game_for_each_way_of_ending(name: str, players: int, reason: str) -> None:
    """R7.1, R7.2: one complete game ends with the last disc, others with the fifteenth tile."""
    game = _read(name)
    (end,) = [event for move in game.moves for event in move.events if isinstance(event, EndReached)]
    assert (game.state.setup.players, end.reason) == (players, reason)
    assert game.state.is_over


def test_a_fourth_disc_leaves_the_game_after_the_fifteenth_tile() -> None:
    """R7.2: in the game that ends with the tiles a bottom disc is removed while the round is finished."""
    assert DiscRemoved in _kinds(_read("ends-with-the-tiles.cgn"))


def test_the_game_of_four_is_decided_by_the_council() -> None:
    """R6.3, R7.4: in the complete game a disc is taken back, and the council decides between equal points."""
    game = _read("game-of-four.cgn")
    assert DiscTakenBack in _kinds(game)
    end = game.moves[-1].events[-1]
    assert isinstance(end, GameEnded)
    assert (format_points(game.state), end.winners, end.by) == ("33-33-24-26", "1", "council")


def test_the_game_from_the_table_has_unknown_cards_a_mistake_and_a_missed_turn() -> None:
    """A record by somebody who sees no hand continues after a mistake and a missed turn, to its result."""
    game = _read("at-the-table.cgn")
    assert {WentUnrecorded, PartObserved} <= _kinds(game)
    assert any(mat.unknown for state in game.states for mat in state.mats)
    assert all(not mat.secret for state in game.states for mat in state.mats)
    assert game.state.is_over


def test_the_demo_plays_the_game_of_four() -> None:
    """The game that ``calimala --demo`` shows is the complete game of the examples."""
    assert (ROOT / "replays" / "example.cgn").read_bytes() == (ROOT / "examples" / "game-of-four.cgn").read_bytes()
