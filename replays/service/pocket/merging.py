"""Two records of one evening on one phone: one game made of both, with their contradictions as questions."""

from typing import Annotated, Final

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.game import Game
from calimala_es.ids import EventId, parse_id
from calimala_es.store import PRIVATE
from replays.edit.conflicts import Claim, ClaimKey, MergeConflict, MergeError, Origin
from replays.edit.merge import merge
from replays.service.access import Principal, Right
from replays.service.api.games import ListedGame, listed_game, title_of_view
from replays.service.api.new_games import store_game
from replays.service.endpoints import HTML, ApiRequest, Endpoint, Query
from replays.service.pages.first import game_title
from replays.service.pages.rendering import page
from replays.service.problems import Problem
from replays.text.decisions import command_text
from replays.text.messages import message_text
from replays.text.names import Names

_MOST_WORDS: Final = 6
"""Decisions of a reading that are described; its notation has more."""

_MOST_GAMES: Final = 1000
"""Games among which another record is looked for."""


class MergeQuery(Query, frozen=True):
    """The other record."""

    other: Annotated[str, Meta(max_length=80, description="The id of the other record.")] = ""


class NamedReading(Struct, frozen=True, forbid_unknown_fields=True):
    """A reading by which it is found again: which record has it, at which decision, in notation."""

    source: Annotated[str, Meta(max_length=80)]
    id: Annotated[str, Meta(max_length=40)]
    said: Annotated[str, Meta(max_length=4_000)]


class MergeAnswers(Struct, frozen=True, forbid_unknown_fields=True):
    """The readings of the other record that are right; with ``save`` the merged game is added."""

    preferred: Annotated[list[NamedReading], Meta(max_length=1_000)]
    save: bool = False


class MergeReading(Struct, frozen=True):
    """What a record says: ``words`` are its first decisions, ``more`` is on where there are others."""

    reading: NamedReading
    words: list[str]
    more: bool


class MergeQuestion(Struct, frozen=True):
    """Where two records contradict each other; the merged game has ``taken``.

    ``turn`` is 0 before the first one. ``refused`` is on where the other reading was preferred, and the rules do not
    allow it together with what follows.
    """

    turn: int
    taken: MergeReading
    other: MergeReading
    refused: bool


class MergedGame(Struct, frozen=True):
    """What two records make up together: questions, sentences about all else that differs, and the id and the end of
    the game that was added.
    """

    questions: list[MergeQuestion]
    remarks: list[str]
    made: str | None
    over: bool


class OtherRecord(Struct, frozen=True):
    """A game that may be another record of the same evening."""

    id: str
    title: str
    date: str


def list_records(request: ApiRequest) -> list[OtherRecord]:
    """Return the games of the same players with the same rules, the most recently changed first.

    There are none for a game that is not in the list: the example, or one that was not changed for very long.
    """
    found = request.service.game_index.find("", 0, _MOST_GAMES, everything=True)
    games = [listed_game(game, named=True) for game in found.games]
    wanted = [_table(game) for game in games if game.id == request.id]
    return [
        OtherRecord(game.id, game_title(game, request.language), game.date.replace(".", "-"))
        for game in games
        if game.id != request.id and _table(game) in wanted
    ]


def _table(game: ListedGame) -> tuple[str, list[tuple[str, str | None]]]:
    return game.rules, [(player.colour, player.family) for player in game.players]


def merge_records(request: ApiRequest) -> MergedGame:
    """Return what the records of the address and of the query make up together, and add it if that is wanted."""
    given = request.body_as(MergeAnswers)
    query: MergeQuery = request.query
    preferred = {_reading(reading) for reading in given.preferred}
    text, names = request.language.text, request.view.names_in(request.language)
    records = [_record(request, id) for id in (request.id, query.other)]
    try:
        merged = merge(*records, names=[text("This phone"), text("The other phone")], preferred=preferred)
    except MergeError as error:
        raise Problem(422, "bad-request", error.text) from error
    others = [each.message() for each in merged.conflicts if not each.is_question]
    return MergedGame(
        [_question(each, preferred, names) for each in merged.conflicts if each.is_question],
        [message_text(each, names) for each in (*others, *merged.remarks)],
        store_game(request, merged.record, PRIVATE).id if given.save else None,
        merged.record.state.is_over,
    )


def _record(request: ApiRequest, id: str) -> Game:
    """Return the record of a game; raises ``GameNotFoundError``."""
    return request.service.games.read(id).view(Principal(Right.ADMIN)).record


def _reading(given: NamedReading) -> ClaimKey:
    """Return a reading that was chosen; raises ``UnknownIdError``."""
    id = None
    if given.id:
        turn, activation, step = (*parse_id(given.id), 0, 0)[:3]
        id = EventId(turn, activation, step)
    return ClaimKey(Origin(given.source, id), given.said)


def _question(conflict: MergeConflict, preferred: set[ClaimKey], names: Names) -> MergeQuestion:
    place = conflict.taken.origin.id or conflict.other.origin.id
    return MergeQuestion(
        place.turn if place else 0,
        _described(conflict.taken, names),
        _described(conflict.other, names),
        conflict.other.key in preferred,
    )


def _described(claim: Claim, names: Names) -> MergeReading:
    source, id = claim.origin
    shown = claim.commands[:_MOST_WORDS]
    return MergeReading(
        NamedReading(source, str(id or ""), claim.said),
        [command_text(command, names) for command in shown],
        len(claim.commands) > len(shown),
    )


def merge_page(request: ApiRequest) -> Response:
    """Return the page on which two records are merged; without the other one, a list of those that it may be."""
    query: MergeQuery = request.query
    return page(
        request,
        "merge.html",
        id=request.id,
        other=query.other,
        title_of_game=title_of_view(request.view, request.language),
        records=[] if query.other else list_records(request),
    )


ENDPOINTS: Final = (
    Endpoint(
        "GET", "/api/games/{id}/records", list_records, "Games that may be another record of the same evening",
        gives=list[OtherRecord], right=Right.LOOK,
    ),
    Endpoint(
        "POST", "/api/games/{id}/merge", merge_records, "Merge two records of one game",
        takes=MergeAnswers, gives=MergedGame, query=MergeQuery, right=Right.LOOK, problems=(404, 422),
    ),
    Endpoint(
        "GET", "/merge/{id}", merge_page, "The page on which two records are merged",
        gives=HTML, query=MergeQuery, right=Right.LOOK,
    ),
)  # fmt: skip
