"""The folder's Python in Chromium, what other apps send to its page, storage that is refused, and axe on its pages."""

import json
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Frame

from bench.pocket import PAINTED, PICTURED
from calimala_es import legal
from calimala_es.deck import chance_command, is_chance
from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from conformance import answer, check
from notation import dumps
from tests.page.browser import violations
from tests.pocket.folder import Pocket, served
from tests.pocket.test_folder import whole_game
from tests.pocket.test_phone import GAME, TABLE
from tests.service.recording import settle_correction

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.timeout(1800), pytest.mark.long]

SEEDS = range(6)

PYTHON = """async ([root, files]) => {
    const { loadPyodide } = await import(root + "py/pyodide.mjs");
    const { default: create } = await import(root + "py/pyodide.asm.mjs");
    const bytes = async (name) => new Uint8Array(await (await fetch(root + "py/" + name)).arrayBuffer());
    const library = "/lib/python3.14/site-packages/msgspec/_core.cpython-314-wasm32-emscripten.so";
    const lock = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" } };
    const python = await loadPyodide({
        indexURL: root + "py/", stdLibURL: root + "py/std.zip.txt", packageBaseUrl: root + "py/",
        lockFileContents: { ...lock, packages: {} },
        createPyodideModule: (settings) => {
            const { locateFile } = settings;
            settings.dynamicLibraries = [library];
            settings.locateFile = (name) => name === library ? root + "py/msgspec.wasm" : locateFile(name);
            return create(settings);
        },
    });
    const { files: names } = await (await fetch(root + "files.json")).json();
    for (const name of names.filter((each) => each.startsWith("py/app.")))
        python.FS.writeFile("/app.zip", await bytes(name.slice("py/".length)), { flags: "a" });
    python.FS.mkdirTree("/lib/python3.14/site-packages/msgspec");
    python.FS.writeFile(library, "");
    for (const [name, text] of Object.entries(files)) {
        const archive = name.endsWith(".zip") && Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
        python.FS.writeFile("/" + name, archive || text);
    }
    return python.runPython(`
import sitecustomize, sys, zipimport
sitecustomize.finish()
archive = zipimport.zipimporter("/app.zip")
for name in archive.get_data("unpacked.txt").decode().split():
    open("/lib/python3.14/site-packages/" + name, "wb").write(archive.get_data(name))
sys.path += ["/app.zip", "/"]
import program
program.main()`);
}"""
"""Start Python of the folder's files in a page, run a program, and return what it returns; archives come as base64."""

_PROGRAM = """
import json
from random import Random
from answer import answer
from calimala_es import legal
from calimala_es.deck import chance_command, is_chance
from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from notation import dumps, loads

def played(seed):
    random = Random(seed)
    game = play(shuffled_setup("bryg"[: 2 + seed % 3], random))
    while not game.state.is_over:
        state = game.state
        command = chance_command(state, random) if is_chance(state) else random.choice(legal(state))
        game = game.added(play(state, [command]).moves)
    text = dumps(game)
    assert loads(text) == game
    return text

def main():
    asked = json.loads(open("/cases.json", encoding="utf-8").read())
    answers = [answer(text, events=events) for text, events in asked["cases"]]
    return json.dumps({"answers": answers, "games": [played(seed) for seed in asked["seeds"]]})
"""


def _played(seed: int) -> str:
    """Return the text of the same game, played here."""
    random = Random(seed)
    game = play(shuffled_setup("bryg"[: 2 + seed % 3], random))
    while not game.state.is_over:
        state = game.state
        command = chance_command(state, random) if is_chance(state) else random.choice(legal(state))
        game = game.added(play(state, [command]).moves)
    return dumps(game)


def test_rules_and_notation_are_the_same_in_a_browser(context: BrowserContext, address: str) -> None:
    """Without a network Chromium answers every case of the suite as expected, and plays games as is done here."""
    pocket = Pocket(context, address)
    pocket.open()
    pocket.ready()
    context.set_offline(True)
    cases = [check.load(path) for path in check.paths()]
    asked = [(case.text, any("events" in game for game in case.games)) for case in cases]
    files = {
        "answer.py": Path(answer.__file__).read_text(encoding="utf-8"),
        "program.py": _PROGRAM,
        "cases.json": json.dumps({"cases": asked, "seeds": [*SEEDS]}),
    }
    found = json.loads(pocket.page.evaluate(PYTHON, [address, files]))
    differences = [
        str(difference)
        for case, given in zip(cases, found["answers"], strict=True)
        for difference in check.differences(case, given, [*check.points(case, informative=True)])
    ]
    assert differences == []
    assert found["games"] == [_played(seed) for seed in SEEDS]


def _inner(pocket: Pocket) -> Frame:
    """Return the page of the service that is open."""
    return next(frame for frame in pocket.page.frames if "/app" in frame.url)


def test_every_page_is_accessible(context: BrowserContext, address: str) -> None:
    """Axe finds nothing on any page, with two records being merged, a code for another phone, and the copy of all."""
    pocket = Pocket(context, address)
    pocket.open()
    ids = [
        pocket.fetch("POST", "/api/games", {"notation": TABLE + turns, "visibility": "private"})[1]["id"]
        for turns in ("1. WB W B 2. MA A- M\n", "1. WB W B 2. WB B W\n")
    ]
    found = {}
    for path, waits in (
        ("/", "#backup"),
        ("/new", "input[name=name0]"),
        ("/import", "#text"),
        (f"/merge/{ids[0]}", "main li a"),
        (f"/merge/{ids[0]}?other={ids[1]}", "fieldset"),
        (f"/g/{ids[0]}", "calimala-replay svg"),
        (f"/record/{ids[0]}", "[data-part=state][data-kind=saved]"),
        ("/g/nothing", "h1"),
    ):
        pocket.open(path)
        pocket.shown.locator(waits).first.wait_for()
        found[path] = [*violations(pocket.page), *violations(_inner(pocket))]
    assert {path: faults for path, faults in found.items() if faults} == {}
    pocket.open(f"/merge/{ids[0]}?other={ids[1]}")
    pocket.shown.locator("fieldset input").nth(1).check()
    pocket.shown.get_by_role("button", name="Add the merged game").click()
    pocket.shown.get_by_role("link", name="Continue recording").click()
    pocket.saved()
    pocket.shown.locator("[data-part=phones]").click()
    pocket.shown.locator("[data-link=share] input").wait_for()
    assert violations(_inner(pocket)) == []
    assert pocket.wrong == []


def test_what_another_app_sends_opens_as_a_game(context: BrowserContext, address: str) -> None:
    """A text or a file that is shared with the app, and a file that the system opens with it, are in the page that adds
    games.
    """
    pocket = Pocket(context, address)
    pocket.open()
    pocket.ready()
    for is_file in (False, True):
        pocket.page.evaluate(
            """([text, isFile]) => {
                const form = document.createElement("form");
                Object.assign(form, { method: "POST", action: "shared", enctype: "multipart/form-data" });
                const field = document.createElement("input");
                Object.assign(field, { name: isFile ? "file" : "text", type: isFile ? "file" : "hidden" });
                if (isFile) {
                    const files = new DataTransfer();
                    files.items.add(new File([text], "evening.cgn", { type: "text/vnd.calimala.cgn" }));
                    field.files = files.files;
                } else field.value = text;
                form.append(field);
                document.body.append(form);
                form.submit();
            }""",
            [GAME, is_file],
        )
        pocket.shown.locator("#text").wait_for()
        assert pocket.shown.locator("#text").input_value().split() == GAME.split()
        pocket.open()
        pocket.ready()
    pocket.page.close()
    opened = """text => {
        const file = new File([text], "evening.cgn");
        const value = { setConsumer: (take) => take({ files: [{ getFile: async () => file }] }) };
        Object.defineProperty(window, "launchQueue", { value });
    }"""
    other = Pocket(context, address)
    other.page.add_init_script(f"if (top === self) ({opened})({json.dumps(GAME)})")
    other.page.goto(address)
    other.shown.locator("#text").wait_for()
    assert other.shown.locator("#text").input_value().split() == GAME.split()
    other.shown.get_by_role("button", name="Add it").click()
    other.shown.get_by_role("link", name="View it").wait_for()
    assert pocket.wrong + other.wrong == []


def test_a_later_start_begins_where_the_picture_was_taken(context: BrowserContext, address: str) -> None:
    """Once the picture of Python's memory is stored, the next start uses it, and a whole game is recorded then."""
    first = Pocket(context, address)
    first.open()
    first.page.evaluate(PAINTED)
    first.page.close()
    pocket = Pocket(context, address)
    pocket.open()
    pocket.ready()
    assert pocket.page.evaluate(PICTURED)
    whole_game(pocket)
    assert pocket.wrong == []


def test_a_correction_without_a_network(context: BrowserContext, address: str) -> None:
    """Without a network a decision is undone and another one recorded, and an old one is corrected once the network
    goes away while the recorder is open; both are there after the page was killed.
    """
    pocket = Pocket(context, address)
    pocket.open()
    pocket.ready()
    context.set_offline(True)
    _, made = pocket.fetch("POST", "/api/games", {"notation": f"{TABLE}1. WB W B\n", "visibility": "private"})
    path = f"/record/{made['id']}"
    pocket.open(path)
    pocket.saved()
    pocket.shown.locator("[data-part=undo]").tap()
    pocket.saved()
    instead = pocket.shown.locator('[data-part=act] button[data-symbol]:not([data-symbol="B"])').first
    replacing = instead.get_attribute("data-symbol")
    instead.tap()
    pocket.saved()
    assert [decided["symbol"] for decided in _last(pocket, made["id"])][-2:] == ["W", replacing]

    pocket.page.close()
    context.set_offline(False)
    pocket = Pocket(context, address)
    pocket.open(path)
    pocket.saved()
    context.set_offline(True)
    number = _last(pocket, made["id"])[-2]["number"]
    pocket.shown.locator("[role=tab]", has_text="Game log").tap()
    pocket.shown.locator(f"[data-part=log] [data-number='{number}']").tap()
    dialog = pocket.shown.locator("dialog")
    other = dialog.locator('button.decision:not([data-symbol="W"])').first
    corrected = other.get_attribute("data-symbol")
    other.tap()
    settle_correction(dialog)
    pocket.saved()
    _, before = pocket.fetch("GET", f"/api/games/{made['id']}/now")
    assert next(decided for decided in before["last"] if decided["number"] == number)["symbol"] == corrected

    pocket.page.close()
    again = Pocket(context, address)
    again.open(path)
    again.saved()
    _, after = again.fetch("GET", f"/api/games/{made['id']}/now")
    # The tag is one of this start of the program.
    assert {**after, "tag": ""} == {**before, "tag": ""}
    assert pocket.wrong + again.wrong == []


def _last(pocket: Pocket, id: str) -> Any:
    """Return the last decisions of a game but for ends of activations, which follow by themselves."""
    found = pocket.fetch("GET", f"/api/games/{id}/now")[1]["last"]
    return [decided for decided in found if decided["symbol"] != "/"]


_FULL = 'throw new DOMException("no room", "QuotaExceededError")'


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("sw.js", f"Cache.prototype.put = async () => {{ {_FULL}; }};"),
        ("worker.js", f"indexedDB.open = () => {{ {_FULL}; }};"),
    ],
)
def test_storage_that_is_refused_is_said(
    context: BrowserContext, folder: Path, tmp_path: Path, name: str, code: str
) -> None:
    """Where a browser stores no files, or no games, the page says so instead of letting a game begin."""
    copied = tmp_path / "some" / "path"
    shutil.copytree(folder, copied)
    script = copied / name
    script.write_text(f"{code}\n{script.read_text(encoding='utf-8')}", encoding="utf-8")
    with served(copied) as address:
        pocket = Pocket(context, address)
        pocket.page.goto(address)
        pocket.page.locator("#message", has_text="does not let Calimala store anything").wait_for()
        assert pocket.page.locator("#pages").count() == 0
        assert pocket.wrong == []


def test_what_finds_no_room_is_not_shown_as_saved(context: BrowserContext, address: str) -> None:
    """Where there is no room a decision is said to be unsaved; once there is room it is saved."""
    pocket = Pocket(context, address)
    pocket.open()
    _, made = pocket.fetch("POST", "/api/games", {"notation": TABLE, "visibility": "private"})
    pocket.open(f"/record/{made['id']}")
    pocket.saved()
    python = next(worker for worker in pocket.page.workers if worker.url.endswith("worker.js"))
    python.evaluate(
        f"() => {{ self.was = IDBObjectStore.prototype.add; IDBObjectStore.prototype.add = () => {{ {_FULL} }} }}"
    )
    pocket.shown.locator('.city .street[data-may="true"]').first.click()
    pocket.shown.locator("[data-settle=refused]", has_text="This was not saved").wait_for()
    assert pocket.fetch("GET", f"/api/games/{made['id']}/now")[1]["version"] == made["version"]
    python.evaluate("() => { IDBObjectStore.prototype.add = was; }")
    pocket.shown.locator("[data-key=again]").click()
    pocket.saved()
    assert pocket.fetch("GET", f"/api/games/{made['id']}/now")[1]["version"] > made["version"]
