"""``diagram``: pictures of turns, and of the city, the council and other sides of a game at a position."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import click

from calimala_es.components import Street
from calimala_es.known import Known
from calimala_es.view import Viewer
from cli.exits import MissingProgramError
from cli.files import STANDARD_INPUT, GameName, address_of, form_of, is_folder, output_path, writing
from cli.games import FoundGame, find_place, report_errors
from cli.options import CommandWithExamples, settings
from cli.terminal import harmless, note, say, write_data
from cli.viewpoint import SEAT, seat_of
from notation.places import is_start
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
from replays.text.names import SeatNames

DEFAULT_FORMAT: Final = "svg"
TURN: Final = "turn"
STREET: Final = "street"
_TURN: Final = re.compile(r"[1-9][0-9]{0,8}")


class Asked(NamedTuple):
    """The request for a diagram.

    ``replay`` is the game as its viewer sees it; ``viewer`` is ``None`` in a tuple of one, or empty for the whole
    record. ``position`` is the one to show; ``what`` are turns or streets as typed, ``most`` how many turns.
    """

    game: FoundGame
    replay: Replay
    viewer: tuple[Viewer, ...]
    position: int
    what: Sequence[str]
    most: int | None

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


def _turns(asked: Asked) -> dict[str, str]:
    is_cut = asked.game.place and not is_start(asked.game.place) and asked.most is None
    place = [asked.game.place.partition(".")[0]] if is_cut else []
    numbers = [_turn_number(turn) for turn in asked.what or place]
    if bool(numbers) == (asked.most is not None):
        raise click.UsageError("say which turns, or --most")
    wanted = numbers or most_eventful_turns(asked.replay, asked.most or 0)
    return {f"{TURN}-{turn}": turn_diagram(asked.replay, turn, asked.names, asked.language) for turn in wanted}


def _turn_number(word: str) -> int:
    """Return the number of a turn, as typed."""
    if not _TURN.fullmatch(word):
        raise click.BadParameter(f"{word[:40]!r} is not a turn; turns are numbers from 1, as 7", param_hint="'TURN'")
    return int(word)


def _streets(asked: Asked) -> dict[str, str]:
    if not asked.what:
        raise click.UsageError("say which streets, as AS for the one between artwork and ship")
    try:
        streets: dict[str, Street] = {name.upper(): find_street(asked.game.setup.city, name) for name in asked.what}
    except StreetError as error:
        raise click.BadParameter(str(error), param_hint="'STREET'") from None
    return {
        f"{STREET}-{name}": street_diagram(
            asked.replay, street, asked.position, asked.names, asked.language, asked.known
        )
        for name, street in streets.items()
    }


def _tree(asked: Asked) -> dict[str, str]:
    record = asked.game.record
    tree = Tree.of(redact(record, asked.viewer[0]) if asked.viewer else record)
    until = asked.replay.command_at(asked.position - 1) + 1 if asked.position else 0
    return {"tree": tree_diagram(tree, until, asked.names, asked.language)}


def _city(asked: Asked) -> dict[str, str]:
    return {"city": city_diagram(asked.replay, asked.position, asked.names, asked.language, asked.known)}


def _activations(asked: Asked) -> dict[str, str]:
    return {"activations": activations_diagram(asked.replay, asked.position, asked.names, asked.language, asked.known)}


def _council(asked: Asked) -> dict[str, str]:
    return {"council": council_diagram(asked.replay, asked.position, asked.names, asked.language, asked.known)}


KINDS: Final[dict[str, Callable[[Asked], dict[str, str]]]] = {
    TURN: _turns,
    "city": _city,
    "activations": _activations,
    STREET: _streets,
    "council": _council,
    "tree": _tree,
}
"""The function that makes each kind of diagram: DOT texts by the names of their files."""

_WITH_WORDS: Final = (TURN, STREET)


@click.command(
    "diagram",
    cls=CommandWithExamples,
    examples=(
        "calimala diagram 2026-11-20-lily 7",
        "calimala diagram game.cgn 7 8 9 -o pictures/ --format png",
        "calimala diagram game.cgn#v1:7.2",
        "calimala diagram game.cgn --most 3",
        "calimala diagram game.cgn --kind city --at 20",
        "calimala diagram game.cgn --kind street AS",
        "calimala diagram game.cgn 7 --format dot -o -",
    ),
)
@click.argument("name", metavar="GAME", type=GameName())
@click.argument("what", metavar="[TURN|STREET]...", nargs=-1)
@click.option("--kind", type=click.Choice([*KINDS]), default=TURN, show_default=True, help="What to draw.")
@click.option("--at", metavar="ID", help="After turn 7, activation 7.2, event 7.2.3; port:7.2 in a variation.")
@click.option("--most", metavar="N", type=click.IntRange(1), help="The N turns in which most happened.")
@click.option("--format", "format", type=click.Choice(DIAGRAM_FORMATS), help="Else by the ending of --output, or svg.")
@click.option("-o", "--output", metavar="PATH", help="A file, or for several pictures a folder; - prints dot or svg.")
@SEAT
def diagram_command(
    name: str,
    what: Sequence[str],
    kind: str,
    at: str | None,
    most: int | None,
    format: str | None,
    output: str | None,
    seat: str | None,
) -> int:
    """Draw turns, the city, the council, variations.

    turn is the stack activation of TURNs: who was activated in which order, what each did, and what the council
    brought. city has the streets with their stacks and how often each was activated, activations who activated whom
    and what that gave, street the life of STREETs, council the tiles with all scorings, tree the variations.

    svg and png are drawn by Graphviz, or where it is not installed by a substitute; pdf needs Graphviz; dot is its
    text and needs nothing. Prints the names of the files.
    """
    if what and kind not in _WITH_WORDS:
        raise click.UsageError(f"{kind} is drawn of the whole game; what is {what[0]}? --at names a place")
    if most is not None and kind != TURN:
        raise click.UsageError(f"--most is for turns, not for {kind}")
    game = find_place(name, at)
    viewer = () if seat is None else (seat_of(seat, game),)
    replay = game.replay.view(*viewer) if viewer else game.replay
    position = replay.find(game.place) if game.place else replay.last
    texts = KINDS[kind](Asked(game, replay, viewer, position, what, most))
    draw_all(game, texts, form_of(output, DIAGRAM_FORMATS, DEFAULT_FORMAT, format), output)
    return report_errors(game)


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
        note("letters beyond Latin are drawn as ?: that needs Graphviz (https://graphviz.org/download)")


def _path(game: FoundGame, called: str, format: str, output: str | None, *, is_one: bool) -> Path:
    """Return the file for ``output``: itself, or one in that folder."""
    asked = address_of(game.name)
    parts = [asked.stem, str(asked.number) if asked.number else "", game.variation, called]
    name = f"{'-'.join(filter(None, parts))}.{format}"
    if output is not None and not is_folder(output) and not is_one:
        raise click.UsageError(f"several pictures need a folder; {output} is none, {output}/ makes it")
    return output_path(output, name)


def _print(texts: Mapping[str, str], format: str) -> None:
    if format not in ("dot", "svg") or len(texts) > 1:
        raise click.UsageError("-o - prints one picture as dot or svg")
    (text,) = texts.values()
    try:
        write_data(draw_diagram(text, format).decode())
    except UndrawnError as error:
        raise MissingProgramError(str(error)) from None
