"""A variable of an event loop, which is made and never used."""


class RunVar:
    """A variable by its name."""

    def __init__(self, name: str) -> None:
        """Store the name."""
        self.name = name
