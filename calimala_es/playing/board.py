"""A board for playing games out: everything on the table as integers, changed in place and taken back.

It is made from a readable state of which all cards are open, at any moment. What a row of cells has is one number,
twelve bits for each party, so that the cubes which a scoring counts are the sum of some rows; a hand or a pile of cards
is one number as well (see ``codes``). Of the order in a row only that in PAL is remembered, since nothing asks for any
other.

Chance is held in the board: ``chance`` is a number from which the cards that come next follow, however the game goes
on, until the open pile is shuffled into a new deck.
"""

from typing import Final

from calimala_es.board import free_cells_mask, street_actions
from calimala_es.components import (
    AREA_ROWS,
    INFLUENCE_CARDS,
    PALAZZO_ROW,
    SCORING_TILES,
    TILE_ROWS,
    UNKNOWN,
)
from calimala_es.deck import unseen
from calimala_es.editions import BY_ACTIVATION
from calimala_es.errors import BoardError
from calimala_es.families import FAMILIES
from calimala_es.frames import InfluenceDeal, MoveOffer
from calimala_es.playing.codes import (
    BY_BOARD,
    CARD_MASK,
    CARD_WIDTH,
    OVER,
    SEAT_AT,
    card_codes,
    frame_code,
    goods_code,
    hand_code,
    pending_code,
    rows_mask,
    stack_code,
)
from calimala_es.playing.tables import (
    CARD_UNITS,
    CLOTH_AFTER,
    FIRST_COPIES,
    POOLED_AFTER,
    cards_in,
    goods_word,
    held_in,
    intrigue_word_of,
    word_of,
)
from calimala_es.reach import MOST_COPIES, TRAITS
from calimala_es.scoring import BONUSES, SIDE_OF_TILE, tile_rows
from calimala_es.setup import Setup
from calimala_es.state import SEAT_OF, Mat, State

NO_FAMILY: Final = 0
BARDI: Final = 1
CERCHI: Final = 2
MEDICI: Final = 3
MOZZI: Final = 4
PAZZI: Final = 5
PERUZZI: Final = 6
PULCI: Final = 7
SCALI: Final = 8
SPINI: Final = 9

FAMILY_NUMBERS: Final[dict[str, int]] = {name: number for number, name in enumerate(("", *FAMILIES))}
"""The number of each family, 0 for none."""

CUBE_WIDTH: Final = 12
"""The bits that count the cubes of one party in a row."""

_TIES: Final = {"abcd": False, "abrdpn": True}
"""The orders of tie-breakers that the board knows, and whether the most recent seat counts (R6.6, R9.4)."""


class BoardRules:
    """What does not change in a game: the numbers of its set-up, in the form that the board reads."""

    def __init__(self, setup: Setup) -> None:
        """Read a set-up; raise ``BoardError`` for a box that the numbers have no room for."""
        edition, ruleset = setup.edition, setup.ruleset
        settings = ruleset.settings
        if edition.ties not in _TIES:
            raise BoardError(f"a board does not know the tie-breakers {edition.ties}; expected {' or '.join(_TIES)}")
        if max(ruleset.deck) > CARD_MASK:
            raise BoardError(f"a board has room for {CARD_MASK} copies of a card; this box has {max(ruleset.deck)}")
        self.players: int = setup.players
        self.parties: int = len(setup.parties)
        self.has_third: bool = bool(setup.third)
        self.has_families: bool = any(setup.families)
        self.has_intrigue: bool = bool(setup.intrigue)
        self.pairs: list[int] = [pending_code(pair) for pair in street_actions(setup.city).values()]
        self.street_actions: list[int] = [1 << (pair & 15) - 1 | 1 << (pair >> 4) - 1 for pair in self.pairs]
        self.intrigue_pairs: list[int] = [pending_code(pair) for pair in setup.intrigue]
        self.council: list[int] = [SCORING_TILES.index(tile) for tile in setup.council]
        self.cells: list[int] = [*ruleset.cells]
        self.tile_rows: list[list[int]] = [[*tile_rows(setup, tile)] for tile in SCORING_TILES]
        self.tile_sides: list[int] = [SIDE_OF_TILE.get(tile, 0) if setup.intrigue else 0 for tile in SCORING_TILES]
        self.influence_rows: list[list[int]] = [[*TILE_ROWS[card]] for card in INFLUENCE_CARDS]
        self.area_rows: list[list[int]] = [[*rows] for rows in AREA_ROWS.values()]
        self.tile_points: list[int] = [*edition.tile_points]
        self.influence_points: list[int] = [*edition.influence_points]
        self.bonuses: list[list[int]] = [[*points] for points in BONUSES]
        self.stages: list[int] = [*ruleset.stages]
        self.steps: int = ruleset.steps
        self.most_recent_seat: bool = _TIES[edition.ties]
        self.ends_by_any_player: bool = edition.ends_by_any_player
        self.white_disc_swaps: bool = edition.white_disc_swaps
        self.has_settings: bool = edition.has_settings
        self.by_activation: bool = settings.compensation_scope == BY_ACTIVATION
        self.active_draw_limit: int = settings.active_draw_limit
        self.placement_may_draw: bool = settings.placement_may_draw
        self.cloth_after: list[dict[int, int]] = POOLED_AFTER if edition.is_cloth_pooled else CLOTH_AFTER
        self.dealt: int = edition.dealt[setup.players]
        self.laid_open: int = edition.laid_open.get(setup.players, 0)
        self.left_over: int = len(edition.starting_cards) - setup.players
        self.unused: list[int] = [FAMILIES[name].unused if name else 0 for name in setup.families] or (
            [0] * len(setup.parties)
        )
        self.placements: dict[int, list[int]] = {}


class BoardMat:
    """What one player has.

    ``hand`` has all cards, ``opened`` those among them that everybody knows; ``cards`` are the different ones in the
    hand, ``held`` the first and second copies, and each list of ``cards`` stays as it is. ``word`` is that of the goods
    and the family (see ``tables``). ``dealt``, ``kept`` and ``shown`` are influence cards.
    """

    def __init__(self, family: int, traits: int) -> None:
        """Make the empty mat of a family."""
        self.family: int = family
        self.traits: int = traits
        self.coloured: int = 0
        self.white: int = 0
        self.support: int = 0
        self.goods: int = 0
        self.word: int = 0
        self.points: int = 0
        self.hand: int = 0
        self.cards: list[int] = []
        self.held: int = 0
        self.opened: int = 0
        self.faction: int = 0
        self.dealt: int = 0
        self.kept: int = 0
        self.shown: int = 0

    @staticmethod
    def from_mat(mat: Mat) -> "BoardMat":
        """Return a mat of which all cards are known."""
        own = BoardMat(FAMILY_NUMBERS[mat.family], word_of(TRAITS[mat.family]))
        own.coloured, own.white, own.support = mat.coloured, mat.white, mat.support
        own.set_goods(goods_code(mat.stock, mat.built))
        own.points, own.faction = mat.points, mat.faction
        own.hand, own.opened = hand_code(mat.open + mat.secret), hand_code(mat.open)
        own.cards, own.held = cards_in(own.hand), held_in(own.hand)
        own.dealt, own.kept, own.shown = card_codes(mat.dealt), card_codes(mat.kept), card_codes(mat.shown)
        return own

    def set_goods(self, goods: int) -> None:
        """Put goods on the mat."""
        self.goods = goods
        self.word = goods_word(goods) | self.traits

    def add_card(self, card: int) -> None:
        """Put a card into the hand."""
        self.hand += CARD_UNITS[card]
        first = FIRST_COPIES[card]
        if self.held & first:
            self.held |= first << 1
        else:
            self.held |= first
            self.cards = cards_in(self.hand)

    def held_without(self, card: int) -> int:
        """Return the first and second copies in the hand without one card."""
        copies = self.hand >> CARD_WIDTH * card & CARD_MASK
        return self.held - (FIRST_COPIES[card] << copies - 1) if copies <= MOST_COPIES else self.held

    def lose_card(self, card: int) -> None:
        """Take a card out of the hand."""
        held = self.held_without(card)
        self.hand -= CARD_UNITS[card]
        if not held & FIRST_COPIES[card]:
            self.cards = cards_in(self.hand)
        self.held = held

    def copy_from(self, other: "BoardMat") -> None:
        """Copy another mat of the same player."""
        self.coloured = other.coloured
        self.white = other.white
        self.support = other.support
        self.goods = other.goods
        self.word = other.word
        self.points = other.points
        self.hand = other.hand
        self.cards = other.cards
        self.held = other.held
        self.opened = other.opened
        self.faction = other.faction
        self.dealt = other.dealt
        self.kept = other.kept
        self.shown = other.shown

    def parts(self) -> list[int]:
        """Return everything that the mat has, in one order."""
        return [
            self.coloured,
            self.white,
            self.support,
            self.goods,
            self.word,
            self.points,
            self.hand,
            self.held,
            self.opened,
            self.faction,
            self.dealt,
            self.kept,
            self.shown,
            *self.cards,
        ]


class Board:
    """A position that is changed in place.

    ``now`` is the frame that waits for a decision, ``later`` those that follow, the next one last. ``cubes`` and
    ``totals`` are those of each row, ``palazzo`` the seats with artwork in PAL in order of arrival; ``room`` and
    ``intrigue_room`` say which cells are free. ``council`` has four bits a scoring tile: 0 free, 1 scored without a
    seat, else two more than the seat; ``free_tiles`` is how many are free. ``draws`` are the compensation cards that
    the active player had in this turn, ``has_moved`` whether Bardi moved a cube in it. ``sources`` and ``targets`` are
    the rows of an offer to move a cube.
    """

    def __init__(self, rules: BoardRules, mats: list[BoardMat]) -> None:
        """Make an empty board; ``Board.from_game`` puts a position on it."""
        self.rules: BoardRules = rules
        self.mats: list[BoardMat] = mats
        self.now: int = OVER
        self.later: list[int] = []
        self.turn: int = 0
        self.active: int = 0
        self.cubes: list[int] = []
        self.totals: list[int] = []
        self.palazzo: list[int] = []
        self.room: int = 0
        self.intrigue_room: int = 0
        self.stacks: list[int] = []
        self.council: int = 0
        self.free_tiles: int = 0
        self.seats: list[int] = []
        self.deck: int = 0
        self.pool: int = 0
        self.discard: int = 0
        self.laid_out: int = 0
        self.by_board: int = 0
        self.draws: int = 0
        self.has_moved: bool = False
        self.sources: int = 0
        self.targets: int = 0
        self.chance: int = 1

    @staticmethod
    def from_game(state: State, chance: int = 1) -> "Board":
        """Return the board of a readable state; raise ``BoardError`` if a card is not known, or something was missed.

        ``chance``, from 1 to 2147483646, is what the order of the deck follows from.

        >>> from random import Random
        >>> from calimala_es.initial import initial, shuffled_setup
        >>> board = Board.from_game(initial(shuffled_setup("bry", Random(7))))
        >>> board.turn, board.deck
        (0, 40)
        """
        _check(state)
        setup = state.setup
        board = Board(BoardRules(setup), [BoardMat.from_mat(mat) for mat in state.mats])
        board.now = frame_code(state.now)
        # mypyc cannot compile what reads ``state.later``, whose type contains itself.
        board.later = [frame_code(frame) for frame in reversed(state.frames[1:])]
        board.turn, board.active = state.turn, state.active
        board.cubes = [sum(1 << CUBE_WIDTH * SEAT_OF[seat] for seat in cubes) for cubes in state.rows]
        board.totals = [len(cubes) for cubes in state.rows]
        board.palazzo = [SEAT_OF[seat] for seat in state.rows[PALAZZO_ROW]]
        free_cells = free_cells_mask(state.rows, setup.ruleset.cells)
        board.room, board.intrigue_room = word_of(free_cells), intrigue_word_of(free_cells)
        board.stacks = [stack_code(stack) for stack in state.stacks]
        for place, mark in enumerate(state.council):
            board.council |= (0 if mark == "." else 1 if mark == "x" else SEAT_OF[mark] + 2) << 4 * place
        board.free_tiles = state.council.count(".")
        board.seats = [SEAT_OF[seat] for seat in state.seats]
        board.deck, board.pool, board.discard = state.deck, hand_code(state.pool), hand_code(state.discard)
        board.laid_out = hand_code(state.laid_out)
        board.by_board = card_codes(state.by_board)
        board.draws, board.has_moved = state.used.count("d"), "B" in state.used
        if type(state.now) is MoveOffer:
            board.sources, board.targets = rows_mask(state.now.sources), rows_mask(state.now.targets)
        board.chance = chance
        return board

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.now == OVER

    @property
    def actor(self) -> int:
        """The seat in the frame that waits; of chance and of cards by the board it means no player."""
        seat = self.now >> SEAT_AT & 7
        return -1 if seat == BY_BOARD else seat

    def mark(self) -> "Board":
        """Return a copy, to which ``take_back`` returns."""
        copy = Board(self.rules, [BoardMat(mat.family, mat.traits) for mat in self.mats])
        copy.take_back(self)
        return copy

    def take_back(self, mark: "Board") -> None:
        """Return to a mark, whatever happened since."""
        self.now = mark.now
        self.later = mark.later[:]
        for place in range(len(self.mats)):
            self.mats[place].copy_from(mark.mats[place])
        self.turn = mark.turn
        self.active = mark.active
        self.cubes = mark.cubes[:]
        self.totals = mark.totals[:]
        self.palazzo = mark.palazzo[:]
        self.room = mark.room
        self.intrigue_room = mark.intrigue_room
        self.stacks = mark.stacks[:]
        self.council = mark.council
        self.free_tiles = mark.free_tiles
        self.seats = mark.seats[:]
        self.deck = mark.deck
        self.pool = mark.pool
        self.discard = mark.discard
        self.laid_out = mark.laid_out
        self.by_board = mark.by_board
        self.draws = mark.draws
        self.has_moved = mark.has_moved
        self.sources = mark.sources
        self.targets = mark.targets
        self.chance = mark.chance

    def parts(self) -> tuple[int | list[int] | list[list[int]], ...]:
        """Return everything on the board but chance, in one order: boards with equal parts are equal positions."""
        return (
            self.now,
            self.later[:],
            [mat.parts() for mat in self.mats],
            self.turn,
            self.active,
            self.cubes[:],
            self.totals[:],
            self.palazzo[:],
            self.room,
            self.intrigue_room,
            self.stacks[:],
            self.council,
            self.free_tiles,
            self.seats[:],
            self.deck,
            self.pool,
            self.discard,
            self.laid_out,
            self.by_board,
            self.draws,
            int(self.has_moved),
            self.sources,
            self.targets,
        )


def _check(state: State) -> None:
    """Raise ``BoardError`` unless all cards are known and everything was recorded."""
    if state.has_gap:
        raise BoardError("something in this game was not recorded, so no board can be made of its position")
    has_dealt = any(type(frame) is InfluenceDeal for frame in state.frames)
    each = state.setup.edition.dealt[state.setup.players]
    for mat in state.mats[: state.setup.players]:
        if (
            mat.unknown
            or UNKNOWN in mat.kept + mat.shown
            or (len(mat.dealt) != each and not (has_dealt and not mat.dealt))
        ):
            raise BoardError("a card is not known; a board can only be made of a game with all cards open")
    if state.by_board.count(UNKNOWN) > state.setup.edition.face_down.get(state.setup.players, 0):
        raise BoardError("an influence card beside the board is not known; a board needs all cards open")
    if state.pool != unseen(state) or len(state.pool) != state.deck + len(state.laid_out):
        raise BoardError("the cards in the deck are not known; a board can only be made of a game with all cards open")
