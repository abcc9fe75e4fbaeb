"""The pictures in docs/pictures equal what their commands in docs/diagrams.md draw."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli_runs import ROOT, Table
from tests.drawing.drawn import words_in_picture

PAGE = (ROOT / "docs" / "diagrams.md").read_text(encoding="utf-8")
COMMANDS = {
    name: shlex.split(line)
    for line, name in re.findall(r"^\$ calimala (diagram .* -o pictures/(\S+\.svg))$", PAGE, re.MULTILINE)
}


def parts_of(svg: str) -> list[str]:
    """Return the boxes by name, and how many arrows there are."""
    return [*sorted(re.findall(r'class="node">\s*<title>([^<]*)</title>', svg)), str(svg.count('class="edge"'))]


@pytest.mark.needs("dot")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_picture_in_the_documents_is_what_its_command_draws(name: str, tmp_path: Path) -> None:
    """A picture has the words, boxes and arrows that its command draws."""
    *arguments, _ = COMMANDS[name]
    Table(tmp_path).ok(*_in_project(arguments), tmp_path / name)
    drawn, published = (
        (folder / name).read_text(encoding="utf-8") for folder in (tmp_path, ROOT / "docs" / "pictures")
    )
    assert words_in_picture(drawn) == words_in_picture(published)
    assert parts_of(drawn) == parts_of(published)


def _in_project(arguments: list[str]) -> list[str]:
    return [str(ROOT / argument) if argument.startswith("examples/") else argument for argument in arguments]


def test_every_picture_of_a_diagram_has_a_command() -> None:
    """Every picture has a command and is shown on the page, except that of the README."""
    shown = {*re.findall(r"\(pictures/(\S+\.svg)\)", PAGE)}
    assert COMMANDS.keys() == shown | {"extended-turn.svg"}
    assert len(shown) == 6
