"""Events determine everything: states, commands and ids can be derived from them."""

import msgspec
from hypothesis import given

from calimala_es import fold, initial, step
from calimala_es.decide import command_of
from calimala_es.events import ActivationEnded, AnyEvent, Event, FamilyStarted
from calimala_es.ids import event_ids
from calimala_es.store.row_events import StoredPosition, restored_state, stored_position
from tests.profiles import examples
from tests.strategies import OFF_THE_RULES, RECORDS, WITH_MISTAKES, Playout, any_games

EVERY_RECORD = (*RECORDS, WITH_MISTAKES, OFF_THE_RULES)
_EVENT = msgspec.msgpack.Decoder(AnyEvent)
_POSITION = msgspec.msgpack.Decoder(StoredPosition)


@given(any_games(*EVERY_RECORD))
@examples(50)
def test_prefixes_fold_to_what_was_then(game: Playout) -> None:
    """Applying the events of a game up to any command gives the position at that moment."""
    check_prefixes(game)


def check_prefixes(game: Playout) -> None:
    """Check that the events of each command, and of any first commands, lead to the same positions."""
    state = initial(game.setup)
    happened: list[Event] = []
    for played in game.steps:
        state = fold(state, played.events)
        assert state == played.after
        happened += played.events
    assert fold(initial(game.setup), happened) == state
    half = len(game.steps) // 2
    events = [event for played in game.steps[:half] for event in played.events]
    assert fold(initial(game.setup), events) == game.states[half]


@given(any_games(*EVERY_RECORD))
@examples(50)
def test_commands_come_back(game: Playout) -> None:
    """The first event of a command gives the command, and deciding it again gives the same events."""
    check_commands(game)


def check_commands(game: Playout) -> None:
    """Check that each command can be derived from its first event."""
    for played in game.steps:
        command = command_of(played.events[0])
        assert command == played.command
        assert step(played.before, played.command) == (played.events, played.after)


@given(any_games(*EVERY_RECORD))
@examples(50)
def test_consequences_restore_nothing(game: Playout) -> None:
    """Only the first event of a command restores it, except a start with a single choice, which is automatic."""
    for played in game.steps:
        consequences = [
            event for event in played.events[1:] if not isinstance(event, FamilyStarted) or not event.choice
        ]
        assert [command_of(event) for event in consequences] == [None] * len(consequences)


@given(any_games(*EVERY_RECORD))
@examples(50)
def test_ids(game: Playout) -> None:
    """Ids are unique and ascending, do not depend on later events, and have the turn of the position.

    The end of an activation has none of its own, but that of the event before it.
    """
    ids = [*event_ids(game.events)]
    ends = [place for place, event in enumerate(game.events) if isinstance(event, ActivationEnded)]
    assert [ids[place] for place in ends] == [ids[place - 1] for place in ends]
    own = [id for place, id in enumerate(ids) if place not in {*ends}]
    assert own == sorted({*ids})
    half = len(ids) // 2
    assert [*event_ids(game.events[:half])] == ids[:half]
    assert (str(ids[0]), str(ids[1])) == ("0.0.1", "0.0.2")
    assert ids[-1].turn == game.states[-1].turn


@given(any_games(*EVERY_RECORD))
@examples(20)
def test_bytes(game: Playout) -> None:
    """Every event and every position can be written and read back."""
    for played in game.steps:
        for event in played.events:
            assert _EVENT.decode(msgspec.msgpack.encode(event)) == event
        position = _POSITION.decode(msgspec.msgpack.encode(stored_position(played.after)))
        assert restored_state(game.setup, position) == played.after
