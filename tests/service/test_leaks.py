"""The service reveals nothing hidden: any two games that differ only in hidden things get equal answers."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.game import Game, Move, Variation, play
from calimala_es.notes import Check, Notes
from calimala_es.view import Viewer, view
from notation import dumps
from replays.service.access import key_from
from replays.service.app import ENDPOINTS
from replays.service.endpoints import Endpoint
from tests.edit.test_redact import annotated, revealing_notes
from tests.laws.test_views import viewers, with_other_secrets
from tests.notation.records import record_of
from tests.profiles import examples, few
from tests.service.addresses import asks_of
from tests.service.asgi import Ask, Reply, answers_to
from tests.service.asking import Instance
from tests.strategies import FIRST, KNOWN, Playout, any_games

FORGED: Final = (
    key_from("owner", b"nobody gave that"),
    key_from("admin", b"nobody gave that"),
    key_from("seat", bytes(16)),
)
SEEN: Final = ((), (("If-Match", '"1"'),), (("If-Match", '"99999"'),))
"""Versions that somebody may claim to have seen: none, an old one, one that never existed."""

VISIBILITIES: Final = ("private", "unlisted", "public")


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda one: f"{one.method} {one.path}")
def test_every_end_point_is_asked(endpoint: Endpoint) -> None:
    """tests/service/addresses.py has requests for every endpoint."""
    assert [*asks_of(endpoint, "game")]


@given(any_games(KNOWN), st.randoms(use_true_random=False), st.floats(0.05, 0.9), st.sampled_from(VISIBILITIES))
@examples(2)
def test_what_is_hidden_leaves_no_trace(game: Playout, random: Random, share: float, visibility: str) -> None:
    """For two running games that differ only in hidden things every endpoint gives the same answer, to the last byte
    of bodies and headers: with a seat's key, a viewer's, a revoked or a forged one, and without a key."""
    viewer = random.choice(viewers(game))
    pair = secret_pair(game, viewer, share)
    seed = random.random()
    texts = [dumps(noted(annotated(one, 0, Random(seed)), random)) for one in pair]
    check_alike(texts, viewer, random, visibility)


@pytest.mark.long
@given(any_games(KNOWN), st.randoms(use_true_random=False), st.floats(0.05, 0.9))
@examples(2)
def test_what_others_claimed_leaves_no_trace(game: Playout, random: Random, share: float) -> None:
    """Cards that seats entered and the recorder did not see are in no answer to others."""
    teller = random.randrange(game.players)
    viewer = random.choice([viewer for viewer in viewers(game) if viewer != teller])
    pair = secret_pair(game, viewer, share)
    seen = dumps(view(pair[0], viewer))
    hands = [entered_by(teller, one) for one in pair]
    assume(hands[0] != hands[1])
    check_alike([seen, seen], viewer, random, "unlisted", [(teller, hand) for hand in hands])


@pytest.mark.parametrize(("share", "visibility"), few([(0.5, "unlisted"), (1, "public")]))
def test_names_leave_no_trace(share: float, visibility: str) -> None:
    """A spectator never gets the name of a player or an author, during a game and after it."""
    playout = Playout(3, 5)
    game = record_of(playout, 0, int(len(playout.steps) * share))
    headers = (("Event", "Friday"), ("Blue", "maria"), ("Scribe", "maria"), ("Layer", "maria - a friend of maria"))
    text = dumps(replace(noted(annotated(game, 0, Random(3)), Random(7)), headers=headers))
    check_alike([text, text.replace("maria", "aaron")], None, Random(1), visibility)


def test_a_private_game_is_not_there() -> None:
    """Without a right to see it a private game gets the same answers as an unknown id."""
    service = Instance()
    made = service.game(dumps(play(Playout(3, 5, rules=FIRST).setup)), "private")
    absent = "a" * len(made["id"])
    for key in few(("", FORGED[0], FORGED[1]), 2):
        asks = [
            [ask for one in ENDPOINTS if "{id}" in one.path for ask in asks_of(one, id)] for id in (made["id"], absent)
        ]
        there, nowhere = (answers_to(service.app, each, key) for each in asks)
        named = [unnamed(answer, made["id"]) for answer in there]
        assert differing(asks[0], named, [unnamed(answer, absent) for answer in nowhere]) == []


def unnamed(answer: Reply, id: str) -> Reply:
    """Return an answer without the id that was asked for."""
    headers = tuple((name, value.replace(id, "ID")) for name, value in answer.headers if name != "content-length")
    return Reply(answer.status, headers, answer.body.replace(id.encode(), b"ID"))


# What the tests share.


def secret_pair(playout: Playout, viewer: Viewer, share: float) -> tuple[Game, Game]:
    """Return a part of a game, and another that looks the same to the viewer."""
    until = int(len(playout.steps) * share)
    other = with_other_secrets(playout, viewer, until, Random(playout.seed))
    assume(other is not None)
    assert other is not None
    return record_of(playout, 0, until), play(playout.setup, [each.command for each in other])


def noted(record: Game, random: Random) -> Game:
    """Return the record with notes and variations by somebody who sees everything."""
    moves: list[Move] = []
    for number, move in enumerate(record.moves):
        if random.random() < 0.05:
            variation = Variation(f"v{number}", (replace(move, notes=()),), "secret")
            move = replace(move, notes=(*saying(random), *move.notes), variations=(variation,))
        moves.append(move)
    headers = (*record.headers, ("Layer", f"maria - {random.random()}"))
    return replace(record, moves=tuple(moves), headers=headers, notes=saying(random))


def saying(random: Random) -> Notes:
    """Return notes of every kind, except facts that would have to be right."""
    return tuple(note for note in revealing_notes(random) if not isinstance(note, Check))


def entered_by(seat: int, game: Game) -> dict[int, Command]:
    """Return the cards that a seat can enter and the public does not see, by the number of the command."""
    own, public = view(game, seat).commands, view(game).commands
    return {number: mine for number, (mine, theirs) in enumerate(zip(own, public, strict=True)) if mine != theirs}


def check_alike(
    texts: Sequence[str],
    viewer: Viewer,
    random: Random,
    visibility: str,
    hands: Sequence[tuple[int, dict[int, Command]]] = (),
) -> None:
    """Check that services with one of these games each answer alike to all who see no more than a viewer."""
    services = [Instance() for _ in texts]
    made = [service.game(text, visibility) for service, text in zip(services, texts, strict=True)]
    assert made[0] == made[1]
    keys, id = made[0]["keys"], made[0]["id"]
    for service, (seat, hand) in zip(services, hands, strict=False):
        anchors = service.store.load(id).anchors
        service.store.claims.add(id, seat, {anchors[number]: command for number, command in hand.items()})
    revoked = [revoke(service, id, keys["owner"]) for service in services]
    assert revoked[0] == revoked[1]
    puzzles = [puzzle_of(service, id, keys["owner"]) for service in services]
    assert puzzles[0] == puzzles[1]
    askers = ["", keys["viewer"], revoked[0], random.choice(FORGED)]
    if viewer is not None:
        askers.append(keys["seats"][viewer])
    for service in services:
        for path in ("undo", "undo", "redo"):
            service.person(keys["owner"]).post(f"/api/games/{id}/{path}", json={}, headers={"If-Match": "*"})
    for key in askers:
        asks = [ask for endpoint in ENDPOINTS for ask in asked(endpoint, id, puzzles[0], sparing=key != askers[-1])]
        answers = [answers_to(service.app, asks, key) for service in services]
        assert differing(asks, *answers) == [], f"with {key[:4] or 'no key'}, {viewer}"
    whole = [Ask("GET", f"/api/games/{id}/notation")]
    knowing = [keys["owner"], *(keys["seats"][seat] for seat, _ in hands[:1])]
    seen = [[answers_to(service.app, whole, key) for key in knowing] for service in services]
    assert seen[0] != seen[1] or texts[0] == texts[1]


def asked(endpoint: Endpoint, id: str, puzzle: str, *, sparing: bool) -> list[Ask]:
    """Return the requests for an endpoint: without a query for the one who sees least, fewer for what takes long."""
    asks = [*asks_of(endpoint, id, puzzle)]
    if sparing:
        return [] if endpoint.heavy else [ask for ask in asks if "?" not in ask.path]
    if endpoint.heavy:
        return asks[:1]
    writing = [ask for ask in asks if ask.headers]
    return [*(ask._replace(headers=seen) for ask in writing for seen in SEEN), *asks]


def differing(asks: Sequence[Ask], one: Iterable[Reply], other: Iterable[Reply]) -> list[object]:
    """Return the requests with different answers, and the answers around the first difference."""
    found: list[object] = []
    for ask, this, that in zip(asks, one, other, strict=True):
        if this != that:
            at = next((i for i, (a, b) in enumerate(zip(this.body, that.body, strict=False)) if a != b), 0)
            near = slice(max(0, at - 60), at + 60)
            headers = [pair for pair in zip(this.headers, that.headers, strict=False) if pair[0] != pair[1]]
            found.append((ask, this.status, that.status, headers, this.body[near], that.body[near]))
    return found


def puzzle_of(service: Instance, id: str, owner: str) -> str:
    """Return a puzzle made of a turn of a game, if there is such a turn."""
    answer = service.person(owner).post(f"/api/games/{id}/puzzles", json={"step": "2"})
    assert answer.status_code < 500
    puzzle: str = answer.json().get("puzzle", "none")
    return puzzle


def revoke(service: Instance, id: str, owner: str) -> str:
    """Return a recorder's key that was given and revoked."""
    person = service.person(owner)
    given = person.post(f"/api/games/{id}/keys", json={"role": "recorder"}).json()
    taken = person.ask("DELETE", f"/api/games/{id}/keys/{given['number']}")
    assert taken.status_code == 200
    key: str = given["key"]
    return key
