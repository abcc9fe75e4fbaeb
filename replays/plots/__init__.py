"""Plots as SVG: pictures that stand alone, need no network, and say in words what they show.

``charts`` are drawn of numbers and know nothing of the game; ``figures`` choose those of an analysis.
"""

from replays.plots.figures import Figure, figures

__all__ = ["Figure", "figures"]
