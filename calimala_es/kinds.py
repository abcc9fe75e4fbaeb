"""What a kind of command or event is called where a word stands for it: in a row of the store, in JSON."""


def word_of(kind: type) -> str:
    """``disc_placed`` for ``DiscPlaced``."""
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in kind.__name__)[1:]
