"""Photos of a game. They are no rows of the log, so that they can be erased from all that is kept."""

from calimala_es.store.location import store_errors
from calimala_es.store.opened import Opened


class Picturing(Opened):
    """The part of a store that keeps photos, by a game and a name; what the bytes are it does not know."""

    def keep_photo(self, game: str, name: str, content: bytes) -> None:
        """Store a photo and replace one of the same name."""
        with store_errors(self._location):
            self._games.recorder.put_photo(game, name, content)

    def photo(self, game: str, name: str) -> bytes | None:
        """Return a photo; ``None`` if there is none of that name, or it was erased."""
        with store_errors(self._location):
            return self._games.recorder.select_photo(game, name)

    def erase_photos(self, game: str, name: str | None = None) -> int:
        """Erase a photo of a game, or all of them, even from free pages; return how many there were."""
        with store_errors(self._location):
            return self._games.recorder.erase_photos(game, name)
