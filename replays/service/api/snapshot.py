"""A game at this moment, in one answer for those who record it: what may come, what came, who has what."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, Final, NamedTuple

from msgspec import Struct

from calimala_es.commands import Command, MarkMissed, ObservePart, PlaceDisc, SkipAction
from calimala_es.components import COLOUR_WORDS
from calimala_es.events import ActionImpossible
from calimala_es.game import Game, LastMoves, Move
from calimala_es.ids import Numbering, numbering_in
from calimala_es.messages import waiting_rule
from calimala_es.position import format_city
from calimala_es.state import State
from calimala_es.store import StoredGame
from notation.grammar.symbols import format_command
from notation.lines import format_moves
from replays.page import LivePages, Page
from replays.positions import council_json, mats_json
from replays.service.api.decision_options import (
    ActiveDisc,
    ComingTurn,
    DecisionOption,
    SheetStreet,
    TurnSheet,
    active_disc,
    coming_turns,
    decision_options,
    impossible_text,
    unseen_command,
    usual_command,
)
from replays.service.api.possible_decisions import NextDecisions
from replays.service.api.scorings import NextTile, NextTiles
from replays.service.api.shortcuts import FollowingStep, Shortcut, following_step, shortcuts
from replays.service.visibility.game_views import GameView
from replays.text.decisions import command_text
from replays.text.languages import Language
from replays.text.messages import message_text, prompt_text, seat_waited_for
from replays.text.names import Names

# The turn that is being played, as notation, and the last decisions one by one.


class RecentDecision(Struct, frozen=True):
    """A recorded decision: the id of its first event, its number from 1, notation and words.

    ``seat`` is the player who made it, ``null`` if it was nobody at the table. ``first`` is the number of the first
    decision that is undone together with it: an earlier one if both came in one request and something was observed.
    ``at`` is the position after it on the page of the same snapshot.
    """

    id: str
    number: int
    symbol: str
    words: str
    seat: int | None
    first: int
    at: int


def format_turn(game: Game) -> str:
    """Return the decisions of the turn that is being played, or of the last one where it has just ended.

    The game may begin with any turn before it.
    """
    turn, first = game.state.turn, len(game.moves)
    while first and game.state_at(first - 1).turn == turn:
        first -= 1
    return "\n".join(format_moves(game, first))


class _Known(NamedTuple):
    """A decision that was put into words, of what it was made, and where the ids of the game had got to after it."""

    before: State
    move: Move
    names: Names
    decision: RecentDecision
    numbering: Numbering

    def is_of(self, moves: LastMoves, names: Names) -> bool:
        """Return whether it is a decision of a game: a position that is the same object has the same past."""
        game, number = moves.game, self.decision.number - moves.before - 1
        is_there = 0 <= number < len(game.moves) and self.names is names
        return is_there and self.move is game.moves[number] and self.before is game.state_at(number)


class RecentDecisions:
    """The last decisions of a game as it goes on, each put into words once. May be asked from several threads."""

    def __init__(self) -> None:
        """Begin with none."""
        self._known: list[_Known] = []

    def of(self, moves: LastMoves, names: Names, most: int, firsts: Mapping[int, int]) -> list[RecentDecision]:
        """Return the last decisions, the newest last; ``firsts`` are the numbers of those undone with each."""
        game, earlier, _ = moves
        count = len(game.moves)
        first = max(0, count - most)
        known = self._known
        while known and not known[-1].is_of(moves, names):
            known = known[:-1]
        known = known[max(0, first + earlier + 1 - known[0].decision.number) :] if known else known
        if known and known[0].decision.number != first + earlier + 1:
            known = []
        known = [*known, *_worded(moves, names, first + len(known), known[-1].numbering if known else None)]
        self._known = known[-MOST_DECISIONS:]
        since = page_since(earlier + count) - earlier
        earliest = min(first, since)
        ends = [*accumulate([len(move.events) for move in game.moves[earliest:]])]
        start = ends[since - earliest - 1] if since > earliest else 0
        return [
            _placed(one.decision, firsts.get(number, number), end - start)
            for number, one, end in zip(
                range(earlier + first + 1, earlier + count + 1), known, ends[first - earliest :], strict=True
            )
        ]


def _worded(moves: LastMoves, names: Names, first: int, before: Numbering | None) -> Iterator[_Known]:
    """Yield the decisions from one on, in words; ``before`` is where the ids had got to, if that is known."""
    game = moves.game
    if first == len(game.moves):
        return
    numbering = before or _numbering_before(game, first)
    for number, move in enumerate(game.moves[first:], first):
        ids, numbering = numbering.number(move.events)
        yield _Known(game.state_at(number), move, names, _recent(moves, names, number, str(ids[0])), numbering)


def _numbering_before(game: Game, number: int) -> Numbering:
    """Return where the ids had got to before a decision. Ids count anew with every disc that is placed."""
    first = number
    while first and not isinstance(game.moves[first].command, PlaceDisc):
        first -= 1
    events = [event for move in game.moves[first:number] for event in move.events]
    return numbering_in(game.state_at(first)).after(events)


def _recent(moves: LastMoves, names: Names, number: int, id: str) -> RecentDecision:
    state, move = moves.game.state_at(number), moves.game.moves[number]
    symbol, words = format_command(state, move.command), _decided_text(move, names)
    return RecentDecision(id, moves.before + number + 1, symbol, words, _decider(state, move.command), 0, 0)


def _placed(decision: RecentDecision, first: int, at: int) -> RecentDecision:
    """Return a decision with the number of the first that is undone with it, and its place on the page."""
    if (decision.first, decision.at) == (first, at):
        return decision
    return RecentDecision(decision.id, decision.number, decision.symbol, decision.words, decision.seat, first, at)


def _decided_text(move: Move, names: Names) -> str:
    """Return a decision in words; an action that could not be done was not skipped."""
    command = move.command
    impossible = {event.action for event in move.events if isinstance(event, ActionImpossible)}
    if isinstance(command, SkipAction) and command.action in impossible:
        return impossible_text(command.action, names.language)
    return command_text(command, names)


def _decider(state: State, command: Command) -> int | None:
    seat = -1 if isinstance(command, ObservePart | MarkMissed) else seat_waited_for(state)
    return seat if seat >= 0 else None


# The snapshot.

MOST_DECISIONS: Final = 12
MOST_TILES: Final = 3
"""How many of the last decisions, and of the next tiles, are in a snapshot."""


_PAGE_STEP: Final = 6


def page_since(total: int) -> int:
    """Return how many of so many decisions were made before the page of a snapshot begins.

    It begins after a multiple of six, so that most pages are the one before with what came since.
    """
    return max(0, total - MOST_DECISIONS) // _PAGE_STEP * _PAGE_STEP


class Snapshot(Struct, frozen=True):
    """The game at this moment, as far as the sender may know it.

    ``tag`` identifies this snapshot; sent as ``since``, it gets only what changed from then on.
    ``words`` say what the game waits for, by ``rule``; ``player`` (a colour) and ``seat`` say from whom, ``null`` if it
    is nobody at the table. ``active`` is the disc being activated. ``usual`` is the symbol of the most likely option,
    ``auto`` that of a decision that nobody at the table sees. ``shortcuts`` are several decisions each, ``following``
    what comes once the activation is ended, ``null`` where it cannot be ended. For a phone without a connection
    ``turn_sheet`` has every street, and ``coming`` the turns of the next placements. ``line`` is the turn in notation,
    ``last`` has the last decisions, the newest last. ``undo`` and ``redo`` say how many decisions can be undone and
    redone, ``redo_next`` how many of these are redone together. ``next`` has the next tiles that will be scored;
    ``players``, ``council`` and ``stacks`` are as in the state of the game. ``page`` shows the table and the last
    decisions, as the pages of games do, with all scorings so far. ``claim_problem`` says how the cards that
    this seat entered contradict the game. ``may`` lists the rights of the sender: ``look``, ``claim``, ``record`` and
    ``own``; a revoked key gives no more rights than no key.
    """

    version: int
    tag: str
    turn: int
    words: str
    rule: str
    player: str | None
    seat: int | None
    over: bool
    active: ActiveDisc | None
    options: list[DecisionOption]
    usual: str | None
    auto: str | None
    shortcuts: list[Shortcut]
    following: FollowingStep | None
    turn_sheet: list[SheetStreet] | None
    coming: Sequence[ComingTurn] | None
    line: str
    last: list[RecentDecision]
    undo: int
    redo: int
    redo_next: int
    next: list[NextTile]
    players: Sequence[Mapping[str, Any]]
    city: str
    stacks: list[str]
    council: Sequence[Mapping[str, Any]]
    page: Page | None
    claim_problem: str | None = None
    may: list[str] = []


class SnapshotParts:
    """What the snapshots of a game as it goes on have of those before, for those who see the same in a language."""

    def __init__(self) -> None:
        """Begin with nothing made."""
        self.sheet: Final = TurnSheet()
        self.decisions: Final = RecentDecisions()
        self.tiles: Final = NextTiles()
        self.pages: Final = LivePages()
        self.possible: Final = NextDecisions()

    @classmethod
    def handed_on(cls, view: GameView, language: Language) -> "SnapshotParts":
        """Return those of the versions of a game before a view."""
        return view.handed_on((cls, language.code), cls)


def problem_text(view: GameView, names: Names) -> str | None:
    """Return what of the cards that a seat entered does not agree with what the table wrote."""
    found = view.disagreement
    if found is None:
        return None
    return names.language.text(
        "Decision {id} contradicts the cards you entered: {why} ({rule}).",
        id=str(view.replay.ids[view.replay.firsts[found.refused - 1]]),
        why=message_text(found.error.message, names),
        rule=found.error.rule,
    )


def snapshot(
    view: GameView,
    names: Names,
    stored: StoredGame | None = None,
    rights: Sequence[str] = (),
    *,
    has_sheet: bool = True,
    has_table: bool = False,
    most: int = MOST_DECISIONS,
) -> Snapshot:
    """Return the snapshot of a game as somebody sees it who has these rights; ``stored`` for one who may record.

    Its tag is empty until it is given to somebody.
    """
    moves, state = view.last_moves(max(most, MOST_DECISIONS + _PAGE_STEP)), view.state
    requests: Mapping[int, int] = stored.requests if stored else {}
    redoable, following = stored.redoable if stored else 0, requests.get(moves.total + 1)
    shown, rule = moves.total - page_since(moves.total), waiting_rule(state)
    seat = seat_waited_for(state)
    parts = SnapshotParts.handed_on(view, names.language)
    possible = parts.possible.of(moves.game)
    likely, hidden = usual_command(possible), unseen_command(state)
    return Snapshot(
        version=view.version,
        tag="",
        turn=state.turn,
        words=prompt_text(state, names),
        rule=rule,
        player=COLOUR_WORDS[names.colours[seat]] if seat >= 0 else None,
        seat=seat if seat >= 0 else None,
        over=state.is_over,
        active=active_disc(state),
        options=possible.made(decision_options, names),
        usual=format_command(state, likely) if likely else None,
        auto=format_command(state, hidden) if hidden else None,
        shortcuts=possible.made(shortcuts, names),
        following=following_step(possible, names),
        turn_sheet=parts.sheet.of(state, names) if has_sheet else None,
        coming=coming_turns(state) if has_sheet else None,
        line=format_turn(moves.game),
        last=parts.decisions.of(moves, names, most, requests),
        undo=moves.total,
        redo=redoable,
        redo_next=sum(first == following for first in requests.values()) if following else min(redoable, 1),
        next=parts.tiles.of(state, names, MOST_TILES),
        players=mats_json(state, view.player_names),
        city=format_city(state.setup.city),
        stacks=[names.letters(stack) for stack in state.stacks],
        council=council_json(state),
        page=parts.pages.page(moves.game, names, shown, moves.earlier) if has_table else None,
        claim_problem=problem_text(view, names),
        may=[*rights],
    )
