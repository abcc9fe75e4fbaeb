"""The lines of a game that is studied, each as a game of its own: the main line, and every variation."""

import re
from bisect import bisect_left
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from msgspec.structs import astuple, replace

from calimala_es.commands import Command
from calimala_es.errors import AnnotationError, CalimalaError, UnknownIdError
from calimala_es.events import Event
from calimala_es.game import Game
from calimala_es.legal import legal
from calimala_es.messages import Message
from calimala_es.store import Annotation
from calimala_es.view import Viewer
from cli.games import FoundGame
from cli.recorder import session_of
from cli.session import Session
from cli.study.study_session import StudySession, StudyText
from cli.walk.walk import END_IS_HIDDEN, Walk
from notation.lines import parse_line
from notation.places import PlaceId, is_start, parse_place
from replays.analysis import Activated, activations, until
from replays.edit.nodes import Node
from replays.edit.tree import Branch, Tree
from replays.replay import Level, Replay, Step
from replays.text.events import recorded_event_text


class StudiedLine(NamedTuple):
    """A line from the start of the game: as a game, the branch that it ends in, and its decisions."""

    game: FoundGame
    branch: Branch
    path: tuple[Node, ...]

    @property
    def is_main(self) -> bool:
        """Whether it is the main line."""
        return self.branch.instead_of is None


def line_of(base: FoundGame, tree: Tree, branch: Branch) -> StudiedLine:
    """Return the line that leads to the end of a branch; ``base`` is the game of the tree.

    Its own variations follow its decisions; the line that it branches from is not among them.
    """
    path = tuple(branch.last.path) if branch.last else ()
    if branch.instead_of is None:
        return StudiedLine(base, branch, path)
    game = FoundGame(base.name, replace(base.record, moves=tuple(node.move for node in path)))
    game.shown_layers = base.shown_layers
    game.variation = branch.id
    game.branch = sum(len(node.events) for node in path[: branch.begins_at.depth])
    return StudiedLine(game, branch, path)


# ----------------------------------------------------------------------------------------------------
# Finding words in a game: in the events and the notes, and the codes of places, actions and cards.

_PARTS: Final = re.compile(r"[^0-9A-Za-z]+")
_ID: Final = re.compile(r"(?:[a-z][0-9a-z-]*:)?[0-9]+(?:\.[0-9]+){0,2}")


def is_place(text: str) -> bool:
    """Return whether a text names a place and is not a word."""
    return _ID.fullmatch(text.strip()) is not None


class TextSearch:
    """What the user is looking for; ``text`` is empty without a search."""

    def __init__(self) -> None:
        """Begin without a search."""
        self.text = ""

    def find(self, walk: Walk, *, is_forward: bool = True, seen: int = 0) -> int | None:
        """Return the position right after the next (or previous) matching event, counted from where ``walk`` is.

        For a user who wants no spoilers, nothing after ``seen`` is searched.
        """
        end = walk.replay.last if walk.shows_end else min(seen, walk.replay.last)
        places = range(walk.at, end) if is_forward else range(walk.at - 2, -1, -1)
        return next((place + 1 for place in places if self.is_in(walk, place)), None)

    def is_in(self, walk: Walk, place: int) -> bool:
        """Return whether an event, or a note on it, matches the search.

        In capitals the text is a code as well, e.g. ``LIS``, ``SMF.W``, ``AS``.
        """
        if not self.text or walk.record.is_hidden(place):
            return False
        wanted = self.text.casefold()
        event = walk.replay.events[place]
        texts = (recorded_event_text(event, place, walk.game.names, walk.record), *self._said(walk, place))
        return any(wanted in text.casefold() for text in texts) or (self.text.isupper() and self._is_code(event))

    def _said(self, walk: Walk, place: int) -> tuple[str, ...]:
        return walk.game.notes_at(place + 1, sees_all=walk.sees_all)

    def _is_code(self, event: Event) -> bool:
        parts = {*_PARTS.split(self.text)} - {""}
        values = [value for value in astuple(event) if isinstance(value, str)]
        return any(self.text == value or parts <= {*_PARTS.split(value)} for value in values if value)


# ----------------------------------------------------------------------------------------------------
# The actions of a user who studies a game: steps, lines, levels, viewpoints, jumps, a search, and notes.
#
# A thin model without a screen: ``replays.stepping`` determines where to go, and a ``StudySession`` saves the notes.

LEVELS: Final = tuple(Level)
"""The levels from the coarsest to the finest."""


class StudyError(CalimalaError):
    """Something cannot be done at this point of the study; the message says why."""


_LINE: Final = "<line>"
_RECORD_ENDS: Final = Message(
    "the record ends here; press ctrl+r to record what comes next, or try it with {command}", command="calimala fork"
)
_HIDDEN: Final = {
    "notes": Message("this viewpoint hides notes; press v until everything is shown"),
    "variations": Message("this viewpoint hides variations; press v until everything is shown"),
    "record": Message("this viewpoint hides what was recorded; press v until everything is shown"),
}
"""The errors for what only a study that shows everything has."""


class Study:
    """A game that is studied: ``walk`` is the way through the current ``line``."""

    def __init__(self, session: StudySession, level: Level = Level.TURN, *, shows_end: bool = True) -> None:
        """Begin at the start of the main line, seeing everything."""
        self.session = session
        self.line: StudiedLine = line_of(session.game, session.tree, session.tree.main)
        self.walk = Walk(self.line.game, level, shows_end=shows_end)
        self.search = TextSearch()
        self._analysed: tuple[Replay, int, tuple[Activated, ...]] | None = None
        self._own_marks: dict[str, tuple[int, ...]] = {}
        self._seen: dict[str, int] = {}

    # The place.

    @property
    def at(self) -> int:
        """The position."""
        return self.walk.at

    @property
    def step(self) -> Step | None:
        """The current step, which ends here or is under way; ``None`` at the start."""
        number = self.walk.replay.step_before(self.walk.level, self.at)
        return None if number is None else self.walk.replay.step(self.walk.level, number)

    def id_at(self, place: int) -> str:
        """Return the id of an event of this line, after the id of the innermost variation that contains it."""
        replay = self.walk.replay
        branch = self.line.path[replay.command_at(place)].branch
        return str(PlaceId.of(branch.id, replay.ids[place]))

    def nodes(self) -> list[Node]:
        """Return the decisions of the current step, as far as it has gone."""
        step = self.step
        if step is None:
            return []
        firsts = self.walk.replay.firsts
        first = max(self.walk.replay.command_at(step.start), 0)
        return [*self.line.path[first : bisect_left(firsts, self.at)]]

    def node(self) -> Node | None:
        """Return the decision that ends here; ``None`` at the start."""
        return self.line.path[self.walk.replay.command_at(self.at - 1)] if self.at else None

    def go(self, target: str) -> None:
        """Go to a place in this line, ``7.2``, or in another one, ``v1:7.2``; raise ``UnknownIdError``."""
        if is_start(target):
            self.walk.go(target)
            return
        place = parse_place(target)
        if place.variation:
            self._require_all("variations")
            self.enter(place.variation)
        if place.numbers:
            self.walk.go(".".join(map(str, place.numbers)))

    def see(self) -> None:
        """Remember that the line was shown up to here."""
        id = self.line.branch.id
        self._seen[id] = max(self._seen.get(id, 0), self.at)

    def find(self, *, is_forward: bool) -> None:
        """Go to the next, or the previous, match of the search; raise ``StudyError`` if there is none.

        For a user who wants no spoilers, only the part of the line that was shown is searched.
        """
        text = self.search.text
        if not text:
            raise StudyError(Message("there is no search yet; press / to begin one"))
        self.see()
        found = self.search.find(self.walk, is_forward=is_forward, seen=self._seen[self.line.branch.id])
        if found is None:
            if is_forward and not self.walk.shows_end:
                raise StudyError(
                    Message("{word} does not appear again in what you have seen (--no-spoilers)", word=repr(text))
                )
            words = (
                Message("{word} does not appear after this moment", word=repr(text))
                if is_forward
                else Message("{word} does not appear before this moment", word=repr(text))
            )
            raise StudyError(words)
        self.walk.at = found

    def activations(self) -> tuple[Activated, ...]:
        """Return all activations with their consequences; if the end is hidden, as if the game ended here."""
        replay = self.walk.replay if self.walk.shows_end else until(self.walk.replay, self.at)
        last = (self.walk.replay, replay.last)
        if self._analysed is None or self._analysed[0] is not last[0] or self._analysed[1] != last[1]:
            self._analysed = (*last, activations(replay))
        return self._analysed[2]

    # Steps of other levels.

    def by_coarser(self, *, is_forward: bool) -> None:
        """Go one step of the next coarser level."""
        self._by(LEVELS[max(LEVELS.index(self.walk.level) - 1, 0)], is_forward=is_forward)

    def by_finer(self, *, is_forward: bool) -> None:
        """Go one step of the next finer level."""
        self._by(LEVELS[min(LEVELS.index(self.walk.level) + 1, len(LEVELS) - 1)], is_forward=is_forward)

    def _by(self, level: Level, *, is_forward: bool) -> None:
        if level is Level.GAME and is_forward and not self.walk.shows_end:
            raise UnknownIdError(END_IS_HIDDEN)
        replay = self.walk.replay
        self.walk.at = (replay.next if is_forward else replay.previous)(level, self.at)

    # Lines.

    def variations(self) -> list[str]:
        """Return the ids of the variations that may be entered here: instead of decisions in the last step."""
        if not self.walk.sees_all:
            return []
        here = self.line.branch
        return [one.id for node in self.nodes() if node.branch is here for one in node.variations]

    def down(self) -> None:
        """Enter the first variation here, or the next one beside the variation that has just been entered."""
        self._require_all("variations")
        found = self.variations() or self._beside(1)
        if not found:
            raise StudyError(Message("no variation begins here; m goes to the next marker, V makes one"))
        self.enter(found[0])

    def up(self) -> None:
        """Go to the variation before this one, or back to the line that it branches from."""
        found = self._beside(-1)
        if found:
            self.enter(found[-1])
            return
        node = self.line.branch.instead_of
        if node is None:
            raise StudyError(Message("this is the main line"))
        self._leave(node)

    def _leave(self, node: Node) -> None:
        """Go back to the line of a decision, to the position after it."""
        self._show(node.branch, 0)
        self.walk.at = self._position_after(node)

    def _beside(self, way: int) -> list[str]:
        """Return variations before (-1) or after (1) this one in the same step, if it has just been entered."""
        branch, node = self.line.branch, self.line.branch.instead_of
        is_entered = branch.first is not None and self.at <= self._position_after(branch.first)
        if node is None or not is_entered or not self.walk.sees_all:
            return []
        line = line_of(self.session.game, self.session.tree, node.branch)
        replay = line.game.replay
        step = replay.coming(self.walk.level, replay.firsts[node.depth - 1])
        assert step is not None, "a decision has events"
        first, end = bisect_left(replay.firsts, step.start), bisect_left(replay.firsts, step.end)
        found = [one.id for other in line.path[first:end] for one in other.variations]
        place = found.index(branch.id)
        return found[:place] if way < 0 else found[place + 1 :]

    def enter(self, id: str) -> None:
        """Enter a variation, after its first decision; raise ``UnknownIdError``."""
        branch = self.session.tree.variation(id)
        self._show(branch, 0)
        if branch.first is not None:
            self.walk.at = self._position_after(branch.first)

    def _position_after(self, node: Node) -> int:
        """Return the position after a decision of this line."""
        return self.walk.replay.before(node.depth)

    def _show(self, branch: Branch, at: int) -> None:
        """Show a line from a position on, with level, viewpoint and everything else unchanged."""
        old = self.walk
        self._own_marks[self.line.branch.id] = old.own
        self.line = line_of(self.session.game, self.session.tree, branch)
        self.walk = Walk(self.line.game, old.level, shows_end=old.shows_end)
        self.walk.own = self._own_marks.get(branch.id, ())
        self.walk.subject = old.subject
        self.walk.shows_changes, self.walk.shows_undone = old.shows_changes, old.shows_undone
        self.look(old.viewer, sees_all=old.sees_all)
        self.walk.at = min(at, self.walk.replay.last)

    def look(self, viewer: Viewer, *, sees_all: bool) -> None:
        """Show the game as recorded, or as a viewer saw it; for a viewer, go back to where a variation begins."""
        if not sees_all:
            self._leave_variations()
            self.walk.look(viewer)
        else:
            self.walk.look_at_all()

    def next_view(self) -> None:
        """Switch to the next view: all, each seat, the public; only the first can show variations."""
        self._leave_variations()
        self.walk.next_view()

    def _leave_variations(self) -> None:
        """Go to the decision of the main line at which it was left."""
        while self.line.branch.instead_of is not None:
            self._leave(self.line.branch.instead_of)

    # Annotating.

    def require_writing(self) -> None:
        """Raise an error if nothing can be annotated: under a viewpoint, or if nothing can be saved."""
        self._require_all("notes")
        if self.session.target is None:
            raise AnnotationError(self.session.why_not)

    def _require_all(self, what: str) -> None:
        if not self.walk.sees_all:
            raise StudyError(_HIDDEN[what])

    def say(self, kind: str, text: str) -> None:
        """Add a note on the decision that ends here."""
        self.require_writing()
        node = self.node()
        with self._at_same_place():
            self.session.say(node.id if node else "", kind, text)

    def said(self) -> list[Annotation]:
        """Return the annotations here, in a variation including that variation itself."""
        if not self.walk.sees_all:
            return []
        return self.session.said_at(self.nodes(), at_start=not self.at, inside=self.line.branch)

    def edit(self, one: Annotation, text: str) -> None:
        """Change the content of an annotation."""
        self.require_writing()
        with self._at_same_place():
            self.session.edit(one, text)

    def retract(self, one: Annotation) -> None:
        """Retract an annotation."""
        self.require_writing()
        with self._at_same_place():
            self.session.retract(one)

    def take_back(self, *, is_redo: bool = False) -> None:
        """Undo the last change of annotations, or redo it."""
        self.require_writing()
        with self._at_same_place():
            self.session.take_back(is_redo=is_redo)

    # Making variations.

    def choices(self) -> list[Command]:
        """Return the legal decisions here, or next at the end of a variation, in the order of the rules.

        Raises ``StudyError`` if there are none, or if the players' possessions are not recorded.
        """
        self.require_writing()
        place = self.coming()
        if not self.walk.record.known(place).goods:
            raise StudyError(
                Message("this record does not say what the players have, so their legal decisions are not known")
            )
        found = legal(self.walk.replay.states[place])
        if not found:
            raise StudyError(Message("the game is over here"))
        if self.line.is_main and place == self.walk.replay.last:
            raise StudyError(_RECORD_ENDS)
        return [*found]

    def coming(self) -> int:
        """Return the position for ``choices``: before the next decision from here on, or the last position."""
        replay = self.walk.replay
        return replay.before(bisect_left(replay.firsts, self.at))

    def choose(self, *commands: Command) -> None:
        """Decide something: continue in the line or the variation with these decisions, or make a new variation.

        All that is new is one change, whose last decision is shown.
        """
        self.require_writing()
        for index, command in enumerate(commands):
            number = bisect_left(self.walk.replay.firsts, self.at)
            node = self.line.path[number] if number < len(self.line.path) else None
            same = (node, *(branch.first for branch in node.variations)) if node else ()
            known = next((one for one in same if one is not None and one.command == command), None)
            if known is None:
                self._write(node, commands[index:])
                return
            if known is node:
                self.walk.at = self._position_after(known)
            else:
                self.enter(known.branch.id)

    def _write(self, node: Node | None, commands: Sequence[Command]) -> None:
        """Begin a variation with these decisions instead of ``node``, or continue this one if the line has no more."""
        if node is None and self.line.is_main:
            raise StudyError(_RECORD_ENDS)
        with self._at_same_place():
            id = self.session.vary(node, commands) if node else self.session.go_on(self.line.branch, commands)
        self._show(self.session.tree.variation(id), self.at)
        self.walk.at = self._position_after(self.line.path[-1])

    def _game_here(self) -> Game:
        """Return the line up to the place where something is decided next."""
        number = bisect_left(self.walk.replay.firsts, self.at)
        return replace(self.line.game.record, moves=tuple(node.move for node in self.line.path[:number]))

    def commands_of(self, text: str) -> list[Command]:
        """Return the decisions of a line of notation that continues from here; raise ``StudyError`` for a mistake."""
        parsed = parse_line(text, self._game_here(), _LINE)
        if parsed.errors:
            error = parsed.errors[0].in_words(self.walk.game.text)
            raise StudyError(str(error).partition(f"{_LINE}:{error.line}:{error.column}: ")[2])
        if not parsed.moves:
            raise StudyError(Message("this line has no decisions"))
        return [move.command for move in parsed.moves]

    def choose_line(self, text: str) -> None:
        """Decide a line of notation of any length as ``choose`` does; all of it or nothing."""
        self.choose(*self.commands_of(text))

    # Recording.

    def record(self, answer: Callable[[str], None]) -> Session:
        """Return the session that continues the game of the store; raise ``StudyError`` for any other, and if over."""
        self._require_all("record")
        target = self.session.target
        if target is None or isinstance(target, StudyText):
            raise StudyError(
                Message("only a game in the store can be recorded; {command} adds one", command="calimala import")
            )
        target.look()
        if target.stored.game.state.is_over:
            raise StudyError(Message("the game is over; {command} changes its end", command="calimala undo"))
        return session_of(target.store, target.stored, answer)

    def see_recorded(self) -> None:
        """Show the game as it was recorded in the meantime, at its end."""
        if self.session.target is not None:
            self.session.target.look()
        self.session.look()
        self._show(self.session.tree.main, self.at)
        self.walk.at = self.walk.replay.last

    @contextmanager
    def _at_same_place(self) -> Generator[None]:
        """Show the current annotations afterwards, whatever happened to an attempt to change them."""
        try:
            yield
        finally:
            self.read_again()

    def read_again(self) -> None:
        """Load the changed line; the main line if it does not exist any more."""
        branch, begins = self.line.branch, self.line.game.branch
        tree = self.session.tree
        if branch.id and branch.id in {one.id for one in tree.variations()}:
            self._show(tree.variation(branch.id), self.at)
        else:
            self._show(tree.main, min(self.at, begins) if branch.id else self.at)
