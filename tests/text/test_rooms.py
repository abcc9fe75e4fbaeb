"""Every module with sentences asks a language only for messages that translators see."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from calimala_es.board import STREETS
from calimala_es.components import ACTIONS, ALL_ROWS, INFLUENCE_CARDS, UNKNOWN
from notation import loads
from replays.analysis import analyse
from replays.drawing.book import book_html, book_of
from replays.drawing.diagrams import (
    activations_diagram,
    city_diagram,
    council_diagram,
    street_diagram,
    tree_diagram,
    turn_diagram,
)
from replays.drawing.figures import figures
from replays.edit.tree import Tree
from replays.page.contents import page_of
from replays.page.packing import page_data
from replays.replay import Level, Replay
from replays.report import report
from replays.stacks import most_eventful_turns
from replays.stepping import Histories, Subject, story
from replays.text.analysis import analysis_lines
from replays.text.changes import history_lines, story_lines
from replays.text.languages import Language, language_of
from replays.text.names import Names
from tests.text.checked import CHECKED

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GAMES = ("game-of-four", "two-players", "at-the-table", "intrigue-with-five-families", "study")


@cache
def replay_of(name: str) -> Replay:
    """Return a replay of a game of the examples."""
    record = loads((EXAMPLES / f"{name}.cgn").read_text(encoding="utf-8"))
    return Replay(record)


def steps(name: str, language: Language) -> list[str]:
    """Return the changes of every step, and the histories of every cube, card and disc."""
    replay = replay_of(name)
    names = Names.of(replay.start.setup, None, language)
    rooms = [story(replay, replay.step(Level.TURN, number)) for number in range(replay.count(Level.TURN))]
    histories = Histories(replay)
    subjects = [
        *(Subject("row", row) for row in ALL_ROWS[: len(replay.start.rows)]),
        *(Subject("street", street) for street in STREETS),
        *(Subject("cards", card) for card in ACTIONS + UNKNOWN),
        *(Subject("influence", card) for card in INFLUENCE_CARDS),
    ]
    return [
        *(line for each in rooms for line in story_lines(each, names)),
        *(line for subject in subjects for line in history_lines(histories.of(subject), names)),
    ]


def analysis(name: str, language: Language) -> list[str]:
    """Return the analysis, its plots, and the report."""
    replay = replay_of(name)
    rooms, names = analyse(replay), Names.of(replay.start.setup, None, language)
    plots = [plot.title for plot in figures(rooms, names)]
    return [*analysis_lines(rooms, names), *plots, report(rooms, names, title="A game")]


def diagrams(name: str, language: Language) -> list[str]:
    """Return every kind of diagram."""
    replay = replay_of(name)
    whole = (activations_diagram, city_diagram, council_diagram)
    pictures = [draw(replay, replay.last, None, language) for draw in whole]
    turns = [turn_diagram(replay, turn, None, language) for turn in most_eventful_turns(replay, 8)]
    return [*pictures, *turns, street_diagram(replay, "12", replay.last, None, language)]


ROOMS = (steps, analysis, diagrams)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("room", ROOMS)
def test_what_is_said_can_be_translated(room: Callable[[str, Language], list[str]], name: str) -> None:
    """No sentence is put together from pieces, or used without being marked for translation."""
    assert room(name, CHECKED)


def test_a_book_can_be_translated() -> None:
    """The tree of variations, the book and the page use only messages that translators see."""
    tree = Tree.read((EXAMPLES / "study.cgn").read_text(encoding="utf-8"))
    replay = replay_of("study")
    assert tree_diagram(tree, None, {}, CHECKED)
    assert book_html(book_of(tree, replay, replay.last, {}, CHECKED), CHECKED)
    assert page_data(page_of(tree, replay, Names.of(replay.start.setup, None, CHECKED), viewers=(0,)))


@pytest.mark.parametrize("room", ROOMS)
def test_it_is_said_in_every_language(room: Callable[[str, Language], list[str]]) -> None:
    """Each language has its own sentences, without unfilled fields."""
    rooms = {code: "\n".join(room("game-of-four", language_of(code))) for code in ("en", "ru", "zh_TW", "hu")}
    assert len({*rooms.values()}) == len(rooms)
    assert "и" in rooms["ru"]
    assert "的" in rooms["zh_TW"]
