"""What was done at the table although the rules refuse it (*played anyway*), as decisions that the rules accept.

The decision itself is in the game, and the turn goes on from it by the rules: the disc below is activated, and what is
impossible brings a card. That works because observations before it supply what is missing for it, some goods, a free
cell, a disc, and observations after it set these parts to what they are then. An observation in the middle of a turn
lifts the duty of R4.2. A pending action that was done is settled, and brings no card.

Where no observation makes a placement legal its turn counts as missed, and what its actions did has to be observed as
well; of an action that cannot be made legal only the effects are observed.

A card that the hand is known not to have was played all the same, so something else was written down wrongly: see
``with_forgotten_draw``.
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
from calimala_es.errors import CalimalaError, IllegalCommandError
from calimala_es.events import ActionDone, CardPlayed, DiscPlaced, Event
from calimala_es.evolve import evolve
from calimala_es.frames import Activation, CardDraw, IntrigueChoice
from calimala_es.game import Game, Move, moves_from
from calimala_es.messages import Message
from calimala_es.observation import PARTS, part_exists
from calimala_es.options import HOUSE_CODES
from calimala_es.state import Built, Mat, State, Stock, holds, with_mat


class UnrecordableError(CalimalaError):
    """Something was done that no observation can express; nothing was recorded."""


AnywayCommand = PlaceDisc | DoAction | PlayCard
"""The decisions that can be played anyway."""

_STRANGE: Final = Message(
    "this cannot be recorded that way; write _ and what you see, e.g. {example}", example="b.points:=12"
)

_ENOUGH: Final = 3
"""Of goods: there is some to pay with, and space for more."""

_BUILDINGS: Final = (("", MOST_SHIPS - 1, MOST_WORKSHOPS - 1), (HOUSE_CODES, MOST_SHIPS, MOST_WORKSHOPS))
"""Houses, ships and the most workshops: with space to build one more, and all."""

_MOST_CUBES: Final = 3
"""The most cubes that an action puts into one row."""

_FORGOTTEN: Final = DrawCard(UNKNOWN)


def play_anyway(state: State, command: AnywayCommand) -> tuple[Move, ...]:
    """Return the moves of a decision that was taken whether or not the rules accept it; a legal one is one move.

    Raises ``IllegalCommandError`` where nobody is to decide, and ``UnrecordableError`` for what no observation can
    express.
    """
    try:
        return moves_from(state, [command])
    except IllegalCommandError:
        if state.is_over or getattr(state.now, "seat", -1) < 0:
            raise
    return moves_from(state, _as_observed(command, state))


def with_forgotten_draw(game: Game, command: Command) -> tuple[int, Game]:
    """Return the game in which the hand may have the card that was played, and how many of its moves are unchanged.

    A card was played although the hand, as it was written down, does not have it: another card was written in its
    place. Nobody can say which, so the card that was drawn last and may have been it is unknown from its draw on, and
    the hand keeps its size. To those who do not see that hand nothing changes. The game is returned as it is where the
    hand may have the card, or where no card that was drawn may have been it.
    """
    count = len(game.moves)
    state = game.state
    seat: int = getattr(state.now, "seat", -1)
    if not isinstance(command, PlayCard) or seat < 0 or holds(state, state.mats[seat], command.action):
        return count, game
    for number in range(count - 1, -1, -1):
        drawn = game.moves[number].command
        if not isinstance(drawn, DrawCard) or drawn == _FORGOTTEN or _seat_at(game, number) != seat:
            continue
        found = _with_draw_unknown(game, number)
        if found is not None and holds(found.state, found.state.mats[seat], command.action):
            return number, found
    return count, game


def _seat_at(game: Game, number: int) -> int:
    """Return the seat that decides a move, -1 for nobody's."""
    seat: int = getattr(game.state_at(number).now, "seat", -1)
    return seat


def _with_draw_unknown(game: Game, number: int) -> Game | None:
    """Return the game in which the card drawn by a move is unknown; ``None`` where a later move is then illegal."""
    commands: tuple[Command, ...] = (_FORGOTTEN, *game.commands[number + 1 :])
    try:
        moves = moves_from(game.state_at(number), commands)
    except IllegalCommandError:
        return None
    return replace(game, moves=(*game.moves[:number], *moves))


# The commands that stand for what was done.


def _as_observed(command: AnywayCommand, state: State) -> list[Command]:
    """Return the decision between its observations, or observations alone, and what they settle."""
    seat: int = getattr(state.now, "seat", 0)
    if isinstance(command, PlaceDisc):
        if command.disc in (SUPPORT, IDLE_SUPPORT) and not state.setup.third:
            raise UnrecordableError(_STRANGE)
        return _placement(command, state, seat) or _as_missed_turn(_effects(command, state, seat), state, seat)
    changed = _effects(command, state, seat)
    lent = _rich_with_card(state.mats[seat], command)
    made_legal = _action(command, state, seat, lent, state_after(changed, state) or state)
    if made_legal is not None:
        return made_legal
    if (
        isinstance(state.now, Activation | IntrigueChoice)
        and isinstance(command, DoAction)
        and command.action in state.now.pending
    ):
        skip = SkipAction(command.action if isinstance(state.now, Activation) else INTRIGUE)
        return _settling(changed, state, seat, skip)
    return changed


def _placement(command: PlaceDisc, state: State, seat: int) -> list[Command] | None:
    """Return the fewest observations that make the placement legal, the placement, and its true place after it.

    Where only a disc is missing in the supply one is observed to be there, and the duty of R4.2 stays. ``None`` where
    that does not make it legal: for a support disc for which cards are drawn (R8.4) all streets would have to offer
    nothing.
    """
    helping = _fewest(_differences(state, _lent(command, state, seat)), command, state)
    after = state_after([*helping, command], state)
    if after is None or not is_being_activated(after, command.street):
        return None
    supplied = replace(state, mats=with_mat(state.mats, seat, _supplied(state.mats[seat])))
    return _taken_back(helping, command, evolve(supplied, DiscPlaced(seat, command.street, command.disc, 0)), state)


def _action(command: DoAction | PlayCard, state: State, seat: int, lent: Mat, truth: State) -> list[Command] | None:
    """Return the fewest observations that make an action or a card legal, it, and what differs in ``truth`` after it.

    ``lent`` is a mat with which anything can be done. ``None`` where that does not make it legal.
    """
    rows = _with_free_cells(state, _MOST_CUBES)
    for houses, ships, workshops in _BUILDINGS:
        built = Built(lent.built.cloth[:workshops], ships, houses)
        mats = with_mat(state.mats, seat, replace(lent, built=built))
        helping = _fewest(_differences(state, replace(rows, mats=mats)), command, state)
        commands = _taken_back(helping, command, truth, state)
        if commands is not None:
            return commands
    return None


def _taken_back(helping: Sequence[ObservePart], command: Command, truth: State, state: State) -> list[Command] | None:
    """Return observations, the decision that they make legal, and observations of what ``truth`` has then."""
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


def _differences(state: State, other: State) -> list[ObservePart]:
    """Return all parts in which another position differs, as observations of that one."""
    parts = [part for part in PARTS if part_exists(part, state.setup)]
    return [ObservePart(part, value) for part in parts if (value := part_value(other, part)) != part_value(state, part)]


def _fewest(helping: Sequence[ObservePart], command: Command, state: State) -> list[ObservePart]:
    """Return no more observations than a decision needs; the last are left out first, rows before goods."""
    needed = [*helping]
    for one in reversed(helping):
        without = [other for other in needed if other is not one]
        if state_after([*without, command], state) is not None:
            needed = without
    return needed


def _as_missed_turn(changed: list[Command], state: State, seat: int) -> list[Command]:
    """Return the effects of a turn that counts as missed: it takes a disc by itself, a coloured one if there is any."""
    part = f"{seat}.coloured"
    seen = {one.part: one.value for one in changed if isinstance(one, ObservePart)}
    left = int(seen.pop(part, state.mats[seat].coloured))
    return [ObservePart(part, str(left + 1)), *(ObservePart(part, value) for part, value in seen.items()), MarkMissed()]


def _settling(changed: list[Command], state: State, seat: int, skip: SkipAction) -> list[Command]:
    """Return the effects with the action settled without a card, before or after them, or with the card put back."""
    for commands in ([*changed, skip], [skip, *changed]):
        after = state_after(commands, state)
        if after is not None and not isinstance(after.now, CardDraw):
            return commands
    wanted = state_after(changed, state) or state
    hand = f"{seat}.hand"
    back = [ObservePart(part, part_value(wanted, part)) for part in (hand, "deck")]
    return [*changed, skip, DrawCard(UNKNOWN), *back]


def _effects(command: AnywayCommand, state: State, seat: int) -> list[Command]:
    """Return what a decision would have changed had nothing been in its way, as observations of the position."""
    before = replace(state, mats=with_mat(state.mats, seat, _rich_with_card(state.mats[seat], command)))
    try:
        after = evolve(before, _event(command, seat))
    except (LookupError, ValueError, TypeError, AttributeError):
        raise UnrecordableError(_STRANGE) from None
    return [*effects(before, after, state)]


def _event(command: AnywayCommand, seat: int) -> Event:
    """Return the event of a decision."""
    if isinstance(command, PlaceDisc):
        return DiscPlaced(seat, command.street, command.disc, 0)
    if isinstance(command, PlayCard):
        return CardPlayed(seat, command.action, command.option)
    return ActionDone(seat, command.action, command.option)


# Positions in which more is possible.


def _lent(command: PlaceDisc, state: State, seat: int) -> State:
    """Return the position with goods, buildings, a free cell in each row, and no support disc on the street."""
    stacks = [*state.stacks]
    if command.disc == SUPPORT:
        place = STREET_INDEX[command.street]
        stacks[place] = stacks[place].replace(state.setup.third_mark, "")
    rich = _rich(state.mats[seat])
    needed = replace(rich, built=replace(rich.built, houses=HOUSE_CODES))
    return replace(_with_free_cells(state), stacks=tuple(stacks), mats=with_mat(state.mats, seat, needed))


def _with_free_cells(state: State, free: int = 1) -> State:
    """Return the position with so many free cells in each row, as far as it has them."""
    cells = state.setup.ruleset.cells
    rows = tuple(row[: max(0, count - free)] for row, count in zip(state.rows, cells, strict=True))
    return replace(state, rows=rows)


def _rich(mat: Mat) -> Mat:
    """Return a mat with some of everything, and space for more."""
    built = Built((_ENOUGH,) * len(mat.built.cloth), ships=2)
    return replace(_supplied(mat), stock=Stock(_ENOUGH, _ENOUGH, _ENOUGH), built=built)


def _rich_with_card(mat: Mat, command: Command) -> Mat:
    """Return a mat with some of everything, and with the card that was played."""
    card = command.action if isinstance(command, PlayCard) else ""
    return replace(_rich(mat), open=mat.open + card if card not in mat.open + mat.secret else mat.open)


def _supplied(mat: Mat) -> Mat:
    """Return a mat that has a disc of each kind."""
    return replace(mat, coloured=max(mat.coloured, 1), white=max(mat.white, 1), support=max(mat.support, 1))


def state_after(commands: Sequence[Command], state: State) -> State | None:
    """Return the state to which decisions lead; ``None`` where one is illegal."""
    try:
        for command in commands:
            _, state = step(state, command)
    except IllegalCommandError:
        return None
    return state
