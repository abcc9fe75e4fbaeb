"""Laws between records and their text: what is written is read back."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.commands import EndActivation
from calimala_es.game import Game, settle_notes, variations_of
from calimala_es.notes import AnyNote
from calimala_es.view import PUBLIC, view
from notation import dumps, loads, read_games
from tests.notation.records import record_of, records, records_before_settling, text_of
from tests.profiles import examples
from tests.strategies import AT_THE_TABLE, KNOWN, MIXED, OFF_THE_RULES, WITH_MISTAKES, Playout, any_games

KINDS = (KNOWN, AT_THE_TABLE, MIXED, WITH_MISTAKES, OFF_THE_RULES)


@given(records(*KINDS))
@examples(40)
def test_record_is_read_back(record: Game) -> None:
    """`loads(dumps(g)) == g` holds for decisions, headers, comments and checks of any part of any game."""
    assert loads(dumps(record)) == record


@given(records_before_settling(*KINDS))
@examples(40)
def test_no_note_is_lost_at_a_stroke(record: Game) -> None:
    """All that is said of the end of an activation is read back, once, as said of the decision before it."""
    settled = settle_notes(record)
    assert settle_notes(settled) is settled
    assert loads(dumps(record)) == settled
    for moves in (settled.moves, *(variation.moves for variation in variations_of(settled))):
        strokes = [move for move in moves if type(move.command) is EndActivation]
        assert not any(move.notes or move.variations for move in strokes)
    assert sorted(map(repr, said_in(settled))) == sorted(map(repr, said_in(record)))
    assert {one.id for one in variations_of(settled)} == {one.id for one in variations_of(record)}


def said_in(game: Game) -> Iterator[AnyNote]:
    """Yield every note of a game."""
    yield from game.notes
    variations = [*variations_of(game)]
    for variation in variations:
        yield from variation.notes
    for moves in (game.moves, *(variation.moves for variation in variations)):
        for move in moves:
            yield from move.notes


@given(records(*KINDS))
@examples(20)
def test_canonical_text_is_a_fixed_point(record: Game) -> None:
    """Reading canonical text and writing it again changes no byte."""
    text = dumps(record)
    assert dumps(loads(text)) == text


@given(records(*KINDS))
@examples(15)
def test_text_survives_a_file(record: Game) -> None:
    """Canonical text can be encoded, and its lines are lines for every program."""
    text = dumps(record)
    assert text.encode().decode() == text
    assert text.splitlines() == text.split("\n")[:-1]
    assert loads(text.replace("\n", "\r\n")) == record
    assert loads(text.replace("\n", "\r")) == record


@given(any_games(*KINDS), st.data())
@examples(25)
def test_any_prefix_is_a_record(game: Playout, data: st.DataObject) -> None:
    """A record may stop anywhere: in a turn, in an activation, with a card due, before an activation is ended."""
    last = data.draw(st.integers(0, len(game.steps)))
    record = record_of(game, 0, last)
    (reading,) = read_games(dumps(record))
    assert reading.game == record
    assert not reading.errors
    assert reading.state == game.states[last]


@given(any_games(*KINDS), st.data())
@examples(25)
def test_record_may_start_anywhere(playout: Playout, data: st.DataObject) -> None:
    """A record may start from the position at any decision, and what follows is the same game."""
    first = data.draw(st.integers(0, len(playout.steps) - 1))
    record = record_of(playout, first)
    (reading,) = read_games(dumps(record))
    assert reading.game == record
    assert record.states == playout.game.states[first:]


@pytest.mark.parametrize("viewer", [PUBLIC, 0, 2])
@given(any_games(KNOWN, WITH_MISTAKES))
@examples(12)
def test_view_is_a_record(viewer: int | None, playout: Playout) -> None:
    """A view of a game is a record like any other."""
    record = view(playout.game, viewer)
    assert loads(dumps(record)) == record


@given(any_games(*KINDS))
@examples(20)
def test_case_means_nothing(playout: Playout) -> None:
    """Letter case carries no meaning in the body of a record."""
    headers, body = text_of(playout).split("\n\n", 1)
    assert loads(f"{headers}\n\n{body.lower()}") == playout.game


@given(any_games(KNOWN, MIXED))
@examples(20)
def test_lines_mean_nothing(playout: Playout) -> None:
    """A body may be on one line, or have a line for every word."""
    headers, body = text_of(playout).split("\n\n", 1)
    assert loads(headers + "\n" + " ".join(body.split())) == playout.game
    assert loads(headers + "\n" + "\n".join(body.split())) == playout.game


@given(any_games(KNOWN, MIXED, WITH_MISTAKES))
@examples(20)
def test_blanks_beside_strokes_mean_nothing(playout: Playout) -> None:
    """A stroke is the same with blanks beside it and without."""
    headers, body = text_of(playout).split("\n\n", 1)
    assert loads(f"{headers}\n\n{body.replace(' /', '/').replace('/ ', '/')}") == playout.game


@given(any_games(KNOWN, MIXED, WITH_MISTAKES), st.sampled_from("\u2010\u2011\u2012\u2013\u2014\u2015\u2212"))
@examples(20)
def test_what_word_processors_make_of_a_text_is_read(playout: Playout, dash: str) -> None:
    """A text with dashes for hyphens and curly quotes around the values of headers is the same game."""
    headers, body = text_of(playout).split("\n\n", 1)
    curly = re.sub(r'"([^"]*)"', "\u201c\\1\u201d", headers)
    assert loads(f"{curly}\n\n{body.replace('-', dash)}") == playout.game


def test_a_support_disc_that_only_drew_cards_missed_nothing() -> None:
    """After the two cards of a support disc without an action (R8.4) nothing is left that could be missed."""
    playout = Playout(2, seed=812865203, record=OFF_THE_RULES)
    assert "UC00 -? -?\n" in text_of(playout)
    assert loads(text_of(playout)) == playout.game
