"""A library: many games as tables in a folder of Parquet, and questions to them.

``tables`` says what a row of each table holds, ``rows`` makes the rows of a game, ``folder`` writes them part by part
and opens them, ``questions`` are those that are asked most. A library is made of other records and can be made again;
nothing is recorded in it.
"""

from pathlib import Path
from typing import Final

HEAD: Final = "library.json"
"""The file that says what is in a library."""


def is_library(folder: Path) -> bool:
    """Return whether a folder is a library, without opening it."""
    return (folder / HEAD).is_file()
