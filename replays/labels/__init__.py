"""The boxes of the diagram of a turn, as Graphviz's HTML-like labels.

Here a ``TurnStory`` becomes words, colours and cells. Every text goes through ``escape``: names are anybody's. Knows
nothing of programs and files; edges and the order of boxes are ``diagrams``.
"""

from replays.labels.cells import DISC_COLOURS, INK, LINE, PAPER, labelled
from replays.labels.council import council_label
from replays.labels.deeds import activation_label, intrigue_label, others_label
from replays.labels.stack import stack_label, title_label

__all__ = [
    "DISC_COLOURS",
    "INK",
    "LINE",
    "PAPER",
    "activation_label",
    "council_label",
    "intrigue_label",
    "labelled",
    "others_label",
    "stack_label",
    "title_label",
]
