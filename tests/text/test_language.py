"""A language by itself: messages, fields, numbers, contexts, codes."""

import pytest

from replays.text.languages import ENGLISH, LANGUAGES, Language, UnknownLanguageError, language_of
from replays.text.names import Names
from replays.text.terms import colour_term, join_and, points_term
from tests.strategies import Playout

HOSTILE = ("{0.__class__}", "{name}", "%s %(name)s", "{", "}}{{", "{name!r:>1000000}", "\\N{DIGIT ONE}")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("value", HOSTILE)
def test_values_are_never_read_as_messages(code: str, value: str) -> None:
    """A value, e.g. somebody's name, is in the sentence unchanged."""
    language = language_of(code)
    assert value in language.text("{name} draws {card}", name=value, card="a card")
    assert value in language.counted("{number} more", "{number} more: {what}", 2, what=value)


def test_a_message_that_nobody_translated_stays_english() -> None:
    """An untranslated message is shown in English."""
    assert language_of("ru").text("{name} sings", name="Maria") == "Maria sings"
    assert language_of("hu").word("to", "Siena") == "Siena"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", ["0 points", "1 point", "2 points", "5 points", "21 points"]),
        ("ru", ["0 очков", "1 очко", "2 очка", "5 очков", "21 очко"]),
        ("zh_TW", ["0 分", "1 分", "2 分", "5 分", "21 分"]),
        ("hu", ["0 pont", "1 pont", "2 pont", "5 pont", "21 pont"]),
    ],
)
def test_words_agree_with_numbers(code: str, words: list[str]) -> None:
    """Each language has its own plural rules, for negative numbers as for positive ones."""
    language = language_of(code)
    assert [points_term(number, language) for number in (0, 1, 2, 5, 21)] == words
    assert points_term(-1, language) == f"-{words[1]}"


def test_lists() -> None:
    """Lists are joined as the language joins them."""
    assert join_and(["a", "b", "c"], ENGLISH) == "a, b and c"
    assert join_and(["a", "b", "c"], language_of("ru")) == "a, b и c"
    assert join_and(["a", "b", "c"], language_of("zh_TW")) == "a、b和c"
    assert join_and(["a"], language_of("hu")) == "a"


def test_who_has_no_name_goes_by_the_colour() -> None:
    """A player without a name is called by the colour, in the language of the table."""
    setup = Playout(3, 1).setup
    names = Names.of(setup, {0: "Maria"}, language_of("ru")).by_seat
    assert names == ("Maria", *(colour_term(colour, language_of("ru")).capitalize() for colour in setup.colours[1:]))
    assert Names.of(setup, {0: "Maria"}, language_of("zh_TW")).person(0).startswith("Maria（")


@pytest.mark.parametrize("code", ["ru", "RU", "zh_TW", "zh-tw", "zh_tw"])
def test_codes_are_read_leniently(code: str) -> None:
    """A language code may be in capitals or not, with a hyphen or not."""
    assert language_of(code).code in LANGUAGES


@pytest.mark.parametrize("code", ["", "xx", "ru_RU", "../ru", "ru\x00", "zh" * 1000])
def test_other_codes_are_refused(code: str) -> None:
    """The error about an unknown code lists all languages, and a code is never used as a path."""
    with pytest.raises(UnknownLanguageError) as refusal:
        language_of(code)
    assert all(f"{known} ({name})" in str(refusal.value) for known, name in LANGUAGES.items())
    assert len(str(refusal.value)) < 200


def test_english_needs_no_catalogue() -> None:
    """English is the messages themselves."""
    assert language_of("en") is ENGLISH
    assert isinstance(ENGLISH, Language)


def test_chinese_has_no_space_between_its_characters() -> None:
    """In Chinese a space beside a field remains only if the field is filled with other letters."""
    chinese = language_of("zh_TW")
    message = "{seat} cannot {action} so"
    assert chinese.text(message, seat="Maria", action="織布") == "Maria 不能這樣織布"
    assert chinese.text(message, seat="藍色", action="織布") == "藍色不能這樣織布"
    assert chinese.text(message, seat="王 小明", action="{x} y") == "王 小明不能這樣{x} y"
    assert ENGLISH.text(message, seat="藍色", action="織布") == "藍色 cannot 織布 so"
