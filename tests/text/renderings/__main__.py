"""Write the renderings again: ``python -m tests.text.renderings``."""

from tests.text.renderings import write

write()
