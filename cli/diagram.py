"""``diagram``: pictures of the stack activation of turns."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from cli.addresses import address_of
from cli.exits import MissingProgramError
from cli.games import Game, GameName, find_game, report_errors
from cli.group import Command
from cli.settings import color_option, language_option, store_option
from cli.show import sees_all, viewer_of
from cli.terminal import harmless, say, write_data
from cli.texts import STANDARD_INPUT, form_of, is_folder
from replays.diagrams import FORMATS, DiagramError, render, turn_diagram
from replays.replay import Replay
from replays.stacks import most_eventful_turns

DEFAULT_FORMAT: Final = "svg"


@click.command(
    "diagram",
    cls=Command,
    examples=(
        "calimala diagram 2026-11-20-lily 7",
        "calimala diagram game.cgn 7 8 9 -o pictures/ --format png",
        "calimala diagram game.cgn#v1:7.2",
        "calimala diagram game.cgn --most 3",
        "calimala diagram game.cgn 7 --format dot -o -",
    ),
)
@click.argument("name", metavar="GAME", type=GameName())
@click.argument("turns", metavar="[TURN]...", nargs=-1, type=click.IntRange(1))
@click.option("--most", metavar="N", type=click.IntRange(1), help="The N turns in which most happened.")
@click.option("--format", "format", type=click.Choice(FORMATS), help="Otherwise by the ending of --output, or svg.")
@click.option("-o", "--output", metavar="PATH", help="A file, or for several turns a folder; - prints dot or svg.")
@click.option("--as", "seat", metavar="SEAT", help="As a player sees it (red, r, Maria), or the public.")
@store_option
@color_option
@language_option
def diagram_command(
    name: str, turns: Sequence[int], most: int | None, format: str | None, output: str | None, seat: str | None
) -> int:
    """Draw the stack activation of turns.

    Who was activated in which order, what each did, and what the council brought. svg and png are drawn by Graphviz,
    or where it is not installed by a substitute; pdf needs Graphviz; dot is its text and needs nothing. Prints the
    names of the files.
    """
    game = find_game(name, takes_place=True)
    turns = turns or ([int(game.place.partition(".")[0])] if game.place and most is None else [])
    if bool(turns) == (most is not None):
        raise click.UsageError("say which turns, or --most")
    replay = game.replay if sees_all(seat) else game.replay.view(viewer_of(seat, game))
    wanted = turns or most_eventful_turns(replay, most or 0)
    draw_turns(game, replay, wanted, format or form_of(output, FORMATS, DEFAULT_FORMAT), output)
    return report_errors(game)


def draw_turns(game: Game, replay: Replay, turns: Sequence[int], format: str, output: str | None) -> None:
    """Draw turns into files and tell their names."""
    texts = {turn: turn_diagram(replay, turn, game.names) for turn in turns}
    if output == STANDARD_INPUT:
        _print(texts, format)
        return
    for turn, text in texts.items():
        path = draw(text, format, _path(game, turn, format, output, is_one=len(texts) == 1))
        say(harmless(str(path)))


def draw(text: str, format: str, path: Path) -> Path:
    """The file of a picture; raises ``MissingProgramError`` where nothing can draw it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return render(text, format, path)
    except DiagramError as error:
        raise MissingProgramError(str(error)) from None


def _path(game: Game, turn: int, format: str, output: str | None, *, is_one: bool) -> Path:
    """The file that is meant by ``output``: itself, or one in that folder."""
    asked = address_of(game.name)
    parts = [asked.stem, str(asked.number) if asked.number else "", game.variation, f"turn-{turn}"]
    name = f"{'-'.join(filter(None, parts))}.{format}"
    if output is None:
        return Path(name)
    if not is_folder(output) and not is_one:
        raise click.UsageError(f"several turns need a folder; {output} is none, {output}/ makes it")
    return Path(output) / name if is_folder(output) else Path(output)


def _print(texts: dict[int, str], format: str) -> None:
    if format not in ("dot", "svg") or len(texts) > 1:
        raise click.UsageError("-o - prints one turn as dot or svg")
    (text,) = texts.values()
    if format == "svg":
        with tempfile.TemporaryDirectory() as folder:
            text = draw(text, format, Path(folder) / "turn.svg").read_text(encoding="utf-8")
    write_data(text)
