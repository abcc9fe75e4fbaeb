"""Recording games of every rule set: symbols, prompts, completion with Tab, and an empty line."""

import re
from functools import cache
from pathlib import Path
from random import Random

import click
import pytest
from msgspec.structs import replace

from calimala_es.board import STREETS, street_names
from calimala_es.commands import PlaceDisc
from calimala_es.components import (
    ACTIONS,
    COLOURED,
    INFLUENCE_CARDS,
    INTRIGUE_ACTIONS,
    SCORING_TILES,
    SEATS,
    Street,
)
from calimala_es.decide.unrecorded import can_be_missed
from calimala_es.families import FAMILIES
from calimala_es.frames import OFFERS, InfluenceDeal, Placement
from calimala_es.game import Game
from calimala_es.initial import shuffled_setup
from calimala_es.legal import legal
from calimala_es.messages import waiting_rule
from calimala_es.state import State
from calimala_es.store import memory_store
from cli.commands.games.simulate import play_game
from cli.games import find_game, now
from cli.main import calimala
from cli.prompt import MOST_LINES, Completer, option_words, prompt_lines, state_asked_for, status_lines
from cli.recorder_help import codes_text, help_text, symbols_text
from cli.session import Session
from cli.walk.walk import Walk
from notation import dumps, loads
from notation.grammar.symbols import format_command, read_symbol
from replays.replay import Level
from replays.text.languages import ENGLISH, LANGUAGES, language_of
from replays.text.names import Names
from replays.text.terminal import columns
from replays.wishes import Wishes
from tests.cli_runs import Table, body_lines, on_terminal
from tests.profiles import few

KINDS = {
    "two players": (2, Wishes()),
    "second edition": (3, Wishes(edition="second")),
    "settings": (4, Wishes(edition="second", settings={"placement_may_draw": True, "compensation_scope": "action"})),
    "Intrigue": (3, Wishes(intrigue=True)),
    "Bardi Cerchi Pulci": (3, Wishes(families="Bardi,Cerchi,Pulci")),
    "Medici Mozzi Peruzzi": (3, Wishes(families="Medici,Mozzi,Peruzzi")),
    "Pazzi Scali Spini": (4, Wishes(families="Pazzi,Scali,Spini,-")),
}
"""Tables of every rule set, which together have every family."""


@cache
def game(kind: str, number: int = 1) -> Game:
    """Return a whole game of players who decide at random."""
    players, wishes = KINDS[kind]
    return play_game(["random"] * players, f"record {kind}", number, wishes)


def beginning(game: Game, number: int) -> Game:
    """Return the first decisions of a game, without its headers."""
    return replace(game, moves=game.moves[:number], headers=())


def positions() -> dict[str, tuple[State, ...]]:
    """Return positions from games of every kind in which somebody decides, by the kind of decision."""
    found: dict[str, list[State]] = {}
    for kind in KINDS:
        for number in (1, 2):
            for state in game(kind, number).states:
                if state.actor is not None:
                    found.setdefault(type(state.now).__name__, []).append(state)
    return {name: tuple(states[:: max(1, len(states) // 40)]) for name, states in found.items()}


# From a pipe.


@pytest.mark.parametrize("kind", KINDS)
def test_whole_game_from_a_pipe(kind: str, table: Table) -> None:
    """A game of any rule set is exported as recorded, by turn or by decision, and can be undone and redone."""
    played = game(kind)
    text = dumps(played)
    commands = played.commands
    symbols = [format_command(state, command) for state, command in zip(played.states, commands, strict=False)]
    for name, lines in few([("turns", body_lines(text)), ("decisions", symbols)], 2 if kind == "Intrigue" else 1):
        table.ok("import", "-", "--id", name, input=text.split("\n\n")[0] + "\n")
        table.ok("record", name, input="\n".join(lines))
        assert table.ok("export", name) == text
    table.ok("record", "turns", input=f"undo {len(commands)}\nredo {len(commands)}\n")
    assert table.ok("export", "turns") == text
    assert table.json("check", "--all") == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_way_of_looking(kind: str, table: Table) -> None:
    """show, step, legal and export work at any place of a game of any rule set, for every viewer."""
    played = game(kind)
    path = table.file("game.cgn", dumps(played))
    for args in (["show", "--points"], ["show", "--json"], ["study", "--json"], ["export", "--json"], ["check"]):
        table.ok(*args, path)
    for turn in few(range(16, played.states[-1].turn, 16)):
        for options in ([], ["--json"], ["--position"], ["--legal"], ["--legal", "--json"]):
            for seat in ("all", "blue", "public"):
                table.ok("show", *options, path, "--at", turn, "--as", seat)


def test_nobody_looks_as_the_third_party(table: Table) -> None:
    """In a game of two the viewpoints of a walk are the players and the public."""
    walk = Walk(find_game(str(table.file("game.cgn", dumps(game("two players"))))), Level.TURN)
    seen: list[str] = []
    for _ in range(5):
        seen.append(walk.viewer_name)
        walk.next_view()
    assert seen == ["all", "0", "1", "public", "all"]
    assert table.run("show", table.folder / "game.cgn", "--as", "yellow").code == 2


@pytest.mark.parametrize("kind", KINDS)
def test_missed_and_observed(kind: str, table: Table) -> None:
    """Missed turns and observations can be recorded at any table, the third party's points too."""
    played = game(kind)
    number = next(n for n, state in enumerate(played.states) if state.turn == 9 and can_be_missed(state))
    text = dumps(beginning(played, number))
    table.ok("import", "-", "--id", "lily", input=text)
    third = played.setup.third
    seen = f"b.support:=3 {third}.points:=5" if third else "b.points:=5"
    table.ok("record", "lily", input=f"_\n{seen}\n")
    assert body_lines(table.ok("export", "lily"))[-2:] == ["9. _", f"10. {seen}"]
    assert table.json("check", "lily") == []


def test_support_disc_without_a_street_for_it(table: Table) -> None:
    """If a player has only support discs and no open street, the disc that draws two cards can be recorded, and undone
    with its cards (R8.4)."""
    table.ok("new", "b", "r", "--city", "WBM/U-A/VTS", "--seed", "4", "--id", "lily")
    seen = "b.coloured:=0 b.white:=0 b.support:=1 b.hand:=- WB:=y BM:=y WU:=y BC:=y MA:=y UV:=y VT:=y"
    table.ok("record", "lily", input=f"? ? / ? ? / ? ? / W V\n{seen}\n")
    options = [option["symbol"] for option in table.json("show", "--legal", "lily")["options"]]
    assert options == ["UC00", "AC00", "ST00", "TC00", "AS00"]
    assert table.run("record", "lily", input="AS0\n").code == 1
    out = table.ok("record", "lily", input="as00 -W -?\n+W /\n")
    assert "Red must place a disc" in out
    assert body_lines(table.ok("export", "lily"))[-1] == f"1. {seen} AS00 -W -? +W /"
    assert f"undone: {seen} AS00 -W -? +W /" in table.ok("record", "lily", input="undo turn\n")


# What is shown before each decision.


def test_prompt_shows_what_is_waited_for() -> None:
    """The prompt names the decision with its rule, the legal symbols in a few lines, and how to decline an offer."""
    found = positions()
    assert {offer.__name__ for offer in OFFERS} <= found.keys()
    assert {
        "InfluenceOpening",
        "FamilyStart",
        "IntrigueChoice",
        "KeepOneCard",
        "Placement",
        "Activation",
    } <= found.keys()
    for states in found.values():
        for state in states:
            with click.Context(calimala):
                lines = status_lines(state, Names.of(state.setup))
            options = [line for line in lines if line.startswith("   ")]
            duty = " ".join(line.strip() for line in lines if line not in options)
            asked = state_asked_for(state)
            assert waiting_rule(asked) in duty
            assert (asked is state) == ("this activation ends" not in duty)
            assert 1 <= len(options) <= 3
            assert ("-- or Enter declines" in duty) == isinstance(state.now, OFFERS)


LONG = ["Maximiliana Konstantinopolska", "五十音順の名前はとても長いです", "Ж" * 40, "Ann", "Ann "]


@pytest.mark.parametrize("code", LANGUAGES)
def test_board_and_prompt_fit_in_twelve_lines(code: str) -> None:
    """Before each decision board, duty and legal decisions take at most 12 lines of 80 columns, with the typed line."""
    for states in positions().values():
        for state in states[:: 1 if code == "en" else 5]:
            names = Names.of(state.setup, dict(enumerate(LONG)), language_of(code))
            with click.Context(calimala):
                lines = prompt_lines(state, names)
            assert len(lines) < MOST_LINES
            assert max(map(columns, lines)) <= 80


def test_options_are_symbols() -> None:
    """Each listed word, except counts and words in brackets, is read as a legal decision."""
    for states in positions().values():
        for state in states:
            text = " ".join(option_words(state, ENGLISH)).partition(" (")[0]
            for word in text.split():
                if ".." not in word:
                    commands = read_symbol(state, word) or ()
                    assert commands[:1] in {(command,) for command in legal(state)} or word == "/"


def test_support_discs_are_listed_shortly() -> None:
    """A support disc is listed by its suffix and the streets where it may not be placed."""
    played = game("two players")
    first = next(state for state in played.states if state.turn == 1)
    assert "(add 0 for a support disc)" in option_words(first, ENGLISH)
    later = next(state for state in played.states if isinstance(state.now, Placement) and len(_supports(state)) == 2)
    coloured = {
        command.street for command in legal(later) if isinstance(command, PlaceDisc) and command.disc == COLOURED
    }
    names = [street_names(later.setup.city)[street] for street in _supports(later) if street in coloured]
    assert f"(add 0 for a support disc, not on {' '.join(names)})" in option_words(later, ENGLISH)


def _supports(state: State) -> list[Street]:
    """Return the streets with a support disc, which belongs to the third party."""
    return [street for street, stack in zip(STREETS, state.stacks, strict=True) if SEATS[2] in stack]


SYMBOLS_OF_FAMILIES = {
    "Bardi": "SMF.A>SCR.W",
    "Cerchi": ">HAM",
    "Medici": "+AP",
    "Mozzi": "CFWV",
    "Pazzi": "^",
    "Peruzzi": "USWB",
    "Pulci": "LIS>SCR.W",
    "Scali": ":W",
    "Spini": ">AP",
}


def test_help_shows_what_the_game_has() -> None:
    """help explains only the symbols of the rules and families in play."""
    helps = {kind: help_text(game(kind).setup, ENGLISH) for kind in KINDS}
    for kind, text in helps.items():
        assert ("support disc" in text) == (kind == "two players")
        assert ("intrigue action" in text) == (KINDS[kind][1].has_intrigue)
        families = game(kind).setup.families
        assert ("the start of a family" in text) == bool({"Bardi", "Cerchi", "Peruzzi"} & {*families})
        for name, symbol in SYMBOLS_OF_FAMILIES.items():
            found = [line for line in text.splitlines() if f" {name}: " in line]
            assert [line.split()[0] for line in found] == [symbol] * (name in families)
        assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("code", LANGUAGES)
def test_card_of_letters(code: str) -> None:
    """help codes gives every letter and every code of the game with its meaning, in 80 columns and on one screen."""
    for kind in KINDS:
        setup = game(kind).setup
        card = codes_text(setup, language_of(code))
        codes = {*re.findall(r"[A-Za-z]+", card)}
        assert {*ACTIONS, *SCORING_TILES, *INFLUENCE_CARDS, *setup.parties, "w"} <= codes
        assert ({*INTRIGUE_ACTIONS} <= codes) or not setup.intrigue
        assert len(card.splitlines()) <= 24
        assert max(map(columns, card.splitlines())) <= 80


def test_printed_card_is_what_help_prints() -> None:
    """The card among the documents has every letter and every kind of word, as the recorder explains them."""
    names = [*FAMILIES]
    two, *others = (
        shuffled_setup("br", Random(1)),
        shuffled_setup("brygp", Random(1), families=(*names[:5],)),
        shuffled_setup("bryg", Random(1), families=(*names[5:],)),
    )
    page = (Path(__file__).resolve().parent.parent / "docs" / "card.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```text\n(.*?)\n```$", page, re.MULTILINE | re.DOTALL)
    assert shown == [codes_text(others[0], ENGLISH), symbols_text((two, *others), ENGLISH)]


# At the terminal.


def session_at(state_number: int, kind: str) -> Session:
    """Return a session in the middle of a game."""
    store = memory_store(now)
    part = beginning(game(kind), state_number)
    return Session(store, store.create("lily", part), None)


@pytest.mark.parametrize("kind", KINDS)
def test_tab_completes_every_decision(kind: str) -> None:
    """Any beginning of a legal decision is completed, in either letter case, also after other decisions on the line."""
    played = game(kind)
    for number in range(0, len(played.moves) - 1, 17):
        completer = Completer(session_at(number, kind))
        first = format_command(played.states[number], played.commands[number])
        for place in (number, number + 1):
            state, command = played.states[place], played.commands[place]
            symbol = format_command(state, command)
            before = "" if place == number else first + " "
            if not isinstance(state.now, InfluenceDeal):
                assert symbol in completer.options(before + symbol[:1])
            assert symbol in completer.options(before + symbol.lower())


def test_tab_completes_words_only_alone() -> None:
    """Commands are completed only at the beginning of a line, and nothing is completed after an error."""
    completer = Completer(session_at(0, "two players"))
    assert completer.options("und") == ["undo"]
    assert "BAR" in completer.options("")
    assert "BAR.LIS" in completer.options("BAR.")
    assert "undo" not in completer.options("? ")
    assert completer.options("QQ ") == []
    assert completer.options("\udcff ") == []


def offer_of(table: Table) -> str:
    """Return a game in the store at a moment when something is offered, and the record before it."""
    played = game("Bardi Cerchi Pulci")
    number = next(number for number, state in enumerate(played.states) if isinstance(state.now, OFFERS))
    text = dumps(beginning(played, number))
    table.ok("import", "-", "--id", "lily", input=text)
    return text


@pytest.mark.skipif("os.name == 'nt'", reason="no terminals of this kind")
def test_enter_leaves_an_offer(table: Table) -> None:
    """At a terminal an empty line declines an offer and otherwise means nothing; in a pipe it always means nothing."""
    text = offer_of(table)
    table.ok("record", "lily", input="\n\n")
    assert table.ok("export", "lily") == text
    shown = on_terminal(table, "record", "lily", "--color", "never", keys=["\n", "\x04"])
    assert "kept  --" in shown
    count = len(loads(text).moves)
    assert len(loads(table.ok("export", "lily")).moves) == count + 1
    table.ok("record", "lily", input="undo\n--\n")
    assert len(loads(table.ok("export", "lily")).moves) == count + 1


@pytest.mark.skipif("os.name == 'nt'", reason="no terminals of this kind")
def test_tab_at_the_terminal(table: Table) -> None:
    """Tab completes what has one ending, and lists what has several."""
    table.ok("new", "b", "r", "y", "--families", "Bardi,-,-", "--seed", "3", "--id", "lily")
    table.ok("record", "lily", input="? ? ? / ? / ? ? ? / W V U\n")
    shown = on_terminal(table, "record", "lily", "--color", "never", keys=["A\t\t", "F\n", "und\t\n", "\x04"])
    assert re.search(r"AC +AF +AM", shown)
    assert "artwork to Santa Maria del Fiore" in shown
    assert "undone: AF" in shown
