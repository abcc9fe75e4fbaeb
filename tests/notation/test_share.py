"""Share codes: a whole record as a short word, and back; `docs/share.md` is the specification."""

import string
import zlib
from math import log2
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from bench.share import KINDS as BENCH_KINDS
from bench.share import SLACK, SLACK_BYTES, SharedGame
from calimala_es.game import Game, Variation
from calimala_es.initial import stand_in
from calimala_es.notes import (
    Comment,
)
from calimala_es.view import view
from notation import dumps, loads
from notation.errors import MOST_NESTED
from notation.share import (
    NoShareCodeError,
    ShareCodeError,
    decode,
    decode_from,
    encode,
    encode_bytes,
    find_code,
    strip,
)
from notation.share.envelope import (
    MOST_NUMBER,
    MOST_SIGNS,
    MOST_TEXT,
    Envelope,
    checksum,
    close_code,
    open_code,
    signs_of,
)
from notation.share.number import NumberReader, NumberWriter, natural
from notation.share.texts import deflate
from tests.notation.records import record_of, records
from tests.profiles import examples
from tests.strategies import AT_THE_TABLE, KNOWN, MIXED, OFF_THE_RULES, WITH_MISTAKES, Playout, any_games

KINDS = (KNOWN, AT_THE_TABLE, MIXED, WITH_MISTAKES, OFF_THE_RULES)
EXAMPLES = Path(__file__).parents[2] / "examples"
SIGNS = string.ascii_letters + string.digits + "-_"


def sealed(rest: bytes) -> str:
    """Return a code with these bytes after a correct checksum."""
    content = bytes([16]) + rest
    return signs_of(content + checksum(content).to_bytes(3, "big"))


# Laws.


@given(records(*KINDS))
@examples(20)
def test_record_is_given_back(record: Game) -> None:
    """`decode(encode(g)) == g` holds for any part of any game by any rules, with headers, notes of every kind, layers,
    and variations with their ids and names."""
    assert decode(encode(record)) == record


@given(records(*KINDS))
@examples(6)
def test_names_and_comments_are_left_out_on_demand(record: Game) -> None:
    """Without names a code has no headers, without comments no notes and no variations."""
    bare = decode(encode(record, names=False, comments=False))
    moves = tuple(replace(move, notes=(), variations=()) for move in record.moves)
    assert bare == replace(record, headers=(), notes=(), moves=moves)
    assert decode(encode(record, comments=False)) == replace(bare, headers=record.headers)
    assert decode(encode(record, names=False)) == replace(record, headers=())
    assert strip(record, names=True, comments=True) == record


@pytest.mark.parametrize("viewer", [None, 0])
@given(any_games(KNOWN, WITH_MISTAKES))
@examples(8)
def test_view_has_a_code(viewer: int | None, playout: Playout) -> None:
    """A view of a game has a code like any record."""
    record = view(playout.game, viewer)
    assert decode(encode(record)) == record


@given(any_games(KNOWN), st.booleans(), st.booleans())
@examples(8)
def test_result_alone_has_a_code(game: Game, knows_city: bool, knows_council: bool) -> None:
    """A record of the result alone has a code, even if city and council are unknown."""
    setup = game.setup if knows_city or game.setup.intrigue else replace(game.setup, city="")
    setup = setup if knows_council else replace(setup, council=())
    headers, notes = (("Result", "42-38-35"),), (Comment("so close"),)
    game = Game(setup, stand_in(setup), headers=headers, notes=notes)
    assert decode(encode(game)) == game


def test_placements_alone_have_a_short_code() -> None:
    """The code of a record of placements has little more than the bits of the placements."""
    headers = "".join(
        line for line in (EXAMPLES / "game-of-four.cgn").read_text().splitlines(keepends=True) if line[0] == "["
    )
    record = loads(f"{headers}\n1. AT BC WS WM2 BA TC AT WM WM\n")
    assert decode(encode(record)) == record
    assert len(encode_bytes(strip(record, names=False, comments=False))) < 40


@given(st.lists(st.tuples(st.lists(st.integers(0, 50), min_size=1, max_size=9).filter(any), st.randoms())))
def test_choices_come_out_as_they_were_put_in(cases: list[tuple[list[int], Random]]) -> None:
    """Whatever the weights, choices are read as they were written, for little more than their bits."""
    writer = NumberWriter()
    chosen: list[int] = []
    bits = 0.0
    for weights, random in cases:
        index = random.choice([index for index, weight in enumerate(weights) if weight])
        chosen.append(writer.among(range(len(weights)), index, weights))
        bits += log2(sum(weights) / weights[index])
    reader = NumberReader(writer.number)
    assert [reader.among(range(len(weights)), None, weights) for weights, _ in cases] == chosen
    reader.finish()
    assert writer.number.bit_length() <= bits + 10


@given(st.lists(st.integers(0, (1 << 20) - 1)))
def test_natural_numbers(numbers: list[int]) -> None:
    """Numbers of any size are read as they were written."""
    writer = NumberWriter()
    for number in numbers:
        natural(writer, number)
    reader = NumberReader(writer.number)
    assert [natural(reader, None) for _ in numbers] == numbers


# Length.


@given(st.sampled_from(BENCH_KINDS), st.integers(0, 10_000))
@examples(25)
def test_code_is_as_long_as_what_is_in_it(kind: str, seed: int) -> None:
    """A code has at most 1.02 times the bits of set-up, chance and decisions, and eight bytes."""
    game = SharedGame(kind, seed)
    assert len(encode_bytes(game.record)) <= SLACK * game.bits / 8 + SLACK_BYTES


def test_text_is_deflated_only_where_that_is_shorter() -> None:
    """A long comment is compressed; a few random characters are not."""
    record = strip(loads((EXAMPLES / "two-players.cgn").read_text()), names=False, comments=False)
    assert not open_code(encode(replace(record, headers=(("Q", "\u0416"),)))).is_deflated
    long = replace(record, notes=(Comment("so it was " * 500),))
    assert open_code(encode(long)).is_deflated
    assert len(encode(long)) < len(encode(record)) + 100


# Codes that were given out.

GIVEN_OUT = {
    "two-players.cgn": (
        "EAK59T-OdSqTrI7qswGWxazw6ZaxadvLsf5sEcyTBcVTy9HlHIG6UdQ6bB8DCDxDmAi9zLFWYH-zEC68X8UeTmUR4VZcYAyFoocb"
        "1GAFj9ap4cR_Q7f9IOZ4hNBZqFr7zw"
    ),
    "at-the-table.cgn": (
        "EG-ZU0vgsUfxKWcNZW__NwdCvT5RYA3uAzyQzyybmw0gNJU0DhKIVbK8VojUjrNwYEJfQegvBaASWnqubVKUJ452-4vvVf8RemGP"
        "FqehvOX4QOcKa44eG6xCmkYiMkeCJz9DfWq2N1WESrI3ayHeKJAm642esMm3FaV3JQOCwOsS_oTdzMCXanemMI8vNr219wtazR4j"
        "8RuEHWYbTJfFBLiSPE6hYbh1b4HMEC5Cf9_iFOPxY3j8srsMtYYWmvHEy0A3qa4aXGOawDPqLF08yCdGJn0dKm7k_KaJ-8zEkQ2b"
        "tYORQwFQGyI0qjc"
    ),
    "second-edition.cgn": (
        "EAKQis5G0D1QxljaAxG2gpXVKMPO8DfAbbPsUKAEyQKzjwbUx71tZocqoi5H7a5ZSRJVQsRkKG6y-TS58ZeLYZ8o87g0iSnNz6HeI7s"
    ),
    "intrigue-with-five-families.cgn": (
        "ENet8L-xzXXVrOmKDFGnZ3vb99IGX_d8HxsEQvFooPBC7NSPrxraGil9w2gcqkJKajlYFl4bT7UskP2hfwgkSA1dEqkQJRlk7CUb"
        "uzkWJLztsp1gKaTMWQ"
    ),
    "ends-with-the-tiles.cgn": (
        "EAfukkGBsJwAvhmev8qH75HpJYk_ZBJOo-0YcTy_9oNdzyhJsQUSCED9kSPniuaI1Q1jDGwSrk9YsDr0C8ffQl3iRI7b3lphJYLo"
        "W4HH60cEec0iGv5eKrQk9Onvts_vg9vZFOqK0o0JMDA8ZlnvD3P5RaLOfEmzclQ"
    ),
}


@pytest.mark.parametrize("name", GIVEN_OUT)
def test_codes_that_were_given_out_stay_readable(name: str) -> None:
    """A code of version 1 means the same game forever, and the same game has the same code."""
    record = strip(loads((EXAMPLES / name).read_text()), names=False, comments=False)
    assert decode(GIVEN_OUT[name]) == record
    assert encode(record) == GIVEN_OUT[name]


# Damage.


@given(any_games(*KINDS), st.data())
@examples(15)
def test_damage_is_refused(playout: Playout, data: st.DataObject) -> None:
    """A code with up to four changed or swapped characters, one lost or added, or a cut end is never a game."""
    code = encode(playout.game)
    place = data.draw(st.integers(0, len(code) - 1))
    sign = data.draw(st.sampled_from(SIGNS))
    signs = data.draw(st.text(SIGNS, min_size=1, max_size=4))
    broken = {
        code[:place] + sign + code[place + 1 :],
        (code[:place] + signs + code[place + len(signs) :])[: len(code)],
        code[:place] + code[place + 1 :],
        code[:place] + sign + code[place:],
        code[:place] + code[place : place + 2][::-1] + code[place + 2 :],
        code[:place],
        code + sign,
        code.swapcase(),
    } - {code}
    for text in broken:
        with pytest.raises(ShareCodeError):
            decode(text)


def test_zeros_after_a_code_are_seen() -> None:
    """Zeros added after a code make its checksum wrong."""
    code = encode(record_of(Playout(2, seed=1, stacks="high")))
    for zeros in range(1, 9):
        with pytest.raises(ShareCodeError):
            decode(code + "A" * zeros)


def test_every_single_character_counts() -> None:
    """Changing any single character of a code to another one is an error."""
    code = encode(strip(loads((EXAMPLES / "two-players.cgn").read_text()), names=False, comments=False))
    for place in range(len(code)):
        for sign in {*SIGNS} - {code[place]}:
            with pytest.raises(ShareCodeError):
                open_code(code[:place] + sign + code[place + 1 :])


@given(st.text() | st.text(SIGNS) | st.binary().map(signs_of) | st.binary(min_size=1).map(sealed))
def test_any_text_is_a_game_or_an_error(text: str) -> None:
    """Decoding any text gives a record or a `ShareCodeError`."""
    game_or_error(text)


@example(570_188, None, False)
@given(
    st.integers(0, 1 << 64) | st.integers(0, 1 << 3000),
    st.none() | st.binary() | st.text().map(str.encode) | st.binary().map(deflate),
    st.booleans(),
)
@examples(150)
def test_any_number_is_a_game_or_an_error(number: int, text: bytes | None, is_deflated: bool) -> None:
    """A made-up code with a correct checksum is a game or a `ShareCodeError`."""
    game_or_error(signs_of(close_code(Envelope(number, text, is_deflated and text is not None))))


def game_or_error(text: str) -> None:
    """Check that a text is a code of a game that can be written, or raises ``ShareCodeError``."""
    try:
        record = decode(text)
    except ShareCodeError:
        return
    assert dumps(record).startswith("[CGN ")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("", "letters, digits"),
        ("EA", "too short"),
        ("EAAAA", "too short or too long"),
        ("EAAAA!", "letters, digits"),
        ("gAAAAAAAA", "too short or too long"),
        ("gAAAAAAA", "version 8"),
        ("HAAAAAAA", "contains something unknown"),
        ("EAAAAAAA", "checksum"),
        ("A" * (MOST_SIGNS + 4), "more than"),
    ],
)
def test_errors_say_what_is_wrong(code: str, words: str) -> None:
    """The messages distinguish a text that is not a code, a damaged one, another version, and one that is too long."""
    with pytest.raises(ShareCodeError, match=words):
        decode(code)


# Hostile codes.


def test_text_that_inflates_without_end_is_refused() -> None:
    """A small code that would become a very large text is an error."""
    bomb = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = bomb.compress(b" " * (MOST_TEXT * 20)) + bomb.flush()
    with pytest.raises(ShareCodeError, match="more than"):
        decode(signs_of(close_code(Envelope(0, packed, is_deflated=True))))


def test_number_without_end_is_refused() -> None:
    """A number too large for any game is neither written nor read."""
    with pytest.raises(ShareCodeError, match="too long"):
        close_code(Envelope(1 << 8 * MOST_NUMBER))
    with pytest.raises(ShareCodeError, match="number has more"):
        decode(sealed(b"\1" * (MOST_NUMBER + 1)))


def test_too_many_decisions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A code with too many decisions is neither written nor read, since some decisions cost no bits."""
    record = loads((EXAMPLES / "two-players.cgn").read_text())
    code = encode(record)
    monkeypatch.setattr("notation.share.decisions.MOST_COUNT", len(record.moves))
    assert decode(code) == record
    monkeypatch.setattr("notation.share.decisions.MOST_COUNT", len(record.moves) - 1)
    with pytest.raises(ShareCodeError, match="decisions"):
        encode(record)
    with pytest.raises(ShareCodeError, match="decisions"):
        decode(code)


def test_variations_nested_too_deep_are_refused() -> None:
    """A code with variations nested too deep is neither written nor read."""
    record = loads((EXAMPLES / "two-players.cgn").read_text())
    move = record.moves[0]
    for number in range(MOST_NESTED + 1):
        move = replace(move, variations=(Variation(f"v{number}", (move,)),))
    with pytest.raises(ShareCodeError, match="nested"):
        encode(replace(record, moves=(move,)))


# Codes among other things.


@pytest.fixture(scope="module")
def code() -> str:
    """Return the code of a game."""
    return encode(loads((EXAMPLES / "second-edition.cgn").read_text()))


@pytest.mark.parametrize(
    "text",
    [
        "{code}",
        "  {code}\n",
        "share:{code}",
        "https://example.org/#g={code}",
        "https://example.org/games?id=7#{code}",
        "<https://example.org/#g={code}>",
        "Look at this:\nhttps://example.org/#g={code}\nWhat a game!",
        "Look at this: {code}, what a game! (It was long-winded-and-long_indeed.)",
        "[the game](https://example.org/#g={code}).",
        "{half}\n{rest}",
        "{half}\r\n  {rest}\r\n",
        "> On Friday Tania wrote:\n> https://example.org/#g={half}\n> {rest}\n>\n> Bye",
    ],
)
def test_code_is_found_in_what_people_paste(code: str, text: str) -> None:
    """A code is found in addresses, messages and quotations, also broken into lines."""
    half = code[:70]
    assert find_code(text.format(code=code, half=half, rest=code[70:])) == code
    assert decode_from(text.format(code=code, half=half, rest=code[70:])) == decode(code)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "no code here",
        "hello there",
        "Hello There Everybody, It Is 7",
        "internationalisation of everything",
        "https://example.org/#top",
        "https://example.org/games/18f2-aa9c-11bd-77e0",
        "{",
    ],
)
def test_text_without_a_code(text: str) -> None:
    """A text without anything like a code raises `NoShareCodeError`."""
    with pytest.raises(NoShareCodeError):
        find_code(text)


@pytest.mark.parametrize(
    "text", ["{broken}", "Look: {broken} !", "{half}\n{rest}", "share:{few}", "https://example.org/#g={few}"]
)
def test_a_damaged_code_is_reported_as_one(code: str, text: str) -> None:
    """A text that looks like a code, or claims to be one, is reported as damaged."""
    broken = code[:-4] + "AAAA"
    with pytest.raises(ShareCodeError, match=r"the share code is damaged|version") as caught:
        find_code(text.format(broken=broken, half=broken[:70], rest=broken[70:], few="Ehello"))
    assert not isinstance(caught.value, NoShareCodeError)


@given(st.text(), st.integers(0, 1 << 30))
@examples(40)
def test_code_is_looked_for_in_anything(text: str, number: int) -> None:
    """Looking for a code in any text gives a code or a `ShareCodeError`."""
    try:
        find_code(text + "#g=" + "E" * (number % 50) + text)
    except ShareCodeError:
        return
