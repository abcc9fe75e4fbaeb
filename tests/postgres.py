"""A PostgreSQL server of the tests' own: in a folder of its own, on a free port of this machine, stopped by its id.

It forgets the disk (`fsync=off`), so it starts fast and is good for tests only. Where the tests run as root the server
runs as somebody else, since it refuses to be root. Knows nothing of pytest (`tests/conftest.py` does).
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any, Final

USER: Final = "calimala"
PASSWORD: Final = "open-sesame"
WITH_PASSWORD: Final = "guarded"
"""A role that can connect only with the password; the other role needs none."""

STARTS: Final = 5
"""How often another port is tried if somebody else took it."""

SECONDS: Final = 30

SETTINGS: Final = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "16MB",
    "max_connections": "60",
    "max_wal_size": "64MB",
    "dynamic_shared_memory_type": "mmap",
}

ACCESS: Final = f"""\
host replication all 127.0.0.1/32 trust
host all {WITH_PASSWORD} 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
"""


def program_folder() -> Path | None:
    """Return where the programs of a server are: on the search path, or where Debian puts them."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    return next(
        (folder for folder in folders if all((folder / name).exists() for name in ("initdb", "postgres"))), None
    )


def _version(folder: Path) -> float:
    name = folder.parent.name
    return float(name) if name.replace(".", "", 1).isdigit() else 0


class Server:
    """A server that runs; `stop` ends it and removes its folder."""

    def __init__(self, primary: "Server | None" = None) -> None:
        """Make the folder and start, as a standby of a primary if there is one.

        Raises `RuntimeError` with the server's message if it does not start.
        """
        programs = program_folder()
        if programs is None:
            raise RuntimeError("no PostgreSQL server is installed")
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="calimala-postgres-"))
        self._as: dict[str, Any] = {"cwd": self.folder, "env": {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"}}
        self._numbers = count(1)
        self.port = 0
        try:
            if os.geteuid() == 0:
                other = _nobody()
                os.chown(self.folder, other.pw_uid, other.pw_gid)
                self._as |= {"user": other.pw_uid, "group": other.pw_gid, "extra_groups": []}
            if primary is None:
                self._initialise()
            else:
                self._copy(primary)
            self.start()
            if primary is None:
                self._make_roles()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def _initialise(self) -> None:
        self._make("initdb", "-D", "data", "-U", USER, "-E", "UTF8", "--no-locale", "--no-sync", "-A", "trust")
        (self.folder / "data" / "pg_hba.conf").write_text(ACCESS)

    def _copy(self, primary: "Server") -> None:
        """Copy a primary, whose changes follow once this server has started."""
        source = f"host=127.0.0.1 port={primary.port} user={USER}"
        self._make("pg_basebackup", "-d", source, "-D", "data", "-R", "-c", "fast", "--no-sync")

    def _make(self, program: str, *options: str) -> None:
        made = subprocess.run(
            [self._programs / program, *options], **self._as, capture_output=True, text=True, check=False
        )
        if made.returncode:
            raise RuntimeError(f"{program}: {made.stderr}")

    def start(self) -> None:
        """Start the server, on the port that it had, if it had one."""
        ports = [self.port] if self.port else [_free_port() for _ in range(STARTS)]
        for port in ports:
            settings = [f"-c{name}={value}" for name, value in {**SETTINGS, "port": port}.items()]
            with (self.folder / "log").open("ab") as log:
                self._process = subprocess.Popen(
                    [self._programs / "postgres", "-D", "data", *settings], **self._as, stdout=log, stderr=log
                )
            if self._answers(port):
                self.port = port
                return
        raise RuntimeError((self.folder / "log").read_text(errors="replace"))

    def _answers(self, port: int) -> bool:
        import psycopg

        end = time.monotonic() + SECONDS
        while time.monotonic() < end and self._process.poll() is None:
            try:
                psycopg.connect(f"host=127.0.0.1 port={port} user={USER} dbname=postgres", connect_timeout=2).close()
                return True
            except psycopg.OperationalError:
                time.sleep(0.02)
        self.halt()
        return False

    def _make_roles(self) -> None:
        self.run(f"CREATE ROLE {WITH_PASSWORD} LOGIN PASSWORD '{PASSWORD}'")

    def run(self, *statements: str) -> list[tuple[Any, ...]]:
        """Run statements as the server's owner and return the rows of the last one."""
        import psycopg

        with psycopg.connect(self.url(), autocommit=True) as connection:
            cursor = connection.cursor()
            for statement in statements:
                cursor.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def url(self, schema: str = "public", user: str = USER) -> str:
        """Return the URL of a store in a schema of the server's database."""
        return f"postgresql://{user}@127.0.0.1:{self.port}/postgres?options=-csearch_path%3D{schema}"

    def fresh_schema(self) -> str:
        """Return the name of an empty schema."""
        schema = f"t{next(self._numbers)}"
        self.run(f"CREATE SCHEMA {schema}")
        return schema

    def fresh_url(self) -> str:
        """Return a URL at which there is no store yet."""
        return self.url(self.fresh_schema())

    def halt(self) -> None:
        """End the server at once, as a crash would; it can be started again."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
        self._process.wait(SECONDS)

    def stop(self) -> None:
        """End the server and remove everything."""
        self.halt()
        shutil.rmtree(self.folder, ignore_errors=True)


def _nobody() -> pwd.struct_passwd:
    """Return a user who is not root."""
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError("there is no user postgres or nobody to run a server as")


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port
