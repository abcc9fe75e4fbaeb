"""What is reported as missing for an action is missing, and a possible action is missing nothing."""

from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from calimala_es.components import INTRIGUE_ACTIONS
from calimala_es.families import FAMILIES
from calimala_es.missing import MISSING, Missing, missing_in_option, missing_message, missing_throughout
from calimala_es.options import TRADING_CODES
from calimala_es.reach import ACTION_OPTIONS, mat_mask, possible_options
from calimala_es.state import Mat, State
from tests.profiles import examples
from tests.strategies import Playout, any_games

_CITY_CODES: Final = {city: code for code, city in TRADING_CODES.items()}


def _stock(mat: Mat, material: str) -> int:
    return {"W": mat.stock.wood, "B": mat.stock.brick, "M": mat.stock.marble}[material]


def _is_missing(state: State, mat: Mat, action: str, option: str, missing: Missing) -> bool:
    """Return whether a requirement is missing on the table, computed independently."""
    name, fields = missing.name, dict(missing.fields)
    subject, _, number = name.rpartition(" ")
    if name in ("place", "places"):
        rows = ACTION_OPTIONS[action][option].rows
        return any(len(state.rows[row]) + rows.count(row) > state.setup.ruleset.cells[row] for row in rows)
    if name == "own":
        return mat.family != fields["family"] and action in FAMILIES[fields["family"]].options
    if name == "usual":
        return bool(mat.family) and action in FAMILIES[mat.family].replaced
    if name in ("house in", "empty in"):
        return (_CITY_CODES[fields["tile"]] in mat.built.houses) is (name == "empty in")
    if subject.endswith("stock"):
        return _stock(mat, subject[0]) < int(number)
    if subject.endswith("room"):
        return _stock(mat, subject[0]) >= 4
    held = {"ships": mat.built.ships, "cloth": sum(mat.built.cloth)}
    if subject in held:
        return held[subject] < int(number)
    return {"berth": mat.built.ships == 3, "lot": len(mat.built.cloth) == 3, "loom": min(mat.built.cloth) == 4}[subject]


@given(any_games(), st.data())
@examples(40)
def test_what_is_said_to_be_missing_is_missing(game: Playout, data: st.DataObject) -> None:
    """For every impossible option something is reported as missing, and all of it is; for a possible one nothing is."""
    state = data.draw(st.sampled_from(game.states))
    for seat, mat in enumerate(state.mats):
        mask = state.free_cells | mat_mask(mat)
        for action, options in ACTION_OPTIONS.items():
            if action in INTRIGUE_ACTIONS and not state.setup.intrigue:
                continue
            possible = possible_options(action, mask)
            for option in options:
                found = missing_in_option(action, option, mask)
                assert bool(found) is (option not in possible)
                for missing in found:
                    assert _is_missing(state, mat, action, option, missing), (action, option, missing)
                    assert "{" not in str(missing_message(state, missing, seat))
            if not possible:
                _check_action(state, mat, action)


def _check_action(state: State, mat: Mat, action: str) -> None:
    """Check what is missing for every option of an action that the family has."""
    missing = missing_throughout(action, state.free_cells | mat_mask(mat))
    assert missing.name in MISSING
    if missing.name == "house":
        assert not mat.built.houses
    elif missing.name == "place":
        options = [option for option in ACTION_OPTIONS[action].values() if len(option.rows) == 1]
        assert all(len(state.rows[option.rows[0]]) >= state.setup.ruleset.cells[option.rows[0]] for option in options)
    elif missing.name not in ("goods", "either"):
        assert _is_missing(state, mat, action, "", missing)
