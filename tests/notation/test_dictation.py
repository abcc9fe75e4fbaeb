"""Words to games: what is said comes out as it was meant, or is refused where it stands; nothing else is made of it."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from calimala_es.commands import Act, Place, PlayCard
from calimala_es.components import ACTIONS, INFLUENCE_CARDS
from calimala_es.state import Placing, Revealing
from notation import Finding, NotationError, Reading, Record, dumps, loads, read_games
from notation.dictation import Transcript, spoken, transcribe
from notation.dictation.phrases import Meaning
from notation.dictation.trial import Trial
from notation.dictation.vocabulary import VOCABULARY
from notation.reading.problems import WrongWordError
from notation.words.symbols import DEEDS, INTRIGUE_DEEDS
from notation.writer import format_headers
from tests.notation.records import record_of
from tests.strategies import LOW_STACKS, MIXED, RECORDS, Game, Rules, any_games

SETUP = (
    '[Seats "bry"]\n[City "WBM/U-A/VTS"]\n'
    '[Council "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"]\n'
    '[Blue "Maria"]\n[Red "Angelica Rossi"]\n\n'
)
DRAFT = "wood, marble, build\n"


def heard(words: str, setup: str = SETUP) -> Transcript:
    """The one game of a dictation below a set-up."""
    (transcript,) = transcribe(setup + words, "words")
    return transcript


def understood(words: str, setup: str = SETUP) -> Record:
    """The record of words in which nothing is wrong."""
    transcript = heard(words, setup)
    assert not transcript.reading.errors, transcript.reading.errors[0]
    assert not transcript.reading.findings
    assert transcript.reading.record is not None
    return transcript.reading.record


def problems_of(reading: Reading) -> list[NotationError | Finding]:
    """All that is wrong with a game."""
    return [*reading.errors, *reading.findings]


def turns(words: str) -> str:
    """The canonical turns of words that come behind the usual draft."""
    return dumps(understood(DRAFT + words)).split("W M U\n", 1)[1]


def refusal(words: str) -> NotationError:
    """The first error in words that come behind the usual draft."""
    return heard(DRAFT + words).reading.errors[0]


def told(game: Game, pause: str) -> str:
    """A whole game in words."""
    words: list[str] = []
    for played in game.steps:
        if type(played.before.now) is Placing:
            words.append(f"\nturn {played.before.turn}: ")
        elif type(played.before.now) is Revealing and "the end: " not in words:
            words.append("\nthe end: ")
        words += [spoken(played.before, played.command), pause]
    return "".join(words)


def headers_of(record: Record) -> str:
    """The headers of a record, with the empty line behind them."""
    return "\n".join(format_headers(record)) + "\n\n"


@settings(max_examples=10)
@given(any_games(*RECORDS))
def test_a_spoken_game_is_the_game(game: Game) -> None:
    """Whatever happens in a game of any rule set can be said, and what is said with stops comes out as it was."""
    record = record_of(game)
    (transcript,) = transcribe(headers_of(record) + told(game, "; "))
    assert transcript.reading.errors == ()
    assert transcript.reading.findings == ()
    assert transcript.reading.record is not None
    assert transcript.reading.record.commands == record.commands


@settings(max_examples=10)
@given(any_games(*RECORDS))
@example(Game(3, 0, MIXED, LOW_STACKS, Rules("second", intrigue=True, families=("", "", "Bardi"))))
def test_words_without_pauses_are_refused_or_understood(game: Game) -> None:
    """Without commas some words can be taken in two ways; then that is told, and nothing else comes out."""
    record = record_of(game)
    (transcript,) = transcribe(headers_of(record) + told(game, " "))
    reading = transcript.reading
    assert reading.record is not None
    heard_commands = reading.record.commands
    assert heard_commands == record.commands[: len(heard_commands)]
    assert reading.errors or heard_commands == record.commands


@settings(max_examples=10)
@given(any_games(*RECORDS))
def test_symbols_are_understood_as_words_are(game: Game) -> None:
    """The notation is a part of the dictation: canonical text, in small letters and with commas, is the same game."""
    record = record_of(game)
    text = dumps(record).removeprefix(headers_of(record))
    (transcript,) = transcribe(headers_of(record) + re.sub(r" (?=\S)", ", ", text.lower()))
    assert transcript.reading.errors == ()
    assert transcript.reading.record == record


WORDS = st.lists(
    st.sampled_from(sorted(VOCABULARY))
    | st.sampled_from(
        ["AS", "ma", "AC", "masl", "/", ",", ".", "?", "1.", "2:", "Maria:", "b:", "{x}", "=bry", "=", "(v1:"]
    )
    | st.just("\n")
    | st.text(max_size=5),
    max_size=30,
)


@settings(max_examples=60)
@given(WORDS, st.sampled_from([" ", ", ", ""]))
def test_any_words_end_in_a_game_or_in_errors_with_places(words: list[str], pause: str) -> None:
    """Whatever is said, the outcome is a record, and errors that lie in the text and never leave anything out."""
    text = SETUP + DRAFT + pause.join(words)
    lines = text.split("\n")
    for transcript in transcribe(text):
        for error in problems_of(transcript.reading):
            assert 1 <= error.place.line <= max(len(lines), text.count("\n") + text.count("\r") + 1)
            assert error.place.column >= 1
            assert str(error)
        if transcript.reading.record is not None:
            assert loads(dumps(transcript.reading.record)) == transcript.reading.record


def test_the_score_pad_and_the_table_talk_are_one() -> None:
    """ "art ship, art Croce" is `AS AC`: words, symbols and both together, in any case, give the same game."""
    expected = "1. MA A-B M +B\n"
    for words in (
        "marble art, no art, draws brick, marble, card brick",
        "turn one: marble artwork: artist not done. draws brick. marble. plays brick",
        "1 MARBLE ART no art, draws brick and marble, plays a card brick",
        "1. ma a-b m +b",
        "1.maa-bm+b",
        "MA, A-, draws brick, marble, card brick",
        "marble-art; skip art; drew brick; marble; with a card brick",
    ):
        assert turns(words) == expected, words


def test_a_word_that_is_both_is_decided_by_the_position() -> None:
    """Brick is a tile where a disc is to be placed, a deed in an activation, a card when one is drawn (R4.1, R4.3)."""
    commands = understood(DRAFT + "wood brick, brick, wood. brick marble, brick, marble").commands
    decided = [command for command in commands if isinstance(command, Place | Act)]
    assert [type(command) for command in decided] == [Place, Act, Act, Place, Act, Act]
    last = understood(DRAFT + "weave transport, no transport, draws brick, weave, card brick")
    assert type(last.commands[-1]) is PlayCard


def test_a_street_is_never_a_deed_of_the_same_letters() -> None:
    """ "ship Barcelona" is no street, though `SB` might be one: words mean only what they say."""
    assert "not understood" in refusal("ship Barcelona").message
    setup = SETUP.replace("WBM/U-A/VTS", "WBS/U-A/VTM")
    record = understood(DRAFT + "ship brick, brick", setup)
    assert record.commands[-2] == Place("23")


def test_owners_have_to_agree_with_the_turn() -> None:
    """Somebody who is called and is not the one to decide is told, and the game is read all the same."""
    assert heard(DRAFT + "Maria: wood brick, wood, brick. Angelica Rossi: wood brick").reading.findings == ()
    assert heard(DRAFT + "b: wood brick. blue: wood. brick. red wood brick").reading.findings == ()
    (finding,) = heard(DRAFT + "wood brick, wood, brick\nMaria: wood brick").reading.findings
    assert str(finding) == "words:9:1: Maria is called, and it is red who decides here"
    (finding,) = heard(DRAFT + "green: wood brick").reading.findings
    assert "nobody plays green" in finding.message


def test_everything_that_was_taken_for_something_else_is_listed() -> None:
    """Each phrase that is no symbol stands in the list with its place, and with what was supplied beside it."""
    remarks = heard(DRAFT + "turn 1: marble art, no art, draws brick, M").remarks
    assert [(remark.place.line, remark.place.column, remark.word, remark.meaning) for remark in remarks[3:]] == [
        (8, 1, "turn 1:", "1."),
        (8, 9, "marble art", "MA"),
        (8, 21, "no art", "A-"),
        (8, 29, "draws brick", "-B"),
    ]
    assert remarks[0].meaning == "? ? ? ? ? ? ? W"


@pytest.mark.parametrize(
    ("words", "place", "part", "expected"),
    [
        (
            "marble art, mrable",
            (8, 13),
            "'mrable' is not understood here; blue carries out",
            "marble",
        ),
        ("wood ship", (8, 1), "no street joins these tiles", "wood brick"),
        ("marble art\nmarble art no marble", (9, 8), "says too little", "a comma"),
        ("marble art, marble, art", (8, 21), "can mean several things", "art Palazzo, art Fiore"),
        ("contribute brick, contribute Fiore", (8, 19), "says too little", "a church and a material"),
        ("scratch that", None, "", ""),
    ],
)
def test_errors_are_told_in_words_at_their_place(
    words: str, place: tuple[int, int] | None, part: str, expected: str
) -> None:
    """An error has the line and the column of the words, the words themselves, and what would be right in words."""
    errors = heard(DRAFT + words).reading.errors
    if place is None:
        assert not errors
        return
    error = errors[0]
    assert (error.line, error.column) == place
    assert part in error.message
    assert expected in error.expected


def test_a_word_misheard_gets_the_likely_ones() -> None:
    """For a word that is nearly one of the vocabulary those are named that it may be."""
    assert "marble" in refusal("marble art, marbel").suggestions


def test_an_illegal_decision_is_refused_and_no_shorter_one_tried() -> None:
    """ "art Croce" without marble is refused by its rule; it is not taken for something that would be legal."""
    error = refusal("marble art, art Croce")
    assert error.rule == "R5.3"
    assert (error.line, error.column) == (8, 13)


def test_reading_goes_on_with_the_next_turn() -> None:
    """Behind an error a turn is not understood, and the turns behind are; the record ends before the first."""
    reading = heard(DRAFT + "turn 1: wood brick, wod\nturn 2: brick marble, brick, marble\nturn 3: marble ship").reading
    assert [error.line for error in reading.errors] == [8, 10]
    assert reading.record is not None
    assert type(reading.record.moves[-1].command) is Place


def test_misspelt_words_behind_an_error_are_told() -> None:
    """Behind the first error of a turn words that are nearly some of the vocabulary are told, unless taken back."""
    reading = heard(DRAFT + "turn 1: wood brick, wod, brik, MB, marble artt, wodd, scratch\nturn 2: marbel").reading
    assert [(error.line, error.column) for error in reading.errors] == [(8, 21), (8, 26), (8, 43), (9, 9)]
    assert all(error.suggestions for error in reading.errors)


@pytest.mark.parametrize(
    "text",
    [
        "1. MA M A- 3. WB W B 4. WB W B",
        "1. MA 2. WB W B",
        "1. MA M A- 1. WB W B 3. BM B M",
        "1. MA 1... M A- 2. WB W B",
        "3. MA M A-",
        "1. MA M A- E. SMF",
    ],
)
def test_numbers_of_turns_lead_where_they_do_in_the_notation(text: str) -> None:
    """A number that has not come, has been before or goes on with a turn is the same said or written."""
    (written,) = read_games(SETUP + "0. ? ? ? / ? / ? ? ? / W M U\n" + text)
    said = heard("0. ? ? ? / ? / ? ? ? / W M U\n" + text.replace(" ", ", ")).reading
    assert [(error.message, error.rule) for error in said.errors] == [
        (error.message, error.rule) for error in written.errors
    ]
    assert said.record == written.record


def test_scratch_that_takes_the_last_phrase_back() -> None:
    """What was just said is struck out, a mistake included; ``take back`` does so where no disc is to be taken back."""
    for order in ("scratch that", "x", "take that back", "undo", "take back"):
        assert turns(f"marble art, {order}, wood brick, wood, brick") == "1. WB W B\n", order
    assert turns("marble art, marbel, scratch that, marble, no art") == "1. MA M A-\n"


@pytest.mark.parametrize(
    ("words", "mistake"),
    [
        ("marble art, marbel, art Croce, scratch that", "marbel"),
        ("marble art, marbel, art Croce, art Fiore, x, art Fiore, no art", "marbel"),
        ("marble art, marbel, art Croce, art Fiore, x, x", "marbel"),
        ("marble art marbel no art scratch that no art", "marbel"),
        ("ma mx a- x a-", "mx"),
        ("marble art, marbel, marble art, x", "marbel"),
        ("Tania marble art, marble, no art, no art, scratch that, wood brick, wood, brick", "Tania"),
        ("wood brick, wod; turn 2: scratch that, brick marble", "turn 2"),
        ("marble art, marbel, art Fiore; turn 2: scratch that, brick marble", "marbel"),
        ("marble art, marbel, next, x", "marbel"),
    ],
)
def test_scratch_that_leaves_an_earlier_mistake(words: str, mistake: str) -> None:
    """Only the phrase before it is taken back, looked at or not: a mistake before that one stays, and is told."""
    text = SETUP + DRAFT + words
    error = refusal(words)
    line = text.split("\n")[error.line - 1]
    assert line[error.column - 1 :].startswith(mistake)


@settings(max_examples=10)
@given(any_games(*RECORDS), st.integers(0, 1000), st.lists(st.booleans(), min_size=1, max_size=6))
def test_no_mistake_is_lost_by_taking_back_what_follows(game: Game, place: int, taken_back: list[bool]) -> None:
    """Behind a mistake as many phrases may be taken back as were said: it is told all the same."""
    phrases = [spoken(played.before, played.command) for played in game.steps]
    place %= len(phrases) + 1
    behind = [
        word
        for phrase, is_back in zip(phrases[place:], taken_back, strict=False)
        for word in [phrase, *["x"] * is_back]
    ]
    (transcript,) = transcribe(headers_of(record_of(game)) + "; ".join([*phrases[:place], "mrbl", *behind]))
    assert transcript.reading.errors


@pytest.mark.parametrize(
    "words",
    [
        "marble art, marbel, no art, x, x, marble, no art",
        "marble art, marbel, art Fiore, then art Croce, next, card brick, x, x, x, x, x, marble, no art",
        "wod brick, scratch that, marble art, marble, no art",
        "wod brik, scratch that, marble art, marble, no art",
        "marble art, art Coce, scratch that, marble, no art",
        "marble art, marble, art Croce, x, x, ms, x, marble, no art",
        "marble art, wbwb, x, marble, no art",
        "mam, x, ma, marble, no art",
    ],
)
def test_scratch_that_takes_back_a_whole_phrase(words: str) -> None:
    """A mistake is gone once everything behind it and it itself are taken back; several symbols in one go at once."""
    assert turns(words) == "1. MA M A-\n"


@pytest.mark.parametrize("words", ["1. AS ", "1. wod ", "1. wod x ", "1. mam x ", "1. M x M ", "turn 1 marble art x "])
def test_what_is_wrong_again_and_again_is_given_up(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a text is, a bounded number of mistakes and of phrases taken back is looked at."""
    tried = 0
    attempt = Trial.attempt

    def counted(trial: Trial, symbol: str, meaning: Meaning | None = None) -> WrongWordError | None:
        nonlocal tried
        tried += 1
        return attempt(trial, symbol, meaning)

    monkeypatch.setattr(Trial, "attempt", counted)
    assert heard(DRAFT + words * 1500).reading.errors
    assert tried < 10_000


@pytest.mark.parametrize("drawn", ["draws a brick", "drew a brick card", "gets a bricks", "draws a brick card"])
def test_a_card_that_came_may_have_an_article(drawn: str) -> None:
    """ "Draws a brick" is the card that came, where one is due; "draws a card" is one that nobody saw (R5.9)."""
    assert turns(f"marble art, no art, {drawn}, marble") == "1. MA A-B M\n"
    assert turns("marble art, no art, draws a card, marble") == "1. MA A-? M\n"
    error = refusal(f"marble art, marble, no art, {drawn}")
    assert f"{drawn!r}: no card is due" in error.message


def test_an_article_without_a_card_says_too_little() -> None:
    """ "Draws a" is no card, and a word that is in the vocabulary is never suggested for itself."""
    error = refusal("marble art, no art, draws a, marble")
    assert "says too little" in error.message
    assert "draws a brick" in error.expected
    assert "a comma" in refusal("marble art, no art, draws a brick card marble").expected
    assert "a" not in refusal("marble art, a brick").suggestions


def test_then_and_next_separate_only_where_something_ends() -> None:
    """``next`` is a stroke; ``then`` is one where the activation may end, and else a word like and."""
    assert turns("wood brick, wood then brick then wood brick") == "1. WB W B\n2. WB\n"
    assert "cannot end yet" in refusal("wood brick, next").message


def test_notes_are_kept() -> None:
    """Comments in braces or behind ``note:``, checks and glyphs stand where they were said."""
    record = understood(DRAFT + "wood brick! {first} wood, brick\nnote: so it goes\n")
    assert record.moves[-3].comments == ("first",)
    assert record.moves[-1].comments == ("so it goes",)


def test_a_run_of_letters_is_cut_only_in_one_way() -> None:
    """Symbols without blanks, or with too many, are read where only one way of cutting them comes to a game."""
    assert turns("wbwb") == "1. WB W B\n"
    assert turns("w b w b") == "1. WB W B\n"
    assert "several ways" in refusal("maa-bm").message


def test_no_word_of_the_dictation_is_a_symbol() -> None:
    """Words and symbols never get into each other's way: what is a symbol in some city is no word, but for `x`."""
    streets = {first + second for first in ACTIONS for second in ACTIONS if first != second}
    symbols = {*DEEDS, *INTRIGUE_DEEDS, *streets, *INFLUENCE_CARDS}
    assert not {phrase.upper() for phrase in VOCABULARY} & symbols


def test_ships_carry_as_much_as_was_said() -> None:
    """Numbers before a port, and several ports, say where each cloth goes (R5.5)."""
    setup = SETUP.replace("WBM/U-A/VTS", "WBS/U-A/VTM")
    record = understood(DRAFT + "b.cloth:=3 b.ships:=3 ship brick, ship two Lisbon and London, brick", setup)
    assert record.commands[-2] == Act("S", "LLN")


def test_nothing_without_headers_is_a_game() -> None:
    """Words need a set-up; one may be given from elsewhere."""
    (transcript,) = transcribe(DRAFT, "words")
    assert "lacks" in transcript.reading.errors[0].message
    lines = tuple(enumerate(SETUP.strip().split("\n"), 1))
    (transcript,) = transcribe(DRAFT, "words", lines)
    assert transcript.reading.errors == ()
