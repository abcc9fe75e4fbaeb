"""How everything is written that changes a game: as it was seen, once, and with what happened meanwhile.

A request says by ``If-Match`` which version it saw; where the game has another one by then nothing is done, and the
problem says what came since. A request with an ``Idempotency-Key`` is carried out once, however often it comes.
"""

import re
from collections.abc import Callable
from hashlib import blake2b
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.errors import GameNotFoundError, StaleGameError
from calimala_es.game import Game
from calimala_es.store import Acknowledged, Draft, Receipt, StoredGame
from calimala_es.store.rewriting import shared
from notation.grammar.symbols import format_command
from replays.service.access import DIGEST, Right, digest_of
from replays.service.api.snapshot import SeenGame, SnapshotQuery, seen_game, snapshot_response, whole_game
from replays.service.game_cache import CachedGame
from replays.service.problems import Problem
from replays.service.request import ApiRequest
from replays.service.responses import etag, json_response

ATTEMPTS: Final = 20
"""How often something is tried again that any version will do for, while others write."""

_ETAG: Final = re.compile(r'"([0-9]{1,9})"')


class WriteQuery(SnapshotQuery, frozen=True):
    """How much of the game is in the answer."""

    now: Annotated[int, Meta(description="0 for its version only.")] = 1


class WrittenVersion(Struct, frozen=True):
    """The game after a change: its version, and how many decisions it has."""

    version: int
    decisions: int


class GameChange(NamedTuple):
    """What a request did to a game: the game after it, and what was played, ``None`` where that is to be read anew."""

    game: StoredGame
    played: Game | None = None


Report = Callable[[SeenGame], object]
"""Makes an answer of the game after a change."""


def write_once(
    request: ApiRequest,
    change: Callable[[CachedGame, Receipt | None], GameChange],
    status: int = 200,
    report: Report | None = None,
) -> Response:
    """Let a request change the game that it saw, once; return the game after it, or what ``report`` makes of that."""
    receipt = receipt_of(request)
    games = request.service.games
    for attempt in range(ATTEMPTS):
        cached = games.get(request.id) if attempt else request.cached_game
        if receipt is not None and is_known(games.receipts(cached).get(receipt.key), receipt):
            # What was carried out while this request came in is newer than the game that it found.
            cached = games.get(request.id)
            return _response_after(request, cached.game, cached.played, status, report)
        check_seen(request, cached)
        try:
            after = change(cached, receipt)
        except StaleGameError:
            continue
        acknowledged = Acknowledged(*receipt, after.game.version) if receipt else None
        games.replace(cached, after.game, after.played, acknowledged)
        return _response_after(request, after.game, after.played, status, report)
    raise Problem(412, "stale", "others keep writing this game; nothing was changed, try again")


def annotate_once(request: ApiRequest, draft: Callable[[CachedGame], Draft]) -> CachedGame:
    """Let a request say something about a game, once, whatever is decided meanwhile; return the game as it is then."""
    receipt = receipt_of(request)
    games = request.service.games
    for _ in range(ATTEMPTS):
        cached = games.get(request.id)
        if receipt is not None and is_known(games.receipts(cached).get(receipt.key), receipt):
            return games.get(request.id)
        try:
            request.service.store.append(cached.game, (), receipt, [draft(cached)])
        except StaleGameError:
            continue
        return games.get(request.id)
    raise Problem(412, "stale", "others keep writing about this game; nothing was said, try again")


def _response_after(
    request: ApiRequest, game: StoredGame, played: Game | None, status: int, report: Report | None
) -> Response:
    """Return the game after a change, as far as the one who has written it may see it."""
    if played is None or not request.principal.may(Right.RECORD):
        seen = seen_game(request, request.service.games.get(game.id))
    else:
        seen = whole_game(request, game, played)
    if report is None and request.query.now:
        return snapshot_response(request, seen, status)
    answer = report(seen) if report else WrittenVersion(seen.version, len(seen.game.moves))
    return json_response(answer, status, {"ETag": etag(seen.version)})


# Once.


def receipt_of(request: ApiRequest) -> Receipt | None:
    """Return by what the request is known again; ``None`` where it gives itself no name."""
    name = request.idempotency_key()
    if name is None:
        return None
    body = blake2b(request.http.scope["path"].encode() + b"\n" + request.body, digest_size=DIGEST).digest()
    return Receipt(digest_of(f"{request.key} {name}"), body)


def is_known(known: Acknowledged | None, receipt: Receipt) -> bool:
    """Return whether the request was carried out before; raises ``Problem`` where that was another one."""
    if known is not None and known.body != receipt.body:
        raise Problem(422, "key-reused", "the same idempotency key came with another request")
    return known is not None


# As it was seen.


def check_seen(request: ApiRequest, cached: CachedGame) -> None:
    """Raise a ``Problem`` unless the game is as the sender saw it; ``*`` stands for any version.

    Those who may see all of it are sent what came since.
    """
    principal = request.principal_for(cached)
    writes = principal.may(Right.RECORD)
    version = cached.game.version if writes else cached.view(principal).version
    wanted = request.http.headers.get("if-match")
    if wanted is None:
        raise Problem(428, "precondition-required", f"`If-Match: {etag(version)}` says which version you saw")
    if wanted.strip() == "*":
        return
    seen = [int(one) for one in _ETAG.findall(wanted)]
    if version not in seen:
        raise Problem(
            412,
            "stale",
            f"the game is at version {version} meanwhile",
            {"ETag": etag(version)},
            version=version,
            **(_meanwhile(request, cached, max(seen, default=0)) if writes else _NOTHING_KNOWN),
        )


_NOTHING_KNOWN: Final[dict[str, Any]] = {"undone": None, "meanwhile": None}


def _meanwhile(request: ApiRequest, cached: CachedGame, seen: int) -> dict[str, Any]:
    """Return what came since a version: how many decisions were taken back, and those that came, in notation."""
    played = cached.played
    try:
        before = request.service.store.load(cached.game.id, seen)
    except GameNotFoundError:
        return _NOTHING_KNOWN
    same = shared(before.numbers, cached.game.numbers)
    came = range(same, len(played.moves))
    return {
        "undone": len(before.numbers) - same,
        "meanwhile": [format_command(played.state_at(number), played.moves[number].command) for number in came],
    }
