"""``draw``: pictures of turns, of the city, the council and other sides of a game at a position, and plots."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import click

from calimala_es.components import Street
from calimala_es.known import Known
from calimala_es.view import Viewer
from cli.exits import MissingProgramError, wrong_usage
from cli.files import GAME, STANDARD_INPUT, address_of, form_of, is_folder, output_path, write_and_name, writing
from cli.games import FoundGame, find_place, report_errors
from cli.options import CommandWithExamples, settings
from cli.terminal import harmless, note, say, write_data
from cli.viewpoint import SeatName, seat_of
from replays.drawing.diagrams import (
    StreetError,
    activations_diagram,
    city_diagram,
    council_diagram,
    find_street,
    street_diagram,
    tree_diagram,
    turn_diagram,
)
from replays.drawing.render import (
    DIAGRAM_FORMATS,
    DiagramError,
    UndrawnError,
    draw_diagram,
    loses_letters,
    write_diagram,
)
from replays.edit.redact import redact
from replays.edit.tree import Tree
from replays.replay import Replay
from replays.stacks import most_eventful_turns
from replays.text.languages import Language
from replays.text.messages import error_text
from replays.text.names import SeatNames

DEFAULT_FORMAT: Final = "svg"
TURN: Final = "turn"
STREET: Final = "street"


class DrawRequest(NamedTuple):
    """The request for a diagram.

    ``replay`` is the game as its viewer sees it; ``viewer`` is ``None`` in a tuple of one, or empty for the whole
    record. ``position`` is the one to show; ``turns`` and ``streets`` are those to draw, ``number`` how many of the
    most eventful turns.
    """

    game: FoundGame
    replay: Replay
    viewer: tuple[Viewer, ...]
    position: int
    turns: Sequence[int]
    streets: Sequence[str]
    number: int | None

    @property
    def names(self) -> SeatNames:
        """The players' names."""
        return self.game.player_names

    @property
    def language(self) -> Language:
        """The language of the words in the picture."""
        return settings().language

    @property
    def known(self) -> Known:
        """What the record contains about the position."""
        return self.game.replay.known(self.position)


def _turns(request: DrawRequest) -> dict[str, str]:
    """Return the chosen turns, the most eventful ones, or the one of the position."""
    of_position = request.replay.ids[request.position - 1].turn if request.position else 0
    if not request.turns and request.number is None and not of_position:
        raise wrong_usage("no turn was played before this moment; name one, e.g. --turn 7")
    chosen = request.turns or (
        [of_position] if request.number is None else most_eventful_turns(request.replay, request.number)
    )
    return {f"{TURN}-{turn}": turn_diagram(request.replay, turn, request.names, request.language) for turn in chosen}


def _streets(request: DrawRequest) -> dict[str, str]:
    if not request.streets:
        raise wrong_usage("name a street, e.g. --street AS for the one between artwork and ship")
    try:
        streets: dict[str, Street] = {
            name.upper(): find_street(request.game.setup.city, name) for name in request.streets
        }
    except StreetError as error:
        raise click.BadParameter(error_text(error, request.language), param_hint="--street") from None
    return {
        f"{STREET}-{name}": street_diagram(
            request.replay, street, request.position, request.names, request.language, request.known
        )
        for name, street in streets.items()
    }


def _tree(request: DrawRequest) -> dict[str, str]:
    record = request.game.record
    tree = Tree.of(redact(record, request.viewer[0]) if request.viewer else record)
    until = request.replay.command_at(request.position - 1) + 1 if request.position else 0
    return {"tree": tree_diagram(tree, until, request.names, request.language)}


def _city(request: DrawRequest) -> dict[str, str]:
    return {"city": city_diagram(request.replay, request.position, request.names, request.language, request.known)}


def _activations(request: DrawRequest) -> dict[str, str]:
    return {
        "activations": activations_diagram(
            request.replay, request.position, request.names, request.language, request.known
        )
    }


def _council(request: DrawRequest) -> dict[str, str]:
    return {
        "council": council_diagram(request.replay, request.position, request.names, request.language, request.known)
    }


class _Kind(NamedTuple):
    """A kind of pictures: its help, and the function that makes DOT texts by the names of their files."""

    help: str
    make: Callable[[DrawRequest], dict[str, str]]


KINDS: Final[dict[str, _Kind]] = {
    TURN: _Kind("Who was activated in what order, and what each did", _turns),
    "city": _Kind("Streets, stacks, and how often each was activated", _city),
    STREET: _Kind("The history of one street", _streets),
    "council": _Kind("Scoring tiles, seats and results", _council),
    "activations": _Kind("Who activated whom, and what it brought", _activations),
    "tree": _Kind("The variations", _tree),
}
"""The kinds of diagrams."""

PLOTS: Final = "plots"

_HELP: Final = {name: kind.help for name, kind in KINDS.items()} | {PLOTS: "Points, leads and races over the game"}

_OPTIONS: Final = {"turns": TURN, "number": TURN, "streets": STREET}
"""The options that only one kind has."""


@click.command(
    "draw",
    cls=CommandWithExamples,
    as_in={"show": ("seat",)},
    examples=(
        "calimala draw friday#7",
        "calimala draw friday -n 3 -o pictures/",
        "calimala draw friday#20 --kind city -o city.png",
    ),
    tables={"Kinds": _HELP},
    ending="PDF and the best layout need Graphviz. Plots are always SVG.",
)
@GAME
@click.option("--kind", type=click.Choice([*_HELP]), default=TURN, metavar="KIND", help="What to draw (default: turn)")
@click.option(
    "--turn",
    "turns",
    type=click.IntRange(1, 999_999_999),
    multiple=True,
    metavar="N",
    help="A turn to draw (default: the turn of --at)",
)
@click.option("-n", "--number", type=click.IntRange(1), metavar="N", help="Draw the N most eventful turns")
@click.option("--street", "streets", multiple=True, metavar="STREET", help="A street to draw, e.g. AS")
@click.option("--at", metavar="MOMENT", help="The position to draw, e.g. 7.2 (default: the end)")
@click.option("--as", "seat", type=SeatName(), metavar="SEAT", help="Draw only what this seat could see")
@click.option(
    "--format",
    "format",
    type=click.Choice(DIAGRAM_FORMATS),
    metavar="FORMAT",
    help="svg, png, pdf or dot (default: that of --output, else svg)",
)
@click.option("-o", "--output", metavar="PATH", help="A file, or a folder for several pictures")
def draw_command(
    name: str,
    kind: str,
    turns: Sequence[int],
    number: int | None,
    streets: Sequence[str],
    at: str | None,
    seat: str | None,
    format: str | None,
    output: str | None,
) -> int:
    """Draw pictures of a game and print the names of the files."""
    given = {"turns": turns, "number": number, "streets": streets}
    wrong = next((option for option, value in given.items() if value and _OPTIONS[option] != kind), None)
    if wrong is not None:
        raise wrong_usage(
            "{option} is for --kind {right}, not for {kind}",
            option=f"--{wrong.removesuffix('s')}",
            right=_OPTIONS[wrong],
            kind=kind,
        )
    if turns and number is not None:
        raise wrong_usage("use only one of {options}", options=("--turn", "--number"))
    format = form_of(output, DIAGRAM_FORMATS, DEFAULT_FORMAT, format)
    game = find_place(name, at)
    viewer = () if seat is None else (seat_of(seat, game),)
    replay = game.replay.view(*viewer) if viewer else game.replay
    position = replay.find(game.place) if game.place else replay.last
    request = DrawRequest(game, replay, viewer, position, turns, streets, number)
    if kind == PLOTS:
        _write_plots(request, format, output)
    else:
        draw_all(game, KINDS[kind].make(request), format, output)
    return report_errors(game)


def _write_plots(request: DrawRequest, format: str, output: str | None) -> None:
    """Write the plots of the analysis into files, and print their names."""
    from replays.analysis import analyse, until
    from replays.drawing.figures import figures

    if format != DEFAULT_FORMAT:
        raise wrong_usage("plots can be drawn only as SVG")
    analysis = analyse(until(request.replay, request.position), request.known)
    plots = figures(analysis, request.game.names)
    if output == STANDARD_INPUT:
        raise wrong_usage("there are several plots; name a folder, e.g. -o plots/")
    for figure in plots:
        path = _path(request.game, f"plot-{figure.name}", DEFAULT_FORMAT, output, is_one=len(plots) == 1)
        write_and_name(path, [figure.svg])


def draw_all(game: FoundGame, texts: Mapping[str, str], format: str, output: str | None) -> None:
    """Draw graphs into files, which are named after the game and the graph, and print their names."""
    if output == STANDARD_INPUT:
        _print(texts, format)
        note_lost_letters(texts.values(), format)
        return
    for called, text in texts.items():
        path = draw(text, format, _path(game, called, format, output, is_one=len(texts) == 1))
        say(harmless(str(path)))
    note_lost_letters(texts.values(), format)


def draw(text: str, format: str, path: Path) -> Path:
    """Return the file of a picture after drawing it; raise ``MissingProgramError`` if nothing can draw it."""
    try:
        with writing(path):
            return write_diagram(text, format, path)
    except DiagramError as error:
        raise MissingProgramError(str(error)) from None


def note_lost_letters(texts: Iterable[str], format: str) -> None:
    """Print a note that pictures have ``?`` for some letters, and what would draw them."""
    if any(loses_letters(text, format) for text in texts):
        note("letters beyond Latin are drawn as ?; to draw them, install Graphviz (https://graphviz.org/download)")


def _path(game: FoundGame, called: str, format: str, output: str | None, *, is_one: bool) -> Path:
    """Return the file for ``output``: itself, or one in that folder."""
    asked = address_of(game.name)
    parts = [asked.stem, str(asked.number) if asked.number else "", game.variation, called]
    name = f"{'-'.join(filter(None, parts))}.{format}"
    if output is not None and not is_folder(output) and not is_one:
        raise wrong_usage(
            "several pictures need a folder; write it as {file}/", file=Path(output).with_suffix("").as_posix()
        )
    return output_path(output, name)


def _print(texts: Mapping[str, str], format: str) -> None:
    if format not in ("dot", "svg") or len(texts) > 1:
        raise wrong_usage("only one picture, as dot or svg, can be printed; name a folder, e.g. -o pictures/")
    (text,) = texts.values()
    try:
        write_data(draw_diagram(text, format).decode())
    except UndrawnError as error:
        raise MissingProgramError(str(error)) from None
