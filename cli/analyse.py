"""``analyse``: what a game was about."""

from typing import Any, Final

import click

from calimala_es.components import COLOUR_WORDS
from cli.depths import Depths
from cli.games import Game, find_place, report_errors
from cli.group import Command
from cli.positions import third_json
from cli.settings import color_option, json_option, language_option, store_option
from cli.show import Moment, moment_of, moment_options, sees_all, viewer_of
from cli.terminal import harmless, paint, say, write_json
from replays.analysis import Analysis, analyse, analysis_json, until
from replays.analysis.telling import PARTS, analysis_lines

KEYS: Final = {
    "points": ("points",),
    "lead": ("course",),
    "turning": ("turning",),
    "races": ("races",),
    "gifts": ("gifts", "activations"),
    "discs": ("discs", "omissions"),
    "next": ("next",),
}
"""The keys of the JSON that belong to each part."""


@click.command(
    "analyse",
    cls=Command,
    examples=(
        "calimala analyse game.cgn",
        "calimala analyse game.cgn --part turning --part races",
        "calimala analyse friday --at 12 --as red --part next",
        "calimala analyse game.cgn --json > game.json",
    ),
)
@moment_options
@click.option(
    "--part",
    "parts",
    type=click.Choice([*PARTS]),
    multiple=True,
    help="Only this part; may be given several times.",
)
@json_option
@store_option
@color_option
@language_option
def analyse_command(
    name: str, at: str | None, before: bool, seat: str | None, parts: tuple[str, ...], as_json: bool
) -> int:
    """Tell what a game was about.

    Where its points came from and who led, the turns that changed most, how close each scoring was, who gave what to
    whom, what the discs brought, and what is still to be scored. With --at only what had happened by then counts.
    """
    moment = moment_of(find_place(name, at), before=before, seat=seat)
    game = moment.game
    replay = game.replay if sees_all(seat) else game.replay.view(viewer_of(seat, game))
    analysis = analyse(until(replay, moment.at), Depths(game).known(moment.at))
    asked = [part for part in PARTS if not parts or part in parts]
    if as_json:
        write_json(_json(moment, analysis, asked))
    else:
        _print(analysis, game, asked)
    return report_errors(game)


def _print(analysis: Analysis, game: Game, parts: list[str]) -> None:
    titles = {game.table.language.text(title) for title, _ in PARTS.values()}
    for line in analysis_lines(analysis, game.table, parts):
        say(paint(line, "heading") if line in titles else harmless(line))


def _json(moment: Moment, analysis: Analysis, parts: list[str]) -> dict[str, Any]:
    game = moment.game
    keys = ["basis", *(key for part in parts for key in KEYS[part])]
    told = analysis_json(analysis)
    return {
        "game": game.name,
        "at": moment.id,
        "depth": game.record.depth,
        "players": [
            {"colour": COLOUR_WORDS[colour], "name": game.names.get(seat)}
            for seat, colour in enumerate(game.setup.colours)
        ],
        "third": third_json(game.setup),
        **{key: told[key] for key in keys},
    }
