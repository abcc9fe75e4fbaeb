"""Whole games in every language, as files: what a change of a message does is read as a difference of files.

A file has what the log, the prompts and the analysis of five games say, of every rule set, each sentence once and where
it first occurs. ``python -m tests.text.renderings`` writes the files again.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from notation import loads
from replays.analysis import Analysis, analyse
from replays.replay import Replay
from replays.text.analysis import analysis_lines
from replays.text.events import event_text
from replays.text.languages import LANGUAGES, language_of
from replays.text.messages import waiting_text
from replays.text.names import Names

FOLDER: Final = Path(__file__).resolve().parent
EXAMPLES: Final = FOLDER.parents[2] / "examples"
GAMES: Final = (
    "game-of-four",
    "two-players",
    "second-edition",
    "intrigue-with-five-families",
    "at-the-table",
)
PEOPLE: Final = dict(enumerate(("Maria", "Angelica", "Tania", "Nicole", "Olga")))


def path_of(code: str) -> Path:
    """Return the file of a language."""
    return FOLDER / f"{code}.txt"


def rendering(code: str) -> str:
    """Return what the games say in a language."""
    seen: set[str] = set()
    lines: list[str] = []
    for game in GAMES:
        lines += ["", f"# {game}", ""]
        for sentence in _sentences(game, code):
            if sentence not in seen:
                seen.add(sentence)
                lines.append(sentence)
    return "\n".join(lines[1:]) + "\n"


@cache
def _analysed(game: str) -> tuple[Replay, Analysis]:
    """Return a game of the examples with its analysis, which are the same in every language."""
    replay = Replay(loads((EXAMPLES / f"{game}.cgn").read_text(encoding="utf-8")))
    return replay, analyse(replay)


def _sentences(game: str, code: str) -> Iterator[str]:
    """Yield what is said of a game: its events, what is waited for, its analysis."""
    replay, analysis = _analysed(game)
    record = replay.game
    people = {seat: PEOPLE[seat] for seat in range(record.setup.players)}
    names = Names.of(record.setup, people, language_of(code))
    for event in replay.events:
        yield event_text(event, names)
    for move in record.moves:
        yield waiting_text(move.state, names)
    yield from analysis_lines(analysis, names)


def write() -> None:
    """Write the files of all languages."""
    for code in LANGUAGES:
        path_of(code).write_text(rendering(code), encoding="utf-8")
