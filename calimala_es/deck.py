"""The cards that nobody sees: what chance may give, as far as is known, and what a shuffled deck gives.

Which influence card was dealt to whom is hidden, so any may come that is not known to be elsewhere (R3.4, R7.3).
Randomness comes from outside as a ``random.Random``; a note taken at the table and a share code are other sources of
the same commands.
"""

from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Final

from msgspec.structs import replace

from calimala_es.commands import Command, DealInfluence, DrawCard, TurnUpInfluence
from calimala_es.components import ACTIONS, GAME, INFLUENCE_CARDS, UNKNOWN, ActionCards, InfluenceCard, to_card
from calimala_es.frames import CHANCE_FRAMES, CardDraw, InfluenceDeal, InfluenceReveal
from calimala_es.state import State


def dealt_to_each(state: State) -> int:
    """Return how many influence cards each player is dealt."""
    return state.setup.edition.dealt[state.setup.players]


def _elsewhere(state: State, seat: int) -> set[InfluenceCard]:
    """Return the cards that are known not to have gone to this seat (``GAME``: by the board)."""
    known: set[InfluenceCard] = {*state.by_board}
    for other, mat in enumerate(state.mats):
        if other != seat:
            known.update(mat.dealt, mat.kept, mat.shown)
    return known


def _free(state: State, seat: int) -> list[InfluenceCard]:
    elsewhere = _elsewhere(state, seat)
    return [card for card in INFLUENCE_CARDS if card not in elsewhere]


def possible_deals(state: State, most: int) -> list[tuple[InfluenceCard, ...]]:
    """Return the deals that may come: all of a seat's cards known first, none known last, in the order of the box."""
    cards = _free(state, GAME)
    return [deal for count in range(most, -1, -1) for deal in combinations(cards, count)]


def may_be_dealt(state: State, cards: tuple[InfluenceCard, ...], most: int) -> bool:
    """Check whether ``possible_deals`` lists this deal: different free cards in the order of the box, not too many."""
    return len(cards) <= most and cards == _in_order(cards) and _elsewhere(state, GAME).isdisjoint(cards)


@lru_cache(maxsize=1 << 10)
def _in_order(cards: tuple[InfluenceCard, ...]) -> tuple[InfluenceCard, ...]:
    """Return the influence cards among these, each once, in the order of the box."""
    return tuple(card for card in INFLUENCE_CARDS if card in cards)


def possible_influence(state: State, seat: int) -> tuple[InfluenceCard, ...]:
    """Return the influence cards that a player may keep, put by the board or reveal.

    That is one of those dealt or, where not all are known, any other or an unknown one; none known to be chosen,
    revealed or by the board already.
    """
    mat = state.mats[seat]
    cards = mat.dealt if len(mat.dealt) == dealt_to_each(state) else tuple(_free(state, seat))
    gone = {*state.by_board, *mat.kept, *mat.shown}
    return (*[card for card in cards if card not in gone], UNKNOWN)


def possible_reveals(state: State) -> tuple[InfluenceCard, ...]:
    """Return what the card that is revealed next may be: itself if it is known, else any that fits, or unknown."""
    now = state.now
    assert type(now) is InfluenceReveal
    if now.seat == GAME:
        return (*_by_board(state), UNKNOWN)
    card = state.mats[now.seat].kept[0]
    return (card,) if card != UNKNOWN else possible_influence(state, now.seat)


def _by_board(state: State) -> list[InfluenceCard]:
    """Return the cards that may be revealed by the board: free ones, and a dealt one that its player put there (R8.2).

    In which order unrecorded cards by the board are revealed does not matter.
    """
    free = {*_free(state, GAME)}
    laid_open = state.setup.edition.laid_open.get(state.setup.players, 0)
    for mat in state.mats:
        if len({*mat.dealt} & {*state.by_board}) < laid_open:
            free.update({*mat.dealt} - {*state.by_board, *mat.kept, *mat.shown})
    return [card for card in INFLUENCE_CARDS if card in free]


# The deck of action cards.


def unseen(state: State) -> str:
    """Return the cards of the box that are neither in the open pile nor known in a hand, sorted: a state's ``pool``."""
    return left_over(state.discard + "".join([mat.open + mat.secret for mat in state.mats]), state.setup.ruleset.deck)


def left_over(seen: ActionCards, deck: tuple[int, ...]) -> ActionCards:
    """Return the cards of a box that are not among those seen, sorted; ``deck`` is that of ``Ruleset``."""
    return "".join([card * (deck[place] - seen.count(card)) for card, place in _BY_LETTER])


_BY_LETTER: Final = sorted((card, place) for place, card in enumerate(ACTIONS))


def with_pool(state: State) -> State:
    """Return the state with the pool that its pile and its hands leave."""
    return replace(state, pool=unseen(state))


# What chance gives.


def is_chance(state: State) -> bool:
    """Check whether chance acts now.

    >>> from calimala_es import Setup, initial
    >>> is_chance(initial(Setup("bry", "WBMUCAVTS")))
    True
    """
    return type(state.now) in CHANCE_FRAMES


def chance_command(state: State, random: Random) -> Command:
    """Return what a shuffled deck gives in a state that waits for chance; every card is as likely as at the table.

    Where observations leave no card to come, the card is unknown.

    >>> from random import Random
    >>> from calimala_es import Setup, initial
    >>> state = initial(Setup("bry", "WBMUCAVTS"))
    >>> chance_command(state, Random(7))
    DealInfluence(cards=('LIS', 'LON', 'SCR'))
    """
    now = state.now
    if type(now) is CardDraw:
        return DrawCard(to_card(state.pool[int(random.random() * len(state.pool))]) if state.pool else UNKNOWN)
    if type(now) is InfluenceDeal:
        most = dealt_to_each(state)
        return DealInfluence(random.choice([deal for deal in possible_deals(state, most) if len(deal) == most]))
    return TurnUpInfluence(random.choice([deal for deal in possible_deals(state, 1) if deal])[0])
