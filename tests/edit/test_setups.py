"""A corrected set-up: every decision comes again as it was recorded; what no longer fits is resolved as in a repair."""

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from calimala_es.board import street_names
from calimala_es.commands import ObservePart, PlaceDisc
from calimala_es.errors import NoPositionsError, SetupError
from calimala_es.game import Game, play
from calimala_es.setup import Setup
from notation import dumps, loads
from notation.grammar.symbols import format_command
from replays.edit.edits import RepairError, replace_setup
from replays.edit.outcomes import choose_dropped, choose_nearest, choose_observed, choose_stopped
from replays.edit.repair import repair
from replays.edit.repaired import rewriting_of
from tests.cli_runs import ROOT
from tests.profiles import examples
from tests.strategies import any_games

EXAMPLES: Final = ROOT / "examples"
CHOOSERS: Final = (choose_dropped, choose_nearest, choose_observed, choose_stopped)


def example(name: str) -> Game:
    return loads((EXAMPLES / f"{name}.cgn").read_text(encoding="utf-8"))


def swapped(setup: Setup, one: int, other: int) -> Setup:
    """Return a set-up with two tiles of the city exchanged."""
    tiles = [*setup.city]
    tiles[one], tiles[other] = tiles[other], tiles[one]
    return replace(setup, city="".join(tiles))


def symbols(game: Game) -> list[str]:
    pairs = zip(game.states, game.commands, strict=False)
    return [format_command(state, command) for state, command in pairs]


CORRECTIONS: Final[tuple[Callable[[Setup], Setup], ...]] = (
    lambda setup: replace(setup, council=(*setup.council[1:], setup.council[0])),
    lambda setup: replace(setup, colours=setup.colours[::-1]),
    lambda setup: swapped(setup, 0, 8),
    lambda setup: swapped(setup, 1, 2),
)


@given(any_games("known"), st.sampled_from(CORRECTIONS), st.sampled_from(CHOOSERS))
@examples(40)
def test_any_corrected_game_can_be_replayed(played: object, correct: Callable[[Setup], Setup], choose: object) -> None:
    """Whatever is corrected and chosen, the result is a game that its text says, with the corrected set-up."""
    game = getattr(played, "game")  # noqa: B009
    setup = correct(game.setup)
    found = repair(game, replace_setup(game, setup), choose)  # type: ignore[arg-type]
    assert found.record.setup == setup
    assert loads(dumps(found.record)) == found.record
    assert play(found.record.start, found.record.commands).moves == tuple(
        replace(move, notes=(), variations=()) for move in found.record.moves
    )


@pytest.mark.parametrize("name", ["game-of-four", "two-players", "intrigue-with-five-families"])
def test_the_order_of_the_council_and_the_colours(name: str) -> None:
    """Scoring tiles in another order and other colours break no decision, and what was recorded is the same."""
    game = example(name)
    for correct in CORRECTIONS[:2]:
        found = repair(game, replace_setup(game, correct(game.setup)), choose_observed)
        assert found.conflicts == ()
        assert symbols(found.record) == symbols(game)
        back = repair(found.record, replace_setup(found.record, game.setup), choose_observed)
        assert back.record.commands == game.commands


def test_a_street_is_that_between_its_tiles() -> None:
    """In a corrected city a disc is between its two recorded tiles, on whatever squares they are."""
    game = example("game-of-four")
    mirrored = "".join(game.setup.city[square] for square in (0, 3, 6, 1, 4, 7, 2, 5, 8))
    found = repair(game, replace_setup(game, replace(game.setup, city=mirrored)), choose_observed)
    old, new = (
        [
            frozenset(street_names(record.setup.city)[move.command.street])
            for move in record.moves
            if isinstance(move.command, PlaceDisc)
        ]
        for record in (game, found.record)
    )
    assert not found.conflicts
    assert new == old
    assert symbols(found.record) == symbols(game)
    assert found.record.commands != game.commands


def test_a_street_that_is_not_there() -> None:
    """A street that the corrected city does not have is a conflict with its reason and the nearest decisions."""
    game = example("game-of-four")
    found = repair(game, replace_setup(game, swapped(game.setup, 0, 8)), choose_stopped)
    (conflict,) = found.conflicts
    assert "is not a street of this city" in str(conflict.reason)
    assert conflict.rule == "R2.1"
    assert conflict.nearest
    observed = repair(game, replace_setup(game, swapped(game.setup, 0, 8)), choose_observed).record
    names = {*map(frozenset, street_names(observed.setup.city).values())}
    seen = [move.command.part for move in observed.moves if isinstance(move.command, ObservePart)]
    assert seen
    assert all(frozenset(street_names(observed.setup.city).get(part, "")) in {*names, frozenset()} for part in seen)  # type: ignore[call-overload]


def test_observations_are_of_colours() -> None:
    """An observation of a colour stays with that colour, whatever its seat is after the correction."""
    whole = example("study")
    game = play(whole.setup, [*whole.commands, ObservePart("0.points", "33")])
    found = repair(game, replace_setup(game, replace(game.setup, colours="ryb")), choose_observed).record
    points = [mat.points for mat in game.state_at(len(whole.moves)).mats]
    assert game.setup.colours == "bry"
    assert [mat.points for mat in game.state.mats] == [33, *points[1:]]
    assert [mat.points for mat in found.state.mats] == [*points[:2], 33]


def test_notes_go_with_their_decisions() -> None:
    """Comments and variations stay with their decisions; a stored game gets them by the places of those."""
    game = example("study")
    found = repair(game, replace_setup(game, CORRECTIONS[0](game.setup)), choose_observed)
    notes = [[note for note in move.notes if type(note).__name__ != "Check"] for move in game.moves]
    assert [[note for note in move.notes if type(note).__name__ != "Check"] for move in found.record.moves] == notes
    assert [len(move.variations) for move in found.record.moves] == [len(move.variations) for move in game.moves]
    rewriting = rewriting_of(game, found)
    assert rewriting.unchanged == 0
    assert rewriting.carried == {place: place for place in range(1, len(game.moves) + 1)}


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"colours": "brygp"}, RepairError, "every decision belongs to one"),
        ({"city": "WBMUCAVTT"}, SetupError, "is not a city"),
        ({"colours": "bbry"}, SetupError, "colour"),
    ],
)
def test_what_cannot_be_corrected(wrong: dict[str, str], error: type[Exception], words: str) -> None:
    """Another number of players and an impossible set-up are refused with what is wrong."""
    game = example("game-of-four")
    with pytest.raises(error, match=words):
        replace_setup(game, replace(game.setup, **wrong))


def test_a_game_that_begins_in_the_middle() -> None:
    """A game that begins with a position keeps it: tiles and colours can be corrected, rules cannot."""
    whole = example("game-of-four")
    middle = play(whole.moves[100].state, whole.commands[101:120])
    found = repair(middle, replace_setup(middle, CORRECTIONS[1](middle.setup)), choose_observed)
    assert (found.conflicts, found.record.setup.colours) == ((), middle.setup.colours[::-1])
    deck = tuple(number + 1 for number in middle.setup.ruleset.deck)
    rules = replace(middle.setup.ruleset, deck=deck)
    with pytest.raises(RepairError, match="begins in the middle"):
        replace_setup(middle, replace(middle.setup, ruleset=rules))


def test_a_record_of_a_result_has_no_decisions() -> None:
    """A record that has only the result is refused."""
    game = loads('[CGN "1.0"]\n[Seats "bry"]\n[Result "30-20-10"]\n')
    with pytest.raises(NoPositionsError):
        replace_setup(game, replace(example("study").setup, colours="bry"))
