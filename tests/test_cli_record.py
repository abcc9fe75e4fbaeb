"""Recording a game at the table: what is saved, what is printed, and that nothing acknowledged is ever lost."""

import os
import signal

import pytest
from msgspec.structs import replace

from calimala_es.commands import EndActivation
from calimala_es.deck import is_chance
from calimala_es.frames import Activation
from calimala_es.game import Game, play
from calimala_es.store import open_store
from cli.games import now
from cli.typed import MOST_TRIED, parse_typed
from notation import loads
from notation.lines import ParsedLine, format_moves, parse_line
from replays.dealer import deal_due, parse_dealt_line, seeded_dealer
from tests.cli_runs import ROOT, Table, body_lines, game_text, on_terminal, played
from tests.profiles import few

START = "W V U B\n"
"""The starting cards of a game whose influence cards are unknown."""


@pytest.fixture
def table(table: Table) -> Table:
    """Return a store with a game of four that has just been set up."""
    table.ok("new", "blue=Maria", "red", "yellow", "green", "--city", "WBM/U-A/VTS", "--seed", "1", "--id", "lily")
    return table


def lines_of(table: Table) -> list[str]:
    """Return the decisions in the store as notation."""
    return body_lines(table.ok("export", "lily"))


# From a pipe.


def test_what_turn_0_does_not_say_is_noted(table: Table) -> None:
    """Starting cards that were not recorded count as missed; cards with blanks between may be those of one player."""
    said = table.ok("record", "lily", input="LIS TRO ? ?\nundo turn\nLIS.TRO ? ? ? / BAR / ? ? ? ?\n1. WB\n")
    assert "note: a space begins the next player's cards; for one player, type LIS.TRO\n" in said
    assert "note: the starting cards were not recorded and count as missed\n" in said
    assert said.count("note: ") == 2


def test_whole_game_from_a_pipe(table: Table) -> None:
    """A game recorded in canonical notation, one line per turn, is exported byte for byte."""
    text = game_text()
    table.ok("import", "-", "--id", "whole", input=text.split("\n\n")[0] + "\n")
    result = table.run("record", "whole", input="\n".join(body_lines(text)))
    assert result.code == 0, result
    assert table.ok("export", "whole") == text
    assert result.out.count("kept  ") == len(body_lines(text))


def test_decisions_one_by_one(table: Table) -> None:
    """A decision on each line makes the same game as a turn on each line."""
    text = game_text()
    record = loads(text)
    from notation.grammar.symbols import format_command

    states = played().states
    symbols = [format_command(state, command) for state, command in zip(states, record.commands, strict=False)]
    table.ok("import", "-", "--id", "whole", input=text.split("\n\n")[0] + "\n")
    table.ok("record", "whole", input="\n".join(symbols))
    assert table.ok("export", "whole") == text


def test_tolerant_notation(table: Table) -> None:
    """Small letters and missing numbers and forced decisions are accepted, and the line is shown as it is saved."""
    out = table.ok("record", "lily", input=START + "wb b w\n/ wu2 u-w w  w\n us\n")
    assert "kept  1. WB B W" in out
    assert lines_of(table)[1:] == ["1. WB B W", "2. WU2 U-W W W US"]


EXAMPLES = (
    "game-of-four",
    "two-players",
    "second-edition",
    "intrigue-with-four-families",
    "intrigue-with-five-families",
    "ends-with-the-discs",
)


MOST_KEYS = 18.5
"""The keystrokes of a turn on average, Enter included: those of the longest example are 18.2, and 26.3 with blanks."""


def turns_of(name: str) -> tuple[Game, list[str]]:
    """Return an example before its first turn, and its turns as notation without their numbers."""
    game = loads((ROOT / "examples" / f"{name}.cgn").read_text(encoding="utf-8"))
    first = next(number for number, move in enumerate(game.moves) if move.state.turn)
    here = replace(game, moves=game.moves[:first])
    lines = format_moves(replace(game, start=here.state, moves=game.moves[first:]))
    return here, [line.partition(" ")[2] for line in lines]


@pytest.mark.parametrize("name", EXAMPLES)
def test_blanks_may_be_left_out(name: str) -> None:
    """Whole games typed without any blank, one turn per line, are the same games and take few keystrokes per turn."""
    here, lines = turns_of(name)
    keys = 0
    for line in lines:
        moves = parse_line(line, here).moves
        text = line.replace(" ", "").lower()
        typed = parse_typed(text, here, parse_line)
        assert (typed.errors, typed.moves) == ((), moves), line
        here, keys = here.added(moves), keys + len(text) + len("\n")
    assert keys / len(lines) < MOST_KEYS


@pytest.mark.parametrize(
    ("name", "turn", "typed", "read"),
    [
        ("two-players", "BV B V / B V", "bvbv/bv", "BV B V / B V"),
        ("game-of-four", "UC C-B +B US / C- U- / CFB U-U", "ucc-b+bus/c-u-", "UC C-B +B US / C- U-"),
        ("two-players", "MA M A- / M A- / M A-", "mama-/ma-", "MA M A- / M A-"),
        (
            "intrigue-with-four-families",
            "WV W +B V- / W- V-V / W V / I-",
            "wvw+bv-/w-v-v/wv",
            "WV W +B V- / W- V-V / W V",
        ),
        ("game-of-four", "BS SBB B / SNN B", "bssbbb/snnb", "BS SBB B / SNN B"),
    ],
)
def test_the_only_reading_is_taken(name: str, turn: str, typed: str, read: str) -> None:
    """Words that are streets elsewhere, hyphens and words of two readings are read in the light of their place."""
    here, lines = turns_of(name)
    for line in lines[: lines.index(turn)]:
        here = here.added(parse_line(line, here).moves)
    assert parse_typed(typed, here, parse_line).moves == parse_line(read, here).moves


@pytest.mark.parametrize(
    ("turn", "typed", "error"),
    [
        (4, "uvv+vu-cqq", "<line>:1:1: after UV V +V U-C: 'qq' is not valid here; "),
        (4, "uvv+vu-c/vu-tqq", "<line>:1:10: after V U-T: 'qq' is not valid here; "),
        (10, "mumuu", "<line>:1:1: after MU M: "),
        (7, "wccfw-c+w", "<line>:1:1: after WC CFW: the wood action is possible here, so "),
        (10, "muqqqqq", "<line>:1:1: 'muqqqqq' is not valid here; "),
        (10, "muqq", "<line>:1:1: 'muqq' is not valid here; "),
    ],
)
def test_where_a_word_ceases_to_be_read(turn: int, typed: str, error: str) -> None:
    """The error of a word without blanks says what at least half of it was read as; nothing of it is recorded."""
    here, lines = turns_of("game-of-four")
    for line in lines[:turn]:
        here = here.added(parse_line(line, here).moves)
    found = parse_typed(typed, here, parse_line)
    assert str(found.errors[0]).startswith(error)
    assert [move.command for move in found.moves[-1:]] == [EndActivation()] * ("/" in typed)


def test_a_disc_in_the_middle_of_a_word_is_unlikely() -> None:
    """A word is the reading without a disc that is placed after something else, if there is one."""
    game = loads((ROOT / "examples" / "intrigue-with-five-families.cgn").read_text(encoding="utf-8"))
    turn = next(number for number, move in enumerate(game.moves) if move.state.turn == 13)
    here = next(
        replace(game, moves=game.moves[:number])
        for number in range(turn, len(game.moves))
        if isinstance(now := game.state_at(number).now, Activation) and now.depth == 2
    )
    assert parse_typed("m-ccm", here, parse_line).moves == parse_line("M- CCM", here).moves


@pytest.mark.parametrize(("name", "word", "split"), [("two-players", "ut", "u t"), ("game-of-four", "w-m", "w -m")])
def test_a_refused_decision_is_not_another(name: str, word: str, split: str) -> None:
    """A decision that the rules refuse is not read as several that leave something out, even where those are legal."""
    game = loads((ROOT / "examples" / f"{name}.cgn").read_text(encoding="utf-8"))
    tried = 0
    for number, move in enumerate(game.moves, 1):
        here = replace(game, moves=game.moves[:number])
        pending = move.state.now.pending if isinstance(move.state.now, Activation) else ""
        refused = parse_line(word, here)
        if word[0].upper() in pending and refused.errors and not parse_line(split, here).errors:
            typed = parse_typed(word, here, parse_line)
            assert (typed.moves, [*map(str, typed.errors)]) == ((), [*map(str, refused.errors)])
            tried += 1
    assert tried


@pytest.mark.parametrize("word", ["w" * 40, "-" * 40, "wm-" * 13, "bsbsbsbsbs" * 4, "/".join(["w-m-"] * 80)])
def test_taking_words_apart_is_bounded(word: str) -> None:
    """However long a line without blanks is, its parts are read a limited number of times."""
    here, _ = turns_of("game-of-four")
    tried: list[str] = []

    def parse(text: str, game: Game) -> ParsedLine:
        tried.append(text)
        return parse_line(text, game)

    parse_typed(word, here, parse)
    assert len(tried) <= MOST_TRIED + 1


def test_words_without_blanks(table: Table) -> None:
    """Words without blanks are read like words with them, and errors have the columns that were typed."""
    out = table.ok("record", "lily", input=START + "wbbw\nwu2u-www us\nvtvt-b+b\n")
    assert "kept  1. WB B W" in out
    assert lines_of(table)[1:] == ["1. WB B W", "2. WU2 U-W W W US", "3. VT V T-B +B"]
    run = table.run("record", "lily", input="undo turn\nvtvt-? qqq\n")
    assert run.err.splitlines()[1:3] == ["vtvt-? qqq", "       ^^^"]


def test_word_with_several_readings() -> None:
    """A word without blanks that can be read in two ways is refused with both; nothing of it is recorded."""
    game = loads((ROOT / "examples" / "game-of-four.cgn").read_text(encoding="utf-8"))
    first = next(number for number, move in enumerate(game.moves, 1) if move.state.turn == 40)
    typed = parse_typed("bssbbb", replace(game, moves=game.moves[:first]), parse_line)
    assert typed.moves == ()
    assert str(typed.errors[0]) == (
        "<line>:1:1: 'bssbbb' could mean BS SB B B or BS SBB B; expected spaces between the words"
    )


def test_street_typed_twice(table: Table) -> None:
    """A street that is named once more may be a slip or its two actions: it is refused with both, and recorded once."""
    table.ok("record", "lily", input=START)
    run = table.run("record", "lily", input="wb wb\n")
    assert run.code == 1
    assert "the second 'wb' could mean the same street or W B; expected spaces between the words" in run.err
    assert lines_of(table)[1:] == ["1. WB"]
    assert "kept  W B" in table.ok("record", "lily", input="wb\n"), "alone, it answers what is to do"


def test_turn_typed_again_after_a_mistake(table: Table) -> None:
    """The street of the turn under way is no disc of the next player while something of this turn is to be done."""
    table.ok("record", "lily", input=START)
    assert table.run("record", "lily", input="wu w u\n").code == 1
    run = table.run("record", "lily", input="wu w u-\n")
    assert "'wu' is already the street of this turn: Maria must do or skip the build action" in run.err
    assert "expected U- +B, or 2. WU if the next disc is placed there too" in run.err
    assert lines_of(table)[1:] == ["1. WU W"]
    assert "kept  2. WU W" in table.ok("record", "lily", input="2. wu w\n")


def test_influence_cards_that_may_be_those_of_one_player(table: Table) -> None:
    """Single cards are answered with who is dealt each, since somebody may have meant one player's cards."""
    out = table.ok("record", "lily", input="bar lis\n")
    assert "Maria is dealt influence cards: Barcelona\n" in out
    assert "is dealt" not in table.ok("record", "lily", input="undo 2\nbar.lis ?\n")


def test_discs_that_count_as_missed_are_reported_at_once(table: Table) -> None:
    """The number of the next turn after a placement alone is answered with its meaning; of many in a row, the first."""
    table.ok("record", "lily", input=START)
    note = "note: only the placement of turn {} was recorded; what its discs did counts as missed"
    out = table.ok("record", "lily", input="1. WB\n2. BM\n3. WB\n4. WU\n")
    assert out.index("kept  2. BM") < out.index(note.format(1)) < out.index("kept  3. WB")
    assert out.count("note: ") == 1
    assert "note: " not in table.ok("record", "lily", input="_\n5. WB _\n6. BM\n")


def test_discs_after_a_missed_turn_are_reported(table: Table) -> None:
    """Discs that count as missed are reported in the turn after a missed one too."""
    table.ok("record", "lily", input=START + "1. WB W B /\n")
    assert "note: only the placement of turn 3 was recorded" in table.ok("record", "lily", input="2. _\n3. WB\n4. BM\n")


def test_wrong_word_where_a_card_is_due(table: Table) -> None:
    """A word without a meaning is refused, and a line of blanks ignored, also while a card must be drawn."""
    table.ok("record", "lily", input=START + "1. WB B W\n2. WU W U-\n")
    for line, code in (("ab\n", 1), ("  \n", 0)):
        run = table.run("record", "lily", input=line)
        assert run.code == code, run
    assert lines_of(table)[-1] == "2. WU W U-"


def test_good_decisions_before_an_error_are_saved(table: Table) -> None:
    """An error within a line is reported with its place, and the decisions before it are saved."""
    result = table.run("record", "lily", input=START + "WB B QQ W\nBM B\n")
    assert result.code == 1
    assert "calimala: error: <stdin>:2:6: 'QQ' is not valid here" in result.err
    assert result.err.splitlines()[1:3] == ["WB B QQ W", "     ^^"]
    assert lines_of(table)[-1] == "1. WB B"


def test_line_with_only_a_slip_changes_nothing(table: Table) -> None:
    """The number of the next turn does not end the one under way if nothing of the line can be read."""
    table.ok("record", "lily", input=START + "1. WB B W\n")
    for line in ("2. ZZ\n", "ZZ WU\n"):
        result = table.run("record", "lily", input=line)
        assert (result.code, result.out, lines_of(table)[-1]) == (1, "", "1. WB B W")
    assert "kept  /" in table.ok("record", "lily", input="/\n")


def test_going_on_after_an_error(table: Table) -> None:
    """The next run continues from the current position."""
    table.run("record", "lily", input=START + "WB B QQ\n")
    table.ok("record", "lily", input="W\n")
    assert lines_of(table)[-1] == "1. WB B W"


def test_without_a_name_the_last_game_goes_on(table: Table) -> None:
    """record without GAME continues the game that was changed last and is not over."""
    table.ok("new", "b", "r", "y", "--id", "rose")
    table.ok("record", "lily", input=START)
    table.ok("record", input="WB B W\n")
    assert lines_of(table)[-1] == "1. WB B W"


def test_record_of_an_unknown_game(table: Table) -> None:
    """An unknown game is code 3, a text instead of a stored game code 2."""
    assert table.run("record", "rose").code == 3
    assert table.run("record", "game.cgn").code == 2
    assert Table(table.folder / "elsewhere").run("record").code == 3


# Words.


def test_undo_and_redo_work_across_runs(table: Table) -> None:
    """A run can undo and redo what another run recorded."""
    table.ok("record", "lily", input=START + "WB B W\nBM B M\n")
    assert "undone: BM B M" in table.ok("record", "lily", input="undo turn\n")
    assert lines_of(table)[-1] == "1. WB B W /"
    assert "redone: BM B M" in table.ok("record", "lily", input="redo turn\n")
    assert lines_of(table)[-1] == "2. BM B M"
    table.ok("record", "lily", input="undo\nundo 3\n")
    assert lines_of(table)[-1] == "1. WB B W"


def test_undo_of_more_than_there_is(table: Table) -> None:
    """Undoing more decisions than there are changes nothing, and the code is 1."""
    table.ok("record", "lily", input=START)
    before = lines_of(table)
    for words in ("undo 999", "redo", "redo 1"):
        result = table.run("record", "lily", input=words + "\n")
        assert (result.code, len(result.err.splitlines())) == (1, 1)
    assert lines_of(table) == before


def test_undo_turn_takes_all_of_it(table: Table) -> None:
    """undo turn undoes all of this turn, including observations before its placement, and nothing else."""
    table.ok("record", "lily", input=START + "_\n_\n")
    before = lines_of(table)
    seen = "3. r.points:=4 b.points:=5 y.wood:=2"
    table.ok("record", "lily", input=seen + "\n")
    out = table.ok("record", "lily", input="undo turn\n")
    assert "undone: r.points:=4 b.points:=5 y.wood:=2\n" in out
    assert lines_of(table) == before
    table.ok("record", "lily", input=seen + " WB B\nundo turn\n")
    assert lines_of(table) == before


def test_undo_turn_where_the_turn_is_over(table: Table) -> None:
    """undo turn undoes the previous turn if nothing of the next one is recorded."""
    table.ok("record", "lily", input=START + "_\n")
    assert "undone: _\n" in table.ok("record", "lily", input="undo turn\n")
    assert "undone: W V U B\n" in table.ok("record", "lily", input="undo 4\n")
    assert "undone: ?" in table.ok("record", "lily", input="undo turn\n")
    result = table.run("record", "lily", input="undo turn\n")
    assert (result.code, result.err) == (
        1,
        "calimala: error: there is nothing to undo in lily\n",
    )


def test_redo_of_more_than_there_is(table: Table) -> None:
    """Redoing more decisions than were undone changes nothing, and the error counts decisions."""
    table.ok("record", "lily", input=START + "WB B W\nundo 2\n")
    before = lines_of(table)
    result = table.run("record", "lily", input="redo 99\n")
    assert result.code == 1
    assert result.err == "calimala: error: cannot redo 99 decisions in lily, only 2\n"
    assert lines_of(table) == before
    assert "redone: B W\n" in table.ok("record", "lily", input="redo 2\n")


def test_redo_of_several_dealt_decisions(table: Table) -> None:
    """Redoing a decision redoes the cards that the program dealt for it, and they are not counted."""
    table.ok("record", "lily", "--deal", "--seed", "7")
    for _ in range(4):
        table.ok("record", "lily", input=table.ok("show", "--legal", "lily").splitlines()[1].split()[0] + "\n")
    table.ok("record", "lily", input=START + "WU W U-\n")
    drawn = lines_of(table)
    table.ok("record", "lily", input="undo 3\n")
    result = table.run("record", "lily", input="redo 4\n")
    assert (result.code, result.err) == (1, "calimala: error: cannot redo 4 decisions in lily, only 3\n")
    table.ok("record", "lily", input="redo 3\n")
    assert lines_of(table) == drawn
    result = table.run("record", "lily", input="undo 999\n")
    assert "cannot undo 999 decisions in lily, only 12" in result.err


@pytest.mark.parametrize("words", ["undo 0", "undo x", "  redo   x", "redo turns", "undo -1", "undo 1 2"])
def test_undo_of_an_invalid_number(words: str, table: Table) -> None:
    """A word that is not a number of decisions is an error with line, column and valid forms, and the code is 1."""
    result = table.run("record", "lily", input=START + words + "\n")
    word, argument = words.strip().split(maxsplit=1)
    message, line, caret = result.err.splitlines()
    expected = {"undo": "undo, undo 3, undo turn", "redo": "redo, redo 3, redo turn"}[word]
    column = words.index(argument) + 1
    assert result.code == 1
    assert message == (
        f"calimala: error: <stdin>:2:{column}: {argument!r} is not a number of decisions; expected {expected}"
    )
    assert line == words
    assert caret == " " * (column - 1) + "^" * len(argument)


def test_comments_and_checks(table: Table) -> None:
    """A comment in braces or after the word, and a check, are saved in their places."""
    table.ok("record", "lily", input="{we begin}\n" + START + "WB B {a brick} =0-0-0-0\ncomment so far, so good\nW\n")
    text = table.ok("export", "lily")
    assert "\n{we begin} 0. " in text or "\n0. {we begin} " in text or "{we begin}" in text.split("\n0. ")[0]
    assert lines_of(table)[-1] == "1. WB B {a brick} =0-0-0-0 {so far, so good} W"


def test_check_that_does_not_agree_is_reported(table: Table) -> None:
    """A wrong check is saved and reported, and is not an error."""
    out = table.ok("record", "lily", input=START + "WB B =9-0-0-0\n")
    assert "the check says 9-0-0-0 points" in out
    assert lines_of(table)[-1] == "1. WB B =9-0-0-0"


def test_words_that_show(table: Table) -> None:
    """The words help, board, legal and points print what they name, and change nothing."""
    out = table.ok("record", "lily", input=START + "help\nboard\nlegal\npoints\nquit\nWB\n")
    assert "comment ...    add a comment" in out
    assert "City" in out
    assert "place a coloured disc on the wood-brick street" in out
    assert "total" in out
    assert lines_of(table)[-1].startswith("0. ")


def test_missed_turns_and_observations(table: Table) -> None:
    """A missed turn and an observation are recorded as such."""
    table.ok("record", "lily", input=START + "_\nr.points:=7\nWU W U-\n-?\n")
    assert lines_of(table)[1:] == ["1. _", "2. r.points:=7 WU W U-?"]


def test_what_counts_as_missed_is_answered(table: Table) -> None:
    """A mark is answered with its meaning: a turn, or the rest of the activation under way."""
    out = table.ok("record", "lily", input=START + "_\nWU W U-?\n_\n")
    assert "kept  1. _\n      Maria: turn 1 counts as missed\n" in out
    assert "kept  _\n      Red: the rest of this activation counts as missed\n" in out


def test_card_without_its_hyphen(table: Table) -> None:
    """A letter alone where a card is due, and no such action, is answered with the cards."""
    table.ok("record", "lily", input=START + "WU W U-\n")
    error = table.run("record", "lily", input="m\n").err
    assert "'m' is not valid here; Maria must draw a card (R5.9); expected -W -B -M" in error


def test_what_was_played_anyway(table: Table) -> None:
    """An illegal decision is recorded between observations that make it legal, and undone and redone with them."""
    refused = table.run("record", "lily", input=START + "TS\n")
    assert refused.code == 1
    assert "R4.2" in refused.err
    table.ok("record", "lily", input="anyway TS\n")
    assert lines_of(table)[1:] == ["1. b.cloth:=3 b.ships:=2 ST b.cloth:=0 b.ships:=0"]
    assert "undone: b.cloth:=3 b.ships:=2 ST b.cloth:=0 b.ships:=0\n" in table.ok("record", "lily", input="undo\n")
    assert "redone: b.cloth:=3 b.ships:=2 ST b.cloth:=0 b.ships:=0\n" in table.ok("redo", "lily")
    assert "undone: b.cloth:=3" in table.ok("undo", "lily")
    unknown = table.run("record", "lily", input="anyway QQ\n")
    assert unknown.code == 1
    assert "'QQ' cannot have been done here" in unknown.err


# Dealt by the program.


def test_program_deals(table: Table) -> None:
    """With --deal the program deals every card, also in the next run."""
    out = table.ok("record", "lily", "--deal", "--seed", "7")
    assert "is dealt influence cards" in out
    keeps = [line.split()[0] for line in table.ok("show", "--legal", "lily").splitlines()[1:]]
    table.ok("record", "lily", input=keeps[0] + "\n")
    assert '[Shuffle "7"]' in table.ok("export", "lily")
    assert table.run("record", "lily", "--deal", "--seed", "8").code == 2


def test_same_card_comes_again_after_an_undo(table: Table) -> None:
    """Undoing a decision undoes the card dealt after it, and the same card comes the next time."""
    table.ok("record", "lily", "--deal", "--seed", "7")
    for _ in range(4):
        symbol = table.ok("show", "--legal", "lily").splitlines()[1].split()[0]
        table.ok("record", "lily", input=symbol + "\n")
    table.ok("record", "lily", input=START + "WU W U-\n")
    drawn = lines_of(table)[-1]
    assert drawn.startswith("1. WU W U-")
    assert "?" not in drawn
    out = table.ok("record", "lily", input="undo\n")
    assert out.startswith("undone: U-")
    table.ok("record", "lily", input="U-\n")
    assert lines_of(table)[-1] == drawn
    table.ok("record", "lily", input="undo\nredo\n")
    assert lines_of(table)[-1] == drawn


def test_dealer_answers_whenever_a_card_is_due() -> None:
    """The program's deck leaves no position waiting for chance."""
    dealer = seeded_dealer("7")
    game = play(played().setup)
    dealt = deal_due(game, dealer)
    assert len(dealt) > game.setup.players
    line = parse_dealt_line("? ? ? {who knows} ?", game.added(dealt), "x", 1, dealer)
    assert [move.comments for move in line.moves[:4]] == [(), (), ("who knows",), ()]
    assert not is_chance(line.moves[-1].state)


# On a terminal.

on_posix = pytest.mark.skipif(os.name == "nt", reason="terminals differ")


@on_posix
def test_prompt_says_who_and_what(table: Table) -> None:
    """The prompt names the player, the rule and the legal symbols; Ctrl-D leaves."""
    shown = on_terminal(table, "record", "lily", "--color", "never", keys=[START, "WB B\n", "W T\n", "\x04"])
    assert "Maria must place a disc; hand B (R4.1)" in shown
    assert "   WB BM " in shown
    assert "1 blue> " in shown
    assert "kept  1. WB B" in shown
    assert "not kept: T" in shown
    assert "Everything is saved. Continue with: calimala record lily" in shown
    assert shown.endswith("=> 0")


@on_posix
def test_ctrl_c_at_the_prompt(table: Table) -> None:
    """Ctrl-C leaves with code 130, and acknowledged decisions are saved."""
    shown = on_terminal(table, "record", "lily", keys=[START, "WB B\n", "\x03"])
    assert shown.endswith("=> 130")
    assert lines_of(table)[-1] == "1. WB B"


@on_posix
def test_mistakes_at_the_prompt_end_nothing(table: Table) -> None:
    """After any mistake in a line the next line is asked for."""
    keys = ["undo 9\n", "QQ\n", "{open\n", "undo x\n", "\n", "comment\n", "quit\n"]
    shown = on_terminal(table, "record", "lily", keys=keys)
    assert shown.count("0 blue> ") == len(keys)
    assert shown.endswith("=> 0")


@on_posix
def test_every_line_is_answered(table: Table) -> None:
    """A whole sitting: help, the card, a note, mistakes and their remedies, X, undo; nothing typed stays unanswered."""
    keys = {
        START: "kept  0. ",
        "?\n": "help codes     all the letters at a glance",
        "help codes\n": "Actions: W wood, B brick",
        "help me\n": "there is no help on 'me'; expected help, help codes",
        "WB B {she thinks} =0-0-0-0\n": "kept  1. WB B {she thinks} =0-0-0-0",
        "{and thinks}\n": "kept  {and thinks}",
        "comment long\n": "kept  {long}",
        "2. WA\n": "turn 2 has not begun yet: Maria must do or skip the wood action (R4.3)",
        "1. W\n": "turn 1 is not over yet: Maria must do or skip the wood action (R4.3)",
        "3. WA\n": "W W- +B, or _ for what nobody saw",
        "W!\n": "kept  W",
        "qq\n": "expected +B /, or after that WB BM",
        "anyway\n": "^ the decision is missing; expected an action or a card, e.g. AC or +AC",
        "b.points=0\n": "expected b.points:=0 for what you see",
        "4. WA\n": "this is turn 2, not 4; expected 2., or 2. _ for a turn that nobody saw",
        "/\n": "kept  /",
        "2.\n": "There is nothing to record in this line.",
        "2. BM B M\n": "kept  2. BM B M",
        "2. BM\n": "To correct turn 2: undo turn",
        "1. WB\n": "To correct turn 1: calimala repair lily#1 DECISION...",
        "X\n": "undone: M",
        "x X\n": "undone: BM B",
        "X WU\n": "undone: /",
        "undo 2\n": "undone:",
        "redo\n": "redone:",
        "undo turn\n": "undone:",
        "quit\n": "Everything is saved. Continue with: calimala record lily",
    }
    screen = on_terminal(table, "record", "lily", "--color", "never", keys=keys)
    shown, place = " ".join(screen.split()), 0
    for typed, answer in keys.items():
        place = shown.find(" ".join(answer.split()), place)
        assert place >= 0, f"{typed} is not answered with {answer}: {screen}"
    assert shown.endswith("=> 0")


@pytest.mark.long
@on_posix
def test_board_before_each_prompt(table: Table) -> None:
    """The board of twelve lines is shown before each prompt, except after a mistake and with --no-board."""
    keys = [START, "QQ\n", "WB\n", "\x04"]
    shown = on_terminal(table, "record", "lily", "--color", "never", keys=keys).replace("\r\n", "\n")
    assert shown.count("[V]───────[T]───────[S]") == 3
    assert (
        """
Turn 1: Maria (blue)                                    Deck 41   discard pile 0
                             player      pts discs  W B M S cloth TBH hand
[W]─ [B] ─[B]───────[M]   ►b Maria         0 9+2    · · · · 0     ··· B
·         ·         ·      r Red           0 10+2   · · · · 0     ··· U
[U]───────[C]───────[A]    y Yellow        0 10+2   · · · · 0     ··· V
·         ·         ·      g Green         0 10+2   · · · · 0     ··· W
[V]───────[T]───────[S]
Next: S. Maria del Fiore · | London · | San Miniato · | trading cities ·
Maria must do or skip the wood and brick actions; hand B (R4.3)
   W B W- B- +B
1 blue> """
        in shown
    )
    assert "[V]───" not in on_terminal(table, "record", "lily", "--no-board", keys=["\x04"])


def test_a_lone_question_mark_is_a_card_where_a_card_is_due(table: Table) -> None:
    """Where an influence card or a drawn card is due `?` is that card; anywhere else it is help and changes nothing."""
    table.ok("record", "lily", input="? ? ? ? / ? / ? ? ? ? / W V U\n?\nB\n")
    before = lines_of(table)
    assert "help codes" in table.ok("record", "lily", input="?\n")
    assert lines_of(table) == before
    out = table.ok("record", "lily", input="WU W U-\n?\n")
    assert "help codes" not in out
    assert lines_of(table)[-1].split()[:5] in (["1.", "WU", "W", "U-?"], ["1.", "WU", "W", "U-?", "/"])
    assert "help codes" not in table.ok("record", "lily", input="undo turn\nundo turn\n?\n?\n")


@on_posix
def test_words_that_are_not_notation_lead_to_the_help(table: Table) -> None:
    """A word that means nothing here is refused with the legal symbols, and with where the letters are explained."""
    shown = on_terminal(table, "record", "lily", "--color", "never", keys=[START, "wood\n", "BW B US\n", "\x04"])
    assert "'wood' is not valid here" in shown
    assert shown.count("Type help for help, help codes for the letters.") == 1


@pytest.mark.long
@on_posix
def test_a_finished_game_says_so_once(table: Table) -> None:
    """The prompt of a finished game says who won and what can be done; then only mistakes and words are answered."""
    table.ok("import", "-", "--id", "whole", input=game_text())
    shown = on_terminal(table, "record", "whole", "--color", "never", keys=["W\n", "_\n", "undo\n", "\x04"])
    assert shown.count("The game is over: ") == 1
    assert "Type undo to change the end, or quit." in shown
    assert "'W' comes after the end: the game is over (R7.4)" in shown
    assert "E> W" in shown
    assert "undone: " in shown


@on_posix
def test_a_finished_game_can_be_shared(table: Table) -> None:
    """Leaving a finished game shows how to share it; before the end, a wrong word is answered with what is due."""
    table.ok("import", "-", "--id", "whole", input=game_text())
    keys = ["undo\n", "foo\n", "redo\n", "quit\n"]
    shown = " ".join(on_terminal(table, "record", "whole", "--color", "never", keys=keys).split())
    assert "'foo' is not valid here; reveal " in shown
    assert "Everything is saved. For a page to share: calimala export whole -o whole.html" in shown


@pytest.mark.long
@on_posix
def test_what_a_gap_may_have_made_possible(table: Table) -> None:
    """After a turn that nobody saw, what the rules refuse is answered with how to record it nevertheless."""
    keys = [START, "ts\n", "_\n", "ts\n", "tt\n", "\x04"]
    shown = on_terminal(table, "record", "lily", "--color", "never", keys=keys)
    assert shown.count("If it was done anyway") == shown.count("type anyway TT") == 1


# Crashes and conflicts.


@pytest.mark.skipif(os.name == "nt", reason="signals differ")
@pytest.mark.parametrize("lines", few([9, 1, 23]))
def test_killed_program_loses_nothing_acknowledged(lines: int, table: Table) -> None:
    """After a kill at any moment every acknowledged line is completely in the store, and the game can be continued."""
    text = game_text()
    table.ok("import", "-", "--id", "whole", input=text.split("\n\n")[0] + "\n")
    turns = body_lines(text)
    with table.start("record", "whole") as program:
        assert program.stdin
        assert program.stdout
        saved: list[str] = []
        program.stdin.write("\n".join(turns).encode())
        program.stdin.flush()
        while len(saved) < lines:
            line = program.stdout.readline().decode()
            saved += [line.removeprefix("kept  ").rstrip("\n")] if line.startswith("kept") else []
        program.send_signal(signal.SIGKILL)
        program.wait()
    stored = body_lines(table.ok("export", "whole"))
    assert stored[:lines] == saved
    assert table.json("check", "whole") == []
    table.ok("record", "whole", input="\n".join(turns[len(stored) :]))
    assert table.ok("export", "whole") == text


def test_somebody_else_adds_to_the_game(table: Table) -> None:
    """A line for a position that is not current is not saved: the code is 4 in a pipe."""
    with table.start("record", "lily") as program:
        assert program.stdin
        assert program.stdout
        program.stdin.write(START.encode())
        program.stdin.flush()
        program.stdout.readline()
        with open_store(table.store, now) as store:
            store.append("lily", parse_line("WB", store.load("lily").played).moves[0].command)
        _, errors = program.communicate(b"BM\n")
    assert program.returncode == 4
    assert b"somebody else has changed the game" in errors
    assert lines_of(table)[-1] == "1. WB"


def test_bytes_that_are_not_text(table: Table) -> None:
    """A line that is not UTF-8 is reported, with code 1, and the lines before it are saved."""
    result = table.run("record", "lily", input=START.encode() + b"WB B {\xff}\n")
    assert result.code == 1
    assert "<stdin>:2:7: this is not UTF-8" in result.err
    assert lines_of(table)[-1].startswith("0. ")
