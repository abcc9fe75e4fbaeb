"""The change to make in a game before it is repaired: which decisions are replaced, and by what."""

from typing import NamedTuple

from msgspec.structs import replace

from calimala_es.commands import DrawCard
from calimala_es.errors import CalimalaError
from calimala_es.events import ActivationEnded, DiscActivated
from calimala_es.game import Game, Move, variations_of
from calimala_es.initial import check_setup, initial
from calimala_es.messages import Message
from calimala_es.position import format_position
from calimala_es.setup import Setup
from calimala_es.state import State
from notation.places import PlaceId, parse_place
from notation.position.line import parse_position
from notation.position.values import PositionError
from replays.edit.nodes import Node, Point, read_decisions
from replays.edit.tree import Tree


class RepairError(CalimalaError):
    """A game or a place that is not there or cannot be repaired; the message says what would be correct."""


class Edit(NamedTuple):
    """A replacement of decisions of the main line.

    ``moves`` replace the decisions from number ``first`` up to ``end`` of ``tree``'s main line, and continue from the
    position before number ``first``. With ``start`` the game begins there instead, and every decision comes again.
    """

    tree: Tree
    first: int
    end: int
    moves: tuple[Move, ...]
    start: State | None = None


def replace_at(record: Game, place: str | PlaceId, text: str) -> Edit:
    """Replace one decision, or all those of an activation (e.g. ``7.2``) or a turn (e.g. ``7``).

    ``text`` is notation as a person types it. Raises ``RepairError``, ``UnknownIdError``, and the first
    ``NotationError`` of the text.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> edit = replace_at(game, "17.2.2", "B")
    >>> edit.first, edit.end, [move.command for move in edit.moves]
    (131, 132, [DoAction(action='B', option='')])
    """
    tree, first, end = _span(record, place)
    moves = _read(tree, first, text)
    while len(moves) > end - first and end < len(record.moves):
        # A card that the text gives together with its action was a decision of its own in the record.
        new, known = moves[end - first].command, record.moves[end].command
        if new != known and not (type(new) is type(known) is DrawCard):
            break
        end += 1
    return Edit(tree, first, end, moves)


def insert_at(record: Game, place: str | PlaceId, text: str) -> Edit:
    """Insert decisions before a place; raises the same errors as ``replace_at``."""
    tree, first, _ = _span(record, place)
    return Edit(tree, first, first, _read(tree, first, text))


def remove_at(record: Game, place: str | PlaceId) -> Edit:
    """Remove a decision, or all those of an activation or a turn; raises ``RepairError`` and ``UnknownIdError``.

    >>> from pathlib import Path
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> edit = remove_at(game, "7")
    >>> edit.first, edit.end, edit.moves
    (47, 51, ())
    """
    tree, first, end = _span(record, place)
    return Edit(tree, first, end, ())


def replace_setup(record: Game, setup: Setup) -> Edit:
    """Replace what was settled before the first decision; raises ``SetupError``, and ``RepairError`` for other seats.

    A game that begins in the middle keeps its position: there only tiles and colours can be corrected.

    >>> from pathlib import Path
    >>> from msgspec.structs import replace
    >>> from notation import loads
    >>> game = loads(Path("examples/game-of-four.cgn").read_text(encoding="utf-8"))
    >>> edit = replace_setup(game, replace(game.setup, council=tuple(reversed(game.setup.council))))
    >>> edit.first, edit.end, edit.start.setup.council[0] == game.setup.council[-1]
    (0, 0, True)
    """
    check_setup(setup)
    before = record.setup
    if setup.players != before.players:
        raise RepairError(
            Message(
                "the game has {players} seats, not {number}, and every decision belongs to one of them",
                number=setup.players,
                players=before.players,
            )
        )
    if not record.starts_midway:
        return Edit(Tree.of(record), 0, 0, (), initial(setup))
    if (setup.ruleset, setup.families, bool(setup.intrigue)) != (
        before.ruleset,
        before.families,
        bool(before.intrigue),
    ):
        raise RepairError(
            Message("the record begins in the middle of a game: only its tiles and colours can be corrected")
        )
    start = replace(record.start, setup=setup)
    try:
        parse_position(format_position(start))
    except PositionError as error:
        raise RepairError(
            Message("the position that the game begins with would be impossible: {reason}", reason=error.text)
        ) from None
    return Edit(Tree.of(record), 0, 0, (), start)


def _span(record: Game, place: str | PlaceId) -> tuple[Tree, int, int]:
    """Return the decisions at a place: that of an event, or all those of an activation or a turn."""
    wanted = parse_place(place) if isinstance(place, str) else place
    if wanted.variation:
        raise RepairError(Message("{id} is in a variation; fork it first, then repair the fork", id=wanted))
    tree = Tree.of(record)
    node = tree.find(wanted)
    first = node.depth - 1
    if len(wanted.numbers) == 3:
        return tree, *_span_of_event(node, wanted)
    if not wanted.has(node.event_ids[0]):
        raise _undecided(wanted, node)
    end = first + 1
    following = node.next
    while following is not None and wanted.has(following.event_ids[0]):
        end, following = end + 1, following.next
    return tree, first, end


def _span_of_event(node: Node, wanted: PlaceId) -> tuple[int, int]:
    """Return the decision of an event, or the first decision of the activation that the event begins.

    Raises ``RepairError`` for any other event that no player decided.
    """
    if wanted.has(node.event_ids[0]):
        return node.depth - 1, node.depth
    # What follows from the end of an activation is found at the decision before that.
    for cause in (node, *node.branch.after(node)):
        event = next((event for event, id in zip(cause.events, cause.event_ids, strict=True) if wanted.has(id)), None)
        if event is not None and not isinstance(event, ActivationEnded):
            if isinstance(event, DiscActivated) and cause.next is not None:
                return cause.depth, cause.depth + 1
            break
    raise _undecided(wanted, node)


def _undecided(wanted: PlaceId, node: Node) -> RepairError:
    """Return the error for a place that followed from a decision."""
    return RepairError(
        Message(
            "{id} was not a decision: it followed from {word} at {place}; repair that instead",
            id=wanted,
            word=node.symbol,
            place=node.id,
        )
    )


def _read(tree: Tree, first: int, text: str) -> tuple[Move, ...]:
    """Read a text that continues from the move before number ``first``.

    Raises the first ``NotationError``, and ``RepairError`` for a variation with an id that the game already uses.
    """
    point: Point = next((node for node in tree.main if node.depth == first), tree.root)
    notes, moves = read_decisions(text, point.state, point.led_here, tree.lines.free_ids())
    for variation in variations_of(Game(tree.root.state.setup, point.state, moves)):
        if variation.id in tree.lines.by_id:
            raise RepairError(
                Message("there is already a variation {id}; leave out the id to get a free one", id=variation.id)
            )
    return (replace(moves[0], notes=(*notes, *moves[0].notes)), *moves[1:])
