"""The list of games and its search."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from calimala_es.store import NamesShown, VisibilitySet
from notation import dumps
from replays.service.options import Options
from tests.service.asking import ADMIN, Instance
from tests.stores.sayings import game_with


def text(event: str, seed: int = 1, colours: str = "bry") -> str:
    headers = (("Event", event), ("Site", "Bologna"), ("Date", "2026.11.20"), ("Blue", "Maria"))
    return dumps(replace(play(shuffled_setup(colours, Random(seed))), headers=headers))


def found(service: Instance, query: str = "", key: str = "") -> list[str]:
    answer = service.person(key).get(f"/api/games{query}")
    assert answer.status_code == 200, answer.text
    return [game["event"] for game in answer.json()["games"]]


def test_only_public_games_are_found(service: Instance) -> None:
    """A game is listed from the moment when it becomes public."""
    made = {visibility: service.game(text(visibility), visibility) for visibility in ("private", "unlisted", "public")}
    assert found(service) == ["public"]
    assert sorted(found(service, key=ADMIN)) == ["private", "public", "unlisted"]
    assert found(service, key=made["private"]["keys"]["owner"]) == ["public"]
    service.store.access.add(made["private"]["id"], VisibilitySet("public"))
    assert sorted(found(service)) == ["private", "public"]
    service.store.access.add(made["public"]["id"], VisibilitySet("unlisted"))
    assert found(service) == ["private"]


@pytest.mark.parametrize("words", ["friday", "FRIDAY evening", "bologna 2026.11.20", "green", "first"])
def test_games_are_found_by_words(service: Instance, words: str) -> None:
    """A search looks for all words in event, site, date, colours and rules, in either letter case."""
    service.game(text("Friday evening", colours="brg"), "public")
    service.game(text("Else"), "public")
    hits = found(service, f"?q={words}")
    assert "Friday evening" in hits
    assert found(service, f"?q={words} nowhere") == []


def test_names_are_found_where_they_are_shown(service: Instance) -> None:
    """A game is found by a name only by those to whom the name is shown."""
    made = service.game(text("Friday"), "public")
    assert found(service, "?q=maria") == []
    assert found(service, "?q=maria", ADMIN) == ["Friday"]
    assert "Maria" not in service.anybody().get("/api/games").text
    service.store.access.add(made["id"], NamesShown(True))
    assert found(service, "?q=maria") == ["Friday"]
    (game,) = service.anybody().get("/api/games").json()["games"]
    assert [player["name"] for player in game["players"]] == ["Maria", None, None]
    service.store.erase_names(made["id"])
    assert found(service, "?q=maria") == []


def test_names_at_home() -> None:
    """A game without settings, e.g. one of the command line, has the service's default visibility and names, in the
    list and on its page; each setting has its own default."""
    home = Instance(Options(visibility="public", names=True))
    home.store.create(
        "friday", game_with(shuffled_setup("bry", Random(1)), headers=(("Blue", "Maria"), ("Event", "Friday")))
    )
    assert found(home, "?q=maria") == ["Friday"]
    assert "Maria" in home.anybody().get("/api/games").text
    assert "Maria" in home.anybody().get("/api/games/friday").text
    elsewhere = Instance(Options(), home.store)
    assert found(elsewhere) == []
    assert elsewhere.anybody().get("/api/games/friday").status_code == 404
    home.store.access.add("friday", NamesShown(False))
    assert found(home) == ["Friday"]
    assert found(home, "?q=maria") == []


def test_pages_lead_to_each_other(service: Instance) -> None:
    """Every game is on one page, the last changed first, and links lead from the first page to the last."""
    made = [service.game(text(f"game {number}"), "public") for number in range(5)]
    service.store.record(made[0]["id"], first_command(service, made[0]["id"]))
    assert found(service)[:2] == ["game 0", "game 4"]
    address, seen = "/api/games?size=2", list[str]()
    for _ in range(3):
        answer = service.anybody().get(address)
        seen += [game["id"] for game in answer.json()["games"]]
        parts = [one.partition("; rel=") for one in answer.headers["link"].split(", ")]
        links = {name: where for where, _, name in parts}
        address = links.get('"next"', "").strip("<>")
    assert not address
    assert sorted(seen) == sorted(game["id"] for game in made)
    assert service.anybody().get("/api/games?page=99").json()["games"] == []


@pytest.mark.parametrize("query", ["page=0", "size=1000", "page=x", f"q={'x' * 300}"])
def test_what_makes_no_sense_is_refused(service: Instance, query: str) -> None:
    """Page numbers and words out of range are problems."""
    assert service.anybody().get(f"/api/games?{query}").status_code == 422


def first_command(service: Instance, id: str) -> Any:
    from calimala_es.legal import legal

    return legal(service.store.load(id).state)[0]


@pytest.mark.parametrize("purged", [False, True])
def test_a_deleted_game_is_not_there(service: Instance, purged: bool) -> None:
    """A deleted game is answered like one that never was, and nobody writes to it; a restored one is there again."""
    made = service.game(text("Friday"), "public")
    other = service.game(text("Other"), "public")
    path, recorder = f"/api/games/{made['id']}", service.person(made["keys"]["recorder"])
    assert service.anybody().get(path).status_code == 200
    missing = service.anybody().get("/api/games/nothing")
    assert len(found(service, key=ADMIN)) == 2
    (service.store.purge if purged else service.store.delete)(made["id"])
    answers = [
        service.anybody().get(path),
        recorder.get(path),
        recorder.post(f"{path}/decisions", json={"notation": "?"}, headers={"If-Match": "*"}),
    ]
    assert [(answer.status_code, answer.json()["type"]) for answer in answers] == [(404, missing.json()["type"])] * 3
    assert found(service) == found(service, key=ADMIN) == ["Other"]
    assert [game["id"] for game in service.person(ADMIN).get("/api/games").json()["games"]] == [other["id"]]
    assert service.person(ADMIN).get("/api/games/%2Bpurged").json()["type"] == missing.json()["type"]
    assert service.anybody().get(f"/api/games/{other['id']}").status_code == 200
    if not purged:
        service.store.restore(made["id"])
        assert recorder.get(path).status_code == 200
        assert sorted(found(service)) == ["Friday", "Other"]


def test_a_renamed_game_has_another_address(service: Instance) -> None:
    """A renamed game is found at its new address with the same keys, and not at the old one."""
    made = service.game(text("Friday"), "private")
    recorder = service.person(made["keys"]["recorder"])
    assert recorder.get(f"/api/games/{made['id']}").status_code == 200
    service.store.rename(made["id"], "final")
    assert recorder.get(f"/api/games/{made['id']}").status_code == 404
    assert recorder.get("/api/games/final").json()["id"] == "final"
    assert service.anybody().get("/api/games/final").status_code == 404
