"""A step of a game as a puzzle: what was known before a placement, and, once somebody answered, what was played.

A puzzle of ``/api/games/{id}/puzzles/{step}`` is for who may look at the game. One of ``/api/puzzles/{puzzle}`` was
made by the owner and reveals nothing of its game until somebody answers. What comes before an answer is made of the
decisions before the placement and nothing else, so it is the same for all games that agree until there.
"""

import re
from fractions import Fraction
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct
from starlette.responses import Response

from calimala_es.components import DiscKind, Street
from calimala_es.errors import GameNotFoundError
from calimala_es.frames import Placement
from calimala_es.messages import Message
from calimala_es.store import PRIVATE, PuzzleMade
from notation.grammar.symbols import format_command, read_placement
from replays.puzzles import Choice, Puzzle, PuzzleError, PuzzleGift, choice, gifts, placement, puzzle_of
from replays.service.access import Principal, Right, new_id
from replays.service.api.exports import page_json
from replays.service.api.judgement import judged_game
from replays.service.api.pictures import PNG, draw_board_png
from replays.service.endpoints import JSON, ApiRequest, Endpoint, content_response, json_response
from replays.service.problems import Problem, not_found
from replays.service.visibility.game_views import GameView, cached_content
from replays.service.visibility.moments import moment_at
from replays.text.analysis.numbers import rounded_share, share_text
from replays.text.decisions import command_text
from replays.text.languages import Language
from replays.text.messages import prompt_text
from replays.text.names import Names
from replays.text.terms import join_and

_TURN: Final = re.compile(r"([1-9][0-9]{0,3})(\.[0-9]{1,4}){0,2}", re.ASCII)
_PUZZLE: Final = re.compile(r"[a-z0-9]{12}", re.ASCII)


class PuzzleAnswer(Struct, frozen=True):
    """A possible placement: in notation, in words, the street as two squares of the city, and the disc."""

    symbol: str
    words: str
    street: Street
    disc: DiscKind


class PuzzleInfo(Struct, frozen=True):
    """A puzzle: the turn, the colour of the player who must place a disc, what the game waits for, and the possible
    answers.

    ``page`` is the game up to there, as the viewer shows it (a ``Page``).
    """

    turn: int
    player: str
    words: str
    city: str
    answers: list[PuzzleAnswer]
    page: dict[str, Any]


class GivenAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """A placement in notation; empty to see what was played without answering."""

    answer: str = ""


class Revealed(Struct, frozen=True):
    """What was played, what was answered, and whether they are the same.

    ``gave`` lists what the placement that was played gave each player, in the order of the activations, ``sum`` the
    same in a sentence. ``judged`` has the answer of the judge, its grade and why in sentences, if the game was judged
    and one placement was clearly the best. ``game`` is the address of the game, if the sender may know it.
    """

    turn: int
    same: bool
    verdict: str
    answered: Choice | None
    played: Choice
    gave: list[PuzzleGift]
    sum: str
    judged: list[str]
    game: str | None


class NewPuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """A new puzzle: the turn whose placement is guessed, and whether the player's cards are shown."""

    step: str
    hand: bool = False


class PuzzleLink(Struct, frozen=True):
    """A new puzzle: its id, and the address of its page."""

    puzzle: str
    link: str


class PosedPuzzle(NamedTuple):
    """A puzzle that somebody asks for: the game as it is answered from, the turn, the paths of its page and its API.

    ``hand`` says that it is shown with the cards of who has to place.
    """

    view: GameView
    turn: int
    hand: bool
    path: str
    api: str

    @property
    def puzzle(self) -> Puzzle:
        """What is shown."""
        key = (Puzzle, self.turn, self.hand)
        return self.view.cached(key, lambda: puzzle_of(self.view.replay, self.turn, with_hand=self.hand))

    @property
    def before(self) -> GameView:
        """The same as a game that is seen; it has neither the id nor the version of the whole one."""
        return self.view.cached((GameView, self.turn, self.hand), self._before)

    def _before(self) -> GameView:
        puzzle = self.puzzle
        return GameView("", 0, puzzle.record, puzzle.viewer, sees_all=False, player_names={})

    def names_in(self, language: Language) -> Names:
        """Return how people are called: everybody goes by the colour."""
        return self.before.names_in(language)


def posed(request: ApiRequest) -> PosedPuzzle:
    """Return the puzzle of the address, of either of the two kinds; any that does not exist is answered alike."""
    if "puzzle" in request.path:
        return puzzle_stored(request, request.path["puzzle"])
    return puzzle_at(request, request.path["step"])


def puzzle_at(request: ApiRequest, step: str) -> PosedPuzzle:
    """Return the placement of a step of the game of the address; raises ``Problem``."""
    turn = turn_named(step)
    return _checked(
        PosedPuzzle(request.view, turn, False, f"/p/{request.id}/{turn}", f"/api/games/{request.id}/puzzles/{turn}")
    )


def puzzle_stored(request: ApiRequest, id: str) -> PosedPuzzle:
    """Return the puzzle that was made under an id; raises ``Problem``."""
    service = request.service
    found = service.store.puzzles.read(id) if _PUZZLE.fullmatch(id) else None
    if found is None:
        raise not_found()
    try:
        cached = service.games.get(found.game)
    except GameNotFoundError:
        raise not_found() from None
    view_key = Principal(Right.RECORD if found.hand else Right.LOOK)
    return _checked(PosedPuzzle(cached.view(view_key), found.turn, found.hand, f"/p/{id}", f"/api/puzzles/{id}"))


def _checked(found: PosedPuzzle) -> PosedPuzzle:
    """Return the puzzle, if there is a placement to guess."""
    try:
        placement(found.view.replay, found.turn)
    except PuzzleError:
        raise not_found() from None
    return found


def turn_named(step: str) -> int:
    """Return the turn of a step as ``19`` or ``19.2.1``; raises ``Problem``."""
    found = _TURN.fullmatch(step)
    if not found:
        raise not_found()
    return int(found[1])


def get_puzzle(request: ApiRequest) -> Response:
    """Return the puzzle as JSON."""
    found, language = posed(request), request.language

    def make() -> bytes:
        page = msgspec.Raw(page_json(found.before, language).content)
        return msgspec.json.encode({**msgspec.to_builtins(puzzle_info(found, language)), "page": page})

    return content_response(request, cached_content(found.before, ("puzzle", language.code), make), JSON)


def puzzle_info(found: PosedPuzzle, language: Language) -> PuzzleInfo:
    """Return the puzzle in words, without the page."""
    puzzle, names = found.puzzle, found.names_in(language)
    state = puzzle.state
    now = state.now
    assert isinstance(now, Placement), "a placement is asked for"
    return PuzzleInfo(
        found.turn,
        names.colours[now.seat],
        prompt_text(state, names),
        puzzle.record.setup.city,
        [
            PuzzleAnswer(format_command(state, command), command_text(command, names), command.street, command.disc)
            for command in puzzle.answers
        ],
        {},
    )


def reveal_puzzle(request: ApiRequest) -> Response:
    """Return what was played, next to the answer."""
    found, language = posed(request), request.language
    puzzle, names = found.puzzle, found.names_in(language)
    word = request.body_as(GivenAnswer).answer.strip()
    given = None
    if word:
        commands = read_placement(puzzle.record.setup.city, word) or ()
        place = next((each for each in puzzle.answers if each in commands), None)
        if place is None:
            detail = Message("this is not one of the possible placements")
            raise Problem(422, "illegal-decision", detail, rule="R4.2")
        given = choice(puzzle.state, place, names)
    try:
        played = choice(puzzle.state, placement(found.view.replay, found.turn).command, names)
    except PuzzleError as error:
        raise Problem(422, "illegal-decision", error.text) from None
    gave = gifts(found.view.replay, puzzle, found.turn, names)
    same = given is not None and given.symbol == played.symbol
    game = request.link(f"/g/{found.view.id}/{found.turn}") if _may_know(request, found) else None
    revealed = Revealed(
        found.turn,
        same,
        _verdict(played, language, is_answered=given is not None, same=same),
        given,
        played,
        gave,
        _points_text(gave, names),
        _judged_lines(request, found, names),
        game,
    )
    return json_response(revealed, headers={"Cache-Control": "no-store"})


def _judged_lines(request: ApiRequest, found: PosedPuzzle, names: Names) -> list[str]:
    """Return what the judge found out about the puzzle."""
    judged = judged_game(request.service, found.view)
    if judged is None:
        return []
    from replays.text.judged_puzzles import puzzle_lines

    own = [puzzle for puzzle in judged.puzzles if puzzle.turn == found.turn]
    return puzzle_lines(own, found.view.game, names) if own else []


def _may_know(request: ApiRequest, found: PosedPuzzle) -> bool:
    """Return whether the sender may know the address of the game: they have it, or could have it from others."""
    if "puzzle" not in request.path:
        return True
    return request.service.games.get(found.view.id).access.visibility != PRIVATE


def _verdict(played: Choice, language: Language, *, is_answered: bool, same: bool) -> str:
    if not is_answered:
        return language.text("Played in the game: {words}.", words=played.words)
    if same:
        return language.text("Same as in the game: {words}.", words=played.words)
    return language.text("Different in the game: {words}.", words=played.words)


def _points_text(gave: list[PuzzleGift], names: Names) -> str:
    """Return the points that followed for each, in a sentence: the sum of those in the answer."""
    language = names.language
    sums: dict[str, Fraction] = {}
    for gift in gave:
        sums[gift.name] = sums.get(gift.name, Fraction(0)) + rounded_share(Fraction(gift.points))
    shares = [
        language.text("{name} {points}", name=name, points=share_text(points, language))
        for name, points in sums.items()
        if points
    ]
    if not shares:
        return language.text("It was worth no points in the end.")
    return language.text("In the end it was worth: {list}.", list=join_and(shares, language))


def get_puzzle_board(request: ApiRequest) -> Response:
    """Return the board before the placement, as PNG."""
    return content_response(request, draw_board_png(moment_at(posed(request).before, ""), request.language), PNG)


def make_puzzle(request: ApiRequest) -> Response:
    """Make a puzzle whose address does not reveal the game."""
    wanted = request.body_as(NewPuzzle)
    turn = turn_named(wanted.step)
    service, game = request.service, request.cached_game.stored
    placement(request.view.replay, turn)
    id = new_id(service.chance)
    service.store.puzzles.add(id, PuzzleMade(game.id, turn, wanted.hand))
    return json_response(PuzzleLink(id, request.link(f"/p/{id}")), 201, {"Cache-Control": "no-store"})


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/puzzles/{step}", get_puzzle, "A placement to guess, with the game up to there",
        gives=PuzzleInfo, right=Right.LOOK, heavy=True,
    ),
    Endpoint(
        "POST", "/api/games/{id}/puzzles/{step}", reveal_puzzle, "Answer a puzzle, and see what was played",
        takes=GivenAnswer, gives=Revealed, right=Right.LOOK, heavy=True, problems=(422,),
    ),
    Endpoint(
        "GET", "/api/games/{id}/puzzles/{step}/board.png", get_puzzle_board, "The board before the placement",
        gives=PNG, right=Right.LOOK, heavy=True, problems=(422, 503),
    ),
    Endpoint(
        "POST", "/api/games/{id}/puzzles", make_puzzle, "Make a puzzle whose address does not reveal the game",
        takes=NewPuzzle, gives=PuzzleLink, right=Right.OWN, status=201, problems=(404, 422),
    ),
    Endpoint(
        "GET", "/api/puzzles/{puzzle}", get_puzzle, "A puzzle by its id, with the game up to there",
        gives=PuzzleInfo, problems=(404,), heavy=True,
    ),
    Endpoint(
        "POST", "/api/puzzles/{puzzle}", reveal_puzzle, "Answer a puzzle by its id, and see what was played",
        takes=GivenAnswer, gives=Revealed, problems=(404, 422), heavy=True,
    ),
    Endpoint(
        "GET", "/api/puzzles/{puzzle}/board.png", get_puzzle_board,
        "The board before the placement of a puzzle", gives=PNG, heavy=True, problems=(404, 422, 503),
    ),
)  # fmt: skip
