"""Golden analyses, checked by hand once; see ``golden/README.md``."""

import json
from fractions import Fraction
from pathlib import Path

import jsonschema_rs
import pytest

from notation import loads
from replays.analysis import Analysis, analyse, analysis_json, analysis_schema
from replays.replay import Replay
from tests.analysis.golden import EXAMPLES, GAMES, lines, path_of


def _analysis(name: str) -> Analysis:
    record = loads((EXAMPLES / f"{name}.cgn").read_text(encoding="utf-8"))
    return analyse(Replay(record))


@pytest.mark.parametrize("name", GAMES)
def test_an_analysis_stays_as_it_was_checked(name: str) -> None:
    """The analysis of each example equals its golden file."""
    golden = path_of(name).read_text(encoding="utf-8").splitlines()
    found = lines(name)
    assert [line for line in found if line not in golden] == []
    assert found == golden


def test_published_schema_is_that_of_the_program() -> None:
    """docs/schemas has the output of `calimala export --schema analysis`."""
    published = Path(__file__).resolve().parents[2] / "docs" / "schemas" / "analysis.schema.json"
    assert published.read_text(encoding="utf-8") == analysis_schema()


@pytest.mark.parametrize("name", GAMES)
def test_an_analysis_is_as_its_schema_says(name: str) -> None:
    """The JSON of each example is valid by the schema, which describes every part."""
    schema = json.loads(analysis_schema())
    jsonschema_rs.Draft202012Validator(schema).validate(json.loads(json.dumps(analysis_json(_analysis(name)))))
    assert [title for title, part in schema["$defs"].items() if "description" not in part] == []


def test_the_extended_turn_of_the_rulebook() -> None:
    """E1: the analysis of the rulebook's turn has the tie in Lisbon, and who was activated with what."""
    analysis = _analysis("rulebook-extended-turn")
    assert analysis.points is not None
    (tie,) = analysis.points.ties
    assert (tie.place, tie.clause, tie.seats, tie.shared, tie.gained) == ("LIS", "a", ((0, 1),), (2, 2, 1), (1, 0, 0))
    assert [(one.receiver, one.done, one.played, one.drawn) for one in analysis.activations] == [
        (0, "AS", "A", 0),
        (1, "A", "WU", 1),
        (2, "", "", 2),
    ]
    assert [one.points for one in analysis.activations] == [Fraction(3, 2), 0, 0]
    (turning,) = analysis.turning
    assert (turning.lasting, turning.swing) == ((18, -3, -5), 23)
    assert [score.projected for score in analysis.course] == [(16, 32, 24), (34, 29, 19)]


def test_the_scoring_of_the_variant_for_two() -> None:
    """E4: the seat just taken ranks the third party's four cubes before a player's four."""
    analysis = _analysis("two-players-extended-turns")
    race = next(race for race in analysis.races if race.place == "SMN" and race.kind == "tile")
    assert (race.outcome.counts, race.outcome.ranking, race.outcome.points) == ((2, 4, 4), "210", (1, 2, 3))
    assert race.outcome.decided[0] == "a"


def test_the_gifts_of_a_game_of_four() -> None:
    """The gifts with points are those found by hand, with their exact shares."""
    cells = _analysis("game-of-four").gifts.cells
    assert {
        (cell.giver, cell.receiver): cell.points for cell in cells if cell.giver != cell.receiver and cell.points
    } == {
        (0, 1): Fraction(2, 3),
        (1, 2): Fraction(3, 7) + Fraction(3, 4),
        (2, 3): Fraction(2, 3) + Fraction(20, 9),
    }
