"""From a refusal to the rule that it names: where a person can read it."""

from typing import Final

import click

from calimala_es.errors import IllegalCommandError, SetupError
from cli.terminal import note
from notation.errors import NotLegalError

POINTED_KEY: Final = "calimala.pointed"
"""Under which name the context of a command keeps that somebody was pointed to a rule."""

_REFUSALS: Final = (IllegalCommandError, SetupError, NotLegalError)


def point_to_rule(error: object) -> None:
    """Tell after a refusal how its rule can be read; once in a run, and not after other errors."""
    context = click.get_current_context(silent=True)
    meta = context.meta if context else {}
    if isinstance(error, _REFUSALS) and error.rule and POINTED_KEY not in meta:
        meta[POINTED_KEY] = error.rule
        note(f"The rule: calimala rules {error.rule}")
