"""What the worker of a page calls: values of JavaScript become Python's, and answers go back as plain tuples."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from replays.html import environment
from replays.page.packing import use_viewer
from replays.service.pocket.phone import Phone, PhoneAnswer

_TEMPLATES: Final = ("first.html", "game.html", "import.html", "merge.html", "new.html", "record.html")
"""The pages of a phone; a picture of Python's memory has them ready."""

_phones: Final[list[Phone]] = []


def warm_up() -> None:
    """Do beforehand what the first pages would wait for."""
    for name in _TEMPLATES:
        environment("replays.service").get_template(name)


def begin(address: str, version: str, milliseconds: Callable[[], float]) -> None:
    """Begin with no games; ``milliseconds`` gives the time since 1970."""
    _phones[:] = [Phone(address, version, lambda: datetime.fromtimestamp(milliseconds() / 1000, UTC), os.urandom)]


def show(viewer: str) -> None:
    """Put this viewer into pages that are saved as one file."""
    use_viewer(viewer)


def forget() -> None:
    """Forget all games."""
    _phones[0].forget()


def put(rows: Any, names: Any, summaries: Any, photos: Any) -> None:
    """Add what was saved, arrays of arrays in JavaScript."""
    _phones[0].put(*(_plain(values) for values in (rows, names, summaries, photos)))


def set_room(free: float) -> None:
    """Let the number of free bytes be known."""
    _phones[0].set_room(int(free))


def answer(method: str, path: str, headers: Any, body: Any) -> PhoneAnswer:
    """Answer a request; ``headers`` is an array of pairs, ``body`` an array of bytes or nothing."""
    pairs = [(str(name), str(value)) for name, value in headers.to_py()]
    return _phones[0].answer(method, path, pairs, bytes(body.to_py()) if body else b"")


def unsaved(path: str, words: str) -> PhoneAnswer:
    """Return the answer to a request of which nothing could be saved."""
    return _phones[0].unsaved(path, words)


def _plain(values: Any) -> list[Any]:
    """Return an array of arrays as a list of tuples, their arrays of bytes as bytes."""
    return [
        tuple(one if isinstance(one, str | int | float) else bytes(one) for one in value) for value in values.to_py()
    ]
