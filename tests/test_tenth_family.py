"""A tenth family is one module and one line in a table, without any other change (R11)."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("calimala_es", "notation", "replays", "cli")

STROZZI = '''
"""Strozzi: artwork is paid with two cloth; after each tile an artwork of a church may go to PAL."""

from msgspec.structs import replace

from calimala_es.board import FREE_BIT
from calimala_es.components import CHURCHES, PALAZZO_ROW, ROW_INDEX
from calimala_es.families.family import Family
from calimala_es.frames import MoveOffer
from calimala_es.options import BUILDING_CODES, option_needing, own, spend_cloth
from calimala_es.state import Stock, has_free_cell


def _paid_with_cloth(building):
    row = ROW_INDEX[f"{building}.A"]
    return option_needing(own("cloth", 2) | FREE_BIT[row, 1], (row,), built=spend_cloth(2))


def _begin(state, seat, choice):
    mats = [*state.mats]
    mats[seat] = replace(mats[seat], stock=Stock(marble=1), faction={"K": -1, "E": 1}[choice])
    return replace(state, mats=tuple(mats))


def _after_tile(state, seat, tile):
    rows = [ROW_INDEX[f"{church}.A"] for church in CHURCHES]
    sources = tuple(row for row in rows if str(seat) in state.rows[row])
    return (MoveOffer(seat, sources, (PALAZZO_ROW,)),) if sources and has_free_cell(state, PALAZZO_ROW) else ()


STROZZI = Family(
    name="Strozzi",
    ability="artwork may be paid with two cloth; after each tile an artwork of a church may go to the Palazzo",
    start="one marble, and one step on the faction track, either way",
    example="AFVV",
    example_words="Strozzi: artwork paid with two cloth",
    options={"A": {code + "VV": _paid_with_cloth(building) for code, building in BUILDING_CODES.items()}},
    choices=lambda state, seat: ("K", "E"),
    begin=_begin,
    after_tile=_after_tile,
)
'''

GAMES = '''
"""Games with the tenth family, decision by decision, and as texts."""

from random import Random

from calimala_es import decide, initial, legal, step
from calimala_es.commands import ChooseStart, DoAction, MoveCube, PlayCard
from calimala_es.deck import chance_command, is_chance
from calimala_es.errors import IllegalCommandError
from calimala_es.events import TileScored
from calimala_es.families import FAMILIES
from calimala_es.frames import FamilyStart, MoveOffer
from calimala_es.game import play
from calimala_es.initial import dealt_families, shuffled_setup
from notation import dumps, format_position, loads, parse_position
from replays.drawing.pad import all_codes
from replays.text.events import event_text
from replays.text.languages import ENGLISH
from replays.text.names import Names

assert [*FAMILIES][9:] == ["Strozzi"], [*FAMILIES]
assert any("Strozzi" in dealt_families(5, Random(seed)) for seed in range(9))

def is_own(command):
    return isinstance(command, DoAction | PlayCard) and command.action == "A" and command.option.endswith("VV")


def refused(state, command):
    try:
        decide(state, command)
    except IllegalCommandError:
        return True
    return False


starts, own, offers, after_tiles = set(), 0, 0, 0
for seed in range(12):
    random = Random(seed)
    families = ("Medici", "Strozzi", ["Bardi", "Peruzzi", "Scali"][seed % 3], "")
    state = start = initial(shuffled_setup("bryg", random, intrigue=True, families=families))
    commands, events = [], []
    while not state.is_over:
        if is_chance(state):
            command = chance_command(state, random)
        else:
            listed = legal(state)
            theirs = [command for command in listed if is_own(command)]
            assert not theirs or state.actor == 1, (state.actor, theirs)
            if state.actor == 1 and type(state.now) is FamilyStart:
                assert listed == (ChooseStart("K"), ChooseStart("E"))
            if not theirs:
                assert refused(state, DoAction("A", "FVV"))
            command = random.choice(theirs if theirs and random.random() < 0.9 else listed)
        if type(state.now) is MoveOffer and state.now.seat == 1:
            offers += 1
            after_tiles += type(events[-1]) is TileScored
            assert all(isinstance(move, MoveCube) and move.target == "PAL.A" for move in listed[:-1]), listed
            assert parse_position(format_position(state)) == state
        before = state
        happened, state = step(state, command)
        if is_own(command):
            own += 1
            assert sum(state.mats[1].built.cloth) == sum(before.mats[1].built.cloth) - 2
        if type(command) is ChooseStart and before.now.seat == 1:
            starts.add((command.choice, state.mats[1].stock.marble, state.mats[1].faction))
        commands.append(command)
        events += happened
    record = play(start.setup, commands)
    text = dumps(record)
    assert '[Families "Medici Strozzi ' in text
    read = loads(text)
    assert read.setup == start.setup
    assert read.commands == record.commands
    assert read.start == start
    assert dumps(read) == text
    names = Names.of(start.setup)
    assert all(event_text(event, names) for event in events)
    assert any(code.symbols == "AFVV" for code in all_codes(start.setup, "WB", "wood and brick", ENGLISH))

assert starts == {("K", 1, -1), ("E", 1, 1)}, starts
assert own > 1, own
assert offers > 9, offers
assert after_tiles == offers, (after_tiles, offers)
print(f"played: {own} artworks for cloth, {offers} offers")
'''


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """Return a copy of the program."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def with_a_tenth(folder: Path) -> None:
    """Add the module of the family, and its line with the import that the line needs."""
    families = folder / "calimala_es" / "families"
    (families / "strozzi.py").write_text(STROZZI, encoding="utf-8")
    table = families / "__init__.py"
    text = table.read_text(encoding="utf-8")
    last = re.search(r"^from calimala_es\.families\.spini import SPINI\n", text, re.MULTILINE)
    line = re.search(r"^ +SPINI,\n", text, re.MULTILINE)
    assert last
    assert line
    imported = last[0].replace("spini", "strozzi").replace("SPINI", "STROZZI")
    listed = line[0].replace("SPINI", "STROZZI")
    table.write_text(
        text[: last.end()] + imported + text[last.end() : line.end()] + listed + text[line.end() :], encoding="utf-8"
    )


def test_one_module_and_one_line(copied: Path) -> None:
    """A family with an own option, a start and a place in the turn is set up, played, written and read."""
    with_a_tenth(copied)
    program = copied / "games.py"
    program.write_text(GAMES, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    result = subprocess.run(
        [sys.executable, "-W", "error", program],
        cwd=copied,
        env=environment | {"PYTHONUTF8": "1", "PYTHONPATH": str(copied)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.startswith("played: ")


def test_nothing_else_is_changed(copied: Path) -> None:
    """Only one module, one line in the table and its import are added; no other line of the program changes."""
    with_a_tenth(copied)
    changed: list[str] = []
    for package in PACKAGES:
        for path in sorted((copied / package).rglob("*.py")):
            original = ROOT / path.relative_to(copied)
            lines = original.read_text(encoding="utf-8").splitlines() if original.exists() else []
            now = path.read_text(encoding="utf-8").splitlines()
            if now != lines:
                changed.append(path.name)
                assert [line for line in now if line in lines] == lines
                assert path.name == "strozzi.py" or len(now) - len(lines) == 2
    assert changed == ["__init__.py", "strozzi.py"]


def test_no_family_is_named_elsewhere() -> None:
    """Rules and notation ask what a family can do, not which it is: its name occurs only in its module."""
    names = re.compile(r'["\'](Bardi|Cerchi|Medici|Mozzi|Pazzi|Peruzzi|Pulci|Scali|Spini)["\']')
    named = [
        path.name
        for package in ("calimala_es", "notation")
        for path in (ROOT / package).rglob("*.py")
        if names.search(path.read_text(encoding="utf-8"))
    ]
    assert sorted(named) == [
        f"{name}.py" for name in ("bardi", "cerchi", "medici", "mozzi", "pazzi", "peruzzi", "pulci", "scali", "spini")
    ]
