"""The page of a game in Chromium: its size, the time from a cold start until the board is there, and how it plays.

Each round is a browser of its own that knows nothing; the time runs from the request to the first drawn board of
``/g/ID``, beside that of a starlette hello-world in a browser that was started in the same way. While the game plays,
frames are counted as they come with a processor that Chromium makes four times slower; the page has as many as a screen
if none is late. Why one would be is in lines without a goal, in processor time, with Chromium's tracing on, which takes
time as well: the longest task of an event, and the most work for one frame, its task and those that ran since the frame
before, e.g. of a timer. Beside them is what the longest task is made of, and what an event costs the threads that
rasterise and compose: without a graphics card that is work of the processor, but of no task that a frame waits for.
"""

import tempfile
from bisect import bisect_left
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from heapq import nlargest
from operator import itemgetter
from pathlib import Path
from shutil import which
from statistics import median
from time import perf_counter
from typing import Any, Final, NamedTuple
from urllib.request import urlopen

from bench.harness import Figure, MissingContenderError, contender
from bench.service_load import posted
from bench.service_serving import ROOT, hello, ours

GAME: Final = ROOT / "examples" / "game-of-four.cgn"
PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
"""What Chromium is called where it is installed."""
PLAYER: Final = "document.querySelector('calimala-replay').player"
TASKS: Final = ("ThreadControllerImpl::RunTask", "TaskGraphRunner::RunTask")
"""What a task is called in a thread of its own, and in one of those that rasterise."""

STYLES: Final = ("UpdateLayoutTree", "Layout")
PAINTING: Final = ("PrePaint", "Paint", "Layerize", "Commit")
SCRIPT: Final = ("TimerFire",)
"""While a game plays, timers show one event after another."""
DRAWERS: Final = ("Compositor", "VizCompositorThread", "ThreadPoolForegroundWorker")
"""The threads that rasterise, compose and show what the page's own thread has painted."""
BOARD: Final = "calimala-replay svg"
MOST_BYTES: Final = 180_000
SCREENS: Final = {"desktop": (1440, 900), "phone": (390, 844)}
MOST_ROUNDS: Final = 5
COUNT_FRAMES: Final = """() => {
  const begun = performance.now();
  let frames = 0;
  const count = () => { frames += 1; requestAnimationFrame(count); };
  requestAnimationFrame(count);
  globalThis.rate = () => frames * 1000 / (performance.now() - begun);
}"""
SCREEN_RATE: Final = 60
"""Frames a second on a screen."""
IN_TIME: Final = 0.99
"""The part of the frames that has to be in time; Chromium's own start takes one or two."""

REST: Final = 1000
"""How long the page rests before it plays, in milliseconds: until the jump to the beginning is drawn."""
EVENTS: Final = 16
"""How many events are played."""
BEGINNING: Final = "30"
"""The place from which they are played, when much is on the table."""
SLOWER: Final = 4
APART: Final = 1_000_000 / SCREEN_RATE
"""How far apart frames are, in microseconds."""
FRAME: Final = 1000 / SCREEN_RATE / SLOWER
"""What a frame may take here to be in time on a processor that is so many times slower, in milliseconds."""

Event = dict[str, Any]
"""An event of a trace."""

Thread = tuple[int, int]
"""A process and one of its threads."""


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


@contextmanager
def _begun(browsers: Any, program: str, address: str, size: tuple[int, int]) -> Generator[Any]:
    """Open the page of a game at the place from which it is to be played, and let it rest."""
    browser = browsers.launch(executable_path=program, args=["--no-sandbox"])
    width, height = size
    try:
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(address)
        page.wait_for_selector(BOARD, state="visible")
        page.evaluate(f"document.querySelector('calimala-replay').goTo('{BEGINNING}')")
        page.wait_for_timeout(REST)
        yield page
    finally:
        browser.close()


def _play(page: Any) -> int:
    """Play some events at the usual speed, and return how many."""
    begun: int = page.evaluate(f"{PLAYER}.position")
    page.evaluate(f"{PLAYER}.play()")
    while page.evaluate(f"{PLAYER}.position") < begun + EVENTS:
        page.wait_for_timeout(500)
    return int(page.evaluate(f"{PLAYER}.position")) - begun


def _frame_rate(browsers: Any, program: str, address: str, size: tuple[int, int]) -> float:
    """Return the frames that are shown a second while a game plays and the page's thread is slowed down."""
    with _begun(browsers, program, address, size) as page:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.wait_for_timeout(REST)
        page.evaluate(COUNT_FRAMES)
        _play(page)
        return float(page.evaluate("rate()"))


class Played(NamedTuple):
    """What an event costs on average while a game plays, in milliseconds of processor time."""

    longest: float
    """The longest task of the thread in which the page is drawn."""

    framed: float
    """The most that this thread does for one frame."""

    styled: float
    """What that task does for styles and layout."""

    painted: float
    """What it does for painting and layers."""

    scripted: float
    """The longest task of a script."""

    raster: float
    """All that the other threads of drawing do: rasterising, composing, showing."""


def _played(browsers: Any, program: str, address: str, size: tuple[int, int]) -> Played:
    """Return what an event costs while a game plays, on average."""
    with _begun(browsers, program, address, size) as page:
        session = page.context.new_cdp_session(page)
        traced: list[Event] = []
        ends: list[bool] = []

        def collect(data: dict[str, Any]) -> None:
            traced.extend(data["value"])

        def end(_: Any) -> None:
            ends.append(True)

        session.on("Tracing.dataCollected", collect)
        session.on("Tracing.tracingComplete", end)
        session.send("Tracing.start", {"traceConfig": {"includedCategories": ["toplevel", "devtools.timeline"]}})
        shown = _play(page)
        session.send("Tracing.end")
        while not ends:
            page.wait_for_timeout(50)
    raster = sum(map(_cost, _tasks(traced, _threads(traced, *DRAWERS)))) / shown
    return max(_cost_of_page(traced, thread, shown, raster) for thread in _threads(traced, "CrRendererMain"))


def _cost_of_page(traced: list[Event], thread: Thread, count: int, raster: float) -> Played:
    """Return what an event costs a thread in which a page is drawn, one of so many events."""
    tasks = _tasks(traced, {thread})
    styles, painting, scripts = (
        [event for event in traced if event["name"] in names and _thread(event) == thread]
        for names in (STYLES, PAINTING, SCRIPT)
    )
    longest = nlargest(count, tasks, key=_cost)
    of_scripts = nlargest(count, (task for task in tasks if _within(task, scripts)), key=_cost)

    def mean(costs: Iterable[float]) -> float:
        return sum(costs) / count

    return Played(
        mean(map(_cost, longest)),
        mean(nlargest(count, _frames(tasks, painting))),
        mean(_within(task, styles) for task in longest),
        mean(_within(task, painting) for task in longest),
        mean(map(_cost, of_scripts)),
        raster,
    )


def _frames(tasks: list[Event], painting: list[Event]) -> Iterator[float]:
    """Yield the milliseconds of each frame: of the task that paints it, and of those that began just before it."""
    painted = sorted(event["ts"] for event in painting)
    before: list[Event] = []
    for task in sorted(tasks, key=itemgetter("ts")):
        begin = task["ts"]
        if bisect_left(painted, begin) < bisect_left(painted, begin + task.get("dur", 0)):
            yield _cost(task) + sum(_cost(each) for each in before if each["ts"] > begin - APART)
            before = []
        else:
            before.append(task)


def _within(task: Event, events: list[Event]) -> float:
    """Return the milliseconds that a task spends in events, those inside of others not counted again."""
    begin, end = task["ts"], task["ts"] + task.get("dur", 0)
    cost = 0.0
    for event in sorted((event for event in events if begin <= event["ts"] < end), key=itemgetter("ts")):
        if event["ts"] >= begin:
            cost += _cost(event)
            begin = event["ts"] + event.get("dur", 0)
    return cost


def _cost(event: Event) -> float:
    """Return the milliseconds of processor time of an event."""
    return float(event.get("tdur", 0)) / 1000


def _thread(event: Event) -> Thread:
    return event["pid"], event["tid"]


def _threads(traced: list[Event], *names: str) -> set[Thread]:
    """Return the processes and threads of these names."""
    return {_thread(event) for event in traced if event["name"] == "thread_name" and event["args"]["name"] in names}


def _tasks(traced: list[Event], threads: set[Thread]) -> list[Event]:
    """Return the tasks of threads; those that run when the trace ends have no length."""
    return [event for event in traced if event["name"] in TASKS and _thread(event) in threads]


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
                rate = median(_frame_rate(driver.chromium, program, address, pixels) for _ in range(rounds))
                name = f"page: frames shown, processor {SLOWER} times slower, {screen}"
                yield Figure(name, "frames/s", rate, "a screen", SCREEN_RATE, rate / SCREEN_RATE, IN_TIME)
                played = [_played(driver.chromium, program, address, pixels) for _ in range(rounds)]
                yield from _figures_of_play(screen, Played(*map(median, zip(*played, strict=True))))


def _figures_of_play(screen: str, played: Played) -> Iterator[Figure]:
    """Yield the longest task of an event beside a frame, and what it is made of and what runs beside it."""
    rival = f"a frame, processor {SLOWER} times slower"
    parts = {
        "longest task of an event": played.longest,
        "most work for a frame of an event": played.framed,
        "of it styles and layout": played.styled,
        "of it painting and layers": played.painted,
        "longest task of a script": played.scripted,
        "raster and display, other threads": played.raster,
    }
    for part, cost in parts.items():
        yield Figure(f"page: {part}, {screen}", "ms", cost, rival, FRAME, FRAME / cost)
