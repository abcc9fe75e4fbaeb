"""Duplicates on the command line: a game begun with the set-up and the deck of another, and their results."""

from collections.abc import Iterator, Sequence

from calimala_es.components import COLOUR_WORDS
from calimala_es.game import Game
from calimala_es.headers import SHUFFLE
from calimala_es.setup import Setup
from cli.exits import wrong_usage, wrong_value
from cli.games import FoundGame, stored_game, the_store
from cli.streams import Named
from cli.terminal import harmless
from replays.edit.duplicates import are_duplicates, results_by_seat
from replays.text.analysis.numbers import decimal_text
from replays.text.languages import Language
from replays.text.names import Names, names_of


def deck_of(game: FoundGame) -> tuple[Setup, str]:
    """Return the set-up of a game, and the seed of its deck; raise ``click.UsageError`` if people dealt its cards."""
    seed = game.record.header(SHUFFLE)
    if seed is None:
        raise wrong_usage(
            "the cards of {id} were not dealt by the program; begin the first game with {option}",
            id=game.name,
            option="--deal",
        )
    return game.setup, seed


def names_at(setup: Setup, people: Sequence[str]) -> list[tuple[str, str]]:
    """Return the headers with the names of people, who take the seats of a set-up in this order."""
    if people and len(people) != setup.players:
        raise wrong_value(
            "{number} players are named, but that game has {players}",
            number=len(people),
            players=setup.players,
            option="PLAYER",
        )
    if any("=" in person for person in people):
        raise wrong_value("name the players in the order of their seats, without colours", option="PLAYER")
    words = [COLOUR_WORDS[colour].capitalize() for colour in setup.colours]
    return [(word, person.strip()) for word, person in zip(words, people, strict=False) if person.strip()]


def duplicates_of(game: FoundGame) -> list[Named]:
    """Return a game and the other games of the store with the same cards, those that are over.

    Raises ``click.UsageError`` if there is none, or if the game itself is not over: its cards are still to come.
    """
    _check_over(game.name, game.record)
    found = [Named(game.name, game.record)]
    for summary in the_store().summaries():
        is_other = not game.stored or summary.id not in game.stored.ids
        if is_other and summary.result is not None and not summary.fault:
            record = stored_game(summary.id).record
            if are_duplicates(game.record, record):
                found.append(Named(summary.id, record))
    if len(found) < 2:
        raise wrong_usage("no other finished game has the same set-up and cards as {id}", id=game.name)
    return found


def check_duplicates(rows: Sequence[Named]) -> None:
    """Raise ``click.UsageError`` unless the games are over and have the same set-up and cards."""
    for row in rows:
        _check_over(row.name, row.record)
        if not are_duplicates(rows[0].record, row.record):
            raise wrong_usage(
                "{one} and {other} do not have the same set-up and cards", one=rows[0].name, other=row.name
            )


def _check_over(name: str, record: Game) -> None:
    if not record.state.is_over:
        raise wrong_usage("{id} is not over; a comparison would reveal cards that are still to come", id=name)


def result_lines(rows: Sequence[Named], language: Language) -> Iterator[str]:
    """Yield for each seat what was scored at each table, and how far that is above the average."""
    by_colour = Names.of(rows[0].record.setup, {}, language)
    for seat, result in enumerate(results_by_seat([row.record for row in rows])):
        yield language.text("{name}, points and how far above or below the average:", name=by_colour.name(seat))
        for row, points, ahead in zip(rows, result.points, result.ahead, strict=True):
            player = names_of(row.record.setup, row.record.headers).get(seat, by_colour.name(seat))
            sign = "+" if ahead > 0 else "−" if ahead < 0 else "±"
            difference = f"{sign}{decimal_text(abs(ahead), language)}"
            yield f"  {harmless(row.name)}  {harmless(player)}  {points} ({difference})"
