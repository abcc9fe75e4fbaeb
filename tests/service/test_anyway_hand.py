"""A card played anyway although the recorded hand does not contain it: another one was recorded in its place."""

from random import Random
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from calimala_es import view_command
from calimala_es.commands import Command, DrawCard, PlayCard
from calimala_es.frames import Activation
from calimala_es.game import play
from calimala_es.legal import legal
from calimala_es.state import holds
from notation import dumps
from notation.grammar.symbols import format_command
from tests.profiles import examples
from tests.service.asking import Instance
from tests.strategies import KNOWN, Playout, any_games

LOOKED_AT = ("now", "state", "legal", "events", "notation", "analysis", "page", "share")


def seen_by_key(service: Instance, made: dict[str, Any], key: str) -> list[object]:
    """Return everything about a game that the owner of a key gets."""
    answers = [service.person(key).get(f"/api/games/{made['id']}/{what}") for what in LOOKED_AT]
    return [(one.status_code, dict(one.headers), one.content) for one in answers]


def missing_card(game: Playout, random: Random) -> tuple[int, int, str]:
    """Return decisions, by number, that play a card which is not in the hand as somebody who sees it all knows; and
    who."""
    moments = [
        (number, step.before.now.seat, card)
        for number, step in enumerate(game.steps)
        if isinstance(step.before.now, Activation)
        for mat in [step.before.mats[step.before.now.seat]]
        if mat.secret
        for card in sorted(set(step.before.pool))
        if not holds(step.before, mat, card)
    ]
    assume(moments)
    return random.choice(moments)


def forgotten(game: Playout, until: int, seat: int) -> tuple[Command, ...]:
    """Return the same decisions as recorded by somebody who saw no card that this seat drew."""
    return tuple(
        view_command(step.before, step.command, None)
        if isinstance(step.command, DrawCard) and getattr(step.before.now, "seat", -1) == seat
        else step.command
        for step in game.steps[:until]
    )


@given(any_games(KNOWN), st.randoms(use_true_random=False))
@examples(2)
def test_nobody_else_learns_that_the_hand_was_known(playout: Playout, random: Random) -> None:
    """The hand loses one card, the game goes on by the rules, and everything else is unchanged. A viewer who does not
    see that hand gets the same answers, to the last byte, as for a game in which nobody had seen its cards, also after
    an undo."""
    until, seat, card = missing_card(playout, random)
    known = playout.game.commands[:until]
    unknown = forgotten(playout, until, seat)
    services = Instance(), Instance()
    made = [
        service.game(dumps(play(playout.setup, commands)))
        for service, commands in zip(services, (known, unknown), strict=True)
    ]
    state = services[1].store.load(made[1]["id"]).state
    ways = [one for one in legal(state) if isinstance(one, PlayCard) and one.action == card]
    assume(ways)
    word = format_command(state, random.choice(ways))
    others = [key for other, key in enumerate(made[0]["keys"]["seats"]) if other != seat]
    recorder = made[0]["keys"]["recorder"]
    path = f"/api/games/{made[0]['id']}"
    hands = services[0].store.load(made[0]["id"]).state.mats[seat].hand_size
    for act, body in (("decisions", {"anyway": word}), ("undo", {}), ("redo", {})):
        for service in services:
            answer = service.person(recorder).post(f"{path}/{act}", json=body, headers={"If-Match": "*"})
            assert answer.status_code in (200, 201), answer.text
        for key in ("", made[0]["keys"]["viewer"], *others):
            assert seen_by_key(services[0], made[0], key) == seen_by_key(services[1], made[1], key), (act, word)
    after = services[0].store.load(made[0]["id"])
    assert after.state.mats[seat].hand_size == hands - 1
    assert len(after.game.commands) == until + 1
    differing = [one for one, other in zip(after.game.commands, known, strict=False) if one != other]
    assert differing == [DrawCard("?")]
