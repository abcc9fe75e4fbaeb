"""A seat's or the public's view of a game is itself a game, and contains nothing hidden."""

from collections import Counter
from random import Random

import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es import State, initial, legal, step, view_command, view_event, view_state
from calimala_es.commands import Command, DealInfluence, DrawCard, KeepInfluence
from calimala_es.components import InfluenceCard, to_card
from calimala_es.deck import possible_deals
from calimala_es.digest import public_digest, stored_digest
from calimala_es.errors import IllegalCommandError
from calimala_es.events import InfluenceOpened, InfluenceRevealed
from calimala_es.frames import CardDraw, InfluenceChoice, InfluenceDeal
from calimala_es.view import Viewer
from tests.laws import universe
from tests.profiles import examples
from tests.strategies import KNOWN, RECORDS, WITH_MISTAKES, Playout, Step, any_games


def viewers(game: Playout) -> list[Viewer]:
    """Return every seat and the public."""
    return [None, *range(game.players)]


@given(any_games(*RECORDS, WITH_MISTAKES))
@examples(25)
def test_a_view_is_a_game(game: Playout) -> None:
    """R5.12: a legal game stays legal in any view, and viewing and going on can be exchanged."""
    check_views(game)


def check_views(game: Playout) -> None:
    """Check for every viewer that going on from a view gives the view of going on."""
    for viewer in viewers(game):
        seen = view_state(initial(game.setup), viewer)
        for played in game.steps:
            command = view_command(played.before, played.command, viewer)
            events, seen = step(seen, command)
            assert events == tuple(view_event(event, viewer) for event in played.events)
            assert seen == view_state(played.after, viewer)


@given(any_games(*RECORDS, WITH_MISTAKES))
@examples(30)
def test_a_view_of_a_view(game: Playout) -> None:
    """R5.12: a view of a view hides no less, and everybody sees what the public sees."""
    for state in game.states[::7]:
        public = view_state(state)
        assert view_state(public) == public
        for seat in range(game.players):
            own = view_state(state, seat)
            assert view_state(own, seat) == own
            assert view_state(own) == public


@given(any_games(*RECORDS, WITH_MISTAKES))
@examples(30)
def test_the_public_digest_is_public(game: Playout) -> None:
    """Everybody who sees the table can compute the digests of a position, in the store and in a check."""
    for state in game.states[::3]:
        assert {stored_digest(view_state(state, viewer)) for viewer in viewers(game)} == {stored_digest(state)}
        assert {public_digest(view_state(state, viewer)) for viewer in viewers(game)} == {public_digest(state)}


def with_other_secrets(game: Playout, viewer: Viewer, until: int, random: Random) -> list[Step] | None:
    """Return another game that looks the same to the viewer: others were dealt, chose and drew other cards.

    Every card that is played later was drawn before, so only draws that are never played are exchanged. `None` where no
    exchange was found that leaves every later move possible.
    """
    free = _draws_never_played(game, viewer, until)
    shown = _shown(game, until)
    attempts = (_replayed(game, viewer, until, free, shown, random) for _ in range(20))
    return next((steps for steps in attempts if steps is not None), None)


def _shown(game: Playout, until: int) -> set[str]:
    """Return the influence cards that somebody revealed."""
    events = [event for played in game.steps[:until] for event in played.events]
    return {event.card for event in events if isinstance(event, InfluenceOpened | InfluenceRevealed)}


def _replayed(
    game: Playout, viewer: Viewer, until: int, free: set[int], shown: set[str], random: Random
) -> list[Step] | None:
    state = initial(game.setup)
    steps: list[Step] = []
    for index, played in enumerate(game.steps[:until]):
        command = _exchanged(state, played.command, viewer, random, shown, is_free=index in free)
        if command not in legal(state):
            return None
        events, after = step(state, command)
        steps.append(Step(state, command, events, after))
        state = after
    return steps


def _draws_never_played(game: Playout, viewer: Viewer, until: int) -> set[int]:
    """Return, by index of the step, the draws of others of which the card is still in the hand at the end."""
    secret = {seat: Counter(mat.secret) for seat, mat in enumerate(game.states[until].mats) if seat != viewer}
    free: set[int] = set()
    for index in reversed(range(until)):
        before, command = game.steps[index].before, game.steps[index].command
        if isinstance(command, DrawCard) and isinstance(before.now, CardDraw):
            hand = secret.get(before.now.seat, Counter())
            if hand[command.card]:
                hand[command.card] -= 1
                free.add(index)
    return free


def _exchanged(
    state: State, command: Command, viewer: Viewer, random: Random, shown: set[str], *, is_free: bool
) -> Command:
    """Return another card where the viewer cannot see it; cards that are shown later stay where they are."""
    now = state.now
    if isinstance(now, CardDraw) and is_free:
        return DrawCard(to_card(random.choice(state.pool)))
    if isinstance(command, DealInfluence) and isinstance(now, InfluenceDeal) and now.seat != viewer:
        most, held = len(command.cards), shown & {*command.cards}
        deals = [deal for deal in possible_deals(state, most) if len(deal) == most and shown & {*deal} == held]
        return DealInfluence(random.choice(deals)) if deals else command
    if isinstance(command, KeepInfluence) and isinstance(now, InfluenceChoice) and now.seat != viewer:
        cards: list[InfluenceCard] = [card for card in state.mats[now.seat].dealt if card not in shown]
        return command if command.card in shown or not cards else KeepInfluence(random.choice(cards))
    return command


@given(any_games(KNOWN), st.randoms(use_true_random=False), st.floats(0.1, 0.95))
@examples(60)
def test_what_is_hidden_leaves_no_trace(game: Playout, random: Random, share: float) -> None:
    """R5.12: two games that differ only in what a viewer cannot see are equal to the last byte in each view."""
    until = int(len(game.steps) * share)
    viewer = random.choice(viewers(game))
    steps = with_other_secrets(game, viewer, until, Random(game.seed))
    assume(steps is not None)
    assert steps is not None
    for one, other in zip(game.steps, steps, strict=False):
        assert view_command(one.before, one.command, viewer) == view_command(other.before, other.command, viewer)
        assert [view_event(event, viewer) for event in one.events] == [
            view_event(event, viewer) for event in other.events
        ]
        seen, seen_too = view_state(one.after, viewer), view_state(other.after, viewer)
        assert in_bytes(seen) == in_bytes(seen_too)
        assert legal(seen) == legal(seen_too)


def in_bytes(state: State) -> bytes:
    """Return a position to the last byte; the mask of free cells, which may be long, by its digits."""
    return msgspec.msgpack.encode((replace(state, free_cells=0), str(state.free_cells)))


@given(any_games(KNOWN), st.integers(0, 1 << 32))
@examples(15)
def test_messages_of_illegal_decisions_show_nothing_hidden(game: Playout, seed: int) -> None:
    """R5.12: an error in a view is the same whatever is hidden."""
    random = Random(seed)
    until = random.randrange(40, len(game.steps))
    viewer = random.choice(viewers(game))
    steps = with_other_secrets(game, viewer, until, random)
    assume(steps is not None)
    assert steps is not None
    one, other = view_state(game.states[until], viewer), view_state(steps[-1].after, viewer)
    for command in (*random.sample(universe.of_a_game(), k=60), *random.sample(universe.hostile(), k=60)):
        assert refusal(one, command) == refusal(other, command)


def refusal(state: State, command: Command) -> str:
    """Return what a person reads when the command is illegal."""
    try:
        step(state, command)
    except IllegalCommandError as error:
        return str(error)
    return ""
