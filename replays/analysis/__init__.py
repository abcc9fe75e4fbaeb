"""What a game was about, as data: where its points came from, who gave what to whom, how close each scoring was."""

from replays.analysis.activations import Activated, activations

__all__ = ["Activated", "activations"]
