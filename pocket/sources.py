"""Which of the project's files run in a browser: the modules that its service may import, and what belongs to them."""

import ast
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog

from replays.page.packing import compact_script
from translation.catalogues import compiled, read

ROOT: Final = Path(__file__).parent.parent
PACKAGES: Final = ("calimala_es", "notation", "replays")
BEGIN: Final = "replays.service.pocket.browser"
"""The module that the worker imports."""

_BY_NAME: Final = ("calimala_es.store.journal",)
"""What is found by its name only."""

_NEVER: Final = (
    "calimala_es/store/postgres",
    "calimala_es/store/sqlite.py",
    "replays/judge/",
    "replays/library/",
    "replays/page/viewer/",
    "replays/service/judging",
    "replays/service/server.py",
    "replays/service/web/",
    "replays/templates/book.html",
    "replays/templates/evening.html",
    "replays/templates/pad.html",
    "replays/text/judged_puzzles.py",
    "replays/text/judgement.py",
)
"""What is needed only where there is a file, a server, a process or paper; and the viewer, which the folder has packed.
"""

_DATA: Final = (".html", ".js", ".css", ".cgn", ".json")
_CATALOGUE: Final = ".mo"


def needed_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files by their names: sources, data, and catalogues with the messages of these alone."""
    modules = needed_modules()
    names = sorted(
        name
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if not (name := path.relative_to(ROOT).as_posix()).startswith(_NEVER)
        and (name in modules or path.suffix in (*_DATA, _CATALOGUE))
    )
    places = {*names}
    for name in names:
        path = ROOT / name
        if path.suffix == ".js":
            yield name, compact_script(path.read_text(encoding="utf-8")).encode()
        elif path.suffix == _CATALOGUE:
            yield name, compiled(_spoken(read(path.parent.parent.name), places))
        else:
            yield name, path.read_bytes()


def needed_modules() -> set[str]:
    """Return the files of all modules that may be imported from the beginning on, in a function too."""
    found: set[str] = set()
    waiting = [BEGIN, *_BY_NAME]
    while waiting:
        module = waiting.pop()
        parent = module.rpartition(".")[0]
        path = _path_of(module)
        if path is None or (name := path.relative_to(ROOT).as_posix()) in found or name.startswith(_NEVER):
            continue
        found.add(name)
        waiting += [parent, *_imported(path, module if path.name == "__init__.py" else parent)]
    return found


def _path_of(module: str) -> Path | None:
    if module.partition(".")[0] not in PACKAGES:
        return None
    path = ROOT / module.replace(".", "/")
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def _imported(path: Path, package: str) -> Iterator[str]:
    """Yield the names of what a module of a package imports, modules or not."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            base = parts[: len(parts) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def _spoken(catalogue: Catalog, places: Set[str]) -> Catalog:
    """Return a catalogue with the messages of these files alone."""
    found = Catalog(locale=catalogue.locale, fuzzy=False)
    found.mime_headers = [("Plural-Forms", catalogue.plural_forms)]
    for each in catalogue:
        if each.id and {place for place, _ in each.locations} & places:
            found.add(each.id, each.string, each.locations, each.flags, context=each.context)
    return found
