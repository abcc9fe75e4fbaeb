"""A proxy in front of a service, which forwards requests under a prefix, with the prefix or without it."""

import http.client
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.service.serving import PATIENCE

_OWN = {"connection", "keep-alive", "transfer-encoding", "content-length", "date", "server"}


@contextmanager
def proxied(port: int, prefix: str, *, strips: bool, host: str = "games.example") -> Generator[str]:
    """Yield the address of a proxy to a port; it forwards the client's address and reports a secure connection."""

    class Passing(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def pass_on(self) -> None:
            if not self.path.startswith(f"{prefix}/"):
                self.send_error(404)
                return
            path = self.path.removeprefix(prefix) if strips else self.path
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            headers = {name: value for name, value in self.headers.items() if name.lower() not in _OWN}
            asked_by = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https", "Host": host}
            inner = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            inner.request(self.command, path, body or None, {**headers, **asked_by})
            answer = inner.getresponse()
            content = answer.read()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in _OWN:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
            inner.close()

        do_GET = do_POST = do_PUT = do_DELETE = pass_on  # noqa: N815 - the names of the standard library

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Passing)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}{prefix}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(PATIENCE)
