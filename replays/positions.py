"""A set-up and a position in JSON; the keys are documented in ``docs/json.md`` and do not change."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from msgspec.structs import asdict

from calimala_es.board import STREETS, street_names
from calimala_es.components import ALL_ROWS, COLOUR_WORDS, UNKNOWN, WHITE
from calimala_es.digest import position_digest
from calimala_es.frames import GameOver
from calimala_es.messages import waiting_for
from calimala_es.position import format_city
from calimala_es.setup import Setup
from calimala_es.state import Mat, State
from notation import format_position


def colours_json(state: State, marks: str) -> list[str]:
    """Return the colours of discs, cubes or seats; ``white`` for a white disc."""
    colours = state.setup.parties
    return ["white" if mark == WHITE else COLOUR_WORDS[colours[int(mark)]] for mark in marks]


def rules_json(setup: Setup) -> dict[str, Any]:
    """Return the rules in use: edition, version, settings, and the faction track if there is one."""
    rules = setup.ruleset
    track = {"steps": rules.steps, "stages": [*rules.stages]} if setup.intrigue else None
    return {"edition": rules.edition, "version": rules.version, "settings": asdict(rules.settings), "track": track}


def intrigue_json(setup: Setup) -> dict[str, str] | None:
    """Return the two actions of the intrigue tile by each street; ``null`` without Intrigue."""
    streets = street_names(setup.city)
    return (
        {streets[street]: tile for street, tile in zip(STREETS, setup.intrigue, strict=True)}
        if setup.intrigue
        else None
    )


def third_json(setup: Setup) -> str | None:
    """Return the colour of the third party; ``null`` if there is none."""
    return COLOUR_WORDS[setup.third] if setup.third else None


def setup_json(setup: Setup, names: Mapping[int, str]) -> dict[str, Any]:
    """Return the rules, the players, and the set-up before the game."""
    return {
        "rules": rules_json(setup),
        "players": [
            {"colour": COLOUR_WORDS[colour], "name": names.get(seat), "family": family or None}
            for seat, (colour, family) in enumerate(zip_longest(setup.colours, setup.families))
        ],
        "third": third_json(setup),
        "city": format_city(setup.city),
        "council": [*setup.council],
        "intrigue": intrigue_json(setup),
    }


def position_json(state: State, names: Mapping[int, str]) -> dict[str, Any]:
    """Return everything on the table."""
    streets = street_names(state.setup.city)
    return {
        "position": format_position(state),
        "turn": state.turn,
        "active": colours_json(state, str(state.active))[0],
        "waiting": _waiting_json(state),
        "players": mats_json(state, names),
        "third": _third_party_json(state),
        "streets": {
            name: colours_json(state, stack) for name, stack in zip(streets.values(), state.stacks, strict=True)
        },
        "intrigue": intrigue_json(state.setup),
        "rows": {row: colours_json(state, cubes) for row, cubes in zip(ALL_ROWS, state.rows, strict=False)},
        "council": [*council_json(state)],
        "deck": state.deck,
        "discard": state.discard,
        "laid_out": state.laid_out,
        "by_board": [*state.by_board],
        "over": state.is_over,
        "winners": colours_json(state, state.now.winners) if isinstance(state.now, GameOver) else [],
        "digest": position_digest(state),
    }


def mats_json(state: State, names: Mapping[int, str]) -> list[Mapping[str, Any]]:
    """Return what every player has, by seat."""
    # The third party's mat comes after those of the players.
    return [
        _mat_json(mat, colour, names.get(seat))
        for seat, (mat, colour) in enumerate(zip(state.mats, state.setup.colours, strict=False))
    ]


def council_json(state: State) -> Sequence[Mapping[str, Any]]:
    """Return the scoring tiles in their order: whether each is scored, and whose seat it is."""
    return _council_json(state.setup.council, state.setup.parties, state.council)


@lru_cache(maxsize=1024)
def _council_json(tiles: tuple[str, ...], parties: str, marks: str) -> Sequence[Mapping[str, Any]]:
    """Return the council's tiles, which few decisions change."""
    return tuple(
        {"tile": tile, "scored": mark != ".", "seat": COLOUR_WORDS[parties[int(mark)]] if mark.isdigit() else None}
        for tile, mark in zip(tiles, marks, strict=True)
    )


def _waiting_json(state: State) -> dict[str, Any] | None:
    """Return what must be decided next; ``null`` when the game is over."""
    if state.is_over:
        return None
    rule, words = waiting_for(state)
    actor = state.actor
    return {"rule": rule, "words": str(words), "player": None if actor is None else colours_json(state, str(actor))[0]}


def _third_party_json(state: State) -> dict[str, Any] | None:
    """Return the colour and points of the third party (R8.1); ``null`` if there is none."""
    return {"colour": third_json(state.setup), "points": state.mats[-1].points} if state.setup.third else None


@lru_cache(maxsize=1024)
def _mat_json(mat: Mat, colour: str, name: str | None) -> Mapping[str, Any]:
    """Return what one player has, which most decisions change for one of them."""
    return {
        "colour": COLOUR_WORDS[colour],
        "name": name,
        "points": mat.points,
        "coloured": mat.coloured,
        "white": mat.white,
        "support": mat.support,
        "wood": mat.stock.wood,
        "brick": mat.stock.brick,
        "marble": mat.stock.marble,
        "cloth": [*mat.built.cloth],
        "ships": mat.built.ships,
        "houses": mat.built.houses,
        "hand": "".join(sorted(mat.open + mat.secret)) + UNKNOWN * mat.unknown,
        "kept": [*mat.kept],
        "shown": [*mat.shown],
        "family": mat.family or None,
        "faction": mat.faction,
    }
