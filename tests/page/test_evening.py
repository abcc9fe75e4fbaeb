"""The page of an evening: ``replays/evening.py`` and ``calimala export --to evening``."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import BrowserContext, expect

from calimala_es.game import Game
from notation import dumps
from replays.edit.reduce import reduce_to_placements, reduce_to_result
from replays.evening import PlayedGame, evening_html, standings
from replays.plays import play_of
from replays.text.languages import LANGUAGES, language_of
from replays.text.names import Names, names_of
from tests.cli_runs import Table
from tests.document import Document
from tests.page.browser import PHONE, Visit, on_disk, violations
from tests.page.examples import before, data_of, example
from tests.strategies import INTRIGUE, Playout, Rules

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
EXAMPLES = ("game-of-four", "at-the-table", "ends-with-the-tiles")


def played(game: Game, code: str = "en") -> PlayedGame:
    """Return a game of the evening, whose page is in a language."""
    given = names_of(game.setup, game.headers)
    names = Names.of(game.setup, given, language_of(code))
    play = play_of(game, game.state if game.has_positions else None, given) if game.header("Result") else None
    return PlayedGame(game, names, given, play)


def with_headers(game: Game, *headers: tuple[str, str]) -> Game:
    """Return a game with these headers and its result."""
    return replace(game, headers=(*headers, ("Result", game.header("Result") or "")))


def test_standings_are_by_wins_then_by_points() -> None:
    """A person has the sums over the games in which they have that name, in capitals or not, and a cell for each."""
    four, three = example("game-of-four"), example("at-the-table")
    renamed = with_headers(three, ("Blue", "ANGELICA"), ("Red", "Ilka"))
    found = standings([played(four), played(renamed)])
    assert [(one.rank, one.name, one.games, one.wins, one.points, one.results) for one in found] == [
        (1, "Angelica", 2, 2, 62, ("33 (1)", "29 (1)")),
        (2, "Maria", 1, 0, 33, ("33 (2)", "")),
        (3, "Nicole", 1, 0, 26, ("26 (3)", "")),
        (4, "Tania", 1, 0, 24, ("24 (4)", "")),
        (5, "Ilka", 1, 0, 23, ("", "23 (3)")),
    ]
    twice = standings([played(three), played(with_headers(three, ("Blue", "Eva"), ("Red", "Ilka")))])
    assert [(one.rank, one.name) for one in twice] == [
        (1, "Eva"),
        (1, "Maria"),
        (3, "Tania"),
        (4, "Angelica"),
        (4, "Ilka"),
    ]


@pytest.mark.parametrize(
    "code", [code if code in ("en", "zh_TW") else pytest.param(code, marks=pytest.mark.long) for code in LANGUAGES]
)
def test_a_page_needs_no_other_file(code: str) -> None:
    """In each language the page has every game with its replay; names are escaped, and nothing is loaded."""
    games = [example(name) for name in EXAMPLES]
    games[0] = with_headers(games[0], ("Event", HOSTILE), ("Blue", HOSTILE), ("Red", "Angelica"))
    html = evening_html([played(game, code) for game in games], language_of(code))
    page = Document(html)
    assert "<script>alert" not in html
    assert "<img" not in html
    assert not [name for name in page.attributes if name.startswith("on")]
    assert page.values("src") == []
    links, ids = page.values("href"), {*page.values("id")}
    assert {link[1:].partition("@")[0] for link in links} <= ids
    assert {f"game-{number}" for number in (1, 2, 3)} | {f"replay-{number}" for number in (1, 2, 3)} <= ids
    assert page.names.count("calimala-replay") == 3
    assert html.count("<svg") == 6
    assert all(name in data_of(html) for name in ("Angelica", "Tania", "Paolo"))


@pytest.mark.parametrize(
    "game",
    [
        reduce_to_result(example("game-of-four")),
        reduce_to_placements(example("game-of-four")),
        replace(example("game-of-four"), moves=example("game-of-four").moves[:40], headers=()),
        replace(example("game-of-four"), moves=(), headers=()),
        Playout(3, seed=4, rules=Rules("second", intrigue=True, families=("Bardi", "", "Medici"))).game,
        Playout(2, seed=2).game,
        Playout(4, seed=3, rules=INTRIGUE).game,
    ],
)
def test_every_record_has_its_place(game: Game, table: Table) -> None:
    """Games of any rules and depth, finished or not, named or not, are on the page with their players."""
    other = table.file("other.cgn", dumps(example("at-the-table")))
    html = table.ok("export", "--to", "evening", table.file("game.cgn", dumps(game)), other)
    page = Document(html)
    assert page.names.count("section") == 2
    names = Names.of(game.setup, names_of(game.setup, game.headers))
    assert all(name in page.text for name in names.by_seat[: game.setup.players])


def test_a_common_occasion_is_the_title(table: Table) -> None:
    """The page says once what all games have in common, and not with each game."""
    headers = (("Event", "Club evening"), ("Date", "2026.11.20"), ("Site", "Gdańsk"))
    games = [with_headers(example(name), *headers) for name in EXAMPLES]
    page = Document(evening_html([played(game) for game in games], language_of("en")))
    assert [text[0] for text in page.texts_from("h1")] == ["Club evening"]
    assert [text[0] for text in page.texts_from("section")] == ["Game 1", "Game 2", "Game 3"]
    assert (page.text.count("2026.11.20"), page.text.count("Gdańsk")) == (1, 1)


# The command.


@pytest.fixture
def club(table: Table) -> Table:
    """Return a store with two evenings, the games of the second in the order in which they were added.

    Most of them have only begun, which is enough for choosing them.
    """
    for number, (name, day) in enumerate(zip((*EXAMPLES, "two-players"), ("20", "20", "20", "13"), strict=True)):
        headers = (("Date", f"2026.11.{day}"), ("Blue", "Maria"), ("Event", f"Round {number}"))
        is_over = name == "at-the-table"
        game = with_headers(example(name), *headers) if is_over else replace(before(name, 3), headers=headers)
        path = table.file(f"{number}.cgn", dumps(game))
        table.ok("import", path, "--id", f"z{9 - number}")
    return table


def titles(table: Table, *options: object) -> list[str]:
    """Return the titles of the games on a page."""
    assert table.ok("export", "--to", "evening", "-o", "evening.html", *options) == "evening.html\n"
    page = Document((table.folder / "evening.html").read_text(encoding="utf-8"))
    return [text[0] for text in page.texts_from("section")]


def test_one_command_writes_an_evening(club: Table) -> None:
    """By default the page has the games of the last day of play; a day, files and a file of several make one, too."""
    evening = ["Game 1: Round 0", "Game 2: Round 1", "Game 3: Round 2"]
    assert titles(club) == ["Game 1"]
    assert titles(club, "--date", "2026-11-20") == evening
    assert titles(club, *(club.folder / f"{number}.cgn" for number in range(3))) == evening
    found = club.ok("games", "find", "--date", "2026-11-20")
    assert club.ok("export", "--to", "evening", "-o", "e.html", club.file("found.cgn", found)) == "e.html\n"
    id = club.ok("games", "simulate", "--players", "2", "--keep").strip()
    alone = club.run("export", "--to", "evening", "-o", "e.html")
    assert alone.out == "e.html\n"
    assert f"the day of {id} is not recorded, so only this game is on the page" in alone.err


@pytest.mark.long
def test_any_selection_makes_an_evening(club: Table) -> None:
    """Ids, a folder and the options of `games find` choose the games of a page."""
    assert titles(club, "z9", "z8", "z7") == ["Game 1: Round 0", "Game 2: Round 1", "Game 3: Round 2"]
    assert len(titles(club, club.folder)) == 4
    assert len(titles(club, "--all")) == 4
    assert titles(club, "--players", "5") == ["Game 1"]


def test_a_selection_is_exported_in_every_form(club: Table) -> None:
    """The options of `games find` select what is exported, as notation, as a table and as files in a folder."""
    chosen = ("--date", "2026-11-20", "--players", "3")
    assert club.ok("export", *chosen) == club.ok("games", "find", *chosen)
    rows = club.ok("export", "--to", "plays", *chosen).splitlines()
    assert len(rows) == 1 + 3
    assert club.ok("export", "--to", "page", *chosen, "-o", "pages/") == "pages/z8.html\n"
    files = sorted(club.folder.glob("[0-3].cgn"))
    assert club.ok("export", *chosen, *files) == club.ok("games", "find", *chosen, *files)


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (("--date", "2020"), 3, "no game matches"),
        (("--to", "evening", "--date", "2020"), 3, "no game matches"),
        (("--to", "page", "--date", "2020", "-o", "x/"), 3, "no game matches"),
        (("--to", "viewer", "--player", "Maria"), 2, "takes no games"),
        (("--to", "page", "-", "--player", "Maria", "-o", "x/"), 2, "standard input can be read only once"),
        (("--to", "evening", "--as", "red"), 2, "--as does not apply to evening"),
        (("--to", "evening", "-o", "e.pdf"), 2, "evening is written as .html"),
    ],
)
def test_a_selection_that_cannot_be_written(club: Table, options: tuple[str, ...], code: int, message: str) -> None:
    """Without any game the code is 3, and no file is written."""
    run = club.run("export", *options)
    assert (run.code, message in run.err) == (code, True), run
    assert not (club.folder / "x").exists()


def test_games_with_errors_are_skipped(club: Table) -> None:
    """A game with errors is reported, the others are on the page, and the code is 1."""
    bad = club.file("bad.cgn", dumps(example("game-of-four")).replace("1. ", "1. QQ ", 1))
    run = club.run("export", "--to", "evening", "z9", bad, "-o", "evening.html")
    assert (run.code, run.out, "bad.cgn" in run.err) == (1, "evening.html\n", True)


# In a browser.


@pytest.fixture
def visitor() -> dict[str, Any]:
    """Return the settings of a phone, of somebody who wants no motion."""
    return {"viewport": PHONE, "has_touch": True, "reduced_motion": "reduce"}


# Returns the place that the replay in an element shows once it is ready.
SHOWN = """async (frame) => {
    const replay = document.querySelector(`${frame} calimala-replay`);
    await replay.opened;
    await new Promise(requestAnimationFrame);
    return replay.position.place;
}"""


@pytest.mark.long
@pytest.mark.needs("chromium")
def test_a_turning_point_leads_into_the_replay(context: BrowserContext, tmp_path: Path) -> None:
    """Replays are made when they are opened; a link opens its game at its moment, from an address as well."""
    html = evening_html([played(example(name)) for name in EXAMPLES], language_of("en"))
    address = on_disk(tmp_path, html)
    page = Visit(context, address).page
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert violations(page) == []
    expect(page.locator("calimala-replay")).to_have_count(0)
    page.locator("#game-2 .moments a").nth(1).click()
    expect(page.locator("calimala-replay")).to_have_count(1)
    replay = page.locator("#replay-2 calimala-replay")
    expect(replay).to_be_in_viewport()
    place = page.locator("#game-2 .moments a").nth(1).get_attribute("href") or ""
    assert page.evaluate(SHOWN, "#replay-2") == place.partition("@")[2]
    page.locator("#replay-1 summary").click()
    expect(page.locator("calimala-replay")).to_have_count(2)
    page.goto(f"{address}#replay-3@7")
    page.reload()
    assert page.evaluate(SHOWN, "#replay-3").startswith("7.")
