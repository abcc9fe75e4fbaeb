"""What whole games say in every language is what a reviewer has read."""

import pytest

from replays.text.languages import LANGUAGES
from tests.text.renderings import path_of, rendering


@pytest.mark.parametrize("code", LANGUAGES)
def test_whole_games_say_what_was_reviewed(code: str) -> None:
    """The logs, prompts and analyses of five games are those in the files, so that each change of them is reviewed."""
    assert rendering(code) == path_of(code).read_text(encoding="utf-8"), "python -m tests.text.renderings writes it"
