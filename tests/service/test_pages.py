"""Pages for spectators: what they contain, the previews of links to them, and what they may load."""

import re
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest

from calimala_es.legal import legal
from calimala_es.store import VisibilitySet
from replays.edit.tree import Tree
from replays.service.app import ENDPOINTS
from replays.service.endpoints import liked_language
from replays.service.options import Options
from replays.service.pages.static import VIEWER, static_files, static_version
from tests.document import Document
from tests.page.examples import text_of
from tests.profiles import few
from tests.service.addresses import asks_of
from tests.service.asking import ADMIN, Instance, instance

HOSTILE = '"><script>alert(1)</script><img src=x onerror=y>'


def test_a_link_unfolds(service: Instance) -> None:
    """The preview of a link to a step describes it and shows its picture, and its oEmbed address answers."""
    made = service.game(text_of("game-of-four"))
    somebody = service.anybody()
    answer = somebody.get(f"/g/{made['id']}/17.2")
    page = Document(answer.text)
    assert page.meta["og:title"] == "A complete game of four: Turn 17: Blue"
    assert "brick-contribute" in page.meta["og:description"]
    assert page.meta["og:url"] == f"http://testserver/g/{made['id']}/17.2.3"
    assert page.meta["twitter:card"] == "summary_large_image"
    assert page.meta["robots"] == "noindex"
    picture = somebody.get(page.meta["og:image"].removeprefix("http://testserver"))
    assert picture.headers["content-type"] == "image/png"
    (oembed,) = [reply["href"] for reply in page.all("link") if reply.get("type") == "application/json+oembed"]
    reply = somebody.get(str(oembed).removeprefix("http://testserver")).json()
    assert (reply["type"], reply["version"]) == ("rich", "1.0")
    (frame,) = Document(reply["html"]).all("iframe")
    assert frame["src"] == f"http://testserver/embed/{made['id']}/17.2.3"
    assert somebody.get(str(frame["src"]).removeprefix("http://testserver")).status_code == 200


def test_a_link_to_a_turn_unfolds(service: Instance) -> None:
    """The preview of a link to a turn names the turn, its player, and its last scoring or placement."""
    path = f"/g/{service.game(text_of('game-of-four'))['id']}"
    scoring, placing = (Document(service.anybody().get(f"{path}/{turn}").text) for turn in (17, 16))
    assert scoring.meta["og:title"] == "A complete game of four: Turn 17: Blue"
    assert scoring.meta["og:url"] == f"http://testserver{path}/17"
    assert scoring.meta["og:description"].startswith("Contributions of wood are scored")
    assert scoring.meta["og:description"].endswith("Points: Blue 2, Red 0, Yellow 3 and Green 1.")
    assert placing.meta["og:title"] == "A complete game of four: Turn 16: Green"
    assert "places" in placing.meta["og:description"]
    assert "Now" not in scoring.meta["og:description"] + placing.meta["og:description"]
    picture = scoring.meta["og:image"].removeprefix("http://testserver").replace(".png", ".svg")
    assert "Turn 17: Blue" in service.anybody().get(picture).text
    assert "Turn 18: Red" in service.anybody().get(f"{picture}&now=1").text


def test_a_link_to_a_game(service: Instance) -> None:
    """The preview of a finished game reveals nothing, that of a running one says who is ahead."""
    over, running = (service.game(text_of(name)) for name in ("game-of-four", "study"))
    pages = [Document(service.anybody().get(f"/g/{made['id']}").text) for made in (over, running)]
    assert "Points" not in pages[0].meta["og:description"]
    assert "at=start" in pages[0].meta["og:image"]
    assert "Points" in pages[1].meta["og:description"]
    assert [page.all("calimala-replay")[0]["place"] for page in pages] == ["", "end"]


def test_a_link_into_a_variation(service: Instance) -> None:
    """A place of a variation has a page and a picture of its own."""
    tree = Tree.read(text_of("game-of-four"))
    node = next(node for node in tree.main if len(legal(node.parent.state)) > 1 and node.event_ids[0].turn == 9)
    node.add_variation([next(command for command in legal(node.parent.state) if command != node.command)], id="port")
    made = service.game(tree.text())
    place = f"port:{tree.variation('port').last.places[-1].numbers[0]}"  # type: ignore[union-attr]
    page = Document(service.anybody().get(f"/g/{made['id']}/{place}").text)
    (shown,) = page.all("calimala-replay")
    assert str(shown["place"]).startswith("port:9.")
    picture = page.meta["og:image"].removeprefix("http://testserver")
    assert service.anybody().get(picture).status_code == 200
    main = service.anybody().get(f"/api/games/{made['id']}/board.svg?at=9").content
    assert service.anybody().get(f"/api/games/{made['id']}/board.svg?at={place}").content != main


def test_steps_that_are_not_there(service: Instance) -> None:
    """A missing step is answered as not found, with the game; the requested address is shown as text."""
    made = service.game(text_of("game-of-four"))
    for step in ("999", "v7:1", quote(HOSTILE.replace("/", ""), safe="")):
        answer = service.anybody().get(f"/g/{made['id']}/{step}")
        assert answer.status_code == 404
        page = Document(answer.text)
        assert page.all("calimala-replay")
        assert "img" not in {tag for tag, reply in page.elements if "onerror" in reply}


def test_a_key_opens_the_page_of_a_private_game(service: Instance) -> None:
    """A viewer's key opens the page of a private game, whose links have it; keys for more do not work in an address."""
    made = service.game(text_of("game-of-four"), "private")
    somebody = service.anybody()
    key = made["keys"]["viewer"]
    page = Document(somebody.get(f"/g/{made['id']}/17?key={key}").text)
    assert f"key={key}" in page.meta["og:image"]
    assert page.meta["og:url"].endswith(f"?key={key}")
    leading = [str(link["href"]) for link in page.all("a") if made["id"] in str(link["href"])]
    assert leading
    assert all(key in address for address in leading)
    for name in ("owner", "recorder"):
        assert somebody.get(f"/g/{made['id']}?key={made['keys'][name]}").status_code == 404
        assert somebody.get(f"/oembed?url=http://testserver/g/{made['id']}?key={made['keys'][name]}").status_code == 404
    assert somebody.get(f"/oembed?url=http://testserver/g/{made['id']}%3Fkey={key}").status_code == 200


def test_oembed(service: Instance) -> None:
    """A link becomes a frame or, on request, a picture, within the requested size."""
    made = service.game(text_of("game-of-four"))
    link = f"http://testserver/g/{made['id']}/17.2"
    somebody = service.anybody()
    answer = somebody.get(f"/oembed?url={link}&kind=photo&maxwidth=600").json()
    assert (answer["type"], answer["width"], answer["height"]) == ("photo", 600, 315)
    answer = somebody.get(f"/oembed?url={link}&maxwidth=600&maxheight=300").json()
    assert (answer["width"], answer["height"]) == (600, 300)
    assert (answer["thumbnail_width"], answer["thumbnail_height"]) == (571, 300)
    assert answer["title"] == "A complete game of four: Turn 17: Blue"
    for kind in ("rich", "photo"):
        answer = somebody.get(f"/oembed?url={link}&kind={kind}&maxwidth=150&maxheight=40").json()
        assert 0 < answer["width"] <= 150
        assert 0 < answer["height"] <= 40
    for none in ("maxwidth=0", "maxheight=-5"):
        assert somebody.get(f"/oembed?url={link}&{none}").status_code == 422
    assert somebody.get(f"/oembed?url={link}&format=xml").status_code == 501
    for wrong in (
        "",
        "x",
        "http://testserver/",
        "http://other.test/g/",
        "http://[",
        f"{link}9999",
        "javascript:x",
        link.replace("testserver", "evil.test"),
    ):
        assert somebody.get("/oembed", params={"url": wrong}).status_code == 404, wrong


def test_frames(service: Instance) -> None:
    """Only the page for frames may be in a frame."""
    made = service.game(text_of("game-of-four"))
    policies = {
        path: service.anybody().get(path).headers["content-security-policy"]
        for path in ("/", f"/g/{made['id']}", f"/embed/{made['id']}", f"/embed/{made['id']}/17")
    }
    assert {path for path, policy in policies.items() if "frame-ancestors *" in policy} == {
        f"/embed/{made['id']}",
        f"/embed/{made['id']}/17",
    }
    assert all("script-src 'self'" in policy and "default-src 'none'" in policy for policy in policies.values())


def test_the_first_page(service: Instance) -> None:
    """The first page lists and searches the public games, with players and points, page by page."""
    public = service.game(text_of("game-of-four"), "public")["id"]
    hidden = [service.game(text_of("study"), visibility)["id"] for visibility in ("unlisted", "private")]
    somebody = service.anybody()
    answer = somebody.get("/").text
    assert public in answer
    assert not any(id in answer for id in hidden)
    assert "Red won with 33 points" in Document(answer).text
    assert public in somebody.get("/", params={"q": "simulate"}).text
    assert public not in somebody.get("/", params={"q": "nowhere"}).text
    assert Document(somebody.get("/", params={"q": HOSTILE}).text).all("input")[0]["value"] == HOSTILE
    assert hidden[0] in service.person(ADMIN).get("/").text
    for _ in range(24):
        service.game(text_of("study"), "public")
    pages = [somebody.get(f"/?page={number}").text for number in (1, 2)]
    assert [len(re.findall('class="card"', page)) for page in pages] == [24, 1]
    assert "page=2" in pages[0]
    assert public in pages[1]


def test_a_list_says_who_won_or_whose_turn_it_is(service: Instance) -> None:
    """A card has the city after the last decision, loaded when it comes into sight, and who won or whose turn it is."""
    games = {name: service.game(text_of(name), "public")["id"] for name in ("game-of-four", "study")}
    page = Document(service.anybody().get("/").text)
    shown = {str(picture["src"]).partition("?")[0]: picture for picture in page.all("img")}
    assert [*shown] == [f"/api/games/{id}/city.svg" for id in reversed(games.values())]
    assert {picture["loading"] for picture in shown.values()} == {"lazy"}
    for path in shown:
        answer = service.anybody().get(path)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "<text" not in answer.text
        assert service.anybody().get(path, headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    (running,) = [game for game in service.anybody().get("/api/games").json()["games"] if not game["over"]]
    assert running["active"]
    assert f"Turn {running['turn']}: {running['active'].capitalize()}" in page.text


def test_pictures_of_private_games_are_not_given(service: Instance) -> None:
    """The city of a game that became private is not given, even to those who have its address."""
    made = service.game(text_of("study"), "public")
    path = f"/api/games/{made['id']}/city.svg"
    answer = service.anybody().get(path)
    assert answer.status_code == 200
    service.store.access.add(made["id"], VisibilitySet("private"))
    assert service.anybody().get(path, headers={"If-None-Match": answer.headers["etag"]}).status_code == 404


def test_a_store_without_games_offers_the_example(service: Instance) -> None:
    """Without games the first page leads to the complete example, to a puzzle made of it, and to the recorder."""
    somebody = service.anybody()
    page = Document(somebody.get("/").text)
    offered = [str(link["href"]) for link in page.all("a")]
    for path in ("/g/example", "/p/example/17", "/new"):
        assert path in offered
        assert somebody.get(path).status_code == 200, path
    assert {somebody.get(str(picture["src"])).status_code for picture in page.all("img")} == {200}
    answer = somebody.post("/api/games/example/puzzles/17", json={"answer": ""})
    assert answer.json()["game"].endswith("/g/example/17")
    assert somebody.get("/api/games").json()["count"] == 0
    assert "/g/example" not in somebody.get("/", params={"q": "nowhere"}).text
    service.game(text_of("study"), "public")
    assert "/g/example" not in somebody.get("/").text


@pytest.mark.parametrize("key", few([ADMIN, ""]))
def test_nobody_changes_the_example(service: Instance, key: str) -> None:
    """Every endpoint about a game has an answer about the example, and none changes it or the store."""
    before = service.store.changes_since(0)
    somebody = service.person(key)
    for endpoint in ENDPOINTS:
        if "{id}" not in endpoint.path or endpoint.streams:
            continue
        ask = next(asks_of(endpoint, "example"))
        sent = {"content": ask.content} if isinstance(ask.content, bytes) else {"json": ask.content}
        answer = somebody.ask(ask.method, ask.path, headers=dict(ask.headers), **(sent if ask.content else {}))
        assert answer.status_code < 500, ask
        if ask.method != "GET" and "/puzzles/" not in ask.path:
            assert answer.status_code in (401, 403, 404, 415, 422), ask
    assert service.store.changes_since(0) == before


def test_html_for_another_page(service: Instance) -> None:
    """The page of a game has the HTML of a frame with it, whose size and title are given."""
    made = service.game(text_of("game-of-four"))
    page = service.anybody().get(f"/g/{made['id']}").text
    (text,) = re.findall(r"<textarea[^>]* id=\"frame\"[^>]*>(.*?)</textarea>", page, re.DOTALL)
    (frame,) = Document(unescape(text)).all("iframe")
    assert frame["src"] == f"http://testserver/embed/{made['id']}"
    assert frame["title"] == "A complete game of four"
    assert int(str(frame["width"])) > int(str(frame["height"])) > 0
    assert service.anybody().get(f"/embed/{made['id']}").status_code == 200


def test_what_is_not_translated_is_said_beside_the_languages(service: Instance) -> None:
    """Pages in another language say what is only in English; the page about the API is wholly in English."""
    somebody = service.anybody()
    assert "Nicht übersetzt" in somebody.get("/?lang=de").text
    page = somebody.get("/docs?lang=de").text
    assert '<html lang="en">' in page
    assert "Alle Partien" not in page
    assert "Record a game" in page


def test_languages(service: Instance) -> None:
    """A page is in the requested language, or in the browser's favourite; links preserve a requested one."""
    somebody = service.anybody()
    assert '<html lang="hu">' in somebody.get("/", headers={"Accept-Language": "fr, hu;q=0.8, en;q=0.5"}).text
    russian = somebody.get("/?lang=ru", headers={"Accept-Language": "hu"}).text
    assert '<html lang="ru">' in russian
    assert 'href="/import?lang=ru"' in russian
    assert somebody.get("/?lang=xx").status_code == 400


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "en"),
        ("zh-CN", "zh_TW"),
        ("*;q=1", "en"),
        ("ru;q=0, hu;q=0.1", "hu"),
        ("de-AT, hu;q=0.8", "de"),
        ("hu;q=9, ru", "ru"),
        (";,=;q" * 999, "en"),
    ],
)
def test_liked_languages(header: str, code: str) -> None:
    """The browser's list of languages is read by its weights, and nonsense is ignored."""
    assert liked_language(header).code == code


def test_static_files(service: Instance) -> None:
    """Files of the program can be cached for ever at the address of their version; others are not found."""
    somebody = service.anybody()
    for name, file in static_files().items():
        answer = somebody.get(f"/static/{static_version()}/{name}")
        assert answer.status_code == 200
        assert answer.content == file.content
        assert "immutable" in answer.headers["cache-control"]
    assert somebody.get(f"/static/old/{VIEWER}").headers["cache-control"] == "no-cache"
    outside = (
        "../app.py",
        "..%2fapp.py",
        "%2e%2e/app.py",
        "common/keys.js/",
        "/etc/passwd",
        "common/keys.js%00",
        "",
        "x" * 1000,
    )
    for name in outside:
        assert somebody.get(f"/static/{static_version()}/{name}").status_code == 404, name


def test_pages_load_files_that_there_are(service: Instance) -> None:
    """Every file that a page names exists, and nothing inside a page violates its policy."""
    made: dict[str, Any] = service.game(text_of("game-of-four"), "public")
    for path in ("/", "/import", f"/g/{made['id']}", "/g/none", f"/embed/{made['id']}"):
        page = Document(service.anybody().get(path).text)
        loaded = [answer["src"] for answer in page.all("script") if answer.get("type") == "module"]
        loaded += [answer["href"] for answer in page.all("link") if answer["rel"] in {"stylesheet", "icon"}]
        assert loaded
        assert {service.anybody().get(str(address)).status_code for address in loaded} == {200}
        assert not page.all("style")
        assert not [answer for _, answer in page.elements if "style" in answer]
        assert {answer.get("type") for answer in page.all("script") if "src" not in answer} <= {"application/json"}


def test_addresses_that_are_mistyped(service: Instance) -> None:
    """For an unknown address people get a page, programs a problem; a final slash is redirected."""
    person, program = service.anybody(), service.anybody()
    person.headers["Accept"] = "text/html,*/*;q=0.8"
    answer = person.get("/gg/nothing")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert program.get("/gg/nothing").headers["content-type"] == "application/problem+json"
    led = service.client.get("/g/friday/7/?key=calv_x", follow_redirects=False)
    assert (led.status_code, led.headers["location"]) == (308, "/g/friday/7?key=calv_x")
    assert service.client.get("/gg/friday/", follow_redirects=False).status_code == 404
    assert service.client.post("/api/games/", follow_redirects=False).status_code == 404


def test_under_a_prefix() -> None:
    """With an address and a prefix all links are those that people use."""
    options = Options(address="https://games.example/calimala", prefix="/calimala")
    for service in instance():
        prefixed = Instance(options, service.store)
        made = prefixed.game(text_of("game-of-four"), "public")
        page = Document(prefixed.anybody().get(f"/g/{made['id']}/17").text)
        assert page.meta["og:image"].startswith("https://games.example/calimala/api/games/")
        assert page.meta["calimala-root"] == "/calimala"
        missing = prefixed.client.get("/calimala/api/games/nowhere").json()["type"]
        assert prefixed.client.get(missing).json()["type"] == missing == "/calimala/api/problems/not-found"
        assert page.all("calimala-replay")[0]["base"] == f"/calimala/g/{made['id']}"
        inside = [
            str(answer.get("href") or answer.get("src"))
            for tag, answer in page.elements
            if tag in {"a", "img", "script"}
        ]
        assert [address for address in inside if address.startswith("/") and not address.startswith("/calimala/")] == []


def test_a_link_to_a_whole_game_says_which_it_is(service: Instance) -> None:
    """The preview of a finished game names it; a missing page has no preview."""
    made = service.game(text_of("game-of-four"), "public")
    page = service.anybody().get(f"/g/{made['id']}").text
    (answer,) = re.findall(r'<meta property="og:description" content="([^"]*)"', page)
    assert re.fullmatch(r"The first edition; players: \d; turns: \d+\.", answer)
    assert "wins" not in answer
    lost = service.anybody().get(f"/g/{made['id']}/999")
    assert lost.status_code == 404
    assert "og:" not in lost.text
