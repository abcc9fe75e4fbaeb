"""The pictures in the documents, ``docs/pictures``, made from the program as it is.

``python -m tests.pictures`` makes all of them again, ``python -m tests.pictures recorder.jpg page.jpg`` these. Diagrams
are drawn by the commands that ``docs/diagrams.md`` shows, and need Graphviz; photos of pages need Chromium.
"""

import re
import shlex
import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable
from contextlib import chdir
from io import StringIO
from pathlib import Path
from typing import Final

from click import get_current_context
from msgspec.structs import replace
from playwright.sync_api import BrowserContext
from rich.console import Console
from rich.segment import Segment, Segments

from cli.options import RunSettings
from notation import dumps
from replays.edit.tree import Tree
from tests.cli_runs import ROOT, Table
from tests.page.browser import PHONE, WIDE, Opened, chromium, on_disk
from tests.page.examples import example, text_of
from tests.service.recording import Phone
from tests.service.serving import answered, serving
from tests.study.driving import GAME, LARGE, at_the_table, drive, study
from training.calibration import main as calibrate

FOLDER: Final = ROOT / "docs" / "pictures"

DIAGRAMS: Final = {
    name: shlex.split(line)
    for line, name in re.findall(
        r"^\$ calimala (draw .*) -o pictures/(\S+\.svg)$",
        (ROOT / "docs" / "diagrams.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
}
"""The commands that draw diagrams, by the names of their files."""

CALIBRATION_GAMES: Final = "300"
"""How many held-out games of each rule set ``docs/judge.md`` shows."""

_NAME: Final = "game-of-four"
_GAP: Final = 8
"""Pixels between two phones."""


def draw_diagram(name: str, path: Path) -> None:
    """Draw a diagram of the documents."""
    with tempfile.TemporaryDirectory() as folder, chdir(ROOT):
        Table(Path(folder)).ok(*DIAGRAMS[name], "-o", path)


def _draw_study(path: Path) -> None:
    with at_the_table():
        get_current_context().ensure_object(RunSettings).color = "always"
        shown = drive(study(GAME, "17"), size=LARGE)
    console = Console(width=LARGE[0], file=StringIO(), record=True, force_terminal=True, color_system="truecolor")
    console.print(Segments([segment for strip in shown.picture for segment in (*strip, Segment.line())]))
    path.write_text(console.export_svg(title="calimala"), encoding="utf-8")


def _draw_board(path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "games.db") as server:
        made = server.made(text_of(_NAME))
        address = server.link(f"/api/games/{made['id']}/board.png?at=40&now=true&width=800")
        path.write_bytes(answered(address, key=made["keys"]["owner"]))


def _shoot_page(path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        context = browser.new_context(viewport=WIDE, locale="en", reduced_motion="reduce")
        html = Table(Path(folder)).ok("export", GAME, "--to", "page")
        opened = Opened(context, on_disk(Path(folder), html) + "#43.2.1")
        assert opened.press("e", "ArrowRight") == "43.2.2"
        opened.page.screenshot(path=path, type="jpeg", quality=85)


def _shoot_recorder(path: Path) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "games.db", "--rate", 0) as server,
        chromium() as browser,
    ):
        context = browser.new_context(
            viewport=PHONE, has_touch=True, is_mobile=True, locale="en", reduced_motion="reduce"
        )
        photos = _record_turn(context, server.made(_until_turn(20))["links"]["record"])
        phones = "".join(f'<img src="data:image/png;base64,{b64encode(photo).decode()}">' for photo in photos)
        page = browser.new_page(viewport={"width": 3 * PHONE["width"] + 2 * _GAP, "height": PHONE["height"]})
        page.set_content(f'<body style="margin:0;display:flex;gap:{_GAP}px;background:#888">{phones}')
        page.screenshot(path=path, type="jpeg", quality=85)


def _record_turn(context: BrowserContext, link: str) -> list[bytes]:
    """Return a phone before a disc is placed, before it acts, and after an action without a connection."""
    phone = Phone(context, link)
    phone.saved()
    phone.worker()
    photos = [phone.page.screenshot()]
    phone.place("TC", "25")
    phone.saved()
    photos.append(phone.page.screenshot())
    context.set_offline(True)
    phone.tap_unchecked("T-")
    phone.state("away")
    phone.page.wait_for_timeout(1000)
    phone.page.locator("div.acting").evaluate("element => element.scrollTo(0, 0)")
    return [*photos, phone.page.screenshot()]


def _until_turn(turn: int) -> str:
    """Return the text of a game until the disc of a turn is due, with the names of the players only."""
    game = example(_NAME)
    count = Tree.of(game).find(str(turn)).depth - 1
    names = tuple((name, value) for name, value in game.headers if name in {"Blue", "Red", "Yellow", "Green"})
    moves = tuple(replace(move, notes=(), variations=()) for move in game.moves[:count])
    return dumps(replace(game, headers=names, notes=(), moves=moves))


def _draw_calibration(path: Path) -> None:
    calibrate(["--games", CALIBRATION_GAMES, "--draw", str(path)])


MAKERS: Final[dict[str, Callable[[Path], None]]] = {
    "study.svg": _draw_study,
    "board.png": _draw_board,
    "page.jpg": _shoot_page,
    "recorder.jpg": _shoot_recorder,
    "calibration.svg": _draw_calibration,
}
"""What makes the pictures that are not diagrams."""


def make_picture(name: str, folder: Path = FOLDER) -> Path:
    """Make a picture in a folder and return its path."""
    path = folder / name
    if name in DIAGRAMS:
        draw_diagram(name, path)
    else:
        MAKERS[name](path)
    return path


if __name__ == "__main__":
    for each in sys.argv[1:] or [*DIAGRAMS, *MAKERS]:
        print(make_picture(each).relative_to(ROOT))
