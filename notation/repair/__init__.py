"""One decision of a game set right, and all that came later decided again.

``repair`` takes a record, what is to be another (``Edit``), and somebody who says what becomes of every later decision
that the rules refuse then (``Chooser``), and of what is due then and was not told (``Supplier``).
"""

from notation.repair.edit import Edit, RepairError, inserted, replaced, taken_out
from notation.repair.mending import repair
from notation.repair.missing import Supplier
from notation.repair.outcomes import (
    Choice,
    Chooser,
    Conflict,
    Outcome,
    Repaired,
    Resolution,
    Trouble,
    WrongCheck,
    dropping,
    keeping_observed,
    stopping,
    taking_nearest,
)

__all__ = [
    "Choice",
    "Chooser",
    "Conflict",
    "Edit",
    "Outcome",
    "RepairError",
    "Repaired",
    "Resolution",
    "Supplier",
    "Trouble",
    "WrongCheck",
    "dropping",
    "inserted",
    "keeping_observed",
    "repair",
    "replaced",
    "stopping",
    "taken_out",
    "taking_nearest",
]
