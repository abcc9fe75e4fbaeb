"""Words for refusals: what the game waits for, and why a command cannot come now."""

from typing import Any, Final, NoReturn

from calimala_es.actions.missing import lack_of_action, lacking, lacks_of_option
from calimala_es.actions.possible import mat_mask, possible_options
from calimala_es.clauses import DEED_WORDS, Clause, clause
from calimala_es.commands import Command, DiscardCard, DoAction, PlayCard, SkipAction
from calimala_es.components import ACTION_WORDS, ACTIONS, GAME, INTRIGUE_ACTIONS
from calimala_es.errors import IllegalCommandError, NotDueError
from calimala_es.frames import (
    ActionOffer,
    Activation,
    CardDiscard,
    CardDraft,
    CardDraw,
    CardOffer,
    DiscOffer,
    FamilyStart,
    Frame,
    GameOver,
    InfluenceChoice,
    InfluenceDeal,
    InfluenceOpening,
    InfluenceReveal,
    InfluenceTurnUp,
    IntrigueChoice,
    KeepOneCard,
    MoveOffer,
    Placement,
    Promotion,
    TileOffer,
)
from calimala_es.state import State, activation_of, hand_of, holds

WAITING: Final[dict[type[Frame], tuple[str, str]]] = {
    InfluenceDeal: ("R3.4", "the influence cards of {seat} are to be dealt"),
    InfluenceTurnUp: ("R3.4", "an influence card is to be laid by the board"),
    InfluenceChoice: ("R3.4", "{seat} has to keep an influence card"),
    CardDraft: ("R3.5", "{seat} has to take a starting card"),
    Placement: ("R4.1", "{seat} has to place a disc"),
    Activation: ("R4.3", "{seat} may play cards, or end the activation"),
    CardDraw: ("R5.9", "{seat} has to draw a card"),
    Promotion: ("R6.3", "{seat} has to take a disc back from a street"),
    InfluenceOpening: ("R8.2", "{seat} has to lay an influence card open"),
    FamilyStart: ("R11", "{seat} has to choose the start of the family {family}"),
    IntrigueChoice: ("R10.1", "{seat} has to take an intrigue action, {deeds}, or waive it"),
    CardDiscard: ("R10.5", "{seat} may discard cards for steps on the faction track"),
    KeepOneCard: ("R11.Scali", "{seat} has to discard one of the cards drawn"),
    CardOffer: ("R11.{family}", "{seat} may play a card before the scoring"),
    ActionOffer: ("R11.{family}", "{seat} may carry out {deeds} instead of drawing a card"),
    MoveOffer: ("R11.{family}", "{seat} may move a cube"),
    TileOffer: ("R11.{family}", "{seat} may have {tile} scored first"),
    DiscOffer: ("R11.{family}", "{seat} may activate the white disc"),
    InfluenceReveal: ("R7.3", "the influence card of {seat} is to be turned over"),
    GameOver: ("R7.4", "the game is over"),
}
"""For each frame that waits the rule that is at work, and what is waited for; fields stand in braces."""

GOES_ON: Final = ("R4", "the game goes on by itself")
"""The same where nothing is waited for."""

ACTING: Final = "{seat} carries out {actions}"
"""The same of somebody who is activated, as long as actions are still to be settled."""


def waiting_for(state: State) -> tuple[str, Clause]:
    """The rule that is at work now, and in words what is waited for."""
    now = state.now
    rule, message = WAITING.get(type(now), GOES_ON)
    if type(now) is CardDraw and activation_of(state) is None:
        rule = "R10.1" if state.turn else "R11.{family}"
    seat = getattr(now, "seat", GAME)
    fields: dict[str, Any] = {"seat": seat}
    if type(now) is Activation and now.pending:
        message, fields["actions"] = ACTING, (*dict.fromkeys(now.pending),)
    elif type(now) is IntrigueChoice:
        fields["deeds"] = (*now.pending,)
    elif type(now) is ActionOffer:
        fields["deeds"] = (*now.actions,)
    elif type(now) is TileOffer:
        fields["tile"] = now.tile
    family = "" if seat == GAME else state.mats[seat].family
    if type(now) is FamilyStart:
        fields["family"] = family
    return rule.format(family=family), clause(message, state, **fields)


def not_due(state: State) -> Clause:
    """That something is not due in a state, and what is waited for there."""
    return clause("this is not due here: {waiting}", state, waiting=waiting_for(state)[1])


def refuse_now(state: State, command: Command) -> NoReturn:
    """Refuse a command that comes at another moment than its own; when the game is over there is none."""
    refusal = IllegalCommandError if type(state.now) is GameOver else NotDueError
    raise refusal(
        command,
        lambda: waiting_for(state)[0],
        lambda: clause("this cannot come now: {waiting}", state, waiting=waiting_for(state)[1]),
    )


def frame_of(state: State, command: Command, frame: type[Any]) -> Any:
    """The pending frame, if it is of the kind that a command answers; refuses the command otherwise."""
    if type(state.now) is not frame:
        refuse_now(state, command)
    return state.now


_ACTING_FRAMES: Final = (Activation, IntrigueChoice, ActionOffer)
"""The frames in which actions are pending."""


def refuse_settled(state: State, command: DoAction | SkipAction) -> NoReturn:
    """Refuse an action that is not pending (R4.3, R10.1, R11.Spini)."""
    if type(state.now) not in _ACTING_FRAMES:
        refuse_now(state, command)
    raise NotDueError(
        command,
        lambda: waiting_for(state)[0],
        lambda: clause("{action} is not among the actions still to be settled", state, action=command.action),
        lambda: waiting_for(state)[1],
    )


_VERBS: Final = ("build", "weave", "ship", "transport", "contribute")

RULE_OF_ACTION: Final = {
    **dict(zip(ACTIONS, ("R5.1", "R5.1", "R5.1", "R5.2", "R5.3", "R5.4", "R5.5", "R5.6", "R5.7"), strict=True)),
    **dict.fromkeys(INTRIGUE_ACTIONS, "R10.3"),
}
"""The rule that speaks of an action."""


CANNOT: Final = {
    ("so", True): "{seat} cannot {action} so",
    ("so", False): "{seat} cannot do {action} so",
    ("as", True): "{seat} cannot {action} as {word}",
    ("as", False): "{seat} cannot do {action} as {word}",
    ("lacks", True): "{seat} cannot {action} as {word}: {waiting}",
    ("lacks", False): "{seat} cannot do {action} as {word}: {waiting}",
}
"""What is said of a way that is none, or that lacks something; the second of a key is on where the action is a verb."""


def refuse_option(state: State, command: DoAction | PlayCard, seat: int) -> NoReturn:
    """Refuse a way of doing an action that mat and board do not allow, and name those that they do."""
    raise IllegalCommandError(
        command,
        RULE_OF_ACTION[command.action],
        lambda: _impossible_words(state, command, seat),
        lambda: _possible_words(state, command, seat),
    )


def _impossible_words(state: State, command: DoAction | PlayCard, seat: int) -> Clause:
    action, word = command.action, state.free_cells | mat_mask(state.mats[seat])
    if not possible_options(action, word):
        why = lacking(state, lack_of_action(action, word), seat)
        return clause("{action} is impossible for {seat}: {waiting}", state, seat=seat, action=action, waiting=why)
    said = {"seat": seat, "action": action, "word": action + command.option}
    lacks = lacks_of_option(action, command.option, word)
    if lacks:
        said["waiting"] = lacking(state, lacks[0], seat)
    kind = "lacks" if lacks else "as" if command.option else "so"
    return clause(CANNOT[kind, DEED_WORDS[action] in _VERBS], state, **said)


def _possible_words(state: State, command: DoAction | PlayCard, seat: int) -> str:
    action = command.action
    options = possible_options(action, state.free_cells | mat_mask(state.mats[seat]))
    if options:
        return "possible: " + " ".join(action + option for option in options)
    if isinstance(command, PlayCard):
        return clause("another card, or none", state)
    return clause("{word}: not done, and a card is drawn where the rules give one", state, word=f"{action}-")


def refuse_card_not_held(state: State, command: PlayCard | DiscardCard, seat: int, card: str) -> None:
    """Refuse a card that a player cannot have in the hand."""
    mat = state.mats[seat]
    if card not in ACTION_WORDS or not holds(state, mat, card):
        raise IllegalCommandError(
            command,
            "R5.10",
            lambda: clause("{seat} holds no {action} card", state, seat=seat, action=card),
            lambda: f"known in the hand: {' '.join(hand_of(mat)) or 'none'}, unknown: {mat.unknown}",
        )


def refuse_leaving_nothing(state: State, command: Command) -> NoReturn:
    """Refuse what would leave none of the pending actions possible while one of them has to be done (R4.2)."""
    raise IllegalCommandError(
        command,
        "R4.2",
        lambda: clause(
            "after this no action of the street just chosen would be possible, and one has to be done", state
        ),
        "do one of the street's actions first",
    )
