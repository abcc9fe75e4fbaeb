"""The files of deploy/: the units, the two proxies in front of a real service, and the page that explains them."""

import http.client
import json
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from notation import dumps
from tests.cli_runs import PROGRAM, ROOT
from tests.service.serving import PATIENCE, serving

DEPLOY: Final = ROOT / "deploy"
UNIT: Final = DEPLOY / "calimala@.service"
TEXT: Final = dumps(play(shuffled_setup("bry", Random(1))))
NAME: Final = "games.example"


def options_of_the_unit() -> list[str]:
    """Return the options with which the unit starts the service, but for the port."""
    (start,) = re.findall(r"^ExecStart=(.*)", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    settings = dict(re.findall(r"^(\w+)=(.*)", (DEPLOY / "calimala.env").read_text(encoding="utf-8"), re.MULTILINE))
    assert start.startswith("/opt/calimala/bin/calimala serve --port %i ")
    line = start.partition(" --port %i ")[2]
    for name, value in settings.items():
        line = line.replace(f"${{{name}}}", value).replace(f"${name}", value)
    return shlex.split(line)


# Units.


@pytest.fixture
def units(tmp_path: Path) -> list[str]:
    """Return the units, with a program that exists on this computer."""
    program = tmp_path / "bin" / "calimala"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    for path in DEPLOY.glob("calimala*.*"):
        if path.suffix in (".service", ".timer"):
            text = path.read_text(encoding="utf-8").replace("/opt/calimala/bin/calimala", str(program))
            (tmp_path / path.name.replace("@", "@8000")).write_text(text, encoding="utf-8")
    return [str(path) for path in sorted(tmp_path.glob("*.*"))]


@pytest.mark.needs("systemd-analyze")
def test_the_units_are_sound_and_confined(units: list[str]) -> None:
    """systemd finds nothing wrong with the units, and rates the exposure of the services at most 1.5 of 10."""
    assert len(units) == 3
    services = [unit for unit in units if unit.endswith(".service")]
    for command in (["verify", "--man=no", *units], ["security", "--offline=yes", "--threshold=15", *services]):
        found = subprocess.run(["systemd-analyze", *command], capture_output=True, text=True, check=False)
        assert (found.returncode, found.stderr) == (0, "")


NO_NEW_CODE: Final = (
    "import ctypes, os, sys; ctypes.CDLL(None).prctl(65, 1, 0, 0, 0); os.execvp(sys.argv[1], sys.argv[1:])"
)
"""Denies memory that is written and run, as `MemoryDenyWriteExecute` does, where the kernel can."""


@pytest.mark.long
@pytest.mark.needs("systemd-analyze", "strace")
def test_the_unit_lets_the_service_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the unit's options games begin, are recorded and drawn without system calls that the unit does not allow."""
    counted = tmp_path / "calls"
    command = [sys.executable, "-c", NO_NEW_CODE, "strace", "-f", "-c", "-o", str(counted), *PROGRAM]
    monkeypatch.setattr("tests.service.serving.PROGRAM", command)
    with serving(tmp_path / "games.sqlite", *options_of_the_unit()) as server:
        made = server.send("POST", "/api/games", {"notation": TEXT, "visibility": "unlisted"})
        server.write(made, notation="?")
        assert server.get(f"/api/games/{made['id']}/diagram.svg?kind=city")
        assert "process_resident_memory_bytes" in server.get("/metrics")
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text(encoding="ascii")
        # The process that is traced, so that everything is counted when it ends.
        subprocess.run(["kill", "-TERM", *children.split()], check=True)
        server.process.wait(PATIENCE)
    used = {line.split()[-1] for line in counted.read_text(encoding="utf-8").splitlines()[2:-2]}
    assert {"setpriority", "openat"} <= used
    # SQLite gives its files to the owner of the store where root opens it, and nobody else may.
    assert used - {"fchown"} <= allowed_calls("@system-service") - allowed_calls("@privileged")


def allowed_calls(group: str) -> set[str]:
    """Return the system calls of a group, as systemd knows it."""
    listed = subprocess.run(
        ["systemd-analyze", "syscall-filter", group], capture_output=True, text=True, check=True
    ).stdout
    names = [line.strip() for line in listed.splitlines()[1:] if line.strip() and not line.strip().startswith("#")]
    found = {name for name in names if not name.startswith("@")}
    return found.union(*(allowed_calls(name) for name in names if name.startswith("@")))


# Proxies.


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


@contextmanager
def running(command: list[str], folder: Path, port: int) -> Generator[int]:
    """Yield the port of a program that listens there, and end the program."""
    log = folder / "proxy.log"
    environment = {"PATH": "/usr/sbin:/usr/bin:/bin", "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with log.open("wb") as written:
        process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=written, stderr=written)
    try:
        end = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None, log.read_text(encoding="utf-8")
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert time.monotonic() < end, log.read_text(encoding="utf-8")
                time.sleep(0.02)
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE)


def nginx_configuration(folder: Path, service: int, port: int, plain: int) -> Path:
    """Return the configuration with the site in it, on free ports and with a certificate of its own."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={NAME}"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for there, here in (
        ("127.0.0.1:8000", f"127.0.0.1:{service}"),
        ("/etc/letsencrypt/live/games.example/fullchain.pem", str(certificate)),
        ("/etc/letsencrypt/live/games.example/privkey.pem", str(key)),
        ("listen 443 ", f"listen 127.0.0.1:{port} "),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
    ):
        assert there in site
        site = site.replace(there, here)
    site = re.sub(r"^ *listen \[::\]:.*\n", "", site, flags=re.MULTILINE)
    (folder / "site.conf").write_text(site, encoding="utf-8")
    folders = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    path = folder / "nginx.conf"
    path.write_text(
        f"pid {folder}/pid;\ndaemon off;\nmaster_process off;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\n{folders}include {folder}/site.conf;\n}}\n",
        encoding="utf-8",
    )
    return path


def nginx() -> str:
    return shutil.which("nginx") or "/usr/sbin/nginx"


@pytest.mark.needs("nginx", "openssl")
def test_nginx_accepts_the_site(tmp_path: Path) -> None:
    """nginx finds nothing wrong with the site."""
    path = nginx_configuration(tmp_path, 8000, free_port(), free_port())
    found = subprocess.run([nginx(), "-t", "-c", path, "-e", "stderr"], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert "[warn]" not in found.stderr


@contextmanager
def through_nginx(service: int, folder: Path) -> Generator[int]:
    port, plain = free_port(), free_port()
    path = nginx_configuration(folder, service, port, plain)
    with running([nginx(), "-c", str(path), "-e", "stderr"], folder, port):
        insecure = http.client.HTTPConnection("127.0.0.1", plain, timeout=PATIENCE)
        insecure.request("GET", "/g/one?key=x", headers={"Host": NAME})
        answer = insecure.getresponse()
        assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/g/one?key=x")
        insecure.close()
        yield port


@contextmanager
def through_caddy(service: int, folder: Path) -> Generator[int]:
    port = free_port()
    site = (DEPLOY / "Caddyfile").read_text(encoding="utf-8").replace("127.0.0.1:8000", f"127.0.0.1:{service}")
    here = "admin off", "auto_https disable_redirects", "skip_install_trust", f"default_sni {NAME}", "grace_period 1s"
    head = "".join(f"\t{line}\n" for line in here)
    site = site.replace(
        f"{NAME} {{\n", f"{{\n{head}}}\n\nhttps://{NAME}:{port} {{\n\ttls internal\n\tbind 127.0.0.1\n", 1
    )
    path = folder / "Caddyfile"
    path.write_text(site, encoding="utf-8")
    with running(["caddy", "run", "--adapter", "caddyfile", "--config", str(path)], folder, port):
        yield port


@pytest.mark.needs("caddy")
def test_caddy_accepts_the_site() -> None:
    """Caddy finds nothing wrong with the site, its form included."""
    adapted = subprocess.run(
        ["caddy", "adapt", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert adapted.returncode == 0, adapted.stderr
    assert '"warn"' not in adapted.stderr
    json.loads(adapted.stdout)


class Visitor:
    """Somebody at an address of this computer who asks a proxy."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        self.connection = http.client.HTTPSConnection(
            "127.0.0.1", port, timeout=PATIENCE, source_address=(address, 0), context=context
        )

    def send(self, method: str, path: str, content: Any = None, **headers: str) -> http.client.HTTPResponse:
        sent = {"Host": NAME, **{name.replace("_", "-"): value for name, value in headers.items()}}
        body = None if content is None else json.dumps(content)
        self.connection.request(method, path, body, sent | ({"Content-Type": "application/json"} if body else {}))
        return self.connection.getresponse()

    def ask(self, method: str, path: str, content: Any = None, **headers: str) -> tuple[int, Any, bytes]:
        with self.send(method, path, content, **headers) as answer:
            return answer.status, answer.headers, answer.read()


@contextmanager
def visitor(port: int, address: str = "127.0.0.1") -> Generator[Visitor]:
    there = Visitor(port, address)
    try:
        yield there
    finally:
        there.connection.close()


def events(answer: http.client.HTTPResponse) -> Iterator[str]:
    """Yield the names of the messages to a follower, as they come."""
    while line := answer.readline():
        name, _, value = line.decode().strip().partition(": ")
        if name == "event":
            yield value


@pytest.mark.long
@pytest.mark.needs("nginx", "caddy", "openssl")
@pytest.mark.parametrize("through", [through_nginx, through_caddy])
def test_a_real_proxy(tmp_path: Path, through: Callable[[int, Path], Any]) -> None:
    """Through the proxy links lead back to it, followers hear of a decision at once, the limit counts the address of
    each client and not the one that they claim, and nobody reads metrics."""
    with (
        serving(tmp_path / "games.sqlite", *options_of_the_unit(), "--rate", 0.01) as server,
        through(server.port, tmp_path) as port,
        visitor(port) as one,
        visitor(port) as other,
    ):
        check_following(one, other)
        check_addresses(port)
        status, headers, _ = one.ask("GET", "/health")
        assert (status, headers["Strict-Transport-Security"]) == (200, "max-age=31536000")
        assert one.ask("GET", "/metrics")[0] == 404


def check_following(recorder: Visitor, follower: Visitor) -> None:
    status, headers, text = recorder.ask("POST", "/api/games", {"notation": TEXT, "visibility": "unlisted"})
    assert status == 201
    made = json.loads(text)
    assert headers["Location"].startswith(f"https://{NAME}/api/games/")
    assert all(link.startswith(f"https://{NAME}/") for link in made["links"].values() if isinstance(link, str))
    with follower.send("GET", f"/api/games/{made['id']}/follow") as answer:
        heard = events(answer)
        first = next(heard)
        key = f"Bearer {made['keys']['recorder']}"
        path = f"/api/games/{made['id']}/decisions"
        assert recorder.ask("POST", path, {"notation": "?"}, Authorization=key, If_Match="*")[0] == 201
        assert next(heard) == first


def check_addresses(port: int) -> None:
    with visitor(port, "127.0.0.2") as first, visitor(port, "127.0.0.3") as second:
        statuses = {first.ask("GET", "/nowhere", X_Forwarded_For=f"203.0.113.{n}")[0] for n in range(1, 124)}
        assert statuses == {404, 429}
        assert second.ask("GET", "/nowhere")[0] == 404


# The page.


def test_every_file_is_on_the_page() -> None:
    """docs/server.md says where each file of deploy/ goes."""
    page = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    assert not [path.name for path in DEPLOY.iterdir() if path.name not in page]
