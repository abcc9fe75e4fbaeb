"""``games stats``: counts over many games; the keys of the JSON are documented in ``docs/json.md``."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import click

from calimala_es.components import ACTION_WORDS, ACTIONS, COLOUR_WORDS, COLOURS, INTRIGUE_WORDS, PLACE_WORDS
from calimala_es.setup import RULE_SETS
from cli.games import FoundGame, all_ids
from cli.options import CommandWithExamples, json_option
from cli.processes import WORKERS, workers_options
from cli.searching import results_of
from cli.selection import SELECTION, Search, Selection, selection_options
from cli.streams import GAMES_OR_NONE
from cli.terminal import counted, say, write_json
from replays.tally import DEEDS, ResultTally, ScoringTally, Spread, Tally
from replays.text.terminal import padded
from replays.workers import Workforce

MOST_SHOWN: Final = 10
_LABEL: Final = 32
_NUMBER: Final = 11


@click.command(
    "stats",
    cls=CommandWithExamples,
    examples=(
        "calimala games stats",
        "calimala games stats --player Maria --json",
    ),
    as_in={"games build": WORKERS, "games find": SELECTION},
)
@GAMES_OR_NONE
@click.option(
    "-n",
    "--number",
    type=click.IntRange(min=0),
    default=MOST_SHOWN,
    metavar="N",
    help="List the N players with the most games (default: 10)",
)
@workers_options
@selection_options
@json_option
def stats_command(names: Sequence[str], number: int, workers: Workforce, selection: Selection, as_json: bool) -> int:
    """Count games, players, wins, points, turns, actions, cards and scorings (default: of the whole store).

    Records of placements or of the result alone count as far as they go. For a scoring, the mean total adds up the
    points of all players; the mean best is that of the best player alone.
    """
    tally, search = Tally(), Search(selection)
    for counted_part in results_of(search, names or all_ids(), _count, workers):
        tally.merge(counted_part)
    if as_json:
        write_json(_tally_json(tally, search.damage.games, number))
    else:
        for line in _lines(tally, number):
            say(line)
    return search.code()


def _count(games: Iterable[FoundGame]) -> Tally:
    tally = Tally()
    for game in games:
        tally.add(game.record)
    return tally


def _lines(tally: Tally, people: int) -> Iterator[str]:
    """Yield the tables, with an empty line between them."""
    incomplete = tally.games - tally.complete
    yield f"{counted(tally.games, 'game')}, {tally.complete} complete, {incomplete} incomplete"
    yield from _shallow(tally)
    yield from _table("rule set", ("games",), [(name, (tally.rule_sets[name],)) for name in RULE_SETS])
    yield from _table("players", ("games",), [(str(number), (tally.players[number],)) for number in range(2, 6)])
    yield from _spreads(tally)
    yield from _result_rows("seat", ((str(seat + 1), tally.seats[seat]) for seat in sorted(tally.seats)))
    yield from _result_rows(
        "colour", ((COLOUR_WORDS[colour], tally.colours[colour]) for colour in COLOURS if colour in tally.colours)
    )
    yield from _result_rows("family", sorted(tally.families.items()))
    yield from _result_rows("player", _people(tally, people))
    yield from _table(
        "action", DEEDS, [(_word(action), [tally.deeds[action][deed] for deed in DEEDS]) for action in _actions(tally)]
    )
    yield from _table("cards", ("number",), [(name, (number,)) for name, number in tally.cards.items()])
    yield from _table(
        "scoring",
        ("times", "mean total", "mean best"),
        [(_place(place), _scoring(tally.scorings[place])) for place in _scored(tally)],
    )
    yield from _table(
        "not recorded", ("events", "share"), [(name, (number, share)) for name, number, share in _unrecorded(tally)]
    )


def _shallow(tally: Tally) -> Iterator[str]:
    if number := tally.extents["result"]:
        yield f"{counted(number, 'record')} of the result alone: without turns, actions, cards and scorings"
    if number := tally.extents["placements"]:
        yield f"{counted(number, 'record')} of placements alone: without actions, cards and scorings"


Row = tuple[str, Sequence[float | str]]


def _table(name: str, heads: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """Yield a table under a line of headings; rows of only zeros and a table without rows are omitted."""
    shown = [(label, values) for label, values in rows if any(values)]
    if shown:
        yield ""
        yield (padded(name, _LABEL) + "".join(head.rjust(_NUMBER + 1) for head in heads)).rstrip()
        for label, values in shown:
            yield padded(label, _LABEL) + "".join(_number(value).rjust(_NUMBER + 1) for value in values)


def _number(value: float | str) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,.1f}" if type(value) is float else f"{value:,}"


def _spreads(tally: Tally) -> Iterator[str]:
    spreads = {
        "points": tally.points,
        "winner's points": tally.winning,
        "turns": tally.turns,
        "decisions": tally.decisions,
    }
    rows: list[Row] = [
        (name, (float(spread.mean), float(spread.median), spread.least, spread.most))
        for name, spread in spreads.items()
        if spread.count
    ]
    yield from _table("in complete games", ("mean", "median", "lowest", "highest"), rows)


def _result_rows(name: str, tallies: Iterable[tuple[str, ResultTally]]) -> Iterator[str]:
    rows: list[Row] = [
        (label, (results.games, results.wins, _won(results), float(results.mean))) for label, results in tallies
    ]
    yield from _table(name, ("games", "won", "win rate", "mean points"), rows)


def _won(results: ResultTally) -> str:
    return f"{results.wins / results.finished:.1%}" if results.finished else ""


def _people(tally: Tally, most: int) -> list[tuple[str, ResultTally]]:
    """Return those who played most, and everybody whose name was not saved."""
    ranked = sorted(tally.people.items(), key=lambda person: (-person[1].games, -person[1].wins, person[0]))[:most]
    return [*ranked, ("(others)", tally.other_people)] if tally.other_people.games and most else ranked


def _actions(tally: Tally) -> list[str]:
    return [action for action in (*ACTIONS, *INTRIGUE_WORDS) if action in tally.deeds]


def _word(action: str) -> str:
    return ACTION_WORDS.get(action) or INTRIGUE_WORDS[action]


def _scored(tally: Tally) -> list[str]:
    """Return tiles in the order of the box, then cards, then areas."""
    order = [*PLACE_WORDS]
    return sorted(tally.scorings, key=lambda place: (" " in place, order.index(place.rpartition(" ")[2])))


def _place(place: str) -> str:
    kind, _, code = place.rpartition(" ")
    return f"{kind}: {PLACE_WORDS[code]}" if kind else PLACE_WORDS[code]


def _scoring(scoring: ScoringTally) -> tuple[int, float, float]:
    return scoring.times, scoring.points / scoring.times, scoring.best / scoring.times


def _unrecorded(tally: Tally) -> list[tuple[str, int, str]]:
    drawn, unseen = tally.cards["drawn"], tally.cards["drawn unseen"]
    return [
        ("cards drawn unseen", unseen, _share(unseen, drawn)),
        ("missed", tally.missed, _share(tally.missed, tally.events)),
        ("observed", tally.observed, _share(tally.observed, tally.events)),
    ]


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if part and whole else ""


# JSON.


def _tally_json(tally: Tally, damaged: int, people: int) -> dict[str, Any]:
    return {
        "games": tally.games,
        "complete": tally.complete,
        "with_errors": damaged,
        "extents": dict(tally.extents),
        "rules": dict(tally.rule_sets),
        "players": {str(number): tally.players[number] for number in sorted(tally.players)},
        "points": _spread_json(tally.points),
        "winning_points": _spread_json(tally.winning),
        "turns": _spread_json(tally.turns),
        "decisions": _spread_json(tally.decisions),
        "seats": [_results_json(tally.seats[seat]) for seat in sorted(tally.seats)],
        "colours": {COLOUR_WORDS[colour]: _results_json(results) for colour, results in sorted(tally.colours.items())},
        "families": {family: _results_json(results) for family, results in sorted(tally.families.items())},
        "people": [{"name": name, **_results_json(results)} for name, results in _people(tally, people)],
        "deeds": {_word(action): {deed: tally.deeds[action][deed] for deed in DEEDS} for action in _actions(tally)},
        "cards": dict(tally.cards),
        "scorings": {
            place: {"times": scoring.times, "points": scoring.points, "best": scoring.best}
            for place, scoring in ((place, tally.scorings[place]) for place in _scored(tally))
        },
        "events": tally.events,
        "missed": tally.missed,
        "observed": tally.observed,
    }


def _spread_json(spread: Spread) -> dict[str, Any] | None:
    if not spread.count:
        return None
    return {
        "count": spread.count,
        "mean": round(spread.mean, 2),
        "median": spread.median,
        "min": spread.least,
        "max": spread.most,
    }


def _results_json(results: ResultTally) -> dict[str, Any]:
    mean = round(results.mean, 2) if results.finished else None
    return {"games": results.games, "complete": results.finished, "won": results.wins, "mean_points": mean}
