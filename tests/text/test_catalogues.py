"""Catalogues: every language has every sentence, or lists it as left in English."""

import string
from collections.abc import Sequence
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from replays.text.languages import DOMAIN
from translation.catalogues import (
    CODES,
    compiled,
    folder_of,
    is_translated,
    read,
    renewed,
    text_of,
    translation_of,
    untranslated,
)
from translation.extraction import NotAMessageError, SourceMessage, messages, messages_in_module, messages_in_template

WHOLE = ("ru", "zh_TW")
"""The languages that leave nothing in English."""


@pytest.fixture(params=CODES)
def code(request: pytest.FixtureRequest) -> str:
    """Return the code of each language except English."""
    return str(request.param)


@pytest.fixture
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
    """No listed message is translated or obsolete; Russian and Chinese have no list."""
    left = untranslated(code)
    assert (
        sorted(each for each in left if each not in messages() or is_translated(translation_of(catalogue, each))) == []
    )
    assert not (left and code in WHOLE)


def test_no_message_is_stale(catalogue: Catalog) -> None:
    """No catalogue has a message that the sources do not have."""
    keys = {(each.context, each.text) for each in messages()}
    ids = ((known.context or "", known.id if isinstance(known.id, str) else known.id[0]) for known in catalogue)
    assert [id for id in ids if id[1] and id not in keys] == []


def test_fields_agree(catalogue: Catalog) -> None:
    """A translation has exactly the fields of its message, by name, in each plural form."""
    for each in messages():
        wanted = fields(each.plural or each.text)
        for form in forms(translation_of(catalogue, each)):
            assert not form or fields(form) == wanted, each


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
other.text("not this")
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
def test_what_is_put_together_is_no_message(source: str) -> None:
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
