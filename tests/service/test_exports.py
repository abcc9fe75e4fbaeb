"""Games as files, share codes and QR codes, and the JSON that the viewer shows."""

import json
import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from calimala_es.view import PUBLIC
from notation import dumps, loads
from notation.json.game import dumps_json, loads_json
from notation.share import decode_from
from replays.edit.redact import redact
from replays.service.visibility.pseudonyms import TABLE_LAYER
from tests.page.examples import data_of, text_of
from tests.service.asking import Instance


@pytest.fixture
def made(service: Instance) -> dict[str, Any]:
    return service.game(text_of("game-of-four"))


def test_files_lose_nothing(service: Instance, made: dict[str, Any]) -> None:
    """The owner's text and JSON of a game are the whole game, and each is saved under its id."""
    record = loads(text_of("game-of-four"))
    owner = service.person(made["keys"]["owner"])
    path = f"/api/games/{made['id']}/export"
    read = {"cgn": loads, "json": loads_json}
    for kind, reads in read.items():
        answer = owner.get(f"{path}.{kind}")
        assert answer.headers["content-disposition"] == f'attachment; filename="{made["id"]}.{kind}"'
        again = reads(answer.text)
        assert (again.setup, again.moves, again.notes) == (record.setup, record.moves, record.notes)
    assert owner.get(f"{path}.exe").status_code == 404


def test_a_page_in_one_file(service: Instance, made: dict[str, Any]) -> None:
    """The page to save is that of the command line, one file with a policy of its own, of the game or a view."""
    somebody = service.anybody()
    page = somebody.get(f"/api/games/{made['id']}/export.html").text
    assert page.startswith("<!DOCTYPE html>")
    assert re.search("script-src 'sha256-", page)
    shown = json.loads(somebody.get(f"/api/games/{made['id']}/page").text)
    assert json.loads(data_of(page)) == shown
    seen = somebody.get(f"/api/games/{made['id']}/export.html?as=red").text
    assert seen != page
    assert "as red saw it" in data_of(seen).lower()


def test_views(service: Instance, made: dict[str, Any]) -> None:
    """`as` gives exactly one viewer's view; a seat that does not exist is an error."""
    somebody = service.anybody()
    path = f"/api/games/{made['id']}/page"
    whole, red, public = (somebody.get(f"{path}?as={name}").json() for name in ("", "red", "public"))
    assert len(whole["views"]) > 1
    assert red["views"] == public["views"] == []
    slot = red["slots"].index("m1.hand")
    known = [change for frame in red["lines"][0]["frames"] for change in [frame[4]]]
    assert known
    assert isinstance(red["start"][slot], str)
    for name in ("purple", "Maria", "-1", "<b>"):
        assert somebody.get(f"{path}?as={name}").status_code == 422


def test_files_of_a_view(service: Instance, made: dict[str, Any]) -> None:
    """`as` applies to text and JSON as well: the file is the game as `redact` makes it, finished or not."""
    somebody = service.anybody()
    path = f"/api/games/{made['id']}/export"
    record = loads(somebody.get(f"{path}.cgn").text)
    for name, viewer in (("red", 1), ("public", PUBLIC)):
        seen = redact(record, viewer, {TABLE_LAYER})
        assert seen != record
        assert somebody.get(f"{path}.cgn?as={name}").text == dumps(seen)
        assert somebody.get(f"{path}.json?as={name}").text == dumps_json(seen)
    assert somebody.get(f"{path}.cgn?as=nobody").status_code == 422


def test_share_codes(service: Instance, made: dict[str, Any]) -> None:
    """The code has every decision; in the address it comes after the sign that no server sees."""
    answer = service.anybody().get(f"/api/games/{made['id']}/share").json()
    record = loads(text_of("game-of-four"))
    assert decode_from(answer["code"]).commands == record.commands
    assert decode_from(answer["address"]).commands == record.commands
    assert answer["address"].partition("#")[2] == f"g={answer['code']}"
    assert answer["link"].endswith(f"/g/{made['id']}")


def test_qr_codes(service: Instance, made: dict[str, Any]) -> None:
    """A QR code links to a step or contains the whole game, as SVG or PNG, without the recorder's key."""
    somebody = service.anybody()
    path = f"/api/games/{made['id']}/qr"
    codes = [somebody.get(f"{path}.svg?{query}").content for query in ("", "at=17.2", "of=share")]
    assert len({*codes}) == 3
    assert all(ET.fromstring(code).tag.endswith("svg") for code in codes)
    assert somebody.get(f"{path}.png").content.startswith(b"\x89PNG")
    assert service.person(made["keys"]["owner"]).get(f"{path}.svg").content == codes[0]
    assert somebody.get(f"{path}.svg?of=file").status_code == 422
    assert somebody.get(f"{path}.svg?at=999").status_code == 404


def test_a_running_game_is_saved_as_it_is_seen(service: Instance) -> None:
    """The files of a running game contain, in every form, only what the requester may see."""
    made = service.game(text_of("study"))
    recorder, somebody = service.person(made["keys"]["recorder"]), service.anybody()
    written = recorder.get(f"/api/games/{made['id']}/export.cgn").text
    seen = somebody.get(f"/api/games/{made['id']}/export.cgn").text
    assert "Angelica" in written
    for name in ("export.cgn", "export.json", "export.html", "page"):
        assert "Angelica" not in somebody.get(f"/api/games/{made['id']}/{name}").text
    assert loads(seen).setup == loads(written).setup
    code = somebody.get(f"/api/games/{made['id']}/share").json()["code"]
    assert decode_from(code).commands == loads(seen).commands


def test_what_is_said_later_is_read_again(service: Instance, made: dict[str, Any]) -> None:
    """The page has another tag after the game changed, and is not sent to a client that has it."""
    path = f"/api/games/{made['id']}/page"
    first = service.anybody().get(path)
    assert service.anybody().get(path, headers={"If-None-Match": f"W/{first.headers['etag']}"}).status_code == 304
    owner = service.person(made["keys"]["owner"])
    assert owner.ask("PUT", f"/api/games/{made['id']}/names", json={"shown": True}).status_code < 300
    again = service.anybody().get(path, headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code in (200, 304)
    assert (again.status_code == 304) == (again.headers["etag"] == first.headers["etag"])
