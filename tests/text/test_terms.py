"""The page of terms agrees with the program."""

from pathlib import Path

import pytest

from replays.text.languages import language_of
from replays.text.terms import ACTION, CONTEXTS, PLACE

PAGE = Path(__file__).resolve().parents[2] / "docs" / "languages.md"
CODES = ("ru", "zh_TW", "hu")


def table(heading: str) -> list[list[str]]:
    """Return the rows of the table below a heading, without the marks of words that no source has."""
    below = PAGE.read_text(encoding="utf-8").split(f"### {heading}\n", 1)[1].split("\n#", 1)[0]
    lines = [line for line in below.splitlines() if line.startswith("| ")][2:]
    return [[cell.strip().removesuffix(" *") for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize(("heading", "context"), [("Actions", ACTION), ("Places and scorings", PLACE)])
def test_terms(heading: str, context: str) -> None:
    """Every word of the context has a row, with the word of each language, empty if there is none."""
    rows = table(heading)
    assert [row[0] for row in rows] == [*dict.fromkeys(CONTEXTS[context])]
    for english, *others in rows:
        assert [other or english for other in others] == [language_of(code).word(context, english) for code in CODES]
