"""The editions as data: numbers, tie rules and settings; one line an edition in ``EDITIONS``."""

from typing import Final

from msgspec import Struct

from calimala_es.components import STARTING_CARDS

UNLIMITED = 99
"""As many cards as come."""

BY_ACTION = "action"
BY_ACTIVATION = "activation"
"""What brings a compensation card: one impossible action, or an activation of which every action was (R9.3)."""


class Settings(Struct, frozen=True, array_like=True, gc=False):
    """What a table that plays the second edition may choose (R9.3, R9.7).

    ``compensation_scope`` is ``BY_ACTION`` or ``BY_ACTIVATION``; ``active_draw_limit`` the number of compensation cards
    that the active player draws at most in a turn. With ``placement_may_draw`` every street is open and the duty of
    R4.2 does not apply; without ``art_counts_pal`` the artwork tile counts churches only.
    """

    compensation_scope: str = BY_ACTION
    active_draw_limit: int = UNLIMITED
    placement_may_draw: bool = False
    art_counts_pal: bool = True


class Edition(Struct, frozen=True):
    """The numbers and the tie rules of one edition.

    ``discs`` gives the coloured and white discs of each player, ``support`` the support discs, ``dealt`` the influence
    cards dealt to each, ``by_board`` how many are face up by the board, ``face_down`` how many face down, and
    ``laid_open`` how many each player adds there, all by number of players (R3.3, R3.4, R8.2). ``ties`` names, in
    order, the keys of ``scoring.TIE_BREAKERS`` that decide between players with equally many cubes; players whom none
    of them separates share (R6.6). The flags say whether ``settings`` may be changed, whether cloth is rearranged at
    any time (R5.8), whether a white disc takes the place of the disc taken back (R9.6), whether the end is triggered by
    any player's last disc and seats are taken after it (R9.1, R9.2), and whether Intrigue may be played with it.
    """

    name: str
    title: str
    discs: dict[int, tuple[int, int]]
    dealt: dict[int, int]
    by_board: dict[int, int]
    starting_cards: str
    ties: str
    tile_points: tuple[int, ...]
    influence_points: tuple[int, ...]
    support: dict[int, int] = {}
    face_down: dict[int, int] = {}
    laid_open: dict[int, int] = {}
    settings: Settings = Settings()
    has_settings: bool = False
    is_cloth_pooled: bool = False
    white_disc_swaps: bool = False
    ends_by_any_player: bool = False
    goes_with_intrigue: bool = False

    @property
    def player_range(self) -> str:
        """The numbers of players as text: ``3 to 5 players``."""
        return f"{min(self.discs)} to {max(self.discs)} players"


FIRST: Final = Edition(
    name="first",
    title="the first edition",
    discs={2: (12, 4), 3: (12, 3), 4: (10, 2), 5: (8, 2)},
    support={2: 6},
    dealt={2: 4, 3: 3, 4: 2, 5: 2},
    by_board={2: 0, 3: 1, 4: 1, 5: 0},
    face_down={2: 1},
    laid_open={2: 1},
    starting_cards=STARTING_CARDS,
    ties="abcd",
    tile_points=(3, 2, 1),
    influence_points=(5, 3, 1),
)
"""For two to five players (R3 to R7; R8 for two)."""


SECOND: Final = Edition(
    name="second",
    title="the second edition",
    discs={3: (12, 3), 4: (10, 2), 5: (8, 2)},
    dealt={3: 3, 4: 2, 5: 2},
    by_board={3: 1, 4: 1, 5: 0},
    starting_cards=STARTING_CARDS,
    ties="abrdpn",
    tile_points=(3, 2, 1),
    influence_points=(5, 3, 1),
    settings=Settings(compensation_scope=BY_ACTIVATION, active_draw_limit=1),
    has_settings=True,
    is_cloth_pooled=True,
    white_disc_swaps=True,
    ends_by_any_player=True,
    goes_with_intrigue=True,
)
"""For three to five players (R9)."""


EDITIONS: Final[dict[str, Edition]] = {FIRST.name: FIRST, SECOND.name: SECOND}
"""Every edition by the name that a record's header gives."""
