"""What was undone in a stored game: each span with its place, whatever was undone and redone."""

from datetime import UTC, datetime
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from calimala_es import legal
from calimala_es.deck import chance_command, is_chance
from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from calimala_es.store import StoredGame, memory_store
from replays.replay import Replay, branch
from tests.profiles import examples

MOMENT = datetime(2026, 11, 20, tzinfo=UTC)


def game_with_second_thoughts(seed: int) -> StoredGame:
    """Return a game whose players undo and redo at random."""
    random = Random(seed)
    with memory_store(lambda: MOMENT) as store:
        game = store.create("lily", shuffled_setup("bry", random))
        for _ in range(random.randrange(40)):
            chance = random.random()
            if chance < 0.2 and game.numbers:
                game = store.undo(game, random.randint(1, min(4, len(game.game.moves))))
            elif chance < 0.3 and game.redoable:
                game = store.redo(game, random.randint(1, game.redoable))
            else:
                state = game.state
                command = chance_command(state, random) if is_chance(state) else random.choice(legal(state))
                game = store.append(game, command)
        return game


@examples(40)
@given(st.integers(0, 1 << 32))
def test_undone_spans_are_continuations_of_what_stood(seed: int) -> None:
    """Every undone decision is listed once; each span is legal from its anchor on; redo restores the one marked so."""
    game = game_with_second_thoughts(seed)
    replay = Replay(game.played)
    spans = game.undone
    own = [number for span in spans for number in span.numbers[span.shared :]]
    assert sorted(own) == [*game.undone_moves] == sorted({*own})
    assert [span.anchor for span in spans] == sorted(span.anchor for span in spans)
    for span in spans:
        made = branch(replay, span.anchor, span.moves)
        given = [*game.game.commands[: span.anchor], *(move.command for move in span.moves)]
        again = Replay(play(game.game.start, given))
        assert (made.events, made.states, made.commands, made.firsts) == (
            again.events,
            again.states,
            again.commands,
            again.firsts,
        )
        first = made.before(span.anchor + span.shared)
        assert made.events[first:] == tuple(event for move in span.moves[span.shared :] for event in move.events)
    coming = [span for span in spans if span.is_redoable]
    assert len(coming) == bool(game.redoable)
    for span in coming:
        assert span.moves[-game.redoable :] == game.redoable_moves
        assert span.numbers[-game.redoable :] == game.redoable_numbers


def test_a_game_of_which_nothing_was_undone_has_no_spans() -> None:
    """A game without an undo has no undone spans."""
    with memory_store(lambda: MOMENT) as store:
        assert store.create("lily", shuffled_setup("bry", Random(1))).undone == ()
