"""``calimala judge``: chances and costs in sentences, as JSON and as notes in the game."""

from pathlib import Path

from calimala_es.notes import Evaluation, Glyph
from cli.commands.judge import LAYER, with_notes
from notation import dumps, loads
from replays.judge.costs import JudgedMove, Judgement
from tests.cli_runs import Table, played

START = ("--at", "4", "--boards", "1")
"""The first turns, judged with little effort."""


def test_judge_reports_every_player(table: Table, game: Path) -> None:
    """Judge prints the chances at the start, luck and play of each player, costly decisions and turning points."""
    lines = table.ok("judge", game, *START).splitlines()
    assert [title for title in ("Luck and play", "Costly decisions", "Turning points") if title in lines] == [
        "Luck and play",
        "Costly decisions",
        "Turning points",
    ]
    assert sum(": luck " in line for line in lines) == 4
    assert max(map(len, lines)) <= 80


def test_json_has_all_moves_and_their_sums(table: Table, game: Path) -> None:
    """The JSON has a row for each decision; luck and play of each player are what the chance gained."""
    judged = table.json("judge", game, *START)
    assert list(judged)[:4] == ["game", "players", "seed", "moves"]
    assert {move["seat"] for move in judged["moves"]} == {-1, 0, 1, 2, 3}
    for seat in range(4):
        gained = judged["final"][seat] - judged["initial"][seat]
        assert abs(judged["luck"][seat] + judged["play"][seat] - gained) < 0.001


def test_judge_as_a_seat_differs_from_all_cards_open(table: Table, game: Path) -> None:
    """A judgement as a seat is the same each time, and not that of somebody who sees all cards."""
    as_blue = table.ok("judge", game, *START, "--as", "blue")
    assert as_blue == table.ok("judge", game, *START, "--as", "b")
    assert as_blue != table.ok("judge", game, *START)


def test_output_is_the_game_with_notes_of_the_judge(table: Table, game: Path, tmp_path: Path) -> None:
    """With -o the game gets the chances at each placement in a layer of its own; everything else is unchanged."""
    table.ok("judge", game, *START, "-o", tmp_path / "judged.cgn")
    judged = loads((tmp_path / "judged.cgn").read_text(encoding="utf-8"))
    notes = [note for move in judged.moves for note in move.notes]
    assert {note.layer for note in notes} == {LAYER}
    chances = [note.chances for note in notes if isinstance(note, Evaluation)]
    assert len(chances) == 4
    assert all(99 < sum(row) < 101 for row in chances)


def test_notes_of_others_stay() -> None:
    """Suggested glyphs never mix with people's: theirs stay, older ones by the judge are replaced."""
    game = played()
    chances = (0.25,) * 4
    move = JudgedMove(9, "", 1, 0, "", True, chances, chances, glyph=4)
    judgement = Judgement("1", (move,), chances, chances, chances, chances, (chances,) * 4, chances)
    noted = with_notes(with_notes(game, judgement), judgement)
    assert noted.moves[9].notes == (Glyph(4, layer=LAYER), Evaluation((25.0,) * 4, layer=LAYER))
    assert loads(dumps(noted)).moves[9].notes == noted.moves[9].notes


def test_options_that_cannot_be_combined(table: Table, game: Path) -> None:
    """--json and -o cannot be combined; the error says so."""
    assert table.run("judge", game, "--json", "-o", "x.cgn").code == 2
