"""Read text into checked games.

The rules decide every decision as it is read, so the result is a game and not only a text. Reading continues after an
error: the rest of the turn counts as missed, so that the next turn is checked too. The resulting record ends before the
first error.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from calimala_es.checks import result_failure
from calimala_es.errors import NoPositionsError
from calimala_es.game import Game, free_ids
from calimala_es.headers import RESULT
from calimala_es.known import GameKnowledge
from calimala_es.messages import Message
from calimala_es.state import State
from notation.budget import Budget, find_excess
from notation.errors import Finding, NotationError, NotWellFormedError, Place
from notation.grammar.tokens import Source, split_games
from notation.headers.setup_headers import FORMAT_VERSION, format_header
from notation.headers.starting import read_start
from notation.places import with_ids
from notation.reader.body import BodyReader
from notation.reader.inference import InferredCity, with_inferred_city
from notation.reader.remarks import Remark


class Reading(NamedTuple):
    """The result of reading one text: the game up to the first error, and all errors.

    ``game`` is ``None`` if the headers do not make up a set-up; ``line`` is the line where its text begins. ``remarks``
    are there if requested: what is not canonical, and what it was read as. ``inferred`` is the city, if no header gives
    it and the streets of the game do.
    """

    line: int
    game: Game | None
    errors: tuple[NotationError, ...]
    findings: tuple[Finding, ...]
    remarks: tuple[Remark, ...] = ()
    inferred: InferredCity | None = None

    @property
    def state(self) -> State:
        """The last position; raises ``NoPositionsError`` if there is none."""
        if self.game is None or not self.game.has_positions:
            raise NoPositionsError
        return self.game.state


def read_games(
    text: str | Iterable[str],
    name: str = "<text>",
    *,
    remarking: bool = False,
    inferring: bool = False,
    budget: Budget | None = None,
) -> Iterator[Reading]:
    """Yield the games of a text, one after another; ``text`` may be an open file or any other source of lines.

    ``remarking`` fills ``Reading.remarks``; ``inferring`` reads a game without a city in the one that its streets
    determine. A game beyond the ``budget`` is not read, only reported.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> from notation import dumps
    >>> text = dumps(play(Setup("bry", "WBMUCAVTS")))
    >>> for reading in read_games([text, "? WW", text]):
    ...     print(reading.line, len(reading.game.moves), [error.column for error in reading.errors])
    1 1 [3]
    8 0 []
    """
    for source in split_games(text, name):
        yield read_game(source, remarking=remarking, inferring=inferring, budget=budget)


def loads(text: str | Iterable[str], name: str = "<text>", *, budget: Budget | None = None) -> Game:
    """Return the one game of a text; raises the first ``NotationError``, and ``BudgetError`` beyond the budget.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> from notation import dumps
    >>> text = dumps(play(Setup("bry", "WBMUCAVTS")))
    >>> len(loads(text).moves), len(loads(text + "? ? ?").moves)
    (0, 3)
    """
    found: Game | None = None
    for reading in read_games(text, name, budget=budget):
        if reading.errors:
            raise reading.errors[0]
        if found is not None:
            raise NotWellFormedError(
                Place(name, reading.line, 1, ""), Message("there are several games instead of one"), _ONE_GAME
            )
        found = reading.game
    if found is None:
        raise NotWellFormedError(Place(name, 1, 1, ""), Message("there is no game in this text"), _ONE_GAME)
    return found


_ONE_GAME: Final = Message("exactly one game")


def read_game(
    source: Source, *, remarking: bool = False, inferring: bool = False, budget: Budget | None = None
) -> Reading:
    """Read one game and check it decision by decision; the options are those of ``read_games``."""
    beyond = find_excess(source, budget) if budget is not None else None
    if beyond is not None:
        return Reading(source.line, None, (beyond,), ())
    errors: list[NotationError] = []
    start, inferred = read_start(source, errors), None
    if start.state is None and inferring:
        try:
            source, inferred = with_inferred_city(source)
        except NotationError as error:
            return Reading(source.line, None, (error,), ())
        if inferred:
            errors.clear()
            start = read_start(source, errors)
    if start.state is None:
        return Reading(source.line, None, tuple(errors), (), inferred=inferred)
    remarks: list[Remark] = []
    if remarking and all(header.name != "CGN" for header in start.headers):
        remarks.append(Remark(source.beginning, "", format_header("CGN", FORMAT_VERSION)))
    body = BodyReader(source, start.state, errors, remarking=remarking, compares=start.has_positions)
    body.read()
    line, moves = body.main, tuple(body.main.moves)
    if body.variations.is_id_missing:
        moves = with_ids(moves, free_ids(body.variations.ids))
    game = Game(
        setup=start.setup or start.state.setup,
        start=start.state,
        moves=moves,
        headers=start.noted,
        notes=line.notes_at(0),
    )
    findings = body.findings
    result = next((header for header in start.headers if header.name == RESULT), None)
    failure = _result_failure(result.value, game) if result and not errors else None
    if result and failure:
        findings.append(Finding(result.place, failure))
    return Reading(source.line, game, tuple(errors), tuple(findings), (*remarks, *body.remarks), inferred)


def _result_failure(result: str, game: Game) -> Message | None:
    """Return what is wrong with a ``Result``, if the game knows the points."""
    if not game.state.has_gap:
        return result_failure(result, game.state)
    knowledge, number = GameKnowledge(game), len(game.moves)
    change = knowledge.points.at(number)
    if change is not None and change.is_unsure:
        return None
    return result_failure(result, knowledge.with_points(game.state, number))
