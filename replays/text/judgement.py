"""What the judge says of a game, in sentences: luck and play of each player, costly decisions, turning points."""

from collections.abc import Iterator, Sequence
from typing import Final

from calimala_es.game import Game
from calimala_es.legal import legal
from calimala_es.notes import glyph_sign
from notation.grammar.symbols import format_command
from replays.judge.costs import JudgedMove, Judgement
from replays.text.decisions import command_text, move_text
from replays.text.languages import ENGLISH, Language, message
from replays.text.names import Names
from replays.text.terms import join_and

MOST_MISTAKES: Final = 10
MOST_TURNING: Final = 5
_INDENT: Final = "  "
_TITLES: Final = (message("Luck and play"), message("Costly decisions"), message("Turning points"))


def judgement_lines(judgement: Judgement, game: Game, names: Names, most: int = MOST_MISTAKES) -> list[str]:
    """Return what the judge says, each part below its title, with an empty line between."""
    lines: list[str] = []
    for title, part in judgement_parts(judgement, game, names, most):
        lines += [*([""] if lines else []), title, "", *part]
    return lines


def judgement_parts(
    judgement: Judgement, game: Game, names: Names, most: int = MOST_MISTAKES
) -> Iterator[tuple[str, list[str]]]:
    """Yield the title and the lines of each part of what the judge says."""
    parts = (
        [*_report(judgement, game, names)],
        [*_mistakes(judgement, game, names, most)],
        [*_turning(judgement, game, names)],
    )
    for title, part in zip(_TITLES, parts, strict=True):
        yield names.language.text(title), part


def judgement_titles(names: Names) -> set[str]:
    """Return the titles of the parts."""
    return {names.language.text(title) for title in _TITLES}


def percent(chance: float, language: Language = ENGLISH, *, signed: bool = False) -> str:
    """Return a chance, or the change of one, in percent.

    >>> percent(0.256), percent(-0.004, signed=True), percent(0.1, signed=True)
    ('26%', '0%', '+10%')
    """
    number = round(100 * chance)
    return language.text("{number}%", number=f"{number:+d}" if signed and number else number)


def _report(judgement: Judgement, game: Game, names: Names) -> Iterator[str]:
    """Yield the chances at the start, then for each player what moved the chance, and what was given to others."""
    language = names.language
    chances = [
        language.text("{name} {number}", name=names.name(seat), number=percent(chance, language))
        for seat, chance in enumerate(judgement.initial)
    ]
    yield language.text("Chances of winning at the start: {list}.", list=join_and(chances, language))
    yield language.text(
        "Luck and decisions are changes from what was expected before; what a decision cost is compared with the best "
        "alternative."
    )
    if judgement.missed:
        yield language.text("Judged only up to {place}: what happened there was not recorded.", place=judgement.missed)
    for seat in range(len(judgement.initial)):
        own = judgement.played[seat][seat]
        moved = {
            "name": names.name(seat),
            "luck": percent(judgement.luck[seat], language, signed=True),
            "own": percent(own, language, signed=True),
            "others": percent(judgement.play[seat] - own, language, signed=True),
        }
        yield language.text("{name}: luck {luck}, own decisions {own}, decisions of others {others}.", **moved)
        costly = sum(move.seat == seat for move in judgement.mistakes)
        if costly:
            yield _INDENT + language.counted(
                "{number} of {name}'s decisions had a better alternative, and cost {cost}.",
                "{number} of {name}'s decisions had a better alternative, and cost {cost} on average.",
                costly,
                name=names.name(seat),
                cost=percent(judgement.costs[seat] / costly, language),
            )
        for other, number in enumerate(gifts(judgement, seat)):
            if number:
                yield _INDENT + language.counted(
                    "{number} of {name}'s turns did more for {other} than for {name}.",
                    "{number} of {name}'s turns did more for {other} than for {name}.",
                    number,
                    name=names.name(seat),
                    other=names.name(other),
                )
        yield from _extremes(judgement, game, names, seat)


def _extremes(judgement: Judgement, game: Game, names: Names, seat: int) -> Iterator[str]:
    """Yield what cost a player most, and the draws that changed the player's chance most."""
    language = names.language
    costly = next((move for move in judgement.mistakes if move.seat == seat), None)
    if costly is not None:
        yield _INDENT + language.text(
            "Costliest decision: {place}, {decision} ({cost}).",
            place=costly.id,
            decision=_decision_text(costly, game, names),
            cost=percent(-costly.cost, language, signed=True),
        )
    for way, sentence in _DRAWS:
        draws = (move for move in judgement.moves if move.seat < 0)
        move = max(draws, key=lambda move: way * move.change[seat], default=None)
        if move is not None and round(100 * way * move.change[seat]) > 0:
            yield _INDENT + language.text(
                sentence,
                place=move.id,
                decision=_decision_text(move, game, names),
                change=percent(move.change[seat], language, signed=True),
            )


_DRAWS: Final = (
    (1, message("Luckiest draw: {place}, {decision} ({change}).")),
    (-1, message("Unluckiest draw: {place}, {decision} ({change}).")),
)
"""The draws that changed a player's chance most, up and down."""


def gifts(judgement: Judgement, seat: int) -> list[int]:
    """Return for each other player how many turns of a seat, without luck, raised that player's chance most.

    A turn whose placement had no alternative does not count.
    """
    turns: dict[int, list[float]] = {}
    owners: dict[int, int] = {}
    for move in judgement.moves:
        if move.is_placement and move.before != move.after:
            owners[move.turn] = move.seat
        if move.seat >= 0 and move.turn:
            sums = turns.setdefault(move.turn, [0.0] * len(judgement.initial))
            for other, change in enumerate(move.change):
                sums[other] += change
    found = [0] * len(judgement.initial)
    for turn, sums in turns.items():
        best = sums.index(max(sums))
        if owners.get(turn) == seat and best != seat and sums[best] > 0:
            found[best] += 1
    return found


def _mistakes(judgement: Judgement, game: Game, names: Names, most: int) -> Iterator[str]:
    language = names.language
    mistakes = judgement.mistakes[:most]
    if not mistakes:
        yield language.text("No decision can be shown to have cost anything.")
    for move in mistakes:
        yield language.text(
            "{place}, {name}: {decision}{sign}; it cost {cost} (± {error}).",
            place=move.id,
            name=names.name(move.seat),
            decision=_decision_text(move, game, names),
            sign=f" {glyph_sign(move.glyph)}" if move.glyph else "",
            cost=percent(move.cost, language),
            error=percent(move.error, language),
        )
        yield _INDENT + _better(move, game, names)


def _better(move: JudgedMove, game: Game, names: Names) -> str:
    """Say what was better than a costly decision, and what may follow it before its turn ends."""
    best, language = move.best[0], names.language
    state = game.state_at(move.move)
    command = next(each for each in legal(state) if format_command(state, each) == best.symbol)
    fields = {
        "decision": command_text(command, names),
        "symbol": best.symbol,
        "chance": percent(best.chances[move.seat], language),
    }
    line = " ".join(best.line)
    if line in ("", "/"):
        return language.text("Better: {decision} ({symbol}), for a chance of {chance}.", **fields)
    return language.text("Better: {decision} ({symbol}), for a chance of {chance}; then {line}.", line=line, **fields)


def _turning(judgement: Judgement, game: Game, names: Names) -> Iterator[str]:
    language = names.language
    for move in sorted(judgement.turning[:MOST_TURNING], key=lambda move: move.move):
        changes = join_and(_changes(move.change, names), language)
        decision = _decision_text(move, game, names)
        if move.seat < 0:
            yield language.text("{place}, luck: {decision}: {list}.", place=move.id, decision=decision, list=changes)
        else:
            yield language.text(
                "{place}, {name}: {decision}: {list}.",
                place=move.id,
                name=names.name(move.seat),
                decision=decision,
                list=changes,
            )


# What is said of one decision.


def better_text(move: JudgedMove, names: Names) -> str:
    """Say what a costly decision cost, and what was better."""
    best, language = move.best[0], names.language
    return language.text(
        "This cost {cost} (± {error}). Better: {decision}, for a chance of {chance}.",
        cost=percent(move.cost, language),
        error=percent(move.error, language),
        decision=best.symbol,
        chance=percent(best.chances[move.seat], language),
    )


def turning_text(move: JudgedMove, names: Names) -> str:
    """Say how a turning point changed everybody's chance."""
    return names.language.text("Turning point: {list}.", list=join_and(_changes(move.change, names), names.language))


def _decision_text(move: JudgedMove, game: Game, names: Names) -> str:
    taken = game.moves[move.move]
    return move_text(taken.command, taken.events, names)


def _changes(change: Sequence[float], names: Names) -> Iterator[str]:
    language = names.language
    for seat, more in enumerate(change):
        if round(100 * more):
            yield language.text("{name} {number}", name=names.name(seat), number=percent(more, language, signed=True))
