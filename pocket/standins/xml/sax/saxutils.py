"""Texts as XML holds them."""

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_SPACES = str.maketrans({"\n": "&#10;", "\r": "&#13;", "\t": "&#9;", '"': "&quot;"})


def escape(data: str) -> str:
    """Return a text as it may be between tags."""
    return data.translate(_ESCAPES)


def quoteattr(data: str) -> str:
    """Return a text as the value of an attribute, in quotation marks."""
    return f'"{escape(data).translate(_SPACES)}"'
