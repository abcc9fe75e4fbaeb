"""Writes the TextMate grammar beside this file again, where the table of kinds has changed.

From the folder above: ``PYTHONPATH=. .venv/bin/python editors/regenerate.py``.
"""

import json
from pathlib import Path

from notation.highlight.kinds import grammar

PATH = Path(__file__).with_name("cgn.tmLanguage.json")


def text() -> str:
    """Return the grammar in the form of the file."""
    return json.dumps(grammar(), indent=2) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
