"""Commands as clauses: one entry a kind in ``COMMAND_WORDS``."""

from collections.abc import Callable
from typing import Any, Final

from calimala_es.commands import (
    Act,
    ActivateWhite,
    ChooseStart,
    ChooseTile,
    Command,
    DealInfluence,
    Decline,
    Discard,
    DraftCard,
    DrawCard,
    EndActivation,
    KeepInfluence,
    Missed,
    MoveCube,
    Observed,
    OpenInfluence,
    Place,
    PlayCard,
    RevealInfluence,
    Skip,
    TakeBack,
    TurnUpInfluence,
)
from calimala_es.components import IDLE_SUPPORT, PLACE_WORDS
from replays.names import Table
from replays.words.basics import DEPTH_WORDS, DISC_WORDS, card_words, influence_words, listed, row_words, street_words
from replays.words.deeds import action_words, deed_words, start_words
from replays.words.observed import observed_words


def _placing(command: Place, table: Table) -> str:
    instead = " and draw two cards" if command.disc == IDLE_SUPPORT else ""
    return f"place a {DISC_WORDS[command.disc]} disc on {street_words(table, command.street)}{instead}"


COMMAND_WORDS: Final[dict[type[Command], Callable[[Any, Table], str]]] = {
    DealInfluence: lambda c, t: "deal " + (listed(map(influence_words, c.cards)) if c.cards else "unknown cards"),
    TurnUpInfluence: lambda c, t: f"turn up {influence_words(c.card)}",
    KeepInfluence: lambda c, t: f"keep {influence_words(c.card)}",
    DraftCard: lambda c, t: f"take {card_words(c.card)}",
    Place: _placing,
    Act: lambda c, t: deed_words(c.action, c.way),
    Skip: lambda c, t: f"{action_words(c.action)} not done",
    PlayCard: lambda c, t: f"play {card_words(c.action)}: {deed_words(c.action, c.way)}",
    EndActivation: lambda c, t: "play no more cards",
    DrawCard: lambda c, t: f"draw {card_words(c.card)}",
    TakeBack: lambda c, t: f"take back the {DEPTH_WORDS.get(c.depth, c.depth)} disc of {street_words(t, c.street)}",
    RevealInfluence: lambda c, t: f"turn over {influence_words(c.card)}",
    Missed: lambda c, t: "nobody wrote down what happened here",
    Observed: lambda c, t: observed_words(c.part, c.value, t),
    OpenInfluence: lambda c, t: f"lay {influence_words(c.card)} open by the board",
    ChooseStart: lambda c, t: f"start with {start_words(c.choice)}",
    Decline: lambda c, t: "leave what is offered",
    Discard: lambda c, t: f"discard {card_words(c.card)}",
    MoveCube: lambda c, t: f"move a cube from {row_words(c.source)} to {row_words(c.target)}",
    ChooseTile: lambda c, t: f"have {PLACE_WORDS[c.tile]} scored first",
    ActivateWhite: lambda c, t: "activate the white disc",
}
"""The clause of each kind of command."""


def command_words(command: Command, table: Table) -> str:
    """What is asked for, in a clause; a command that the rules would refuse may not have words."""
    return COMMAND_WORDS[type(command)](command, table)
