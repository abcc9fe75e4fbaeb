"""Several decisions in one tap: each is legal as it is sent, and leads where it says."""

from hypothesis import given

from calimala_es.components import ACTIONS
from calimala_es.frames import Activation
from calimala_es.game import Game
from notation.lines import parse_line
from replays.service.api.decision_options import decision_options
from replays.service.api.possible_decisions import NextDecisions, PossibleDecisions
from replays.service.api.shortcuts import MOST_OUTCOMES, after_end, following_step, outcomes, shortcuts
from replays.text.names import Names
from tests.notation.records import record_of
from tests.profiles import examples
from tests.strategies import AT_THE_TABLE, KNOWN, Playout, any_games


def _sent(game: Game, symbols: str) -> Game:
    """Return the game after decisions that a phone sends."""
    line = parse_line(symbols, game, "phone")
    assert not line.errors, line.errors[0]
    return game.added(line.moves)


@examples(12)
@given(any_games(KNOWN, AT_THE_TABLE))
def test_a_shortcut_does_all_that_a_disc_has_left(playout: Playout) -> None:
    """A shortcut leaves the disc nothing to do, and its outcomes differ from each other; there are few of them. What
    cannot be done is not said to be skipped, and a card that is drawn for it is named.
    """
    names = Names.of(playout.setup)
    for count in range(0, len(playout.steps) + 1, 3):
        game = record_of(playout, 0, count)
        here = PossibleDecisions(game.state)
        options = decision_options(here, names)
        possible = {option.action for option in options if option.group == "action"}
        for option in options:
            if option.group == "skip" and option.action in set(ACTIONS):
                assert ("is impossible" in option.words) == (option.action not in possible)
        frame, ways = game.state.now, shortcuts(here, names)
        assert len(ways) == len({way.words for way in ways}) <= MOST_OUTCOMES
        for way, (outcome, _) in zip(ways, outcomes(here), strict=True):
            assert isinstance(frame, Activation)
            assert {step.action for step in way.steps} == set(frame.pending)
            after = _sent(game, way.symbol).state
            assert after == outcome
            had, has = (state.mats[frame.seat].hand_size for state in (game.state, after))
            assert "draw a card" not in way.words or had < has
            now = after.now
            assert (
                not isinstance(now, Activation)
                or (now.street, now.depth) != (frame.street, frame.depth)
                or not (now.pending)
            )


@examples(12)
@given(any_games(KNOWN, AT_THE_TABLE))
def test_what_follows_a_disc_is_sent_with_its_end(playout: Playout) -> None:
    """The end of a disc can be sent together with any decision that comes then."""
    names = Names.of(playout.setup)
    for count in range(0, len(playout.steps) + 1, 3):
        game = record_of(playout, 0, count)
        here = PossibleDecisions(game.state)
        step, end = following_step(here, names), after_end(here)
        after = end.state if end else None
        assert (step is None) == (after is None)
        if step is None or after is None:
            continue
        assert step.turn == after.turn
        symbols = [option.symbol for option in step.options[:6]] + [way.symbol for way in step.shortcuts]
        for symbol in symbols:
            _sent(game, f"/ {symbol}")
        if step.scored:
            assert after.council != game.state.council


@examples(4)
@given(any_games(KNOWN, AT_THE_TABLE))
def test_what_was_tried_is_found_again(playout: Playout) -> None:
    """As a game goes on, what was found for a decision that was tried is what there is after it, whatever was played
    or undone in between."""
    names = Names.of(playout.setup)
    going_on = NextDecisions()
    for count in range(len(playout.steps) + 1):
        game = record_of(playout, 0, count)
        if count % 5 == 4:
            following_step(going_on.of(record_of(playout, 0, count - 2)), names)
        here, anew = going_on.of(game), PossibleDecisions(game.state)
        assert (here.state, here.commands) == (anew.state, anew.commands)
        assert here.made(decision_options, names) == decision_options(anew, names)
        assert here.made(shortcuts, names) == shortcuts(anew, names)
        assert following_step(here, names) == following_step(anew, names)
        end = after_end(here)
        if end is not None:
            assert going_on.of(_sent(game, "/")) is end
            going_on.of(game)
