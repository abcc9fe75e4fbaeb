"""Catalogues: every language has every sentence, or lists it as left in English; and how a language uses them."""

import string
from collections.abc import Sequence
from gettext import c2py
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from replays.text.languages import DOMAIN, ENGLISH, LANGUAGES, Language, UnknownLanguageError, language_of
from replays.text.names import Names
from replays.text.terms import colour_term, join_and, points_term
from tests.strategies import Playout
from translation.catalogues import (
    CODES,
    compiled,
    folder_of,
    is_translated,
    read,
    renewed,
    text_of,
    translation_of,
    unreviewed,
    untranslated,
    write_reviewed,
)
from translation.extraction import NotAMessageError, SourceMessage, messages, messages_in_module, messages_in_template

WHOLE = ("de", "hu", "ru", "zh_TW")
"""The languages that leave nothing in English."""


@pytest.fixture(scope="module", params=CODES)
def code(request: pytest.FixtureRequest) -> str:
    """Return the code of each language except English."""
    return str(request.param)


@pytest.fixture(scope="module")
def catalogue(code: str) -> Catalog:
    """Return the catalogue of a language."""
    return read(code)


def fields(text: str) -> list[str]:
    """Return the names of the fields of a message, each as often as it occurs."""
    return sorted({name for _, name, _, _ in string.Formatter().parse(text) if name is not None})


def forms(translation: str | Sequence[str]) -> Sequence[str]:
    """Return a translation as one of several forms."""
    return (translation,) if isinstance(translation, str) else translation


def test_every_message_is_translated(code: str, catalogue: Catalog) -> None:
    """Every message is translated in every form, or is in the list of those left in English."""
    missing = {each for each in messages() if not is_translated(translation_of(catalogue, each))}
    assert sorted(missing - untranslated(code)) == [], "python3 -m translation brings the catalogues up to date"


def test_the_lists_of_what_is_left_in_english_are_true(code: str, catalogue: Catalog) -> None:
    """No listed message is translated or obsolete; German, Hungarian, Russian and Chinese have no list."""
    left = untranslated(code)
    assert (
        sorted(each for each in left if each not in messages() or is_translated(translation_of(catalogue, each))) == []
    )
    assert not (left and code in WHOLE)


def test_every_translation_was_reviewed(code: str, catalogue: Catalog) -> None:
    """Every translation was read since it or its English changed; the others are fuzzy in the catalogue."""
    changed = unreviewed(code, messages(), catalogue)
    assert changed == [], f"read these, then record it: python3 -m translation --reviewed {code}"


def test_a_change_asks_for_a_review(tmp_path: Path) -> None:
    """A translation is to be reviewed when it is new, and again when it or its English changes; until then it is
    fuzzy, and used."""
    (tmp_path / "translation" / "reviewed").mkdir(parents=True)
    one, other = SourceMessage("", "one"), SourceMessage("", "other")
    catalogue = Catalog(locale="de", fuzzy=False)
    catalogue.add("one", "eins")
    catalogue.add("other", "")
    assert unreviewed("de", [one, other], catalogue, tmp_path) == [one]
    write_reviewed("de", [one, other], catalogue, tmp_path)
    assert unreviewed("de", [one, other], catalogue, tmp_path) == []
    catalogue["other"].string = "anders"
    assert unreviewed("de", [one, other], catalogue, tmp_path) == [other]
    catalogue.add("one of them", "eins")
    assert unreviewed("de", [SourceMessage("", "one of them")], catalogue, tmp_path) == [
        SourceMessage("", "one of them")
    ]
    new = renewed("de", {one: ("x.py",)}, catalogue)
    assert new["one"].fuzzy
    assert b"eins" in compiled(new)


def test_no_message_is_stale(catalogue: Catalog) -> None:
    """No catalogue has a message that the sources do not have."""
    keys = {(each.context, each.text) for each in messages()}
    ids = ((known.context or "", known.id if isinstance(known.id, str) else known.id[0]) for known in catalogue)
    assert [id for id in ids if id[1] and id not in keys] == []


def test_fields_agree(catalogue: Catalog) -> None:
    """A translation has exactly the fields of its message, by name, in each plural form. A form that is for 1 only, as
    in German, has those of the English singular, e.g. none if that is "once"."""
    form_of = c2py(catalogue.plural_expr)
    numbers = [{number for number in range(200) if form_of(number) == form} for form in range(catalogue.num_plurals)]
    for each in messages():
        for used_for, form in zip(numbers, forms(translation_of(catalogue, each)), strict=False):
            wanted = each.text if used_for == {1} else each.plural or each.text
            assert not form or fields(form) == fields(wanted), each


def test_space_around_stays(catalogue: Catalog) -> None:
    """A translation begins and ends with the same space and line breaks as its message."""
    for each in messages():
        if each.context == "list":
            continue
        indent = len(each.text) - len(each.text.lstrip())
        for form in forms(translation_of(catalogue, each)):
            assert not form or form[:indent] == each.text[:indent], each
            assert form == form.rstrip(), each


def test_compiled_is_what_is_written(code: str, catalogue: Catalog) -> None:
    """The compiled catalogue is that of the written one."""
    assert (folder_of(code) / f"{DOMAIN}.mo").read_bytes() == compiled(catalogue)


def test_renewing_keeps_translations(code: str, catalogue: Catalog) -> None:
    """Updating a catalogue, and writing it, loses no translation."""
    again = renewed(code, messages(), catalogue)
    assert [each for each in messages() if translation_of(again, each) != translation_of(catalogue, each)] == []
    assert text_of(renewed(code, messages(), again)) == text_of(again)


# Finding messages.


def test_messages_are_found_wherever_a_language_is_asked() -> None:
    """Messages are found in calls, aliases of methods, choices, tables, plurals and contexts."""
    source = """
text, name = table.language.text, table.name(0)
text("one")
self.table.language.text("two" if far else "three", name=name)
language.counted("{number} a", "{number} b", 3)
language.word("to", "four")
TABLE = {1: message("five"), 2: message("six", "deed"), 3: plural("c", "d")}
language.word("to", PLACES[x])
language.text(TABLE[1])
_language().text("six")
other.text("not this")
other().text("nor this")
"""
    assert [*messages_in_module(source, "x.py")] == [
        SourceMessage("", "one"),
        SourceMessage("", "two"),
        SourceMessage("", "three"),
        SourceMessage("", "{number} a", "{number} b"),
        SourceMessage("to", "four"),
        SourceMessage("", "five"),
        SourceMessage("deed", "six"),
        SourceMessage("", "c", "d"),
        SourceMessage("", "six"),
    ]


@pytest.mark.parametrize(
    "source",
    [
        'language.text(f"{name} draws")',
        'language.text("a" + word)',
        'language.counted("one", words, 3)',
        'language.word(where, "a word")',
    ],
)
def test_a_sentence_in_pieces_is_not_a_message(source: str) -> None:
    """A sentence put together from pieces cannot be translated, so it is an error with its place."""
    with pytest.raises(NotAMessageError, match=r"x\.py:1: "):
        list(messages_in_module(source, "x.py"))


def test_messages_are_found_in_templates() -> None:
    """Messages are found in calls, choices, plurals and contexts of templates, in text and in tags."""
    source = """
{% set title = text("one") %}<p title="{{ text("two" if far else "three", name=name) }}">
{% for label in [text("four"), counted("{number} a", "{number} b", 3)] %}{{ word("to", "five") }}{% endfor %}
{{ text(chapter.title) }} {{ other.text("not this") }}
"""
    assert {*messages_in_template(source, "x.html")} == {
        SourceMessage("", "one"),
        SourceMessage("", "two"),
        SourceMessage("", "three"),
        SourceMessage("", "four"),
        SourceMessage("", "{number} a", "{number} b"),
        SourceMessage("to", "five"),
    }
    for pieces in ('{{ text("a" ~ word) }}', '{{ text("a" + word) }}', '{{ word(where, "a word") }}'):
        with pytest.raises(NotAMessageError, match=r"x\.html:1: "):
            list(messages_in_template(pieces, "x.html"))


def test_a_catalogue_that_is_not_there_is_empty(tmp_path: Path) -> None:
    """A new language begins with an empty catalogue, and the first update lists all messages."""
    new = renewed("ru", messages(), read("ru", tmp_path))
    assert not any(is_translated(translation_of(new, each)) for each in messages())
    assert len(new) == len({(each.context, each.text) for each in messages()})


# A language by itself.


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
    assert join_and(["a", "b", "c"], language_of("zh_TW")) == "a、b、c"
    assert join_and(["a"], language_of("hu")) == "a"


def test_a_player_without_a_name_is_called_by_the_colour() -> None:
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
    message = "{seat} cannot {action} that way"
    assert chinese.text(message, seat="Maria", action="織布") == "Maria 不能這樣織布"
    assert chinese.text(message, seat="藍色", action="織布") == "藍色不能這樣織布"
    assert chinese.text(message, seat="王 小明", action="{x} y") == "王 小明不能這樣{x} y"
    assert ENGLISH.text(message, seat="藍色", action="織布") == "藍色 cannot 織布 that way"
