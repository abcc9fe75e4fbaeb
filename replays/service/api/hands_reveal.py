"""What seats told of their cards becomes a part of the record: when the owner reveals it, or a seat its own, once the
game is over.
"""

from typing import Annotated

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.errors import IllegalCommandError
from calimala_es.store import Receipt
from replays.service.api.decisions_writing import Change, WriteQuery, Written, carried_out
from replays.service.api.now import Now
from replays.service.asking.asker import Right
from replays.service.endpoints import Asked, Endpoint
from replays.service.games import Held
from replays.service.problems import Problem
from replays.service.seeing.telling import can_be_told


class Reveal(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose cards become a part of the record: the seats, ``null`` for all that who asks may reveal."""

    seats: Annotated[list[int], Meta(max_length=5)] | None = None


def reveal(asked: Asked) -> Response:
    """Make what seats told a part of the record."""
    given = asked.taken(Reveal)
    _revealed(asked, given, asked.held)

    def change(held: Held, receipt: Receipt | None) -> Change:
        game = held.game
        seats = _revealed(asked, given, held)
        commands = [*game.commands]
        for place, number in enumerate(game.anchors):
            for seat in seats:
                told = held.told[seat].get(number)
                if told is None or told == commands[place]:
                    continue
                if not can_be_told(game.states[place], commands[place], told, seat):
                    raise _unrevealed(place, "R5.12", "the table wrote down another card there")
                commands[place] = told
        first = next((at for at, one in enumerate(game.commands) if one != commands[at]), None)
        if first is None:
            return Change(game, held.history)
        carried = {place: place for place in range(first + 1, len(commands) + 1)}
        try:
            after = asked.service.store.rewrite(game, first, commands[first:], carried, None, receipt)
        except IllegalCommandError as error:
            raise _unrevealed(first, error.rule, str(error.reason)) from None
        return Change(after)

    return carried_out(asked, change)


def _revealed(asked: Asked, given: Reveal, held: Held) -> list[int]:
    """The seats whose cards who asks may reveal; raises ``Problem``."""
    all_seats = [*range(held.game.setup.players)]
    asker = asked.asker_of(held)
    theirs = all_seats if asker.may(Right.OWN) else [asker.seat] if held.game.state.is_over else []
    wanted = theirs if given.seats is None else given.seats
    if not theirs or not set(wanted) <= set(theirs):
        raise Problem(403, "not-allowed", "the owner may reveal cards; a seat its own, when the game is over")
    return wanted


def _unrevealed(place: int, rule: str, reason: str) -> Problem:
    told = f"what was told does not agree with the game from decision {place + 1} on: {reason}"
    return Problem(409, "disagreement", told, rule=rule)


ENDPOINTS = (
    Endpoint(
        "POST", "/api/games/{id}/reveal", reveal, "Make what seats told a part of the record",
        takes=Reveal, gives=(Now, Written), right=Right.TELL, query=WriteQuery, problems=(403, 409, 412, 422, 428),
    ),
)  # fmt: skip
