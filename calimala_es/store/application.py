"""The eventsourcing application that stores games: text ids, a custom mapper, streams read and decoded in one pass."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, cast

from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import EventStore, Mapper
from eventsourcing.utils import Environment, EnvType

from calimala_es.store.recorder import GamesRecorder
from calimala_es.store.rows import EntryMapper, decode_rows

IN_MEMORY: Final = "calimala_es.store.recorder:MemoryFactory"
IN_A_FILE: Final = "calimala_es.store.sqlite:SQLiteGamesFactory"
IN_POSTGRES: Final = "calimala_es.store.postgres:PostgresGamesFactory"


def environment(path: Path | None) -> dict[str, str]:
    """Return the application's settings for a file, or for memory."""
    where = {"PERSISTENCE_MODULE": IN_A_FILE, "SQLITE_DBNAME": str(path)} if path else {"PERSISTENCE_MODULE": IN_MEMORY}
    return {**where, "ORIGINATOR_ID_TYPE": "text"}


def postgres_environment(url: str, *, create: bool) -> dict[str, str]:
    """Return the application's settings for a database; ``create`` is whether its tables are made."""
    making = "yes" if create else "no"
    return {
        "PERSISTENCE_MODULE": IN_POSTGRES,
        "POSTGRES_URL": url,
        "CREATE_TABLE": making,
        "ORIGINATOR_ID_TYPE": "text",
    }


class StreamStore(EventStore[str]):
    """Reads a stream with one query and decodes it in one pass."""

    recorder: GamesRecorder

    def get(
        self,
        originator_id: str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Iterator[DomainEventProtocol[str]]:
        """Return the entries of a stream; raises ``StoreError`` if one is missing or cannot be read."""
        if desc or limit is not None:
            return super().get(originator_id, gt=gt, lte=lte, desc=desc, limit=limit)
        rows = self.recorder.select_rows(originator_id, gt=gt or 0, lte=lte)
        return iter(decode_rows(originator_id, rows, gt or 0))


class Games(Application[str]):
    """Stores streams of entries."""

    name = "games"
    recorder: GamesRecorder

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Return only what was given: the environment of the process does not affect a store."""
        return Environment(name, env)

    def construct_mapper(self) -> Mapper[str]:
        """Return the mapper of envelopes."""
        return EntryMapper()

    def construct_recorder(self) -> GamesRecorder:
        """Return a recorder that also stores how far the summaries reach."""
        return cast("GamesRecorder", self.factory.process_recorder())

    def construct_event_store(self) -> EventStore[str]:
        """Return the store that reads whole streams."""
        return StreamStore(self.mapper, self.recorder)
