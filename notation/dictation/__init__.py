"""Games typed from a score pad or dictated in words. ``docs/dictation.md`` is the vocabulary."""

from notation.dictation.spoken import spoken
from notation.dictation.transcript import Transcript, transcribe

__all__ = ["Transcript", "spoken", "transcribe"]
