import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from obversi.cli.lab.measures import (
    round_robin_command,
    search_depth_command,
    value_loss_command,
    win_rate_command,
)
from obversi.lab.models.round_robin import round_robin
from obversi.lab.models.value_loss import value_loss
from obversi.lab.models.win_rate import win_rates

SMALL = ("--size", "6", "--rules", "reversed", "--games", "20")


def run(command: click.Command, *arguments: str) -> Result:
    return CliRunner().invoke(command, arguments, catch_exceptions=False)


def test_round_robin(tmp_path: Path) -> None:
    agents = ("greedy", "random", "r4:depth=1")
    printed = json.loads(run(round_robin_command, *agents, *SMALL, "--json").stdout)
    assert printed == round_robin(agents, 20, size=6, rules="reversed").to_object()
    figure = tmp_path / "table.svg"
    shown = run(round_robin_command, *agents, *SMALL, "--figure", str(figure)).stdout
    assert "reversed rules, 6×6, 20 games of each pair" in shown
    assert f"1 {next(iter(printed['points']))}" in shown
    assert "cycle" in shown
    assert figure.read_text().startswith("<svg")


def test_win_rate(tmp_path: Path) -> None:
    options = (*SMALL, "--solved", "4", "--r2-rule", "0.05")
    printed = json.loads(run(win_rate_command, "r2", "r4", *options, "--json").stdout)
    found = win_rates(["r2", "r4"], 20, size=6, rules="reversed", solved=4, r2_rule=0.05)
    assert printed == found.to_object()
    figure = tmp_path / "rates.png"
    shown = run(win_rate_command, "r2", "r4", *options, "--figure", str(figure)).stdout
    assert "against a random player, reversed rules, 6×6, 20 games each" in shown
    assert found.rates[0].score.text(1, percent=True) in shown
    assert "r2 by R2's rule: " in shown
    assert figure.read_bytes().startswith(b"\x89PNG")


def test_value_loss() -> None:
    options = (*SMALL, "--plies", "2", "--empties", "6")
    printed = json.loads(run(value_loss_command, "r2", "r1", *options, "--json").stdout)
    found = value_loss(["r2", "r1"], 20, plies=2, empties=6, size=6, rules="reversed")
    assert printed == json.loads(json.dumps(found.to_object()))
    shown = run(value_loss_command, "r2", "r1", *options).stdout
    assert "20 positions with 6 empties, 2 plies" in shown
    assert found.losses[0].loss.text() in shown
    assert "none" in shown


def test_search_depth() -> None:
    options = ("--games", "2", "--seconds", "0.002", "--depth", "3")
    printed = json.loads(run(search_depth_command, "r2", "r4", *options, "--json").stdout)
    assert [one["name"] for one in printed["depths"]] == ["r2", "r4"]
    assert len(printed["depths"][0]["reached"]) == 2
    shown = run(search_depth_command, "r2", "r4", *options).stdout
    assert "2 positions of the middle game, 0.002 s a search" in shown


@pytest.mark.parametrize("name", ["table.pdf", "missing/table.png"])
def test_a_figure_that_cannot_be_drawn_is_rejected_first(tmp_path: Path, name: str) -> None:
    result = run(win_rate_command, "r2", "--figure", str(tmp_path / name))
    assert result.exit_code == 2
    assert "--figure" in result.stderr
