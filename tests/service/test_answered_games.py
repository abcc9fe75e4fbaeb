"""What is asked again about games that were looked at, and that the service does not hold any more."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from calimala_es.store import UNLISTED, Access, memory_store
from notation import dumps
from notation.lines import parse_line
from replays.service.visibility.answered_games import AnsweredGame, AnsweredGames, GivenAnswers
from tests.profiles import examples
from tests.service.asking import Instance, Person, clock

_LOOKS = ("now", "now?table=1", "now?lang=de", "state", "state?at=start")


@pytest.fixture
def small() -> Iterator[Instance]:
    """Yield a service that holds one game."""
    with memory_store(clock()) as store:
        yield Instance(store=store, held=1)


@pytest.fixture
def reads(small: Instance, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets the id of each game that is read from the store."""
    read: list[str] = []
    load = small.store.load_shared

    def loaded(id: str) -> Any:
        read.append(id)
        return load(id)

    monkeypatch.setattr(small.store, "load_shared", loaded)
    return read


def _games(service: Instance) -> list[dict[str, Any]]:
    """Make two games, and return what is known of each."""
    return [service.game(dumps(play(shuffled_setup("bry", Random(number))))) for number in range(2)]


def _look(person: Person, made: dict[str, Any], what: str = "now") -> Any:
    return person.get(f"/api/games/{made['id']}/{what}")


def _hold(service: Instance, made: dict[str, Any]) -> None:
    """Let a game be the one that is held, by a question that is never answered without it."""
    assert _look(service.anybody(), made, "events").status_code == 200


def _decide(service: Instance, made: dict[str, Any]) -> Any:
    """Let the recorder write the next decision."""
    recorder = service.person(made["keys"]["recorder"])
    return recorder.post(f"/api/games/{made['id']}/decisions", json={"notation": "?"}, headers={"If-Match": "*"})


def _decide_elsewhere(service: Instance, made: dict[str, Any]) -> None:
    """Write the next decision as another program does."""
    game = service.store.load(made["id"])
    service.store.append_moves(game, parse_line("?", game.played).moves)


@pytest.mark.parametrize("what", _LOOKS)
def test_what_was_answered_is_answered_without_the_game(small: Instance, reads: list[str], what: str) -> None:
    """The same question about a game that is not held any more gets the same answer, and the game is not read."""
    games, anybody = _games(small), small.anybody()
    first = [_look(anybody, made, what) for made in games]
    reads.clear()
    again = [_look(anybody, made, what) for made in [*games, *games]]
    assert not reads
    assert [(one.status_code, one.headers, one.content) for one in again] == [
        (one.status_code, one.headers, one.content) for one in [*first, *first]
    ]


def test_another_question_is_answered_from_the_game(small: Instance, reads: list[str]) -> None:
    """Another question, or the same by somebody who may do other things, is answered from the game."""
    (made, other), anybody = _games(small), small.anybody()
    recorder = small.person(made["keys"]["recorder"])
    for person, what in ((anybody, "now"), (anybody, "now?last=1"), (recorder, "now"), (recorder, "now?table=1")):
        _hold(small, other)
        reads.clear()
        answer = _look(person, made, what).json()
        assert reads == [made["id"]]
        assert ("record" in answer["may"]) == (person is recorder)


@pytest.mark.parametrize("decide", [_decide, _decide_elsewhere])
def test_a_change_is_answered(small: Instance, decide: Callable[[Instance, dict[str, Any]], Any]) -> None:
    """After a decision, whichever program wrote it, a game is shown as it is."""
    (made, other), anybody = _games(small), small.anybody()
    for one in (made, other):
        _look(anybody, one)
    decide(small, made)
    _hold(small, other)
    assert _look(anybody, made).json()["undo"] == 1


def test_who_may_not_look_any_more_gets_nothing(small: Instance) -> None:
    """Nobody gets an answer that was given before once they may not look, nor does anybody else who may not."""
    (made, other), anybody = _games(small), small.anybody()
    owner, viewer = (small.person(made["keys"][key]) for key in ("owner", "viewer"))
    path = f"/api/games/{made['id']}"
    private = "PUT", f"{path}/visibility", {"visibility": "private"}
    revoked = "DELETE", f"{path}/keys/{_number_of(owner, path, 'viewer')}", None
    for method, place, body in (private, revoked):
        for person in (anybody, viewer, owner):
            _look(person, made)
        _hold(small, other)
        assert owner.ask(method, place, json=body).status_code == 200
        _look(owner, made)
        _hold(small, other)
        assert _look(anybody, made).status_code == 404
    _look(owner, made)
    _hold(small, other)
    assert [_look(person, made).status_code for person in (anybody, viewer, owner)] == [404, 404, 200]


def _number_of(owner: Person, path: str, role: str) -> int:
    """Return the number of the key of a role."""
    number: int = next(key["number"] for key in owner.get(f"{path}/keys").json()["keys"] if key["role"] == role)
    return number


@pytest.mark.parametrize("end", ["delete", "purge"])
def test_a_game_that_is_gone_is_not_shown(small: Instance, end: str) -> None:
    """The answers about a game that was deleted or purged are not given any more."""
    (made, other), anybody = _games(small), small.anybody()
    for one in (made, other):
        _look(anybody, one)
    _hold(small, other)
    getattr(small.store, end)(made["id"])
    assert _look(anybody, made).status_code == 404


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 40)), max_size=40))
def test_what_is_held_has_a_limit(games: list[tuple[int, int]]) -> None:
    """Answers are held up to a limit of bytes: those about the games that came last are."""
    answered, last = AnsweredGames[str](100), dict[str, int]()
    for number, size in games:
        answers = GivenAnswers[str]()
        if size:
            answers.add("asked", "answered", size)
        answered.forget(str(number))
        answered.add(str(number), AnsweredGame(Access(UNLISTED), answers))
        last.pop(str(number), None)
        last |= {str(number): size} if size else {}
        while sum(last.values()) > 100:
            last.pop(next(iter(last)))
    assert {str(number) for number in range(5) if answered.get(str(number))} == {*last}


@given(st.lists(st.integers(1, 30), max_size=60))
def test_answers_of_a_game_have_a_limit(asked: list[int]) -> None:
    """The last answers about a game are held, as many as have at most the bytes of the limit."""
    answers, last = GivenAnswers[int](100), dict[int, int]()
    for number in asked:
        answers.add(number, -number, number)
        last.setdefault(number, number)
        while sum(last.values()) > 100:
            last.pop(next(iter(last)))
    held = {number: answers.get(number) for number in range(31)}
    assert {number: answer for number, answer in held.items() if answer} == {number: -number for number in last}
    assert answers.size == sum(last.values())


_PEOPLE = ("", "recorder", "owner", "viewer", "seat")


@examples(12)
@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(_PEOPLE), st.integers(0, 9)), max_size=40))
def test_how_many_games_are_held_makes_no_difference(asked: list[tuple[int, str, int]]) -> None:
    """Whatever is asked, a service that holds one game answers as one that holds all, but for the names of tags."""
    with memory_store(clock()) as one, memory_store(clock()) as other:
        services = Instance(store=one, held=1), Instance(store=other)
        known = [_games(service) + _games(service)[:1] for service in services]
        for game, who, what in asked:
            answers = [_asked(service, games[game], who, what) for service, games in zip(services, known, strict=True)]
            assert answers[0] == answers[1]


def _asked(service: Instance, made: dict[str, Any], who: str, what: int) -> tuple[int, Any]:
    """Return status and content of the answer to somebody who looks, or decides, undoes or shows the game to others."""
    keys = {**made["keys"], "seat": made["keys"]["seats"][1]}
    person, path = service.person(keys.get(who, "")), f"/api/games/{made['id']}"
    if what < len(_LOOKS):
        answer = _look(person, made, _LOOKS[what])
    elif what == 9:
        answer = person.ask("PUT", f"{path}/visibility", json={"visibility": "private"})
    else:
        deed, body = (("undo", {}), ("decisions", {"notation": "?"}))[what % 2]
        answer = person.post(f"{path}/{deed}", json=body, headers={"If-Match": "*"})
    content = answer.json()
    return answer.status_code, {name: value for name, value in content.items() if name not in ("tag", "keys", "game")}
