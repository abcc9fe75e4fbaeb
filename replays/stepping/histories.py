"""The histories of a game's cubes, cards and discs, each worked out once and then looked up."""

from functools import cached_property

from msgspec.structs import replace

from calimala_es.events import WentUnrecorded
from replays.replay import Replay
from replays.stepping.cards import cards_of
from replays.stepping.cubes import Cubes, cubes_of, name_at
from replays.stepping.discs import Discs, discs_of
from replays.stepping.influence import INFLUENCE, influence_of
from replays.stepping.lives import History, Life
from replays.stepping.lying import Lying
from replays.stepping.subjects import Subject, format_subject


class Histories:
    """The lives of everything in a game, whole or as somebody saw it."""

    def __init__(self, replay: Replay) -> None:
        """Store the game; everything is computed on demand."""
        self.replay = replay

    @cached_property
    def cubes(self) -> Cubes:
        """The cubes on the board."""
        return cubes_of(self.replay)

    @cached_property
    def discs(self) -> Discs:
        """The discs on the streets."""
        return discs_of(self.replay)

    @cached_property
    def cards(self) -> tuple[Life, ...]:
        """The action cards that came into hands, in that order."""
        return cards_of(self.replay)

    @cached_property
    def influence(self) -> tuple[Life, ...]:
        """The influence cards that were seen."""
        return influence_of(self.replay)

    @cached_property
    def _named(self) -> dict[str, Life]:
        return {life.name: life for life in (*self.discs.lives, *self.cards, *self.influence)}

    def lives(self, subject: Subject, position: int, until: int | None = None) -> tuple[Life, ...]:
        """Return the whole lives of a subject at a position; nothing if there is no such thing.

        For a row or a street, return the lives of all that were there up to ``until``, by default ``position``.
        """
        kind, name, number = subject
        end = position if until is None else until
        if kind in ("row", "cube"):
            return _lives(*self.cubes, name, position, end, number - 1 if kind == "cube" else None)
        if kind in ("street", "lying"):
            return _lives(*self.discs, name, position, end, -number if kind == "lying" else None)
        if kind == "cards":
            return tuple(life for life in self.cards if _is_card(life, name))
        life = self._named.get(f"{INFLUENCE}:{name}" if kind == "influence" else name)
        return (life,) if life else ()

    def of(self, subject: Subject, position: int | None = None) -> History:
        """Return what had happened to something at a position, by default the last; nothing later."""
        at = self.replay.last if position is None else position
        lives = [life.until(at) for life in self.lives(subject, at) if life.begins <= at]
        if subject.kind == "cards":
            lives = [life for life in lives if _is_card(life, subject.name)]
        if subject.kind in ("row", "cube"):
            lives = [replace(life, name=name_at(life, at)) for life in lives]
        missed = tuple(str(mark.id) for mark in self.replay.marks_until(at) if isinstance(mark.event, WentUnrecorded))
        named = format_subject(subject, self.replay.start.setup)
        return History(named, str(self.replay.ids[at - 1]) if at else "", tuple(lives), missed)

    def positions(self, subject: Subject, position: int) -> tuple[int, ...]:
        """Return the positions directly after all that ever happens to a subject, in order."""
        lives = self.lives(subject, position, self.replay.last)
        return tuple(sorted({happening.position for life in lives for happening in life.happenings}))


def _lives(
    lives: tuple[Life, ...], lying: Lying[str], place: str, position: int, until: int, number: int | None
) -> tuple[Life, ...]:
    """Return the lives of all that were in a place up to a position, or of one thing in it."""
    if number is None:
        return tuple(lives[thing] for thing in lying.until(place, until))
    there = lying.at(place, position)
    return (lives[there[number]],) if -len(there) <= number < len(there) else ()


def _is_card(life: Life, card: str) -> bool:
    """Return whether it is a copy of a card, as far as it was seen."""
    return life.mark == card or any(happening.place == card for happening in life.happenings)
