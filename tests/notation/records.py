"""Records for tests: games of `tests.strategies` as they are written down, with everything people note beside them."""

from random import Random

from hypothesis import strategies as st

from calimala_es.components import COLOURS
from calimala_es.state import State
from calimala_es.view import Viewer, view_command, view_state
from notation import Move, Record, dumps
from notation.checks import digest_check, points_check
from notation.headers import SETUP_HEADERS
from notation.notes import AnyNote, Check, Comment
from tests.strategies import KNOWN, Game, any_games

TELLING_SIGNS = '{}\\"[]/_=+\n\r\t\0\x1b\x85\u2028\u2029\ufeff\ud83d\udc00\u202e'
ANY_TEXT = st.text(st.characters(codec=None) | st.sampled_from(TELLING_SIGNS))
"""Every sign there is, halves of surrogate pairs included, and often those that mean something."""

HEADER_NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,20}", fullmatch=True) | st.sampled_from(
    ["Event", "Date", "Result", "Blue", "Green", "Scribe", "Name", "Cit", "City2", "E", "x"]
)
HEADERS = st.lists(st.tuples(HEADER_NAMES.filter(lambda name: name not in SETUP_HEADERS), ANY_TEXT), max_size=6).map(
    tuple
)

CHECKS = st.one_of(
    st.lists(st.sampled_from(COLOURS), min_size=1, max_size=5).map(lambda letters: "=" + "".join(letters)),
    st.lists(st.integers(0, 300), min_size=2, max_size=5).map(lambda points: "=" + "-".join(map(str, points))),
    st.integers(0, (1 << 64) - 1).map(lambda digest: f"=#{digest:016x}"),
    st.just("=0"),
)


def record_of(game: Game, first: int = 0, last: int | None = None) -> Record:
    """A game as it is written down, from one decision to another."""
    steps = game.steps[first:last]
    return Record(
        setup=game.setup,
        moves=tuple(Move(played.command) for played in steps),
        start=game.states[first] if first else None,
    )


def text_of(game: Game, first: int = 0, last: int | None = None) -> str:
    """The canonical text of a game."""
    return dumps(record_of(game, first, last))


def viewed(game: Game, viewer: Viewer) -> Record:
    """The record of somebody who sees what a seat or the public sees."""
    moves = tuple(Move(view_command(played.before, played.command, viewer)) for played in game.steps)
    return Record(setup=game.setup, moves=moves, start=view_state(game.states[0], viewer))


def _noted(move: Move, state: State, random: Random, comments: list[str], checks: list[str]) -> Move:
    """A move with some notes behind it: comments, and checks that are right or wrong."""
    said = tuple(random.choice(comments) for _ in range(random.choice((1, 1, 2)))) if comments else ()
    right = [points_check(state), digest_check(state)]
    checked = tuple(random.choice(right + checks) for _ in range(random.choice((0, 0, 1, 2))))
    notes: list[AnyNote] = [*map(Comment, said), *map(Check, checked)]
    random.shuffle(notes)
    return Move(move.command, tuple(notes))


@st.composite
def records(draw: st.DrawFn, *kinds: str) -> Record:
    """Records of any part of any game, with headers, comments and checks at any place."""
    game = draw(any_games(*(kinds or (KNOWN,))))
    states = game.states
    length = len(states) - 1
    first = draw(st.just(0) | st.integers(0, length))
    last = draw(st.just(length) | st.integers(first, length))
    comments = draw(st.lists(ANY_TEXT, max_size=5))
    checks = draw(st.lists(CHECKS, max_size=4))
    often = draw(st.sampled_from((0.0, 0.02, 0.5)))
    random = Random(game.seed)
    record = record_of(game, first, last)
    moves = tuple(
        _noted(move, states[number], random, comments, checks) if random.random() < often else move
        for number, move in enumerate(record.moves, first + 1)
    )
    return Record(
        setup=record.setup,
        moves=moves,
        headers=draw(HEADERS),
        notes=(*map(Comment, comments[:2]), *map(Check, checks[:1])),
        start=record.start,
    )
