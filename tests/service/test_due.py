"""The recorder's snapshot of a game, what a key allows, and errors that say whether a decision was due."""

from random import Random
from typing import Any

import pytest
from hypothesis import given

from calimala_es.commands import DoAction, PlaceDisc
from calimala_es.frames import Placement
from calimala_es.game import LastMoves, play
from calimala_es.initial import shuffled_setup
from calimala_es.legal import legal
from notation import dumps
from notation.grammar.symbols import format_command
from notation.json.forms import convert
from notation.json.game import CommandForm, command_of_form
from notation.lines import parse_line
from replays.replay import Replay
from replays.service.api.decision_options import ComingTurn, coming_turns
from replays.service.api.snapshot import MOST_DECISIONS, RecentDecisions, format_turn, snapshot
from replays.service.visibility.game_views import GameView
from replays.text.names import Names
from tests.notation.records import record_of
from tests.profiles import examples
from tests.service.asking import Instance, Person
from tests.strategies import AT_THE_TABLE, KNOWN, Playout, any_games

_OPENING = "? ? ? HAM ? ? ? W U V"
_ARTWORK = {"type": "do_action", "action": "A", "option": "C"}


def _begun(service: Instance) -> tuple[str, dict[str, Any], Person]:
    """Return the address of a game of three after its opening, its keys, and its recorder."""
    made = service.game(dumps(play(shuffled_setup("bry", Random(4)))))
    path, recorder = f"/api/games/{made['id']}", service.person(made["keys"]["recorder"])
    assert _write(recorder, path, notation=_OPENING).status_code == 201
    return path, made["keys"], recorder


def _write(recorder: Person, path: str, **decision: Any) -> Any:
    return recorder.post(f"{path}/decisions", json={"auto": True, **decision}, headers={"If-Match": "*"})


@pytest.mark.parametrize(
    ("before", "word", "due"),
    [
        ("", "M", False),
        ("", "+W", False),
        ("BS", "WM", False),
        ("BS", "M", False),
        ("BS", "/", False),
        ("BS B S-?", "B", False),
        ("BA B", "AC", True),
        ("BA", "+T", True),
        ("", "TC", True),
    ],
)
def test_a_decision_of_another_moment_was_not_due(service: Instance, before: str, word: str, *, due: bool) -> None:
    """A problem says whether a decision of this kind was due: not so an action of another disc, an early street or an
    early end; so an impossible option, a card that is not in the hand, a street without a possible action."""
    path, _, recorder = _begun(service)
    if before:
        assert _write(recorder, path, notation=before).status_code == 201
    answer = _write(recorder, path, notation=word)
    assert answer.status_code == 422
    reply = answer.json()
    assert (reply["type"], reply["due"]) == ("/api/problems/illegal-decision", due)


def test_a_meaningless_word_is_neither(service: Instance) -> None:
    """The problem of a meaningless word does not say whether it was due; that of a decision in JSON does."""
    path, _, recorder = _begun(service)
    mistyped = _write(recorder, path, notation="QQ").json()
    assert mistyped["type"] == "/api/problems/not-well-formed"
    assert "due" not in mistyped
    assert _write(recorder, path, commands=[_ARTWORK]).json()["due"] is False


def test_a_key_learns_what_it_allows(service: Instance) -> None:
    """The answer about a game says what the key allows; a revoked one allows no more than none."""
    path, keys, recorder = _begun(service)
    owner, seat, viewer = (service.person(key) for key in (keys["owner"], keys["seats"][1], keys["viewer"]))

    def may(who: Person) -> list[str]:
        answer: list[str] = who.get(f"{path}/now").json()["may"]
        return answer

    assert may(owner) == ["look", "claim", "record", "own"]
    assert may(recorder) == ["look", "record"]
    assert may(seat) == ["look", "claim"]
    assert may(viewer) == may(service.anybody()) == ["look"]
    for key in owner.get(f"{path}/keys").json()["keys"]:
        if key["role"] in ("recorder", "seat"):
            assert owner.ask("DELETE", f"{path}/keys/{key['number']}").status_code == 200
    assert may(recorder) == may(seat) == ["look"]


@examples(12)
@given(any_games(KNOWN))
def test_a_phone_can_say_exactly_what_it_means(playout: Playout) -> None:
    """The number of the next turn may precede any legal placement, which is then read as that disc; an action as a JSON
    object with its letter and option is that action."""
    for count in range(0, len(playout.steps) + 1, 9):
        game = record_of(playout, 0, count)
        state = game.state
        for command in legal(state)[:8]:
            symbol = format_command(state, command)
            if isinstance(command, PlaceDisc):
                line = parse_line(f"{coming_turns(state)[0].turn}. {symbol}", game, "phone")
                assert [move.command for move in line.moves] == [command]
            if isinstance(command, DoAction):
                answer = {"type": "do_action", "action": symbol[0], "option": symbol[1:]}
                assert command_of_form(convert(answer, CommandForm)) == command


# The snapshot for the recorder.


@examples(15)
@given(any_games())
def test_the_last_decisions_have_the_ids_of_the_replay(playout: Playout) -> None:
    """Each of the last decisions has the id of its first event in the whole game, whatever was missed, and the same
    words, wherever the game was seen before.
    """
    replay = Replay(playout.game)
    names = Names.of(playout.setup)
    recent = RecentDecisions()
    for count in range(0, len(playout.steps) + 1, 7):
        game = record_of(playout, 0, count)
        answer = recent.of(LastMoves(game), names, MOST_DECISIONS, {})
        assert answer == RecentDecisions().of(LastMoves(game), names, MOST_DECISIONS, {})
        assert [one.number for one in answer] == [*range(max(0, count - MOST_DECISIONS) + 1, count + 1)]
        assert [one.id for one in answer] == [str(replay.ids[replay.firsts[one.number - 1]]) for one in answer]


@examples(5)
@given(any_games(KNOWN, AT_THE_TABLE))
def test_every_moment_of_a_game_can_be_described(playout: Playout) -> None:
    """Any moment of any game has a snapshot, with the legal decisions in their order."""
    names = Names.of(playout.setup)
    for count in range(0, len(playout.steps) + 1, 5):
        game = record_of(playout, 0, count)
        answer = snapshot(GameView("", 1, game, sees_all=True, player_names={}), names)
        symbols = [option.symbol for option in answer.options]
        assert answer.over == (not symbols)
        assert answer.usual is None or answer.usual in symbols
        assert answer.auto is None or answer.auto in symbols
        assert answer.turn == game.state.turn
        for tile in answer.next:
            assert sorted(one.seat for one in tile.ranking) == [*range(len(game.setup.parties))]


@examples(5)
@given(any_games(KNOWN))
def test_the_line_of_the_turn_can_be_read_again(playout: Playout) -> None:
    """The line of the turn is the end of the game's text."""
    for count in range(1, len(playout.steps) + 1, 11):
        game = record_of(playout, 0, count)
        line = format_turn(game)
        assert not line or "".join(dumps(game).split()).endswith("".join(line.split()))


@examples(15)
@given(any_games(KNOWN))
def test_whose_discs_come_next_is_certain_or_not_said(game: Playout) -> None:
    """The announced turns are those that come, by number, and by seat if there is one."""
    turns = [
        (before.turn, before.active)
        for before, step in zip(game.states, game.steps, strict=False)
        if isinstance(step.command, PlaceDisc)
    ]
    for count in range(0, len(game.steps) + 1, 7):
        state = game.states[count]
        placed = sum(isinstance(step.command, PlaceDisc) for step in game.steps[:count])
        for answer, (turn, seat) in zip(coming_turns(state), turns[placed:], strict=False):
            assert answer.turn == turn
            assert answer.seat in (seat, None)
    first = next(state for state in game.states if isinstance(state.now, Placement))
    assert coming_turns(first)[0] == ComingTurn(first.turn, first.active)
