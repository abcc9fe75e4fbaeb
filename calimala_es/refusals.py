"""Words for refusals: what the game waits for, and why a command cannot come now."""

from typing import Any, Final, NoReturn

from calimala_es.actions import able, possible_ways
from calimala_es.commands import Act, Command, PlayCard, Skip
from calimala_es.components import ACTION_WORDS, ACTIONS, COLOUR_WORDS, GAME
from calimala_es.errors import IllegalCommandError
from calimala_es.state import (
    Activation,
    Bottom,
    Dealing,
    Drafting,
    Drawing,
    Frame,
    Keeping,
    Over,
    Placing,
    Revealing,
    State,
    TurningUp,
)

_WAITING: Final[dict[type[Frame], tuple[str, str]]] = {
    Dealing: ("R3.4", "the influence cards of {seat} are to be dealt"),
    TurningUp: ("R3.4", "an influence card is to be laid by the board"),
    Keeping: ("R3.4", "{seat} has to keep an influence card"),
    Drafting: ("R3.5", "{seat} has to take a starting card"),
    Placing: ("R4.1", "{seat} has to place a disc"),
    Activation: ("R4.3", "{seat} {deeds}"),
    Drawing: ("R5.9", "{seat} has to draw a card"),
    Bottom: ("R6.3", "{seat} has to take a disc back from a street"),
    Revealing: ("R7.3", "the influence card of {seat} is to be turned over"),
    Over: ("R7.4", "the game is over"),
}


def colour_of(state: State, seat: int) -> str:
    """A seat's colour, in words."""
    return COLOUR_WORDS[state.setup.colours[seat]]


def waiting_for(state: State) -> tuple[str, str]:
    """The rule that is at work now, and in words what is waited for."""
    now = state.now
    rule, words = _WAITING.get(type(now), ("R4", "the game goes on by itself"))
    seat = getattr(now, "seat", GAME)
    deeds = _deeds_of(now) if type(now) is Activation else ""
    return rule, words.format(seat="the board" if seat == GAME else colour_of(state, seat), deeds=deeds)


def _deeds_of(now: Activation) -> str:
    pending = " and ".join(ACTION_WORDS[action] for action in dict.fromkeys(now.pending))
    return f"carries out {pending}" if pending else "may play cards, or end the activation"


def refuse_now(state: State, command: Command) -> NoReturn:
    """Refuse a command that comes at another moment than its own."""
    rule, words = waiting_for(state)
    raise IllegalCommandError(command, rule, f"this cannot come now: {words}")


def frame_of(state: State, command: Command, frame: type[Any]) -> Any:
    """The pending frame, if it is of the kind that a command answers; refuses the command otherwise."""
    if type(state.now) is not frame:
        refuse_now(state, command)
    return state.now


def refuse_settled(state: State, command: Act | Skip) -> NoReturn:
    """Refuse an action that is not pending (R4.3)."""
    frame_of(state, command, Activation)
    raise IllegalCommandError(
        command,
        "R4.3",
        f"{ACTION_WORDS.get(command.action, command.action)} is not among the actions still to be settled",
        waiting_for(state)[1],
    )


_VERBS: Final = ("build", "weave", "ship", "transport", "contribute")

RULE_OF_ACTION: Final = dict(
    zip(ACTIONS, ("R5.1", "R5.1", "R5.1", "R5.2", "R5.3", "R5.4", "R5.5", "R5.6", "R5.7"), strict=True)
)
"""The rule of section 5 that speaks of an action."""


def refuse_way(state: State, command: Act | PlayCard, now: Activation) -> NoReturn:
    """Refuse a way of doing an action that mat and board do not allow, and name those that they do."""
    ways = possible_ways(command.action, state.room | able(state.mats[now.seat]))
    word = ACTION_WORDS[command.action]
    seat = colour_of(state, now.seat)
    reason = f"{seat} cannot {word}" if word in _VERBS else f"{seat} cannot do {word}"
    raise IllegalCommandError(
        command,
        RULE_OF_ACTION[command.action],
        reason + (f" as {command.action}{command.way}" if command.way else " so"),
        "possible: " + " ".join(command.action + way for way in ways) if ways else f"{word} is impossible now",
    )
