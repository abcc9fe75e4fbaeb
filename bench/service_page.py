"""The page of a game in Chromium: its size, and the time from a cold start until the board is there.

Each round is a browser of its own that knows nothing; the time runs from the request to the first drawn board of
``/g/ID``, beside that of a starlette hello-world in a browser that was started in the same way.
"""

import tempfile
from collections.abc import Iterator
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
PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome")
"""What Chromium is called where it is installed."""
BOARD: Final = "calimala-replay svg"
MOST_BYTES: Final = 180_000


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


def figures(rounds: int) -> Iterator[Figure]:
    """Measure the size of the page as a file, and the time until the board is there.

    Raises:
        MissingContenderError: Playwright or Chromium is not installed.
    """
    playwright = contender("playwright.sync_api").sync_playwright
    program = next(filter(None, map(which, PROGRAMS)), None)
    if program is None:
        raise MissingContenderError("no Chromium is installed (Debian: apt install chromium)")
    text = GAME.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, hello() as theirs, ours(Path(folder, "games.db")) as port:
        made = posted(port, "/api/games", {"notation": text, "visibility": "public"})
        with urlopen(f"http://127.0.0.1:{port}/api/games/{made['id']}/export.html") as answer:
            size = len(answer.read())
        yield Figure("service: the page as a file", "kB", size / 1000, "limit", MOST_BYTES / 1000, MOST_BYTES / size, 1)
        with playwright() as driver:
            greeted = [
                _shown(driver.chromium, program, f"http://127.0.0.1:{theirs}/", "pre, body") for _ in range(rounds)
            ]
            address = f"http://127.0.0.1:{port}/g/{made['id']}"
            shown = [_shown(driver.chromium, program, address, BOARD) for _ in range(rounds)]
    ratio = median(greeted) / median(shown)
    yield Figure("service: first board in Chromium", "ms", median(shown), "hello-world", median(greeted), ratio)
