"""A placement to be guessed: nothing later is revealed before the answer."""

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from calimala_es import legal
from calimala_es.board import STREETS
from calimala_es.commands import Command, PlaceDisc
from calimala_es.components import ACTIONS, COLOUR_WORDS
from calimala_es.game import Game, Variation, moves_from
from calimala_es.notes import Comment
from notation import dumps
from replays.replay import Replay
from tests.cli_runs import played
from tests.page.examples import text_of
from tests.profiles import few
from tests.replayed import secret_twins
from tests.service.asking import Instance, Person, instance
from tests.strategies import Playout

GAME: Final = played()
REPLAY: Final = Replay(GAME)
AT: Final = next(
    number
    for number, first in enumerate(REPLAY.firsts)
    if REPLAY.ids[first].turn > 12
    and isinstance(REPLAY.commands[number], PlaceDisc)
    and REPLAY.states[first].mats[REPLAY.states[first].active].secret
)
"""A placement by a player with hidden cards."""

TURN: Final = REPLAY.ids[REPLAY.firsts[AT]].turn


def text(record: Game) -> str:
    return dumps(record)


def cut(count: int, *more: Command) -> Game:
    """Return the game after this many decisions and some more."""
    return replace(GAME, moves=GAME.moves[:count], headers=()).added(moves_from(GAME.state_at(count), more))


def other() -> Command:
    """Return another legal placement of the same turn."""
    state = REPLAY.states[REPLAY.firsts[AT]]
    return next(
        command for command in legal(state) if isinstance(command, PlaceDisc) and command != REPLAY.commands[AT]
    )


OEMBED: Final = "/oembed?url=http://testserver"
PUZZLE: Final = (
    "/p/{id}/{turn}",
    "/api/games/{id}/puzzles/{turn}",
    "/api/games/{id}/puzzles/{turn}/board.png",
    OEMBED + "/p/{id}/{turn}",
)
OF_MADE_ONE: Final = ("/p/{puzzle}", "/api/puzzles/{puzzle}", "/api/puzzles/{puzzle}/board.png", OEMBED + "/p/{puzzle}")


def asked(record: Game, *, hand: bool = False) -> tuple[list[tuple[int, Any, bytes]], Instance, dict[str, Any]]:
    """Return the answers about the puzzles of a game before they are solved, to a stranger and to the owner."""
    (service,) = instance()
    made = service.game(text(record))
    owner = service.person(made["keys"]["owner"])
    made_one = owner.post(f"/api/games/{made['id']}/puzzles", json={"step": str(TURN), "hand": hand})
    assert made_one.status_code == 201
    fields = {"id": made["id"], "turn": TURN, **made_one.json()}
    answers = [
        person.get(path.format(**fields)) for person in (service.anybody(), owner) for path in (*PUZZLE, *OF_MADE_ONE)
    ]
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    return [(answer.status_code, dict(answer.headers), answer.content) for answer in answers], service, fields


def said(record: Game) -> Game:
    """Return a game with a comment, a variation and a result that reveal how it went on."""
    move = record.moves[3]
    variation = Variation("v1", (replace(move, notes=(Comment(text="She wins in turn 40."),)),))
    moves = (*record.moves[:3], replace(move, notes=(Comment(text="This decides it."),), variations=(variation,)))
    headers = (("Event", "The lost game"), ("Blue", "Zenobia"), ("Result", "1-2-3-4"))
    return replace(record, moves=(*moves, *record.moves[4:]), headers=headers)


@pytest.mark.long
def test_games_that_agree_until_there_are_the_same_puzzle() -> None:
    """Before the answer everything sent is equal, byte for byte, for all games that agree until the placement. Whether
    they are over, what was placed, comments and names make no difference."""
    games = [GAME, cut(AT + 1), cut(AT, other()), said(GAME)]
    first, *others = [asked(record)[0] for record in games]
    for answer in others:
        for one, two in zip(first, answer, strict=True):
            assert one == two


def test_a_puzzle_shows_neither_game_nor_people() -> None:
    """The owner's puzzle names neither the game nor anybody until it is answered."""
    answer, service, fields = asked(said(GAME))
    stored = answer[len(PUZZLE) : len(PUZZLE) + len(OF_MADE_ONE)]
    for _, headers, content in stored:
        assert fields["id"].encode() not in content
        assert fields["id"] not in str(headers)
        assert b"Zenobia" not in content
        assert b"lost game" not in content
    revealed = service.anybody().post(f"/api/puzzles/{fields['puzzle']}", json={})
    assert revealed.json()["game"].endswith(f"/g/{fields['id']}/{TURN}")
    assert b"Zenobia" not in revealed.content


def hands(content: bytes) -> list[str]:
    """Return the hands of the players at the end of what a puzzle shows."""
    page: Any = msgspec.json.decode(content)["page"]
    values: dict[int, Any] = dict(enumerate([*page["start"]]))
    for *_, changes in page["lines"][0]["frames"]:
        values.update(zip(changes[::2], changes[1::2], strict=True))
    return [str(values[page["slots"].index(f"m{seat}.hand")]) for seat in range(page["players"])]


def test_the_cards_of_who_places_are_shown_only_where_the_owner_says_so() -> None:
    """A puzzle shows nobody's cards; the owner may choose to show those of the player who places."""
    state = REPLAY.states[REPLAY.firsts[AT]]
    hidden, shown = asked(GAME)[0], asked(GAME, hand=True)[0]
    assert state.mats[state.active].secret
    assert hands(hidden[1][2]) == hands(hidden[5][2]) == hands(shown[1][2])
    assert not any(set(hand) & set(ACTIONS) for hand in hands(hidden[5][2]))
    answer = hands(shown[5][2])
    mover = answer.pop(state.active)
    assert sorted(set(mover) & set(ACTIONS)) == sorted({*state.mats[state.active].secret})
    assert not any(set(hand) & set(ACTIONS) for hand in answer)


@pytest.mark.parametrize("seed", few([3, 5]))
def test_secrets_stay_secret(seed: int) -> None:
    """For running games that differ only in hidden cards, puzzles and their solutions are the same."""
    found = secret_twins(Playout(4, seed))
    assert found is not None
    answers: list[list[bytes]] = []
    for replay in found:
        (service,) = instance()
        made = service.game(text(replay.game))
        path = f"/api/games/{made['id']}/puzzles/12"
        anybody = service.anybody()
        reply = [anybody.get(path), anybody.get(f"/p/{made['id']}/12"), anybody.post(path, json={})]
        assert [answer.status_code for answer in reply] == [200, 200, 200]
        answers.append([answer.content for answer in reply])
    assert answers[0] == answers[1]


def test_an_answer_is_set_beside_what_was_played(service: Instance) -> None:
    """The answer shows the activations of the guess beside those of the real placement, with the gifts."""
    made = service.game(text(GAME))
    path = f"/api/games/{made['id']}/puzzles/{TURN}"
    puzzle = service.anybody().get(path).json()
    symbols = [answer["symbol"] for answer in puzzle["answers"]]
    revealed = service.anybody().post(path, json={"answer": symbols[0]}).json()
    state = REPLAY.states[REPLAY.firsts[AT]]
    first = puzzle["answers"][0]
    stack = state.stacks[STREETS.index(first["street"])]
    activated = [GAME.setup.colours[int(mark)] for mark in reversed(stack[-2:]) if mark.isdigit()]
    owner = GAME.setup.colours[state.active]
    assert [one["colour"] for one in revealed["answered"]["activates"]] == [owner, *activated]
    assert revealed["played"]["symbol"] in symbols
    assert revealed["gave"][0]["is_own"]
    assert revealed["gave"][0]["done"]
    same = service.anybody().post(path, json={"answer": revealed["played"]["symbol"]}).json()
    assert same["same"]
    assert not service.anybody().post(path, json={"answer": ""}).json()["same"]


@pytest.mark.parametrize("answer", ["XX", "AA", "as", "AS AS", "?" * 5000, "SMN"])
def test_an_invalid_answer_is_rejected(service: Instance, answer: str) -> None:
    """A guess that is not one of the offered placements is rejected, and reveals nothing."""
    made = service.game(text(GAME))
    refused = service.anybody().post(f"/api/games/{made['id']}/puzzles/{TURN}", json={"answer": answer})
    assert refused.status_code == 422
    assert set(refused.json()) == {"type", "title", "status", "detail", "rule"}


@pytest.mark.parametrize("step", ["0", "99", "9999", "x", "19.1.x", "v1:7", "-1", "1" * 5000, "end"])
def test_a_step_without_a_placement_is_not_found(service: Instance, step: str) -> None:
    """Steps without a placement, and invalid addresses, get the same answer for every requester."""
    made = service.game(text(GAME))
    nowhere = service.anybody().get("/api/games/nowhere/puzzles/1")
    for path in (f"/api/games/{made['id']}/puzzles/{step}", f"/api/puzzles/{step}", f"/p/{made['id']}/{step}"):
        answer = service.anybody().get(path)
        assert answer.status_code in (404, 414)
        assert answer.content == nowhere.content or answer.status_code == 414 or path.startswith("/p/")


def test_private_games(service: Instance) -> None:
    """A private game has no puzzles for strangers; the owner's puzzles work and never reveal the game."""
    made = service.game(text(GAME), "private")
    path = f"/api/games/{made['id']}/puzzles"
    nowhere = service.anybody().get("/api/games/nowhere/puzzles/1")
    refused = service.anybody().get(f"{path}/{TURN}")
    assert (refused.status_code, refused.content) == (404, nowhere.content)
    assert service.anybody().post(f"{path}/{TURN}", json={}).status_code == 404
    owner = service.person(made["keys"]["owner"])
    assert owner.get(f"{path}/{TURN}").status_code == 200
    puzzle = owner.post(path, json={"step": str(TURN)}).json()["puzzle"]
    revealed = service.anybody().post(f"/api/puzzles/{puzzle}", json={})
    assert revealed.status_code == 200
    assert revealed.json()["game"] is None
    assert made["id"] not in revealed.text


def test_only_the_owner_makes_puzzles(service: Instance) -> None:
    """Others cannot make puzzles of a game, and nobody can for a turn that does not exist."""
    made = service.game(text(GAME))
    path = f"/api/games/{made['id']}/puzzles"
    people: Sequence[Person] = [
        service.anybody(),
        *(service.person(made["keys"][role]) for role in ("viewer", "recorder")),
    ]
    for person in people:
        assert person.post(path, json={"step": str(TURN)}).status_code in (401, 403)
    assert service.person(made["keys"]["owner"]).post(path, json={"step": "99"}).status_code == 422


def test_streets_are_described_in_words(service: Instance) -> None:
    """A screen reader reads the colours of the discs of each street, or that it has none."""
    path = f"/p/{service.game(dumps(GAME), 'unlisted')['id']}/9"
    page = service.anybody().get(path).text
    stacks = re.findall(r'aria-label="[^"]*; discs from bottom to top: ([^"]*)"', page)
    empty = re.findall(r'aria-label="[^"]*; no discs"', page)
    assert empty
    assert len(stacks) + len(empty) == len(STREETS)
    assert {word for stack in stacks for word in stack.split(", ")} <= {*COLOUR_WORDS.values(), "white"}


def test_a_link_to_a_puzzle_unfolds(service: Instance) -> None:
    """oEmbed gives a link with the picture before the placement, or that picture; a missing puzzle has neither."""
    id = service.game(text(GAME))["id"]
    somebody = service.anybody()
    answer = somebody.get(f"{OEMBED}/p/{id}/{TURN}").json()
    picture = f"http://testserver/api/games/{id}/puzzles/{TURN}/board.png"
    assert (answer["type"], answer["title"], answer["thumbnail_url"]) == (
        "link",
        "Where would you place your disc?",
        picture,
    )
    answer = somebody.get(f"{OEMBED}/p/{id}/{TURN}&kind=photo&maxwidth=600").json()
    assert (answer["type"], answer["url"], answer["width"]) == ("photo", picture, 600)
    page = somebody.get(f"/p/{id}/{TURN}").text
    assert 'type="application/json+oembed"' in page
    for wrong in ("/p/", "/p/none", f"/p/{id}/9999", f"/p/{id}/", f"/p/{id}/1/2"):
        assert somebody.get(OEMBED + wrong).status_code == 404, wrong


def test_the_sum_is_that_of_what_is_shown(service: Instance) -> None:
    """The sum of points equals the rounded points shown for each activation."""
    made = service.game(text_of("game-of-four"), "unlisted")
    answer = service.anybody().post(f"/api/games/{made['id']}/puzzles/23", json={"answer": ""}).json()
    assert [gift["followed"].split()[:2] for gift in answer["gave"]] == [
        ["worth", each] for each in ("0.4", "0.8", "0.8")
    ]
    assert answer["sum"] == "In the end it was worth: Yellow 2 points."
