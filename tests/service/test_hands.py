"""The cards of a seat, which its own phone enters: what it sees then, what others never see, and what is impossible."""

from collections.abc import Mapping
from random import Random
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from calimala_es import view_command
from calimala_es.commands import Command, DrawCard, PlayCard
from calimala_es.frames import Activation
from calimala_es.game import Game, play
from calimala_es.legal import legal
from calimala_es.state import holds
from calimala_es.view import PUBLIC, view
from notation import dumps
from notation.grammar.symbols import format_command
from replays.edit.redact import redact
from replays.service.visibility.overlay import is_about_hand
from tests.notation.records import record_of
from tests.profiles import examples, few
from tests.service.asking import Instance, Person, instance
from tests.service.test_decisions import OPENING, SETUP, write
from tests.strategies import KNOWN, Playout, any_games


def _record(playout: Playout, count: int, *, public: bool = False) -> Game:
    """Return the first decisions of a game, as they were or as everybody saw them."""
    game = record_of(playout, 0, count)
    return view(game, PUBLIC) if public else game


def _cards(game: Playout, count: int, seat: int) -> dict[str, str]:
    """Return the cards that a seat can enter, by the numbers of the decisions."""
    return {
        str(number): format_command(one.before, one.command).removeprefix("-")
        for number, one in enumerate(game.steps[:count], 1)
        if is_about_hand(one.before, one.command, seat)
    }


def _enter(person: Person, path: str, seat: int, cards: Mapping[str, str | None]) -> Any:
    return person.ask("PUT", f"{path}/hands/{seat}", json={"cards": {**cards}})


@examples(3)
@given(any_games(KNOWN))
def test_a_seat_that_claims_its_cards_sees_its_own_game(game: Playout) -> None:
    """A seat that entered all its cards sees what it would see of the whole truth; revealed by the owner, all entered
    cards give the truth."""
    count = Random(game.seed).randrange(len(game.steps) // 4, len(game.steps) - 1)
    truth = _record(game, count)
    for service in instance():
        made = service.game(dumps(_record(game, count, public=True)))
        path, owner = f"/api/games/{made['id']}", service.person(made["keys"]["owner"])
        before = {person: owner.get(f"{path}/{person}").text for person in ("now", "legal", "notation")}
        for seat, key in enumerate(made["keys"]["seats"]):
            person = service.person(key)
            cards = _cards(game, count, seat)
            first, answer = (_enter(person, path, seat, cards) for _ in range(2))
            assert first.status_code == 200, first.json()["detail"]
            assert answer.json() == first.json()
            assert answer.json()["problem"] is None
            symbols = {str(one["number"]): one["entered"] or one["symbol"] for one in answer.json()["commands"]}
            assert {number: symbol.removeprefix("-") for number, symbol in symbols.items()} == cards
            seen = person.get(f"{path}/notation").text
            assert seen == dumps(redact(truth, seat))
        assert before == {person: owner.get(f"{path}/{person}").text for person in before}
        revealed = write(owner, f"{path}/reveal", {}, "*", "once", now=0)
        assert revealed.status_code == 200, revealed.text
        assert owner.get(f"{path}/notation").text == dumps(truth)
        assert write(owner, f"{path}/reveal", {}, "*", "twice", now=0).json() == revealed.json()
        assert service.store.verify(made["id"]) == []


@examples(2)
@given(any_games(KNOWN))
def test_what_a_seat_claimed_is_nobody_elses(game: Playout) -> None:
    """Two games that differ only in cards which a seat entered are the same, byte for byte, for everybody else."""
    count = Random(game.seed).randrange(len(game.steps) // 4, len(game.steps) - 1)
    answers: list[list[bytes]] = []
    for enters in (True, False):
        for service in instance():
            made = service.game(dumps(_record(game, count, public=True)))
            path, keys = f"/api/games/{made['id']}", made["keys"]
            cards = _cards(game, count, 0)
            assume(cards)
            first = service.person(keys["seats"][0])
            reply = _enter(first, path, 0, cards if enters else {})
            assert reply.status_code == 200
            others = [keys["recorder"], keys["viewer"], *keys["seats"][1:], ""]
            got = [
                service.person(key).get(f"{path}/{what}")
                for key in others
                for what in ("now", "legal", "state", "notation", "hands/0", "hands/1")
            ]
            answers_again = [_enter(service.person(key), path, 0, {"1": "W"}) for key in others]
            answers.append([_bytes(answer) for answer in (*got, *answers_again)])
    assert answers[0] == answers[1]


def _bytes(answer: Any) -> bytes:
    content: bytes = answer.content
    return str(answer.status_code).encode() + str(sorted(answer.headers.items())).encode() + content


def test_viewers_of_a_hand(service: Instance) -> None:
    """A hand is shown to its seat and to the owner; others get the same answer as for a seat that does not exist."""
    made = service.game(dumps(play(SETUP)))
    path, keys = f"/api/games/{made['id']}", made["keys"]
    seats = [service.person(key) for key in keys["seats"]]
    assert seats[1].get(f"{path}/hands/1").status_code == 200
    assert service.person(keys["owner"]).get(f"{path}/hands/1").status_code == 200
    assert seats[0].get(f"{path}/hands/1").json() == seats[0].get(f"{path}/hands/7").json()
    assert [seats[0].get(f"{path}/hands/{seat}").status_code for seat in ("1", "7", "x", "-1")] == [404] * 4
    assert service.person(keys["recorder"]).get(f"{path}/hands/1").status_code == 403
    assert service.anybody().get(f"{path}/hands/1").status_code == 401
    assert write(seats[0], f"{path}/reveal", {}, "*").status_code == 403


def test_a_seat_reveals_its_cards_when_the_game_is_over(service: Instance) -> None:
    """A seat reveals its cards by the version that it knows, even after a correction; before the end of the game it may
    not, whatever version it names, and learns nothing."""
    game = Playout(3, 5, KNOWN)
    made = service.game(dumps(_record(game, len(game.steps))))
    path, seat = f"/api/games/{made['id']}", service.person(made["keys"]["seats"][1])
    recorder = service.person(made["keys"]["recorder"])
    write(recorder, f"{path}/undo", {}, "*")
    drawn = next(
        number for number, one in enumerate(game.steps, 1) if format_command(one.before, one.command)[0] == "-"
    )
    assert write(recorder, f"{path}/corrections", {"at": drawn, "replace": "-?", "rest": "observed"}, "*").is_success
    for version in ("*", 1, 99999, seat.get(f"{path}/now").json()["version"]):
        refused = write(seat, f"{path}/reveal", {}, version)
        assert refused.status_code == 403
        assert "meanwhile" not in refused.json()
    assert write(recorder, f"{path}/undo", {"version": made["version"]}, "*").json()["over"]
    version = seat.get(f"{path}/now").json()["version"]
    assert version < recorder.get(f"{path}/now").json()["version"]
    stale = write(seat, f"{path}/reveal", {}, version + 1)
    assert (stale.status_code, stale.json()["version"], stale.json()["meanwhile"]) == (412, version, None)
    done = write(seat, f"{path}/reveal", {}, version)
    assert (done.status_code, done.json()["version"]) == (200, version)


def test_what_does_not_agree_is_not_written(service: Instance) -> None:
    """A card that contradicts the table, or is impossible, is rejected with both choices, and nothing changes."""
    made = service.game(dumps(play(SETUP)))
    path, keys = f"/api/games/{made['id']}", made["keys"]
    recorder, seat = service.person(keys["recorder"]), service.person(keys["seats"][0])
    answer = write(recorder, f"{path}/decisions", {"notation": f"LIS.LON.BRU {OPENING[2:]}"}, "*")
    assert answer.status_code == 201, answer.text
    hand = seat.get(f"{path}/hands/0").json()
    dealt, chosen = hand["commands"]
    assert (dealt["symbol"], chosen["symbol"]) == ("LIS.LON.BRU", "?")
    assert set(chosen["options"]) == {"LIS", "LON", "BRU", "?"}
    other = _enter(seat, path, 0, {dealt["number"]: "BAR.LON.BRU"})
    assert (other.status_code, other.json()["type"]) == (409, "/api/problems/disagreement")
    assert other.json()["choices"][0] == {"choice": "table", "cards": {str(dealt["number"]): None}}
    never = _enter(seat, path, 0, {chosen["number"]: "BAR"})
    assert never.status_code == 409
    assert never.json()["refused"]["place"] == chosen["place"]
    assert f"what was entered contradicts decision {chosen['id']}:" in never.json()["detail"]
    for strange in ("W", "", "LIS.LON.BRU", "?" * 99):
        refused = _enter(seat, path, 0, {chosen["number"]: strange})
        assert (refused.status_code, chosen["id"] in refused.json()["detail"]) == (422, True)
    assert _enter(seat, path, 0, {"1" * 99: "LIS"}).status_code == 422
    assert seat.get(f"{path}/hands/0").json() == hand
    assert _enter(seat, path, 0, {chosen["number"]: "LIS"}).json()["kept"] == ["LIS"]
    assert _enter(seat, path, 0, {chosen["number"]: None}).json() == hand


def test_the_table_is_believed(service: Instance) -> None:
    """If the table contradicts what a seat entered, the table's record counts, and only the seat is notified."""
    made = service.game(dumps(play(SETUP)))
    path, keys = f"/api/games/{made['id']}", made["keys"]
    recorder, seat = service.person(keys["recorder"]), service.person(keys["seats"][0])
    write(recorder, f"{path}/decisions", {"notation": "? ? ?"}, "*")
    assert _enter(seat, path, 0, {"1": "HAM.LIS"}).status_code == 200
    write(recorder, f"{path}/decisions", {"notation": "HAM"}, "*")
    hand = seat.get(f"{path}/hands/0").json()
    assert hand["numbers"] == [1]
    assert hand["problem"].startswith(
        f"Decision {recorder.get(f'{path}/now').json()['last'][3]['id']} contradicts the cards you entered"
    )
    assert seat.get(f"{path}/now").json()["claim_problem"] == hand["problem"]
    assert recorder.get(f"{path}/now").json()["claim_problem"] is None
    assert _enter(seat, path, 0, {"1": "BAR.LIS"}).json()["problem"] is None


def _until_drawn(recorder: Person, path: str, seat: int) -> Any:
    """Leave out actions until a seat has drawn an unseen card, and return the game with the draw as its last."""
    answer = write(recorder, f"{path}/decisions", {"notation": OPENING}, "*").json()
    while not (answer["last"][-1]["symbol"] == "-?" and answer["last"][-1]["seat"] == seat):
        answer = _left_out(recorder, path, answer)
    return answer


def _left_out(recorder: Person, path: str, answer: Any) -> Any:
    """Return the game after an action was left out, or else after any legal decision."""
    symbols = [one["symbol"] for one in answer["options"]]
    symbol = next((symbol for symbol in symbols if symbol.endswith("-")), symbols[0])
    return write(recorder, f"{path}/decisions", {"notation": symbol, "auto": True}, "*").json()


def test_an_observed_hand_is_not_a_card_to_claim(service: Instance) -> None:
    """After the table observed the size of a hand, the seat still sees the cards that it entered, is not asked for the
    hand, nor for a card that was replaced at once."""
    made = service.game(dumps(play(SETUP)))
    path, keys = f"/api/games/{made['id']}", made["keys"]
    recorder, seat = service.person(keys["recorder"]), service.person(keys["seats"][0])
    number = _until_drawn(recorder, path, 0)["last"][-1]["number"]
    held = seat.get(f"{path}/hands/0").json()["cards"]
    assert held.count("?") == 1
    known = _enter(seat, path, 0, {str(number): "S"}).json()
    assert sorted(known["cards"]) == sorted(held.replace("?", "S"))
    for seen, cards in (
        ("?" * len(held), known["cards"]),
        ("?" * (len(held) + 1), known["cards"] + "?"),
        ("?" * len(held), known["cards"]),
        ("?" * (len(held) - 1), "?" * (len(held) - 1)),
    ):
        assert write(recorder, f"{path}/decisions", {"notation": f"b.hand:={seen}"}, "*").status_code == 201
        hand = seat.get(f"{path}/hands/0").json()
        assert hand["cards"] == cards
        assert hand["problem"] is None
        assert [one["asked"] for one in hand["commands"] if one["kind"] == "drawn"] == [True]
        assert not any(one["asked"] for one in hand["commands"] if one["kind"] == "seen")
    assert recorder.get(f"{path}/state").json()["players"][0]["hand"] == "?" * (len(held) - 1)


def test_a_card_that_was_put_back_is_not_asked_for(service: Instance) -> None:
    """A card that the table recorded and then replaced by an observation of the hand is not a card of that seat."""
    made = service.game(dumps(play(SETUP)))
    path, keys = f"/api/games/{made['id']}", made["keys"]
    recorder, seat = service.person(keys["recorder"]), service.person(keys["seats"][0])
    number = _until_drawn(recorder, path, 0)["last"][-1]["number"]
    before = seat.get(f"{path}/hands/0").json()["cards"].replace("?", "")
    deck = recorder.get(f"{path}/state").json()["deck"]
    seen = f"deck:={deck + 1} b.hand:={'?' * len(before)}"
    assert write(recorder, f"{path}/decisions", {"notation": seen}, "*").status_code == 201
    hand = seat.get(f"{path}/hands/0").json()
    assert [one["asked"] for one in hand["commands"] if one["number"] == number] == [False]
    assert hand["cards"] == "?" * len(before)
    dealt = hand["commands"][0]
    known = next(option for option in dealt["options"] if "?" not in option)
    answer = _enter(seat, path, 0, {str(dealt["number"]): known})
    assert (answer.status_code, answer.json()["cards"]) == (200, before)


def test_a_card_that_was_played_later_was_in_the_hand_that_was_seen(service: Instance) -> None:
    """If the table plays a card from an observed hand in which the seat knew others, the table is right: the seat does
    not know the hand, and there is no disagreement."""
    made = service.game(dumps(play(SETUP)))
    path, keys = f"/api/games/{made['id']}", made["keys"]
    recorder, seat = service.person(keys["recorder"]), service.person(keys["seats"][0])
    _enter(seat, path, 0, {str(_until_drawn(recorder, path, 0)["last"][-1]["number"]): "S"})
    held = seat.get(f"{path}/hands/0").json()["cards"]
    answer = write(recorder, f"{path}/decisions", {"notation": f"b.hand:={'?' * len(held)}"}, "*").json()
    assert seat.get(f"{path}/hands/0").json()["cards"] == held
    while not (cards := [one["symbol"] for one in answer["options"] if _plays_another(one, answer, held)]):
        answer = _left_out(recorder, path, answer)
    assert write(recorder, f"{path}/decisions", {"notation": cards[0]}, "*").status_code == 201
    hand = seat.get(f"{path}/hands/0").json()
    assert set(hand["cards"]) == {"?"}
    assert hand["problem"] is None


def _plays_another(option: Any, answer: Any, held: str) -> bool:
    return answer["seat"] == 0 and option["group"] == "card" and option["symbol"][1] not in held


# A card played anyway.


LOOKED_AT = ("now", "state", "legal", "events", "notation", "analysis", "page", "share")


def seen_by_key(service: Instance, made: dict[str, Any], key: str) -> list[object]:
    """Return everything about a game that the owner of a key gets."""
    answers = [service.person(key).get(f"/api/games/{made['id']}/{what}") for what in LOOKED_AT]
    return [(one.status_code, dict(one.headers), one.content) for one in answers]


def missing_card(game: Playout, random: Random) -> tuple[int, int, str]:
    """Return decisions, by number, that play a card not in the hand as somebody who sees all knows; and who."""
    moments = [
        (number, step.before.now.seat, card)
        for number, step in enumerate(game.steps)
        if isinstance(step.before.now, Activation)
        for mat in [step.before.mats[step.before.now.seat]]
        if mat.secret
        for card in sorted(set(step.before.pool))
        if not holds(step.before, mat, card)
    ]
    assume(moments)
    return random.choice(moments)


def forgotten(game: Playout, until: int, seat: int) -> tuple[Command, ...]:
    """Return the same decisions as recorded by somebody who saw no card that this seat drew."""
    return tuple(
        view_command(step.before, step.command, None)
        if isinstance(step.command, DrawCard) and getattr(step.before.now, "seat", -1) == seat
        else step.command
        for step in game.steps[:until]
    )


@given(any_games(KNOWN), st.randoms(use_true_random=False))
@examples(2)
def test_nobody_else_learns_that_the_hand_was_known(playout: Playout, random: Random) -> None:
    """The hand loses one card, the game goes on by the rules, and everything else is unchanged. A viewer who does not
    see that hand gets the same answers, to the last byte, as for a game in which nobody had seen its cards, also after
    an undo."""
    until, seat, card = missing_card(playout, random)
    known = playout.game.commands[:until]
    unknown = forgotten(playout, until, seat)
    services = Instance(), Instance()
    made = [
        service.game(dumps(play(playout.setup, commands)))
        for service, commands in zip(services, (known, unknown), strict=True)
    ]
    state = services[1].store.load(made[1]["id"]).state
    ways = [one for one in legal(state) if isinstance(one, PlayCard) and one.action == card]
    assume(ways)
    word = format_command(state, random.choice(ways))
    others = [key for other, key in enumerate(made[0]["keys"]["seats"]) if other != seat]
    recorder = made[0]["keys"]["recorder"]
    path = f"/api/games/{made[0]['id']}"
    hands = services[0].store.load(made[0]["id"]).state.mats[seat].hand_size
    for act, body in (("decisions", {"anyway": word}), ("undo", {}), ("redo", {})):
        for service in services:
            answer = service.person(recorder).post(f"{path}/{act}", json=body, headers={"If-Match": "*"})
            assert answer.status_code in (200, 201), answer.text
        for key in few(["", *others, made[0]["keys"]["viewer"]], 2):
            assert seen_by_key(services[0], made[0], key) == seen_by_key(services[1], made[1], key), (act, word)
    after = services[0].store.load(made[0]["id"])
    assert after.state.mats[seat].hand_size == hands - 1
    assert len(after.game.commands) == until + 1
    differing = [one for one, other in zip(after.game.commands, known, strict=False) if one != other]
    assert differing == [DrawCard("?")]
