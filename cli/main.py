"""The entry point, and the table of the commands."""

from collections.abc import Sequence
from typing import Final

import click

from cli.group import Entry, LazyGroup
from cli.settings import color_option, language_option, store_option

SECTIONS: Final[dict[str, dict[str, Entry]]] = {
    "At the table": {
        "new": Entry("cli.commands.new", "Set up a game and say what lies where."),
        "record": Entry("cli.commands.record", "Write a game down while it is played."),
        "sheet": Entry("cli.commands.sheet", "Make a score pad for a game, to print from a browser."),
        "components": Entry("cli.setup_file", "Print the numbers of the box that are assumed."),
        "rules": Entry("cli.commands.rules", "Print a rule, and where the page with all rules is."),
    },
    "Looking at games": {
        "list": Entry("cli.commands.library", "List the games in the store."),
        "show": Entry("cli.commands.show", "Show a position of a game."),
        "step": Entry("cli.commands.step", "Walk through a game step by step."),
        "study": Entry("cli.commands.study", "Study a game on one screen, and annotate it."),
        "legal": Entry("cli.commands.show", "List what may come next in a position."),
        "analyse": Entry("cli.commands.analyse", "Tell what a game was about."),
        "diagram": Entry("cli.commands.diagram", "Draw turns, the city, the council, variations."),
        "annotate": Entry("cli.commands.annotate", "Say something about a game."),
        "book": Entry("cli.commands.book", "Make a book of a game, to read in a browser or to print."),
    },
    "Going back": {
        "undo": Entry("cli.commands.undo", "Take decisions of a stored game back."),
        "redo": Entry("cli.commands.undo", "Bring decisions back that were undone."),
        "repair": Entry("cli.commands.repair", "Set one decision of a game right, and decide the rest again."),
        "fork": Entry("cli.commands.fork", "Go on from any moment of a game."),
        "futures": Entry("cli.commands.futures", "Show several ways to go on side by side."),
    },
    "Together": {
        "serve": Entry("cli.commands.serve", "Let tables, viewers and programs have games over the web."),
    },
    "Texts": {
        "check": Entry("cli.commands.check", "Check texts; say what is wrong and where."),
        "fmt": Entry("cli.commands.fmt", "Write games in the canonical form."),
        "convert": Entry("cli.commands.convert", "Convert games between notation, JSON and tables."),
        "share": Entry("cli.commands.share", "Make a short code of a whole game, or read one."),
        "post": Entry("cli.commands.post", "Make a post of a game: the scorings one by one, and the result."),
        "redact": Entry("cli.commands.redact", "Write games as somebody saw them."),
        "merge": Entry("cli.commands.merge", "Put records of one game together."),
        "diff": Entry("cli.commands.diff", "Tell where two games part."),
    },
    "Many games": {
        "import": Entry("cli.commands.library", "Take games from texts into the store."),
        "export": Entry("cli.commands.export", "Write games as text, or one as a page."),
        "verify": Entry("cli.commands.library", "Decide games again and tell every difference."),
        "split": Entry("cli.commands.split", "Put the games of large files into files of their own."),
        "grep": Entry("cli.commands.grep", "Find games by headers, events and positions."),
        "stats": Entry("cli.commands.stats", "Count what is in many games."),
        "plays": Entry("cli.commands.plays", "Write the results of finished games for a play log."),
    },
    "Trying it out": {
        "demo": Entry("cli.commands.demo", "See what the program does, on a whole game."),
        "simulate": Entry("cli.commands.simulate", "Let seeded players play whole games."),
        "completion": Entry("cli.commands.completion", "Print what makes a shell complete commands."),
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
