"""What the unknown cards in hands may be, given all that was seen; and players who conclude from it."""

from collections import Counter
from functools import cache, partial
from itertools import count, permutations, product
from random import Random

import pytest

from calimala_es import initial
from calimala_es.events import DeckShuffled, PartObserved
from calimala_es.frames import Placement
from calimala_es.legal import legal
from calimala_es.setup import Setup
from calimala_es.view import PUBLIC, view_event, view_state
from replays.judge.hands import Past, PossibleHands
from replays.judge.lookahead import Effort
from replays.judge.worlds import sampled_state
from replays.knowledge.ledger import Demand, Ledger, Unknown, card_events
from replays.knowledge.possible import is_possible
from replays.players.levels import QUICK, Strength, TimeLimit, play_level
from tests.profiles import few, is_long
from tests.strategies import FIRST, Playout


def ledger() -> Ledger:
    """Return two small decks: Blue played W after three draws, Red B after two."""
    found = Ledger(initial(Setup("bry", "WBMUCAVTS")))
    found.left = [Counter("WWBB"), Counter("WBM")]
    found.unknown = [Unknown(0, 0, 1), Unknown(1, 0, 2), Unknown(0, 1, 3), Unknown(1, 1, 4), Unknown(0, 1, 8)]
    found.demands = [Demand(0, "W", 5, 1), Demand(1, "B", 6, 1)]
    return found


def enumerated(found: Ledger) -> Counter[tuple[str, str]]:
    """Return the hands that are left, by how many orders of the decks and choices of the played cards give them."""
    hands: Counter[tuple[str, str]] = Counter()
    decks = [[*permutations(sorted(left.elements()))] for left in found.left]
    for orders in product(*decks):
        nexts = [iter(order) for order in orders]
        cards = [next(nexts[drawn.generation]) for drawn in found.unknown]
        able = [
            [
                slot
                for slot, drawn in enumerate(found.unknown)
                if (drawn.seat, cards[slot]) == (demand.seat, demand.card) and drawn.time < demand.time
            ]
            for demand in found.demands
        ]
        for chosen in product(*able):
            left = [
                "".join(cards[at] for at, drawn in enumerate(found.unknown) if drawn.seat == seat and at not in chosen)
                for seat in (0, 1)
            ]
            hands[left[0], left[1]] += 1
    return hands


def test_hands_are_as_likely_as_the_orders_of_the_decks() -> None:
    """Every order of each deck, and every card that a player may have played from it, is as likely."""
    found = PossibleHands.of(ledger())
    assert found
    expected, random = enumerated(ledger()), Random(3)
    number = 20_000 if is_long() else 2_000
    drawn = Counter(tuple(found.draw(random)) for _ in range(number))
    assert drawn.keys() <= expected.keys()
    for hands, ways in expected.items():
        assert drawn[hands] / number == pytest.approx(ways / expected.total(), abs=0.02 if is_long() else 0.06)


@cache
def past(seed: int = 3, *, viewer: int | None = -1) -> tuple[Playout, Past]:
    """Return a game of four in which the deck was shuffled, and its past up to ten turns before the end."""
    game = Playout(4, seed, rules=FIRST)
    states = game.states
    last = next(number for number, state in enumerate(states) if state.turn > states[-1].turn - 10)
    found = Past(states[0] if viewer == -1 else view_state(states[0], viewer))
    for state, move in zip(states[:last], game.game.moves, strict=False):
        found.add(state, move.events if viewer == -1 else [view_event(event, viewer) for event in move.events])
    return game, found


def test_hands_can_be_explained() -> None:
    """The cards of the box can be where a sampled position has them, whatever was shuffled before (R5.11)."""
    game, found = past()
    state = next(state for state in game.states if state.turn > game.states[-1].turn - 10)
    batches = [move.events for move in game.game.moves[: game.states.index(state)]]
    assert any(isinstance(event, DeckShuffled) for batch in batches for event in batch)
    random, seen = Random(1), view_state(state, PUBLIC)
    events = [(time, view_event(event)) for time, event in card_events(batches)]
    failed = 0
    for _ in range(8):
        for hands in (found.hands(PUBLIC), None):
            mats = sampled_state(seen, random, hands).mats
            assert [mat.hand_size for mat in mats] == [mat.hand_size for mat in state.mats]
            known = Ledger(view_state(game.states[0]))
            for time, event in events:
                known.add(event, time)
            for seat, mat in enumerate(mats):
                known.add(PartObserved(f"{seat}.hand", mat.open + mat.secret), 9999)
            assert hands is None or is_possible(known)
            failed += not is_possible(known)
    assert failed, "this game shows no difference"


@pytest.mark.parametrize("seat", few(range(4)))
def test_a_player_concludes_nothing_from_what_it_did_not_see(seat: int) -> None:
    """A player who remembers the game makes the same choice when everything hidden from it was never recorded."""
    game, whole = past()
    _, seen = past(viewer=seat)
    state = next(
        state
        for state in game.states
        if state.turn > game.states[-1].turn - 14 and type(state.now) is Placement and state.active == seat
    )
    chosen = [
        play_level(QUICK, one, legal(state), Random(5), remembered)
        for one, remembered in ((state, whole), (view_state(state, seat), seen))
    ]
    assert chosen[0] == chosen[1]
    hands = [one.hands(seat) for one in (whole, seen)]
    assert hands[0]
    assert hands[1]
    assert hands[0].draw(Random(2)) == hands[1].draw(Random(2))


def test_an_unknown_past_says_nothing() -> None:
    """After something that was not recorded, nothing is concluded."""
    state = initial(Setup("bry", "WBMUCAVTS"))
    found = Past(state)
    found.add(state, [PartObserved("0.hand", "WW")])
    assert found.hands(PUBLIC) is None


def test_a_player_thinks_until_the_time_is_over() -> None:
    """With a limit a player tries decisions until the clock says so, and always has an answer."""
    game, whole = past()
    state = next(state for state in game.states if state.turn > 30 and type(state.now) is Placement)
    level = Strength(Effort(6, 2, 0), Effort(1, 1, 0))
    for allowed in (0, 9):
        clock = count()
        limit = TimeLimit(allowed * 1000, partial(next, clock))
        command = play_level(level, state, legal(state), Random(1), whole, limit)
        assert command in legal(state)
        assert next(clock) == max(2, allowed + 1)
