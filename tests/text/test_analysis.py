"""An analysis as text, and the command that prints it."""

import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given

from cli.commands.analyse import KEYS
from replays.analysis import analyse, analysis_json
from replays.analysis.prospects import prospects
from replays.text.analysis import PARTS, analysis_lines
from replays.text.analysis.numbers import share_text
from replays.text.analysis.scorings import prospect_lines
from replays.text.analysis.turning import turning_lines
from replays.text.languages import language_of
from replays.text.names import Names
from tests.analysis import SOME
from tests.cli_runs import ROOT, Table
from tests.replayed import EVERY_KIND, replay_of
from tests.strategies import Playout, any_games

FOUR = ROOT / "examples" / "game-of-four.cgn"


NAMES = {0: "Ann", 1: "Bob", 2: "Cid", 3: "Dot", 4: "Eve"}
GAIN = re.compile(r"(Ann|Bob|Cid|Dot|Eve|[A-Z][a-z]+ \(the third party\)) ([+-]\d+)")
CAUSE = re.compile(r": (\S[^:]*?) (\d+) points? instead of (\d+)(?:, ([+-]\d+) in the end)?(?:\.| \()")


@pytest.fixture
def at(tmp_path: Path) -> Table:
    """Return a table in an empty folder."""
    return Table(tmp_path)


@SOME
@given(any_games(*EVERY_KIND))
def test_what_is_reported_of_a_turning_point_adds_up(game: Playout) -> None:
    """The named places and the sum of the others add up to the change in the headline for each party. A party with
    equal gains and losses is named as such."""
    analysis = analyse(replay_of(game))
    table = Names.of(game.setup, NAMES)
    heads: list[dict[str, int]] = []
    shown: list[Counter[str]] = []
    for line in turning_lines(analysis, table):
        if not line.startswith(" "):
            heads.append({name: int(number) for name, number in GAIN.findall(line)})
            shown.append(Counter())
        elif line.startswith("  And "):
            shown[-1].update({name: int(number) for name, number in GAIN.findall(line)})
        elif cause := CAUSE.search(line):
            name, after, before, lasting = cause.groups()
            shown[-1][name] += int(lasting) if lasting else int(after) - int(before)
            assert name in heads[-1]
        elif line.startswith("  Gains and losses cancelled out for "):
            assert not [name for name in heads[-1] if name in line]
        else:
            assert line.startswith(("  Decisive actions – ", "  Including everything that would score then, "))
    assert heads == [{name: number for name, number in one.items() if number} for one in shown]
    assert len(heads) == len(analysis.turning)


@SOME
@given(any_games(*EVERY_KIND))
def test_everybody_who_is_not_first_learns_what_is_missing(game: Playout) -> None:
    """The sentence about a place still to be scored says for each player how much is missing for the first rank."""
    table = Names.of(game.setup, NAMES)
    replay = replay_of(game)
    for prospect in prospects(replay.states[replay.last // 2]):
        lines = [line for line in prospect_lines(prospect, table) if line.startswith("  Still needed to come first: ")]
        if prospect.ranking:
            for seat, missing in enumerate(prospect.to_first[: game.setup.players]):
                assert any(f"{NAMES[seat]} {missing} " in line for line in lines) == bool(missing)


def test_a_part_that_is_asked_for_says_that_it_has_nothing_to_say(at: Table) -> None:
    """A requested part without content says so: a finished game has no places to score, a new one no leader."""
    assert at.ok("analyse", FOUR, "--part", "next").endswith("\nNothing is left to score.\n")
    lead = at.ok("analyse", FOUR, "--at", "0", "--part", "lead")
    assert lead.endswith(
        "\n\nNobody led on the track.\n\nIncluding everything that would score at that moment:\nNobody led.\n"
    )
    assert "\n\n\n" not in lead
    assert at.ok("analyse", FOUR, "--at", "0", "--part", "turning").endswith("\nNothing to report.\n")
    assert "Nothing is left" not in at.ok("analyse", FOUR)


@pytest.mark.parametrize(
    ("points", "shown"),
    [
        (Fraction(16), ("16 points", "16 очков", "16 分")),
        (Fraction(1597, 100), ("16 points", "16 очков", "16 分")),
        (Fraction(131, 10), ("13.1 points", "13,1 очка", "13.1 分")),
        (Fraction(1, 60), ("0.02 points", "0,02 очка", "0.02 分")),
    ],
)
def test_numbers_are_written_as_each_language_writes_them(points: Fraction, shown: tuple[str, ...]) -> None:
    """Numbers that round to whole ones have no fraction, others have the language's decimal sign."""
    assert tuple(share_text(points, language_of(code)) for code in ("en", "ru", "zh_TW")) == shown


@SOME
@given(any_games(*EVERY_KIND))
def test_every_part_of_any_game_is_reported(game: Playout) -> None:
    """An analysis of any game has the titles of all parts with content, and no unfilled field."""
    analysis = analyse(replay_of(game))
    lines = analysis_lines(analysis, Names.of(game.setup, {0: "Maria", 1: "{name}"}))
    shown = [title for title, lines_of in PARTS.values() if lines_of(analysis, Names.of(game.setup))]
    assert [line for line in lines if line in shown] == shown
    assert not any("{" in line.replace("{name}", "") for line in lines)
    assert not any(line != line.rstrip() for line in lines)


def test_the_parts_are_those_that_the_command_knows() -> None:
    """Each part has its keys in the JSON, and together with the basis they are all of it."""
    assert KEYS.keys() == PARTS.keys()
    keys = {key for part in KEYS.values() for key in part}
    assert keys | {"basis"} == analysis_json(analyse(replay_of(Playout(3, 1)))).keys()


def test_only_the_parts_that_are_asked_for_are_printed(at: Table) -> None:
    """``--part`` may be repeated, and the parts are printed in the usual order."""
    out = at.ok("analyse", FOUR, "--part", "gifts", "--part", "points")
    assert out.index("Where the points came from") < out.index("Who gave what to whom")
    assert "Turning points" not in out
    shown = at.json("analyse", FOUR, "--part", "next")
    assert [*shown] == ["game", "at", "extent", "players", "third", "basis", "next", "errors"]


def test_the_json_has_players_and_exact_fractions(at: Table) -> None:
    """In JSON seats are numbers of players, and points are texts so that thirds stay exact."""
    shown = at.json("analyse", FOUR)
    assert [player["name"] for player in shown["players"]] == ["Maria", "Angelica", "Tania", "Nicole"]
    assert shown["points"]["totals"] == [33, 33, 24, 26]
    points = [cell["points"] for cell in shown["gifts"]["cells"]]
    assert all(isinstance(one, str) for one in points)
    assert any("/" in one for one in points)


def test_at_a_place_only_what_had_happened_counts(at: Table) -> None:
    """``--at`` analyses the game up to there, without a trace of how it went on."""
    shown = at.json("analyse", FOUR, "--at", "17")
    assert shown["course"][-1]["turn"] == 17
    assert not shown["basis"]["is_over"]
    assert "48" not in {str(race["turn"]) for race in shown["races"]}


def test_a_seat_sees_its_own_card_only(at: Table) -> None:
    """``--as`` shows only the board's and the player's own influence cards as still to be scored."""
    everything = at.json("analyse", FOUR, "--at", "17", "--part", "next")["next"]
    red = at.json("analyse", FOUR, "--at", "17", "--as", "red", "--part", "next")
    cards = [one["place"] for one in red["next"] if one["kind"] == "influence"]
    assert sorted(cards) == ["LON", "PAL"]
    assert len([one for one in everything if one["kind"] == "influence"]) == 5
    assert red["basis"]["unknown_cards"] == 3


def test_an_unknown_part_is_reported_with_the_known_ones(at: Table) -> None:
    """An unknown part is code 2 with a list of the parts; an unknown place is code 3."""
    run = at.run("analyse", FOUR, "--part", "luck")
    assert run.code == 2
    assert "turning" in run.err
    assert at.run("analyse", FOUR, "--at", "99").code == 3


def test_a_record_of_placements_says_what_it_leaves_out(at: Table) -> None:
    """A record of placements has no races; one of the result has no positions at all."""
    cgn = '[CGN "1.0"]\n[Rules "first 1"]\n[Seats "bry"]\n[City "WBM/U-A/VTS"]\n[Deck "W5 B5 M5 U5 A5 V5 S5 T5 C5"]\n'
    council = '[Council "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"]\n'
    (at.folder / "evening.cgn").write_text(f"{cgn}{council}\n1. MA MA MA2 MA WB\n")
    out = at.ok("analyse", at.folder / "evening.cgn")
    assert out.startswith("Cubes were not recorded, so races, ")
    assert "Blue, own discs: 2 activations." in out
    assert "in the end" not in out
    (at.folder / "result.cgn").write_text(f'{cgn}[Result "20-30-25"]\n')
    assert at.run("analyse", at.folder / "result.cgn").code == 1
