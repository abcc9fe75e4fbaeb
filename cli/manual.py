"""What the program says about itself as a whole: the reference, the manual page and the completion of shells.

All of it is made from the commands, so that a help text is written once. ``python -m cli.manual`` prints the reference,
``docs/cli.md``.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import click
from click.shell_completion import get_completion_class

from cli.options import LazyGroup
from cli.terminal import WIDTH

COMPLETION_VARIABLE: Final = "_CALIMALA_COMPLETE"

COMPLETION_FILES: Final = {
    "bash": "~/.local/share/bash-completion/completions/calimala",
    "zsh": "~/.zfunc/_calimala",
    "fish": "~/.config/fish/completions/calimala.fish",
}
"""Where each shell looks for its script."""

_INTRODUCTION: Final = """\
# The command line

<!-- Made by `python -m cli.manual`: change the commands. -->

Look up a command or an option: this is what `calimala COMMAND --help` prints, without its examples and the options that
every command has.

- Reading a game never changes it.
- Commands that change a file's decisions print the result, or write it to `-o`, even the same file.
- `-n` always gives a number, `-o` a destination (a folder ends in `/`; `-` is standard output), `--by` an author.
- Results go to standard output; questions and errors to standard error.

To complete with the tab key, write the script to where your shell looks for it:
"""

_MAN_INTRODUCTION: Final = "calimala \\- record, study and share games of Calimala"

_REPEATED: Final = re.compile(
    r"^  --json  +Print JSON for programs\n|^  -h, --help  +Show this help and exit\n"
    r"|^\nEvery command also takes .*\n|^Usage: |(?<=\w) \[OPTIONS\](?=.*\n\n)",
    re.MULTILINE,
)
"""The lines of a help text that the manual does not repeat for every command."""

_EXAMPLES: Final = re.compile(r"\n\nExamples:\n.*\Z", re.DOTALL)
"""The end of a help text, which the reference does without: the documents show each command at work."""


class _Entry(NamedTuple):
    """A command, the heading of its section, its full name, and what it does in one line."""

    section: str
    name: str
    line: str
    context: click.Context


def _entries(group: LazyGroup, context: click.Context, prefix: str = "") -> Iterator[_Entry]:
    """Yield the commands in the order of the help, and those of a group after it."""
    for section, commands in group.sections.items():
        for name, entry in commands.items():
            command = group.get_command(context, name)
            assert command is not None
            own = click.Context(command, parent=context, info_name=name, terminal_width=WIDTH, max_content_width=WIDTH)
            yield _Entry(section, f"{prefix}{name}", entry.help, own)
            if isinstance(command, LazyGroup):
                for inner in _entries(command, own, f"{name} "):
                    yield inner._replace(section=section)


def _root() -> tuple[LazyGroup, click.Context]:
    from cli.main import calimala

    settings = calimala.context_settings
    context = click.Context(calimala, info_name="calimala", terminal_width=WIDTH, **settings)
    assert isinstance(calimala, LazyGroup)
    return calimala, context


def reference() -> str:
    """Return the reference of all commands in Markdown."""
    group, context = _root()
    parts = [_INTRODUCTION, "```sh"]
    parts += [f"calimala --completion {shell} > {place}" for shell, place in COMPLETION_FILES.items()]
    parts += ["```", "", "zsh looks there if `~/.zshrc` says `fpath+=~/.zfunc` before `compinit`.", ""]
    parts += ["## `calimala --help`", "", "```text", _without_lists(context.get_help(), group), "```"]
    section = ""
    for entry in _entries(group, context):
        if entry.section != section:
            section = entry.section
            parts += ["", f"## {section}"]
        text = _without_lists(_shortened(entry.context.get_help()), entry.context.command)
        usage, _, body = text.partition("\n\n")
        parts += ["", f"### `{usage.removeprefix('calimala ')}`", "", "```text", body, "```"]
    return "\n".join(parts) + "\n"


def _without_lists(text: str, command: click.Command) -> str:
    """Return a help text without examples and lists of commands, which the headings of the reference repeat."""
    for section in command.sections if isinstance(command, LazyGroup) else ():
        text = re.sub(rf"^{section}:\n(?:  .+\n)+\n?", "", text, flags=re.MULTILINE)
    return _EXAMPLES.sub("", text)


def _shortened(text: str) -> str:
    """Return a help text without the lines that every one has, and without headings above nothing."""
    without = _REPEATED.sub("", f"{text}\n")
    return re.sub(r"\n\n\n+", "\n\n", re.sub(r"^[A-Z][^\n]*:\n(?=\n|\Z)", "", without, flags=re.MULTILINE)).strip()


def man_page(release: str) -> str:
    """Return the manual as a page for ``man``."""
    group, context = _root()
    parts = [f'.TH CALIMALA 1 "" "calimala {release}"', ".SH NAME", _MAN_INTRODUCTION]
    parts += [".SH SYNOPSIS", ".B calimala", "[OPTIONS] COMMAND [ARGS]...", ".SH DESCRIPTION", *_in_parts(context)[1]]
    section = ""
    for entry in _entries(group, context):
        if entry.section != section:
            section = entry.section
            parts.append(f".SH {section.upper()}")
        usage, body = _in_parts(entry.context)
        parts += [f'.SS "{usage}"', *body]
    return "\n".join(parts) + "\n"


def _in_parts(context: click.Context) -> tuple[str, list[str]]:
    """Return how a command is called, and the rest of its help text as lines that ``man`` leaves as they are."""
    usage, _, body = _shortened(context.get_help()).partition("\n\n")
    return _escaped(usage), [".nf", *map(_escaped, body.splitlines()), ".fi"]


def _escaped(line: str) -> str:
    text = line.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{text}" if text.startswith((".", "\\(aq")) else text


def manual_text() -> str:
    """Return the manual for a terminal."""
    group, context = _root()
    parts = [context.get_help()]
    parts += [f"\n{'-' * WIDTH}\n\n{_shortened(entry.context.get_help())}" for entry in _entries(group, context)]
    return "\n".join(parts) + "\n"


def completion_script(shell: str) -> str:
    """Return the script with which a shell completes commands, options, games and files."""
    kind = get_completion_class(shell)
    assert kind is not None, "click knows each of these shells"
    group, _ = _root()
    script = kind(group, {}, "calimala", COMPLETION_VARIABLE).source()
    for theirs, ours in _MENDED.items():
        script = script.replace(theirs, ours)
    return script


_MENDED: Final = {
    'split ","': 'split --max 1 ","',
    "$zsh_eval_context[-1] == loadautofunc": "$funcstack[1] == _calimala",
}
"""What differs from click's scripts: theirs gave fish a description only up to its first comma, and in zsh every second
Tab did nothing, since it completed only while its file was being loaded.
"""


if __name__ == "__main__":
    print(reference(), end="")
