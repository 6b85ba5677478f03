"""``obversi book``: the growth of working copies, and what they learn."""

import json
import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from book.commands import PLAN, SHALLOW, Command, Process, complaint, good, make, make_books
from book.slow_books import SlowBook, key_of
from screen import Screen

from obversi import Board
from obversi.analysis import margin_text
from obversi.book.editing import read_graph, root_of
from obversi.book.grow import GrowthPlan, grow
from obversi.book.store import BookStore
from obversi.rules import RULES, Rules


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_books(tmp_path_factory.mktemp("books"))


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
def test_grow_and_resume(obversi: Command, tmp_path: Path, rules: Rules) -> None:
    path = tmp_path / "a.db"
    options = ("--size", "6", "--rules", rules, *SHALLOW)
    text = good(obversi("book", "grow", str(path), *options, "--positions", "25"))
    graph = read_graph(path)
    assert (graph.size, graph.rules, len(graph)) == (6, rules, 25)
    start = margin_text(int(graph.values[root_of(graph)]))
    pattern = rf"{re.escape(str(path))}: 25 positions, 24 of them new, \d+ searches in \d+ s; "
    assert re.fullmatch(f"{pattern}the start is worth {re.escape(start)}\n", text)
    # The plan and the game are those of the file now.
    text = good(obversi("book", "grow", str(path), "--positions", "40"))
    assert ": 40 positions, 15 of them new, " in text
    with BookStore.open(path) as store:
        assert GrowthPlan.stored(store.settings) == PLAN
    make(tmp_path / "b.db", 6, rules, 25)
    with BookStore.open(tmp_path / "b.db", writing=True) as store:
        for _ in grow(store, positions=40, threads=1):
            pass
        assert SlowBook.of(store.graph()).leaves == SlowBook.of(read_graph(path)).leaves
    text = good(obversi("book", "grow", str(path), "--positions", "40"))
    assert ": 40 positions, 0 of them new, 0 searches in " in text


def test_a_book_of_another_game_does_not_grow(obversi: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    make(path, 6, "reversed", 3)
    for option in (("--rules", "normal"), ("--size", "8")):
        line = complaint(obversi("book", "grow", str(path), "--positions", "9", *option))
        assert f"is a book for reversed 6×6: {' '.join(option)} does not fit" in line
    good(obversi("book", "grow", str(path), "--positions", "4", "--rules", "reversed"))


def test_grow_for_some_time(obversi: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    options = ("--size", "6", *SHALLOW)
    text = good(obversi("book", "grow", str(path), *options, "--minutes", "0.002"))
    assert text.startswith(f"{path}: ")
    assert len(read_graph(path)) >= 1


def test_options_of_the_plan(obversi: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    values: dict[str, Any] = {
        **{"depth": 3, "deeper_before": 2, "solve_empties": 5},
        **{"strict": 2.0, "lenient": 0.5, "round": 7},
    }
    options = [part for name, value in values.items() for part in (_option(name), str(value))]
    good(obversi("book", "grow", str(path), "--size", "4", "--positions", "5", *options))
    with BookStore.open(path) as store:
        assert GrowthPlan.stored(store.settings) == GrowthPlan(**values)
    good(obversi("book", "grow", str(path), "--positions", "6", "--depth", "4"))
    with BookStore.open(path) as store:
        assert GrowthPlan.stored(store.settings) == GrowthPlan(**values | {"depth": 4})


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def test_growth_is_shown_on_a_terminal(obversi: Command, tmp_path: Path, screen: Screen) -> None:
    options = ("--size", "6", *SHALLOW)
    obversi("book", "grow", str(tmp_path / "a.db"), *options, "--positions", "30")
    assert "positions" in screen.getvalue()


def test_ctrl_c_and_the_same_command_again(
    start_obversi: Process, obversi: Command, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    arguments = ("book", "grow", str(path), "--size", "8", "--positions", "100000", "--depth", "8")
    process = start_obversi(*arguments, "--round", "10", "--threads", "2")
    # It works once the file is locked.
    while not path.with_name("a.db.lock").exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert errors.endswith("obversi: interrupted\n")
    assert "Traceback" not in errors
    options = ("--size", "8", "--positions", "3", "--depth", "2", "--deeper-before", "0")
    good(obversi("book", "grow", str(path), *options))
    assert len(read_graph(path)) >= 3


def test_games_are_added(obversi: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    make(path, 8, "normal", 10)
    before = {key_of(board) for board in SlowBook.of(read_graph(path)).boards()}
    games = tmp_path / "games.txt"
    games.write_text("f5d6c3d3c4\nf5f6e6f4\n")
    boards = []
    for moves in (("f5", "d6", "c3", "d3"), ("f5", "f6", "e6", "f4"), ("f5", "f4")):
        board = Board()
        for move in moves:
            board.push(move)
            boards.append(board.copy())
    new = {key_of(board) for board in boards} - before
    text = good(obversi("book", "add", str(path), str(games), "f5f4", "--plies", "4"))
    *_, last = text.splitlines()
    assert last == f"{len(new)} positions of games were added"
    graph = read_graph(path)
    found = SlowBook.of(graph)
    assert set(found.leaves) == before | new
    assert graph.pending.tolist() == []
    with BookStore.open(path) as store:
        assert len(store.graph()) == len(graph)
    *_, last = good(obversi("book", "add", str(path), "f5f4")).splitlines()
    assert last == "0 positions of games were added"
    assert "expected" in complaint(obversi("book", "add", str(path), "nonsense"))


def test_add_leaves_out_damaged_games(obversi: Command, tmp_path: Path) -> None:
    path, games = tmp_path / "a.db", tmp_path / "games.txt"
    good(obversi("book", "grow", str(path), "--positions", "1", *SHALLOW))
    games.write_text("f5d6c3\nf5f5\nf5f6e6\n")
    added = obversi("book", "add", str(path), str(games), "--plies", "2")
    assert added.exit_code == 1
    assert added.stderr.startswith(f"obversi: {games}: line 2: ")
    assert added.stdout.splitlines()[-1] == "3 positions of games were added"


def test_solve(obversi: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    options = ("--size", "4", "--positions", "40", "--solve-empties", "0", *SHALLOW)
    good(obversi("book", "grow", str(path), *options))
    graph = read_graph(path)
    late = graph.has_leaf & (graph.empties <= 10) & (graph.leaves["exact"] == 0)
    command = ("book", "solve", str(path), "--empties", "10", "--threads", "1")
    first = re.search(r"(\d+) searches in ", good(obversi(*command, "--minutes", "1e-9")))
    assert first is not None
    assert 0 < (count := int(first[1])) < late.sum() > 5
    text = good(obversi(*command))
    assert f": 40 positions, 0 of them new, {late.sum() - count} searches in " in text
    solved = read_graph(path)
    assert solved.leaves["exact"][late].all()


def test_deepen(obversi: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    good(obversi("book", "grow", str(path), "--size", "6", "--positions", "30", *SHALLOW))
    searched = 0
    for within in (0, 64):
        options = ("--depth", "4", "--within", str(within), "--threads", "1")
        text = good(obversi("book", "deepen", str(path), *options))
        assert ": 30 positions, 0 of them new, " in text
        graph = read_graph(path)
        is_close = graph.has_leaf & (graph.leaves["value"] >= graph.values.astype(int) - within)
        assert is_close.sum() > max(searched, 5)
        assert (graph.leaves["depth"][is_close] == 4).all()
        searched = is_close.sum()
    assert "64" in complaint(obversi("book", "deepen", str(path), "--depth", "4", "--within", "65"))


def test_another_process_lets_the_book_grow(obversi: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    make(path, 6, "normal", 3)
    with BookStore.open(path, writing=True):
        for step in (("grow", str(path), "--positions", "9"), ("add", str(path), "c2")):
            assert "another process lets" in complaint(obversi("book", *step))
        good(obversi("book", "stats", str(path)))


# Learning


def test_learn_shows_the_games_of_each_move(obversi: Command, tmp_path: Path) -> None:
    path = str(tmp_path / "6.db")
    make(tmp_path / "6.db", 6, "normal", 40)
    done = good(obversi("book", "learn", path, "--games", "4", "--time", "0.001"))
    assert re.fullmatch(
        r".*6\.db: 4 games in \d+ s; the side with the book scored [\d.]+%, "
        r"and [\d.]+% in the last games\n",
        done,
    )
    _, columns, *rows, _ = good(obversi("book", "show", "--size", "6", "--book", path)).splitlines()
    assert columns.split() == ["move", "value", "depth", "games", "score"]
    assert [row.split()[-2] for row in rows if row.endswith("%")] == ["2"] * 4
    found = json.loads(good(obversi("book", "show", "--size", "6", "--book", path, "--json")))
    assert {move["games"] for move in found["moves"]} == {2}


def test_learning_needs_a_working_copy(obversi: Command, folder: Path) -> None:
    path = str(folder / "6.obb")
    said = complaint(obversi("book", "learn", path, "--games", "1"))
    assert f"{path} is a compact file: make a working copy with obversi book import" in said


def test_learning_needs_an_end_and_a_book(obversi: Command, tmp_path: Path) -> None:
    path = str(tmp_path / "empty.db")
    BookStore.create(tmp_path / "empty.db", 6, "normal", {}).close()
    assert "give --games or --minutes" in complaint(obversi("book", "learn", path))
    said = complaint(obversi("book", "learn", path, "--games", "1"))
    assert "empty.db has no moves yet: let it grow first" in said
