"""Servers to be measured: ours, as ``calimala serve`` runs it, and starlette's hello-world under the same server."""

import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent

HELLO: Final = """
import socket, sys
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from replays.service.live.streams import OpenStreams
from replays.service.options import Options
from replays.service.server import serve

async def hello(request):
    return PlainTextResponse("Hello, world!")

app = Starlette(routes=[Route("/", hello)])
app.state.streams = OpenStreams()
listening = socket.create_server(("127.0.0.1", 0))
print(f"http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
serve(app, listening, Options(), (), 5)
"""


@contextmanager
def hello() -> Generator[int]:
    """Run a hello-world and yield its port."""
    with _running([sys.executable, "-c", HELLO]) as port:
        yield port


@contextmanager
def ours(store: Path, *, limited: bool = False) -> Generator[int]:
    """Run the service of a store without log, and unless ``limited`` without a limit of requests; yield its port."""
    options = ["serve", "--port", "0", "--no-log", "--games", "public", "--store", str(store)]
    options += [] if limited else ["--rate", "0"]
    with _running([sys.executable, "-c", "from cli.main import main; main()", *options]) as port:
        yield port


@contextmanager
def _running(command: list[str]) -> Generator[int]:
    process = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        address = process.stdout.readline().decode().strip()
        yield int(address.rstrip("/").rpartition(":")[2])
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()
