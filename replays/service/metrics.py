"""What the service counts of itself, as Prometheus reads it: requests, their time, what waits, followers, the store.

Counting is an addition to a number; prometheus_client writes the numbers when somebody asks for them. Labels are those
of endpoints and of answers: no game, no key and no address is in one.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from calimala_es.store import Obstacle

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Seconds up to which answers are counted together; the last count is that of all that took longer."""

_METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
_OTHER: Final = "other"
"""The method of what has none of these, and the path of what came to no endpoint."""


class Asked(NamedTuple):
    """A request as it is counted: the path of its endpoint, which has no ids, and the kind of work.

    A request that ``lasts`` is somebody following a game, for as long as they like, so its time is not counted.
    """

    path: str
    work: str
    lasts: bool


ASKED: Final = "calimala.asked"
"""Where the scope of a request says to which endpoint it came."""

_NOWHERE: Final = Asked(_OTHER, _OTHER, lasts=False)


class Traffic:
    """The requests that were answered since the service began; for one thread only, and read from any.

    ``queues`` gives how many calls of each kind of work are there, those that are carried out included.
    """

    def __init__(self, queues: Mapping[str, Callable[[], int]]) -> None:
        """Begin with none."""
        self.queues: Final = queues
        self.answers: Final[Counter[tuple[str, str, int]]] = Counter()
        self.seconds: Final[dict[str, float]] = {}
        self.spread: Final[Counter[tuple[str, int]]] = Counter()

    def count(self, method: str, asked: Asked | None, status: int, seconds: float) -> None:
        """Count an answer; ``asked`` is ``None`` for a request that came to no endpoint."""
        path, work, lasts = asked or _NOWHERE
        self.answers[method if method in _METHODS else _OTHER, path, status] += 1
        if not lasts:
            self.seconds[work] = self.seconds.get(work, 0.0) + seconds
            self.spread[work, bisect_left(_BOUNDS, seconds)] += 1


class ServiceState(Struct, frozen=True):
    """How the service is at the moment of asking.

    ``store_seconds`` is how long the store took to answer, ``None`` if it did not; ``rows`` is the last
    place in its log; ``free`` are bytes, ``None`` where that is not known.
    """

    version: str
    followers: int
    held: int
    store_seconds: float | None = None
    rows: int = 0
    obstacle: Obstacle | None = None
    free: int | None = None


def metrics_of(traffic: Traffic, state: ServiceState) -> tuple[bytes, str]:
    """Return the metrics, and their media type."""
    from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest

    registry = CollectorRegistry()
    registry.register(_Collected([*_of_traffic(traffic), *_of_state(state)]))
    ProcessCollector(registry=registry)
    return generate_latest(registry), CONTENT_TYPE_LATEST


class _Collected:
    """Numbers that were gathered, as a registry asks for them."""

    def __init__(self, metrics: Iterable["Metric"]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable["Metric"]:
        return self._metrics


def _of_traffic(traffic: Traffic) -> Iterator["Metric"]:
    from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

    answers = CounterMetricFamily(
        "calimala_requests", "Requests that were answered.", labels=("method", "path", "status")
    )
    for (method, path, status), number in traffic.answers.copy().items():
        answers.add_metric((method, path, str(status)), number)
    yield answers
    spread, seconds = traffic.spread.copy(), traffic.seconds.copy()
    latency = HistogramMetricFamily(
        "calimala_request_seconds", "Seconds from the head of a request to the end of its answer.", labels=("work",)
    )
    for work, spent in seconds.items():
        counts = accumulate(spread[work, place] for place in range(len(_BOUNDS) + 1))
        buckets = zip((*map(str, _BOUNDS), "+Inf"), counts, strict=True)
        latency.add_metric((work,), [*buckets], spent)
    yield latency
    waiting = GaugeMetricFamily("calimala_calls", "Calls waiting or in progress.", labels=("work",))
    for work, length in traffic.queues.items():
        waiting.add_metric((work,), length())
    yield waiting


def _of_state(state: ServiceState) -> Iterator["Metric"]:
    from prometheus_client.metrics_core import GaugeMetricFamily, InfoMetricFamily

    yield InfoMetricFamily("calimala", "The program.", {"version": state.version})
    seconds = state.store_seconds
    gauges: dict[str, tuple[str, float | None]] = {
        "followers": ("People who follow games.", state.followers),
        "held_games": ("Games in memory.", state.held),
        "store_up": ("Whether the store answers.", seconds is not None),
        "store_answer_seconds": ("Seconds that the store took to answer.", seconds),
        "store_rows": ("The last place in the log of the store.", None if seconds is None else state.rows),
        "store_free_bytes": ("Free bytes where the store is.", state.free),
    }
    for name, (meaning, value) in gauges.items():
        if value is not None:
            yield GaugeMetricFamily(f"calimala_{name}", meaning, value)
    obstacles = GaugeMetricFamily("calimala_store_obstacle", "What keeps games from being saved.", labels=("reason",))
    for obstacle in Obstacle:
        obstacles.add_metric((obstacle,), obstacle is state.obstacle)
    yield obstacles
