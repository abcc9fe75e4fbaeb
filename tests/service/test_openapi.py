"""The description of the endpoints: complete, valid, and true of their answers."""

import re
from importlib.resources import files
from random import Random

import pytest
from jsonschema_rs import ValidationError

from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from notation import dumps
from replays.service.app import ENDPOINTS
from replays.service.problems import TITLES
from tests.service.asking import Instance
from tests.service.promised import keeps_its_promise, promise


def test_the_document_is_openapi(service: Instance) -> None:
    """`/api/openapi.json` is valid OpenAPI 3.1."""
    # Not above: what it imports takes a tenth of the time in which all tests are collected.
    from openapi_spec_validator import validate

    answer = service.anybody().get("/api/openapi.json").json()
    assert answer["openapi"].startswith("3.1")
    validate(answer)


def test_the_types_of_scripts_are_in_it(service: Instance) -> None:
    """The fields that the pages' modules read are described; types without a schema of their own are theirs."""
    schemas = service.anybody().get("/api/openapi.json").json()["components"]["schemas"]
    source = (files("replays.service") / "web/common/api.d.ts").read_text(encoding="utf-8")
    interfaces = re.findall(r"^export interface (\w+)[^{]*\{\n(.*?)^\}", source, re.MULTILINE | re.DOTALL)
    known = {name: set(re.findall(r"^  (\w+)\??:", body, re.MULTILINE)) for name, body in interfaces}
    read = known.keys() & schemas.keys() - {"Problem"}
    assert {name: fields - schemas[name]["properties"].keys() for name, fields in known.items() if name in read} == {
        name: set() for name in read
    }
    assert {"Snapshot", "DecisionOption", "RecentDecision", "CorrectionResult", "Hand", "MadeGame", "Revealed"} <= read


def test_every_end_point_is_in_it() -> None:
    """Every endpoint has a summary, a unique name, its errors, and descriptions of its parameters."""
    operations = [operation for there in promise()["paths"].values() for operation in there.values()]
    assert len(operations) == len(ENDPOINTS) == len({operation["operationId"] for operation in operations})
    for operation in operations:
        assert operation["summary"]
        assert operation["description"]
        assert "default" in operation["responses"]
        assert all(parameter["description"] for parameter in operation["parameters"])


def test_what_is_written_asks_for_the_version_seen() -> None:
    """Endpoints that require `If-Match` say so."""
    appending = promise()["paths"]["/api/games/{id}/decisions"]["post"]
    assert {"If-Match", "Idempotency-Key"} <= {one["name"] for one in appending["parameters"]}


def test_what_can_be_done_once_says_so() -> None:
    """Endpoints that accept an `Idempotency-Key` say so, including the one that makes games."""
    once = {
        path
        for path, operations in promise()["paths"].items()
        for operation in operations.values()
        if "Idempotency-Key" in {one["name"] for one in operation["parameters"]}
    }
    assert {"/api/games", "/api/games/{id}/decisions", "/api/games/{id}/undo"} <= once


def test_needed_keys_are_documented() -> None:
    """Endpoints for viewers can be used without a key, those that write cannot."""
    for endpoint in ENDPOINTS:
        path = endpoint.path.replace("{name:path}", "{name}")
        there = next((answer for at, answer in promise()["paths"].items() if at == path), None)
        if there is not None:
            assert ({} in there[endpoint.method.lower()]["security"]) == (endpoint.right <= 1 and not endpoint.roles)
    answer = promise()["paths"]["/api/games/{id}/comments"]
    assert answer["post"]["security"] == [{"key": [role]} for role in ("seat", "recorder", "owner", "admin")]
    assert {} in answer["get"]["security"]
    assert {"key": ["viewer"]} not in promise()["paths"]["/api/games/{id}/photos"]["post"]["security"]


def test_an_answer_that_was_not_promised_is_noticed(service: Instance) -> None:
    """The check of all answers in the tests rejects an answer of another form, status or kind."""
    made = service.game(dumps(play(shuffled_setup("bry", Random(1)))))
    path = f"/api/games/{made['id']}/legal"
    body = service.anybody().get(path).content
    keeps_its_promise("GET", path, 200, "application/json", body)
    with pytest.raises(ValidationError):
        keeps_its_promise("GET", path, 200, "application/json", body.replace(b'"rule"', b'"ruler"'))
    with pytest.raises(AssertionError):
        keeps_its_promise("GET", path, 201, "application/json", body)
    with pytest.raises(AssertionError):
        keeps_its_promise("GET", path, 200, "text/html", body)
    with pytest.raises(ValidationError):
        keeps_its_promise("GET", path, 404, "application/problem+json", b"{}")


def test_every_type_of_problem_has_a_place(service: Instance) -> None:
    """The address of a problem type explains it; other addresses are not found."""
    for type, title in TITLES.items():
        assert service.anybody().get(f"/api/problems/{type}").json() == {
            "type": f"/api/problems/{type}",
            "title": title,
        }
    assert service.anybody().get("/api/problems/nothing").status_code == 404


def test_the_end_points_can_be_read(service: Instance) -> None:
    """`/docs` is a page with every endpoint that loads nothing from elsewhere."""
    page = service.anybody().get("/docs").text
    assert all(endpoint.summary.replace("'", "&#39;") in page or endpoint.summary in page for endpoint in ENDPOINTS)
    assert "http://" not in page.replace("http://testserver", "")
