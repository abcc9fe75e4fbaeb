"""Repair: one decision is corrected and the rest checked again, over games of every rule set."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es import legal
from calimala_es.commands import EndActivation, ObservePart
from calimala_es.components import ROW_INDEX
from calimala_es.errors import IllegalCommandError, NoPositionsError
from calimala_es.game import Game, moves_from, variations_of
from notation import NotationError, dumps, loads
from notation.grammar.symbols import format_command
from replays.edit.edits import Edit, RepairError, insert_at, remove_at, replace_at
from replays.edit.outcomes import (
    Chooser,
    RepairConflict,
    choose_dropped,
    choose_nearest,
    choose_observed,
    choose_stopped,
)
from replays.edit.repair import repair
from replays.edit.tree import Tree
from tests.profiles import examples
from tests.strategies import AT_THE_TABLE, KNOWN, LOW_STACKS, MIXED, OFF_THE_RULES, WITH_MISTAKES, Playout, any_games

ROOT = Path(__file__).resolve().parents[2]
HEAD = (
    '[City "WBM/U-A/VTS"]\n[Seats "bry"]\n'
    '[Council "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"]\n\n0. W M U\n'
)
"""A city in which wood and brick, brick and marble, marble and artwork are neighbours."""

POLICIES = (choose_observed, choose_nearest, choose_dropped, choose_stopped)
FEW = examples(12)
ANY_GAMES = any_games(KNOWN, AT_THE_TABLE, MIXED, WITH_MISTAKES, OFF_THE_RULES)


def body_of(record: Game) -> str:
    """Return the text below the headers."""
    return dumps(record).split("\n\n", 1)[1]


def other_edit(record: Game, random: Random) -> Edit:
    """Return an edit of a game: a decision replaced by another legal one, removed, or preceded by another one."""
    tree = Tree.of(record)
    nodes = [*tree.main]
    node = random.choice(nodes)
    number = node.depth - 1
    options = [option for option in legal(node.parent.state) if option != node.command]
    if not options or random.random() < 0.2:
        return Edit(tree, number, number + 1, ())
    moves = moves_from(node.parent.state, [random.choice(options)])
    return Edit(tree, number, number + (random.random() < 0.8), moves)


@given(ANY_GAMES, st.randoms(use_true_random=False))
@FEW
def test_itself(playout: Playout, random: Random) -> None:
    """Repairing a decision with itself gives the same record, and there is nothing to report.

    The end of an activation has no place of its own, so nobody can name it.
    """
    record = playout.game
    node = random.choice([node for node in Tree.of(record).main if type(node.command) is not EndActivation])
    found = repair(record, replace_at(record, node.id, node.symbol), choose_stopped)
    assert found.record == record
    assert found.outcomes == ()
    assert found.places == tuple(range(len(record.moves) + 1))


@pytest.mark.parametrize("choose", POLICIES, ids=lambda choose: choose.__name__)
@given(playout=ANY_GAMES, random=st.randoms(use_true_random=False))
@FEW
def test_legal_and_untouched_before(choose: Chooser, playout: Playout, random: Random) -> None:
    """A repair leaves everything before it unchanged, and its record can be read without errors."""
    record = playout.game
    edit = other_edit(record, random)
    found = repair(record, edit, choose)
    assert found.record.moves[: edit.first] == record.moves[: edit.first]
    assert loads(dumps(found.record)).commands == found.record.commands
    assert [*found.places] == sorted(found.places)
    assert (len(found.places), found.places[-1]) == (len(record.moves) + 1, len(found.record.moves))


@given(ANY_GAMES, st.randoms(use_true_random=False))
@FEW
def test_there_and_back(playout: Playout, random: Random) -> None:
    """A repair after which every decision is legal can be reversed by another repair."""
    record = playout.game
    edit = other_edit(record, random)
    found = repair(record, edit, choose_stopped)
    if found.outcomes or len(edit.moves) != edit.end - edit.first:
        return
    back = Edit(Tree.of(found.record), edit.first, edit.end, record.moves[edit.first : edit.end])
    assert repair(found.record, back, choose_stopped).record == record


@given(ANY_GAMES, st.randoms(use_true_random=False))
@FEW
def test_conflicts_are_illegal_and_their_nearest_legal(playout: Playout, random: Random) -> None:
    """Each conflict is about an illegal decision, and offers only legal ones."""
    seen: list[RepairConflict] = []

    def choose(conflict: RepairConflict) -> object:
        seen.append(conflict)
        return choose_observed(conflict)

    record = playout.game
    found = repair(record, other_edit(record, random), choose)  # type: ignore[arg-type]
    assert len(seen) == len(found.conflicts)
    for conflict in seen:
        options = legal(conflict.state)
        assert {*conflict.nearest} <= {*options}
        assert conflict.words == tuple(format_command(conflict.state, one) for one in conflict.nearest)
        assert conflict.trouble == "gone" or conflict.command not in options
        assert conflict.rule.startswith("R")


# A game at the table.


def game_text(*turns: str) -> Game:
    """Return a game of three."""
    return loads(HEAD + "\n".join(turns) + "\n")


def test_an_action_that_becomes_impossible() -> None:
    """An action that becomes impossible is reported with place, rule and nearest legal decisions; omitting it brings an
    unknown card (R5.3)."""
    record = game_text("1. BM B M", "2. WB W B", "3. WB W B / W B", "4. MA AC M")
    found = repair(record, replace_at(record, "1.1.3", "M-"), choose_nearest)
    assert [(one.what, one.trouble, one.id, one.word) for one in found.outcomes] == [
        ("replaced", "refused", "4.1.2", "AC"),
        ("supplied", "missing", "4.1.3", ""),
    ]
    assert (found.outcomes[0].rule, found.outcomes[0].nearest[0]) == ("R5.3", "A-")
    assert body_of(found.record).splitlines()[-1] == "4. MA A-? M"


def test_an_impossible_action_that_becomes_possible() -> None:
    """The card drawn for an action that becomes possible is not drawn, and that is reported (R5.9)."""
    record = game_text("1. BM B M-", "2. WB W B", "3. WB W B / W B", "4. MA A-W M")
    found = repair(record, replace_at(record, "1.1.3", "M"), choose_stopped)
    assert [(one.what, one.trouble, one.id, one.word) for one in found.outcomes] == [
        ("dropped", "chance", "4.1.3", "-W")
    ]
    assert body_of(found.record).splitlines()[-1] == "4. MA A- M"


def test_effects_are_preserved_as_observed() -> None:
    """The effects of an action that becomes illegal are observed, in the new position."""
    record = game_text("1. BM B M", "2. WB W B", "3. WB W B / W B", "4. MA AC M", "5. BM B M / B M")
    found = repair(record, replace_at(record, "1.1.3", "M-"), choose_observed)
    assert body_of(found.record).splitlines()[-2] == "4. MA SCR.A:=b M _"
    assert found.record.state.rows[ROW_INDEX["SCR.A"]] == "0"


def test_a_placement_preserved_as_observed() -> None:
    """A turn whose placement becomes illegal counts as missed, and all its changes are observed."""
    record = game_text("1. WB2 W W B B", "2. BM B M", "3. WB W B", "4. WB2 W W B B")
    found = repair(record, replace_at(record, "1.0.1", "BM2"), choose_observed)
    states = found.record.states
    was = record.states
    assert states[-1].turn == was[-1].turn
    assert [mat.white for mat in states[-1].mats] == [mat.white for mat in was[-1].mats]


def test_a_placement_of_the_last_disc_preserved_as_observed() -> None:
    """A player left without a disc by the observations is not passed over before the missed turn (R7.1)."""
    record = Playout(2, 362339, MIXED, LOW_STACKS).game
    random = Random(66706226)
    found = repair(record, other_edit(record, random), choose_observed)
    assert "observed" in {outcome.what for outcome in found.outcomes}
    assert loads(dumps(found.record)).commands == found.record.commands


def test_words_that_are_wrong_themselves() -> None:
    """An edit that cannot be read, or is illegal in its place, is an error with its rule, and nothing is changed."""
    record = game_text("1. WB W B", "2. BM B M")
    with pytest.raises(NotationError) as refused:
        replace_at(record, "1.1.2", "AC")
    assert "R" in str(refused.value)
    with pytest.raises(NotationError):
        insert_at(record, "2.0.1", "nonsense")


def test_what_nobody_decided() -> None:
    """The start of an activation means its first decision; any other event that followed by itself raises an error."""
    record = game_text("1. WB W B", "2. BM B M")
    assert replace_at(record, "1.1.1", "W-")[1:3] == replace_at(record, "1.1.2", "W-")[1:3]
    with pytest.raises(RepairError, match="was not a decision"):
        remove_at(record, str([*Tree.of(record).main][13].places[-1]))


def test_a_whole_turn() -> None:
    """A turn can be replaced as a whole; a removed one counts as missed."""
    record = game_text("1. WB W B", "2. BM B M", "3. WB W B / W B")
    found = repair(record, replace_at(record, "2", "MA M AC"), choose_stopped)
    assert body_of(found.record).splitlines()[2].startswith("2. MA M AC")
    gone = repair(record, remove_at(record, "2"), choose_stopped)
    assert body_of(gone.record).splitlines()[2] == "2. _"
    assert [outcome.what for outcome in gone.outcomes] == ["supplied"]


def test_what_cannot_be_repaired() -> None:
    """Repairing a variation, or a record of a result, is an error with its reason."""
    text = (ROOT / "examples" / "study.cgn").read_text(encoding="utf-8")
    with pytest.raises(RepairError, match="variation"):
        replace_at(loads(text), "v1:1.1.2", "M")
    with pytest.raises(NoPositionsError):
        replace_at(loads('[Seats "bry"]\n'), "1", "WB")


def test_a_placement_among_placements() -> None:
    """A turn of only its placement is repaired like any other, and the turns after it stay."""
    record = game_text("1. WB", "2. BM", "3. MA", "4. UC")
    found = repair(record, replace_at(record, "2.0.1", "WB"), choose_nearest)
    assert body_of(found.record).splitlines()[1:] == ["1. WB", "2. WB", "3. MA", "4. UC"]


def test_what_was_said_stays() -> None:
    """Comments stay with their decisions; a check that was right and would be wrong is omitted and reported."""
    text = (ROOT / "examples" / "game-of-four.cgn").read_text(encoding="utf-8")
    record = loads(text)
    found = repair(record, replace_at(record, "7.0.1", "BC"), choose_nearest)
    comments = [comment for move in record.moves for comment in move.comments]
    assert [comment for move in found.record.moves for comment in move.comments] == comments
    assert {check.word for check in found.checks} < {check for move in record.moves for check in move.checks}
    assert found.record.header("Result") != record.header("Result")


def test_a_choice_that_is_not_legal() -> None:
    """Choosing a decision that is illegal in its place raises an error."""
    text = (ROOT / "examples" / "game-of-four.cgn").read_text(encoding="utf-8")
    record = loads(text)
    choose: Callable[[RepairConflict], ObservePart] = lambda conflict: ObservePart("0.wood", "99")  # noqa: E731
    with pytest.raises(IllegalCommandError):
        repair(record, replace_at(record, "7.0.1", "BC"), choose)


def test_a_variation_with_an_id_that_the_game_has() -> None:
    """An edit cannot add a variation with an id in use; without an id it gets a free one."""
    record = game_text("1. WB W B", "  (v1: 1... B- )", "2. BM B M")
    with pytest.raises(RepairError, match="there is already a variation v1"):
        replace_at(record, "2.1.2", "B (v1: B-)")
    found = repair(record, replace_at(record, "2.1.2", "B (B-)"), choose_stopped)
    assert loads(dumps(found.record)) == found.record
    assert [one.id for one in variations_of(found.record)] == ["v1", "v2"]
