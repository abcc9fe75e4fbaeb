"""What Python's own module has by now."""

from typing import NotRequired, Required, TypeVar, get_type_hints

__all__ = ["NotRequired", "Required", "TypeVar", "get_type_hints"]
