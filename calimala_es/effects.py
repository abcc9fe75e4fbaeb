"""What a decision changed, as observations: the same change made in another position."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from calimala_es.board import STREET_INDEX, is_street
from calimala_es.commands import ObservePart
from calimala_es.components import ACTIONS, ROW_INDEX, UNKNOWN, WAREHOUSE_CELLS, WORKSHOP_CELLS
from calimala_es.decide.unrecorded import MOST_AT_REST, is_being_activated
from calimala_es.observation import PARTS, part_exists, value_fits
from calimala_es.options import HOUSE_CODES
from calimala_es.state import Built, Mat, State, Stock

_ACTIVE: Final = "active"
_MOST: Final = {"wood": WAREHOUSE_CELLS, "brick": WAREHOUSE_CELLS, "marble": WAREHOUSE_CELLS}


def part_value(state: State, part: str) -> str:
    """Return the value of a part in the form of ``ObservePart``; a hand with ``?`` for each unknown card.

    >>> from calimala_es import Setup, initial
    >>> part_value(initial(Setup("bry", "WBMUCAVTS")), "0.points")
    '0'
    """
    if part in STREET_INDEX:
        return state.stacks[STREET_INDEX[part]]
    if part in ROW_INDEX:
        return state.rows[ROW_INDEX[part]]
    seat, point, field = part.partition(".")
    if not point:
        return str(getattr(state, part))
    mat = state.mats[int(seat)]
    if field == "hand":
        return "".join(sorted(mat.open + mat.secret, key=ACTIONS.index)) + UNKNOWN * mat.unknown
    if field == "cloth":
        return ".".join(map(str, mat.built.cloth))
    return str(getattr(_holder(mat, field), field))


def _holder(mat: Mat, field: str) -> Mat | Stock | Built:
    """Return what has a field of this name: the mat, its stock, or what is built."""
    return next(part for part in (mat, mat.stock, mat.built) if field in part.__struct_fields__)


def effects(before: State, after: State, here: State) -> Iterator[ObservePart]:
    """Yield observations that change ``here`` as ``after`` differs from ``before``, as far as possible.

    Numbers rise and fall by as much, cubes, discs and cards come and go: a part that already was otherwise stays so.
    Whose turn it is, and influence cards, are no parts that anybody observes.
    """
    setup = here.setup
    for part in PARTS:
        if part == _ACTIVE or not part_exists(part, setup):
            continue
        old, new, now = (part_value(state, part) for state in (before, after, here))
        if old == new:
            continue
        value = _changed(part, old, new, now, here)
        if is_street(part) and not is_being_activated(here, part):
            value = value[-MOST_AT_REST:]
        if value != now and value_fits(part, value, setup):
            yield ObservePart(part, value)


def _changed(part: str, old: str, new: str, now: str, here: State) -> str:
    """Return the value ``now``, changed as ``old`` became ``new``."""
    if part in ROW_INDEX:
        return _moved(old, new, now)[: here.setup.ruleset.cells[ROW_INDEX[part]]]
    if part in STREET_INDEX:
        return _moved(old, new, now)
    return _CHANGES.get(part.rpartition(".")[2], _number)(part, old, new, now)


def _moved(old: str, new: str, now: str) -> str:
    """Return letters with some taken out and put at the end."""
    for letter in (Counter(old) - Counter(new)).elements():
        before, found, end = now.rpartition(letter)
        now = before + end if found else now
    return now + "".join((Counter(new) - Counter(old)).elements())


def _number(part: str, old: str, new: str, now: str) -> str:
    field = part.rpartition(".")[2]
    number = int(now) + int(new) - int(old)
    if field == "faction":
        return str(number)
    number = max(number, 0)
    return str(min(number, _MOST.get(field, number)))


def _cloth(part: str, old: str, new: str, now: str) -> str:
    """Return the cloth by workshop; a workshop more or less is the last one."""
    was, became, here = ([int(count) for count in value.split(".")] for value in (old, new, now))
    places = max(1, len(here) + len(became) - len(was))
    counts = [
        (here[place : place + 1] or [0])[0] + (became[place : place + 1] or [0])[0] - (was[place : place + 1] or [0])[0]
        for place in range(places)
    ]
    return ".".join(str(min(max(count, 0), WORKSHOP_CELLS)) for count in counts)


def _houses(part: str, old: str, new: str, now: str) -> str:
    return "".join(
        code for code in HOUSE_CODES if (code in now or code in new) and not (code in old and code not in new)
    )


def _hand(part: str, old: str, new: str, now: str) -> str:
    """Return a hand with cards added or removed: known cards go first, else unknown ones."""
    for card in (Counter(old) - Counter(new)).elements():
        now = now.replace(card if card in now else UNKNOWN, "", 1)
    cards = now + "".join((Counter(new) - Counter(old)).elements())
    known = sorted(cards.replace(UNKNOWN, ""), key=ACTIONS.index)
    return "".join(known) + UNKNOWN * cards.count(UNKNOWN)


def _council(part: str, old: str, new: str, now: str) -> str:
    """Return the marks of the tiles that were scored meanwhile."""
    return "".join(after if before != after else mark for before, after, mark in zip(old, new, now, strict=True))


_CHANGES: Final[dict[str, Callable[[str, str, str, str], str]]] = {
    "cloth": _cloth,
    "houses": _houses,
    "hand": _hand,
    "council": _council,
    "discard": lambda part, old, new, now: _moved(old, new, now),
}
"""How the parts that are no numbers change."""
