"""The owner's choices: keys, visibility, names."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from notation import dumps
from tests.service.asking import Instance

HEADERS = (("Blue", "Maria"), ("Red", "Angelica"), ("Scribe", "Anna"))
TEXT = dumps(replace(play(shuffled_setup("bry", Random(1))), headers=HEADERS))


@pytest.fixture
def made(service: Instance) -> dict[str, Any]:
    return service.game(TEXT)


def test_a_key_opens_until_it_is_revoked(service: Instance, made: dict[str, Any]) -> None:
    """A key that the owner gives works until it is revoked, and then as if it had never existed."""
    path = f"/api/games/{made['id']}"
    owner = service.person(made["keys"]["owner"])
    given = owner.post(f"{path}/keys", json={"role": "recorder"})
    assert given.status_code == 201
    assert given.json()["link"].endswith(f"/record/{made['id']}#{given.json()['key']}")
    recorder = service.person(given.json()["key"])
    write = {"json": {"notation": "?"}, "headers": {"If-Match": "*"}}
    assert recorder.post(f"{path}/decisions", **write).status_code in (200, 201)
    answer = owner.ask("DELETE", f"{path}/keys/{given.json()['number']}")
    assert [key["number"] for key in answer.json()["keys"] if key["revoked"]] == [given.json()["number"]]
    revoked = recorder.post(f"{path}/decisions", **write)
    unknown = service.person("calr_" + "A" * 22).post(f"{path}/decisions", **write)
    assert (revoked.status_code, revoked.content) == (unknown.status_code, unknown.content)
    assert revoked.status_code == 403


def test_a_revoked_key_finds_no_private_game(service: Instance, made: dict[str, Any]) -> None:
    """With a revoked key a private game is not found, as without a key."""
    path = f"/api/games/{made['id']}"
    owner = service.person(made["keys"]["owner"])
    viewer = service.person(made["keys"]["viewer"])
    owner.ask("PUT", f"{path}/visibility", json={"visibility": "private"})
    assert viewer.get(f"{path}/state").status_code == 200
    (number,) = [key["number"] for key in owner.get(f"{path}/keys").json()["keys"] if key["role"] == "viewer"]
    owner.ask("DELETE", f"{path}/keys/{number}")
    nowhere = viewer.get("/api/games/nowhere/state")
    assert (viewer.get(f"{path}/state").status_code, viewer.get(f"{path}/state").content) == (404, nowhere.content)


@pytest.mark.parametrize("key", ["recorder", "viewer", "seat", "none"])
def test_only_the_owner_settles(service: Instance, made: dict[str, Any], key: str) -> None:
    """Nobody but the owner sees or changes keys, names and visibility."""
    keys = {**made["keys"], "seat": made["keys"]["seats"][0], "none": ""}
    person = service.person(keys[key])
    path = f"/api/games/{made['id']}"
    asked = [
        ("GET", "keys", None),
        ("POST", "keys", {"role": "owner"}),
        ("DELETE", "keys/1", None),
        ("PUT", "visibility", {"visibility": "public"}),
        ("PUT", "names", {"shown": True}),
        ("DELETE", "names", None),
        ("DELETE", "names/blue", None),
    ]
    for method, what, body in asked:
        answer = person.ask(method, f"{path}/{what}", json=body)
        assert answer.status_code == (403 if keys[key] else 401), what
    reply = service.person(made["keys"]["owner"]).get(f"{path}/keys").json()
    assert (reply["visibility"], reply["names_shown"]) == ("unlisted", False)
    assert [person["name"] for person in reply["people"]] == ["Maria", "Angelica", ""]


def test_the_last_key_of_an_owner_stays(service: Instance, made: dict[str, Any]) -> None:
    """The owner's last key cannot be revoked, and the error says why, until another one was given."""
    path = f"/api/games/{made['id']}/keys"
    owner = service.person(made["keys"]["owner"])
    (number,) = [key["number"] for key in owner.get(path).json()["keys"] if key["role"] == "owner"]
    refused = owner.ask("DELETE", f"{path}/{number}")
    assert refused.status_code == 409
    assert "last key" in refused.json()["detail"]
    other = service.person(owner.post(path, json={"role": "owner"}).json()["key"])
    assert other.ask("DELETE", f"{path}/{number}").status_code == 200
    assert owner.get(path).status_code == 403


def test_keys_are_shown_once(service: Instance, made: dict[str, Any]) -> None:
    """The list of keys contains neither a key nor its digest."""
    owner = service.person(made["keys"]["owner"])
    answer = owner.get(f"/api/games/{made['id']}/keys").text
    secrets = [*made["keys"]["seats"], *(made["keys"][role] for role in ("owner", "recorder", "viewer"))]
    assert not any(secret in answer or secret[5:] in answer for secret in secrets)
    digests = [key.digest for key in service.store.access.read(made["id"]).keys]
    assert len(digests) == len(secrets)
    assert not any(digest.hex() in answer for digest in digests)


@pytest.mark.parametrize(
    ("method", "what", "body"),
    [
        ("POST", "keys", {"role": "king"}),
        ("POST", "keys", {"role": "seat"}),
        ("POST", "keys", {"role": "seat", "seat": 3}),
        ("POST", "keys", {"role": "viewer", "seat": 1}),
        ("PUT", "visibility", {"visibility": "secret"}),
        ("PUT", "names", {"shown": "perhaps"}),
        ("DELETE", "keys/99", None),
        ("DELETE", "keys/" + "9" * 5000, None),
        ("DELETE", "keys/first", None),
        ("DELETE", "names/green", None),
    ],
)
def test_nonsense_is_refused(service: Instance, made: dict[str, Any], method: str, what: str, body: Any) -> None:
    """A senseless request is rejected with a reason, and changes no rights."""
    owner = service.person(made["keys"]["owner"])
    path = f"/api/games/{made['id']}"
    before = owner.get(f"{path}/keys").json()
    answer = owner.ask(method, f"{path}/{what}", json=body)
    assert answer.status_code in (404, 414, 422)
    assert answer.json()["detail"]
    assert owner.get(f"{path}/keys").json() == before


def test_names_are_erased_for_good(service: Instance, made: dict[str, Any]) -> None:
    """An erased name is nowhere, not even for the owner; erasing one player's leaves the others'."""
    path = f"/api/games/{made['id']}"
    owner = service.person(made["keys"]["owner"])
    assert "Maria" in owner.get(f"{path}/notation").text
    assert owner.ask("DELETE", f"{path}/names/blue").status_code == 204
    text = owner.get(f"{path}/notation").text
    assert "Maria" not in text
    assert "Angelica" in text
    assert owner.ask("DELETE", f"{path}/names").status_code == 204
    text = owner.get(f"{path}/notation").text
    assert "Angelica" not in text
    assert "Anna" not in text
    assert [person["name"] for person in owner.get(f"{path}/keys").json()["people"]] == ["", "", ""]
