"""Tournaments of more agents than tables and intervals are for."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from obversi.arena import counting
from obversi.cli.arena import tournament_report

Command = Callable[..., Any]
Told = Callable[..., dict[str, Any]]

RUN = ("run", "random", "greedy", "third=greedy:perfect=4", "--size", "4", "--pairs", "2")
QUICK = ("--seed", "5", "--concurrency", "1")


def test_many_agents_are_rated_without_intervals(
    told: Told, arena: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = told(*RUN, *QUICK)
    monkeypatch.setattr(counting, "_MOST_WITH_INTERVALS", 2)
    many = told("show")
    note = "more than 2 agents: intervals would take too long to count, so that there are none"
    assert (note in few["notes"], note in many["notes"]) == (False, True)
    assert [note for note in many["notes"] if note in few["notes"]] == few["notes"]
    for row, other in zip(few["standings"], many["standings"], strict=True):
        assert other == row | {"low": None, "high": None}
    for met, other in zip(few["meetings"], many["meetings"], strict=True):
        same = ("a", "b", "games", "wins", "score", "pairs", "pentanomial")
        assert [other[name] for name in same] == [met[name] for name in same]
        assert other["elo"] is None
    shown = arena("show", "--report", "page.html").stdout
    assert "95 %" not in shown
    assert f"note: {note}" in shown
    assert note in Path("page.html").read_text()


def test_many_agents_have_no_cross_table(
    told: Told, arena: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = told(*RUN, *QUICK)
    assert "score in % against" in arena("show").stdout
    monkeypatch.setattr(tournament_report, "_MOST_CROSSED", 2)
    shown = arena("show").stdout
    assert "score in % against" not in shown
    assert "won-drawn-lost" not in shown
    assert (
        "more than 2 agents: how each did against each is told by --json, and by the page of "
        "--report\n"
    ) in shown
    assert told("show") == few
