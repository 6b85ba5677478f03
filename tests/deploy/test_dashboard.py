"""The dashboard for Grafana: its queries name metrics and labels that a server exports."""

import asyncio
import importlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from game_server import LineClient, serving

from obversi import Board, Limit
from obversi.net.operations.pages import METRICS
from obversi.net.workers.job import Requester

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
BOARD = json.loads((DEPLOY / "grafana" / "obversi.json").read_text(encoding="utf-8"))
PANELS = BOARD["panels"]
QUERIES = [target["expr"] for panel in PANELS for target in panel["targets"]]
METRIC = re.compile(r"\b(?:obversi|process)_\w+")

# What Prometheus adds to each metric.
OF_PROMETHEUS = {"instance", "job"}


async def exported() -> dict[str, set[str]]:
    """Return the labels of each metric of a server that has played a game."""
    parser: Any = importlib.import_module("prometheus_client.parser")
    async with serving() as server:
        client = await LineClient.connect(server.address)
        await client.play(against="random", size=4)
        await server.engines.analyse(Requester("a", "v"), Board(4), Limit(depth=2), 1)
        server.game_server.measures.pages["/", "200"] += 1
        server.game_server.measures.page_seconds.add("/", 0.1)
        text = server.pages.page(METRICS).body.decode()
    labels: dict[str, set[str]] = {}
    for family in parser.text_string_to_metric_families(text):
        for sample in family.samples:
            labels.setdefault(sample.name, set()).update(sample.labels)
    return labels


@pytest.fixture(scope="module")
def metrics() -> dict[str, set[str]]:
    return asyncio.run(exported())


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_names_metrics_and_labels_that_exist(
    query: str, metrics: dict[str, set[str]]
) -> None:
    names = METRIC.findall(query)
    assert names
    assert set(names) <= set(metrics)
    labels = set(re.findall(r"(\w+)=?!?=\"", query)) | set(re.findall(r"(\w+)!=", query))
    for group in re.findall(r"by \(([^)]*)\)", query):
        labels |= {label.strip() for label in group.split(",")}
    for name in names:
        assert labels <= metrics[name] | OF_PROMETHEUS, name


def test_all_metrics_of_the_server_are_shown(metrics: dict[str, set[str]]) -> None:
    shown = {name for query in QUERIES for name in METRIC.findall(query)}
    ends = re.compile(r"_(?:bucket|count|sum)$")
    of_server = {ends.sub("", name) for name in metrics if name.startswith("obversi_")}
    left_out = of_server - {ends.sub("", name) for name in shown}
    assert left_out == {"obversi_engine_slices_total"}


def test_legends_name_labels_of_their_query() -> None:
    for panel in PANELS:
        for target in panel["targets"]:
            for label in re.findall(r"{{(\w+)}}", target["legendFormat"]):
                assert re.search(rf"by \([^)]*\b{label}\b", target["expr"]), target


def test_panels_do_not_overlap() -> None:
    places = [
        (column, row)
        for panel in PANELS
        for at in [panel["gridPos"]]
        for column in range(at["x"], at["x"] + at["w"])
        for row in range(at["y"], at["y"] + at["h"])
    ]
    assert len(places) == len(set(places))
    assert max(column for column, _ in places) < 24
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
