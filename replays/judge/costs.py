"""What every decision of a game cost, and what was luck.

Every moment has a value: the chance of winning of each player. That of a decision's moment is what the model says when
the turn has been played to its end by the policy, on boards that may be the one on the table. The change to the next
moment is *play*, of the player who decided. The value before a draw is the average of the values after all cards that
may come, so the change that a draw brings is *luck*. What a player's chance gained in all is luck and play together.

What a decision *cost* is another question: by how much the best alternative raises its player's chance above it, as
that player could see the game. A decision without an alternative changes nothing and costs nothing: what was bad was
decided before, or luck.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from math import fsum
from random import Random
from typing import Any, Final

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from calimala_es.commands import Command, DiscardCard, PlayCard, SkipAction
from calimala_es.components import UNKNOWN
from calimala_es.decide import step
from calimala_es.deck import with_pool
from calimala_es.errors import BoardError, CalimalaError
from calimala_es.families import FAMILIES
from calimala_es.frames import Activation, Placement
from calimala_es.game import Game, start_of
from calimala_es.playing import Board, carry_out, legal_decisions, to_command, to_decision
from calimala_es.playing.board import BoardRules
from calimala_es.playing.codes import CARD_MASK, CARD_WIDTH, DRAW, KIND, KIND_AT, PLACE_MASK, PLACING, PLAY
from calimala_es.reach import can_reach
from calimala_es.state import State, with_mat
from calimala_es.view import view_state
from notation.grammar.symbols import format_command
from replays.judge.hands import RECORDED, Past, PossibleHands
from replays.judge.lookahead import Candidate, Effort, Lookahead, lead, mean
from replays.judge.model import model_of
from replays.judge.worlds import sampled_board, sampled_state
from replays.replay import Replay

Chances = tuple[float, ...]
"""The chance of winning of each player, from 0 to 1."""


class JudgeEffort(Struct, frozen=True):
    """How much the judge does: when a disc is placed, for any other decision, and on how many boards it looks for the
    value of a moment.

    ``again`` is how a placement is compared once more with the best other one, and so is any other decision that seems
    to cost something: over many turns, since what goods and discs will be good for shows late.
    """

    placements: Effort = Effort(decisions=10, boards=4, turns=6)
    others: Effort = Effort(decisions=8, boards=4, turns=2)
    again: Effort = Effort(decisions=2, boards=16, turns=12)
    boards: int = 4


def effort_with(boards: int) -> JudgeEffort:
    """Return how much is done when decisions are compared on so many boards in the end, the rest in proportion."""
    usual = JudgeEffort()
    fewer = max(1, boards * usual.others.boards // usual.again.boards)
    return JudgeEffort(
        usual.placements._replace(boards=fewer),
        usual.others._replace(boards=fewer),
        usual.again._replace(boards=boards),
        fewer,
    )


MOST_ALTERNATIVES: Final = 3
SURE: Final = 2.0
"""How many standard errors a cost must have to be called a mistake."""

LEAST_CHANGE: Final = 0.01
"""How much a turning point changes somebody's chance at least."""

GLYPH_COSTS: Final = ((0.15, 4), (0.08, 2), (0.04, 6))
"""From which cost on a decision is suggested which glyph: a blunder, a mistake, a dubious decision."""

ONLY_GOOD: Final = 0.08
"""How much worse the second best must be for the best to get an exclamation mark."""

GOOD_GLYPH: Final = 1


class Alternative(Struct, frozen=True):
    """A decision that could be taken.

    ``symbol`` is its symbol in the notation, ``chances`` and ``points`` what is to be expected after it, by player;
    ``line`` are the symbols of what may follow to the end of the turn.
    """

    symbol: str
    chances: Chances
    points: tuple[float, ...]
    line: tuple[str, ...]


class JudgedMove(Struct, frozen=True):
    """A decision of a player or of chance.

    ``id`` is where it is in the game, ``seat`` the player who decided, -1 for chance. ``before`` and ``after`` are the
    values of the two moments. ``cost`` is how much the player's chance would be higher after the best alternative, as
    the player could see it, ``error`` its standard error, ``boards`` on how many boards both were tried: 0 where
    nothing was compared. ``best`` are the best alternatives, the decision itself perhaps among them. ``glyph`` is the
    number of the suggested glyph, 0 for none.
    """

    move: int
    id: str
    turn: int
    seat: int
    symbol: str
    is_placement: bool
    before: Chances
    after: Chances
    cost: float = 0.0
    error: float = 0.0
    boards: int = 0
    best: tuple[Alternative, ...] = ()
    glyph: int = 0

    @property
    def change(self) -> Chances:
        """How much the chance of each player changed."""
        return tuple(late - early for early, late in zip(self.before, self.after, strict=True))

    @property
    def greatest_change(self) -> float:
        """How much the chance of some player changed, up or down, at most."""
        return max(map(abs, self.change))

    @property
    def is_mistake(self) -> bool:
        """Whether the decision surely cost something that a glyph is suggested for."""
        return self.cost >= GLYPH_COSTS[-1][0] and self.cost > SURE * self.error


class Judgement(Struct, frozen=True):
    """The decisions of a game with what they cost, and sums by player.

    ``luck`` is what draws changed, ``play`` what all decisions of players changed; ``played`` has a row for each player
    who decided, with the change for every player. ``costs`` are the sums of what each player's mistakes cost:
    the other costs may be nothing but noise.
    ``missed`` is where the first thing is that was not recorded, up to which the game was judged; empty if there is
    none.
    """

    seed: str
    moves: tuple[JudgedMove, ...]
    initial: Chances
    final: Chances
    luck: Chances
    play: Chances
    played: tuple[Chances, ...]
    costs: tuple[float, ...]
    missed: str = ""

    @property
    def turning(self) -> list[JudgedMove]:
        """The moves that changed somebody's chance, the greatest change first."""
        found = [move for move in self.moves if move.greatest_change >= LEAST_CHANGE]
        return sorted(found, key=lambda move: -move.greatest_change)

    @property
    def mistakes(self) -> list[JudgedMove]:
        """The decisions that surely cost something, the costliest first."""
        return sorted([move for move in self.moves if move.is_mistake], key=lambda move: -move.cost)


def judgement_json(judgement: Judgement) -> dict[str, Any]:
    """Return a judgement as JSON values, with numbers to four decimals."""
    found: dict[str, Any] = json.loads(encode(judgement), parse_float=lambda text: round(float(text), 4))
    return found


def judge(
    replay: Replay,
    effort: JudgeEffort = JudgeEffort(),  # noqa: B008
    seed: str = "1",
    progress: Callable[[int], None] = lambda move: None,
) -> Judgement:
    """Judge every decision of a game, which ``Replay.view`` makes what somebody sees of it.

    A game is judged up to the first thing that was not recorded, since nobody knows what the players had then;
    ``progress`` is called with the number of each move that is done, the last one first. Raises ``BoardError`` for a
    game of which nothing can be judged.
    """
    missed = ""
    if replay.end.has_gap:
        states = replay.game.states
        end = next(number for number, state in enumerate(states) if state.has_gap) - 1
        if end < 1 or not states[end].turn:
            raise BoardError("the set-up of this game was not recorded, so nobody knows what the players had")
        missed = str(replay.ids[replay.firsts[end]])
        replay = Replay(replace(replay.game, moves=replay.game.moves[:end]))
    return replace(_Judge(replay, effort, seed).judged(progress), missed=missed)


def judge_instead(
    replay: Replay, judged: JudgedMove, command: Command, effort: JudgeEffort, seed: str = "1"
) -> JudgedMove:
    """Judge another decision in the place of one that is judged: what it would have cost, and the best alternatives."""
    judge = _Judge(replay, effort, seed)
    state, random = judge.states[judged.move], Random(f"{seed}/{judged.move}/instead")
    blank = replace(judged, symbol=format_command(state, command), cost=0.0, error=0.0, boards=0, best=(), glyph=0)
    return judge.compared(blank, state, command, random)


class _Judge:
    """A game that is judged, from its end to its beginning."""

    def __init__(self, replay: Replay, effort: JudgeEffort, seed: str) -> None:
        self.replay = replay
        self.game: Game = replay.game
        self.effort = effort
        self.seed = seed
        self.lookahead = Lookahead(model_of(BoardRules(self.game.setup)))

    @cached_property
    def states(self) -> list[State]:
        """The positions before each move, and the last."""
        return [start_of(self.game), *(move.state for move in self.game.moves)]

    @cached_property
    def past(self) -> Past:
        """What the game shows of cards."""
        past = Past(self.states[0])
        for state, move in zip(self.states, self.game.moves, strict=False):
            past.add(state, move.events)
        return past

    def hands(self, number: int, viewer: int | None = RECORDED, held: str = "") -> PossibleHands | None:
        """Return what the hands may be before a move for a viewer, who knows that the one who must act holds a card."""
        state = self.states[number]
        if viewer == RECORDED and not any(mat.unknown for mat in state.mats):
            return None
        ends = (*self.replay.firsts, self.replay.last)
        demand = (viewer, held) if held and viewer is not None else None
        return self.past.hands(viewer, ends[number], demand)

    def judged(self, progress: Callable[[int], None]) -> Judgement:
        """Judge all moves."""
        players = self.game.setup.players
        after = final = self.value(len(self.game.moves), Random(f"{self.seed}/end"))
        moves: list[JudgedMove] = []
        luck, played = [0.0] * players, [[0.0] * players for _ in range(players)]
        for number in reversed(range(len(self.game.moves))):
            random = Random(f"{self.seed}/{number}")
            move = self.move(number, after, random)
            moves.append(move)
            for seat, change in enumerate(move.change):
                (luck if move.seat < 0 else played[move.seat])[seat] += change
            after = move.before
            progress(number)
        moves.reverse()
        return Judgement(
            self.seed,
            tuple(moves),
            after,
            final,
            tuple(luck),
            tuple(map(sum, zip(*played, strict=True))),
            tuple(map(tuple, played)),
            tuple(
                fsum(move.cost for move in moves if move.seat == seat and move.is_mistake) for seat in range(players)
            ),
        )

    def move(self, number: int, after: Chances, random: Random) -> JudgedMove:
        """Judge a move; ``after`` is the value of the moment after it."""
        state, command = self.states[number], self.game.moves[number].command
        found = JudgedMove(
            number,
            str(self.replay.ids[self.replay.firsts[number]]) if self.replay.ids else "",
            state.turn,
            state.actor if state.actor is not None else -1,
            format_command(state, command),
            type(state.now) is Placement,
            after,
            after,
        )
        if found.seat < 0:
            change = self.luck(number, command, random)
            return replace(found, before=tuple(late - more for late, more in zip(after, change, strict=True)))
        board = sampled_board(state, random)
        if len(legal_decisions(board)) < 2 or is_forced_skip(state, command):
            return found
        found = replace(found, before=self.value(number, random))
        return self.compared(found, state, command, random)

    def value(self, number: int, random: Random) -> Chances:
        """Return the value of the moment before a move, in which a player decides, or of the end."""
        state, hands = self.states[number], self.hands(number)
        found: list[Chances] = []
        for _ in range(self.effort.boards):
            board = sampled_board(state, random, hands)
            found.append(self.lookahead.settled(board, _end_of_turn(board), random.random).chances)
            if state.is_over:
                break
        return mean(found)

    # Luck.

    def luck(self, number: int, command: Command, random: Random) -> Chances:
        """Return the value after a draw less the average over all draws, by player; none for a card that is unknown."""
        players = self.game.setup.players
        try:
            drawn = to_decision(command)
        except BoardError:
            return (0.0,) * players
        state, hands = self.states[number], self.hands(number)
        found: list[Chances] = []
        for _ in range(self.effort.boards):
            board = sampled_board(state, random, hands)
            possible = legal_decisions(board)
            if len(possible) > 1 and drawn in possible:
                found.append(self._luck_on(board, possible, drawn, random.random()))
        return mean(found) if found else (0.0,) * players

    def _luck_on(self, board: Board, possible: Sequence[int], drawn: int, seed: float) -> Chances:
        before, until = board.mark(), _end_of_turn(board)
        weights = [_copies(board, decision) for decision in possible]
        values: list[Chances] = []
        for decision in possible:
            carry_out(board, decision)
            values.append(self.lookahead.settled(board, until, Random(seed).random).chances)
            board.take_back(before)
        average = [
            sum(weight * value for weight, value in zip(weights, column, strict=True)) / sum(weights)
            for column in zip(*values, strict=True)
        ]
        return tuple(mine - usual for mine, usual in zip(values[possible.index(drawn)], average, strict=True))

    # Alternatives.

    def compared(self, move: JudgedMove, state: State, command: Command, random: Random) -> JudgedMove:
        """Return a move with what it cost and what could be decided instead, as its player could see the game."""
        try:
            decision = to_decision(command)
        except BoardError:
            return move
        seen, held = _with_card(view_state(state, move.seat), move.seat, command)
        hands = self.hands(move.move, move.seat, held)
        effort = self.effort.placements if move.is_placement else self.effort.others
        first = sampled_state(seen, random, hands)
        board = Board.from_game(first, 1 + int(random.random() * 1000))
        decisions = self.lookahead.promising(board, effort.decisions)
        if seen.mats[move.seat].unknown:
            decisions = [each for each in decisions if each >> KIND_AT != PLAY]
        if decision not in decisions:
            decisions.append(decision)
        if len(decisions) < 2:
            return move
        boards = (board if not number else sampled_board(seen, random, hands) for number in range(effort.boards))
        tried = self.lookahead.look(boards, decisions, effort.turns, random, always=decision)
        rival = next((one for one in tried if one.decision != decision), None)
        if rival is None:
            return move
        # The best of many looks better than it is, so it is compared with the decision on other boards; what still
        # seems to cost something, over more turns.
        efforts = (self.effort.again,) if move.is_placement else (effort, self.effort.again)
        others = [one for one in tried if one.decision not in (decision, rival.decision)]
        for one in efforts:
            boards = (sampled_board(seen, random, hands) for _ in range(one.boards))
            pair = self.lookahead.look(boards, [decision, rival.decision], one.turns, random)
            if len(pair) < 2:
                break
            best = tuple(self._alternatives(first, [*pair, *others]))
            move = replace(move, **_comparison(pair, decision, move.seat), best=best)
            if not move.is_mistake:
                break
        return move

    def _alternatives(self, state: State, tried: Sequence[Candidate]) -> Iterator[Alternative]:
        for one in tried[:MOST_ALTERNATIVES]:
            symbols = [*_symbols(state, [one.decision, *one.line])]
            yield Alternative(symbols[0], _rounded(one.chances), _rounded(one.points), tuple(symbols[1:]))


def is_forced_skip(state: State, command: Command) -> bool:
    """Return whether a player leaves an action undone that nothing in its activation can make possible (R5.9).

    Neither a card nor the other pending actions can, and all of them may still be played and done afterwards: the order
    alone is no alternative. A family to which something is offered meanwhile, to move a cube (R11.Bardi) or to do an
    action instead of drawing a card (R11.Spini), may have one as long as there is something else to do.
    """
    now = state.now
    if type(now) is not Activation or type(command) is not SkipAction:
        return False
    mat, action = state.mats[now.seat], command.action
    others = now.pending.replace(action, "", 1) + mat.open + mat.secret
    family = FAMILIES.get(mat.family)
    if family and (family.after_cubes or family.instead_of_card) and (others or mat.unknown):
        return False
    return not can_reach(action, mat, state.free_cells, others, mat.unknown, state.pool)


def _comparison(pair: Sequence[Candidate], decision: int, seat: int) -> dict[str, float | int]:
    """Return cost, error, boards and glyph of a decision and the best other one, the better of the two first."""
    better, worse = pair
    more, error = lead(better, worse, seat)
    glyph = 0
    if better.decision == decision:
        cost = 0.0
        if more >= ONLY_GOOD and more > SURE * error:
            glyph = GOOD_GLYPH
    else:
        cost = more
        if cost > SURE * error:
            glyph = next((number for least, number in GLYPH_COSTS if cost >= least), 0)
    return {"cost": round(cost, 4), "error": round(error, 4), "boards": len(better.estimates), "glyph": glyph}


def _rounded(values: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(value, 4) for value in values)


def _end_of_turn(board: Board) -> int:
    """Return the turn that is next when a position is settled: this one before it began, and before the first."""
    return board.turn + (board.turn > 0 and board.now & KIND != PLACING)


def _copies(board: Board, decision: int) -> int:
    """Return how many cards make this draw: several copies, or one of what is dealt."""
    if decision >> KIND_AT != DRAW:
        return 1
    return board.pool >> CARD_WIDTH * (decision & PLACE_MASK) & CARD_MASK


def _with_card(state: State, seat: int, command: Command) -> tuple[State, str]:
    """Return the position in which a card that is played or discarded is known to be in the hand, and that card where
    it was not known before.
    """
    if not isinstance(command, PlayCard | DiscardCard):
        return state, ""
    mat = state.mats[seat]
    card = command.action if isinstance(command, PlayCard) else command.card
    if card in mat.open + mat.secret or not mat.unknown or card == UNKNOWN:
        return state, ""
    mat = replace(mat, secret=mat.secret + card, unknown=mat.unknown - 1)
    return with_pool(replace(state, mats=with_mat(state.mats, seat, mat))), card


def _symbols(state: State, decisions: Sequence[int]) -> Iterator[str]:
    """Yield the symbols of decisions that follow each other, to the end of the turn."""
    turn = state.turn
    for decision in decisions:
        command = to_command(decision)
        if state.turn != turn:
            return
        yield format_command(state, command)
        try:
            _, state = step(state, command)
        except CalimalaError:
            return
