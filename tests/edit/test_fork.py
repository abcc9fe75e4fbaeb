"""Forks: games that branch off from another one, return as variations, and are compared with each other."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es import legal
from calimala_es.commands import ObservePart
from calimala_es.errors import NoPositionsError
from calimala_es.game import Game, moves_from
from calimala_es.headers import FORK
from notation import dumps, loads
from replays.edit.diff import line_of
from replays.edit.fork import branch_off, fork_game, join_back, point_after
from replays.edit.futures import OtherTableError, compare_futures
from replays.edit.nodes import TreeError
from replays.edit.tree import Tree
from tests.profiles import examples
from tests.strategies import Playout, any_games

FEW = examples(10)


def record_of(playout: Playout) -> Game:
    """Return a generated game as a record."""
    return replace(playout.game, headers=(("Result", "1-2-3"),))


def gone_on(record: Game, fork: Game, random: Random) -> Game:
    """Return the fork with one decision of its own."""
    state = point_after(Tree.of(record), len(fork.moves)).state
    command = random.choice([*legal(state)] or [ObservePart("deck", "3")])
    return fork.added(moves_from(state, [command]))


@given(any_games(), st.randoms(use_true_random=False))
@FEW
def test_a_fork_begins_as_its_game(game: Playout, random: Random) -> None:
    """A fork has the same positions up to its beginning, names its origin, and has no result."""
    record = record_of(game)
    number = random.randrange(len(record.moves))
    fork = fork_game(record, number, "friday#7.2.3")
    assert fork.states == record.states[: number + 1]
    assert (fork.header(FORK), fork.header("Result")) == ("friday#7.2.3", None)
    assert loads(dumps(fork)) == fork


@given(any_games(), st.randoms(use_true_random=False))
@FEW
def test_what_a_fork_has_of_its_own_comes_back(game: Playout, random: Random) -> None:
    """A joined fork is a variation of the next decision, and the main line does not change."""
    record = record_of(game)
    number = random.randrange(len(record.moves))
    fork = gone_on(record, fork_game(record, number, "friday", "what if"), random)
    joined, id = join_back(record, number, fork)
    assert joined.commands == record.commands
    assert line_of(joined, id).commands == fork.commands
    assert Tree.of(joined).variation(id).name == "what if"
    assert loads(dumps(joined)) == joined


@given(any_games(), st.randoms(use_true_random=False))
@FEW
def test_futures_share_what_they_share(game: Playout, random: Random) -> None:
    """A game and a fork side by side count their common decisions as shared, and the gains add up."""
    record = record_of(game)
    number = random.randrange(len(record.moves))
    fork = gone_on(record, fork_game(record, number, "friday"), random)
    found = compare_futures(["game", "fork", "game"], [record, fork, record])
    is_same = fork.commands[number] == record.commands[number]
    assert found.shared == number + is_same
    assert [one.decisions for one in found.futures[:2]] == [len(record.moves) - found.shared, 1 - is_same]
    start, *_, end = (record.states[place] for place in (found.shared, -1))
    gained = tuple(mat.points - was.points for mat, was in zip(end.mats, start.mats, strict=True))
    assert (found.futures[0].gained, found.futures[0].points) == (gained, tuple(mat.points for mat in end.mats))
    assert all(len(row.words) == 3 and row.words[0] == row.words[2] for row in found.turns)


def test_what_cannot_be_forked_or_joined() -> None:
    """Records of a result, forks without a decision, and games of other tables raise errors."""
    record = record_of(Playout(3, 1))
    with pytest.raises(NoPositionsError):
        fork_game(loads('[Seats "bry"]\n'), 0, "friday")
    with pytest.raises(TreeError, match="nothing has been recorded"):
        join_back(record, 5, fork_game(record, 5, "friday"))
    with pytest.raises(TreeError, match="ends there"):
        branch_off(Tree.of(record), len(record.moves), "W")
    with pytest.raises(TreeError, match="decisions"):
        point_after(Tree.of(record), len(record.moves) + 1)
    with pytest.raises(OtherTableError, match="other and game"):
        compare_futures(["game", "other"], [record, record_of(Playout(3, 2))])
