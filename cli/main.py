"""The entry point, and the table of the commands."""

from collections.abc import Sequence
from typing import Final

import click

from cli.group import LazyCommand, LazyGroup
from cli.settings import color_option, language_option, store_option

SECTIONS: Final[dict[str, dict[str, LazyCommand]]] = {
    "At the table": {
        "new": LazyCommand("cli.commands.new", "Set up a game and say what lies where."),
        "record": LazyCommand("cli.commands.record", "Write a game down while it is played."),
        "sheet": LazyCommand("cli.commands.sheet", "Make a score pad for a game, to print from a browser."),
        "components": LazyCommand("cli.setup_file", "Print the numbers of the box that are assumed."),
        "rules": LazyCommand("cli.commands.rules", "Print a rule, and where the page with all rules is."),
    },
    "Looking at games": {
        "list": LazyCommand("cli.commands.library", "List the games in the store."),
        "show": LazyCommand("cli.commands.show", "Show a position of a game."),
        "step": LazyCommand("cli.commands.step", "Walk through a game step by step."),
        "study": LazyCommand("cli.commands.study", "Study a game on one screen, and annotate it."),
        "legal": LazyCommand("cli.commands.show", "List what may come next in a position."),
        "analyse": LazyCommand("cli.commands.analyse", "Tell what a game was about."),
        "diagram": LazyCommand("cli.commands.diagram", "Draw turns, the city, the council, variations."),
        "annotate": LazyCommand("cli.commands.annotate", "Say something about a game."),
        "book": LazyCommand("cli.commands.book", "Make a book of a game, to read in a browser or to print."),
    },
    "Going back": {
        "undo": LazyCommand("cli.commands.undo", "Take decisions of a stored game back."),
        "redo": LazyCommand("cli.commands.undo", "Bring decisions back that were undone."),
        "repair": LazyCommand("cli.commands.repair", "Set one decision of a game right, and decide the rest again."),
        "fork": LazyCommand("cli.commands.fork", "Go on from any moment of a game."),
        "futures": LazyCommand("cli.commands.futures", "Show several ways to go on side by side."),
    },
    "Together": {
        "serve": LazyCommand("cli.commands.serve", "Let tables, viewers and programs have games over the web."),
    },
    "Texts": {
        "check": LazyCommand("cli.commands.check", "Check texts; say what is wrong and where."),
        "fmt": LazyCommand("cli.commands.fmt", "Write games in the canonical form."),
        "convert": LazyCommand("cli.commands.convert", "Convert games between notation, JSON and tables."),
        "share": LazyCommand("cli.commands.share", "Make a short code of a whole game, or read one."),
        "post": LazyCommand("cli.commands.post", "Make a post of a game: the scorings one by one, and the result."),
        "redact": LazyCommand("cli.commands.redact", "Write games as somebody saw them."),
        "merge": LazyCommand("cli.commands.merge", "Put records of one game together."),
        "diff": LazyCommand("cli.commands.diff", "Tell where two games part."),
    },
    "Many games": {
        "import": LazyCommand("cli.commands.library", "Take games from texts into the store."),
        "export": LazyCommand("cli.commands.export", "Write games as text, or one as a page."),
        "verify": LazyCommand("cli.commands.library", "Decide games again and tell every difference."),
        "split": LazyCommand("cli.commands.split", "Put the games of large files into files of their own."),
        "grep": LazyCommand("cli.commands.grep", "Find games by headers, events and positions."),
        "stats": LazyCommand("cli.commands.stats", "Count what is in many games."),
        "plays": LazyCommand("cli.commands.plays", "Write the results of finished games for a play log."),
    },
    "Trying it out": {
        "demo": LazyCommand("cli.commands.demo", "See what the program does, on a whole game."),
        "simulate": LazyCommand("cli.commands.simulate", "Let seeded players play whole games."),
        "completion": LazyCommand("cli.commands.completion", "Print what makes a shell complete commands."),
    },
}
"""Every command: the module that contains it, and what it does in one line."""


def _print_version(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if not value or context.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        release = version("calimala")
    except PackageNotFoundError:
        release = "(not installed)"
    click.echo(f"calimala {release}")
    context.exit()


@click.group(
    cls=LazyGroup,
    sections=SECTIONS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    examples=(
        "calimala demo",
        "calimala new blue=Maria red=Angelica yellow=Tania green=Paolo",
        "calimala check game.cgn",
    ),
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
@store_option
@color_option
@language_option
def calimala() -> None:
    """Record, replay, study and share games of the board game Calimala.

    A GAME is the id of a game in the store, a file (game.cgn; game.cgn#2 is the second game in it), - for the
    standard input, or a share code (share:CODE, or an address with one).
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program and leave with its exit code."""
    calimala.main(arguments, prog_name="calimala")


if __name__ == "__main__":
    main()
