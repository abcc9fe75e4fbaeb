"""The first edition for two to five players (R3 to R7; R8 for two)."""

from typing import Final

from calimala_es.components import STARTING_CARDS
from calimala_es.editions.edition import Edition

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
