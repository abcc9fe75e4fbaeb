"""An analysis as one page of HTML with its figures: it opens from a disk, prints, and needs no network."""

from replays.report.report import report

__all__ = ["report"]
