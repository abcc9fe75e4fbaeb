"""The screen of the study, driven by keys."""

import asyncio
import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.strip import Strip

from cli.study.keys import KEYS, help_lines
from cli.study.screens.app import StudyApp
from cli.study.screens.asking import message_width
from cli.study.screens.deeds import DEEDS
from cli.study.shown import history_shown
from cli.study.study import StudyError
from cli.viewpoint import subject_of
from cli.walk.walk import subject_history_lines
from notation import dumps
from replays.replay import Replay
from replays.text.languages import LANGUAGES, language_of
from replays.text.terminal import columns
from tests.cli_runs import Table, played
from tests.profiles import few
from tests.replayed import secret_twins
from tests.strategies import INTRIGUE, Playout
from tests.study.driving import GAME, LARGE, SMALL, STUDY, at_the_table, drive, screens, study, typed, written

# What is shown.


@pytest.mark.parametrize("size", few([SMALL, (30, 9), LARGE, (40, 12), (100, 30), (220, 70)], 2))
def test_every_size_shows_where_one_is_and_what_happened(size: tuple[int, int]) -> None:
    """Head, turns and foot fit on any terminal; from 80 x 24 on the city and the log do as well."""
    shown = drive(study(GAME, "17"), size=size)
    assert len(shown.lines) == size[1]
    assert shown.lines[0].startswith("17.4.3")
    assert "leads" in shown.text
    if size >= SMALL:
        assert "artwork  │───────│transport" in shown.text
        assert "> 17.4.3  Maria's turn is over" in shown.text


@pytest.mark.long
def test_a_large_terminal_shows_all_panes_beside_the_board() -> None:
    """A large terminal shows log, notes and analysis beside the board; a small one shows one of them, tab the next."""
    large = drive(study(GAME, "17"), size=LARGE)
    small = screens(study(GAME, "17"), [[], ["tab"], ["tab"], ["tab"], ["shift+tab"]])
    for words in ("Maria's turn is over", "The first stack of four", "What is still to be scored", "Hamburg"):
        assert words in large.text
    panes = ["▸ log", "▸ notes", "▸ analysis", "▸ log", "▸ analysis"]
    assert [[name in one.text for name in ("▸ log", "▸ notes", "▸ analysis")].count(True) for one in small] == [1] * 5
    assert all(name in one.text for name, one in zip(panes, small, strict=True))
    assert "Santa Maria del Fiore: Tania 3 points" in small[2].text


@pytest.mark.long
def test_board_and_pane_can_have_most_of_the_screen() -> None:
    """Pressing z at 80 x 24 shows the whole city, then more of the log, then both again."""
    both, board, pane, again = screens(study(GAME, "17"), [[], ["z"], ["z"], ["z"]])
    assert "marble" not in "\n".join(both.lines[:12])
    assert "│  marble" in board.text
    assert "│ artwork" not in pane.text
    assert pane.text.count("\n > ") > both.text.count("\n > ")
    assert again == both


@pytest.mark.long
def test_the_board_and_the_panes_scroll() -> None:
    """The keys ] and [ scroll the board, page down and page up the pane."""
    top, lower, back, pane = screens(study(GAME, "17"), [["tab", "tab"], ["]"], ["["], ["pagedown"]])
    assert "Turn 18" in top.text
    assert "Turn 18" not in lower.text
    assert back == top
    assert "What is still to be scored" in top.text
    assert "What is still to be scored" not in pane.text


@pytest.mark.long
def test_other_languages_are_shown() -> None:
    """Sentences about the game are in the chosen language."""
    from click import get_current_context

    from cli.options import settings
    from replays.text.languages import language_of

    get_current_context().ensure_object(type(settings())).lang = language_of("ru")
    shown = drive(study(GAME, "17"), size=LARGE)
    assert "ход" in shown.text
    assert "Maria's turn" not in shown.text


# Keys.


def test_every_key_has_a_deed_and_the_help_lists_it_in_eighty_columns() -> None:
    """Each key of the table does something, and the help lists every one of them, in every language."""
    deeds = {key.deed for keys in KEYS.values() for key in keys}
    assert deeds == {*DEEDS}
    lines = [line for code in LANGUAGES for line in help_lines(language_of(code))]
    shown = drive(study(GAME), "?", size=(80, 50))
    assert max(map(columns, lines)) <= 76
    for keys in KEYS.values():
        assert all(key.words in shown.text for key in keys)


def test_keys_step_as_on_lichess() -> None:
    """Arrows step, with shift by the coarser level; home and end go to the ends; letters are as in ``step``."""
    shown = screens(
        study(GAME, "17"),
        [["right"], ["left"], ["shift+right"], ["e", "right"], ["shift+left"], ["end"], ["home"], ["l"], ["h"]],
    )
    heads = [one.lines[0].split(" ·")[0] for one in shown]
    assert heads == ["18.4.1", "17.4.3", "20.4.1", "21.0.1", "20.4.1", "48.4.14", "start", "0.0.1", "start"]


@pytest.mark.long
def test_jumps_go_to_scorings_activations_and_markers() -> None:
    """The keys s and S jump to scorings, a number to a player's activations, b and M to markers, : to a place."""
    shown = screens(
        study(GAME, "17"),
        [
            ["s"],
            ["S"],
            ["2"],
            ["b"],
            ["end"],
            ["M"] * 5,
            [":", typed("7.2"), "enter"],
            [":", typed("7"), "enter"],
        ],
    )
    heads = [one.lines[0].split(" ·")[0] for one in shown]
    assert heads[0] == "23.4.2"
    assert heads[1] == "17.4.2"
    assert heads[2] == "18.1.1"
    assert heads[3] == "18.1.1 #"
    assert "there is no moment 7.2" in shown[6].lines[-1]
    assert heads[7] == "7.4.1"


@pytest.mark.long
def test_a_search_finds_words_names_codes_and_places() -> None:
    """The key / finds events, comments and places, n and N find the next; a search without a result is reported."""
    shown = screens(
        study(GAME),
        [
            ["/", typed("first cube"), "enter"],
            ["/", typed("nicole places a white"), "enter"],
            ["/", typed("LIS"), "enter"],
            ["n"],
            ["N"],
            ["/", typed("12.1"), "enter"],
            ["/", typed("kraken"), "enter"],
        ],
    )
    assert "The first cube on the board." in shown[0].text
    assert "> " in shown[1].text
    assert "Nicole places a white disc" in shown[1].text
    assert shown[4] == shown[2]
    assert shown[3] != shown[2]
    assert shown[5].lines[0].startswith("12.1.3")
    assert "'kraken' does not appear after this moment" in shown[6].lines[-1]


@pytest.mark.long
def test_a_history_is_as_wide_as_its_box() -> None:
    """No word of a history is cut at 80 x 24: the box shows every one in the order of the history."""
    studied = study(GAME, "30")
    studied.walk.subject = subject_of(studied.walk.game, "SMF.W")
    words = " ".join(subject_history_lines(studied.walk)).split()
    shown = screens(studied, [["i"], ["down"], ["down"], ["down"]])
    lines = history_shown(studied, message_width(SMALL[0]))
    assert " ".join(lines).split() == words
    assert max(map(len, lines)) <= 74
    seen = [line.strip("│┃ ▁▂▃▄▅▆▇█") for one in shown for line in one.lines]
    assert all(any(line.strip() in one for one in seen) for line in lines)


@pytest.mark.long
def test_without_spoilers_a_search_ends_where_one_has_been(tmp_path: Path) -> None:
    """Without spoilers a search finds what was shown already, also after stepping back, and nothing later."""
    shown = screens(
        study(GAME, no_spoilers=True),
        [
            ["/", typed("has the most"), "enter"],
            [":", typed("17"), "enter"],
            ["N"],
            ["g", "n"],
            ["/", typed("is over"), "enter"],
            ["g", *["n"] * 40],
        ],
    )
    open_one = drive(study(GAME), "/", typed("is over"), "enter", *["n"] * 17)
    assert "'has the most' does not appear again in what you have seen" in shown[0].lines[-1]
    assert shown[0].lines[0].startswith("start")
    assert shown[5].lines[0].startswith("17.4.3")
    assert "in what you have seen" in shown[5].lines[-1]
    assert not open_one.lines[0].startswith("17.")


@pytest.mark.long
def test_what_is_followed_is_shown_and_escape_leaves_questions() -> None:
    """The key f follows something, i shows its history, o goes to its next change; Esc leaves a question."""
    shown = screens(
        study(GAME, "17"),
        [["f", typed("SMF.W"), "enter", "i"], ["escape", "o"], ["f", "escape", "O"], ["f", typed("x"), "enter"]],
        size=LARGE,
    )
    assert "into Santa Maria del Fiore (wood), cell 1" in shown[0].text
    assert shown[1].lines[0].startswith("23.")
    assert shown[2].lines[0].startswith("17.")
    assert "'x'" in shown[3].text


# Viewpoints.


def test_the_screen_is_the_same_for_games_that_differ_in_what_is_hidden(tmp_path: Path) -> None:
    """A player sees the same bytes for two games that differ only in hidden cards, in every pane and search."""
    game, viewer = Playout(3, 4, rules=INTRIGUE), 1
    twins = secret_twins(game, viewer)
    assert twins is not None
    seat = game.setup.colours[viewer]
    keys = [
        [":", typed("5"), "enter"],
        ["d", "s"],
        ["/", typed("draws"), "enter"],
        ["f", typed("card:W"), "enter"],
        ["V"],
        ["end"],
    ]
    pictures: list[list[tuple[Strip, ...]]] = []
    for replay in twins:
        shown = screens(study(written(tmp_path / "game.cgn", replay), seat=seat), keys, size=LARGE)
        pictures.append([one.picture for one in shown])
    assert pictures[0] == pictures[1]


def test_a_viewpoint_hides_cards_and_what_was_said(copy: Path) -> None:
    """The key v goes from the full view to each seat, the public, and back; a viewpoint hides and forbids comments."""
    shown = screens(study(copy, "4"), [[], ["v"], ["v", "v", "v"], ["C"], ["down"], ["v"]], size=LARGE)
    assert "chances of winning" in shown[0].text
    assert "seen by Maria" in shown[1].lines[0]
    assert "seen by the public" in shown[2].lines[0]
    for one in shown[1:5]:
        assert "chances of winning" not in one.text
        assert "v4" not in one.text
    assert "hides notes" in shown[3].lines[-1]
    assert "hides variations" in shown[4].lines[-1]
    assert shown[5] == shown[0]


@pytest.mark.long
def test_a_viewpoint_leaves_variations(copy: Path) -> None:
    """The key v in a variation goes to the decision beside it; no variation can be begun under a viewpoint."""
    shown = screens(study(copy, "v3:2.1.4", level="event"), [[], ["v"], ["v", "v", "v", "v"], ["up"]])
    with pytest.raises(StudyError, match="hides variations"):
        study(copy, "v3:2.1.4", seat="red")
    assert "in v3" in shown[0].lines[0]
    assert "in v" not in shown[1].lines[0]
    assert shown[1].lines[0].startswith("2.1.")
    assert "seen by all" in shown[2].lines[0]
    assert "this is the main line" in shown[3].lines[-1]


# Spoilers.


def test_without_spoilers_a_game_and_its_beginning_look_the_same(tmp_path: Path) -> None:
    """Without spoilers a whole game looks the same, to the byte, as its first part; the end cannot be reached."""
    game = played()
    replay = Replay(game)
    commands = next(number for number, first in enumerate(replay.firsts) if first >= replay.find("14.4"))
    keys = [
        ["right"],
        ["tab", "shift+right"],
        ["tab"],
        ["s"],
        ["S"],
        ["G"],
        ["w"],
        ["e", "right"],
        ["?"],
        ["escape", "v"],
    ]
    pictures: list[list[tuple[Strip, ...]]] = []
    for until in (len(game.moves), commands):
        headers = (("Result", "Maria"),) if until > commands else ()
        path = tmp_path / "game.cgn"
        path.write_text(dumps(replace(game, moves=game.moves[:until], headers=headers)), encoding="utf-8")
        shown = screens(study(path, "6", no_spoilers=True), keys, size=LARGE)
        pictures.append([one.picture for one in shown])
        assert "the end is hidden" in shown[5].lines[-1]
    assert pictures[0] == pictures[1]


# Lines.


def test_variations_are_entered_and_left(copy: Path) -> None:
    """Down enters the first variation of the step, and one inside it; up leaves them again."""
    shown = screens(
        study(copy, "1"), [["down"], ["down"], ["up"], ["up"], ["up"], ["t", "down"], [":", typed("v5"), "enter"]]
    )
    lines = [one.lines[0] for one in shown]
    assert "in v1 marble first" in lines[0]
    assert "in v2 wood instead" in lines[1]
    assert "in v1" in lines[2]
    assert " in v" not in lines[3]
    assert "this is the main line" in shown[4].lines[-1]
    assert lines[6].startswith("v5:3.")


def test_a_variation_is_made_of_legal_decisions_and_stored(copy: Path) -> None:
    """The key V offers legal decisions; the chosen one becomes a variation that goes on and is written to the file."""
    shown = screens(
        study(copy, "2", by="Tania"),
        [
            ["V"],
            [typed("AC"), "enter"],
            ["V", "down", "enter"],
            ["E", "enter", typed("To Croce"), "enter"],
            ["U"],
        ],
    )
    assert "what could have been played here" in shown[0].text
    assert "place a coloured disc" in shown[0].text
    assert "in v6" in shown[1].lines[0]
    assert shown[1].lines[0].startswith("v6:3.1.1")
    assert shown[2].lines[0].startswith("v6:3.")
    assert "in v6 To Croce" in shown[3].lines[0]
    assert "in v6 ·" not in shown[4].lines[0]
    text = copy.read_text(encoding="utf-8")
    assert "(v6" in text
    assert "$by" in text


@pytest.mark.long
def test_a_decision_of_the_game_is_not_a_variation(copy: Path) -> None:
    """Choosing the decision of the game or of a variation goes there; the file is not changed."""
    before = copy.read_bytes()
    shown = screens(
        study(copy, "2"), [["V", typed("MA2"), "enter"], [":", typed("0"), "enter"], ["V", typed("MA"), "enter"]]
    )
    assert shown[0].lines[0].startswith("3.1.1")
    assert shown[2].lines[0].startswith("1.1.1")
    assert copy.read_bytes() == before


# Saying something.


def test_what_is_said_is_written_into_the_file(copy: Path, tmp_path: Path) -> None:
    """A comment, a glyph, a mark, an advantage and a heading are written to the file at once, and shown."""
    shown = screens(
        study(copy, "2", by="Tania"),
        [
            ["tab", "C", typed("Why [red]not[/red]?\nAnd then?"), "enter"],
            ["!", typed("!?"), "enter"],
            ["K", typed("AM"), "enter"],
            ["=", typed("y+"), "enter"],
            ["P", typed("Quiet."), "enter"],
            ["T", typed("The port"), "enter"],
            ["!", typed("!!!!"), "enter"],
        ],
        size=LARGE,
    )
    assert "Tania: Why [red]not[/red]? And then?" in shown[0].text
    for words in (
        "!? an interesting decision",
        "look at the marble-artwork street",
        "is ahead",
        "the position: Quiet.",
        "title: The port",
    ):
        assert f"Tania: {words}" in shown[-1].text.replace("Tania is ahead", "is ahead") or words == "is ahead"
    assert "'!!!!' is not valid here; expected ! ?" in shown[-1].lines[-1]
    text = copy.read_text(encoding="utf-8")
    assert r"Why [red]not[/red]?\nAnd then?" in text
    assert "Tania" in text
    assert Table(tmp_path).run("check", copy).code == 0


def test_notes_are_edited_retracted_undone_and_redone(copy: Path) -> None:
    """The key E edits one's own note, R retracts it, U undoes and Y redoes; the file is updated."""
    shown = screens(
        study(copy, "3", by="Tania"),
        [
            ["tab", "C", typed("One."), "enter"],
            ["E", typed("One."), "enter", typed(" Two."), "enter"],
            ["R", typed("One."), "enter"],
            ["U"],
            ["U"],
            ["Y"],
            ["U", "U", "U"],
            ["E"],
        ],
    )
    has = ["Two." in one.text for one in shown[:7]]
    assert has == [False, True, False, True, False, True, False]
    assert "One." in shown[4].text
    assert "One." not in shown[6].text
    assert "none of the notes here are yours" in shown[7].lines[-1]
    text = copy.read_text(encoding="utf-8")
    assert "One." not in text
    assert text.startswith("[CGN")


@pytest.mark.long
@pytest.mark.parametrize("by", few(["Maria", "", "Paolo"]))
def test_undo_changes_only_notes_of_this_study(copy: Path, by: str) -> None:
    """Undo changes nothing in the file but notes of this study, byte for byte."""
    before = copy.read_bytes()
    shown = screens(study(copy, "2", by=by), [["U"], ["q"]])
    assert "everything added in this study has been undone already" in shown[0].lines[-1]
    assert copy.read_bytes() == before
    studied = study(copy, "2", by=by)
    shown = screens(studied, [["C", typed("Mine."), "enter"], ["U"], ["U"], ["Y"], ["Y"]])
    assert shown[1].lines[-1] != shown[2].lines[-1]
    assert "everything added in this study has been undone already" in shown[2].lines[-1]
    assert "there is nothing to redo" in shown[4].lines[-1]
    studied.take_back()
    assert study(copy).session.game.record == study(STUDY).session.game.record


def test_what_was_undone_is_not_brought_back_after_something_said_since(copy: Path) -> None:
    """Redo after a new note says that it cannot be done, and changes nothing."""
    keys = [["C", typed("One."), "enter", "U", "C", typed("Two."), "enter"], ["Y"]]
    shown = screens(study(copy, "2", by="Maria"), keys)
    assert "notes have been added since" in shown[1].lines[-1]
    text = copy.read_text(encoding="utf-8")
    assert "Two." in text
    assert "One." not in text


def test_undo_leaves_what_the_same_author_said_elsewhere_meanwhile(tmp_path: Path) -> None:
    """Undo in a stored game does not retract what another program saved for the same author meanwhile."""
    table = Table(tmp_path)
    table.ok("import", STUDY, "--id", "lily")
    with at_the_table(table):
        here, elsewhere = study("lily", "2", by="Zoe"), study("lily", "2", by="Zoe")
        here.say("comment", "Here.")
        elsewhere.say("comment", "Elsewhere.")
        shown = drive(here, "U")
    assert "everything added in this study has been undone already" in shown.lines[-1]
    assert [one["text"] for one in table.json("annotate", "lily") if one["author"] == "Zoe"] == ["Here.", "Elsewhere."]


@pytest.mark.parametrize(("key", "wrong", "right"), few([("!", "zz", "!!"), ("K", "zz", "AM"), ("=", "zz", "y+")]))
def test_a_sign_that_was_refused_waits(copy: Path, key: str, wrong: str, right: str) -> None:
    """An invalid sign is shown again at the next key, warned about before leaving, and can be replaced."""
    keys = [[key, typed(wrong), "enter"], ["q"], [key], ["backspace", "backspace", typed(right), "enter"], [key]]
    shown = screens(study(copy, "2"), keys)
    assert copy.read_bytes() != STUDY.read_bytes()
    assert "you have unsaved text" in shown[1].text
    assert shown[2].lines[-1].strip() == wrong
    assert shown[4].lines[-1].strip() == ""


@pytest.mark.long
def test_only_ones_own_notes_are_offered_for_a_change(copy: Path) -> None:
    """The keys E and R offer only the author's own notes."""
    shown = screens(study(copy, "2", by="Tania"), [["E"], ["C", typed("Mine."), "enter", "R"]])
    assert "none of the notes here are yours" in shown[0].lines[-1]
    offered = shown[1].text.split("choose the note or variation to remove")[1]
    assert "Tania: Mine." in offered
    assert "Paolo" not in offered


@pytest.mark.long
def test_what_is_typed_leaves_the_decisions_that_begin_so(copy: Path) -> None:
    """A beginning of a code selects those codes; if no code begins with it, it selects decisions by their words."""
    shown = screens(study(copy, "2"), [["V", typed("AC")], ["escape", "V", typed("disc coloured")]], size=LARGE)
    for one, is_code in zip(shown, (True, False), strict=True):
        offered = re.findall("([A-Z]{2})2? +place a", one.text.split("what could have been played here")[1])
        assert offered
        assert ({*offered} == {"AC"}) == is_code


@pytest.mark.long
def test_words_that_were_put_aside_wait(copy: Path) -> None:
    """Esc saves an unfinished text for the next time and warns before leaving; Enter stores it in the game."""
    shown = screens(
        study(copy, "2"),
        [["C", typed("Half a tho"), "ctrl+q"], ["escape", "q"], ["C"], [typed("ught"), "enter"], ["C"]],
    )
    assert "Half a tho" in shown[0].text
    assert "you have unsaved text" in shown[1].text
    assert "Half a tho" in shown[2].text
    assert "{Half a thought}" in copy.read_text(encoding="utf-8")
    assert "Half a tho" not in shown[4].text.split("comment on the decision")[1]


def test_what_is_said_of_a_stored_game_is_in_the_store(tmp_path: Path) -> None:
    """Notes and variations of a study of a stored game are in the store; a later study cannot undo them."""
    table = Table(tmp_path)
    table.ok("import", STUDY, "--id", "lily")
    with at_the_table(table):
        drive(study("lily", "2", by="Zoe"), "C", typed("Stored."), "enter", "V", typed("AC"), "enter", "q")
    said = table.json("annotate", "lily")
    assert [one["kind"] for one in said if one["author"] == "Zoe"] == ["comment", "variation"]
    with at_the_table(table):
        shown = screens(study("lily", "2", by="Zoe"), [["U"], ["C", typed("More."), "enter", "U"], ["U"]])
    assert "everything added in this study has been undone already" in shown[0].lines[-1]
    assert "everything added in this study has been undone already" in shown[2].lines[-1]
    assert table.json("annotate", "lily") == said


def test_a_file_that_changed_meanwhile_is_not_overwritten(copy: Path) -> None:
    """A file that changed meanwhile is read again with a message; the typed words wait and can be saved then."""
    studied = study(copy, "2")
    other = copy.read_text(encoding="utf-8").replace("The first turns", "The very first turns")
    copy.write_text(other, encoding="utf-8")
    shown = screens(studied, [["C", typed("Mine."), "enter"], ["C"], ["enter"]])
    assert "somebody else has changed this game" in shown[0].text
    assert "Mine." in shown[1].text
    text = copy.read_text(encoding="utf-8")
    assert "The very first turns" in text
    assert "Mine." in text


def test_a_file_that_cannot_be_written_loses_nothing(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure to write is reported, at once and before leaving; the file is written as soon as it is possible."""

    def fail(path: Path, parts: object) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("cli.study.study_session.write_file", fail)
    studied = study(copy, "2")
    shown = screens(studied, [["C", typed("Mine."), "enter"], ["q"]])
    assert "No space left" in " ".join(shown[0].lines[-2:])
    assert "No space left" in " ".join(shown[1].lines[-2:])
    monkeypatch.undo()
    drive(studied, "q")
    assert "Mine." in copy.read_text(encoding="utf-8")


# Hostile records.


def test_names_and_comments_do_nothing_to_the_screen(tmp_path: Path) -> None:
    """Markup and control characters in names, comments and names of variations are shown and have no effect."""
    text = STUDY.read_text(encoding="utf-8")
    evil = "[red]x[/] [@click=app.quit]y[/] \x1b[2J\x1b]0;t\x07 \u202ez"
    text = text.replace('"Maria"]\n[Red', f'"[bold]M[/bold]{evil}"]\n[Red').replace("marble first", evil)
    text = text.replace("The Palazzo would", f"{evil} The Palazzo would").replace(
        "The first turns", f"{evil} first turns"
    )
    path = tmp_path / "evil.cgn"
    path.write_text(text, encoding="utf-8")
    shown = screens(
        study(path),
        [["tab"], ["right", "right", "down"], [":", typed("v4"), "enter"], ["home", "E"], ["enter"], ["escape"]],
        size=LARGE,
    )
    for one in shown:
        assert "\x1b" not in one.text
        assert "\u202e" not in one.text
        assert "\x07" not in one.text
    assert "[bold]M[/bold]" in shown[0].text
    assert "[@click=app.quit]y[/]" in shown[0].text
    assert "[red]x[/]" in shown[1].lines[0]
    assert "␛[2J" in shown[4].text


def test_a_line_of_notation_is_a_variation(copy: Path) -> None:
    """The key V takes a line of notation of any length: all of its decisions are one variation."""
    line = "WB " + "{" + "long " * 200 + "} W B"
    shown = screens(study(copy, "2"), [["V", typed(line), "enter"]])
    assert "in v6" in shown[0].lines[0]
    assert "WB W B" in copy.read_text(encoding="utf-8").split("(v6")[1].split(")")[0]


def test_a_line_of_notation_is_one_change(copy: Path) -> None:
    """The decisions of a typed line that a variation does not have yet are added together, and undone together."""
    keys = [["V", typed("WB W"), "enter"], ["V", typed("B 4. WU W"), "enter"]]
    once, more, back = screens(study(copy, "2"), [*keys, ["U"]])
    assert [one.lines[0].split(" ")[0] for one in (once, more, back)] == ["v6:3.1.2", "v6:4.1.2", "v6:3.1.2"]
    text = copy.read_text(encoding="utf-8").split("(v6")[1].split(")")[0]
    assert "WB W" in text
    assert "WU" not in text


@pytest.mark.long
def test_the_dialog_of_variations_says_what_does_not_match(copy: Path) -> None:
    """An empty line chooses nothing, a line that matches nothing says so, and nothing is written."""
    before = copy.read_bytes()
    shown = screens(study(copy, "2"), [["V", "enter"], [typed("AC QQ"), "enter"], ["escape"]], size=LARGE)
    assert "choose with Up and Down, or type" in shown[0].text
    assert "'QQ' is not valid here" in shown[1].text
    assert (
        "nothing in the list matches; Enter reads what you typed as notation"
        in screens(study(copy, "2"), [["V", typed("zzz")]], size=LARGE)[0].text
    )
    assert copy.read_bytes() == before


# Recording.


@pytest.fixture
def open_game(tmp_path: Path) -> Table:
    """Return a store with a game of three that has begun."""
    table = Table(tmp_path)
    table.ok("new", "blue=Maria", "r", "y", "--city", "WBM/U-A/VTS", "--seed", "1", "--id", "lily")
    table.ok("record", "lily", input="? ? ? / ? / ? ? ? / W V U\n")
    return table


def test_an_open_game_is_recorded_on_one_screen(open_game: Table) -> None:
    """ctrl+r shows board, answers and line; what is typed is stored and answered, and Esc shows it in the study."""
    with at_the_table(open_game):
        shown = screens(
            study("lily"),
            [["ctrl+r"], [typed("wb b"), "enter"], [typed("QQ"), "enter"], ["up", "escape"], ["ctrl+r"]],
        )
    assert "[W]───────[B]" in shown[0].text
    assert "1 blue>" in shown[0].text
    assert "kept  1. WB B" in shown[1].text
    assert "Maria must do or skip the wood action" in shown[1].text
    assert "'QQ' is not valid here" in shown[2].text
    assert "not kept: QQ" in shown[2].text
    assert shown[3].lines[0].startswith("1.1.")
    assert "1. WB B" in shown[4].text
    assert open_game.ok("export", "lily").rstrip().endswith("1. WB B")


def test_words_and_keys_of_the_recording_screen(open_game: Table) -> None:
    """Tab completes, the arrows bring back lines, ? is help, X strikes out, quit leaves."""
    with at_the_table(open_game):
        shown = screens(
            study("lily"),
            [
                ["ctrl+r", typed("?"), "enter"],
                [typed("WB"), "enter", typed("U"), "tab"],
                ["ctrl+u", typed("X"), "enter"],
                ["up", "up", "enter"],
                [typed("quit"), "enter"],
            ],
            size=LARGE,
        )
    assert "help codes     all the letters at a glance" in shown[0].text
    assert "kept  1. WB" in shown[1].text
    assert "undone: WB" in shown[2].text
    assert "kept  1. WB" in shown[3].text
    assert shown[4].lines[0].startswith("1.1.")


def test_what_cannot_be_recorded_says_why(open_game: Table, copy: Path) -> None:
    """A file, a viewpoint and a finished game are not recorded; the message says what can be done."""
    assert "only a game in the store can be recorded" in drive(study(copy), "ctrl+r").text
    open_game.ok("import", GAME, "--id", "whole")
    with at_the_table(open_game):
        assert "the game is over; calimala undo changes its end" in drive(study("whole"), "ctrl+r").text
        assert "this viewpoint hides" in drive(study("lily", seat="red"), "ctrl+r").text


def test_a_study_that_begins_with_recording(open_game: Table) -> None:
    """study --record opens the recording screen at once."""

    async def run() -> str:
        app = StudyApp(study("lily"), records=True)
        async with app.run_test(size=SMALL) as pilot:
            for _ in range(5):
                await pilot.pause()
            return type(app.screen).__name__

    with at_the_table(open_game):
        assert asyncio.run(run()) == "RecordScreen"
