"""The words and signs of translations, by patterns of what must not occur: one thing has one name in each language.

``test_grammar`` reads sentences with their fields filled; here are all messages of a catalogue as translators write
them, those of pages and errors included. What is right is in ``translation/terms.tsv``, or is the word that the rest
of the catalogue has.
"""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from translation.catalogues import CODES, read, translation_of
from translation.extraction import SourceMessage, messages

WRONG: Final = {
    "de": {
        r"\bSpielbrett": "Spielplan",
        r"\bDienst(?:es|e)?\b": "Server",
        r"Eigentümer": "Besitzer",
        r"[Jj]emand anderes": "jemand anders",
        r"(?i)\bberichtig": "korrigieren",
        r"\bStarts? der Famili": "Startbonus",
        r"\w…": "a space before an ellipsis",
        r'(?<![=\w])"(?!AC")': "„“",
    },
    "ru": {
        r"(?i)тайл|плитк": "жетон",
        r"(?i)\bсда(?:ть|вать|ют|ются|ны)\b": "раздать",
        r"лицом в": "лицевой стороной",
        r"(?i)поворотн": "переломный",
        r"(?i)\bдоск[аеиу]": "поле",
        r"(?:два|три) (?:дерева|кирпича|мрамора|ткани)\b": "кубика",
        r"[^,\W] [-–] [^\W_]|\} – \{": "a dash",
        r" …|\w\.\.\.": "an ellipsis without a space",
        r"№(?! )": "a space after №",
        r'(?<![=\w])"(?!AC")': "«»",
    },
    "zh_TW": {
        "註解": "留言",
        "街道": "行動格",
        "啟動": "觸發",
        "場遊戲|對局|一場": "局",
        "打卡": "打出行動卡",
        "版圖": "圖版",
        "(?<![手發洗棄])牌(?!庫)": "卡",
        "重演|推演|回放": "重播",
        r"[一-鿿] [一-鿿]|[一-鿿]\.\.\.": "no space, ……",
        r"[一-鿿][,;:!?](?! ?\{)|[一-鿿]\(|\)[一-鿿]": "signs of full width",
        r" [，。；：、（）「」]|[，。；：、）」] ": "no space beside signs of full width",
    },
    "hu": {
        r"(?i)\baz?\(z\)|\(z\)": "a sentence without an article that depends on the value",
        r"(?i)könyvtár": "játszmatár",
        r"(?i)koppint": "érints meg",
        r"(?i)\bjáték(?!os|tábl|szabály|ból)": "játszma",
        r"\bse nem\b": "sem ..., sem ...",
        r"(?i)\{action\} kárty": "{action}akció-kártya",
        r"\w …": "an ellipsis without a space",
        r'(?<![=\w])"(?!AC")': "„”",
    },
}
"""Patterns for the translations of a language, each with what is right."""

_CODES: Final = re.compile(r"`[^`]*`|\b(?:anyway|comment|quit|undo|redo|help|legal) ?\.\.\.|BM:KE \.\.\.")
"""What is not of the language: words in code, and those of the recorder with what follows."""


def translations(code: str) -> Iterator[tuple[SourceMessage, str]]:
    """Yield each message with each form of its translation, without words in code."""
    catalogue = read(code)
    for each in messages():
        found = translation_of(catalogue, each)
        for form in (found,) if isinstance(found, str) else found:
            yield each, _CODES.sub("x", form)


@pytest.mark.parametrize("code", CODES)
def test_translations_have_the_words_and_signs_of_the_language(code: str) -> None:
    """No translation has a word for which the catalogue has another, or a sign that the language does not use so."""
    found = [
        f"{right}: {match[0]!r} in {form!r}"
        for each, form in translations(code)
        if each.context != "list"
        for pattern, right in WRONG[code].items()
        if (match := re.search(pattern, form))
    ]
    assert found == []


@pytest.mark.parametrize("code", CODES)
def test_no_translation_is_the_english_sentence(code: str) -> None:
    """A message of three or more English words is translated."""
    assert [form for each, form in translations(code) if form == _CODES.sub("x", each.text) and _has_words(form)] == []


def _has_words(text: str) -> bool:
    return len(re.findall(r"(?<![{\w])[a-z]{2,}(?![}\w])", re.sub(r"\{[^}]*\}", "", text))) > 2


def test_patterns_find_what_they_are_for() -> None:
    """Translations that were wrong in one of these ways are found."""
    wrong = {
        "de": ("hier kann nur der Eigentümer dieses Dienstes Partien beginnen", "Lädt…"),
        "ru": ("активация на улице между двумя тайлами", "за два дерева", "Загрузка …"),
        "zh_TW": (
            "{word} 已是這個回合的街道：{waiting}",
            "每次啟動帶來的分數",
            "已加入 {number} 場遊戲",
            "多張牌以點相連",
        ),
        "hu": ("ez a program a(z) {known}. verziót olvassa", "{folder} nem könyvtár", "{action} kártyából {number}"),
    }
    for code, lines in wrong.items():
        assert [line for line in lines if not any(re.search(pattern, line) for pattern in WRONG[code])] == []
    assert {*wrong} == {*WRONG} == {*CODES}
