"""A user's way through a game: the place, the level, the viewer, the object that is followed, and what is printed.

Lines are for a person, in the language of the command; JSON is for programs, in English.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain, repeat
from operator import add
from typing import Any, Final

from msgspec.structs import replace

from calimala_es.board import is_street, street_names
from calimala_es.components import COLOUR_WORDS, WHITE
from calimala_es.errors import UnknownIdError
from calimala_es.known import Known
from calimala_es.messages import Message
from calimala_es.store import UndoneSpan
from calimala_es.view import PUBLIC, Viewer
from cli.games import FoundGame
from cli.options import settings
from cli.terminal import WIDTH, harmless, say
from cli.viewpoint import ACTIVATION, CHANGE, Jump, jumped, jumps_of
from replays.positions import colours_json
from replays.replay import Level, NotRecordedError, Replay, Step, branch
from replays.stepping import Delta, Happening, History, Jumps, Life, Story, Subject, story
from replays.stepping.story import recorded
from replays.text.changes import history_lines, story_lines
from replays.text.events import event_text, event_texts
from replays.text.languages import message
from replays.text.terminal import Palette, wrapped

END_IS_HIDDEN: Final = Message("the end is hidden (--no-spoilers)")


class Walk:
    """A game that a user walks through.

    ``at`` is the position; ``shows_end`` is off for a user who wants no spoilers; ``subject`` is the object that is
    followed; ``own`` are the positions marked on the way; ``shows_changes`` and ``shows_undone`` say what is shown in
    addition, and ``board_part`` is the part with which the board begins on a screen without room for everything.
    """

    def __init__(self, game: FoundGame, level: Level, *, shows_end: bool = True) -> None:
        """Begin at the start, seeing everything."""
        self.game = game
        self.level = level
        self.shows_end = shows_end
        self.record = game.replay
        self.viewer_name = "all"
        self.at = 0
        self.subject: Subject | None = None
        self.own: tuple[int, ...] = ()
        self.shows_changes = False
        self.shows_undone = False
        self.board_part = 0
        self._viewers = ["all", *map(str, range(game.setup.players)), "public"]
        self._set(game.replay)

    def _set(self, replay: Replay) -> None:
        self.replay = replay
        self.noted = self.game.noted(sees_all=self.sees_all)
        self._jumps: Jumps | None = None

    @property
    def jumps(self) -> Jumps:
        """The possible jumps, as the viewer sees the game; found when somebody jumps."""
        if self._jumps is None:
            self._jumps = jumps_of(self.game, self.replay, self.own)
        return self._jumps

    @cached_property
    def id_width(self) -> int:
        """The columns of an id and the blank after it."""
        return ID_WIDTH + (len(self.game.variation) + 1 if self.game.variation else 0)

    @cached_property
    def palette(self) -> Palette:
        """How the output is painted."""
        return Palette(colour=settings().has_colour)

    # The viewer.

    @property
    def sees_all(self) -> bool:
        """Whether the record is shown in full."""
        return self.viewer_name == "all"

    @property
    def viewer(self) -> Viewer:
        """The seat of the viewer; ``PUBLIC`` for the public and if everything is shown."""
        return int(self.viewer_name) if self.viewer_name.isdigit() else PUBLIC

    def look(self, viewer: Viewer) -> None:
        """Show the game as a seat or the public sees it."""
        self.viewer_name = "public" if viewer is PUBLIC else str(viewer)
        self._set(self.game.replay.view(viewer))

    def look_at_all(self) -> None:
        """Show the record in full."""
        self.viewer_name = "all"
        self._set(self.game.replay)

    def next_view(self) -> None:
        """Switch to the next view: all, each seat, the public."""
        self.viewer_name = self._viewers[(self._viewers.index(self.viewer_name) + 1) % len(self._viewers)]
        self._set(self.game.replay if self.sees_all else self.game.replay.view(self.viewer))

    # The place.

    def steps(self) -> list[Step]:
        """Return the steps from here on; for an object that is followed, those in which it changes."""
        replay, level = self.replay, self.level
        first = replay.step_before(level, self.at)
        steps = [replay.step(level, number) for number in range(first or 0, replay.count(level))]
        coming = [step for step in steps if step.start >= self.at]
        if self.subject is None:
            return coming
        places = self.jumps.changes(self.subject, self.at)
        return [step for step in coming if any(step.start < place <= step.end for place in places)]

    def go(self, target: str) -> None:
        """Go to a place by its id; raise ``UnknownIdError``."""
        self.at = self.replay.find(target, names_last=self.shows_end)

    def jump(self, jump: Jump) -> None:
        """Go to the next or the previous target of a kind; raise ``UnknownIdError`` if there is none."""
        self.at = jumped(self.jumps, jump, self.game, self.at)

    def jump_to(self, kind: str, *, is_forward: bool, seat: int | None = None) -> None:
        """Go to a target as ``jump`` does; an activation is that of ``seat``, the viewer, or the active player."""
        of, players = None, self.game.setup.players
        if seat is not None and seat >= players:
            language = self.game.names.language
            raise UnknownIdError(language.counted("there is {number} player", "there are {number} players", players))
        if kind == ACTIVATION:
            looking, active = self.viewer, self.replay.states[self.at].active
            whose = seat if seat is not None else looking if looking is not None else active
            of = COLOUR_WORDS[self.game.setup.colours[whose]]
        if kind == CHANGE and self.subject is None:
            raise UnknownIdError(Message("nothing is being followed; press f to choose"))
        self.jump(Jump(kind, is_forward, of, self.subject))

    def by(self, level: Level) -> None:
        """Continue by steps of a level; raise ``UnknownIdError`` for the whole game if the end is hidden."""
        if level is Level.GAME and not self.shows_end:
            raise UnknownIdError(END_IS_HIDDEN)
        self.level = level

    def forward(self) -> None:
        """Go one step forward."""
        self.at = self.replay.next(self.level, self.at)

    def back(self) -> None:
        """Go one step back."""
        self.at = self.replay.previous(self.level, self.at)

    def to_start(self) -> None:
        """Go back to the start of the game."""
        self.at = 0

    def to_end(self) -> None:
        """Go forward to the end of the game; raise ``UnknownIdError`` for a user who wants no spoilers."""
        if not self.shows_end:
            raise UnknownIdError(END_IS_HIDDEN)
        self.at = self.replay.last

    def toggle_changes(self) -> None:
        """Show what each step changed, or no longer."""
        self.shows_changes = not self.shows_changes

    def toggle_undone(self) -> None:
        """Show what was undone, or no longer."""
        self.shows_undone = not self.shows_undone

    def mark(self) -> None:
        """Mark the position, or remove its mark."""
        self.own = tuple(sorted({*self.own} ^ {self.at}))
        self._set(self.replay)

    # What is shown.

    def board(self) -> str:
        """Return the position as text, as the viewer sees it."""
        return self.game.board_text(self.replay.states[self.at], self.at)

    def history(self) -> History | None:
        """Return the history, up to here, of the object that is followed."""
        return self.jumps.histories.of(self.subject, self.at) if self.subject else None

    @cached_property
    def _undone(self) -> dict[int, list[UndoneSpan]]:
        """The spans that were undone, by the position at which they began."""
        found: dict[int, list[UndoneSpan]] = {}
        for span in self.game.stored.undone if self.game.stored else ():
            found.setdefault(self.game.replay.before(span.anchor), []).append(span)
        return found

    def undone_at(self, position: int) -> Sequence[tuple[UndoneSpan, Replay, int]]:
        """Return the spans undone at a position, each with the game it would have made and where it begins in it.

        Whether one can be redone is shown only if the end may be shown, since the game ends there.
        """
        found: list[tuple[UndoneSpan, Replay, int]] = []
        for span in self._undone.get(position, ()):
            made = branch(self.game.replay, span.anchor, span.moves)
            seen = made if self.sees_all else made.view(self.viewer)
            shown = span if self.shows_end else replace(span, is_redoable=False)
            found.append((shown, seen, made.before(span.anchor + span.shared)))
        return found


# ----------------------------------------------------------------------------------------------------
# The text of steps and histories: lines for a person, JSON for programs.

ID_WIDTH: Final = 8


def change_story(walk: Walk, step: Step) -> Story:
    """Return the story of a step, as far as it is recorded."""
    return recorded(story(walk.replay, step), _known(walk, step))


def _known(walk: Walk, step: Step) -> Known:
    """Return what is recorded at both ends of a step."""
    ends = zip(walk.record.known(step.start), walk.record.known(step.end), strict=True)
    return Known(*(before and after for before, after in ends))


# Lines.


def lines_between(walk: Walk, start: int, end: int) -> list[str]:
    """Return the events between two positions in words, the notes after each, then what was undone there.

    There is no line for an event of which nothing is recorded.
    """
    texts = event_texts(walk.replay.events[start:end], start, walk.game.names, walk.record)
    lines: list[str] = []
    for position, event_lines in enumerate(_numbered(walk, walk.game.ids[start:end], texts), start + 1):
        lines += event_lines
        if event_lines and position in walk.noted:
            lines += _note_lines(walk, position)
        if walk.shows_undone:
            lines += undone_lines(walk, position)
    return lines


def _numbered(walk: Walk, ids: Iterable[object], texts: Iterable[str]) -> list[list[str]]:
    """Return the lines of each event: the text after its id; none if the text is empty."""
    width = walk.id_width
    painted, indent, room = walk.palette.paint(f"{{!s:<{width}}}", "quiet"), " " * width, WIDTH - width
    entries: list[list[str]] = []
    for id, text in zip(ids, texts, strict=True):
        lines = [text] if text.isascii() and 0 < len(text) <= room else wrapped(text.split(), room)
        entries.append([*map(add, chain([painted.format(id)], repeat(indent)), lines)])
    return entries


def _note_lines(walk: Walk, position: int) -> list[str]:
    """Return the notes after the event that led to a position."""
    width = walk.id_width
    return [
        " " * width + walk.palette.paint(line, "quiet")
        for note in walk.game.notes_at(position, sees_all=walk.sees_all)
        for line in wrapped(harmless(note).split(), WIDTH - width)
    ]


def undone_lines(walk: Walk, position: int) -> list[str]:
    """Return what was undone at a position, each span after a line that introduces it."""
    text = walk.game.names.language.text
    lines: list[str] = []
    for span, replay, first in walk.undone_at(position):
        head = text("undone (redo restores it):") if span.is_redoable else text("undone:")
        lines.append(" " * ID_WIDTH + walk.palette.paint(head, "quiet"))
        texts = [event_text(event, walk.game.names) for event in replay.events[first:]]
        lines += chain.from_iterable(_numbered(walk, replay.ids[first:], texts))
        lines.append(" " * ID_WIDTH + walk.palette.paint(text("this was undone; the game continued:"), "quiet"))
    return lines


def change_lines(walk: Walk, step: Step) -> list[str]:
    """Return what a step changed."""
    return [
        f"{' ' * ID_WIDTH}{line}"
        for words in story_lines(change_story(walk, step), walk.game.names)
        for line in wrapped(words.split(), WIDTH - ID_WIDTH)
    ]


def print_step(walk: Walk, step: Step) -> None:
    """Print what happened in a step, with an empty line after it."""
    lines = undone_lines(walk, 0) if walk.shows_undone and not step.start else []
    lines += lines_between(walk, step.start, step.end)
    lines += change_lines(walk, step) if walk.shows_changes else []
    say("\n".join([*lines, *[""] * (walk.level is not Level.EVENT)]))


def print_history(walk: Walk) -> None:
    """Print the history of the object that is followed."""
    for line in subject_history_lines(walk):
        say(line)


def subject_history_lines(walk: Walk, width: int = WIDTH) -> list[str]:
    """Return the history of the followed object, in lines of a width; raise ``NotRecordedError``."""
    return history_lines(subject_history(walk), walk.game.names, width)


_CUBES_MISSING: Final = message("this record does not say what became of {word}: cubes are not recorded")
_CARDS_MISSING: Final = message("this record does not say what became of {word}: cards are not recorded")
_NEEDED: Final = {
    "row": ("cubes", _CUBES_MISSING),
    "cube": ("cubes", _CUBES_MISSING),
    "cards": ("cards", _CARDS_MISSING),
    "card": ("cards", _CARDS_MISSING),
    "influence": ("cards", _CARDS_MISSING),
}
"""What the history of an object needs, by its kind, and the message if that is not recorded."""


def subject_history(walk: Walk) -> History:
    """Return the history of the followed object; raise ``NotRecordedError`` if it is not recorded."""
    history = walk.history()
    assert history is not None, "something is followed"
    assert walk.subject is not None, "something is followed"
    needed, words = _NEEDED.get(walk.subject.kind, ("", ""))
    if needed in walk.record.known(walk.at).missing:
        raise NotRecordedError(Message(words, word=str(history.subject)))
    return history


# JSON.


def step_json(walk: Walk, step: Step) -> dict[str, Any]:
    """Return a step for programs; the keys are documented in ``docs/json.md`` and do not change."""
    changes = change_story(walk, step)
    state = walk.replay.states[step.end]
    tiles = street_names(walk.game.setup.city)
    texts = event_texts(step.events, step.start, walk.game.english, walk.record)
    shown = {
        "id": walk.game.ids[step.start],
        "level": step.level.value,
        "number": step.number,
        "events": [
            {
                "id": walk.game.ids[place],
                "kind": type(event).__name__,
                "words": words,
                "comments": [*walk.noted[place + 1].comments] if place + 1 in walk.noted else [],
            }
            for place, (event, words) in enumerate(zip(step.events, texts, strict=True), step.start)
            if words
        ],
        "until": walk.game.ids[step.end - 1],
        "players": [_delta_json(walk, delta) for delta in changes.deltas],
        "streets": [
            {
                "street": tiles[street.street],
                "before": colours_json(state, street.before),
                "after": colours_json(state, street.after),
            }
            for street in changes.streets
        ],
        "unrecorded": [*_known(walk, step).missing],
    }
    return shown | ({"undone": _undone_json(walk, step)} if walk.shows_undone else {})


def _delta_json(walk: Walk, delta: Delta) -> dict[str, Any]:
    return {
        "colour": _colour(walk, delta.seat),
        "cubes": delta.cubes,
        "goods": delta.goods,
        "cards": delta.cards,
        "discs": delta.discs,
        "points": delta.points,
    }


def _undone_json(walk: Walk, step: Step) -> list[dict[str, Any]]:
    positions = range(step.start + 1 if step.start else 0, step.end + 1)
    return [
        {
            "after": walk.game.ids[position - 1] if position else None,
            "redoable": span.is_redoable,
            "events": [
                {
                    "id": str(replay.ids[place]),
                    "kind": type(replay.events[place]).__name__,
                    "words": event_text(replay.events[place], walk.game.english),
                }
                for place in range(first, replay.last)
            ],
        }
        for position in positions
        for span, replay, first in walk.undone_at(position)
    ]


def history_json(walk: Walk) -> dict[str, Any]:
    """Return a history for programs."""
    history = subject_history(walk)
    return {
        "object": history.subject,
        "at": history.at or None,
        "things": [_life_json(walk, life) for life in history.lives],
        "missed": [*history.missed],
    }


def _life_json(walk: Walk, life: Life) -> dict[str, Any]:
    is_card = life.kind in ("card", "influence")
    return {
        "name": life.name,
        "kind": life.kind,
        "card": life.mark if is_card else None,
        "owner": None if is_card or life.mark == WHITE else _colour(walk, int(life.mark)),
        "happenings": [_happening_json(walk, life, happening) for happening in life.happenings],
    }


def _happening_json(walk: Walk, life: Life, happening: Happening) -> dict[str, Any]:
    place = happening.place
    if life.kind == "disc":
        place = street_names(walk.game.setup.city)[place] if is_street(place) else place
    return {
        "id": happening.id or None,
        "what": happening.what,
        "player": _colour(walk, happening.seat),
        "by": _colour(walk, happening.by),
        "place": place or None,
        "number": happening.number or None,
        "alike": happening.alike or None,
    }


def _colour(walk: Walk, seat: int | None) -> str | None:
    return None if seat is None else COLOUR_WORDS[walk.game.setup.parties[seat]]
