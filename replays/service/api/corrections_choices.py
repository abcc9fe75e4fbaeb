"""What somebody says becomes of decisions that a correction breaks, and what was done where nobody told it."""

from collections.abc import Mapping, Sequence
from typing import Final

from calimala_es.commands import Command, DoAction, SkipAction
from calimala_es.legal import legal
from notation.repair import Choice, Conflict, Resolution, keeping_observed, taking_nearest
from notation.tree import Tree
from notation.words.symbols import format_command, read_symbol
from replays.service.problems import Problem

_MOST_TOLD: Final = 5
_NEAREST: Final = "nearest"
MISSED: Final = "missed"
"""Nobody saw what was done."""

STOPPED: Final = "stopped"
"""The game ends before it."""

RESOLUTIONS: Final = {
    "observed": Resolution.OBSERVED,
    "dropped": Resolution.DROPPED,
    STOPPED: Resolution.STOPPED,
}
"""What can become of a decision that cannot stand, by its word; ``nearest`` is the likest legal one."""


class Choices:
    """What was said, by the ids that are asked for, and of all others by ``rest``.

    ``still`` gathers the conflicts of which nothing was said, ``settled`` the ids of which something was.
    """

    def __init__(self, said: Mapping[str, str], rest: str | None) -> None:
        """Nothing was asked for yet."""
        self.still: list[Conflict] = []
        self.settled: set[str] = set()
        self._said = said
        self._rest = rest

    def choose(self, conflict: Conflict) -> Choice:
        """What becomes of a decision that cannot stand; raises ``Problem`` for a choice that is none."""
        word = self._said.get(conflict.id, self._rest)
        if word is None:
            self.still.append(conflict)
            return keeping_observed(conflict)
        self.settled.add(conflict.id)
        if word == _NEAREST:
            return taking_nearest(conflict)
        if word in RESOLUTIONS:
            return RESOLUTIONS[word]
        options = {format_command(conflict.state, option): option for option in legal(conflict.state)}
        if word.upper() not in options:
            raise _no_choice(word, conflict.id, conflict.words)
        return options[word.upper()]

    def supply(self, missing: Conflict) -> Command:
        """The same for what nobody told; ``missed`` for the rest."""
        id = asked_by(missing)
        word = self._said.get(id, MISSED if self._rest else None)
        if word is None:
            self.still.append(missing)
            return missing.command
        self.settled.add(id)
        if word == MISSED:
            return missing.command
        options = dict(zip(missing.words, missing.nearest, strict=True))
        if word.upper() not in options:
            raise _no_choice(word, id, (MISSED, *missing.words))
        return options[word.upper()]

    def check(self, tree: Tree) -> None:
        """Raise ``Problem`` for choices of what is no decision of the game, and for those that are no choices.

        What was asked for is known to be one.
        """
        nodes = {node.id: node for node in tree.main}
        unknown = [id for id in self._said if id not in nodes and id not in self.settled]
        if unknown:
            told = ", ".join(id[:20] for id in unknown[:_MOST_TOLD])
            raise Problem(422, "bad-request", f"no decision of this game has the id {told}", path="$.choices")
        for id, word in self._said.items():
            is_word = word in RESOLUTIONS or word == _NEAREST
            if id not in self.settled and not is_word and read_symbol(nodes[id].parent.state, word.upper()) is None:
                raise _no_choice(word, id)


def _no_choice(word: str, id: str, likely: Sequence[str] = ()) -> Problem:
    expected = " ".join((*RESOLUTIONS, _NEAREST, *likely))
    return Problem(422, "illegal-decision", f"{word[:60]!r} is no choice at {id}", path="$.choices", expected=expected)


def asked_by(conflict: Conflict) -> str:
    """The id by which somebody is asked: what is missing may have the place of another decision of the old game."""
    return f"+{conflict.id}" if conflict.trouble == "missing" else conflict.id


def ways_for(conflict: Conflict, tree: Tree) -> tuple[Command, ...]:
    """What may have been done in the place of an action that is not to be done there: the ways of those of which the
    game tells nothing later in that activation; none for any other conflict.
    """
    pending = getattr(conflict.state.now, "pending", "")
    if not isinstance(conflict.command, DoAction) or conflict.command.action in pending:
        return ()
    node = next((node for node in tree.main if node.id == conflict.id), None)
    place, told = conflict.id.rpartition(".")[0], ""
    while node is not None and (node := node.next) is not None and node.id.rpartition(".")[0] == place:
        told += getattr(node.command, "action", "") if isinstance(node.command, DoAction | SkipAction) else ""
    return tuple(
        option
        for option in legal(conflict.state)
        if isinstance(option, DoAction | SkipAction) and option.action in pending and option.action not in told
    )
