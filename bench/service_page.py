"""The page of a game in Chromium: its size, the time from a cold start until the board is there, and how it plays.

Each round is a browser of its own that knows nothing; the time runs from the request to the first drawn board of
``/g/ID``, beside that of a starlette hello-world in a browser that was started in the same way. While the game plays,
the longest task of an event decides whether a frame is late; it is measured in processor time, which other programs
do not lengthen.
"""

import tempfile
from collections.abc import Iterator
from heapq import nlargest
from pathlib import Path
from shutil import which
from statistics import median
from time import perf_counter
from typing import Any, Final
from urllib.request import urlopen

from bench.harness import Figure, MissingContenderError, contender
from bench.service_load import posted
from bench.service_serving import ROOT, hello, ours

GAME: Final = ROOT / "examples" / "game-of-four.cgn"
PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
"""What Chromium is called where it is installed."""
PLAYER: Final = "document.querySelector('calimala-replay').player"
TASK: Final = "ThreadControllerImpl::RunTask"
BOARD: Final = "calimala-replay svg"
MOST_BYTES: Final = 180_000
SCREENS: Final = {"desktop": (1440, 900), "phone": (390, 844)}
MOST_ROUNDS: Final = 5
EVENTS: Final = 16
"""How many events are played."""
BEGINNING: Final = "30"
"""The place from which they are played, when much is on the table."""
SLOWER: Final = 4
FRAME: Final = 1000 / 60 / SLOWER
"""What a frame may take here to be in time on a processor that is so many times slower, in milliseconds."""


def _shown(browsers: Any, program: str, address: str, waited: str) -> float:
    """Return the milliseconds from the request until something is there, in a browser that was just started."""
    browser = browsers.launch(executable_path=program, args=["--no-sandbox"])
    try:
        page = browser.new_page()
        started = perf_counter()
        page.goto(address)
        page.wait_for_selector(waited, state="visible")
        return (perf_counter() - started) * 1000
    finally:
        browser.close()


def _longest(browsers: Any, program: str, address: str, size: tuple[int, int]) -> float:
    """Return the milliseconds of processor time of the longest task of an event while a game plays, on average."""
    browser = browsers.launch(executable_path=program, args=["--no-sandbox"])
    width, height = size
    try:
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(address)
        page.wait_for_selector(BOARD, state="visible")
        page.evaluate(f"document.querySelector('calimala-replay').goTo('{BEGINNING}')")
        session = page.context.new_cdp_session(page)
        traced: list[dict[str, Any]] = []
        ends: list[bool] = []

        def collect(data: dict[str, Any]) -> None:
            traced.extend(data["value"])

        def end(_: Any) -> None:
            ends.append(True)

        session.on("Tracing.dataCollected", collect)
        session.on("Tracing.tracingComplete", end)
        session.send("Tracing.start", {"traceConfig": {"includedCategories": ["toplevel"]}})
        begun = page.evaluate(f"{PLAYER}.position")
        page.evaluate(f"{PLAYER}.play()")
        while page.evaluate(f"{PLAYER}.position") < begun + EVENTS:
            page.wait_for_timeout(500)
        shown = page.evaluate(f"{PLAYER}.position") - begun
        session.send("Tracing.end")
        while not ends:
            page.wait_for_timeout(50)
    finally:
        browser.close()
    return max(_mean_of_longest(traced, thread, shown) for thread in _pages_in(traced))


def _pages_in(traced: list[dict[str, Any]]) -> set[tuple[int, int]]:
    """Return the processes and threads in which pages are drawn."""
    return {
        (event["pid"], event["tid"])
        for event in traced
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }


def _mean_of_longest(traced: list[dict[str, Any]], thread: tuple[int, int], count: int) -> float:
    """Return the mean of the longest tasks of a thread, in milliseconds."""
    tasks = (
        event.get("tdur", 0) for event in traced if event["name"] == TASK and (event["pid"], event["tid"]) == thread
    )
    return float(sum(nlargest(count, tasks))) / count / 1000


def figures(rounds: int) -> Iterator[Figure]:
    """Measure the size of the page as a file, the time until the board is there, and how it plays.

    Raises:
        MissingContenderError: Playwright or Chromium is not installed.
    """
    playwright = contender("playwright.sync_api").sync_playwright
    program = next(filter(None, map(which, PROGRAMS)), None)
    if program is None:
        raise MissingContenderError("no Chromium is installed (Debian: apt install chromium)")
    text = GAME.read_text(encoding="utf-8")
    rounds = min(rounds, MOST_ROUNDS)
    with tempfile.TemporaryDirectory() as folder, hello() as theirs, ours(Path(folder, "games.db")) as port:
        made = posted(port, "/api/games", {"notation": text, "visibility": "public"})
        with urlopen(f"http://127.0.0.1:{port}/api/games/{made['id']}/export.html") as answer:
            size = len(answer.read())
        yield Figure("page: as a file", "kB", size / 1000, "limit", MOST_BYTES / 1000, MOST_BYTES / size, 1)
        with playwright() as driver:
            greeted = [
                _shown(driver.chromium, program, f"http://127.0.0.1:{theirs}/", "pre, body") for _ in range(rounds)
            ]
            address = f"http://127.0.0.1:{port}/g/{made['id']}"
            shown = [_shown(driver.chromium, program, address, BOARD) for _ in range(rounds)]
            ratio = median(greeted) / median(shown)
            yield Figure("page: first board in Chromium", "ms", median(shown), "hello-world", median(greeted), ratio)
            for screen, pixels in SCREENS.items():
                longest = median(_longest(driver.chromium, program, address, pixels) for _ in range(rounds))
                name = f"page: longest task of an event, {screen}"
                rival = f"a frame, processor {SLOWER} times slower"
                yield Figure(name, "ms", longest, rival, FRAME, FRAME / longest, 1)
