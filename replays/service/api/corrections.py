"""An old decision set right: all that came later is decided again, and of what cannot stand then somebody says what
becomes of it.
"""

from collections.abc import Collection, Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.commands import Act, Command, Skip
from calimala_es.components import COLOUR_WORDS
from calimala_es.legal import legal
from calimala_es.store import Receipt
from notation.places import PlaceId, parse_place
from notation.record import Record
from notation.repair import (
    Choice,
    Chooser,
    Conflict,
    Edit,
    Outcome,
    Repaired,
    Resolution,
    Supplier,
    inserted,
    keeping_observed,
    repair,
    replaced,
    taken_out,
    taking_nearest,
)
from notation.tree import Tree
from notation.words.symbols import format_command, read_symbol
from replays.forks import conflict_words, outcome_words
from replays.names import Table, table_of
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
_MOST_TOLD: Final = 5
NEAREST: Final = "nearest"
MISSED: Final = "missed"

_RESOLUTIONS: Final = {
    "observed": Resolution.OBSERVED,
    "dropped": Resolution.DROPPED,
    "stopped": Resolution.STOPPED,
}
"""What can become of a decision that cannot stand, by its word; ``nearest`` is the likest legal one."""


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """What is set right: at a decision, by its number (the first is 1) or its id (``7.2.1``; an activation, a turn).

    One of ``replace`` (decisions in notation that come instead), ``insert`` (that come before it) and ``delete``.
    ``choices`` say what becomes of later decisions that cannot stand, by their ids: ``observed`` (what it changed
    stays, as observed), ``dropped``, ``stopped`` (the game ends before it), ``nearest``, or a decision that is legal
    there. ``rest`` says it of all others. With ``dry`` nothing is written. With ``missing`` somebody is to say as well
    what was done where something is due that nobody told: a decision that is legal there, or ``missed``, which it is
    without that, and with ``rest``.
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


def _tried(asked: Asked, given: Correction, held: Held) -> tuple[Record, Repaired, Corrected]:
    """The record as it is, what it would be, and that as an answer."""
    record = record_of(held.game)
    edit = _edit(record, given)
    if any(move.notes or move.variations for move in edit.moves):
        raise Problem(422, "bad-request", "a correction takes decisions alone; comments have an address of their own")
    table = table_of(held.game.setup, names_of(held.game.setup, held.game.headers), asked.language)
    still: list[Conflict] = []
    settled: set[str] = set()
    supply = _supplier(given, still, settled) if given.missing else None
    found = repair(record, edit, _chooser(given, still, settled), supply)
    _check_choices(given, edit.tree, settled)
    is_open = {(broken.id, broken.trouble) for broken in still}
    outcomes = [_became(one, table) for one in found.outcomes if (one.id, one.trouble) not in is_open]
    tree = edit.tree if given.missing else None
    return (
        record,
        found,
        Corrected(
            False,
            held.game.version,
            len(found.record.moves),
            [_broken(conflict, table, tree) for conflict in still],
            outcomes,
            [f"{check.id} {check.word}" for check in found.checks],
        ),
    )


def _edit(record: Record, given: Correction) -> Edit:
    """What is to be another; raises what is wrong with the place and the decisions."""
    told = [given.replace is not None, given.insert is not None, given.delete]
    if told.count(True) != 1:
        raise Problem(422, "bad-request", "a correction has one of `replace`, `insert` and `delete`")
    place = _place(record, given.at)
    if given.replace is not None:
        return replaced(record, place, given.replace)
    return inserted(record, place, given.insert) if given.insert is not None else taken_out(record, place)


def _place(record: Record, at: int | str) -> PlaceId:
    if isinstance(at, str):
        place = parse_place(at)
        if place.variation:
            Tree.of(record).variation(place.variation)
        return place
    main = [*Tree.of(record).main]
    if not 1 <= at <= len(main):
        raise Problem(404, "not-found", f"there are {len(main)} decisions; there is no number {at}")
    return parse_place(main[at - 1].id)


def _check_choices(given: Correction, tree: Tree, settled: Collection[str]) -> None:
    """Raise a ``Problem`` for choices of what is no decision of the game, and for those that are no choices.

    ``settled`` are those that were asked for, which are.
    """
    nodes = {node.id: node for node in tree.main}
    unknown = [id for id in given.choices if id not in nodes and id not in settled]
    if unknown:
        told = ", ".join(id[:20] for id in unknown[:_MOST_TOLD])
        raise Problem(422, "bad-request", f"no decision of this game has the id {told}", path="$.choices")
    for id, word in given.choices.items():
        is_word = word in _RESOLUTIONS or word == NEAREST
        if id not in settled and not is_word and read_symbol(nodes[id].parent.state, word.upper()) is None:
            raise _no_choice(word, id)


def _no_choice(word: str, id: str, likely: Sequence[str] = ()) -> Problem:
    expected = " ".join((*_RESOLUTIONS, NEAREST, *likely))
    return Problem(422, "illegal-decision", f"{word[:60]!r} is no choice at {id}", path="$.choices", expected=expected)


def _chooser(given: Correction, still: list[Conflict], settled: set[str]) -> Chooser:
    """Answers what was said, and gathers of what that was in ``settled``, and in ``still`` of what nothing was."""

    def choose(conflict: Conflict) -> Choice:
        word = given.choices.get(conflict.id, given.rest)
        if word is None:
            still.append(conflict)
            return keeping_observed(conflict)
        settled.add(conflict.id)
        if word == NEAREST:
            return taking_nearest(conflict)
        if word in _RESOLUTIONS:
            return _RESOLUTIONS[word]
        options = {format_command(conflict.state, option): option for option in legal(conflict.state)}
        if word.upper() not in options:
            raise _no_choice(word, conflict.id, conflict.words)
        return options[word.upper()]

    return choose


def _supplier(given: Correction, still: list[Conflict], settled: set[str]) -> Supplier:
    """The same for what nobody told."""

    def supply(missing: Conflict) -> Command:
        id = _asked_by(missing)
        word = given.choices.get(id, MISSED if given.rest else None)
        if word is None:
            still.append(missing)
            return missing.command
        settled.add(id)
        if word == MISSED:
            return missing.command
        options = dict(zip(missing.words, missing.nearest, strict=True))
        if word.upper() not in options:
            raise _no_choice(word, id, (MISSED, *missing.words))
        return options[word.upper()]

    return supply


def _asked_by(conflict: Conflict) -> str:
    """The id by which somebody is asked: what is missing may have the place of another decision of the old game."""
    return f"+{conflict.id}" if conflict.trouble == "missing" else conflict.id


def _ways(conflict: Conflict, tree: Tree) -> tuple[Command, ...]:
    """What may have been done in the place of an action that is not to be done there: the ways of those of which the
    game tells nothing later in that activation; none for any other conflict.
    """
    pending = getattr(conflict.state.now, "pending", "")
    if not isinstance(conflict.command, Act) or conflict.command.action in pending:
        return ()
    node = next((node for node in tree.main if node.id == conflict.id), None)
    place, told = conflict.id.rpartition(".")[0], ""
    while node is not None and (node := node.next) is not None and node.id.rpartition(".")[0] == place:
        told += getattr(node.command, "action", "") if isinstance(node.command, Act | Skip) else ""
    return tuple(
        option
        for option in legal(conflict.state)
        if isinstance(option, Act | Skip) and option.action in pending and option.action not in told
    )


def _broken(conflict: Conflict, table: Table, tree: Tree | None) -> Broken:
    seat = conflict.seat if conflict.seat is not None and conflict.seat >= 0 else None
    ways = (tree and _ways(conflict, tree)) or conflict.nearest
    nearest = [(format_command(conflict.state, way), way) for way in ways]
    choices = [*_RESOLUTIONS]
    if conflict.trouble == "missing":
        choices = [] if conflict.command in conflict.nearest else [MISSED]
    return Broken(
        _asked_by(conflict),
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
