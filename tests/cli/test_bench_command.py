import json
from collections.abc import Callable

import pytest
from click.testing import Result

import obversi as ob
from obversi.cli import bench
from obversi.cli.fixed_searches import FixedSearch
from obversi.cli.measure import Task, measure
from obversi.machine import core_count, processor_name

Command = Callable[..., Result]


def test_json_has_everything(obversi: Command) -> None:
    report = json.loads(obversi("bench", "--quick", "--json").stdout)
    assert report["version"] == ob.__version__
    assert report["processor"] == processor_name()
    for kernel in report["kernels"]:
        assert set(kernel) == {"work", "kernel", "chosen", "nanoseconds"}
    for work in ("flips", "moves"):
        assert [k["chosen"] for k in report["kernels"] if k["work"] == work].count(True) == 1
    works = [speed["work"] for speed in report["speeds"]]
    assert works[0] == "perft 10"
    assert works[-1] == "random games move by move"
    assert "random games in one call" in works
    assert {speed["threads"] for speed in report["speeds"]} == {1, core_count()}
    for speed in report["speeds"]:
        assert speed["per_second"] == speed["amount"] / speed["seconds"] > 0
    assert report["speeds"][0]["amount"] % ob.perft(ob.Board(), 10) == 0
    assert report["search"] is None


def test_the_table_fits_and_has_no_colours_in_a_pipe(obversi: Command) -> None:
    result = obversi("bench", "--quick")
    assert result.exit_code == 0
    assert "perft 10" in result.stdout
    assert "\x1b" not in result.stdout
    assert "…" not in result.stdout
    assert max(len(line) for line in result.stdout.splitlines()[1:]) <= 80


def test_work_is_measured_until_the_time_is_over() -> None:
    done = []

    def run() -> int:
        done.append(1)
        return 3

    speed = measure(Task("nothing", "times", 1, run), 0.01)
    assert speed.seconds >= 0.01
    assert speed.amount == 3 * len(done)


# The search


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> list[FixedSearch]:
    """Searches that take no time, and hardly any for the other measurements."""
    searches = [FixedSearch(ob.Board(6, rules), 3) for rules in ("normal", "reversed")]
    monkeypatch.setattr(bench, "fixed_searches", lambda: searches)
    monkeypatch.setattr(bench, "_SECONDS_A_TASK", 0.01)
    return searches


def test_the_signature_is_the_nodes_of_all_searches(
    obversi: Command, short_searches: list[FixedSearch]
) -> None:
    nodes = {str(search): search.run().nodes for search in short_searches}
    signature = {"signature": sum(nodes.values()), "nodes": nodes}
    assert json.loads(obversi("bench", "--signature").stdout) == signature
    search = json.loads(obversi("bench", "--json").stdout)["search"]
    assert {name: search[name] for name in signature} == signature
    assert search["per_second"] == search["signature"] / search["seconds"] > 0
    assert f"signature {sum(nodes.values())}" in obversi("bench").stdout


def test_without_a_search_there_is_no_signature(obversi: Command) -> None:
    result = obversi("bench", "--quick", "--signature")
    assert result.exit_code == 2
    assert "--quick" in result.stderr
