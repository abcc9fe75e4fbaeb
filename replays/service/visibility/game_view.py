"""A game as somebody sees it: what end points answer with, and all that they answer with.

Those who write a game down, or own it, see what was written. A seat sees its own cards, those that it entered itself
included, everybody else what lay open; once a game is over, everybody sees what was written. Two games that differ only
in what somebody may not see make the same ``GameView`` for them.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.game import Game, moves_from
from calimala_es.store import StoredGame
from calimala_es.store.read_models import seen_version
from calimala_es.view import PUBLIC, Viewer
from notation.writer.games import start_of
from replays.depths import Depths
from replays.edit.redact import redact
from replays.edit.tree import Tree
from replays.replay import Replay
from replays.service.access import Principal, Right
from replays.service.visibility.hands import Disagreement, overlay
from replays.service.visibility.pseudonyms import TABLE_LAYER, own_layer, without_names
from replays.stored.records import names_of, record_of
from replays.text.languages import ENGLISH, Language
from replays.text.names import Names

HEARD: Final = frozenset((TABLE_LAYER,))
"""The layers that everybody hears, whatever they see; a seat hears its own as well."""


class GameView:
    """A game as somebody sees it; made by ``view_for``.

    ``version`` counts the rows of the game, or what those who look on know of them; ``viewer`` is the seat or
    ``PUBLIC`` where ``sees_all`` is off; ``names`` says whether people are called by their names; ``disagreement`` is
    what of the cards that a seat entered is refuted. Also what ``Depths`` asks for.
    """

    def __init__(
        self,
        id: str,
        version: int,
        record: Game,
        replay: Replay,
        viewer: Viewer,
        *,
        sees_all: bool,
        disagreement: Disagreement | None = None,
    ) -> None:
        """Hold what was worked out."""
        self.id = id
        self.version = version
        self.record = record
        self.replay = replay
        self.viewer = viewer
        self.sees_all = sees_all
        self.disagreement = disagreement
        self.cache: dict[object, Any] = {}
        """What was made of it, by what makes it, so that it is made once for all who see the same."""

    @cached_property
    def player_names(self) -> Mapping[int, str]:
        """The players' names by seat, as far as they are known."""
        return names_of(self.record.setup, self.record.headers)

    def names_in(self, language: Language = ENGLISH) -> Names:
        """Return how people are called in sentences."""
        return Names.of(self.record.setup, self.player_names, language)

    @cached_property
    def depths(self) -> Depths:
        """What is recorded of each moment."""
        return Depths(self.replay)

    @cached_property
    def tree(self) -> Tree:
        """The game with its variations."""
        return Tree.of(self.record)


def viewer_for(principal: Principal, *, is_over: bool) -> tuple[Viewer, bool]:
    """Return as whom somebody sees a game, and whether they see all of it."""
    if is_over or principal.may(Right.RECORD):
        return PUBLIC, True
    return follower_viewer(principal), False


def follower_viewer(principal: Principal) -> Viewer:
    """Return as whom somebody who does not write follows a game from its beginning: a seat, or the public."""
    return principal.seat if principal.right is Right.TELL else PUBLIC


def view_for(
    game: StoredGame, principal: Principal, entered: tuple[Mapping[int, Command], ...], *, names_shown: bool
) -> GameView:
    """Return what somebody sees of a game; ``entered`` are the commands that seats entered, as ``Store.told``."""
    viewer, sees_all = viewer_for(principal, is_over=game.state.is_over)
    may_record = principal.may(Right.RECORD)
    version = game.version if may_record else seen_version(game.entries, follower_viewer(principal))
    record = record_of(game)
    if not names_shown:
        record = without_names(record)
    if sees_all:
        return GameView(game.id, version, record, Replay(record), viewer, sees_all=True)
    record = redact(record, viewer, HEARD if viewer is None else HEARD | {own_layer(game.setup, viewer)})
    start, disagreement = start_of(record), None
    if viewer is not None and entered[viewer]:
        commands, disagreement = overlay(start, record.commands, game.anchors, entered[viewer], viewer)
        entered_moves = moves_from(start, commands)
        moves = zip(entered_moves, record.moves, strict=True)
        record = replace(record, moves=tuple(replace(move, notes=before.notes) for move, before in moves))
    replay = Replay(record)
    return GameView(game.id, version, record, replay, viewer, sees_all=False, disagreement=disagreement)
