"""Game analysis as data: where points came from, who gave what to whom, how close each scoring was."""

from replays.analysis.activations import Activated, activations
from replays.analysis.analysis import Analysis, analyse, analysis_json, analysis_schema, until
from replays.analysis.prospects import Prospect, prospects

__all__ = [
    "Activated",
    "Analysis",
    "Prospect",
    "activations",
    "analyse",
    "analysis_json",
    "analysis_schema",
    "prospects",
    "until",
]
