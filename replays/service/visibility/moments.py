"""A moment of a game as somebody sees it: a place of the main line or of a variation, and the position there."""

from itertools import takewhile
from typing import NamedTuple

from calimala_es.errors import UnknownIdError
from calimala_es.events import AreaScored, DiscPlaced, InfluenceScored, TileScored, TurnEnded
from calimala_es.known import Known
from calimala_es.messages import Message
from calimala_es.state import State
from notation.places import START, PlaceId, parse_place
from replays.drawing.board_picture import turn_title
from replays.edit.nodes import Node
from replays.replay import Replay
from replays.service.visibility.game_views import GameView
from replays.text.board.turn import waiting_sentence
from replays.text.events import event_text, recorded_event_text
from replays.text.languages import Language
from replays.text.names import Names
from replays.text.terms import join_and


class ViewMoment(NamedTuple):
    """A position on a line of play.

    ``place`` names it, ``""`` the start; ``replay`` is the line from the start of the game, ``position`` the one meant,
    ``known`` what is recorded of it. ``is_now`` says that it is meant as the current state, not as what led there.
    """

    view: GameView
    place: str
    replay: Replay
    position: int
    known: Known
    variation: str = ""
    is_now: bool = False

    @property
    def state(self) -> State:
        """Everything on the table."""
        return self.replay.state_at(self.position)

    @property
    def ends_turn(self) -> bool:
        """Whether it is about a turn that is over, not about the next one, which begins there."""
        return not self.is_now and self.position > 0 and type(self.replay.events[self.position - 1]) is TurnEnded

    @property
    def short_place(self) -> str:
        """The shortest place that names it, at the end of a turn that of the turn."""
        return self.place.partition(".")[0] if self.ends_turn else self.place


def moment_at(view: GameView, at: str) -> ViewMoment:
    """Return the moment after an event, an activation, a turn, or the first event of a variation.

    An empty place is the end of what was played, ``start`` the beginning. Raises ``UnknownIdError``.
    """
    if at == START:
        return moment_on_main(view, 0)
    if not at:
        return moment_on_main(view, view.replay.last)._replace(is_now=True)
    place = parse_place(at)
    if place.variation:
        return _in_variation(view, place)
    return moment_on_main(view, view.replay.find(_numbers(place), names_last=False))


def position_at(view: GameView, at: str) -> tuple[str, State]:
    """Return the place of a moment and everything on the table then; raises ``UnknownIdError``.

    For the end of what was played the last moves are enough.
    """
    if at or view.state.has_gap:
        moment = moment_at(view, at)
        return moment.place, moment.state
    last = Replay(view.last_moves(1).game)
    return str(last.id_before(last.last)) if last.last else "", last.end


def opening_moment(view: GameView) -> ViewMoment:
    """Return the moment that a link to the game alone shows: the current one, or the start of a game that has ended."""
    return moment_at(view, START if view.replay.end.is_over else "")


def waiting_from(moment: ViewMoment) -> ViewMoment:
    """Return the next moment from there on at which the game waits for a decision, or the end of the line."""
    replay = moment.replay
    position = next((first for first in replay.firsts if first >= moment.position), replay.last)
    if position == moment.position:
        return moment
    if not moment.variation:
        return moment_on_main(moment.view, position)
    return moment_at(moment.view, str(PlaceId.of(moment.variation, replay.ids[position - 1])))


def _numbers(place: PlaceId) -> str:
    return ".".join(map(str, place.numbers))


def moment_on_main(view: GameView, position: int) -> ViewMoment:
    """Return the moment at a position of what was played."""
    place = str(view.replay.id_before(position)) if position else ""
    return ViewMoment(view, place, view.replay, position, view.replay.known(position))


def _in_variation(view: GameView, place: PlaceId) -> ViewMoment:
    branch = view.tree.variation(place.variation)
    last, first = branch.last, branch.first
    if last is None or first is None:
        raise UnknownIdError(Message("there is no moment {place} in this game", place=place))
    path = last.path
    replay = Replay(last.game)
    leaves = sum(len(node.events) for node in path[: path.index(first)])
    position = replay.find(_numbers(place), names_last=False) if place.numbers else leaves + 1
    owner = _owner(path, position)
    named = PlaceId.of(owner.branch.id, replay.ids[position - 1])
    known = view.replay.known(leaves)
    return ViewMoment(view, str(named), replay, position, known, owner.branch.id)


def _owner(path: list[Node], position: int) -> Node:
    """Return the decision that the event before a position came of."""
    for node in path:
        position -= len(node.events)
        if position <= 0:
            return node
    return path[-1]


def last_event_text(moment: ViewMoment, names: Names) -> str:
    """Return the last thing that happened until a moment, as far as it is recorded; empty at the start.

    Of a turn that is over its last scoring, without one its placement.
    """
    far = range(moment.position - 1, max(moment.position - _FAR, 0) - 1, -1)
    for place in [*_in_turn(moment), *far] if moment.ends_turn else far:
        event = moment.replay.events[place]
        if moment.variation:
            return event_text(event, names)
        record = moment.view.replay
        if not record.is_hidden(place):
            return recorded_event_text(event, place, names, record)
    return ""


_FAR = 8
"""So many events back something is looked for that is recorded."""

_SCORINGS = (TileScored, AreaScored, InfluenceScored)


def _in_turn(moment: ViewMoment) -> list[int]:
    """Return the places of the scorings of a turn that is over, the last one first, then that of its placement."""
    events, ids = moment.replay.events, moment.replay.ids
    last = moment.position - 1
    turn = [*takewhile(lambda place: ids[place].turn == ids[last].turn, range(last, -1, -1))]
    scorings = [place for place in turn if isinstance(events[place], _SCORINGS)]
    return scorings + [place for place in turn if isinstance(events[place], DiscPlaced)][-1:]


def moment_title(moment: ViewMoment, names: Names) -> str:
    """Return the turn that a moment is about, and whose it is."""
    states = moment.replay.states
    return turn_title(states[moment.position - 1] if moment.ends_turn else moment.state, names)


def describe_moment(moment: ViewMoment, names: Names) -> str:
    """Return what happened until a moment, what is waited for, and the points, in one or a few sentences.

    Reveals nothing of what comes later; of a turn that is over only what happened in it, and the points.
    """
    language = names.language
    state = moment.state
    last = "" if state.is_over else last_event_text(moment, names)
    waiting = "" if moment.ends_turn else waiting_sentence(state, names, moment.known)
    sentences = [sentence_text(last, language), sentence_text(waiting, language)]
    if moment.known.points and moment.position:
        each = (
            language.text("{name} {number}", name=names.by_seat[seat], number=mat.points)
            for seat, mat in enumerate(state.mats)
        )
        points = join_and(each, language)
        sentences.append(language.text("Points: {standing}.", standing=points))
    return " ".join(filter(None, sentences))


def sentence_text(words: str, language: Language) -> str:
    """Return words as a sentence of its own; empty where there are none."""
    words = words[:1].upper() + words[1:]
    return words if not words or words.endswith((".", "。", "!")) else language.text("{words}.", words=words)
