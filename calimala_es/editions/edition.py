"""What an edition may differ in, as data."""

from msgspec import Struct


class Edition(Struct, frozen=True):
    """The numbers and the tie rules of one edition.

    ``discs`` gives the coloured and white discs of each player, ``dealt`` the influence cards dealt to each, and
    ``by_board`` how many lie face up by the board, all by number of players (R3.3, R3.4). ``ties`` names, in order,
    the clauses of ``council.TIE_CLAUSES`` that decide between players with equally many cubes; players whom none of
    them separates share (R6.6).
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

    @property
    def player_range(self) -> str:
        """The numbers of players, in words: ``3 to 5 players``."""
        return f"{min(self.discs)} to {max(self.discs)} players"
