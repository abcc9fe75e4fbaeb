"""Games that an earlier version wrote are the same games today, in every form in which it wrote them."""

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from calimala_es.game import Game
from calimala_es.store import open_store
from notation.json.game import loads_json
from notation.json.reader import read_events
from notation.share import decode
from replays.library.folder import Library
from replays.library.questions import query
from tests.frozen import files

PLAYED = ("decisions", "position", "points", "winners")
"""What every form has of a game."""


@pytest.fixture(params=files.versions())
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a copy of the files of a version."""
    return Path(shutil.copytree(files.FOLDER / request.param, tmp_path / "files"))


def expected(folder: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((folder / files.CONTENTS).read_text(encoding="utf-8"))["games"]
    return found


def played(game: Game) -> dict[str, Any]:
    return {name: value for name, value in files.described(game).items() if name in PLAYED}


def test_every_release_has_its_files() -> None:
    """The version of the project, and every one that was released, has a folder of files."""
    assert {files.current_version(), *files.released_versions()} <= {*files.versions()}


def test_files_stay_as_they_were_written(folder: Path) -> None:
    """No file of a version was changed, added or removed since."""
    contents = json.loads((folder / files.CONTENTS).read_text(encoding="utf-8"))
    assert dict(files.sums(folder)) == contents["files"]


def test_texts_json_and_codes(folder: Path) -> None:
    """Texts and documents have the same game with its headers, events and codes the same decisions; all of them are
    read without anything but the file.
    """
    wanted = expected(folder)
    texts = files.read_text(folder / files.TEXTS)
    assert [files.described(game) for game in texts] == [*wanted.values()]
    for text, (name, game) in zip(texts, wanted.items(), strict=True):
        document = loads_json((folder / files.DOCUMENTS / f"{name}.json").read_text(encoding="utf-8"))
        assert files.described(document) == game
        assert document == text
    codes = (folder / files.CODES).read_text(encoding="utf-8").split()
    plain = [{name: game[name] for name in PLAYED} for game in wanted.values()]
    assert [played(decode(code)) for code in codes] == plain
    for path in (folder / files.EVENTS).iterdir():
        (found,) = read_events(path.read_text(encoding="utf-8").splitlines())
        assert isinstance(found, Game)
        assert played(found) == {name: wanted[path.stem][name] for name in PLAYED}


def test_store(folder: Path) -> None:
    """A store has every game, and what it saved is what the rules make of the decisions."""
    with open_store(folder / files.STORE, lambda: datetime(2030, 1, 1, tzinfo=UTC)) as store:
        for name, game in expected(folder).items():
            assert files.described(store.load(name).game) == game
            assert store.verify(name) == []


def test_library(folder: Path) -> None:
    """A library answers."""
    library, wanted = Library(folder / files.LIBRARY), expected(folder)
    found = query(library, "SELECT decisions, points FROM games JOIN seats USING (game) WHERE seat = 0")[1]
    points = {game["decisions"]: game["points"][0] if game["winners"] else None for game in wanted.values()}
    assert sorted(map(str, found)) == sorted(map(str, points.items()))
