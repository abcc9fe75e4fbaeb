"""Canonical words are read many at a time, or one by one, with the same result."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from calimala_es.game import Game
from notation import dumps, read_games
from tests.notation.records import records
from tests.profiles import examples
from tests.strategies import AT_THE_TABLE, KNOWN, WITH_MISTAKES

WORDS = (
    *("/", "_", "W-", "-W", "C-B", "+W", "?", "!", "?!", "$4", "=bry", "AM", "US", "AS2", "7.", "7...", "0.", "0..."),
    *("E.", "{word}", "{", "}", "(v9:", "(", ")", "(=", "&m{word}", "%b+", "#AS", "b.wood:=1", "XX", "é"),
)  # fmt: skip


def outcome(text: str, *, one_by_one: bool) -> list[tuple[object, ...]]:
    """Return what reading a text results in, without remarks; errors with their sentences."""
    return [
        (
            reading.game,
            reading.findings,
            [(type(error), str(error), error.place, error.may_follow) for error in reading.errors],
        )
        for reading in read_games(text, remarking=one_by_one)
    ]


@given(records(KNOWN, AT_THE_TABLE, WITH_MISTAKES))
@examples(15)
def test_sound_text(record: Game) -> None:
    """A game with comments, glyphs and variations is the same whichever way its words are read."""
    text = dumps(record)
    assert outcome(text, one_by_one=False) == outcome(text, one_by_one=True)


@given(records(KNOWN, AT_THE_TABLE, WITH_MISTAKES), st.randoms(use_true_random=False))
@examples(15)
def test_damaged_text(record: Game, random: Random) -> None:
    """Errors about lost, moved or strange words have the same places and expectations either way."""
    headers, body = dumps(record).split("\n\n", 1)
    words = body.split(" ")
    for _ in range(random.choice((1, 3, 10))):
        place = random.randrange(len(words))
        if random.random() < 0.5:
            words.insert(place, random.choice(WORDS))
        else:
            words[place] = words.pop(random.randrange(len(words))) if len(words) > place + 1 else random.choice(WORDS)
    text = headers + "\n\n" + " ".join(words)
    assert outcome(text, one_by_one=False) == outcome(text, one_by_one=True)
