"""A game as somebody sees it: what end points answer with, and all that they answer with.

Whoever writes a game down, or owns it, sees what was written. A seat sees its own cards, those that it told itself
included, everybody else what lay open; once a game is over, everybody sees what was written. Two games that differ only
in what somebody may not see make the same ``Sight`` for them.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from msgspec.structs import replace

from calimala_es.commands import Command
from calimala_es.game import Game, moves_from
from calimala_es.store import StoredGame
from calimala_es.store.seen import seen_version
from calimala_es.view import PUBLIC, Viewer
from notation.redact import redact
from notation.tree import Tree
from notation.writer import start_of
from replays.depths import Depths
from replays.languages import ENGLISH, Language
from replays.names import Table, table_of
from replays.replay import Replay
from replays.service.asking.asker import Asker, Right
from replays.service.seeing.pseudonyms import TABLE_LAYER, own_layer, without_names
from replays.service.seeing.telling import Disagreement, overlaid
from replays.stored.records import names_of, record_of

HEARD: Final = frozenset((TABLE_LAYER,))
"""The layers that everybody hears, whatever they see; a seat hears its own as well."""


class Sight:
    """A game as somebody sees it; made by ``sight_of``.

    ``version`` counts the rows of the game, or what those who look on know of them; ``viewer`` is the seat or
    ``PUBLIC`` where ``sees_all`` is off; ``names`` says whether people are called by their names; ``disagreement`` is
    what of the cards that a seat told is refuted. Also what ``Depths`` asks for.
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
        """Keep what was worked out."""
        self.id = id
        self.version = version
        self.record = record
        self.replay = replay
        self.viewer = viewer
        self.sees_all = sees_all
        self.disagreement = disagreement
        self.kept: dict[object, Any] = {}
        """What was made of it, by what makes it, so that it is made once for all who see the same."""

    @cached_property
    def names(self) -> Mapping[int, str]:
        """The players' names by seat, as far as they are told."""
        return names_of(self.record.setup, self.record.headers)

    def table(self, language: Language = ENGLISH) -> Table:
        """How people are called in sentences."""
        return table_of(self.record.setup, self.names, language)

    @cached_property
    def depths(self) -> Depths:
        """What the record tells of each moment."""
        return Depths(self)

    @cached_property
    def tree(self) -> Tree:
        """The game with its variations."""
        return Tree.of(self.record)


def whose(asker: Asker, *, is_over: bool) -> tuple[Viewer, bool]:
    """With whose eyes somebody sees, and whether they see all."""
    if is_over or asker.may(Right.RECORD):
        return PUBLIC, True
    return knowing(asker), False


def knowing(asker: Asker) -> Viewer:
    """With whose eyes somebody who does not write follows a game from its beginning: those of a seat, or the public."""
    return asker.seat if asker.right is Right.TELL else PUBLIC


def sight_of(game: StoredGame, asker: Asker, told: tuple[Mapping[int, Command], ...], *, names_shown: bool) -> Sight:
    """What somebody sees of a game; ``told`` are the commands that seats told, by seat, as ``Store.told``."""
    viewer, sees_all = whose(asker, is_over=game.state.is_over)
    version = game.version if asker.may(Right.RECORD) else seen_version(game.entries, knowing(asker))
    record = record_of(game)
    if not names_shown:
        record = without_names(record)
    if sees_all:
        replay = Replay(game.played)
        return Sight(game.id, version, record, replay, viewer, sees_all=True)
    record = redact(record, viewer, HEARD if viewer is None else HEARD | {own_layer(game.setup, viewer)})
    start, disagreement = start_of(record), None
    if viewer is not None and told[viewer]:
        commands, disagreement = overlaid(start, record.commands, game.anchors, told[viewer], viewer)
        moves = zip(record.moves, moves_from(start, commands), strict=True)
        record = replace(record, moves=tuple(replace(told, notes=move.notes) for move, told in moves))
    replay = Replay(record)
    return Sight(game.id, version, record, replay, viewer, sees_all=False, disagreement=disagreement)
