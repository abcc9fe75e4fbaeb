"""The service of one phone: what must be saved before an answer, what comes back, and games as one file."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from calimala_es.store.journal import PHOTO, Entry
from notation import loads
from replays.service.pocket.phone import Phone, PhoneAnswer
from tests.service.asking import chance, clock

ADDRESS = "https://games.test/some/path/app"
GAME = Path("examples/game-of-four.cgn").read_text(encoding="utf-8")
TABLE = (
    '[City "WBM/U-A/VTS"] [Seats "bry"]\n'
    '[Council "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"]\n\n0. W M U\n'
)


class Saved:
    """What a browser has saved: everything that a phone's journal listed, by kind."""

    def __init__(self) -> None:
        self.kinds: dict[str, dict[tuple[Any, ...], tuple[Any, ...]]] = {
            "row": {}, "name": {}, "summary": {}, "photo": {}
        }  # fmt: skip

    def save(self, entries: Iterable[Entry]) -> None:
        """Do what the journal says, as `replays/service/web/pocket/rows.js` does."""
        for kind, *fields in entries:
            if kind in self.kinds:
                length = 1 if kind == "summary" else 2
                assert kind != "row" or tuple(fields[:2]) not in self.kinds["row"], "a row is never written twice"
                self.kinds[kind][tuple(fields[:length])] = tuple(fields)
            elif kind == "erase-stream":
                self.kinds["row"] = {key: row for key, row in self.kinds["row"].items() if key[0] != fields[0]}
            else:
                del self.kinds[kind.removeprefix("erase-")][tuple(fields)]

    def begin(self) -> "Client":
        """Return a phone that starts with what is saved."""
        client = Client(self)
        kinds = {kind: [*found.values()] for kind, found in self.kinds.items()}
        client.phone.put(kinds["row"], kinds["name"], kinds["summary"], kinds["photo"])
        return client


class Client:
    """Somebody at a phone, whose browser saves what the journal lists."""

    def __init__(self, saved: Saved) -> None:
        self.saved = saved
        self.phone = Phone(ADDRESS, "v1", clock(), chance())

    def ask(self, method: str, path: str, value: object = None, **headers: str) -> PhoneAnswer:
        """Send a request, and save what it changed."""
        body = value if isinstance(value, bytes) else json.dumps(value).encode() if value is not None else b""
        given = [(name.replace("_", "-"), text) for name, text in headers.items()]
        answer = self.phone.answer(method, path, [("content-type", "application/json"), *given], body)
        self.saved.save(answer.entries)
        return answer

    def json(self, method: str, path: str, value: object = None, **headers: str) -> Any:
        """Send a request that succeeds, and return its answer."""
        answer = self.ask(method, path, value, **headers)
        assert answer.status < 300, answer.body
        return json.loads(answer.body)

    def made(self, text: str) -> str:
        """Add a game; return its id."""
        return str(self.json("POST", "/api/games", {"notation": text, "visibility": "private"})["id"])


@pytest.fixture
def client() -> Client:
    return Client(Saved())


def test_what_is_saved_comes_back_as_it_was(client: Client) -> None:
    """All of a game, with its names, notes, photos and what was undone, is in what the journal lists."""
    id = client.made(GAME)
    game = f"/api/games/{id}"
    version = client.json("GET", f"{game}/now")["version"]
    client.json("POST", f"{game}/undo", {"count": 3}, if_match=f'"{version}"')
    client.json("POST", f"{game}/comments", {"text": "a blunder", "at": "7.1"})
    picture = Path("docs/pictures")
    photo = next(iter(sorted(picture.glob("*.png")))).read_bytes()
    added = client.phone.answer("POST", f"{game}/photos", [("content-type", "image/png")], photo)
    client.saved.save(added.entries)
    assert (added.status, [entry[0] for entry in added.entries if entry[0] == PHOTO]) == (201, [PHOTO])
    again = client.saved.begin()
    for path in (
        "/",
        f"/g/{id}",
        f"/record/{id}",
        f"{game}/notation",
        f"{game}/notes",
        f"{game}/photos",
    ):
        assert again.ask("GET", path).body == client.ask("GET", path).body, path
    # A tag holds as long as the process that gave it.
    before, after = (one.json("GET", f"{game}/now") for one in (client, again))
    assert after == before | {"tag": after["tag"]}
    name = json.loads(added.body)["id"]
    assert again.ask("GET", f"{game}/photos/{name}").body == client.ask("GET", f"{game}/photos/{name}").body


def test_nothing_is_written_where_something_is_refused(client: Client) -> None:
    """A decision that is impossible is refused in words, with the rule, and changes no row."""
    id = client.made(GAME.split("\n\n")[0])
    answer = client.ask("POST", f"/api/games/{id}/decisions?lang=de", {"notation": "WV"}, if_match='"1"')
    problem = json.loads(answer.body)
    assert (answer.status, answer.entries, problem["rule"]) == (422, [], "R2.1")
    assert problem["title"] == "Das ist keine gültige Notation"


def test_a_game_is_deleted_for_good(client: Client) -> None:
    """After a game is deleted nothing of it is saved but that some game was."""
    id = client.made(GAME)
    assert client.ask("DELETE", f"/api/games/{id}").status == 204
    left = [key for found in client.saved.kinds.values() for key in found if str(key[0]).startswith(id)]
    assert left == []
    assert client.saved.begin().ask("GET", f"/g/{id}").status == 404


def test_a_copy_of_all_games_comes_back(client: Client) -> None:
    """The copy is added on another phone, continues an earlier version there, and leaves alone what differs."""
    id, other = client.made(GAME), client.made(GAME.split("\n\n")[0])
    early = client.ask("GET", "/api/backup").body
    client.json("POST", f"/api/games/{other}/decisions", {"notation": "?"}, if_match='"1"')
    late = client.ask("GET", "/api/backup").body
    elsewhere = Client(Saved())
    first = elsewhere.json("POST", "/api/backup", early)
    assert (sorted(first["added"]), first["refused"]) == (sorted([id, other]), {})
    then = elsewhere.json("POST", "/api/backup", late)
    assert (then["continued"], then["same"]) == ([other], [id])
    assert (
        elsewhere.ask("GET", f"/api/games/{other}/notation").body
        == client.ask("GET", f"/api/games/{other}/notation").body
    )
    apart = Client(Saved())
    apart.json("POST", "/api/backup", early)
    state = apart.json("GET", f"/api/games/{other}/now")
    apart.json("POST", f"/api/games/{other}/decisions", {"notation": state["options"][0]["symbol"]}, if_match='"1"')
    before = apart.ask("GET", f"/api/games/{other}/notation").body
    refused = apart.json("POST", "/api/backup", late)["refused"]
    assert refused[other].endswith("the game on this device differs from the one in the backup")
    assert apart.ask("GET", f"/api/games/{other}/notation").body == before


@pytest.mark.parametrize("text", [b"", b"[]", b"not a backup", b'{"stream":"abc","version":1,"row":"!"}\n'])
def test_what_is_no_copy_is_refused(client: Client, text: bytes) -> None:
    """A text that is not a copy of games is refused in words, and changes nothing."""
    answer = client.ask("POST", "/api/backup", text)
    assert (answer.status, answer.entries) == (422, [])
    assert "this is not a backup of games" in json.loads(answer.body)["detail"]


def test_a_damaged_game_of_a_copy_is_not_added(client: Client) -> None:
    """A row of which a byte has changed is found, and none of its game is added."""
    id = client.made(GAME)
    lines = client.ask("GET", "/api/backup").body.splitlines(keepends=True)
    row = json.loads(lines[5])
    row["row"] = ("A" if row["row"][0] != "A" else "B") + row["row"][1:]
    lines[5] = json.dumps(row).encode() + b"\n"
    elsewhere = Client(Saved())
    answer = elsewhere.json("POST", "/api/backup", b"".join(lines))
    assert (answer["added"], [*answer["refused"]], elsewhere.saved.kinds["row"]) == ([], [id], {})


def test_texts_of_games_are_added(client: Client) -> None:
    """Several games in one text are all added; a mistake is reported with its place."""
    answer = client.phone.answer("POST", "/api/import", [("content-type", "text/plain")], f"{GAME}\n{GAME}".encode())
    assert [bool(json.loads(line).get("made")) for line in answer.body.splitlines()] == [True, True]
    wrong = client.phone.answer("POST", "/api/import", [], GAME.replace("1. ", "1. XX ", 1).encode())
    (line,) = wrong.body.splitlines()
    assert json.loads(line)["problems"][0]["line"]


def test_two_records_of_an_evening_are_merged(client: Client) -> None:
    """A game of the same players and rules is offered as another record; what contradicts is asked, what is answered is
    taken, and the merged game is added beside both.
    """
    one, other = client.made(f"{TABLE}1. WB W B 2. MA A- M\n"), client.made(f"{TABLE}1. WB W B 2. WB B W\n")
    client.made(GAME)
    assert [record["id"] for record in client.json("GET", f"/api/games/{one}/records")] == [other]
    assert f"/merge/{one}?other={other}" in client.ask("GET", f"/merge/{one}").body.decode()
    path = f"/api/games/{one}/merge?lang=en&other={other}"
    asked = client.json("POST", path, {"preferred": []})
    (question,) = asked["questions"]
    assert (question["turn"], question["taken"]["reading"]["source"], asked["made"]) == (2, "This phone", None)
    assert question["other"]["words"][0] == "place a coloured disc on the wood-brick street"
    chosen = {"preferred": [question["other"]["reading"]], "save": True}
    merged = client.json("POST", path, chosen)
    assert merged["questions"][0]["taken"] == question["other"]
    text = client.ask("GET", f"/api/games/{merged['made']}/export.cgn").body.decode()
    assert "(v1={This phone} 2. MA" in text
    assert all(client.ask("GET", f"/g/{id}").status == 200 for id in (one, other))


def test_games_of_other_tables_are_not_merged(client: Client) -> None:
    """Records of different games are refused in words, and so is a game that is not there."""
    one, other = client.made(f"{TABLE}1. WB W B\n"), client.made(GAME)
    answer = client.ask("POST", f"/api/games/{one}/merge?other={other}", {"preferred": []})
    assert (answer.status, answer.entries) == (422, [])
    assert "not records of the same game" in json.loads(answer.body)["detail"]
    assert client.ask("POST", f"/api/games/{one}/merge?other=nothing", {"preferred": []}).status == 404


def test_the_example_has_no_other_record(client: Client) -> None:
    """The example, which is not in the list of games, is offered no other record."""
    client.made(GAME)
    assert client.json("GET", "/api/games/example/records") == []
    assert client.ask("GET", "/merge/example").status == 200


def test_what_cannot_be_saved_is_said(client: Client) -> None:
    """A phone that refuses to store is no service that is away: the answer says so in the language of the page."""
    answer = client.phone.unsaved("/api/games?lang=de", "QuotaExceededError")
    assert (answer.status, answer.entries) == (507, [])
    assert json.loads(answer.body)["detail"].startswith("nichts wurde gespeichert")


def test_no_game_begins_where_it_could_not_be_saved(client: Client) -> None:
    """With little room left no game begins and none is added, and the answer says so; those that are being recorded go
    on.
    """
    id = client.made(GAME.split("\n\n")[0])
    client.phone.set_room(1_000_000)
    for path, value in (("/api/games", {"notation": GAME}), ("/api/import", GAME.encode()), ("/api/backup", b"{}")):
        answer = client.ask("POST", path, value)
        assert (answer.status, answer.entries) == (507, []), path
        assert "nearly full" in json.loads(answer.body)["detail"]
    client.json("POST", f"/api/games/{id}/decisions", {"notation": "?"}, if_match='"1"')
    client.phone.set_room(100_000_000)
    assert client.made(GAME)


def test_pages_have_nothing_that_only_a_server_can(client: Client) -> None:
    """No page of a phone names a key, a right, an owner's page, or a link that nobody else could open."""
    id = client.made(GAME)
    for path in ("/", "/new", "/import", f"/g/{id}", f"/record/{id}"):
        page = client.ask("GET", path).body.decode()
        assert [words for words in ("/own/", "#cal", "?key=") if words in page] == [], path
        assert 'data-pocket="yes"' in page
    shared = client.json("GET", f"/api/games/{id}/share")
    assert shared["address"] == f"https://games.test/some/path/#g={shared['code']}"


def test_addresses_that_do_not_exist_are_said(client: Client) -> None:
    """A wrong address and a wrong method have the answers of the service."""
    assert client.ask("GET", "/nothing").status == 404
    assert client.ask("GET", "/g/nothing").status == 404
    assert client.ask("DELETE", "/api/deal").status == 405


def test_the_text_of_a_game_is_that_of_the_file(client: Client) -> None:
    """A game goes out as the text that came in, with its names."""
    id = client.made(GAME)
    assert loads(client.ask("GET", f"/api/games/{id}/export.cgn").body.decode()) == loads(GAME)
