"""``--demo``: what the program does, shown with a whole game."""

import importlib.util
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
from cli.options import FINDINGS, MISSING_PROGRAM, OK, settings
from cli.terminal import complain, paint, say
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
    with open_store(place / STORE, games.now_in_utc) as store:
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
    replay, language = game.replay, game.names.language
    imported = language.text(
        "Imported a game with {names}: {turns}, {decisions}, {events}",
        names=language.word("list", ", ").join(game.names.by_seat),
        turns=language.counted("{number} turn", "{number} turns", replay.end.turn),
        decisions=language.counted("{number} decision", "{number} decisions", len(replay.commands)),
        events=language.counted("{number} event", "{number} events", replay.last),
    )
    replayed = language.text(
        "Replayed it: {activations}, {actions}; every position can be shown",
        activations=language.counted("{number} activation", "{number} activations", replay.count(Level.ACTIVATION)),
        actions=language.counted("{number} action", "{number} actions", replay.count(Level.ACTION)),
    )
    say(paint(imported, "heading"))
    say(f"  {store}")
    say(paint(replayed, "heading"))
    say()


def _print_result(game: FoundGame) -> None:
    now = game.replay.end.now
    assert isinstance(now, GameOver), "the game of the demo is complete"
    language = game.names.language
    victory = victory_text(now.winners, now.by, game.names)
    say(paint(language.text("{what}: {value}", what=language.text("Final result"), value=victory), "heading"))
    say()
    for line in scores_lines(scores(game.replay), game.names):
        say(line)
    say()


def _print_verdict(store: Store, stored: StoredGame) -> bool:
    language = settings().language
    differences = store.verify(stored.id)
    verdict = language.text("Verified: every decision replayed, all as recorded")
    if differences:
        verdict = language.counted(
            "Verified: every decision replayed, {number} difference",
            "Verified: every decision replayed, {number} differences",
            len(differences),
        )
    say(paint(verdict, "heading"))
    for difference in differences:
        say(f"  {difference}")
    return not differences


def _draw_turns(game: FoundGame, place: Path) -> int:
    """Draw the most eventful turns."""
    language = game.names.language
    say(paint(language.text("Drawn: the {number} most eventful turns", number=MOST_EVENTFUL), "heading"))
    code = OK
    for turn in most_eventful_turns(game.replay, MOST_EVENTFUL):
        story = turn_story(game.replay, turn)
        assert story.street
        street = street_term(game.names, story.street)
        what = language.text(
            "turn {turn}, {name}: {street}", turn=turn, name=game.names.name(story.seat), street=street
        )
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
    say(settings().language.text("To see more:"))
    program, store = _typed(_program()), _typed(place / STORE)
    study = "study demo" if importlib.util.find_spec("textual") else "study demo --plain"
    for command in ("show demo", study, "show demo#20 --as red", "export demo"):
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
