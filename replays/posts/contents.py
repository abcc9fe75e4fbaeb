"""What a post says, in sentences without any markup."""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from calimala_es.errors import CalimalaError
from calimala_es.events import AreaScored, InfluenceScored, TileScored
from calimala_es.frames import GameOver
from calimala_es.game import Game
from calimala_es.headers import DATE, EVENT, SITE
from calimala_es.messages import Message
from calimala_es.notes import is_title
from calimala_es.setup import rule_set_of
from calimala_es.state import State
from replays.analysis.analysis import analyse
from replays.analysis.races import Race
from replays.replay import Replay
from replays.scores import AREA, FACTION, INFLUENCE, TILE, scores
from replays.text.analysis.scorings import alternative_lines
from replays.text.events import recorded_event_text, victory_text
from replays.text.languages import message
from replays.text.names import Names, clean_name
from replays.text.terms import join_and

MOST_WORDS: Final = 1_000
"""The number of letters that the author of a post may add."""

_LONGEST: Final = 120
"""Columns of a title, or of what a header says."""

_FACTS: Final = (EVENT, SITE, DATE)

Address = Callable[[str], str]
"""A function that returns the address of the moment with an id; the empty id is the end of the game."""


class PostError(CalimalaError):
    """A request for something that is not in the game, or is too long for a post."""


class Paragraph(Struct, frozen=True):
    """A scoring: a heading, sentences, and the address of the picture of the position after it, empty without one."""

    heading: str
    sentences: tuple[str, ...]
    picture: str = ""


class ResultTable(Struct, frozen=True):
    """Who has how many points from what: heads of the columns, and the rows, the best player first."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Post(Struct, frozen=True):
    """A post.

    ``facts`` say where and when, by which rules and who played; ``words`` are lines of the author; ``paragraphs`` are
    the scorings that were asked for of ``scorings`` in all; ``end`` is the result, or the current turn, and empty, as
    ``table`` is, where the last scoring is left out. ``spoiler`` is the word before something that is hidden,
    ``picture`` and ``game`` are the titles of links to them, ``address`` is that of the game, empty without one.
    """

    headline: str
    facts: tuple[str, ...]
    words: tuple[str, ...]
    paragraphs: tuple[Paragraph, ...]
    scorings: int
    end: str
    table: ResultTable | None
    heading: str
    spoiler: str
    picture: str
    game: str
    address: str = ""


def _check(first: int, last: int, there: int) -> None:
    """Raise ``PostError`` unless a game with so many scorings has those from the first to the last."""
    if not there:
        raise PostError(Message("there are no scorings in this game yet, so a post cannot begin with one"))
    if not 1 <= first <= there:
        words = message("the post cannot begin with scoring {number}: the first scoring is 1 and the last is {last}")
        raise PostError(Message(words, number=first, last=there))
    if last > there:
        raise PostError(
            Message("the post cannot end with scoring {number}: the last is {last}", number=last, last=there)
        )
    if last < first:
        words = message("the post cannot end with scoring {number}: it begins with {first}")
        raise PostError(Message(words, number=last, first=first))


def make_post(
    replay: Replay,
    names: Names,
    *,
    first: int = 1,
    last: int | None = None,
    words: str = "",
    pictures: Address | None = None,
    address: str = "",
) -> Post:
    """Return the post of a game in the language of ``names``, with the scorings ``first`` to ``last``, by default all.

    ``words`` are put before them unchanged; ``pictures`` gives the addresses of pictures and ``address`` is that of
    the game, if there are any. Raises ``PostError``.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> make_post(Replay(game), Names.of(game.setup)).game
    'The whole game, step by step'
    """
    language = names.language
    places = [place for place, event in enumerate(replay.events) if isinstance(event, _SCORINGS)]
    until = len(places) if last is None else last
    if places or first != 1:
        _check(first, until, len(places))
    if len(words) > MOST_WORDS:
        raise PostError(
            Message(
                "the text is too long for a post: {number} characters; the limit is {limit}",
                number=len(words),
                limit=MOST_WORDS,
            )
        )
    known = replay.known(replay.last)
    is_whole = until == len(places)
    races = {race.id: race for race in analyse(replay, known).races}
    paragraphs = [
        _paragraph(replay, place, names, races.get(str(replay.ids[place])), pictures)
        for place in places[first - 1 : until]
    ]
    return Post(
        headline=_headline(replay.game, names),
        facts=tuple(_facts(replay.game, names)),
        words=tuple(_lines(words)),
        paragraphs=tuple(paragraphs),
        scorings=len(places),
        end=_end(replay.end, names) if is_whole else "",
        table=_result_table(replay, names) if is_whole and known.points else None,
        heading=language.text("Result") if _is_over(replay.end) else language.text("Points so far"),
        spoiler=language.text("Spoiler"),
        picture=language.text("The position"),
        game=language.text("The whole game, step by step"),
        address=address,
    )


_SCORINGS: Final = (TileScored, AreaScored, InfluenceScored)


def _is_over(state: State) -> bool:
    return type(state.now) is GameOver


def _lines(words: str) -> Iterator[str]:
    """Yield the author's text, one line per paragraph."""
    for line in words.splitlines():
        if shown := clean_name(line, MOST_WORDS):
            yield shown


def _headline(record: Game, names: Names) -> str:
    title = next((clean_name(note.text or "", _LONGEST) for note in record.notes if is_title(note)), "")
    return title or names.language.text("A game of Calimala")


RULE_SET_WORDS: Final = {
    "first": message("the first edition"),
    "two-players": message("the two-player variant"),
    "second": message("the second edition"),
    "intrigue": message("the second edition with Intrigue"),
    "families": message("the second edition with Intrigue and families"),
}
"""The rule sets as they are called in sentences."""


def _facts(record: Game, names: Names) -> Iterator[str]:
    language, setup = names.language, names.setup
    facts = [clean_name(value, _LONGEST) for name in _FACTS if (value := record.header(name))]
    rules = language.text(RULE_SET_WORDS[rule_set_of(setup)])
    yield language.word("list", "; ").join([*filter(None, facts), rules])
    people = [names.person(seat) for seat in range(setup.players)]
    families = setup.families or ("",) * setup.players
    yield language.text(
        "In turn order: {names}.",
        names=join_and(
            (
                language.text("{name} as {family}", name=name, family=family) if family else name
                for name, family in zip(people, families, strict=True)
            ),
            language,
        ),
    )


def _paragraph(replay: Replay, place: int, names: Names, race: Race | None, pictures: Address | None) -> Paragraph:
    """Return a scoring: who got what and by which tie rule, how it might have been, and the points after it."""
    language, id = names.language, replay.ids[place]
    scoring = recorded_event_text(replay.events[place], place, names, replay)
    sentences = [language.text("{sentence}.", sentence=scoring[:1].upper() + scoring[1:])]
    if race is not None and replay.known(place).cubes:
        sentences += alternative_lines(race, names)
    if replay.known(place + 1).points:
        sentences.append(_points(replay.states[place], replay.states[place + 1], names))
    return Paragraph(
        language.text("Turn {turn}", turn=id.turn), tuple(sentences), pictures(str(id)) if pictures else ""
    )


def _points(before: State, after: State, names: Names) -> str:
    """Return everybody's points, and who leads if that has changed."""
    language = names.language
    points = [mat.points for mat in after.mats]
    each = (
        language.text("{name} {number}", name=names.name(seat), number=number) for seat, number in enumerate(points)
    )
    shown = join_and(each, language)
    leaders, led = _leaders(after, names), _leaders(before, names)
    if leaders == led:
        return language.text("Points: {list}.", list=shown)
    given = join_and((names.name(seat) for seat in leaders), language)
    return language.text("Points: {list}; now in the lead: {names}.", list=shown, names=given)


def _leaders(state: State, names: Names) -> list[int]:
    points = [mat.points for mat in state.mats[: names.setup.players]]
    return [seat for seat, number in enumerate(points) if number == max(points)]


def _end(state: State, names: Names) -> str:
    language = names.language
    if isinstance(state.now, GameOver):
        end = victory_text(state.now.winners, state.now.by, names)
        return language.text("{sentence}.", sentence=end)
    return language.text("The game is in turn {turn}.", turn=state.turn)


_KINDS: Final = (
    (TILE, message("tiles")),
    (FACTION, message("faction track")),
    (AREA, message("areas")),
    (INFLUENCE, message("influence")),
)
"""The sources of points that have a column, where there is any of the kind; the rest is only in the sum."""


def _result_table(replay: Replay, names: Names) -> ResultTable:
    """Return who has how many points from what, the best first; ties in the order of the seats."""
    language, counted = names.language, scores(replay)
    won = replay.end.now.winners if isinstance(replay.end.now, GameOver) else ""
    seats = sorted(
        range(len(names.by_seat)),
        key=lambda seat: (seat >= names.setup.players, str(seat) not in won, -counted.totals[seat]),
    )
    kinds = [(kind, words) for kind, words in _KINDS if any(source.kind == kind for source in counted.sources)]
    rows = [
        (
            names.name(seat),
            *(str(sum(source.points[seat] for source in counted.sources if source.kind == kind)) for kind, _ in kinds),
            str(counted.totals[seat]),
        )
        for seat in seats
    ]
    heads = (language.text("player"), *(language.text(words) for _, words in kinds), language.text("total"))
    return ResultTable(heads, tuple(rows))
