"""A game as the judge sees it: everybody's chances of winning, and what each decision cost.

A game is judged when somebody asks for it, from what they may see of it: from the whole game, or as a seat saw it. A
viewer gets none while the game is being played.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response

from calimala_es.components import COLOUR_WORDS
from calimala_es.game import Game, Move, layers_of
from calimala_es.messages import Message
from replays.chances import NotedChances, chances_in
from replays.page.remarks import PageRemark, remarks
from replays.replay import Replay
from replays.service.access import Right
from replays.service.endpoints import ApiRequest, Endpoint, Service, json_response
from replays.service.limits import sender
from replays.service.problems import Problem, not_found
from replays.service.visibility.game_views import GameView
from replays.text.languages import Language
from replays.text.messages import message_of_colours
from replays.text.names import Names

if TYPE_CHECKING:
    from replays.service.judging import GameToJudge, Job, JudgedGame, Judging


class JudgedPart(Struct, frozen=True):
    """A part of the report: its title, and its lines. A line that begins with a space belongs to the one before."""

    title: str
    lines: list[str]


class JudgementInfo(Struct, frozen=True):
    """How far a game has been judged, and the judgement.

    ``state`` is ``none`` if nobody asked for it, ``waiting`` until it has been judged, then ``done`` or
    ``failed``; ``done`` of ``moves`` decisions have been judged; ``failure`` says what went wrong. ``view``
    is whose view was judged: ``all``, or the colour of a seat. ``chances`` and ``remarks`` are those of a ``Page``, at
    positions of the main line. ``judgement`` has the figures as ``calimala judge --json`` prints them.
    """

    state: Literal["none", "waiting", "done", "failed"]
    view: str
    done: int = 0
    moves: int = 0
    failure: str = ""
    chances: list[NotedChances] = []
    remarks: list[tuple[int, list[PageRemark]]] = []
    report: list[JudgedPart] = []
    judgement: dict[str, Any] | None = None


def get_judgement(request: ApiRequest) -> JudgementInfo:
    """Return the judgement of the game as the sender may see it, or how far it has got. Ask for it with POST first."""
    judging, asked = _asked(request)
    return _info(request, asked, _found(request.service, request.view, judging, asked))


def ask_for_judgement(request: ApiRequest) -> Response:
    """Judge the game as the sender may see it. This takes about a minute; the judgement of a finished game is
    saved until the game changes. A game in which something was not recorded is judged up to there.
    """
    judging, asked = _asked(request)
    store, id = request.service.store, request.id

    def save(content: bytes) -> None:
        if asked.game.state.is_over:
            store.judgements.add(id, asked.key, content)

    job = _found(request.service, request.view, judging, asked)
    if job is None or job.failure is not None:
        job = judging.ask(asked, sender(request.http.scope), save)
    return json_response(_info(request, asked, job), 200 if job.is_ended else 202)


def judged_game(service: Service, view: GameView) -> "JudgedGame | None":
    """Return what was saved of a finished game, in any process; ``None`` if it was not judged, or is not over."""
    if not service.options.limits.judging or not view.game.state.is_over:
        return None
    from replays.service.judging import JudgedGame

    content = service.store.judgements.read(view.id, _to_judge(service, view).key)
    return JudgedGame.unpacked(content) if content else None


def _found(service: Service, view: GameView, judging: "Judging", asked: "GameToJudge") -> "Job | None":
    """Return the job of a game, or what was saved of an earlier one."""
    job = judging.find(asked)
    if job is None and asked.game.state.is_over:
        content = service.store.judgements.read(view.id, asked.key)
        job = judging.remember(asked, content) if content else None
    return job


def _to_judge(service: Service, view: GameView) -> "GameToJudge":
    from replays.service.judging import GameToJudge

    boards = service.options.limits.boards
    return view.cached(GameToJudge, lambda: GameToJudge.of(_without_notes(view.game), boards))


def _asked(request: ApiRequest) -> "tuple[Judging, GameToJudge]":
    """Return what judges, and what is judged; raises ``Problem``."""
    view = request.view
    if request.service.judging is None:
        raise not_found()
    if not view.sees_all and view.viewer is None:
        raise Problem(
            403, "not-allowed", Message("until the game is over, only the recorder and the players can have it judged")
        )
    asked = _to_judge(request.service, view)
    if not any(move.state.turn for move in asked.game.moves[: asked.moves]):
        raise Problem(422, "bad-request", Message("nothing is recorded here that can be judged"))
    return request.service.judging, asked


def _without_notes(game: Game) -> Game:
    """Return a game without what anybody said of it."""
    return Game(game.setup, game.start, tuple(Move(move.command, move.events, move.state) for move in game.moves))


def _info(request: ApiRequest, asked: "GameToJudge", job: "Job | None") -> JudgementInfo:
    view, language = request.view, request.language
    whose = "all" if view.viewer is None else COLOUR_WORDS[view.game.setup.colours[view.viewer]]
    if job is None:
        return JudgementInfo("none", whose)
    if job.failure is not None:
        return JudgementInfo("failed", whose, job.done, job.moves, message_of_colours(job.failure, language))
    judged = job.judged
    if judged is None:
        return JudgementInfo("waiting", whose, job.done, job.moves)
    found = view.cached((JudgementInfo, language.code), lambda: _judged(asked.game, judged, view, language))
    return replace(found, view=whose)


def _judged(game: Game, judged: "JudgedGame", view: GameView, language: Language) -> JudgementInfo:
    from replays.judge.costs import judgement_json
    from replays.judge.layer import with_notes
    from replays.text.judged_puzzles import puzzle_lines
    from replays.text.judgement import judgement_parts

    names, judgement = view.names_in(language), judged.judgement
    parts = [*judgement_parts(judgement, game, names)]
    if judged.puzzles:
        parts.append((language.text("Puzzles"), puzzle_lines(judged.puzzles, game, names)))
    noted = with_notes(game, judgement, names)
    return JudgementInfo(
        "done",
        "",
        len(judgement.moves),
        len(judgement.moves),
        chances=chances_in(Replay(noted)),
        remarks=[*_remarks(noted, names)],
        report=[JudgedPart(title, lines) for title, lines in parts],
        judgement=judgement_json(judgement),
    )


def _remarks(noted: Game, names: Names) -> Iterator[tuple[int, list[PageRemark]]]:
    """Yield what the judge says at the positions of the game."""
    position, layers = 0, layers_of(noted)
    for notes, events in ((noted.notes, ()), *((move.notes, move.events) for move in noted.moves)):
        position += len(events)
        if notes:
            yield position, [*remarks(notes, names, layers, (), {})]


ENDPOINTS = (
    Endpoint(
        "GET", "/api/games/{id}/judgement", get_judgement, "Chances of winning, and what each decision cost",
        gives=JudgementInfo, right=Right.LOOK, problems=(422,),
    ),
    Endpoint(
        "POST", "/api/games/{id}/judgement", ask_for_judgement, "Have the game judged",
        gives=JudgementInfo, right=Right.LOOK, status=202, also=(200,), problems=(422,),
    ),
)  # fmt: skip
