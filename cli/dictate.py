"""``dictate``: words of a score pad, typed or spoken, become games in notation."""

from pathlib import Path

import click

from cli.codes import FINDINGS, OK
from cli.exits import TextError, message_of
from cli.group import Command
from cli.pointers import point_to_rule
from cli.terminal import complain, harmless, note, write_data
from cli.texts import STANDARD_INPUT, no_game_in, source_name, text_lines, write_file
from notation import Finding, NotationError, dumps
from notation.dictation import Transcript, transcribe
from notation.words.tokens import split_games

_LIST_HELP = "List on the error output what every word was taken for."


@click.command(
    "dictate",
    cls=Command,
    examples=(
        "calimala dictate friday.txt -o friday.cgn",
        "calimala dictate friday.txt --list",
        "calimala dictate words.txt --setup friday.cgn",
        "calimala dictate - < words.txt | calimala import -",
    ),
)
@click.argument("file", default=STANDARD_INPUT, type=click.Path(allow_dash=True))
@click.option("--setup", "setup", metavar="FILE", help="Take the headers of this text's first game.")
@click.option("--list", "tells", is_flag=True, help=_LIST_HELP)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write there instead.")
def dictate_command(file: str, setup: str | None, tells: bool, output: Path | None) -> int:
    """Turn words into notation.

    Reads what somebody said or typed (art ship, art Croce, card art Croce, ship Lisbon) below the headers of a game,
    and writes the game in canonical form. Nothing is guessed: a word that is not understood, and a player who is
    called out of turn, are told with line and column, and the command ends with code 1; a game with errors is left
    out. Where no header tells the city, the streets do, if they can.
    """
    headers = _headers_of(setup) if setup is not None else ()
    texts: list[str] = []
    code = OK
    count = 0
    for transcript in transcribe(text_lines(file), source_name(file), headers):
        count += 1
        if tells:
            _list(transcript)
        code = max(code, _tell_problems(transcript))
        reading = transcript.reading
        if reading.record is not None and not reading.errors:
            texts.append(dumps(reading.record, reading.states))
    if not count:
        raise no_game_in(file)
    _write("\n".join(texts), output)
    return code


def _headers_of(path: str) -> tuple[tuple[int, str], ...]:
    """The header lines of the first game of a text, with their numbers."""
    source = next(split_games(text_lines(path), source_name(path)), None)
    if source is None or not source.headers:
        raise TextError(f"{source_name(path)}:1:1: there are no headers in it")
    return source.headers


def _list(transcript: Transcript) -> None:
    inferred = transcript.inferred
    if inferred is not None:
        note(f"the city is {inferred}")
    for remark in transcript.remarks:
        note(harmless(str(remark)))


def _tell_problems(transcript: Transcript) -> int:
    """What is wrong with a game; the exit code."""
    reading = transcript.reading
    problems: list[NotationError | Finding] = [*reading.errors, *reading.findings]
    for problem in sorted(problems, key=lambda problem: problem.place[1:3]):
        complain(message_of(problem) if isinstance(problem, NotationError) else str(problem))
        if isinstance(problem, NotationError):
            point_to_rule(problem)
    return FINDINGS if problems else OK


def _write(text: str, output: Path | None) -> None:
    if not text:
        return
    if output is None:
        write_data(text)
    else:
        write_file(output, [text])
