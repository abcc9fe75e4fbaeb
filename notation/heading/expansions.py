"""The headers of cells, of settings of the second edition, of Intrigue and of families (R2.5, R9 to R11)."""

from typing import Final

from msgspec import structs

from calimala_es.board import STREETS, street_names
from calimala_es.components import ALL_ROWS, CELLS, INTRIGUE_ACTIONS, INTRIGUE_CELLS, ROWS
from calimala_es.editions import EDITIONS, Settings
from calimala_es.setup import Ruleset, Setup
from notation.errors import quoted
from notation.heading.form import HeaderError, parse_count, refuse_name


def format_cells(cells: tuple[int, ...]) -> str:
    """The rows whose number of cells is not that of the box, as ``SMN.W=4 LIS=10``; empty if all are."""
    usual = _ALL_CELLS[: len(cells)]
    rows = ALL_ROWS[: len(cells)]
    return " ".join(f"{row}={count}" for row, count, known in zip(rows, cells, usual, strict=True) if count != known)


_ALL_CELLS: Final = CELLS + INTRIGUE_CELLS


def parse_cells(value: str) -> dict[str, int]:
    """The rows that are named, with their number of cells."""
    cells: dict[str, int] = {}
    for word in value.upper().split():
        row, _, count = word.partition("=")
        if row not in ALL_ROWS or row in cells:
            refuse_name(word, row, "row of the board", ALL_ROWS, "a row and a number, as SMN.W=3", "R2.5")
        cells[row] = parse_count(word, count, "a row and a number, as SMN.W=3", "R2.5")
    return cells


def cells_of(told: dict[str, int], *, intrigue: bool) -> tuple[int, ...]:
    """The number of cells of every row of a game; rows that are not named have those of the box.

    Raises ``HeaderError`` where a row of Intrigue is named in a game without it.
    """
    rows = ALL_ROWS if intrigue else ROWS
    strange = [row for row in told if row not in rows]
    if strange:
        raise HeaderError(f"{strange[0]} is a row of Intrigue", "an Intrigue header, or the rows of R2.5", "R10.4")
    return tuple(told.get(row, usual) for row, usual in zip(rows, _ALL_CELLS, strict=False))


_FLAGS: Final = {"yes": True, "no": False}
_USUAL_SETTINGS: Final[dict[str, object]] = structs.asdict(Settings())
SETTINGS_WORDS: Final = "compensation_scope=action active_draw_limit=2 placement_may_draw=yes art_counts_pal=no"
"""Every setting with a value, as an example."""


def format_settings(rules: Ruleset) -> str:
    """The settings that are not the edition's usual ones, as ``compensation_scope=action``; empty if all are."""
    usual = structs.asdict(EDITIONS[rules.edition].settings)
    told = {name: value for name, value in structs.asdict(rules.settings).items() if value != usual[name]}
    return " ".join(f"{name}={_format_setting(value)}" for name, value in told.items())


def _format_setting(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def parse_settings(value: str) -> dict[str, str | int | bool]:
    """The settings that are named, with their values."""
    told: dict[str, str | int | bool] = {}
    for word in value.lower().split():
        name, _, said = word.partition("=")
        if name not in _USUAL_SETTINGS or name in told:
            refuse_name(word, name, "setting", _USUAL_SETTINGS, SETTINGS_WORDS, "R9.3")
        told[name] = _parse_setting(word, name, said)
    return told


def _parse_setting(word: str, name: str, said: str) -> str | int | bool:
    usual = _USUAL_SETTINGS[name]
    if isinstance(usual, str):
        return said
    if not isinstance(usual, bool):
        return parse_count(word, said, f"{name} and a number", "R9.3")
    if said not in _FLAGS:
        raise HeaderError(f"{quoted(word)} says neither yes nor no", f"{name}=yes", "R9.7")
    return _FLAGS[said]


def settings_of(edition: str, told: dict[str, str | int | bool]) -> Settings:
    """The settings of an edition that is known, but for those that are told."""
    return structs.replace(EDITIONS[edition].settings, **told)


def format_intrigue(setup: Setup) -> str:
    """The intrigue tile of every street, as ``WB:KR BM:KE ...``, in the order of ``STREETS``."""
    names = street_names(setup.city)
    return " ".join(f"{names[street]}:{tile}" for street, tile in zip(STREETS, setup.intrigue, strict=True))


def parse_intrigue(value: str, city: str) -> tuple[str, ...]:
    """The intrigue tiles in the order of ``STREETS``; streets by their tiles or squares, in any order."""
    streets = {letters: street for street, name in street_names(city).items() for letters in _spellings(street, name)}
    tiles: dict[str, str] = {}
    for word in value.upper().split():
        street, _, tile = word.partition(":")
        if street not in streets or streets[street] in tiles:
            expected = "each of the twelve streets once, " + " ".join(street_names(city).values())
            refuse_name(word, street, "street of this city", streets, expected, "R10.2")
        tiles[streets[street]] = "".join(sorted(tile, key=INTRIGUE_ACTIONS.find))
    lacking = [street_names(city)[street] for street in STREETS if street not in tiles]
    if lacking:
        raise HeaderError(f"lacking: {' '.join(lacking)}", "each of the twelve streets once, as WB:KR", "R10.2")
    return tuple(tiles[street] for street in STREETS)


def _spellings(street: str, name: str) -> tuple[str, ...]:
    return street, street[::-1], name, name[::-1]


NO_FAMILY: Final = "-"


def format_families(families: tuple[str, ...]) -> str:
    """The family of each seat, as ``Bardi - Medici``."""
    return " ".join(family or NO_FAMILY for family in families)


def parse_families(value: str) -> tuple[str, ...]:
    """The family of each seat, empty where there is none; nothing if nobody has one."""
    families = tuple("" if word == NO_FAMILY else word.capitalize() for word in value.replace(",", " ").split())
    return families if any(families) else ()


def format_faction(rules: Ruleset) -> str:
    """The faction track, as ``6 2.4.6``: the steps to either side, and where the stages begin; empty if as usual."""
    usual = Ruleset()
    if (rules.steps, rules.stages) == (usual.steps, usual.stages):
        return ""
    return f"{rules.steps} {'.'.join(map(str, rules.stages))}"


def parse_faction(value: str) -> tuple[int, tuple[int, ...]]:
    """The steps of the faction track, and where its stages begin."""
    expected = "the steps and where the three stages begin, as 6 2.4.6"
    words = value.split()
    if len(words) != 2:
        raise HeaderError(f"{quoted(value)} is no faction track", expected, "R10.6")
    steps, stages = (tuple(parse_count(value, part, expected, "R10.6") for part in word.split(".")) for word in words)
    if len(steps) != 1 or len(stages) != 3:
        raise HeaderError(f"{quoted(value)} is no faction track", expected, "R10.6")
    return steps[0], stages
