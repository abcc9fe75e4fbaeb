"""``components``: the numbers of the box that are assumed, as a file that somebody with the box can set right."""

import click

from cli.box import format_box, read_box
from cli.group import Command
from cli.terminal import write_data
from replays.wishes import Box


@click.command(
    "components",
    cls=Command,
    examples=(
        "calimala components > box.toml",
        "calimala components box.toml",
        "calimala new b r y --intrigue --components box.toml",
    ),
)
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(allow_dash=True))
def components_command(file: str | None) -> None:
    """Print the numbers of the box that are assumed.

    Cards, places for cubes, faction track and intrigue tiles: what no rulebook tells. The output is a file to be set
    right and given to `new --components`. With FILE the numbers that hold with it, after a look whether they can be.
    """
    write_data(format_box(read_box(file) if file else Box()))
