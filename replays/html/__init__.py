"""Documents of HTML in one file: they open from a disk, need no network and run no program."""

from replays.html.document import Node, document, element, picture, whole

__all__ = ["Node", "document", "element", "picture", "whole"]
