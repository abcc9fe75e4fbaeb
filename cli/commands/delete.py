"""``delete``: delete games until they are restored, or erase them permanently."""

import sys
from collections.abc import Sequence

import click

from cli.files import GameName, require_id
from cli.games import full_id, the_store
from cli.options import FINDINGS, OK, CommandWithExamples, json_option
from cli.terminal import harmless, paint, say, write_json


@click.command(
    "delete",
    cls=CommandWithExamples,
    ending="Exit code 1 if you answer no.",
    examples=("calimala delete test --purge",),
)
@click.argument("names", metavar="GAME...", nargs=-1, required=True, type=GameName())
@click.option("--purge", is_flag=True, help="Erase everything permanently")
@click.option("--yes", is_flag=True, help="Do not ask")
@json_option
def delete_command(names: Sequence[str], purge: bool, yes: bool, as_json: bool) -> int:
    """Delete games. Names and photos are erased at once; calimala undo restores the rest until you --purge it. On a
    terminal, you are asked first.
    """
    store = the_store()
    for name in names:
        require_id(name, "delete a file like any other file")
    ids = [*dict.fromkeys(full_id(store, name, deleted=purge) for name in names)]
    if not yes and _can_ask() and not _agrees(ids, purge=purge):
        say("nothing was deleted")
        return FINDINGS
    for id in ids:
        (store.purge if purge else store.delete)(id)
        if not as_json:
            hint = "" if purge else f"; calimala undo {id} restores it, without names and photos"
            say(f"{paint(id, 'heading')}  {'erased' if purge else 'deleted'}{hint}")
    if as_json:
        write_json([{"id": id, "purged": purge} for id in ids])
    return OK


def _can_ask() -> bool:
    return bool(sys.stdin and sys.stdin.isatty())


def _agrees(ids: Sequence[str], *, purge: bool) -> bool:
    """Return whether the user confirms it; the question is printed beside the result."""
    what = "Erase everything about" if purge else "Delete"
    click.echo(harmless(f"{what} {', '.join(ids)}? [y/N] "), nl=False, err=True)
    return sys.stdin.readline().strip().casefold() in ("y", "yes")
