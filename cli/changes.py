"""What was done to a game in the store, in words and as JSON: decisions as they are recorded, headers, ids."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from calimala_es.game import Move
from calimala_es.state import State
from calimala_es.store import Change, StoredGame
from cli.repairs import format_headers
from notation.grammar.symbols import END, format_command, joined_symbols
from replays.text.languages import Language, message, plural

MOST_SYMBOLS: Final = 24
"""The number of decisions of one change that are shown."""

MOST_REPLACED: Final = 6
"""The number of replaced decisions that are shown, and of those that replaced them."""

_NOTHING: Final = "-"


class ChangedDecision(NamedTuple):
    """A decision that was ever recorded: the turn in which it was, and its symbol."""

    turn: int
    symbol: str


class ChangeWords:
    """The changes of a game for a person and for programs."""

    def __init__(self, stored: StoredGame, language: Language) -> None:
        """Look up every decision that the game ever had."""
        self._language = language
        played = zip(stored.numbers, stored.played.moves, strict=True)
        self._decisions = dict(_decided(stored.start, played))
        current = [self._decisions[number].symbol for number in stored.numbers]
        self._there = dict(zip((*stored.anchors, *stored.numbers), (*current, *current), strict=True))
        for span in stored.undone:
            found = dict(_decided(span.before, zip(span.numbers, span.moves, strict=True)))
            self._decisions = found | self._decisions

    def turn(self, change: Change) -> int:
        """Return the turn of the first decision that a change is about, except the end of an activation; if there is
        none, of the last one before it.
        """
        numbers = (*change.numbers, *change.gone) if change.what != "created" else ()
        begun = (number for number in numbers if self.symbols([number]) != [END])
        number = next(begun, numbers[0] if numbers else change.last)
        return self._decisions[number].turn if number in self._decisions else 0

    def symbols(self, numbers: Sequence[int]) -> list[str]:
        """Return decisions in notation."""
        return [self._decisions[number].symbol if number in self._decisions else "?" for number in numbers]

    def replaced(self, change: Change) -> tuple[int, ...]:
        """Return the numbers of the decisions of a change that the game does not have now."""
        if change.what in ("undone", "redone", "returned"):
            return ()
        return tuple(number for number in change.numbers if self.symbols([number]) != [self._there.get(number)])

    def words(self, change: Change) -> str:
        """Return what was done."""
        language = self._language
        if change.what == "created" and change.numbers:
            return language.counted(*_CREATED, len(change.numbers))
        if change.what in _DECISIONS and not (change.back_to and change.numbers and change.gone):
            numbers = change.gone if change.what == "undone" else change.numbers
            if numbers:
                return language.text(_DECISIONS[change.what], decisions=self.short(self.symbols(numbers)))
        if change.what == "corrected":
            return self._correction(change)
        headers = format_headers(dict(change.headers))
        text = _OTHERS[change.what]
        return language.text(text, headers=headers, old=change.was, id=change.id, version=change.back_to)

    def _correction(self, change: Change) -> str:
        """Return which decisions others replaced, without those that are the same before and after them."""
        before, after = different_part(self.symbols(change.gone), self.symbols(change.numbers))
        words = [self._language.text(_SET_UP)] if change.has_setup else []
        if before or after or not words:
            old, new = (self.short(one, MOST_REPLACED) or _NOTHING for one in (before, after))
            words.append(self._language.text(_CORRECTED, old=old, new=new))
        return "; ".join(words)

    def short(self, symbols: Sequence[str], most: int = MOST_SYMBOLS) -> str:
        """Return decisions as words of a line: the first ones, and how many more there are."""
        more = len(symbols) - most
        shown = [*symbols[:most]]
        if more > 0:
            shown.append(self._language.counted(*_MORE, more))
        return joined_symbols(shown)

    def to_json(self, change: Change) -> dict[str, Any]:
        """Return a change for programs."""
        return {
            "version": change.version or None,
            "time": change.time and change.time.isoformat(),
            "turn": self.turn(change),
            "what": change.what,
            "decisions": self.symbols(change.numbers),
            "undone": self.symbols(change.gone),
            "replaced": self.symbols(self.replaced(change)),
            "setup": change.has_setup,
            "headers": [[*header] for header in change.headers],
            "id": change.id or None,
            "back_to": change.back_to or None,
            "current": change.current,
        }


def _decided(state: State, numbered: Iterator[tuple[int, Move]]) -> Iterator[tuple[int, ChangedDecision]]:
    for number, move in numbered:
        yield number, ChangedDecision(state.turn, format_command(state, move.command))
        state = move.state


def different_part(before: list[str], after: list[str]) -> tuple[list[str], list[str]]:
    """Return two lists without what is the same at their beginnings and at their ends."""
    before, after = _without_same(before, after)
    before, after = _without_same(before[::-1], after[::-1])
    return before[::-1], after[::-1]


def _without_same(before: list[str], after: list[str]) -> tuple[list[str], list[str]]:
    """Return two lists without what is the same at their beginnings."""
    pairs = enumerate(zip(before, after, strict=False))
    same = next((place for place, (one, other) in pairs if one != other), min(len(before), len(after)))
    return before[same:], after[same:]


_MORE: Final = plural("... and {number} more decision", "... and {number} more decisions")
_CREATED: Final = plural("created, with {number} decision", "created, with {number} decisions")
_DECISIONS: Final = {
    "recorded": message("recorded: {decisions}"),
    "undone": message("undone: {decisions}"),
    "redone": message("redone: {decisions}"),
}
_SET_UP: Final = message("set-up corrected")
_CORRECTED: Final = message("corrected: {old} -> {new}")
_OTHERS: Final = {
    "created": message("created"),
    "undone": message("undone, as in version {version}"),
    "redone": message("redone, as in version {version}"),
    "returned": message("returned to version {version}"),
    "headers": message("set: {headers}"),
    "renamed": message("renamed from {old} to {id}"),
    "deleted": message("deleted"),
    "restored": message("restored, without names and photos"),
    "names_erased": message("names erased"),
}
