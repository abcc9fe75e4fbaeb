"""Boards as they may be: every card that a position does not show is drawn at random from those that it can be.

Give it the position as somebody sees it (``calimala_es.view``), and nothing comes out that they cannot know. What the
hands may be follows from all that happened (``hands``); without it, an unknown card is any of those that are not shown.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from calimala_es.components import INFLUENCE_CARDS, UNKNOWN, InfluenceCard
from calimala_es.deck import dealt_to_each, with_pool
from calimala_es.errors import BoardError
from calimala_es.frames import Frame, InfluenceDeal, KeepOneCard
from calimala_es.playing import Board
from calimala_es.state import Mat, State, agenda_of
from replays.judge.hands import PossibleHands

_MOST_CHANCE: Final = 2147483646


def sampled_board(state: State, random: Random, hands: PossibleHands | None = None) -> Board:
    """Return a board on which every unknown card is one that it may be; raise ``BoardError`` if there is none.

    >>> from calimala_es import Setup, initial, step
    >>> from calimala_es.commands import DealInfluence
    >>> _, state = step(initial(Setup("bry", "WBMUCAVTS")), DealInfluence(()))
    >>> sampled_board(state, Random(7)).mats[0].dealt > 0
    True
    """
    return Board.from_game(sampled_state(state, random, hands), 1 + int(random.random() * _MOST_CHANCE))


def sampled_state(state: State, random: Random, hands: PossibleHands | None = None) -> State:
    """Return a position in which every unknown card is one that it may be."""
    state = _with_influence(state, random)
    if all(not mat.unknown for mat in state.mats):
        return state
    pool = [*state.pool]
    for card in state.laid_out:
        pool.remove(card)
    if len(pool) != state.deck + sum(mat.unknown for mat in state.mats):
        raise BoardError("the cards in the hands and in the deck are not those of the box; correct the record first")
    drawn = _drawn(state, pool, random, hands.draw(random) if hands else [])
    mats = [replace(mat, secret=mat.secret + cards, unknown=0) for mat, cards in zip(state.mats, drawn, strict=True)]
    now, later = agenda_of([_sampled_frame(frame, mats) for frame in state.frames])
    return with_pool(replace(state, mats=tuple(mats), now=now, later=later))


def _drawn(state: State, pool: list[str], random: Random, hands: Sequence[str]) -> list[str]:
    """Return the unknown cards of each mat: those that follow from what happened, or any of the pool."""
    hands = [*hands, *[""] * (len(state.mats) - len(hands))]
    if all(len(cards) == mat.unknown for mat, cards in zip(state.mats, hands, strict=True)):
        return [*hands]
    random.shuffle(pool)
    found: list[str] = []
    for mat in state.mats:
        found.append("".join(pool[: mat.unknown]))
        pool = pool[mat.unknown :]
    return found


def _sampled_frame(frame: Frame, mats: list[Mat]) -> Frame:
    """Return a frame in which the cards just drawn are among those of the hand (R11.Scali)."""
    if type(frame) is not KeepOneCard or UNKNOWN not in frame.drawn:
        return frame
    hand = mats[frame.seat].secret
    known = frame.drawn.replace(UNKNOWN, "")
    return KeepOneCard(frame.seat, known + hand[len(hand) - frame.drawn.count(UNKNOWN) :])


def _with_influence(state: State, random: Random) -> State:
    """Return the position with influence cards for those that are not known (R3.4, R8.2)."""
    setup = state.setup
    players, each = setup.players, dealt_to_each(state)
    face_down = setup.edition.face_down.get(players, 0)
    undealt = {frame.seat for frame in state.frames if type(frame) is InfluenceDeal}
    opened = state.by_board[face_down:] if setup.edition.laid_open.get(players, 0) else ()
    had: list[list[InfluenceCard]] = []
    for seat, mat in enumerate(state.mats[:players]):
        cards = (*mat.dealt, *mat.kept, *mat.shown, *opened[seat : seat + 1])
        had.append(_among(cards))
    known = {*state.by_board}.union(*had)
    free: list[InfluenceCard] = [card for card in INFLUENCE_CARDS if card not in known]
    random.shuffle(free)
    by_board = [*state.by_board]
    for place in range(face_down, len(by_board)):
        if by_board[place] == UNKNOWN:
            by_board[place] = _taken(free)
    mats = [*state.mats]
    for seat, mat in enumerate(state.mats[:players]):
        if seat in undealt:
            continue
        while len(had[seat]) < each:
            had[seat].append(_taken(free))
        dealt = tuple(_among(had[seat]))
        left: list[InfluenceCard] = [card for card in dealt if card not in (*by_board, *mat.kept, *mat.shown)]
        random.shuffle(left)
        mats[seat] = replace(mat, dealt=dealt, kept=_filled(mat.kept, left), shown=_filled(mat.shown, left))
    return replace(state, mats=tuple(mats), by_board=tuple(by_board))


def _among(cards: Iterable[InfluenceCard]) -> list[InfluenceCard]:
    """Return the different known influence cards among these, in the order of the box."""
    return sorted({card for card in cards if card != UNKNOWN}, key=INFLUENCE_CARDS.index)


def _filled(cards: tuple[InfluenceCard, ...], left: list[InfluenceCard]) -> tuple[InfluenceCard, ...]:
    """Return cards with one of those left for each that is unknown."""
    return tuple(_taken(left) if card == UNKNOWN else card for card in cards)


def _taken(free: list[InfluenceCard]) -> InfluenceCard:
    if not free:
        raise BoardError("the influence cards are not those of the box; correct the record first")
    return free.pop()
