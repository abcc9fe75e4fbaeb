"""Posts that the service writes, with what everybody may see."""

import pytest
from msgspec.structs import replace

from notation import dumps
from tests.cli_runs import played
from tests.service.asking import Instance

GAME = played()
NAMED = dumps(replace(GAME, headers=(("Blue", "Zenobia"), ("Red", "[o]Ann @everyone"))))


def test_a_post_is_for_everybody(service: Instance) -> None:
    """A post is the same for all requesters and has what spectators see: colours until the owner shows names."""
    made = service.game(NAMED)
    path = f"/api/games/{made['id']}/post"
    people = [service.anybody(), *(service.person(made["keys"][role]) for role in ("owner", "recorder", "viewer"))]
    posts = [person.get(path).content for person in people]
    assert len(set(posts)) == 1
    assert b"Zenobia" not in posts[0]
    people[1].ask("PUT", f"/api/games/{made['id']}/names", json={"shown": True})
    (text,) = people[0].get(path).json()["parts"]
    assert "Zenobia" in text
    assert "(o)Ann @\u200beveryone" in text


def test_pictures_and_links_lead_to_the_service(service: Instance) -> None:
    """Every scoring has its picture and the post a link, except in a private game, where nobody could open them."""
    made = service.game(NAMED)
    path = f"/api/games/{made['id']}/post"
    answer = service.anybody().get(path).json()
    (text,) = answer["parts"]
    assert text.count(f"/api/games/{made['id']}/board.png?at=") == answer["scorings"]
    assert f"/g/{made['id']}]" in text
    assert not answer["unlinked"]
    assert "board.png" not in service.anybody().get(f"{path}?pictures=false").text
    private = service.game(NAMED, "private")
    owner = service.person(private["keys"]["owner"])
    answer = owner.get(f"/api/games/{private['id']}/post").json()
    assert answer["unlinked"]
    assert private["id"] not in answer["parts"][0]
    assert service.anybody().get(f"/api/games/{private['id']}/post").status_code == 404


@pytest.mark.parametrize(
    "query", ["for=usenet", "from=0", "from=99", "from=3&to=2", "to=-1", "from=x", "words=" + "x" * 1001, "spoilers=2"]
)
def test_nonsense_is_refused(service: Instance, query: str) -> None:
    """Invalid parameters are rejected with a reason."""
    made = service.game(NAMED)
    refused = service.anybody().get(f"/api/games/{made['id']}/post?{query}")
    assert refused.status_code == 422
    assert refused.json()["detail"]


def test_a_part_shows_no_result(service: Instance) -> None:
    """The result of a finished game is only in the part with the last scoring."""
    made = service.game(NAMED)
    path = f"/api/games/{made['id']}/post"
    count = service.anybody().get(path).json()["scorings"]
    assert "Result" in service.anybody().get(path).text
    assert "Result" in service.anybody().get(f"{path}?from={count}").text
    assert "Result" not in service.anybody().get(f"{path}?to={count - 1}").text


def test_no_message_is_only_a_link(service: Instance) -> None:
    """In a post of several messages the link to the game is never alone."""
    made = service.game(NAMED)
    parts = service.anybody().get(f"/api/games/{made['id']}/post?for=discord&spoilers=true").json()["parts"]
    assert len(parts) > 1
    assert len(parts[-1].splitlines()) > 1


def test_a_choice_of_scorings_in_a_language(service: Instance) -> None:
    """A post can have some of the scorings, in the requested language, after the author's words."""
    made = service.game(NAMED)
    query = "for=reddit&from=2&to=3&lang=ru&words=%23 look&spoilers=true"
    answer = service.anybody().get(f"/api/games/{made['id']}/post?{query}").json()
    (text,) = answer["parts"]
    assert answer["for"] == "reddit"
    assert text.count("board.png") == 2
    assert "\\# look" in text
    assert ">!" in text
    assert "Партия" in text
