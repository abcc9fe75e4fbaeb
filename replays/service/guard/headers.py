"""The headers of answers: what a page may do in a browser, and which other pages may read what is answered."""

from typing import Final

from replays.service.options import Options

Raw = tuple[bytes, bytes]

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What a page of the service may run and load: what comes from the service, and nothing inline."""

_ALWAYS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "geolocation=(), microphone=(), payment=()",
}
_SHARED: Final = {
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "ETag, Location, Retry-After, Content-Disposition, Calimala-Position",
}
_ALONE: Final = {"cross-origin-resource-policy": "same-origin"}
_ENCRYPTED: Final = {"strict-transport-security": "max-age=31536000"}

PREFLIGHT: Final = {
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers": (
        "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, Accept-Language"
    ),
    "access-control-max-age": "86400",
}
"""What a browser is told that asks whether a page of another site may send something."""


def headers_of(options: Options) -> dict[str, str]:
    """The headers that every answer has where it says nothing else, by names in small letters.

    A key is never sent by a browser by itself, so a page of another site that reads what everybody may read gets
    nothing that it could not have asked for on its own; but for a service that only this computer reaches.
    """
    encrypted = _ENCRYPTED if options.address.startswith("https:") else {}
    return {**_ALWAYS, **(_SHARED if options.shared else _ALONE), **encrypted}


def completed(given: list[Raw], usual: list[Raw]) -> list[Raw]:
    """The headers of an answer, and those of the usual ones that it says nothing of."""
    said = {name.lower() for name, _ in given}
    return given + [header for header in usual if header[0] not in said]
