"""Correcting an old decision: later decisions that become illegal are reported, and nothing is written before choices
are made."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given

from calimala_es import legal
from calimala_es.commands import MarkMissed
from calimala_es.game import play
from notation import dumps, loads
from notation.grammar.symbols import format_command
from replays.replay import Replay
from tests.profiles import examples, few
from tests.service.asking import Instance, Person, instance
from tests.service.test_decisions import OPENING, SETUP, begun, played, write
from tests.strategies import AT_THE_TABLE, KNOWN, Playout, any_games


def corrected(recorder: Person, path: str, version: object = "*", key: str = "", **body: Any) -> Any:
    return write(recorder, f"{path}/corrections", body, version, key)


def test_a_corrected_decision(service: Instance) -> None:
    """A decision is replaced by its number or its id, and undo restores the old game."""
    path, recorder = begun(service, SETUP)
    write(recorder, f"{path}/decisions", {"notation": OPENING}, "*")
    before = played(recorder, path)
    answer = corrected(recorder, path, at=4, replace="LIS")
    assert answer.status_code == 200, answer.text
    assert answer.json()["written"]
    assert [one["symbol"] for one in answer.json()["now"]["last"]][3] == "LIS"
    again = corrected(recorder, path, at=answer.json()["now"]["last"][3]["id"], replace="BAR")
    assert [one["symbol"] for one in again.json()["now"]["last"]][3] == "BAR"
    assert len(played(recorder, path)) == len(before)


def test_once_and_as_it_was_seen(service: Instance) -> None:
    """A correction is applied once, and rejected for a game that others have changed."""
    path, recorder = begun(service, SETUP)
    write(recorder, f"{path}/decisions", {"notation": OPENING}, "*")
    version = recorder.get(f"{path}/now").json()["version"]
    first, second = (corrected(recorder, path, version, "key", at=4, replace="LIS") for _ in range(2))
    assert first.status_code == second.status_code == 200
    assert first.json()["version"] == second.json()["version"]
    assert corrected(recorder, path, version, at=4, replace="BAR").status_code == 412


def test_names_are_corrected_once(service: Instance) -> None:
    """A repeated correction of names changes nothing, also where somebody corrected them again since, and is not
    refused, though the game has another version by then."""
    path, recorder = begun(service, SETUP)
    version = recorder.get(f"{path}/now").json()["version"]
    named = [{"players": [{"name": name}, {}, {}]} for name in ("Ann", "Bea")]
    first = corrected(recorder, path, version, "key", setup=named[0])
    corrected(recorder, path, setup=named[1])
    again = corrected(recorder, path, version, "key", setup=named[0])
    assert (first.status_code, again.status_code) == (200, 200), again.text
    assert '"Bea"' in recorder.get(f"{path}/notation").text


def test_nobody_learns_that_a_hidden_card_was_corrected() -> None:
    """A viewer who does not see a card cannot notice its correction, not even by a version, and can go on from what
    they had. A correction without a change is not written."""
    seen: list[object] = []
    for number in (0, 1, 2):
        (service,) = instance()
        made = service.game(dumps(play(SETUP)), "public")
        path, recorder = f"/api/games/{made['id']}", service.person(made["keys"]["recorder"])
        write(recorder, f"{path}/decisions", {"notation": "? ? ? LIS"}, "*")
        somebody, seat = service.anybody(), service.person(made["keys"]["seats"][2])
        before = somebody.get(f"{path}/now").json()["version"]
        if number:
            once, again = (corrected(recorder, path, at=number, replace="BAR.LON.HAM") for _ in range(2))
            assert once.status_code == again.status_code == 200
            assert before < once.json()["version"] == again.json()["version"]
        change, *lines = somebody.get(f"{path}/events?since={before}").text.splitlines()
        assert not lines
        assert f'"version":{before}' in change
        listed = somebody.get("/api/games")
        write(recorder, f"{path}/decisions", {"notation": "? ? ?"}, "*")
        answers = [
            listed,
            *(somebody.get(f"{path}/{what}") for what in ("now", "state", "legal", "events", "analysis", "page")),
        ]
        answers += [seat.get(f"{path}/{what}") for what in ("now", "events", "hands/2")]
        answers.append(seat.ask("PUT", f"{path}/hands/2", json={"cards": {"7": "BRU"}}))
        assert answers[-1].json()["kept"] == ["BRU"]
        seen.append([(one.status_code, dict(one.headers), one.content) for one in answers])
    assert seen[0] == seen[1]


def test_a_card_that_cannot_have_come_is_asked_for(service: Instance) -> None:
    """A recorded card that a correction makes impossible is asked for: it becomes unknown, or another card."""
    path, recorder = begun(service, SETUP)
    write(recorder, f"{path}/decisions", {"notation": "BAR.LON.HAM LIS.BRU.PAL ?"}, "*")
    version = recorder.get(f"{path}/now").json()["version"]
    refused = corrected(recorder, path, at=1, replace="BAR.LON.PAL")
    assert refused.status_code == 409
    (broken,) = refused.json()["broken"]
    assert (broken["symbol"], broken["trouble"], broken["choices"]) == ("LIS.BRU.PAL", "chance", ["stopped"])
    assert [way["symbol"] for way in broken["nearest"]] == ["?"]
    assert recorder.get(f"{path}/now").json()["version"] == version
    for choice, instead in (("LIS.BRU.HAM", "LIS.BRU.HAM"), ("nearest", "?"), ("dropped", "?")):
        answer = corrected(recorder, path, at=1, replace="BAR.LON.PAL", choices={broken["id"]: choice}, dry=True)
        assert [(one["what"], one["instead"]) for one in answer.json()["outcomes"]] == [("replaced", [instead])]
    assert corrected(recorder, path, at=1, replace="BAR.LON.PAL", rest="observed").status_code == 200
    assert recorder.get(f"{path}/notation").text.splitlines()[-1].split()[1:4] == ["BAR.LON.PAL", "?", "?"]


def test_an_invalid_correction_is_rejected(service: Instance) -> None:
    """An unknown place, no decision, or two ways at once are rejected, and nothing is written."""
    path, recorder = begun(service, SETUP)
    write(recorder, f"{path}/decisions", {"notation": OPENING}, "*")
    version = recorder.get(f"{path}/now").json()["version"]
    wrong: list[tuple[int, dict[str, Any]]] = [
        (404, {"at": 99, "delete": True}),
        (404, {"at": "9.9.9", "delete": True}),
        (422, {"at": 4}),
        (422, {"at": 4, "delete": True, "insert": "?"}),
        (422, {"at": 4, "replace": "AS"}),
        (422, {"at": 4, "replace": "LIS {a word}"}),
    ]
    for status, body in wrong:
        assert corrected(recorder, path, **body).status_code == status, body
    assert recorder.get(f"{path}/now").json()["version"] == version


@examples(6)
@given(any_games(KNOWN, AT_THE_TABLE))
def test_nothing_is_written_before_it_was_chosen(playout: Playout) -> None:
    """A dry run, and a correction with choices missing, change nothing; with all choices the rest follows them."""
    random = Random(playout.seed)
    commands = playout.game.commands
    replay = Replay(play(playout.states[0], commands))
    for service in instance():
        path, recorder = begun(service, playout.setup, commands)
        text, version = recorder.get(f"{path}/notation").text, recorder.get(f"{path}/now").json()["version"]
        number = random.randrange(len(playout.steps))
        before = playout.steps[number].before
        other = format_command(before, random.choice(legal(before) or (commands[number],)))
        id = str(replay.ids[replay.firsts[number]])
        dry = corrected(recorder, path, at=id, replace=other, dry=True)
        if dry.status_code == 422:
            return
        assert dry.status_code == 200
        assert not dry.json()["written"]
        assert recorder.get(f"{path}/notation").text == text
        broken = dry.json()["broken"]
        if broken:
            refused = corrected(recorder, path, at=number + 1, replace=other)
            assert (refused.status_code, refused.json()["type"]) == (409, "/api/problems/disagreement")
            assert refused.json()["broken"] == broken
            assert recorder.get(f"{path}/notation").text == text
        choices = {one["id"]: (one["nearest"] or [{"symbol": "dropped"}])[0]["symbol"] for one in broken[:1]}
        done = corrected(recorder, path, version, at=id, replace=other, choices=choices, rest="dropped")
        assert done.status_code == 200, done.json()["detail"]
        assert len(played(recorder, path)) == done.json()["decisions"]
        assert service.store.verify(path.rpartition("/")[2]) == []


def test_choices_of_nothing_are_refused(service: Instance) -> None:
    """Choices for unknown decisions, and words that are not choices, are rejected by name."""
    path, recorder = begun(service, SETUP)
    write(recorder, f"{path}/decisions", {"notation": OPENING}, "*")
    for choices, named in (
        ({"9.9.9": "dropped"}, "9.9.9"),
        ({"<b>": "dropped"}, "<b>"),
        ({"0.0.4": "banana"}, "banana"),
        ({"0.0.4": ""}, "0.0.4"),
    ):
        refused = corrected(recorder, path, at=1, replace="?", choices=choices, dry=True)
        assert (refused.status_code, refused.json()["path"]) == (422, "$.choices"), choices
        assert named in refused.json()["detail"]
    for word in ("dropped", "nearest", "HAM"):
        assert corrected(recorder, path, at=1, replace="?", choices={"0.0.4": word}, dry=True).status_code == 200


def test_a_place_that_is_in_no_variation(service: Instance) -> None:
    """The error about an unknown place does not mention variations."""
    path, recorder = begun(service, SETUP)
    write(recorder, f"{path}/decisions", {"notation": OPENING}, "*")
    refused = corrected(recorder, path, at="E", delete=True)
    assert refused.status_code == 404
    assert "no variation" in refused.json()["detail"]


def _turns(recorder: Person, path: str, count: int) -> Any:
    """Return the game after some turns in which everything possible was done."""
    answer = write(recorder, f"{path}/decisions", {"notation": OPENING}, "*").json()
    while answer["turn"] <= count:
        symbols = [one["symbol"] for one in answer["options"] if one["group"] in ("street", "action")]
        symbol = (symbols or [one["symbol"] for one in answer["options"]])[0]
        answer = write(recorder, f"{path}/decisions", {"notation": symbol, "auto": True}, "*").json()
    return answer


def _settled(
    recorder: Person, path: str, choose: Callable[[Any], str], **edit: Any
) -> tuple[list[Any], dict[str, str]]:
    """Return the questions that were asked, from the first, until a correction was settled, and the choices."""
    choices: dict[str, str] = {}
    asked: list[Any] = []
    while broken := corrected(recorder, path, **edit, choices=choices, missing=True, dry=True).json()["broken"]:
        asked.append(broken[0])
        choices[broken[0]["id"]] = choose(broken[0])
    return asked, choices


def _done(broken: Any) -> str:
    """Return the first option by which something may have been done, or what it changed."""
    return str(broken["nearest"][0]["symbol"] if broken["nearest"] else "observed")


def _unseen(broken: Any) -> str:
    """Return the choice for what nobody saw or was not done."""
    return "missed" if broken["trouble"] == "missing" else "dropped"


def test_what_another_street_has_and_nobody_recorded_is_asked_for(service: Instance) -> None:
    """If a disc was on another street, its actions are asked for in their own turn: an option, not done, or not seen.
    Without an answer they are missed, and an answer to a question that is not asked is rejected."""
    path, recorder = begun(service, SETUP)
    _turns(recorder, path, 4)
    last = recorder.get(f"{path}/now?last=500").json()["last"]
    placed = next(one for one in last if one["id"] == "3.0.1")
    streets = [one["symbol"] for one in recorder.get(f"{path}/legal?before={placed['number']}").json()["options"]]
    edits: list[tuple[dict[str, Any], dict[str, str], bool]] = []
    sizes, ways = set[int](), set[str]()
    for edit in [{"at": "3.0.1", "replace": street} for street in few(streets, 4)]:
        dry = corrected(recorder, path, **edit, dry=True).json()
        assert all(one["trouble"] != "missing" for one in dry["broken"])
        for choose in (_done, _unseen):
            asked, choices = _settled(recorder, path, choose, **edit)
            for one in [one for one in asked if one["trouble"] == "missing"]:
                assert one["id"].startswith("+3.")
                assert one["words"].startswith(one["id"][1:])
                assert one["choices"] == ["missed"]
                assert any(one["what"] == "supplied" for one in dry["outcomes"])
                sizes.add(len(one["nearest"]))
                ways |= {way["symbol"][-1] for way in one["nearest"]}
                edits.append(({**edit, "missing": True}, choices, choose is _done))
    assert min(sizes) > 1
    assert "-" in ways
    edit, choices, _ = next(each for each in edits if each[2])
    stale = corrected(recorder, path, **edit, choices={"+9.9.9": "missed"}, dry=True)
    assert (stale.status_code, stale.json()["path"]) == (422, "$.choices")
    wrong = corrected(recorder, path, **edit, choices={**choices, [*choices][-1]: "QQ"}, dry=True)
    assert (wrong.status_code, wrong.json()["path"]) == (422, "$.choices")
    assert corrected(recorder, path, **edit, choices=choices).json()["written"]
    assert MarkMissed() not in played(recorder, path)
    write(recorder, f"{path}/undo", {}, "*")
    assert service.store.verify(path.rpartition("/")[2]) == []


def test_a_corrected_setup(service: Instance) -> None:
    """Names, colours, their order, tiles and headers are corrected as a decision is: every later decision is made
    again, and undo restores the old game."""
    path, recorder = begun(service, SETUP)
    write(recorder, f"{path}/decisions", {"notation": OPENING}, "*")
    before = played(recorder, path)
    version = recorder.get(f"{path}/now").json()["version"]
    council = " ".join(reversed(SETUP.council))
    players = [{"colour": "green", "name": "Maria"}, {"colour": "blue"}, {"colour": "y", "name": "Ann"}]
    setup = {"players": players, "council": council, "event": "Friday"}
    tried = corrected(recorder, path, version, setup=setup, dry=True)
    assert (tried.status_code, tried.json()["written"]) == (200, False), tried.text
    answer = corrected(recorder, path, version, setup=setup)
    assert answer.status_code == 200, answer.text
    game = loads(recorder.get(f"{path}/notation").text)
    assert (game.setup.colours, game.setup.council) == ("gby", tuple(reversed(SETUP.council)))
    assert [game.header(name) for name in ("Green", "Blue", "Yellow", "Event")] == ["Maria", None, "Ann", "Friday"]
    assert len(game.commands) == len(before)
    assert corrected(recorder, path, version, setup=setup).status_code == 412
    undone = write(recorder, f"{path}/undo", {"version": version}, "*")
    assert undone.status_code == 200, undone.text
    assert loads(recorder.get(f"{path}/notation").text).setup == SETUP


def test_a_setup_that_breaks_decisions(service: Instance) -> None:
    """Decisions that are illegal with the corrected tiles are listed, and nothing is written before each has a
    choice."""
    made = service.game(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    path, recorder = f"/api/games/{made['id']}", service.person(made["keys"]["recorder"])
    text = recorder.get(f"{path}/notation").text
    city = loads(text).setup.city
    other = city[1] + city[0] + city[2:]
    setup = {"city": f"{other[:3]}/{other[3]}-{other[5]}/{other[6:]}"}
    refused = corrected(recorder, path, setup=setup)
    assert (refused.status_code, refused.json()["type"]) == (409, "/api/problems/disagreement")
    assert refused.json()["broken"]
    assert recorder.get(f"{path}/notation").text == text
    written = corrected(recorder, path, setup=setup, rest="observed")
    assert written.status_code == 200, written.text
    assert loads(recorder.get(f"{path}/notation").text).setup.city == other


@pytest.mark.parametrize(
    "setup",
    [
        {"players": [{"colour": "blue"}, {"colour": "blue"}, {"colour": "red"}]},
        {"players": [{"colour": "pink"}, {"colour": "blue"}, {"colour": "red"}]},
        {"players": [{"colour": "blue"}, {"colour": "red"}]},
        {"players": [{"name": "Ann"}, {"name": "ann"}, {}]},
        {"city": "WBM/U-A/VTT"},
        {"city": "x" * 1001},
        {"council": "LIS"},
        {"families": "deal"},
        {"third": "pink"},
        {"colour": "blue"},
    ],
)
def test_a_setup_that_cannot_be(service: Instance, setup: dict[str, Any]) -> None:
    """A set-up that cannot be is refused with a reason, and nothing is written; only recorders correct one."""
    path, recorder = begun(service, SETUP)
    text = recorder.get(f"{path}/notation").text
    answer = corrected(recorder, path, setup=setup)
    assert answer.status_code == 422, answer.text
    assert answer.json()["detail"]
    assert corrected(service.anybody(), path, setup={"event": "x"}).status_code == 401
    assert recorder.get(f"{path}/notation").text == text
