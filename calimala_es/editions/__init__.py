"""The rule sets as data: one module an edition, one line a rule set in ``EDITIONS``."""

from typing import Final

from calimala_es.editions.edition import Edition
from calimala_es.editions.first import FIRST
from calimala_es.editions.second import SECOND

EDITIONS: Final[dict[str, Edition]] = {FIRST.name: FIRST, SECOND.name: SECOND}
"""Every edition by the name that a record's header gives."""
