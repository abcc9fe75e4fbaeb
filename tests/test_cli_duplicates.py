"""Duplicates: the same set-up, deck and cards at several tables, and what each seat made of them."""

from functools import cache
from random import Random

from msgspec.structs import replace

from calimala_es.commands import CHANCE_COMMANDS, DrawCard
from calimala_es.deck import is_chance
from calimala_es.game import Game, play
from calimala_es.initial import shuffled_setup
from calimala_es.legal import legal
from notation import dumps, loads
from replays.dealer import seeded_dealer
from replays.edit.duplicates import are_duplicates, results_by_seat
from tests.cli_runs import Table


@cache
def played(people: str, deck: str = "7") -> Game:
    """Return a game of two that somebody played at random, with the cards of a deck."""
    random, dealer = Random(people), seeded_dealer(deck)
    setup = shuffled_setup("by", Random("set-up"))
    game, drawn = play(setup), 0
    while not game.state.is_over:
        if is_chance(game.state):
            command, drawn = dealer(game.state, drawn), drawn + 1
        else:
            command = random.choice(legal(game.state))
        game = game.added(play(game.state, [command]).moves)
    return replace(game, headers=(("Blue", people), ("Shuffle", deck)))


def test_the_cards_are_the_same_at_every_table() -> None:
    """However people play, the same cards are dealt and come from the deck in the same order, until it is shuffled."""
    one, other = played("Maria"), played("Nicole")
    cards = [[command for command in game.commands if isinstance(command, CHANCE_COMMANDS)] for game in (one, other)]
    assert one.commands != other.commands
    assert sum(isinstance(command, DrawCard) for command in cards[0][:20]) > 9
    assert cards[0][:20] == cards[1][:20]
    assert are_duplicates(one, other)
    assert not are_duplicates(one, played("Maria", "8"))


def test_seats_are_compared(table: Table) -> None:
    """The turns of the tables are shown side by side, then what each seat scored, above or below the average; games
    with other cards are refused.
    """
    games = [played("Maria"), played("Nicole")]
    files = [table.file(f"{number}.cgn", dumps(game)) for number, game in enumerate(games)]
    output = table.ok("compare", "--duplicates", *files)
    assert "These games share" in output
    results = results_by_seat(games)
    assert [result.points for result in results] == [
        tuple(game.state.mats[seat].points for game in games) for seat in range(2)
    ]
    assert all(sum(result.ahead) == 0 for result in results)
    lines = output.splitlines()[-6:]
    assert lines[0] == "Blue, points and how far above or below the average:"
    assert lines[2].split()[1:3] == ["Nicole", str(results[0].points[1])]
    other = table.file("other.cgn", dumps(played("Maria", "8")))
    assert "do not have the same set-up and cards" in table.run("compare", "--duplicates", files[0], other).err


def test_a_duplicate_hides_its_deck(table: Table) -> None:
    """A duplicate has the set-up and the deck of a game, is for other people, and prints nothing of cards or seeds. The
    games are not compared before they are over, and a game whose cards people dealt has no deck.
    """
    table.ok("new", "blue=Maria", "red=Tania", "--deal", "--seed", "4711", "--id", "friday")
    output = table.ok("new", "--duplicate", "friday", "Anna", "Nicole", "--id", "saturday")
    assert "4711" not in output
    assert "Anna" in output
    for id in ("friday", "saturday"):
        table.ok("record", id, input="")
    friday, saturday = (loads(table.ok("export", id)) for id in ("friday", "saturday"))
    assert friday.setup == saturday.setup
    assert friday.commands == saturday.commands != ()
    for refused in (["friday", "--deal"], ["friday", "Anna"], ["friday", "blue=Anna", "red=Nicole"]):
        assert table.run("new", "--duplicate", *refused).code == 2
    assert "is not over" in table.run("compare", "--duplicates", "friday", "saturday").err
    table.ok("new", "blue", "red", "--id", "sunday")
    assert "--deal" in table.run("new", "--duplicate", "sunday").err
