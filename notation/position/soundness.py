"""Whether a state that came from a text can be one of a game: play from a state that cannot would go wrong.

Numbers and letters have been looked at before; here is what one part of a position says about another.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import dropwhile, pairwise, takewhile
from typing import Final

from calimala_es.board import STREETS
from calimala_es.components import GAME, SEATS, UNKNOWN, InfluenceCard
from calimala_es.decide.unrecorded import MOST_AT_REST
from calimala_es.deck import dealt_to_each
from calimala_es.families import FAMILIES
from calimala_es.families.family import Family
from calimala_es.frames import (
    INTERRUPTIONS,
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
)
from calimala_es.initial import initial
from calimala_es.messages import Message
from calimala_es.position import FRAME_WORDS
from calimala_es.state import Mat, State

Complaint = tuple[str, Message]
"""The field of a position line that is wrong, and what is."""


_SHAPE: Final = re.compile(
    "((draw>)?act>)?(due>){0,3}(bottom>)?turn-end>|score>turn-end>|place>|end-check>|(score>)*(reveal>)*finale>|over>"
)
"""The frames that may follow one another where nothing is plugged into the rules of the first edition."""

_DRAWS: Final = "(offer-action>)?(draw>){1,2}(sort>)?|sort>"
_ASIDE: Final = "(offer-card>|offer-move>)*"
_WIDE_SHAPE: Final = re.compile(
    f"({_DRAWS}|offer-move>)?(act>)?(third>|due>(third>)?|offer-disc>){{0,6}}"
    "(scheme>|discard>)?(offer-tile>)?(bottom>)?turn-end>"
    f"|{_ASIDE}score>{_ASIDE}turn-end>|{_ASIDE}turn-end>|place>|end-check>|over>"
    f"|({_ASIDE}score>)*{_ASIDE}(score-area>){{0,2}}(reveal>)*finale>"
)
"""The same with a third party, or with Intrigue and families."""

_TURN_0: Final = (InfluenceDeal, InfluenceTurnUp, InfluenceChoice, InfluenceOpening, CardDraft, FamilyStart, FirstTurn)
_ON_TOP: Final = (CardDraw, KeepOneCard)
"""What may come on top of the frames of turn 0."""


def find_complaints(state: State) -> Iterator[Complaint]:
    """Yield what is impossible in any game."""
    frames = state.frames
    if isinstance(state.now, _TURN_0) or (not state.turn and isinstance(state.now, _ON_TOP)):
        yield from _about_turn_0(state, frames)
    else:
        yield from _about_turn(state, frames)
    if any(type(frame) is KeepOneCard and not _holds_drawn(state.mats[frame.seat], frame) for frame in frames):
        yield "pending", Message("the cards drawn, of which one is discarded, must be in the hand")
    yield from _about_influence(state)
    for mat in state.mats[state.setup.players :]:
        if mat != Mat(0, 0, points=mat.points):
            yield "players", Message("the third party has only points")
    marked = sorted(mark for mark in state.council if mark in SEATS)
    beyond = "." not in state.council and state.setup.edition.ends_by_any_player
    if any(marked.count(seat) > state.seats.count(seat) for seat in marked) or (
        len(marked) != len(state.seats) and not beyond
    ):
        yield "seats taken", Message("the seats taken differ from those on the scoring tiles")
    due = {frame.street for frame in frames if type(frame) is Promotion}
    for street, stack in zip(STREETS, state.stacks, strict=True):
        if len(stack) > MOST_AT_REST and street not in due:
            yield (
                "streets",
                Message(
                    "a street can have more than {most} discs only while its bottom disc is about to leave",
                    most=MOST_AT_REST,
                ),
            )
        if len(stack) <= MOST_AT_REST and street in due:
            yield "pending", Message("the bottom disc leaves a street only when there are four")


def _about_turn_0(state: State, frames: tuple[Frame, ...]) -> Iterator[Complaint]:
    planned = tuple(dropwhile(lambda frame: isinstance(frame, _ON_TOP), frames))
    on_top = frames[: len(frames) - len(planned)]
    beginning = initial(state.setup)
    regular = beginning.frames[-len(planned) :]
    goes_on = len(planned) > 1 and planned[:-1] == regular[:-1] and planned[-1] == Placement(state.active)
    if state.turn or not goes_on or not all(_draws_at_start(state, frame) for frame in on_top):
        yield "pending", Message("turn 0 does not continue like this")
        return
    left = [type(frame) for frame in planned]
    edition, players = state.setup.edition, state.setup.players
    starting = edition.starting_cards
    lying = len(starting) - players + left.count(CardDraft) if CardDraft in left else 0
    if not set(state.laid_out) <= set(starting) or not _may_lie_open(state, lying):
        fields = {"number": lying, "cards": " ".join(starting)}
        yield "cards", Message("there must be {number} different starting cards face up, from {cards}", **fields)
    if len(state.laid_out) != len({*state.laid_out}):
        yield "cards", Message("a starting card is face up twice")
    if any(len(state.mats[seat].kept) != _chosen_before(state, seat, planned) for seat in range(players)):
        yield "players", Message("only the players who have chosen, in seating order, have kept influence cards")
    if len(state.by_board) != _most_by_board(state) - left.count(InfluenceTurnUp) - left.count(InfluenceOpening):
        yield "cards", Message("there are too few or too many influence cards beside the board")


def _may_lie_open(state: State, lying: int) -> bool:
    """Return whether so many starting cards lie open: more if nobody recorded which was taken."""
    shown = len({*state.laid_out})
    return shown == lying or (state.has_gap and lying > 0 and shown >= lying)


def _draws_at_start(state: State, frame: Frame) -> bool:
    """Return whether a card of turn 0 comes to a player whose family starts with cards (R11.Spini)."""
    family = _family(state, getattr(frame, "seat", GAME))
    return family is not None and family.start_draws > 0


def _family(state: State, seat: int) -> Family | None:
    return FAMILIES.get(state.mats[seat].family) if 0 <= seat < len(state.mats) else None


def _most_influence(state: State, seat: int) -> int:
    """Return how many influence cards a player keeps: one, or with Pulci all that were dealt."""
    family = _family(state, seat)
    return dealt_to_each(state) if family and family.keeps_all_influence else 1


def _chosen_before(state: State, seat: int, planned: tuple[Frame, ...]) -> int:
    """Return how many influence cards a player has chosen while these frames of turn 0 are to come."""
    family = _family(state, seat)
    still = FamilyStart(seat) if family and family.keeps_all_influence else InfluenceChoice(seat)
    return 0 if still in planned else _most_influence(state, seat)


def _about_turn(state: State, frames: tuple[Frame, ...]) -> Iterator[Complaint]:
    if not state.turn:
        yield "turn", Message("the first turn is turn 1")
    if state.laid_out:
        yield "cards", Message("starting cards are face up in turn 0 only")
    words = "".join(FRAME_WORDS[type(frame)] + ">" for frame in frames)
    if not (_WIDE_SHAPE if state.setup.third or state.setup.intrigue else _SHAPE).fullmatch(words):
        yield "pending", Message("the game cannot wait for these things in this order")
    elif any(getattr(frame, "seat", 0) == GAME for frame in frames if type(frame) is not InfluenceReveal):
        yield (
            "pending",
            Message("only an influence card is revealed beside the board; everything else waits for a player"),
        )
    else:
        yield from _about_activations(frames)
        yield from _about_expansions(state, frames)
        yield from _about_reveals(state, frames)
        to_come = frames[1:] if type(state.now) is Promotion else frames
        if any(frame.seat != state.active for frame in to_come if isinstance(frame, _OF_ACTIVE)):
            yield "pending", Message("it is another player's turn")


def _about_activations(frames: tuple[Frame, ...]) -> Iterator[Complaint]:
    discs = [frame for frame in frames if isinstance(frame, ActivationDue | Activation | DiscOffer)]
    if (
        len({frame.street for frame in frames if isinstance(frame, ActivationDue | Activation | DiscOffer | Promotion)})
        > 1
    ):
        yield "pending", Message("a turn activates the discs of one street only")
    depths = [
        frame.depth for frame in frames if isinstance(frame, ActivationDue | Activation | DiscOffer | ThirdPartyAnswer)
    ]
    if any(above.depth >= below.depth for above, below in pairwise(discs)) or depths != sorted(depths):
        yield "pending", Message("discs are activated from top to bottom")
    for frame in discs:
        if not 1 <= frame.depth <= 3:
            yield "pending", Message("only the top three discs are activated")
        if not isinstance(frame, DiscOffer):
            yield from _about_disc(frame)
    on_top = [*takewhile(lambda frame: isinstance(frame, INTERRUPTIONS), frames)]
    below = frames[len(on_top) :][:1]
    seats = {frame.seat for frame in (*on_top, *below) if isinstance(frame, (Activation, *INTERRUPTIONS))}
    if on_top and len(seats) > 1:
        yield "pending", Message("only the player whose disc is active draws a card")


_OF_ACTIVE: Final = (Placement, Promotion, TileOffer)
"""The frames in which only the player acts whose turn it is.

If the turn is seen to be another player's, the player who began what is under way ends it, a bottom disc included.
"""


def _about_expansions(state: State, frames: tuple[Frame, ...]) -> Iterator[Complaint]:
    """Yield what only a third party, Intrigue or a family brings."""
    for frame in frames:
        if isinstance(frame, ThirdPartyAnswer) and not (state.setup.third and 1 <= frame.depth <= 3):
            yield "pending", Message("the third party acts only in a game for two, after one of the top three discs")
        if isinstance(frame, IntrigueChoice | CardDiscard | AreaScoring) and not state.setup.intrigue:
            yield "pending", Message("{word} belongs only to a game with Intrigue", word=FRAME_WORDS[type(frame)])
        if isinstance(frame, KeepOneCard | CardOffer | ActionOffer | MoveOffer | TileOffer | DiscOffer):
            if _family(state, frame.seat) is None:
                yield "pending", Message("{word} is only for a player with a family", word=FRAME_WORDS[type(frame)])


def _holds_drawn(mat: Mat, frame: KeepOneCard) -> bool:
    """Return whether the cards drawn are among those of the hand that do not lie open."""
    return Counter(frame.drawn) <= Counter(mat.secret + UNKNOWN * mat.unknown)


def _about_disc(frame: ActivationDue | Activation) -> Iterator[Complaint]:
    most = 2 if frame.depth == 1 else 1
    if any(frame.pending.count(action) > most for action in frame.pending):
        yield "pending", Message("a disc does each action of its street once; a white disc on top does each twice")
    if frame.duty and frame.depth != 1:
        yield "pending", Message("only the disc just placed must do an action")
    if type(frame) is ActivationDue and not frame.pending and frame.depth != 1:
        yield "pending", Message("a disc that is still to be activated must have actions")


def _about_reveals(state: State, frames: tuple[Frame, ...]) -> Iterator[Complaint]:
    if not any(type(frame) is InfluenceScoring for frame in frames):
        return
    seats = [frame.seat for frame in frames if type(frame) is InfluenceReveal]
    unknown = min(seats.count(GAME), state.by_board.count(UNKNOWN))
    seats = seats[unknown:] if seats[:unknown] == [GAME] * unknown else seats
    if seats != [seat for seat, mat in enumerate(state.mats) for _ in mat.kept]:
        yield (
            "pending",
            Message("the influence cards kept are revealed seat by seat, after an unknown one beside the board"),
        )
    last = frames[-1]
    if type(last) is InfluenceScoring and last.index and len(frames) > 1:
        yield "pending", Message("the final scoring begins with the first card")


def _about_influence(state: State) -> Iterator[Complaint]:
    edition, players = state.setup.edition, state.setup.players
    if len(state.by_board) > _most_by_board(state):
        most = _most_by_board(state)
        yield "cards", Message("the limit for influence cards beside the board is {most}", most=most)
    places = [{*state.by_board}]
    for seat, mat in enumerate(state.mats):
        if len(mat.dealt) > edition.dealt[players] or len({*mat.dealt}) < len(mat.dealt):
            most = edition.dealt[players]
            yield "players", Message("a player is dealt up to {most} different influence cards", most=most)
        if len(mat.kept) + len(mat.shown) > _most_influence(state, seat):
            yield "players", Message("a player keeps one influence card; with the Pulci family, all that were dealt")
        places.append({*mat.dealt, *mat.kept, *mat.shown} - _laid_open(state, mat))
    if not isinstance(state.frames[-1], InfluenceScoring | GameOver) and any(mat.shown for mat in state.mats):
        yield "players", Message("influence cards are revealed at the end only")
    known = [card for place in places for card in place if card != UNKNOWN]
    if len(known) != len({*known}):
        yield "players", Message("an influence card is in two places")


def _most_by_board(state: State) -> int:
    """Return how many influence cards lie by the board once all do: face up, face down, and those that players add."""
    edition, players = state.setup.edition, state.setup.players
    added = edition.laid_open.get(players, 0) * players
    return edition.by_board[players] + edition.face_down.get(players, 0) + added


def _laid_open(state: State, mat: Mat) -> set[InfluenceCard]:
    """Return the cards dealt to a player that lie by the board since he laid them open (R8.2)."""
    opens = bool(state.setup.edition.laid_open.get(state.setup.players))
    gone = {*mat.kept, *mat.shown}
    return {card for card in mat.dealt if card in state.by_board and card not in gone} if opens else set()
