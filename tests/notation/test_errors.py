"""Errors in a text are reported as a compiler does: where, what, what was expected, and by which rule; and limits."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.commands import MarkMissed
from calimala_es.game import Game
from notation import (
    Budget,
    BudgetError,
    NotationError,
    NotLegalError,
    NotUniqueError,
    NotWellFormedError,
    dumps,
    loads,
    read_games,
)
from notation.errors import MOST_ERRORS, MOST_GAME_CHARS, MOST_HEADERS
from replays.edit.tree import Tree
from tests.edit.test_tree import START
from tests.notation.records import records, text_of
from tests.notation.tables import DEALS, SETUP, game, read
from tests.profiles import examples
from tests.strategies import KNOWN, MIXED, Playout

GOODS = "b.wood:=2 b.brick:=2 b.marble:=1 b.cloth:=3 b.ships:=2 b.houses:=TB b.hand:=WAST"
"""Blue can do nearly everything, and holds four cards."""

FIRST_LINE = len((SETUP + "\n" + DEALS).splitlines()) + 1
"""The line on which the body of `game` continues after turn 0."""


@pytest.mark.parametrize(
    ("body", "kind", "token", "message", "expected", "rule"),
    [
        # Not well formed.
        ("1. AX", NotWellFormedError, "AX", "'AX' is not valid here; blue must place a disc", "WB BM", "R4.1"),
        ("1. AS AC- SL", NotWellFormedError, "AC-", "'AC-' is not valid here", "AP AF AM AC", "R4.3"),
        ("1. AS (AC", NotWellFormedError, "AC", "a variation is not closed", ")", ""),
        ("1. AS \0", NotWellFormedError, "\0", r"'\x00' is not valid here", "AP AF", "R4.3"),
        ("1. AS \u0410C", NotWellFormedError, "\u0410C", "(U+0410)", "letters, digits", ""),
        ("1. AS AC\u200b", NotWellFormedError, "AC\u200b", "(U+200B)", "letters, digits", ""),
        ("1. AS {open AC SL", NotWellFormedError, "{open AC SL", "the comment is not closed", "{...}", ""),
        ("1. AS {open\\}", NotWellFormedError, "{open\\}", "the comment is not closed", "{...}", ""),
        ("1. AS } AC", NotWellFormedError, "}", "this brace does not close a comment", "{...}", ""),
        ("1. AS AC SL =12", NotWellFormedError, "=12", "'=12' is not a check", "=bry", ""),
        ("1. AS AC SL =1\u0662-1", NotWellFormedError, "=1\u0662-1", "is not a check", "=bry", ""),
        ("AS:=bbbbb", NotWellFormedError, "AS:=bbbbb", "is not a valid observation", "the discs on the street", ""),
        ("AS:=01", NotWellFormedError, "AS:=01", "is not a valid observation", "the discs on the street", ""),
        (
            "b.points:=many",
            NotWellFormedError,
            "b.points:=many",
            "is not a valid observation",
            "a number of points",
            "",
        ),
        ("b.points:= 3", NotWellFormedError, "b.points:=", "not a valid observation", "b.points:= and the value", ""),
        (
            "1. AS b.points := 3",
            NotWellFormedError,
            "b.points",
            "is not valid here",
            "b.points:= and the value",
            "R4.3",
        ),
        ("b.points:=\u0661", NotWellFormedError, "b.points:=\u0661", "(U+0661)", "letters", ""),
        ("g.points:=1", NotWellFormedError, "g.points:=1", "name a part of the position", "a street, a row", ""),
        ("b.beard:=1", NotWellFormedError, "b.beard:=1", "name a part of the position", "coloured white", ""),
        ("1. AS AC SL / / BM", NotWellFormedError, "/", "there is no activation to end: red", "WB BM", "R4.1"),
        (
            "3. AS AC SL",
            NotWellFormedError,
            "3.",
            "this is turn 1, not 3",
            "1., or 1. _ for a turn that nobody saw",
            "",
        ),
        ("1. AS AC SL 1. BM B M", NotWellFormedError, "1.", "this is turn 2, not 1", "2.", ""),
        ("1. AS AC SL 0. BM B M", NotWellFormedError, "0.", "this is turn 2, not 0", "2.", ""),
        ("1234567890. AS AC SL", NotWellFormedError, "1234567890.", "is not valid here", "WB", "R4.1"),
        ("AS AC SL AS>", NotWellFormedError, "AS>", "is not valid here", "+W", "R4.3"),
        # Not legal.
        ("1. ST V", NotLegalError, "V", "weave is not one of the remaining actions", "transport and ship", "R4.3"),
        (
            "1. AS AC AC",
            NotLegalError,
            "AC",
            "artwork is not one of the remaining actions",
            "blue must do or skip the ship action",
            "R4.3",
        ),
        (
            "1. AS AC SLLL",
            NotLegalError,
            "SLLL",
            "blue cannot ship that way (SLLL): it needs three ships, but there",
            "possible: SB SL SN",
            "R5.5",
        ),
        ("1. AS2 AC AC", NotLegalError, "AC", "it needs marble, but there is none", "write A- to skip", "R5.3"),
        (
            "b.brick:=0 WU UW",
            NotLegalError,
            "UW",
            "it needs brick, but there is none in the warehouse",
            "possible: US",
            "R5.2",
        ),
        (
            "b.brick:=1 WU UH",
            NotLegalError,
            "UH",
            "it needs two brick, but there is not enough",
            "possible: US",
            "R5.2",
        ),
        (
            "WU UB",
            NotLegalError,
            "UB",
            "blue cannot build that way (UB): there is already a trading house in BRU",
            "US",
            "R5.2",
        ),
        (
            "b.brick:=0 b.wood:=0 WU W UB",
            NotLegalError,
            "UB",
            "blue cannot do the build action: the required resources are missing",
            "U-",
            "R5.2",
        ),
        ("b.ships:=1 AS AC SLL", NotLegalError, "SLL", "it needs two ships, but there are not enough", "SL", "R5.5"),
        ("b.houses:=- VT V TT", NotLegalError, "TT", "it needs a trading house, but there is none", "T-", "R5.6"),
        (
            "b.houses:=T VT V TB",
            NotLegalError,
            "TB",
            "it needs a trading house in BRU, but there is none",
            "TT",
            "R5.6",
        ),
        ("1. AS AC SL +V", NotLegalError, "+V", "blue has no weave card in hand", "in hand: A S T W", "R5.10"),
        ("1. AS S-W AC", NotLegalError, "S-W", "ship action is possible here", "S- without", "R5.9"),
        (
            "b.white:=0 1. AS2",
            NotLegalError,
            "AS2",
            "blue has no white disc left",
            "coloured discs in the supply: 12",
            "R4.1",
        ),
        ("b.hand:=- b.marble:=0 b.ships:=0 b.wood:=0 AS", NotLegalError, "AS", "neither artwork nor", "WB", "R4.2"),
        ("b.marble:=0 b.hand:=- b.cloth:=1 AS A- S-", NotLegalError, "S-", "blue must do at least one", "", "R4.2"),
        ("discard:=WWWW b.cloth:=0 b.hand:=- AS AC S-W", NotLegalError, "S-W", "no wood card can be", "B", "R2.3"),
        ("deck:=0 b.cloth:=0 b.hand:=- AS AC S-W", NotLegalError, "S-W", "there is no card", "leave out the", "R5.11"),
        # Not unique.
        ("1. AS A", NotUniqueError, "A", "A could mean several things", "AP AF AM AC", "R5"),
        ("1. AS AC S", NotUniqueError, "S", "S could mean several things", "SB SL SN SBB", "R5"),
        ("1. AS AC SL +C", NotUniqueError, "+C", "+C could mean several things", "+CFW +CFB +CMW", "R5"),
        ("b.cloth:=1 1. VT T", NotUniqueError, "T", "T could mean several things", "TT TB", "R5"),
        ("1. AS / 2. BM", NotUniqueError, "/", "the activation cannot end yet: blue", "AP AF AM", "R4.3"),
        ("1. AS AC 2. BM B M", NotUniqueError, "2.", "turn 2 has not begun yet: blue must do or skip", "SB", "R4.3"),
        ("1. AS AC 1. BM B M", NotUniqueError, "1.", "turn 1 is not over yet: blue must do or skip", "SB", "R4.3"),
        (
            "1. AS AC BM B M",
            NotUniqueError,
            "BM",
            "BM is not possible yet: blue must do or skip the ship action",
            "SB",
            "R4.3",
        ),
        ("SL", NotUniqueError, "SL", "SL is not possible yet: blue must place a disc", "WB BM", "R4.1"),
        (
            "1. AS AC SL E. LIS",
            NotUniqueError,
            "E.",
            "the game is not over yet: red must place a disc",
            "WB",
            "R4.1",
        ),
    ],
)
def test_error_is_reported(
    body: str, kind: type[NotationError], token: str, message: str, expected: str, rule: str
) -> None:
    """Each error has its kind, its place under a caret, what was expected, and the rule."""
    line = f"{GOODS} {body}"
    (error, *_) = read(line).errors
    assert type(error) is kind
    assert message in str(error.message)
    assert expected in str(error.expected)
    assert error.rule == rule
    assert (error.place.source, error.line, error.place.text) == ("game.cgn", FIRST_LINE, line)
    assert line[error.column - 1 :].startswith(token)
    line, caret = error.context().split("\n")
    assert caret.strip() == "^" * len(token)
    under = line[caret.index("^") : len(caret)]
    assert under == "".join(char if char.isprintable() else " " for char in token)
    assert str(error).startswith(f"game.cgn:{FIRST_LINE}:{error.column}: {error.message!s}")
    assert (f"({rule})" in str(error)) == bool(rule)
    assert str(error).count(f"({rule})") <= 1


def test_number_on_a_word_is_not_underlined() -> None:
    """If a turn number is written on a wrong symbol, the caret is under the symbol."""
    (error,) = read("1.AX").errors
    assert (error.column, error.place.length) == (3, 2)


def test_disc_taken_back_has_to_be_unique() -> None:
    """If a player has two discs on the street, the record must say which one is taken back."""
    body = "AS:=wbb b.coloured:=1 b.marble:=1 b.cloth:=0 b.hand:=- AS AC S-? / A-? S-? / A-? S-? / "
    (error,) = read(body + "AS>").errors
    assert type(error) is NotUniqueError
    assert error.rule == "R6.3"
    assert str(error.expected).split() == ["AS>1", "AS>2", "AS>3"]
    assert not read(body + "AS>2").errors


def test_refusal_of_the_moment_that_is_meant() -> None:
    """If forced decisions were left out, the error about a word is that of the disc that it is about."""
    red = f"{GOODS} b.hand:=- r.hand:=- AS:=r AS AC SL"
    (error,) = read(f"{red} AM").errors
    assert str(error.message).startswith("red cannot do the artwork action: it needs marble")


def test_reading_goes_on_in_the_line_and_in_the_next_turn() -> None:
    """After a wrong word the rest of the turn and the next turn are still read."""
    reading = read("1. WB W XX YY 2. MA M A- 3. QQ Q\n4. BM B M\n5. BM B Y")
    assert [(error.line, error.place.text[error.column - 1 :].split()[0]) for error in reading.errors] == [
        (FIRST_LINE, "XX"),
        (FIRST_LINE, "YY"),
        (FIRST_LINE, "QQ"),
        (FIRST_LINE + 2, "Y"),
    ]


def test_card_that_is_not_due_in_the_second_edition() -> None:
    """R9.3: the error about a card after one impossible action of two names the rule that says when a card comes."""
    (reading,) = read_games(SETUP + '[Rules "second"]\n' + DEALS + "1. MA A-B M")
    (error,) = reading.errors
    assert (str(error.message), error.rule) == ("no card is drawn for this action", "R9.3")
    assert str(error.expected).startswith("write A- without a card")
    (reading,) = read_games(SETUP + '[Rules "second"]\n' + DEALS + "1. MA A- M")
    assert not reading.errors


def test_tiles_that_no_street_joins() -> None:
    """R2.1: the error about a placement between two tiles says that they are not neighbours."""
    for word in ("WA", "aw2", "WS0"):
        (error,) = read(f"1. {word} W").errors
        assert str(error.message).endswith("in this city")
        assert "no street joins" in str(error.message)
        assert error.rule == "R2.1"


def test_number_of_an_earlier_turn_is_reported_as_that() -> None:
    """The error about an earlier turn's number within a turn says which turn this is."""
    reading = read("1. WB W B 2. WB W 1. BM")
    assert str(reading.errors[0].message).startswith("this is turn 2, not 1: red must do or skip the brick action")


def test_number_without_its_point() -> None:
    """The error about a turn number without a point says that the point is missing."""
    (error,) = read("1 WB W B").errors
    assert str(error.expected) == "1. with a full stop, if it is a turn number"


def test_deal_with_missing_cards_says_its_form() -> None:
    """R3.4: the error about a wrong deal shows its form and the sign for unknown cards."""
    (reading,) = read_games(SETUP + "0. ? ? / W V U")
    (error, *_) = reading.errors
    assert str(error.expected) == "the cards, e.g. BAR.LIS.LON; ? for unknown ones"


def test_record_ends_before_the_first_error() -> None:
    """The game that is read consists of the decisions before the first error, with their states and events."""
    reading = read("1. WB W B / 2. MA M XX 3. BM B M")
    assert reading.game is not None
    assert reading.game == loads(game("1. WB W B / 2. MA M"))
    assert MarkMissed() not in reading.game.commands
    assert all(move.events for move in reading.game.moves)


def test_turn_with_a_choice_left_out_does_not_hide_the_next() -> None:
    """An error found at the number of the next turn is reported there, and that turn is read."""
    reading = read("1. WB W 2. MA XX 3. WB W B")
    assert [type(error) for error in reading.errors] == [NotUniqueError, NotWellFormedError]


def test_wrong_numbers_are_reported_and_the_turns_read() -> None:
    """A repeated turn number is an error of its own, and the turn is read with its correct number."""
    reading = read("1. WB W B 1. BM B M 2. QQ 4. BM B XX")
    assert [str(error.message) for error in reading.errors][:2] == ["this is turn 2, not 1", "this is turn 3, not 2"]
    assert len(reading.errors) == 4


def test_number_that_jumps_ahead_takes_turns_as_missed() -> None:
    """After a number that is too high the turns between are missed, and reading continues there."""
    reading = read("1. WB W B 4. BM B M 5. QQ")
    messages = [str(error.message).split(";")[0] for error in reading.errors]
    assert messages == ["this is turn 2, not 4", "'QQ' is not valid here"]


def test_error_in_turn_0_does_not_hide_the_turns() -> None:
    """After an error in turn 0 all hands are unknown, and the turns are read."""
    (reading,) = read_games(SETUP + "0. XX\n1. BM B M +W\n2. QQ\n")
    assert [(error.line, type(error)) for error in reading.errors] == [
        (4, NotWellFormedError),
        (6, NotWellFormedError),
    ]


def test_error_in_the_last_turn_does_not_hide_the_end() -> None:
    """After an error in the last turn the influence cards at the end are read."""
    lines = text_of(Playout(3, seed=5)).splitlines()
    assert lines[-1].startswith("E. ")
    lines[-2] += " XX"
    lines[-1] = "E. NONE"
    (reading,) = read_games("\n".join(lines))
    assert [error.line for error in reading.errors] == [len(lines) - 1, len(lines)]


def test_several_games_have_their_own_errors() -> None:
    """An error in one game of a file hides none of another game; lines are counted through the file."""
    text = game("1. XX") + "\n" + game("1. BM B M") + "\n" + game("1. BM B YY")
    readings = list(read_games(text))
    length = len(game("x").splitlines()) + 1
    assert [[error.line for error in reading.errors] for reading in readings] == [
        [FIRST_LINE],
        [],
        [FIRST_LINE + 2 * length],
    ]
    assert [reading.line for reading in readings] == [1, 1 + length, 1 + 2 * length]


def test_open_comment_does_not_swallow_the_next_game() -> None:
    """A line with the first header of a game begins a game, even after an open comment."""
    text = game("1. BM {left open") + '[CGN "1.0"]\n' + game("1. BM B M")
    first, second = read_games(text)
    assert [str(error.message) for error in first.errors] == ["the comment is not closed"]
    assert not second.errors


def test_too_many_errors_are_not_reported() -> None:
    """Reading a game stops after a fixed number of errors."""
    reading = read(" ".join(f"{turn}. XX" for turn in range(1, 400)))
    assert len(reading.errors) <= MOST_ERRORS
    (reading,) = read_games("[x\n" * 1000)
    assert len(reading.errors) <= MOST_ERRORS + 1


def test_loads_wants_one_game() -> None:
    """`loads` raises the first error, and one if there are no or several games."""
    with pytest.raises(NotWellFormedError, match="there is no game in this text"):
        loads("")
    with pytest.raises(NotWellFormedError, match=":8:1: there are several games instead of one"):
        loads(game("1. BM B M") + "\n" + game("1. BM B M"))
    with pytest.raises(NotUniqueError):
        loads(game("1. BM B M") + "\n" + game("b.marble:=1 1. AC A"))


# Headers.

CITY, COUNCIL = SETUP.splitlines()[1:3]
SECOND = f'[Rules "second"]\n{CITY}\n{COUNCIL}\n\n'
SECOND_3 = f'{SETUP}[Rules "second"]\n'
INTRIGUE = '[Intrigue "WB:KR BM:KR UC:KE AC:KE VT:KN TS:KN WU:RE BC:RE MA:RN UV:RN CT:EN AS:EN"]'


@pytest.mark.parametrize(
    ("headers", "kind", "at", "message", "expected", "rule"),
    [
        (f"{CITY}\n{COUNCIL}", NotWellFormedError, (1, 1), "missing from the set-up: Seats", '[Seats "..."]', "R3"),
        (
            '[Seats "bry"]\n\n1. WB\n',
            NotWellFormedError,
            (1, 1),
            "missing from the set-up: City, Council",
            '[City "..."] [Council',
            "R3",
        ),
        (f'{SETUP}[CGN "2.0"]', NotWellFormedError, (4, 1), "this text is in version '2.0'", "version 1.0", ""),
        (f'{SETUP}[CGN "2"]', NotWellFormedError, (4, 1), "'2' is not a version of the notation", "e.g. 1.0", ""),
        (
            f'{SETUP}[Rules "third"]',
            NotLegalError,
            (4, 1),
            "'third' is not an edition of the rules; choose first or second",
            "",
            "R3",
        ),
        (f'{SETUP}[Rules "first 2"]', NotLegalError, (4, 1), "version 2 of the rules is not supported", "", "R3"),
        (f'{SETUP}[Rules "first one"]', NotWellFormedError, (4, 1), "is not a rule set", "e.g. first 1", "R3"),
        (
            f'[Seats "brx"]\n{CITY}\n{COUNCIL}',
            NotLegalError,
            (1, 1),
            "'brx' does not give each player a colour",
            "",
            "R3.1",
        ),
        (f'[Seats "b"]\n{CITY}\n{COUNCIL}', NotLegalError, (1, 1), "2 to 5 players, but this game has 1", "", "R3.3"),
        (
            f'{COUNCIL}\n{CITY} [Red "x"]',
            NotLegalError,
            (2, len(CITY) + 2),
            "2 to 5 players, but this game has 1",
            "",
            "R3.3",
        ),
        (
            f'[Seats "br"]\n{CITY}\n{COUNCIL}\n[Third "b"]',
            NotLegalError,
            (4, 1),
            "'b' is not a colour for the third party",
            "",
            "R8.1",
        ),
        (f'{SETUP}[Third "g"]', NotLegalError, (4, 1), "only a game for two players has a third party", "", "R8.1"),
        (f'{SECOND}[Seats "br"]', NotLegalError, (5, 1), "3 to 5 players, but this game has 2", "", "R9.7"),
        (f'{SETUP}[Settings "active_draw_limit=2"]', NotLegalError, (4, 1), "no settings", "", "R9.3"),
        (
            f'{SECOND_3}[Settings "limit=2"]',
            NotWellFormedError,
            (5, 1),
            "'limit' is not a setting",
            "compensation",
            "R9.3",
        ),
        (f'{SECOND_3}[Settings "compensation_scope=x"]', NotLegalError, (5, 1), "'x'", "", "R9.3"),
        (f'{SECOND_3}[Settings "art_counts_pal=2"]', NotWellFormedError, (5, 1), "yes nor no", "=yes", "R9.7"),
        (f'{SECOND_3}[Settings "active_draw_limit=x"]', NotWellFormedError, (5, 1), "not a number", "", "R9.3"),
        (f"{SETUP}{INTRIGUE}", NotLegalError, (4, 1), "this is the first edition", "", "R10"),
        (f'{SECOND_3}[Intrigue "WB:KR"]', NotWellFormedError, (5, 1), "missing for BM UC", "WB:KR", "R10.2"),
        (
            f'{SECOND_3}[Intrigue "WM:KR"]',
            NotWellFormedError,
            (5, 1),
            "'WM' is not a street of this city",
            "WB BM",
            "R10.2",
        ),
        (f'{SECOND_3}{INTRIGUE[:-4]}KK"]', NotLegalError, (5, 1), "'KK' is not an intrigue tile", "", "R10.1"),
        (f'{SECOND_3}[Families "Bardi - -"]', NotLegalError, (5, 1), "played with Intrigue", "", "R11"),
        (
            f'{SECOND_3}{INTRIGUE}\n[Families "Bardi -"]',
            NotLegalError,
            (6, 1),
            "the number of families is 2, but the number of players is 3",
            "",
            "R11",
        ),
        (f'{SECOND_3}{INTRIGUE}\n[Families "Bardi - Bo"]', NotLegalError, (6, 1), "'Bo' is not a family", "", "R11"),
        (f'{SECOND_3}{INTRIGUE}\n[Families "Bardi - Bardi"]', NotLegalError, (6, 1), "two players", "", "R11"),
        (
            f'{SECOND_3}[Cells "CAR=3"]',
            NotWellFormedError,
            (5, 1),
            "only a game with Intrigue has the row CAR",
            "",
            "R10.4",
        ),
        (f'{SECOND_3}{INTRIGUE}\n[Faction "6"]', NotWellFormedError, (6, 1), "not a faction track", "6 2.4.6", "R10.6"),
        (f'{SECOND_3}{INTRIGUE}\n[Faction "6 4.2.6"]', NotLegalError, (6, 1), "stages", "", "R10.6"),
        (
            f'[Seats "bry"]\n{COUNCIL}\n [City "WB"]',
            NotWellFormedError,
            (3, 2),
            "'WB' is not a city",
            "WBM/U-A",
            "R2.1",
        ),
        (f'[Seats "bry"]\n{COUNCIL}\n[City "WBM/U-A/VTT"]', NotLegalError, (3, 1), "city", "", "R2.1"),
        (f'[Seats "bry"]\n{CITY}\n[Council "LIS"]', NotWellFormedError, (3, 1), "missing: BAR LON", "each of", "R2.2"),
        (f'[Seats "bry"]\n{CITY}\n{COUNCIL[:-2]} ROME"]', NotWellFormedError, (3, 1), "not scoring tiles", "", "R2.2"),
        (f'[Seats "bry"]\n{CITY}\n{COUNCIL[:-2]} LIS"]', NotWellFormedError, (3, 1), "more than once: L", "", "R2.2"),
        (
            f'{SETUP}[Deck "W5"]',
            NotWellFormedError,
            (4, 1),
            "the deck does not name every action card",
            "W5 B5 M5",
            "R2.3",
        ),
        (f'{SETUP}[Deck "W5 W6"]', NotWellFormedError, (4, 1), "'W6': 'W' is named twice", "each of W B", "R2.3"),
        (f'{SETUP}[Deck "W100"]', NotWellFormedError, (4, 1), "'W100' is not a number", "e.g. W5", "R2.3"),
        (f'{SETUP}[Deck "W0 B5 M5 U5 A5 V5 S5 T5 C5"]', NotLegalError, (4, 1), "each starting card: W B", "", "R3.5"),
        (f'{SETUP}[Cells "ROME=3"]', NotWellFormedError, (4, 1), "'ROME' is not a row of the board", "SMN.W=3", "R2.5"),
        (f'{SETUP}[Cells "LIS=3 LIS=4"]', NotWellFormedError, (4, 1), "'LIS' is named twice", "", "R2.5"),
        (f'{SETUP}[Cells "LIS=x"]', NotWellFormedError, (4, 1), "is not a number", "", "R2.5"),
        (
            f'{SETUP}[Seats "ryb"]',
            NotUniqueError,
            (4, 1),
            "there are two Seats headers that",
            "the first is on line 1",
            "",
        ),
        (f'{SETUP}[Event "x" y]', NotWellFormedError, (4, 1), "this is not a header", '[Name "value"]', ""),
        (f'{SETUP}[Event "x"] y', NotWellFormedError, (4, 13), "this is not a header", '[Name "value"]', ""),
        (f'{SETUP}[Event "x]', NotWellFormedError, (4, 1), "this is not a header", '[Name "value"]', ""),
        (f'{SETUP}[1st "x"]', NotWellFormedError, (4, 1), "this is not a header", '[Name "value"]', ""),
        (
            f'{SETUP}[Position "P1"]',
            NotWellFormedError,
            (4, 1),
            "position, rules: this part is missing",
            "a position line",
            "",
        ),
    ],
)
def test_error_in_a_header_is_reported(
    headers: str, kind: type[NotationError], at: tuple[int, int], message: str, expected: str, rule: str
) -> None:
    """An error in the headers is reported at the header that is wrong."""
    (reading,) = read_games(headers + "\n\n")
    (error, *_) = reading.errors
    assert type(error) is kind
    assert (error.line, error.column) == at
    assert message in str(error.message)
    assert expected in str(error.expected)
    assert error.rule == rule
    assert str(error).count(f"({rule})") <= 1


def test_error_in_a_header_does_not_hide_the_body() -> None:
    """If the set-up is clear in spite of an error in the headers, the body is read too."""
    (reading,) = read_games(SETUP + "[Event]\n" + DEALS + "1. XX")
    assert [error.line for error in reading.errors] == [4, 6]


def test_same_header_twice_is_not_an_error() -> None:
    """A header of the set-up may be repeated as long as it says the same."""
    assert loads(SETUP + SETUP) == loads(SETUP)


def test_too_much_is_refused() -> None:
    """A text beyond the limits is an error that is found quickly."""
    (reading,) = read_games(SETUP + "".join(f'[H{n} "x"]\n' for n in range(MOST_HEADERS + 10)))
    assert [str(error.message) for error in reading.errors] == ["there are too many headers"]
    (reading,) = read_games(SETUP + '[H "x"]' * (MOST_HEADERS + 10))
    assert [str(error.message) for error in reading.errors] == ["there are too many headers"]
    (reading,) = read_games(SETUP + "1. BM B M\n" * (MOST_GAME_CHARS // 10 + 1))
    assert [str(error.message) for error in reading.errors] == ["the game is too long"]
    assert reading.game is None


WORDS = ["{}", "={}", "b.{}:=1", "b.points:={}", "!{}", "&{}", "9{}", "${}", "é{}", "({}"]
HEADERS = ["CGN", "Rules", "Seats", "Third", "City", "Council", "Deck", "Position"]


@pytest.mark.parametrize(
    "text", [*(f"{SETUP}\n{word}\n" for word in WORDS), *(f'[{name} "{{}}"]\n[Seats "br"]\n\n_\n' for name in HEADERS)]
)
def test_long_words_and_headers_are_cut_in_messages(text: str) -> None:
    """A message quotes only the beginning of a long word or header."""
    for sign in "q9":
        (reading, *_) = read_games(text.replace("{}", sign * 30_000))
        assert reading.errors or SETUP in text
        assert all(len(str(problem)) < 1_000 for problem in (*reading.errors, *reading.findings))


# A budget for a stranger's text.


GAME: Final = START + "1. MA A-B (v1={the port} -W {so} (v2: -M)) M!? =0-0-0 &maria{no} 2. MA %b+"

TOO_MUCH: Final = [
    (Budget(characters=100), "1:1", "the game is too long; expected up to 100 characters"),
    (Budget(headers=2), "3:1", "there are too many headers; expected up to 2"),
    (Budget(words=17), "6:11", "there are too many words; expected up to 17"),
    (Budget(notes=1), "6:29", "there are too many notes; expected up to 1"),
    (Budget(variations=1), "6:34", "there are too many variations; expected up to 1"),
    (Budget(variations=0), "6:11", "there are too many variations; expected up to 0"),
    (Budget(nested=1), "6:34", "variations are nested too deeply; expected up to 1"),
]


@pytest.mark.parametrize(("budget", "place", "message"), TOO_MUCH)
def test_what_is_too_much_has_a_place_and_a_limit(budget: Budget, place: str, message: str) -> None:
    """Exceeding the budget is an error of its own with line and column, and the next game is read."""
    (reading, following) = read_games(f'{GAME}\n\n[Seats "bry"]\n', "games.cgn", budget=budget)
    (error,) = reading.errors
    assert isinstance(error, BudgetError)
    assert str(error) == f"games.cgn:{place}: {message}"
    assert reading.game is None
    assert following.line == 8
    with pytest.raises(BudgetError):
        loads(GAME, budget=budget)
    with pytest.raises(BudgetError):
        Tree.read(GAME, budget=budget)


@given(records(KNOWN, MIXED), st.integers(0, 1 << 20))
@examples(6)
def test_a_game_within_its_budget_is_read_as_usual(record: Game, less: int) -> None:
    """The usual budget changes nothing; any other one rejects a game or changes nothing."""
    text = dumps(record)
    assert loads(text, budget=Budget()) == record
    size = len(text)
    for budget in (Budget(words=less % size), Budget(notes=less % 40), Budget(variations=less % 9, nested=less % 4)):
        (reading,) = read_games(text, budget=budget)
        assert reading.game == record or [type(error) for error in reading.errors] == [BudgetError]


def test_a_budget_lifts_no_limit() -> None:
    """The limits of every reader apply whatever the budget is."""
    with pytest.raises(NotationError, match="up to 4000000 characters"):
        loads(START + "{" + "x" * 4_000_000 + "}", budget=Budget(characters=1 << 40))
    assert loads(GAME, budget=Budget()) == loads(GAME)
