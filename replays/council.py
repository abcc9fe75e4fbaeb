"""The seats of the council, seen from its tiles."""

from calimala_es.state import State


def seats_on_no_tile(state: State) -> str:
    """Return the seats that were taken when no tile was left, in their order (R9.2)."""
    on_tiles = list(state.council)
    more: list[str] = []
    for seat in state.seats:
        if seat in on_tiles:
            on_tiles.remove(seat)
        else:
            more.append(seat)
    return "".join(more)
