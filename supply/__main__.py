"""``python3 -m supply lock`` writes the lock files and the bill of materials anew, with the newest versions that are a
week old; ``python3 -m supply advisories`` asks whether a pinned package has a known vulnerability.

Exit codes: 0 all is well, or the source of advisories was not reached, which is printed; 1 a package has a known
vulnerability; 2 wrong usage; 3 the lock files could not be made.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final

from supply.advisories import PAGE, SOURCE, NotReachedError, known_vulnerabilities
from supply.locks import INSTALLER, LockError, extras_by_lock, project, read_lock, write_locks
from supply.sbom import PATH, bill


def main(arguments: Sequence[str] | None = None, source: str = SOURCE) -> int:
    """Run a command line and return the exit code; ``source`` is where advisories are asked for."""
    parser = argparse.ArgumentParser(prog="python3 -m supply", description=__doc__)
    parser.add_argument("task", choices=_TASKS)
    return _TASKS[parser.parse_args(arguments).task](source)


def _lock(_: str) -> int:
    try:
        write_locks(datetime.now(UTC))
    except LockError as error:
        print(error, file=sys.stderr)
        return 3
    PATH.write_text(bill(), encoding="utf-8")
    return 0


def _advisories(source: str) -> int:
    locks = (*extras_by_lock(project()), INSTALLER)
    pins = {(pin.name, pin.version): pin for lock in locks for pin in read_lock(lock)}
    try:
        found = known_vulnerabilities([*pins.values()], source)
    except NotReachedError as error:
        print(f"No package was looked up among known vulnerabilities: the source was not reached. {error}")
        return 0
    for advisory in found:
        print(f"{advisory.pin.name} {advisory.pin.version}: {PAGE}{advisory.id}")
    print(f"{len(pins)} packages were looked up; {len(found)} known vulnerabilities.")
    return 1 if found else 0


_TASKS: Final[dict[str, Callable[[str], int]]] = {"lock": _lock, "advisories": _advisories}


if __name__ == "__main__":
    sys.exit(main())
