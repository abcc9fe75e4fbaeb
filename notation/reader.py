"""From text to checked games.

Every decision that is read is decided by the rules at once, so what comes out is a game and not only a text. Reading
goes on after an error: what is left of the turn is taken as missed, so that the next turn is looked at too; the record
that comes out ends before the first error.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from calimala_es.events import Event
from calimala_es.state import State
from notation.body import Body
from notation.checks import result_failure
from notation.errors import Finding, NotationError, NotWellFormedError, Place
from notation.headers import RESULT
from notation.record import Record
from notation.starting import read_start
from notation.tokens import Source, split_games


class Reading(NamedTuple):
    """One game as read: the record as far as it is sound, its states and events, and all that was wrong.

    ``states`` has the start and the state after each move, ``events`` the events of each move. ``record`` is ``None``
    and ``states`` empty if the headers do not make up a set-up.
    """

    line: int
    record: Record | None
    states: tuple[State, ...]
    events: tuple[tuple[Event, ...], ...]
    errors: tuple[NotationError, ...]
    findings: tuple[Finding, ...]

    @property
    def state(self) -> State:
        """The last position."""
        return self.states[-1]


def read_games(text: str | Iterable[str], name: str = "<text>") -> Iterator[Reading]:
    """The games of a text, one after another; ``text`` may be an open file or any other source of lines."""
    for source in split_games(text, name):
        yield read_game(source)


def loads(text: str | Iterable[str], name: str = "<text>") -> Record:
    """The one game of a text; raises the first ``NotationError``."""
    readings = list(read_games(text, name))
    for reading in readings:
        if reading.errors:
            raise reading.errors[0]
    if len(readings) != 1 or readings[0].record is None:
        place = Place(name, readings[1].line if readings else 1, 1, "")
        raise NotWellFormedError(place, f"{len(readings)} games instead of one", "exactly one game")
    return readings[0].record


def read_game(source: Source) -> Reading:
    """One game, checked decision by decision."""
    errors: list[NotationError] = []
    start = read_start(source, errors)
    if start.state is None:
        return Reading(source.line, None, (), (), tuple(errors), ())
    body = Body(source, start.state, errors)
    body.read()
    record = Record(
        setup=start.state.setup,
        moves=tuple(body.moves),
        headers=start.noted,
        comments=body.comments_at(0),
        checks=body.checks_at(0),
        start=start.state if start.has_position else None,
    )
    findings = [*body.findings]
    result = next((header for header in start.headers if header.name == RESULT), None)
    failure = result_failure(result.value, body.states[-1]) if result and not errors else None
    if result and failure:
        findings.append(Finding(result.place, failure))
    return Reading(source.line, record, tuple(body.states), tuple(body.events), tuple(errors), tuple(findings))
