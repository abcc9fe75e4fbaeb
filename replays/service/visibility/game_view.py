"""A game as somebody sees it: what end points answer with, and all that they answer with.

Those who write a game down, or own it, see what was written. A seat sees its own cards, those that it entered itself
included, everybody else what lay open; once a game is over, everybody sees what was written. Two games that differ only
in what somebody may not see make the same ``GameView`` for them.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

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
from replays.service.limits import check_length
from replays.service.visibility.hands import Disagreement, overlay
from replays.service.visibility.pseudonyms import TABLE_LAYER, own_layer, without_names
from replays.stored.records import names_of, record_of
from replays.text.languages import ENGLISH, Language
from replays.text.names import Names, SeatNames

HEARD: Final = frozenset((TABLE_LAYER,))
"""The layers that everybody hears, whatever they see; a seat hears its own as well."""


class ViewKey(NamedTuple):
    """What decides what a principal sees of a game; those who have the same key see the same.

    ``viewer`` is the seat or the public while the game goes on; ``writes`` is on for those who record it.
    """

    viewer: Viewer
    sees_all: bool
    names_shown: bool
    writes: bool

    @classmethod
    def of(cls, principal: Principal, *, is_over: bool, names_shown: bool) -> "ViewKey":
        """Return the key of a principal; ``names_shown`` says whether those who only look read people's names."""
        writes = principal.may(Right.RECORD)
        viewer = principal.seat if principal.right is Right.CLAIM else PUBLIC
        return cls(viewer, is_over or writes, names_shown or principal.right > Right.LOOK, writes)


class GameView:
    """A game as somebody sees it; made by ``view_for``.

    ``version`` counts the rows of the game, or what those who look on know of them; ``game`` is what was played;
    ``viewer`` is the seat or ``PUBLIC`` where ``sees_all`` is off; ``player_names`` are those by seat, as far as they
    are known; ``disagreement`` is what of the cards that a seat entered is refuted.
    """

    def __init__(
        self,
        id: str,
        version: int,
        game: Game,
        viewer: Viewer = PUBLIC,
        *,
        sees_all: bool,
        player_names: SeatNames,
        record: Callable[[], Game] | None = None,
        disagreement: Disagreement | None = None,
    ) -> None:
        """Store what is seen; ``record`` makes the game with all that is said about it, if ``game`` is without that."""
        self.id = id
        self.version = version
        self.game = game
        self.viewer = viewer
        self.sees_all = sees_all
        self.player_names = player_names
        self.disagreement = disagreement
        self._record = record
        self.cache: dict[object, Any] = {}
        """What was made of it, by what makes it, so that it is made once for all who see the same."""

    @cached_property
    def record(self) -> Game:
        """The game with all that is said about it."""
        return self._record() if self._record else self.game

    @cached_property
    def replay(self) -> Replay:
        """The replay of the record."""
        return Replay(self.record)

    def names_in(self, language: Language = ENGLISH) -> Names:
        """Return how people are called in sentences."""
        return Names.of(self.game.setup, self.player_names, language)

    @cached_property
    def depths(self) -> Depths:
        """What is recorded of each moment."""
        return Depths(self.replay)

    @cached_property
    def tree(self) -> Tree:
        """The game with its variations."""
        return Tree.of(self.record)


def view_for(game: StoredGame, entered: Sequence[Mapping[int, Command]], key: ViewKey) -> GameView:
    """Return what those with a key see of a game; ``entered`` are the commands that each seat entered of its cards.

    Raises ``Problem`` for a game that has more than a service shows; to those who record it only for the whole record.
    """
    if not key.writes:
        check_length(len(game.numbers))
    version = game.version if key.writes else seen_version(game.entries, key.viewer)
    if key.sees_all:
        names = names_of(game.setup, game.headers) if key.names_shown else {}
        record = partial(_record_of, game, names_shown=key.names_shown)
        return GameView(game.id, version, game.played, sees_all=True, player_names=names, record=record)
    viewer = key.viewer
    layers = HEARD if viewer is None else HEARD | {own_layer(game.setup, viewer)}
    seen = redact(_record_of(game, names_shown=key.names_shown), viewer, layers)
    disagreement = None
    if viewer is not None and entered[viewer]:
        start = start_of(seen)
        commands, disagreement = overlay(start, seen.commands, game.anchors, entered[viewer], viewer)
        moves = zip(moves_from(start, commands), seen.moves, strict=True)
        seen = replace(seen, moves=tuple(replace(move, notes=before.notes) for move, before in moves))
    names = names_of(seen.setup, seen.headers)
    return GameView(game.id, version, seen, viewer, sees_all=False, player_names=names, disagreement=disagreement)


def _record_of(game: StoredGame, *, names_shown: bool) -> Game:
    """Return a game with all that is said about it, without the names of people if they are not shown."""
    check_length(len(game.numbers))
    record = record_of(game)
    return record if names_shown else without_names(record)
