"""``python -m conformance.archive [FILE]``: pack the suite and what it cites, without the program.

The same tree gives the same bytes: files come in the order of their names, without times and without compression. A
link of a page to one that is not packed becomes its words.
"""

import re
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from conformance.check import CASES, HERE, VERSION

ROOT: Final = HERE.parent
NAME: Final = f"calimala-conformance-{VERSION}"
LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)
"""The first time that an archive can name."""

BESIDE: Final = (
    *(HERE / name for name in ("README.md", "VERSION", "check.py")),
    *(ROOT / "docs" / name for name in ("card.md", "glossary.md", "json.md", "learn.md", "notation.md", "rules.md")),
    *(ROOT / "docs" / "schemas" / name for name in ("events.schema.json", "game.schema.json")),
    ROOT / "LICENSE",
)
"""What is packed beside the cases: the script, and the pages and schemas that an answer follows from."""

_LINK: Final = re.compile(r"\[([^\[\]]*)\]\((?!https?:|#)([^)#\s]+)[^)]*\)")
"""A link to another file, with its words and the file."""


def main() -> None:
    """Write the archive, and print its name."""
    path = Path(sys.argv[1] if len(sys.argv) > 1 else f"{NAME}.zip")
    write_archive(path)
    print(path)


def write_archive(path: Path) -> None:
    """Write the archive to a file."""
    files = sorted((*BESIDE, *CASES.glob("*/*.*")))
    with ZipFile(path, "w", ZIP_STORED) as archive:
        for file in files:
            entry = ZipInfo(f"{NAME}/{file.relative_to(ROOT).as_posix()}", LONG_AGO)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, packed_page(file, files) if file.suffix == ".md" else file.read_bytes())


def packed_page(page: Path, packed: Collection[Path]) -> str:
    """Return a page with words instead of the links to files that are not packed."""

    def kept(link: re.Match[str]) -> str:
        return link[0] if (page.parent / link[2]).resolve() in packed else link[1]

    return _LINK.sub(kept, page.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
