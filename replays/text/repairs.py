"""The result of a repair, in sentences."""

from typing import Final

from replays.edit.outcomes import RepairConflict, RepairOutcome
from replays.text.languages import message
from replays.text.messages import message_text
from replays.text.names import Names

_SENTENCES: Final = {
    ("replaced", "refused"): message(
        "{id} {name}: {instead} instead of {word}, which breaks the rules ({rule}): {reason}"
    ),
    ("dropped", "refused"): message("{id} {name}: {word} is dropped because it breaks the rules ({rule}): {reason}"),
    ("observed", "refused"): message(
        "{id} {name}: {word} is kept as observed ({instead}) because it breaks the rules ({rule}): {reason}"
    ),
    ("stopped", "refused"): message(
        "{id} {name}: the game ends before {word}, which breaks the rules ({rule}): {reason}"
    ),
    ("dropped", "gone"): message("{id} {name}: {word} is dropped because it is no longer needed: {reason} ({rule})"),
    ("observed", "gone"): message(
        "{id} {name}: {word} is kept as observed ({instead}) because it is no longer needed: {reason} ({rule})"
    ),
    ("stopped", "gone"): message(
        "{id} {name}: the game ends before {word}, which is no longer needed: {reason} ({rule})"
    ),
    ("dropped", "idle"): message("{id} {name}: {word} is dropped because it is no longer needed: {reason} ({rule})"),
    ("dropped", "over"): message("{id} {name}: {word} is dropped: {reason} ({rule})"),
    ("dropped", "chance"): message("{id} {name}: the card {word} is not drawn: {reason} ({rule})"),
    ("replaced", "chance"): message(
        "{id} {name}: {instead} instead of the card {word}, which is no longer possible ({rule}): {reason}"
    ),
    ("stopped", "chance"): message(
        "{id} {name}: the game ends before the card {word}, which is no longer possible ({rule}): {reason}"
    ),
    ("entered", "missing"): message("{id} {name}: {instead}, which had not been recorded"),
    ("supplied", "missing"): message(
        "{id} {name}: {instead} inserted before it, because what happened was not recorded: {reason} ({rule})"
    ),
}
"""The sentence for each resolution and problem."""

_MOST_SHOWN: Final = 60
"""The number of characters of decisions that are shown."""


def outcome_text(outcome: RepairOutcome, names: Names) -> str:
    """Return the result of a repair at one decision, as a sentence."""
    return names.language.text(
        _SENTENCES[outcome.what, outcome.trouble],
        id=outcome.id,
        name=_name(outcome.seat, names),
        word=_shown(outcome.word),
        instead=_shown(" ".join(outcome.instead)),
        rule=outcome.rule,
        reason=message_text(outcome.reason, names),
    )


def conflict_text(conflict: RepairConflict | RepairOutcome, names: Names) -> str:
    """Return what is wrong with a decision that needs a resolution, whatever the resolution is."""
    fields = {
        "id": conflict.id,
        "name": _name(conflict.seat, names),
        "word": _shown(conflict.word),
        "rule": conflict.rule,
        "reason": message_text(conflict.reason, names),
    }
    if conflict.trouble == "missing":
        return names.language.text("{id} {name}: what was done was not recorded: {reason} ({rule})", **fields)
    if conflict.trouble == "gone":
        return names.language.text("{id} {name}: {word} is no longer needed: {reason} ({rule})", **fields)
    if conflict.trouble == "chance":
        return names.language.text("{id} {name}: the card {word} is no longer possible ({rule}): {reason}", **fields)
    return names.language.text("{id} {name}: {word} breaks the rules ({rule}): {reason}", **fields)


def _name(seat: int | None, names: Names) -> str:
    return names.language.text("the game") if seat is None else names.name(seat)


def _shown(words: str) -> str:
    return words if len(words) <= _MOST_SHOWN else f"{words[: _MOST_SHOWN - 3].rstrip()}..."
