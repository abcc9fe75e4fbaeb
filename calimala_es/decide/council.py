"""From a command to its first events: a disc taken back for the council, influence cards revealed (R6.3, R7.3)."""

from calimala_es.board import STREET_INDEX, STREETS, street_names
from calimala_es.commands import RevealInfluence, TakeDiscBack
from calimala_es.components import GAME
from calimala_es.consequences import seat_tile
from calimala_es.decide.illegal import comes_at_another_time
from calimala_es.deck import possible_reveals
from calimala_es.errors import IllegalCommandError
from calimala_es.events import DiscTakenBack, Event, InfluenceRevealed
from calimala_es.frames import InfluenceReveal, Promotion
from calimala_es.messages import Message, player
from calimala_es.state import State, own_discs


def take_back(state: State, command: TakeDiscBack) -> tuple[Event, ...]:
    """Take back one of the player's own discs on the streets (R6.3)."""
    now = state.now
    if type(now) is not Promotion:
        raise comes_at_another_time(state, command)
    tile = seat_tile(state, now)
    place = STREET_INDEX.get(command.street)
    if place is None or tile is None or command.depth not in own_discs(state.stacks[place], str(now.seat)):
        raise IllegalCommandError(
            command,
            "R6.3",
            Message("{seat} has no such disc to take back", seat=player(state, now.seat)),
            f"discs lie on {' '.join(_streets_of(state, now.seat)) or 'no street'}",
        )
    return (DiscTakenBack(now.seat, now.street, command.street, command.depth, tile),)


def _streets_of(state: State, seat: int) -> list[str]:
    """Return the streets on which a player has discs."""
    names = street_names(state.setup.city)
    return [names[street] for street in STREETS if str(seat) in state.stacks[STREET_INDEX[street]]]


def reveal(state: State, command: RevealInfluence) -> tuple[Event, ...]:
    """Reveal an influence card; one that is known as that card (R7.3)."""
    now = state.now
    if type(now) is not InfluenceReveal:
        raise comes_at_another_time(state, command)
    cards = possible_reveals(state)
    if command.card not in cards:
        raise IllegalCommandError(
            command,
            "R7.3",
            _cannot_be(state, now, command.card),
            f"it may be {', '.join(cards)}",
        )
    return (InfluenceRevealed(now.seat, command.card),)


def _cannot_be(state: State, now: InfluenceReveal, card: str) -> Message:
    if now.seat == GAME:
        return Message("the influence card by the board cannot be {card}", card=card)
    return Message("the influence card of {seat} cannot be {card}", seat=player(state, now.seat), card=card)
