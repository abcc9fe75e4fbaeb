"""The text of steps and histories: lines for a person, JSON for programs."""

from collections.abc import Iterable
from typing import Any, Final

from calimala_es.board import is_street, street_names
from calimala_es.components import COLOUR_WORDS, WHITE
from cli.terminal import harmless, say
from cli.walk.walk import Walk
from notation.partial.coverage import Known
from replays.positions import colours_json
from replays.replay import Level, NotRecordedError, Step
from replays.stepping import Delta, Happening, History, Life, Story, story
from replays.stepping.story import recorded
from replays.text.changes import history_lines, story_lines
from replays.text.events import event_text, recorded_event_text
from replays.text.terminal import wrapped

WIDTH: Final = 80
ID_WIDTH: Final = 8


def change_story(walk: Walk, step: Step) -> Story:
    """Return the story of a step, as far as it is recorded."""
    return recorded(story(walk.replay, step), _known(walk, step))


def _known(walk: Walk, step: Step) -> Known:
    """Return what is recorded at both ends of a step."""
    ends = zip(walk.record.known(step.start), walk.record.known(step.end), strict=True)
    return Known(*(before and after for before, after in ends))


# Lines.


def event_lines(walk: Walk, place: int) -> list[str]:
    """Return an event in words, the notes after it, then what was undone there.

    There is no line for the event if nothing of it is recorded.
    """
    undone = undone_lines(walk, place + 1) if walk.shows_undone else []
    words = recorded_event_text(walk.replay.events[place], place, walk.game.names, walk.record)
    if not words:
        return undone
    notes = walk.game.notes_at(place + 1, sees_all=walk.sees_all) if place + 1 in walk.noted else ()
    return [*_line(walk, walk.game.ids[place], words, notes), *undone]


def _line(walk: Walk, id: str, words: str, notes: Iterable[str] = ()) -> list[str]:
    width = ID_WIDTH + (len(walk.game.variation) + 1 if walk.game.variation else 0)
    indent = " " * width
    first, *rest = wrapped(words.split(), WIDTH - width)
    lines = [f"{walk.palette.paint(f'{id:<{width}}', 'quiet')}{first}"]
    if rest:
        lines += [f"{indent}{line}" for line in rest]
    for note in notes:
        lines += [
            f"{indent}{walk.palette.paint(line, 'quiet')}" for line in wrapped(harmless(note).split(), WIDTH - width)
        ]
    return lines


def undone_lines(walk: Walk, position: int) -> list[str]:
    """Return what was undone at a position, each span after a line that introduces it."""
    text = walk.game.names.language.text
    lines: list[str] = []
    for span, replay, first in walk.undone_at(position):
        head = text("undone, and redo brings it back:") if span.is_redoable else text("undone:")
        lines.append(" " * ID_WIDTH + walk.palette.paint(head, "quiet"))
        for place in range(first, replay.last):
            lines += _line(walk, str(replay.ids[place]), event_text(replay.events[place], walk.game.names))
        lines.append(" " * ID_WIDTH + walk.palette.paint(text("this was undone; the game went on:"), "quiet"))
    return lines


def change_lines(walk: Walk, step: Step) -> list[str]:
    """Return what a step changed."""
    return [
        f"{' ' * ID_WIDTH}{line}"
        for words in story_lines(change_story(walk, step), walk.game.names)
        for line in wrapped(words.split(), WIDTH - ID_WIDTH)
    ]


def step_lines(walk: Walk, step: Step) -> list[str]:
    """Return what happened in a step."""
    lines = undone_lines(walk, 0) if walk.shows_undone and not step.start else []
    for place in range(step.start, step.end):
        lines += event_lines(walk, place)
    return [*lines, *(change_lines(walk, step) if walk.shows_changes else [])]


def print_step(walk: Walk, step: Step) -> None:
    """Print what happened in a step, with an empty line after it."""
    say("\n".join([*step_lines(walk, step), *[""] * (walk.level is not Level.EVENT)]))


def print_history(walk: Walk) -> None:
    """Print the history of the object that is followed."""
    for line in subject_history_lines(walk):
        say(line)


def subject_history_lines(walk: Walk, width: int = WIDTH) -> list[str]:
    """Return the history of the followed object, in lines of a width; raise ``NotRecordedError``."""
    return history_lines(subject_history(walk), walk.game.names, width)


_NEEDED: Final = {"row": "cubes", "cube": "cubes", "cards": "cards", "card": "cards", "influence": "cards"}


def subject_history(walk: Walk) -> History:
    """Return the history of the followed object; raise ``NotRecordedError`` if it is not recorded."""
    history = walk.history()
    assert history is not None, "something is followed"
    assert walk.subject is not None, "something is followed"
    needed = _NEEDED.get(walk.subject.kind)
    if needed and needed in walk.record.known(walk.at).missing:
        raise NotRecordedError(f"this record does not tell what became of {history.subject}: no {needed} (Depth)")
    return history


# JSON.


def step_json(walk: Walk, step: Step) -> dict[str, Any]:
    """Return a step for programs; the keys are documented in ``docs/cli.md`` and do not change."""
    changes = change_story(walk, step)
    state = walk.replay.states[step.end]
    tiles = street_names(walk.game.setup.city)
    shown = {
        "id": walk.game.ids[step.start],
        "level": step.level.value,
        "number": step.number,
        "events": [
            {
                "id": walk.game.ids[place],
                "kind": type(walk.replay.events[place]).__name__,
                "words": words,
                "comments": [*walk.game.comments_at(place + 1, sees_all=walk.sees_all)],
            }
            for place in range(step.start, step.end)
            if (words := recorded_event_text(walk.replay.events[place], place, walk.game.english, walk.record))
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
