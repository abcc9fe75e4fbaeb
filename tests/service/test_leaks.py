"""Nobody learns from the service what they may not see: any two games that differ only in it answer alike."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from calimala_es.view import Viewer
from notation import Move, Record, dumps
from notation.notes import Check, Notes
from notation.record import Variation
from replays.service.asking.keys import key_of
from replays.service.endpoints import Endpoint
from replays.service.table import ENDPOINTS
from tests.laws.test_views import viewers, with_other_secrets
from tests.notation.test_redact import annotated, telling
from tests.service.addresses import asks_of
from tests.service.asgi import Ask, Told, told
from tests.service.asking import Instance
from tests.strategies import KNOWN, Game, any_games

FORGED = key_of("owner", b"nobody gave that"), key_of("admin", b"nobody gave that"), key_of("seat", bytes(16))


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda one: f"{one.method} {one.path}")
def test_every_end_point_is_asked(endpoint: Endpoint) -> None:
    """Whoever adds an end point says in tests/service/addresses.py how it is asked."""
    assert [*asks_of(endpoint, "game")]


@given(any_games(KNOWN), st.randoms(use_true_random=False), st.floats(0.05, 0.9), st.booleans())
@settings(max_examples=8)
def test_what_is_hidden_leaves_no_trace(game: Game, random: Random, share: float, private: bool) -> None:
    """Two running games that differ only in what somebody may not see answer them alike at every end point, to the last
    byte of bodies and headers: with a key of their seat, a viewer's key, a revoked or a forged key, and with none.
    """
    until = int(len(game.steps) * share)
    viewer = random.choice(viewers(game))
    steps = with_other_secrets(game, viewer, until, Random(game.seed))
    assume(steps is not None)
    assert steps is not None
    seed = random.random()
    records = [noted(annotated(played, 0, Random(seed)), random) for played in (game.steps[:until], steps)]
    check_alike(records, viewer, random, "private" if private else "unlisted")


def noted(record: Record, random: Random) -> Record:
    """The record with notes and variations of somebody who sees all."""
    moves = []
    for number, move in enumerate(record.moves):
        if random.random() < 0.05:
            variation = Variation(f"v{number}", (Move(move.command),), "secret")
            move = Move(move.command, (*saying(random), *move.notes), (variation,))
        moves.append(move)
    headers = (*record.headers, ("Layer", f"maria - {random.random()}"))
    return Record(record.setup, tuple(moves), headers, saying(random), record.start)


def saying(random: Random) -> Notes:
    """Notes of every kind, but for facts that would have to be right."""
    return tuple(note for note in telling(random) if not isinstance(note, Check))


def check_alike(records: Sequence[Record], viewer: Viewer, random: Random, visibility: str) -> None:
    """Services with one of these games each answer alike to all who see no more than a viewer."""
    services = [Instance() for _ in records]
    made = [service.game(dumps(record), visibility) for service, record in zip(services, records, strict=True)]
    assert made[0] == made[1]
    keys, id = made[0]["keys"], made[0]["id"]
    revoked = [revoke(service, id, keys["owner"]) for service in services]
    assert revoked[0] == revoked[1]
    askers = ["", keys["viewer"], revoked[0], random.choice(FORGED)]
    if viewer is not None:
        askers.append(keys["seats"][viewer])
    for key in askers:
        asks = [ask for endpoint in ENDPOINTS for ask in _asked(endpoint, id, sparing=key is not askers[-1])]
        answers = [told(service.app, asks, key) for service in services]
        different = [differing(asks, *answers)]
        assert different == [[]], f"{key[:4]} of {viewer}: {different}"
    owner = [told(service.app, [Ask("GET", f"/api/games/{id}/notation")], keys["owner"]) for service in services]
    assert (owner[0] == owner[1]) == (dumps(records[0]) == dumps(records[1]))


def _asked(endpoint: Endpoint, id: str, *, sparing: bool) -> list[Ask]:
    """How an end point is asked: whoever sees least asks without a query, and what takes long is asked less."""
    asks = [*asks_of(endpoint, id)]
    if sparing:
        return [] if endpoint.heavy else [ask for ask in asks if "?" not in ask.path]
    return asks[:3] if endpoint.heavy else asks


def differing(asks: Sequence[Ask], one: Iterable[Told], other: Iterable[Told]) -> list[Any]:
    """The requests that were answered otherwise, with what was told where they differ first."""
    found = []
    for ask, this, that in zip(asks, one, other, strict=True):
        if this != that:
            at = next((i for i, (a, b) in enumerate(zip(this.body, that.body, strict=False)) if a != b), 0)
            near = slice(max(0, at - 60), at + 60)
            found.append((ask, this.status, that.status, this.body[near], that.body[near]))
    return found


def revoke(service: Instance, id: str, owner: str) -> str:
    """A recorder's key that was given and taken back."""
    person = service.person(owner)
    given = person.post(f"/api/games/{id}/keys", json={"role": "recorder"}).json()
    told = person.ask("DELETE", f"/api/games/{id}/keys/{given['number']}")
    assert told.status_code == 200
    key: str = given["key"]
    return key
