"""``python -m conformance.whole_games``: write the cases of whole random games, fifty of each rule set.

A game follows from its rule set and its number alone, so the same program writes the same games. Decisions are drawn
among the legal ones: games of people avoid most of what a reader gets wrong. In one game of three everything is known,
in one nothing that a recorder at the table does not see, and in one some cards are.
"""

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
from conformance.check import CASES
from notation import dumps

GAMES: Final = 50
FIRST_NUMBER: Final = 400
"""The number of the case of the first rule set; the others follow."""

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
    """Write a case for every rule set."""
    for number, name in enumerate(RULE_SETS, FIRST_NUMBER):
        path = CASES / "whole-games" / f"{number}-random-{name}.cgn"
        path.write_text("\n".join(dumps(random_game(name, seed)) for seed in range(GAMES)), encoding="utf-8")
        print(path.name)


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
