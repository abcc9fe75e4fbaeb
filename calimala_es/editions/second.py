"""The second edition for three to five players (R9)."""

from typing import Final

from calimala_es.components import STARTING_CARDS
from calimala_es.editions.edition import BY_ACTIVATION, Edition, Settings

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
