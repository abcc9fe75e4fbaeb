"""`serve --pocket`: the worker and Python of such a folder are sent, and nothing else of it."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.cli_runs import Table
from tests.service.asking import OPTIONS, Instance

FILES = ["worker.js", "py/std.zip.txt", "shell.js"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a few files of such a service."""
    (tmp_path / "py").mkdir()
    for name in FILES:
        (tmp_path / name).write_text(f"content of {name}", encoding="utf-8")
    (tmp_path / "files.json").write_text(json.dumps({"version": "v1", "static": "x", "files": FILES}), encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    return tmp_path


def test_the_recorder_names_the_worker(folder: Path) -> None:
    """The recorder's page names the worker by its version; it and Python are sent, to be stored for ever, with a policy
    that lets Python run.
    """
    client = Instance(replace(OPTIONS, folder=str(folder))).client
    assert 'data-judge="/pocket/v1/worker.js"' in client.get("/record/some-game").text
    for name in ("worker.js", "files.json", "py/std.zip.txt"):
        answer = client.get(f"/pocket/v1/{name}")
        assert (answer.status_code, answer.text) == (200, (folder / name).read_text(encoding="utf-8"))
        assert "immutable" in answer.headers["cache-control"]
        assert "'wasm-unsafe-eval'" in answer.headers["content-security-policy"]
    assert client.get("/pocket/v1/worker.js", headers={"Accept-Encoding": "identity"}).text == "content of worker.js"


@pytest.mark.parametrize("path", ["v1/shell.js", "v1/secret.txt", "v1/py/../secret.txt", "v2/worker.js", "v1/"])
def test_nothing_else_is_sent(folder: Path, path: str) -> None:
    """No other file of the folder is sent, and none of another version."""
    client = Instance(replace(OPTIONS, folder=str(folder))).client
    assert client.get(f"/pocket/{path}").status_code == 404


def test_without_a_folder_nothing_is_named() -> None:
    """Without the option the recorder's page names no worker, and there is no file."""
    client = Instance().client
    assert "data-judge" not in client.get("/record/some-game").text
    assert client.get("/pocket/v1/worker.js").status_code == 404


@pytest.mark.parametrize("content", [None, "[]", "{", '{"version": "v1", "files": []}'])
def test_another_folder_is_refused(tmp_path: Path, content: str | None) -> None:
    """A folder that `run.py pocket` has not made is refused before the service starts."""
    if content is not None:
        (tmp_path / "files.json").write_text(content, encoding="utf-8")
    run = Table(tmp_path).run("serve", "--pocket", tmp_path, "--port", 0)
    assert run.code == 2
    assert "is not a folder made by" in run.err
