"""Places in a record: every event has a short, readable one, which leads back to the event."""

from random import Random
from typing import Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from calimala_es.commands import EndActivation
from calimala_es.errors import UnknownIdError
from calimala_es.game import Game
from calimala_es.ids import EventId, ids_from
from notation.places import PlaceId, parse_place
from replays.edit.nodes import Node
from replays.edit.tree import Tree
from tests.edit.test_tree import START
from tests.notation.records import records
from tests.profiles import examples
from tests.strategies import KNOWN, MIXED, WITH_MISTAKES

KINDS: Final = (KNOWN, MIXED, WITH_MISTAKES)

NUMBERS: Final = st.lists(st.integers(0, 999_999_999), max_size=3).map(tuple)
VARIATIONS: Final = st.from_regex(r"[a-z][a-z0-9-]{0,31}", fullmatch=True)


def all_places(tree: Tree) -> dict[str, list[str]]:
    """Return the places of the events of each line."""
    lines = [tree.main, *tree.variations()]
    return {line.id: [str(place) for node in line for place in node.places] for line in lines}


@given(NUMBERS, st.just("") | VARIATIONS)
def test_places_are_read_as_they_are_written(numbers: tuple[int, ...], variation: str) -> None:
    """A place can be written and read back, in either letter case."""
    assume(numbers or variation)
    place = PlaceId(variation, numbers)
    assert parse_place(str(place)) == place == parse_place(str(place).upper())


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("7", PlaceId("", (7,))),
        ("7.2.3", PlaceId("", (7, 2, 3))),
        ("v1:7.2", PlaceId("v1", (7, 2))),
        ("the-port", PlaceId("the-port")),
        ("v1", PlaceId("v1")),
    ],
)
def test_places_look_so(text: str, place: PlaceId) -> None:
    """A place consists of turn, activation and step, after the variation if there is one."""
    assert parse_place(text) == place


@pytest.mark.parametrize(
    "text", ["", ":", ":7", "7:", "7.", ".7", "7.2.3.4", "v1:x", "v1 :7", "-1", "1_0", "７", "7:v1", "v" * 33]
)
def test_an_invalid_place_is_reported(text: str) -> None:
    """The error about an invalid place quotes it and shows examples."""
    with pytest.raises(UnknownIdError, match=r"not a moment of a game; write e\.g\. 7, 7\.2"):
        parse_place(text)


@given(records(*KINDS))
@examples(8)
def test_every_event_has_one_place_that_leads_to_it(record: Game) -> None:
    """Every event has one place, on the main line and in variations; a decision has that of its first event.

    The end of an activation has no place: what follows from it leads to the decision before it.
    """
    tree = Tree.of(record)
    nodes = [*tree.walk()]
    decided = [node for node in nodes if not isinstance(node.command, EndActivation)]
    places = [place for node in decided for place in node.places]
    places += [place for node in nodes if isinstance(node.command, EndActivation) for place in node.places[1:]]
    assert len(places) == len({*places})
    for node in nodes:
        assert len(node.places) == len(node.events) > 0
        assert node.id == str(node.places[0])
    for node in nodes[:: max(1, len(places) // 60)]:
        if isinstance(node.command, EndActivation):
            before = decision_before(node)
            assert all(tree.find(place) is before for place in node.places[1:])
        else:
            assert all(tree.find(place) is node is tree.find(str(place)) for place in node.places)


def decision_before(node: Node) -> Node:
    """Return the last decision of the same line before the end of an activation; that end if there is none."""
    decided = node
    for one in node.branch:
        if not isinstance(one.command, EndActivation):
            decided = one
        if one is node:
            return decided
    raise AssertionError(node)


@given(records(*KINDS))
@examples(8)
def test_the_main_line_has_the_ids_of_its_events(record: Game) -> None:
    """The main line has the ids of a replay, and a variation continues them from where it begins."""
    tree = Tree.of(record)
    events = [event for node in tree.main for event in node.events]
    assert [id for node in tree.main for id in node.event_ids] == [*ids_from(record.start, events)]
    for branch in tree.variations():
        assert branch.last is not None
        events = [event for node in branch.last.path for event in node.events]
        ids = [*ids_from(record.start, events)]
        own = [id for node in branch for id in node.event_ids]
        assert ids[len(ids) - len(own) :] == own


@given(records(*KINDS), st.integers(0, 1 << 32))
@examples(15)
def test_no_place_changes_by_what_happens_elsewhere(record: Game, seed: int) -> None:
    """Renaming, adding and deleting variations does not change places of other lines."""
    tree = Tree.of(record)
    before = all_places(tree)
    nodes = [*tree.walk()]
    assume(nodes)
    for branch in tree.variations():
        branch.name = "another name"
    random = Random(seed)
    for _ in range(3):
        node = random.choice(nodes)
        node.add_variation(node.command, "put in").move(0)
    after = all_places(tree)
    assert {id: after[id] for id in before} == before
    added = [id for id in after if id not in before]
    for id in added:
        tree.variation(id).delete()
    assert all_places(tree) == before


@given(records(*KINDS))
@examples(10)
def test_a_turn_and_an_activation_lead_to_the_first_decision_in_them(record: Game) -> None:
    """A turn or activation leads to its first decision, or to the one that caused it if there is none."""
    tree = Tree.of(record)
    nodes = [*tree.main]
    for turn in {id.turn for node in nodes for id in node.event_ids}:
        found = tree.find(str(turn))
        first = next((node for node in nodes if node.event_ids[0].turn == turn), None)
        assert found is first or (first is None and turn in {id.turn for id in found.event_ids})


def test_a_missing_place_is_reported() -> None:
    """The error about a missing place or variation says what the game has."""
    tree = Tree.read(START + "1. MA A-B (port={the port} -W M) M 2. MA (v7: WB W)")
    with pytest.raises(UnknownIdError, match=r"no moment 9\.1 in this game; the line goes from 0\.0\.1 to 2\.1\.1"):
        tree.find("9.1")
    with pytest.raises(UnknownIdError, match=r"no moment port:2 in this game; the line goes from port:1"):
        tree.find("port:2")
    with pytest.raises(UnknownIdError, match="no variation 'v1' in this game; it has port v7"):
        tree.find("v1:2")
    assert str(tree.find("port").places[0]) == tree.find("port").id == "port:1.1.3"
    assert EventId(1, 1, 3) == tree.find("port").event_ids[0]
