"""The correction of an old decision: all that came later is decided again, and the sender chooses what becomes of what
is no longer legal.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.commands import Command, DoAction, SkipAction
from calimala_es.components import COLOUR_WORDS
from calimala_es.game import Game
from calimala_es.headers import DATE, EVENT, NAME_HEADERS, SITE
from calimala_es.legal import legal
from calimala_es.messages import Message
from calimala_es.store import Receipt, StoredGame
from notation.errors import quote
from notation.grammar.symbols import format_command, read_symbol
from notation.headers.setup_headers import HeaderError, parse_city, parse_council
from notation.places import PlaceId, parse_place
from replays.edit.edits import Edit, insert_at, remove_at, replace_at, replace_setup
from replays.edit.outcomes import (
    Choice,
    RepairConflict,
    Repaired,
    RepairOutcome,
    Resolution,
    choose_nearest,
    choose_observed,
)
from replays.edit.repair import repair
from replays.edit.repaired import rewriting_of
from replays.edit.tree import Tree
from replays.service.access import Right
from replays.service.api.decisions import WriteQuery, check_seen, write_once
from replays.service.api.new_games import NewPlayer
from replays.service.api.positions import LegalDecision
from replays.service.api.snapshot import Snapshot
from replays.service.api.snapshot_answers import seen_snapshot
from replays.service.endpoints import ApiRequest, Endpoint, etag, json_response
from replays.service.limits import check_length
from replays.service.problems import Problem, no_decision, one_of
from replays.service.visibility.game_views import CachedGame, GameView
from replays.text.decisions import command_text
from replays.text.messages import message_text
from replays.text.names import Names
from replays.text.repairs import conflict_text, outcome_text
from replays.wishes import COLOUR_CODES, DEAL, NONE, Wishes, corrected_setup

_MOST_CHOICES: Final = 2_000
_Line = Annotated[str, Meta(max_length=1_000)]


class CorrectedSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of the set-up to correct; what is not given stays as it is.

    ``players`` are all of them, in turn order, with their colours. The others are as in the headers of a game; with
    other tiles a recorded street is still the one between the same two.
    """

    players: Annotated[list[NewPlayer], Meta(min_length=2, max_length=5)] | None = None
    city: _Line | None = None
    council: _Line | None = None
    intrigue_tiles: _Line | None = None
    families: _Line | None = None
    third: _Line | None = None
    event: _Line | None = None
    site: _Line | None = None
    date: _Line | None = None


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """What to correct: the decision ``at``, by its number (the first is 1) or id: ``7.2.1``, or ``7.2`` for an
    activation, ``7`` for a turn.

    Use exactly one of ``replace`` (decisions in notation that replace it), ``insert`` (that come before it), ``delete``
    and ``setup`` (what was settled before the first decision, without ``at``). ``choices`` says what becomes of later
    decisions that are no longer legal, by their ids: ``observed`` (the effect remains, as observed), ``dropped``,
    ``stopped`` (the game ends before it), ``nearest`` (the most similar legal decision), or a decision that is legal
    there. A card that cannot have come becomes unknown, unless the choice is ``stopped`` or another card. ``rest``
    chooses for all others. With ``dry`` nothing is written. With ``missing`` there is also a choice for each decision
    that is now required but not recorded: a decision that is legal there, or ``missed``, which is the default and what
    ``rest`` means for it.
    """

    at: int | str = 0
    replace: str | None = None
    insert: str | None = None
    delete: bool = False
    setup: CorrectedSetup | None = None
    choices: Annotated[dict[str, str], Meta(max_length=_MOST_CHOICES)] = {}
    rest: Literal["observed", "dropped", "stopped", "nearest"] | None = None
    dry: bool = False
    missing: bool = False


class BrokenDecision(Struct, frozen=True):
    """A later decision that is no longer legal: its old id and notation, its player, the rule and the reason.

    ``nearest`` are the most similar legal decisions, the best first; ``choices`` the other words that can be chosen. A
    decision that is ``missing`` has as its id the moment at which it belongs, with ``+`` before it; its ``nearest`` are
    all decisions that could have been made, with cards from the hand only if there is nothing else.
    """

    id: str
    symbol: str
    seat: int | None
    player: str | None
    trouble: str
    rule: str
    reason: str
    words: str
    nearest: list[LegalDecision]
    choices: list[str]


class DecisionOutcome(Struct, frozen=True):
    """What became of a later decision that changed: ``what`` happened to it, and a sentence about it."""

    id: str
    symbol: str
    what: str
    instead: list[str]
    words: str


class CorrectionResult(Struct, frozen=True):
    """The result of a correction: whether it was written, what became of later decisions, and which checks were
    removed.

    ``broken`` are the decisions for which nothing was chosen yet; ``now`` is the game once the correction is written.
    """

    written: bool
    version: int
    decisions: int
    broken: list[BrokenDecision]
    outcomes: list[DecisionOutcome]
    checks: list[str]
    now: Snapshot | None = None


def correct(request: ApiRequest) -> Response:
    """Correct a decision. If later decisions are no longer legal and nothing was chosen for them, 409 lists them."""
    given = request.body_as(Correction)
    results: list[CorrectionResult] = []

    def change(cached: CachedGame, receipt: Receipt | None) -> StoredGame:
        record, found, result = _try(request, given)
        check_length(result.decisions)
        if result.broken:
            raise _open(result, cached.stored.version)
        results[:] = [result]
        store, headers = request.service.store, _changed_headers(record, given.setup)
        start = found.record.start if found.record.start != record.start else None
        if start is None and found.record.commands == record.commands:
            return store.correct_headers(cached.stored, headers, receipt) if headers else cached.stored
        rewriting = rewriting_of(record, found)
        rewriting = rewriting._replace(headers={**rewriting.headers, **headers})
        return store.rewrite(cached.stored, *rewriting, receipt, start)

    def report(view: GameView) -> CorrectionResult:
        here = seen_snapshot(request) if request.query.now else None
        of = results[0] if results else CorrectionResult(True, 0, 0, [], [], [])
        return CorrectionResult(True, view.version, len(view.game.moves), [], of.outcomes, of.checks, here)

    if not given.dry:
        return write_once(request, change, report=report)
    check_seen(request)
    _, _, result = _try(request, given)
    return json_response(result, headers={"ETag": etag(result.version)})


def _open(result: CorrectionResult, version: int) -> Problem:
    detail = Message(
        "later decisions would no longer be legal; use `choices` to settle each of them, and `rest` to "
        "settle all the others"
    )
    members = {"broken": result.broken, "outcomes": result.outcomes, "checks": result.checks}
    return Problem(409, "disagreement", detail, {"ETag": etag(version)}, version=version, **members)


def _try(request: ApiRequest, given: Correction) -> tuple[Game, Repaired, CorrectionResult]:
    """Return the game as it is, what it would be, and that as an answer."""
    view = request.view
    record = view.record
    edit = _edit_wanted(record, given)
    _changed_headers(record, given.setup)
    if any(move.notes or move.variations for move in edit.moves):
        detail = Message("a correction can contain only decisions; send comments to their own address")
        raise Problem(422, "bad-request", detail)
    names = view.names_in(request.language)
    choices = Choices(given.choices, given.rest)
    found = repair(record, edit, choices.choose, choices.supply if given.missing else None)
    choices.check(edit.tree)
    is_open = {(broken.id, broken.trouble) for broken in choices.still}
    outcomes = [_became(one, names) for one in found.outcomes if (one.id, one.trouble) not in is_open]
    tree = edit.tree if given.missing else None
    return (
        record,
        found,
        CorrectionResult(
            False,
            view.version,
            len(found.record.moves),
            [_broken(conflict, names, tree) for conflict in choices.still],
            outcomes,
            [f"{check.id} {check.word}" for check in found.checks],
        ),
    )


def _edit_wanted(record: Game, given: Correction) -> Edit:
    """Return what is to be changed; raises what is wrong with the place and the decisions."""
    forms = [given.replace is not None, given.insert is not None, given.delete, given.setup is not None]
    if forms.count(True) != 1:
        raise Problem(422, "bad-request", one_of(("replace", "insert", "delete", "setup")))
    if given.setup is not None:
        return _setup_wanted(record, given.setup)
    place = _place(record, given.at)
    if given.replace is not None:
        return replace_at(record, place, given.replace)
    return insert_at(record, place, given.insert) if given.insert is not None else remove_at(record, place)


def _setup_wanted(record: Game, given: CorrectedSetup) -> Edit:
    """Return the correction of a set-up, which replaces nothing where only headers are corrected."""
    try:
        wishes = Wishes(
            city=parse_city(given.city) if given.city else None,
            council=parse_council(given.council) if given.council else None,
            intrigue_tiles=given.intrigue_tiles or "",
            families=given.families or NONE,
            third=COLOUR_CODES.get((given.third or "").casefold(), given.third or ""),
        )
        if wishes.families.casefold() == DEAL:
            raise Problem(422, "bad-request", Message("a correction cannot deal families; name them"))
        names = {"families"} if given.families is not None else set[str]()
        setup = corrected_setup(record.setup, wishes, names, _colours(record, given))
    except HeaderError as error:
        more = {"expected": error.expected or None, "rule": error.rule or None}
        raise Problem(422, "not-well-formed", error.text, **more) from None
    if setup != record.setup:
        return replace_setup(record, setup)
    end = len(record.moves)
    return Edit(Tree.of(record), end, end, ())


def _colours(record: Game, given: CorrectedSetup) -> str:
    """Return the colours in turn order; a player without one keeps that of the seat."""
    colours = ""
    for seat, player in enumerate(given.players or ()):
        own = record.setup.colours[seat : seat + 1]
        code = COLOUR_CODES.get(player.colour.strip().casefold(), own if not player.colour else "")
        if not code:
            detail = Message("{word} is not a colour", word=quote(player.colour))
            raise Problem(422, "bad-request", detail, expected=" ".join(COLOUR_WORDS.values()))
        colours += code
    return colours


def _changed_headers(record: Game, given: CorrectedSetup | None) -> dict[str, str | None]:
    """Return the headers that a correction of the set-up changes, ``None`` for one that it removes."""
    if given is None:
        return {}
    wanted = {EVENT: given.event, SITE: given.site, DATE: given.date}
    if given.players is not None:
        wanted |= dict.fromkeys(NAME_HEADERS, "")
        names = [" ".join(player.name.split()) for player in given.players]
        if len({name.casefold() for name in names if name}) < sum(map(bool, names)):
            raise Problem(
                422, "bad-request", Message("two players have the same name: add something to tell them apart")
            )
        colours = _colours(record, given)
        wanted |= {COLOUR_WORDS[colour].capitalize(): name for colour, name in zip(colours, names, strict=True)}
    return {
        header: value.strip() or None
        for header, value in wanted.items()
        if value is not None and value.strip() != (record.header(header) or "")
    }


def _place(record: Game, at: int | str) -> PlaceId:
    if isinstance(at, str):
        place = parse_place(at)
        if place.variation:
            Tree.of(record).variation(place.variation)
        return place
    main = [*Tree.of(record).main]
    if not 1 <= at <= len(main):
        raise no_decision(at, len(main))
    return parse_place(main[at - 1].id)


def _broken(conflict: RepairConflict, names: Names, tree: Tree | None) -> BrokenDecision:
    seat = conflict.seat if conflict.seat is not None and conflict.seat >= 0 else None
    ways = (tree and replacements_for(conflict, tree)) or conflict.nearest
    nearest = [(format_command(conflict.state, way), way) for way in ways]
    choices = [*RESOLUTIONS]
    if conflict.trouble == "chance":
        choices = [STOPPED]
    if conflict.trouble == "missing":
        choices = [] if conflict.command in conflict.nearest else [MISSED]
    return BrokenDecision(
        question_id(conflict),
        conflict.word,
        seat,
        None if seat is None else COLOUR_WORDS[names.colours[seat]],
        conflict.trouble,
        conflict.rule,
        message_text(conflict.reason, names),
        conflict_text(conflict, names),
        [LegalDecision(symbol, command_text(command, names)) for symbol, command in nearest],
        choices,
    )


def _became(outcome: RepairOutcome, names: Names) -> DecisionOutcome:
    return DecisionOutcome(outcome.id, outcome.word, outcome.what, [*outcome.instead], outcome_text(outcome, names))


# What somebody says becomes of decisions that a correction breaks, and what was done where it was not recorded.

_MOST_NAMED: Final = 5
_NEAREST: Final = "nearest"
MISSED: Final = "missed"
"""Nobody saw what was done."""

STOPPED: Final = "stopped"
"""The game ends before it."""

RESOLUTIONS: Final = {
    "observed": Resolution.OBSERVED,
    "dropped": Resolution.DROPPED,
    STOPPED: Resolution.STOPPED,
}
"""What can become of a decision that is no longer legal, by its word; ``nearest`` is the likest legal one."""


class Choices:
    """What was said, by the ids that are asked for, and of all others by ``rest``.

    ``still`` gathers the conflicts of which nothing was said, ``settled`` the ids of which something was.
    """

    def __init__(self, said: Mapping[str, str], rest: str | None) -> None:
        """Begin with nothing asked for."""
        self.still: list[RepairConflict] = []
        self.settled: set[str] = set()
        self._said = said
        self._rest = rest

    def choose(self, conflict: RepairConflict) -> Choice:
        """Return what becomes of a decision that is no longer legal; raises ``Problem`` for an unknown choice."""
        word = self._said.get(conflict.id, self._rest)
        if word is None:
            self.still.append(conflict)
            return choose_observed(conflict)
        self.settled.add(conflict.id)
        if word == _NEAREST:
            return choose_nearest(conflict)
        if word in RESOLUTIONS:
            return RESOLUTIONS[word]
        options = {format_command(conflict.state, option): option for option in legal(conflict.state)}
        if word.upper() not in options:
            raise _no_choice(word, conflict.id, conflict.words)
        return options[word.upper()]

    def supply(self, missing: RepairConflict) -> Command:
        """Return what was done where it was not recorded; ``missed`` for the rest."""
        id = question_id(missing)
        word = self._said.get(id, MISSED if self._rest else None)
        if word is None:
            self.still.append(missing)
            return missing.command
        self.settled.add(id)
        if word == MISSED:
            return missing.command
        options = dict(zip(missing.words, missing.nearest, strict=True))
        if word.upper() not in options:
            raise _no_choice(word, id, (MISSED, *missing.words))
        return options[word.upper()]

    def check(self, tree: Tree) -> None:
        """Raise ``Problem`` for choices of what is no decision of the game, and for those that are no choices.

        What was asked for is known to be one.
        """
        nodes = {node.id: node for node in tree.main}
        unknown = [id for id in self._said if id not in nodes and id not in self.settled]
        if unknown:
            ids = ", ".join(id[:20] for id in unknown[:_MOST_NAMED])
            detail = Message("this game has no decision with the id {words}", words=ids)
            raise Problem(422, "bad-request", detail, path="$.choices")
        for id, word in self._said.items():
            is_word = word in RESOLUTIONS or word == _NEAREST
            if id not in self.settled and not is_word and read_symbol(nodes[id].parent.state, word.upper()) is None:
                raise _no_choice(word, id)


def _no_choice(word: str, id: str, likely: Sequence[str] = ()) -> Problem:
    expected = " ".join((*RESOLUTIONS, _NEAREST, *likely))
    detail = Message("{word} is not a choice for {place}", word=quote(word), place=id)
    return Problem(422, "illegal-decision", detail, path="$.choices", expected=expected)


def question_id(conflict: RepairConflict) -> str:
    """Return the id of a question: what is missing may have the place of another decision of the old game."""
    return f"+{conflict.id}" if conflict.trouble == "missing" else conflict.id


def replacements_for(conflict: RepairConflict, tree: Tree) -> tuple[Command, ...]:
    """Return what may have been done in the place of an action that is not pending there: the options of those that
    are not recorded later in that activation; none for any other conflict.
    """
    pending = getattr(conflict.state.now, "pending", "")
    if not isinstance(conflict.command, DoAction) or conflict.command.action in pending:
        return ()
    node = next((node for node in tree.main if node.id == conflict.id), None)
    place, recorded = conflict.id.rpartition(".")[0], ""
    while node is not None and (node := node.next) is not None and node.id.rpartition(".")[0] == place:
        recorded += getattr(node.command, "action", "") if isinstance(node.command, DoAction | SkipAction) else ""
    return tuple(
        option
        for option in legal(conflict.state)
        if isinstance(option, DoAction | SkipAction) and option.action in pending and option.action not in recorded
    )


ENDPOINTS = (
    Endpoint(
        "POST", "/api/games/{id}/corrections", correct, "Correct an earlier decision",
        takes=Correction, gives=CorrectionResult, right=Right.RECORD, query=WriteQuery,
        problems=(404, 409, 412, 422, 428),
    ),
)  # fmt: skip
