"""Judging games in the service: who gets a judgement, from what it is made, and its limits."""

import time
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace
from playwright.sync_api import BrowserContext, expect

from calimala_es.commands import PlaceDisc
from calimala_es.game import Game
from notation import dumps, loads
from replays.judge.costs import Alternative, Judgement
from replays.judge.puzzles import FoundPuzzle
from replays.service.access import Principal, Right
from replays.service.api.judgement import _without_notes
from replays.service.judging import GameToJudge, JudgedGame, Judging
from replays.service.options import Options
from tests.laws.test_views import viewers
from tests.page.browser import free_page
from tests.profiles import examples
from tests.service.asking import OPTIONS, Instance, Person
from tests.service.serving import serving
from tests.service.test_leaks import secret_pair
from tests.strategies import KNOWN, Playout, any_games

EXAMPLE: Final = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
PATH: Final = "/api/games/{id}/judgement"


def beginning(moves: int) -> Game:
    """Return the first moves of the example without what is said of it."""
    return replace(EXAMPLE, moves=EXAMPLE.moves[:moves], headers=(), notes=())


def service_with(**limits: Any) -> Instance:
    """Return a service that judges a game with as little effort as possible, and these limits."""
    return Instance(with_limits(**limits))


def with_limits(**limits: Any) -> Options:
    """Return the options of such a service."""
    return replace(OPTIONS, limits=replace(OPTIONS.limits, **{"judging": 1, "boards": 1, **limits}))


def ended(person: Person, path: str) -> dict[str, Any]:
    """Return the judgement when there is nothing more to wait for."""
    for _ in range(600):
        found: dict[str, Any] = person.get(path).json()
        if found["state"] != "waiting":
            return found
        time.sleep(0.1)
    raise AssertionError("it is never judged")


def test_a_game_is_judged_for_those_who_may_see_it() -> None:
    """While a game is played its recorder gets a judgement of all of it, a spectator none; it stays while people only
    comment on the game, and belongs to what was played until then.
    """
    service = service_with()
    made = service.game(dumps(beginning(14)))
    path = PATH.replace("{id}", made["id"])
    owner, anybody = service.person(made["keys"]["owner"]), service.anybody()
    assert (anybody.get(path).status_code, anybody.post(path).status_code) == (403, 403)
    assert owner.get(path).json()["state"] == "none"
    asked = owner.post(path)
    assert (asked.status_code, asked.json()["state"]) == (202, "waiting")
    found = ended(owner, path)
    assert (found["state"], found["view"], found["done"]) == ("done", "all", found["moves"])
    assert len(found["judgement"]["moves"]) == found["moves"]
    assert [part["title"] for part in found["report"]] == ["Luck and play", "Costly decisions", "Turning points"]
    assert found["chances"][0][0] == 0
    assert {remark["author"] for _, said in found["remarks"] for remark in said} == {"Judge"}
    tag = owner.get(f"/api/games/{made['id']}").headers["etag"]
    owner.post(f"/api/games/{made['id']}/comments", json={"text": "Why not?", "at": ""}, headers={"If-Match": tag})
    again = owner.post(path)
    assert (again.status_code, again.json()["chances"]) == (200, found["chances"])
    assert owner.get(f"{path}?lang=de").json()["report"][0]["title"] != "Luck and play"


CHANCES: Final = (0.25,) * 4


def test_what_was_saved_is_there_after_a_restart() -> None:
    """The judgement of a finished game is found again after a restart, with its puzzles and their grades, which the
    answers of puzzles have too. A service that judges on other boards judges anew, and so does one that cannot read it.
    """
    options = with_limits()
    service = Instance(options)
    made = service.game(dumps(beginning(len(EXAMPLE.moves))))
    path, store = PATH.replace("{id}", made["id"]), service.store
    asked = service.app.state.service.games.get(made["id"]).view(Principal(Right.LOOK))
    best, second = (Alternative(symbol, CHANCES, CHANCES, ()) for symbol in ("WS2", "VT"))
    number = next(number for number, move in enumerate(EXAMPLE.moves) if isinstance(move.command, PlaceDisc))
    puzzle = FoundPuzzle(number, 1, "1.0.1", 0, "hard", best, second, 0.2, 0.05, 64, "VT")
    judgement = Judgement("1", (), CHANCES, CHANCES, CHANCES, CHANCES, (CHANCES,) * 4, CHANCES)
    content = JudgedGame(judgement, (puzzle,)).packed()
    key = GameToJudge.of(_without_notes(asked.game), 1).key
    store.judgements.add(made["id"], key, content)
    anybody = Instance(options, store).anybody()
    found = anybody.get(path).json()
    assert (found["state"], found["judgement"]["seed"]) == ("done", "1")
    assert found["report"][-1]["title"] == "Puzzles"
    assert found["report"][-1]["lines"][0].startswith("1.0.1, Blue, hard: ")
    puzzles = f"/api/games/{made['id']}/puzzles"
    assert anybody.post(f"{puzzles}/1", json={}).json()["judged"] == found["report"][-1]["lines"]
    assert anybody.post(f"{puzzles}/2", json={}).json()["judged"] == []
    assert Instance(with_limits(boards=2), store).anybody().get(path).json()["state"] == "none"
    assert Judging(options.limits).remember(GameToJudge.of(EXAMPLE, 1), b"{}") is None


@pytest.mark.long
def test_a_finished_game_is_judged_once() -> None:
    """The judgement of a finished game is saved soon after it is made, and a service that begins with the same store
    makes no other.
    """
    end = len(EXAMPLE.moves) - 20
    service = Instance(options := with_limits())
    game = Game(EXAMPLE.setup, EXAMPLE.state_at(end), EXAMPLE.moves[end:])
    made = service.game(dumps(replace(game, moves=_without_notes(game).moves)))
    path = PATH.replace("{id}", made["id"])
    assert service.anybody().post(path).status_code == 202
    found = ended(service.anybody(), path)
    assert found["state"] == "done"
    again = {}
    for _ in range(100):
        again = Instance(options, service.store).anybody().get(path).json()
        if again["state"] == "done":
            break
        time.sleep(0.1)
    assert again == found
    assert service.store.verify(made["id"]) == []


@pytest.mark.long
def test_limits_of_judging() -> None:
    """A game that takes too long fails, and says so; few games of one address wait at the same time."""
    service = service_with(judged=0.01)
    made = [service.game(dumps(beginning(moves))) for moves in range(14, 20)]
    people = [(service.person(one["keys"]["owner"]), PATH.replace("{id}", one["id"])) for one in made]
    statuses = [person.post(path).status_code for person, path in people]
    assert statuses[:3] == [202] * 3
    assert 503 in statuses
    found = ended(*people[0])
    assert found["state"] == "failed"
    assert found["failure"].startswith("judging this game took more than 0.01 s")


def test_without_a_process_nothing_is_judged() -> None:
    """A service that judges nothing has no judgements, and its pages do not offer them."""
    service = Instance()
    made = service.game(dumps(beginning(14)), "public")
    assert service.anybody().get(PATH.replace("{id}", made["id"])).status_code == 404
    assert "judged" not in service.anybody().get(f"/g/{made['id']}").text


@given(any_games(KNOWN), st.randoms(use_true_random=False), st.floats(0.05, 0.9))
@examples(2)
def test_a_seat_is_judged_from_what_it_can_know(game: Playout, random: Random, share: float) -> None:
    """The process that judges is given the same for two games that differ only in what a seat cannot know, so the
    judgement cannot depend on that.
    """
    viewer = random.choice([viewer for viewer in viewers(game) if viewer is not None])
    principal = Principal(Right.CLAIM, viewer)
    service = service_with()
    ids = [service.game(dumps(one))["id"] for one in secret_pair(game, viewer, share)]
    views = [service.app.state.service.games.get(id).view(principal) for id in ids]
    assume(not views[0].sees_all)
    given = [GameToJudge.of(_without_notes(view.game), 1) for view in views]
    assert given[0].text == given[1].text
    assert given[0].key == given[1].key


@pytest.mark.long
@pytest.mark.needs("chromium")
def test_a_game_is_judged_from_its_page(context: BrowserContext, tmp_path: Path) -> None:
    """On the page of a game its owner asks for a judgement, sees how far it is, then the report; the graph shows the
    chances as far as somebody has come.
    """
    with serving(tmp_path / "games.db", "--games", "public") as server:
        made = server.made(dumps(beginning(30)), "public")
        page = free_page(context)
        page.goto(server.link(f"/g/{made['id']}#{made['keys']['owner']}"))
        page.locator(".judged summary").click()
        page.get_by_role("button", name="Judge the game").click()
        expect(page.get_by_text("Judged so far")).to_be_visible()
        expect(page.get_by_role("heading", name="Luck and play")).to_be_visible(timeout=120_000)
        page.keyboard.press("Home")
        shown = page.locator(".end-of-curve")
        expect(shown).to_have_count(4)
        assert all("%" in words for words in shown.all_inner_texts())
