"""Decisions, frames and goods as small integers, and back to the values of the readable rules.

A *decision* is a kind and a place in the list of that kind, ``kind << 12 | place``: an option of an action, a card, a
street and a disc. A *frame* has its kind in the lowest bits, then seat, street, depth, duty, one flag and the rest:
pending actions in four bits each, or whatever a frame of that kind has. Goods are three bits a number. No unknown card
has a code: on this board all cards are open.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any, Final, get_args

from calimala_es.board import STREET_INDEX, STREETS
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
from calimala_es.components import (
    ACTIONS,
    ALL_ROWS,
    AREA_ROWS,
    DISC_KINDS,
    GAME,
    INFLUENCE_CARDS,
    INTRIGUE,
    SCORING_TILES,
    UNKNOWN,
    WHITE,
    InfluenceCard,
    StartChoice,
    to_action,
    to_card,
)
from calimala_es.errors import BoardError
from calimala_es.frames import (
    ActionOffer,
    Activation,
    ActivationDue,
    AreaScoring,
    CardDiscard,
    CardDraft,
    CardDraw,
    CardOffer,
    DiscOffer,
    FamilyStart,
    FirstTurn,
    Frame,
    GameOver,
    InfluenceChoice,
    InfluenceDeal,
    InfluenceOpening,
    InfluenceReveal,
    InfluenceScoring,
    InfluenceTurnUp,
    IntrigueChoice,
    KeepOneCard,
    MoveOffer,
    Placement,
    Promotion,
    ThirdPartyAnswer,
    TileOffer,
    TileScoring,
    TurnEnd,
)
from calimala_es.options import HOUSE_CODES
from calimala_es.reach import ACTION_OPTIONS
from calimala_es.state import SEAT_OF, Built, Stock

# Decisions.

DO: Final = 1
SKIP: Final = 2
PLAY: Final = 3
DRAW: Final = 4
PLACE: Final = 5
END: Final = 6
DECLINE: Final = 7
DISCARD: Final = 8
MOVE: Final = 9
CHOOSE_TILE: Final = 10
ACTIVATE_WHITE: Final = 11
TAKE_BACK: Final = 12
REVEAL: Final = 13
DEAL: Final = 14
TURN_UP: Final = 15
KEEP: Final = 16
OPEN: Final = 17
DRAFT: Final = 18
START: Final = 19

KIND_AT: Final = 12
PLACE_MASK: Final = 4095

OPTIONS: Final = [(action, code) for action, options in ACTION_OPTIONS.items() for code in options]
"""Every option of every action, in the order in which decisions count them."""

ALL_ACTIONS: Final = "".join(ACTION_OPTIONS)
"""The nine actions and the four of Intrigue, in the order in which decisions count them."""

SKIP_INTRIGUE: Final = SKIP << KIND_AT | len(ALL_ACTIONS)
START_CHOICES: Final[tuple[StartChoice, ...]] = get_args(StartChoice)


def _about_discs_and_cards() -> Iterator[tuple[int, Command]]:
    """Yield the decisions of turns, each with its command."""
    for place, (action, code) in enumerate(OPTIONS):
        yield DO << KIND_AT | place, DoAction(to_action(action), code)
        if action in ACTIONS:
            yield PLAY << KIND_AT | place, PlayCard(to_action(action), code)
    for place, action in enumerate(ALL_ACTIONS + INTRIGUE):
        yield SKIP << KIND_AT | place, SkipAction(to_action(action))
    for place, card in enumerate(ACTIONS):
        for kind, command in ((DRAW, DrawCard), (DISCARD, DiscardCard), (DRAFT, DraftCard)):
            yield kind << KIND_AT | place, command(to_card(card))
    for street, name in enumerate(STREETS):
        for place, disc in enumerate(DISC_KINDS):
            yield PLACE << KIND_AT | street << 2 | place, PlaceDisc(name, disc)
        for depth in range(1, 5):
            yield TAKE_BACK << KIND_AT | street << 3 | depth, TakeDiscBack(name, depth)
    yield END << KIND_AT, EndActivation()
    yield DECLINE << KIND_AT, DeclineOffer()
    yield ACTIVATE_WHITE << KIND_AT, ActivateWhiteDisc()


def _about_offers_and_influence() -> Iterator[tuple[int, Command]]:
    """Yield the decisions about offers, starts and influence cards, each with its command."""
    for source, row in enumerate(ALL_ROWS):
        for target, other in enumerate(ALL_ROWS):
            yield MOVE << KIND_AT | source << 6 | target, MoveCube(row, other)
    for place, tile in enumerate(SCORING_TILES):
        yield CHOOSE_TILE << KIND_AT | place, ChooseTile(tile)
    for place, choice in enumerate(START_CHOICES):
        yield START << KIND_AT | place, ChooseStart(choice)
    for place, influence in enumerate(INFLUENCE_CARDS):
        yield REVEAL << KIND_AT | place, RevealInfluence(influence)
        yield TURN_UP << KIND_AT | place, TurnUpInfluence(influence)
        yield KEEP << KIND_AT | place, KeepInfluence(influence)
        yield OPEN << KIND_AT | place, OpenInfluence(influence)
    for count in (2, 3, 4):
        for places in combinations(range(len(INFLUENCE_CARDS)), count):
            cards: list[InfluenceCard] = [INFLUENCE_CARDS[place] for place in places]
            yield DEAL << KIND_AT | sum(1 << place for place in places), DealInfluence(tuple(cards))


COMMANDS: Final[dict[int, Command]] = dict((*_about_discs_and_cards(), *_about_offers_and_influence()))
"""The command of every decision."""

DECISIONS: Final[dict[Command, int]] = {command: decision for decision, command in COMMANDS.items()}
"""The decision of every command of which all cards are known."""


def to_decision(command: Command) -> int:
    """Return the decision for a command; raise ``BoardError`` where there is none, e.g. for an unknown card.

    >>> to_command(to_decision(PlaceDisc("36", "w")))
    PlaceDisc(street='36', disc='w')
    """
    decision = DECISIONS.get(command)
    if decision is None:
        raise BoardError(f"{command!r} has no number: on a board all cards are open; name the card")
    return decision


def to_command(decision: int) -> Command:
    """Return the command for a decision of ``legal_decisions``; raises ``KeyError`` for any other number."""
    return COMMANDS[decision]


# Frames.

PLACING: Final = 1
ACTING: Final = 2
DRAWING: Final = 3
PROMOTING: Final = 4
TURN_ENDING: Final = 5
SCORING: Final = 6
ANSWERING: Final = 7
CHOOSING_INTRIGUE: Final = 8
DISCARDING: Final = 9
KEEPING_ONE: Final = 10
OFFERING_CARD: Final = 11
OFFERING_ACTION: Final = 12
OFFERING_MOVE: Final = 13
OFFERING_TILE: Final = 14
OFFERING_DISC: Final = 15
SCORING_AREA: Final = 16
REVEALING: Final = 17
SCORING_INFLUENCE: Final = 18
OVER: Final = 19
DEALING: Final = 20
TURNING_UP: Final = 21
CHOOSING_INFLUENCE: Final = 22
OPENING: Final = 23
DRAFTING: Final = 24
STARTING: Final = 25
FIRST_TURN: Final = 26

KIND: Final = 31
SEAT_AT: Final = 5
STREET_AT: Final = 8
DEPTH_AT: Final = 12
DUTY_AT: Final = 15
DUTY: Final = 3 << DUTY_AT
ALL_IMPOSSIBLE: Final = 1 << 17
REST_AT: Final = 18
BY_BOARD: Final = 7
"""The seat in a frame that means the influence cards by the board."""

WHITE_DISC: Final = 6
"""A white disc in a stack, where a seat's disc is one more than the seat: four bits a disc, the lowest disc first."""


def pending_code(actions: str) -> int:
    """Return pending actions as a number: four bits each, one more than the action, the first lowest."""
    code = 0
    for action in reversed(actions):
        code = code << 4 | ALL_ACTIONS.index(action) + 1
    return code


def card_codes(cards: Iterable[str]) -> int:
    """Return influence cards as a number: four bits each, one more than the card (11: unknown), the first lowest."""
    code = 0
    for card in reversed([*cards]):
        code = code << 4 | (len(INFLUENCE_CARDS) if card == UNKNOWN else INFLUENCE_CARDS.index(card)) + 1
    return code


def stack_code(stack: str) -> int:
    """Return the discs on a street as a number."""
    return sum((WHITE_DISC if disc == WHITE else SEAT_OF[disc] + 1) << 4 * place for place, disc in enumerate(stack))


CARD_WIDTH: Final = 6
"""The bits that count the copies of one card in a hand or a pile."""

CARD_MASK: Final = (1 << CARD_WIDTH) - 1


def hand_code(cards: str) -> int:
    """Return action cards as a number: how many there are of each, in six bits each."""
    return sum(1 << CARD_WIDTH * ACTIONS.index(card) for card in cards)


def rows_mask(rows: Iterable[int]) -> int:
    """Return rows as a mask, a bit each."""
    mask = 0
    for row in rows:
        mask |= 1 << row
    return mask


_KINDS: Final[dict[type[Frame], int]] = {
    Placement: PLACING,
    ActivationDue: ACTING,
    Activation: ACTING,
    CardDraw: DRAWING,
    Promotion: PROMOTING,
    TurnEnd: TURN_ENDING,
    TileScoring: SCORING,
    ThirdPartyAnswer: ANSWERING,
    IntrigueChoice: CHOOSING_INTRIGUE,
    CardDiscard: DISCARDING,
    KeepOneCard: KEEPING_ONE,
    CardOffer: OFFERING_CARD,
    ActionOffer: OFFERING_ACTION,
    MoveOffer: OFFERING_MOVE,
    TileOffer: OFFERING_TILE,
    DiscOffer: OFFERING_DISC,
    AreaScoring: SCORING_AREA,
    InfluenceReveal: REVEALING,
    InfluenceScoring: SCORING_INFLUENCE,
    GameOver: OVER,
    InfluenceDeal: DEALING,
    InfluenceTurnUp: TURNING_UP,
    InfluenceChoice: CHOOSING_INFLUENCE,
    InfluenceOpening: OPENING,
    CardDraft: DRAFTING,
    FamilyStart: STARTING,
    FirstTurn: FIRST_TURN,
}

AREAS: Final = (*AREA_ROWS,)
"""The two areas of Intrigue, in the order in which frames count them."""


def _actions_mask(actions: str) -> int:
    return sum(1 << ALL_ACTIONS.index(action) for action in actions)


def _tile_number(tile: str) -> int:
    return SCORING_TILES.index(tile) + 1 if tile else 0


def _is_to_emperor(step: int) -> bool:
    return step > 0


_RESTS: Final[dict[str, Any]] = {
    "pending": pending_code,
    "actions": _actions_mask,
    "tile": _tile_number,
    "rows": rows_mask,
    "step": _is_to_emperor,
    "drawn": pending_code,
    "mark": bool,
    "area": AREAS.index,
    "index": int,
}
"""What the rest of a frame is, by the field that has it."""


def frame_code(frame: Frame) -> int:
    """Return a frame as a number; of a ``MoveOffer`` without its rows."""
    seat = getattr(frame, "seat", 0)
    street = getattr(frame, "street", "")
    code = (
        _KINDS[type(frame)]
        | (BY_BOARD if seat == GAME else seat) << SEAT_AT
        | (STREET_INDEX[street] << STREET_AT if street else 0)
        | getattr(frame, "depth", 0) << DEPTH_AT
        | getattr(frame, "duty", 0) << DUTY_AT
        | (ALL_IMPOSSIBLE if getattr(frame, "all_impossible", 0) else 0)
    )
    for field, rest in _RESTS.items():
        if hasattr(frame, field):
            code |= int(rest(getattr(frame, field))) << REST_AT
    return code


# Goods.

BRICK_AT: Final = 3
MARBLE_AT: Final = 6
SHIPS_AT: Final = 9
HOUSES_AT: Final = 12
CLOTH_AT: Final = 15
"""Where the numbers of goods begin; wood comes first, and of each workshop one more than its cloth last."""


def goods_code(stock: Stock, built: Built) -> int:
    """Return a stock, and what is built, as a number.

    >>> oct(goods_code(Stock(1, 2, 3), Built((4, 0), 1, "TH")))
    '0o1551321'
    """
    houses = sum(1 << place for place, city in enumerate(HOUSE_CODES) if city in built.houses)
    code = (
        stock.wood | stock.brick << BRICK_AT | stock.marble << MARBLE_AT | built.ships << SHIPS_AT | houses << HOUSES_AT
    )
    for place, cloth in enumerate(built.cloth):
        code |= cloth + 1 << CLOTH_AT + 3 * place
    return code
