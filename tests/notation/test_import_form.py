"""The import form: every spelling that a person may use gives the same record as the canonical one."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es import legal
from calimala_es.board import street_names
from calimala_es.commands import DealInfluence, PlayCard, SkipAction
from calimala_es.decide import command_of
from calimala_es.events import ActionImpossible, ActionWaived
from calimala_es.frames import (
    Activation,
    CardDraft,
    InfluenceChoice,
    InfluenceReveal,
    IntrigueChoice,
    Placement,
    Promotion,
)
from notation import dumps, loads, read_games
from notation.grammar.symbols import DEEDS
from notation.reader.shorthand import implied_command
from tests.notation.records import text_of
from tests.notation.tables import DEALS, SETUP, read, record
from tests.notation.tables import game as text_with
from tests.profiles import examples
from tests.strategies import AT_THE_TABLE, KNOWN, WITH_MISTAKES, Playout, any_games

GOODS = "b.wood:=2 b.brick:=2 b.marble:=1 b.cloth:=3 b.ships:=3 b.houses:=TB b.hand:=WAST"
"""Blue can do nearly everything, and holds four cards."""


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        # Case, and the order of letters.
        ("as ac sl", "AS AC SL"),
        ("As aC Sl", "AS AC SL"),
        ("SA AC SL", "AS AC SL"),
        ("AS AC SNBL", "AS AC SBLN"),
        ("AC CWF AC", "AC CFW AC"),
        # The street by its squares.
        ("69 AC SL", "AS AC SL"),
        ("96 AC SL", "AS AC SL"),
        ("692 AC A- SL S-", "AS2 AC A- SL S-"),
        ("sa2 AC A- SL S-", "AS2 AC A- SL S-"),
        # Turn numbers.
        ("1.AS AC SL", "AS AC SL"),
        ("1. AS AC SL", "AS AC SL"),
        ("01. AS AC SL", "AS AC SL"),
        ("1... AS AC SL", "AS AC SL"),
        ("1. 1. AS AC SL", "AS AC SL"),
        ("AS 1... AC 1.. SL", "AS AC SL"),
        # A bare dash: the first action of the street's name that is pending.
        ("AS - SL", "AS A- SL"),
        ("AS AC -", "AS AC S-"),
        ("VT V -", "VT V T-"),
        # Transport alone goes wherever it can; an action with only one way needs no letters.
        ("VT V T", "VT V TTB"),
        ("VT V t", "VT V TTB"),
        ("AS AC SL +T", "AS AC SL +TTB"),
        ("b.houses:=B VT V T", "b.houses:=B VT V TB"),
        ("SCR.A:=rrrr SMF.A:=rrrrr PAL.A:=rrrr AS A SL", "SCR.A:=rrrr SMF.A:=rrrrr PAL.A:=rrrr AS AM SL"),
        ("SCR.A:=rrrr SMF.A:=rrrrr PAL.A:=rrrr WU +A W UW", "SCR.A:=rrrr SMF.A:=rrrrr PAL.A:=rrrr WU +AM W UW"),
        # Strokes where nothing else can come, and none.
        ("AS AC SL / 2. MA M", "AS AC SL / 2. AM M"),
        ("AS AC SL 2. AM M", "AS AC SL / 2. AM M"),
        ("AS AC SL BM B M", "AS AC SL / 2. BM B M"),
        # A word that is a deed and a street.
        ("r.marble:=1 AS AC SL AC AP C-", "r.marble:=1 AS AC SL / 2. AC AP C-"),
        # Parts of the position.
        ("36:=ry AS AC", "AM:=ry AS AC"),
        ("ma:=RYW AS AC", "AM:=ryw AS AC"),
        ("B.HAND:=w? AS AC", "b.hand:=W? AS AC"),
        ("b.hand:=- AS AC", "b.hand:=- AS AC"),
        ("smf.w:=B AS AC", "SMF.W:=b AS AC"),
        ("Deck:=12 AS AC", "deck:=12 AS AC"),
        ("COUNCIL:=BX.R AS AC", "council:=bx.r AS AC"),
        # Checks.
        ("AS AC SL =0-0-0", "AS AC SL =0-0-0"),
        ("AS AC {one} =0-0-0 {two}", "AS AC {one} =0-0-0 {two}"),
    ],
)
def test_spelling_comes_to_the_same_record(written: str, canonical: str) -> None:
    """A spelling of the import form gives the same record as the canonical one."""
    assert record(f"{GOODS} {written}") == record(f"{GOODS} {canonical}")
    text = dumps(record(f"{GOODS} {written}"))
    assert loads(text) == record(f"{GOODS} {written}")
    assert dumps(loads(text)) == text


REDS_TURN = f"{GOODS} b.hand:=- r.hand:=- AS:=r AS AC SL"
"""Blue's disc has been activated and the red one below it is next; red can do neither of its actions."""


def test_unknown_draw_need_not_be_written() -> None:
    """A card that is due and not written is unknown."""
    written = record(f"{REDS_TURN} / - - 2. BM B M")
    assert written == record(f"{REDS_TURN} / A-? S-? / 2. BM B M")
    assert dumps(written).endswith(" AS AC SL / A-? S-?\n2. BM B M\n")


def test_bare_dash_may_have_a_card() -> None:
    """`-W` means that the first pending action was not done, and its card was wood."""
    assert record(f"{REDS_TURN} / -W -?") == record(f"{REDS_TURN} / A-W S-?")
    assert record(f"{REDS_TURN} / A- -W S-") == record(f"{REDS_TURN} / A-W S-")


@pytest.mark.parametrize("written", ["A- 2. BM B M", "A- / 2. BM B M", "A- BM B M"])
def test_forced_decisions_need_not_be_written(written: str) -> None:
    """A forced decision may be left out, here an impossible action at the end of its activation."""
    moves = record(f"{REDS_TURN} / {written}").moves
    assert moves == record(f"{REDS_TURN} / A-? S-? / 2. BM B M").moves


def test_deed_ends_the_activation_before_it() -> None:
    """A deed of the next disc ends an activation with nothing pending, without a stroke."""
    assert record("WB:=r WB W B W B") == record("WB:=r WB W B / W B")


def test_card_belongs_to_the_activation_that_goes_on() -> None:
    """A card is played by the owner of the active disc until the record says that the activation is over."""
    both_hold_it = "WB:=r b.hand:=M r.hand:=M WB W B"
    assert record(f"{both_hold_it} +M / W B").moves == record(f"{both_hold_it} +M W B").moves
    assert record(f"{both_hold_it} / +M W B").moves != record(f"{both_hold_it} +M W B").moves
    reading = read("WB:=r b.hand:=W r.hand:=M WB W B +M W B")
    assert [error.rule for error in reading.errors] == ["R5.10"]


def test_influence_cards_need_not_be_recorded() -> None:
    """A record without the influence cards begins with the draft, and all of them are unknown."""
    short = loads(SETUP + "\n0. W B M\n1. BM B M\n")
    assert short == loads(SETUP + "\n" + DEALS + "1. BM B M\n")
    assert loads(SETUP + "W B M BM B M") == short


def test_part_of_a_deal_may_be_recorded() -> None:
    """The known cards of a deal are written in any order, with or without a mark for the others."""
    for written in ("SMN.LIS.?", "?.smn.lis", "lis.smn"):
        read_back = loads(SETUP + "\n0. " + written)
        assert read_back.commands == (DealInfluence(("LIS", "SMN")),)
    assert loads(SETUP + "0. ?.?.?").commands == (DealInfluence(()),)


def test_stroke_is_not_needed_in_turn_0() -> None:
    """Strokes in turn 0 are optional."""
    assert record("") == loads(SETUP + DEALS.replace("/", ""))


def test_seats_may_come_from_the_names() -> None:
    """Without `Seats` the players sit in the order of the headers with their names, otherwise as it says."""
    names = '[Red "Angelica"]\n[Blue "Maria"]\n[Yellow "Tania"]\n'
    setup = SETUP.replace('[Seats "bry"]\n', "")
    assert loads(names + setup).setup.colours == "rby"
    assert loads(names + SETUP).setup.colours == "bry"
    assert loads(names + SETUP).headers == (("Red", "Angelica"), ("Blue", "Maria"), ("Yellow", "Tania"))


@pytest.mark.parametrize(
    ("header", "same"),
    [
        ('[Seats "BRY"]', '[Seats "bry"]'),
        ('[Seats "blue, red, yellow"]', '[Seats "bry"]'),
        ('[Seats "b r y"]', '[Seats "bry"]'),
        ('[City "wbmu-avts"]', '[City "WBM/U-A/VTS"]'),
        ('[City "WBM UCA VTS"]', '[City "WBM/U-A/VTS"]'),
        ('  [ City   "WBM/U-A/VTS" ]  ', '[City "WBM/U-A/VTS"]'),
    ],
)
def test_header_may_be_spelled_freely(header: str, same: str) -> None:
    """A header of the set-up has several spellings, and one canonical form."""
    others = "".join(line + "\n" for line in SETUP.splitlines() if line.split()[0] != same.split(maxsplit=1)[0])
    assert loads(header + "\n" + others) == loads(same + "\n" + others)
    assert same in dumps(loads(header + "\n" + others))


def test_headers_may_share_a_line() -> None:
    """Several headers may be on one line, and empty lines may be between them."""
    assert loads(SETUP.replace("\n", " ")) == loads(SETUP) == loads(SETUP.replace("\n", "\n\n \n"))


def test_comment_belongs_to_the_decision_before_it() -> None:
    """A comment belongs to the decision before it, or to the start if there is none."""
    body = "{start}\n0. {also the start} ? {deal} ? ? ? ? ? ? W B M 1. {before turn 1} AS {placed}"
    written = loads(SETUP + body)
    assert written.comments == ("start", "also the start")
    assert [move.comments for move in written.moves if move.comments] == [("deal",), ("before turn 1",), ("placed",)]
    assert written.moves[9].comments == ("before turn 1",)


def test_comment_needs_no_blanks_around_it() -> None:
    """A comment ends a word and begins one."""
    assert record("1.BM{one}B{two}{three}M") == record("1. BM {one} B {two} {three} M")


def test_comment_may_have_lines() -> None:
    """A comment may have several lines, whatever they begin with."""
    written = record('BM {one\n[Two "x"]\n\n3. / } B')
    assert written.moves[-2].comments == ('one\n[Two "x"]\n\n3. / ',)


def _carelessly(words: list[str], city: str, random: Random) -> str:
    """Return the words of a body with everything omitted and respelled that may be."""
    names = {name: street for street, name in street_names(city).items()}
    written: list[str] = []
    for place, word in enumerate(words):
        following = words[place + 1] if place + 1 < len(words) else "_"
        name, white = word.removesuffix("2"), "2" * word.endswith("2")
        is_placement = name in names and bool(written) and written[-1][-1:] == "."
        if is_placement:
            spelling = random.choice((name, name[::-1], names[name], names[name][::-1])) + white
        elif word == "/" and following in DEEDS and following[0] != "+" and random.random() < 0.5:
            continue
        elif word in DEEDS and word[0] != "+" and word.endswith("-?"):
            spelling = random.choice((word, word[:-1], f"{word[:-1]} -?"))
        elif word in DEEDS and "-" not in word:
            card, letters = ("+", word[1:]) if word[0] == "+" else ("", word)
            fixed = 2 if letters[0] == "U" else 1
            spelling = card + letters[:fixed] + "".join(random.sample(letters[fixed:], len(letters) - fixed))
        else:
            spelling = word
        written.append(random.choice((spelling, spelling.lower(), spelling.title())))
        if is_placement and random.random() < 0.3:
            written[-2:] = [random.choice(("", written[-2], written[-2] + "..")) + written[-1]]
    return "".join(word + random.choice((" ", "  ", "\n", "\t", "\u00a0")) for word in written)


@given(any_games(KNOWN, AT_THE_TABLE), st.randoms(use_true_random=False))
@examples(15)
def test_careless_text_comes_to_the_same_record(playout: Playout, random: Random) -> None:
    """A whole game without numbers, strokes and unknown cards, in any letter case and order, is the same game."""
    headers, body = text_of(playout).split("\n\n", 1)
    assert loads(f"{headers}\n\n{_carelessly(body.split(), playout.setup.city, random)}") == playout.game


def test_reading_gives_the_states() -> None:
    """A reading has the state before the first decision and one after each."""
    (reading,) = read_games(text_with("BM B"))
    assert reading.game is not None
    assert len(reading.game.states) == len(reading.game.moves) + 1
    assert reading.game.start.turn == 0
    assert reading.state.turn == 1


def test_waived_and_impossible_are_written_alike() -> None:
    """A dash means that an action was not done; the position shows whether it was impossible."""
    (reading,) = read_games(text_with("b.marble:=1 AS AC S-? / BM B M-"))
    assert reading.game is not None
    assert [
        type(move.events[0]) for move in reading.game.moves if SkipAction in map(type, map(command_of, move.events))
    ] == [
        ActionImpossible,
        ActionWaived,
    ]


@given(any_games(KNOWN, AT_THE_TABLE, WITH_MISTAKES))
@examples(6)
def test_only_what_nobody_chooses_may_be_left_out(game: Playout) -> None:
    """Only a decision without an alternative, apart from playing cards, may be left out."""
    kinds = (Activation, Placement, IntrigueChoice, Promotion, InfluenceReveal, InfluenceChoice, CardDraft)
    for state in game.states:
        if isinstance(state.now, kinds) and not (type(state.now) is Activation and not state.now.pending):
            options = [option for option in legal(state) if type(option) is not PlayCard]
            only = options[0] if len(options) == 1 else None
            assert implied_command(state, None, records_influence=True) == only
