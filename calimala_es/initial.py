"""The first position of a game: everything is in the box or on its place, and turn 0 is still to come (R3)."""

from calimala_es.agenda import first_frames
from calimala_es.allowed import check_setup
from calimala_es.board import free_cells_mask
from calimala_es.components import ACTIONS, UNKNOWN
from calimala_es.families import FAMILIES
from calimala_es.setup import Setup
from calimala_es.state import Mat, State


def initial(setup: Setup) -> State:
    """The position before the influence cards are dealt; raises ``SetupError``."""
    check_setup(setup)
    edition, players = setup.edition, setup.players
    frames = first_frames(setup)
    pool = "".join(sorted("".join(card * copies for card, copies in zip(ACTIONS, setup.ruleset.deck, strict=True))))
    rows = ("",) * len(setup.ruleset.cells)
    return State(
        setup=setup,
        turn=0,
        active=0,
        mats=(*(_first_mat(setup, seat) for seat in range(players)), *((Mat(0, 0),) if setup.third else ())),
        rows=rows,
        free_cells=free_cells_mask(rows, setup.ruleset.cells),
        stacks=("",) * 12,
        council="." * len(setup.council),
        seats="",
        deck=len(pool) - len(edition.starting_cards),
        discard="",
        pool=pool,
        laid_out=edition.starting_cards,
        by_board=(UNKNOWN,) * edition.face_down.get(players, 0),
        now=frames[0],
        later=frames[1:],
    )


def _first_mat(setup: Setup, seat: int) -> Mat:
    """The discs of a seat's supply (R3.3, R8.1, R11.Pazzi) and its family."""
    coloured, white = setup.edition.discs[setup.players]
    support = setup.edition.support.get(setup.players, 0)
    family = FAMILIES.get(setup.families[seat]) if setup.families else None
    if family is None:
        return Mat(coloured, white, support=support)
    return Mat(coloured + family.discs[0], white + family.discs[1], support=support, family=family.name)
