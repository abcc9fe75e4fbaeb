"""Merging records of one game: everything that one of them knows is in the result, and every contradiction is
reported."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.commands import (
    Command,
    DealInfluence,
    EndActivation,
    KeepInfluence,
    MarkMissed,
    ObservePart,
    OpenInfluence,
    PlaceDisc,
    RevealInfluence,
    SkipAction,
    TurnUpInfluence,
)
from calimala_es.components import GAME, INFLUENCE_CARDS, UNKNOWN, InfluenceCard
from calimala_es.decide import step
from calimala_es.effects import part_value
from calimala_es.errors import CalimalaError
from calimala_es.events import TurnEnded
from calimala_es.frames import Activation, InfluenceReveal, Placement
from calimala_es.game import Game, layers_of, moves_from, play
from calimala_es.initial import initial
from calimala_es.legal import legal
from calimala_es.notes import Check, Comment, Glyph
from calimala_es.observation import PARTS, part_exists
from calimala_es.state import State
from calimala_es.symmetry import SYMMETRIES, turn_game
from calimala_es.view import PUBLIC, view
from notation import dumps, loads
from replays.edit.conflicts import MergeError
from replays.edit.merge import merge
from replays.edit.redact import redact
from replays.edit.reduce import reduce_to_placements, reduce_to_result
from tests.notation.records import record_of, records
from tests.profiles import examples
from tests.strategies import (
    AT_THE_TABLE,
    INTRIGUE,
    KNOWN,
    LOW_STACKS,
    MIXED,
    RECORDS,
    WITH_MISTAKES,
    Playout,
    Rules,
    Step,
    any_cells,
    any_games,
)

EXAMPLES = Path(__file__).parents[2] / "examples"
START = (
    '[City "WBM/U-A/VTS"] [Seats "bry"]\n'
    '[Council "ART LIS SMN WOOD TRO BAR SMF BRICK HAM PORT LON SCR TRADE BRU MARBLE"]\n{headers}\n0. W M U\n'
)


ONE_CARD = (TurnUpInfluence, KeepInfluence, OpenInfluence)


def read(body: str, headers: str = "") -> Game:
    """Return a game of three from its first turn on."""
    return loads(START.replace("{headers}", headers) + body)


def body_of(record: Game) -> str:
    """Return the turns as text."""
    return dumps(record).partition("W M U")[2].lstrip()


def bare(record: Game, last: int | None = None) -> Game:
    """Return a game, up to one of its decisions, without notes."""
    return Game(record.setup, record.start, moves_from(record.start, record.commands[:last]))


def seen(playout: Playout, seat: int) -> Game:
    """Return what a seat saw of a game."""
    return view(playout.game, seat)


# What records know.


@given(any_games(*RECORDS, WITH_MISTAKES), st.randoms(use_true_random=False))
@examples(8)
def test_all_seats_together_know_everything(playout: Playout, random: Random) -> None:
    """The views of all seats, merged in any order, give the record of the game without a conflict."""
    seats = [seen(playout, seat) for seat in range(playout.players)]
    random.shuffle(seats)
    merged = merge(*seats)
    assert merged == (playout.game, (), ())


@given(any_games(KNOWN, MIXED), st.randoms(use_true_random=False))
@examples(8)
def test_it_does_not_matter_who_is_asked_first(game: Playout, random: Random) -> None:
    """Merging is commutative and associative where nothing contradicts itself."""
    one, two, three = (
        redact(record_of(game, 0, random.randrange(len(game.steps) + 1)), random.randrange(game.players))
        for _ in range(3)
    )
    merged = merge(one, two, three)
    assert not merged.conflicts
    assert merge(three, one, two).record == merged.record
    assert merge(one, merge(two, three).record).record == merged.record


@given(records(*RECORDS, WITH_MISTAKES))
@examples(20)
def test_a_record_with_itself(record: Game) -> None:
    """A record merged with itself, or with a part of itself, is itself."""
    assert merge(record, record) == (record, (), ())
    part = bare(record, len(record.moves) // 2)
    merged = merge(record, part)
    assert (merged.record, merged.conflicts) == (record, ())
    assert loads(dumps(merge(part, record).record)) == record


@given(any_games(*RECORDS), st.floats(0, 1), st.integers(0, 1))
@examples(10)
def test_one_begins_in_the_middle(playout: Playout, share: float, order: int) -> None:
    """A record that starts from a position is matched to the turn of the other record with that position."""
    place = int(share * len(playout.steps))
    full, part = playout.game, record_of(playout, place)
    pair = (full, part) if order else (part, full)
    assert merge(*pair) == (full, (), ())
    views = [redact(part, seat) for seat in range(playout.players)]
    assert merge(*views) == (part, (), ())


def seen_after(state: State, truth: State) -> list[Command]:
    """Return the observations that somebody writes down who looks at a table."""
    commands: list[Command] = []
    for part in PARTS:
        if part_exists(part, truth.setup) and part_value(state, part) != part_value(truth, part):
            commands.append(ObservePart(part, part_value(truth, part)))
            state = step(state, commands[-1])[1]
    return commands


def _is_under_way(state: State, activation: Activation) -> bool:
    frames = state.frames
    place = (activation.street, activation.depth)
    return any(type(frame) is Activation and (frame.street, frame.depth) == place for frame in frames)


def gap_in(steps: list[Step], random: Random) -> tuple[int, int]:
    """Return where a turn, or the rest of an activation, begins and where it ends."""
    kind = random.choice((Placement, Activation))
    first = random.choice([place for place, played in enumerate(steps) if type(played.before.now) is kind])
    now = steps[first].before.now
    end = first
    while end < len(steps):
        end += 1
        if isinstance(now, Activation) and not _is_under_way(steps[end - 1].after, now):
            break
        if type(now) is Placement and any(type(event) is TurnEnded for event in steps[end - 1].events):
            break
    return first, end


def with_gap(game: Playout, first: int, end: int) -> Game | None:
    """Return the game by somebody who missed something and then looked at the table; ``None`` if that is not enough."""
    steps = game.steps
    reported = record_of(game, 0, first)
    try:
        missed = reported.added(moves_from(reported.state, [MarkMissed()]))
        looked = seen_after(missed.state, steps[end - 1].after)
        return missed.added(moves_from(missed.state, [*looked, *[played.command for played in steps[end:]]]))
    except CalimalaError:
        return None


@given(any_games(KNOWN, MIXED, AT_THE_TABLE), st.randoms(use_true_random=False))
@examples(15)
def test_what_one_missed_the_other_shows(playout: Playout, random: Random) -> None:
    """A turn or activation that one record missed, and observed afterwards, is filled in from the other record."""
    missed = with_gap(playout, *gap_in(playout.steps, random))
    if missed is not None:
        for pair in ((missed, playout.game), (playout.game, missed)):
            merged = merge(*pair)
            assert (merged.record, merged.conflicts) == (playout.game, ())


def test_a_card_drawn_in_what_was_missed() -> None:
    """A missed activation is filled in to its end although a card is drawn in it and another after it."""
    playout = Playout(4, 243, MIXED, "low", Rules("second", intrigue=True, cells=any_cells(2129)))
    steps = playout.steps
    turn = [number for number, played in enumerate(steps) if played.before.turn == 25]
    first = next(number for number in turn if steps[number - 1].command == EndActivation())
    end = next(number for number in turn if number > first and steps[number - 1].command == EndActivation())
    missed = with_gap(playout, first, end)
    assert missed
    merged = merge(missed, playout.game)
    assert (merged.record, merged.conflicts) == (playout.game, ())


@given(any_games(KNOWN, MIXED), st.randoms(use_true_random=False))
@examples(15)
def test_two_games_are_never_one_in_silence(playout: Playout, random: Random) -> None:
    """Where two records differ, the first is followed, the other's decisions are preserved, and it is reported."""
    place = random.randrange(len(playout.steps))
    full, other = playout.game, record_of(playout, 0, place)
    for _ in range(random.choice((1, 5, 60))):
        state = other.state
        if not state.is_over:
            other = other.added(moves_from(state, [random.choice((*legal(state), *legal(state)[:1]))]))
    merged = merge(full, other)
    assert loads(dumps(merged.record)) == merged.record
    if merged.conflicts:
        assert any(move.variations or move.comments for move in merged.record.moves)
    else:
        assert merged.record.commands == merge(other, full).record.commands


@pytest.mark.parametrize("order", [1, -1])
def test_a_hand_that_later_cards_exclude(order: int) -> None:
    """A record that starts with a card in a hand conflicts with one that plays another card from it."""
    full = record_of(Playout(3, 0, AT_THE_TABLE))
    state = next(state for state in full.states if state.mats[0].hand_size == state.mats[0].unknown == 1)
    mats = (replace(state.mats[0], unknown=0, secret="A"), *state.mats[1:])
    part = Game(full.setup, replace(state, mats=mats, pool=state.pool.replace("A", "", 1)))
    merged = merge(*(full, part)[::order])
    assert merged.record == full
    assert [(conflict.kind, conflict.other.said) for conflict in merged.conflicts] == [("observation", "b.hand:=A")]


@pytest.mark.parametrize("order", [1, -1])
def test_an_influence_card_that_its_reveal_excludes(order: int) -> None:
    """A record that names an influence card conflicts with one in which it is revealed as another."""
    full = record_of(Playout(3, 0, AT_THE_TABLE))
    revealed = next(command.card for command in full.commands if type(command) is RevealInfluence)
    other = next(card for card in INFLUENCE_CARDS if card not in {revealed, *full.states[-1].by_board})
    place = next(number for number, state in enumerate(full.states) if state.turn == 2)
    state = full.state_at(place)
    mats = (replace(state.mats[0], kept=(other,)), *state.mats[1:])
    part = Game(full.setup, replace(state, mats=mats))
    merged = merge(*(full, part)[::order])
    assert merged.record == full
    assert [(conflict.kind, conflict.other.said) for conflict in merged.conflicts] == [("observation", other)]


# Records of different depths.


def without_checks(record: Game) -> Game:
    """Return the record without checks and the notes of its start."""
    moves = tuple(
        replace(move, notes=tuple(n for n in move.notes if type(n) is not Check), variations=())
        for move in record.moves
    )
    return Game(record.setup, record.start, moves)


@given(any_games(KNOWN), st.permutations((0, 1, 2)))
@examples(8)
def test_the_deepest_record_goes_first(playout: Playout, order: list[int]) -> None:
    """A record merged with those of its placements and of its result is itself, and their checks agree with it."""
    full = playout.game
    depths = (full, reduce_to_placements(full), reduce_to_result(full))
    merged = merge(*(depths[number] for number in order))
    assert without_checks(merged.record).commands == full.commands
    assert not merged.conflicts
    assert loads(dumps(merged.record)) == merged.record


@given(any_games(KNOWN), st.floats(0.2, 1))
@examples(8)
@example(Playout(4, seed=4638, stacks=LOW_STACKS, rules=INTRIGUE), 0.890625)  # stops in a turn with an intrigue action
def test_some_turns_in_full(playout: Playout, share: float) -> None:
    """Placements merged with a record that stops early give placements with those turns recorded."""
    placements = reduce_to_placements(playout.game)
    assert merge(placements, placements) == (placements, (), ())
    part = record_of(playout, 0, int(share * len(playout.steps)))
    merged = merge(placements, part)
    assert not merged.conflicts
    assert merged.record.commands[: len(part.moves)] == part.commands
    assert loads(dumps(merged.record)) == merged.record
    whole = merge(merged.record, playout.game)
    assert (without_checks(whole.record).commands, whole.conflicts) == (playout.game.commands, ())


@given(any_games(KNOWN), st.floats(0, 1), st.integers(0, 1))
@examples(10)
def test_a_record_that_stops_anywhere_in_turn_0(playout: Playout, share: float, order: int) -> None:
    """A record that stops anywhere in turn 0 and a record of the placements are recognised as one game."""
    full = playout.game
    begun = next(number for number, state in enumerate(playout.states) if state.turn)
    pair = (record_of(playout, 0, int(share * begun)), reduce_to_placements(full))
    merged = merge(*pair[:: 1 - 2 * order])
    assert not merged.conflicts
    whole = merge(merged.record, full)
    assert (without_checks(whole.record).commands, whole.conflicts) == (full.commands, ())


def forgetting_influence(game: Playout, random: Random) -> Game:
    """Return a record in which some influence cards are missing and the others were turned over in any order."""
    end = game.states[-1]
    state, commands = initial(game.setup), list[Command]()
    forgets: dict[type[Command], Command] = {kind: kind(UNKNOWN) for kind in ONE_CARD}
    forgets[DealInfluence] = DealInfluence(())
    reported = [played.command for played in game.steps if type(played.command) is not RevealInfluence]
    while not state.is_over:
        now = state.now
        if type(now) is not InfluenceReveal:
            command = reported[len(commands)]
            if random.random() < 0.5:
                command = forgets.get(type(command), command)
        elif now.seat == GAME:
            cards: list[InfluenceCard] = [card for card in end.by_board if card not in state.by_board]
            command = RevealInfluence(random.choice([*cards, UNKNOWN]))
        else:
            shown = end.mats[now.seat].shown[len(state.mats[now.seat].shown)]
            is_known = state.mats[now.seat].kept[0] != UNKNOWN
            command = RevealInfluence(shown if is_known or random.random() < 0.5 else UNKNOWN)
        commands.append(command)
        state = step(state, command)[1]
    return play(game.setup, commands)


@given(any_games(KNOWN))
@examples(5)
def test_influence_cards_that_one_knows(game: Playout) -> None:
    """Influence cards that only one record names are known, in whatever order they were turned over."""
    random = Random(game.seed)
    one, other = (forgetting_influence(game, random) for _ in range(2))
    placements = reduce_to_placements(other)
    for pair in ((one, other), (one, placements), (placements, one), (placements, reduce_to_placements(one))):
        merged = merge(*pair)
        assert not merged.conflicts
        known = {*merged.record.state.by_board}
        assert known >= {*one.state.by_board, *other.state.by_board} - {UNKNOWN}


@pytest.mark.parametrize("seed", [3, 11, 27])
def test_a_full_record_that_stops_in_turn_0(seed: int) -> None:
    """Decisions of turn 0 that nobody recorded are supplied as unknown, and are replaced when a record has them."""
    playout = Playout(4, seed)
    placements = reduce_to_placements(playout.game)
    for stop in range(0, next(number for number, state in enumerate(playout.states) if state.turn), 2):
        merged = merge(placements, record_of(playout, 0, stop))
        whole = merge(merged.record, playout.game)
        assert not (*merged.conflicts, *whole.conflicts)
        assert without_checks(whole.record).commands == playout.game.commands


def test_a_turn_recorded_up_to_a_missed_activation() -> None:
    """Cards that only follow from something missed at the end of a turn do not contradict the other record."""
    rules = Rules("second", intrigue=True)
    playout = Playout(5, 0, rules=rules)
    stop = next(
        number
        for number, played in enumerate(playout.steps)
        if played.before.turn > 8 and type(played.command) is SkipAction and type(played.before.now) is Activation
    )
    full = playout.game
    part = merge(reduce_to_placements(full), record_of(playout, 0, stop + 1))
    whole = merge(part.record, full)
    assert not (*part.conflicts, *whole.conflicts)
    assert without_checks(whole.record).commands == full.commands


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 1)])
def test_placements_among_three_records(order: tuple[int, ...]) -> None:
    """A record of placements may come at any place among three; the merged record has what each of them says."""
    playout = Playout(3, 0)
    whole = playout.game
    given = (record_of(playout, 0, 80), reduce_to_placements(whole), whole)
    merged = merge(*(given[number] for number in order))
    assert not merged.conflicts
    assert merged.record.commands[:80] == whole.commands[:80]
    placed, expected = ([each for each in of.commands if type(each) is PlaceDisc] for of in (merged.record, whole))
    assert placed == expected


def test_an_offer_after_the_last_turn() -> None:
    """Decisions between the last turn and the influence cards come from the full record alone."""
    playout = Playout(3, 0, rules=Rules("second", intrigue=True, families=("Medici", "Cerchi", "Pulci")))
    full = playout.game
    merged = merge(full, reduce_to_placements(full))
    assert (merged.record.commands, merged.conflicts) == (full.commands, ())


def test_comments_that_a_shallow_record_moved() -> None:
    """A comment of both records appears once, where the full record has it; a comment of the shallow one stays."""
    full = read("1. WB W {one} B {two} {two} =0-0-0 2. MA A- M / {three}")
    placements = reduce_to_placements(full)
    assert dumps(placements).endswith("1. WB {one} {two} {two}\n2. MA {three} _\n")
    for pair in ((full, placements), (placements, full)):
        assert merge(*pair).record == full
    more = loads(dumps(placements).replace("{three}", "{three} {four}"))
    assert body_of(merge(more, full).record).splitlines()[1] == "2. MA {four} A-? M {three} /"


def test_variations_of_shallow_records() -> None:
    """Variations of records of placements, and of their later turns, are merged like any other."""
    one = read("1. MA MA (v1: UC WB =3-2-1 BM) MA2 MA =b")
    other = read("1. MA MA MA2 MA (w1: WB AS) =b WB AS MA")
    both = read("1. MA MA (v1: UC WB =3-2-1 BM) MA2 MA =b (w1: WB AS) WB AS MA")
    assert merge(one, other) == merge(other, one) == (both, (), ())


def test_a_check_of_a_shallow_record() -> None:
    """Points in a record of placements that the full record contradicts are a conflict, and stay in their place."""
    full = read("1. WB W B 2. MA A- M")
    placements = loads(dumps(reduce_to_placements(full)).replace("1. WB", "1. WB =7-0-0"))
    merged = merge(full, placements)
    assert [conflict.kind for conflict in merged.conflicts] == ["check"]
    assert body_of(merged.record).splitlines()[0].endswith("WB W B =7-0-0")


# Contradictions.


def test_a_decision_that_is_recorded_otherwise() -> None:
    """The first of two readings of a decision is followed, and the other is a variation named after its record."""
    one = read("1. MA A-B M 2. MA A- M / M AP 3. WB W B")
    other = read("1. MA A-B M 2. MA A- M / M AC {so I saw} 3. WB W B")
    merged = merge(one, other, names=("maria", "tania"))
    assert body_of(merged.record) == (
        "1. MA A-B M\n2. MA A-? M / M AP\n  (v1={tania} 2... AC {so I saw} )\n3. WB W B\n"
    )
    (conflict,) = merged.conflicts
    assert str(conflict) == ("decision: maria at 2.2.3 has AP, tania at 2.2.3 has AC: the second became variation v1")
    assert [conflict.taken.origin.source, str(conflict.other.origin.id)] == ["maria", "2.2.3"]


def test_cards_that_are_known_and_different() -> None:
    """An unknown card becomes the one that the other record knows; two different known cards are a conflict."""
    unknown, wood, brick = (read(f"1. MA A-{card} M 2. MA A-? M") for card in "?WB")
    assert merge(unknown, wood) == (wood, (), ())
    merged = merge(wood, brick)
    assert merged.record.commands == wood.commands
    assert [conflict.kind for conflict in merged.conflicts] == ["decision"]


def test_a_card_that_cannot_have_been() -> None:
    """A card of the other record that would make the first one illegal is not used, and that is reported."""
    one = read("1. MA A-? M +W 2. WB W B")
    other = read("1. MA A-B M / 2. WB W B")
    merged = merge(one, other)
    assert merged.record.commands == one.commands
    assert len(merged.conflicts) == 2
    assert all(word in body_of(merged.record) for word in ("-B", "+W"))


def test_a_rest_that_cannot_be_played() -> None:
    """Turns that are illegal after the first record become one comment with their marks, comments and variations."""
    text = (EXAMPLES / "game-of-four.cgn").read_text(encoding="utf-8")
    other = loads(text.replace("29. VT TH", "29. VT (bold: 29. BA ) 29... TH"))
    one = loads(text.partition("5. BC CMW")[0] + "5. BC CCW B\n")
    merged = merge(one, other, names=("maria", "tania"))
    assert [str(conflict).split(" has ")[0] for conflict in merged.conflicts] == [
        "decision: maria at 5.1.2",
        "decision: maria",
    ]
    last = merged.record.moves[-1]
    (comment,) = last.comments
    assert last.checks == ()
    assert comment.splitlines()[:2] == [
        "tania: 27... CCW / W CMW / W C-W +W",
        "28. UV V U-V / U-S +SN V / U-B +B V =rg {The same two cubes again, and the same tie.}",
    ]
    assert "29. VT\n  (bold: 29. BA )\n29... TH V" in comment
    assert "48. " in comment
    assert loads(dumps(merged.record)) == merged.record


def test_the_same_words_of_another_disc() -> None:
    """A difference that both records write in the same words is reported with the player and the stack."""
    playout = Playout(3, 3)
    first, end = (
        next(number for number, state in enumerate(playout.states) if state.turn == turn) for turn in (22, 23)
    )
    reported = record_of(playout, 0, first)
    later = [played.command for played in playout.steps[end:] if played.before.turn == 23]
    merged = merge(playout.game, reported.added(moves_from(reported.state, [MarkMissed(), *later])))
    (conflict,) = [each for each in merged.conflicts if "(" in each.taken.said]
    assert str(conflict.taken).endswith(" has U- -M B- / (BU:=yybw), decided by blue")
    assert str(conflict.other).endswith(" has U- -M B- / (BU:=yyw), decided by yellow")


def test_a_decision_more() -> None:
    """Where one record has an additional decision, both are matched again after it."""
    one = read("1. MA A-B M / 2. MA A-V M +V / M AP 3. WB W B")
    other = read("1. MA A-B M / 2. MA A-V M / M AP 3. WB W B")
    for pair, count in (((one, other), 1), ((other, one), 1)):
        merged = merge(*pair)
        assert merged.record.commands == pair[0].commands
        assert len(merged.conflicts) == count
        assert loads(dumps(merged.record)) == merged.record


def test_something_seen_that_the_other_does_not_come_to() -> None:
    """An observation of the first record is followed; one of the other is a variation; both are reported."""
    one, other = read("1. WB W B 2. MA A- M"), read("1. WB W B 2. b.wood:=3 MA A- M")
    merged = merge(one, other)
    assert merged.record.commands == one.commands
    assert "(v1={2} 2. b.wood:=3 )" in body_of(merged.record)
    assert str(merged.conflicts[0]).startswith("observation: 1 has b.wood:=1, 2 at 1.4.2 has b.wood:=3")
    assert merge(other, one).record == other
    assert merge(other, one).conflicts


def test_a_missed_turn_and_a_contradiction() -> None:
    """An observation after a missed turn is left out if the other record agrees with it, and reported if not."""
    one = read("1. _ 2. b.wood:=1 b.brick:=2 WB:=b MA A- M")
    merged = merge(one, read("1. WB W B 2. MA A- M"), names=("maria", "tania"))
    assert body_of(merged.record) == "1. WB W B\n2. b.brick:=2 MA A-? M\n"
    assert [str(conflict.taken) for conflict in merged.conflicts] == ["maria at 1.4.3 has b.brick:=2"]
    assert len(merged.remarks) == 2


def test_other_tables() -> None:
    """Records of different set-ups, or of a position that the other record never reaches, cannot be merged."""
    one = read("1. WB W B")
    with pytest.raises(MergeError, match=r"not records of the same game: \[Council"):
        merge(one, loads(START.replace("ART LIS", "LIS ART").replace("{headers}", "") + "1. WB W B"))
    with pytest.raises(MergeError, match="not records of the same game"):
        merge(one, play(Playout(3, 1).states[-1]))
    other = play(Playout(3, 1, stacks="high").states[60])
    with pytest.raises(MergeError, match="begins in turn"):
        merge(record_of(Playout(3, 1)), other)
    with pytest.raises(MergeError, match="nothing"):
        merge()


@given(any_games(KNOWN), st.sampled_from(SYMMETRIES))
@examples(5)
def test_a_city_in_another_orientation(playout: Playout, symmetry: object) -> None:
    """A record whose city is turned or mirrored is brought into the orientation of the first."""
    record = playout.game
    turned = turn_game(record, symmetry)  # type: ignore[arg-type]
    assert merge(record, turned)[:2] == (record, ())
    assert merge(turned, record)[:2] == (turned, ())


def test_a_box_that_one_does_not_describe() -> None:
    """A deck that only one record describes is the deck of the merged record, and that is reported."""
    special = read("1. WB W B", '[Deck "W6 B5 M5 U5 A5 V5 S5 T5 C5"]')
    merged = merge(read("1. WB W B"), special)
    assert merged.record == special
    assert len(merged.remarks) == 1
    with pytest.raises(MergeError, match="Deck"):
        merge(special, read("1. WB W B", '[Deck "W7 B5 M5 U5 A5 V5 S5 T5 C5"]'))


# Headers, notes and variations.


def test_headers() -> None:
    """A header of both records appears once; the more precise value wins, and contradictory ones are both preserved."""
    one = read("1. WB W B", '[Event "Friday"]\n[Date "2026.11.??"]\n[Result "*"]\n[Wine "red"]')
    other = read("1. WB W B", '[Wine "white"]\n[Event "Friday"]\n[Date "2026.??.20"]\n[Result "3-2-1"]\n[Site "here"]')
    merged = merge(one, other)
    assert merged.record.headers == (
        ("Event", "Friday"),
        ("Date", "2026.11.20"),
        ("Result", "3-2-1"),
        ("Wine", "red"),
        ("Wine", "white"),
        ("Site", "here"),
    )
    assert [conflict.kind for conflict in merged.conflicts] == ["header"]


def test_notes_of_both() -> None:
    """Notes that both records have appear once, the others one after the other; contradictory facts are reported."""
    one = read("{a} 1. WB! {b} {b} ;0:01:00 W B =0-0-0")
    other = read("{a} 1. WB {b} $6 {c} ;0:02:00 W B =0-0-0 =1-0-0 2. MA A- M {d}")
    merged = merge(one, other)
    assert body_of(merged.record).splitlines()[1] == "1. WB! {b} {b} ;0:01:00 $6 {c} ;0:02:00 W B =0-0-0 =1-0-0"
    assert [str(conflict.other) for conflict in merged.conflicts] == ["2 at 1.0.1 has ;0:02:00"]
    assert merged.record.moves[-1].comments == ("d",)


@given(records(*RECORDS))
@examples(12)
def test_what_two_people_say_about_one_game(record: Game) -> None:
    """The notes of one record and the notes and variations of another are all preserved, and nothing is added."""
    mine = tuple(replace(move, notes=move.notes[::2], variations=()) for move in record.moves)
    hers = tuple(replace(move, notes=move.notes[1::2]) for move in record.moves)
    merged = merge(replace(record, moves=mine, headers=(), notes=()), replace(record, moves=hers, notes=()))
    assert merged.record.headers == record.headers
    assert loads(dumps(merged.record)) == merged.record
    for move, said in zip(merged.record.moves, record.moves, strict=True):
        assert (move.command, move.variations, {*move.notes}) == (said.command, said.variations, {*said.notes})
    assert {conflict.kind for conflict in merged.conflicts} <= {"note"}


@pytest.mark.parametrize("cards", ["? SMF ? HAM", "? SMF BAR ?", "SMF ? BAR HAM"])
def test_cards_by_the_board_that_both_turn_over(cards: str) -> None:
    """Two records that agree on the order in which known and unknown cards are turned over preserve it."""
    seen = redact(loads((EXAMPLES / "two-players.cgn").read_text(encoding="utf-8")), PUBLIC)
    text = dumps(seen).replace("/ LON TRO /", "/ LON ? /").replace("E. BAR HAM BRU", f"E. {cards}")
    said = loads(text.replace("\n1. ", "\n1. {Yes.} "))
    assert merge(loads(text), said).record == said


def test_layers() -> None:
    """Layers are joined; a layer of the same name by another author is renamed, and that is reported."""
    one = read("1. WB &maria{yes} W B", '[Layer "maria it Maria Rossi"]')
    same = read("1. WB &maria{no} W B", '[Layer "maria"]')
    merged = merge(one, same)
    assert merged.record.headers == one.headers
    assert merged.record.moves[-3].notes == (Comment("yes", layer="maria"), Comment("no", layer="maria"))
    other = read("1. WB &maria! W B", '[Layer "maria de Maria Huber"]')
    merged = merge(one, other, names=("one", "two"))
    assert merged.record.moves[-3].notes == (Comment("yes", layer="maria"), Glyph(1, layer="maria-huber"))
    assert layers_of(merged.record).keys() == {"maria", "maria-huber"}
    assert tuple(map(str, merged.remarks)) == (
        "the layer maria of two is renamed maria-huber, because one has a different layer called maria",
    )


def test_variations() -> None:
    """The same line in both is one variation with the notes of both; another line with the same id gets a free id."""
    one = read("1. WB W (v1={bold} B W) (a: W- B) B")
    merged = merge(one, read("1. WB W (a: B {yes} W {no}) (b: B) (v1: W- {hm} B) B"))
    assert body_of(merged.record) == (
        "1. WB W\n  (v1={bold} 1... B {yes} W {no} )\n  (a: 1... W- {hm} B )\n  (b: 1... B )\n1... B\n"
    )
    assert len(merged.remarks) == 2
    merged = merge(read("1. WB W (v1: B W) B"), read("1. WB W (v1: W- (x: B) B) B"), names=("one", "two"))
    assert body_of(merged.record) == (
        "1. WB W\n  (v1: 1... B W )\n  (v2: 1... W-\n    (x: 1... B )\n  1... B )\n1... B\n"
    )
    assert tuple(map(str, merged.remarks)) == ("variation v1 of two is called v2 here",)
    assert loads(dumps(merged.record)) == merged.record


def test_a_variation_that_can_be_no_more() -> None:
    """A variation that plays a card which the merged game excludes is saved as a comment, and reported."""
    one = read("1. MA A-? M / (v1: +V) 2. WB W B")
    other = read("1. MA A-B M / 2. WB W B")
    merged = merge(one, other)
    assert [conflict.kind for conflict in merged.conflicts] == ["variation"]
    assert "{1: (v1: 1... +V )}" in body_of(merged.record)


def test_comments_on_missed_decisions() -> None:
    """A comment on something missed comes after the decisions that fill it in."""
    one = read("1. WB W B 2. _ {I was in the kitchen.} 3. WB W B")
    reported = read("1. WB W B 2. MA A- M 3. WB W B")
    merged = merge(one, reported)
    assert body_of(merged.record) == "1. WB W B\n2. MA A-? M {I was in the kitchen.}\n3. WB W B\n"


def test_examples_with_themselves() -> None:
    """Every example merged with a copy of itself without notes is itself."""
    for path in sorted(EXAMPLES.glob("*.cgn")):
        record = loads(path.read_text(encoding="utf-8"))
        assert merge(record, bare(record)) == (record, (), ())


# Readings of the other record that are preferred.


@pytest.mark.parametrize(
    ("one", "other", "taken"),
    [
        ("1. WB W B 2. MA A- M", "1. WB W B 2. WB B W", "1. WB W B\n2. WB\n  (v1={1} 2. MA A-? M )\n2... B W\n"),
        ("1. WB B W", "1. WB W B", "1. WB W\n  (v1={1} 1... B W )\n1... B\n"),
        ("1. WB W B 2. MA A- M", "1. WB W B 2. b.wood:=3 MA A- M", "1. WB W B\n2. b.wood:=3 MA A-? M\n"),
        ("1. WB W B 2. b.wood:=3 MA A- M", "1. WB W B 2. MA A- M", "1. WB W B\n2. MA A-? M\n"),
    ],
)
def test_a_preferred_reading_is_taken(one: str, other: str, taken: str) -> None:
    """Where two records contradict each other, the other one's reading is taken if it is preferred; the first one's is
    preserved beside it. Preferring that again gives what was merged first.
    """
    records = read(one), read(other)
    merged = merge(*records)
    (question,) = merged.conflicts
    assert question.is_question
    assert question.taken.commands
    turned = merge(*records, preferred=[question.other.key])
    assert body_of(turned.record) == taken
    assert [(each.taken.key, each.other.key) for each in turned.conflicts] == [(question.other.key, question.taken.key)]
    assert merge(*records, preferred=[question.taken.key]) == merged


def test_a_preferred_reading_that_later_decisions_exclude() -> None:
    """A preferred reading is not taken where a later decision of the first record would be illegal after it."""
    record = Playout(3, 0, AT_THE_TABLE).game
    poor = ObservePart("0.marble", "0")

    def is_excluding(place: int) -> bool:
        """Return whether the rest of the game needs the marble that somebody did not see."""
        state = record.state_at(place)
        if part_value(state, poor.part) == poor.value or type(state.now) is not Placement:
            return False
        try:
            moves_from(state, [poor, *(move.command for move in record.moves[place:])])
        except CalimalaError:
            return True
        return False

    place = next(filter(is_excluding, range(len(record.moves))))
    moves = record.moves[:place]
    other = replace(record, moves=(*moves, *moves_from(record.state_at(place), [poor])))
    merged = merge(record, other)
    (question,) = merged.conflicts
    again = merge(record, other, preferred=[question.other.key])
    assert without_checks(again.record).commands == record.commands
    assert [each.taken for each in again.conflicts] == [question.taken]
    assert "the rules do not allow it together with what follows" in str(again.conflicts[0])
