"""``calimala judge``: chances and costs in sentences, as JSON and as notes in the game."""

from pathlib import Path

from calimala_es.game import JUDGE
from calimala_es.notes import Comment, Evaluation, Glyph
from notation import dumps, loads
from replays.judge.costs import Alternative, JudgedMove, Judgement
from replays.judge.layer import with_notes
from replays.text.names import Names
from tests.cli_runs import ROOT, Table, played

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
    """The JSON has a row for each decision; luck and play of each player are what the chance gained, and the costs are
    those of decisions that the report would list.
    """
    judged = table.json("judge", game, *START)
    assert list(judged)[:4] == ["game", "players", "seed", "moves"]
    assert {move["seat"] for move in judged["moves"]} == {-1, 0, 1, 2, 3}
    for seat in range(4):
        gained = judged["final"][seat] - judged["initial"][seat]
        assert abs(judged["luck"][seat] + judged["play"][seat] - gained) < 0.001
        own = [move for move in judged["moves"] if move["seat"] == seat]
        listed = [move["cost"] for move in own if move["cost"] >= 0.04 and move["cost"] > 2 * move["error"]]
        assert abs(judged["costs"][seat] - sum(listed)) < 0.001


def test_judge_as_a_seat_differs_from_all_cards_open(table: Table) -> None:
    """A judgement as a seat is the same each time, and not that of somebody who sees all cards; it is written with the
    names, which everybody knows, but not with the result of turns that were not judged.
    """
    judged = ("judge", ROOT / "examples/game-of-four.cgn", *START, "-o", "-")
    as_blue = table.ok(*judged, "--as", "blue")
    assert as_blue == table.ok(*judged, "--as", "b")
    open_to_all = table.ok(*judged)
    for read in map(loads, (as_blue, open_to_all)):
        assert (read.header("Blue"), read.header("Green"), read.header("Result")) == ("Maria", "Nicole", None)
    assert loads(as_blue).moves != loads(open_to_all).moves


def test_a_judged_game_has_chances_for_the_analysis_and_the_page(table: Table, game: Path, tmp_path: Path) -> None:
    """With -o the game gets the chances at the start and after each turn in a layer of its own; analyse and pages show
    them, but not as a seat, since they may say what is hidden from it.
    """
    judged = tmp_path / "judged.cgn"
    table.ok("judge", game, *START, "-o", judged)
    read = loads(judged.read_text(encoding="utf-8"))
    notes = [*read.notes, *(note for move in read.moves for note in move.notes)]
    assert {note.layer for note in notes} == {JUDGE}
    chances = [note.chances for note in notes if isinstance(note, Evaluation)]
    assert len(chances) == 6
    assert all(99 < sum(row) < 101 for row in chances)
    lines = table.ok("analyse", judged, "--part", "chances").splitlines()
    assert lines[0] == "Chances of winning"
    assert lines[3].split() == ["4", *(f"{chance:.0f}%" for chance in chances[-1])]
    course = table.json("analyse", judged)["course"]
    assert [moment["chances"] for moment in course] == [[*row] for row in chances[1:]]
    assert all(moment["chances"] is None for moment in table.json("analyse", judged, "--as", "red")["course"])
    assert "Nothing" not in table.ok("analyse", game)
    assert table.ok("analyse", game, "--part", "chances").splitlines()[2].startswith("No chances are recorded")


def test_notes_of_others_stay() -> None:
    """The notes of the judge never mix with people's: those stay, older ones by the judge are replaced."""
    game = played()
    chances, later = (0.25,) * 4, (0.5, 0.5, 0.0, 0.0)
    best = Alternative("AS", (0.45, 0.25, 0.2, 0.1), (9.0,) * 4, ())
    move = JudgedMove(9, "", 1, 0, "", True, chances, later, 0.2, 0.01, 12, (best,), 4)
    judgement = Judgement("1", (move,), chances, chances, chances, chances, (chances,) * 4, chances)
    names = Names.of(game.setup)
    noted = with_notes(with_notes(game, judgement, names), judgement, names)
    assert noted.notes == (*game.notes, Evaluation((25.0,) * 4, layer=JUDGE))
    glyph, comment, chance = noted.moves[9].notes
    assert (glyph, chance) == (Glyph(4, layer=JUDGE), Evaluation((50.0, 50.0, 0.0, 0.0), layer=JUDGE))
    assert isinstance(comment, Comment)
    assert comment.text.startswith("This cost 20% (± 1%). Better: AS, for a chance of 45%. Turning point: ")
    assert [value for _, value in noted.headers if value.startswith(JUDGE)] == ["judge en Judge"]
    assert loads(dumps(noted)).moves[9].notes == noted.moves[9].notes


def test_options_that_cannot_be_combined(table: Table, game: Path) -> None:
    """--json and -o cannot be combined; the error says so."""
    assert table.run("judge", game, "--json", "-o", "x.cgn").code == 2
