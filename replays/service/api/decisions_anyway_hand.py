"""A card that somebody played although the hand, as it was written down, lacks it: another was written in its place.

Which one nobody can tell, so the card that was drawn last and may have been it is unknown from where it was drawn on,
and the hand keeps its size. To whoever does not see that hand nothing is otherwise.
"""

from msgspec.structs import replace

from calimala_es.commands import Command, DrawCard, PlayCard
from calimala_es.components import UNKNOWN
from calimala_es.errors import IllegalCommandError
from calimala_es.game import Game, moves_from
from calimala_es.state import holds
from notation.words.symbols import DEEDS

_FORGOTTEN = DrawCard(UNKNOWN)


def unsure(word: str, game: Game) -> tuple[int, Game]:
    """The game in which who acts may hold the card that was played, and how many of its decisions are as they were.

    The game as it is where the hand may hold it, or where no card that was drawn may have been it.
    """
    kept = len(game.moves)
    state, played = game.state, DEEDS.get(word.strip().upper(), (None,))[0]
    seat: int = getattr(state.now, "seat", -1)
    if not isinstance(played, PlayCard) or seat < 0 or holds(state, state.mats[seat], played.action):
        return kept, game
    for place in range(kept - 1, -1, -1):
        command = game.moves[place].command
        if isinstance(command, DrawCard) and command != _FORGOTTEN and _whose(game, place) == seat:
            found = _decided_again(game, place)
            if found is not None and holds(found.state, found.state.mats[seat], played.action):
                return place, found
    return kept, game


def _whose(game: Game, place: int) -> int:
    seat: int = getattr(game.state_at(place).now, "seat", -1)
    return seat


def _decided_again(game: Game, place: int) -> Game | None:
    """The game with the card unknown that a decision drew; ``None`` where something cannot stand then."""
    commands: tuple[Command, ...] = (_FORGOTTEN, *game.commands[place + 1 :])
    try:
        moves = moves_from(game.state_at(place), commands)
    except IllegalCommandError:
        return None
    return replace(game, moves=(*game.moves[:place], *moves))
