"""``completion``: the script with which a shell completes commands, options, ids and files."""

from typing import Final

import click
from click.shell_completion import get_completion_class

from cli.options import CommandWithExamples

VARIABLE: Final = "_CALIMALA_COMPLETE"

PLACES: Final = {
    "bash": "~/.local/share/bash-completion/completions/calimala",
    "zsh": "~/.zfunc/_calimala",
    "fish": "~/.config/fish/completions/calimala.fish",
}
"""Where each shell looks for the script."""


@click.command(
    "completion",
    cls=CommandWithExamples,
    examples=tuple(f"calimala completion {shell} > {place}" for shell, place in PLACES.items()),
)
@click.argument("shell", type=click.Choice([*PLACES]))
def completion_command(shell: str) -> None:
    """Print what makes a shell complete commands.

    Write it to the place in the examples and start the shell anew. For zsh, ~/.zshrc has to say before compinit:
    fpath+=~/.zfunc
    """
    kind = get_completion_class(shell)
    assert kind is not None, "click knows each of these shells"
    root = click.get_current_context().find_root().command
    click.echo(kind(root, {}, "calimala", VARIABLE).source())
