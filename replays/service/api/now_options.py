"""What may come next, sorted for a page of buttons: of which kind each decision is, and which one is likeliest."""

from typing import Final

from msgspec import Struct

from calimala_es.commands import (
    ActivateWhiteDisc,
    ChooseStart,
    ChooseTile,
    Command,
    DealInfluence,
    DeclineOffer,
    DiscardCard,
    DoAction,
    DraftCard,
    DrawCard,
    EndActivation,
    KeepInfluence,
    MoveCube,
    OpenInfluence,
    PlaceDisc,
    PlayCard,
    RevealInfluence,
    SkipAction,
    TakeDiscBack,
    TurnUpInfluence,
)
from calimala_es.components import UNKNOWN
from calimala_es.frames import Activation, CardDiscard, CardDraw, InfluenceChoice, InfluenceDeal, MoveOffer
from calimala_es.legal import legal
from calimala_es.state import State
from notation.words.symbols import format_command
from replays.names import Table
from replays.words import command_words


class NowOption(Struct, frozen=True):
    """A decision that may come: in notation, in words, and of which kind it is.

    ``group`` is ``street`` (a disc is placed or taken back), ``action``, ``card`` (one is played or discarded),
    ``skip`` (an action is left, an offer declined), ``end`` (no more cards), ``draw`` (chance gives a card) or
    ``other``. ``street`` are the two squares, as ``36``; ``disc`` is ``c`` coloured, ``w`` white, ``s`` support, ``d``
    support with two cards; ``action`` the letter of the action or card; ``null`` where a decision has none.
    """

    symbol: str
    words: str
    group: str
    street: str | None = None
    disc: str | None = None
    action: str | None = None


GROUPS: Final[dict[type[Command], str]] = {
    PlaceDisc: "street",
    TakeDiscBack: "street",
    DoAction: "action",
    PlayCard: "card",
    DiscardCard: "card",
    SkipAction: "skip",
    DeclineOffer: "skip",
    EndActivation: "end",
    DrawCard: "draw",
    DealInfluence: "draw",
    TurnUpInfluence: "draw",
    RevealInfluence: "draw",
    KeepInfluence: "other",
    OpenInfluence: "other",
    DraftCard: "other",
    ChooseStart: "other",
    ChooseTile: "other",
    MoveCube: "other",
    ActivateWhiteDisc: "other",
}
"""With which buttons a decision is shown."""


class ActiveDisc(Struct, frozen=True):
    """The disc that is being activated: its street, its depth, 1 on top, and the actions still to be settled."""

    street: str
    depth: int
    pending: str


_UNSEEN: Final[dict[type, Command]] = {
    CardDraw: DrawCard(UNKNOWN),
    InfluenceDeal: DealInfluence(()),
    InfluenceChoice: KeepInfluence(UNKNOWN),
}
"""What comes for a frame where nobody at the table sees the card (R3.4, R5.9)."""

_DECLINED: Final = (CardDiscard, MoveOffer)
"""The offers that mostly are left."""


def options_now(state: State, table: Table) -> list[NowOption]:
    """What may come, in the order of the rules."""
    return [_option(state, command, table) for command in legal(state)]


def _option(state: State, command: Command, table: Table) -> NowOption:
    return NowOption(
        format_command(state, command),
        command_words(command, table),
        GROUPS[type(command)],
        getattr(command, "street", None),
        getattr(command, "disc", None),
        getattr(command, "action", None) or getattr(command, "card", None),
    )


def active_disc(state: State) -> ActiveDisc | None:
    """The disc that is being activated, also while a card is drawn for it; ``None`` where none is."""
    frames = (frame for frame in (state.now, *state.later) if isinstance(frame, Activation))
    frame = next(frames, None)
    return ActiveDisc(frame.street, frame.depth, frame.pending) if frame else None


def unseen(state: State) -> Command | None:
    """What chance gives, or a player keeps, without anybody at the table seeing it; ``None`` where all is seen."""
    return _UNSEEN.get(type(state.now))


def usual(state: State) -> Command | None:
    """The decision that is likeliest; ``None`` where several are as likely."""
    command = unseen(state)
    if command is not None:
        return command
    options = legal(state)
    if len(options) == 1:
        return options[0]
    if isinstance(state.now, _DECLINED):
        return options[-1]
    acts = [option for option in options if isinstance(option, DoAction)]
    if len(acts) == 1:
        return acts[0]
    return next((option for option in options if isinstance(option, EndActivation)), None)
