"""A repaired game while it is built: which decisions of the old game remain, and the notes that belong to them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from calimala_es.board import STREET_INDEX, STREETS, street_names
from calimala_es.checks import LOOK_BACK, format_points, result_failure
from calimala_es.commands import Command
from calimala_es.effects import effects
from calimala_es.errors import IllegalCommandError
from calimala_es.game import Game, Headers, Move, Variation, moves_from, settle_notes
from calimala_es.headers import RESULT
from calimala_es.messages import Message, Text
from calimala_es.notes import Check, Notes
from calimala_es.state import State
from notation.grammar.symbols import format_command
from notation.reader.deciding import failure_of_check
from replays.edit.edits import Edit
from replays.edit.line import MoveLine, reread, sort_variations, variation_comments
from replays.edit.nodes import Node
from replays.edit.outcomes import Repaired, RepairOutcome, Trouble, WrongCheck, place_of_next


class RepairedGame:
    """The game so far: ``old`` are the decisions of the original game, ``outcomes`` what happened to them.

    A note follows its decision, and moves to the one before if that is omitted; a variation that cannot be played at
    its new place becomes a comment. A check that is not true there is omitted: it belonged to another position.
    """

    def __init__(self, record: Game, edit: Edit) -> None:
        """Begin with the decisions before the edit."""
        self._record = record
        self.edit = edit
        self.old: list[Node] = [*edit.tree.main]
        self._line = MoveLine(edit.start or record.start, record.moves[: edit.first], record.notes)
        self.outcomes: list[RepairOutcome] = []
        self._wrong_checks: list[WrongCheck] = []
        self._places = [*range(edit.first + 1)]

    @property
    def state(self) -> State:
        """The position reached."""
        return self._line.state

    @property
    def count(self) -> int:
        """The number of decisions."""
        return len(self._line.moves)

    def begin(self) -> None:
        """Make the edit."""
        edit = self.edit
        was = self.old[edit.first : edit.end]
        here = next((node.id for node in self.old[edit.first :]), "")
        for number, move in enumerate(edit.moves):
            before = self.state
            self._line.moves.append(Move(move.command, move.events, move.state))
            for node in was[number : number + 1]:
                self._add_notes(node.id, node.move, node.parent.state)
            self._add_notes(here, move, before)
        for node in was[len(edit.moves) :]:
            self._save_notes(node)
        self._places += [edit.first + min(number, len(edit.moves)) for number in range(1, len(was) + 1)]

    def repaired(self) -> Repaired:
        """Return the repaired game and its outcomes."""
        self._places += [self.count] * (len(self.old) + 1 - len(self._places))
        start = self._line.start
        record = replace(
            self._record,
            setup=start.setup if self.edit.start else self._record.setup,
            start=start,
            moves=tuple(self._line.moves),
            headers=result_headers(self._record.headers, self._record.state, self.state),
            notes=self._line.start_notes,
        )
        checks = tuple(self._wrong_checks)
        return Repaired(settle_notes(record), self.edit.first, tuple(self.outcomes), tuple(self._places), checks)

    def next_place(self, command: Command) -> str:
        """Return the id that a command gets if it comes next."""
        return place_of_next(self._line.start, self._line.moves, command)

    # Decisions of the old game.

    def copy(self, number: int) -> int:
        """Copy a decision unchanged and return the number of the next one. Raises ``IllegalCommandError``."""
        self.apply(self._meant(self.old[number].command, self.old[number].parent.state))
        return self.done(number)

    def observe(self, number: int, end: int) -> tuple[Command, ...]:
        """Return the effects of decisions of the old game up to ``end`` as observations of the new one."""
        before, after = self.old[number].parent.state, self.old[end - 1].state
        if self.edit.start is not None:
            # Stacks are named by their squares: as tiles may be elsewhere, they are those between the same tiles.
            before, after = (_with_stacks_of(state, self.state) for state in (before, after))
        return tuple(effects(before, after, self.state))

    def _meant(self, command: Command, before: State) -> Command:
        """Return what a decision of the old game means in the new one; raises ``IllegalCommandError``."""
        if self.edit.start is None:
            return command
        meant = reread(command, before, self.state)
        if meant is None:
            word = Message("{word} is not a street of this city", word=format_command(before, command))
            raise IllegalCommandError(command, "R2.1", word)
        return meant

    def done(self, number: int, end: int | None = None) -> int:
        """Move the notes of decisions that have a replacement after it; return the number of the next decision."""
        end = number + 1 if end is None else end
        for node in self.old[number:end]:
            self._add_notes(node.id, node.move, node.parent.state)
        self._places += [self.count] * (end - number)
        return end

    def omit(self, number: int, end: int | None = None) -> int:
        """Move the notes of decisions without a replacement to the one before; return the next decision's number."""
        end = number + 1 if end is None else end
        for node in self.old[number:end]:
            self._save_notes(node)
        self._places += [self.count] * (end - number)
        return end

    def copy_rest(self, number: int) -> None:
        """Copy the rest, in which nothing differs."""
        for node in self.old[number:]:
            self._line.moves.append(node.move)
            self._places.append(self.count)

    def apply(self, command: Command) -> None:
        """Apply one more decision; raises ``IllegalCommandError``."""
        self._line.moves += moves_from(self.state, (command,))

    def report(
        self,
        what: str,
        trouble: Trouble,
        number: int,
        why: tuple[str, Text, Text],
        words: Sequence[str] = (),
        instead: Sequence[str] = (),
        end: int = 0,
    ) -> None:
        """Record what happened to a decision, or to those up to ``end``; ``why`` are rule, reason and remedy."""
        node = self.old[number]
        word = " ".join(one.symbol for one in self.old[number : end or number + 1])
        seat = seat_in(node.parent.state)
        self.outcomes.append(RepairOutcome(what, trouble, node.id, seat, word, *why, tuple(words), tuple(instead)))

    # Notes.

    def _add_notes(self, id: str, move: Move, before: State) -> None:
        """Add the notes of ``move``, taken in ``before`` at the place ``id``, after the last decision."""
        if not move.notes and not move.variations:
            return
        other = before if self.edit.start is not None else None
        playable, illegal = sort_variations(move.variations, self._line.before(-1), other)
        self._line.add_notes((*self._true_notes(id, move.notes), *variation_comments(illegal, before)), playable)

    def _save_notes(self, node: Node) -> None:
        """Add the notes of an omitted decision after the one before it."""
        notes = tuple(note for note in node.notes if type(note) is not Check)
        self._wrong_checks += [WrongCheck(node.id, note.word) for note in node.notes if type(note) is Check]
        self._line.add_notes((*notes, *variation_comments(node.move.variations, node.parent.state)))

    def _true_notes(self, id: str, notes: Notes) -> Notes:
        """Return the notes without the checks that contradict the position after the last decision."""
        events = [move.events for move in self._line.moves[-LOOK_BACK:]]
        checks = [note for note in notes if type(note) is Check]
        wrong = [check for check in checks if failure_of_check(check.word, self.state, events) is not None]
        self._wrong_checks += [WrongCheck(id, check.word) for check in wrong]
        return tuple(note for note in notes if note not in wrong)


def _with_stacks_of(state: State, other: State) -> State:
    """Return a state with every stack on the square on which the other city has the street of the same tiles."""
    names = {frozenset(name): street for street, name in street_names(state.setup.city).items()}
    stacks = [""] * len(STREETS)
    for street, name in street_names(other.setup.city).items():
        known = names.get(frozenset(name))
        stacks[STREET_INDEX[street]] = state.stacks[STREET_INDEX[known]] if known else ""
    return replace(state, stacks=tuple(stacks))


def seat_in(state: State) -> int | None:
    """Return the seat whose decision or card is due; ``None`` if nobody's is."""
    seat: int | None = getattr(state.now, "seat", None)
    return seat


def result_headers(headers: Headers, before: State, after: State) -> Headers:
    """Return the headers of a game that ended in ``before`` and now ends in ``after``: the result is the new one."""
    written = dict(reversed(headers)).get(RESULT)
    if written is None or result_failure(written, before) is not None:
        return headers
    if after.is_over and result_failure(written, after) is None:
        return headers
    if not before.is_over and not after.is_over:
        return headers
    result = ((RESULT, format_points(after)),) if after.is_over else ()
    place = next(number for number, (name, _) in enumerate(headers) if name == RESULT)
    return (*headers[:place], *result, *(header for header in headers[place + 1 :] if header[0] != RESULT))


# A stored game that is repaired.


class Rewriting(NamedTuple):
    """What ``Store.rewrite`` is given, so that a repaired game replaces the stored one.

    ``unchanged`` decisions remain, ``commands`` come after them; ``carried`` are places of new decisions with those of
    the old ones whose notes they get, ``headers`` those that change.
    """

    unchanged: int
    commands: tuple[Command, ...]
    carried: dict[int, int]
    headers: dict[str, str | None]


def rewriting_of(game: Game, found: Repaired) -> Rewriting:
    """Return how a stored game becomes the repaired one."""
    result = found.record.header(RESULT)
    headers = {RESULT: result} if result != game.header(RESULT) else {}
    return Rewriting(found.first, found.record.commands[found.first :], dict(_carried(game, found)), headers)


def _carried(game: Game, found: Repaired) -> Iterator[tuple[int, int]]:
    """Yield the places of decisions in the repaired game with those that they had, if all their notes go with them.

    The notes of a decision whose variations cannot be played any more stay with the old version.
    """
    for old_place in range(found.first + 1, len(game.moves) + 1):
        place = found.places[old_place]
        if place == found.places[old_place - 1]:
            continue
        old, new = game.moves[old_place - 1], found.record.moves[place - 1]
        there = [*map(_decisions, new.variations)]
        if all(_decisions(one) in there for one in old.variations):
            yield place, old_place


def _decisions(variation: Variation) -> tuple[object, ...]:
    """Return what a variation has, without the positions that it leads to."""
    parts = [(move.command, move.notes, *map(_decisions, move.variations)) for move in variation.moves]
    return (variation.id, variation.name, variation.notes, *parts)
