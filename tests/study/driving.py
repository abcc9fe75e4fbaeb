"""Studies for tests, and a terminal of any size on which their keys are pressed."""

import asyncio
from collections.abc import Generator, Sequence, Sized
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from click import Context
from msgspec.structs import replace
from textual._compositor import LayoutUpdate
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Input, TextArea

from cli.commands.study import study_command, study_of
from cli.options import RunSettings
from cli.study.screens.app import StudyApp
from cli.study.study import Study
from notation import dumps
from replays.replay import Replay
from tests.cli_runs import ROOT, Table

STUDY: Final = ROOT / "examples" / "study.cgn"
GAME: Final = ROOT / "examples" / "game-of-four.cgn"

SMALL: Final = (80, 24)
LARGE: Final = (150, 48)


@contextmanager
def at_the_table(table: Table | None = None) -> Generator[None]:
    """Set up what the command line has: settings, no colour, and the store of a table."""
    with Context(study_command) as context:
        run_settings = context.ensure_object(RunSettings)
        run_settings.color = "never"
        run_settings.store = table.store if table else None
        yield


def study(name: object, at: str | None = None, seat: str | None = None, by: str = "", **options: Any) -> Study:
    """Return the study that a command line opens."""
    asked: dict[str, Any] = {"layers": (), "no_spoilers": False} | options
    return study_of(str(name), at, asked.pop("level", "turn"), seat, by, **asked)


@contextmanager
def unpainted() -> Generator[None]:
    """Lay screens out without drawing each of their changes, and wait for what was asked for, not for a pause.

    Screens are drawn where a picture is taken. Textual's pilot sleeps 20 ms or more after a key, until the process
    uses little of the processor; here it is until nothing in the event loop can go on.
    """

    def refreshed(screen: Screen[object]) -> None:
        compositor = screen._compositor
        with patch.object(compositor, "_render_chops", lambda *_: []):
            repaint(screen)

    async def at_once(*_: float) -> None:
        ready: Sized = vars(asyncio.get_running_loop())["_ready"]
        await asyncio.sleep(0)
        while ready:
            await asyncio.sleep(0)

    repaint = Screen._compositor_refresh
    with (
        patch.object(Screen, "_compositor_refresh", refreshed),
        patch("textual.app.wait_for_idle", at_once),
        patch("textual.pilot.wait_for_idle", at_once),
    ):
        yield


class Shown(NamedTuple):
    """What a terminal shows: as a picture with its colours, and line by line."""

    picture: tuple[Strip, ...]
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """All lines."""
        return "\n".join(self.lines)


def _shown(app: StudyApp) -> Shown:
    update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    assert isinstance(update, LayoutUpdate)
    picture = tuple(Strip.join([*line]) for line in update.strips)
    return Shown(picture, tuple(strip.text.rstrip() for strip in picture))


def drive(studied: Study, *keys: str, size: tuple[int, int] = SMALL) -> Shown:
    """Return what a terminal of a size (columns, lines) shows when these keys have been pressed."""
    shown = screens(studied, [keys], size=size)
    return shown[-1] if shown else Shown((), ())


def screens(studied: Study, presses: Sequence[Sequence[str]], size: tuple[int, int] = SMALL) -> list[Shown]:
    """Return what the terminal shows after each of these series of keys."""

    async def run() -> list[Shown]:
        app = StudyApp(studied)
        found: list[Shown] = []
        async with app.run_test(size=size) as pilot:
            await _settled(app, pilot)
            for keys in presses:
                with app.batch_update() if len(keys) > 2 else nullcontext():
                    for key in keys:
                        if key.startswith(_TYPED):
                            _type(app, key.removeprefix(_TYPED))
                        else:
                            await pilot.press(key)
                await _settled(app, pilot)
                if app.is_running:
                    found.append(_shown(app))
        return found

    with unpainted():
        return asyncio.run(run())


async def _settled(app: StudyApp, pilot: Pilot[None]) -> None:
    """Wait until what was asked for is on the screen: questions gone, everything laid out, and scrolled after that."""
    for _ in range(3):
        done, screen = asyncio.Event(), app.screen
        screen.call_after_refresh(done.set)
        while not done.is_set() and app.is_running and app.screen is screen:
            await pilot.pause()


_TYPED: Final = "typed "


def typed(text: str) -> str:
    """Return the keys that type a text."""
    return f"{_TYPED}{text}"


def _type(app: StudyApp, text: str) -> None:
    field = app.focused
    if isinstance(field, TextArea):
        field.insert(text)
    else:
        assert isinstance(field, Input), "somewhere to type"
        field.insert_text_at_cursor(text)


def written(path: Path, replay: Replay, headers: Sequence[tuple[str, str]] = ()) -> Path:
    """Write a game to a file and return its path."""
    path.write_text(dumps(replace(replay.game, headers=tuple(headers))), encoding="utf-8")
    return path
