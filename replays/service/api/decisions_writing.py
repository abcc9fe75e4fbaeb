"""How everything is written that changes what was played: seen before, once, and told what happened meanwhile.

A request says by ``If-Match`` which version it saw; where the game has another one by then nothing is done, and the
refusal tells what came since. A request that calls itself something by ``Idempotency-Key`` is carried out once, however
often it comes.
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
from notation.words.symbols import format_command
from replays.service.api.now import NowQuery, Standing, standing_of, told_now, written
from replays.service.asking.asker import Right
from replays.service.asking.called import called
from replays.service.asking.keys import DIGEST, digest_of
from replays.service.endpoints import Asked, answer, etag
from replays.service.games import Held
from replays.service.problems import Problem

ATTEMPTS: Final = 20
"""How often something is tried again that any version will do for, while others write."""

_ETAG: Final = re.compile(r'"([0-9]{1,9})"')


class WriteQuery(NowQuery, frozen=True):
    """How much is told of the game afterwards."""

    now: Annotated[int, Meta(description="0 for its version only.")] = 1


class Written(Struct, frozen=True):
    """What the game is afterwards: its version, and how many decisions stand."""

    version: int
    decisions: int


class Change(NamedTuple):
    """What a request did to a game: the game after it, and what was played, ``None`` where that is to be read anew."""

    game: StoredGame
    history: Game | None = None


Tell = Callable[[Standing], object]
"""Makes an answer of the game where it stands."""


def carried_out(
    asked: Asked, change: Callable[[Held, Receipt | None], Change], status: int = 200, tell: Tell | None = None
) -> Response:
    """Let a request change the game that it saw, once; the answer is the game where it stands then.

    ``tell`` makes another answer of that.
    """
    receipt = receipt_of(asked)
    games = asked.service.games
    for attempt in range(ATTEMPTS):
        held = games.get(asked.id) if attempt else asked.held
        if receipt is not None and is_known(games.receipts(held).get(receipt.key), receipt):
            # What was carried out while this request came in is newer than the game that it found.
            held = games.get(asked.id)
            return told_after(asked, held.game, held.history, status, tell)
        check_seen(asked, held)
        try:
            after = change(held, receipt)
        except StaleGameError:
            continue
        acknowledged = Acknowledged(*receipt, after.game.version) if receipt else None
        games.grown(held, after.game, after.history, acknowledged)
        return told_after(asked, after.game, after.history, status, tell)
    raise Problem(412, "stale", "others keep writing this game; nothing was changed, try again")


def said(asked: Asked, draft: Callable[[Held], Draft]) -> Held:
    """Let a request say something about a game, once, whatever is decided meanwhile; the game as it is held then."""
    receipt = receipt_of(asked)
    games = asked.service.games
    for _ in range(ATTEMPTS):
        held = games.get(asked.id)
        if receipt is not None and is_known(games.receipts(held).get(receipt.key), receipt):
            return games.get(asked.id)
        try:
            asked.service.store.append(held.game, (), receipt, [draft(held)])
        except StaleGameError:
            continue
        return games.get(asked.id)
    raise Problem(412, "stale", "others keep writing about this game; nothing was said, try again")


def told_after(asked: Asked, game: StoredGame, history: Game | None, status: int, tell: Tell | None = None) -> Response:
    """The game where it stands, for who has just written it, as far as they may see it."""
    if history is None or not asked.asker.may(Right.RECORD):
        standing = standing_of(asked, asked.service.games.get(game.id))
    else:
        standing = written(asked, game, history)
    if tell is None and asked.query.now:
        return told_now(asked, standing, status)
    told = tell(standing) if tell else Written(standing.version, len(standing.history.commands))
    return answer(told, status, {"ETag": etag(standing.version)})


# Once.


def receipt_of(asked: Asked) -> Receipt | None:
    """By what the request is known again; ``None`` where it does not call itself anything."""
    name = called(asked.request)
    if name is None:
        return None
    body = blake2b(asked.request.scope["path"].encode() + b"\n" + asked.body, digest_size=DIGEST).digest()
    return Receipt(digest_of(f"{asked.key} {name}"), body)


def is_known(known: Acknowledged | None, receipt: Receipt) -> bool:
    """Whether the request was carried out before; raises ``Problem`` where that was another one."""
    if known is not None and known.body != receipt.body:
        raise Problem(422, "key-reused", "the same idempotency key came with another request")
    return known is not None


# As it was seen.


def check_seen(asked: Asked, held: Held) -> None:
    """Raise a ``Problem`` unless the game is as whoever asks saw it; ``*`` stands for any version.

    What came since is told to those who may see all of it.
    """
    writes = asked.asker_of(held).may(Right.RECORD)
    version = held.game.version if writes else held.sight(asked.asker_of(held)).version
    wanted = asked.request.headers.get("if-match")
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
            **(meanwhile(asked, held, max(seen, default=0)) if writes else _UNTOLD),
        )


_UNTOLD: Final[dict[str, Any]] = {"undone": None, "meanwhile": None}


def meanwhile(asked: Asked, held: Held, seen: int) -> dict[str, Any]:
    """What came since a version: the decisions that were taken back, and those that came, in notation."""
    game, history = held.game, held.history
    try:
        before = asked.service.store.load(game.id, seen)
    except GameNotFoundError:
        return _UNTOLD
    keep = shared(before.numbers, game.numbers)
    came = range(keep, len(history.moves))
    return {
        "undone": len(before.numbers) - keep,
        "meanwhile": [format_command(history.state_at(number), history.moves[number].command) for number in came],
    }
