"""A repaired game as it grows: decisions of the old game that stand or fall, and what is told of them."""

from collections.abc import Sequence

from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.game import Game, Move, moves_from
from calimala_es.state import State
from notation.repair.edit import Edit
from notation.repair.missing import place_of_next
from notation.repair.outcomes import Outcome, Repaired, Trouble
from notation.repair.said import Said, result_headers
from notation.tree.points import Node


class Mended:
    """The game so far: ``old`` are the decisions of the game as it was, ``outcomes`` what there is to tell."""

    def __init__(self, record: Game, edit: Edit) -> None:
        """Begin with what comes before the edit."""
        self._record = record
        self.edit = edit
        self.old: list[Node] = [*edit.tree.main]
        self._said = Said(record, edit.first)
        self.outcomes: list[Outcome] = []
        self._places = [*range(edit.first + 1)]

    @property
    def state(self) -> State:
        """The position reached."""
        return self._said.state

    @property
    def count(self) -> int:
        """The number of decisions."""
        return len(self._said.moves)

    def begin(self) -> None:
        """Make the edit."""
        edit = self.edit
        was = self.old[edit.first : edit.end]
        here = next((node.id for node in self.old[edit.first :]), "")
        for number, move in enumerate(edit.moves):
            before = self.state
            self._said.moves.append(Move(move.command, move.events, move.state))
            for node in was[number : number + 1]:
                self.say(node)
            self._said.say(here, move, before)
        for node in was[len(edit.moves) :]:
            self.pass_over(node)
        self._places += [edit.first + min(number, len(edit.moves)) for number in range(1, len(was) + 1)]

    def repaired(self) -> Repaired:
        """What came of it."""
        self._places += [self.count] * (len(self.old) + 1 - len(self._places))
        record = replace(
            self._record,
            moves=tuple(self._said.moves),
            headers=result_headers(self._record.headers, self._record.state, self.state),
            notes=self._said.start_notes,
        )
        return Repaired(
            record, self.edit.first, tuple(self.outcomes), tuple(self._places), tuple(self._said.wrong_checks)
        )

    def next_place(self, command: Command) -> str:
        """The id that a command gets if it comes next."""
        return place_of_next(self._said.start, self._said.moves, command)

    # Decisions of the old game.

    def keep(self, number: int) -> int:
        """A decision as it was; the number of the next one. Raises ``IllegalCommandError``."""
        self.apply(self.old[number].command)
        return self.done(number)

    def done(self, number: int, end: int | None = None) -> int:
        """What stands behind decisions that something stands for; the number of the next one."""
        end = number + 1 if end is None else end
        for node in self.old[number:end]:
            self.say(node)
        self._places += [self.count] * (end - number)
        return end

    def left_out(self, number: int, end: int | None = None) -> int:
        """What stands behind decisions that nothing stands for; the number of the next one."""
        end = number + 1 if end is None else end
        for node in self.old[number:end]:
            self.pass_over(node)
        self._places += [self.count] * (end - number)
        return end

    def copy_rest(self, number: int) -> None:
        """From here on nothing differs."""
        for node in self.old[number:]:
            self._said.moves.append(node.move)
            self._places.append(self.count)

    def pass_over(self, node: Node) -> None:
        """What was said about a decision that is left out stands behind the one before."""
        self._said.keep_words(node.id, node.move, node.parent.state)

    def say(self, node: Node) -> None:
        """What was said about a decision stands behind the last one."""
        self._said.say(node.id, node.move, node.parent.state)

    def apply(self, command: Command) -> None:
        """One more decision; raises ``IllegalCommandError``."""
        self._said.moves += moves_from(self.state, (command,))

    def tell(
        self,
        what: str,
        trouble: Trouble,
        number: int,
        told: tuple[str, str, str],
        words: Sequence[str] = (),
        instead: Sequence[str] = (),
        end: int = 0,
    ) -> None:
        """Tell what became of a decision, or of those up to ``end``; ``told`` are rule, reason and remedy."""
        node = self.old[number]
        word = " ".join(one.symbol for one in self.old[number : end or number + 1])
        seat = seat_in(node.parent.state)
        self.outcomes.append(Outcome(what, trouble, node.id, seat, word, *told, tuple(words), tuple(instead)))


def seat_in(state: State) -> int | None:
    """Whose something is that is due, a card to be drawn included; ``None`` if it is nobody's."""
    seat: int | None = getattr(state.now, "seat", None)
    return seat
