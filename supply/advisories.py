"""Known vulnerabilities of what is pinned, asked of the open source vulnerabilities database (https://osv.dev)."""

import json
from collections.abc import Iterator, Sequence
from http.client import HTTPException
from typing import Any, Final, NamedTuple
from urllib.request import Request, urlopen

from supply.locks import Pin

SOURCE: Final = "https://api.osv.dev/v1/querybatch"
"""Where the advisories are asked for."""

PAGE: Final = "https://osv.dev/vulnerability/"
_SECONDS: Final = 10


class NotReachedError(Exception):
    """The source of advisories does not answer, or not as documented; the message says how."""


class Advisory(NamedTuple):
    """A known vulnerability of a package."""

    pin: Pin
    id: str


def known_vulnerabilities(pins: Sequence[Pin], source: str = SOURCE) -> list[Advisory]:
    """Return what is known of these packages; raises ``NotReachedError`` where the source cannot be asked."""
    found: list[Advisory] = []
    asked: list[tuple[Pin, str]] = [(pin, "") for pin in pins]
    while asked:
        answers = _answers(asked, source)
        found += [Advisory(pin, id) for (pin, _), answer in zip(asked, answers, strict=True) for id in _ids(answer)]
        asked = [
            (pin, answer["next_page_token"])
            for (pin, _), answer in zip(asked, answers, strict=True)
            if answer.get("next_page_token")
        ]
    return found


def _answers(asked: Sequence[tuple[Pin, str]], source: str) -> list[dict[str, Any]]:
    queries = [
        {
            "package": {"ecosystem": "PyPI", "name": pin.name},
            "version": pin.version,
            **({"page_token": token} if token else {}),
        }
        for pin, token in asked
    ]
    body = json.dumps({"queries": queries}).encode()
    request = Request(source, body, {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=_SECONDS) as answer:
            results: list[dict[str, Any]] = json.load(answer)["results"]
    except (OSError, HTTPException, ValueError, KeyError, TypeError) as error:
        raise NotReachedError(f"{source}: {error}") from error
    if len(results) != len(asked):
        raise NotReachedError(f"{source}: {len(results)} answers to {len(asked)} questions")
    return results


def _ids(answer: dict[str, Any]) -> Iterator[str]:
    yield from (each["id"] for each in answer.get("vulns", ()))
