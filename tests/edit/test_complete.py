"""A turn of only its placement is recorded in full later."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.commands import DoAction, PlayCard, SkipAction
from calimala_es.errors import UnknownIdError
from calimala_es.frames import Placement
from calimala_es.game import Game
from notation import dumps, loads
from notation.errors import NotationError
from replays.edit.complete import with_supplies
from replays.edit.edits import replace_at
from replays.edit.outcomes import choose_observed
from replays.edit.reduce import reduce_to_placements
from replays.edit.repair import repair
from tests.profiles import examples
from tests.strategies import HIGH_STACKS, KNOWN, Playout

SETUP = """[Seats "bry"]
[City "WBM/U-A/VTS"]
[Council "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"]

"""
DEEDS = (DoAction, PlayCard, SkipAction)


def deeds_of(game: Game, turn: int) -> list[object]:
    """Return the deeds of a turn."""
    moves = zip(game.states, game.commands, strict=False)
    return [command for state, command in moves if state.turn == turn and isinstance(command, DEEDS)]


def completed(game: Game, turn: int, words: str) -> Game:
    """Return a game with these words of a turn, and what they need."""
    text = with_supplies(game, turn, words).partition(" ")[2]
    return repair(game, replace_at(game, str(turn), text), choose_observed).record


@given(st.integers(2, 5), st.integers(0, 400), st.integers(0, 100))
@examples(8)
def test_any_turn_can_be_completed(players: int, seed: int, choice: int) -> None:
    """The words of a turn go into a game of placements; its deeds are those of the whole game, and other turns stay."""
    full = Playout(players, seed, KNOWN, HIGH_STACKS).game
    shallow = reduce_to_placements(full)
    lines = dumps(full).split("\n\n", 1)[1].splitlines()
    numbered = {line.partition(". ")[0]: line.partition(". ")[2] for line in lines}
    turns = [number for number in numbered if number.isdigit() and number != "0"]
    turn = turns[choice % len(turns)]
    whole = completed(shallow, int(turn), numbered[turn])
    assert loads(dumps(whole)) == whole
    assert deeds_of(whole, int(turn)) == deeds_of(full, int(turn))
    for number in numbered:
        if number.isdigit() and number not in ("0", turn):
            assert deeds_of(whole, int(number)) == []
    stacks = [[state.stacks for state in game.states if type(state.now) is Placement] for game in (whole, full)]
    assert {*stacks[0]} == {*stacks[1]}


def test_what_a_turn_needs_is_proposed() -> None:
    """The observations that make deeds legal come before them; what is there already is not observed."""
    game = loads(SETUP + "1. MA\n2. WB\n3. BM\n4. UC\n")
    assert with_supplies(game, 2, "WB W B") == "2. WB W B"
    assert with_supplies(game, 4, "UC US C-W").startswith("4. UC b.wood:=3 US b.wood:=")


def test_what_cannot_be_completed() -> None:
    """A turn that is not there, and a word that no observation makes legal, are errors."""
    game = loads(SETUP + "1. MA\n2. WB\n")
    with pytest.raises(UnknownIdError, match="no turn 7"):
        with_supplies(game, 7, "MA A- M")
    with pytest.raises(NotationError):
        with_supplies(game, 1, "MA W")
