"""The games of several files side by side: the first of each, the second of each, and so on."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import NamedTuple

import click

from calimala_es.game import Game
from cli.addresses import address_of, is_game_id, is_shared
from cli.games import find_game
from cli.streams import Damage, games_in
from cli.terminal import complain
from cli.texts import STANDARD_INPUT
from notation import NotationError
from notation.comparing.difference import line_of
from notation.places import parse_place


class Named(NamedTuple):
    """A game, and what it is called beside others."""

    name: str
    record: Game


def rows_of(names: Sequence[str], damage: Damage, *, takes_variations: bool = False) -> Iterator[list[Named]]:
    """The games of several names that stand side by side, as many rows as the longest file has games.

    A row with a game that has errors is left out, and those are told to ``damage``; so is a game that a shorter file
    has not, without which its row goes on. Raises ``click.UsageError`` where the standard input is asked for twice.
    """
    if [address_of(name).name for name in names].count(STANDARD_INPUT) > 1:
        raise click.UsageError("the standard input can be read only once")
    called = short_names(names)
    columns = [_column(name, short, takes_variations) for name, short in zip(names, called, strict=True)]
    for number, row in enumerate(zip_longest(*columns), 1):
        found: list[Named] = []
        is_sound = True
        for short, game in zip(called, row, strict=True):
            if game is None:
                complain(f"{short} has no game number {number}")
                damage.games += 1
            elif isinstance(game, Named):
                found.append(game)
            else:
                damage.tell(game)
                is_sound = False
        if is_sound:
            yield found


def short_names(names: Sequence[str]) -> list[str]:
    """What the games are called: their files without folders, if these are different."""
    short = ["standard input" if name == STANDARD_INPUT else Path(name).name for name in names]
    return short if len({*short}) == len(names) else [*names]


def _column(name: str, short: str, takes_variations: bool) -> Iterator[Named | NotationError]:
    """The games that a name stands for, each as it is called, or the first error of one."""
    address = address_of(name)
    is_one = is_game_id(address.name) or is_shared(address.name) or address.number or address.place
    if is_one:
        yield _one(name, short, address.place, takes_variations)
        return
    games = iter(games_in([name]))
    first = [*islice(games, 2)]
    for number, found in enumerate(chain(first, games), 1):
        reading = found.reading()
        called = short if len(first) == 1 else f"{short}#{number}"
        if reading.errors or reading.game is None:
            yield reading.errors[0]
        else:
            yield Named(called, reading.game)


def _one(name: str, short: str, place: str, takes_variations: bool) -> Named | NotationError:
    """The one game, or variation of it, that a name stands for."""
    meant = parse_place(place) if place else None
    if meant and not (takes_variations and meant.variation and not meant.numbers):
        what = "a game, or a variation as game.cgn#v1" if takes_variations else "whole games"
        raise click.UsageError(f"{name} names a place in a game; this command takes {what}")
    game = find_game(name.removesuffix(f"#{place}") if place else name)
    if game.errors:
        return game.errors[0]
    return Named(short, line_of(game.record, meant.variation) if meant else game.record)
