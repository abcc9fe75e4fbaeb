"""One record out of several of one game: what each knows, what each says about it, and every contradiction."""

from collections.abc import Sequence
from typing import Final

from notation.merging.aligning import Piece, aligned
from notation.merging.beginnings import Beginning, beginning
from notation.merging.conflicts import Conflict, Merged, MergeError, Origin
from notation.merging.headers import join_headers, with_own_layers
from notation.merging.notes import VariationJoiner
from notation.merging.setups import agreed
from notation.merging.trace import Trace
from notation.merging.weaving import RefusedError, Weaver
from notation.record import Depth, Record
from notation.variations import variations_of

DEPTHS: Final[tuple[Depth, ...]] = ("result", "placements", "full")
"""From the shallowest to the deepest."""

MOST_SUSPECTS: Final = 40
"""How many things taken from another record are looked at for the one that the rules do not allow."""


def merge(*records: Record, names: Sequence[str] = ()) -> Merged:
    """The record that several records of one game make up together.

    Decision by decision the known goes before the unknown: cards that one seat saw, an influence card that was turned
    over later, turns that one scribe missed, the rest of a record that stops. What two records know and tell otherwise
    is a conflict: the merged record has the reading of the one that is named first, the other stands in a variation
    with the name of its record, or in a comment where it cannot be played; headers and notes stand beside each other.
    Notes, layers, variations and headers of all are kept, those that are the same once.

    ``names`` are what the records are called in conflicts and variations, otherwise ``1``, ``2`` and so on. Raises
    ``MergeError`` for records that are not of one game, and ``IllegalCommandError`` for one that the rules refuse.
    """
    if not records:
        raise MergeError("there is nothing to merge")
    called = [*names, *(str(number) for number in range(len(names) + 1, len(records) + 1))]
    ids = {variation.id for record in records for variation in variations_of(record)}
    merged = Merged(records[0])
    origins: Sequence[Origin] | None = None
    for name, record in zip(called[1:], records[1:], strict=False):
        merged, origins = _merged(merged, record, (called[0], name), origins, ids)
    return merged


def _merged(
    so_far: Merged, record: Record, names: tuple[str, str], origins: Sequence[Origin] | None, ids: set[str]
) -> tuple[Merged, Sequence[Origin]]:
    """What has been merged so far, and one record more; and where each decision of it was written first."""
    first, second, setup_remarks = agreed(so_far.record, record, names)
    second, layer_remarks = with_own_layers(first, second, names)
    begun = beginning(Trace(first, names[0], origins), Trace(second, names[1]))
    pieces = [*aligned(*begun.traces, begun.starts)]
    woven = _woven(pieces, begun, (first, second), ids)
    headers = join_headers(first.headers, second.headers, names)
    earlier = second if begun.starts[1] else first
    is_whole = earlier.start is None or (begun.starts == (0, 0) and second.start is None)
    joined = Record(
        setup=first.setup,
        moves=tuple(woven.moves),
        headers=headers.headers,
        notes=woven.start_notes,
        start=None if is_whole else woven.states[0],
        depth=_deeper(first.depth, second.depth),
    )
    conflicts: tuple[Conflict, ...] = (*so_far.conflicts, *headers.conflicts, *woven.conflicts)
    remarks = (*so_far.remarks, *setup_remarks, *layer_remarks, *woven.remarks, *woven.joiner.remarks)
    return Merged(joined, conflicts, remarks), woven.origins


def _deeper(one: Depth, other: Depth) -> Depth:
    return one if DEPTHS.index(one) >= DEPTHS.index(other) else other


def _woven(pieces: Sequence[Piece], begun: Beginning, records: tuple[Record, Record], ids: set[str]) -> Weaver:
    """All pieces in one line, without what the rules do not allow beside the first record; raises ``MergeError``."""
    banned: set[int] = set()
    while True:
        weaver, refused = _tried(pieces, begun, records, ids, banned)
        if refused is None:
            return weaver
        suspects = [number for number in reversed(weaver.taken) if number not in banned]
        if not suspects:
            raise MergeError(f"{begun.traces[0].source} cannot be played on from {begun.traces[1].source}: {refused}")
        guilty = next(
            (
                number
                for number in suspects[:MOST_SUSPECTS]
                if _reaches(refused.piece, pieces, begun, records, ids, banned | {number})
            ),
            None,
        )
        banned |= {*suspects} if guilty is None else {guilty}


def _tried(
    pieces: Sequence[Piece],
    begun: Beginning,
    records: tuple[Record, Record],
    ids: set[str],
    banned: set[int],
) -> tuple[Weaver, RefusedError | None]:
    """The line as far as it can be woven, and what the rules refuse in it."""
    first, second = records
    own = (variation.id for variation in variations_of(first))
    joiner = VariationJoiner(own, ids, begun.traces[1].source)
    weaver = Weaver(begun.traces, begun.start, joiner, banned)
    try:
        weaver.weave(pieces, (first.notes, second.notes))
    except RefusedError as refused:
        return weaver, refused
    return weaver, None


def _reaches(
    piece: int,
    pieces: Sequence[Piece],
    begun: Beginning,
    records: tuple[Record, Record],
    ids: set[str],
    banned: set[int],
) -> bool:
    """Whether a piece can be woven in."""
    refused = _tried(pieces, begun, records, ids, banned)[1]
    return refused is None or refused.piece > piece
