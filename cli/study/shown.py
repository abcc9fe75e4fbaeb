"""The view of a study besides the board: the head line, the log, the notes, and the value of the position."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from calimala_es.notes import Check
from cli.annotating import MOST_SHOWN, AnnotationOutput
from cli.study.study import Study
from cli.terminal import harmless, paint
from cli.walk.keys import steps_text, viewer_text
from cli.walk.walk import change_story, subject_history_lines
from replays.analysis import prospects
from replays.analysis.activations import Activated
from replays.replay import Level
from replays.scores import scores
from replays.text.analysis.numbers import share_text
from replays.text.analysis.scorings import prospect_lines
from replays.text.changes import story_lines
from replays.text.events import event_text, recorded_event_text
from replays.text.names import Names
from replays.text.scores import scores_lines
from replays.text.terminal import shortened, wrapped
from replays.text.terms import action_term, join_and, street_term

MOST_LINES: Final = 60
"""The number of lines that the log shows before and after the current step."""

GUTTER: Final = 2
ID_WIDTH: Final = 8


def head_line(study: Study, width: int) -> str:
    """Return the place, the size of steps, the viewer, the line, and everybody's points."""
    walk, names = study.walk, study.walk.game.names
    text = names.language.text
    place = study.id_at(walk.at - 1) if walk.at else text("start")
    branch = study.line.branch
    line = "" if study.line.is_main else text("in {variation}", variation=f"{branch.id} {branch.name}".rstrip())
    hidden = "" if walk.shows_end else text("no spoilers")
    marked = " #" if walk.at in walk.own else ""
    parts = [f"{place}{marked}", steps_text(walk), text("seen by {who}", who=viewer_text(walk)), hidden, line]
    points = ""
    if walk.record.known(walk.at).points:
        mats = walk.replay.states[walk.at].mats
        points = "  ".join(f"{names.colours[seat]} {mat.points}" for seat, mat in enumerate(mats))
    head = shortened(" · ".join(harmless(part[:MOST_SHOWN]) for part in parts if part), max(width - len(points) - 2, 8))
    return f"{head}  {points}"


# The log.


class LogLine(NamedTuple):
    """A line of the log, and whether it belongs to the current step."""

    text: str
    is_here: bool


def log_lines(study: Study, width: int) -> list[LogLine]:
    """Return the steps around the current one, each with its events in words and the notes after them.

    Later events are not shown to a user who wants no spoilers.
    """
    walk = study.walk
    number = walk.replay.step_before(walk.level, walk.at)
    count = walk.replay.count(walk.level)
    here = [*_beginning(study, width)] if number is None else [*_step_lines(study, number, width)]
    before: list[LogLine] = []
    for place in range((number or 0) - 1, -2, -1) if number is not None else ():
        before = [*(_step_lines(study, place, width) if place >= 0 else _beginning(study, width)), *before]
        if len(before) >= MOST_LINES:
            break
    after: list[LogLine] = []
    for place in range(0 if number is None else number + 1, count) if walk.shows_end else ():
        after += _step_lines(study, place, width)
        if len(after) >= MOST_LINES:
            break
    return [*before, *here, *after]


def _beginning(study: Study, width: int) -> Iterator[LogLine]:
    walk = study.walk
    is_here = not walk.at
    said = walk.game.notes_at(0, sees_all=walk.sees_all)
    words = walk.game.names.language.text("start of the game")
    lines = [*_entry("start", words, said, width, is_here=is_here)]
    if walk.shows_undone:
        lines += _undone(study, 0, width)
    return (LogLine(line, is_here) for line in lines)


def _step_lines(study: Study, number: int, width: int) -> Iterator[LogLine]:
    """Yield the events of a step; in a step under way, those that have happened belong to the current step."""
    walk = study.walk
    step = walk.replay.step(walk.level, number)
    end = step.end if walk.shows_end else min(step.end, walk.at)
    is_this = step.start < walk.at <= step.end
    for place in range(step.start, end):
        is_here = is_this and place < walk.at
        lines: list[str] = []
        if words := recorded_event_text(walk.replay.events[place], place, walk.game.names, walk.record):
            said = walk.game.notes_at(place + 1, sees_all=walk.sees_all)
            lines += _entry(study.id_at(place), words, said, width, is_here=is_here)
        if walk.shows_undone:
            lines += _undone(study, place + 1, width)
        yield from (LogLine(line, is_here) for line in lines)
    if walk.shows_changes and is_this and walk.at == step.end:
        for words in story_lines(change_story(walk, step), walk.game.names):
            yield from (LogLine(line, is_here=True) for line in _below(words, width, " " * GUTTER))


def _entry(id: str, words: str, said: Sequence[str], width: int, *, is_here: bool) -> Iterator[str]:
    """Yield an event after its id, and below it the notes; a sign marks the events of the current step."""
    before = "> " if is_here else "  "
    margin = " " * (GUTTER + max(ID_WIDTH, len(id) + 1))
    first, *rest = wrapped(harmless(words).split(), max(width - len(margin), 10)) or [""]
    yield f"{before}{paint(f'{id:<{len(margin) - GUTTER}}', 'quiet')}{first}"
    yield from (f"{margin}{line}" for line in rest)
    for remark in said:
        yield from _below(_beginning_of(remark), width, margin)


def _beginning_of(remark: str) -> str:
    """Return a remark, or the beginning of a long one; editing shows all of it."""
    return remark if len(remark) <= MOST_SHOWN else f"{remark[:MOST_SHOWN]}..."


def _below(words: str, width: int, margin: str) -> Iterator[str]:
    for line in wrapped(harmless(words).split(), max(width - len(margin), 10)):
        yield margin + paint(line, "quiet")


def _undone(study: Study, position: int, width: int) -> Iterator[str]:
    walk = study.walk
    text = walk.game.names.language.text
    for span, replay, first in walk.undone_at(position):
        head = text("undone (redo restores it):") if span.is_redoable else text("undone:")
        yield from _below(head, width, " " * GUTTER)
        for place in range(first, replay.last):
            words = event_text(replay.events[place], walk.game.names)
            yield from _entry(str(replay.ids[place]), words, (), width, is_here=False)
        yield from _below(text("this was undone; the game continued:"), width, " " * GUTTER)


# Notes.


def note_lines(study: Study, width: int) -> list[str]:
    """Return the notes here with their ids, the variations that begin here, and the object that is followed."""
    walk, target = study.walk, study.session.target
    text = walk.game.names.language.text
    lines: list[str] = []
    if target is not None and walk.sees_all:
        output = AnnotationOutput(target)
        annotations = [one for one in study.said() if not isinstance(one.note, Check)]
        for one in annotations:
            lines += wrapped([paint(one.id, "quiet"), *output.said(one).split()], width, "  ")
        has_content = bool(annotations)
    else:
        said = [walk.game.notes_at(place, sees_all=walk.sees_all) for place in _positions(study)]
        remarks = map(_beginning_of, chain(*said))
        lines += chain.from_iterable(wrapped(harmless(one).split(), width, "  ") for one in remarks)
        has_content = bool(lines)
    if not has_content:
        lines.append(paint(text("No notes here."), "quiet"))
    if study.variations():
        lines.append(paint(text("↓ enters a variation."), "quiet"))
    if walk.subject is not None:
        lines += ["", *history_shown(study, width)]
    return lines


def history_shown(study: Study, width: int) -> list[str]:
    """Return the history of the followed object; raise ``NotRecordedError``."""
    return wrapped_lines(subject_history_lines(study.walk, width), width)


def _positions(study: Study) -> range:
    step = study.step
    return range(step.start + 1, study.at + 1) if step else range(1)


def wrapped_lines(lines: Sequence[str], width: int) -> list[str]:
    """Return lines with their margins unchanged, wrapping those that are too long."""
    found: list[str] = []
    for line in lines:
        words = line.lstrip(" ")
        margin = line[: len(line) - len(words)]
        if "  " in words or not words:
            found.append(line)
        else:
            found += [margin + part for part in wrapped(words.split(), max(width - len(margin), 10), "  ")]
    return found


# The value of the position.


def analysis_lines(study: Study, width: int) -> list[str]:
    """Return everything that would score now, what the turn gave to whom, and the sources of the points."""
    walk, names = study.walk, study.walk.game.names
    text, known = names.language.text, study.walk.record.known(study.at)
    lines: list[str] = []
    warning = text("Cubes are not recorded; the points are those given in the record.")
    if not known.cubes:
        lines.append(paint(warning, "warning"))
    else:
        found = prospects(walk.replay.states[walk.at])
        coming = [line for prospect in found for line in prospect_lines(prospect, names)]
        lines += _part(text("What is still to be scored"), wrapped_lines(coming, width))
    lines += _part(text("Who gave what to whom"), wrapped_lines([*_gift_lines(study, has_cubes=known.cubes)], width))
    if known.points:
        sources = scores_lines(scores(walk.replay, walk.at), names)
        lines += _part(text("Where the points came from"), sources)
    return lines[:-1]


def _part(title: str, lines: Sequence[str]) -> list[str]:
    return [paint(title, "heading"), *lines, ""] if lines else []


def _gift_lines(study: Study, *, has_cubes: bool) -> Iterator[str]:
    """Yield the activations of the current turn, with what was done in each, and their consequences.

    For a user who wants no spoilers, only the consequences up to now are included.
    """
    walk, names = study.walk, study.walk.game.names
    number = walk.replay.step_before(Level.TURN, walk.at)
    if number is None:
        return
    step = walk.replay.step(Level.TURN, number)
    for one in study.activations():
        if step.start <= one.start < step.end:
            yield _gift_words(one, names, has_cubes=has_cubes)
            done = [action_term(code, names.language) for code in one.done + one.instead + one.played]
            if done:
                yield f"  {join_and(done, names.language)}"


def _gift_words(one: Activated, names: Names, *, has_cubes: bool) -> str:
    language = names.language
    fields = {
        "turn": one.turn,
        "street": street_term(names, one.street),
        "giver": names.name(one.giver),
        "receiver": names.name(one.receiver),
    }
    if not has_cubes:
        if one.giver == one.receiver:
            return language.text("{street}: {giver} activated a disc of their own.", **fields)
        return language.text("{street}: {giver} gave {receiver} an activation.", **fields)
    points = share_text(one.points, language)
    if one.giver == one.receiver:
        return language.text(
            "Turn {turn}, {street}: {giver} activated a disc of their own, worth {points} in the end.",
            **fields,
            points=points,
        )
    return language.text(
        "Turn {turn}, {street}: {giver} gave {receiver} an activation, worth {points} in the end.",
        **fields,
        points=points,
    )
