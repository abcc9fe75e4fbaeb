"""Find out which functions of Python's program a phone calls until a game is recorded.

``python -m bench.called FOLDER``: the folder is one that ``run.py pocket`` made; ``pocket/called.txt`` is written anew,
for the next one.
"""

import argparse
import json
import shutil
import tempfile
from pathlib import Path
from typing import Any, Final

from bench.pocket import ASK, FIRST, START, headers, opened, served
from pocket.downloads import pyodide_files
from pocket.program import PROGRAM, SCRIPT, write_called
from pocket.sources import ROOT
from pocket.splitting import counting

_PAGES: Final = ("/", "/new", "/import", "/?language=de")
_GAMES: Final = 8
_DECISIONS: Final = 12
"""Enough for Python to look several times for what can be forgotten, at other places each time."""

_HIDE: Final = """() => {
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (...given) => {
    const { instance, module } = await instantiate.apply(WebAssembly, given);
    if (globalThis.counted) return { instance, module };
    globalThis.counted = instance.exports;
    const exports = Object.entries(instance.exports).filter(([name]) => !/^called[0-9]+$/.test(name));
    return { instance: { exports: Object.fromEntries(exports) }, module };
  };
}"""
"""Keep what counts from Pyodide, which would look at all of it."""

_CALLED: Final = """() => {
  const found = [];
  for (let at = 0; counted[`called${at}`]; at++) if (counted[`called${at}`].value) found.push(at);
  return found;
}"""


def called(folder: Path) -> set[int]:
    """Return the places of the functions that are called, among the program's own."""
    pyodide = pyodide_files(ROOT / "build" / "downloads")
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name, "pocket")
        shutil.copytree(folder, copy)
        shutil.copyfile(pyodide / SCRIPT, copy / "py" / SCRIPT)
        (copy / "py" / PROGRAM).write_bytes(counting((pyodide / PROGRAM).read_bytes()))
        with served(copy) as address, opened() as browser:
            page = browser.new_page()
            page.goto(f"{address}files.json")
            page.evaluate(FIRST)
            page.evaluate(_HIDE)
            page.evaluate(START, address)
            for _ in range(_GAMES):
                _record(page)
            return {*page.evaluate(_CALLED)}


def _record(page: Any) -> None:
    """Do what a first game needs."""

    def ask(method: str, path: str, value: object = None, version: int | None = None) -> str:
        _, _, answer = page.evaluate(ASK, [method, path, value, version])
        return str(answer)

    id = json.loads(ask("POST", "/api/games", {"notation": headers(), "visibility": "private"}))["id"]
    snapshot = json.loads(ask("GET", f"/api/games/{id}/now"))
    for path in (*_PAGES, f"/g/{id}", f"/record/{id}"):
        ask("GET", path)
    for _ in range(_DECISIONS):
        value = {"notation": snapshot["options"][0]["symbol"]}
        snapshot = json.loads(ask("POST", f"/api/games/{id}/decisions", value, snapshot["version"]))


def main() -> None:
    """Write the list, and print how many functions it has."""
    parser = argparse.ArgumentParser(prog="python -m bench.called", description=__doc__)
    parser.add_argument("folder", type=Path)
    found = called(parser.parse_args().folder)
    write_called(found)
    print(f"{len(found):,} functions are called")


if __name__ == "__main__":
    main()
