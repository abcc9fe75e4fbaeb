"""Several games in one text, and texts from anywhere: files, pipes, line ends of other systems."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from calimala_es.game import Game, play
from notation import dumps, loads, read_games
from notation.headers.setup_headers import HeaderError, format_setup
from tests.notation.records import text_of
from tests.notation.tables import DEALS, SETUP, game
from tests.strategies import Playout

THREE = [Playout(players, seed=players) for players in (3, 4, 5)]


def test_games_follow_one_another() -> None:
    """The headers of a game end the one before it, with or without an empty line between them."""
    texts = [text_of(playout) for playout in THREE]
    for text in ("".join(texts), "\n".join(texts), "\n\n\n".join(texts)):
        assert [reading.game for reading in read_games(text)] == [playout.game for playout in THREE]


def test_reading_holds_one_game() -> None:
    """Games are read one at a time: of the next game only the first line is requested."""
    asked: list[int] = []

    def lines() -> Iterator[str]:
        for number in range(50):
            for line in game("BM B M").splitlines(keepends=True):
                asked.append(number)
                yield line

    readings = read_games(lines())
    for number in range(49):
        next(readings)
        assert asked[-1] == number + 1
        assert asked.count(number + 1) == 1
    assert len([*readings]) == 1


def test_text_without_headers_is_a_game_whose_headers_are_missing() -> None:
    """Decisions before any header are a game without a set-up."""
    first, second = read_games("1. AS AC\n" + game("BM B M"))
    assert first.game is None
    assert [str(error.message) for error in first.errors] == ["missing from the set-up: Seats, City, Council"]
    assert first.errors[0].place.text == "1. AS AC"
    assert not second.errors


def test_empty_text_has_no_games() -> None:
    """A text of blanks has no game."""
    assert [*read_games("")] == [*read_games(" \n\t\n \r\n")] == [*read_games([])] == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_mean_nothing(end: str, tmp_path: Path) -> None:
    """Every system's line ends are recognised, in a string, in a file and in lines, and lines are counted alike."""
    text = game("BM B {one\ntwo} M\n2. XX").replace("\n", end)
    path = tmp_path / "game.cgn"
    path.write_bytes(text.encode())
    sources: list[str | list[str]] = [text, text.split("\n"), text.splitlines(), text.splitlines(keepends=True)]
    for newline in (None, "", "\n"):
        with path.open(encoding="utf-8", newline=newline) as file:
            sources.append([*file])
    for source in sources:
        (reading,) = read_games(source)
        assert reading.game == loads(game("BM B {one\ntwo} M / "))
        assert [(error.line, error.column) for error in reading.errors] == [(8, 4)]
        assert reading.errors[0].place.text == "2. XX"


@pytest.mark.parametrize("sign", ["\x85", "\u2028", "\u2029", "\x0b", "\x0c", "\x1c"])
def test_other_separators_end_no_line(sign: str) -> None:
    """A character that some programs take for a line end is a blank between words, and itself in comments."""
    text = f'[Event "a{sign}b"]\n{SETUP}\n{DEALS}BM{sign}B{{c{sign}d}}M\n2. XX'
    (reading,) = read_games(text)
    assert [error.line for error in reading.errors] == [8]
    assert reading.game is not None
    assert reading.game.headers == (("Event", f"a{sign}b"),)
    assert [move.comments for move in reading.game.moves if move.comments] == [(f"c{sign}d",)]
    assert len(dumps(reading.game).splitlines()) == dumps(reading.game).count("\n")


def test_byte_order_mark_is_ignored() -> None:
    """A byte order mark is ignored at the beginning of a file, and where files were concatenated."""
    text = "\ufeff" + game("BM B M")
    assert loads(text) == loads(game("BM B M"))
    assert [reading.errors for reading in read_games(text + text)] == [(), ()]
    (reading,) = read_games("\ufeff" + game("BM B M").replace('"bry"', '"xyz"'))
    assert reading.errors[0].column == 1


def test_bracket_in_a_body_is_not_a_header() -> None:
    """Between decisions a line begins a game only if it looks like a header."""
    (reading,) = read_games(game("BM B M\n[what]\n2. XX"))
    assert [error.line for error in reading.errors] == [7, 8]


# Headers that are preserved.


def test_headers_stay_in_their_order() -> None:
    """Headers without a meaning for the set-up are preserved: unknown ones, and several of one name."""
    headers = (("Scribe", "Tania"), ("Foo", "1"), ("Blue", "Maria"), ("Foo", ""), ("Event", 'A "B" \\ {C} [D] \n'))
    record = replace(play(loads(SETUP).setup), headers=headers)
    assert loads(dumps(record)) == record
    assert record.header("Foo") == "1"
    assert record.header("Bar") is None


@pytest.mark.parametrize("name", ["", "Two Words", "1st", "Ünïcode", 'a"', "x" * 65, "a]", "City", "Position"])
def test_header_that_no_text_can_have(name: str) -> None:
    """Writing a record with headers that cannot be read back raises an error."""
    with pytest.raises(HeaderError):
        dumps(replace(play(loads(SETUP).setup), headers=((name, "x"),)))


def test_position_has_to_be_of_the_same_table() -> None:
    """Writing a record whose position has another set-up raises an error."""
    one, other = THREE[:2]
    with pytest.raises(HeaderError):
        dumps(Game(one.setup, start=other.states[100]))


def test_set_up_headers_have_to_agree_with_the_position() -> None:
    """Beside a position the headers of the set-up are not needed; a contradictory one is reported."""
    text = text_of(THREE[0], 100)
    setup = "\n".join(format_setup(THREE[0].setup))
    assert setup not in text
    assert loads(f"{setup}\n{text}") == loads(text)
    others = {"Seats": "ryb", "City": "SMB/U-A/VTW", "Deck": "W6 B5 M5 U5 A5 V5 S5 T5 C5", "Rules": "2"}
    for name, value in others.items():
        (error, *_) = next(read_games(f'[{name} "{value}"]\n{text}')).errors
        assert str(error.message) == f"the {name} header and the position differ"
        assert error.place.text == f'[{name} "{value}"]'


def test_position_has_to_wait_for_somebody() -> None:
    """A record cannot start between the events of one decision."""
    text = text_of(THREE[0], 100)
    line = next(line for line in text.splitlines() if line.startswith("[Position"))
    moved = line.rpartition(" ")[0] + ' turn-end"]'
    (error,) = next(read_games(moved)).errors
    assert str(error.message).startswith("nothing can be decided in this position")
