"""Files of any size: where their games begin, and any game at its place."""
