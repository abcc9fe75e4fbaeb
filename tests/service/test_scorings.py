"""What the recorder shows of scorings: how the next one would go, what has just been scored, who has won."""

from hypothesis import given

from calimala_es.commands import EndActivation
from calimala_es.events import GameEnded, SeatTaken, TileScored
from replays.service.api.scorings import game_result, next_tiles, recent_scorings
from replays.text.names import Names
from tests.notation.records import record_of
from tests.profiles import examples
from tests.strategies import KNOWN, Playout, any_games


def _paid(event: TileScored) -> tuple[int, ...]:
    return tuple(map(sum, zip(event.points, event.bonus, strict=True))) if event.bonus else event.points


@examples(15)
@given(any_games(KNOWN))
def test_the_forecast_has_the_seat_of_the_scoring(playout: Playout) -> None:
    """Where a disc only has to end before its stack is scored, the forecast is what is then scored, ties included."""
    names = Names.of(playout.setup)
    for number, move in enumerate(playout.game.moves):
        seats = [event for event in move.events if isinstance(event, SeatTaken)]
        scored = [event for event in move.events if isinstance(event, TileScored)]
        if not isinstance(move.command, EndActivation) or not seats or len(scored) != 1:
            continue
        (tile, *_) = next_tiles(playout.game.state_at(number), names, 1)
        if tile.tile != scored[0].tile:
            continue
        assert tile.streets == [seats[0].street]
        assert tile.others == []
        assert tuple(one.points for one in sorted(tile.ranking, key=lambda one: one.seat)) == _paid(scored[0])


@examples(10)
@given(any_games(KNOWN))
def test_scorings_are_listed_with_their_decision(playout: Playout) -> None:
    """The scorings of the last decisions are listed in their order, each with the points that it gave; the result is
    there when the game is over."""
    names = Names.of(playout.setup)
    for count in range(0, len(playout.steps) + 1, 7):
        game = record_of(playout, 0, count)
        found = recent_scorings(game, names, 12)
        events = [
            (number, event)
            for number, move in enumerate(game.moves, 1)
            if number > count - 12
            for event in move.events
            if isinstance(event, TileScored)
        ]
        tiles = [one for one in found if one.kind == "tile"]
        assert [(one.number, one.place) for one in tiles] == [(number, event.tile) for number, event in events]
        for one, (_, event) in zip(tiles, events, strict=True):
            assert {rank.seat: rank.points for rank in one.ranking} == {
                seat: points for seat, points in enumerate(_paid(event)) if event.counts[seat]
            }
        assert game_result(game, names) is None or game.state.is_over
    whole = playout.game
    result, last = game_result(whole, names), whole.moves[-1].events[-1]
    assert isinstance(last, GameEnded)
    assert result is not None
    assert result.winners == [int(seat) for seat in last.winners]
