"""Every decision has a symbol, and every symbol is read as the decision for which it was written."""

from collections import Counter
from functools import cache
from typing import Final

import pytest

from calimala_es.commands import COMMANDS, Command, ObservePart
from calimala_es.components import COLOURS, INTRIGUE
from calimala_es.decide import command_of
from calimala_es.events import ActionImpossible, Event, FamilyStarted
from calimala_es.legal import legal
from calimala_es.observation import PARTS
from notation import dumps, loads
from notation.grammar.symbols import DEEDS, format_command, read_observed, read_symbol
from notation.lines import parse_line
from tests.notation.records import record_of
from tests.notation.tables import DEALS, SETUP, read
from tests.strategies import (
    AT_THE_TABLE,
    HIGH_STACKS,
    KNOWN,
    LOW_STACKS,
    MIXED,
    SECOND,
    WITH_MISTAKES,
    Playout,
    Rules,
    Step,
)

FIRST_GAMES: Final = [
    Playout(players, seed=seed, record=record, stacks=stacks)
    for players in (3, 4, 5)
    for record in (KNOWN, AT_THE_TABLE, MIXED, WITH_MISTAKES)
    for stacks, seed in ((LOW_STACKS, 1), (HIGH_STACKS, 2))
]
THREES: Final = [("Bardi", "Cerchi", "Medici"), ("Mozzi", "Pazzi", "Peruzzi"), ("Pulci", "Scali", "Spini")]
OTHER_GAMES: Final = [
    *(Playout(2, seed, record, LOW_STACKS) for seed, record in ((1, KNOWN), (2, AT_THE_TABLE), (3, WITH_MISTAKES))),
    *(Playout(3, seed, MIXED, rules=SECOND) for seed in (1, 2)),
    *(
        Playout(3, seed, record, rules=Rules("second", intrigue=True, families=families))
        for seed, families in enumerate(
            [("Bardi", "Cerchi", "Medici"), ("Mozzi", "Pazzi", "Peruzzi"), ("Pulci", "Scali", "Spini")]
        )
        for record in (KNOWN, MIXED)
    ),
]
GAMES: Final = FIRST_GAMES + OTHER_GAMES


@cache
def steps() -> list[Step]:
    """Return the steps of all games."""
    return [played for game in GAMES for played in game.steps]


SYMBOLS: Final = {
    "DealInfluence": {"?", "BAR.LON", "SMF.SMN.PAL"},
    "TurnUpInfluence": {"?", "LIS"},
    "KeepInfluence": {"?", "HAM"},
    "DraftCard": {"W", "U"},
    "PlaceDisc": {"AS", "WB2"},
    "DoAction": {"W", "US", "UW", "UH", "AC", "V", "SL", "SLN", "TTB", "CFW"},
    "SkipAction": {"A-", "S-"},
    "PlayCard": {"+W", "+UT", "+AP", "+CMB"},
    "EndActivation": {"/"},
    "DrawCard": {"-W", "-?"},
    "TakeDiscBack": {"AS>", "BM>2"},
    "RevealInfluence": {"?", "TRO"},
    "MarkMissed": {"_"},
    "ObservePart": {"b.points:=12", "AS:=-", "deck:=0"},
    "OpenInfluence": {"?", "TRO"},
    "ChooseStart": {"AF", "EW", "K"},
    "DeclineOffer": {"--"},
    "DiscardCard": {":W"},
    "MoveCube": {"LIS>SCR.W", "SMF.A>HAM"},
    "ChooseTile": {">HAM"},
    "ActivateWhiteDisc": {"^"},
}
"""Symbols of every kind of decision; not all of them occur in the games below."""


def test_every_command_has_a_symbol() -> None:
    """Every kind of decision has a symbol."""
    assert set(SYMBOLS) == {command.__name__ for command in COMMANDS}
    occurring = Counter(type(played.command) for played in steps())
    assert set(occurring) == set(COMMANDS)


def test_every_event_is_written_or_follows() -> None:
    """Every kind of event is either the first of a decision, which has a symbol, or a consequence of one."""
    kinds: set[type[Event]] = set()
    for played in steps():
        first, *others = played.events
        assert command_of(first) == played.command
        assert [event for event in others if command_of(event) is not None and not _may_be_forced(event)] == []
        kinds.update(type(event) for event in played.events)
    assert kinds == {*_all_kinds(Event)}


def _may_be_forced(event: Event) -> bool:
    """Return whether a symbol may follow by itself: a start effect without a choice, or an impossible action."""
    return isinstance(event, FamilyStarted) or (isinstance(event, ActionImpossible) and event.action == INTRIGUE)


def _all_kinds(kind: type[Event]) -> list[type[Event]]:
    below = [found for other in kind.__subclasses__() for found in _all_kinds(other)]
    return below or [kind]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_symbols_of_a_game_are_read_alone(game: Playout) -> None:
    """A symbol is read back in its position without other words, in either letter case."""
    for played in game.steps:
        symbol = format_command(played.before, played.command)
        assert symbol.isascii()
        assert not set(symbol) & set("{}[] \t\n")
        if isinstance(played.command, ObservePart):
            for spelling in (symbol, symbol.upper(), symbol.lower()):
                assert read_observed(played.before, spelling) == played.command
        elif symbol != "/":
            assert read_symbol(played.before, symbol) == (played.command,)


@pytest.mark.parametrize("game", GAMES[::3], ids=repr)
def test_legal_commands_have_different_symbols(game: Playout) -> None:
    """The legal decisions of a position have different symbols."""
    for state in game.states[::7]:
        commands: tuple[Command, ...] = legal(state)
        assert len({format_command(state, command) for command in commands}) == len(commands)


def test_every_part_of_the_position_can_be_written() -> None:
    """Every part that can be observed has a name in the text, for every seat and every street."""
    state = Playout(5, seed=1, rules=Rules("second", intrigue=True)).states[0]
    names: set[str] = set()
    for part in PARTS:
        word = format_command(state, ObservePart(part, ""))
        assert read_observed(state, word) == ObservePart(part, "")
        names.add(word)
    assert len(names) == len(PARTS)
    assert {f"{colour}.points:=-" for colour in COLOURS} <= names


def test_deed_and_its_card_are_one_word() -> None:
    """An action not done and its card are written as one word, but not across a comment."""
    record = loads(SETUP + DEALS + "b.marble:=1 AM AC M 2. WU W U-V")
    assert dumps(record).endswith("2. WU W U-V\n")
    record = loads(SETUP + DEALS + "b.marble:=1 AM AC M 2. WU W U- {a card!} -V")
    assert dumps(record).endswith("2. WU W U- {a card!} -V\n")


def test_no_word_means_two_deeds() -> None:
    """The letters of a deed have one meaning in every order."""
    assert len(DEEDS) > 200
    for word, commands in DEEDS.items():
        assert 1 <= len(commands) <= 2
        assert word.upper() == word


@pytest.mark.parametrize("playout", GAMES[::5], ids=repr)
def test_what_closes_a_turn_follows_a_stroke(playout: Playout) -> None:
    """A disc taken back is written after a stroke, whichever activation was the last."""
    text = dumps(playout.game)
    words = text.split("\n\n", 1)[1].split()
    for place, word in enumerate(words):
        if word.rstrip("1234").endswith(">"):
            before = next(word for word in reversed(words[:place]) if ":=" not in word)
            assert before == "/"


def test_observation_after_the_last_activation_waits_for_the_stroke() -> None:
    """Observations before a disc is taken back are written after the stroke that ends the activation."""
    body = "AS:=wbb b.coloured:=1 b.marble:=1 b.cloth:=0 b.hand:=- AS AC S-? / A-? S-? / A-? S-? / "
    for end in ("b.points:=3 AS>1", "_", "b.points:=3 _", "AS>2"):
        reading = read(body + end)
        assert not reading.errors
        assert reading.game is not None
        assert dumps(reading.game).endswith("S-? / " + end + "\n")
        assert loads(dumps(reading.game)) == reading.game


@pytest.mark.parametrize("playout", GAMES[::4], ids=str)
def test_a_line_of_one_symbol_is_that_decision(playout: Playout) -> None:
    """A line with one symbol, in either letter case, is read as among other words."""
    for count in range(0, len(playout.steps), 9):
        game = record_of(playout, 0, count)
        symbol = format_command(game.state, playout.steps[count].command)
        for text in (symbol, f" {symbol.lower()} "):
            alone, among = parse_line(text, game), parse_line(f"{text} {{said}}", game)
            assert [(move.command, move.state) for move in alone.moves] == [
                (move.command, move.state) for move in among.moves
            ]
            assert alone.errors == among.errors == ()
