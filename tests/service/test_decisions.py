from collections.abc import Iterator
from random import Random

import pytest

from calimala_es.shuffle import shuffled_setup
from notation import Record, dumps
from tests.service.asking import Instance, instance


@pytest.fixture
def service() -> Iterator[Instance]:
    yield from instance()


def test_a_decision_is_kept_once(service: Instance) -> None:
    """Whoever asks again with the same idempotency key gets the same answer, and the game has the decision once."""
    made = service.game(dumps(Record(shuffled_setup("bry", Random(1)))))
    recorder = service.person(made["keys"]["recorder"])
    path = f"/api/games/{made['id']}"
    headers = {"If-Match": f'"{made["version"]}"', "Idempotency-Key": "first"}
    answers = [recorder.post(f"{path}/decisions", json={"notation": "?"}, headers=headers) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert recorder.get(f"{path}/state").json()["version"] == answers[0].json()["version"]
