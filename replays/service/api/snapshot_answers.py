"""Answers with a game at this moment: the whole snapshot, or only what changed since one that the sender was given.

What changed is found by comparing the snapshots themselves, of which the last few are held. Each has a tag that no
other has, so whatever happened in between, nobody gets what changed since a snapshot that they do not have.
"""

from collections.abc import Callable
from itertools import count
from typing import Annotated, Any, Final, NamedTuple

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, defstruct
from msgspec.structs import asdict, astuple, fields, replace
from starlette.responses import Response

from replays.page import Page
from replays.service.access import Right
from replays.service.api.snapshot import MOST_DECISIONS, Snapshot, snapshot
from replays.service.endpoints import JSON, ApiRequest, ContentResponse, Endpoint, Query, etag, to_json
from replays.service.visibility.game_views import GameView, ViewKey, cached_content

_MOST_CACHED: Final = 4
"""Answers of a version that are cached: in several languages, with or without the table."""

_MOST_SHOWN: Final = 8
"""Snapshots that are held of those that answered one question: what changed since them is known."""

_MOST_COMPARED: Final = 60
"""The most decisions in a snapshot that is held, and that is made without a thread."""

_NAME_BYTES: Final = 6
"""Random bytes that begin a tag."""


class SnapshotQuery(Query, frozen=True):
    """How much of the game is wanted."""

    sheet: Annotated[int, Meta(description="0 to omit turn_sheet and coming.")] = 1
    table: Annotated[int, Meta(description="1 to include page, from which the whole table can be drawn.")] = 0
    last: Annotated[int, Meta(ge=0, le=5000, description="How many of the last decisions to list.")] = MOST_DECISIONS
    since: Annotated[
        str,
        Meta(
            description="The tag of a snapshot that you have, asked for in the same way, with at most 60 decisions, "
            "to get only what changed."
        ),
    ] = ""

    @property
    def is_usual(self) -> bool:
        """Whether it asks for few decisions."""
        return self.last <= _MOST_COMPARED


# What changed.


def _omissible(kind: type[Struct]) -> dict[str, tuple[str, Any, Any]]:
    """Return the fields of a type, each of which may be omitted."""
    return {one.name: (one.name, one.type | UnsetType, UNSET) for one in fields(kind)}


PageChanges: Final = defstruct(
    "PageChanges",
    _omissible(Page).values(),
    namespace={"__doc__": "The fields of a page that changed."},
    forbid_unknown_fields=True,
)

SnapshotChanges: Final = defstruct(
    "SnapshotChanges",
    [("since", str), *(_omissible(Snapshot) | {"page": ("page", PageChanges | UnsetType, UNSET)}).values()],
    namespace={
        "__doc__": "The fields of a snapshot, and those of its ``page``, that changed since the one whose tag is "
        "``since``. All others are as they were."
    },
    forbid_unknown_fields=True,
)

SNAPSHOT_FORMS: Final = (Snapshot, SnapshotChanges)
"""What an answer with a snapshot may be."""


def snapshot_changes(before: Snapshot, after: Snapshot) -> dict[str, Any]:
    """Return what changed from a snapshot to another one, as ``SnapshotChanges`` has it."""
    return {"since": before.tag, **_changes(before, after)}


def _changes(before: Struct, after: Struct) -> dict[str, Any]:
    """Return the fields that differ, of a page those of its fields.

    What is in them is compared first by whether it is the same object.
    """
    pairs = zip(after.__struct_fields__, astuple(before), astuple(after), strict=True)
    return {
        name: _changes(old, new) if isinstance(new, Page) else new
        for name, old, new in pairs
        if new is not old and (isinstance(new, Page) or new != old)
    }


# The snapshots that were given, and their JSON.


class ShownSnapshots:
    """The snapshots of a game that were given last to those who see the same and ask for the same.

    May be asked from several threads.
    """

    def __init__(self, name: str) -> None:
        """Begin with none; their tags begin with a name that nothing else has."""
        self._name: Final = name
        self._numbers: Final = count(1)
        self._last: tuple[tuple[object, Snapshot], ...] = ()

    def of(self, view: GameView, make: Callable[[], Snapshot]) -> Snapshot:
        """Return the snapshot of a view with its tag. One that equals the last is the last: a tag says nothing of a
        change that cannot be seen.
        """
        # It identifies the view, and does not keep all that was made of that.
        its_own, last = view.cached(ShownSnapshots, object), self._last
        made = next((snapshot for one, snapshot in reversed(last) if one is its_own), None)
        if made is None:
            made, before = make(), last[-1][1] if last else None
            if before and made.version == before.version and replace(made, tag=before.tag) == before:
                made = before
            else:
                made = replace(made, tag=f"{self._name}.{next(self._numbers)}")
            self._last = (*last, (its_own, made))[-_MOST_SHOWN:]
        return made

    def tagged(self, tag: str) -> Snapshot | None:
        """Return the snapshot with a tag if it is held."""
        return next((snapshot for _, snapshot in self._last if snapshot.tag == tag), None)


_PAGE_HEAD: Final = Page.__struct_fields__[: Page.__struct_fields__.index("start")]
"""The fields of a page that hardly any decision changes: they are the first."""

_LASTING: Final = ("turn_sheet", "next", "council")
"""Parts of a snapshot that are the same objects while no decision changes them."""


class EncodedParts:
    """The JSON of the snapshots of a game as it goes on: parts that decisions rarely change are encoded once.

    May be asked from several threads.
    """

    def __init__(self) -> None:
        """Begin with nothing encoded."""
        self._known: dict[str, tuple[object, Raw]] = {}

    def encode(self, snapshot: Snapshot) -> bytes:
        """Return a snapshot as JSON."""
        parts = ((name, getattr(snapshot, name)) for name in _LASTING)
        encoded = {name: self._encoded(name, part) for name, part in parts if part is not None}
        if snapshot.page is not None:
            last = asdict(snapshot.page)
            first = {name: last.pop(name) for name in _PAGE_HEAD}
            encoded["page"] = Raw(bytes(self._encoded("page", first))[:-1] + b"," + to_json(last)[1:])
        fields: dict[str, Any] = encoded
        return to_json(replace(snapshot, **fields))

    def _encoded(self, name: str, part: object) -> Raw:
        """Return a part as JSON; what is in it is compared first by whether it is the same object."""
        known = self._known.get(name)
        if known is None or known[0] != part:
            self._known[name] = known = part, Raw(to_json(part))
        return known[1]


class _Question(NamedTuple):
    """What decides which snapshot of a game is given: whose view it is, and how much of it is wanted."""

    id: str
    view: ViewKey
    language: str
    sheet: bool
    table: bool
    last: int
    rights: tuple[str, ...]

    @classmethod
    def of(cls, request: ApiRequest) -> "_Question":
        """Return the question of a request."""
        query, principal, game = request.query, request.principal, request.cached_game
        view, code = game.view_key(principal), request.language.code
        rights = tuple(principal.rights)
        return cls(game.stored.id, view, code, bool(query.sheet), bool(query.table), query.last, rights)

    def shown(self, request: ApiRequest) -> ShownSnapshots:
        """Return the snapshots that were the last answers to it; of long ones none are held."""
        service = request.service

        def make() -> ShownSnapshots:
            return ShownSnapshots(service.chance(_NAME_BYTES).hex())

        return service.games.given.get(self, make) if request.query.is_usual else make()


def get_snapshot(request: ApiRequest) -> Response:
    """Return what is needed to record the game: what it waits for, legal and last decisions, what everybody has.

    With ``since`` only what changed, if the service still has the snapshot with that tag, otherwise everything.
    """
    return snapshot_response(request)


def snapshot_response(request: ApiRequest, status: int = 200) -> Response:
    """Return the game as the sender may see it, or what changed of it, with its version as ``ETag``."""
    view, since, question = request.view, request.query.since, _Question.of(request)
    shown = question.shown(request)
    before = shown.tagged(since) if since else None

    def make() -> bytes:
        after = _seen(request, question, shown)
        if before is not None:
            return to_json(snapshot_changes(before, after))
        return view.handed_on((EncodedParts, question.language), EncodedParts).encode(after)

    # Several phones ask for the same after each decision.
    made = cached_content(view, (question, before and since), make, kind=Snapshot, most=_MOST_CACHED)
    return ContentResponse(made, status, {"ETag": etag(view.version)}, JSON)


def seen_snapshot(request: ApiRequest) -> Snapshot:
    """Return the snapshot of the game as the sender may see it, with as much of it as the query wants."""
    question = _Question.of(request)
    return _seen(request, question, question.shown(request))


def _seen(request: ApiRequest, question: _Question, shown: ShownSnapshots) -> Snapshot:
    view, names = request.view, request.view.names_in(request.language)
    stored = request.cached_game.stored if request.principal.may(Right.RECORD) else None

    def make() -> Snapshot:
        return snapshot(
            view,
            names,
            stored,
            question.rights,
            has_sheet=question.sheet,
            has_table=question.table,
            most=question.last,
        )

    return shown.of(view, make)


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/now", get_snapshot, "Everything needed to record a game",
        gives=SNAPSHOT_FORMS, right=Right.LOOK, query=SnapshotQuery, quick=True,
    ),
)  # fmt: skip
