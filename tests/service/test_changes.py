"""An answer that has only what changed: completed by what somebody has, it is the whole answer."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace
from starlette.responses import Response

from calimala_es.game import Move, play
from calimala_es.initial import shuffled_setup
from calimala_es.legal import legal
from calimala_es.view import PUBLIC, Viewer, view
from notation import dumps, loads
from notation.grammar.symbols import format_command
from replays.service.api.decision_options import unseen_command
from replays.service.limits import Workers
from replays.service.visibility.game_views import SeenMoves
from tests.profiles import few, is_long
from tests.service.asgi import Ask, answered
from tests.service.asking import Instance, Person
from tests.service.by_chance import any_command
from tests.strategies import Playout

TABLE: Final = "now?table=1"


def completed(before: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer with what the sender has of it, as documented."""
    if "since" not in answer:
        return answer
    changed = {**answer}
    assert changed.pop("since") == before["tag"]
    return {**before, **changed, "page": {**before["page"], **changed.get("page", {})}}


def begun(service: Instance, seed: int = 4) -> tuple[str, dict[str, Any]]:
    """Return the address of a game of three with names, and its keys."""
    names = '[Blue "Maria"]\n[Red "Angelica"]\n[Yellow "Tania"]\n'
    made = service.game(names + dumps(play(shuffled_setup("bry", Random(seed)))))
    return f"/api/games/{made['id']}", made["keys"]


def changed_somehow(owner: Person, seat: Person, path: str, random: Random) -> Any:
    """Change a game in some way that is possible; return the answer, which may refuse it."""
    game = loads(owner.get(f"{path}/notation").text)
    anything = {"If-Match": "*"}
    deed = random.choice(("decide", "decide", "decide", "undo", "redo", "correct", "name", "show", "enter"))
    if deed == "decide" and not game.state.is_over:
        symbol = format_command(game.state, any_command(game.state, random))
        return owner.post(f"{path}/decisions?now=0", json={"notation": symbol}, headers=anything)
    if deed in {"undo", "redo"}:
        return owner.post(f"{path}/{deed}?now=0", json={"count": random.randint(1, 3)}, headers=anything)
    if deed == "correct" and game.moves:
        at = random.randrange(len(game.moves))
        symbol = format_command(game.state_at(at), random.choice(legal(game.state_at(at))))
        body = {"at": at + 1, "replace": symbol, "rest": "nearest"}
        return owner.post(f"{path}/corrections?now=0", json=body, headers=anything)
    if deed == "name":
        players = [{"name": random.choice(("Maria", "Ann", "Bea"))}, {}, {}]
        return owner.post(f"{path}/corrections?now=0", json={"setup": {"players": players}}, headers=anything)
    if deed == "show":
        return owner.ask("PUT", f"{path}/names", json={"shown": random.random() < 0.5})
    cards = random.choice(("BAR.LON.HAM", "LIS.BRU.TRO", None))
    return seat.ask("PUT", f"{path}/hands/0", json={"cards": {"1": cards}})


@pytest.mark.parametrize("seed", few(range(12)))
def test_whatever_happens_nobody_has_anything_stale(service: Instance, seed: int) -> None:
    """After decisions, undo, redo, corrections, other names and cards that a seat entered, what the owner, a recorder,
    a seat and the public have, completed by what changed, is the whole answer. Some of them miss several changes."""
    random = Random(seed)
    path, keys = begun(service, seed)
    owner, seat = service.person(keys["owner"]), service.person(keys["seats"][0])
    people = (owner, service.person(keys["recorder"]), seat, service.anybody())
    owner.post(f"{path}/decisions?now=0", json={"notation": "? ? ?"}, headers={"If-Match": "*"})
    have = [person.get(f"{path}/{TABLE}").json() for person in people]
    shared = 0
    for _ in range(400 if is_long() else 8):
        changed_somehow(owner, seat, path, random)
        for number, person in enumerate(people):
            if random.random() < 0.4:
                answer = person.get(f"{path}/{TABLE}&since={have[number]['tag']}").json()
                shared += "since" in answer
                have[number] = completed(have[number], answer)
                assert have[number] == person.get(f"{path}/{TABLE}").json()
    assert shared > 2


def test_every_change_says_what_it_changed(service: Instance) -> None:
    """Decisions, undo and redo answer with what changed; of a snapshot that is the newest nothing did. The parts that
    hardly ever change are not sent again."""
    path, keys = begun(service)
    recorder = service.person(keys["recorder"])
    have = recorder.get(f"{path}/{TABLE}").json()
    for what, body in (("decisions", {"notation": "? ? ? HAM"}), ("undo", {}), ("redo", {})):
        headers = {"If-Match": f'"{have["version"]}"'}
        reply = recorder.post(f"{path}/{what}?table=1&since={have['tag']}", json=body, headers=headers)
        answer = reply.json()
        assert answer["since"] == have["tag"]
        assert not {"city", "council", "may"} & answer.keys()
        assert not {"world", "controls", "names", "slots"} & answer["page"].keys()
        have = completed(have, answer)
        assert reply.headers["ETag"] == f'"{have["version"]}"'
        assert have == recorder.get(f"{path}/{TABLE}").json()
    assert recorder.get(f"{path}/{TABLE}&since={have['tag']}").json() == {"since": have["tag"]}


def test_nothing_is_compared_with_what_somebody_else_has(service: Instance) -> None:
    """The tag of a snapshot that was given to somebody with other rights, in another language, with more or fewer
    decisions, by another game, or long ago, gets the whole answer."""
    path, keys = begun(service)
    owner, recorder, *seats = map(service.person, (keys["owner"], keys["recorder"], *keys["seats"][:2]))
    people = (owner, recorder, *seats, service.anybody())
    owner.post(f"{path}/decisions?now=0", json={"notation": "? ? ?"}, headers={"If-Match": "*"})
    tags = [person.get(f"{path}/{TABLE}").json()["tag"] for person in people]
    for person, tag in zip(people, [*tags[1:], tags[0]], strict=True):
        assert "since" not in person.get(f"{path}/{TABLE}&since={tag}").json()
    for more in ("lang=de", "last=5", "sheet=0"):
        assert "since" not in owner.get(f"{path}/{TABLE}&{more}&since={tags[0]}").json()
    elsewhere, others_keys = begun(service, 5)
    other = service.person(others_keys["owner"])
    assert "since" not in other.get(f"{elsewhere}/{TABLE}&since={tags[0]}").json()
    for what in ("undo", "redo") * 4:
        assert "since" in owner.get(f"{path}/{TABLE}&since={tags[0]}").json()
        owner.post(f"{path}/{what}?table=1", json={}, headers={"If-Match": "*"})
    assert "since" not in owner.get(f"{path}/{TABLE}&since={tags[0]}").json()


def test_long_answers(service: Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer with more than 60 decisions is made in a thread, so that others do not wait for it, and is not held:
    what changed since is the whole answer."""
    path, keys = begun(service)
    owner, threads = service.person(keys["owner"]), list[bool]()
    owner.post(f"{path}/decisions?now=0", json={"notation": "? ? ?"}, headers={"If-Match": "*"})

    async def run(_: Workers, who: str, call: Callable[[], Response], *, heavy: bool, writes: bool) -> Response:
        del who, heavy
        threads.append(writes)
        return call()

    for last, is_held in ((60, True), (61, False)):
        tag = owner.get(f"{path}/now?last={last}").json()["tag"]
        assert ("since" in owner.get(f"{path}/now?last={last}&since={tag}").json()) == is_held
        threads.clear()
        with monkeypatch.context() as patch:
            patch.setattr(Workers, "run", run)
            asyncio.run(answered(service.app, Ask("GET", f"{path}/now?last={last}"), keys["owner"]))
        assert (not threads) == is_held


@pytest.mark.parametrize("count", [3, 40])
def test_a_tag_says_nothing_of_what_cannot_be_seen(service: Instance, count: int) -> None:
    """Somebody who does not see that a hidden card was corrected, or that another seat entered its cards, learns that
    nothing changed, also of a game that they have watched for a while; and in other answers too."""
    path, keys = begun(service)
    owner, seat, anybody = service.person(keys["owner"]), service.person(keys["seats"][0]), service.anybody()
    random = Random(1)
    for _ in range(count):
        state = loads(owner.get(f"{path}/notation").text).state
        symbol = format_command(state, unseen_command(state) or any_command(state, random))
        owner.post(f"{path}/decisions?now=0", json={"notation": symbol}, headers={"If-Match": "*"})
        anybody.get(f"{path}/{TABLE}")
    have, shorter = anybody.get(f"{path}/{TABLE}").json(), anybody.get(f"{path}/{TABLE}&last=5").json()
    tag = have["tag"]
    cards = seat.get(f"{path}/hands/0").json()["commands"][0]["options"][0]
    assert seat.ask("PUT", f"{path}/hands/0", json={"cards": {"1": cards}}).status_code == 200
    assert anybody.get(f"{path}/{TABLE}&since={tag}").json() == {"since": tag}
    body = {"at": 1, "replace": cards}
    assert owner.post(f"{path}/corrections?now=0", json=body, headers={"If-Match": "*"}).status_code == 200
    assert anybody.get(f"{path}/{TABLE}&since={tag}").json() == {"since": tag}
    assert anybody.get(f"{path}/{TABLE}&last=5").json() == shorter
    assert anybody.get(f"{path}/{TABLE}&last=6").json()["page"] == have["page"]


@pytest.mark.parametrize("viewer", [PUBLIC, 1])
def test_what_is_seen_of_a_game_as_it_goes_on(viewer: Viewer) -> None:
    """The moves that a seat, or the public, sees of a game that goes on, one or several at a time, also after an undo,
    are those that it sees of the whole game; a move that was there before is the same object."""
    game, seen_moves = Playout(3, 7).game, SeenMoves()
    before: tuple[Move, ...] = ()
    for count in (0, 1, 40, 41, 60, 50, 51, 90, len(game.moves)):
        part = replace(game, moves=game.moves[:count])
        seen = seen_moves.of(part, viewer)
        assert seen == view(part, viewer)
        if len(before) <= count:
            assert all(one is other for one, other in zip(before, seen.moves, strict=False))
        before = seen.moves
