"""``games explore``: what was played in a library from a position or a set-up."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from msgspec import structs

from cli.commands.games.build import LIBRARY, need_library
from cli.exits import wrong_usage
from cli.files import LAST, GameName, form_of, output_path, write_and_name
from cli.games import find_place
from cli.options import NOT_FOUND, OK, CommandWithExamples, json_option, settings
from cli.selection import PLAYERS, RULE_SET, pattern_errors, read_patterns
from cli.terminal import WIDTH, harmless, note, paint, say, write_json
from cli.viewpoint import Moment, moment_of
from replays.drawing.charts import Interval, interval_chart
from replays.patterns import PositionPattern, parse_position_pattern
from replays.text.languages import message
from replays.text.terminal import columns, padded, wrapped

if TYPE_CHECKING:
    from replays.library.explorer import Explored, ExploredDecision

_NUMBER: Final = 10
_SYMBOL: Final = 14
_MARGIN: Final = "    "
_HEADS: Final = (message("games"), message("won"), message("from"), message("to"), message("points"))


@click.command(
    "explore",
    cls=CommandWithExamples,
    as_in={"show": ("at", "before"), "games find": ("rules", "players", "patterns")},
    examples=(
        "calimala games explore club friday",
        "calimala games explore club game.cgn --at 7.2 --before",
        "calimala games explore club game.cgn --at start",
        "calimala games explore club --position 'turn<=5 AS>=2'",
    ),
)
@LIBRARY
@click.argument("name", metavar="[GAME]", required=False, type=GameName())
@click.option("--at", metavar="MOMENT", help="When, e.g. 7.2 (default: the last moment)")
@click.option("--before", is_flag=True, help="Stop before that moment")
@click.option(
    "--position",
    "patterns",
    metavar="PATTERN",
    multiple=True,
    callback=read_patterns(parse_position_pattern),
    help="A position, e.g. 'AS=b?r* b.points>=10'",
)
@RULE_SET
@PLAYERS
@click.option("-o", "--output", metavar="FILE", help="Draw how often each decision led to a win (.svg)")
@json_option
def explore_command(
    folder: Path,
    name: str | None,
    at: str | None,
    before: bool,
    patterns: Sequence[PositionPattern],
    rules: Sequence[str],
    players: Sequence[int],
    output: str | None,
    as_json: bool,
) -> int:
    """Take a position of GAME, and report what was decided there in all games of a library: how often, by whom, and
    who won; at the start, what was placed first with the same set-up. Turned or mirrored cities and swapped colours
    make no difference. With --position, report what was placed at the first match in each game.
    """
    need_library()
    from replays.library.explorer import explore_patterns, explore_position, explore_setup
    from replays.library.folder import Library
    from replays.library.questions import Chosen

    library, chosen = Library(folder), Chosen(tuple(rules), tuple(players))
    if patterns and (name or at or before):
        raise wrong_usage("use only one of {options}", options=("GAME", "--position"))
    moment = None if patterns else moment_of(find_place(name or LAST, at), before=before, seat=None)
    if moment is None:
        with pattern_errors():
            explored = explore_patterns(library, patterns, chosen)
    elif moment.at == 0:
        explored = explore_setup(library, moment.state.setup, chosen)
    else:
        _check(moment)
        explored = explore_position(library, moment.state, chosen)
    if as_json and not output:
        write_json(_explored_json(explored))
    elif not explored.games:
        note(settings().language.text("No game in this library matches."))
    elif output:
        form_of(output, ("svg",), "svg")
        write_and_name(output_path(output, "explored.svg"), [_chart_of(explored)])
    else:
        for line in _lines(explored, moment):
            say(line)
    return OK if explored.games else NOT_FOUND


def _check(moment: Moment) -> None:
    """Raise ``UsageError`` for a moment at which nobody decides, or of which not all is known."""
    state = moment.state
    if state.is_over:
        raise wrong_usage("the game is over at this moment; name an earlier one, e.g. {example}", example="--at 7.2")
    if state.has_gap:
        raise wrong_usage("a decision before this moment was missed; name an earlier moment")
    if state.actor is None:
        raise wrong_usage("no player decides at this moment; name another, e.g. {example}", example="--at 7.2")


def _explored_json(explored: "Explored") -> dict[str, Any]:
    return {"games": explored.games, "played": [_played_json(one) for one in explored.played]}


def _played_json(one: "ExploredDecision") -> dict[str, Any]:
    numbers = ("games", "value", "low", "high")
    return structs.asdict(one) | {
        "wins": {name: getattr(one.wins, name) for name in numbers},
        "points": {name: getattr(one.points, name) for name in numbers},
    }


def _lines(explored: "Explored", moment: Moment | None) -> Iterator[str]:
    """Yield how many games were here, and for each decision its numbers, words, people and places."""
    from replays.text.answers import intervals_text, number_text

    language = settings().language
    yield paint(language.counted("{number} game matches", "{number} games match", explored.games), "heading")
    heads = [language.text(head) for head in _HEADS]
    yield padded("", _SYMBOL) + "".join(" " * (_NUMBER - columns(head)) + head for head in heads)
    for one in explored.played:
        wins = [number for number in (one.wins.value, one.wins.low, one.wins.high) if number is not None]
        points = [] if one.points.value is None else [number_text("mean", one.points.value, language)]
        numbers = [str(one.games), *(number_text("share", number, language) for number in wins), *points]
        yield paint(padded(one.symbol, _SYMBOL), "heading") + "".join(number.rjust(_NUMBER) for number in numbers)
        people = ", ".join(f"{harmless(name)} {number}" for name, number in one.people.items())
        for words in (_words(one, moment), people, "  ".join(map(harmless, one.places))):
            yield from (_MARGIN + line for line in wrapped(words.split(), WIDTH - len(_MARGIN)) if words)
    yield ""
    yield from wrapped(intervals_text(language).split(), WIDTH)


def _words(one: "ExploredDecision", moment: Moment | None) -> str:
    """Return a decision in words, as the people of this game and its city name it; without a game, its street."""
    from replays.text.answers import explored_text, placement_text

    if moment is None:
        return placement_text(one, settings().language)
    return explored_text(one, moment.state, moment.game.names)


def _chart_of(explored: "Explored") -> str:
    from replays.text.answers import answer_text, intervals_text

    language = settings().language
    rows = [
        Interval(
            one.symbol,
            answer_text("share", one.wins, language),
            None if one.wins.value is None else one.wins.value * 100,
            (one.wins.low or 0) * 100,
            (one.wins.high or 0) * 100,
        )
        for one in explored.played
    ]
    title = language.text("How often each decision led to a win")
    return interval_chart(f"{title} (%)", intervals_text(language), rows)
