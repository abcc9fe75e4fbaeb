"""Ids for new games: the day and a word, short enough to be said and typed."""

from datetime import date
from itertools import count
from random import SystemRandom
from typing import Final

from calimala_es.errors import GameExistsError
from calimala_es.game import Game
from calimala_es.headers import DATE
from calimala_es.store import Store

WORDS: Final = tuple(
    """
    abbey acorn alder amber angel apple april arch arno aster azure badge baker bank bard barge barn basil bay beam
    bell birch bloom boat bolt bow brass bread brick bridge brook brush canal candle cape cedar chain chalk chapel
    cherry clay cliff cloak cloth clover coin coral cord court crane crown dawn dome dove dyer eagle ember fable
    fair falcon fern field fig flag flax florin flute forge fresco frost garden gate ginger glass globe gold grain
    grape grove guild harbour harp hawk hazel hearth heron hill honey horn indigo iris iron island ivory ivy jade
    jasper kiln lace lamp lark laurel lead lemon lily linen lion loom lute madder mantle maple marble market mask
    meadow mill mint moon moss myrtle needle night noon north oak oar olive onyx opal orange orchid otter palace
    paper pearl pepper piazza pigment pine plum poplar poppy port quarry quill quince raven reed ribbon river robin
    rose ruby saffron sage sail salt sand sapphire scale scarlet seal shears ship silk silver sky smith snow spade
    spice spindle spring spruce square star stone storm summer sun swan swift tailor teal thread thyme tower trader
    tulip twine umber valley velvet vine violet wagon wall walnut wave weaver well west wheat wheel willow wind wine
    wolf wood wool wren yarn yew zinc
    """.split()  # noqa: SIM905
)

_TRIES: Final = 24


def save_new_game(store: Store, game: Game, id: str | None, today: date) -> str:
    """Return the id under which a game was saved: ``id``, or a free one made of the day of the game.

    ``2026-11-20-lily``, with a second word if many games have the same day. Raises ``GameExistsError`` if ``id`` is not
    free, ``NoPositionsError`` for a game of which only the result is known.
    """
    if id is not None:
        return store.create(id, game).id
    day, random = day_of(game.header(DATE), today), SystemRandom()
    for attempt in count():
        words = random.choices(WORDS, k=1 + attempt // _TRIES)
        try:
            return store.create("-".join([f"{day:%Y-%m-%d}", *words[:4]]), game).id
        except GameExistsError:
            continue
    raise AssertionError("some id is free")


def day_of(header: str | None, today: date) -> date:
    """Return the day that a date header gives (``2026.11.20``); today if it gives none."""
    try:
        return date.fromisoformat((header or "").replace(".", "-"))
    except ValueError:
        return today
