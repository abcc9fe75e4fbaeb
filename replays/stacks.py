"""One turn as data: the stack on the street, who was activated in which order, what each did, and the council.

This is what a diagram of a turn shows; drawing it needs nothing else. Knows nothing of drawing.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from calimala_es.board import STREET_INDEX, street_names
from calimala_es.components import COLOURED, WHITE, MaybeStreet, MaybeTile, Tile
from calimala_es.errors import CalimalaError
from calimala_es.events import (
    ActionDone,
    ActionImpossible,
    ActionWaived,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CubeMoved,
    DeckShuffled,
    DiscActivated,
    DiscPlaced,
    DiscPromoted,
    DiscRemoved,
    DiscTakenBack,
    EndReached,
    Event,
    PartObserved,
    SeatTaken,
    ThirdPartyActed,
    TileChosen,
    TileScored,
    TurnEnded,
    WentUnrecorded,
    WhiteDiscUsed,
)
from calimala_es.frames import ActionOffer, Placement, Promotion, TileOffer, TurnEnd
from calimala_es.ids import CLOSING
from calimala_es.messages import Message
from calimala_es.state import State
from replays.replay import Level, Replay

DONE: Final = "done"
CARD: Final = "card"
WAIVED: Final = "waived"
IMPOSSIBLE: Final = "impossible"
DRAWN: Final = "drawn"
SHUFFLED: Final = "shuffled"
INSTEAD: Final = "instead"
DISCARDED: Final = "discarded"
MOVED: Final = "moved"
ANSWERED: Final = "answered"
CHOSEN: Final = "chosen"
MISSED: Final = "missed"
OBSERVED: Final = "observed"
"""The kinds of deeds: an action done, a card played, an action given up, an impossible one, a card drawn, the open
pile shuffled, an action done instead of drawing (R11.Spini), a card discarded, a cube moved, the third party's answer,
a tile chosen, and the two that a record goes on by. What was offered and declined is no deed."""

_BESIDE: Final = (MISSED, OBSERVED)

SEATED: Final = "seated"
PROMOTED: Final = "promoted"
TAKEN_BACK: Final = "taken back"
REMOVED: Final = "removed"
"""What became of the bottom disc (R6.1, R6.2, R6.3, R7.2)."""


class NoTurnError(CalimalaError):
    """The game has no such turn, or nobody placed a disc in it."""


class Deed(Struct, frozen=True, omit_defaults=True):
    """One thing that was done: ``action`` and ``option`` by codes, ``card`` one drawn (``?`` unknown) or discarded.

    ``part`` and ``value`` are what was seen. ``step`` is what a discarded card brought on the faction track (0: it was
    not chosen), ``rows`` are those that got a cube of the third party, or the two of a cube that moved, ``tile`` is one
    chosen to be scored.
    """

    id: str
    kind: str
    seat: int
    action: str = ""
    option: str = ""
    card: str = ""
    part: str = ""
    value: str = ""
    step: int = 0
    rows: tuple[str, ...] = ()
    tile: MaybeTile = ""


class DiscStory(Struct, frozen=True, omit_defaults=True):
    """The activation of a disc: ``order`` from 1, ``depth`` 1 the top, ``actions`` those to be settled.

    ``is_borrowed`` says that it was a white disc below the top (R11.Pazzi).
    """

    id: str
    order: int
    depth: int
    seat: int
    actions: str
    deeds: tuple[Deed, ...]
    is_borrowed: bool = False


class BottomStory(Struct, frozen=True, omit_defaults=True):
    """The fate of the bottom disc, with its ``kind``, the seat it served, and its ``tile``.

    With R6.3 the player's own disc came from ``depth`` of the street
    ``source``. ``disc`` is a seat's or a white one.
    """

    id: str
    kind: str
    disc: str
    seat: int = -1
    tile: MaybeTile = ""
    source: MaybeStreet = ""
    depth: int = 0


class Scoring(Struct, frozen=True, omit_defaults=True):
    """The scoring of a tile; fields as in ``events.TileScored``."""

    id: str
    tile: Tile
    counts: tuple[int, ...]
    ranking: str
    decided: str
    points: tuple[int, ...]
    bonus: tuple[int, ...] = ()


class TurnStory(Struct, frozen=True, omit_defaults=True):
    """A turn.

    ``street`` is empty where nobody wrote the turn down; ``tiles`` its two actions. ``before`` is the stack, bottom
    first, that the disc was placed on, ``stack`` with it, ``after`` what lay there when the turn, or its record,
    ended. ``free_choice`` says that no street offered anything, so that every one was open (R4.2). ``others`` are
    deeds that belong to no activation. ``is_finished`` is false where the record stops within the turn. ``support`` is
    the mark of support discs, where there are any. ``intrigue`` are the two actions of the street's intrigue tile,
    ``schemes`` the deeds of the intrigue action (R10.1, R10.5), ``dealings`` those around a scoring (R11).
    """

    turn: int
    seat: int
    street: MaybeStreet
    tiles: str
    disc: str
    before: str
    stack: str
    after: str
    free_choice: bool
    activations: tuple[DiscStory, ...]
    bottom: BottomStory | None
    scoring: Scoring | None
    others: tuple[Deed, ...]
    is_finished: bool
    support: str = ""
    intrigue: str = ""
    schemes: tuple[Deed, ...] = ()
    dealings: tuple[Deed, ...] = ()

    @property
    def is_missed(self) -> bool:
        """Whether nobody wrote the turn down."""
        return not self.street


_DEEDS: Final[dict[type[Event], Callable[[Any, str], Deed]]] = {
    ActionDone: lambda event, id: Deed(id, DONE, event.seat, event.action, event.option),
    CardPlayed: lambda event, id: Deed(id, CARD, event.seat, event.action, event.option),
    ActionWaived: lambda event, id: Deed(id, WAIVED, event.seat, event.action),
    ActionImpossible: lambda event, id: Deed(id, IMPOSSIBLE, event.seat, event.action),
    CardDrawn: lambda event, id: Deed(id, DRAWN, event.seat, card=event.card),
    DeckShuffled: lambda event, id: Deed(id, SHUFFLED, event.actor),
    CardDiscarded: lambda event, id: Deed(id, DISCARDED, event.seat, card=event.card, step=event.step),
    CubeMoved: lambda event, id: Deed(id, MOVED, event.seat, rows=(event.source, event.target)),
    ThirdPartyActed: lambda event, id: Deed(id, ANSWERED, event.party, rows=event.rows),
    TileChosen: lambda event, id: Deed(id, CHOSEN, event.seat, tile=event.tile),
    WentUnrecorded: lambda event, id: Deed(id, MISSED, event.seat),
    PartObserved: lambda event, id: Deed(id, OBSERVED, event.actor, part=event.part, value=event.value),
}
_BOTTOMS: Final[dict[type[Event], Callable[[Any, str, str], BottomStory]]] = {
    SeatTaken: lambda event, id, disc: BottomStory(id, SEATED, disc, event.seat, event.tile),
    DiscPromoted: lambda event, id, disc: BottomStory(id, PROMOTED, disc, event.seat, event.tile),
    DiscTakenBack: lambda event, id, disc: BottomStory(
        id, TAKEN_BACK, disc, event.seat, event.tile, event.source, event.depth
    ),
    DiscRemoved: lambda event, id, disc: BottomStory(id, REMOVED, disc),
}


def drawn_turns(replay: Replay) -> list[int]:
    """Return the turns that have a story: all except those in which nobody had a disc to place."""
    return [
        id.turn
        for at, (event, id) in enumerate(zip(replay.events, replay.ids, strict=True))
        if type(event) is DiscPlaced or _is_missed_turn(replay, at)
    ]


def turn_story(replay: Replay, turn: int) -> TurnStory:
    """Return turn ``turn`` of a game, without the final scoring; raises ``NoTurnError``."""
    start, end = _turn_bounds(replay, turn)
    placed = next((at for at in range(start, end) if type(replay.events[at]) is DiscPlaced), None)
    return (
        _placed_story(replay, turn, start, end, placed)
        if placed is not None
        else _missed_story(replay, turn, start, end)
    )


def _turn_bounds(replay: Replay, turn: int) -> tuple[int, int]:
    if turn < 1:
        raise NoTurnError(Message("nobody places a disc in turn {turn}; the first turn is 1", turn=turn))
    start, end = replay.span_of((turn,))
    if start == end:
        words = {"place": turn, "reason": replay.reach_message((turn,))}
        raise NoTurnError(Message("there is no moment {place} in this game; {reason}", **words))
    closing = [at for at in range(start, end) if type(replay.events[at]) is EndReached]
    return start, closing[0] if closing else end


def _placed_story(replay: Replay, turn: int, start: int, end: int, placed: int) -> TurnStory:
    event = replay.events[placed]
    assert isinstance(event, DiscPlaced)
    setup = replay.start.setup
    place = STREET_INDEX[event.street]
    before, stack, after = (replay.states[at].stacks[place] for at in (placed, placed + 1, end))
    places = range(start, end)
    closing = [at for at in places if replay.ids[at].activation == CLOSING]
    council = next((at for at in closing if _is_council(replay.states[at])), end)
    return TurnStory(
        turn=turn,
        seat=event.seat,
        street=event.street,
        tiles=street_names(setup.city)[event.street],
        disc=event.disc,
        before=before,
        stack=stack,
        after=after,
        free_choice=event.duty == 0
        and event.disc in COLOURED + WHITE
        and not setup.ruleset.settings.placement_may_draw,
        activations=tuple(_activations(replay, places)),
        bottom=next((_bottom(replay, at) for at in places if type(replay.events[at]) in _BOTTOMS), None),
        scoring=next((_scoring(replay, at) for at in places if type(replay.events[at]) is TileScored), None),
        others=_beside(_deeds(replay, (at for at in places if replay.ids[at].activation in {0, CLOSING}))),
        is_finished=_is_finished(replay, places),
        support=setup.third_mark,
        intrigue=setup.intrigue[place] if setup.intrigue else "",
        schemes=_within(_deeds(replay, (at for at in closing if at < council))),
        dealings=_within(_deeds(replay, (at for at in closing if at >= council))),
    )


def _is_council(state: State) -> bool:
    """Return whether the intrigue action is over, and the turn closes with the council."""
    return isinstance(state.now, TileOffer | Promotion | TurnEnd)


def _within(deeds: tuple[Deed, ...]) -> tuple[Deed, ...]:
    """Return the deeds that have a place of their own in a turn."""
    return tuple(deed for deed in deeds if deed.kind not in _BESIDE)


def _beside(deeds: tuple[Deed, ...]) -> tuple[Deed, ...]:
    """Return the deeds that belong to no part of a turn."""
    return tuple(deed for deed in deeds if deed.kind in _BESIDE)


def _missed_story(replay: Replay, turn: int, start: int, end: int) -> TurnStory:
    """Return a turn that was not recorded; not one that has only the part after its placement."""
    places = range(start, end)
    missed = [at for at in places if _is_missed_turn(replay, at)]
    if not missed:
        raise NoTurnError(
            Message("nobody placed a disc in turn {turn}", turn=turn)
            if start
            else Message("the record begins after the placement in turn {turn}", turn=turn)
        )
    return TurnStory(
        turn=turn,
        seat=replay.states[missed[0]].active,
        street="",
        tiles="",
        disc="",
        before="",
        stack="",
        after="",
        free_choice=False,
        activations=(),
        bottom=None,
        scoring=None,
        others=_beside(_deeds(replay, places)),
        is_finished=_is_finished(replay, places),
    )


def _is_missed_turn(replay: Replay, at: int) -> bool:
    return type(replay.events[at]) is WentUnrecorded and type(replay.states[at].now) is Placement


def _is_finished(replay: Replay, places: range) -> bool:
    return any(type(replay.events[at]) is TurnEnded for at in places)


def _deeds(replay: Replay, places: Iterable[int]) -> tuple[Deed, ...]:
    return tuple(_deed(replay, at) for at in places if type(replay.events[at]) in _DEEDS)


def _deed(replay: Replay, at: int) -> Deed:
    event = replay.events[at]
    deed = _DEEDS[type(event)](event, str(replay.ids[at]))
    is_instead = deed.kind == DONE and type(replay.states[at].now) is ActionOffer
    return replace(deed, kind=INSTEAD) if is_instead else deed


def _activations(replay: Replay, places: range) -> Iterable[DiscStory]:
    begins = [at for at in places if type(replay.events[at]) is DiscActivated]
    for order, at in enumerate(begins, 1):
        event, id = replay.events[at], replay.ids[at]
        assert isinstance(event, DiscActivated)
        own = _deeds(replay, (place for place in places if replay.ids[place][:2] == id[:2]))
        is_borrowed = type(replay.events[at - 1]) is WhiteDiscUsed if at else False
        yield DiscStory(str(id), order, event.depth, event.seat, event.actions, own, is_borrowed)


def _bottom(replay: Replay, at: int) -> BottomStory:
    event: Any = replay.events[at]
    return _BOTTOMS[type(event)](event, str(replay.ids[at]), replay.states[at].stacks[STREET_INDEX[event.street]][0])


def _scoring(replay: Replay, at: int) -> Scoring:
    event = replay.events[at]
    assert isinstance(event, TileScored)
    return Scoring(
        str(replay.ids[at]), event.tile, event.counts, event.ranking, event.decided, event.points, event.bonus
    )


def stack_owners(story: TurnStory) -> list[tuple[int, str, int]]:
    """Return the discs of the stack from the top: depth, disc, and its place in the order of activation (0: none)."""
    orders = {activation.depth: activation.order for activation in story.activations}
    return [(depth, disc, orders.get(depth, 0)) for depth, disc in enumerate(reversed(story.stack), 1)]


def is_white(story: TurnStory) -> bool:
    """Return whether the disc placed was a white one."""
    return story.disc == WHITE


def most_eventful_turns(replay: Replay, number: int) -> list[int]:
    """Return the turns with most events and points paid, the fullest first; ties in the order of turns."""
    found: list[tuple[int, int, int]] = []
    for step in (replay.step(Level.TURN, number) for number in range(replay.count(Level.TURN))):
        if type(step.events[0]) is DiscPlaced:
            points = sum(sum(event.points + event.bonus) for event in step.events if isinstance(event, TileScored))
            found.append((-len(step.events) - points, -points, step.id.turn))
    return [turn for *_, turn in sorted(found)[:number]]
