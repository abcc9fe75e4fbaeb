"""Comments: public ones for everybody, own ones for nobody else, each added once and changed by its author."""

from typing import Any

from msgspec.structs import replace

from calimala_es.game import play
from notation import dumps
from tests.service.asking import Instance, Person
from tests.service.test_decisions import OPENING, SETUP, write


def game(service: Instance) -> tuple[str, dict[str, Person]]:
    """Return the address of a game that is under way, and a client for each key."""
    made = service.game(dumps(play(SETUP)))
    path, keys = f"/api/games/{made['id']}", made["keys"]
    people = {name: service.person(keys[name]) for name in ("owner", "recorder", "viewer")}
    people |= {f"seat{seat}": service.person(key) for seat, key in enumerate(keys["seats"])}
    write(people["recorder"], f"{path}/decisions", {"notation": OPENING}, "*")
    return path, people


def say(person: Person, path: str, key: str = "", **body: Any) -> Any:
    return person.post(f"{path}/comments", json=body, headers={"Idempotency-Key": key} if key else {})


def texts(person: Person, path: str) -> list[str]:
    return [one["text"] for one in person.get(f"{path}/comments").json()["comments"]]


def test_what_is_said_aloud_is_heard_by_all(service: Instance) -> None:
    """A public comment is in everybody's text of the game, after the decision that it is about."""
    path, people = game(service)
    answer = say(people["recorder"], path, text="<b>Well</b> {done}", at="0.0.4")
    assert answer.status_code == 201, answer.text
    assert answer.json()["decision"] == 4
    say(people["seat1"], path, text="Yes.")
    for person in (*people.values(), service.anybody()):
        assert "&table@" in person.get(f"{path}/notation").text
    assert texts(people["seat0"], path) == ["<b>Well</b> {done}", "Yes."]


def test_what_a_seat_says_to_itself(service: Instance) -> None:
    """During the game a seat's own comment is shown only to the recorder, who sees everything."""
    path, people = game(service)
    others = [people["seat1"], people["viewer"], service.anybody()]
    before = [person.get(f"{path}/{what}").content for person in others for what in ("notation", "now", "comments")]
    answer = say(people["seat0"], path, text="Hamburg is mine.", layer="own").json()
    assert answer["layer"] == "seat-blue"
    assert before == [
        person.get(f"{path}/{what}").content for person in others for what in ("notation", "now", "comments")
    ]
    for name in ("seat0", "owner", "recorder"):
        assert "Hamburg" in people[name].get(f"{path}/notation").text
        assert texts(people[name], path) == ["Hamburg is mine."]
    say(people["seat1"], path, text="aloud")
    alone = service.game(dumps(play(SETUP)))
    assert people["seat1"].get(f"{path}/comments").json()["comments"][0]["id"] == "table-3"
    assert service.person(alone["keys"]["seats"][1]).get(f"/api/games/{alone['id']}/comments").json()["comments"] == []


def test_spectators_read_public_comments(service: Instance) -> None:
    """Spectators read public comments, cannot change them, and do not read names."""
    made = service.game(dumps(replace(play(SETUP), headers=(("Blue", "Zenobia"),))))
    path, keys = f"/api/games/{made['id']}", made["keys"]
    recorder, owner = service.person(keys["recorder"]), service.person(keys["owner"])
    lookers = [service.anybody(), service.person(keys["viewer"])]
    for layer in ("table", "own"):
        say(recorder, path, text=f"Zenobia is late, {layer}", layer=layer)
    for looker in lookers:
        (answer,) = looker.get(f"{path}/comments").json()["comments"]
        assert (answer["text"], answer["layer"], answer["mine"]) == ("Blue is late, table", "table", False)
    owner.ask("PUT", f"{path}/names", json={"shown": True})
    assert texts(lookers[0], path) == ["Zenobia is late, table"]
    owner.ask("PUT", f"{path}/visibility", json={"visibility": "private"})
    assert lookers[0].get(f"{path}/comments").status_code == 404
    assert texts(lookers[1], path) == ["Zenobia is late, table"]


def test_what_somebody_says_to_themselves_changes_no_other_text(service: Instance) -> None:
    """A spectator's text does not depend on the own comments of others."""
    path, people = game(service)
    said = "The scribe saw that blue has a seat for the owner."
    say(people["seat1"], path, text=said)
    read = [people["viewer"].get(f"{path}/{what}").text for what in ("comments", "notation")]
    assert said in read[0]
    for name in ("seat0", "recorder", "owner"):
        say(people[name], path, text="mine", layer="own")
    assert [people["viewer"].get(f"{path}/{what}").text for what in ("comments", "notation")] == read


def test_said_once(service: Instance) -> None:
    """A repeated comment with the same idempotency key is added once."""
    path, people = game(service)
    first, again = (say(people["recorder"], path, "a name", text="once") for _ in range(2))
    assert first.json() == again.json()
    assert texts(people["recorder"], path) == ["once"]
    assert say(people["recorder"], path, "a name", text="twice").status_code == 422


def test_changed_by_whose_it_is(service: Instance) -> None:
    """Only the author and the owner can change and retract an own comment."""
    path, people = game(service)
    mine = say(people["seat0"], path, text="mine", layer="own").json()["id"]
    aloud = say(people["seat0"], path, text="aloud").json()["id"]

    def ask(name: str, method: str, id: str, **body: Any) -> Any:
        return people[name].ask(method, f"{path}/comments/{id}", **body)

    assert ask("seat0", "PUT", mine, json={"text": "changed"}).json()["text"] == "changed"
    for name, status in (("seat1", 404), ("viewer", 403), ("recorder", 403)):
        assert ask(name, "PUT", mine, json={"text": "theirs"}).status_code == status, name
    assert ask("seat1", "DELETE", aloud).status_code == 403
    assert ask("recorder", "PUT", aloud, json={"text": "quiet"}).status_code == 200
    assert texts(people["seat0"], path) == ["changed", "quiet"]
    assert ask("seat0", "DELETE", mine).status_code == 204
    assert ask("owner", "DELETE", aloud).status_code == 204
    assert texts(people["owner"], path) == []


def test_an_invalid_comment_is_rejected(service: Instance) -> None:
    """A comment that is too long, empty, at no moment of the game, or by a spectator is rejected."""
    path, people = game(service)
    wrong: list[tuple[int, dict[str, Any]]] = [
        (422, {"text": ""}),
        (422, {"text": " \n\t"}),
        (422, {"text": "x" * 10_001}),
        (404, {"text": "x", "at": 99}),
        (404, {"text": "x", "at": "9.9.9"}),
        (422, {"text": "x", "layer": "red"}),
    ]
    for status, body in wrong:
        assert say(people["recorder"], path, **body).status_code == status, body
    assert say(people["viewer"], path, text="x").status_code == 403
    assert say(service.anybody(), path, text="x").status_code == 401
    assert texts(people["owner"], path) == []
