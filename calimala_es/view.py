"""What one player, or everybody, can see of a game (R3.4, R5.12).

A view is the same game with unknowns in it: a state, an event or a command in which every card that the viewer cannot
know is unknown. Viewing and going on agree: ``step(view_state(s, v), view_command(s, c, v))`` gives the views of
what ``step(s, c)`` gives, so two games that differ only in what is hidden have equal views.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from calimala_es.commands import Command, DealInfluence, DrawCard, KeepInfluence, ObservePart
from calimala_es.components import UNKNOWN
from calimala_es.deck import with_pool
from calimala_es.events import (
    HIDDEN_DUTY,
    NO_DUTY,
    CardDrawn,
    DiscPlaced,
    Event,
    InfluenceDealt,
    InfluenceKept,
    PartObserved,
)
from calimala_es.evolve import fold
from calimala_es.frames import Activation, ActivationDue, Frame, KeepOneCard
from calimala_es.game import Game, Move
from calimala_es.notes import points_checks
from calimala_es.state import Mat, State, agenda_of

PUBLIC: Final = None
"""The viewer who has no seat and sees what is public."""

Viewer = int | None


def public_mat(mat: Mat) -> Mat:
    """Return a mat of which the cards that only its player knows are unknown."""
    return replace(mat, secret="", unknown=mat.unknown + len(mat.secret), dealt=(), kept=(UNKNOWN,) * len(mat.kept))


def _seen_duty(duty: int, seat: int, viewer: Viewer) -> int:
    """Hide a duty that only somebody who knows the hand can see (R4.2)."""
    return NO_DUTY if duty == HIDDEN_DUTY and seat != viewer else duty


def view_frame(frame: Frame, viewer: Viewer = PUBLIC) -> Frame:
    """Return the frame as a seat, or the public, sees it."""
    if isinstance(frame, ActivationDue | Activation):
        duty = _seen_duty(frame.duty, frame.seat, viewer)
        return frame if duty == frame.duty else replace(frame, duty=duty)
    if type(frame) is KeepOneCard and frame.seat != viewer:
        return KeepOneCard(frame.seat, UNKNOWN * len(frame.drawn))
    return frame


def view_state(state: State, viewer: Viewer = PUBLIC) -> State:
    """Return the position as a seat, or the public, sees it.

    >>> from calimala_es import Setup, initial, step
    >>> from calimala_es.commands import DealInfluence
    >>> _, state = step(initial(Setup("bry", "WBMUCAVTS")), DealInfluence(("BAR", "LIS", "LON")))
    >>> view_state(state, 0).mats[0].dealt, view_state(state, 1).mats[0].dealt
    (('BAR', 'LIS', 'LON'), ())
    """
    mats = tuple([mat if seat == viewer else public_mat(mat) for seat, mat in enumerate(state.mats)])
    hidden = any(mat.secret for seat, mat in enumerate(state.mats) if seat != viewer)
    now, later = agenda_of([view_frame(frame, viewer) for frame in state.frames])
    seen = replace(state, mats=mats, now=now, later=later)
    return with_pool(seen) if hidden else seen


def _card_drawn(event: CardDrawn, viewer: Viewer) -> Event:
    return event if event.seat == viewer else CardDrawn(event.seat, UNKNOWN)


def _influence_dealt(event: InfluenceDealt, viewer: Viewer) -> Event:
    return event if event.seat == viewer else InfluenceDealt(event.seat, ())


def _influence_kept(event: InfluenceKept, viewer: Viewer) -> Event:
    return event if event.seat == viewer else InfluenceKept(event.seat, UNKNOWN)


def _disc_placed(event: DiscPlaced, viewer: Viewer) -> Event:
    return replace(event, duty=_seen_duty(event.duty, event.seat, viewer))


def _seen_value(part: str, value: str, viewer: Viewer) -> str:
    """Hide the cards of another's hand, of which only the number can be seen (R5.12)."""
    return UNKNOWN * len(value) if part.endswith(".hand") and part != f"{viewer}.hand" else value


def _part_observed(event: PartObserved, viewer: Viewer) -> Event:
    return PartObserved(event.part, _seen_value(event.part, event.value, viewer))


_SEEN_EVENTS: Final[dict[type[Event], Callable[[Any, Viewer], Event]]] = {
    CardDrawn: _card_drawn,
    InfluenceDealt: _influence_dealt,
    InfluenceKept: _influence_kept,
    DiscPlaced: _disc_placed,
    PartObserved: _part_observed,
}


def view_event(event: Event, viewer: Viewer = PUBLIC) -> Event:
    """Return the event as a seat, or the public, sees it.

    >>> from calimala_es.events import CardDrawn
    >>> view_event(CardDrawn(0, "W"), 0), view_event(CardDrawn(0, "W"))
    (CardDrawn(seat=0, card='W'), CardDrawn(seat=0, card='?'))
    """
    seen = _SEEN_EVENTS.get(type(event))
    return seen(event, viewer) if seen else event


_SEEN_COMMANDS: Final[dict[type[Command], Command]] = {
    DrawCard: DrawCard(UNKNOWN),
    DealInfluence: DealInfluence(()),
    KeepInfluence: KeepInfluence(UNKNOWN),
}


def view_command(state: State, command: Command, viewer: Viewer = PUBLIC) -> Command:
    """Return the command as a seat, or the public, sees it; ``state`` is what somebody who knows more has before it.

    >>> from calimala_es import Setup, initial
    >>> from calimala_es.commands import DealInfluence
    >>> view_command(initial(Setup("bry", "WBMUCAVTS")), DealInfluence(("BAR", "LIS", "LON")))
    DealInfluence(cards=())
    """
    if isinstance(command, ObservePart):
        return ObservePart(command.part, _seen_value(command.part, command.value, viewer))
    hidden = _SEEN_COMMANDS.get(type(command))
    if hidden is None or getattr(state.now, "seat", PUBLIC) == viewer:
        return command
    return hidden


def view(game: Game, viewer: Viewer = PUBLIC) -> Game:
    """Return the game as a seat, or the public, sees it.

    Headers, notes and variations are left out, since any of them may say what was hidden; checks of points are not, if
    nothing else in a record with gaps says them.

    >>> from calimala_es import Setup
    >>> from calimala_es.commands import DealInfluence
    >>> from calimala_es.game import play
    >>> game = play(Setup("bry", "WBMUCAVTS"), [DealInfluence(("BAR", "LIS", "LON"))])
    >>> view(game, 1).moves[0].command, view(game, 0) == game
    (DealInfluence(cards=()), True)
    """
    state = view_state(game.start, viewer)
    moves: list[Move] = []
    before, has_gap = game.start, game.state.has_gap
    for move in game.moves:
        events = tuple([view_event(event, viewer) for event in move.events])
        state = fold(state, events)
        checks = points_checks(move.notes) if has_gap and move.notes else ()
        moves.append(Move(view_command(before, move.command, viewer), events, state, checks))
        before = move.state
    return Game(game.setup, view_state(game.start, viewer), tuple(moves))
