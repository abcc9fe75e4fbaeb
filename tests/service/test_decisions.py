"""Recording a game: every decision is stored once, as it was seen, and nothing that the rules forbid."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from msgspec.structs import replace
from starlette.testclient import TestClient

from calimala_es.anyway import play_anyway
from calimala_es.board import STREET_INDEX, STREETS
from calimala_es.commands import Command, DrawCard, MarkMissed, PlaceDisc, SkipAction
from calimala_es.components import DISC_KINDS, IDLE_SUPPORT, WHITE
from calimala_es.decide.unrecorded import is_being_activated
from calimala_es.effects import part_value
from calimala_es.frames import Activation, Placement
from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from calimala_es.legal import legal
from calimala_es.reach import ACTION_OPTIONS, TRAIT_BITS, TRAITS
from calimala_es.setup import Setup
from calimala_es.state import State, with_mat
from notation import dumps, loads
from notation.grammar.symbols import NOT_DONE, format_command
from notation.json.forms import to_plain
from notation.lines import parse_deed, parse_line
from replays.service.api.decision_options import TurnSheet
from replays.service.visibility.game_views import CachedGame, GameCache
from replays.text.names import Names
from tests.profiles import examples
from tests.service.asking import Instance, Person, instance
from tests.strategies import AT_THE_TABLE, KNOWN, RECORDS, WITH_MISTAKES, Playout, any_games


def begun(service: Instance, setup: Setup, commands: tuple[Command, ...] = ()) -> tuple[str, Person]:
    """Return the address of a game that was made of these decisions, and its recorder."""
    made = service.game(dumps(play(setup, commands)))
    return f"/api/games/{made['id']}", service.person(made["keys"]["recorder"])


def write(recorder: Person, path: str, body: dict[str, Any], version: object, key: str = "", **query: Any) -> Any:
    headers = {"If-Match": version if version == "*" else f'"{version}"', **({"Idempotency-Key": key} if key else {})}
    return recorder.post(path, json=body, headers=headers, params=query)


def played(recorder: Person, path: str) -> tuple[Command, ...]:
    return loads(recorder.get(f"{path}/notation").text).commands


SETUP = shuffled_setup("bry", Random(1))
OPENING = "? ? ? / HAM / ? ? ? / W V U"


def test_a_decision_is_stored_once(service: Instance) -> None:
    """A repeated request with the same idempotency key gets the same answer, and the game has the decision once."""
    path, recorder = begun(service, SETUP)
    version = recorder.get(f"{path}/now").json()["version"]
    answers = [write(recorder, f"{path}/decisions", {"notation": "?"}, version, "first") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert len(played(recorder, path)) == 1


def test_an_answer_that_was_lost_can_be_asked_for_later(service: Instance) -> None:
    """A repeated request is answered with the current game, although others have added decisions."""
    path, recorder = begun(service, SETUP)
    first = write(recorder, f"{path}/decisions", {"notation": "?"}, 1, "first")
    write(recorder, f"{path}/decisions", {"notation": "?"}, first.json()["version"], "second")
    again = write(recorder, f"{path}/decisions", {"notation": "?"}, 1, "first")
    assert again.status_code == 201
    assert again.json()["undo"] == 2 == len(played(recorder, path))


def test_an_answer_to_a_request_that_is_still_carried_out(service: Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that is repeated while it is processed is answered with the game after it."""
    path, recorder = begun(service, SETUP)
    receipts = GameCache.receipts
    answers: list[Any] = []

    def carried_out_meanwhile(games: GameCache, cached: CachedGame) -> Any:
        if not answers:
            answers.append(None)
            answers.append(write(recorder, f"{path}/decisions", {"notation": "?"}, 1, "first"))
        return receipts(games, cached)

    monkeypatch.setattr(GameCache, "receipts", carried_out_meanwhile)
    again = write(recorder, f"{path}/decisions", {"notation": "?"}, 1, "first")
    assert (again.status_code, again.json()["undo"]) == (201, 1)
    assert again.json() == answers[1].json()
    assert len(played(recorder, path)) == 1


def test_a_key_is_for_one_request(service: Instance) -> None:
    """The same idempotency key with another request is rejected, and nothing is written."""
    path, recorder = begun(service, SETUP)
    write(recorder, f"{path}/decisions", {"notation": "?"}, "*", "first")
    for other, body in (("decisions", {"notation": "? ?"}), ("undo", {})):
        refused = write(recorder, f"{path}/{other}", body, "*", "first")
        assert (refused.status_code, refused.json()["type"]) == (422, "/api/problems/key-reused")
    assert len(played(recorder, path)) == 1


def test_a_decision_for_an_older_version_is_rejected(service: Instance) -> None:
    """A decision for an older version is rejected together with what others have added, and not written."""
    path, recorder = begun(service, SETUP)
    seen = recorder.get(f"{path}/now").json()["version"]
    assert write(recorder, f"{path}/decisions", {"notation": "? ? ?"}, seen).status_code == 201
    late = write(recorder, f"{path}/decisions", {"notation": "LIS"}, seen)
    assert (late.status_code, late.json()["type"]) == (412, "/api/problems/stale")
    assert late.json()["meanwhile"] == ["?", "?", "?"]
    assert late.json()["undone"] == 0
    assert late.headers["etag"] == f'"{late.json()["version"]}"'
    here = late.json()["version"]
    write(recorder, f"{path}/undo", {"to": 1}, here)
    back = write(recorder, f"{path}/decisions", {"notation": "HAM"}, here).json()
    assert (back["undone"], back["meanwhile"]) == (2, [])


def test_writing_needs_the_seen_version(service: Instance) -> None:
    """Nothing is written without `If-Match`, or if it has no version in quotation marks; a version that never existed
    counts as an older one.
    """
    path, recorder = begun(service, SETUP)
    for headers in ({}, {"If-Match": "1"}, {"If-Match": "latest"}):
        refused = recorder.post(f"{path}/decisions", json={"notation": "?"}, headers=headers)
        assert (refused.status_code, '`If-Match: "1"`' in refused.json()["detail"]) == (428, True)
    strange = write(recorder, f"{path}/decisions", {"notation": "?"}, 99)
    assert strange.status_code == 412
    assert strange.json()["meanwhile"] is None
    assert played(recorder, path) == ()


def test_all_or_nothing(service: Instance) -> None:
    """If one of several decisions is wrong, none is written; the error says where, why and what is legal."""
    path, recorder = begun(service, SETUP)
    refused = write(recorder, f"{path}/decisions", {"notation": f"{OPENING} 1. WX"}, "*")
    assert refused.status_code == 422
    answer = refused.json()
    assert (answer["line"], answer["column"]) == (1, len(OPENING) + 5)
    assert answer["suggestions"]
    assert played(recorder, path) == ()
    for body in ({}, {"notation": "?", "anyway": "AS"}, {"commands": [{"type": "place_disc"}]}, {"notation": 7}):
        assert write(recorder, f"{path}/decisions", body, "*").status_code == 422, body


def test_what_nobody_sees_comes_by_itself(service: Instance) -> None:
    """With `auto`, cards that nobody at the table sees are appended as unknown until somebody must decide."""
    path, recorder = begun(service, SETUP)
    answer = write(recorder, f"{path}/decisions", {"notation": "?", "auto": True}, "*").json()
    assert [one["symbol"] for one in answer["last"]] == ["?", "?", "?"]
    assert answer["auto"] is None
    assert answer["rule"] == "R3.4"


def test_comments_and_checks_come_with_decisions(service: Instance) -> None:
    """Comments and checks among decisions are saved after the decision that they follow."""
    path, recorder = begun(service, SETUP)
    answer = write(recorder, f"{path}/decisions", {"notation": "{late} ? {first &table} ? =0-0-0"}, "*")
    assert answer.status_code == 201, answer.text
    text = recorder.get(f"{path}/notation").text
    assert "{late}" in text
    assert "=0-0-0" in text


def test_what_a_request_may_call_itself(service: Instance) -> None:
    """An idempotency key has a maximal length and characters that all clients send alike; others are rejected."""
    path, recorder = begun(service, SETUP)
    for name, words in (
        (b"\xff", "only printable ASCII characters"),
        (b"x" * 201, "1 to 200 characters here, not 201"),
    ):
        headers = {"If-Match": "*", "Idempotency-Key": name}
        refused = recorder.post(f"{path}/decisions", json={"notation": "?"}, headers=headers)
        assert (refused.status_code, words in refused.json()["detail"]) == (400, True)
    assert played(recorder, path) == ()


def test_going_back_and_forth(service: Instance) -> None:
    """Any number of decisions can be undone and redone, also by the number of decisions that are to remain."""
    path, recorder = begun(service, SETUP)
    answer = write(recorder, f"{path}/decisions", {"notation": OPENING}, "*").json()
    full = played(recorder, path)
    assert (answer["undo"], answer["redo"]) == (len(full), 0)
    answer = write(recorder, f"{path}/undo", {"to": 4}, answer["version"]).json()
    assert (answer["undo"], answer["redo"]) == (4, len(full) - 4)
    answer = write(recorder, f"{path}/redo", {}, answer["version"]).json()
    assert answer["undo"] == 5
    answer = write(recorder, f"{path}/redo", {"to": len(full)}, answer["version"], "back").json()
    assert played(recorder, path) == full
    assert write(recorder, f"{path}/redo", {"to": len(full)}, 1, "back").json() == answer
    for way, body in (("undo", {"count": 99}), ("redo", {})):
        assert write(recorder, f"{path}/{way}", body, "*").status_code == 409


def test_a_correction_is_undone_as_a_whole(service: Instance) -> None:
    """Undoing a correction restores the version before it, with later settlements, even if it is repeated."""
    path, recorder = begun(service, SETUP)
    before = write(recorder, f"{path}/decisions", {"notation": OPENING}, "*").json()
    full = played(recorder, path)
    answer = write(recorder, f"{path}/corrections", {"at": 4, "replace": "LIS", "rest": "observed"}, "*").json()
    assert played(recorder, path) != full
    answers = [
        write(recorder, f"{path}/undo", {"version": before["version"]}, answer["version"], "back").json()
        for _ in range(2)
    ]
    assert played(recorder, path) == full
    assert answers[0] == answers[1]
    assert answers[0]["last"] == before["last"]
    assert answers[0]["version"] > answer["version"] > before["version"]
    back = write(recorder, f"{path}/undo", {"version": answer["version"]}, answers[0]["version"])
    assert played(recorder, path)[3] != full[3], back.text


def _first_refused(setup: Setup) -> tuple[tuple[Command, ...], str, int]:
    """Return decisions up to an impossible action, that action, and whose it would be."""
    playout = Playout(3, 11, KNOWN)
    assert playout.setup == setup
    for number, one in enumerate(playout.steps):
        now = one.before.now
        pending = getattr(now, "pending", "")
        if one.before.turn > 3 and pending[:1] == "S":
            return playout.game.commands[:number], "SLLL", getattr(now, "seat", 0)
    raise AssertionError("no such moment")


def test_done_anyway(service: Instance) -> None:
    """An action done against the rules changes the board as it would have, and the game goes on."""
    setup = Playout(3, 11, KNOWN).setup
    commands, word, seat = _first_refused(setup)
    path, recorder = begun(service, setup, commands)
    before = recorder.get(f"{path}/state").json()
    assert write(recorder, f"{path}/decisions", {"notation": word}, "*").status_code == 422
    answer = write(recorder, f"{path}/decisions", {"anyway": word}, "*")
    assert answer.status_code == 201, answer.text
    after = recorder.get(f"{path}/state").json()
    colour = before["players"][seat]["colour"]
    assert after["rows"]["LIS"] == [*before["rows"]["LIS"], *[colour] * 3][:12]
    assert "S" not in str(after["waiting"]["words"]) or after["waiting"] != before["waiting"]
    assert len(after["players"][seat]["hand"]) == len(before["players"][seat]["hand"])


def test_a_placement_done_anyway_has_its_turn(service: Instance) -> None:
    """A disc placed against the rules is on its street, and its activations are asked for as in any turn."""
    path, recorder = begun(service, SETUP)
    answer = write(recorder, f"{path}/decisions", {"notation": OPENING}, "*").json()
    before = recorder.get(f"{path}/state").json()
    legal = {option["street"] for option in answer["options"]}
    street = next(one for one in answer["turn_sheet"] if one["street"] not in legal)
    answer = write(recorder, f"{path}/decisions", {"anyway": street["name"]}, "*").json()
    assert (answer["turn"], answer["seat"], answer["active"]["street"]) == (1, 0, street["street"])
    assert {option["action"] for option in answer["options"]} >= {*street["tiles"]}
    assert next(one for one in answer["turn_sheet"] if one["street"] == street["street"])["discs"] == "b"
    after = recorder.get(f"{path}/state").json()
    assert after["rows"] == before["rows"]
    assert after["players"][0] == before["players"][0] | {"coloured": before["players"][0]["coloured"] - 1}
    assert write(recorder, f"{path}/decisions", {"anyway": "QQ"}, "*").status_code == 422


def test_decisions_played_anyway_are_undone_together(service: Instance) -> None:
    """Everybody can see which decisions came in one request with an observation, and how many were undone; decisions
    recorded one by one are undone one by one, also after the correction of an old decision."""
    path, recorder = begun(service, SETUP)
    answer = write(recorder, f"{path}/decisions", {"notation": OPENING}, "*").json()
    assert [one["first"] for one in answer["last"]] == [one["number"] for one in answer["last"]]
    street = next(
        one for one in answer["turn_sheet"] if one["street"] not in {way["street"] for way in answer["options"]}
    )
    before = answer["undo"]
    after = write(recorder, f"{path}/decisions", {"anyway": street["name"]}, "*").json()
    assert after["undo"] > before + 1
    answer = write(recorder, f"{path}/decisions", {"notation": "b.points:=3"}, "*").json()
    firsts = [one["first"] for one in answer["last"] if one["number"] > before]
    assert firsts == [before + 1] * (after["undo"] - before) + [after["undo"] + 1]
    back = write(recorder, f"{path}/undo", {"to": before}, "*").json()
    assert (back["redo"], back["redo_next"]) == (after["undo"] - before + 1, after["undo"] - before)
    assert write(recorder, f"{path}/redo", {"to": after["undo"]}, "*").json()["redo_next"] == 1
    write(recorder, f"{path}/redo", {}, "*")
    answer = write(recorder, f"{path}/corrections", {"at": 4, "replace": "LIS"}, "*").json()["now"]
    assert [one["first"] for one in answer["last"]] == [one["number"] for one in answer["last"]]


def test_there_are_support_discs_with_two_players_only(service: Instance) -> None:
    """A support disc in a game that has none cannot have been placed, and nothing is written."""
    path, recorder = begun(service, SETUP)
    answer = write(recorder, f"{path}/decisions", {"notation": OPENING}, "*").json()
    before, street = played(recorder, path), answer["turn_sheet"][0]["name"]
    for symbol in (f"{street}0", f"{street}00"):
        refused = write(recorder, f"{path}/decisions", {"anyway": symbol}, "*")
        assert (refused.status_code, refused.json()["type"]) == (422, "/api/problems/bad-request")
    assert played(recorder, path) == before


def _refused_placements(game: Playout) -> Iterator[tuple[State, PlaceDisc]]:
    """Yield some of the placements that are illegal for the active player."""
    random = Random(game.seed)
    for one in game.steps:
        state = one.before
        if isinstance(state.now, Placement) and random.random() < 0.3:
            may = legal(state)
            discs = DISC_KINDS if game.setup.third else DISC_KINDS[:2]
            refused = [PlaceDisc(street, disc) for street in STREETS for disc in discs]
            command = random.choice(refused)
            if command not in may:
                yield state, command


@examples(20)
@given(any_games(*RECORDS, WITH_MISTAKES))
def test_a_placement_against_the_rules_leaves_everything_else_as_it_was(game: Playout) -> None:
    """Any illegal placement, played anyway, is written as a legal line after which the disc is on top of the street,
    everything else is unchanged, and the street is activated. Only a support disc for which cards are drawn (R8.4) may
    be an exception: then the disc is there, and the turn counts as missed."""
    for state, command in _refused_placements(game):
        seat = state.active
        done = play(state).added(play_anyway(state, command))
        symbols = zip(done.states, done.moves, strict=False)
        text = " ".join(format_command(before, move.command) for before, move in symbols)
        again = parse_line(text, play(state), "again")
        assert (again.errors, again.moves) == ((), done.moves)
        after, place = done.state, STREET_INDEX[command.street]
        disc = {"c": str(seat), "w": WHITE}.get(command.disc, state.setup.third_mark)
        is_missed = isinstance(done.moves[-1].command, MarkMissed)
        if is_missed:
            assert command.disc == IDLE_SUPPORT
            after = done.states[-2]
        else:
            assert is_being_activated(after, command.street)
            assert command.disc == IDLE_SUPPORT or isinstance(after.now, Activation)
            assert command in done.commands
        supply = {"c": "coloured", "w": "white"}.get(command.disc, "support")
        left = {supply: max(getattr(state.mats[seat], supply) - 1, 0)}
        if is_missed:
            left["coloured"] = state.mats[seat].coloured + 1
        assert after.mats == with_mat(state.mats, seat, replace(state.mats[seat], **left))
        assert (after.rows, after.council, after.deck, after.pool) == (
            state.rows, state.council, state.deck, state.pool,
        )  # fmt: skip
        stack = state.stacks[place] + disc
        assert after.stacks[place] == (stack[-3:] if is_missed else stack)
        assert after.stacks[:place] + after.stacks[place + 1 :] == state.stacks[:place] + state.stacks[place + 1 :]


def _is_own(symbol: str, family: str) -> bool:
    """Return whether an option of an action belongs to somebody of a family, or of none."""
    action, code = symbol[0], symbol[1:]
    return code != NOT_DONE and not ACTION_OPTIONS[action][code].needs & TRAIT_BITS & ~TRAITS[family]


@examples(4)
@given(any_games(*RECORDS))
def test_an_action_against_the_rules_brings_no_card(game: Playout) -> None:
    """An illegal option of a pending action, unless it is another family's, is written as a legal line when it is
    played anyway, and no card comes or is observed. With a played card no other one goes. (A board with a row without
    cells has no place for what such an option brings there.)"""
    assume(all(game.setup.ruleset.cells))
    random = Random(game.seed)
    sheet = {street.street: street.actions for street in TurnSheet().of(game.states[0], Names((), game.setup))}
    for one in game.steps:
        state, now = one.before, one.before.now
        if not isinstance(now, Activation) or random.random() < 0.7:
            continue
        family = state.mats[now.seat].family
        ways = [way.symbol for action in now.pending for way in sheet[now.street][action]]
        ways = [way for way in ways if _is_own(way, family)]
        symbol = random.choice([*ways, *(f"+{way}" for way in ways)] or [""])
        if not symbol or symbol in {format_command(state, option) for option in legal(state)}:
            continue
        deed = parse_deed(symbol, state)
        assert deed is not None
        done = play(state).added(play_anyway(state, deed))
        after = done.state
        assert symbol in map(format_command, done.states, done.commands) or symbol[0] == "+"
        assert not any(isinstance(command, DrawCard | MarkMissed | SkipAction) for command in done.commands)
        assert after.deck == state.deck
        hands = [Counter(part_value(at, f"{now.seat}.hand")) for at in (state, after)]
        if symbol[0] == "+":
            assert (hands[0] - hands[1]).total() <= 1
        else:
            assert hands[0] == hands[1]


@examples(2)
@given(any_games(KNOWN, AT_THE_TABLE, WITH_MISTAKES))
def test_a_game_appended_decision_by_decision_is_the_game(playout: Playout) -> None:
    """Any game that is appended in pieces, as notation or as JSON, is the same game in the end."""
    for service in instance():
        path, recorder = begun(service, playout.setup)
        random = Random(playout.seed)
        number, version = 0, 1
        while number < len(playout.steps):
            some = playout.steps[number : number + random.choice((1, 2, 9))]
            number += len(some)
            symbols = " ".join(format_command(one.before, one.command) for one in some)
            body = random.choice(({"notation": symbols}, {"commands": [to_plain(one.command) for one in some]}))
            answer = write(recorder, f"{path}/decisions", body, version, str(number), now=0)
            assert answer.status_code == 201, answer.json()["detail"]
            version = answer.json()["version"]
        assert played(recorder, path) == playout.game.commands
        assert service.store.verify(path.rpartition("/")[2]) == []


def test_many_write_at_once(service: Instance) -> None:
    """If several clients write at the same time and repeat their requests, each decision is in the game once."""
    path, recorder = begun(service, SETUP)
    write(recorder, f"{path}/decisions", {"notation": OPENING}, "*")

    def writes(points: int) -> list[int]:
        client = TestClient(service.app, client=(f"192.0.2.{points}", 1))
        body = {"notation": f"b.points:={points}"}
        headers = {**recorder.headers, "If-Match": "*", "Idempotency-Key": f"points {points}"}
        return [
            client.post(f"{path}/decisions", json=body, headers=headers, params={"now": 0}).status_code
            for _ in range(2)
        ]

    with ThreadPoolExecutor(4) as pool:
        statuses = [status for both in pool.map(writes, range(1, 25)) for status in both]
    assert set(statuses) <= {201, 412}
    saved = [
        getattr(command, "value", "") for command in played(recorder, path)[len(OPENING.replace("/", "").split()) :]
    ]
    assert statuses.count(412) == 0
    assert sorted(map(int, saved)) == [*range(1, 25)]


def test_the_same_request_at_the_same_time(service: Instance) -> None:
    """A request that arrives several times at once is processed once, and every answer says so."""
    path, recorder = begun(service, SETUP)

    def asks(number: int) -> tuple[int, int]:
        headers = {**recorder.headers, "If-Match": '"1"', "Idempotency-Key": "the same"}
        answer = TestClient(service.app, client=(f"192.0.2.{number}", 1)).post(
            f"{path}/decisions", json={"notation": "?"}, headers=headers
        )
        return answer.status_code, answer.json().get("undo")

    with ThreadPoolExecutor(4) as pool:
        answers = {*pool.map(asks, range(8))}
    assert answers == {(201, 1)}
    assert len(played(recorder, path)) == 1


def test_what_says_nothing_or_too_much_is_refused(service: Instance) -> None:
    """Empty decisions, and undo steps that are given twice or exceed the game, are rejected with what is wrong."""
    path, recorder = begun(service, SETUP)
    write(recorder, f"{path}/decisions", {"notation": "? ?"}, "*")
    wrong: list[tuple[str, dict[str, Any], int, str]] = [
        ("decisions", {"notation": ""}, 422, "no decision"),
        ("decisions", {"notation": " \n"}, 422, "no decision"),
        ("decisions", {"commands": []}, 422, "no decision"),
        ("undo", {"count": 1, "to": 1}, 422, "exactly one of these: count, to"),
        ("redo", {"count": 1, "to": 3}, 422, "exactly one of these: count, to"),
        ("undo", {"version": 1, "to": 1}, 422, "exactly one of these: to, version"),
        ("undo", {"version": 0}, 422, "int"),
        ("undo", {"version": 3}, 422, "at version 3 already; choose an earlier one"),
        ("undo", {"version": 4}, 404, "there is no version 4: the game is at version 3"),
        ("redo", {"version": 1}, 422, "unknown field"),
        ("undo", {"to": 5}, 409, "cannot keep 5 decisions: the game has 2"),
        ("undo", {"count": 3}, 409, "cannot undo 3 decisions: the game has 2"),
        ("redo", {"to": 1}, 409, "cannot redo as far as decision 1: the game already has 2 decisions"),
        ("redo", {}, 409, "cannot redo 1 decisions: only 0 can be redone"),
    ]
    for what, body, status, detail in wrong:
        refused = write(recorder, f"{path}/{what}", body, "*")
        assert (refused.status_code, detail in refused.json()["detail"]) == (status, True), (what, body)
        assert status != 409 or refused.json()["type"] == "/api/problems/nothing-there"
    assert len(played(recorder, path)) == 2
