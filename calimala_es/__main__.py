"""``python -m calimala_es``: the version, and where the program and the documents are."""

import sys
from importlib.metadata import PackageNotFoundError, version


def main() -> None:
    """Write the version and, unless only ``--version`` is requested, where to look."""
    try:
        release = version("calimala")
    except PackageNotFoundError:
        release = "(not installed)"
    sys.stdout.write(f"calimala {release}\n")
    if sys.argv[1:] != ["--version"]:
        sys.stdout.write(
            "This is the library: help(calimala_es) shows what is in it, and docs/api.md how to use it.\n"
            "The program is calimala, or python -m cli; calimala --help lists its commands.\n"
        )


main()
