"""The canonical text of a game: one form for each, byte for byte. How decisions become lines says ``layout``."""

from collections.abc import Sequence

from calimala_es.commands import EndActivation
from calimala_es.game import Game, Variation, settle_notes
from calimala_es.messages import Message
from calimala_es.notes import Notes
from calimala_es.position import format_position
from calimala_es.state import State
from notation.headers.setup_headers import FORMAT_VERSION, SETUP_HEADERS, HeaderError, format_header, format_setup
from notation.writer.layout import CANONICAL, Layout, Style


def dumps(record: Game, style: Style = CANONICAL) -> str:
    """Return the canonical text of a game, ending in a line end, or one that ``style`` asks for.

    Raises ``ValueError`` for a game with headers, notes or ids of variations that no text can have, or with decisions
    where only the result is recorded.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> print(dumps(play(Setup("bry", "WBMUCAVTS"))).splitlines()[3])
    [City "WBM/U-A/VTS"]
    """
    record = settle_notes(record)
    first = record.moves[:1]
    if first and first[0].variations and type(first[0].command) is EndActivation:
        raise ValueError("the record begins with the end of an activation: no decision that a variation could replace")
    lines = _body_lines(record, style)
    headers = [*format_headers(record), ""] if style.headers else []
    return "\n".join([*headers, *style.laid_out(lines), ""])


def format_headers(record: Game) -> list[str]:
    """Return the header lines: set-up, position, then what people noted, in their order.

    >>> from calimala_es import Setup
    >>> from calimala_es.game import play
    >>> format_headers(play(Setup("bry", "WBMUCAVTS")))[2:4]
    ['[Seats "bry"]', '[City "WBM/U-A/VTS"]']
    """
    lines = [format_header("CGN", FORMAT_VERSION)]
    if not record.starts_midway:
        lines += format_setup(record.setup)
    elif record.start.setup == record.setup:
        lines.append(format_header("Position", format_position(record.start)))
    else:
        raise HeaderError(Message("the set-up of the record differs from that of its position"))
    for name, value in record.headers:
        if name in SETUP_HEADERS:
            raise HeaderError(Message("the header {name} is part of the set-up and is always written", name=name))
        lines.append(format_header(name, value))
    return lines


def format_appendix(notes: Notes, variations: Sequence[Variation], states: Sequence[State]) -> list[str]:
    """Return the words after a decision; ``states`` are the one before it and the one after, or the start alone."""
    layout = Layout(CANONICAL, set())
    lines = [line.strip() for variation in variations for line in layout.variation_lines(variation, states[0])]
    return [*layout.notes(notes, states[-1]), *lines]


def format_variation(variation: Variation, state: State) -> str:
    """Return the text of a variation that begins in a position."""
    return " ".join(format_appendix((), (variation,), [state]))


def _body_lines(record: Game, style: Style) -> list[str]:
    ids: set[str] = set()
    layout = Layout(style, ids)
    if record.moves and not record.has_positions:
        raise ValueError("a record that has only the result has no decisions")
    layout.words += layout.notes(record.notes, record.start)
    layout.write(record.start, record.moves)
    return layout.lines
