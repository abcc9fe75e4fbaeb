"""A book of a game: its chapters, and the files that are made of it."""

import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.events import TileScored
from calimala_es.game import Game
from calimala_es.notes import Extension
from notation import loads
from replays.analysis import until
from replays.drawing.book import Book, book_html, book_of
from replays.edit import Tree
from replays.replay import Replay
from replays.text.languages import ENGLISH
from tests.cli_runs import ROOT
from tests.document import Document
from tests.drawing.drawn import HOSTILE
from tests.page.browser import free_page
from tests.profiles import examples
from tests.replayed import EVERY_KIND, replay_of
from tests.strategies import Playout, any_games

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

STUDY = loads(Path(ROOT / "examples" / "study.cgn").read_text(encoding="utf-8"))
NAMES = {0: "Maria", 1: "Angelica", 2: "Tania"}


def book(record: Game, position: int | None = None) -> Book:
    return book_of(Tree.of(record), Replay(record), position, NAMES)


def words_of(book: Book) -> str:
    return "\n".join(line.words for chapter in book.chapters for line in chapter.paragraphs)


# What is in it.


def test_the_book_of_an_annotated_game() -> None:
    """A book has the title, a chapter for each turn with notes, every comment and every variation."""
    made = book(STUDY)
    assert made.title == "Friday at Tania's, looked at again"
    assert made.facts == ("2026.11.20",)
    assert made.players == (("b", "Maria: 3 points"), ("r", "Angelica: 1 point"), ("y", "Tania: 1 point"))
    assert made.result == ""
    names = [chapter.name for chapter in made.chapters]
    assert names == ["turn-0", "turn-1", "turn-2", "turn-3", "turn-4", "end"]
    words = words_of(made)
    for sentence in (
        "Maria: Artwork first, while it is impossible",
        "Paolo: Due cubi",
        "Variation v1 (marble first):",
        "v5",
    ):
        assert sentence in words
    assert [line.depth for line in made.chapters[3].paragraphs if line.kind == "instead"] == [1, 2]


def test_titles_are_headings() -> None:
    """The title of the game is that of the book, the title of a decision that of its chapter, above the event."""
    tree = Tree.of(STUDY)
    tree.root.notes.append(Extension(word="$title", text="A study in marble"))
    first = next(node for node in tree.main if node.event_ids[0].turn == 1)
    first.notes.append(Extension(word="$title", text="Too early?"))
    made = book(tree.record())
    assert (made.title, made.facts[0]) == ("A study in marble", "Friday at Tania's, looked at again")
    assert [chapter.title for chapter in made.chapters][1] == "Too early? (Turn 1: Maria)"
    assert "Too early?" not in words_of(made)


@examples(10)
@given(any_games(*EVERY_KIND))
def test_every_scoring_has_a_chapter(game: Playout) -> None:
    """Without notes a book has a chapter for each scoring and the end."""
    replay = replay_of(game)
    made = book_of(Tree.of(replay.game), replay, None, NAMES)
    turns = {id.turn for event, id in zip(replay.events, replay.ids, strict=True) if isinstance(event, TileScored)}
    assert [chapter.name for chapter in made.chapters] == [*(f"turn-{turn}" for turn in sorted(turns)), "end"]
    assert made.result


@examples(4)
@given(any_games(*EVERY_KIND), st.randoms())
def test_a_book_as_far_as_a_moment_shows_nothing_of_what_comes(game: Playout, random: Random) -> None:
    """A book up to a moment is that of the game recorded so far, with an open result."""
    replay = replay_of(game)
    at = random.choice(replay.firsts)
    short = until(replay, at)
    made = book_of(Tree.of(replay.game), replay, at, NAMES)
    assert made == book_of(Tree.of(short.game), short, None, NAMES)
    assert made.result == ""


# HTML.


def annotated(texts: list[str]) -> Game:
    """Return the study with comments by an author on its third decision, and a variation with that author's name."""
    tree = Tree.of(STUDY)
    node = [*tree.main][16]
    for text in texts:
        node.comment(text)
    node.add_variation(node.command, name=texts[0])
    tree.set_header("Event", texts[1])
    return tree.record()


HOSTILE_TEXTS = [
    *HOSTILE.values(),
    "]]><script>alert(1)</script>",
    "\u202eabc\u200b",
    "字" * 9000,
    "<img src=x onerror=y>",
]


@pytest.mark.needs("dot")
def test_html_needs_no_network_and_runs_nothing() -> None:
    """Whatever the notes contain, the HTML has no script, no address but XML names, no handler, and unique ids."""
    record = annotated(HOSTILE_TEXTS)
    made = book_of(Tree.of(record), Replay(record), None, HOSTILE)
    text = book_html(made, ENGLISH)
    elements = Document(text)
    assert not {"script", "img", "iframe", "object", "link"} & {*elements.names}
    assert not [name for name in elements.attributes if name.startswith("on")]
    addresses = elements.values("href", "src", "xlink:href")
    assert all(value and value.startswith("#") for value in addresses)
    ids = elements.values("id")
    assert len(ids) == len({*ids})
    assert {str(address)[1:] for address in addresses} <= {*map(str, ids)}
    for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        assert ET.fromstring(svg).tag.endswith("svg")


@pytest.mark.needs("dot")
def test_html_has_a_part_for_each_chapter_with_its_pictures() -> None:
    """A chapter shows the city before its turn and the turn; the last one council, city and activations."""
    text = book_html(book(STUDY), ENGLISH)
    assert text.count("<section") == 6
    assert text.count("<svg") == 4 * 2 + 3
    assert "Artwork first, while it is impossible" in text


# On paper.


@pytest.mark.long
@pytest.mark.needs("dot", "chromium")
def test_a_book_prints_a_page_or_more_for_each_chapter(context: "BrowserContext", tmp_path: Path) -> None:
    """On A4 no picture is wider than the page, and a chapter that fits has one page."""
    made = book(annotated(HOSTILE_TEXTS[3:6]))
    (tmp_path / "book.html").write_text(book_html(made, ENGLISH), encoding="utf-8")
    page = free_page(context)
    page.goto((tmp_path / "book.html").as_uri())
    pdf = page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox \[([^]]+)\]", pdf)
    assert {tuple(round(float(side)) for side in box.split()) for box in boxes} == {(0, 0, 595, 842)}
    assert len(made.chapters) < len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 2 * len(made.chapters)
    page.set_viewport_size({"width": 680, "height": 900})
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= 680
