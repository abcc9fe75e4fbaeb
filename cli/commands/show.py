"""``show``: one position of a game, its points, or the decisions that are legal in it."""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from typing import Any, Final

import click

from calimala_es.digest import position_digest
from calimala_es.known import extent_of
from calimala_es.legal import legal
from calimala_es.messages import Message
from calimala_es.symmetry import canonical_position
from cli.exits import wrong_usage
from cli.games import find_place
from cli.options import CommandWithExamples, json_option, settings
from cli.prompt import legal_lines
from cli.terminal import WIDTH, harmless, note_small_terminal, paint, say, write_json
from cli.viewpoint import (
    LAYERS_OPTION,
    NO_SPOILERS,
    SEEN_ERROR,
    Moment,
    find_layers,
    jump_of,
    jump_options,
    jumped,
    jumps_of,
    moment_at,
    moment_of,
    moment_options,
    report_seen_errors,
    seen_replay,
)
from notation import format_position
from notation.grammar.symbols import format_command
from replays.positions import position_json
from replays.replay import NotRecordedError
from replays.scores import Scores, scores
from replays.text.decisions import command_text
from replays.text.languages import message
from replays.text.scores import scores_lines
from replays.text.terminal import wrapped


def _jumped(moment: Moment, asked: dict[str, Any]) -> Moment:
    """Return the moment that ``--next`` or ``--previous`` leads to from another; the same without them."""
    game = moment.game
    jump = jump_of(game, asked)
    if jump is None:
        if asked["thing"] is not None:
            raise wrong_usage(
                "--object needs --next change or --previous change; calimala study --history lists all changes"
            )
        return moment
    replay = seen_replay(game, asked["seat"])
    from_start = jump.is_forward and not game.place
    position = jumped(jumps_of(game, replay), jump, game, 0 if from_start else moment.at)
    return moment_at(game, position, asked["seat"], position - 1)


@click.command(
    "show",
    cls=CommandWithExamples,
    examples=("calimala show friday#7.2 --as red", "calimala show friday --legal"),
)
@click.option("--points", "as_points", is_flag=True, help="Show where the points came from")
@click.option("--legal", "as_legal", is_flag=True, help="List the legal decisions")
@click.option("--all", "has_all", is_flag=True, help="With --legal, list every combination of influence cards")
@click.option("--position", "as_position", is_flag=True, help="Print the position as one line of notation")
@click.option("--digest", "as_digest", is_flag=True, help="Print a 16-digit fingerprint of the position")
@click.option("--canonical", is_flag=True, help="Turn or mirror the city into its standard orientation")
@moment_options
@jump_options
@LAYERS_OPTION
@NO_SPOILERS
@json_option
def show_command(
    name: str, at: str | None, before: bool, seat: str | None, canonical: bool, has_all: bool, **asked: Any
) -> int:
    """Show the last position of a game, or the one you name."""
    form = _form(asked)
    if has_all and form != _LEGAL:
        raise wrong_usage("{option} needs {other}", option="--all", other="--legal")
    if canonical and form not in ("as_position", "as_digest", "as_json"):
        raise wrong_usage("--canonical needs --position, --digest or --json")
    if form not in ("as_position", "as_digest", "as_json"):
        note_small_terminal()
    shows_end = not asked["no_spoilers"]
    game = find_place(name, at)
    game.shown_layers = find_layers(asked["layers"], game)
    moment = moment_of(game, before=before, seat=seat, shows_end=shows_end)
    moment = _jumped(moment, asked | {"seat": seat})._replace(is_open=shows_end and seat is None, shows_end=shows_end)
    if form == _LEGAL:
        moment = _waiting(moment, seat)
    if canonical:
        moment = moment._replace(state=canonical_position(moment.state))
    if form == _LEGAL and asked["as_json"]:
        write_json(_legal_json(moment))
    elif form == _LEGAL:
        say("\n".join(legal_lines(moment.state, moment.game.names, has_all=has_all)))
    else:
        _PRINTERS[form](moment)
    is_end = shows_end or moment.at == moment.game.replay.last
    return report_seen_errors(moment.game, sees_all=moment.is_open, is_end=is_end)


def _form(forms: Mapping[str, Any]) -> str:
    """Return the requested form of a position; the board if none is requested."""
    asked = [form for form in (_LEGAL, *_PRINTERS) if forms.get(form)]
    if asked == [_LEGAL, "as_json"]:
        return _LEGAL
    if len(asked) > 1:
        raise wrong_usage(
            "use only one of {options}", options=("--points", "--legal", "--position", "--digest", "--json")
        )
    return asked[0] if asked else _BOARD


def _print_moment(moment: Moment) -> None:
    """Print the board, and the notes on it."""
    say(moment.game.board_text(moment.state, moment.at))
    if moment.said:
        say()
    for words in moment.said:
        for line in wrapped(harmless(words).split(), WIDTH):
            say(paint(line, "quiet"))


def _print_points(moment: Moment) -> None:
    known = moment.game.replay.known(moment.at)
    if not known.cubes:
        partly = message("Cubes are not recorded; the points are those given in the record.")
        words = partly if known.points else message("Cubes are not recorded; the points are not known.")
        say(paint(settings().language.text(words), "warning"))
    for line in scores_lines(scores(moment.game.replay, moment.at), moment.game.names):
        say(line)


def _moment_json(moment: Moment) -> dict[str, Any]:
    game = moment.game
    found = scores(game.replay, moment.at)
    end = {
        "last": game.ids[-1] if game.replay.ids else None,
        "commands": bisect_left(game.replay.firsts, moment.at),
    }
    return {
        "game": game.name,
        "at": moment.id,
        **(end if moment.shows_end else {}),
        "extent": extent_of(game.record),
        "recorded": game.replay.known(moment.at)._asdict(),
        **position_json(moment.state, game.player_names),
        "sources": _sources_json(found),
        "comments": moment.comments,
        **({"errors": _errors(moment)} if moment.shows_end else {}),
    }


def _errors(moment: Moment) -> list[str]:
    """Return the errors in the text, worded so that they reveal nothing hidden."""
    errors = moment.game.english_errors
    return errors if moment.is_open else [SEEN_ERROR] * bool(errors)


def _sources_json(found: Scores) -> list[dict[str, Any]]:
    """Return where points came from; ``points`` and ``cubes`` are in seating order."""
    return [
        {
            "kind": source.kind,
            "place": source.place or None,
            "id": source.id or None,
            "cubes": [*source.counts],
            "points": [*source.points],
        }
        for source in found.sources
    ]


# ----------------------------------------------------------------------------------------------------
# The legal decisions.


def _waiting(moment: Moment, seat: str | None) -> Moment:
    """Return the next moment, from this one on, at which the game waits for somebody; raise ``NotRecordedError``."""
    replay = moment.game.replay
    if not replay.known(moment.at).goods:
        raise NotRecordedError(
            Message("this record does not say what the players have, so their legal decisions are not known")
        )
    position = next((first for first in replay.firsts if first >= moment.at), replay.last)
    state = moment_at(moment.game, position, seat, moment.since).state
    return moment._replace(at=position, state=state)


def _legal_json(moment: Moment) -> dict[str, Any]:
    state, game = moment.state, moment.game
    return {
        "game": game.name,
        "at": moment.id,
        "waiting": position_json(state, game.player_names)["waiting"],
        "options": [
            {"symbol": format_command(state, command), "words": command_text(command, game.english)}
            for command in legal(state)
        ],
    }


_BOARD: Final = "board"
_LEGAL: Final = "as_legal"

_PRINTERS: Final[dict[str, Callable[[Moment], None]]] = {
    _BOARD: _print_moment,
    "as_position": lambda moment: say(format_position(moment.state)),
    "as_digest": lambda moment: say(position_digest(moment.state)),
    "as_points": _print_points,
    "as_json": lambda moment: write_json(_moment_json(moment)),
}
"""The function that prints a position, by the option that requests it."""
