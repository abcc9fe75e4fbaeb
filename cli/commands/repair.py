"""``repair``: correct one decision of a game, and replay everything after it."""

import click

from cli.exits import wrong_usage
from cli.files import GameName
from cli.games import FoundGame, find_place, sound
from cli.options import CommandWithExamples
from cli.repairs import RepairOptions, carry_out, repair_options
from notation.places import PlaceId, parse_place
from replays.edit.edits import Edit, insert_at, remove_at, replace_at


@click.command(
    "repair",
    cls=CommandWithExamples,
    examples=(
        "calimala repair friday#7.1.2 AC",
        "calimala repair game.cgn --at 7 AS AC SL / AM --nearest -o game.cgn",
    ),
)
@click.argument("name", metavar="GAME#MOMENT", type=GameName())
@click.argument("words", metavar="[DECISION]...", nargs=-1)
@click.option("--at", metavar="MOMENT", help="The moment, if it does not follow GAME")
@click.option("--insert", "inserts", is_flag=True, help="Insert the decisions before MOMENT")
@click.option("--remove", "removes", is_flag=True, help="Remove what is at MOMENT")
@repair_options
def repair_command(
    name: str,
    words: tuple[str, ...],
    at: str | None,
    inserts: bool,
    removes: bool,
    options: RepairOptions,
) -> int:
    """Correct a decision (7.1.2), an activation (7.1) or a turn (7), then replay the rest. For each later decision that
    is no longer legal or needed, you are asked what to do; in a pipe, choose an option. Ctrl-C changes nothing.
    """
    game = sound(find_place(name, at))
    with game.naming():
        edit = _edit(game, " ".join(words), inserts=inserts, removes=removes)
    if game.stored and options.output is None and any(move.notes or move.variations for move in edit.moves):
        raise wrong_usage("a repair in the store can contain only decisions; add notes with calimala annotate")
    return carry_out(game, edit, options)


def _edit(game: FoundGame, decisions: str, *, inserts: bool, removes: bool) -> Edit:
    """Return the requested correction."""
    if not game.place:
        raise wrong_usage("name the decision, e.g. game.cgn#7.2.3")
    if removes and (inserts or decisions):
        raise wrong_usage("use only one of {options}", options=("--remove", "--insert", "DECISION"))
    place = PlaceId(game.variation, parse_place(game.place).numbers)
    if removes:
        return remove_at(game.record, place)
    if not decisions:
        raise wrong_usage('add the correct decisions, e.g. "AC", or use --remove')
    return insert_at(game.record, place, decisions) if inserts else replace_at(game.record, place, decisions)
