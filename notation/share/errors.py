"""What can be wrong with a share code."""

from calimala_es.errors import CalimalaError


class ShareCodeError(CalimalaError):
    """A share code that says no game, or a game that has none; ``str`` says what is wrong and what helps."""


class NoShareCodeError(ShareCodeError):
    """A text in which nothing is a share code, nor looks like one."""


def damaged(what: str) -> ShareCodeError:
    """The error for a code that is not as it was given out."""
    return ShareCodeError(f"the share code is damaged: {what}; copy it again, whole, from its first sign to its last")
