"""``python -m conformance.archive [FILE]``: pack the suite and what it cites, without the program.

The same tree gives the same bytes: files come in the order of their names, without times and without compression.
"""

import sys
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
    ROOT / "LICENSE",
)
"""What is packed beside the cases: the script, and the pages that an answer follows from."""


def main() -> None:
    """Write the archive, and print its name."""
    path = Path(sys.argv[1] if len(sys.argv) > 1 else f"{NAME}.zip")
    write_archive(path)
    print(path)


def write_archive(path: Path) -> None:
    """Write the archive to a file."""
    with ZipFile(path, "w", ZIP_STORED) as archive:
        for file in sorted((*BESIDE, *CASES.glob("*/*.*"))):
            entry = ZipInfo(f"{NAME}/{file.relative_to(ROOT).as_posix()}", LONG_AGO)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, file.read_bytes())


if __name__ == "__main__":
    main()
