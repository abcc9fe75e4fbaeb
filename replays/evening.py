"""The games of an evening as one page of HTML: the standings, then each game with its result, analysis and replay.

The page opens from a disk, prints, and needs no network. Players with the same name are one person.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from markupsafe import Markup
from msgspec import Struct

from calimala_es.game import Game
from calimala_es.headers import EVENT, SHOWN_HEADERS
from replays.analysis import Analysis, analyse
from replays.drawing.board_picture import city_picture
from replays.drawing.charts import STYLE, STYLE_ELEMENT
from replays.drawing.figures import figures
from replays.drawing.svg import DISC_COLOURS
from replays.html import inline_svg
from replays.page import recorded_page, title_of
from replays.page.packing import document_with_viewer, evening_script, packed_data
from replays.plays import Play, PlayPlayer
from replays.replay import Replay
from replays.report import Grid, points_grid
from replays.text.analysis.numbers import basis_lines
from replays.text.analysis.turning import turning_paragraphs
from replays.text.board.turn import waiting_sentence
from replays.text.languages import Language
from replays.text.names import Names, SeatNames, clean_name

MOST_GAMES: Final = 100
"""The number of games that a page can hold."""

_MOST_TURNING_POINTS: Final = 3
_LONGEST_FACT: Final = 100
_CHART: Final = "points"
"""The figure of the analysis that is shown with each game."""


class PlayedGame(Struct, frozen=True):
    """A game of the evening: its record, what everybody is called, and its play, ``None`` if it was not finished.

    ``given`` are the recorded names by seat: only those who have one are in the standings.
    """

    record: Game
    names: Names
    given: SeatNames
    play: Play | None = None


class RankedPerson(Struct, frozen=True):
    """How a person did over the evening; equal ones share a rank. ``results`` has a cell for each game."""

    rank: int
    name: str
    games: int
    wins: int
    points: int
    results: tuple[str, ...]


class ResultRow(Struct, frozen=True):
    """A party of a game: its rank, empty without a result, its disc, what it is called, and its points if recorded."""

    rank: str
    letter: str
    fill: str
    ink: str
    name: str
    points: str
    has_won: bool


class KeyMoment(Struct, frozen=True):
    """A turning point: the place in the replay, what it changed, and why."""

    place: str
    words: str
    causes: Sequence[str]


class Section(Struct, frozen=True):
    """A game as the page has it; pictures, charts and the replay are empty where the record has no positions."""

    title: str
    facts: Sequence[str]
    rows: Sequence[ResultRow]
    outcome: str
    warnings: Sequence[str] = ()
    picture: Markup = Markup("")
    chart: Markup = Markup("")
    table: Grid | None = None
    moments: Sequence[KeyMoment] = ()
    replay: str = ""


def evening_html(games: Sequence[PlayedGame], language: Language) -> str:
    """Return the page; what all games have in common, e.g. the occasion and the day, is said once."""
    common = [value for name in SHOWN_HEADERS if (value := _common(games, name))]
    event = _common(games, EVENT)
    title = event or language.text("Games of Calimala")
    nameless = sum(_name_of(game, player) == "" for game in games if game.play for player in game.play.players)
    return document_with_viewer(
        "evening.html",
        language,
        evening_script(),
        title=title,
        facts=[fact for fact in common if fact != event],
        standings=standings(games),
        nameless=nameless,
        sections=[_section(number, game, event, common) for number, game in enumerate(games, 1)],
        plot_style=Markup(STYLE),
    )


def _common(games: Sequence[PlayedGame], header: str) -> str:
    """Return the value of a header that all games have; empty if there is none."""
    values = {clean_name(game.record.header(header) or "", _LONGEST_FACT) for game in games}
    return values.pop() if len(values) == 1 else ""


# The standings.


def standings(games: Sequence[PlayedGame]) -> list[RankedPerson]:
    """Return everybody who has a name in a finished game: by wins, then by points."""
    played: dict[str, dict[int, PlayPlayer]] = {}
    names: dict[str, str] = {}
    for number, game in enumerate(games):
        for player in game.play.players if game.play else ():
            if name := _name_of(game, player):
                played.setdefault(name.casefold(), {})[number] = player
                names.setdefault(name.casefold(), name)
    worth = {key: (sum(one.has_won is True for one in own.values()), _points(own)) for key, own in played.items()}
    return [
        RankedPerson(
            rank=1 + sum(other > worth[key] for other in worth.values()),
            name=names[key],
            games=len(own),
            wins=worth[key][0],
            points=worth[key][1],
            results=tuple(
                f"{own[number].points} ({own[number].rank})" if number in own else "" for number in range(len(games))
            ),
        )
        for key, own in sorted(played.items(), key=lambda person: (-worth[person[0]][0], -worth[person[0]][1], person))
    ]


def _points(own: dict[int, PlayPlayer]) -> int:
    return sum(one.points for one in own.values())


def _name_of(game: PlayedGame, player: PlayPlayer) -> str:
    """Return the name of a player; empty if none is recorded."""
    return player.name if clean_name(game.given.get(player.seat, "")) else ""


# Each game.


def _section(number: int, game: PlayedGame, event: str, common: Sequence[str]) -> Section:
    names, record = game.names, game.record
    language = names.language
    people = language.word("list", ", ").join(names.by_seat[: record.setup.players])
    own = (
        title_of(record, names)
        if record.has_positions
        else clean_name(record.header(EVENT) or "", _LONGEST_FACT) or people
    )
    title = (
        language.text("Game {number}", number=number)
        if own == event
        else language.text("Game {number}: {title}", number=number, title=own)
    )
    headers = (clean_name(record.header(name) or "", _LONGEST_FACT) for name in SHOWN_HEADERS)
    facts = [fact for fact in headers if fact and fact not in (own, *common)]
    if not record.has_positions:
        return Section(title, facts, [*_result_rows(game, None)], "")
    replay = Replay(record)
    known = replay.known(replay.last)
    analysis = analyse(replay, known)
    charts = [figure.svg for figure in figures(analysis, names) if figure.name == _CHART]
    return Section(
        title=title,
        facts=facts,
        rows=[*_result_rows(game, replay if known.points else None)],
        outcome=waiting_sentence(replay.end, names, known),
        warnings=basis_lines(analysis, names),
        picture=inline_svg(city_picture(replay.end, names)),
        chart=inline_svg(charts[0].replace(STYLE_ELEMENT, "")) if charts else Markup(""),
        table=points_grid(analysis, names),
        moments=[*_moments(analysis, names)],
        replay=packed_data(recorded_page(replay, names)),
    )


def _result_rows(game: PlayedGame, replay: Replay | None) -> Iterator[ResultRow]:
    """Yield the players of a finished game by rank, or of an unfinished one by their points so far."""
    setup = game.record.setup
    if game.play:
        ranked = sorted(game.play.players, key=lambda player: (player.rank, player.seat))
        found = [(str(one.rank), one.seat, str(one.points), one.has_won is True) for one in ranked]
    else:
        points = [mat.points for mat in replay.end.mats] if replay else [0] * setup.players
        seats = sorted(range(setup.players), key=lambda seat: (-points[seat], seat))
        found = [("", seat, str(points[seat]) if replay else "", False) for seat in seats]
    for rank, seat, shown, has_won in found:
        name, colour = game.names.name(seat), setup.colours[seat]
        if setup.families and setup.families[seat]:
            name = game.names.language.text("{name} as {family}", name=name, family=setup.families[seat])
        yield ResultRow(rank, colour, *DISC_COLOURS[colour], name, shown, has_won)


def _moments(analysis: Analysis, names: Names) -> Iterable[KeyMoment]:
    """Yield the turning points that changed most, in the order of the game."""
    for turning, (words, *causes) in turning_paragraphs(analysis, names, _MOST_TURNING_POINTS):
        yield KeyMoment(turning.id, words, [cause.strip() for cause in causes])
