"""The listed decisions are accepted, and nothing else; the answer to any command is events or an error."""

from typing import Final

from hypothesis import given

from calimala_es import State, decide, legal
from calimala_es.commands import Command, MarkMissed, ObservePart
from calimala_es.decide.unrecorded import can_be_missed
from calimala_es.errors import IllegalCommandError
from calimala_es.frames import (
    Activation,
    CardDraft,
    CardDraw,
    GameOver,
    InfluenceChoice,
    InfluenceDeal,
    InfluenceReveal,
    IntrigueChoice,
    Placement,
)
from calimala_es.messages import Message
from tests.laws import universe
from tests.profiles import examples, is_long
from tests.strategies import OFF_THE_RULES, RECORDS, WITH_FAMILIES, WITH_INTRIGUE, Playout, any_games

SENTENCES: Final = set[tuple[str, str]]()
"""The rules and the sentences, without what fills their fields, of the errors that were put into words."""


def accepts(state: State, command: Command) -> bool:
    """Return whether the command is legal; check that an error names the command, its rule and what is wrong."""
    try:
        events = decide(state, command)
    except IllegalCommandError as error:
        refusal = error
    else:
        assert events
        return True
    assert refusal.command is command
    assert refusal.rule.startswith("R")
    message = refusal.message
    assert message
    sentence = (refusal.rule, message.text if isinstance(message, Message) else message)
    if sentence not in SENTENCES:
        assert f"({refusal.rule})" in str(refusal)
        SENTENCES.add(sentence)
    return False


@given(any_games(*RECORDS, OFF_THE_RULES))
@examples(8)
def test_listed_means_accepted(game: Playout) -> None:
    """`decide` accepts exactly those of all possible commands that `legal` lists, each of them once."""
    states, every = game.states, 1 if is_long() else 2
    check_legality([*states[: 25 : 2 * every], *states[25 :: 13 * every]])


@given(any_games(*RECORDS, OFF_THE_RULES, kinds=(WITH_INTRIGUE, WITH_FAMILIES)))
@examples(16)
def test_listed_means_accepted_where_something_is_offered(game: Playout) -> None:
    """R10.5, R11: `decide` accepts exactly what `legal` lists in the rarer frames with offers, too."""
    rare = [state for state in game.states if type(state.now) not in COMMON]
    check_legality(rare[::5])


COMMON = (
    Activation,
    Placement,
    CardDraw,
    InfluenceDeal,
    InfluenceChoice,
    CardDraft,
    InfluenceReveal,
    IntrigueChoice,
    GameOver,
)


def check_legality(states: list[State]) -> None:
    """Check that the listed decisions are accepted and nothing else."""
    for state in states:
        listed = legal(state)
        assert len({*listed}) == len(listed)
        accepted = {command for command in universe.in_(state) if accepts(state, command)}
        assert accepted == {*listed}


@given(any_games(*RECORDS, OFF_THE_RULES))
@examples(15)
def test_nonsense_is_refused(game: Playout) -> None:
    """Whatever the values of a command are, it is decided or raises an error with its rule."""
    for state in game.states[::31]:
        listed = {*legal(state)}
        for command in universe.hostile():
            if isinstance(command, MarkMissed):
                assert accepts(state, command) == can_be_missed(state)
            elif isinstance(command, ObservePart):
                accepts(state, command)
            else:
                assert accepts(state, command) == (command in listed)


@given(any_games(*RECORDS, OFF_THE_RULES))
@examples(40)
def test_there_is_always_something_to_do(game: Playout) -> None:
    """Until the game is over some decision is legal; then none is."""
    for state in game.states:
        assert bool(legal(state)) is not state.is_over


@given(any_games())
@examples(10)
def test_the_order_is_fixed(game: Playout) -> None:
    """The order of `legal` depends on the position alone, not on how it came about."""
    again = [played.before for played in game.play()]
    assert [legal(state) for state in game.states[:-1:5]] == [legal(state) for state in again[::5]]
