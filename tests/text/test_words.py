"""Sentences: every event, command and note has one, in every rule set, with the words of the table of terms."""

from pathlib import Path

import pytest
from hypothesis import given

from calimala_es.commands import COMMANDS, ChooseStart, PlaceDisc
from calimala_es.components import ALL_ROWS, PLACE_WORDS
from calimala_es.events import EVENTS, CardDiscarded, CubeMoved, SeatTaken, ThirdPartyActed, TileScored
from calimala_es.game import Layer
from calimala_es.notes import Advantage, AnyNote, Clock, Comment, Evaluation, Extension, Glyph, Mark, Stamp
from calimala_es.options import TRADING_CODES
from notation import loads
from replays.text.decisions import COMMAND_WORDS, command_text, part_term, value_term
from replays.text.deeds import deed_text, done_text
from replays.text.events import EVENT_WORDS, event_text
from replays.text.languages import ENGLISH, language_of
from replays.text.names import Names
from replays.text.notes import note_lines, note_text
from replays.text.terms import ACTION, CONTEXTS, PLACE, row_term, scored_text
from tests.notation.tables import game
from tests.replayed import EVERY_KIND, FEW, replay_of
from tests.strategies import Playout, Rules, any_games

TWO = Names.of(Playout(2, 1).setup, {0: "Maria", 1: "Tania", 2: "Nobody"})
FAMILIES = Names.of(Playout(3, 1, rules=Rules("second", intrigue=True, families=("Bardi", "Cerchi", "Pulci"))).setup)


def test_no_kind_is_forgotten() -> None:
    """Every kind of event and of command has its words."""
    assert {*EVENT_WORDS} == {*EVENTS}
    assert {*COMMAND_WORDS} == {*COMMANDS}


@FEW
@given(any_games(*EVERY_KIND))
def test_whatever_happens_is_described_in_one_line(game: Playout) -> None:
    """Each event and command is described in one line, without a full stop and without seat numbers."""
    replay = replay_of(game)
    names = Names.of(game.setup)
    for words in (
        *(event_text(event, names) for event in replay.events),
        *(command_text(command, names) for command in replay.commands),
    ):
        assert words.isprintable()
        assert words.strip(".") == words
        assert "?" not in words or "seen at the table" in words


def test_what_is_scored_agrees_in_number() -> None:
    """Tiles of several cities or contributions are in the plural, all other places in the singular."""
    plural = {"PORT", "TRADE", "WOOD", "BRICK", "MARBLE"}
    for place, words in PLACE_WORDS.items():
        assert scored_text(place, ENGLISH) == f"{words} {'are' if place in plural else 'is'} scored"
    event = TileScored("BRICK", (0, 0, 0), "", "", (0, 0, 0))
    assert event_text(event, FAMILIES) == "contributions of brick are scored: nobody has a cube there"


def test_the_third_party_is_called_by_its_colour() -> None:
    """R8.1, R8.7: the third party is called by its colour even if somebody named it."""
    acted = event_text(ThirdPartyActed(2, ("LIS", "SCR.W")), TWO)
    assert acted == "Yellow (the third party) adds a cube to Lisbon and Santa Croce (wood)"
    assert event_text(ThirdPartyActed(2, ()), TWO) == "Yellow (the third party) adds no cube"
    seat = event_text(SeatTaken(2, "12", "LIS"), TWO)
    assert seat == "the bottom disc takes a seat for Yellow (the third party) on Lisbon"
    assert part_term("2.points", TWO) == "Yellow's points"


def test_support_discs_have_a_name_and_their_two_cards() -> None:
    """R8.3, R8.4: the words for a support disc mention its two cards."""
    street = command_text(PlaceDisc("12", "c"), TWO).partition(" on ")[2]
    assert street.startswith("the ")
    assert street.endswith(" street")
    assert command_text(PlaceDisc("12", "s"), TWO) == f"place a support disc on {street}"
    assert command_text(PlaceDisc("12", "d"), TWO) == f"place a support disc on {street} and draw two cards"


def test_ways_of_families_and_of_intrigue_say_what_is_paid() -> None:
    """R10.3, R11.Peruzzi, R11.Mozzi: the words for an option say what is paid or moved."""
    assert deed_text("U", "SWB", ENGLISH) == "build a ship for wood and brick"
    assert deed_text("C", "FWV", ENGLISH) == "contribute cloth as wood to Santa Maria del Fiore"
    assert deed_text("R", "P", ENGLISH) == "cloth to Palazzo Vecchio (artistry)"
    assert deed_text("N", "HM", ENGLISH) == "marble to Hamburg (banking)"
    assert done_text("Ada", "C", "FWV", ENGLISH) == "Ada contributes cloth as wood to Santa Maria del Fiore"
    assert done_text("Ada", "U", "SWB", ENGLISH) == "Ada builds a ship for wood and brick"
    assert command_text(ChooseStart("EB"), FAMILIES) == "start with a cube in the emperor's area (brick)"
    assert event_text(CubeMoved(0, "LIS", "LON"), FAMILIES) == "Blue moves a cube from Lisbon to London (Bardi)"


def test_every_row_has_words_of_its_own() -> None:
    """R10.3: banking, artistry and the areas have words different from other rows."""
    assert len({row_term(row, ENGLISH) for row in ALL_ROWS}) == len(ALL_ROWS)
    assert all(row_term(f"{city}.W", ENGLISH).endswith("(banking, wood)") for city in TRADING_CODES.values())


def test_the_faction_track_is_described_by_its_sides() -> None:
    """R10.5, R10.8: the words say to which side a step leads, and which points are its bonus."""
    assert event_text(CardDiscarded(0, "W", -1), FAMILIES) == "Blue discards the wood card: a step towards the cardinal"
    assert value_term("0.faction", "-2", FAMILIES) == "2 steps towards the cardinal"
    assert value_term("1.faction", "0", FAMILIES) == "in the middle"
    scored = TileScored("LIS", (2, 1, 0), "01", ".", (3, 2, 0), (2, 0, 0))
    assert event_text(scored, FAMILIES).endswith("for 1 cube; plus Blue 2 points for the faction track")


# Notes.


RECORD = loads(game("1. WB! {so} =0-0-0 &m{no} (v1={the port} BM) (BM2) W B"))
TABLE = Names.of(RECORD.setup, {0: "Maria", 1: "Angelica", 2: "Tania"})
LAYERS = {"m": Layer("m", "", "Paolo"), "x": Layer("x")}


@pytest.mark.parametrize(
    ("note", "words"),
    [
        (Comment("so"), "so"),
        (Comment("so", on_position=True, layer="m"), "Paolo: the position: so"),
        (Comment("so", layer="x"), "x: so"),
        (Glyph(4), "?? a blunder"),
        (Glyph(139), "$139"),
        (Advantage("r++"), "Angelica is clearly ahead"),
        (Advantage("g+"), "green is ahead"),
        (Advantage("?"), "it is unclear who is ahead"),
        (Evaluation((62.5, 25.0, 12.5)), "chances of winning: Maria 62.5%, Angelica 25%, Tania 12.5%"),
        (Mark("WB", 2, "b"), "look at the second disc on the wood-brick street, in blue"),
        (Mark("WB"), "look at the wood-brick street"),
        (Mark("A"), "look at the action tile “artwork”"),
        (Mark("SMF.W", 2), "look at Santa Maria del Fiore (wood), cell 2"),
        (Mark(">LIS"), "look at the scoring tile “Lisbon”"),
        (Mark("r.wood"), "look at Angelica's wood"),
        (Mark("g.wood"), "look at g.wood"),
        (Stamp("2026-11-20T19:04:11Z"), "at 2026-11-20T19:04:11Z"),
        (Clock(110.0), "this took 0:01:50"),
        (Clock(59.6, "y"), "Tania has 0:01:00 left"),
        (Extension("$mood", "calm"), "$mood: calm"),
        (Extension("$photo", "of it"), "photo: of it"),
        (Extension("$photo", "a2b3c4d5e6f7"), "a photo"),
    ],
)
def test_note_in_words(note: AnyNote, words: str) -> None:
    """Every kind of note is described with its meaning and its author."""
    assert note_text(note, TABLE, LAYERS) == words


def test_everything_after_a_decision() -> None:
    """Notes come in their order, checks are not remarks, and variations say how to open them."""
    (noted,) = [move for move in RECORD.moves if move.variations]
    assert [*note_lines(noted, TABLE, LAYERS)] == [
        "! a good decision",
        "so",
        "Paolo: no",
        "variation from here: v1, the port",
        "variation from here: v2",
    ]


# The table of terms.


TERMS = Path(__file__).resolve().parents[2] / "translation" / "terms.tsv"
CODES = ("ru", "zh_TW", "hu", "de")


def terms(subject: str) -> list[list[str]]:
    """Return the rows of a subject, without the marks of words that no source has."""
    rows = [line.split("\t") for line in TERMS.read_text(encoding="utf-8").splitlines()]
    return [[cell.removesuffix(" *") for cell in cells] for first, *cells in rows if first == subject]


@pytest.mark.parametrize(("subject", "context"), [("actions", ACTION), ("places and scorings", PLACE)])
def test_terms(subject: str, context: str) -> None:
    """Every word of the context has a row, with the word of each language, empty if there is none."""
    rows = terms(subject)
    assert [row[0] for row in rows] == [*dict.fromkeys(CONTEXTS[context])]
    for english, *others in rows:
        assert [other or english for other in others] == [language_of(code).word(context, english) for code in CODES]
