"""``games``: commands for many games at once, of the store, of files or of the standard input."""

import click

from cli.options import LazyCommand, LazyGroup

COMMANDS = {
    "find": LazyCommand("cli.commands.games.find", "Find games by headers, events and positions"),
    "stats": LazyCommand("cli.commands.games.stats", "Count results, actions, cards and scorings"),
    "split": LazyCommand("cli.commands.games.split", "Split large files into one file per game"),
    "build": LazyCommand("cli.commands.games.build", "Make a library of games for questions"),
    "ask": LazyCommand("cli.commands.games.ask", "Answer a question about many games"),
    "explore": LazyCommand("cli.commands.games.explore", "Show what was played in a position"),
    "compare": LazyCommand("cli.commands.games.compare", "List the differences between two libraries"),
    "simulate": LazyCommand("cli.commands.games.simulate", "Let the program play whole games"),
}
"""Every command of the group, and what it does in one line."""


@click.group(
    cls=LazyGroup,
    sections={"Commands": COMMANDS},
    examples=("calimala games stats league.cgn",),
)
def games_command() -> None:
    """Work with many games at once: your store, files or standard input."""
