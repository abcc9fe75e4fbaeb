"""The dependencies of the project: pinned with hashes, listed, looked up among known vulnerabilities."""

import json
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import run
from pocket.downloads import PYODIDE
from supply.__main__ import main
from supply.locks import INSTALLER, Pin, extras_by_lock, path_of, project, read_lock
from supply.sbom import PATH, bill, pocket_bill, pocket_pins

PROJECT: Final = project()
LOCKS: Final = extras_by_lock(PROJECT)
_SYSTEMS: Final = {
    "linux": ("posix", "Linux", ("x86_64", "aarch64")),
    "darwin": ("posix", "Darwin", ("x86_64", "arm64")),
    "win32": ("nt", "Windows", ("AMD64", "ARM64")),
}


def environments() -> Iterator[dict[str, str]]:
    """Yield the platforms and the versions of Python for which lock files are made."""
    for (system, (os_name, name, machines)), minor in product(_SYSTEMS.items(), (11, 12, 13)):
        for machine in machines:
            yield {
                "sys_platform": system,
                "os_name": os_name,
                "platform_system": name,
                "platform_machine": machine,
                "python_version": f"3.{minor}",
                "python_full_version": f"3.{minor}.0",
                "implementation_name": "cpython",
                "platform_python_implementation": "CPython",
            }


def required(extras: Sequence[str]) -> Iterator[Requirement]:
    """Yield what the project requires with these extras, and what builds it."""
    listed = PROJECT["project"]["optional-dependencies"]
    lines = [*PROJECT["project"]["dependencies"], *(line for extra in extras for line in listed[extra])]
    for line in [*lines, *PROJECT["build-system"]["requires"]]:
        requirement = Requirement(line)
        if requirement.name == PROJECT["project"]["name"]:
            yield from required(sorted(requirement.extras))
        else:
            yield requirement


def holds(marker: object, environment: Mapping[str, str]) -> bool:
    """Return whether something is needed there."""
    return not marker or Marker(str(marker)).evaluate({**environment})


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_agrees_with_what_the_project_requires(lock: str) -> None:
    """On every platform and version of Python each requirement has exactly one pin, of a version that it allows."""
    pins = read_lock(lock)
    for environment in environments():
        here = [pin for pin in pins if holds(pin.marker, environment)]
        versions = {pin.name: Version(pin.version) for pin in here}
        assert len(versions) == len(here)
        wrong = [
            str(requirement)
            for requirement in required(LOCKS[lock])
            if holds(requirement.marker, environment)
            and versions.get(canonicalize_name(requirement.name), Version("0")) not in requirement.specifier
        ]
        assert wrong == [], "python3 -m supply lock"


@pytest.mark.parametrize("lock", LOCKS)
def test_nothing_is_pinned_that_nobody_needs(lock: str) -> None:
    """Each pin is required by the project, by what builds it, or by another pin."""
    pins = read_lock(lock)
    names = {canonicalize_name(requirement.name) for requirement in required(LOCKS[lock])} | {"editables"}
    users = {pin.name for pin in pins}
    unneeded = [
        pin.name
        for pin in pins
        if pin.name not in names and not {via.partition("[")[0].partition(" ")[0] for via in pin.via} & users
    ]
    assert unneeded == []


@pytest.mark.parametrize("lock", [*LOCKS, INSTALLER])
def test_every_pin_has_hashes_and_no_registry(lock: str) -> None:
    """A lock file names no address, so that packages come from the index that is set up, and every pin has hashes."""
    text = path_of(lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index" not in text
    assert [pin.name for pin in read_lock(lock) if not pin.hashes] == []


def test_lock_files_agree_with_each_other() -> None:
    """A package that several lock files have has the same version in all of them."""
    versions: dict[tuple[str, int], set[str]] = {}
    for pin in {pin for lock in LOCKS for pin in read_lock(lock)}:
        for number, environment in enumerate(environments()):
            if holds(pin.marker, environment):
                versions.setdefault((pin.name, number), set()).add(pin.version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_the_folder_for_phones_has_what_is_pinned() -> None:
    """All packages for browsers have a hash and the version of the lock file, so that advisories are looked up.

    The folder's bill lists it, and Python for browsers.
    """
    requirements = (run.ROOT / "pocket" / "requirements.txt").read_text(encoding="utf-8")
    pins = pocket_pins(requirements)
    assert len(pins) == sum(1 for line in requirements.splitlines() if line and not line.startswith("#"))
    locked = {(pin.name, pin.version) for pin in read_lock("users")}
    assert {(pin.name, pin.version) for pin in pins} <= locked, "change pocket/requirements.txt as well"
    assert all(hash.startswith("sha256:") for pin in pins for hash in pin.hashes)
    components = json.loads(pocket_bill(requirements, PYODIDE))["components"]
    assert {component["name"] for component in components} == {pin.name for pin in pins} | {"pyodide"}


def test_scripts_are_checked_by_what_is_pinned() -> None:
    """The checkers of JavaScript are pinned with digests, at the versions of `package.json`, and names no registry."""
    lock = json.loads((run.ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    own = json.loads((run.ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert {name: lock[f"node_modules/{name}"]["version"] for name in own} == own
    others = [package for path, package in lock.items() if path]
    assert [package for package in others if "integrity" not in package or "resolved" in package] == []


def test_only_what_is_pinned_is_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`run.py` installs what has a hash, and the project without what it requires, again when a lock file changed."""
    commands: list[list[str]] = []

    def failure_of(steps: Iterator[list[str | Path]]) -> str:
        commands.extend([*map(str, step)] for step in steps)
        return ""

    monkeypatch.setattr(run, "VENV", tmp_path)
    monkeypatch.setattr(run, "failure_of", failure_of)
    monkeypatch.setattr(run, "installers", lambda: iter([["installer"]]))
    monkeypatch.setattr(run, "runs", lambda _: True)
    run.install("dev")
    packages, own = commands
    assert packages[-3:] == ["--require-hashes", "--requirement", str(path_of("dev"))]
    assert {"--no-deps", "--no-build-isolation"} < {*own}
    run.install("dev")
    assert len(commands) == 2
    monkeypatch.setattr(run, "fingerprint", lambda *_: "another")
    run.install("dev")
    assert len(commands) == 4


def test_the_bill_of_materials_is_that_of_the_lock_file() -> None:
    """The bill of materials lists what users install, each once, with what needs it; only that of building is apart."""
    assert PATH.read_text(encoding="utf-8") == bill(), "python3 -m supply lock"
    content = json.loads(bill())
    assert {each["name"] for each in content["components"]} == {pin.name for pin in read_lock("users")}
    scopes = {each["name"]: each["scope"] for each in content["components"]}
    assert (scopes["msgspec"], scopes["starlette"], scopes["hatchling"]) == ("required", "optional", "excluded")
    references = [each["bom-ref"] for each in content["components"]]
    needed = {each["ref"]: each["dependsOn"] for each in content["dependencies"]}
    assert {*needed} == {*references, content["metadata"]["component"]["bom-ref"]}
    assert [name for names in needed.values() for name in names if name not in references] == []


# Known vulnerabilities.


@contextmanager
def source_of_advisories(vulnerable: dict[str, list[str]]) -> Iterator[str]:
    """Yield the address of a source of advisories that knows these, the first of each on a page of its own."""

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
            body = json.dumps({"results": [self._answer(query) for query in asked]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def _answer(self, query: dict[str, Any]) -> dict[str, Any]:
            assert query["package"]["ecosystem"] == "PyPI"
            known = vulnerable.get(f"{query['package']['name']} {query['version']}", [])
            if "page_token" in query:
                return {"vulns": [{"id": id} for id in known[1:]]}
            more = {"next_page_token": "more"} if len(known) > 1 else {}
            return {"vulns": [{"id": id} for id in known[:1]], **more} if known else {}

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1/querybatch"
        server.shutdown()


def test_a_known_vulnerability_fails(capsys: pytest.CaptureFixture[str]) -> None:
    """A pinned package with known vulnerabilities is named with all of them, and the exit code is 1."""
    pin: Pin = next(pin for pin in read_lock("users") if pin.name == "jinja2")
    with source_of_advisories({f"jinja2 {pin.version}": ["GHSA-aaaa", "GHSA-bbbb"], "jinja2 0.1": ["GHSA-cccc"]}) as at:
        assert main(["advisories"], at) == 1
    printed = capsys.readouterr().out
    assert re.findall(r"GHSA-\w+", printed) == ["GHSA-aaaa", "GHSA-bbbb"]
    assert f"jinja2 {pin.version}: https://osv.dev/vulnerability/GHSA-aaaa\n" in printed


def test_no_known_vulnerability_passes(capsys: pytest.CaptureFixture[str]) -> None:
    """Where nothing is known of any pinned package the exit code is 0, and their number is printed."""
    with source_of_advisories({}) as address:
        assert main(["advisories"], address) == 0
    assert re.fullmatch(r"\d+ packages were looked up; 0 known vulnerabilities\.\n", capsys.readouterr().out)


def test_a_source_that_is_not_reached_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """Without the source of advisories nothing is known, which is printed, and nothing fails."""
    assert main(["advisories"], "http://127.0.0.1:9/v1/querybatch") == 0
    assert "the source was not reached" in capsys.readouterr().out


# Who is trusted with what.


def test_the_tests_that_the_page_of_threats_names_exist() -> None:
    """Each line of the page names tests, and each of them exists."""
    root = run.ROOT
    page = (root / "docs" / "threats.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", page))
    sources = "".join(path.read_text(encoding="utf-8") for path in (root / "tests").rglob("test_*.py"))
    assert named - set(re.findall(r"^def (test_\w+)", sources, re.MULTILINE)) == set()
    rows = [
        line
        for line in page.splitlines()
        if line.startswith("| ") and not line.startswith(("| ---", "| who", "| cannot", "| what "))
    ]
    assert rows
    assert [row for row in rows if "`test_" not in row] == []
