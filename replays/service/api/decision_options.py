"""What may come next, sorted for a page of buttons: of which kind each decision is, and which one is likeliest."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from calimala_es.board import STREET_INDEX, STREETS, street_actions, street_names
from calimala_es.commands import (
    ActivateWhiteDisc,
    ChooseStart,
    ChooseTile,
    Command,
    DealInfluence,
    DeclineOffer,
    DiscardCard,
    DoAction,
    DraftCard,
    DrawCard,
    EndActivation,
    KeepInfluence,
    MoveCube,
    OpenInfluence,
    PlaceDisc,
    PlayCard,
    RevealInfluence,
    SkipAction,
    TakeDiscBack,
    TurnUpInfluence,
)
from calimala_es.components import INTRIGUE, INTRIGUE_ACTIONS, SEATS, UNKNOWN, DiscKind, Street, to_action
from calimala_es.events import ActionImpossible
from calimala_es.frames import Activation, CardDiscard, CardDraw, InfluenceChoice, InfluenceDeal, MoveOffer, Placement
from calimala_es.reach import ACTION_OPTIONS, OWN_TRAITS, TRAITS
from calimala_es.setup import Setup
from calimala_es.state import SEAT_OF, State
from notation.grammar.symbols import NOT_DONE, format_command
from replays.service.api.positions import LegalDecision
from replays.service.api.possible_decisions import PossibleDecisions
from replays.text.decisions import command_text
from replays.text.deeds import deed_text
from replays.text.languages import Language
from replays.text.messages import seat_waited_for
from replays.text.names import Names
from replays.text.terms import action_term


class DecisionOption(Struct, frozen=True):
    """A legal decision: in notation, in words, and its kind.

    ``group`` is ``street`` (a disc is placed or taken back), ``action``, ``card`` (a card is played or discarded),
    ``skip`` (an action is skipped, an offer declined), ``end`` (no more cards), ``draw`` (chance gives a card) or
    ``other``. ``street`` is its two squares, e.g. ``36``; ``disc`` is ``c`` for coloured, ``w`` white, ``s`` support,
    ``d`` support with two cards; ``action`` is the letter of the action or card; ``deed`` is what a played card does.
    Each of these is ``null`` if the decision has none.
    """

    symbol: str
    words: str
    group: str
    street: Street | None = None
    disc: DiscKind | None = None
    action: str | None = None
    deed: str | None = None


GROUPS: Final[dict[type[Command], str]] = {
    PlaceDisc: "street",
    TakeDiscBack: "street",
    DoAction: "action",
    PlayCard: "card",
    DiscardCard: "card",
    SkipAction: "skip",
    DeclineOffer: "skip",
    EndActivation: "end",
    DrawCard: "draw",
    DealInfluence: "draw",
    TurnUpInfluence: "draw",
    RevealInfluence: "draw",
    KeepInfluence: "other",
    OpenInfluence: "other",
    DraftCard: "other",
    ChooseStart: "other",
    ChooseTile: "other",
    MoveCube: "other",
    ActivateWhiteDisc: "other",
}
"""With which buttons a decision is shown."""


class ActiveDisc(Struct, frozen=True):
    """The disc being activated: its street, its depth (1 is the top) and the actions still to do."""

    street: Street
    depth: int
    pending: str


_UNSEEN: Final[dict[type, Command]] = {
    CardDraw: DrawCard(UNKNOWN),
    InfluenceDeal: DealInfluence(()),
    InfluenceChoice: KeepInfluence(UNKNOWN),
}
"""What comes for a frame where nobody at the table sees the card (R3.4, R5.9)."""

_DECLINED: Final = (CardDiscard, MoveOffer)
"""The offers that mostly are left."""


def decision_options(possible: PossibleDecisions, names: Names) -> list[DecisionOption]:
    """Return what may come, in the order of the rules."""
    return [_option(possible, command, names) for command in possible.commands]


def _option(possible: PossibleDecisions, command: Command, names: Names) -> DecisionOption:
    return _known_option(command, format_command(possible.state, command), _words_here(possible, command, names), names)


@lru_cache(maxsize=1 << 14)
def _known_option(command: Command, symbol: str, words: str | None, names: Names) -> DecisionOption:
    """Return an option, which is the same whenever the decision may come in a game; ``words`` are those of a moment."""
    return DecisionOption(
        symbol,
        words or command_text(command, names),
        GROUPS[type(command)],
        getattr(command, "street", None),
        getattr(command, "disc", None),
        getattr(command, "action", None) or getattr(command, "card", None),
        deed_text(command.action, command.option, names.language) if isinstance(command, PlayCard) else None,
    )


def _words_here(possible: PossibleDecisions, command: Command, names: Names) -> str | None:
    """Return the words of a decision that are others at another moment; ``None`` for those that are always the same."""
    if type(command) is SkipAction:
        return None if command.action in possible.doable else skip_text(possible, command, names)
    if type(command) is not DeclineOffer:
        return None
    state = possible.state
    if isinstance(state.now, CardDiscard):
        return names.language.text("discard no more cards")
    family = state.setup.families[seat_waited_for(state)]
    return names.language.text("do not use {family}'s ability", family=family)


def skip_text(possible: PossibleDecisions, command: SkipAction, names: Names) -> str:
    """Return that an action is skipped; or that it is impossible, and that a card is drawn if one is (R5.9)."""
    move = possible.move(command)
    settled = [isinstance(event, ActionImpossible) and event.action == command.action for event in move.events]
    if not any(settled):
        return command_text(command, names)
    words = impossible_text(command.action, names.language)
    if not settled[-1] or not isinstance(move.state.now, CardDraw):
        return words
    return names.language.text("{impossible}: draw a card", impossible=words)


def impossible_text(action: str, language: Language) -> str:
    """Return that an action is impossible."""
    return language.text("{action} is impossible", action=action_term(action, language))


def active_disc(state: State) -> ActiveDisc | None:
    """Return the disc that is being activated, also while a card is drawn for it; ``None`` where none is."""
    frames = (frame for frame in state.frames if isinstance(frame, Activation))
    frame = next(frames, None)
    return ActiveDisc(frame.street, frame.depth, frame.pending) if frame else None


def unseen_command(state: State) -> Command | None:
    """Return what chance gives, or a player chooses, without anybody seeing it; ``None`` where all is seen."""
    return _UNSEEN.get(type(state.now))


def usual_command(possible: PossibleDecisions) -> Command | None:
    """Return the likeliest decision; ``None`` where several are as likely."""
    command = unseen_command(possible.state)
    if command is not None:
        return command
    options = possible.commands
    if len(options) == 1:
        return options[0]
    if isinstance(possible.state.now, _DECLINED):
        return options[-1]
    acts = possible.acts
    if len(acts) == 1:
        return acts[0]
    return next((option for option in options if isinstance(option, EndActivation)), None)


# What a phone needs to go on with a turn while it has no connection: every street, and all that may be done there.
#
# It is made of the rule set and of the discs there, not of what is possible, since that changes with every
# decision: what is written down by it is checked once there is a connection.


class SheetActivation(Struct, frozen=True):
    """Who is activated at a depth, 1 for the disc just placed: the seat, ``null`` for nobody."""

    depth: int
    seat: int | None


class SheetStreet(Struct, frozen=True):
    """A street: its two squares, its name in notation, the actions of its two tiles and of its intrigue tile.

    ``discs`` are the letters of its discs, from the bottom. ``activations`` are those that a disc of the active player
    would bring about there; ``actions`` are all ways of doing each action, by its letter, whether possible or not.
    """

    street: Street
    name: str
    tiles: str
    intrigue: str
    discs: str
    activations: list[SheetActivation]
    actions: Mapping[str, list[LegalDecision]]


class TurnSheet:
    """The sheet of a game as it goes on: a street changes with its discs and with the player whose turn it is.

    May be asked from several threads.
    """

    def __init__(self) -> None:
        """Begin with nothing made."""
        self._made: tuple[State, Names, list[SheetStreet]] | None = None

    def of(self, state: State, names: Names) -> list[SheetStreet]:
        """Return the streets of a position, in the order of the rules; the same list while nothing changes."""
        setup, stacks, made = state.setup, state.stacks, self._made
        given, tiles, intrigue = street_names(setup.city), street_actions(setup.city), setup.intrigue or ("",) * 12
        before: Sequence[str] = ()
        known: list[SheetStreet] = []
        if made is not None:
            earlier, its_names, known = made
            if earlier.setup is setup and its_names is names and earlier.active == state.active:
                before = earlier.stacks
        if before == stacks:
            return known
        sheet = [
            known[place]
            if before and before[place] == stacks[place]
            else SheetStreet(
                street,
                given[street],
                tiles[street],
                intrigue[place],
                names.letters(stacks[place]),
                _activations(state, street),
                _actions_ever(setup.families, tiles[street] + intrigue[place], names.language),
            )
            for place, street in enumerate(STREETS)
        ]
        self._made = state, names, sheet
        return sheet


def _activations(state: State, street: Street) -> list[SheetActivation]:
    """Return the disc that is placed and the two below it (R4.3, R4.4); a white one is nobody's."""
    stack = state.stacks[STREET_INDEX[street]] + SEATS[state.active]
    third = state.setup.third_mark
    return [
        SheetActivation(depth, SEAT_OF[disc] if disc in SEAT_OF and disc != third else None)
        for depth, disc in enumerate(stack[:-4:-1], 1)
    ]


@lru_cache(maxsize=4096)
def _actions_ever(families: tuple[str, ...], actions: str, language: Language) -> dict[str, list[LegalDecision]]:
    """Return all that can ever be done with these actions in a game with these families."""
    own = [TRAITS[family] & OWN_TRAITS for family in families]
    deeds: dict[str, list[LegalDecision]] = {}
    for action in map(to_action, dict.fromkeys(actions)):
        needs = {code: way.needs & OWN_TRAITS for code, way in ACTION_OPTIONS[action].items()}
        commands: list[DoAction | SkipAction] = [
            DoAction(action, code) for code, need in needs.items() if not need or need in own
        ]
        commands.append(SkipAction(INTRIGUE if action in INTRIGUE_ACTIONS else action))
        deeds[action] = [_decision_ever(command, language) for command in commands]
    return deeds


def _decision_ever(command: DoAction | SkipAction, language: Language) -> LegalDecision:
    option = command.option if isinstance(command, DoAction) else NOT_DONE
    return LegalDecision(command.action + option, command_text(command, Names((), _ANY_SETUP, language)))


_ANY_SETUP: Final = Setup("bry", "")
"""Neither an action nor skipping it is said in other words with another set-up."""


MOST_TURNS: Final = 12
"""How many turns are listed; a table rarely plays more than that without a connection."""


class ComingTurn(Struct, frozen=True):
    """A turn that begins with one of the next placements; ``seat`` is ``null`` if it is not certain whose it is."""

    turn: int
    seat: int | None


def coming_turns(state: State, most: int = MOST_TURNS) -> Sequence[ComingTurn]:
    """Return the turns of the next placements, in order; none before the first disc can be placed, or after the end.

    Each places one disc (R4.1), so the next one clockwise with a disc left is next. A disc may come back to
    somebody who has none (R6.3), so from there on it is not certain.
    """
    if state.is_over or not (state.turn or isinstance(state.now, Placement)):
        return ()
    supplies = tuple([mat.supply for mat in state.mats])
    if isinstance(state.now, Placement):
        return _placing_turns(state.turn, state.active, supplies, most)
    return _placing_turns(state.turn + 1, (state.active + 1) % len(supplies), supplies, most)


@lru_cache(maxsize=256)
def _placing_turns(first: int, begins: int, supplies: tuple[int, ...], most: int) -> Sequence[ComingTurn]:
    """Return so many turns from one on, with which a seat begins; most decisions change no supply of discs."""
    left = [*supplies]
    seat: int | None = begins
    turns: list[ComingTurn] = []
    for turn in range(first, first + most):
        seat = seat if seat is not None and left[seat] > 0 else None
        turns.append(ComingTurn(turn, seat))
        if seat is not None:
            left[seat] -= 1
            seat = (seat + 1) % len(left)
    return tuple(turns)
