"""Two servers of one store in PostgreSQL give the same game."""

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Final
from urllib.parse import quote

import pytest

from tests.postgres import Server
from tests.profiles import is_long
from tests.service.by_chance import symbols
from tests.service.serving import PATIENCE, Serving, asked, serving

pytestmark = pytest.mark.needs("postgresql")

DECISIONS: Final = 120 if is_long() else 40


@pytest.fixture(scope="module")
def servers(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Serving, Serving]]:
    url, logs = postgres.fresh_url(), tmp_path_factory.mktemp("logs")
    with ExitStack() as opened:
        one, other = (
            opened.enter_context(serving(url, "--rate", "0", "--games", "public", log=logs / f"{number}.log"))
            for number in range(2)
        )
        yield one, other


def ask(server: Serving, method: str, path: str, content: Any = None, key: str = "", **headers: str) -> tuple[int, Any]:
    """Return the status and the JSON of an answer."""
    answer = asked(server.link(path), method, content, key, **headers)
    return answer.status, json.loads(answer.text)


class Phone(threading.Thread):
    """A recorder of the same evening through one of the servers, who skips what is there already."""

    def __init__(self, server: Serving, made: Any, intended: list[str]) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.path = f"/api/games/{made['id']}"
        self.key: str = made["keys"]["recorder"]
        self.version: int = made["version"]
        self.intended = intended
        self.saved = 0
        self.overtaken = 0
        self.wrong: list[Any] = []

    def run(self) -> None:
        number = 0
        while number < len(self.intended) and not self.wrong:
            headers = {"If_Match": f'"{self.version}"', "Idempotency_Key": f"{self.name}-{number}"}
            content = {"notation": self.intended[number]}
            status, answer = ask(self.server, "POST", f"{self.path}/decisions?now=0", content, self.key, **headers)
            if status == 201:
                self.version, number = answer["version"], answer["decisions"]
                self.saved += 1
            elif status == 412:
                came = answer["meanwhile"]
                if came != self.intended[number : number + len(came)]:
                    self.wrong.append(answer)
                self.version, number = answer["version"], number + len(came)
                self.overtaken += 1
            else:
                self.wrong.append((status, answer))


@pytest.mark.long
def test_two_servers_write_one_game(servers: tuple[Serving, Serving]) -> None:
    """Two phones record one game through two servers: each decision is saved once, and the later gets an error."""
    text, written = symbols(7)
    intended = written[:DECISIONS]
    _, made = ask(servers[0], "POST", "/api/games", {"notation": text, "visibility": "public"})
    phones = [Phone(server, made, intended) for server in servers]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join(4 * PATIENCE)
    assert [phone.wrong for phone in phones] == [[], []]
    assert sum(phone.saved for phone in phones) == DECISIONS
    assert sum(phone.overtaken for phone in phones) > 0, "they got into each other's way"
    states = [ask(server, "GET", f"/api/games/{made['id']}/state", None, phones[0].key) for server in servers]
    assert states[0] == states[1]
    games = [ask(server, "GET", f"/api/games/{made['id']}", None, phones[0].key) for server in servers]
    assert [game["decisions"] for _, game in games] == [DECISIONS, DECISIONS]


def test_what_is_settled_at_one_server_holds_at_the_other(servers: tuple[Serving, Serving]) -> None:
    """A revoked key, and a game made private, take effect at once at the other server."""
    text, _ = symbols(8)
    one, other = servers
    _, made = ask(one, "POST", "/api/games", {"notation": text, "visibility": "public"})
    path = f"/api/games/{made['id']}"
    owner = made["keys"]["owner"]
    viewer = f"{path}?key={quote(made['keys']['viewer'])}"
    assert ask(other, "GET", path)[0] == 200
    assert ask(one, "PUT", f"{path}/visibility", {"visibility": "private"}, owner)[0] == 200
    assert ask(other, "GET", path)[0] == 404
    assert ask(other, "GET", viewer)[0] == 200
    _, keys = ask(other, "GET", f"{path}/keys", None, owner)
    number = next(key["number"] for key in keys["keys"] if key["role"] == "viewer")
    assert ask(one, "DELETE", f"{path}/keys/{number}", None, owner)[0] == 200
    assert ask(other, "GET", viewer)[0] == 404
