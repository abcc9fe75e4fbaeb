"""A redacted record is a game that contains nothing that its viewer could not have known."""

from itertools import product
from random import Random
from typing import Final, get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es import step, view_command, view_event
from calimala_es.checks import digest_check, points_check
from calimala_es.commands import COMMANDS, Command, DealInfluence, DrawCard, KeepInfluence, ObservePart
from calimala_es.events import (
    EVENTS,
    HIDDEN_DUTY,
    CardDrawn,
    DiscPlaced,
    Event,
    InfluenceDealt,
    InfluenceKept,
    PartObserved,
    TileScored,
)
from calimala_es.frames import Activation, GameOver
from calimala_es.game import Game, Move, Variation, moves_from, play
from calimala_es.notes import (
    Advantage,
    AnyNote,
    Check,
    Clock,
    Comment,
    Evaluation,
    Extension,
    Glyph,
    Mark,
    Notes,
    Stamp,
)
from calimala_es.state import State
from calimala_es.view import Viewer, view_state
from notation import dumps, loads
from replays.edit.redact import OWN, RedactionError, redact
from replays.edit.reduce import reduce_to_placements
from tests.laws.test_views import viewers, with_other_secrets
from tests.notation.records import record_of, records
from tests.profiles import examples
from tests.strategies import (
    AT_THE_TABLE,
    FIRST,
    INTRIGUE,
    KNOWN,
    LOW_STACKS,
    OFF_THE_RULES,
    RECORDS,
    SECOND,
    WITH_MISTAKES,
    Playout,
    Rules,
    any_games,
)

HIDDEN_COMMANDS: Final = {DealInfluence, KeepInfluence, DrawCard, ObservePart}
"""The commands that may reveal a card that somebody does not see."""

OPEN_COMMANDS: Final = {
    *(
        "TurnUpInfluence",
        "DraftCard",
        "PlaceDisc",
        "DoAction",
        "SkipAction",
        "PlayCard",
        "EndActivation",
        "TakeDiscBack",
    ),
    *(
        "RevealInfluence",
        "MarkMissed",
        "OpenInfluence",
        "ChooseStart",
        "DeclineOffer",
        "DiscardCard",
        "MoveCube",
        "ChooseTile",
    ),
    "ActivateWhiteDisc",
}
"""The commands that everybody at the table sees as they are."""

HIDDEN_EVENTS: Final = {InfluenceDealt, InfluenceKept, CardDrawn, PartObserved, DiscPlaced}
"""The events that may reveal a card that somebody does not see, or what it makes possible (R4.2)."""

OPEN_EVENTS: Final = {
    *("InfluenceTurnedUp", "CardDrafted", "DiscActivated", "ActionDone", "ActionWaived", "ActionImpossible"),
    *("CardPlayed", "ActivationEnded", "DeckShuffled", "SeatTaken", "DiscPromoted", "DiscTakenBack", "DiscRemoved"),
    *("TileScored", "TurnEnded", "EndReached", "InfluenceRevealed", "InfluenceScored", "GameEnded", "WentUnrecorded"),
    *("InfluenceOpened", "FamilyStarted", "PlayBegan", "ThirdPartyActed", "OfferDeclined", "CardDiscarded"),
    *("CubeMoved", "TileChosen", "WhiteDiscUsed", "AreaScored"),
}
"""The events that everybody at the table sees as they are."""

FAMILIES: Final = Rules("second", intrigue=True, families=("Scali", "Spini", "Pulci", "Medici"))
TABLES: Final = {
    "two": (2, FIRST),
    "first": (4, FIRST),
    "second": (3, SECOND),
    "Intrigue": (3, INTRIGUE),
    "families": (4, FAMILIES),
}
"""A table of every kind: players and rules."""


def revealing_notes(random: Random) -> tuple[AnyNote, ...]:
    """Return notes of every kind that may reveal something, and checks that state nothing hidden."""
    number = random.randrange(1000)
    return (
        Comment(f"she keeps card {number}"),
        Comment(f"her hand opens this {number}", on_position=True),
        Glyph(1 + number % 6),
        Advantage("b+" if number % 2 else "?"),
        Evaluation((float(number % 50), 50.0)),
        Mark("b.wood", colour="b" if number % 2 else ""),
        Extension(f"$x{number}", f"card {number}"),
        Check(f"={number + 1000}-{number}-0"),
        Stamp("2026-11-20T19:04:11Z", layer="maria", time="2026-11-20T19:04:11Z"),
        Clock(float(number), layer="maria"),
        Comment("", layer=f"layer-{number}"),
    )


SEEN: Final[Notes] = (Stamp("2026-11-20T19:04:11Z"), Clock(110.0), Clock(750.0, "b"))
"""Notes that everybody at the table saw."""


def annotated(game: Game, first: int, random: Random) -> Game:
    """Return a game from a decision on, with headers and with notes of what everybody saw."""
    moves: list[Move] = []
    for move in game.moves[first:]:
        notes: Notes = ()
        if random.random() < 0.05:
            notes = (Check(points_check(move.state)), Check(digest_check(move.state)), *SEEN)
        moves.append(replace(move, notes=notes))
    headers = (("Event", "Friday"), ("Blue", "Maria"), ("Result", "*"))
    return replace(game, start=game.state_at(first), moves=tuple(moves), headers=headers)


def with_secrets(record: Game, random: Random) -> Game:
    """Return the same record with notes that reveal what was hidden."""
    moves = tuple(
        replace(
            move,
            notes=(*revealing_notes(random), *move.notes),
            variations=(Variation("v1", (replace(move, notes=()),), "secret"),),
        )
        if random.random() < 0.05
        else move
        for move in record.moves
    )
    headers = (*record.headers, ("Shuffle", str(random.random())), ("Layer", f"maria - {random.random()}"))
    return replace(record, moves=moves, headers=headers, notes=revealing_notes(random))


@given(any_games(KNOWN), st.randoms(use_true_random=False), st.floats(0.1, 1), st.floats(0, 1))
@examples(10)
def test_nothing_hidden_is_shown(game: Playout, random: Random, share: float, cut: float) -> None:
    """Two records that differ only in what a viewer cannot see are redacted to the same text, byte for byte."""
    until = int(len(game.steps) * share)
    first = int(until * cut * 0.9) if cut > 0.5 else 0
    viewer = random.choice(viewers(game))
    steps = with_other_secrets(game, viewer, until, Random(game.seed))
    assume(steps is not None)
    assert steps is not None
    seed = random.random()
    texts = [
        dumps(redact(with_secrets(annotated(whole, first, Random(seed)), random), viewer))
        for whole in (record_of(game, 0, until), play(game.setup, [played.command for played in steps]))
    ]
    assert texts[0] == texts[1]


def test_every_kind_of_command_and_event_is_covered() -> None:
    """Every command, event and note is declared as revealing something hidden or not."""
    assert {kind.__name__ for kind in HIDDEN_COMMANDS} | OPEN_COMMANDS == {kind.__name__ for kind in COMMANDS}
    assert {kind.__name__ for kind in HIDDEN_EVENTS} | OPEN_EVENTS == {kind.__name__ for kind in EVENTS}
    assert {type(note) for note in (*revealing_notes(Random(0)), *SEEN)} == {*get_args(AnyNote)}


@pytest.mark.parametrize("table", TABLES)
def test_every_hidden_thing_is_exchanged(table: str) -> None:
    """For every rule set, pairs of games differ in every command and event that may be hidden, and in no others. Cards
    observed in a hand and the duty of a placement have tests of their own."""
    players, rules = TABLES[table]
    commands: set[type[Command]] = set()
    events: set[type[Event]] = set()
    for seed, viewer in product(range(3), (None, 0)):
        game = Playout(players, seed, rules=rules)
        until = len(game.steps) // 3
        steps = with_other_secrets(game, viewer, until, Random(seed))
        for one, other in zip(game.steps, steps or (), strict=False):
            commands |= {type(one.command)} if one.command != other.command else set()
            events |= {type(event) for event, changed in zip(one.events, other.events, strict=True) if event != changed}
        if steps:
            records = [record_of(game, 0, until), play(game.setup, [each.command for each in steps])]
            assert len({dumps(redact(record, viewer)) for record in records}) == 1
    assert commands == HIDDEN_COMMANDS - {ObservePart}
    assert events - {DiscPlaced} == HIDDEN_EVENTS - {PartObserved, DiscPlaced}


@given(any_games(*RECORDS, WITH_MISTAKES), st.randoms(use_true_random=False), st.floats(0.1, 1))
@examples(12)
def test_a_hand_that_was_seen(game: Playout, random: Random, share: float) -> None:
    """The cards of a hand that somebody observed are unknown to everybody else, but not their number."""
    before = record_of(game, 0, int(len(game.steps) * share))
    state = before.state
    assume(not state.is_over)
    seat = random.randrange(game.players)
    cards = random.sample(state.pool, min(len(state.pool), 5))
    hands = [tuple(cards[:2]), tuple(cards[-2:])]
    seen = [
        before.added(moves_from(state, [ObservePart(f"{seat}.hand", "".join([*sorted(hand), "?"]))])) for hand in hands
    ]
    for viewer in viewers(game):
        texts = {dumps(redact(record, viewer)) for record in seen}
        assert len(texts) == (len({tuple(sorted(hand)) for hand in hands}) if viewer == seat else 1)


def test_the_duty_of_a_hidden_hand() -> None:
    """R4.2: nothing that others see reveals that only hand cards make a street possible."""
    found = 0
    for seed in range(58, 61):
        for played in Playout(2, seed, stacks=LOW_STACKS).steps:
            now = played.after.now
            if type(now) is Activation and now.duty == HIDDEN_DUTY:
                found += 1
                record = play(played.after)
                for viewer in (None, 0, 1):
                    seen = redact(record, viewer).start
                    assert seen == view_state(played.after, viewer)
                    assert type(seen.now) is Activation
                    assert seen.now.duty == (HIDDEN_DUTY if viewer == now.seat else 0)
    assert found


@given(any_games(*RECORDS, WITH_MISTAKES), st.randoms(use_true_random=False))
@examples(12)
def test_a_redacted_record_is_a_view(playout: Playout, random: Random) -> None:
    """R5.12: a redacted record is the game as the viewer saw it, and redacting it again changes nothing."""
    viewer = random.choice(viewers(playout))
    seen = redact(playout.game, viewer)
    assert seen.commands == tuple(view_command(played.before, played.command, viewer) for played in playout.steps)
    states = seen.states
    assert states == tuple(view_state(state, viewer) for state in playout.states)
    assert loads(dumps(seen)) == seen
    assert redact(seen, viewer) == seen
    assert redact(seen, None) == redact(playout.game, None)
    place = random.randrange(len(playout.steps))
    played = playout.steps[place]
    happened = tuple(view_event(event, viewer) for event in played.events)
    assert step(states[place], seen.commands[place])[0] == happened


@given(records(*RECORDS), st.sampled_from((None, 0, 1)))
@examples(25)
def test_any_record_can_be_redacted(record: Game, viewer: Viewer) -> None:
    """Whatever is in headers, comments and checks, the redacted record can be written and read."""
    seen = redact(record, viewer)
    assert loads(dumps(seen)) == seen
    assert not any(move.comments for move in seen.moves)


@given(any_games(OFF_THE_RULES), st.sampled_from((None, 0)))
@examples(15)
def test_a_view_that_is_not_a_game(playout: Playout, viewer: Viewer) -> None:
    """If more copies of a card were seen than the box has, a view is a game or raises a clear error."""
    try:
        seen = redact(playout.game, viewer)
    except RedactionError as error:
        assert str(error).startswith("turn ")  # noqa: PT017
    else:
        assert len(seen.moves) == len(playout.steps)


def a_game() -> Playout:
    """Return a game of three."""
    return Playout(3, 5)


def with_notes(playout: Playout, number: int, *notes: AnyNote) -> Game:
    """Return a game with notes after one of its decisions."""
    moves = [*playout.game.moves]
    moves[number] = replace(moves[number], notes=notes)
    return replace(playout.game, moves=tuple(moves))


def notes_left(game: Playout, number: int, *notes: AnyNote) -> Notes:
    """Return which of these notes after a decision the public may read."""
    return redact(with_notes(game, number, *notes), None).moves[number].notes


def test_checks_that_state_facts_stay() -> None:
    """Correct checks of public facts stay and remain correct; other checks are removed."""
    game = a_game()
    number = next(place for place, played in enumerate(game.steps) if played.before.turn == 20)
    state = game.steps[number].after
    right = (Check(points_check(state)), Check(digest_check(state)))
    assert notes_left(game, number, *right) == right
    assert notes_left(game, number, Check("=98-99-97"), Check("=#0123456789abcdef")) == ()


def test_a_scoring_later_in_the_turn_is_a_fact() -> None:
    """The order of a scoring is a public fact within its turn, and not in another turn."""
    game = a_game()
    turn, order = next(
        (played.before.turn, event.ranking)
        for played in game.steps
        for event in played.events
        if isinstance(event, TileScored) and event.ranking
    )
    said = Check("=" + "".join(game.setup.colours[int(seat)] for seat in order))
    (first, *_) = [place for place, played in enumerate(game.steps) if played.before.turn == turn]
    assert notes_left(game, first, said) == (said,)
    assert notes_left(game, first - 5, said) == ()


def test_unknown_points_are_not_a_fact() -> None:
    """A check of points that depend on an unknown card is removed, as it may reveal something."""
    games = (Playout(3, seed, AT_THE_TABLE) for seed in range(20))
    game = next(game for game in games if game.states[-1].now == GameOver("", "open"))
    last = len(game.steps) - 1
    state = game.steps[last].after
    assert notes_left(game, last, Check("=97-98-99")) == ()
    assert notes_left(game, last, Check(points_check(state))) == (Check(points_check(state)),)


def test_checks_of_a_shallow_record_stay() -> None:
    """Checks of a record of placements stay, as they are all that is known of points and everybody saw them."""
    shallow = reduce_to_placements(a_game().game)
    checks = [check for move in shallow.moves for check in move.checks]
    assert checks
    assert [check for move in redact(shallow, None).moves for check in move.checks] == checks


def test_layers_that_are_named_stay() -> None:
    """Notes of a named layer stay with its header; the record's own notes never do."""
    game = a_game()
    notes = (Comment("mine"), Comment("hers", layer="maria"), Glyph(1, layer="tania"), Stamp("2026-11-20T19:04:11Z"))
    headers = (("Layer", "maria it Maria"), ("Layer", "tania - Tania"), ("Wine", "red"), ("Event", "Friday"))
    record = replace(with_notes(game, 30, *notes), headers=headers, notes=notes[:2])

    def left(*layers: str) -> tuple[Notes, tuple[tuple[str, str], ...]]:
        seen = redact(record, None, layers)
        return seen.moves[30].notes, seen.headers

    assert left() == ((notes[3],), (("Event", "Friday"),))
    assert left("maria") == ((notes[1], notes[3]), (("Layer", "maria it Maria"), ("Event", "Friday")))
    assert left(OWN) == ((notes[0], notes[3]), (("Event", "Friday"),))
    assert redact(record, None, ("maria",)).notes == notes[1:2]


def test_the_start_is_seen() -> None:
    """A record that starts from a position is redacted to start from the viewer's view of it."""
    playout = a_game()
    state: State = playout.steps[100].before
    for viewer in viewers(playout):
        assert redact(record_of(playout, 100), viewer).start == view_state(state, viewer)
    assert not redact(playout.game, None).starts_midway
