"""``python -m conformance.games DIR``: write cases of whole random games by every rule set, with their answers.

A game follows from its rule set and its number alone, so the same program writes the same games. The suite has the
games 0 to 49 of each rule set (``--seed 0 --count 50 conformance/cases``), and ten more as they may be typed
(``--typed --seed 50 --count 10 conformance/cases``); without options a thousand others are written, and
``check.py --cases DIR`` tries another program on them.

Decisions are drawn among the legal ones: games of people avoid most of what a reader gets wrong. In a third of
the games everything is known, in a third only what a recorder at the table sees, and in a third some cards too.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from msgspec.structs import replace

from calimala_es import Setup, State, legal
from calimala_es.board import STREET_INDEX
from calimala_es.commands import (
    Command,
    DealInfluence,
    DrawCard,
    KeepInfluence,
    OpenInfluence,
    PlaceDisc,
    RevealInfluence,
    TurnUpInfluence,
)
from calimala_es.components import COLOURS, UNKNOWN
from calimala_es.deck import chance_command, is_chance
from calimala_es.editions import BY_ACTION, BY_ACTIVATION, UNLIMITED, Settings
from calimala_es.families import FAMILIES
from calimala_es.game import Game, play
from calimala_es.initial import shuffled_setup
from calimala_es.setup import RULE_SETS, ruleset_of
from conformance.accept import accepted
from conformance.typed import typed_text
from notation import dumps

GAMES: Final = 50
"""How many games a case has; the suite has one such case for each rule set."""

FIRST_NUMBERS: Final = {"random": 400, "typed": 450}
"""The number of the first case by what its games are called; the others follow."""

SECTION: Final = "whole-games"
"""The folder of these cases."""

UNSEEN: Final = frozenset({DealInfluence(()), TurnUpInfluence(UNKNOWN), KeepInfluence(UNKNOWN), DrawCard(UNKNOWN)})
"""What a recorder writes who does not see the card."""

UNNAMED: Final = UNSEEN | {OpenInfluence(UNKNOWN), RevealInfluence(UNKNOWN)}
"""What a recorder who sees all cards never writes."""

SHARE_HIDDEN: Final = (0.0, 1.0, 0.4)
"""How many of the cards that come are not known, by the number of the game modulo three."""

SHARE_HIGH: Final = (0.0, 0.8)
"""How many discs are placed on the highest stacks, by its number modulo two: they fill the council."""

OTHER_SETTINGS: Final = 4
"""The games with this number modulo five have other settings, where the edition has any."""


def main() -> None:
    """Write the cases, and print their names."""
    parser = argparse.ArgumentParser(
        prog="games", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("directory", type=Path, metavar="DIR", help="where the folder of the cases is written")
    parser.add_argument(
        "--rules", action="append", choices=RULE_SETS, help="a rule set; may be repeated (default: all)"
    )
    parser.add_argument("--count", type=int, default=1000, help="how many games of each rule set (default: 1000)")
    parser.add_argument("--seed", type=int, default=100, help="the number of the first game (default: 100)")
    parser.add_argument("--typed", action="store_true", help="write them as somebody may type them")
    options = parser.parse_args()
    write_cases(options.directory, options.rules or RULE_SETS, options.seed, options.count, typed=options.typed)


def write_cases(directory: Path, rule_sets: Sequence[str], first: int, count: int, *, typed: bool = False) -> None:
    """Write ``count`` games of each rule set, from this number on, as cases of up to fifty with their answers."""
    folder = directory / SECTION
    folder.mkdir(parents=True, exist_ok=True)
    last = first + count
    planned = [(name, start) for name in rule_sets for start in range(first, last, GAMES)]
    kind = "typed" if typed else "random"
    for number, (name, start) in enumerate(planned, FIRST_NUMBERS[kind]):
        seeds = range(start, min(start + GAMES, last))
        texts = (_text(name, seed, typed=typed) for seed in seeds)
        path = folder / f"{number}-{kind}-{name}.cgn"
        path.write_text("\n".join(texts), encoding="utf-8")
        path.with_suffix(".json").write_text(accepted(path), encoding="utf-8")
        print(path.name)


def _text(rule_set: str, seed: int, *, typed: bool) -> str:
    text = dumps(random_game(rule_set, seed))
    return typed_text(text, Random(f"typed {rule_set} {seed}")) if typed else text


def random_game(rule_set: str, seed: int) -> Game:
    """Return the game of a rule set with this number.

    >>> random_game("second", 7) == random_game("second", 7)
    True
    """
    random = Random(f"{rule_set} {seed}")
    game = play(random_setup(rule_set, seed, random))
    while not game.state.is_over:
        game = game.added(play(game.state, [_decision(game.state, seed, random)]).moves)
    return game


def random_setup(rule_set: str, seed: int, random: Random) -> Setup:
    """Return a shuffled set-up: three to five players in turn, or two, and families drawn for all."""
    players = 2 if rule_set == "two-players" else 3 + seed % 3
    edition = "first" if rule_set in {"first", "two-players"} else "second"
    has_intrigue = rule_set in {"intrigue", "families"}
    families = tuple(random.sample([*FAMILIES], players)) if rule_set == "families" else ()
    rules = ruleset_of(edition, intrigue=has_intrigue)
    if edition == "second" and seed % 5 == OTHER_SETTINGS:
        rules = replace(rules, settings=random_settings(random))
    return shuffled_setup(COLOURS[:players], random, rules, intrigue=has_intrigue, families=families)


def random_settings(random: Random) -> Settings:
    """Return settings of the second edition, each its usual value or another (R9.3, R9.7)."""
    return Settings(
        compensation_scope=random.choice((BY_ACTION, BY_ACTIVATION)),
        active_draw_limit=random.choice((0, 1, 2, UNLIMITED)),
        placement_may_draw=random.choice((True, False)),
        art_counts_pal=random.choice((True, False)),
    )


def _decision(state: State, seed: int, random: Random) -> Command:
    commands = legal(state)
    hidden = [command for command in commands if command in UNSEEN]
    share = SHARE_HIDDEN[seed // 3 % len(SHARE_HIDDEN)]
    if hidden and random.random() < share:
        return hidden[0]
    if is_chance(state):
        return chance_command(state, random)
    if not share:
        commands = tuple(command for command in commands if command not in UNNAMED)
    if isinstance(commands[0], PlaceDisc) and random.random() < SHARE_HIGH[seed % len(SHARE_HIGH)]:
        commands = _highest(state, commands)
    return commands[int(random.random() * len(commands))]


def _highest(state: State, commands: tuple[Command, ...]) -> tuple[Command, ...]:
    placed = [command for command in commands if isinstance(command, PlaceDisc)]
    heights = [len(state.stacks[STREET_INDEX[command.street]]) for command in placed]
    return tuple(command for command, height in zip(placed, heights, strict=True) if height == max(heights))


if __name__ == "__main__":
    main()
