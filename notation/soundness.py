"""Whether a state that came from a text can be one of a game: a state that cannot would lead play astray.

Numbers and letters have been looked at before; here is what one part of a position says about another.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from calimala_es.board import STREETS
from calimala_es.components import GAME, SEATS, UNKNOWN
from calimala_es.editions import EDITIONS
from calimala_es.initial import initial
from calimala_es.mishaps import MOST_AT_REST
from calimala_es.state import (
    Activation,
    Bottom,
    Dealing,
    Drafting,
    Drawing,
    Due,
    EndCheck,
    Finale,
    Frame,
    Keeping,
    Over,
    Placing,
    Revealing,
    Scoring,
    State,
    TurnEnd,
    TurningUp,
)

Complaint = tuple[str, str]
"""The field of a position line that is wrong, and what is."""

FRAME_WORDS: Final[dict[type[Frame], str]] = {
    Dealing: "deal",
    TurningUp: "turn-up",
    Keeping: "keep",
    Drafting: "draft",
    Placing: "place",
    Due: "due",
    Activation: "act",
    Drawing: "draw",
    Bottom: "bottom",
    Scoring: "score",
    TurnEnd: "turn-end",
    EndCheck: "end-check",
    Revealing: "reveal",
    Finale: "finale",
    Over: "over",
}
"""What the frames are called in a position line."""

_SHAPE: Final = re.compile(
    "((draw>)?act>)?(due>){0,3}(bottom>)?turn-end>|score>turn-end>|place>|end-check>|(score>)*(reveal>)*finale>|over>"
)
_TURN_0: Final = (Dealing, TurningUp, Keeping, Drafting)


def complaints(state: State) -> Iterator[Complaint]:
    """Everything that no game brings forth."""
    frames = (state.now, *state.later)
    if type(state.now) in _TURN_0:
        yield from _about_turn_0(state, frames)
    else:
        yield from _about_turn(state, frames)
    yield from _about_influence(state)
    if sorted(mark for mark in state.council if mark in SEATS) != sorted(state.seats):
        yield "seats taken", "they are not those of the council"
    due = {frame.street for frame in frames if type(frame) is Bottom}
    for street, stack in zip(STREETS, state.stacks, strict=True):
        if len(stack) > MOST_AT_REST and street not in due:
            yield "streets", f"more than {MOST_AT_REST} discs lie on a street from which none is due"
        if len(stack) <= MOST_AT_REST and street in due:
            yield "pending", "a bottom disc is due from a street without four discs"


def _about_turn_0(state: State, frames: tuple[Frame, ...]) -> Iterator[Complaint]:
    beginning = initial(state.setup)
    regular = (beginning.now, *beginning.later)[-len(frames) :]
    if state.turn or frames[:-1] != regular[:-1] or frames[-1] != Placing(state.active):
        yield "pending", "turn 0 does not go on like this"
        return
    left = [type(frame) for frame in frames]
    edition = EDITIONS[state.setup.ruleset.edition]
    players = len(state.mats)
    starting = edition.starting_cards
    taken = players - left.count(Drafting)
    if not set(state.laid_out) <= set(starting) or len({*state.laid_out}) != len(starting) - taken:
        yield "cards", f"{len(starting) - taken} different starting cards lie open, out of {' '.join(starting)}"
    if len(state.laid_out) != len({*state.laid_out}):
        yield "cards", "a starting card lies open twice"
    kept = players - left.count(Keeping)
    if [len(mat.kept) for mat in state.mats] != [1] * kept + [0] * (players - kept):
        yield "players", f"{kept} of the players have kept an influence card, in their order"
    if len(state.by_board) != edition.by_board[players] - left.count(TurningUp):
        yield "cards", "not as many influence cards lie by the board as have been turned up"


def _about_turn(state: State, frames: tuple[Frame, ...]) -> Iterator[Complaint]:
    if not state.turn:
        yield "turn", "the first turn is turn 1"
    if state.laid_out:
        yield "cards", "starting cards lie open in turn 0 only"
    words = "".join(FRAME_WORDS[type(frame)] + ">" for frame in frames)
    if not _SHAPE.fullmatch(words):
        yield "pending", "frames in this order cannot be"
    elif any(getattr(frame, "seat", 0) == GAME for frame in frames if type(frame) is not Revealing):
        yield "pending", "only an influence card belongs to the board"
    else:
        yield from _about_activations(frames)
        yield from _about_reveals(state, frames)
        if any(frame.seat != state.active for frame in frames if isinstance(frame, Placing | Bottom)):
            yield "pending", "it is another player's turn"


def _about_activations(frames: tuple[Frame, ...]) -> Iterator[Complaint]:
    discs = [frame for frame in frames if isinstance(frame, Due | Activation)]
    if len({frame.street for frame in frames if isinstance(frame, Due | Activation | Bottom)}) > 1:
        yield "pending", "a turn activates the discs of one street"
    if any(above.depth >= below.depth for above, below in pairwise(discs)):
        yield "pending", "discs are activated from top to bottom"
    for frame in discs:
        most = 2 if frame.depth == 1 else 1
        if not 1 <= frame.depth <= 3 or any(frame.pending.count(action) > most for action in frame.pending):
            yield "pending", "a disc at depth 1 to 3 has each action of its street once, a white one on top twice"
        if frame.duty and frame.depth != 1:
            yield "pending", "only the disc just placed brings a duty"
        if type(frame) is Due and not frame.pending:
            yield "pending", "a disc that is due has actions"
    if type(frames[0]) is Drawing and frames[0].seat != discs[0].seat:
        yield "pending", "a card is drawn by the player whose disc is active"


def _about_reveals(state: State, frames: tuple[Frame, ...]) -> Iterator[Complaint]:
    if not any(type(frame) is Finale for frame in frames):
        return
    seats = [frame.seat for frame in frames if type(frame) is Revealing]
    if seats[:1] == [GAME] and UNKNOWN in state.by_board:
        seats = seats[1:]
    if seats != [seat for seat, mat in enumerate(state.mats) for _ in mat.kept]:
        yield "pending", "what is turned over are the influence cards kept, by seat, after an unknown one by the board"
    last = frames[-1]
    if type(last) is Finale and last.index and len(frames) > 1:
        yield "pending", "the final scoring begins with the first card"


def _about_influence(state: State) -> Iterator[Complaint]:
    edition = EDITIONS[state.setup.ruleset.edition]
    players = len(state.mats)
    if len(state.by_board) > edition.by_board[players]:
        yield "cards", f"at most {edition.by_board[players]} influence cards lie by the board"
    places = [{*state.by_board}]
    for mat in state.mats:
        if len(mat.dealt) > edition.dealt[players] or len({*mat.dealt}) < len(mat.dealt):
            yield "players", f"at most {edition.dealt[players]} different influence cards are dealt to a player"
        if len(mat.kept) + len(mat.shown) > 1:
            yield "players", "a player keeps one influence card"
        places.append({*mat.dealt, *mat.kept, *mat.shown})
    known = [card for place in places for card in place if card != UNKNOWN]
    if len(known) != len({*known}):
        yield "players", "an influence card is in two places"
