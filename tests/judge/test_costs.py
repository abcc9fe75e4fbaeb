"""The judge: luck and play, what decisions cost, and what is hidden from whom."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from calimala_es import legal
from calimala_es.commands import DoAction, DrawCard, MarkMissed, PlayCard, SkipAction
from calimala_es.components import to_card
from calimala_es.decide import step
from calimala_es.errors import BoardError
from calimala_es.frames import Activation, CardDraft, CardDraw, Placement
from calimala_es.game import Game, play
from calimala_es.reach import mat_mask, possible_options
from calimala_es.state import State
from calimala_es.view import PUBLIC, view_state
from notation import loads
from replays.judge.costs import Alternative, JudgedMove, JudgeEffort, Judgement, is_forced_skip, judge
from replays.judge.costs import _Judge as Judge
from replays.judge.lookahead import Effort
from replays.replay import Replay
from replays.text.judgement import gifts, judgement_lines
from replays.text.names import Names
from tests.profiles import few, is_long
from tests.strategies import AT_THE_TABLE, FIRST, INTRIGUE, KNOWN, Playout, Rules

EXAMPLE = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
FAMILIES = Rules("second", intrigue=True, families=("Pulci", "Scali", "Spini"))
LITTLE = JudgeEffort(Effort(2, 1, 1), Effort(2, 1, 1), Effort(2, 2, 2), 1)
"""As little effort as compares anything."""

TABLES = [(2, FIRST, KNOWN), (3, FAMILIES, AT_THE_TABLE)]
LONG_TABLES = [(5, FIRST, AT_THE_TABLE), (4, INTRIGUE, KNOWN), (3, FAMILIES, KNOWN)]


MOVES: Final = 40
"""The number of moves that are judged where the rest of the game would say no more."""


def beginning(game: Game, moves: int = MOVES) -> Replay:
    """Return so many moves of a game."""
    return Replay(replace(game, moves=game.moves[:moves]))


@cache
def judged(players: int, rules: Rules, record: str) -> Judgement:
    """Return the judgement of a generated game, in a long run to its end."""
    game = Playout(players, 3, record, rules=rules).game
    return judge(Replay(game) if is_long() else beginning(game), LITTLE)


@cache
def example() -> Judgement:
    """Return the judgement of the beginning of the example game."""
    return judge(beginning(EXAMPLE, 80), LITTLE)


@pytest.mark.parametrize(("players", "rules", "record"), few(TABLES))
def test_luck_and_play_are_what_a_chance_gained(players: int, rules: Rules, record: str) -> None:
    """For each player luck and play sum to the final chance less the initial one; all chances to 1 at all times."""
    check_sums(judged(players, rules, record), players)
    if is_long():
        for count, others, other in LONG_TABLES:
            check_sums(judged(count, others, other), count)


def check_sums(found: Judgement, players: int) -> None:
    """Check that luck and play explain all changes of all players' chances."""
    for seat in range(players):
        assert found.luck[seat] + found.play[seat] == pytest.approx(found.final[seat] - found.initial[seat])
        assert sum(row[seat] for row in found.played) == pytest.approx(found.play[seat])
    for move in found.moves:
        assert sum(move.before) == pytest.approx(1)
    for early, late in zip(found.moves, found.moves[1:], strict=False):
        assert early.after == late.before
    assert found.moves[-1].after == found.final


def test_luck_of_all_draws_is_none_on_average() -> None:
    """The luck of the cards that may be drawn, each as often as there are copies of it, sums to nothing."""
    replay = Replay(Playout(3, 3).game)
    states = replay.game.states
    number = next(number for number, state in enumerate(states) if type(state.now) is CardDraw and state.turn > 9)
    luck = [judge_of(replay).luck(number, DrawCard(to_card(card)), Random(1)) for card in states[number].pool]
    assert len({*luck}) > 1
    for seat in range(3):
        assert sum(one[seat] for one in luck) == pytest.approx(0)


def judge_of(replay: Replay) -> Judge:
    """Return the judge of a replay, before it has done anything."""
    return Judge(replay, LITTLE, "1")


def test_a_cost_counts_only_what_the_player_could_see() -> None:
    """A decision costs the same whether the cards of others are known or not."""
    replay = Replay(Playout(4, 5, rules=INTRIGUE).game)
    judge = judge_of(replay)
    compared = 0
    for number, move in [*enumerate(replay.game.moves)][20::37]:
        state = judge.states[number]
        if state.actor is not None:
            blank = judge.move(number, (0.25,) * 4, Random(1))
            found = [
                judge.compared(blank, seen, move.command, Random(2)) for seen in (state, view_state(state, state.actor))
            ]
            assert found[0] == found[1]
            compared += found[0].boards
    assert compared


@pytest.mark.parametrize("viewer", few([1, PUBLIC]))
def test_a_judgement_as_a_seat_sees_only_what_the_seat_sees(viewer: int | None) -> None:
    """A game is judged as a seat in the same way when everything hidden from it was never recorded."""
    seen = beginning(Playout(3, 3, rules=FIRST).game, 40).view(viewer)
    assert judge(seen, LITTLE) == judge(Replay(seen.game), LITTLE)
    hidden = [state for state in seen.states if state.turn]
    assert all(has_nothing_hidden(state, viewer) for state in hidden)


def has_nothing_hidden(state: State, viewer: int | None) -> bool:
    """Return whether the hands of others are unknown in a position."""
    return all(not mat.secret for seat, mat in enumerate(state.mats) if seat != viewer)


def test_same_seed_same_judgement() -> None:
    """A seed determines a judgement."""
    replay = beginning(Playout(3, 3, rules=FIRST).game, 26)
    one, again, other = (judge(replay, LITTLE, seed) for seed in "aab")
    assert one == again
    assert one != other


def test_a_costly_decision_is_found() -> None:
    """In the example Angelica ships two cloths to London, which is hers already; Barcelona is where they count."""
    replay = Replay(EXAMPLE)
    judge = Judge(replay, JudgeEffort(others=Effort(8, 8, 2)), "1")
    number = [str(replay.ids[first]) for first in replay.firsts].index("42.3.2")
    move = judge.move(number, (0.0, 1.0, 0.0, 0.0), Random(1))
    assert (move.seat, move.symbol, move.best[0].symbol) == (1, "SNN", "SBB")
    assert move.cost > 0.1


def test_costs_are_those_of_the_best_alternative() -> None:
    """A cost is never negative; where the decision is the best one it is 0, and no mistake is suggested."""
    for move in example().moves:
        assert move.cost >= 0
        assert move.seat >= 0 or not move.boards
        if move.boards and move.best[0].symbol == move.symbol:
            assert move.cost == 0
            assert move.glyph in (0, 1)
    assert any(move.boards and not move.cost for move in example().moves)


def can_become_possible(state: State, action: str) -> bool:
    """Return whether an action is possible, or after other actions and cards of the same activation."""
    now = state.now
    if not isinstance(now, Activation) or action not in now.pending:
        return False
    if possible_options(action, state.free_cells | mat_mask(state.mats[now.seat])):
        return True
    others = (each for each in legal(state) if isinstance(each, DoAction | PlayCard))
    return any(can_become_possible(step(state, each)[1], action) for each in others)


def test_leaving_an_action_undone_is_forced_if_nothing_makes_it_possible() -> None:
    """Leaving an action undone is forced exactly if no other action and no card of its activation makes it possible."""
    forced = 0
    for seed in range(20 if is_long() else 1):
        game = Playout(4, seed, rules=FIRST)
        for one in game.steps:
            now, command = one.before.now, one.command
            few_cards = isinstance(now, Activation) and len(one.before.mats[now.seat].secret) < 2
            if few_cards and isinstance(command, SkipAction):
                assert is_forced_skip(one.before, command) != can_become_possible(one.before, command.action)
                forced += is_forced_skip(one.before, command) and len(legal(one.before)) > 1
    assert forced


def test_a_decision_without_an_alternative_costs_nothing() -> None:
    """A decision without an alternative changes no chance and costs nothing, so that it is no turning point and has no
    glyph; to do first what makes an action possible is an alternative to leaving it undone.
    """
    after = (0.7, 0.1, 0.1, 0.1)
    alone = judged_alone(EXAMPLE, "1.1.3", after)
    assert (alone.symbol, len(legal(EXAMPLE.states[alone.move]))) == ("T-", 2)
    assert alone.before == alone.after == after
    assert (alone.cost, alone.boards, alone.glyph) == (0, 0, 0)
    assert alone.move not in {move.move for move in example().turning}
    chosen = judged_alone(loads(Path("examples/study.cgn").read_text(encoding="utf-8")), "1.1.2", after[:3])
    assert chosen.symbol == "A-"
    assert chosen.boards > 0


def judged_alone(game: Game, place: str, after: tuple[float, ...]) -> JudgedMove:
    """Return what is said of the decision at a place, after which the chances are these."""
    replay = Replay(game)
    number = [str(replay.ids[first]) for first in replay.firsts].index(place)
    return judge_of(replay).move(number, after, Random(1))


def test_what_was_better_is_said_in_words_and_symbols() -> None:
    """The better alternative is named in words and by its symbol; costs are said as their mean."""
    names = Names.of(EXAMPLE.setup, {1: "Angelica", 2: "Tania"})
    placed = next(number for number, state in enumerate(EXAMPLE.states) if state.turn == 18)
    chances = (0.25,) * 4
    best = [Alternative("WS2", (0.1, 0.7, 0.1, 0.1), chances, ("W", "/")), Alternative("BA", chances, chances, ("/",))]
    moves = [JudgedMove(placed, "", 18, 1, "", True, chances, chances, 0.2, 0.01, 12, (each,)) for each in best]
    judgement = Judgement("1", (*moves,), chances, chances, chances, chances, (chances,) * 4, (0, 0.4, 0, 0))
    lines = judgement_lines(judgement, EXAMPLE, names)
    assert "  Better: place a white disc on the wood-ship street (WS2), for a chance of 70%; then W /." in lines
    assert "  Better: place a coloured disc on the brick-artwork street (BA), for a chance of 25%." in lines
    assert "  2 of Angelica's decisions had a better alternative, and cost 20% on average." in lines
    assert not any("of Tania's decisions" in line for line in lines)


def test_a_forced_placement_gives_nothing() -> None:
    """A turn whose placement had no alternative is not counted as one that did more for another player."""
    before, after = (0.5, 0.5), (0.25, 0.75)
    placed = JudgedMove(0, "1.0.1", 1, 0, "WB", True, before, before)
    others = JudgedMove(1, "1.1.2", 1, 1, "W", False, before, after)
    judgement = Judgement("1", (placed, others), before, after, (0, 0), (0, 0), ((0, 0), (0, 0)), (0, 0))
    assert gifts(judgement, 0) == [0, 0]
    chosen = replace(placed, before=(0.75, 0.25))
    assert gifts(replace(judgement, moves=(chosen, others)), 0) == [0, 1]


def test_a_record_is_judged_up_to_its_first_gap() -> None:
    """A game is judged as if it had ended before the first thing that was not recorded, and the judgement says where;
    a game whose set-up was not recorded has no position that can be judged.
    """
    whole = Playout(3, 3, rules=FIRST).game
    states = whole.states
    number = next(number for number, state in enumerate(states) if state.turn == 1 and type(state.now) is Activation)
    found = judge(Replay(missed_at(whole, number)), LITTLE)
    assert found.missed == "1.1.2"
    assert found.moves == judge(beginning(whole, number), LITTLE).moves
    drafting = next(number for number, state in enumerate(states) if type(state.now) is CardDraft)
    with pytest.raises(BoardError, match="set-up"):
        judge(Replay(missed_at(whole, drafting)), LITTLE)


def missed_at(game: Game, number: int) -> Game:
    """Return so many moves of a game, after which something was missed."""
    moves = play(game.setup, [*game.commands[:number], MarkMissed()]).moves
    return replace(game, moves=moves)


def test_report_has_a_sentence_for_each_player() -> None:
    """The report names every player, the costliest decisions with what was better, and the turning points."""
    names = Names.of(EXAMPLE.setup, {0: "Maria", 1: "Angelica", 2: "Tania", 3: "Nicole"})
    lines = judgement_lines(example(), EXAMPLE, names, 1)
    for name in ("Maria", "Angelica", "Tania", "Nicole"):
        assert any(line.startswith(f"{name}: luck ") for line in lines)
    assert sum(line.startswith("  Better: ") for line in lines) == min(1, len(example().mistakes))
    assert lines.count("Turning points") == 1
    turns = sum(sum(gifts(example(), seat)) for seat in range(4))
    placements = sum(type(state.now) is Placement for state in judge_of(Replay(EXAMPLE)).states)
    assert 0 < turns <= placements
