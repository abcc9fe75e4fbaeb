"""Reading any text ends in games, errors and findings, the same whether words are read many at a time or one by one."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.game import Game
from fuzz.laws import errors_have_places
from notation import Reading, dumps, loads, read_games
from tests.notation.records import ANY_TEXT, records, text_of
from tests.notation.tables import DEALS, SETUP, game
from tests.profiles import examples
from tests.strategies import AT_THE_TABLE, KNOWN, WITH_MISTAKES, Playout, any_games

SYMBOLS = (
    *("/", "_", "-", "-W", "-?", "+", "+W", "+A", "?", "=", "=b", "=0-0-0", "=#0", "T", "+T", "S", "SL", "AS", "AS2"),
    *("AS>", "AS>1", "7.", "7...", "99999.", "0.", "E.", "E.E.", "7.7.", ":=", "b.hand:=?", "deck:=0", "active:=r"),
    *(
        "AS:=bbbb",
        "SMF.W:=b",
        "LIS",
        "LIS.LON",
        "?.?",
        "{",
        "}",
        "{}",
        "\\",
        "{\\",
        "[",
        "]",
        "(",
        ")",
        "!",
        "$1",
        "X",
        "(v1:",
        "&m{",
        "%{",
        "#AS",
        ";0:00:01",
    ),
    *('[CGN "1.0"]', '[CGN "', "\n", "\n[x", "\r", "\0", "\x85", "\u2028", "\ufeff", "\ud800", "\u0410", "\U0001f600"),
)


def _is_sound(readings: list[Reading], text: str) -> bool:
    """Check that every error has a place in the text and return whether there is a record."""
    for reading in readings:
        errors_have_places(reading, text)
    return True


@given(records(KNOWN, WITH_MISTAKES), st.data())
@examples(25)
def test_prefix_of_a_text(record: Game, data: st.DataObject) -> None:
    """A text that is cut off anywhere, even in notes and variations, can be read."""
    text = dumps(record)
    cut = text[: data.draw(st.integers(0, len(text)))]
    assert _is_sound(list(read_games(cut)), cut)


@given(records(KNOWN, AT_THE_TABLE, WITH_MISTAKES), st.data())
@examples(30)
def test_single_character_damage(record: Game, data: st.DataObject) -> None:
    """A text with one character lost, doubled or changed can be read."""
    text = dumps(record)
    place = data.draw(st.integers(0, len(text) - 1))
    instead = data.draw(st.just("") | st.just(text[place] * 2) | st.characters(codec=None) | st.sampled_from(SYMBOLS))
    damaged = text[:place] + instead + text[place + 1 :]
    assert _is_sound(list(read_games(damaged)), damaged)


@given(any_games(KNOWN, WITH_MISTAKES), st.randoms(use_true_random=False))
@examples(25)
def test_words_in_any_order(game: Playout, random: Random) -> None:
    """A text with words lost, moved and mixed with words from elsewhere can be read."""
    headers, body = text_of(game).split("\n\n", 1)
    words = body.split(" ")
    for _ in range(random.choice((1, 3, 30))):
        place = random.randrange(len(words))
        deed = random.randrange(3)
        if deed == 0:
            words.insert(place, random.choice(SYMBOLS))
        elif deed == 1 and len(words) > 1:
            words.insert(random.randrange(len(words)), words.pop(place))
        else:
            words[place] = random.choice(SYMBOLS)
    text = headers + "\n\n" + " ".join(words)
    assert _is_sound(list(read_games(text)), text)


@given(st.lists(st.sampled_from(SYMBOLS), max_size=60), st.booleans())
@examples(150)
def test_any_words(words: list[str], has_setup: bool) -> None:
    """Words of the notation in any order from the beginning can be read."""
    text = (SETUP + DEALS if has_setup else "") + " ".join(words)
    assert _is_sound(list(read_games(text)), text)


@given(st.lists(ANY_TEXT | st.sampled_from(SYMBOLS)).map(" ".join))
@examples(100)
def test_any_text(text: str) -> None:
    """Any text can be read."""
    assert _is_sound(list(read_games(text)), text)
    assert _is_sound(list(read_games(SETUP + text)), SETUP + text)


HOSTILE = {
    "numbers on numbers": game("7." * 100_000),
    "numbers": game("7. " * 100_000),
    "numbers that grow": game(" ".join(f"{n}." for n in range(20_000))),
    "dots": game("1" + "." * 200_000),
    "a long number": game("1" * 200_000 + "."),
    "ends": game("E." * 100_000),
    "braces": game("{" * 200_000),
    "braces on lines": game("{\n" * 100_000),
    "closing braces": game("} " * 100_000),
    "comments": game("{}" * 100_000),
    "backslashes": game("{" + "\\" * 200_001),
    "backslashes on lines": game("{\\\n" * 100_000 + "}"),
    "strokes": game("/ " * 100_000),
    "draws": game("-" * 200_000),
    "checks": game("=0-0-0 " * 20_000),
    "wrong checks": game("=" + "1-" * 100_000),
    "observations": game("deck:=1 " * 5_000),
    "a long observation": game("discard:=" + "W" * 200_000),
    "a long council": game("council:=" + "b" * 200_000),
    "a long deal": SETUP + "0. " + "LIS." * 50_000,
    "missed": game("_ " * 50_000),
    "a long word": game("A" * 200_000),
    "a long header": SETUP + '[Event "' + "x\\" * 100_000 + '"]',
    "an open header": SETUP + '[Event "' + "x" * 200_000,
    "brackets": "[" * 200_000,
    "brackets on lines": "[\n" * 100_000,
    "a long city": SETUP.replace("WBM", "W" * 200_000),
    "a long position": '[Position "' + "P1 " * 60_000 + '"]',
    "a deep position": '[Position "P1 first.1 bry WBM/U-A/VTS ' + "x " * 20 + "place:b>" * 50_000 + '"]',
    "blanks": " " * 200_000 + "\n" * 200_000,
    "carriage returns": SETUP.replace("\n", "\r") + "\r" * 100_000,
}


@pytest.mark.timeout(60)  # What grows with the square of these lengths takes far longer, on any machine.
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_read_like_any_other(text: str) -> None:
    """A text made to do harm is read to its end, and its errors are reported."""
    assert _is_sound(list(read_games(text)), text)


def test_long_comment_is_read() -> None:
    """A comment may be as long as a book."""
    book = "lorem ipsum \\{ " * 30_000
    assert loads(game("BM {" + book + "}")).moves[-1].comments == (book.replace("\\{", "{"),)


# Runs of canonical words.


WORDS = (
    *("/", "_", "W-", "-W", "C-B", "+W", "?", "!", "?!", "$4", "=bry", "AM", "US", "AS2", "7.", "7...", "0.", "0..."),
    *("E.", "{word}", "{", "}", "(v9:", "(", ")", "(=", "&m{word}", "%b+", "#AS", "b.wood:=1", "XX", "é"),
)  # fmt: skip


def outcome(text: str, *, one_by_one: bool) -> list[tuple[object, ...]]:
    """Return what reading a text results in, without remarks; errors with their sentences."""
    return [
        (
            reading.game,
            reading.findings,
            [(type(error), str(error), error.place, error.may_follow) for error in reading.errors],
        )
        for reading in read_games(text, remarking=one_by_one)
    ]


@given(records(KNOWN, AT_THE_TABLE, WITH_MISTAKES))
@examples(15)
def test_sound_text(record: Game) -> None:
    """A game with comments, glyphs and variations is the same whichever way its words are read."""
    text = dumps(record)
    assert outcome(text, one_by_one=False) == outcome(text, one_by_one=True)


@given(records(KNOWN, AT_THE_TABLE, WITH_MISTAKES), st.randoms(use_true_random=False))
@examples(15)
def test_damaged_text(record: Game, random: Random) -> None:
    """Errors about lost, moved or strange words have the same places and expectations either way."""
    headers, body = dumps(record).split("\n\n", 1)
    words = body.split(" ")
    for _ in range(random.choice((1, 3, 10))):
        place = random.randrange(len(words))
        if random.random() < 0.5:
            words.insert(place, random.choice(WORDS))
        else:
            words[place] = words.pop(random.randrange(len(words))) if len(words) > place + 1 else random.choice(WORDS)
    text = headers + "\n\n" + " ".join(words)
    assert outcome(text, one_by_one=False) == outcome(text, one_by_one=True)
