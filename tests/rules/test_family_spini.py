"""Spini: a tile's action instead of a card (R11.Spini, R11.3)."""

from msgspec.structs import replace

from calimala_es import legal
from calimala_es.commands import DeclineOffer, DoAction, DrawCard, EndActivation, PlaceDisc, PlayCard, SkipAction
from calimala_es.components import COLOURED, UNKNOWN, WHITE
from calimala_es.editions import BY_ACTION, Settings
from calimala_es.events import ActionDone, ActionImpossible, DeckShuffled, OfferDeclined, TurnEnded
from calimala_es.frames import ActionOffer, Activation, CardDraw, Placement
from calimala_es.state import Mat, Stock
from tests.rules.intrigue_table import INTRIGUE_RULES, now, place_and_work, set_scene
from tests.rules.table import Table

SPINI = ("Spini", "", "")

WOOD = Mat(5, 2, Stock(wood=3))

# The street 36 is between brick and build where the disc is placed on WS, between marble and artwork where it is
# placed on WB, between wood and marble where it is placed on SA.


def compensated(mat: Mat = WOOD, **scene: object) -> Table:
    """Return a table at which blue has Spini and a second disc that can do nothing, so that a card is due."""
    scene = {"deck": 9, **scene}
    table = set_scene("WS", "0", families=SPINI, pair="KR", mats={0: mat}, **scene)  # type: ignore[arg-type]
    table.do(PlaceDisc(table.here), DoAction("W"), SkipAction("S"))
    if mat.hand_size:
        table.do(EndActivation())
    table.do(SkipAction("W"), SkipAction("S"))
    return table


def test_an_action_instead_of_a_card() -> None:
    """R11.Spini: in the own turn the action of a tile beside a street topped by an own disc may replace the card."""
    table = compensated(stacks={"36": "10"})
    assert now(table) == ActionOffer(0, "BU")
    events = table.do(DoAction("B"))
    assert events == [ActionDone(0, "B", ""), ActionImpossible(0, "I")]
    assert (table.mat(0).stock.brick, table.mat(0).hand_size) == (1, 0)


def test_it_may_be_left() -> None:
    """R11.Spini: if the player declines, the card is drawn."""
    table = compensated(stacks={"36": "0"})
    assert table.do(DeclineOffer()) == [OfferDeclined(0)]
    assert now(table) == CardDraw(0)
    table.do(DrawCard("V"))
    assert table.mat(0).secret == "V"


def corner(stacks: dict[str, str], marble: int = 0) -> Table:
    """Return a table at which blue has Spini and full warehouses; a card is due as no intrigue action is possible."""
    mats = {0: Mat(5, 2, Stock(wood=3, brick=3, marble=marble))}
    table = set_scene("WB", families=SPINI, pair="KR", mats=mats, stacks=stacks, deck=9)
    place_and_work(table, COLOURED)
    return table


def test_also_for_the_intrigue_action() -> None:
    """R11.3: the ability applies to the card of an impossible intrigue action, too."""
    table = corner({"36": "0"})
    assert now(table) == ActionOffer(0, "M")
    assert table.do(DoAction("M"))[-1] == TurnEnded(0)
    assert (table.mat(0).stock.marble, table.mat(0).hand_size) == (1, 0)


def test_whose_disc_is_on_top() -> None:
    """R11.Spini: only streets with the player's own coloured disc on top count, not a covered or white one."""
    assert corner({"36": "01"}).state.now == CardDraw(0)
    assert corner({"36": "0w"}).state.now == CardDraw(0)
    assert corner({"36": "1"}).state.now == CardDraw(0)
    assert corner({"36": "ww0"}).state.now == ActionOffer(0, "M")
    assert corner({"36": "0", "78": "0"}).state.now == ActionOffer(0, "MV")


def test_the_disc_just_placed() -> None:
    """R11.3: the disc just placed may be the one on top, unless it is white."""
    table = set_scene("WB", families=SPINI, pair="KR", deck=9)
    place_and_work(table, COLOURED)
    assert now(table) == ActionOffer(0, "WB")
    white = set_scene("WB", families=SPINI, pair="KR", deck=9)
    place_and_work(white, WHITE)
    assert now(white) == CardDraw(0)


def test_the_middle_is_not_a_tile() -> None:
    """R11.3: on a street to the middle of the city only the tile on the other side counts."""
    table = corner({"45": "0"})
    assert now(table) == ActionOffer(0, "U")
    table.refuses(DoAction("C", "FW"), "R11.Spini")


def test_a_possible_action() -> None:
    """R11.3: the action must be possible; if none is, the card comes without an offer."""
    table = corner({"36": "0"}, 4)
    assert now(table) == ActionOffer(0, "A")
    table.refuses(DoAction("M"), "R11.Spini")
    table.refuses(DoAction("A", "L"), "R5.3")
    assert corner({"89": "0"}).state.now == CardDraw(0)


def test_nothing_else_then() -> None:
    """R11.Spini: during the offer one of these actions is done or the card drawn, and nothing else."""
    table = corner({"36": "0"})
    table.refuses(DoAction("U", "S"), "R11.Spini")
    table.refuses(SkipAction("M"), "R11.Spini")
    table.refuses(DrawCard(UNKNOWN), "R11.Spini")
    table.refuses(PlayCard("W"), "R11.Spini")
    table.refuses(EndActivation(), "R11.Spini")


def test_only_in_the_own_turn() -> None:
    """R11.Spini: in the turns of others the card is drawn, whatever disc is on top."""
    mats = {0: Mat(5, 2, Stock(wood=4))}
    table = set_scene("WS", "0", families=SPINI, pair="KR", mats=mats, deck=9, active=1, stacks={"36": "0"})
    table.do(PlaceDisc(table.here), DoAction("W"), SkipAction("S"), SkipAction("W"), SkipAction("S"))
    assert now(table) == CardDraw(0)


def test_it_counts_for_the_limit() -> None:
    """R11.3, R9.3: the action counts as the one compensation card of the turn."""
    table = set_scene(
        "WS", "00", families=SPINI, pair="KR", mats={0: Mat(5, 2, Stock(wood=3))}, deck=9, stacks={"36": "0"}
    )
    table.do(PlaceDisc(table.here), DoAction("W"), SkipAction("S"), SkipAction("W"), SkipAction("S"))
    assert now(table) == ActionOffer(0, "BU")
    events = table.do(DoAction("B"), SkipAction("W"), SkipAction("S"))
    assert events[-1] == ActionImpossible(0, "I")
    assert now(table) == ActionOffer(0, "BU")


def test_without_a_card_to_draw() -> None:
    """R11.3: the offer comes only if there is a card in the deck or the open pile."""
    bare = compensated(deck=0, stacks={"36": "0"})
    assert now(bare) == Placement(1)
    piled = compensated(deck=0, discard="V", stacks={"36": "0"})
    assert isinstance(now(piled), ActionOffer)
    assert piled.do(DeclineOffer())[-1] == DeckShuffled()
    piled.do(DrawCard("V"))
    assert piled.state.discard == ""


def test_the_activation_goes_on() -> None:
    """R5.10, R11.Spini: cards may be played after the action as after a card."""
    table = compensated(Mat(5, 2, Stock(wood=3), open="B"), stacks={"36": "0"})
    table.do(DoAction("U", "S"))
    assert now(table) == Activation(0, table.here, 2, "")
    table.do(PlayCard("B"))


CARD_BY_ACTION = replace(INTRIGUE_RULES, settings=Settings(BY_ACTION, 1))
"""The rule set in which each impossible action brings a card."""


def test_it_does_not_fulfil_the_duty() -> None:
    """R11.3, R4.2: the action does not count as one of the street just chosen."""
    mats = {0: Mat(5, 2, Stock(marble=1))}
    table = set_scene("SA", families=SPINI, pair="KR", mats=mats, deck=9, stacks={"36": "0"}, ruleset=CARD_BY_ACTION)
    table.do(PlaceDisc(table.here), SkipAction("S"))
    assert isinstance(now(table), ActionOffer)
    table.do(DeclineOffer(), DrawCard("V"))
    table.refuses(SkipAction("A"), "R4.2")
    again = set_scene("SA", families=SPINI, pair="KR", mats=mats, deck=9, stacks={"36": "0"}, ruleset=CARD_BY_ACTION)
    again.do(PlaceDisc(again.here), SkipAction("S"))
    again.do(DoAction("W"))
    again.refuses(SkipAction("A"), "R4.2")
    again.do(DoAction("A", "F"))


def test_it_leaves_the_duty_possible() -> None:
    """R11.3, R4.2: no action may be chosen that would make the remaining action of the duty impossible."""
    mats = {0: Mat(5, 2, Stock(marble=1))}
    table = set_scene("SA", families=SPINI, pair="KR", mats=mats, deck=9, ruleset=CARD_BY_ACTION)
    table.do(PlaceDisc(table.here), SkipAction("S"))
    assert now(table) == ActionOffer(0, "A")
    assert legal(table.state) == (DeclineOffer(),)
    table.refuses(DoAction("A", "F"), "R4.2")
    rich = set_scene(
        "SA", families=SPINI, pair="KR", mats={0: Mat(5, 2, Stock(marble=2))}, deck=9, ruleset=CARD_BY_ACTION
    )
    rich.do(PlaceDisc(rich.here), SkipAction("S"), DoAction("A", "F"))
    rich.refuses(SkipAction("A"), "R4.2")


def test_only_its_own_player() -> None:
    """R11.Spini: all other players draw the card."""
    table = set_scene("WB", families=SPINI, pair="KR", active=1, deck=9, stacks={"36": "1"})
    place_and_work(table, COLOURED)
    assert now(table) == CardDraw(1)
