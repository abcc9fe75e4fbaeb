"""Links in the documents lead somewhere, every page is in the contents, and decisions are short."""

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
PAGES: Final = (
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / "conformance" / "README.md",
    *(ROOT / "docs").rglob("*.md"),
)
LINK: Final = re.compile(r"\]\(\s*(?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")


def text_of(page: Path) -> str:
    """Return a page without its blocks of code."""
    return re.sub(r"^(```+).*?^\1", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """Return what the headings of a page are called in an address, as GitHub makes it."""
    headings = re.findall(r"^#+ (.+)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.casefold()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_files_and_headings(page: Path) -> None:
    """Each link without a host names a file of the project and, after `#`, one of its headings."""
    wrong = []
    for name, anchor in LINK.findall(text_of(page)):
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            wrong.append(f"{name}#{anchor}")
    assert wrong == []


@pytest.mark.parametrize("folder", [ROOT / "docs", ROOT / "docs" / "decisions"], ids=lambda folder: folder.name)
def test_contents_have_every_page(folder: Path) -> None:
    """README.md of a folder links to each of its other pages."""
    linked = {name for name, _ in LINK.findall(text_of(folder / "README.md"))}
    assert {path.name for path in folder.glob("*.md")} - linked == {"README.md"}


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "decisions").glob("0*.md")), ids=lambda page: page.stem)
def test_a_decision_is_short(page: Path) -> None:
    """A decision has its context, the choice and the consequences, in at most 150 words."""
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"]
    assert len(re.findall(r"\S*[A-Za-z0-9]\S*", text)) <= 150
