"""What the judge says of a game as notes in a layer of its own: chances, glyphs, what was better, turning points."""

from collections.abc import Iterator

from msgspec.structs import replace

from calimala_es.game import JUDGE, Game, Layer, format_layer
from calimala_es.headers import LAYER
from calimala_es.notes import AnyNote, Comment, Evaluation, Glyph
from replays.judge.costs import Chances, JudgedMove, Judgement
from replays.text.judgement import MOST_TURNING, better_text, turning_text
from replays.text.names import Names


def with_notes(game: Game, judgement: Judgement, names: Names) -> Game:
    """Return the game with the chances at the start and after each turn, the suggested glyphs, and comments on costly
    decisions and turning points, all by the judge, instead of what the judge said earlier; people's notes stay.
    """
    turning = {move.move for move in judgement.turning[:MOST_TURNING]}
    ends = {move.turn: move.move for move in judgement.moves}
    moves = [replace(move, notes=_others(move.notes)) for move in game.moves]
    for judged in judgement.moves:
        said = [*_said(judged, names, is_turning=judged.move in turning)]
        if ends[judged.turn] == judged.move:
            said.append(_evaluation(judged.after))
        moves[judged.move] = replace(moves[judged.move], notes=(*moves[judged.move].notes, *said))
    layer = format_layer(Layer(JUDGE, names.language.code.replace("_", "-"), names.language.text("Judge")))
    declared = f"{JUDGE} "
    headers = [header for header in game.headers if header[0] != LAYER or not f"{header[1]} ".startswith(declared)]
    return replace(
        game,
        headers=(*headers, (LAYER, layer)),
        notes=(*_others(game.notes), _evaluation(judgement.initial)),
        moves=tuple(moves),
    )


def _others(notes: tuple[AnyNote, ...]) -> tuple[AnyNote, ...]:
    return tuple(note for note in notes if note.layer != JUDGE)


def _said(judged: JudgedMove, names: Names, *, is_turning: bool) -> Iterator[AnyNote]:
    """Yield the glyph of a decision, and in words what was better and what it changed."""
    if judged.glyph:
        yield Glyph(judged.glyph, layer=JUDGE)
    texts = [
        *([better_text(judged, names)] if judged.is_mistake else []),
        *([turning_text(judged, names)] if is_turning else []),
    ]
    if texts:
        yield Comment(" ".join(texts), layer=JUDGE)


def _evaluation(chances: Chances) -> Evaluation:
    return Evaluation(tuple(round(100 * min(1.0, max(0.0, chance)), 1) for chance in chances), layer=JUDGE)
