"""``--demo``: what the program does, shown with a whole game."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Final

from calimala_es.frames import GameOver
from calimala_es.store import Store, StoredGame, open_store
from cli import games
from cli.commands.draw import draw
from cli.exits import MissingProgramError, wrong_usage
from cli.games import FoundGame
from cli.options import FINDINGS, MISSING_PROGRAM, OK
from cli.terminal import complain, counted, paint, say
from notation import loads
from replays.drawing.diagrams import turn_diagram
from replays.replay import Level
from replays.scores import scores
from replays.stacks import most_eventful_turns, turn_story
from replays.text.events import victory_text
from replays.text.scores import scores_lines
from replays.text.terms import street_term

NAME: Final = "calimala"
GAME: Final = "example.cgn"
GAME_ID: Final = "demo"
STORE: Final = "games.sqlite"
MOST_EVENTFUL: Final = 3


def show_demo(folder: Path | None) -> int:
    """Show the program with a complete game, in a new store of its own, and return the exit code.

    Everything is written into the folder, or a new temporary one. The game is replayed, its points are explained, every
    decision is checked again, and its most eventful turns are drawn.
    """
    place = _place(folder)
    with open_store(place / STORE, games.now) as store:
        text = files("replays").joinpath(GAME).read_text(encoding="utf-8")
        stored = store.create(GAME_ID, loads(text, GAME))
        game = FoundGame(GAME_ID, stored.game, stored=stored)
        _print_replay(game, place / STORE)
        _print_result(game)
        is_sound = _print_verdict(store, stored)
    code = _draw_turns(game, place)
    _print_more(place)
    return code if is_sound else FINDINGS


def _place(folder: Path | None) -> Path:
    """Return a folder that does not contain a demo yet."""
    if folder is None:
        return Path(tempfile.mkdtemp(prefix="calimala-demo-"))
    place = folder.expanduser()
    if (place / STORE).exists():
        raise wrong_usage("there is a demo in {place} already; choose another folder", place=place)
    place.mkdir(parents=True, exist_ok=True)
    return place


def _print_replay(game: FoundGame, store: Path) -> None:
    replay = game.replay
    decisions, events = counted(len(replay.commands), "decision"), counted(replay.last, "event")
    what = f"{replay.end.turn} turns, {decisions}, {events}"
    say(f"{paint('Imported', 'heading')} a game of {', '.join(game.english.by_seat)}: {what}")
    say(f"  into {store}")
    steps = ", ".join(counted(replay.count(level), level.value) for level in (Level.ACTIVATION, Level.ACTION))
    say(f"{paint('Replayed', 'heading')} it: {steps}; every position can be shown")
    say()


def _print_result(game: FoundGame) -> None:
    now = game.replay.end.now
    assert isinstance(now, GameOver), "the game of the demo is complete"
    words = victory_text(now.winners, now.by, game.english)
    say(f"{paint('Final result', 'heading')}: {words}")
    say()
    for line in scores_lines(scores(game.replay), game.english):
        say(line)
    say()


def _print_verdict(store: Store, stored: StoredGame) -> bool:
    differences = store.verify(stored.id)
    result = counted(len(differences), "difference") if differences else "all as recorded"
    say(f"{paint('Verified', 'heading')}: every decision replayed, {result}")
    for difference in differences:
        say(f"  {difference}")
    return not differences


def _draw_turns(game: FoundGame, place: Path) -> int:
    """Draw the most eventful turns."""
    say(f"{paint('Drawn', 'heading')}: the {MOST_EVENTFUL} most eventful turns")
    code = OK
    for turn in most_eventful_turns(game.replay, MOST_EVENTFUL):
        story = turn_story(game.replay, turn)
        assert story.street
        what = f"turn {turn}, {game.english.name(story.seat)} on {street_term(game.english, story.street)}"
        try:
            path = draw(turn_diagram(game.replay, turn, game.player_names), "svg", place / f"turn-{turn}.svg")
        except MissingProgramError as error:
            complain(str(error))
            code = MISSING_PROGRAM
            continue
        say(f"  {path}  {what}")
    return code


def _print_more(place: Path) -> None:
    say()
    say("To see more:")
    program, store = _typed(_program()), _typed(place / STORE)
    for command in ("show demo", "study demo", "show demo#20 --as red", "export demo"):
        say(f"  {program} {command} --store {store}")


def _program() -> Path:
    """Return what starts this program from here: its name, or its path if the name finds another program or none."""
    started, found = Path(sys.argv[0]), shutil.which(NAME)
    if started.stem != NAME or not started.exists() or (found and Path(found).samefile(started)):
        return Path(NAME)
    here = Path.cwd()
    is_below = started.is_relative_to(here) and started.parent != here
    return started.relative_to(here) if is_below else started


def _typed(path: Path) -> str:
    """Return a path as it is typed on a command line."""
    return shlex.quote(str(path)) if os.name == "posix" else subprocess.list2cmdline([str(path)])
