"""Variations: alternatives to decisions, in the text and in the record."""

import pytest
from msgspec.structs import replace

from calimala_es.commands import DoAction, PlaceDisc
from calimala_es.game import Variation, moves_from, variations_of
from notation import NotUniqueError, NotWellFormedError, dumps, loads, read_games
from notation.errors import MOST_NESTED
from tests.notation.tables import SETUP, game, read


def lines(body: str) -> list[str]:
    """Return the canonical lines of the turns of a game."""
    text = dumps(loads(game(body)))
    assert dumps(loads(text)) == text
    return text.split("W B M\n")[1].splitlines()


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("1. WB (MA M) W B", ["1. WB", "  (v1: 1. MA M )", "1... W B"]),
        ("1. WB W (B) B", ["1. WB W", "  (v1: 1... B )", "1... B"]),
        ("1. WB W (B W) ( W- ) B", ["1. WB W", "  (v1: 1... B W )", "  (v2: 1... W- )", "1... B"]),
        ("1. WB W B (B- 2. MA M (A-B) A-) 2. WB W B / W B", None),
        ("1. WB W B 2. WB W B / W (B) B", ["1. WB W B", "2. WB W B / W", "  (v1: 2... B )", "2... B"]),
        ("1. MA A-B (-W) M", ["1. MA A-B", "  (v1: 1... -W )", "1... M"]),
        ("1. MA A- (M) -B M", ["1. MA A-", "  (v1: 1... M )", "1... -B M"]),
        ("1. WB W (kept: B) (={a name} B) (b2={ü \\} (} B) B", None),
    ],
)
def test_variation_follows_what_it_replaces(written: str, canonical: list[str] | None) -> None:
    """A variation begins before the decision that it follows; the game goes on as if it were not there."""
    plain = loads(game(written)).commands
    assert canonical in (None, lines(written))
    assert plain == loads(dumps(loads(game(written)))).commands


def test_variation_is_part_of_the_record() -> None:
    """Id, name, notes, decisions and nested variations are values of the record."""
    (noted,) = [move for move in loads(game("1. WB! (x1={marble} {start} MA? M (A-)) W B")).moves if move.variations]
    (variation,) = noted.variations
    assert (variation.id, variation.name) == ("x1", "marble")
    assert [type(note).__name__ for note in variation.notes] == ["Comment"]
    assert [move.command for move in variation.moves] == [PlaceDisc("36"), DoAction("M")]
    assert [inner.id for inner in variations_of(variation)] == ["v1"]
    assert noted.command == PlaceDisc("12")


def test_game_without_variations_is_not_changed_by_them() -> None:
    """The decisions, states and events of the game are those of the text without its variations."""
    (plain,) = read_games(game("1. WB W B 2. MA A-? M 3. _"))
    (varied,) = read_games(game("1. WB (MA A-? M) W (B W 2. WB B (W) W / W) B 2. MA A-? (_) M 3. _ (WB W)"))
    assert varied.errors == ()
    assert plain.game is not None
    assert varied.game is not None
    assert varied.game.states == plain.game.states
    assert [move.events for move in varied.game.moves] == [move.events for move in plain.game.moves]


def test_ids_are_supplied_and_never_taken_twice() -> None:
    """Variations without an id get the next free one, even if a later variation has an id."""
    record = loads(game("1. WB (BM) (V2: BM) W (B (W-)) B (v1={so} B-)"))
    assert [variation.id for variation in variations_of(record)] == ["v3", "v2", "v4", "v5", "v1"]
    (reading,) = read_games(game("1. WB (a: BM) (A: BM) W"))
    assert type(reading.errors[0]) is NotUniqueError


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("( 1. WB", "replaces the decision before it"),
        ("1. WB () W", "has no decision"),
        ("1. WB ( {so} ) W", "has no decision"),
        ("1. WB W ) B", "no variation to close"),
        ("1. WB (BM B", "is not closed"),
        ("1. WB (v1={so} (v2: BM) BM) W B", "replaces the decision before it"),
        ("1. WB (v1= BM) W B", "is not followed by braces"),
        ("1. WB (start: BM) W B", "start is the moment before the first decision"),
    ],
)
def test_broken_parentheses_are_reported(body: str, words: str) -> None:
    """A broken variation is reported with its place."""
    (reading,) = read_games(SETUP + body)
    errors = reading.errors if body[0] == "(" else read(body).errors
    assert words in str(errors[0].message)
    assert type(errors[0]) is NotWellFormedError


def test_error_in_a_variation_does_not_touch_the_game() -> None:
    """After an error in a variation the game is read completely, and the variation up to the error."""
    reading = read("1. WB W (v1: B QQ 2. MA A- M / XX (YY) 3. WB) B 2. BM B M")
    assert [error.place.text[error.column - 1 :].split()[0] for error in reading.errors] == ["QQ", "XX"]
    assert reading.game is not None
    plain = read("1. WB W B 2. BM B M").game
    assert plain is not None
    assert reading.game.commands[: len(plain.commands)] == plain.commands
    (variation,) = variations_of(reading.game)
    assert [move.command for move in variation.moves] == [DoAction("B")]


def test_error_before_a_variation_hides_it() -> None:
    """After an error in the game no variation of that turn is read, and the next turn is."""
    reading = read("1. QQ (WB W 2. WB) W B 2. BM B M")
    assert [error.column for error in reading.errors] == [4]
    assert reading.state.turn == 1 or reading.game is not None


def test_variations_in_each_other_are_bounded() -> None:
    """Variations nested deeper than the limit are an error of their own."""
    body = "1. WB" + " (WB" * (MOST_NESTED + 1) + ")" * (MOST_NESTED + 1) + " W B"
    (error, *_) = read(body).errors
    assert "too many variations" in str(error.message)
    assert read("1. WB" + " (WB" * MOST_NESTED + ")" * MOST_NESTED + " W B").errors == ()


SHORT = loads(game("1. WB W B"))
(PLACED,), (ELSEWHERE,) = (
    moves_from(SHORT.state_at(len(SHORT.moves) - 3), [PlaceDisc(street)]) for street in ("12", "23")
)


@pytest.mark.parametrize(
    "variation",
    [
        Variation("V1", (PLACED,)),
        Variation("", (PLACED,)),
        Variation("start", (PLACED,)),
        Variation("v1", ()),
        Variation("v1", (replace(PLACED, variations=(Variation("v1", (ELSEWHERE,)),)),)),
    ],
)
def test_variation_that_no_text_can_have_is_refused(variation: Variation) -> None:
    """Writing an invalid or repeated id, or a variation without decisions, raises an error."""
    *before, placed, act, last = SHORT.moves
    with pytest.raises(ValueError, match="id of a variation"):
        dumps(replace(SHORT, moves=(*before, replace(placed, variations=(variation,)), act, last)))
