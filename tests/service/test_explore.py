"""The page of what was played at a moment in a library of games: what it says, to whom, and where it leads."""

import re
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from calimala_es.commands import PlaceDisc
from calimala_es.game import Game
from calimala_es.headers import NAME_HEADERS
from notation import dumps
from notation.files.scan import scan_games
from replays.library.building import Text, build
from replays.library.folder import Library
from replays.library.questions import FEWEST
from tests.service.asking import OPTIONS, Instance
from tests.strategies import Playout

HOSTILE = "<script>alert(1)</script>"
BASE = Playout(3, seed=1).game
PLACED = next(number for number, move in enumerate(BASE.moves) if type(move.command) is PlaceDisc)
_FIRST = next(header for header, colour in NAME_HEADERS.items() if colour == BASE.setup.colours[0])
OPENING = replace(BASE, moves=BASE.moves[: PLACED + 1])


def named(number: int) -> Game:
    """Return the opening as a game of its own, with a hostile name and a result."""
    points = Random(number).sample(range(20, 60), 3)
    headers = ((_FIRST, HOSTILE), ("Event", str(number)), ("Result", "-".join(map(str, points))))
    return replace(OPENING, headers=headers)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a library with the opening of many files, and of three games of the service."""
    folder = tmp_path_factory.mktemp("shared") / "library"
    passages = scan_games("\n".join(dumps(named(number)) for number in range(FEWEST)).encode())
    places = ("open", "closed", "nowhere", *(f"secret-folder/club.cgn#{number}" for number in range(FEWEST)))
    texts = [Text(place, "", passage) for place, passage in zip(places, passages, strict=False)]
    assert [*build(Library.create(folder), texts)][-1].added == FEWEST
    return folder


def open_game(service: Instance, id: str, visibility: str) -> dict[str, Any]:
    """Make a whole game with this id and return its keys."""
    made = service.game(dumps(BASE), visibility)
    service.store.rename(made["id"], id)
    keys: dict[str, Any] = made["keys"]
    return keys


def text_of(answer: Any) -> str:
    """Return what people read on a page."""
    assert answer.status_code == 200, answer.text
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.text.partition("<main")[2])).split())


def test_there_is_no_page_without_a_library(service: Instance) -> None:
    """A service without a library has neither the page nor links to it."""
    id = service.game(dumps(OPENING))["id"]
    assert service.anybody().get(f"/explore/{id}").status_code == 404
    assert "/explore/" not in service.anybody().get(f"/g/{id}").text


def test_a_page_says_what_was_placed(library: Path) -> None:
    """From a start the page has each placement with its games, results and people, whose names are only text; it links
    to the games of the service that the reader may view, and to no file.
    """
    service = Instance(replace(OPTIONS, library=str(library), names=True))
    open_game(service, "open", "public")
    keys = open_game(service, "closed", "private")
    anybody = service.anybody()
    assert 'href="/explore/open"' in anybody.get("/g/open").text
    answer = anybody.get("/explore/open?at=start")
    words = text_of(answer)
    assert f"{FEWEST} games match" in words
    assert "Place a " in words
    assert "won: " in words
    assert "probably between" in words
    assert f"{HOSTILE} {FEWEST}" in words
    assert HOSTILE not in answer.text
    assert re.findall(r'href="/g/([a-z]+)/[0-9.]+"', answer.text) == ["open"]
    assert "secret-folder" not in answer.text
    assert anybody.get("/explore/closed").status_code == 404
    owners = service.person(keys["owner"]).get("/explore/closed?at=start")
    assert "/g/closed/" in owners.text
    assert "/g/closed/" in service.person(keys["owner"]).get("/explore/open?at=start").text
    german = text_of(anybody.get("/explore/open?at=start&lang=de"))
    assert "Was hier gespielt wurde" in german


def test_a_library_that_is_gone(tmp_path: Path) -> None:
    """If the library cannot be read the page says so, without the name of a folder; the game can still be viewed."""
    service = Instance(replace(OPTIONS, library=str(tmp_path / "gone")))
    open_game(service, "open", "public")
    answer = service.anybody().get("/explore/open?at=start")
    assert answer.status_code == 503
    assert "cannot be read" in answer.text
    assert "gone" not in answer.text
    assert service.anybody().get("/g/open").status_code == 200


def test_people_are_named_where_the_service_names_them(library: Path) -> None:
    """If a service hides names, so does the page."""
    service = Instance(replace(OPTIONS, library=str(library)))
    open_game(service, "open", "public")
    words = text_of(service.anybody().get("/explore/open?at=start"))
    assert f"{FEWEST} games match" in words
    assert "alert" not in words


def test_pages_lead_through_the_game(library: Path) -> None:
    """Every page leads to the next placement, and one where nothing can be looked up says why."""
    service = Instance(replace(OPTIONS, library=str(library)))
    open_game(service, "open", "public")
    anybody = service.anybody()
    seen = []
    path = "/explore/open?at=start"
    for _ in range(3):
        answer = anybody.get(path)
        seen.append(text_of(answer))
        path = unescape(re.findall(r'href="(/explore/open\?at=[^"]*)"[^>]*>Next placement', answer.text)[0])
    assert len({*seen}) == 3
    assert "No game in this library matches" in seen[2]
    assert "Turn 2: " in text_of(anybody.get("/explore/open?at=1"))
    for at, reason in (("45.4.14", "The game is over here."), ("0.0.4", "decided by chance, or in secret")):
        assert reason in text_of(anybody.get(f"/explore/open?at={at}"))
    for at in ("9999", "x"):
        assert anybody.get(f"/explore/open?at={at}").status_code == 404


def test_positions_are_searched_by_pattern(library: Path) -> None:
    """The page finds positions of other games by a pattern, which stays in its field, with what is wrong with it."""
    service = Instance(replace(OPTIONS, library=str(library), names=True))
    open_game(service, "open", "public")
    anybody = service.anybody()
    answer = anybody.get("/explore/open", params={"position": "turn=1"})
    assert f"{FEWEST} games match" in text_of(answer)
    assert 'value="turn=1"' in answer.text
    assert re.findall(r'href="/g/([a-z]+)/[0-9.]+"', answer.text) == ["open"]
    assert "No game in this library matches" in text_of(anybody.get("/explore/open", params={"position": "turn=9"}))
    for wrong in (f"turn<{HOSTILE}", "deck>=3"):
        answer = anybody.get("/explore/open", params={"position": wrong, "at": "start"})
        assert "column " in text_of(answer)
        assert 'role="alert"' in answer.text
        assert HOSTILE not in answer.text
    assert anybody.get("/explore/open", params={"position": "turn=1 " * 40}).status_code == 422


def test_programs_explore(library: Path) -> None:
    """The same as JSON: at a moment and by a pattern, with names only if the service shows them, and with moments of
    those games only that the sender may view.
    """
    service = Instance(replace(OPTIONS, library=str(library), names=True))
    open_game(service, "open", "public")
    keys = open_game(service, "closed", "private")
    found = service.anybody().get("/api/games/open/explored", params={"at": "start"}).json()
    (line,) = found["played"]
    assert (found["games"], found["reason"], line["games"]) == (FEWEST, "", FEWEST)
    assert line["wins"]["low"] <= line["wins"]["value"] <= line["wins"]["high"]
    assert line["people"] == {HOSTILE: FEWEST}
    assert [place.partition("#")[0] for place in line["places"]] == ["open"]
    owners = service.person(keys["owner"]).get("/api/games/closed/explored", params={"position": "turn=1"}).json()
    assert {place.partition("#")[0] for place in owners["played"][0]["places"]} == {"open", "closed"}
    assert service.anybody().get("/api/games/open/explored", params={"position": "deck>=3"}).status_code == 422
    assert service.anybody().get("/api/games/open/explored", params={"at": "45.4.14"}).json()["reason"]
    hidden = Instance(replace(OPTIONS, library=str(library)))
    open_game(hidden, "open", "public")
    assert hidden.anybody().get("/api/games/open/explored", params={"at": "start"}).json()["played"][0]["people"] == {}
