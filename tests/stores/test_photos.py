"""Photos of a stored game: stored byte for byte, and removed when they are erased."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from calimala_es.store import Store
from tests.stores.places import ALL, Clock, fresh_store
from tests.stores.sayings import FRIDAY

PHOTO = bytes(range(256)) * 500


@pytest.fixture(params=ALL)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Yield a store with one game."""
    with fresh_store(request, request.param, tmp_path, Clock()) as store:
        store.create("game", FRIDAY.setup)
        yield store


def test_photos_are_stored_and_erased(store: Store) -> None:
    """A photo is found by its game and name until it is erased, alone or with all photos of its game."""
    assert store.photos.read("game", "one") is None
    assert store.photos.erase("game") == 0
    for game, name in (("game", "one"), ("game", "two"), ("game", "three"), ("other", "one")):
        store.photos.save(game, name, PHOTO + name.encode())
    store.photos.save("game", "two", b"another")
    assert store.photos.read("game", "one") == PHOTO + b"one"
    assert store.photos.read("game", "two") == b"another"
    assert store.photos.erase("game", "one") == 1
    assert store.photos.read("game", "one") is None
    assert store.photos.erase("game") == 2
    assert store.photos.read("other", "one") == PHOTO + b"one"
    assert store.verify("game") == []


def test_nothing_of_an_erased_photo_is_in_the_file(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Neither the file nor its log contains a part of an erased photo."""
    mark = b"taken at home" * 4
    with fresh_store(request, "file", tmp_path, Clock()) as store:
        store.create("game", FRIDAY.setup)
        store.photos.save("game", "one", mark * 2000)
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert any(mark in path.read_bytes() for path in files)
        store.photos.erase("game", "one")
        assert not any(mark in path.read_bytes() for path in files if path.exists())
