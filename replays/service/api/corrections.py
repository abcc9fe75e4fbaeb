"""An old decision set right: all that came later is decided again, and of what cannot stand then somebody says what
becomes of it.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.components import COLOUR_WORDS
from calimala_es.game import Game
from calimala_es.store import Receipt
from notation.places import PlaceId, parse_place
from notation.repair import (
    Conflict,
    Edit,
    Outcome,
    Repaired,
    inserted,
    repair,
    replaced,
    taken_out,
)
from notation.tree import Tree
from notation.words.symbols import format_command
from replays.forks import conflict_words, outcome_words
from replays.names import Table, table_of
from replays.service.api.corrections_choices import MISSED, RESOLUTIONS, STOPPED, Choices, asked_by, ways_for
from replays.service.api.decisions_writing import Change, WriteQuery, carried_out, check_seen
from replays.service.api.moments import Option
from replays.service.api.now import Now, Standing, now
from replays.service.asking.asker import Right
from replays.service.endpoints import Asked, Endpoint, answer, etag
from replays.service.games import Held
from replays.service.guard.texts import check_length
from replays.service.problems import Problem
from replays.stored.records import names_of, record_of
from replays.stored.repairing import keep_repaired
from replays.words import command_words, refusal_words

_MOST_CHOICES: Final = 2_000


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """What is set right: at a decision, by its number (the first is 1) or its id (``7.2.1``; an activation, a turn).

    One of ``replace`` (decisions in notation that come instead), ``insert`` (that come before it) and ``delete``.
    ``choices`` say what becomes of later decisions that cannot stand, by their ids: ``observed`` (what it changed
    stays, as observed), ``dropped``, ``stopped`` (the game ends before it), ``nearest``, or a decision that is legal
    there; a card that cannot have come is unknown with each of them but ``stopped`` and another card. ``rest`` says it
    of all others. With ``dry`` nothing is written. With ``missing`` somebody is to say as well what was done where
    something is due that nobody told: a decision that is legal there, or ``missed``, which it is without that, and with
    ``rest``.
    """

    at: int | str
    replace: str | None = None
    insert: str | None = None
    delete: bool = False
    choices: Annotated[dict[str, str], Meta(max_length=_MOST_CHOICES)] = {}
    rest: Literal["observed", "dropped", "stopped", "nearest"] | None = None
    dry: bool = False
    missing: bool = False


class Broken(Struct, frozen=True):
    """A later decision that cannot stand: its id and notation as they were, whose it was, by which rule and why.

    ``nearest`` are the legal decisions most like it, the likest first; ``choices`` the other words for ``choices``.
    What is ``missing`` has as its id the place where it comes, with ``+`` before it, and in ``nearest`` all that may
    have been done, cards of the hand only if there is nothing else.
    """

    id: str
    symbol: str
    seat: int | None
    player: str | None
    trouble: str
    rule: str
    reason: str
    words: str
    nearest: list[Option]
    choices: list[str]


class Became(Struct, frozen=True):
    """What became of a later decision that is not as it was: ``what`` was done, and in a sentence."""

    id: str
    symbol: str
    what: str
    instead: list[str]
    words: str


class Corrected(Struct, frozen=True):
    """What a correction comes to: whether it was written, what became of later decisions, checks that are left out.

    ``broken`` are those of which nobody has said what becomes of them; ``now`` is the game once it is written.
    """

    kept: bool
    version: int
    decisions: int
    broken: list[Broken]
    outcomes: list[Became]
    checks: list[str]
    now: Now | None = None


def correct(asked: Asked) -> Response:
    """Set a decision right; 409 tells every later one of which somebody has to say what becomes of it."""
    given = asked.taken(Correction)
    kept: list[Corrected] = []

    def change(held: Held, receipt: Receipt | None) -> Change:
        record, found, told = _tried(asked, given, held)
        check_length(told.decisions)
        if told.broken:
            raise _open(told, held.game.version)
        kept[:] = [told]
        if found.record.commands == record.commands:
            return Change(held.game, held.history)
        return Change(keep_repaired(asked.service.store, held.game, record, found, receipt))

    def tell(standing: Standing) -> Corrected:
        here = now(standing, has_sheet=bool(asked.query.sheet)) if asked.query.now else None
        of = kept[0] if kept else Corrected(True, 0, 0, [], [], [])
        count = len(standing.history.commands)
        return Corrected(True, standing.version, count, [], of.outcomes, of.checks, here)

    if not given.dry:
        return carried_out(asked, change, tell=tell)
    held = asked.held
    check_seen(asked, held)
    _, _, told = _tried(asked, given, held)
    return answer(told, headers={"ETag": etag(held.game.version)})


def _open(told: Corrected, version: int) -> Problem:
    detail = "later decisions cannot stand then; `choices` says what becomes of each, `rest` of all others"
    members = {"broken": told.broken, "outcomes": told.outcomes, "checks": told.checks}
    return Problem(409, "disagreement", detail, {"ETag": etag(version)}, version=version, **members)


def _tried(asked: Asked, given: Correction, held: Held) -> tuple[Game, Repaired, Corrected]:
    """The record as it is, what it would be, and that as an answer."""
    record = record_of(held.game)
    edit = _edit(record, given)
    if any(move.notes or move.variations for move in edit.moves):
        raise Problem(422, "bad-request", "a correction takes decisions alone; comments have an address of their own")
    table = table_of(held.game.setup, names_of(held.game.setup, held.game.headers), asked.language)
    choices = Choices(given.choices, given.rest)
    found = repair(record, edit, choices.choose, choices.supply if given.missing else None)
    choices.check(edit.tree)
    is_open = {(broken.id, broken.trouble) for broken in choices.still}
    outcomes = [_became(one, table) for one in found.outcomes if (one.id, one.trouble) not in is_open]
    tree = edit.tree if given.missing else None
    return (
        record,
        found,
        Corrected(
            False,
            held.game.version,
            len(found.record.moves),
            [_broken(conflict, table, tree) for conflict in choices.still],
            outcomes,
            [f"{check.id} {check.word}" for check in found.checks],
        ),
    )


def _edit(record: Game, given: Correction) -> Edit:
    """What is to be another; raises what is wrong with the place and the decisions."""
    told = [given.replace is not None, given.insert is not None, given.delete]
    if told.count(True) != 1:
        raise Problem(422, "bad-request", "a correction has one of `replace`, `insert` and `delete`")
    place = _place(record, given.at)
    if given.replace is not None:
        return replaced(record, place, given.replace)
    return inserted(record, place, given.insert) if given.insert is not None else taken_out(record, place)


def _place(record: Game, at: int | str) -> PlaceId:
    if isinstance(at, str):
        place = parse_place(at)
        if place.variation:
            Tree.of(record).variation(place.variation)
        return place
    main = [*Tree.of(record).main]
    if not 1 <= at <= len(main):
        raise Problem(404, "not-found", f"there are {len(main)} decisions; there is no number {at}")
    return parse_place(main[at - 1].id)


def _broken(conflict: Conflict, table: Table, tree: Tree | None) -> Broken:
    seat = conflict.seat if conflict.seat is not None and conflict.seat >= 0 else None
    ways = (tree and ways_for(conflict, tree)) or conflict.nearest
    nearest = [(format_command(conflict.state, way), way) for way in ways]
    choices = [*RESOLUTIONS]
    if conflict.trouble == "chance":
        choices = [STOPPED]
    if conflict.trouble == "missing":
        choices = [] if conflict.command in conflict.nearest else [MISSED]
    return Broken(
        asked_by(conflict),
        conflict.word,
        seat,
        None if seat is None else COLOUR_WORDS[table.colours[seat]],
        conflict.trouble,
        conflict.rule,
        refusal_words(conflict.reason, table),
        conflict_words(conflict, table),
        [Option(symbol, command_words(command, table)) for symbol, command in nearest],
        choices,
    )


def _became(outcome: Outcome, table: Table) -> Became:
    return Became(outcome.id, outcome.word, outcome.what, [*outcome.instead], outcome_words(outcome, table))


ENDPOINTS = (
    Endpoint(
        "POST", "/api/games/{id}/corrections", correct, "Set an old decision right",
        takes=Correction, gives=Corrected, right=Right.RECORD, query=WriteQuery, problems=(404, 409, 412, 422, 428),
    ),
)  # fmt: skip
