"""A game as a post for a forum or a chat, told as everybody sees it, whoever asks."""

from typing import Final, Literal

from msgspec import Struct

from calimala_es.store import PRIVATE
from replays.posts import PLACES, PostError, post_of, written
from replays.service.asking.asker import Asker, Right
from replays.service.endpoints import Asked, Endpoint, Query
from replays.service.problems import Problem

_ALL: Final = 0


class PostQuery(Query, frozen=True, rename={"place": "for", "first": "from", "last": "to"}):
    """Where the post is put, whether readers uncover what happened, which scorings it tells, own words before them.

    ``to`` is the last scoring, 0 for all. Without ``pictures`` there are none.
    """

    place: Literal["bgg", "reddit", "discord"] = "bgg"
    spoilers: bool = False
    first: int = 1
    last: int = _ALL
    words: str = ""
    pictures: bool = True


class PostTold(Struct, frozen=True, rename={"place": "for"}):
    """A post, in as many messages as the place asks for; ``scorings`` are how many the game has by then.

    ``unlinked`` says that there are neither pictures nor a link, since those who read the post could not see the game.
    """

    place: str
    parts: list[str]
    scorings: int
    unlinked: bool


def post(asked: Asked) -> PostTold:
    """Write a post; those who only look read it, so it has nothing that they may not see, and names only if shown."""
    query, held = asked.query, asked.held
    sight = held.sight(Asker(Right.LOOK))
    unlinked = held.access.visibility == PRIVATE
    drawn = asked.link(f"/api/games/{sight.id}/board.png?at=")
    has_pictures = query.pictures and not unlinked
    try:
        told = post_of(
            sight,
            sight.table(asked.language),
            first=query.first,
            last=query.last or None,
            words=query.words,
            pictures=(lambda id: drawn + id) if has_pictures else None,
            address="" if unlinked else asked.link(f"/g/{sight.id}"),
        )
    except PostError as error:
        raise Problem(422, "bad-request", str(error)) from None
    parts = written(told, PLACES[query.place], spoilers=query.spoilers)
    return PostTold(query.place, parts, told.scorings, unlinked)


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/post", post, "The game as a post for a forum or a chat",
        gives=PostTold, right=Right.LOOK, query=PostQuery, heavy=True, problems=(422,),
    ),
)  # fmt: skip
