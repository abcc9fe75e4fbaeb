"""One set-up for two records: the city turned, and of what the box has otherwise the one that says more."""

from typing import Final, NamedTuple

from msgspec import structs
from msgspec.structs import replace

from calimala_es.errors import CalimalaError
from calimala_es.game import Game, replay_moves
from calimala_es.initial import initial
from calimala_es.setup import Ruleset, Setup, ruleset_of
from calimala_es.state import State
from notation.depth.result import stand_in
from notation.heading.headers import format_setup
from notation.merging.conflicts import MergeError
from notation.positions.symmetry import SYMMETRIES, turned_record, turned_setup

_MAY_BE_USUAL: Final = ("deck", "cells", "settings", "steps", "stages")
"""What of a rule set is usual unless somebody says otherwise."""


class Agreed(NamedTuple):
    """Two records with the same set-up, and what had to be changed for it."""

    one: Game
    other: Game
    remarks: tuple[str, ...] = ()


def agreed(one: Game, other: Game, names: tuple[str, str]) -> Agreed:
    """Both records with one set-up; the city lies as in the first.

    Raises ``MergeError`` where they are not of one table.
    """
    remarks: list[str] = []
    if one.setup.city != other.setup.city:
        turned = _turned(other, one.setup)
        if turned is not None:
            other = turned
            remarks.append(f"the city of {names[1]} is turned to lie as in {names[0]}")
    setup = _fuller(one.setup, other.setup)
    if setup is None:
        raise MergeError(f"{names[0]} and {names[1]} are not of one table: {_difference(one.setup, other.setup)}")
    for name, record in zip(names, (one, other), strict=True):
        if record.setup != setup:
            remarks.append(f"{name} does not say what the box has otherwise")
    return Agreed(_with_setup(one, setup, names[0]), _with_setup(other, setup, names[1]), tuple(remarks))


def _turned(record: Game, setup: Setup) -> Game | None:
    """The record on the city as it lies there; ``None`` if its tiles lie otherwise."""
    for symmetry in SYMMETRIES:
        if turned_setup(record.setup, symmetry).city == setup.city:
            return turned_record(record, symmetry)
    return None


def _fuller(one: Setup, other: Setup) -> Setup | None:
    """The set-up of both; where one has what is usual, and the other something else, that."""
    usual = ruleset_of(one.ruleset.edition, intrigue=bool(one.intrigue))
    told: dict[str, object] = {}
    for field in _MAY_BE_USUAL:
        values = [getattr(setup.ruleset, field) for setup in (one, other)]
        special = [value for value in values if value != getattr(usual, field)]
        told[field] = special[0] if special else values[0]
    rules: Ruleset = replace(one.ruleset, **told)
    setups = [replace(setup, ruleset=rules) for setup in (one, other)]
    is_one = all(getattr(other.ruleset, field) in (getattr(usual, field), told[field]) for field in _MAY_BE_USUAL)
    same = structs.astuple(one.ruleset)[:2] == structs.astuple(other.ruleset)[:2]
    return setups[0] if is_one and same and setups[0] == setups[1] else None


def _with_setup(record: Game, setup: Setup, name: str) -> Game:
    if record.setup == setup:
        return record
    try:
        start = _start_with(record, setup)
        return replace(record, setup=setup, start=start, moves=replay_moves(start, record.moves))
    except CalimalaError as error:
        raise MergeError(f"{name} is no game with the box of the other: {error}") from error


def _start_with(record: Game, setup: Setup) -> State:
    """The position at the start of a record, with another set-up; raises ``SetupError``."""
    if record.depth == "result":
        return stand_in(setup)
    return replace(record.start, setup=setup) if record.starts_midway else initial(setup)


def _difference(one: Setup, other: Setup) -> str:
    """The header lines of the set-up that are not the same."""
    lines = [format_setup(setup) for setup in (one, other)]
    only = [[line for line in mine if line not in theirs] for mine, theirs in (lines, lines[::-1])]
    return " against ".join(" ".join(each) or "nothing" for each in only)
