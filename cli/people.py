"""How the people of a game are called, in the language that was asked for."""

from collections.abc import Iterable

from calimala_es.setup import Setup
from cli.settings import settings
from replays.names import Table, table_of
from replays.stored.records import names_of


def table_for(setup: Setup, headers: Iterable[tuple[str, str]]) -> Table:
    """How people are called in sentences."""
    return table_of(setup, names_of(setup, headers), settings().language)
