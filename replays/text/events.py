"""Events as sentences: one entry per kind in ``EVENT_WORDS``."""

from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import Any, Final

from calimala_es.components import GAME, IDLE_SUPPORT, UNKNOWN, WHITE
from calimala_es.events import (
    ActionDone,
    ActionImpossible,
    ActionWaived,
    ActivationEnded,
    AreaScored,
    CardDiscarded,
    CardDrafted,
    CardDrawn,
    CardPlayed,
    CubeMoved,
    Deciding,
    DeckShuffled,
    DiscActivated,
    DiscPlaced,
    DiscPromoted,
    DiscRemoved,
    DiscTakenBack,
    EndReached,
    EndReason,
    Event,
    FamilyStarted,
    GameEnded,
    InfluenceDealt,
    InfluenceKept,
    InfluenceOpened,
    InfluenceRevealed,
    InfluenceScored,
    InfluenceTurnedUp,
    OfferDeclined,
    PartObserved,
    PlayBegan,
    SeatTaken,
    ThirdPartyActed,
    TileChosen,
    TileScored,
    TurnEnded,
    WentUnrecorded,
    WhiteDiscUsed,
)
from calimala_es.families import FAMILIES
from calimala_es.frames import CardDiscard
from calimala_es.known import Known
from calimala_es.state import State
from replays.replay import Replay
from replays.text.decisions import observation_text, start_text
from replays.text.deeds import deed_text, done_text
from replays.text.languages import Language, message
from replays.text.names import Names
from replays.text.terms import (
    action_term,
    actions_term,
    card_term,
    cubes_term,
    depth_term,
    disc_term,
    influence_term,
    join_and,
    of_street,
    onto_street,
    place_term,
    points_term,
    row_term,
    scored_text,
    step_term,
    tie_lines,
)


def _dealt(event: InfluenceDealt, names: Names) -> str:
    name = names.name(event.seat)
    if not event.cards:
        return names.language.text("{name} is dealt unknown influence cards", name=name)
    cards = join_and((influence_term(card, names.language) for card in event.cards), names.language)
    return names.language.text("{name} is dealt influence cards: {cards}", name=name, cards=cards)


def _of_influence(known: str, unknown: str) -> Callable[[Any, Names], str]:
    """Return a function for the sentence about an influence card, which may be known or not."""

    def words(event: Any, names: Names) -> str:
        name = names.name(event.seat) if hasattr(event, "seat") else ""
        if event.card == UNKNOWN:
            return names.language.text(unknown, name=name)
        return names.language.text(known, name=name, place=influence_term(event.card, names.language))

    return words


def _of_card(sentence: str) -> Callable[[Any, Names], str]:
    """Return a function for the sentence about an action card."""
    return lambda event, names: names.language.text(
        sentence, name=names.name(event.seat), card=card_term(event.card, names.language)
    )


def _of_seat(sentence: str) -> Callable[[Any, Names], str]:
    """Return a function for the sentence about nothing but a player."""
    return lambda event, names: names.language.text(sentence, name=names.name(event.seat))


def _of_action(sentence: str) -> Callable[[Any, Names], str]:
    """Return a function for the sentence about an action that is not done."""
    return lambda event, names: names.language.text(
        sentence, name=names.name(event.seat), action=action_term(event.action, names.language)
    )


def _family_started(event: FamilyStarted, names: Names) -> str:
    language, family = names.language, names.setup.families[event.seat]
    start = start_text(event.choice, language) if event.choice else language.text(FAMILIES[family].start)
    return language.text("{name} starts as {family}: {start}", name=names.name(event.seat), family=family, start=start)


_PLACED: Final = message("{name} places {disc} on {street}")
_PLACED_IDLE: Final = message("{name} places {disc} on {street}, where no action is possible")


def _disc_placed(event: DiscPlaced, names: Names) -> str:
    sentence = _PLACED_IDLE if event.disc == IDLE_SUPPORT else _PLACED
    disc, street = disc_term(event.disc, names.language), onto_street(names, event.street)
    return names.language.text(sentence, name=names.name(event.seat), disc=disc, street=street)


def _activated_actions(event: DiscActivated, names: Names) -> str:
    if not event.actions:
        return names.language.text("two cards instead")
    actions = actions_term(event.actions, names.language)
    return names.language.text("{actions}, each twice", actions=actions) if len(event.actions) > 2 else actions


def _disc_activated(event: DiscActivated, names: Names) -> str:
    name, actions = names.name(event.seat), _activated_actions(event, names)
    if event.depth == 1:
        return names.language.text("{name} activates the disc just placed: {actions}", name=name, actions=actions)
    depth = depth_term(event.depth, names.language)
    return names.language.text(
        "{name} activates the {depth} disc from the top: {actions}", name=name, depth=depth, actions=actions
    )


def _white_used(event: WhiteDiscUsed, names: Names) -> str:
    return names.language.text(
        "{name} uses the white disc, the {depth} from the top of {street}",
        name=names.name(event.seat),
        depth=depth_term(event.depth, names.language),
        street=of_street(names, event.street),
    )


def _done(event: ActionDone, names: Names) -> str:
    return done_text(names.name(event.seat), event.action, event.option, names.language)


def _played(event: CardPlayed, names: Names) -> str:
    card, deed = card_term(event.action, names.language), deed_text(event.action, event.option, names.language)
    return names.language.text("{name} plays {card}: {deed}", name=names.name(event.seat), card=card, deed=deed)


def _moved(event: CubeMoved, names: Names) -> str:
    language, families = names.language, names.setup.families
    source, target = (row_term(row, language) for row in (event.source, event.target))
    fields = {"name": names.name(event.seat), "source": source, "target": target}
    if not families:
        return language.text("{name} moves a cube from {source} to {target}", **fields)
    return language.text(
        "{name} moves a cube from {source} to {target} ({family})", family=families[event.seat], **fields
    )


def _third_party_acted(event: ThirdPartyActed, names: Names) -> str:
    name = names.name(event.party)
    if not event.rows:
        return names.language.text("{name} adds no cube", name=name)
    rows = join_and((row_term(row, names.language) for row in event.rows), names.language)
    return names.language.text("{name} adds a cube to {rows}", name=name, rows=rows)


def _discarded(event: CardDiscarded, names: Names) -> str:
    name, card = names.name(event.seat), card_term(event.card, names.language)
    if not event.step:
        return names.language.text("{name} discards {card} and keeps the other", name=name, card=card)
    step = step_term(event.step, names.language)
    return names.language.text("{name} discards {card}: {step}", name=name, card=card, step=step)


def _seated(event: SeatTaken, names: Names) -> str:
    name = names.name(event.seat)
    if not event.tile:
        return names.language.text("the bottom disc takes a seat for {name} in the council, on no tile", name=name)
    tile = place_term(event.tile, names.language)
    return names.language.text("the bottom disc takes a seat for {name} on {tile}", name=name, tile=tile)


_TAKEN_BACK: Final = {
    (True, True): message(
        "{name} moves the {depth} disc from {street} to {tile} in the council; the white disc takes its place"
    ),
    (True, False): message(
        "{name} moves the {depth} disc from {street} to {tile} in the council; the white disc goes on top of that stack"
    ),
    (False, True): message(
        "{name} moves the {depth} disc from {street} to the council; the white disc takes its place"
    ),
    (False, False): message(
        "{name} moves the {depth} disc from {street} to the council; the white disc goes on top of that stack"
    ),
}
"""Sentences by whether there is a tile for the disc, and whether the white disc takes its place (R6.3)."""


def _taken_back(event: DiscTakenBack, names: Names) -> str:
    return names.language.text(
        _TAKEN_BACK[bool(event.tile), names.setup.edition.white_disc_swaps],
        name=names.name(event.seat),
        depth=depth_term(event.depth, names.language),
        street=of_street(names, event.source),
        tile=place_term(event.tile, names.language) if event.tile else "",
    )


def _promoted(event: DiscPromoted, names: Names) -> str:
    name = names.name(event.seat)
    if not event.tile:
        return names.language.text(
            "{name} gets the white bottom disc and puts a coloured one in the council, on no tile", name=name
        )
    return names.language.text(
        "{name} gets the white bottom disc and puts a coloured one on {tile} in the council",
        name=name,
        tile=place_term(event.tile, names.language),
    )


def _removed(event: DiscRemoved, names: Names) -> str:
    street = of_street(names, event.street)
    if event.disc == WHITE:
        return names.language.text("a white disc leaves {street} and the game", street=street)
    name = names.name(int(event.disc))
    return names.language.text("a disc belonging to {name} leaves {street} and the game", name=name, street=street)


_REVEALED: Final = {
    (True, True): message("the influence card beside the board is {place}"),
    (True, False): message("the influence card beside the board stays unknown"),
    (False, True): message("{name}'s influence card is {place}"),
    (False, False): message("{name}'s influence card stays unknown"),
}
"""Sentences by whether the card lay by the board, and whether it is known."""


def _revealed(event: InfluenceRevealed, names: Names) -> str:
    return names.language.text(
        _REVEALED[event.seat == GAME, event.card != UNKNOWN],
        name=names.name(event.seat),
        place=influence_term(event.card, names.language),
    )


# Scorings and the end.

_Scoring = TileScored | InfluenceScored | AreaScored


def _outcome(place: str, event: _Scoring, names: Names) -> str:
    """Return the points of each player, the number of cubes for them, and how ties were decided."""
    language = names.language
    if not event.ranking:
        return language.text("nobody has a cube there")
    parts = [
        language.text(
            "{name} {points} for {cubes}",
            name=names.name(int(seat)),
            points=points_term(event.points[int(seat)], language),
            cubes=cubes_term(place, event.counts[int(seat)], language),
        )
        for seat in event.ranking
    ]
    outcome = language.word("list", ", ").join(parts)
    ties = tie_lines(names, event.ranking, event.decided)
    if not ties:
        return outcome
    return language.text("{outcome} ({ties})", outcome=outcome, ties=language.word("list", "; ").join(ties))


def scoring_text(place: str, event: _Scoring, names: Names) -> str:
    """Return a scoring in a sentence: places, points, cubes, ties."""
    what = scored_text(place, names.language)
    return names.language.text("{scored}: {outcome}", scored=what, outcome=_outcome(place, event, names))


def influence_scoring_text(event: InfluenceScored, names: Names) -> str:
    """Return the scoring of an influence card in words."""
    return names.language.text(
        "the {place} influence card is scored: {outcome}",
        place=influence_term(event.card, names.language),
        outcome=_outcome(event.card, event, names),
    )


def tile_scoring_text(event: TileScored, names: Names) -> str:
    """Return the scoring of a tile in words, with the additional points of the faction track (R10.8)."""
    language = names.language
    words = scoring_text(event.tile, event, names)
    more = [
        language.text("{name} {points}", name=names.name(seat), points=points_term(points, language))
        for seat, points in enumerate(event.bonus)
        if points
    ]
    if not more:
        return words
    return language.text("{scoring}; plus {bonus} for the faction track", scoring=words, bonus=join_and(more, language))


_REASONS: Final = {
    "discs": message("all discs have been placed"),
    "tiles": message("all scoring tiles have been scored"),
}
_LAST_DISC: Final = message("a player has placed the last disc")
_LAST_TURN: Final = message("the last turn is over")
_BY_CUBES: Final = ("council", "shared")
_VICTORIES: Final = {
    "points": message("{names} wins on points"),
    "council": message("{names} wins the tie with more seats and Palazzo artwork combined"),
    "shared": message("{names} share the victory: nothing separates them"),
}
"""Sentences by the deciding criterion; only if none decides are there several winners (R7.4)."""


def end_text(reason: EndReason, names: Names) -> str:
    """Return why the game ends, for ``EndReached`` (R7.1, R7.2, R9.1)."""
    if reason == "discs" and names.setup.edition.ends_by_any_player:
        return names.language.text(_LAST_DISC)
    return names.language.text(_REASONS.get(reason, _LAST_TURN))


def victory_text(winners: str, by: Deciding, names: Names) -> str:
    """Return who has won and what decided, for ``GameEnded`` or a state that is ``GameOver``.

    >>> from random import Random
    >>> from calimala_es.initial import shuffled_setup
    >>> names = Names.of(shuffled_setup("bry", Random(7)), {0: "Maria"})
    >>> victory_text("0", "points", names)
    'Maria wins on points'
    """
    if not winners:
        return names.language.text("the result is unknown: an influence card was not recorded")
    given = join_and((names.name(int(seat)) for seat in winners), names.language)
    return names.language.text(_VICTORIES[by], names=given)


def recorded_end_text(winners: str, by: Deciding, names: Names, known: Known) -> str:
    """Return who has won, as far as it is recorded: cubes and seats decide if points are level (R7.4)."""
    if known.points and (known.cubes or by not in _BY_CUBES):
        return victory_text(winners, by, names)
    if known.points:
        return names.language.text("which of the tied players won is not recorded")
    return names.language.text("who won is not recorded")


# Every kind of event.

EVENT_WORDS: Final[dict[type[Event], Callable[[Any, Names], str]]] = {
    InfluenceDealt: _dealt,
    InfluenceTurnedUp: _of_influence(
        message("the {place} influence card lies face up beside the board"),
        message("an unknown influence card lies beside the board"),
    ),
    InfluenceKept: _of_influence(
        message("{name} keeps the {place} influence card"), message("{name} keeps an influence card")
    ),
    InfluenceOpened: _of_influence(
        message("{name} lays the {place} influence card face up beside the board"),
        message("{name} lays an unknown influence card face up beside the board"),
    ),
    CardDrafted: _of_card(message("{name} takes {card} from those laid out")),
    FamilyStarted: _family_started,
    PlayBegan: lambda e, t: t.language.text("every family has its start; the first turn begins"),
    DiscPlaced: _disc_placed,
    DiscActivated: _disc_activated,
    WhiteDiscUsed: _white_used,
    ActionDone: _done,
    ActionWaived: _of_action(message("{name} skips the {action} action")),
    ActionImpossible: _of_action(message("{name} cannot do the {action} action")),
    CardPlayed: _played,
    ActivationEnded: _of_seat(message("{name} plays no more cards")),
    OfferDeclined: _of_seat(message("{name} declines the offer")),
    CardDrawn: _of_card(message("{name} draws {card}")),
    CardDiscarded: _discarded,
    CubeMoved: _moved,
    ThirdPartyActed: _third_party_acted,
    DeckShuffled: lambda e, t: t.language.text("the discard pile is shuffled into a new deck"),
    TileChosen: lambda e, t: t.language.text(
        "{name} has {tile} scored first", name=t.name(e.seat), tile=place_term(e.tile, t.language)
    ),
    SeatTaken: _seated,
    DiscPromoted: _promoted,
    DiscTakenBack: _taken_back,
    DiscRemoved: _removed,
    TileScored: tile_scoring_text,
    AreaScored: lambda e, t: scoring_text(e.area, e, t),
    TurnEnded: _of_seat(message("{name}'s turn is over")),
    EndReached: lambda e, t: t.language.text("the end of the game: {reason}", reason=end_text(e.reason, t)),
    InfluenceRevealed: _revealed,
    InfluenceScored: influence_scoring_text,
    GameEnded: lambda e, t: victory_text(e.winners, e.by, t),
    WentUnrecorded: _of_seat(message("what {name} did here was not recorded")),
    PartObserved: lambda e, t: observation_text(e.part, e.value, t),
}
"""The sentence of each kind of event."""


def event_text(event: Event, names: Names, before: State | None = None) -> str:
    """Return what happened, in a sentence without a full stop, in the language of ``names``.

    ``before`` is the state before the event if it is at hand: it says what a player declined.

    >>> from random import Random
    >>> from calimala_es.initial import shuffled_setup
    >>> names = Names.of(shuffled_setup("bry", Random(7)), {0: "Maria"})
    >>> event_text(InfluenceKept(0, "LIS"), names)
    'Maria keeps the Lisbon influence card'
    """
    if isinstance(event, OfferDeclined) and before is not None:
        return _declined(event, before, names)
    return EVENT_WORDS[type(event)](event, names)


EventText = Callable[[Event, int], str]
"""A function that describes an event at a place of its replay as far as it is recorded; empty if it is not."""


def event_texts(events: Sequence[Event], first: int, names: Names, record: Replay) -> list[str]:
    """Return a run of events in words, each as ``recorded_event_text``; ``first`` is the position before them."""
    if not record.has_gaps:
        before = record.states[first:] if OfferDeclined in map(type, events) else repeat(None)
        return [*map(event_text, events, repeat(names), before)]
    return [recorded_event_text(event, place, names, record) for place, event in enumerate(events, first)]


def recorded_event_text(event: Event, place: int, names: Names, record: Replay) -> str:
    """Return an event in words, empty if nothing of it is recorded.

    ``record`` is the replay of the whole record, and the event one of it, or of a view of it, at a position. For a
    scoring without recorded cubes, omit who got what.
    """
    if record.is_hidden(place):
        return ""
    before = record.states[place] if isinstance(event, OfferDeclined) else None
    if record.known(place + 1).cubes:
        return event_text(event, names, before)
    language = names.language
    if isinstance(event, GameEnded):
        last = record.known(place + 1)
        end = recorded_end_text(event.winners, event.by, names, last)
        if not last.points:
            return language.text("the game is over: {end}", end=end)
        points = "-".join(map(str, event.points))
        return language.text("the game is over: {end}; points {points}", end=end, points=points)
    if not isinstance(event, _Scoring):
        return event_text(event, names, before)
    where = event.area if isinstance(event, AreaScored) else event.tile if isinstance(event, TileScored) else event.card
    return language.text("{scored} (cubes not recorded)", scored=scored_text(where, language))


def _declined(event: OfferDeclined, state: State, names: Names) -> str:
    """Return what was not done, by what the state before the event offered (R10.5, R11)."""
    name, language = names.name(event.seat), names.language
    if isinstance(state.now, CardDiscard):
        return language.text("{name} discards no more cards", name=name)
    family = names.setup.families[event.seat]
    return language.text("{name} does not use {family}'s ability", name=name, family=family)


def missing_texts(replay: Replay, position: int, known: Known, language: Language) -> Iterator[str]:
    """Yield sentences on what went unrecorded or was only seen until a position, and on what its depth leaves out."""
    gaps = replay.gaps_until(position)
    missed = sum(type(gap.event) is WentUnrecorded for gap in gaps)
    if not (known.cubes and known.goods):
        yield language.text("The record shows where discs were placed, but not what was done.")
    elif missed:
        yield language.counted(
            "What happened at {number} moment was not recorded and is not counted.",
            "What happened at {number} moments was not recorded and is not counted.",
            missed,
        )
    if known.cubes and len(gaps) > missed:
        yield language.counted(
            "At {number} moment something was only seen at the table, and no event explains it.",
            "At {number} moments something was only seen at the table, and no event explains it.",
            len(gaps) - missed,
        )
