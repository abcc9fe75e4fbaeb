"""What the words after a word say that its decision depends on, where goods are not recorded."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from calimala_es.checks import MARK
from calimala_es.commands import Command, DoAction, DrawCard, MoveCube, PlayCard, SkipAction
from calimala_es.components import ACTIONS, INTRIGUE, UNKNOWN, is_row
from calimala_es.editions import BY_ACTIVATION
from calimala_es.state import State
from notation.grammar.symbols import DEEDS, DISCARDED, DRAWS, END, INTRIGUE_DEEDS, PLAYED, SEEN, TAKEN
from notation.grammar.tokens import is_annotation
from notation.partial.means import ENDINGS, Following, cards_after, is_first_of_two

Tokens = Sequence[str]

MOST_LOOKED_AT: Final = 200
"""The number of words after a decision that are examined at most."""

_NOT_DONE: Final = re.compile(rf"[{ACTIONS}]?-([{ACTIONS}?])?")
_CARD: Final = re.compile(rf"(?:[0-9]{{1,9}}\.+)?[{ACTIONS}{INTRIGUE}]?-[{ACTIONS}?]")
"""A card that is drawn, by itself or written on the action that it is drawn for."""
_REPEATED: Final = re.compile(r"[0-9]{1,9}\.{2,}")


def following(tokens: Tokens, index: int, command: Command, more: Command | None, state: State) -> Following:
    """Return what follows a decision that the word at ``index`` means, or that is supplied before it.

    ``more`` is the next decision of the same word, ``state`` the position.
    """
    words = [*_words_after(tokens, index)]
    if type(command) is SkipAction:
        instead = _done_instead(words)
        has_card = more is not None or instead is not None or _has_card(words, state)
        return Following(has_card, instead)
    if type(command) is DrawCard and is_first_of_two(state):
        here = _without_glyph(tokens[index].upper()) if tokens else ""
        return Following(cards=_cards_after(command, words if _CARD.fullmatch(here) else [here, *words]))
    if isinstance(command, DoAction | PlayCard):
        source, _, target = words[0].partition(TAKEN) if words else ("", "", "")
        return Following(moved=MoveCube(source, target) if is_row(source) and is_row(target) else None)
    if isinstance(command, ENDINGS):
        here = _without_glyph(tokens[index].upper().rstrip(")")) if tokens else ""
        candidates = (here.rpartition(".")[2] or here, *words)
        word = next((word for word in candidates if word != END), "")
        deed = INTRIGUE_DEEDS[word][0] if word in INTRIGUE_DEEDS else None
        return Following(deed=deed if isinstance(deed, DoAction | SkipAction) else None)
    return Following()


def _words_after(tokens: Tokens, index: int) -> Iterator[str]:
    """Yield the decisions and strokes after a word, up to the end of the variation; inner variations are skipped."""
    inner = 0
    for token in tokens[index + 1 : index + 1 + MOST_LOOKED_AT]:
        if token[0] not in "{}" + MARK and not is_annotation(token):
            inner += token[0] == "("
            word = token.rstrip(")")
            if not inner and word:
                yield _without_glyph(_REPEATED.sub("", word.upper()))
            inner -= len(token) - len(word)
            if inner < 0:
                return


def _without_glyph(word: str) -> str:
    """Return a word without the glyph written on it."""
    return word if word.endswith("-?") else word.rstrip("!?")


def _has_card(words: Sequence[str], state: State) -> bool:
    """Return whether a card is drawn for an action that is not done, or for all of this activation (R9.3)."""
    setup = state.setup
    by_activation = setup.edition.has_settings and setup.ruleset.settings.compensation_scope == BY_ACTIVATION
    for word in words:
        if word in DRAWS or (word[:1] == TAKEN and word[1:] in DEEDS):
            return True
        if word[:1] == PLAYED or TAKEN in word[1:]:
            continue
        match = _NOT_DONE.fullmatch(word)
        if not match or not by_activation:
            return False
        if match[1]:
            return True
    return False


def _cards_after(command: DrawCard, words: Sequence[str]) -> str:
    """Return the second of two cards, which may be omitted, and the discarded one (R11.Scali)."""
    first, *others = [word for word in words if SEEN not in word][:2] or [""]
    second, sorted_out = (first[-1], others[0] if others else "") if first in DRAWS else (UNKNOWN, first)
    is_card = len(sorted_out) == 2 and sorted_out[0] == DISCARDED and sorted_out[1] in ACTIONS
    return cards_after(command.card, second, sorted_out[1] if is_card else "")


def _done_instead(words: Sequence[str]) -> DoAction | None:
    """Return the action that is done instead of drawing a card (R11.Spini)."""
    commands = DEEDS.get(words[0][1:]) if words and words[0][:1] == TAKEN else None
    return commands[0] if commands and type(commands[0]) is DoAction else None
