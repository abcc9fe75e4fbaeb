"""The golden games come out as they did (README.md)."""

import pytest

from calimala_es.events import EVENTS, EndReached, GameEnded
from tests.golden.games import FOLDER, GAMES, read, replay


@pytest.mark.parametrize("name", GAMES)
def test_comes_out_as_it_did(name: str) -> None:
    """What was legal, in its order, and every position are as they were when the game was pinned."""
    for number, (pinned, now, _, _) in enumerate(replay(name), 2):
        assert now == pinned, f"{name}.txt:{number}"


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("reason", ["discs", "tiles"])
def test_each_way_of_ending(players: int, reason: str) -> None:
    """R7.1, R7.2: each number of players has a golden game for each way of ending, played to its end."""
    word = {3: "three", 4: "four", 5: "five"}[players]
    events = [event for _, _, events, _ in replay(f"{word}-all-{reason}") for event in events]
    assert [event for event in events if isinstance(event, EndReached)] == [EndReached(reason)]
    assert isinstance(events[-1], GameEnded)
    assert events[-1].winners


def test_each_event_occurs() -> None:
    """Every type of event occurs in a golden game, so that every arm of `evolve` is pinned by one."""
    there = {type(event) for name in GAMES for _, _, events, _ in replay(name) for event in events}
    assert there == {*EVENTS}


def test_no_file_is_forgotten() -> None:
    """Every file belongs to a game, and every game has a file with a line for each command."""
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*GAMES}
    assert all(len(read(name)[1]) > 100 for name in GAMES)
