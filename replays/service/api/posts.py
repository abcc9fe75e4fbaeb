"""A game as a post for a forum or a chat, told as everybody sees it, whoever asks."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from calimala_es.store import PRIVATE
from replays.posts import PLACES, PostError, post_of, written
from replays.service.asking.asker import Asker, Right
from replays.service.endpoints import Asked, Endpoint, Query
from replays.service.problems import Problem

_ALL: Final = 0


class PostQuery(Query, frozen=True, rename={"place": "for", "first": "from", "last": "to"}):
    """What the post is like."""

    place: Annotated[Literal["bgg", "reddit", "discord"], Meta(description="Where it is put.")] = "bgg"
    spoilers: Annotated[bool, Meta(description="Whether readers uncover what happened.")] = False
    first: Annotated[int, Meta(description="The first scoring that is told.")] = 1
    last: Annotated[int, Meta(description="The last scoring that is told; 0 for all.")] = _ALL
    words: Annotated[str, Meta(description="Own words that stand before the rest.")] = ""
    pictures: Annotated[bool, Meta(description="Whether it has pictures.")] = True


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
