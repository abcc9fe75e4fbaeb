"""The golden games are replayed with the pinned results (README.md)."""

from typing import get_args

import pytest

from calimala_es import State, evolve, initial
from calimala_es.commands import COMMANDS
from calimala_es.events import (
    EVENTS,
    ActionDone,
    CardDiscarded,
    CardPlayed,
    CubeMoved,
    EndReached,
    EndReason,
    Event,
    GameEnded,
    TileChosen,
    WhiteDiscUsed,
)
from calimala_es.families import FAMILIES
from calimala_es.frames import (
    ActionOffer,
    Activation,
    CardOffer,
    DiscOffer,
    Frame,
    KeepOneCard,
    MoveOffer,
    TileOffer,
)
from tests.golden.games import FOLDER, GAMES, read, replay


@pytest.mark.parametrize("name", GAMES)
def test_comes_out_as_it_did(name: str) -> None:
    """The legal decisions, in their order, and every position are as they were pinned."""
    for number, (pinned, now, _, _) in enumerate(replay(name), 2):
        assert now == pinned, f"{name}.txt:{number}"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("reason", ["discs", "tiles"])
def test_each_way_of_ending(players: int, reason: EndReason) -> None:
    """R7.1, R7.2: each number of players has a golden game for each way of ending, played to its end."""
    word = {2: "two", 3: "three", 4: "four", 5: "five"}[players]
    events = [event for _, _, events, _ in replay(f"{word}-all-{reason}") for event in events]
    assert [event for event in events if isinstance(event, EndReached)] == [EndReached(reason)]
    assert isinstance(events[-1], GameEnded)
    assert events[-1].winners


def test_each_event_occurs() -> None:
    """Every type of event occurs in a golden game, so that every branch of `evolve` is pinned."""
    there = {type(event) for name in GAMES for _, _, events, _ in replay(name) for event in events}
    assert there == {*EVENTS}


def test_each_command_is_given() -> None:
    """Every type of command is given in a golden game."""
    there = {type(line.command) for name in GAMES for line in read(name)[1]}
    assert there == {*COMMANDS}


def test_each_frame_comes_up() -> None:
    """Every type of frame occurs in a golden game."""
    there: set[type[Frame]] = set()
    for name in GAMES:
        state = initial(read(name)[0])
        for _, _, events, _ in replay(name):
            for event in events:
                there.add(type(state.now))
                state = evolve(state, event)
        there.add(type(state.now))
    assert there == {*get_args(Frame)}


ABILITIES = {
    "Bardi": (MoveOffer, CubeMoved),
    "Cerchi": (TileOffer, TileChosen),
    "Medici": (CardOffer, CardPlayed),
    "Mozzi": (Activation, ActionDone),
    "Pazzi": (DiscOffer, WhiteDiscUsed),
    "Peruzzi": (Activation, ActionDone),
    "Pulci": (MoveOffer, CubeMoved),
    "Scali": (KeepOneCard, CardDiscarded),
    "Spini": (ActionOffer, ActionDone),
}
"""For each family's ability, the frame in which it is offered, and the event when it is used."""

OWN_OPTIONS = {"Mozzi": ("C", 3), "Peruzzi": ("U", 3)}
"""The actions for which families have options of their own, and how many letters these have."""


def is_used(name: str, state: State, event: Event) -> bool:
    """Return whether a family's player uses the ability."""
    kinds: tuple[type, type] = (type(state.now), type(event))
    if kinds != ABILITIES[name] or state.mats[event.actor].family != name:
        return False
    return (
        name not in OWN_OPTIONS
        or (getattr(event, "action", ""), len(getattr(event, "option", ""))) == OWN_OPTIONS[name]
    )


@pytest.mark.parametrize("name", FAMILIES)
def test_each_ability_is_used(name: str) -> None:
    """R11: each family plays in a golden game, and its ability is used there."""
    used = 0
    for game in GAMES:
        setup = read(game)[0]
        state = initial(setup)
        for _, _, events, after in replay(game) if name in setup.families else ():
            used += is_used(name, state, events[0])
            state = after
    assert used > 0


def test_no_file_is_forgotten() -> None:
    """Every file belongs to a game, and every game has a file with a line for each command."""
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*GAMES}
    assert all(len(read(name)[1]) > 100 for name in GAMES)
