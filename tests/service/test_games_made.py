"""Making and importing games: each once, dealt on request, with keys that open what they are for."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from calimala_es import Setup
from calimala_es.commands import ObservePart
from calimala_es.game import Game, Move, Variation, moves_from, play
from calimala_es.store import VisibilitySet
from notation import dumps, loads
from notation.json.events import dumps_events
from notation.share import encode
from replays.service import limits
from replays.service.limits import MOST_DECISIONS
from tests.profiles import is_long
from tests.service.asking import Instance
from tests.strategies import KNOWN, Playout

TABLE: dict[str, Any] = {
    "players": [{"name": "Maria"}, {"colour": "red", "name": "<b>Angelica</b>"}, {}],
    "deal": True,
    "event": "Friday",
}
NAME = "0123456789abcdefghijkl"


def made(service: Instance, body: dict[str, Any], name: str = "") -> Any:
    return service.anybody().post("/api/games", json=body, headers={"Idempotency-Key": name} if name else {})


def test_a_table_is_dealt(service: Instance) -> None:
    """A game for given players is dealt a set-up, and another one each time."""
    answer = [made(service, {"table": TABLE}).json() for _ in range(2)]
    games = [service.person(one["keys"]["owner"]).get(f"/api/games/{one['id']}/notation").text for one in answer]
    records = [loads(text) for text in games]
    assert records[0].setup.colours == "bry"
    assert records[0].header("Red") == "<b>Angelica</b>"
    assert records[0].setup.city != records[1].setup.city or records[0].setup.council != records[1].setup.council


@pytest.mark.parametrize(
    ("more", "rules"),
    [
        ({}, "first"),
        ({"edition": "second", "settings": "active_draw_limit=2"}, "second"),
        ({"intrigue": True}, "intrigue"),
        ({"families": "deal"}, "families"),
        ({"families": "Bardi,Medici,-"}, "families"),
        ({"players": [{"colour": "p"}, {"colour": "green"}], "third": "blue"}, "two-players"),
    ],
)
def test_a_deal_without_a_game(service: Instance, more: dict[str, Any], rules: str) -> None:
    """A set-up can be dealt for every rule set, described in words, and as a text that makes the game."""
    dealt = service.anybody().post("/api/deal", json={**TABLE, **more})
    assert dealt.status_code == 200, dealt.text
    assert dealt.json()["rules"] == rules
    game = made(service, {"notation": dealt.json()["notation"]}).json()
    answer = service.person(game["keys"]["owner"]).get(f"/api/games/{game['id']}").json()
    assert answer["rules"] == rules
    assert [one["colour"] for one in answer["players"]] == [one["colour"] for one in dealt.json()["setup"]["players"]]


NO_GAMES: list[dict[str, Any]] = [
    {},
    {"notation": "", "share": "x"},
    {"share": "x"},
    {"notation": "no game"},
    {"table": {"players": [{}]}},
    {"table": {**TABLE, "deal": False}},
    {"table": {**TABLE, "city": "WBM"}},
    {"table": {**TABLE, "council": "LIS LIS"}},
    {"table": {**TABLE, "settings": "none=7"}},
    {"table": {**TABLE, "families": "Borgia,-,-"}},
    {"table": {**TABLE, "intrigue": True, "intrigue_tiles": "WB:KR"}},
    {"table": {**TABLE, "players": [{"colour": "pink"}, {}]}},
    {"table": {**TABLE, "players": [{"colour": "b"}, {"colour": "blue"}, {}]}},
    {"table": {**TABLE, "strange": 1}},
]


@pytest.mark.parametrize("body", NO_GAMES)
def test_what_makes_no_game_is_refused(service: Instance, body: dict[str, Any]) -> None:
    """A body that is not a game, a share code or a legal table is rejected with what is wrong."""
    refused = made(service, body)
    assert refused.status_code == 422
    assert refused.json()["detail"]


def test_what_is_wrong_with_a_whole_text_is_nowhere(service: Instance) -> None:
    """The errors about a text that is too long or has no game have no line, column and context; that about too many
    words has its place."""
    texts = (
        ("{a comment}" * 200_000, "too long", False),
        ("? " * 50_000, "too many", True),
        ("", "no game in this text", False),
    )
    for text, detail, has_place in texts:
        answer = service.anybody().post("/api/games", json={"notation": text}).json()
        assert detail in answer["detail"]
        assert [name in answer for name in ("line", "column", "context")] == [has_place] * 3, answer["detail"]


@pytest.mark.parametrize(
    ("body", "headers", "status", "words"),
    [
        (b'{"notation": "\xff"}', {}, 400, "this is not text in UTF-8"),
        (b'{"notation": ', {}, 400, "this is not JSON: "),
        (b"{}", {"Content-Encoding": "gzip"}, 415, "the body must not be compressed, but its encoding is 'gzip'"),
    ],
)
def test_bodies_that_cannot_be_read(
    service: Instance, body: bytes, headers: dict[str, str], status: int, words: str
) -> None:
    """A body that is not text, not JSON or compressed is reported as such."""
    answer = service.anybody().post("/api/games", content=body, headers=headers)
    assert answer.status_code == status
    assert answer.json()["detail"].startswith(words)


def test_a_game_is_made_once(service: Instance) -> None:
    """A repeated request for a new game with the same key gets the same game with the same keys."""
    first, again = (made(service, {"table": TABLE}, NAME) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    other = made(service, {"table": {**TABLE, "event": "Saturday"}}, NAME)
    assert (other.status_code, other.json()["type"]) == (422, "/api/problems/key-reused")
    for name, words in (
        ("short", "22 to 200"),
        ("x" * 201, "22 to 200"),
        ("\u00e9" * 30, "ASCII"),
        ("\x7f" * 30, "ASCII"),
    ):
        headers = {"Idempotency-Key": name.encode("latin-1")}
        refused = service.anybody().post("/api/games", json={"table": TABLE}, headers=headers)
        assert (refused.status_code, words in refused.json()["detail"]) == (400, True), name
    assert made(service, {"table": TABLE}, NAME[::-1]).json()["id"] != first.json()["id"]


def test_a_shared_game_is_imported(service: Instance) -> None:
    """A share code, also within an address and words, makes the game that it encodes."""
    playout = Playout(3, 5, KNOWN)
    record = playout.game
    code = encode(record)
    answer = made(service, {"share": f"look: https://example.org/#g={code}"}).json()
    assert service.anybody().get(f"/api/games/{answer['id']}/notation").text == dumps(record)


def test_what_a_game_is(service: Instance) -> None:
    """Everybody is shown their rights; players see names, spectators only colours."""
    game = made(service, {"table": TABLE, "visibility": "private"}).json()
    path = f"/api/games/{game['id']}"
    keys = game["keys"]
    rights = {
        keys["owner"]: ["look", "claim", "record", "own"],
        keys["recorder"]: ["look", "record"],
        keys["seats"][1]: ["look", "claim"],
        keys["viewer"]: ["look"],
    }
    for key, may in rights.items():
        answer = service.person(key).get(path).json()
        assert answer["may"] == may
        assert answer["title"] == "Friday"
        assert answer["players"][0]["name"] == (None if may == ["look"] else "Maria")
    assert service.person(keys["seats"][1]).get(path).json()["seat"] == 1
    assert service.anybody().get(path).status_code == 404
    assert service.anybody().get(f"{path}x").json() == service.anybody().get(path).json()


def seen_again(setup: Setup, most: int) -> Game:
    """Return a game of this many decisions: the deals, then the same points observed again and again."""
    begun = loads(f"{dumps(play(setup))}\n? ? ?")
    (seen,) = moves_from(begun.state, [ObservePart("0.points", "1")])
    (again,) = moves_from(seen.state, [seen.command])
    return begun.added([seen, *[again] * (most - len(begun.moves) - 1)])


def varied_by(move: Move, id: str) -> Move:
    """Return a move with itself as a variation."""
    return replace(move, variations=(Variation(id, (move,)),))


@pytest.mark.long
def test_a_game_has_an_end(service: Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    """Decisions, variations and notes beyond the limits are rejected, with the limits, however they come."""
    setup, limit = Playout(3, 5, KNOWN).setup, MOST_DECISIONS if is_long() else 1_100
    monkeypatch.setattr(limits, "MOST_DECISIONS", limit)
    most = seen_again(setup, limit)
    (seen,) = moves_from(most.state, [most.commands[-1]])
    more = most.added([seen])
    varied = replace(most, moves=(*most.moves[:3], *(varied_by(seen, f"v{number}") for number in range(1001))))
    for answer in (made(service, {"notation": dumps(more)}), made(service, {"share": encode(more)})):
        assert (answer.status_code, answer.json()["type"]) == (422, "/api/problems/too-large")
        assert answer.json()["most"] == limit
    (line,) = service.anybody().post("/api/import", content="\n".join(dumps_events(more))).text.splitlines()
    assert json.loads(line)["problems"][0]["type"] == "/api/problems/too-large"
    many = "too many variations in the game; the limit is 1000"
    assert made(service, {"share": encode(varied)}).json()["detail"] == many
    answer = made(service, {"notation": dumps(most)}).json()
    path, recorder = f"/api/games/{answer['id']}", service.person(answer["keys"]["recorder"])
    assert recorder.get(f"{path}/page").status_code == 200
    refused = recorder.post(f"{path}/decisions", json={"notation": "b.points:=2"}, headers={"If-Match": "*"})
    assert (refused.status_code, refused.json()["type"]) == (422, "/api/problems/too-large")


def test_a_game_that_has_more_than_is_shown(service: Instance) -> None:
    """A stored game that is too large is reported as such, and left out of exports."""
    setup = Playout(3, 5, KNOWN).setup
    more = seen_again(setup, MOST_DECISIONS + 3)
    service.store.create("long", more, access=[VisibilitySet("public")])
    service.store.create("short", play(setup), access=[VisibilitySet("public")])
    for what in ("", "/state", "/now", "/page", "/notation"):
        refused = service.anybody().get(f"/api/games/long{what}")
        assert (refused.status_code, refused.json()["type"]) == (422, "/api/problems/too-large")
    assert service.anybody().get("/api/export").text == dumps(play(setup))
