"""The recorder's pages as the service sends them, without a browser."""

import json
import re
from collections.abc import Sequence

import pytest

from replays.service.options import Options
from replays.service.pages.phone_texts import COMMON, KEEPING, NEW, RECORDER, SEAT, sentences, terms
from replays.service.pages.static import static_files
from replays.text.languages import LANGUAGES, language_of
from tests.document import Document
from tests.service.asking import Instance


@pytest.mark.parametrize("page", ["record", "seat"])
def test_a_page_says_nothing_of_its_game(service: Instance, page: str) -> None:
    """The pages of an existing, a private and a missing game are the same except for the id."""
    headers = '[City "WBM/U-A/VTS"] [Seats "bry"] [Blue "Maria"]\n'
    council = '[Council "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"]'
    ids = [service.game(headers + council, visibility)["id"] for visibility in ("public", "private")] + ["zz9zz9zz9zz9"]
    pages = [service.anybody().get(f"/{page}/{id}") for id in ids]
    texts = {answer.text.replace(id, "ID") for answer, id in zip(pages, ids, strict=True)}
    assert len(texts) == 1
    assert {answer.status_code for answer in pages} == {200}


@pytest.mark.parametrize("page", ["record", "seat"])
def test_markup_in_an_id_is_text(service: Instance, page: str) -> None:
    """Markup in an id makes no element and ends no block of JSON."""
    hostile = "%3C%2Fscript%3E%3Cimg src=x onerror=alert(1)%3E%22"
    usual = Document(service.anybody().get(f"/{page}/friday").text)
    answer = service.anybody().get(f"/{page}/{hostile}")
    if answer.status_code != 200:
        assert answer.status_code in (400, 404)
        return
    read = Document(answer.text)
    assert [tag for tag, _ in read.elements] == [tag for tag, _ in usual.elements]
    scripts = zip(read.all("script"), read.texts_from("script"), strict=True)
    (data,) = (text[0] for attributes, text in scripts if attributes.get("id") == "page-data")
    assert "<" in json.loads(data)["id"]


def test_links_for_other_phones_lead_into_the_network() -> None:
    """Under an address that only this computer can open, a page has the one by which others reach the service."""
    for options, home in (
        (Options(network="http://192.168.1.20:8000"), "http://192.168.1.20:8000"),
        (Options(address="https://games.example/calimala"), "https://games.example"),
        (Options(), ""),
    ):
        anybody = Instance(options).anybody()
        for path in ("/new", "/record/friday"):
            at_home = anybody.get(path, headers={"Host": "127.0.0.1:8000"}).text
            assert f'"network":"{home}"' in at_home
            assert not home or anybody.post("/api/qr", json={"text": f"{home}/calimala/g/friday"}).status_code == 200
            assert '"network":""' in anybody.get(path, headers={"Host": "games.example"}).text


def test_no_page_has_a_script_or_a_style_inside(service: Instance) -> None:
    """Scripts and styles are files of the service, and pages contain only data."""
    for path in ("/record/friday", "/seat/friday", "/new"):
        for tag, attributes in Document(service.anybody().get(path).text).elements:
            assert tag != "style"
            assert not any(name.startswith("on") or name == "style" for name in attributes)
            assert tag != "script" or attributes.get("src") or attributes.get("type") == "application/json"


@pytest.mark.parametrize(
    ("entry", "tables"),
    [
        ("recorder/recorder.js", (COMMON, RECORDER, KEEPING)),
        ("recorder/seat.js", (COMMON, RECORDER, SEAT)),
        ("recorder/new.js", (COMMON, NEW, KEEPING)),
    ],
)
def test_a_page_has_every_sentence_that_its_modules_ask_for(entry: str, tables: Sequence[dict[str, str]]) -> None:
    """A page has every sentence that its modules name, in every language, also those with a variable ending."""
    module = static_files()[entry].content.decode()
    asked = {*re.findall(r'\btext\(\s*"([^"]+)"', module)}
    begun = {*re.findall(r"\btext\([^`)]*`([^`$]+)\$", module)}
    assert len(asked) > 20
    for code in LANGUAGES:
        language = language_of(code)
        table = {**sentences(language, *tables), **terms(language)}
        assert asked - table.keys() == set()
        assert [start for start in begun if not any(name.startswith(start) for name in table)] == []


def test_every_sentence_is_asked_for() -> None:
    """Every sentence of the tables is used by a module."""
    modules = "".join(file.content.decode() for name, file in static_files().items() if name.startswith("recorder/"))
    begun = tuple(re.findall(r"\btext\([^`)]*`([^`$]+)\$", modules))
    every = {**COMMON, **RECORDER, **SEAT, **NEW, **KEEPING}
    assert [name for name in every if f'"{name}"' not in modules and not name.startswith(begun)] == []


def test_the_worker_stores_all_that_the_pages_load(service: Instance) -> None:
    """The service worker stores existing files: those that the phones' pages load, which are few, and no others."""
    answer = service.anybody().get("/worker.js")
    found = re.match(r"const FILES = (\[[^\]]*\]);", answer.text)
    assert found
    stored = set(json.loads(found[1]))
    every: set[str] = set()
    for path in ("/record/friday", "/seat/friday", "/new"):
        elements = Document(service.anybody().get(path).text).elements
        loaded = {
            attributes.get("src") or attributes.get("href") for tag, attributes in elements if tag in ("script", "link")
        } - {None}
        files = {path for path in loaded if path and path.endswith((".js", ".css"))}
        assert len(files) == 3
        every |= files
    assert every == stored
    assert {service.anybody().get(path).status_code for path in stored} == {200}


def test_only_links_of_the_service_are_drawn(service: Instance) -> None:
    """QR codes are made only for links of this service, and are neither logged nor cached."""
    link = "http://testserver/record/friday#calr_aaaaaaaaaaaaaaaaaaaaaa"
    drawn = service.anybody().post("/api/qr", json={"text": link})
    assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/svg+xml")
    assert drawn.headers["cache-control"] == "no-store"
    for foreign in ("https://elsewhere.example/", "http://testserver.example/", "calimala", ""):
        assert service.anybody().post("/api/qr", json={"text": foreign}).status_code == 422
