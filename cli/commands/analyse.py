"""``analyse``: the analysis of a game."""

from typing import Any, Final

import click

from calimala_es.components import COLOUR_WORDS
from calimala_es.known import extent_of
from cli.games import FoundGame, find_place, report_errors
from cli.options import CommandWithExamples, json_option
from cli.terminal import WIDTH, harmless, paint, say, write_json
from cli.viewpoint import Moment, moment_of, moment_options, seen_replay
from replays.analysis import Analysis, analyse, analysis_json, until
from replays.positions import third_json
from replays.text.analysis import PARTS, analysis_lines
from replays.text.terminal import wrapped

KEYS: Final = {
    "points": ("points",),
    "lead": ("course",),
    "chances": ("course",),
    "turning": ("turning",),
    "races": ("races",),
    "gifts": ("gifts", "activations"),
    "discs": ("discs", "omissions"),
    "next": ("next",),
}
"""The keys of the JSON that belong to each part."""

_GAP: Final = "  "
"""The text between the cells of a table, and before the continuation of a line."""


@click.command(
    "analyse",
    cls=CommandWithExamples,
    as_in={"show": {"at", "before", "seat"}},
    examples=(
        "calimala analyse friday",
        "calimala analyse friday#12 --as red --part next",
    ),
)
@moment_options
@click.option(
    "--part",
    "parts",
    type=click.Choice([*PARTS]),
    multiple=True,
    metavar="PART",
    help="points, lead, chances, turning, races, gifts, discs or next (default: all)",
)
@json_option
def analyse_command(
    name: str,
    at: str | None,
    before: bool,
    seat: str | None,
    parts: tuple[str, ...],
    as_json: bool,
) -> int:
    """Report where the points came from, who led, which turns mattered most, how close each scoring was, who helped
    whom, what each disc earned and what is still unscored; for a game written by judge -o, also the chances of winning.
    For a page with plots, use calimala export --to report.
    """
    moment = moment_of(find_place(name, at), before=before, seat=seat)
    game = moment.game
    analysis = analyse(until(seen_replay(game, seat), moment.at), game.replay.known(moment.at))
    asked = [part for part in PARTS if not parts or part in parts]
    if as_json:
        write_json(_json(moment, analysis, asked))
    else:
        _print(analysis, game, asked if parts else None)
    return report_errors(game)


def _print(analysis: Analysis, game: FoundGame, parts: list[str] | None) -> None:
    titles = {game.names.language.text(title) for title, _ in PARTS.values()}
    for line in analysis_lines(analysis, game.names, parts):
        if line in titles:
            say(paint(line, "heading"))
        else:
            _print_line(harmless(line))


def _print_line(line: str) -> None:
    """Print a sentence, wrapped if it is too long; a row of a table unchanged."""
    words = line.lstrip()
    if not words or _GAP in words:
        say(line)
        return
    margin = line[: len(line) - len(words)]
    for part in wrapped(words.split(), WIDTH - len(margin), _GAP):
        say(margin + part)


def _json(moment: Moment, analysis: Analysis, parts: list[str]) -> dict[str, Any]:
    game = moment.game
    keys = ["basis", *(key for part in parts for key in KEYS[part])]
    figures = analysis_json(analysis)
    return {
        "game": game.name,
        "at": moment.id,
        "extent": extent_of(game.record),
        "players": [
            {"colour": COLOUR_WORDS[colour], "name": game.player_names.get(seat)}
            for seat, colour in enumerate(game.setup.colours)
        ],
        "third": third_json(game.setup),
        **{key: figures[key] for key in keys},
        "errors": game.english_errors,
    }
