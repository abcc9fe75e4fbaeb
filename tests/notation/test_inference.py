"""Inferring the city of a record without one from its streets (R2.1)."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.board import street_names
from calimala_es.position import format_city
from calimala_es.symmetry import SYMMETRIES, canonical_game, canonical_symmetry
from notation import Reading, dumps, loads, read_games
from notation.errors import NotUniqueError, NotWellFormedError, Place
from notation.reader.inference import WrittenStreet, infer_city, street_of_tiles
from tests.notation.records import record_of, text_of
from tests.notation.tables import NAMED_SETUP as SETUP
from tests.profiles import examples
from tests.strategies import INTRIGUE, KNOWN, Playout, any_games

HERE = Place("text", 1, 1, "")
CITIES = st.permutations("WBMUAVST").map(lambda tiles: "".join((*tiles[:4], "C", *tiles[4:])))


def read_inferring(text: str) -> Reading:
    """Return the one game of a text without its city; raise its first error."""
    (reading,) = read_games(text, inferring=True)
    if reading.errors:
        raise reading.errors[0]
    return reading


def streets_of(city: str) -> list[WrittenStreet]:
    """Return all streets of a city."""
    return [WrittenStreet(name, lambda: HERE) for name in street_names(city).values()]


@examples(30)
@given(CITIES)
def test_all_streets_determine_the_city(city: str) -> None:
    """Twelve streets determine one city, turned or mirrored, which is given in its canonical orientation."""
    inferred = infer_city(streets_of(city), HERE)
    assert inferred.city == canonical_symmetry(city).city(city)
    assert {symmetry.city(inferred.city) for symmetry in SYMMETRIES} == {symmetry.city(city) for symmetry in SYMMETRIES}


@examples(10)
@given(any_games(KNOWN))
def test_a_game_without_its_city_is_the_game_or_says_what_is_open(playout: Playout) -> None:
    """A game without its city is read as on the canonical one; if streets are missing, none is guessed."""
    text = re.sub(r'\[City "[^"]*"\]\n', "", text_of(playout))
    try:
        reading = read_inferring(text)
    except NotUniqueError:
        return
    assert reading.inferred is not None
    assert reading.game == canonical_game(playout.game)


def test_what_is_still_open_is_reported() -> None:
    """With too few streets the error says how many cities are possible, and a street that would decide."""
    city = "WBMUCAVTS"
    for left_out in street_names(city).values():
        streets = [street for street in streets_of(city) if street.tiles != left_out]
        assert infer_city(streets, HERE).city == city
    few = [street for street in streets_of(city) if "V" not in street.tiles and "S" not in street.tiles]
    with pytest.raises(NotUniqueError) as caught:
        infer_city(few, HERE)
    assert re.search(r"\d+ cities have the streets", str(caught.value.message))
    named = re.findall(r"\b([WBMUAVSTC]{2})\b", str(caught.value.expected))
    assert named
    assert "one more street" in str(caught.value.expected)


def test_streets_that_no_city_has_are_refused_at_their_place() -> None:
    """A street that contradicts those before it is an error with its place."""
    text = SETUP.replace('[City "WBM/U-A/VTS"]\n', "") + "0. W M U 1. WB W B 2. WM 3. BM B M"
    with pytest.raises(NotWellFormedError, match="no city has the streets WB WM and BM") as caught:
        read_inferring(text)
    assert (caught.value.line, caught.value.column) == (6, 29)


def test_a_street_by_its_squares_needs_the_city() -> None:
    """A street given by its squares needs the header of the city."""
    text = SETUP.replace('[City "WBM/U-A/VTS"]\n', "") + "0. W M U 1. 12 W B"
    with pytest.raises(NotWellFormedError, match="squares"):
        read_inferring(text)


def test_an_action_is_not_a_street() -> None:
    """`AM` is a street only after the number of a turn; after a placement it is an artwork."""
    city = '[City "WBM/U-A/VTS"]\n'
    text = SETUP + "0. W M U 1. MA A-? M 2. MA M A- / M AM"
    with pytest.raises(NotUniqueError, match="have the streets MA"):
        read_inferring(text.replace(city, ""))


def test_intrigue_names_all_streets() -> None:
    """The header of the intrigue tiles has every street, so the city can always be inferred (R10.2)."""
    game = Playout(players=3, seed=5, rules=INTRIGUE)
    record = record_of(game, 0, 12)
    text = dumps(record).replace(f'[City "{format_city(record.setup.city)}"]\n', "")
    reading = read_inferring(text)
    assert reading.inferred is not None
    assert len(reading.inferred.streets) == 12
    assert reading.game == canonical_game(record)


def test_a_city_that_is_given_stays() -> None:
    """Nothing is inferred if a header gives the city; squares and any orientation are preserved."""
    text = SETUP + "0. W M U 1. 12 W B"
    reading = read_inferring(text)
    assert reading.inferred is None
    assert reading.game == loads(text)


def test_tiles_make_a_street_in_one_order() -> None:
    """Two tiles name a street in either order; one tile twice names none."""
    assert street_of_tiles("sa") == "AS"
    assert street_of_tiles("AA") == ""
