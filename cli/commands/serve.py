"""``serve``: games for tables, viewers and programs, over the web."""

import logging
import os
import re
import secrets
import socket
import sys
from collections.abc import Sequence
from errno import EADDRINUSE, EADDRNOTAVAIL
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Final

import click
from msgspec.structs import replace

from calimala_es.store import PRIVATE, PUBLIC_GAME, VISIBILITIES, Store
from cli.commands.games.build import need_library
from cli.exits import UnlistenedError, wrong_usage, wrong_value
from cli.games import now_in_utc, the_store
from cli.options import OK, CommandWithExamples, settings
from cli.terminal import note, say

ADMIN_VARIABLE: Final = "CALIMALA_ADMIN_KEY"
_PATH: Final = r"(?:/(?!\.{1,2}(?:/|\Z))[A-Za-z0-9._~-]+)"
_ADDRESS: Final = re.compile(rf"https?://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{{1,5}})?{_PATH}*/?")
_PREFIX: Final = re.compile(f"{_PATH}+")
_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that nobody has: nothing is sent there; it only shows which own address this computer would use."""

_BEGINNERS: Final = ("owner", "network", "anybody")
"""The values of ``replays.service.options.Beginners``, which needs packages that may be missing."""

_MEGABYTE: Final = 1_000_000

_BACKLOG: Final = 1024
"""The number of connections that may wait to be accepted."""


@click.command(
    "serve",
    cls=CommandWithExamples,
    ending="Needs the serve extra.",
    examples=("calimala serve --host 0.0.0.0",),
)
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="HOST",
    help="Address to listen on; 0.0.0.0 lets phones on your network connect (default: 127.0.0.1)",
)
@click.option(
    "--port", default=8000, metavar="N", type=click.IntRange(0, 65535), help="0 for any free port (default: 8000)"
)
@click.option("--address", default="", metavar="URL", help="Public address, behind a proxy")
@click.option(
    "--prefix", default="", metavar="PATH", help="Path that the proxy does not strip (default: the path of --address)"
)
@click.option("--proxy", "proxies", multiple=True, metavar="IP", help="Trust this proxy, or network of proxies")
@click.option(
    "--games",
    "visibility",
    metavar="WHO",
    type=click.Choice(VISIBILITIES),
    help="Who can view games by default: private, unlisted or public (default: public if only this "
    "computer can connect, else private)",
)
@click.option(
    "--library",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help="Show everybody, beside each game, what was played from the same positions in this library",
)
@click.option(
    "--hostname",
    "hostnames",
    multiple=True,
    metavar="NAME",
    help="Answer to this name too, e.g. games.lan",
)
@click.option(
    "--who-may-begin",
    "begin",
    metavar="WHO",
    type=click.Choice(_BEGINNERS),
    help="Who can begin games: owner (admin key), network or anybody (default: network; with --address anybody)",
)
@click.option(
    "--games-a-day",
    default=100,
    metavar="N",
    type=click.IntRange(0),
    help="Games one address can begin; 0 for no limit (default: 100)",
)
@click.option(
    "--megabytes-a-day",
    default=100,
    metavar="N",
    type=click.IntRange(0),
    help="Data one address can store; 0 for no limit (default: 100)",
)
@click.option(
    "--free-megabytes",
    default=200,
    metavar="N",
    type=click.IntRange(0),
    help="Free space required for new games and photos (default: 200)",
)
@click.option(
    "--rate",
    default=30.0,
    metavar="N",
    type=click.FloatRange(0, 100_000),
    help="Requests per second from each address; 0 for no limit (default: 30)",
)
@click.option(
    "--patience",
    default=10,
    metavar="SECONDS",
    type=click.IntRange(0, 600),
    help="Time to finish requests when stopping (default: 10)",
)
@click.option(
    "--pocket",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Let recorders check decisions without a connection, with a folder made by `run.py pocket`",
)
@click.option("--durable", is_flag=True, help="Wait for the disk at each change, so that a power failure loses nothing")
@click.option("--log/--no-log", default=True, help="Log each request (default: on)")
@click.option("--new-admin-key", is_flag=True, help=f"Print a key for {ADMIN_VARIABLE} and exit")
def serve_command(
    host: str,
    port: int,
    address: str,
    prefix: str,
    proxies: Sequence[str],
    visibility: str | None,
    library: Path | None,
    hostnames: Sequence[str],
    begin: str | None,
    games_a_day: int,
    megabytes_a_day: int,
    free_megabytes: int,
    rate: float,
    patience: int,
    pocket: Path | None,
    durable: bool,
    log: bool,
    new_admin_key: bool,
) -> int:
    """Let phones, browsers and programs open the games in your store, until you press Ctrl-C (exit code 0). The first
    line is the address. Hidden cards stay hidden until the game is over.
    """
    try:
        from replays.service.access import digest_of, is_key, new_key
        from replays.service.app import service_app
        from replays.service.options import LOOPBACK, Beginners, Limits, Options, host_of, path_of
        from replays.service.server import serve
    except ImportError as error:
        from cli.installing import missing_package

        raise missing_package("calimala serve", str(error.name), "serve") from None
    if new_admin_key:
        say(new_key("admin", secrets.token_bytes))
        return OK
    _check(address, prefix, proxies)
    admin = os.environ.get(ADMIN_VARIABLE, "")
    if admin and not (is_key(admin) and admin.startswith("cala_")):
        raise wrong_usage("{name} is not a key; `calimala serve --new-admin-key` prints one", name=ADMIN_VARIABLE)
    alone = is_loopback(host)
    at_home = alone and not address and not proxies
    beginners = Beginners(begin) if begin else Beginners.ANYBODY if address else Beginners.NETWORK
    if beginners is Beginners.NETWORK and address and not proxies:
        raise wrong_usage(
            "--who-may-begin network needs --proxy here; otherwise everybody would seem to be on this computer"
        )
    if beginners is Beginners.OWNER and not admin:
        raise wrong_usage("--who-may-begin owner needs a key in {name}", name=ADMIN_VARIABLE)
    known = (host_of(address),) if address else () if alone else own_names()
    options = Options(
        address=address.rstrip("/"),
        prefix=prefix or path_of(address),
        hosts=(*known, *LOOPBACK, host, *hostnames),
        by_address=not alone and not address,
        admin=digest_of(admin) if admin else None,
        visibility=visibility or (PUBLIC_GAME if at_home else PRIVATE),
        names=at_home,
        begin=beginners,
        library=_checked(library) if library else "",
        shared=not at_home,
        folder=_folder(pocket),
        limits=Limits(
            per_second=rate,
            games=0 if at_home else games_a_day,
            stored=0 if at_home else megabytes_a_day * _MEGABYTE,
            spared=free_megabytes * _MEGABYTE,
        ),
    )
    # What is started from here takes no modules from the folder that it is started in.
    os.environ["PYTHONSAFEPATH"] = "1"
    place = settings().store_place
    is_new = isinstance(place, Path) and not place.exists()
    store: Store = the_store(create=True, durable=durable)
    if is_new:
        note(f"Created a new store of games in {place}.")
    with listen(host, port) as listening:
        here = address_of(listening)
        if not address and not is_loopback(host_of(here)):
            options = replace(options, network=here.rstrip("/"))
        app = service_app(store, options, now_in_utc, secrets.token_bytes, place=place)
        _log_to_standard_error(every=log)
        say(here)
        sys.stdout.flush()
        if not alone and not address:
            note("Other computers on your network can reach it. If the network is not yours, put an HTTPS")
            note("proxy in front of it.")
        serve(app, listening, options, proxies, patience)
    return OK


def _checked(folder: Path) -> str:
    """Return the folder of a library; raise ``LibraryError`` if it is not one."""
    need_library()
    from replays.library.folder import Library

    return str(Library(folder).folder.resolve())


def _check(address: str, prefix: str, proxies: Sequence[str]) -> None:
    if address and not _ADDRESS.fullmatch(address):
        raise wrong_value(
            "{word} is not an address like https://games.example/path", word=repr(address), option="--address"
        )
    if prefix and not _PREFIX.fullmatch(prefix):
        raise wrong_value("{word} is not a path like /calimala", word=repr(prefix), option="--prefix")
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise wrong_value(
                "{word} is not an IP address or network; write e.g. 127.0.0.1 or 10.0.0.0/8",
                word=repr(proxy),
                option="--proxy",
            ) from None


def _folder(pocket: Path | None) -> str:
    """Return the path of a folder that recorders check with; empty for none."""
    if pocket is None:
        return ""
    from replays.service.pages.pocket_files import read_folder

    folder = str(pocket.absolute())
    try:
        read_folder(folder)
    except (OSError, ValueError):
        raise wrong_value(
            "{word} is not a folder made by `python3 run.py pocket`", word=repr(str(pocket)), option="--pocket"
        ) from None
    return folder


def own_names() -> tuple[str, ...]:
    """Return the names by which others on a network know this computer."""
    name = socket.gethostname().partition(".")[0]
    return (socket.gethostname(), name, f"{name}.local")


def is_loopback(host: str) -> bool:
    """Return whether only this computer can reach a host."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raise ``UnlistenedError``, and ``click.BadParameter`` for a host elsewhere."""
    elsewhere = wrong_value(
        "{word} is not an address of this computer; write e.g. 0.0.0.0 for all of its addresses",
        word=repr(host),
        option="--host",
    )
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise elsewhere from None
    try:
        both = family == socket.AF_INET6 and address[0] == "::" and socket.has_dualstack_ipv6()
        listening = socket.create_server((host, port), family=family, backlog=_BACKLOG, dualstack_ipv6=both)
        # Connections have it from here: without it each answer in two parts waits for the other side's acknowledgement.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening
    except OSError as error:
        if error.errno == EADDRNOTAVAIL:
            raise elsewhere from None
        advice = "; --port 0 picks a free port" if error.errno == EADDRINUSE else ""
        raise UnlistenedError(
            f"cannot listen on {host}, port {port}: {os.strerror(error.errno or 0)}{advice}"
        ) from None


def address_of(listening: socket.socket) -> str:
    """Return the address of a socket, as a browser uses it: one in the network, if it listens on all addresses."""
    host, port = listening.getsockname()[:2]
    host = host if int(ip_address(host)) else _own_address()
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _own_address() -> str:
    """Return the address of this computer in its network, that of itself where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            way_out.connect(_ELSEWHERE)
        except OSError:
            return "127.0.0.1"
        host: str = way_out.getsockname()[0]
        return host


def _log_to_standard_error(*, every: bool) -> None:
    """Send faults to the standard error, and with ``every`` one line per request."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%Y-%m-%dT%H:%M:%S%z"))
    for name, level in (
        ("calimala.service", logging.INFO),
        ("calimala.access", logging.INFO if every else logging.CRITICAL),
        ("uvicorn.error", logging.ERROR),
    ):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
