"""``python -m pocket [FOLDER]``: make the folder."""

import argparse
import sys
from pathlib import Path

from pocket.downloads import BuildError
from pocket.folder import build
from pocket.sources import ROOT

DESCRIPTION = """\
Make a folder of static files with which games are recorded, checked, replayed and shared in a browser, without
a server.

Put it on any host for static files, under any path; docs/pocket.md says how.
"""


def main() -> int:
    """Make the folder and say where it is."""
    parser = argparse.ArgumentParser(
        prog="python3 run.py pocket",
        description=DESCRIPTION,
        epilog="exit codes: 0 the folder is there; 1 it could not be made",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "folder", nargs="?", type=Path, default=ROOT / "build" / "pocket", help="(default: build/pocket)"
    )
    target: Path = parser.parse_args().folder.absolute()
    try:
        build(target, ROOT / "build" / "downloads")
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    print(f"{target}: {size / 1e6:.1f} MB. Try it: python3 -m http.server --directory {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
