"""Checks of every request and answer: hosts, origins, rates, limits, headers, the log, faults."""

import asyncio
import gc
import logging
from collections.abc import Generator
from contextlib import contextmanager
from random import Random
from typing import Any
from weakref import ref

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from calimala_es.store import Access, SharedGame, Store, StoredGame
from notation import dumps
from replays.service.app import ENDPOINTS
from replays.service.endpoints import Endpoint
from replays.service.limits import Buckets, Rates, household
from replays.service.middleware import HeadCheck, logged_path
from replays.service.options import Limits, Options
from replays.service.problems import TITLES, Problem
from replays.service.visibility.game_views import example_game
from replays.text.languages import LANGUAGES, language_of
from tests.profiles import examples
from tests.service.asgi import Ask, answered, answers_to, at_once, header, scope_of
from tests.service.asking import OPTIONS, Instance, instance

TEXT = dumps(play(shuffled_setup("bry", Random(1))))
FREE = Limits(per_second=0)


def problem_of(answer: Any) -> dict[str, Any]:
    """Return the problem of an answer."""
    assert answer.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert problem["status"] == answer.status_code
    assert problem["type"].removeprefix("/api/problems/") in TITLES
    return problem


def test_problems_are_in_the_language_that_is_asked_for(service: Instance) -> None:
    """Title and detail are in the language that `lang` names, and the headers say so; in English without one, and for
    a language that does not exist."""
    titles: set[str] = set()
    for code in LANGUAGES:
        answer = service.anybody().get(f"/api/games/nowhere?lang={code}")
        problem, language = problem_of(answer), language_of(code)
        assert problem["title"] == language.text(TITLES["not-found"])
        assert problem["detail"] == language.text("there is nothing at this address that you can view")
        assert answer.headers["content-language"] == code.replace("_", "-")
        titles.add(problem["title"])
    assert len(titles) == len(LANGUAGES)
    for query in ("", "?lang=", "?lang=xx"):
        answer = service.anybody().get(f"/api/nowhere{query}")
        assert (problem_of(answer)["title"], answer.headers["content-language"]) == (TITLES["not-found"], "en")


def test_refused_decisions_are_in_the_language_that_is_asked_for(service: Instance) -> None:
    """An error about an illegal decision is in the language that `lang` names."""
    made = service.game(TEXT)
    recorder = service.person(made["keys"]["recorder"])
    path = f"/api/games/{made['id']}/decisions?lang=de"
    for body in ({"notation": "+W"}, {"commands": [{"type": "draw_card", "card": "W"}]}):
        problem = problem_of(recorder.post(path, json=body, headers={"If-Match": "*"}))
        assert problem["title"] == "Das verstößt gegen die Regeln"
        assert " möglich: Blau " in problem["detail"], problem


def test_the_guard_speaks_the_language_that_is_asked_for() -> None:
    """A request that no endpoint gets to see is refused in its language too."""
    home = Instance(Options(hosts=("localhost",), limits=FREE))
    answer = home.anybody().get("/api/games?lang=hu", headers={"Host": "evil.example"})
    assert problem_of(answer)["title"] == "Itt nem fut ilyen nevű szolgáltatás"


@pytest.mark.parametrize("path", ["/health", "/nowhere", "/api/games/nowhere/state", "/api/games/x/%00", "/api/games"])
def test_headers_on_every_answer(service: Instance, path: str) -> None:
    """No answer lets a page load anything from elsewhere, be sniffed, or reveal its address."""
    headers = service.anybody().get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in headers
    assert "strict-transport-security" not in headers


def test_encryption_is_asked_for_where_it_is() -> None:
    """Browsers are asked to stay with https if that is the address."""
    secure = Instance(Options(address="https://games.example/c", limits=FREE))
    assert secure.anybody().get("/health").headers["strict-transport-security"] == "max-age=31536000"


def test_pages_of_other_sites_read(service: Instance) -> None:
    """A page of any site may read what is public and send a key; the preflight request says so."""
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    before = service.anybody().ask("OPTIONS", "/api/games", headers=asked)
    assert before.status_code == 204
    assert before.headers["access-control-allow-origin"] == "*"
    assert "authorization" in before.headers["access-control-allow-headers"].lower()
    assert "access-control-allow-credentials" not in before.headers
    assert "ETag" in service.anybody().get("/health").headers["access-control-expose-headers"]


def test_pages_of_other_sites_at_home() -> None:
    """A service that only this computer reaches gives pages of other sites nothing, and accepts nothing from them."""
    home = Instance(Options(shared=False, hosts=("localhost", "127.0.0.1", "::1", "testserver"), limits=FREE))
    somebody = home.anybody()
    assert "access-control-allow-origin" not in somebody.get("/health").headers
    assert somebody.get("/health").headers["cross-origin-resource-policy"] == "same-origin"
    body = {"notation": TEXT}
    other = somebody.post("/api/games", json=body, headers={"Origin": "https://elsewhere.example"})
    assert problem_of(other)["type"].endswith("wrong-origin")
    assert other.status_code == 403
    assert somebody.ask("OPTIONS", "/api/games").status_code == 405
    assert somebody.post("/api/games", json=body, headers={"Origin": "http://testserver"}).status_code == 201
    assert home.store.summaries()[1:] == []


STRANGE = ("evil.example", "localhost.evil.example", "localhost:80@evil.example", "", "[::1", "localhost:")


@pytest.mark.parametrize("host", STRANGE)
def test_other_names_are_refused(host: str) -> None:
    """A service with known names answers to no other name, so no site can pass itself off as it."""
    home = Instance(Options(hosts=("localhost", "127.0.0.1", "::1"), limits=FREE))
    answer = home.anybody().get("/api/games", headers={"Host": host})
    assert answer.status_code == 421
    assert home.anybody().get("/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:1", "[::1]:8000"])
def test_its_own_names(host: str) -> None:
    """A service answers to its names with any port."""
    home = Instance(Options(hosts=("localhost", "127.0.0.1", "::1"), limits=FREE))
    assert home.anybody().get("/api/games", headers={"Host": host}).status_code == 200


def test_too_many_requests() -> None:
    """A client that exceeds its rate gets an error with the time to try again; other clients are served meanwhile."""
    limited = Instance(Options(limits=Limits(per_second=0.001, at_once=3)))
    asks = [Ask("GET", "/api/games")] * 4
    *first, last = answers_to(limited.app, asks)
    assert [answer.status for answer in first] == [200] * 3
    assert last.status == 429
    assert 990 <= int(header(last, "retry-after")) <= 1000
    assert limited.anybody().get("/api/games").status_code == 200


def test_what_computes_much_costs_more() -> None:
    """A request counts as so many as could be sent in the time in which its address has that much of a processor."""
    limits = Limits(per_second=1, at_once=10, serving=0.0001)
    limited = Instance(Options(visibility="public", limits=limits))
    # What is made of the example is cached for all services of a process.
    limited.store.create("own", example_game().stored.game)
    asks = [Ask("GET", "/api/games/own/analysis")] * 2
    first, last = answers_to(limited.app, asks)
    assert (first.status, last.status) == (200, 429)
    assert int(header(last, "retry-after")) > 10
    free = Instance(Options(visibility="public", limits=replace(limits, serving=1e9)), limited.store)
    assert [answer.status for answer in answers_to(free.app, asks)] == [200, 200]


def test_who_goes_on_although_refused_waits() -> None:
    """A client that is refused and sends as many requests again is refused only after a while."""
    limited = Instance(Options(limits=Limits(per_second=0.001, at_once=3, held=0.2)))
    asks = [Ask("GET", "/api/games")] * 7

    async def times() -> list[float]:
        loop, found = asyncio.get_running_loop(), list[float]()
        for ask in asks:
            begun = loop.time()
            await answered(limited.app, ask)
            found.append(loop.time() - begun)
        return found

    waits = at_once(times())
    assert max(waits[3:6]) < 0.2 <= waits[6]


def test_a_key_is_counted_wherever_it_comes_from() -> None:
    """One key has the same limit from many addresses as from one."""
    limited = Instance(Options(limits=Limits(per_second=0.001, at_once=3)))
    key = f"Bearer calr_{'A' * 22}"
    here = answers_to(limited.app, [Ask("GET", "/api/games", headers=(("authorization", key),))] * 3)
    there = limited.anybody().get("/api/games", headers={"Authorization": key})
    assert [answer.status for answer in here] == [200] * 3
    assert there.status_code == 429


def test_nobody_keeps_others_with_the_same_key_waiting() -> None:
    """An address that asked for much computing has to wait, another one with the same key hardly."""
    now = 0.0
    rates = Rates(Limits(per_second=1, at_once=3), lambda: now)
    one, other = ({**scope_of("GET", "/", {"authorization": "x"}), "client": (f"192.0.2.{last}", 1)} for last in (1, 2))
    rates.charge(one)
    rates.charge_serving(one, 60)
    now = 2.0
    rates.charge(other)
    with pytest.raises(Problem):
        rates.charge(one)


@given(st.lists(st.tuples(st.floats(0, 5), st.floats(0.1, 20)), max_size=40), st.floats(0.1, 10), st.floats(1, 20))
@examples(50)
def test_nobody_gets_more_than_a_bucket_and_what_falls_in(
    asked: list[tuple[float, float]], rate: float, size: float
) -> None:
    """However a client asks, at most a full bucket and its refills are granted; a client that waits as long as the
    answer says is served."""
    buckets: Buckets[str] = Buckets(rate, size)
    now = granted = 0.0
    for pause, cost in asked:
        now += pause
        wait = buckets.take("one", cost, now)
        if wait:
            now += wait + 1e-6
            assert buckets.take("one", cost, now) == 0
        granted += min(cost, size)
        assert granted <= size + now * rate + 1e-6


def test_buckets_are_bounded() -> None:
    """A limited number of clients is remembered, and active ones are not dropped."""
    buckets: Buckets[int] = Buckets(0.001, 2, most=100)
    for stranger in range(1000):
        buckets.take(-1, 0.001, 0)
        buckets.take(stranger, 1, 0)
    assert len(buckets) == 100
    assert buckets.take(-1, 2, 0) > 0


def test_households() -> None:
    """An IPv6 network counts as one client, an IPv4 address as one, however it is written."""
    assert household("2001:db8:1:2::1") == household("2001:db8:1:2:ffff::9%eth0") != household("2001:db8:1:3::1")
    assert household("::ffff:192.0.2.1") == household("192.0.2.1") != household("192.0.2.2")
    assert household("not:an:address") == "not:an:address"


def test_the_same_header_again_and_again() -> None:
    """All headers count for how large the head of a request may be, those of one name too."""
    scope = scope_of("GET", "/health", {})
    scope["headers"] = [(b"x", b"")] * (FREE.headers + 1)
    with pytest.raises(Problem) as refused:
        HeadCheck(OPTIONS).check(scope)
    assert refused.value.status == 431


def test_methods_that_there_are_not(service: Instance) -> None:
    """An unknown method is rejected with a list of the known ones; an override header changes nothing."""
    answer = service.anybody().ask("DELETE", "/api/games", headers={"X-HTTP-Method-Override": "GET"})
    assert problem_of(answer)["type"].endswith("wrong-method")
    assert {"GET", "POST"} <= {*answer.headers["allow"].split(", ")}
    made = service.game(TEXT)
    override = {"X-HTTP-Method-Override": "DELETE", "X-HTTP-Method": "DELETE", "X-Method-Override": "DELETE"}
    path = f"/api/games/{made['id']}/notation"
    assert service.anybody().get(f"{path}?_method=DELETE", headers=override).status_code == 200


def test_bodies_are_bounded() -> None:
    """A body that is too large is rejected by its declared length, and by its real length."""
    small = Instance(Options(limits=Limits(per_second=0, text=2000)))
    body = b'{"notation": "' + b"x" * 3000 + b'"}'
    said = answers_to(small.app, [Ask("POST", "/api/games", body)])[0]
    lied = answers_to(small.app, [Ask("POST", "/api/games", body, (("content-length", "10"),))])[0]
    odd = answers_to(small.app, [Ask("POST", "/api/games", body, (("content-length", "\u00b2"),))])[0]
    assert [answer.status for answer in (said, lied, odd)] == [413] * 3


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"])
def test_forms_are_refused(service: Instance, kind: str) -> None:
    """The content types that a form of another site could send are not accepted as JSON."""
    answer = service.anybody().post("/api/games", content=b"{}", headers={"Content-Type": kind})
    assert answer.status_code == 415
    assert "application/json" in problem_of(answer)["detail"]


def test_answers_are_packed(service: Instance) -> None:
    """A long answer is compressed for clients that support it, with the same content."""
    made = service.game(TEXT)
    path = f"/api/games/{made['id']}/state"
    packed = service.anybody().get(path, headers={"Accept-Encoding": "gzip"})
    plain = service.anybody().get(path, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content


class BrokenDecision(Store):
    """A store with a fault in recording decisions."""

    def load_shared(self, id: str) -> SharedGame:
        raise ZeroDivisionError(f"the secret of {id}")


def test_a_fault_has_a_name(caplog: pytest.LogCaptureFixture) -> None:
    """A fault is answered with an id only, under which the log has its cause."""
    with instance_of(BrokenDecision) as service:
        answer = service.anybody().get("/api/games/abc/state")
    assert answer.status_code == 500
    problem = problem_of(answer)
    assert "secret" not in answer.text
    assert "Zero" not in answer.text
    (record,) = [record for record in caplog.records if record.name == "calimala.service"]
    assert f"fault {problem['fault']} at GET /api/games/abc/state" in record.getMessage()
    assert record.exc_info
    assert record.exc_info[0] is ZeroDivisionError


@contextmanager
def instance_of(kind: type[Store]) -> Generator[Instance]:
    """Yield a service whose store is of another kind."""
    for service in instance():
        service.store.__class__ = kind
        yield service


class WatchedScope(dict[str, Any]):
    """The scope of a request, which can be watched."""


class Cycle:
    """What a server has for one request: its scope, and what receives and sends for it."""

    def __init__(self, path: str) -> None:
        self.scope = WatchedScope(scope_of("GET", path, {}))
        self.status = 0

    async def receive(self) -> Any:
        """Return an empty body."""
        return {"type": "http.request"}

    async def send(self, part: Any) -> None:
        """Store the status."""
        self.status = part.get("status", self.status)


def test_an_answer_leaves_nothing_to_the_garbage_collector(service: Instance) -> None:
    """A request that was answered is freed at once: the garbage collector, which stops everybody, has nothing to do."""
    id = service.game(TEXT, "public")["id"]
    gc.disable()
    try:
        for path, status in (("/health", 200), (f"/api/games/{id}/now", 200), ("/nowhere", 404)):
            cycle = Cycle(path)
            scope = ref(cycle.scope)
            at_once(service.app(cycle.scope, cycle.receive, cycle.send))
            assert cycle.status == status
            del cycle
            assert scope() is None
    finally:
        gc.enable()


def test_the_log_has_no_keys(service: Instance, caplog: pytest.LogCaptureFixture) -> None:
    """The log has one line per request: method, path, status, bytes, milliseconds; no key, query or whole id."""
    caplog.set_level(logging.INFO, "calimala.access")
    made = service.game(TEXT, "private")
    keys, id = made["keys"], made["id"]
    service.person(keys["owner"]).get(f"/api/games/{id}/state")
    service.anybody().get(f"/api/games/{id}/state?key={keys['viewer']}")
    service.anybody().get(f"/api/games/{id}/{keys['owner']}")
    service.anybody().get(f"/own/{id}%23{keys['owner']}")
    service.anybody().get("/%0a%1b[31mfaked?x=%0a")
    lines = [record.getMessage() for record in caplog.records if record.name == "calimala.access"]
    assert len(lines) == 6
    text = "\n".join(lines)
    assert not any(key in text for key in (keys["owner"], keys["viewer"], keys["owner"][5:], id))
    assert f"GET /api/games/{id[:4]}.../state 200 " in text
    assert "\x1b" not in text


@given(st.text(max_size=300))
def test_a_line_of_the_log_is_one_line(path: str) -> None:
    """The requested path is one word of one line of the log."""
    shown = logged_path(f"/{path}")
    assert shown.isprintable()
    assert len(shown.split()) == 1


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda one: f"{one.method} {one.path}")
def test_a_store_that_does_not_answer(endpoint: Endpoint) -> None:
    """An unreachable store is answered as a temporary problem, never as a fault."""
    from tests.service.addresses import asks_of

    with instance_of(Silent) as service:
        answers = answers_to(service.app, [*asks_of(endpoint, "abc")], keys_of_nobody())
    assert {answer.status for answer in answers} <= {*range(200, 500), 501, 503}


class Silent(Store):
    """A store whose location is unreachable."""

    def load(self, id: str, version: int | None = None, *, deleted: bool = False) -> StoredGame:
        from calimala_es.errors import StoreError

        raise StoreError("gone")

    def load_shared(self, id: str) -> SharedGame:
        return SharedGame(self.load(id), Access(), ())


def keys_of_nobody() -> str:
    return f"calo_{'A' * 22}"


@pytest.mark.parametrize("path", ["/calimala", "/calimala/", "/"])
def test_the_first_page_under_a_prefix(path: str) -> None:
    """The first page is found with the prefix, with or without a final slash, and without the prefix."""
    service = Instance(replace(OPTIONS, prefix="/calimala"))
    answer = service.anybody().client.get(path, follow_redirects=False)
    assert answer.status_code == 200
    assert "/calimala/static/" in answer.text
