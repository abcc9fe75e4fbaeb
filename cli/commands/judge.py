"""``judge``: the chances of winning, and what every decision of a game cost."""

import sys
from collections.abc import Collection, Iterable
from typing import Final

import click
from msgspec import to_builtins
from msgspec.structs import replace

from calimala_es.components import COLOUR_WORDS
from calimala_es.game import Headers
from calimala_es.headers import PUBLIC_HEADERS, RESULT
from cli.exits import wrong_usage
from cli.files import output_path, write_and_name
from cli.games import FoundGame, find_place, report_errors
from cli.options import CommandWithExamples, json_option
from cli.terminal import WIDTH, harmless, paint, say, write_json
from cli.viewpoint import moment_of, moment_options, seen_replay
from notation import dumps
from replays.analysis import until
from replays.judge.costs import JudgeEffort, Judgement, effort_with, judge, judgement_json
from replays.judge.layer import with_notes
from replays.judge.puzzles import careful, find_puzzles
from replays.replay import Replay
from replays.text.judged_puzzles import puzzle_lines
from replays.text.judgement import MOST_MISTAKES, judgement_lines, judgement_titles
from replays.text.terminal import wrapped

_GAP: Final = "  "


@click.command(
    "judge",
    cls=CommandWithExamples,
    as_in={"show": {"at", "before", "seat"}},
    examples=(
        "calimala judge friday",
        "calimala judge friday --as red --boards 16 -n 3",
        "calimala judge friday.cgn -o judged.cgn",
        "calimala judge friday --puzzles 3",
    ),
)
@moment_options
@click.option(
    "--boards",
    default=16,
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Boards on which each placement is tried (default: 16); more take longer but err less",
)
@click.option("--seed", default="1", metavar="TEXT", help="Same seed, same judgement (default: 1)")
@click.option(
    "-n",
    "most",
    default=MOST_MISTAKES,
    type=click.IntRange(0, 1000),
    metavar="N",
    help="List the N costliest decisions (default: 10)",
)
@click.option("-o", "--output", metavar="FILE", help="Write the game with chances and glyphs; a folder ends in /")
@click.option(
    "--puzzles",
    type=click.IntRange(1, 100),
    metavar="N",
    help="Instead of the report, list up to N turns in which one placement is clearly the best, with the answers",
)
@json_option
def judge_command(
    name: str,
    at: str | None,
    before: bool,
    seat: str | None,
    boards: int,
    seed: str,
    most: int,
    output: str | None,
    puzzles: int | None,
    as_json: bool,
) -> int:
    """Estimate everybody's chance of winning, and what every decision cost, as far as its player could see. Luck is
    counted separately.
    """
    if as_json and output is not None:
        raise wrong_usage("use only one of {options}", options=("--json", "--output"))
    if puzzles is not None and output is not None:
        raise wrong_usage("use only one of {options}", options=("--puzzles", "--output"))
    moment = moment_of(find_place(name, at), before=before, seat=seat)
    game = moment.game
    replay = until(seen_replay(game, seat), moment.at)
    judgement = _judged(replay, effort_with(boards), seed)
    found = None if puzzles is None else find_puzzles(replay, judgement, puzzles, careful(boards), seed)
    if as_json:
        write_json(
            {
                "game": game.name,
                "players": [
                    {"colour": COLOUR_WORDS[colour], "name": game.player_names.get(place)}
                    for place, colour in enumerate(game.setup.colours)
                ],
                **(judgement_json(judgement) if found is None else {"puzzles": to_builtins(found)}),
            }
        )
    elif output is not None:
        written = replace(replay.game, headers=_headers(game, replay, seat))
        write_and_name(output_path(output, "judged.cgn"), iter([dumps(with_notes(written, judgement, game.names))]))
    elif found is not None:
        _print_lines(puzzle_lines(found, replay.game, game.names))
    else:
        _print_lines(judgement_lines(judgement, replay.game, game.names, most), judgement_titles(game.names))
    return report_errors(game)


def _headers(game: FoundGame, replay: Replay, seat: str | None) -> Headers:
    """Return the headers of what is written: for a seat those that everybody knows, and the result of a whole game."""
    is_cut = len(replay.game.moves) < len(game.replay.game.moves)
    return tuple(
        header
        for header in game.record.headers
        if (seat is None or header[0] in PUBLIC_HEADERS) and not (is_cut and header[0] == RESULT)
    )


def _judged(replay: Replay, effort: JudgeEffort, seed: str) -> Judgement:
    """Judge a game with a progress bar on the standard error, if that is a terminal."""
    if not (sys.stderr and sys.stderr.isatty()):
        return judge(replay, effort, seed)
    with click.progressbar(length=len(replay.game.moves), label="judging", file=sys.stderr) as bar:
        return judge(replay, effort, seed, lambda move: bar.update(1))


def _print_lines(lines: Iterable[str], titles: Collection[str] = ()) -> None:
    for line in lines:
        words = line.lstrip()
        margin = line[: len(line) - len(words)]
        if line in titles:
            say(paint(line, "heading"))
        elif not words:
            say()
        else:
            for part in wrapped(harmless(words).split(), WIDTH - len(margin), _GAP):
                say(margin + part)
