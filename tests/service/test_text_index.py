"""The text index finds what a look at every word would find, whatever was added and removed."""

from hypothesis import given
from hypothesis import strategies as st

from replays.service.live.text_index import TextIndex, numbers_in
from tests.profiles import examples

WORDS = st.lists(st.text("ab.明", min_size=1, max_size=4), max_size=4)


@given(st.lists(st.tuples(st.integers(0, 9), WORDS), max_size=40), WORDS)
@examples(200)
def test_parts_of_words_are_found(changes: list[tuple[int, list[str]]], parts: list[str]) -> None:
    """A part of a word is found in exactly the things that have such a word, after any changes of them."""
    index, things = TextIndex(), dict[int, list[str]]()
    for number, words in changes:
        if number in things:
            index.remove(number, things.pop(number))
        else:
            index.add(number, words)
            things[number] = words
    for part in filter(None, [*parts, "a", "ab", "aba", "a.b"]):
        had = {number for number, words in things.items() if any(part in word for word in words)}
        assert {*numbers_in(index.find(part))} == had


def test_words_that_nothing_has_are_forgotten() -> None:
    """Words that were removed by the thousand are not searched any more, and the others are found as before."""
    index = TextIndex()
    index.add(0, ["stays"])
    for number in range(3_000):
        index.add(1, [f"word{number}"])
        index.find("word")
        index.remove(1, [f"word{number}"])
    assert [*numbers_in(index.find("stay"))] == [0]
    assert index.find("word") == 0
    assert len(index._runs._text) < 20_000
