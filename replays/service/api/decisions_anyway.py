"""Something that was done at the table although the rules refuse it: what it changed, as observations.

The game goes on from what then lies there. What was done is made possible for a moment, stands in the record, and the
turn goes on from it by the rules (``decisions_anyway_lent``): an action that was pending is settled and brings no
card. Only where nothing makes a placement possible it takes its turn, and what its actions did is to be observed as
well; of an action what it changed is.
"""

from typing import Final

from msgspec.structs import replace

from calimala_es.commands import Command, DoAction, DrawCard, MarkMissed, ObservePart, PlaceDisc, PlayCard, SkipAction
from calimala_es.components import IDLE_SUPPORT, INTRIGUE, SUPPORT, UNKNOWN
from calimala_es.errors import IllegalCommandError
from calimala_es.events import ActionDone, CardPlayed, DiscPlaced, Event
from calimala_es.evolve import evolve
from calimala_es.frames import Activation, CardDraw, IntrigueChoice, Placement
from calimala_es.game import Game, Move, moves_from
from calimala_es.state import Mat, State, with_mat
from notation.merging.parts import part_value
from notation.repair.effects import effects
from notation.words.symbols import DEEDS, INTRIGUE_DEEDS, placements
from replays.service.api.decisions_anyway_lent import deed_anyway, placed_anyway, rich, state_after
from replays.service.problems import Problem

_STRANGE: Final = "this cannot be written down so; write _ and what you see, as b.points:=12"


def done_anyway(word: str, game: Game) -> tuple[Move, ...]:
    """What is written down of a decision that was taken all the same; one that is legal is simply taken.

    Raises ``Problem`` for what is no placement, action or card, and where nobody is to decide.
    """
    state = game.state
    command = _command(word.strip().upper(), state)
    try:
        return moves_from(state, [command])
    except IllegalCommandError:
        if state.is_over or getattr(state.now, "seat", -1) < 0:
            raise
    return moves_from(state, _told(command, state))


def _command(word: str, state: State) -> Command:
    found = (
        placements(state.setup.city).get(word)
        if isinstance(state.now, Placement)
        else DEEDS.get(word) or INTRIGUE_DEEDS.get(word)
    )
    if not found or not isinstance(found[0], PlaceDisc | DoAction | PlayCard):
        what = "a placement, as AS" if isinstance(state.now, Placement) else "an action or a card, as AC or +AC"
        raise Problem(422, "not-well-formed", f"{word[:60]!r} is nothing that can have been done here", expected=what)
    return found[0]


def _told(command: Command, state: State) -> list[Command]:
    """The observations, and what is settled by them."""
    seat: int = getattr(state.now, "seat", 0)
    if isinstance(command, PlaceDisc):
        if command.disc in (SUPPORT, IDLE_SUPPORT) and not state.setup.third:
            raise Problem(422, "bad-request", _STRANGE)
        return placed_anyway(command, state, seat) or _as_turn(_effects(command, state, seat), state, seat)
    assert isinstance(command, DoAction | PlayCard)
    changed = _effects(command, state, seat)
    lent = _rich(state.mats[seat], command)
    helped = deed_anyway(command, state, seat, lent, state_after(changed, state) or state)
    if helped is not None:
        return helped
    if (
        isinstance(state.now, Activation | IntrigueChoice)
        and isinstance(command, DoAction)
        and command.action in state.now.pending
    ):
        return _settling(
            changed, state, seat, SkipAction(command.action if isinstance(state.now, Activation) else INTRIGUE)
        )
    return changed


def _effects(command: Command, state: State, seat: int) -> list[Command]:
    """What a decision would have changed where nothing was in its way, as observations of the position."""
    before = replace(state, mats=with_mat(state.mats, seat, _rich(state.mats[seat], command)))
    try:
        after = evolve(before, _event(command, seat))
    except (LookupError, ValueError, TypeError, AttributeError):
        raise Problem(422, "bad-request", _STRANGE) from None
    return [*effects(before, after, state)]


def _event(command: Command, seat: int) -> Event:
    if isinstance(command, PlaceDisc):
        return DiscPlaced(seat, command.street, command.disc, 0)
    if isinstance(command, PlayCard):
        return CardPlayed(seat, command.action, command.option)
    assert isinstance(command, DoAction)
    return ActionDone(seat, command.action, command.option)


def _rich(mat: Mat, command: Command) -> Mat:
    """A mat with which anything can be done, and with the card that was played."""
    card = command.action if isinstance(command, PlayCard) else ""
    return replace(rich(mat), open=mat.open + card if card not in mat.open + mat.secret else mat.open)


def _as_turn(changed: list[Command], state: State, seat: int) -> list[Command]:
    """A turn that counts as missed takes a disc by itself, a coloured one as long as there is any."""
    part = f"{seat}.coloured"
    seen = {one.part: one.value for one in changed if isinstance(one, ObservePart)}
    left = int(seen.pop(part, state.mats[seat].coloured))
    return [ObservePart(part, str(left + 1)), *(ObservePart(part, value) for part, value in seen.items()), MarkMissed()]


def _settling(changed: list[Command], state: State, seat: int, skip: SkipAction) -> list[Command]:
    """The action is settled without a card, before or behind what is observed; or the card is put back at once."""
    for commands in ([*changed, skip], [skip, *changed]):
        after = state_after(commands, state)
        if after is not None and not isinstance(after.now, CardDraw):
            return commands
    wanted = state_after(changed, state) or state
    hand = f"{seat}.hand"
    back = [ObservePart(part, part_value(wanted, part)) for part in (hand, "deck")]
    return [*changed, skip, DrawCard(UNKNOWN), *back]
