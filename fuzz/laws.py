"""What must hold for every text that anybody sends: it is read, or errors say what is wrong and where."""

from calimala_es.game import replay_moves
from notation import PositionError, Reading, dumps, format_position, loads, parse_position, read_games
from notation.errors import MOST_ERRORS


def reads_or_reports(text: str) -> None:
    """Check that reading ends in games, errors and findings with a place, and that games survive a round trip."""
    for reading in read_games(text):
        errors_have_places(reading, text)
        game = reading.game
        if game is not None and all(sign not in text for sign in "\ud800\udfff"):
            canonical = dumps(game)
            assert loads(canonical) == game
            assert dumps(loads(canonical)) == canonical


def errors_have_places(reading: Reading, text: str) -> None:
    """Check that every error and finding has a place in the text and that the game ends before the first error."""
    lines = text.count("\n") + text.count("\r") + 1
    assert reading.errors or reading.game is not None
    assert len(reading.errors) <= MOST_ERRORS + 2
    places = [error.place for error in reading.errors] + [finding.place for finding in reading.findings]
    for place in places:
        assert 1 <= place.line <= lines
        assert 1 <= place.column <= len(place.text) + 1
    for error in reading.errors:
        assert str(error).startswith(f"<text>:{error.line}:{error.column}: ")
        assert len(error.context().split("\n")) == 2
    if reading.game is not None:
        assert reading.game.moves == replay_moves(reading.game.start, reading.game.moves)


def position_or_error(line: str) -> None:
    """Check that a line is either a position that is written as a line again, or an error."""
    try:
        state = parse_position(line)
    except PositionError:
        return
    assert parse_position(format_position(state)) == state
