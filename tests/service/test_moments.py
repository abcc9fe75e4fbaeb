"""A game at a moment: the position, legal decisions, and the analysis so far."""

import pytest

from calimala_es.components import COLOUR_WORDS
from calimala_es.legal import legal
from notation import loads
from notation.grammar.symbols import format_command
from replays.edit.tree import Tree
from replays.replay import Replay
from tests.page.examples import text_of
from tests.service.asking import Instance, Person


def branched(service: Instance) -> tuple[str, Person, Tree, str]:
    """Return a game with a variation `port`: its address, a client, its tree, and the first place of the variation."""
    tree = Tree.read(text_of("game-of-four"))
    node = next(node for node in tree.main if node.event_ids[0].turn == 9 and len(legal(node.parent.state)) > 1)
    other = next(command for command in legal(node.parent.state) if command != node.command)
    node.add_variation([other], id="port")
    path = f"/api/games/{service.game(tree.text())['id']}"
    last = tree.variation("port").last
    assert last is not None
    return path, service.anybody(), tree, f"port:{'.'.join(map(str, last.places[0].numbers))}"


def test_a_moment_of_a_variation(service: Instance) -> None:
    """Position, options and analysis of a place in a variation are those of the variation, like its picture."""
    path, somebody, tree, place = branched(service)
    last = tree.variation("port").last
    assert last is not None
    for what in ("state", "analysis"):
        answer = somebody.get(f"{path}/{what}?at={place}").json()
        assert answer["at"] == place
        assert somebody.get(f"{path}/{what}?at=port").json()["at"].startswith("port:")
    main = place.partition(":")[2]
    here, there = (somebody.get(f"{path}/state?at={at}").json() for at in (place, main))
    assert {**here, "at": ""} != {**there, "at": ""}
    answer = somebody.get(f"{path}/legal?at=port").json()
    assert answer["at"].startswith("port:")
    assert [one["symbol"] for one in answer["options"]] == [
        format_command(last.state, one) for one in legal(last.state)
    ]


@pytest.mark.parametrize("what", ["state", "legal", "analysis"])
def test_a_place_that_is_not_there(service: Instance, what: str) -> None:
    """The error about a missing place names it; the start exists."""
    path, somebody, _, _ = branched(service)
    for at in ("nope:2", "nope", "port:999", "999", "<b>", "7" * 400):
        answer = somebody.get(f"{path}/{what}", params={"at": at})
        assert answer.status_code == 404, at
        assert "place  in" not in answer.json()["detail"]
    assert somebody.get(f"{path}/{what}?at=start").json()["at"] == ""


def test_what_may_come_is_asked_where_the_game_waits(service: Instance) -> None:
    """Between automatic events the legal decisions are those of the next moment with a choice, which is named."""
    text = text_of("game-of-four")
    path = f"/api/games/{service.game(text)['id']}"
    record = loads(text)
    replay = Replay(record)
    between = next(at for at in range(1, replay.last) if at not in replay.firsts)
    waits = next(first for first in replay.firsts if first > between)
    answer = service.anybody().get(f"{path}/legal?at={replay.ids[between - 1]}").json()
    state = replay.states[waits]
    assert answer["at"] == str(replay.ids[waits - 1])
    assert answer["options"]
    assert [one["symbol"] for one in answer["options"]] == [format_command(state, one) for one in legal(state)]
    actor = state.actor
    assert answer["player"] == (None if actor is None else COLOUR_WORDS[record.setup.colours[actor]])


@pytest.mark.parametrize("what", ["", "/state", "/now", "/legal", "/notation", "/events", "/analysis", "/comments"])
def test_an_answer_is_cached_for_who_asked(service: Instance, what: str) -> None:
    """No cache gives one client the answer of another key, or stores an answer too long."""
    made = service.game(text_of("study"))
    for key in (made["keys"]["recorder"], made["keys"]["viewer"]):
        answer = service.person(key).get(f"/api/games/{made['id']}{what}")
        assert "Authorization" in answer.headers["vary"]
        assert "no-cache" in answer.headers["cache-control"]


@pytest.mark.parametrize("what", ["notation", "events", "analysis"])
def test_what_somebody_has_is_not_sent_again(service: Instance, what: str) -> None:
    """The tag depends on the content: a client with the same content gets none, and other content has another tag."""
    made = service.game(text_of("study"))
    path = f"/api/games/{made['id']}/{what}"
    recorder, viewer = (service.person(made["keys"][role]) for role in ("recorder", "viewer"))
    first, other = recorder.get(path), viewer.get(path)
    assert (first.content == other.content) == (first.headers["etag"] == other.headers["etag"])
    again = recorder.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    recorder.post(f"/api/games/{made['id']}/undo", json={}, headers={"If-Match": "*"})
    later = recorder.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert later.status_code == 200
