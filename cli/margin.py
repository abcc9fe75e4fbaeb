"""What is said about a game as lines and as JSON: what stands, and who did what when."""

from collections.abc import Sequence
from typing import Any, Final

from calimala_es.store import CHECK, TITLE, Annotation, Change
from cli.annotations import note_of
from cli.desk import Desk
from cli.records import table_for
from cli.terminal import harmless, paint, say
from replays.names import Table
from replays.words import note_words

MOST_SHOWN: Final = 2_000
"""Characters of a text that are shown in a list; JSON has all of it."""


class Margin:
    """The annotations of a game as a person, or a program, is told of them."""

    def __init__(self, desk: Desk) -> None:
        """Look at the game."""
        self.desk = desk

    @property
    def _table(self) -> Table:
        game = self.desk.game
        return table_for(game.setup, game.headers)

    # Lines.

    def show(self, annotations: Sequence[Annotation], what: str = "") -> None:
        """Print annotations, a line each, behind a word that says what became of them."""
        before = f"{what}  " if what else ""
        places = [self.desk.place(one) for one in annotations]
        width = max((len(place) for place in places), default=0)
        ids = max((len(one.id) for one in annotations), default=0)
        for one, place in zip(annotations, places, strict=True):
            said = f"{place:<{width}}  {self.said(one)}"
            say(f"{before}{paint(f'{one.id:<{ids}}', 'quiet')}  {said}".rstrip())

    def said(self, one: Annotation) -> str:
        """What an annotation says, behind the name of whose it is, on one line."""
        who = f"{_line(one.author.shown)}: " if one.author.shown else ""
        return harmless(f"{who}{self._words(one)}")

    def show_history(self, changes: Sequence[Change]) -> None:
        """Print who did what when, a line each."""
        for change in changes:
            who = harmless(_line(change.author.shown)) or "the record"
            time = change.time.strftime("%Y-%m-%d %H:%M") if change.time else "?"
            what = f"{change.what} {change.count}" if change.count else f"{change.what} {change.id}"
            line = f"{time}  {who}: {what}{self._said(change)}"
            say(line if change.stands else paint(f"{line} (undone)", "quiet"))

    def _said(self, change: Change) -> str:
        if change.what == "edited" and change.before and change.after:
            return f": {harmless(self._words(change.before))} -> {harmless(self._words(change.after))}"
        said = change.after or change.before
        return f": {harmless(self._words(said))}" if said else ""

    def _words(self, one: Annotation) -> str:
        """What an annotation says, on one line."""
        if one.is_variation:
            name = f" {one.text}" if one.text else ""
            label = self.desk.label(one.id) or one.label
            return _line(f"variation {label}{name}: {' '.join(self.symbols(one)) or f'{len(one.commands)} decisions'}")
        if one.kind == TITLE:
            return _line(f"title: {one.text}")
        if one.kind == CHECK:
            return _line(f"check: {one.text}")
        return _line(note_words(note_of(one.kind, one.text, self.desk.game.start), self._table, {}))

    def symbols(self, one: Annotation) -> list[str]:
        """The decisions of a variation that has a place, in notation."""
        label = self.desk.label(one.id)
        return [node.symbol for node in self.desk.tree.variation(label)] if label else []

    # JSON.

    def json(self, one: Annotation) -> dict[str, Any]:
        """An annotation for programs."""
        found: dict[str, Any] = {
            "id": one.id,
            "author": one.author.shown or None,
            "kind": one.kind,
            "place": self.desk.place(one) or None,
            "text": one.text,
            "time": one.time or None,
            "stands": one.anchor is not None,
        }
        if one.is_variation:
            found |= {"variation": self.desk.label(one.id) or one.label, "decisions": self.symbols(one)}
        return found

    def change_json(self, change: Change) -> dict[str, Any]:
        """A change for programs."""
        return {
            "author": change.author.shown or None,
            "time": change.time and change.time.isoformat(),
            "what": change.what,
            "id": change.id or None,
            "count": change.count or None,
            "before": change.before and change.before.text,
            "after": change.after and change.after.text,
            "stands": change.stands,
        }


def _line(text: str) -> str:
    """A text on one line, the beginning of one that is long."""
    words = " ".join(text[: 2 * MOST_SHOWN].split())
    return words if len(words) <= MOST_SHOWN else f"{words[:MOST_SHOWN]}..."
