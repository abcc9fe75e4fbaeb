"""What every picture of a game says about itself: the moment that it shows, and what its record lacks."""

from collections.abc import Iterator

from calimala_es.events import WentUnrecorded
from notation.depth.known import Known
from replays.languages import Language
from replays.replay import Replay


def moment_words(replay: Replay, position: int, language: Language) -> str:
    """The moment of a position: the start, the end of a turn or of the game, or an event."""
    if not position:
        return language.text("at the start")
    if replay.states[position].is_over:
        return language.text("at the end of the game")
    id = replay.ids[position - 1]
    if replay.states[position].turn > id.turn:
        return language.text("after turn {turn}", turn=id.turn)
    return language.text("after {place}", place=id)


def lacking_words(replay: Replay, position: int, known: Known, language: Language) -> Iterator[str]:
    """What went unrecorded or was only seen until a position, and what the record never tells, in sentences."""
    marks = replay.marks_until(position)
    missed = sum(type(mark.event) is WentUnrecorded for mark in marks)
    if not (known.cubes and known.goods):
        yield language.text("The record tells where discs were placed, not what was done.")
    elif missed:
        yield language.counted(
            "In {number} place nobody wrote down what happened; what happened there is not counted.",
            "In {number} places nobody wrote down what happened; what happened there is not counted.",
            missed,
        )
    if known.cubes and len(marks) > missed:
        yield language.counted(
            "In {number} place something was only seen at the table, and no event tells how it came about.",
            "In {number} places something was only seen at the table, and no event tells how it came about.",
            len(marks) - missed,
        )
