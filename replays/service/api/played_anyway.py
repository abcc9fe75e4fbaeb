"""Something that was done at the table although the rules refuse it: what it changed, as observations.

The game goes on from what then lies there. What was done is made possible for a moment, stands in the record, and the
turn goes on from it by the rules (``decisions_anyway_lent``): an action that was pending is settled and brings no
card. Only where nothing makes a placement possible it takes its turn, and what its actions did is to be observed as
well; of an action what it changed is.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from calimala_es.board import STREET_INDEX
from calimala_es.commands import Command, DoAction, DrawCard, MarkMissed, ObservePart, PlaceDisc, PlayCard, SkipAction
from calimala_es.components import IDLE_SUPPORT, INTRIGUE, MOST_SHIPS, MOST_WORKSHOPS, SUPPORT, UNKNOWN
from calimala_es.decide import step
from calimala_es.decide.unrecorded import is_being_activated
from calimala_es.effects import effects, part_value
from calimala_es.errors import IllegalCommandError
from calimala_es.events import ActionDone, CardPlayed, DiscPlaced, Event
from calimala_es.evolve import evolve
from calimala_es.frames import Activation, CardDraw, IntrigueChoice, Placement
from calimala_es.game import Game, Move, moves_from
from calimala_es.observation import PARTS, part_exists
from calimala_es.options import HOUSE_CODES
from calimala_es.state import Mat, State, holds, with_mat
from notation.words.symbols import DEEDS, INTRIGUE_DEEDS, placements
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


# What was done although the rules refuse it: observations make it possible, and others take them back.
#
# So the decision itself is in the record, and the turn goes on from it by the rules: the owner of the disc below is
# activated, and an impossible action brings a card; an action that was done is settled, and brings none. An observation
# in the middle of a turn lifts the duty of R4.2.

_ENOUGH: Final = 3
"""Of goods: there is some to pay with, and room for more."""

_BUILDINGS: Final = (("", MOST_SHIPS - 1, MOST_WORKSHOPS - 1), (HOUSE_CODES, MOST_SHIPS, MOST_WORKSHOPS))
"""Houses, ships and the most workshops: with room to build one more, and all."""

_MOST_CUBES: Final = 3
"""That an action puts into one row."""


def placed_anyway(command: PlaceDisc, state: State, seat: int) -> list[Command] | None:
    """The fewest observations after which the placement is legal, the placement, and how it truly lies there then.

    Where a disc that the supply lacks is all that stood in the way it is seen to be there, and the duty of R4.2 stands.
    ``None`` where that does not make it legal: for a support disc for which cards are drawn (R8.4) all streets would
    have to offer nothing.
    """
    helping = _fewest(_helping(state, _lent(command, state, seat)), command, state)
    after = state_after([*helping, command], state)
    if after is None or not is_being_activated(after, command.street):
        return None
    supplied = replace(state, mats=with_mat(state.mats, seat, _supplied(state.mats[seat])))
    return _taken_back(helping, command, evolve(supplied, DiscPlaced(seat, command.street, command.disc, 0)), state)


def deed_anyway(command: DoAction | PlayCard, state: State, seat: int, lent: Mat, truth: State) -> list[Command] | None:
    """The fewest observations after which an action or a card is legal, that, and what ``truth`` has of it otherwise.

    ``lent`` is a mat with which anything can be done. ``None`` where that does not make it legal.
    """
    rows = _with_free_cells(state, _MOST_CUBES)
    for houses, ships, workshops in _BUILDINGS:
        built = replace(lent, houses=houses, ships=ships, cloth=lent.cloth[:workshops])
        mats = with_mat(state.mats, seat, built)
        helping = _fewest(_helping(state, replace(rows, mats=mats)), command, state)
        commands = _taken_back(helping, command, truth, state)
        if commands is not None:
            return commands
    return None


def _taken_back(helping: Sequence[ObservePart], command: Command, truth: State, state: State) -> list[Command] | None:
    """A decision that observations help, and others after which what they lent is as in ``truth``."""
    after = state_after([*helping, command], state)
    if after is None:
        return None
    back = [
        ObservePart(one.part, value)
        for one in helping
        if (value := part_value(truth, one.part)) != part_value(after, one.part)
    ]
    commands: list[Command] = [*helping, command, *back]
    return commands if state_after(commands, state) else None


def _helping(state: State, lent: State) -> list[ObservePart]:
    """Everything of a position that is otherwise, as observations."""
    parts = [part for part in PARTS if part_exists(part, state.setup)]
    return [ObservePart(part, value) for part in parts if (value := part_value(lent, part)) != part_value(state, part)]


def _lent(command: PlaceDisc, state: State, seat: int) -> State:
    """The position with all that could be needed: goods, buildings, a free cell in each row, no support disc there."""
    stacks = [*state.stacks]
    if command.disc == SUPPORT:
        place = STREET_INDEX[command.street]
        stacks[place] = stacks[place].replace(state.setup.third_mark, "")
    needed = replace(rich(state.mats[seat]), houses=HOUSE_CODES)
    return replace(_with_free_cells(state), stacks=tuple(stacks), mats=with_mat(state.mats, seat, needed))


def _with_free_cells(state: State, free: int = 1) -> State:
    """The position with so many free cells in each row, as far as it has them."""
    cells = state.setup.ruleset.cells
    rows = tuple(row[: max(0, count - free)] for row, count in zip(state.rows, cells, strict=True))
    return replace(state, rows=rows)


def _fewest(helping: Sequence[ObservePart], command: Command, state: State) -> list[ObservePart]:
    """Of all that helps no more than it takes: the last are left out first, rows before goods."""
    kept = [*helping]
    for one in reversed(helping):
        without = [other for other in kept if other is not one]
        if state_after([*without, command], state) is not None:
            kept = without
    return kept


def rich(mat: Mat) -> Mat:
    """A mat with some of everything, and room for more."""
    return replace(
        _supplied(mat),
        wood=_ENOUGH,
        brick=_ENOUGH,
        marble=_ENOUGH,
        cloth=(_ENOUGH,) * len(mat.cloth),
        ships=2,
        houses="",
    )


def _supplied(mat: Mat) -> Mat:
    """A mat that has a disc of each kind."""
    return replace(mat, coloured=max(mat.coloured, 1), white=max(mat.white, 1), support=max(mat.support, 1))


def state_after(commands: Sequence[Command], state: State) -> State | None:
    """Where decisions lead; ``None`` where one is refused."""
    try:
        for command in commands:
            _, state = step(state, command)
    except IllegalCommandError:
        return None
    return state


# A card that somebody played although the hand, as it was written down, lacks it: another was written in its place.
#
# Which one nobody can tell, so the card that was drawn last and may have been it is unknown from where it was drawn on,
# and the hand keeps its size. To whoever does not see that hand nothing is otherwise.

_FORGOTTEN = DrawCard(UNKNOWN)


def unsure(word: str, game: Game) -> tuple[int, Game]:
    """The game in which who acts may hold the card that was played, and how many of its decisions are as they were.

    The game as it is where the hand may hold it, or where no card that was drawn may have been it.
    """
    kept = len(game.moves)
    state, played = game.state, DEEDS.get(word.strip().upper(), (None,))[0]
    seat: int = getattr(state.now, "seat", -1)
    if not isinstance(played, PlayCard) or seat < 0 or holds(state, state.mats[seat], played.action):
        return kept, game
    for place in range(kept - 1, -1, -1):
        command = game.moves[place].command
        if isinstance(command, DrawCard) and command != _FORGOTTEN and _whose(game, place) == seat:
            found = _decided_again(game, place)
            if found is not None and holds(found.state, found.state.mats[seat], played.action):
                return place, found
    return kept, game


def _whose(game: Game, place: int) -> int:
    seat: int = getattr(game.state_at(place).now, "seat", -1)
    return seat


def _decided_again(game: Game, place: int) -> Game | None:
    """The game with the card unknown that a decision drew; ``None`` where something cannot stand then."""
    commands: tuple[Command, ...] = (_FORGOTTEN, *game.commands[place + 1 :])
    try:
        moves = moves_from(game.state_at(place), commands)
    except IllegalCommandError:
        return None
    return replace(game, moves=(*game.moves[:place], *moves))
