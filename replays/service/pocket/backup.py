"""What comes to a phone's service and leaves it: texts of games, all games as one file; and games that are deleted."""

from typing import Final

import msgspec
from starlette.responses import Response

from calimala_es.store.backup import Restored
from replays.service.access import Right
from replays.service.api.bulk import BulkImportQuery, import_text
from replays.service.endpoints import CGN, NDJSON, TEXT, ApiRequest, Endpoint

_FILE: Final = "calimala-games.ndjson"


def get_backup(request: ApiRequest) -> Response:
    """Return every game with all that belongs to it, as one file."""
    headers = {"Content-Disposition": f'attachment; filename="{_FILE}"', "Cache-Control": "no-store"}
    return Response(b"".join(request.service.store.backup()), headers=headers, media_type=NDJSON)


def restore_backup(request: ApiRequest) -> Restored:
    """Add the games of a backup; those that are here already stay, and are continued where the backup is later."""
    return request.service.store.restore_backup(request.body.splitlines())


def import_games(request: ApiRequest) -> Response:
    """Add the games of a text, each completely or not at all, with a line of answer for each."""
    lines = [msgspec.json.encode(line) + b"\n" for line in import_text(request, request.body.decode())]
    return Response(b"".join(lines), media_type=NDJSON)


def delete_game(request: ApiRequest) -> Response:
    """Delete a game permanently."""
    store = request.service.store
    store.delete(request.id)
    store.purge(request.id)
    return Response(status_code=204)


ENDPOINTS: Final = (
    Endpoint("GET", "/api/backup", get_backup, "All games as one file", gives=NDJSON),
    Endpoint(
        "POST", "/api/backup", restore_backup, "Add the games of a backup",
        takes=NDJSON, gives=Restored, most="text", begins=True,
    ),
    Endpoint(
        "POST", "/api/import", import_games, "Add games",
        takes=(CGN, TEXT, NDJSON), gives=NDJSON, query=BulkImportQuery, most="text", begins=True,
    ),
    Endpoint("DELETE", "/api/games/{id}", delete_game, "Delete a game permanently", right=Right.OWN, status=204),
)  # fmt: skip
