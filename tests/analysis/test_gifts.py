"""Gifts: who was activated in whose turn, what was done then, and what each disc brought."""

from fractions import Fraction

from hypothesis import given

from calimala_es.commands import DrawCard, ObservePart
from calimala_es.components import INTRIGUE_ACTIONS, UNKNOWN
from calimala_es.events import (
    ActionDone,
    ActionImpossible,
    ActionWaived,
    CardDrawn,
    CardPlayed,
    DeckShuffled,
    DiscActivated,
    DiscPlaced,
    Event,
    ThirdPartyActed,
)
from calimala_es.game import play
from replays.analysis import analyse
from replays.analysis.activations import Activated
from replays.analysis.origins import ACTIVATION, THIRD, shares
from replays.replay import Replay
from tests.analysis import SOME
from tests.replayed import EVERY_KIND, replay_of
from tests.strategies import KNOWN, WITH_FAMILIES, Playout, any_games


def _in_activations(replay: Replay, *kinds: type[Event]) -> int:
    """Return how many events of these kinds came while a disc was activated."""
    pairs = zip(replay.events, replay.ids, strict=True)
    return sum(isinstance(event, kinds) and 1 <= id.activation <= 3 for event, id in pairs)


@SOME
@given(any_games(*EVERY_KIND))
def test_the_gifts_of_all_activations_are_what_was_done_in_them(game: Playout) -> None:
    """Actions, cards and omissions, counted by giver and receiver, are those of the events."""
    replay = replay_of(game)
    analysis = analyse(replay)
    cells = analysis.gifts.cells
    assert sum(cell.activations for cell in cells) == _in_activations(replay, DiscActivated)
    assert sum(cell.actions for cell in cells) == _in_activations(replay, ActionDone)
    assert sum(cell.played for cell in cells) == _in_activations(replay, CardPlayed)
    assert sum(cell.drawn for cell in cells) == _in_activations(replay, CardDrawn)
    assert sum(cell.impossible for cell in cells) == _in_activations(replay, ActionImpossible)
    assert sum(cell.waived for cell in cells) == _in_activations(replay, ActionWaived)


@SOME
@given(any_games(*EVERY_KIND))
def test_gifts_and_other_points_are_the_track(game: Playout) -> None:
    """Every point is in a cell of giver and receiver, or among those that followed from no activation."""
    replay = replay_of(game)
    gifts = analyse(replay).gifts
    for seat, mat in enumerate(replay.end.mats):
        given_out = sum((cell.points for cell in gifts.cells if cell.receiver == seat), Fraction(0))
        others = sum((other.points for other in gifts.others if other.seat == seat), Fraction(0))
        assert given_out + others == mat.points
    followed = shares(replay)
    for cell in gifts.cells:
        own = [share for share in followed if (share.giver, share.seat) == (cell.giver, cell.receiver)]
        assert cell.points == sum(share.points for share in own if share.kind in (ACTIVATION, THIRD))


@SOME
@given(any_games(*EVERY_KIND))
def test_the_giver_is_the_one_whose_turn_it_is(game: Playout) -> None:
    """R4.3, R4.4: the receiver is the player of the activation's event, the giver the player who placed the disc."""
    replay = replay_of(game)
    begun = [at for at, event in enumerate(replay.events) if isinstance(event, DiscActivated)]
    shown = analyse(replay).activations
    assert [one.start for one in shown] == begun
    for one in shown:
        event = replay.events[one.start]
        assert isinstance(event, DiscActivated)
        assert (one.receiver, one.street, one.depth) == (event.seat, event.street, event.depth)
        assert one.giver == replay.states[one.start].active
        assert one.is_gift == (one.giver != one.receiver)
        assert one.depth > 1 or not one.is_gift
        acted = [event for event in replay.events[one.start : one.end] if isinstance(event, ThirdPartyActed)]
        assert one.third_cubes == sum(len(event.rows) for event in acted)


@SOME
@given(any_games(*EVERY_KIND))
def test_discs_and_their_activations_are_the_same(game: Playout) -> None:
    """Every placement is a disc, and the discs together brought what the activations of placed discs brought."""
    replay = replay_of(game)
    analysis = analyse(replay)
    placed = analysis.discs.placed
    assert len(placed) == sum(isinstance(event, DiscPlaced) for event in replay.events)
    assert len(placed) == sum(use.discs for use in analysis.discs.by_seat)
    assert sum(disc.given for disc in placed) == sum(one.is_gift for one in analysis.activations if _is_placed(one))
    for name in ("activations", "actions", "played", "drawn", "impossible", "waived", "points"):
        assert sum(getattr(disc, name) for disc in placed) == sum(getattr(use, name) for use in analysis.discs.by_seat)
    if not any(one.rests_on for one in analysis.activations) and game.record == KNOWN:
        assert sum(disc.activations for disc in placed) == len(analysis.activations)
        assert sum((disc.points for disc in placed), Fraction(0)) == sum(one.points for one in analysis.activations)


def _is_placed(one: Activated) -> bool:
    return one.turn > 0


@SOME
@given(any_games(KNOWN))
def test_white_discs_act_twice_for_the_player_who_places_them_and_never_for_others(game: Playout) -> None:
    """R4.3, R4.4: a white disc does four actions on top, and none below except for a player with Pazzi."""
    analysis = analyse(replay_of(game))
    for one in analysis.activations:
        if one.disc == "w":
            assert one.depth == 1 or one.is_borrowed
            assert not one.is_gift
            assert len(one.actions) == (2 if one.is_borrowed else 4)


@SOME
@given(any_games(KNOWN, kinds=(WITH_FAMILIES,)))
def test_what_was_not_done_is_reported_with_its_cards(game: Playout) -> None:
    """R5.9, R10.1: each skipped or impossible action is counted once, with no more cards than were drawn."""
    replay = replay_of(game)
    omitted = analyse(replay).omissions
    kinds = (ActionWaived, ActionImpossible)
    assert [(one.seat, one.action) for one in omitted] == [
        (event.seat, event.action) for event in replay.events if isinstance(event, kinds)
    ]
    assert sum(one.drawn for one in omitted) <= sum(isinstance(event, CardDrawn) for event in replay.events)
    assert not any(one.drawn for one in omitted if one.kind == "waived")
    assert {one.action for one in omitted if one.is_intrigue} <= {"I", *INTRIGUE_ACTIONS}


@SOME
@given(any_games(KNOWN, kinds=("first edition", "two players")))
def test_in_the_first_edition_each_impossible_action_brings_a_card(game: Playout) -> None:
    """R5.9: each impossible action brings a card as long as deck or open pile have one."""
    replay = replay_of(game)
    places = [at for at, event in enumerate(replay.events) if isinstance(event, ActionImpossible)]
    for at, one in zip(places, [one for one in analyse(replay).omissions if one.kind == "impossible"], strict=True):
        state = replay.states[at]
        assert one.drawn == (1 if state.deck or state.discard else 0)


def test_a_card_for_which_the_deck_is_made_anew_counts() -> None:
    """R5.11: a card counts even if the open pile is shuffled between the impossible action and the draw."""
    playout = Playout(3, 0)
    steps = [*enumerate(playout.steps)]
    at = next(at for at, one in steps if one.before.discard and isinstance(one.events[0], ActionImpossible))
    commands = playout.game.commands[:at]
    ending = [ObservePart("deck", "0"), playout.steps[at].command, DrawCard(UNKNOWN)]
    replay = Replay(play(playout.setup, [*commands, *ending]))
    assert [type(event) for event in replay.events[-3:-1]] == [ActionImpossible, DeckShuffled]
    assert analyse(replay).omissions[-1].drawn == 1
