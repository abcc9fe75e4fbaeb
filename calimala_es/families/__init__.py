"""The families of Intrigue: one module a family, one line in ``FAMILIES`` (R11)."""

from typing import Final

from calimala_es.families.bardi import BARDI
from calimala_es.families.cerchi import CERCHI
from calimala_es.families.family import Family
from calimala_es.families.medici import MEDICI
from calimala_es.families.mozzi import MOZZI
from calimala_es.families.pazzi import PAZZI
from calimala_es.families.peruzzi import PERUZZI
from calimala_es.families.pulci import PULCI
from calimala_es.families.scali import SCALI
from calimala_es.families.spini import SPINI

FAMILIES: Final[dict[str, Family]] = {
    family.name: family
    for family in (
        BARDI,
        CERCHI,
        MEDICI,
        MOZZI,
        PAZZI,
        PERUZZI,
        PULCI,
        SCALI,
        SPINI,
    )
}
"""Every family by its name."""
