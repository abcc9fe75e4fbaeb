"""The examples of JSON are what the commands print, and there is one of every command that prints JSON."""

from pathlib import Path

import click

from tests.printed import FILE, SHOWN, printed
from tests.test_cli import COMMANDS


def test_examples_are_what_is_printed(tmp_path: Path) -> None:
    """docs/schemas/printed.json has each command with its output."""
    assert FILE.read_text(encoding="utf-8") == printed(tmp_path), "python -m tests.printed writes it again"


def test_every_command_that_prints_json_has_an_example() -> None:
    """Each command with ``--json`` is in the examples, except ``analyse``, which has a schema."""
    for name, command, _ in COMMANDS:
        options = {option for each in command.params if isinstance(each, click.Option) for option in each.opts}
        shown = any(line.startswith(name + " ") or line == name for line in SHOWN)
        assert shown or "--json" not in options or name == "analyse", name
