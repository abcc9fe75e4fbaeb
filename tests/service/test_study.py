"""Studying over HTTP: notes of every kind and variations, who reads and changes them, and variations that are tried."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from calimala_es.game import play
from notation import dumps, loads
from replays.service.api import notes as notes_module
from tests.profiles import is_long
from tests.service.asking import Instance, Person
from tests.service.test_decisions import OPENING, SETUP, write


@pytest.fixture
def over(service: Instance) -> tuple[str, dict[str, Person]]:
    """Return the address of a game that is over, and a client for each key."""
    return game(service, Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))


@pytest.fixture
def open_game(service: Instance) -> tuple[str, dict[str, Person]]:
    """Return the same for a game that is under way."""
    path, people = game(service, dumps(play(SETUP)))
    write(people["recorder"], f"{path}/decisions", {"notation": OPENING}, "*")
    return path, people


def game(service: Instance, text: str) -> tuple[str, dict[str, Person]]:
    made = service.game(text)
    keys = made["keys"]
    people = {name: service.person(keys[name]) for name in ("owner", "recorder", "viewer")}
    people |= {f"seat{seat}": service.person(key) for seat, key in enumerate(keys["seats"])}
    return f"/api/games/{made['id']}", people | {"nobody": service.anybody()}


def add(person: Person, path: str, version: object = "*", key: str = "", **body: Any) -> Any:
    return write(person, f"{path}/notes", body, version, key)


def listed(person: Person, path: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.get(f"{path}/notes").json()["notes"]
    return found


def change(person: Person, path: str, note: dict[str, Any], version: str = "", **body: Any) -> Any:
    headers = {"If-Match": version or f'"{note["version"]}"'}
    return person.ask("PUT", f"{path}/notes/{note['id']}", json=body, headers=headers)


def test_notes_of_every_kind(over: tuple[str, dict[str, Person]]) -> None:
    """A note of each kind is in the text of the game after its decision, and on the page at the position that the list
    gives, under the name of who wrote it."""
    path, people = over
    kinds = {
        "comment": "Why not the port?",
        "position": "A quiet moment.",
        "glyph": "!?",
        "advantage": "b+",
        "evaluation": "40-30-20-10",
        "mark": "SMF.W",
        "title": "The turn",
    }
    for kind, text in kinds.items():
        answer = add(people["seat1"], path, kind=kind, text=text, at="7.1.1")
        assert answer.status_code == 201, answer.text
        assert (answer.json()["kind"], answer.json()["text"]) == (kind, text)
    notes = [one for one in listed(people["owner"], path) if one["layer"] == "seat-red"]
    assert {one["kind"]: one["text"] for one in notes} == kinds
    assert {one["author"] for one in notes} == {"Angelica"}
    assert not any(one["mine"] for one in listed(people["seat0"], path))
    assert all(one["mine"] for one in notes), "the owner may change every note"
    page = people["nobody"].get(f"{path}/page").json()
    (position,) = {one["position"] for one in notes}
    (remarks,) = [found for line, at, found in page["remarks"] if (line, at) == (0, position)]
    assert {remark["kind"] for remark in remarks} >= {"comment", "glyph", "advantage", "evaluation", "mark", "title"}
    assert "!?" in people["nobody"].get(f"{path}/notation").text


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (422, {"kind": "glyph", "text": "nonsense", "at": "7"}),
        (422, {"kind": "mark", "text": "ZZZ", "at": "7"}),
        (422, {"kind": "evaluation", "text": "50-50", "at": "7"}),
        (422, {"kind": "comment", "text": " \n", "at": "7"}),
        (422, {"kind": "comment", "text": "x" * 10_001, "at": "7"}),
        (422, {"kind": "check", "text": "=bry", "at": "7"}),
        (404, {"kind": "comment", "text": "x", "at": "999"}),
        (404, {"kind": "comment", "text": "x", "at": "v9:7"}),
        (404, {"kind": "comment", "text": "x", "position": 99_999}),
        (404, {"kind": "comment", "text": "x", "position": 1, "line": "v9"}),
        (422, {"kind": "comment", "text": "x", "position": -1}),
        (422, {"kind": "variation", "at": "7"}),
        (422, {"kind": "variation", "at": "7", "decisions": "QQ"}),
        (422, {"kind": "variation", "at": "7", "decisions": "AS {a note}"}),
        (422, {"kind": "variation", "at": "7", "decisions": "AS " * 4000}),
        (422, {"kind": "variation", "at": "", "decisions": "AS"}),
        (422, {"kind": "variation", "at": "6", "decisions": "AS", "text": "x" * 201}),
    ],
)
def test_what_is_no_note(over: tuple[str, dict[str, Person]], status: int, body: dict[str, Any]) -> None:
    """A text not of its kind, too long, or at no place of the game is refused with a reason; nothing is saved."""
    path, people = over
    before = listed(people["owner"], path)
    answer = add(people["owner"], path, **body)
    assert answer.status_code == status, answer.text
    assert answer.json()["detail"]
    assert listed(people["owner"], path) == before


def test_who_may_write(over: tuple[str, dict[str, Person]]) -> None:
    """Players and recorders read and write notes; a viewer and somebody without a key are refused."""
    path, people = over
    note = add(people["recorder"], path, kind="comment", text="mine", at="7").json()
    requests = [
        ("GET", "notes", None),
        ("POST", "notes", {"kind": "comment", "text": "x"}),
        ("PUT", f"notes/{note['id']}", {"text": "x"}),
        ("DELETE", f"notes/{note['id']}", None),
        ("POST", "trial", {"at": "6"}),
    ]
    for name, status in (("viewer", 403), ("nobody", 401)):
        for method, what, body in requests:
            answer = people[name].ask(method, f"{path}/{what}", json=body, headers={"If-Match": "*"})
            assert answer.status_code == status, (name, what)
    assert change(people["seat0"], path, note, text="theirs").status_code == 403
    assert change(people["owner"], path, note, text="better").json()["text"] == "better"


def test_in_an_open_game_a_seat_reads_no_notes_of_others(open_game: tuple[str, dict[str, Person]]) -> None:
    """While a game continues, a seat reads its own notes and those of the table, and what others write to themselves
    does not show, not even in ids."""
    path, people = open_game
    add(people["seat1"], path, kind="comment", text="aloud", at="0.0.1", layer="table")
    before = people["seat0"].get(f"{path}/notes").content
    for name in ("seat1", "seat2", "recorder", "owner"):
        for kind, text in (("comment", "hidden"), ("glyph", "!"), ("mark", "b.wood")):
            assert add(people[name], path, kind=kind, text=text, at="0.0.1").status_code == 201
    assert add(people["recorder"], path, kind="variation", at="0.0.1", decisions="?").status_code == 201
    assert people["seat0"].get(f"{path}/notes").content == before
    mine = add(people["seat0"], path, kind="comment", text="only me", at="0.0.1").json()
    assert [(one["text"], one["mine"]) for one in listed(people["seat0"], path)] == [
        ("aloud", False),
        ("only me", True),
    ]
    hidden = next(one for one in listed(people["owner"], path) if one["layer"] == "seat-red")
    assert change(people["seat0"], path, hidden, "*", text="x").status_code == 404
    assert change(people["seat1"], path, mine, "*", text="x").status_code == 404


def test_in_an_open_game_a_seat_plays_no_variations(open_game: tuple[str, dict[str, Person]]) -> None:
    """Whether a variation is legal may reveal hidden cards, so a seat neither adds nor tries one before the end."""
    path, people = open_game
    assert people["seat0"].get(f"{path}/notes").json()["varies"] is False
    for name, status in (("seat0", 403), ("recorder", 200), ("owner", 200)):
        tried = people[name].post(f"{path}/trial", json={"at": "start", "decisions": ""})
        assert tried.status_code == status, name
        added = add(people[name], path, kind="variation", at="start", decisions="?")
        assert added.status_code == (201 if status == 200 else 403), added.text


def test_a_variation(over: tuple[str, dict[str, Person]]) -> None:
    """A variation is played, named, made longer and shorter, annotated and deleted by who wrote it."""
    path, people = over
    seat = people["seat0"]
    trial = seat.post(f"{path}/trial", json={"at": "6"}).json()
    assert (trial["page"], trial["line"], trial["symbols"]) == (None, "", [])
    assert {one["group"] for one in trial["options"]} == {"street"}
    street = trial["options"][0]["symbol"]
    played = seat.post(f"{path}/trial", json={"at": "6", "decisions": street}).json()
    line = next(one for one in played["page"]["lines"] if one["id"] == played["line"])
    assert line["frames"]
    lines = seat.get(f"{path}/page").json()["lines"]
    assert played["line"] not in {one["id"] for one in lines}, "nothing is saved"
    made = add(seat, path, kind="variation", text="The other way", at="6", decisions=" ".join(played["symbols"]))
    assert made.status_code == 201, made.text
    note = made.json()
    assert (note["text"], note["decisions"], note["author"]) == ("The other way", played["symbols"], "Maria")
    more = seat.post(f"{path}/trial", json={"at": f"{note['label']}:7", "decisions": ""}).json()
    assert more["continues"] == note["label"]
    longer = [*note["decisions"], more["options"][0]["symbol"]]
    answer = change(seat, path, note, decisions=" ".join(longer))
    assert answer.json()["decisions"] == longer, answer.text
    assert answer.json()["text"] == "The other way"
    inside = add(people["seat1"], path, kind="comment", text="And then?", at=f"{note['label']}:7").json()
    assert inside["line"] == note["label"]
    renamed = change(seat, path, answer.json(), text="Shorter", decisions=street).json()
    assert (renamed["text"], renamed["decisions"]) == ("Shorter", [street])
    other = next(one["symbol"] for one in trial["options"] if one["symbol"][:2] != street[:2])
    assert change(seat, path, renamed, decisions=other).status_code == 422
    gone = seat.ask("DELETE", f"{path}/notes/{note['id']}", headers={"If-Match": f'"{renamed["version"]}"'})
    assert gone.status_code == 204
    assert not [one for one in listed(people["owner"], path) if one["kind"] == "variation"]


def test_a_note_that_somebody_else_changed(over: tuple[str, dict[str, Person]]) -> None:
    """A change names the version of the note that was seen; where it has another one nothing is changed, and the answer
    has the note as it is."""
    path, people = over
    note = add(people["seat0"], path, kind="comment", text="first", at="7").json()
    other = change(people["owner"], path, note, text="second").json()
    stale = change(people["seat0"], path, note, text="third")
    assert stale.status_code == 412
    assert stale.json()["note"] == {**other, "mine": True}
    assert people["seat0"].ask("PUT", f"{path}/notes/{note['id']}", json={"text": "x"}).status_code == 428
    assert [one["text"] for one in listed(people["owner"], path) if one["id"] == note["id"]] == ["second"]


def test_a_game_that_somebody_changed_meanwhile(open_game: tuple[str, dict[str, Person]]) -> None:
    """A note about an unchanged decision is added although the game went on; one about a decision that was replaced
    meanwhile is refused, and so is one without a version."""
    path, people = open_game
    recorder = people["recorder"]
    version = recorder.get(f"{path}/notes").json()["version"]
    write(recorder, f"{path}/decisions", {"notation": "?"}, "*")
    assert add(recorder, path, version, kind="comment", text="early", at="0.0.1").status_code == 201
    write(recorder, f"{path}/corrections", {"at": 4, "replace": "LIS"}, "*")
    assert add(recorder, path, version, kind="comment", text="early", at="0.0.1").status_code == 201
    refused = add(recorder, path, version, kind="comment", text="late", at="")
    assert (refused.status_code, refused.json()["type"]) == (412, "/api/problems/stale")
    body = {"kind": "comment", "text": "x"}
    assert recorder.post(f"{path}/notes", json=body).status_code == 428
    assert [one["text"] for one in listed(recorder, path)] == ["early", "early"]


def test_added_once(over: tuple[str, dict[str, Person]]) -> None:
    """A note whose answer was lost is sent again by its name, and is there once."""
    path, people = over
    first, again = (add(people["owner"], path, "*", "a name", kind="glyph", text="!", at="7") for _ in range(2))
    assert first.json() == again.json()
    assert [one["id"] for one in listed(people["owner"], path) if one["layer"] == "owner"] == [first.json()["id"]]


def test_no_more_variations_than_a_page_shows(
    over: tuple[str, dict[str, Person]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game has as many variations as its page shows."""
    path, people = over
    monkeypatch.setattr(notes_module, "MOST_LINES", 1)
    owner = people["owner"]
    street = owner.post(f"{path}/trial", json={"at": "6"}).json()["options"][0]["symbol"]
    first, second = (add(owner, path, kind="variation", at="6", decisions=street) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 422)


def test_a_place_by_its_position(over: tuple[str, dict[str, Person]]) -> None:
    """A position of the page names a place as exactly as the page shows it, also inside a variation."""
    path, people = over
    owner = people["owner"]
    page = owner.get(f"{path}/page").json()
    for position in (0, 1, 100, 101, 102, len(page["lines"][0]["frames"])):
        note = add(owner, path, kind="comment", text=f"at {position}", position=position).json()
        assert abs(note["position"] - position) <= 3, "beside the end of an activation, a note is about what was done"
    street = owner.post(f"{path}/trial", json={"at": "6"}).json()["options"][0]["symbol"]
    variation = add(owner, path, kind="variation", at="6", decisions=street).json()
    leaves = variation["position"]
    inside = add(owner, path, kind="comment", text="in", line=variation["label"], position=leaves + 1).json()
    assert (inside["line"], inside["position"] >= inside["first"] > leaves) == (variation["label"], True)
    before = add(owner, path, kind="comment", text="before", line=variation["label"], position=leaves).json()
    assert (before["line"], before["position"] <= leaves) == ("", True)


def test_what_is_tried_can_be_saved(over: tuple[str, dict[str, Person]]) -> None:
    """Whatever is tapped from what may come, the decisions of the answer give the same answer again, and can be
    saved: at one turn, in a long run at three."""
    path, people = over
    random = Random(18)
    for turn in (3, 11, 19) if is_long() else (11,):
        at, decisions = str(turn), ""
        for _ in range(8 if is_long() else 4):
            result = people["owner"].post(f"{path}/trial", json={"at": at, "decisions": decisions}).json()
            assert " ".join(result["symbols"]) == decisions or not decisions, result["symbols"]
            if result["over"]:
                break
            symbol = random.choice(result["options"])["symbol"]
            played = people["owner"].post(f"{path}/trial", json={"at": at, "decisions": f"{decisions} {symbol}"})
            assert played.status_code == 200, played.text
            decisions = " ".join(played.json()["symbols"])
        assert add(people["owner"], path, kind="variation", at=at, decisions=decisions).status_code == 201
    loads(people["owner"].get(f"{path}/notation").text)
