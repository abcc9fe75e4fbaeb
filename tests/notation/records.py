"""Records for tests: games of `tests.strategies` as people write them down, with notes."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.board import street_names
from calimala_es.checks import digest_check, points_check
from calimala_es.commands import Command, DrawCard, EndActivation, MarkMissed, ObservePart, SkipAction
from calimala_es.components import ACTIONS, ALL_ROWS, COLOURS, SCORING_TILES
from calimala_es.errors import IllegalCommandError
from calimala_es.game import Game, Move, Variation, moves_from, settle_notes
from calimala_es.legal import legal
from calimala_es.notes import Advantage, AnyNote, Check, Clock, Comment, Evaluation, Extension, Glyph, Mark, Stamp
from calimala_es.state import State
from notation import dumps
from notation.headers.setup_headers import SETUP_HEADERS
from tests.strategies import KNOWN, Playout, any_games

MEANINGFUL_SIGNS = '{}\\"[]/_=+\n\r\t\0\x1b\x85\u2028\u2029\ufeff\ud83d\udc00\u202e'
ANY_TEXT = st.text(st.characters(codec=None) | st.sampled_from(MEANINGFUL_SIGNS))
"""Texts of any characters, halves of surrogate pairs included, and often those with a meaning."""

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


def record_of(playout: Playout, first: int = 0, last: int | None = None) -> Game:
    """Return a game as it is written down, from one decision to another."""
    game = playout.game
    return replace(game, start=game.state_at(first), moves=game.moves[first:last])


def text_of(playout: Playout, first: int = 0, last: int | None = None) -> str:
    """Return the canonical text of a game."""
    return dumps(record_of(playout, first, last))


def _noted(move: Move, random: Random, comments: list[str], checks: list[str]) -> Move:
    """Return a move with some notes after it: comments, and checks that are right or wrong."""
    said = tuple(random.choice(comments) for _ in range(random.choice((1, 1, 2)))) if comments else ()
    right = [points_check(move.state), digest_check(move.state)]
    checked = tuple(random.choice(right + checks) for _ in range(random.choice((0, 0, 1, 2))))
    notes: list[AnyNote] = [*map(Comment, said), *map(Check, checked), *_other_notes(move.state, random)]
    random.shuffle(notes)
    return replace(move, notes=tuple(notes))


LAYERS = ("", "", "", "maria", "x1", "tania-ru")
GLYPHS = (0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 14, 139, 255)
_INTEREST: dict[type[Command], float] = {DrawCard: 5, SkipAction: 5, EndActivation: 2, ObservePart: 3}
"""How much more often something is said after commands whose symbols leave room for misreading."""
TIMES = ("", "", "2026-11-20T19:04:11Z", "1999-12-31T23:59:59.25Z")
ADVANTAGES = (*(colour + "+" * degree for colour in COLOURS for degree in (1, 2, 3)), "=", "?")


def _other_notes(state: State, random: Random) -> Iterator[AnyNote]:
    """Yield notes of every kind, most often none or one."""
    streets = street_names(state.setup.city).values()
    rows = ALL_ROWS[: len(state.rows)]
    places = (*streets, *rows, *ACTIONS, *(f">{tile}" for tile in SCORING_TILES), f"{state.setup.colours[0]}.wood")
    for _ in range(random.choice((0, 1, 1, 2))):
        yield Glyph(random.choice(GLYPHS), layer=random.choice(LAYERS[:4]), time=random.choice(TIMES[:3]))
    for _ in range(random.choice((0, 0, 1, 3))):
        yield _other_note(random, random.choice(places), random.choice(LAYERS), random.choice(TIMES))


def _other_note(random: Random, place: str, layer: str, time: str) -> AnyNote:
    number = random.randrange(100)
    chances = tuple(random.randint(0, 10_000) / 100 for _ in range(random.randint(2, 5)))
    text, on_position = random.choice(("", "so", "{}\\ ")), random.random() < 0.5
    notes: tuple[AnyNote, ...] = (
        Glyph(random.choice(GLYPHS), layer=layer, time=time),
        Advantage(random.choice(ADVANTAGES), layer=layer, time=time),
        Evaluation(chances, layer=layer, time=time),
        Mark(place, number, random.choice(("", *COLOURS, "w")), layer=layer, time=time),
        Stamp("2026-02-28T00:00:00Z", layer=layer, time=time),
        Clock(random.randrange(100_000_000) / 1000, random.choice(("", *COLOURS)), layer=layer, time=time),
        Comment(text, on_position=on_position, layer=layer, time=time),
        Extension(random.choice(("$photo", "$X-y.1")), random.choice((None, text)), layer=layer, time=time),
        Extension(random.choice(("%foo", "#nowhere", ";soon", "$", "$256", "#")), layer=layer, time=time),
        Check("=bry", layer=layer, time=time),
    )
    return random.choice(notes)


def _varied(move: Move, state: State, random: Random, ids: Iterator[str], depth: int = 0) -> Move:
    """Return a move with variations that begin in ``state``, now and then nested."""
    variations: list[Variation] = []
    for _ in range(random.choice((0, 1, 1, 2))):
        moves = _played_on(state, random, ids, depth)
        if moves:
            notes = tuple(_other_notes(state, random))
            variations.append(Variation(next(ids), moves, random.choice(("", "", "the port", "} \n")), notes))
    return replace(move, variations=tuple(variations))


def _played_on(state: State, random: Random, ids: Iterator[str], depth: int) -> tuple[Move, ...]:
    """Return some decisions that are legal one after the other."""
    moves: list[Move] = []
    for _ in range(random.choice((1, 1, 2, 5, 30))):
        options = legal(state)
        if not options:
            break
        command = random.choice((random.choice(options), random.choice(options), MarkMissed()))
        try:
            (move,) = moves_from(state, [command])
        except IllegalCommandError:
            (move,) = moves_from(state, [random.choice(options)])
        if random.random() < 0.1:
            move = replace(move, notes=tuple(_other_notes(move.state, random)))
        if depth < 3 and random.random() < 0.05:
            move = _varied(move, state, random, ids, depth + 1)
        moves.append(move)
        state = move.state
    return tuple(moves)


def records(*kinds: str) -> st.SearchStrategy[Game]:
    """Return records of any part of any game, with headers, notes of every kind and variations after any decision."""
    return records_before_settling(*kinds).map(settle_notes)


@st.composite
def records_before_settling(draw: st.DrawFn, *kinds: str) -> Game:
    """Return the same with notes and variations at the ends of activations too, as other programs may put them."""
    playout = draw(any_games(*(kinds or (KNOWN,))))
    length = len(playout.steps)
    first = draw(st.just(0) | st.integers(0, length))
    last = draw(st.just(length) | st.integers(first, length))
    comments = draw(st.lists(ANY_TEXT, max_size=5))
    checks = draw(st.lists(CHECKS, max_size=4))
    often = draw(st.sampled_from((0.0, 0.02, 0.2)))
    random = Random(playout.seed)
    game = record_of(playout, first, last)
    ids = (f"v{number}" for number in random.sample(range(1, 9000), 8000))
    moves = tuple(
        _varied(_noted(move, random, comments, checks), state, random, ids)
        if random.random() < often * _INTEREST.get(type(move.command), 1)
        else move
        for state, move in zip(game.states, game.moves, strict=False)
    )
    if moves and type(moves[0].command) is EndActivation:
        moves = tuple(replace(move, variations=()) for move in moves)
    notes = (*map(Comment, comments[:2]), *map(Check, checks[:1]))
    return replace(game, moves=moves, headers=draw(HEADERS), notes=notes)
