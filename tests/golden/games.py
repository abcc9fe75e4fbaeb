"""The golden games, and the format of their files."""

from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple, get_origin

import msgspec

from calimala_es import Setup, State, initial, legal, step
from calimala_es.commands import COMMANDS, Command
from calimala_es.digest import stored_digest
from calimala_es.editions import BY_ACTION, BY_ACTIVATION, Settings
from calimala_es.events import Event
from tests.strategies import (
    AT_THE_TABLE,
    HIGH_STACKS,
    INTRIGUE,
    LOW_STACKS,
    MIXED,
    OFF_THE_RULES,
    SECOND,
    WITH_MISTAKES,
    Playout,
    Rules,
)

FOLDER: Final = Path(__file__).resolve().parent


def with_families(names: str) -> Rules:
    """Return the second edition with Intrigue and these families, in seating order."""
    return Rules("second", intrigue=True, families=tuple(names.split()))


GAMES: Final = {
    "three-all-discs": Playout(3, 1, stacks=LOW_STACKS),
    "three-all-tiles": Playout(3, 2, stacks=HIGH_STACKS),
    "four-all-discs": Playout(4, 3, stacks=LOW_STACKS),
    "four-all-tiles": Playout(4, 4, stacks=HIGH_STACKS),
    "five-all-discs": Playout(5, 5, stacks=LOW_STACKS),
    "five-all-tiles": Playout(5, 6, stacks=HIGH_STACKS),
    "at-the-table": Playout(4, 7, AT_THE_TABLE),
    "partly-seen": Playout(3, 8, MIXED),
    "with-mistakes": Playout(4, 9, WITH_MISTAKES),
    "off-the-rules": Playout(3, 10, OFF_THE_RULES),
    "two-all-discs": Playout(2, 11, stacks=LOW_STACKS),
    "two-all-tiles": Playout(2, 12, stacks=HIGH_STACKS),
    "two-at-the-table": Playout(2, 13, AT_THE_TABLE),
    "two-with-mistakes": Playout(2, 14, WITH_MISTAKES),
    "second-three": Playout(3, 15, stacks=LOW_STACKS, rules=SECOND),
    "second-four-by-action": Playout(4, 16, stacks=HIGH_STACKS, rules=Rules("second", Settings(BY_ACTION, 1))),
    "second-five-placing-anywhere": Playout(
        5, 17, stacks=HIGH_STACKS, rules=Rules("second", Settings(BY_ACTIVATION, 2, True, False))
    ),
    "second-with-mistakes": Playout(3, 18, WITH_MISTAKES, HIGH_STACKS, SECOND),
    "intrigue-three": Playout(3, 19, stacks=HIGH_STACKS, rules=INTRIGUE),
    "intrigue-with-mistakes": Playout(4, 20, WITH_MISTAKES, rules=INTRIGUE),
    "families-one": Playout(5, 59, stacks=HIGH_STACKS, rules=with_families("Bardi Cerchi Medici Mozzi Pazzi")),
    "families-two": Playout(4, 643, stacks=HIGH_STACKS, rules=with_families("Peruzzi Pulci Scali Spini")),
    "families-at-the-table": Playout(3, 20, AT_THE_TABLE, HIGH_STACKS, with_families("Scali Pulci Medici")),
    "families-with-mistakes": Playout(4, 20, WITH_MISTAKES, HIGH_STACKS, with_families("Scali Spini Pazzi Bardi")),
}
"""The golden games by the name of their file."""

_COMMANDS: Final[dict[str, Any]] = {kind.__name__: kind for kind in COMMANDS}


class Line(NamedTuple):
    """A command and what is pinned about it."""

    command: Command
    legal: str
    position: str


def format_command(command: Command) -> str:
    """Return a command in readable words: its name and its fields."""
    words = [type(command).__name__]
    values: tuple[str | int | tuple[str, ...], ...] = msgspec.structs.astuple(command)
    for value in values:
        text = ",".join(value) if isinstance(value, tuple) else str(value)
        words.append(text or "-")
    return " ".join(words)


@cache
def field_types(kind: Any) -> tuple[Any, ...]:
    """Return the types of a command's fields, which are worked out anew each time one asks for them."""
    return tuple(field.type for field in msgspec.structs.fields(kind))


def parse_command(text: str) -> Command:
    """Return the command that these words describe."""
    name, *words = text.split()
    kind = _COMMANDS[name]
    values: list[object] = []
    for field, word in zip(field_types(kind), words, strict=True):
        value = "" if word == "-" else word
        if field is int:
            values.append(int(value))
        elif get_origin(field) is tuple:
            values.append(tuple(value.split(",")) if value else ())
        else:
            values.append(value)
    command: Command = kind(*values)
    return command


def digits(content: bytes) -> str:
    """Return a digest of some bytes in eight digits."""
    return blake2b(content, digest_size=4).hexdigest()


def pinned(state: State, command: Command) -> tuple[Line, tuple[Event, ...], State]:
    """Return what a golden file says about a command: what happened and the position after it."""
    listed = "\n".join(format_command(other) for other in legal(state))
    events, after = step(state, command)
    return Line(command, digits(listed.encode()), digits(stored_digest(after))), events, after


def path_of(name: str) -> Path:
    """Return the file of a golden game."""
    return FOLDER / f"{name}.txt"


def read(name: str) -> tuple[Setup, list[Line]]:
    """Return the set-up of a golden game and its lines."""
    first, *rest = path_of(name).read_text(encoding="utf-8").splitlines()
    setup = msgspec.json.decode(first.removeprefix("setup "), type=Setup)
    lines: list[Line] = []
    for text in rest:
        words, before, after = text.rsplit(maxsplit=2)
        lines.append(Line(parse_command(words), before, after))
    return setup, lines


def write(name: str, setup: Setup, commands: list[Command]) -> None:
    """Play the commands and write the file; a set-up in the file keeps its words."""
    rows = [f"setup {msgspec.json.encode(setup).decode()}"]
    if path_of(name).exists() and read(name)[0] == setup:
        rows = path_of(name).read_text(encoding="utf-8").splitlines()[:1]
    state = initial(setup)
    for command in commands:
        line, _, state = pinned(state, command)
        rows.append(f"{format_command(command)} {line.legal} {line.position}")
    assert state.is_over
    path_of(name).write_text("\n".join(rows) + "\n", encoding="utf-8", newline="\n")


@cache
def replay(name: str) -> tuple[tuple[Line, Line, tuple[Event, ...], State], ...]:
    """Return, for each command, its line in the file, the line computed today, the events and the position after it."""
    setup, lines = read(name)
    state = initial(setup)
    steps: list[tuple[Line, Line, tuple[Event, ...], State]] = []
    for line in lines:
        now, events, state = pinned(state, line.command)
        steps.append((line, now, events, state))
    return tuple(steps)
