"""All turns of a game in a few lines: the scorings, the notes, the leader, and the current place."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from calimala_es.events import EndReached
from cli.study.study import Study
from cli.terminal import paint
from replays.analysis.course import lead
from replays.replay import Level
from replays.stepping import markers_of
from replays.stepping.jumps import COMMENT, GLYPH, MISSED, NOTE, OBSERVED, OWN, VARIATION
from replays.text.languages import Language, message
from replays.text.terminal import padded, wrapped

SCORED: Final = "S"
LEVEL: Final = "="
NOBODY_KNOWS: Final = "?"
NOTHING: Final = "·"

SIGNS: Final = {OWN: "#", MISSED: "_", OBSERVED: "*", GLYPH: "!", VARIATION: "+", COMMENT: '"', NOTE: "~"}
"""The sign of each kind of marker; if a turn has several, the first of them is shown."""

_LEGEND: Final = {
    SCORED: message("a scoring"),
    SIGNS[OWN]: message("marked with b"),
    SIGNS[GLYPH]: message("a glyph"),
    SIGNS[COMMENT]: message("a comment"),
    SIGNS[NOTE]: message("another note"),
    SIGNS[VARIATION]: message("a variation"),
    SIGNS[MISSED]: message("missed"),
    SIGNS[OBSERVED]: message("observed"),
}
"""The signs with their meanings."""


def legend_lines(language: Language) -> list[str]:
    """Return the signs with their meanings, for 74 columns of a terminal."""
    entries = [f"{sign} {language.text(meaning)}" for sign, meaning in _LEGEND.items()]
    return wrapped(language.word("list", ", ").join(entries).split(" "), 74)


HEAD_WIDTH: Final = 9
RULER: Final = 10


class Tick(NamedTuple):
    """One turn: its number (-1 for the end of the game), its last position, and its signs."""

    turn: int
    end: int
    scored: str
    said: str
    leader: str
    is_here: bool


def ticks(study: Study) -> list[Tick]:
    """Return the turns of the line; only up to the current place for a user who wants no spoilers."""
    walk = study.walk
    replay, setup = walk.replay, walk.game.setup
    heard = walk.game.heard(sees_all=walk.sees_all)
    kinds: dict[int, set[str]] = {}
    for marker in markers_of(walk.game.replay, heard, walk.own):
        if not (marker.kind in (MISSED, OBSERVED) and walk.record.is_hidden(marker.position - 1)):
            kinds.setdefault(marker.position, set()).add(marker.kind)
    scorings = {*walk.jumps.scorings}
    here = replay.step_before(Level.TURN, walk.at) or 0
    found: list[Tick] = []
    for number in range(replay.count(Level.TURN) if walk.shows_end else here + bool(walk.at)):
        step = replay.step(Level.TURN, number)
        end = step.end if walk.shows_end else min(step.end, walk.at)
        places = range(step.start + 1 if number else 0, end + 1)
        found_kinds = {kind for place in places for kind in kinds.get(place, ())}
        ahead = lead([mat.points for mat in replay.states[end].mats[: setup.players]])
        leader = setup.colours[ahead.leaders[0]] if len(ahead.leaders) == 1 else LEVEL
        found.append(
            Tick(
                -1 if type(step.events[0]) is EndReached else step.id.turn,
                end,
                SCORED if any(place in scorings for place in places) else NOTHING,
                next((sign for kind, sign in SIGNS.items() if kind in found_kinds), NOTHING),
                leader if walk.record.known(end).points else NOBODY_KNOWS,
                number == here,
            )
        )
    return found


def timeline_lines(study: Study, width: int, *, is_short: bool = False) -> list[str]:
    """Return the scorings, the notes, the leaders, and the numbers of the turns with a sign at the current place.

    If it ``is_short``, the signs of the first two share a line, in which a scoring takes precedence over a note.
    """
    all_ticks, text = ticks(study), study.walk.game.names.language.text
    room = max(width - HEAD_WIDTH, RULER)
    here = next((number for number, tick in enumerate(all_ticks) if tick.is_here), 0)
    first = max(min(here - room // 2, len(all_ticks) - room), 0)
    shown = all_ticks[first : first + room]
    scored, said = [tick.scored for tick in shown], [tick.said for tick in shown]
    if is_short:
        both = [one if one != NOTHING else other for one, other in zip(scored, said, strict=True)]
        rows = [(text("marks"), "".join(both))]
    else:
        rows = [(text("scored"), "".join(scored)), (text("notes"), "".join(said))]
    leaders = "".join(paint(tick.leader, tick.leader) for tick in shown)
    return [
        *(f"{padded(head, HEAD_WIDTH)}{signs}" for head, signs in rows),
        f"{padded(text('leads'), HEAD_WIDTH)}{leaders}",
        f"{padded(text('turn'), HEAD_WIDTH)}{_ruler(shown, here - first, room, text('end'))}",
    ]


def _ruler(shown: Sequence[Tick], here: int, room: int, end: str) -> str:
    """Return the numbers of turns divisible by ten, and an arrow with the number of the current turn."""
    if not shown:
        return ""
    turn = shown[here].turn
    arrow = f"^{turn}" if turn >= 0 else f"^{end}"
    cells = ["."] * len(shown) + [" "] * (room - len(shown))
    for column, tick in enumerate(shown):
        is_free = column + len(str(tick.turn)) < here or column > here + len(arrow)
        if tick.turn >= 0 and tick.turn % RULER == 0 and is_free:
            _put(cells, column, str(tick.turn))
    _put(cells, here, arrow)
    return "".join(cells).rstrip()


def _put(cells: list[str], column: int, word: str) -> None:
    for place, char in enumerate(word, column):
        if place < len(cells):
            cells[place] = char
