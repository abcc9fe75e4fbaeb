"""The service: games over the web, for tables that write them down, for people who look on, and for programs.

``service_app`` makes an application of a store that is open. A request goes down one way: ``guard`` bounds it,
``endpoints`` finds what it asks for, ``asking`` says who asks, ``seeing`` makes of a stored game what they may see of
it, and a module of ``api`` or ``pages`` answers with that and nothing else.
"""

from replays.service.app import service_app
from replays.service.options import Options

__all__ = ["Options", "service_app"]
