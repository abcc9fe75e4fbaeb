"""Writing a game down: decisions that are appended to the game that somebody saw."""

from msgspec import Struct
from starlette.responses import Response

from calimala_es.store import Receipt
from replays.lines import read_line
from replays.service.asking.asker import Right
from replays.service.asking.keys import digest_of
from replays.service.endpoints import Asked, Endpoint, answer, etag
from replays.service.problems import Problem


class Decisions(Struct, frozen=True, forbid_unknown_fields=True):
    """Decisions to append, in notation: one or several on a line."""

    notation: str


class Appended(Struct, frozen=True):
    """What the game is after that: its version, and how many decisions stand."""

    version: int
    decisions: int


def append(asked: Asked) -> Response:
    """Decide and keep decisions."""
    given = asked.taken(Decisions)
    held = asked.held
    game = held.game
    wanted = asked.request.headers.get("if-match")
    if wanted is None:
        raise Problem(428, "precondition-required", f'`If-Match: "{game.version}"` says which version you saw')
    receipt = receipt_of(asked)
    if receipt is not None:
        known = asked.service.store.receipt(game.id, receipt.key)
        if known is not None:
            if known.body != receipt.body:
                raise Problem(422, "key-reused", "the same idempotency key came with another body")
            return appended(known.version, len(game.commands))
    if wanted not in ("*", etag(game.version)):
        raise Problem(412, "stale", f"the game is at version {game.version} meanwhile", version=game.version)
    line = read_line(given.notation, held.history, "body")
    if line.errors:
        raise line.errors[0]
    after = asked.service.store.append(game, [move.command for move in line.moves], receipt)
    asked.service.games.grown(after, held.history.grown(line))
    return appended(after.version, len(game.commands) + len(line.moves))


def receipt_of(asked: Asked) -> Receipt | None:
    """By what the request is known again; ``None`` where it does not call itself anything."""
    name = asked.request.headers.get("idempotency-key")
    return Receipt(digest_of(f"{asked.key} {name}"), digest_of(asked.body.decode())) if name else None


def appended(version: int, decisions: int) -> Response:
    """What is told of decisions that were kept."""
    return answer(Appended(version, decisions), 201, {"ETag": etag(version)})


ENDPOINTS = (
    Endpoint(
        "POST", "/api/games/{id}/decisions", append, "Append decisions",
        takes=Decisions, gives=Appended, right=Right.RECORD, status=201, problems=(409, 412, 422, 428),
    ),
)  # fmt: skip
