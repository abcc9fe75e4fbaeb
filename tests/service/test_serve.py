"""`calimala serve`: the server as whoever runs it meets it."""

import json
import signal
import socket
from pathlib import Path

import pytest

from tests.cli_runs import Table
from tests.service.serving import PATIENCE, serving


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_it_serves_and_stops(tmp_path: Path) -> None:
    """The first line is the address, at which it answers; SIGTERM ends it with code 0."""
    with serving(tmp_path / "games.sqlite") as server:
        assert json.loads(server.get("/health"))["status"] == "ok"
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) == 0


def test_port_in_use(table: Table) -> None:
    """Where something else listens the message says where and what would be right, with code 7."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        run = table.run("serve", "--port", port)
    assert run.code == 7
    assert f"127.0.0.1 port {port}" in run.err
    assert "--port 0" in run.err
