"""The observations that a recorded decision requires where the record does not say what players have.

In a placement record some turns may be recorded in full. What the turns between them produced is not recorded, so what
such a turn needs is observed: this module supplies observations before its decisions, as few as the rules require.
Hands are not recorded either; the acting player is assumed to hold some unknown cards.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from calimala_es.commands import (
    Command,
    DeclineOffer,
    DiscardCard,
    DoAction,
    DrawCard,
    EndActivation,
    MarkMissed,
    MoveCube,
    ObservePart,
    PlaceDisc,
    PlayCard,
    SkipAction,
)
from calimala_es.components import ACTIONS, ALL_ROWS, PLACE_OF_ROW, ROW_INDEX, SEATS, UNKNOWN, WORKSHOP_CELLS
from calimala_es.decide import decide
from calimala_es.errors import IllegalCommandError
from calimala_es.families import FAMILIES
from calimala_es.frames import (
    ActionOffer,
    Activation,
    CardDiscard,
    CardDraw,
    CardOffer,
    DiscOffer,
    IntrigueChoice,
    KeepOneCard,
    Placement,
)
from calimala_es.observation import apply_observation
from calimala_es.options import OWN_BIT, TOWARDS
from calimala_es.reach import ACTION_OPTIONS, mat_mask, possible_options
from calimala_es.state import State, cubes_by_place

LEAST_UNKNOWN: Final = 2
"""The smallest number of unknown cards in hand with which an activation cannot end by itself."""

UNKNOWN_CARDS: Final = 6
"""The number of unknown cards that a player is assumed to hold if their hand is not recorded."""

MOST_UNKNOWN: Final = 12
"""The number of unknown cards with which everything is within reach that the board has room for."""

LEAST_DECK: Final = 12
FULL_DECK: Final = 30
"""A deck with fewer than ``LEAST_DECK`` cards is assumed to have ``FULL_DECK``."""


class Following(NamedTuple):
    """What a record says after a decision, as far as the decision depends on it.

    ``has_card``: a card is drawn for an action not done, or something else is done instead. ``deed`` is the intrigue
    action after the last activation, or what is done instead of drawing a card; ``moved`` is the cube that moves on
    (R11.Bardi). ``cards`` are the others that must be in the deck for the first of two drawn cards: see
    ``cards_after``.
    """

    has_card: bool = False
    deed: DoAction | SkipAction | None = None
    moved: MoveCube | None = None
    cards: str = ""


def is_first_of_two(state: State) -> bool:
    """Return whether a card is due and another one after it, of which the player keeps one (R11.Scali)."""
    now = state.now
    return type(now) is CardDraw and state.later[:2] == (now, KeepOneCard(now.seat))


def cards_after(first: str, second: str, discarded: str) -> str:
    """Return the cards that follow the first of two: the second, and the discarded one if it must be unknown."""
    drawn = first + second
    return second + (discarded if UNKNOWN in drawn and discarded not in drawn else "")


ENDINGS: Final = (EndActivation, MarkMissed, DeclineOffer)
"""The decisions that the intrigue action may follow."""

NOTHING_FOLLOWS: Final = Following()


def means_of(state: State, command: Command, following: Following = NOTHING_FOLLOWS) -> list[ObservePart]:
    """Return what is observed before a decision, in the order in which it is supplied; empty where nothing helps."""
    taken: list[ObservePart] = []
    if type(command) is ObservePart:
        return taken
    for find in (_hands, _deck, _track, _for_command):
        for observed in find(state, command, following):
            state = apply_observation(state, observed.part, observed.value)
            taken.append(observed)
    return taken


def means_of_placement(state: State, command: PlaceDisc) -> list[ObservePart]:
    """Return the fewest unknown cards with which the disc could be placed where it was (R4.2).

    If all cards that help are in the open pile, the pile has been shuffled since.
    """
    if _is_legal(state, command) or type(state.now) is not Placement:
        return []
    seat, unknown = state.now.seat, state.mats[state.now.seat].unknown
    for seen in ([], [ObservePart("discard", "")]):
        for count in range(unknown + 1, MOST_UNKNOWN + 1):
            taken = [*seen, _with_unknown(state, seat, count)]
            if _is_legal(_after(state, taken), command):
                return taken
    return []


def _is_legal(state: State, command: Command) -> bool:
    try:
        decide(state, command)
    except IllegalCommandError:
        return False
    return True


def _with_unknown(state: State, seat: int, count: int) -> ObservePart:
    mat = state.mats[seat]
    known = "".join(sorted(mat.open + mat.secret, key=ACTIONS.index))
    return ObservePart(f"{seat}.hand", known + UNKNOWN * count)


def _hands(state: State, command: Command, following: Following) -> Iterator[ObservePart]:
    """Yield unknown cards for the acting player, and for a player who may play one before a scoring (R11.Medici)."""
    now = state.now
    if not isinstance(now, Activation | CardOffer | CardDiscard | IntrigueChoice):
        return
    offered = [seat for seat, name in enumerate(state.setup.families) if name and FAMILIES[name].before_tile]
    for seat in sorted({now.seat, *offered}):
        if state.mats[seat].unknown < LEAST_UNKNOWN:
            yield _with_unknown(state, seat, UNKNOWN_CARDS)


def _deck(state: State, command: Command, following: Following) -> Iterator[ObservePart]:
    """Yield cards to be drawn, and a card seen elsewhere that has since been played and shuffled (R5.11)."""
    if state.deck < LEAST_DECK:
        yield ObservePart("deck", str(FULL_DECK))
    seat: int = getattr(state.now, "seat", 0)
    wanted = _cards_wanted(state, seat, command, following)
    may_see_own = not any(type(frame) is KeepOneCard and frame.drawn for frame in (state.now, *state.later))
    for card in dict.fromkeys(wanted):
        for other in (None, *(other for other in range(state.setup.players) if other != seat), seat):
            if state.pool.count(card) >= wanted.count(card):
                break
            if other is None:
                observed = ObservePart("discard", "")
            elif card in state.mats[other].open + state.mats[other].secret and (other != seat or may_see_own):
                observed = ObservePart(f"{other}.hand", UNKNOWN * state.mats[other].hand_size)
            else:
                continue
            state = apply_observation(state, observed.part, observed.value)
            yield observed


def _cards_wanted(state: State, seat: int, command: Command, following: Following) -> str:
    """Return the cards that must be hidden from everybody.

    Of two drawn cards, both and the discarded one are provided before the first (R11.Scali): once a card is drawn, the
    hand that received it cannot be observed differently without ending the choice.
    """
    if type(command) is DrawCard:
        return (command.card + following.cards).replace(UNKNOWN, "")
    if not isinstance(command, PlayCard | DiscardCard):
        return ""
    card = command.action if isinstance(command, PlayCard) else command.card
    mat = state.mats[seat]
    held = state.now.drawn if type(state.now) is KeepOneCard else mat.open + mat.secret
    return "" if card in held + UNKNOWN else card


def _track(state: State, command: Command, following: Following) -> Iterator[ObservePart]:
    """Yield room on the faction track, so that cards may be discarded for steps (R10.5)."""
    now = state.now
    if isinstance(now, CardDiscard) and type(command) is DiscardCard:
        seat, step, left = now.seat, now.step, 2
    elif isinstance(now, IntrigueChoice) and type(command) is DoAction:
        seat, step, left = now.seat, TOWARDS[command.action], 1
    else:
        return
    if state.mats[seat].faction * step + left > state.setup.ruleset.steps:
        yield ObservePart(f"{seat}.faction", "0")


def _for_command(state: State, command: Command, following: Following) -> Iterator[ObservePart]:
    now = state.now
    seat: int = getattr(now, "seat", 0)
    if isinstance(command, DoAction | PlayCard) and isinstance(
        now, Activation | IntrigueChoice | ActionOffer | CardOffer
    ):
        yield from enabling(state, seat, command.action, command.option)
        if following.moved is not None:
            yield from _reached(state, seat, following.moved.target)
    elif type(command) is SkipAction and type(now) is Activation:
        yield from _of_skip(state, seat, command, following)
    elif isinstance(command, ENDINGS) and isinstance(now, Activation | DiscOffer):
        scheming = state.later[0]
        if type(scheming) is IntrigueChoice:
            yield from _of_intrigue(state, scheming, following)


def _of_skip(state: State, seat: int, command: SkipAction, following: Following) -> Iterator[ObservePart]:
    """Yield what makes a skipped action impossible if a card is drawn for it, and possible otherwise."""
    taken: list[ObservePart] = []
    if following.has_card:
        taken += disabling(state, seat, command.action)
        if type(following.deed) is DoAction:
            seen = _after(state, taken)
            taken += enabling(seen, seat, following.deed.action, following.deed.option)
    elif not _is_possible(state, seat, command.action):
        taken += _cheapest(state, seat, command.action)
    if not taken and not _is_legal(state, command):
        taken.append(_with_unknown(state, seat, state.mats[seat].unknown))
    yield from taken


def _of_intrigue(state: State, now: IntrigueChoice, following: Following) -> Iterator[ObservePart]:
    """Yield what makes the intrigue action possible that is done or skipped; with neither, it is impossible (R10.1)."""
    if type(following.deed) is DoAction:
        yield from enabling(state, now.seat, following.deed.action, following.deed.option)
    elif following.deed is not None:
        if not any(_is_possible(state, now.seat, action) for action in now.pending):
            yield from _cheapest(state, now.seat, now.pending[0])
    else:
        for action in now.pending:
            for observed in disabling(state, now.seat, action):
                state = apply_observation(state, observed.part, observed.value)
                yield observed


def _reached(state: State, seat: int, target: str) -> Iterator[ObservePart]:
    """Yield the cube that a moving cube requires beside it: the player's, assumed to be where most cells are free."""
    place = PLACE_OF_ROW[ROW_INDEX[target]]
    if not cubes_by_place(state, seat)[place]:
        cells = state.setup.ruleset.cells
        rows = (row for row in range(len(state.rows)) if PLACE_OF_ROW[row] == place)
        row = max(rows, key=lambda row: cells[row] - len(state.rows[row]))
        yield ObservePart(ALL_ROWS[row], state.rows[row] + SEATS[seat])


def _after(state: State, taken: list[ObservePart]) -> State:
    for observed in taken:
        state = apply_observation(state, observed.part, observed.value)
    return state


def _is_possible(state: State, seat: int, action: str) -> bool:
    return bool(possible_options(action, state.free_cells | mat_mask(state.mats[seat])))


def _cheapest(state: State, seat: int, action: str) -> list[ObservePart]:
    """Return what makes an action possible with the option that requires the least, the first if several are equal."""
    plans = [enabling(state, seat, action, code) for code in ACTION_OPTIONS[action]]
    plans = [plan for plan in plans if plan and _is_possible(_after(state, plan), seat, action)]
    return min(plans, key=len) if plans else []


_GOODS: Final = {"W": "wood", "B": "brick", "M": "marble"}


def enabling(state: State, seat: int, action: str, option: str) -> list[ObservePart]:
    """Return what a player must have to do an action with this option; empty where that is not enough."""
    found = ACTION_OPTIONS.get(action, {}).get(option)
    mat = state.mats[seat]
    missing = found.needs & ~(state.free_cells | mat_mask(mat)) if found else 0
    cloth, houses = [*mat.cloth], {*mat.houses}
    wanted: dict[str, str] = {}
    for (question, count), bit in OWN_BIT.items():
        if not missing & bit:
            continue
        thing, _, what = question.partition(" ")
        if what == "room":
            wanted[_GOODS[thing]] = "3"
        elif what == "stock":
            wanted[_GOODS[thing]] = str(count)
        elif thing == "berth":
            wanted["ships"] = "2"
        elif thing == "ships":
            wanted["ships"] = str(count)
        elif thing == "lot":
            cloth = cloth[:2]
        elif thing == "loom":
            cloth[-1] = WORKSHOP_CELLS - 1
        elif thing == "cloth":
            cloth[0] += max(0, count - sum(cloth))
        elif what == "empty":
            houses.discard(thing)
        elif what == "house":
            houses.add(thing)
    if tuple(cloth) != mat.cloth:
        wanted["cloth"] = ".".join(map(str, cloth))
    if houses != {*mat.houses}:
        wanted["houses"] = "".join(code for code in "TBH" if code in houses)
    return [ObservePart(f"{seat}.{part}", wanted[part]) for part in _PARTS if part in wanted]


_PARTS: Final = ("wood", "brick", "marble", "cloth", "ships", "houses")

_FULL: Final = "4"
_NONE: Final = "0"
WITHOUT: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "W": (("wood", _FULL),),
    "B": (("brick", _FULL),),
    "M": (("marble", _FULL),),
    "U": (("wood", _NONE), ("brick", _NONE)),
    "A": (("marble", _NONE),),
    "V": (("cloth", _FULL),),
    "S": (("cloth", _NONE),),
    "T": (("cloth", _NONE),),
    "C": (("wood", _NONE), ("brick", _NONE), ("marble", _NONE), ("cloth", _NONE)),
    "K": (("cloth", _NONE),),
    "R": (("cloth", _NONE),),
    "E": (("wood", _NONE), ("brick", _NONE), ("marble", _NONE)),
    "N": (("wood", _NONE), ("brick", _NONE), ("marble", _NONE)),
}
"""What makes an action impossible: a full warehouse or full workshops, or nothing to spend."""


def disabling(state: State, seat: int, action: str) -> list[ObservePart]:
    """Return what a player must have for an action to be impossible."""
    taken: list[ObservePart] = []
    for part, value in WITHOUT[action]:
        if not _is_possible(state, seat, action):
            break
        mat = state.mats[seat]
        written = ".".join(value for _ in mat.cloth) if part == "cloth" else value
        is_so = (
            mat.cloth == tuple(int(value) for _ in mat.cloth) if part == "cloth" else str(getattr(mat, part)) == value
        )
        if not is_so:
            observed = ObservePart(f"{seat}.{part}", written)
            state = apply_observation(state, observed.part, observed.value)
            taken.append(observed)
    return taken
