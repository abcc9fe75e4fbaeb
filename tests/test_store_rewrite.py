"""The store: replacing commands, returning to any version with the notes of each command, and undone spans."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es import legal
from calimala_es.deck import chance_command, is_chance
from calimala_es.errors import GameNotFoundError, IllegalCommandError, NothingToUndoError
from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from calimala_es.store import Store, StoredGame, memory_store
from replays.replay import Replay, branch
from tests.profiles import examples
from tests.stores import places
from tests.stores.places import Clock
from tests.stores.sayings import comment, game_with, text_of
from tests.strategies import AT_THE_TABLE, MIXED, Playout, any_games
from tests.test_store import SHORT

COMMANDS = [step.command for step in SHORT]


@pytest.fixture(params=places.ALL)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Yield an empty store."""
    with places.fresh_store(request, request.param, tmp_path, Clock()) as store:
        yield store


@given(any_games("known", AT_THE_TABLE, MIXED), st.randoms(use_true_random=False))
@examples(8)
def test_any_point_and_back(playout: Playout, random: Random) -> None:
    """A game that is undone to any point and redone is as it was, also after a replacement."""
    store = memory_store(Clock())
    commands = playout.game.commands
    before = store.create("friday", playout.game)
    count = random.randrange(1, len(commands) + 1)
    undone = store.undo("friday", count)
    assert undone.state == playout.states[len(commands) - count]
    after = store.redo("friday", count)
    assert (after.game.commands, after.state, after.redoable) == (before.game.commands, before.state, 0)
    keep = random.randrange(len(commands))
    store.rewrite("friday", keep, commands[keep : keep + random.randrange(4)])
    back = store.return_to("friday", before.version)
    assert (back.game.commands, back.state) == (before.game.commands, before.state)
    assert store.verify("friday") == []
    assert store.load("friday").state == before.state


def test_one_transaction(store: Store) -> None:
    """The replaced commands are undone and stored; if a new one is illegal, nothing is saved."""
    game = store.create("friday", play(SHORT[0].before.setup, COMMANDS))
    with pytest.raises(IllegalCommandError):
        store.rewrite(game, 3, [COMMANDS[-1]])
    with pytest.raises(NothingToUndoError):
        store.rewrite(game, len(COMMANDS) + 1, [])
    assert store.load("friday").version == game.version
    after = store.rewrite(game, 10, COMMANDS[10:20])
    assert after.game.commands == tuple(COMMANDS[:20])
    assert [move.command for move in after.undone_moves.values()] == COMMANDS[10:]
    assert set(after.numbers[10:]).isdisjoint(game.numbers)


def test_what_was_said_goes_over(store: Store) -> None:
    """Notes and annotations move to the command that replaces theirs, and back with it."""
    game = store.create("friday", play(SHORT[0].before.setup, COMMANDS))
    store.annotations.add(game, "", comment(15, "the record's own"))
    store.annotations.add("friday", "Anna", comment(12, "of her own"))
    store.annotations.add("friday", "Anna", comment(30, "far behind"))
    game = store.load("friday")
    after = store.rewrite(game, 10, COMMANDS[10:20], {12: 12, 15: 15})
    assert [(one.anchor, text_of(one)) for one in after.annotations] == [(12, "of her own"), (15, "the record's own")]
    assert [len(move.notes) for move in after.game.moves[10:15]] == [0, 1, 0, 0, 1]
    store.annotations.add("friday", "Anna", comment(12, "since then"))
    back = store.return_to("friday", game.version)
    assert [(one.anchor, text_of(one)) for one in back.annotations] == [
        (12, "of her own"),
        (12, "since then"),
        (15, "the record's own"),
        (30, "far behind"),
    ]
    assert store.verify("friday") == []


def test_a_version_that_is_not_there(store: Store) -> None:
    """A game can return only to a version that it has had; returning to the current one changes nothing."""
    game = store.create("friday", play(SHORT[0].before.setup, COMMANDS))
    with pytest.raises(GameNotFoundError):
        store.return_to(game, game.version + 1)
    assert store.return_to(game, game.version).version == game.version
    assert store.return_to(game, 1).game.commands == ()
    assert store.return_to("friday", game.version).redoable == 0


def test_headers_of_a_version(store: Store) -> None:
    """A header that came with replaced commands goes and returns with them; a header set by itself stays."""
    headers = [("Result", "1-2"), ("Event", "Friday")]
    game = store.create("friday", game_with(SHORT[0].before.setup, COMMANDS, headers))
    store.rewrite(game, 10, COMMANDS[10:20], {}, {"Result": None})
    cut = store.rewrite("friday", 15, COMMANDS[15:20], {15: 15}, {"Result": "3-4", "Round": "2"})
    assert cut.game.headers == (("Event", "Friday"), ("Result", "3-4"), ("Round", "2"))
    assert store.summaries()[0].headers == cut.game.headers
    store.set_header(cut, "Site", "Bologna")
    back = store.return_to("friday", game.version)
    assert back.game.headers == (*headers, ("Site", "Bologna"))
    assert store.summaries()[0].headers == store.load("friday").game.headers == back.game.headers
    again = store.return_to("friday", cut.version)
    assert dict(again.game.headers) == {"Event": "Friday", "Result": "3-4", "Round": "2", "Site": "Bologna"}
    store.undo(store.undo("friday", 3), 2)
    assert store.redo("friday", 5).game.headers == again.game.headers
    assert store.return_to("friday", back.version).game.headers == back.game.headers
    assert store.load("friday", cut.version).game.headers == again.game.headers
    assert store.verify("friday") == []


def test_headers_of_commands_that_are_redone(store: Store) -> None:
    """Redoing removed commands restores the headers that they had."""
    stored = store.create("friday", game_with(SHORT[0].before.setup, COMMANDS, [("Result", "1-2")]))
    for counts in ((2, 3), (5,)):
        cut = store.rewrite("friday", len(COMMANDS) - 4, [], {}, {"Result": "cut"})
        assert store.redo(store.undo(cut, 3), 3).game.headers == cut.game.headers
        assert store.redo("friday", 4).game.headers == stored.game.headers
        assert store.rewrite("friday", len(COMMANDS) - 5, [], {}, {"Result": None}).game.headers == ()
        for count in counts:
            assert store.redo("friday", count).game.headers == stored.game.headers
    assert store.verify("friday") == []


@given(st.randoms(use_true_random=False))
@examples(8)
def test_every_version_has_its_headers(random: Random) -> None:
    """After any replacements and returns, the decisions of a version have the header that they had."""
    store = memory_store(Clock())
    stored = store.create("friday", game_with(SHORT[0].before.setup, COMMANDS, [("Result", "0"), ("Site", "Rome")]))
    seen = [stored]
    for number in range(1, 9):
        known = random.choice(seen)
        if random.random() < 0.4:
            stored = store.return_to("friday", known.version)
            assert (stored.game.commands, stored.game.headers) == (known.game.commands, known.game.headers)
        elif stored.redoable and random.random() < 0.5:
            stored = store.redo("friday", stored.redoable)
            assert stored.game.headers == next(
                one.game.headers for one in reversed(seen) if one.numbers == stored.numbers
            )
        elif stored.game.commands:
            keep = random.randrange(len(stored.game.commands))
            result = random.choice([None, str(number)])
            stored = store.rewrite(
                stored, keep, stored.game.commands[keep : keep + random.randrange(4)], {}, {"Result": result}
            )
            assert dict(stored.game.headers).get("Result") == result
        seen.append(stored)
        assert store.load("friday").game.headers == store.summaries()[0].headers == stored.game.headers
    assert [store.load("friday", one.version).game.headers for one in seen] == [one.game.headers for one in seen]
    assert store.verify("friday") == []


# Undone spans.


MOMENT = datetime(2026, 11, 20, tzinfo=UTC)


def game_with_second_thoughts(seed: int) -> StoredGame:
    """Return a game whose players undo and redo at random."""
    random = Random(seed)
    with memory_store(lambda: MOMENT) as store:
        stored = store.create("lily", shuffled_setup("bry", random))
        for _ in range(random.randrange(40)):
            chance = random.random()
            if chance < 0.2 and stored.numbers:
                stored = store.undo(stored, random.randint(1, min(4, len(stored.game.moves))))
            elif chance < 0.3 and stored.redoable:
                stored = store.redo(stored, random.randint(1, stored.redoable))
            else:
                state = stored.state
                command = chance_command(state, random) if is_chance(state) else random.choice(legal(state))
                stored = store.append(stored, command)
        return stored


@examples(40)
@given(st.integers(0, 1 << 32))
def test_undone_spans_continue_the_game_from_their_anchors(seed: int) -> None:
    """Every undone decision is listed once; each span is legal from its anchor on; redo restores the one marked so."""
    stored = game_with_second_thoughts(seed)
    replay = Replay(stored.played)
    spans = stored.undone
    own = [number for span in spans for number in span.numbers[span.shared :]]
    assert sorted(own) == [*stored.undone_moves] == sorted({*own})
    assert [span.anchor for span in spans] == sorted(span.anchor for span in spans)
    for span in spans:
        made = branch(replay, span.anchor, span.moves)
        given = [*stored.game.commands[: span.anchor], *(move.command for move in span.moves)]
        again = Replay(play(stored.game.start, given))
        assert (made.events, made.states, made.commands, made.firsts) == (
            again.events,
            again.states,
            again.commands,
            again.firsts,
        )
        first = made.before(span.anchor + span.shared)
        assert made.events[first:] == tuple(event for move in span.moves[span.shared :] for event in move.events)
    coming = [span for span in spans if span.is_redoable]
    assert len(coming) == bool(stored.redoable)
    for span in coming:
        assert span.moves[-stored.redoable :] == stored.redoable_moves
        assert span.numbers[-stored.redoable :] == stored.redoable_numbers


def test_a_game_without_an_undo_has_no_spans() -> None:
    """A game without an undo has no undone spans."""
    with memory_store(lambda: MOMENT) as store:
        assert store.create("lily", shuffled_setup("bry", Random(1))).undone == ()
