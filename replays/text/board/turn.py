"""The current turn, what the game waits for, and what is not recorded."""

from collections.abc import Callable
from typing import Any, Final

from calimala_es.components import ALL_ROWS, UNKNOWN
from calimala_es.consequences import CONSEQUENCES
from calimala_es.events import WentUnrecorded
from calimala_es.frames import (
    ActivationDue,
    AreaScoring,
    CardDiscard,
    DiscOffer,
    EndCheck,
    FamilyStart,
    FirstTurn,
    Frame,
    GameOver,
    InfluenceScoring,
    IntrigueChoice,
    KeepOneCard,
    MoveOffer,
    Promotion,
    ThirdPartyAnswer,
    TileScoring,
    TurnEnd,
)
from calimala_es.known import EVERYTHING, Known
from calimala_es.messages import waiting_rule
from calimala_es.state import State
from replays.replay import Gap
from replays.text.board.mats import NAME_WIDTH
from replays.text.board.parts import WIDTH, Drawing
from replays.text.events import recorded_end_text
from replays.text.languages import message
from replays.text.messages import waiting_text
from replays.text.names import Names
from replays.text.terminal import shortened, wrapped
from replays.text.terms import card_term, depth_term, join_or, of_street, row_term, scored_text, step_term


def turn_lines(drawing: Drawing) -> list[str]:
    """Return the turn, what the game waits for, and what is not recorded."""
    state, names, style = drawing.state, drawing.names, drawing.style
    language = drawing.language
    whose = style.paint(names.person(state.active), state.setup.colours[state.active])
    head = language.text("Turn {number}: {name}", number=state.turn, name=whose)
    lines = [
        drawing.heading(head if state.turn else language.text("Before the first turn")),
        *wrapped(waiting_sentence(state, names, drawing.known).split(), WIDTH, "  "),
    ]
    lines += [style.paint(f"! {_warning(gap, names)}", "warning") for gap in drawing.gaps if _is_missed(gap)]
    if drawing.observed:
        lines.append(style.paint(language.text("* as seen at the table"), "warning"))
    return lines


def waiting_sentence(state: State, names: Names, known: Known = EVERYTHING) -> str:
    """Return what comes next, who must do what by which rule, or who has won; ``known`` says what is recorded."""
    now, language = state.now, names.language
    if isinstance(now, GameOver):
        end = recorded_end_text(now.winners, now.by, names, known)
        return language.text("The game is over: {end}.", end=end)
    coming = _COMING.get(type(now))
    if coming is not None and not _may_be_asked(state):
        return language.text("Next: {coming}", coming=coming(now, names))
    rule = waiting_rule(state)
    words = waiting_text(state, names)
    if offered := _OFFERED.get(type(now)):
        words = offered(words, now, names)
    return language.text("Now: {waiting} ({rule})", waiting=words, rule=rule)


def _starting(now: FamilyStart, names: Names) -> str:
    return names.language.text("{family}'s start", family=names.setup.families[now.seat])


def _of_name(sentence: str) -> Callable[[Any, Names], str]:
    return lambda now, names: names.language.text(sentence, name=names.name(now.seat))


_COMING: Final[dict[type[Frame], Callable[[Any, Names], str]]] = {
    ActivationDue: lambda now, names: names.language.text(
        "{name}'s disc on {street} is activated", name=names.name(now.seat), street=of_street(names, now.street)
    ),
    Promotion: lambda now, names: names.language.text(
        "the bottom disc leaves {street}", street=of_street(names, now.street)
    ),
    TileScoring: lambda now, names: scored_text(now.tile, names.language),
    AreaScoring: lambda now, names: scored_text(now.area, names.language),
    TurnEnd: lambda now, names: names.language.text("the turn is over"),
    EndCheck: lambda now, names: names.language.text("the end of the game"),
    InfluenceScoring: lambda now, names: names.language.text("the influence cards are scored"),
    FamilyStart: _starting,
    FirstTurn: lambda now, names: names.language.text("the first turn"),
    ThirdPartyAnswer: lambda now, names: names.language.text("{name} acts", name=names.name(names.setup.players)),
    IntrigueChoice: _of_name(message("{name} can do neither intrigue action")),
}
"""Positions between the events of one command, in which nobody must do anything."""


def _may_be_asked(state: State) -> bool:
    """Return whether a player must decide: on the bottom disc (R6.3), a start (R11), or the intrigue action (R10.1)."""
    now = state.now
    if isinstance(now, Promotion):
        return not state.mats[now.seat].coloured
    return isinstance(now, FamilyStart | IntrigueChoice) and CONSEQUENCES[type(now)](state, now) is None


def _moves(words: str, now: MoveOffer, names: Names) -> str:
    sources, targets = (
        join_or((row_term(ALL_ROWS[row], names.language) for row in rows), names.language)
        for rows in (now.sources, now.targets)
    )
    return names.language.text(
        "{waiting}: from {sources} to {targets}", waiting=words, sources=sources, targets=targets
    )


def _drawn(words: str, now: KeepOneCard, names: Names) -> str:
    known = [card_term(card, names.language) for card in now.drawn if card != UNKNOWN]
    if not known:
        return words
    return names.language.text("{waiting}: {cards}", waiting=words, cards=join_or(known, names.language))


def _steps(words: str, now: CardDiscard, names: Names) -> str:
    step = step_term(now.step, names.language)
    return names.language.text("{waiting}, each for {step}", waiting=words, step=step)


def _white(words: str, now: DiscOffer, names: Names) -> str:
    return names.language.text(
        "{waiting}, the {depth} from the top of {street}",
        waiting=words,
        depth=depth_term(now.depth, names.language),
        street=of_street(names, now.street),
    )


_OFFERED: Final[dict[type[Frame], Callable[[str, Any, Names], str]]] = {
    CardDiscard: _steps,
    KeepOneCard: _drawn,
    MoveOffer: _moves,
    DiscOffer: _white,
}
"""What the game waits for, including exactly what is offered."""


def _is_missed(gap: Gap) -> bool:
    return isinstance(gap.event, WentUnrecorded)


def _warning(gap: Gap, names: Names) -> str:
    return names.language.text(
        "{id}: what {name} did was not recorded; the table may have looked different",
        id=gap.id,
        name=shortened(names.name(gap.event.actor), NAME_WIDTH),
    )
