"""The grammar of generated sentences, by patterns of what must not occur, over whole games of every rule set.

A sentence is put together from words, so each of its words may be right and the sentence wrong: the patterns are what
went wrong so, or can. The games are those of the recorder's tests, which have every rule set and family, and those of
the renderings, with their gaps and observations.
"""

import re
from functools import cache
from typing import Final

import pytest

from replays.analysis import analyse
from replays.replay import Replay
from replays.text.analysis import analysis_lines
from replays.text.languages import LANGUAGES, language_of
from replays.text.names import Names
from tests.profiles import few
from tests.test_cli_record_rules import KINDS, game
from tests.text.renderings import PEOPLE, rendering
from tests.text.test_sentences import sentences

_PLACES: Final = "Barcelona|Lisbon|London|Troyes|Bruges|Hamburg|Santa Croce|San Miniato|artwork|Palazzo Vecchio"

IN_ALL: Final = {
    r"[{}]": "an unfilled field",
    r"\S [,.;:!](?!\.)": "a space before a sign",
    r"(?<!\.)\.\.(?!\.)|,,|;;|::": "a sign twice",
    r"\( | \)|\( *\)": "brackets with nothing, or with spaces",
    r"(?i)(?<!-)\b([^\W\d]{2,}) \1\b": "a word twice",
    r"\b(?:None|True|False|nan)\b": "a value of the program",
    r"[,;]$": "an end that is none",
}
"""Patterns for sentences of every language, each with what it finds."""

IN_ONE: Final = {
    "en": {
        r"\b(?:he|she|his|her|him)\b": "the player, they",
        r"\bby reached\b": "reached ... first",
        r"\bcarr(?:y|ies|ied) out\b": "does the ... action",
        r"\bis impossible for\b": "cannot do the ... action",
        r"\bthe the\b|\baction action\b": "an article or a noun in a word and around it",
        r"\b(?:contributions of \w+|port cities|trading cities) (?:is|was|has)\b": "are, were, have",
        rf"\b(?:{_PLACES}) (?:are|were|have)\b": "is, was, has",
        r"(?<![\d.,])[+-]?1 (?:points|cubes|turns|cards|steps|artworks|discs|decisions|actions)\b": "the singular",
        r"(?<![\d.,])(?:[02-9]|\d\d+) (?:point|cube|turn|card|step|disc|decision|action)\b": "the plural",
        r"\b[Aa] [aeiou](?!ne\b|ni)": "an",
        r"\b[Aa]n [^aeiou8]": "a",
        r"(?:^|[.;:] )Of (?:a|the)\b": "a sentence that begins with its object",
        r"\b(?:nobody|everybody|each) (?:have|are|were)\b": "has, is, was",
        r"\b(?:you|your|I|me)\b": "the name of the player",
    },
    "de": {
        r"\b(?:er|ihm|ihn|sein|seine[nrsm]?)\b": "the name of the player",
        r"\bSie\b|\bIhre?\b": "du",
        r"(?<![\d.,])[+-]?1 (?:Punkte|Karten|Scheiben|Züge|Schritte|Aktionen)\b": "the singular",
        r"(?<![\d.,])(?:[02-9]|\d\d+) (?:Punkt|Karte|Scheibe|Zug|Schritt|Aktion)\b": "the plural",
        r"\b(?:der|die|das|den|dem|des|ein|eine[nmrs]?|zum|zur|im|am|vom) (?:die|das|den|dem|des|ein|eine[nmrs]?)\b": (
            "two articles"
        ),
        r"\b(?:zu|von) dem\b|\bzu der\b|\ban dem\b": "zum, vom, zur, am",
        r"\b(?:the|of|and|with|is|are|for|from|street|must|may|has)\b": "English",
    },
    "ru": {
        r"\b(?:он|она|ей|ему)\b": "the name of the player",
        r"(?<![\d.,])(?:\d*[02-9])?1 (?:очка|очков|кубика|кубиков|хода|ходов|шага|шагов)\b": "the singular",
        r"(?<![\d.,])(?:\d*[02-9])?[2-4] (?:очко|очков|кубик|кубиков|ход|ходов|шаг|шагов)\b": "the form of 2 to 4",
        r"(?<![\d.,])\d*(?:[05-9]|1\d) (?:очко|очка|кубик|кубика|ход|хода|шаг|шага)\b": "the form of 5 and more",
        r"\b(?:в|с|на|к|из|от|до|у) (?:в|с|на|к|из|от|до|у)\b": "two prepositions",
        r"\b[a-z]{4,}\b": "English",
    },
    "zh_TW": {
        r"[他她]": "the name of the player",
        r"[一-鿿][,;:!?]|[,;:!?][一-鿿]": "signs of full width",
        r" [，。；：、（）「」]|[，。；：、（）「」] ": "no space beside signs of full width",
        r"[，。；：、]{2}": "a sign twice",
        r"(的|個|點|張|分)\1": "a word twice",
        r"\b[a-z]{4,}\b": "English",
    },
    "hu": {
        r"\b[Aa] [aáeéiíoóöőuúüűAÁEÉIÍOÓÖŐUÚÜŰ]": "az",
        r"\b[Aa]z [bcdfghjklmnprstvzBCDFGHJKLMNPRSTVZ]": "a",
        r"\d (?:pontok|kockák|kártyák|lépések|körök)\b": "the singular after a number",
        r"\b(?:the|of|and|with|are|for|from|street|must|may|intrigue)\b": "English",
    },
}
"""Patterns for sentences of one language, each with what is right, or what was found."""

_NO_SENTENCE: Final = re.compile(r"\S {2,}\S|^#| -> ")
"""What rows of tables, headings, and values in letters have."""


@cache
def said(code: str) -> frozenset[str]:
    """Return what is said of whole games in a language: events, decisions, duties, changes, points and analysis."""
    lines = {*rendering(code).splitlines()}
    for kind in few(KINDS, 3):
        replay = Replay(game(kind))
        names = Names.of(replay.game.setup, PEOPLE, language_of(code))
        lines |= {*sentences(replay, names), *analysis_lines(analyse(replay), names)}
    return frozenset(line.strip() for line in lines if line.strip() and not _NO_SENTENCE.search(line))


@pytest.mark.parametrize("code", LANGUAGES)
def test_sentences_have_none_of_the_shapes_that_are_wrong(code: str) -> None:
    """No sentence about any decision, event, duty, change or analysis matches a pattern of what must not occur."""
    found = [
        f"{what}: {match[0]!r} in {line!r}"
        for pattern, what in (IN_ALL | IN_ONE[code]).items()
        for line in sorted(said(code))
        if (match := re.search(pattern, line))
    ]
    assert found == []


def test_patterns_find_what_they_are_for() -> None:
    """Sentences that are wrong in one of these ways are found."""
    wrong = {
        "en": (
            "Tania before Maria: by reached that number of seats first",
            "contributions of wood is scored: Maria 3 points for 2 cubes",
            "Maria carries out contribute",
            "weave is impossible for Maria",
            "Maria cannot do the the intrigue action action",
            "Maria may take one of his discs",
            "Maria 1 points for 2 cubes",
            "Maria 3 point for 2 cubes",
        ),
        "de": ("Maria: 1 Punkte für 2 Würfel", "Maria nimmt seine Scheibe"),
        "ru": ("Maria: 1 очка", "Maria: 2 очков", "Maria: 5 очка", "Maria must place a disc"),
        "zh_TW": ("街道：紅色, 紅色", "黃色（第三方） 2 分"),
        "hu": ("a Angelica korongja", "az Maria korongja", "Maria must place a disc"),
    }
    for code, lines in wrong.items():
        patterns = [*IN_ALL, *IN_ONE[code]]
        assert [line for line in lines if not any(re.search(pattern, line) for pattern in patterns)] == []
    assert {*wrong} == {*LANGUAGES} == {*IN_ONE}
