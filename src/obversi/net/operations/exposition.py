"""The metrics of a server in the format that Prometheus reads."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING

from obversi import __version__
from obversi.extras import require
from obversi.net.game_server import GameServer
from obversi.net.operations.measures import BOUNDS, Histogram
from obversi.net.workers.pool import EnginePool

if TYPE_CHECKING:
    from prometheus_client.metrics_core import (
        CounterMetricFamily,
        GaugeMetricFamily,
        HistogramMetricFamily,
        Metric,
    )

_PREFIX = "obversi_"

Values = Mapping[tuple[str, str], float] | Mapping[tuple[str], float] | Mapping[tuple[()], float]


def exposition(game_server: GameServer, engines: EnginePool) -> tuple[bytes, str]:
    """Return the metrics of a server and of its process, and their content type."""
    require("a page of metrics", "metrics", "prometheus_client")
    from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
    from prometheus_client.exposition import CONTENT_TYPE_LATEST
    from prometheus_client.registry import Collector

    class OfServer(Collector):
        def collect(self) -> Iterable["Metric"]:
            return metrics(game_server, engines)

    registry = CollectorRegistry()
    registry.register(OfServer())
    ProcessCollector(registry=registry)
    return generate_latest(registry), CONTENT_TYPE_LATEST


def metrics(game_server: GameServer, engines: EnginePool) -> Iterator["Metric"]:
    """Return the metrics of a server."""
    measured, engine = game_server.measures, engines.measures
    waiting = game_server.waiting_games
    yield _gauge("info", "The version of Obversi.", ["version"], {(__version__,): 1})
    yield _gauge(
        "ready", "1 if the server takes clients, 0 while it drains.", [], {(): game_server.is_ready}
    )
    yield _gauge(
        "games",
        "Games that are played, and those that wait for an opponent.",
        ["state"],
        {("running",): game_server.games - waiting, ("waiting",): waiting},
    )
    yield _gauge("connections", "Connected clients.", [], {(): game_server.sessions})
    yield _counter("games_begun", "Games that have begun.", [], {(): measured.games_begun})
    yield _counter(
        "games_over", "Games that are over, by reason.", ["reason"], _by_one(measured.games_over)
    )
    yield _counter("moves", "Moves that are stored.", [], {(): measured.moves})
    yield _counter(
        "answers",
        "Answers to messages of clients, by the kind of the message and the result.",
        ["kind", "result"],
        measured.answers,
    )
    yield _histogram(
        "answer_seconds",
        "Seconds from the arrival of a message until it is handled.",
        "kind",
        measured.answer_seconds,
    )
    yield _counter("http_requests", "Requests by HTTP.", ["route", "status"], measured.pages)
    yield _histogram(
        "http_request_seconds",
        "Seconds until a reply by HTTP is sent.",
        "route",
        measured.page_seconds,
    )
    yield _gauge(
        "engine_queue_length",
        "Jobs that wait for a worker, by kind.",
        ["kind"],
        _by_one(engines.waiting),
    )
    yield _gauge("engine_jobs_running", "Jobs that workers run.", [], {(): engines.running})
    yield _histogram(
        "engine_wait_seconds",
        "Seconds that jobs waited for a worker.",
        "kind",
        engine.wait_seconds,
    )
    yield _counter(
        "engine_seconds",
        "Seconds that workers have run jobs.",
        ["kind"],
        _by_one(engine.run_seconds),
    )
    yield _counter(
        "engine_slices",
        "Jobs, and slices of interrupted ones, that workers have run.",
        ["kind"],
        _by_one(engine.slices),
    )
    yield _histogram(
        "store_write_seconds", "Seconds of writes of games.", None, {"": measured.write_seconds}
    )
    yield _counter(
        "store_write_failures",
        "Writes of games that have failed.",
        [],
        {(): measured.write_failures},
    )


def _by_one(values: Mapping[str, float]) -> Values:
    return {(kind,): value for kind, value in list(values.items())}


def _gauge(name: str, words: str, labels: list[str], values: Values) -> "GaugeMetricFamily":
    from prometheus_client.metrics_core import GaugeMetricFamily

    family = GaugeMetricFamily(_PREFIX + name, words, labels=labels)
    for of, value in values.items():
        family.add_metric(of, value)
    return family


def _counter(name: str, words: str, labels: list[str], values: Values) -> "CounterMetricFamily":
    from prometheus_client.metrics_core import CounterMetricFamily

    family = CounterMetricFamily(_PREFIX + name, words, labels=labels)
    for of, value in values.items():
        family.add_metric(of, value)
    return family


def _histogram(
    name: str, words: str, label: str | None, values: Mapping[str, Histogram]
) -> "HistogramMetricFamily":
    from prometheus_client.metrics_core import HistogramMetricFamily

    family = HistogramMetricFamily(_PREFIX + name, words, labels=[label] if label else [])
    ends = [*(f"{bound:g}" for bound in BOUNDS), "+Inf"]
    for kind, histogram in list(values.items()):
        buckets = list(zip(ends, accumulate(histogram.counts), strict=True))
        family.add_metric([kind] if label else [], buckets, histogram.seconds)
    return family
