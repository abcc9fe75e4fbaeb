"""The cards of a seat: what they are, as its own phone enters them, and what becomes of that.

What a seat enters is laid over the game as that seat sees it, and is for nobody else to see; what may come at the table
never depends on it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from starlette.responses import Response

from calimala_es.commands import Command, DealInfluence, DrawCard, KeepInfluence, ObservePart, TurnUpInfluence
from calimala_es.components import ACTIONS, COLOUR_WORDS, UNKNOWN
from calimala_es.errors import IllegalCommandError
from calimala_es.legal import legal
from calimala_es.messages import Message, Text
from calimala_es.state import State
from calimala_es.store import Receipt, StoredGame, seen_numbers
from notation.errors import quote
from notation.grammar.symbols import format_command, read_symbol
from replays.service.access import Principal, Right
from replays.service.api.decisions import WriteQuery, WrittenVersion, write_once
from replays.service.api.snapshot import problem_text
from replays.service.api.snapshot_answers import SNAPSHOT_FORMS
from replays.service.endpoints import ApiRequest, Endpoint, etag, json_response
from replays.service.problems import Problem, not_found
from replays.service.visibility.game_views import CachedGame, GameView, view_for
from replays.service.visibility.overlay import Disagreement, can_be_entered, is_about_hand, overlay, put_aside
from replays.text.decisions import command_text
from replays.text.messages import message_text
from replays.text.names import Names

_MOST_ENTERED: Final = 500
_SEATS: Final = ("0", "1", "2", "3", "4")
_NOTHING: Final[Mapping[int, Command]] = {}
_NOTHING_ENTERED: Final = (_NOTHING,) * len(_SEATS)

_Kind = Literal["dealt", "kept", "drawn", "seen"]
_KINDS: Final[dict[type[Command], _Kind]] = {
    DealInfluence: "dealt",
    KeepInfluence: "kept",
    DrawCard: "drawn",
    ObservePart: "seen",
}
"""What is done with cards by the commands that are about those of a seat."""


class HandCommand(Struct, frozen=True):
    """A decision about the cards of a seat.

    ``number`` identifies it, whatever is corrected before it; ``place`` counts the current decisions from 1; ``id`` is
    that of its event. ``symbol`` is what the table recorded, ``entered`` what the seat entered instead (``null``:
    nothing), ``words`` what is then known of it. ``options`` are the symbols that can be entered. ``kind`` says what it
    did, ``asked`` whether the seat should enter its cards: false for a hand that somebody saw, and for a card that was
    put back at once.
    """

    number: int
    place: int
    id: str
    symbol: str
    entered: str | None
    words: str
    options: list[str]
    kind: _Kind
    asked: bool


class Hand(Struct, frozen=True, rename={"chosen": "kept"}):
    """The cards of a seat as it knows them: action cards (``?`` for each unknown one), influence cards, and the
    decisions about them.

    ``problem`` says how the entered cards contradict the game, ``numbers`` at which decisions.
    """

    seat: int
    colour: str
    version: int
    over: bool
    cards: str
    dealt: list[str]
    chosen: list[str]
    commands: list[HandCommand]
    problem: str | None
    numbers: list[int]


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of decisions, by their numbers: a card, e.g. ``W`` or ``LIS``, or several, e.g. ``LIS.LON``; ``null``
    removes what was entered.
    """

    cards: Annotated[dict[str, str | None], Meta(max_length=_MOST_ENTERED)]


class _OwnHand(Struct, frozen=True):
    """A game as a seat sees it: with what it entered, and without."""

    cached: CachedGame
    seat: int
    view: GameView
    plain: GameView
    entered: Mapping[int, Command]

    @property
    def numbers(self) -> list[int]:
        """By which number the seat knows each decision."""
        return seen_numbers(self.cached.stored.rows, self.cached.stored.anchors)

    def seen(self, numbers: Iterable[int]) -> list[int]:
        """Return by which numbers the seat knows decisions that have these in the store."""
        return seen_numbers(self.cached.stored.rows, numbers)


def _own_hand(request: ApiRequest) -> _OwnHand:
    """Return the game as the seat of the address sees it, to the seat and to the owner; others find nothing there."""
    word = request.path["seat"]
    principal = request.principal
    seat = _SEATS.index(word) if word in _SEATS else -1
    cached = request.cached_game
    is_theirs = principal.may(Right.OWN) or principal.seat == seat
    if not is_theirs or not 0 <= seat < cached.stored.state.setup.players:
        raise not_found()
    who = Principal(Right.CLAIM, seat)
    view = cached.view(who)
    plain = view_for(cached.stored, _NOTHING_ENTERED, cached.view_key(who)) if cached.entered[seat] else view
    return _OwnHand(cached, seat, view, plain, cached.entered[seat])


def _state_before(view: GameView, place: int) -> State:
    return view.replay.states[view.replay.firsts[place]]


def _id_of(view: GameView, place: int) -> str:
    """Return by which id people know a decision."""
    return str(view.replay.ids[view.replay.firsts[place]])


# Reading.


def get_hand(request: ApiRequest) -> Response:
    """Return the cards of a seat, and the decisions about them."""
    return _hand_response(request, _own_hand(request))


def _hand_response(request: ApiRequest, mine: _OwnHand) -> Response:
    view, seat = mine.view, mine.seat
    names = view.names_in(request.language)
    mat = view.replay.end.mats[seat]
    found = view.disagreement
    hand = Hand(
        seat=seat,
        colour=COLOUR_WORDS[names.colours[seat]],
        version=view.version,
        over=view.replay.end.is_over,
        cards="".join(sorted(mat.open + mat.secret, key=ACTIONS.index)) + UNKNOWN * mat.unknown,
        dealt=[*mat.dealt],
        chosen=[*mat.kept],
        commands=[*_commands(mine, names)],
        problem=problem_text(view, names),
        numbers=mine.seen(found.numbers) if found else [],
    )
    return json_response(hand, headers={"ETag": etag(view.version), "Cache-Control": "no-store"})


def _commands(mine: _OwnHand, names: Names) -> Iterator[HandCommand]:
    anchors, plain = mine.cached.stored.anchors, mine.plain
    commands = plain.replay.commands
    states = [_state_before(plain, place) for place in range(len(commands))]
    aside = {one for place in range(len(commands)) for one in put_aside(states, commands, place, mine.seat)}
    numbers = mine.numbers
    for place, (before, written) in enumerate(zip(states, commands, strict=True)):
        if not is_about_hand(before, written, mine.seat):
            continue
        entered = mine.entered.get(anchors[place])
        known = mine.view.replay.commands[place]
        yield HandCommand(
            numbers[place],
            place + 1,
            _id_of(plain, place),
            format_command(before, written),
            None if entered is None else format_command(before, entered),
            command_text(known, names),
            _options(mine, place, written),
            _KINDS[type(written)],
            not isinstance(written, ObservePart) and place not in aside,
        )


def _options(mine: _OwnHand, place: int, written: Command) -> list[str]:
    """Return what may be entered for a decision after what was entered before; no card that is turned up later."""
    state = _state_before(mine.view, place)
    open_cards = {one.card for one in mine.plain.replay.commands if isinstance(one, TurnUpInfluence)}
    return [
        format_command(state, one)
        for one in legal(state)
        if can_be_entered(state, written, one, mine.seat)
        and not (isinstance(one, DealInfluence) and open_cards.intersection(one.cards))
    ]


# Entering.


def enter_cards(request: ApiRequest) -> Response:
    """Enter which cards a seat has."""
    given = request.body_as(Cards)
    mine = _own_hand(request)
    new = dict(_entered(given, mine))
    merged = {number: entered for number, entered in {**mine.entered, **new}.items() if entered is not None}
    view, anchors = mine.plain, mine.cached.stored.anchors
    found = overlay(view.replay.start, view.replay.commands, anchors, merged, mine.seat).disagreement
    if found is not None and not set(found.numbers).isdisjoint(new):
        raise _disagreement(request, mine, found)
    changed = {number: entered for number, entered in new.items() if mine.entered.get(number) != entered}
    if changed:
        request.service.store.claims.add(mine.cached.stored.id, mine.seat, changed)
        request.reload()
    return _hand_response(request, _own_hand(request))


def _entered(given: Cards, mine: _OwnHand) -> Iterator[tuple[int, Command | None]]:
    """Yield the commands that were entered, by number; raises ``Problem``."""
    places = {str(number): place for place, number in enumerate(mine.numbers)}
    for name, word in given.cards.items():
        place = places.get(name, -1)
        written = mine.plain.replay.commands[place] if place >= 0 else None
        if written is None or not is_about_hand(_state_before(mine.plain, place), written, mine.seat):
            detail = Message("there is no decision {number} about the cards of this seat", number=name[:20])
            raise Problem(422, "bad-request", detail)
        number = mine.cached.stored.anchors[place]
        if word is None:
            yield number, None
            continue
        command = _command_entered(_state_before(mine.plain, place), written, word.strip().upper(), mine.seat)
        if command is None:
            options = _options(mine, place, written)
            id = _id_of(mine.plain, place)
            detail = Message("decision {id} cannot have been {word}", id=id, word=quote(word))
            raise Problem(422, "not-well-formed", detail, path=f"$.cards.{name}", expected=" ".join(options[:20]))
        if not can_be_entered(_state_before(mine.plain, place), written, command, mine.seat):
            error = IllegalCommandError(command, "R5.12", _RECORDED_OTHERWISE)
            raise _disagreeing(mine, Disagreement((number,), place + 1, error), error.message)
        yield number, None if command == written else command


def _command_entered(state: State, written: Command, word: str, seat: int) -> Command | None:
    """Return the command of a kind that a word means."""
    if isinstance(written, ObservePart):
        is_hand = len(word) == len(written.value) and set(word) <= {*ACTIONS, UNKNOWN}
        return ObservePart(f"{seat}.hand", word) if is_hand else None
    found = read_symbol(state, f"-{word}" if isinstance(written, DrawCard) and len(word) == 1 else word) or ()
    return found[0] if len(found) == 1 and type(found[0]) is type(written) else None


_RECORDED_OTHERWISE: Final = Message("a different card was recorded at the table")


def _disagreement(request: ApiRequest, mine: _OwnHand, found: Disagreement) -> Problem:
    return _disagreeing(mine, found, message_text(found.error.message, mine.view.names_in(request.language)))


def _disagreeing(mine: _OwnHand, found: Disagreement, reason: Text) -> Problem:
    """Return the problem with its two choices: what the table wrote stays, or another card is entered."""
    anchors, place = mine.cached.stored.anchors, found.refused - 1
    numbers = mine.seen(found.numbers)
    places = dict(zip(numbers, map(anchors.index, found.numbers), strict=True))
    options = {str(number): _options(mine, at, mine.plain.replay.commands[at]) for number, at in places.items()}
    refused, id = mine.plain.replay.commands[place], _id_of(mine.plain, place)
    return Problem(
        409,
        "disagreement",
        Message("what was entered contradicts decision {id}: {reason}", id=id, reason=reason),
        rule=found.error.rule,
        numbers=numbers,
        refused={
            "place": found.refused,
            "id": id,
            "symbol": format_command(_state_before(mine.plain, place), refused),
        },
        choices=[
            {"choice": "table", "cards": dict.fromkeys(options)},
            {"choice": "mine", "options": options},
        ],
    )


# What seats entered becomes a part of the record: when the owner reveals it, or a seat its own, once the
# game is over.


class Reveal(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose cards become part of the record: the seats (default: all that the sender may reveal)."""

    seats: Annotated[list[int], Meta(max_length=5)] | None = None


def reveal_cards(request: ApiRequest) -> Response:
    """Make cards that seats entered part of the record."""
    given = request.body_as(Reveal)
    _revealed_seats(request, given)

    def change(cached: CachedGame, receipt: Receipt | None) -> StoredGame:
        stored, game = cached.stored, cached.stored.game
        seats = _revealed_seats(request, given)
        commands = [*game.commands]
        for place, number in enumerate(stored.anchors):
            for seat in seats:
                entered = cached.entered[seat].get(number)
                if entered is None or entered == commands[place]:
                    continue
                if not can_be_entered(game.state_at(place), commands[place], entered, seat):
                    raise _unrevealed(place, "R5.12", _RECORDED_OTHERWISE)
                commands[place] = entered
        first = next((at for at, one in enumerate(game.commands) if one != commands[at]), None)
        if first is None:
            return stored
        carried = {place: place for place in range(first + 1, len(commands) + 1)}
        try:
            return request.service.store.rewrite(stored, first, commands[first:], carried, None, receipt)
        except IllegalCommandError as error:
            raise _unrevealed(first, error.rule, error.message) from None

    return write_once(request, change)


def _revealed_seats(request: ApiRequest, given: Reveal) -> list[int]:
    """Return the seats whose cards the sender may reveal; raises ``Problem``."""
    game, principal = request.cached_game.stored, request.principal
    all_seats = [*range(game.state.setup.players)]
    theirs = all_seats if principal.may(Right.OWN) else [principal.seat] if game.state.is_over else []
    wanted = theirs if given.seats is None else given.seats
    if not theirs or not set(wanted) <= set(theirs):
        detail = Message("only the owner can reveal cards; after the game a seat can reveal its own")
        raise Problem(403, "not-allowed", detail)
    return wanted


def _unrevealed(place: int, rule: str, reason: Text) -> Problem:
    detail = Message(
        "what was entered contradicts the game from decision {number} on: {reason}", number=place + 1, reason=reason
    )
    return Problem(409, "disagreement", detail, rule=rule)


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/hands/{seat}", get_hand, "The cards of a seat",
        gives=Hand, right=Right.CLAIM, problems=(404,),
    ),
    Endpoint(
        "PUT", "/api/games/{id}/hands/{seat}", enter_cards, "Enter the cards of a seat",
        takes=Cards, gives=Hand, right=Right.CLAIM, problems=(404, 409, 422),
    ),
    Endpoint(
        "POST", "/api/games/{id}/reveal", reveal_cards, "Reveal cards that seats entered",
        takes=Reveal, gives=(*SNAPSHOT_FORMS, WrittenVersion), right=Right.CLAIM, query=WriteQuery,
        problems=(403, 409, 412, 422, 428),
    ),
)  # fmt: skip
