"""Annotations of a game as lines and as JSON: the current ones, and who changed what and when."""

from collections.abc import Sequence
from typing import Any, Final

from calimala_es.store import CHECK, TITLE, Annotation, Change
from cli.annotating import Desk
from cli.games import table_for
from cli.terminal import harmless, paint, say
from replays.stored.annotations import note_of
from replays.text.languages import message
from replays.text.names import Names
from replays.text.notes import note_text

MOST_SHOWN: Final = 2_000
"""The number of characters of a text that a list shows; JSON has all of it."""

_DONE: Final = {
    "written": message("{who}: written {id}"),
    "edited": message("{who}: edited {id}"),
    "retracted": message("{who}: retracted {id}"),
    "undone": message("{who}: undone {number}"),
    "redone": message("{who}: redone {number}"),
}
"""The action of each change."""


class Margin:
    """The annotations of a game, formatted for people and for programs."""

    def __init__(self, desk: Desk) -> None:
        """Load the annotations of the game."""
        self.desk = desk

    @property
    def _table(self) -> Names:
        game = self.desk.game
        return table_for(game.setup, game.headers)

    # Lines.

    def show(self, annotations: Sequence[Annotation], what: str = "") -> None:
        """Print annotations, one per line, after a message that says what happened to them."""
        before = f"{self._table.language.text(what)}  " if what else ""
        places = [self.desk.place(one) for one in annotations]
        width = max((len(place) for place in places), default=0)
        ids = max((len(one.id) for one in annotations), default=0)
        for one, place in zip(annotations, places, strict=True):
            said = f"{place:<{width}}  {self.said(one)}"
            say(f"{before}{paint(f'{one.id:<{ids}}', 'quiet')}  {said}".rstrip())

    def said(self, one: Annotation) -> str:
        """Return the text of an annotation on one line, after the name of its author."""
        who = f"{_line(one.author.shown)}: " if one.author.shown else ""
        return harmless(f"{who}{self._words(one)}")

    def show_history(self, changes: Sequence[Change]) -> None:
        """Print who changed what and when, one change per line."""
        language = self._table.language
        for change in changes:
            who = harmless(_line(change.author.shown)) or language.text("the record")
            time = change.time.strftime("%Y-%m-%d %H:%M") if change.time else "?"
            line = f"{time}  {self._done(change, who)}"
            say(line if change.stands else paint(language.text("{line} (undone)", line=line), "quiet"))

    def _done(self, change: Change, who: str) -> str:
        """Return what was changed, by whom, and the text of the annotation before and after."""
        language = self._table.language
        deed = language.text(_DONE[change.what], who=who, id=change.id, number=change.count)
        if change.what == "edited" and change.before and change.after:
            before, after = (harmless(self._words(one)) for one in (change.before, change.after))
            return language.text("{deed}: {before} -> {after}", deed=deed, before=before, after=after)
        said = change.after or change.before
        return language.text("{deed}: {words}", deed=deed, words=harmless(self._words(said))) if said else deed

    def _words(self, one: Annotation) -> str:
        """Return the text of an annotation on one line."""
        language = self._table.language
        if one.is_variation:
            return _line(self._variation(one))
        if one.kind == TITLE:
            return _line(language.text("title: {title}", title=one.text))
        if one.kind == CHECK:
            return _line(language.text("check: {check}", check=one.text.removeprefix("=")))
        return _line(note_text(note_of(one.kind, one.text, self.desk.game.start), self._table, {}))

    def _variation(self, one: Annotation) -> str:
        label = self.desk.label(one.id) or one.label
        language, name = self._table.language, f"{label} {one.text}".rstrip()
        symbols = " ".join(self.symbols(one))
        if symbols:
            return language.text("variation {name}: {decisions}", name=name, decisions=symbols)
        return language.counted(
            "variation {name}: {number} decision", "variation {name}: {number} decisions", len(one.commands), name=name
        )

    def symbols(self, one: Annotation) -> list[str]:
        """Return the decisions of a variation that has a place, in notation."""
        label = self.desk.label(one.id)
        return [node.symbol for node in self.desk.tree.variation(label)] if label else []

    # JSON.

    def json(self, one: Annotation) -> dict[str, Any]:
        """Return an annotation for programs."""
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
        """Return a change for programs."""
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
    """Return a text on one line, or the beginning of a long one."""
    words = " ".join(text[: 2 * MOST_SHOWN].split())
    return words if len(words) <= MOST_SHOWN else f"{words[:MOST_SHOWN]}..."
