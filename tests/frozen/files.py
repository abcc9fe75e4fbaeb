"""The files of a version: where they are, how they are written, and what was in them."""

import json
import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from calimala_es.digest import position_digest
from calimala_es.game import Game
from calimala_es.store import open_store
from notation import dumps, read_games
from notation.files.scan import scan_games
from notation.json.events import dumps_events
from notation.json.game import dumps_json
from notation.share import encode
from replays.library.building import Text, build
from replays.library.folder import Library
from tests.cli_runs import ROOT

FOLDER: Final = Path(__file__).resolve().parent
TEXTS: Final = "games.cgn"
DOCUMENTS: Final = "json"
EVENTS: Final = "events"
CODES: Final = "codes.txt"
STORE: Final = "store.db"
LIBRARY: Final = "library"
CONTENTS: Final = "contents.json"
"""What was written: the sums of the files, and each game."""

_EXAMPLES: Final = ("game-of-four", "two-players", "second-edition", "intrigue-with-four-families", "study")


_WITH_EVENTS: Final = ("intrigue-with-four-families", "study")


def versions() -> list[str]:
    """Return the versions that have a folder."""
    return sorted(path.parent.name for path in FOLDER.glob(f"*/{CONTENTS}"))


def current_version() -> str:
    """Return the version that the project has."""
    content = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(content["project"]["version"])


def released_versions() -> list[str]:
    """Return the versions that the list of changes calls released."""
    return re.findall(r"^## \[([0-9][^\]]*)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)


def read_text(path: Path) -> list[Game]:
    """Return the games of a text, which must be without errors."""
    games: list[Game] = []
    for reading in read_games(path.read_text(encoding="utf-8").splitlines(keepends=True), str(path)):
        assert reading.game is not None
        assert not reading.errors
        games.append(reading.game)
    return games


def described(game: Game) -> dict[str, Any]:
    """Return what has to be the same for ever: the decisions, the position at the end, names, and who won."""
    end = game.state
    return {
        "decisions": len(game.moves),
        "position": position_digest(end),
        "points": [mat.points for mat in end.mats],
        "winners": getattr(end.now, "winners", ""),
        "headers": [[*header] for header in game.headers],
    }


def sums(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the digest of each file of a version."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name != CONTENTS:
            yield path.relative_to(folder).as_posix(), sha256(path.read_bytes()).hexdigest()


def write(folder: Path) -> None:
    """Write the files of this version."""
    (folder / DOCUMENTS).mkdir(parents=True)
    (folder / EVENTS).mkdir()
    examples = [(ROOT / "examples" / f"{name}.cgn").read_text(encoding="utf-8") for name in _EXAMPLES]
    (folder / TEXTS).write_text("\n".join(examples), encoding="utf-8")
    games = read_text(folder / TEXTS)
    for name, game in zip(_EXAMPLES, games, strict=True):
        (folder / DOCUMENTS / f"{name}.json").write_text(dumps_json(game), encoding="utf-8")
        if name in _WITH_EVENTS:
            lines = "".join(f"{line}\n" for line in dumps_events(game))
            (folder / EVENTS / f"{name}.ndjson").write_text(lines, encoding="utf-8")
    (folder / CODES).write_text("".join(f"{encode(game)}\n" for game in games), encoding="utf-8")
    with open_store(folder / STORE, lambda: datetime(2026, 11, 20, 20, 0, tzinfo=UTC)) as store:
        for name, game in zip(_EXAMPLES, games, strict=True):
            store.create(name, game)
    passages = scan_games("\n".join(map(dumps, games)).encode())
    texts = [Text(f"{TEXTS}#{number}", TEXTS, passage) for number, passage in enumerate(passages, 1)]
    assert [*build(Library.create(folder / LIBRARY), texts)][-1].added == len(games)
    (folder / LIBRARY / "key").unlink()
    contents = {"files": dict(sums(folder)), "games": dict(zip(_EXAMPLES, map(described, games), strict=True))}
    (folder / CONTENTS).write_text(json.dumps(contents, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
