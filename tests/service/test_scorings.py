"""What the recorder shows of scorings: how the next one would go, what has been scored, who has won."""

from hypothesis import given
from msgspec.structs import replace

from calimala_es.commands import EndActivation
from calimala_es.events import GameEnded, SeatTaken, TileScored
from replays.service.api.scorings import NextTiles, next_tiles
from replays.service.api.snapshot import Snapshot, page_since, snapshot
from replays.service.api.snapshot_answers import EncodedParts
from replays.service.endpoints import to_json
from replays.service.visibility.game_views import GameView, HandedOn
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


@examples(3)
@given(any_games(KNOWN))
def test_the_forecast_follows_the_game(playout: Playout) -> None:
    """The forecast that goes on with a game is the same at every moment as one made for that moment alone."""
    names, following = Names.of(playout.setup), NextTiles()
    for number in range(len(playout.game.moves) + 1):
        state = playout.game.state_at(number)
        assert following.of(state, names, 3) == next_tiles(state, names, 3)


def _spelt(snapshot: Snapshot) -> tuple[Snapshot, list[str]]:
    """Return a snapshot whose page has no sentences, and the sentences of its page."""
    page = snapshot.page
    assert page is not None
    sentences = [" ".join(page.words[word] for word in sentence) for sentence in page.sentences]
    return replace(snapshot, page=replace(page, words=(), sentences=[])), sentences


@examples(10)
@given(any_games(KNOWN))
def test_the_page_of_the_moment_has_all_scorings(playout: Playout) -> None:
    """The page of a snapshot ends with the state of the game. It has all scorings so far, each with the points that it
    gave, at its place beside the last decisions; and the winners once the game is over. A snapshot that was made of the
    one before says the same, perhaps with other numbers of words, and the JSON made of parts is that of the whole."""
    names = Names.of(playout.setup)
    handed_on, encoded = HandedOn(), EncodedParts()
    for count in range(0, len(playout.steps) + 1, 7):
        game = record_of(playout, 0, count)
        now = snapshot(GameView("game", 1, game, sees_all=True, player_names={}), names, has_table=True)
        view = GameView("game", 1, game, sees_all=True, player_names={}, handed_on=handed_on)
        again = snapshot(view, names, has_sheet=bool(count % 3), has_table=True)
        assert _spelt(again) == _spelt(now if count % 3 else replace(now, turn_sheet=None, coming=None))
        assert encoded.encode(again) == to_json(again)
        assert now.page is not None
        (line,) = now.page.lines
        assert len(line.frames) == (now.last[-1].at if now.last else 0)
        events = [
            (number, event)
            for number, move in enumerate(game.moves, 1)
            for event in move.events
            if isinstance(event, TileScored)
        ]
        tiles = [one for one in line.moments if one.kind == "tile"]
        assert [one.place for one in tiles] == [event.tile for _, event in events]
        for one, (number, event) in zip(tiles, events, strict=True):
            assert {party: points + sum(one.bonus[party : party + 1]) for party, _, points in one.ranks} == {
                seat: points for seat, points in enumerate(_paid(event)) if event.counts[seat]
            }
            assert (one.at > 0) == (number > page_since(len(game.moves)))
        assert bool(now.page.winners) <= game.state.is_over
    last = playout.game.moves[-1].events[-1]
    whole = snapshot(GameView("game", 1, playout.game, sees_all=True, player_names={}), names, has_table=True)
    assert isinstance(last, GameEnded)
    assert whole.page is not None
    assert whole.page.winners == tuple(map(int, last.winners))
