import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import Result

from obversi import Board
from obversi.textbook import alpha_beta, mcts, minimax
from obversi.textbook.tracing.depth_first import trace_search
from obversi.textbook.tracing.monte_carlo import trace_mcts
from obversi.textbook.tracing.report import tree_svg

Command = Callable[..., Result]


def board_after(moves: str, size: int = 8) -> Board:
    board = Board(size)
    for place in range(0, len(moves), 2):
        board.push(moves[place : place + 2])
    return board


def test_the_tree_the_cut_offs_and_the_counts(obversi: Command) -> None:
    result = obversi("tree", "--depth", "2")
    assert result.exit_code == 0
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    assert lines == [
        "alpha-beta, depth 2, evaluation r4 (normal)",
        "● root  −1.111  [α −1.111, β +∞]",
        "├── ○ d3  −1.111  [α −∞, β −1.111]",
        "│   ├── ● c3  −1.111",
        "│   ├── ● e3  0",
        "│   └── ● c5  +0.1111",
        "├── ○ c4  ≤ −1.111  [α −1.111, β −1.111]",
        "│   ├── ● c3  −1.111",
        "│   └── ✂ e3 c5: −1.111 ≤ α −1.111 (2 nodes)",
        "├── ○ f5  −1.111  [α −1.111, β −1.111]",
        "│   ├── ● f4  0",
        "│   ├── ● d6  +0.1111",
        "│   └── ● f6  −1.111",
        "└── ○ e6  −1.111  [α −1.111, β −1.111]",
        "    ├── ● f4  +0.1111",
        "    ├── ● d6  0",
        "    └── ● f6  −1.111",
        "",
        "Black plays d3, value −1.111. The search has counted 15 nodes and 10 evaluations; plain "
        "minimax counts 17 nodes and 12 evaluations.",
        "",
        "               nodes   evaluations",
        " ──────────────────────────────────",
        "  alpha-beta      15            10",
        "  minimax         17            12",
        "",
    ]
    found, plain = alpha_beta(Board(), "r4", 2), minimax(Board(), "r4", 2)
    assert (found.nodes, found.evaluations) == (15, 10)
    assert (plain.nodes, plain.evaluations) == (17, 12)


def test_the_tree_after_a_step(obversi: Command) -> None:
    result = obversi("tree", "--depth", "2", "--step", "12", "--steps")
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    assert lines[0].startswith("   0  Black is to move and searches to depth 2.")
    assert lines[11] == "  11  c4: c3 is worth −1.111: the best for White so far. β is now −1.111."
    assert lines[12].startswith("  12  c4: Cut-off (−1.111 ≤ α −1.111): ")
    assert "└── ○ c4  ≤ −1.111  [α −1.111, β −1.111]  ← here" in lines
    assert any(line.startswith("Step 12: Cut-off") for line in lines)
    assert any(line.split() == ["minimax", "at", "this", "point", "9"] for line in lines)
    assert "f5" not in result.stdout


def test_monte_carlo_tree_search(obversi: Command) -> None:
    result = obversi("tree", "f5", "--search", "mcts", "--playouts", "30", "--seed", "4")
    found = mcts(board_after("f5"), 30, seed=4)
    assert f"White plays {found.move}, which most games began with" in result.stdout
    for tried in found.moves:
        assert f"● {tried.move}  {tried.value:.0%} of {tried.visits}" in result.stdout
    assert ["mcts", "31", "30", "0"] in [line.split() for line in result.stdout.splitlines()]


@pytest.mark.parametrize("option", ["--out", "--svg"])
def test_a_picture_of_a_step(obversi: Command, tmp_path: Path, option: str) -> None:
    path = tmp_path / "tree.svg"
    result = obversi(
        *("tree", "b1", "--size", "4", "--search", "maximax", "--evaluation", "r2"),
        *("--step", "5", option, str(path)),
    )
    assert result.exit_code == 0
    trace = trace_search(board_after("b1", 4), "maximax", "r2", 3)
    assert path.read_text(encoding="utf-8") == tree_svg(trace, 5) + "\n"
    ElementTree.parse(path)


def test_the_picture_of_the_documentation(obversi: Command, tmp_path: Path) -> None:
    path = tmp_path / "tree.svg"
    obversi("tree", "b1", "--size", "4", "--out", str(path))
    shown = Path(__file__).parents[2] / "docs" / "images" / "search-tree.svg"
    assert path.read_bytes() == shown.read_bytes()


def test_json(obversi: Command) -> None:
    printed = json.loads(obversi("tree", "f5d6", "--search", "minimax", "--json").stdout)
    assert printed == trace_search(board_after("f5d6"), "minimax", "r4", 3).to_object()
    printed = json.loads(obversi("tree", "--search", "mcts", "--json").stdout)
    assert printed == trace_mcts(Board(), 50).to_object()


def test_an_own_evaluation_and_the_reversed_game(obversi: Command, tmp_path: Path) -> None:
    module = tmp_path / "mine.py"
    module.write_text("def replies(board):\n    return len(board.legal_moves)\n")
    arguments = ("tree", "--evaluation", f"python:{module}:replies", "--rules", "reversed")
    shown = obversi(*arguments, "--depth", "1").stdout
    assert "alpha-beta, depth 1, evaluation replies (reversed)" in shown
    assert "○ d3  −3" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--depth", "13"], "'13' is not a whole number from 1 to 12"),
        (["--depth", "8"], "alpha-beta to depth 8 opens more than 2,000 nodes here"),
        (["--nodes", "9", "--depth", "2"], "opens more than 9 nodes here"),
        (["--nodes", "5001"], "5001"),
        (["--search", "negamax"], "negamax"),
        (["--evaluation", "r44"], "there is no evaluation 'r44'"),
        (["--search", "mcts", "--depth", "3"], "--depth is not for --search mcts"),
        (["--search", "minimax", "--seed", "3"], "--seed is not for --search minimax"),
        (["--playouts", "0"], "--playouts"),
        (["--step", "1000"], "there is no step 1000: expected a number from 0 to"),
        (["XXXXXXXXXXXXXXXX O"], "the game is over"),
        (["--out", "missing/tree.svg"], "missing/tree.svg: No such file"),
        (["nonsense"], "nonsense"),
    ],
)
def test_wrong_input(obversi: Command, arguments: list[str], message: str) -> None:
    result = obversi("tree", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
