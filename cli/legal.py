"""``legal``: what may come in a position of a game."""

from typing import Any

import click

from calimala_es.legal import legal
from calimala_es.refusals import waiting_for
from calimala_es.state import State
from cli.games import find_place
from cli.group import Command
from cli.moments import Moment, moment_of, moment_options
from cli.prompt import asked_words
from cli.settings import color_option, json_option, language_option, store_option
from cli.terminal import paint, say, write_json
from cli.viewpoint import sees_all
from cli.walking.options import report_seen_errors
from notation.words.symbols import format_command
from replays.depths import Depths, NotRecordedError
from replays.names import Table
from replays.positions import position_json
from replays.words import command_words


@click.command(
    "legal",
    cls=Command,
    examples=("calimala legal 2026-11-21-lily", "calimala legal game.cgn --at 7.1 --json"),
)
@moment_options
@json_option
@store_option
@color_option
@language_option
def legal_command(name: str, at: str | None, before: bool, seat: str | None, as_json: bool) -> int:
    """List what may come next in a position.

    In notation, with what it means, in the fixed order of the rules. An observation (b.points:=12) and _ for something
    that nobody wrote down may come at any time and are not listed.
    """
    moment = moment_of(find_place(name, at), before=before, seat=seat, waits=True)
    if not Depths(moment.game).known(moment.at).goods:
        raise NotRecordedError("this record does not tell what players have (Depth), so what may come is not known")
    if as_json:
        write_json(_legal_json(moment))
    else:
        print_legal(moment.state, moment.game.table)
    return report_seen_errors(moment.game, sees_all=sees_all(seat), is_end=True)


def print_legal(state: State, table: Table) -> None:
    """Print what may come, a line each."""
    rule, _ = waiting_for(state)
    words = table.language.text("{waiting} ({rule})", waiting=asked_words(state, table), rule=rule)
    say(paint(words, "heading"))
    options = [(format_command(state, command), command_words(command, table)) for command in legal(state)]
    width = max((len(symbol) for symbol, _ in options), default=0)
    for symbol, meaning in options:
        say(f"  {symbol:<{width}}  {meaning}")


def _legal_json(moment: Moment) -> dict[str, Any]:
    state, game = moment.state, moment.game
    return {
        "game": game.name,
        "at": moment.id,
        "waiting": position_json(state, game.names)["waiting"],
        "options": [
            {"symbol": format_command(state, command), "words": command_words(command, game.english)}
            for command in legal(state)
        ],
    }
