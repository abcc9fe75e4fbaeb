"""``delete``: delete games until they are restored, or erase them permanently."""

import sys
from collections.abc import Sequence

import click

from calimala_es.messages import Message
from cli.files import GameName, require_id
from cli.games import full_id, the_store
from cli.options import FINDINGS, OK, CommandWithExamples, json_option, settings
from cli.terminal import harmless, paint, say, write_json
from replays.text.languages import message


@click.command(
    "delete",
    cls=CommandWithExamples,
    examples=("calimala delete test --purge",),
)
@click.argument("names", metavar="GAME...", nargs=-1, required=True, type=GameName())
@click.option("--purge", is_flag=True, help="Erase everything permanently")
@click.option("--yes", is_flag=True, help="Do not ask")
@json_option
def delete_command(names: Sequence[str], purge: bool, yes: bool, as_json: bool) -> int:
    """Delete games. Names and photos are erased at once; calimala undo restores the rest, unless you used --purge. In a
    terminal, you are asked first.
    """
    store = the_store()
    for name in names:
        require_id(name, Message("delete this file as you would any other"))
    ids = [*dict.fromkeys(full_id(store, name, deleted=purge) for name in names)]
    if not yes and _can_ask() and not _agrees(ids, purge=purge):
        say(settings().language.text("Nothing was deleted."))
        return FINDINGS
    text = settings().language.text
    for id in ids:
        (store.purge if purge else store.delete)(id)
        if not as_json:
            words = (
                text("erased")
                if purge
                else text("deleted; {command} restores it, without names and photos", command=f"calimala undo {id}")
            )
            say(f"{paint(id, 'heading')}  {words}")
    if as_json:
        write_json([{"id": id, "purged": purge} for id in ids])
    return OK


def _can_ask() -> bool:
    return bool(sys.stdin and sys.stdin.isatty())


def _agrees(ids: Sequence[str], *, purge: bool) -> bool:
    """Return whether the user confirms it; the question is printed beside the result."""
    question = message("Erase everything about {ids}? [y/N]") if purge else message("Delete {ids}? [y/N]")
    words = settings().language.text(question, ids=", ".join(ids))
    click.echo(harmless(f"{words} "), nl=False, err=True)
    return sys.stdin.readline().strip().casefold() in ("y", "yes")
