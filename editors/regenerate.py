"""Writes the files beside this one again that are made from the table of kinds.

From the folder above: ``PYTHONPATH=. .venv/bin/python editors/regenerate.py``.
"""

import json
from pathlib import Path

from notation.highlight.kinds import grammar, highlights

FOLDER = Path(__file__).resolve().parent


def texts() -> dict[Path, str]:
    """Return the text of each file."""
    return {
        FOLDER / "cgn.tmLanguage.json": json.dumps(grammar(), indent=2) + "\n",
        FOLDER / "tree-sitter-calimala" / "queries" / "highlights.scm": highlights(),
    }


if __name__ == "__main__":
    for path, text in texts().items():
        path.write_text(text, encoding="utf-8")
