"""Whether the cards of the box can explain a record, compared with all possible deals in boxes of few cards."""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Final

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.commands import Command, ObservePart
from calimala_es.components import ACTIONS, UNKNOWN, to_card
from calimala_es.events import (
    CardDiscarded,
    CardDrafted,
    CardDrawn,
    CardPlayed,
    DeckShuffled,
    Event,
    InfluenceRevealed,
    PartObserved,
)
from calimala_es.frames import KeepOneCard
from calimala_es.game import Game
from calimala_es.setup import Setup
from calimala_es.state import State
from calimala_es.view import Viewer, view
from notation import loads
from replays.knowledge.explain import CardConflict, find_card_conflict, find_certain_cards
from replays.knowledge.possible import Edge, circulation
from tests.laws.test_views import viewers
from tests.notation.records import record_of
from tests.profiles import examples
from tests.strategies import (
    AT_THE_TABLE,
    FIRST,
    INTRIGUE,
    KNOWN,
    MIXED,
    OFF_THE_RULES,
    SECOND,
    WITH_MISTAKES,
    Playout,
    Rules,
    any_games,
)

FAMILIES: Final = Rules("second", intrigue=True, families=("Scali", "Spini", "Medici", "Bardi"))
TABLES: Final = ((2, FIRST), (3, FIRST), (4, FIRST), (3, SECOND), (3, INTRIGUE), (4, FAMILIES))


class SmallBox(Playout):
    """A game with a box of so few cards that the open pile is shuffled again and again."""

    @cached_property
    def setup(self) -> Setup:
        """Return the table, with one to three of the starting cards and none to three of the others."""
        usual = self.rules.setup(self.players, Random(self.seed))
        random = Random(self.seed)
        most = random.choice((1, 2, 3))
        deck = tuple(random.randint(1 if action in "WBMUV" else 0, most) for action in ACTIONS)
        return replace(usual, ruleset=replace(usual.ruleset, deck=deck))


class Looking(SmallBox):
    """A small box in which now and then somebody looks at a hand and records some of its unknown cards."""

    def _command(self, state: State, random: Random) -> Command:
        is_sorting = any(type(frame) is KeepOneCard for frame in state.frames)
        if random.random() < 0.05 and state.turn and not is_sorting:
            seat = random.randrange(self.players)
            mat = state.mats[seat]
            unknown = "".join(random.choice([UNKNOWN, random.choice(ACTIONS)]) for _ in range(mat.unknown))
            return ObservePart(f"{seat}.hand", mat.open + mat.secret + unknown)
        return super()._command(state, random)


def small_box(kind: type[SmallBox], table: tuple[int, Rules], seed: int, record: str) -> SmallBox:
    """Return a game of a kind at a table with few cards."""
    return kind(table[0], seed, record, rules=table[1])


small_boxes: Final = st.builds(
    small_box,
    st.sampled_from((SmallBox, Looking)),
    st.sampled_from(TABLES),
    st.integers(0, 1 << 32),
    st.sampled_from((AT_THE_TABLE, MIXED)),
)

Cards = tuple[int, ...]
World = tuple[Cards, tuple[Cards, ...], tuple[str, ...]]
"""One possible distribution of all cards: the deck, the hands, and each seat's last drawn card."""

MOST_WORLDS: Final = 5_000


def changed(cards: Cards, card: str, by: int) -> Cards:
    """Return numbers of cards of each action, with more or fewer of one."""
    place = ACTIONS.index(card)
    return (*cards[:place], cards[place] + by, *cards[place + 1 :])


def in_hand(world: World, seat: int, card: str, by: int) -> World:
    """Return a world with another hand."""
    deck, hands, drawn = world
    return deck, (*hands[:seat], changed(hands[seat], card, by), *hands[seat + 1 :]), drawn


def drawn_in(world: World, seat: int, cards: str) -> Iterator[World]:
    """Yield the worlds in which a seat draws one of these cards."""
    for card in cards:
        if world[0][ACTIONS.index(card)]:
            deck, hands, drawn = in_hand(world, seat, card, 1)
            last = (*drawn[:seat], (drawn[seat] + card)[-2:], *drawn[seat + 1 :])
            yield changed(deck, card, -1), hands, last


def after_event(worlds: set[World], event: Event, pile: Cards) -> set[World]:
    """Return the worlds that remain after an event."""
    if isinstance(event, CardDrafted):
        return {each for world in worlds for each in drawn_in(world, event.seat, event.card)}
    if isinstance(event, CardDrawn):
        cards = ACTIONS if event.card == UNKNOWN else event.card
        return {each for world in worlds for each in drawn_in(world, event.seat, cards)}
    if isinstance(event, CardPlayed | CardDiscarded):
        card, seat = event.action if isinstance(event, CardPlayed) else event.card, event.seat
        is_sorted = isinstance(event, CardDiscarded) and not event.step
        return {
            in_hand(world, seat, card, -1)
            for world in worlds
            if world[1][seat][ACTIONS.index(card)] and (not is_sorted or card in world[2][seat])
        }
    if isinstance(event, PartObserved):
        seen = Counter(event.value.replace(UNKNOWN, ""))
        places = [(ACTIONS.index(card), count) for card, count in seen.items()]
        seat = int(event.part[0])
        return {world for world in worlds if all(world[1][seat][place] >= count for place, count in places)}
    if isinstance(event, DeckShuffled):
        return {(pile, hands, drawn) for _, hands, drawn in worlds}
    return worlds


def first_impossible(game: Game) -> int | None:
    """Return the first decision after which no distribution of the cards is possible; try all of them.

    Raises ``OverflowError`` where there are too many.
    """
    setup = game.setup
    none = (0,) * len(ACTIONS)
    pile = none
    worlds: set[World] = {(setup.ruleset.deck, (none,) * setup.players, ("",) * setup.players)}
    is_sorting = "Scali" in setup.families
    for number, move in enumerate(game.moves):
        for event in move.events:
            worlds = after_event(worlds, event, pile)
            if not is_sorting:
                worlds = {(deck, hands, ("",) * setup.players) for deck, hands, _ in worlds}
            if isinstance(event, CardPlayed):
                pile = changed(pile, event.action, 1)
            elif isinstance(event, CardDiscarded):
                pile = changed(pile, event.card, 1)
            elif isinstance(event, DeckShuffled):
                pile = none
        if not worlds:
            return number
        if len(worlds) > MOST_WORLDS:
            raise OverflowError
    return None


@given(small_boxes, st.sampled_from((40, 80, 120)))
@examples(30)
def test_every_deal_was_tried(playout: Playout, length: int) -> None:
    """R5.11: a conflict is reported at the decision after which no deal explains the record, and at no other."""
    game = record_of(playout, 0, length)
    try:
        impossible = first_impossible(game)
    except OverflowError:
        return
    found = find_card_conflict(game)
    assert (found.number if found else None) == impossible


@given(small_boxes)
@examples(20)
def test_certain_cards_are_certain(playout: Playout) -> None:
    """An unknown card is identified if every deal that explains the record makes it that, and only then."""
    game = record_of(playout, 0, 50)
    try:
        if first_impossible(game) is not None:
            assert not find_certain_cards(game)
            return
        known = {each.number: each.card for each in find_certain_cards(game) if len(each.card) == 1}
        for number, move in enumerate(game.moves):
            for place, event in enumerate(move.events):
                if isinstance(event, CardDrawn) and event.card == UNKNOWN:
                    cards = [card for card in ACTIONS if is_explained(game, number, place, card)]
                    assert known.get(number) == (cards[0] if len(cards) == 1 else None)
    except OverflowError:
        return


def is_explained(game: Game, number: int, place: int, card: str) -> bool:
    """Return whether some deal explains a record in which this is the unknown card that was drawn."""
    moves = [*game.moves]
    events = [*moves[number].events]
    drawn = events[place]
    assert isinstance(drawn, CardDrawn)
    events[place] = CardDrawn(drawn.seat, to_card(card))
    moves[number] = replace(moves[number], events=tuple(events))
    return first_impossible(replace(game, moves=tuple(moves))) is None


@given(any_games(KNOWN))
@examples(15)
def test_a_game_that_was_played_is_explained(playout: Playout) -> None:
    """The cards of the box explain any view of a game that was played by the rules."""
    assert find_card_conflict(playout.game) is None
    for viewer in viewers(playout):
        assert find_card_conflict(view(playout.game, viewer)) is None


@given(small_boxes)
@examples(4)
def test_a_game_with_a_small_box_is_explained(game: Playout) -> None:
    """The cards explain a game whose open pile is shuffled several times, and certain cards are the true ones."""
    played = SmallBox(game.players, game.seed, KNOWN, rules=game.rules)
    drawn = [event.card for event in played.events if isinstance(event, CardDrawn)]
    seen = view(played.game)
    assert find_card_conflict(seen) is None
    numbers = [
        number for number, move in enumerate(seen.moves) for event in move.events if isinstance(event, CardDrawn)
    ]
    for each in find_certain_cards(replace(seen, moves=seen.moves[:119])):
        if each.number in numbers:
            assert drawn[numbers.index(each.number)] == each.card


@given(any_games(WITH_MISTAKES, OFF_THE_RULES), st.integers(0, 5))
@examples(25)
def test_a_conflict_is_a_place(playout: Playout, start: int) -> None:
    """A conflict in any record, with missed turns and observations, has a decision with its place and a sentence."""
    for first in (0, start * len(playout.steps) // 6):
        game = record_of(playout, first)
        found = find_card_conflict(game)
        if found:
            assert -1 <= found.number < len(game.moves)
            assert f"({str(found.message).rsplit('(', 1)[1]}" in {"(R2.3)", "(R5.11)", "(R3.4)"}
        assert isinstance(find_certain_cards(record_of(playout, first, first + 39)), list)


@given(any_games(KNOWN), st.floats(0.1, 0.9), st.sampled_from((None, 0)))
@examples(15)
def test_a_part_of_a_game_is_explained(playout: Playout, share: float, viewer: Viewer) -> None:
    """A record that starts from a position is explained by the cards which that position leaves open."""
    seen = view(playout.game, viewer)
    first = int(len(seen.moves) * share)
    assert find_card_conflict(replace(seen, start=seen.state_at(first), moves=seen.moves[first:])) is None


SETUP: Final = """[Seats "bry"]
[City "WBM/U-A/VTS"]
[Deck "W2 B1 M1 U1 A1 V1 S0 T0 C1"]
[Council "LIS SMN WOOD TRO BRU HAM BAR LON SMF SCR ART PORT TRADE BRICK MARBLE"]

0. ? ? ? / HAM / ? ? ? / W V U
"""
"""A table with a box of nine cards; after the draft there are six in the deck."""


def conflict_in(text: str) -> CardConflict | None:
    """Return why the cards of the box cannot explain this text."""
    return find_card_conflict(loads(text))


def test_more_cards_in_sight_than_the_box_has() -> None:
    """R2.3: more copies of a card in sight than exist are a conflict from then on, whatever was missed before."""
    found = conflict_in(SETUP + "1. _\n2. y.hand:=WWW _")
    assert found
    assert str(found.message) == "turn 2: 3 wood cards are in sight, but the box has only 2 (R2.3)"
    assert str(found) == f"{found.id}: {found.message}"
    assert conflict_in(SETUP + "1. _\n2. y.hand:=WW _") is None


def test_what_was_missed_may_explain_anything() -> None:
    """After a missed turn cards may be anywhere, so a contradiction that this explains is not reported."""
    often = SETUP + "1. _\n2. y.hand:=W _\n3. b.hand:=W _\n4. r.hand:=W _"
    assert conflict_in(often) is None
    found = conflict_in(often + "\n5. r.hand:=WW y.hand:=W _")
    assert found
    assert str(found.message) == "turn 5: 3 wood cards are in sight, but the box has only 2 (R2.3)"


def test_what_is_seen_at_one_moment_is_counted_together() -> None:
    """Several observations without a decision between them belong to one moment, however the record groups them."""
    found = conflict_in(SETUP + "1. y.hand:=W b.hand:=W discard:=W")
    assert found
    assert str(found.message).startswith("turn 1: 3 wood cards are in sight")
    assert conflict_in(SETUP + "1. y.hand:=W b.hand:=W _ discard:=W") is None


def test_too_many_influence_cards() -> None:
    """R3.4, R8.2: a player who keeps one card and places another face up was dealt both."""
    setup = SETUP.split("\n0.")[0].replace('"bry"', '"br"').replace("[Deck", '[Third "y"]\n[Deck')
    dealt = "\n0. BAR.LIS.LON ? / TRO ? / {} ? / V U\n"
    assert conflict_in(setup + dealt.format("BAR")) is None
    found = conflict_in(setup + dealt.format("HAM"))
    assert found
    assert (
        str(found.message) == "blue had BAR, LIS, LON, TRO, HAM, but each player is dealt only 4 influence cards (R3.4)"
    )


@given(st.lists(st.tuples(*(st.integers(0, 3),) * 4), max_size=8))
@examples(100)
def test_a_flow_flows(numbers: list[tuple[int, int, int, int]]) -> None:
    """A circulation is within its bounds, and as much flows into each node as out of it."""
    edges = [Edge(start, end, least, least + more) for start, end, least, more in numbers]
    flow = circulation(edges)
    if flow is None:
        assert any(edge.least for edge in edges)
        return
    balance: Counter[object] = Counter()
    for edge, carried in zip(edges, flow, strict=True):
        assert edge.least <= carried <= edge.most
        balance[edge.start] -= carried
        balance[edge.end] += carried
    assert not any(balance.values())


def test_a_card_that_was_chosen_is_certain_once_it_is_shown() -> None:
    """R7.3: the card that a player reveals at the end is the one chosen at the beginning."""
    playout = Playout(3, 2, KNOWN)
    cards = [each.card for each in find_certain_cards(view(playout.game)) if len(each.card) == 3]
    assert cards == [event.card for event in playout.events if isinstance(event, InfluenceRevealed)]
