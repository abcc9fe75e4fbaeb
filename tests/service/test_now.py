"""The service's answer to the recorder of a game."""

from hypothesis import given

from calimala_es.commands import PlaceDisc
from calimala_es.frames import Placement
from notation import dumps
from replays.replay import Replay
from replays.service.api.decision_options import ComingTurn, coming_turns
from replays.service.api.snapshot import MOST_DECISIONS, format_turn, recent_decisions, snapshot
from replays.service.visibility.game_views import GameView
from replays.text.names import Names
from tests.notation.records import record_of
from tests.profiles import examples
from tests.strategies import AT_THE_TABLE, KNOWN, Playout, any_games


@examples(15)
@given(any_games())
def test_the_last_decisions_have_the_ids_of_the_replay(playout: Playout) -> None:
    """Each of the last decisions has the id of its first event in the whole game, whatever was missed."""
    replay = Replay(playout.game)
    names = Names.of(playout.setup)
    for count in range(0, len(playout.steps) + 1, 7):
        answer = recent_decisions(record_of(playout, 0, count), names, MOST_DECISIONS, {})
        assert [one.number for one in answer] == [*range(max(0, count - MOST_DECISIONS) + 1, count + 1)]
        assert [one.id for one in answer] == [str(replay.ids[replay.firsts[one.number - 1]]) for one in answer]


@examples(5)
@given(any_games(KNOWN, AT_THE_TABLE))
def test_every_moment_of_a_game_can_be_described(playout: Playout) -> None:
    """Any moment of any game has a snapshot, with the legal decisions in their order."""
    names = Names.of(playout.setup)
    for count in range(0, len(playout.steps) + 1, 5):
        game = record_of(playout, 0, count)
        answer = snapshot(GameView("", 1, game, sees_all=True, player_names={}), names)
        symbols = [option.symbol for option in answer.options]
        assert answer.over == (not symbols)
        assert answer.usual is None or answer.usual in symbols
        assert answer.auto is None or answer.auto in symbols
        assert answer.turn == game.state.turn
        for tile in answer.next:
            assert sorted(one.seat for one in tile.ranking) == [*range(len(game.setup.parties))]


@examples(5)
@given(any_games(KNOWN))
def test_the_line_of_the_turn_can_be_read_again(playout: Playout) -> None:
    """The line of the turn is the end of the game's text."""
    for count in range(1, len(playout.steps) + 1, 11):
        game = record_of(playout, 0, count)
        line = format_turn(game)
        assert not line or "".join(dumps(game).split()).endswith("".join(line.split()))


@examples(15)
@given(any_games(KNOWN))
def test_whose_discs_come_next_is_certain_or_not_said(game: Playout) -> None:
    """The announced turns are those that come, by number, and by seat if there is one."""
    turns = [
        (before.turn, before.active)
        for before, step in zip(game.states, game.steps, strict=False)
        if isinstance(step.command, PlaceDisc)
    ]
    for count in range(0, len(game.steps) + 1, 7):
        state = game.states[count]
        placed = sum(isinstance(step.command, PlaceDisc) for step in game.steps[:count])
        for answer, (turn, seat) in zip(coming_turns(state), turns[placed:], strict=False):
            assert answer.turn == turn
            assert answer.seat in (seat, None)
    first = next(state for state in game.states if isinstance(state.now, Placement))
    assert coming_turns(first)[0] == ComingTurn(first.turn, first.active)
