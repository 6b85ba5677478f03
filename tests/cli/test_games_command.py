import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import Result

import obversi as ob
from obversi.arena.bulk import play_bulk
from obversi.cli import games as games_module
from obversi.rules import RULES, Rules

Command = Callable[..., Result]


def report(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_the_numbers_are_those_of_the_arena(obversi: Command, rules: Rules, size: int) -> None:
    options = ("--games", "60", "--seed", "7", "--rules", rules, "--size", str(size), "--json")
    printed = report(obversi("games", "greedy", "random:perfect=4", *options))
    played = play_bulk("greedy", "random:perfect=4", 60, size=size, rules=rules, seed=7)
    strength = played.strength()
    assert strength is not None
    assert (printed["a"], printed["b"]) == ("greedy", "random:perfect=4")
    assert (printed["rules"], printed["size"], printed["seed"]) == (rules, size, 7)
    assert printed["games"] == printed["planned_games"] == 60
    assert (printed["wins"], printed["draws"]) == (played.wins, played.draws)
    assert printed["losses"] == played.losses
    assert printed["margin"] == pytest.approx(played.margins.mean())
    assert printed["pentanomial"] == list(strength.pairs)
    assert (printed["elo_low"], printed["elo_high"]) == (strength.elo_low, strength.elo_high)
    assert printed["as_black"]["margin"] == pytest.approx(played.margins[::2].mean())
    assert printed["plies"] == pytest.approx(played.plies.mean())
    assert printed["discs"] == pytest.approx(played.discs.mean())
    assert printed["b_nodes"] == pytest.approx(played.nodes[:, 1].mean())
    assert printed["a_corners"] == pytest.approx(played.corners[:, 0].mean())
    rounds = {row["discs"]: row for row in printed["rounds"]}
    assert list(rounds) == sorted(rounds)
    for discs, row in rounds.items():
        for name, means in (
            ("breadth", played.rounds.breadth),
            ("a_nodes", played.rounds.nodes_a_move[:, 0]),
            ("winner_corners", played.rounds.mean_winner_corners),
            ("loser_stable", played.rounds.mean_loser_stable),
        ):
            expected = None if np.isnan(means[discs]) else pytest.approx(means[discs])
            assert row[name] == expected
    assert sum(row["positions"] for row in rounds.values()) == played.rounds.positions.sum()
    assert printed["failures"] == []


def test_the_tables_say_the_same(obversi: Command) -> None:
    options = ("games", "greedy", "random", "--games", "200", "--seed", "7")
    printed = report(obversi(*options, "--json"))
    lines = obversi(*options).stdout.splitlines()
    assert lines[0] == "A greedy  against  B random"
    assert lines[1].startswith("normal rules, 8×8, 200 games in ")
    assert lines[1].endswith(", seed 7")
    rows = {line.split()[0]: line.split() for line in lines if line.strip()}
    assert rows["all"][2:5] == [str(printed[name]) for name in ("wins", "draws", "losses")]
    assert rows["Elo"][5] == f"{printed['elo']:+.0f}"
    row = next(row for row in printed["rounds"] if row["discs"] == 40)
    assert rows["40"] == [
        "40",
        str(row["positions"]),
        f"{row['breadth']:.2f}",
        f"{row['a_nodes']:.0f}",
        f"{row['b_nodes']:.0f}",
        f"{row['winner_corners']:.2f}",
        f"{row['loser_corners']:.2f}",
        f"{row['winner_stable']:.1f}",
        f"{row['loser_stable']:.1f}",
    ]
    assert "41" not in rows
    assert "openings: 100, random, 8 plies" in lines
    everything = obversi(*options, "--rounds", "all").stdout.splitlines()
    assert {str(discs) for discs in range(12, 65)} <= {
        line.split()[0] for line in everything if line.strip()
    }


def test_many_nodes_leave_room_for_the_other_columns(obversi: Command) -> None:
    options = ("--games", "2", "--plies", "30", "--seed", "7")
    printed = report(obversi("games", "r4:depth=7", "random", *options, "--json"))
    most = max(printed["rounds"], key=lambda row: row["a_nodes"] or 0)
    assert most["a_nodes"] >= 10_000
    shown = obversi("games", "r4:depth=7", "random", *options, "--rounds", "all").stdout
    assert f" {most['a_nodes'] / 1000:.{1 if most['a_nodes'] < 99_950 else 0}f}k " in shown
    assert "…" not in shown


def test_notes_on_games_and_openings(obversi: Command) -> None:
    printed = report(obversi("games", "random", "random", "--games", "9", "--plies", "0", "--json"))
    assert printed["games"] == 10
    assert printed["openings"] == {"origin": "random, 0 plies", "count": 1, "distinct": 1}
    assert printed["notes"] == [
        "9 is odd, and games come in pairs: 10 are played",
        "there is only one opening for 5 pairs: they repeat",
    ]


def test_openings_of_a_file(obversi: Command, tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("f5d6c3\nf5f6\n")
    options = ("--openings", str(path), "--games", "4", "--seed", "1", "--json")
    printed = report(obversi("games", "greedy", "random", *options))
    assert printed["openings"]["count"] == 2
    assert [row["discs"] for row in printed["rounds"]][:2] == [6, 7]


def test_failures_are_reported(obversi: Command, tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "broken_evaluation.py").write_text(
        "def broken(board):\n    raise RuntimeError('no idea')\n"
    )
    monkeypatch.chdir(tmp_path)
    options = ("games", "python:broken_evaluation:broken:depth=1", "greedy", "--games", "8")
    printed = report(obversi(*options, "--json"))
    assert printed["losses"] == 8
    assert printed["margin"] == -64
    assert printed["rounds"] == []
    assert printed["plies"] is None
    assert [failure["game"] for failure in printed["failures"]] == list(range(1, 9))
    assert {failure["agent"] for failure in printed["failures"]} == {"a"}
    shown = obversi(*options).stdout
    assert "note: A lost game 1 by " in shown
    assert "RuntimeError: no idea" in shown
    assert "note: 3 more games were lost by failures" in shown


def test_the_seed_is_reported_and_repeats_the_games(obversi: Command) -> None:
    first = report(obversi("games", "greedy", "greedy", "--games", "20", "--json"))
    options = ("--games", "20", "--threads", "1", "--seed", str(first["seed"]), "--json")
    again = report(obversi("games", "greedy", "greedy", *options))
    assert again["rounds"] == first["rounds"]
    assert again["pentanomial"] == first["pentanomial"]


def test_ctrl_c_counts_what_was_played(obversi: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def interrupting(_total: int) -> Iterator[Callable[[int, int, int], None]]:
        def show(wins: int, draws: int, losses: int) -> None:
            if wins + draws + losses >= 3:
                os.kill(os.getpid(), signal.SIGINT)

        yield show

    monkeypatch.setattr(games_module, "score_progress", interrupting)
    options = ("mcts:playouts=2000", "random", "--games", "5000", "--size", "4")
    result = obversi("games", *options, "--json")
    assert result.exit_code == 130
    assert result.stderr == "obversi: interrupted\n"
    printed = json.loads(result.stdout)
    assert 3 <= printed["games"] < printed["planned_games"] == 5000
    assert printed["wins"] + printed["draws"] + printed["losses"] == printed["games"]
    assert " of 5000 games in " in obversi("games", *options).stdout


def test_solved_games_say_so(obversi: Command) -> None:
    line = ("games", "greedy", "random", "--games", "40", "--size", "6", "--seed", "1")
    solved = obversi(*line, "--solved", "8")
    assert solved.exit_code == 0
    assert "games end with 8 empty squares, as if both sides played perfectly" in solved.stdout
    printed = json.loads(obversi(*line, "--solved", "8", "--json").stdout)
    assert printed["discs"] <= 28
    perfect = ("games", "greedy:perfect=8", "random:perfect=8", *line[3:], "--json")
    assert printed["margin"] == json.loads(obversi(*perfect).stdout)["margin"]
