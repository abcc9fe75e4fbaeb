"""The first position of a game: everything is in the box or on its place, and turn 0 is still to come (R3)."""

from calimala_es.board import room_of
from calimala_es.components import ACTIONS, ROWS
from calimala_es.editions import EDITIONS
from calimala_es.setup import Setup, check_setup
from calimala_es.state import Dealing, Drafting, Frame, Keeping, Mat, Placing, State, TurningUp


def initial(setup: Setup) -> State:
    """The position before the influence cards are dealt; raises ``SetupError``.

    The starting cards are taken anticlockwise, the starting player last (R3.5).
    """
    check_setup(setup)
    edition = EDITIONS[setup.ruleset.edition]
    players = setup.players
    coloured, white = edition.discs[players]
    seats = range(players)
    frames: list[Frame] = [
        *(Dealing(seat) for seat in seats),
        *(TurningUp() for _ in range(edition.by_board[players])),
        *(Keeping(seat) for seat in seats),
        *(Drafting(seat) for seat in reversed(seats)),
        Placing(0),
    ]
    pool = "".join(sorted("".join(card * copies for card, copies in zip(ACTIONS, setup.ruleset.deck, strict=True))))
    rows = ("",) * len(ROWS)
    return State(
        setup=setup,
        turn=0,
        active=0,
        mats=(Mat(coloured, white),) * players,
        rows=rows,
        room=room_of(rows, setup.ruleset.cells),
        stacks=("",) * 12,
        council="." * len(setup.council),
        seats="",
        deck=len(pool) - len(edition.starting_cards),
        discard="",
        pool=pool,
        laid_out=edition.starting_cards,
        by_board=(),
        now=frames[0],
        later=tuple(frames[1:]),
    )
