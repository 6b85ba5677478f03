"""Books that play games, and the moves that they prefer afterwards."""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from book.slow_books import Key, after, key_of
from interrupts import kill_while_working, output_after_ctrl_c

from obversi import Board, Engine, Limit, batch
from obversi.book import Book, BookPlayer, learn as learn_module, shipped_book
from obversi.book.book import BookMove
from obversi.book.editing import merged, pruned, read_book, read_graph
from obversi.book.file import columns_of, write
from obversi.book.graph import Graph, Results
from obversi.book.grow import GrowthPlan, grow
from obversi.book.learn import learn
from obversi.book.player import expected_scores
from obversi.book.store import BookStore
from obversi.errors import InputError, ObversiError
from obversi.rules import RULES, Rules

Played = dict[Key, tuple[int, int]]  # games and half points


@pytest.fixture(scope="module", params=RULES)
def graph(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Graph:
    """A book of 8×8 that was searched to a small depth, so that many moves are nearly equal."""
    with BookStore.create(tmp_path_factory.mktemp("book") / "a.db", 8, request.param, {}) as store:
        plan = GrowthPlan(depth=4, deeper_before=0, round=20, strict=1.0, lenient=1.0)
        for _ in grow(store, plan, positions=150, threads=2):
            pass
        return store.graph()


@pytest.fixture
def store(graph: Graph, tmp_path: Path) -> Iterator[BookStore]:
    with BookStore.create(tmp_path / "learning.db", 8, graph.rules, {}) as store:
        store.replace(graph)
        yield store


def as_rows(played: Played) -> np.ndarray:
    rows = [(own, opp, games, half) for (own, opp), (games, half) in sorted(played.items())]
    return np.array(rows, Results)


def as_dict(results: np.ndarray) -> Played:
    return {(own, opp): (games, half) for own, opp, games, half in results.tolist()}


def book_with(graph: Graph, played: Played) -> Book:
    shown = Graph(graph.positions, graph.leaves, graph.size, graph.rules, as_rows(played))
    return Book(columns_of(shown), "a test")


def boards_of(book: Book, count: int) -> list[Board]:
    """Return positions of the book with several moves at most a disc worse than the best."""
    found: list[Board] = []
    random = Random(1)
    for _ in range(2_000):
        board = Board(book.size, book.rules)
        while (moves := book.moves(board)) and random.random() < 0.8:
            board.push(random.choice(moves).move)
        if len(book.best_moves(board, 1)) > 1:
            found.append(board)
        if len(found) == count:
            return found
    raise AssertionError("the book has too few such positions")


def run(store: BookStore, games: int, threads: int = 1, seed: int | None = 1) -> float:
    """Play games with few nodes, and return the points of the side with the book."""
    *_, last = learn(store, games=games, limit=Limit(nodes=200), threads=threads, seed=seed)
    assert last.games == games
    return last.points


# What is played


@pytest.mark.few_cases
def test_moves_that_won_are_preferred(graph: Graph) -> None:
    for board in boards_of(Book(columns_of(graph), ""), 12):
        close = Book(columns_of(graph), "").best_moves(board, 1)
        for good in close:
            wanted = key_of(after(board, good.move))
            keys = {key_of(after(board, move.move)) for move in close}
            played = {key: (40, 80 if key == wanted else 0) for key in keys}
            book = book_with(graph, played)
            chosen = BookPlayer(book, seed=1).choose(board)
            assert chosen is not None
            assert key_of(after(board, chosen.move)) == wanted
            assert (chosen.games, chosen.points) == (40, 40.0)


@pytest.mark.few_cases
def test_moves_that_lost_are_avoided_and_worse_ones_are_never_played(graph: Graph) -> None:
    plain = Book(columns_of(graph), "")
    compared = 0
    for board in boards_of(plain, 12):
        known = plain.moves(board)
        best = known[0].value
        bad = {key_of(after(board, move.move)) for move in known if move.value < best - 1}
        won = book_with(graph, dict.fromkeys(bad, (1000, 2000)))
        close = {move.move for move in known if move.value == best}
        # What is more than a disc worse does not count, however often it won.
        assert {choice.move for choice in choices(BookPlayer(won), board)} <= close
        first = key_of(after(board, known[0].move))
        near = {key_of(after(board, move.move)) for move in plain.best_moves(board, 1)} - {first}
        lost = book_with(graph, {first: (50, 0)} | dict.fromkeys(near, (2, 4)))
        for choice in choices(BookPlayer(lost), board) if near else ():
            assert key_of(after(board, choice.move)) in near
            compared += 1
    assert compared


def choices(player: BookPlayer, board: Board) -> list[BookMove]:
    return [move for move in (player.choose(board) for _ in range(30)) if move is not None]


def test_with_a_tolerance_games_do_not_count(graph: Graph) -> None:
    plain = Book(columns_of(graph), "")
    for board in boards_of(plain, 5):
        lost = {key_of(after(board, move.move)): (50, 0) for move in plain.best_moves(board)}
        book = book_with(graph, lost)
        best = {move.move for move in plain.best_moves(board)}
        assert {move.move for move in choices(BookPlayer(book, 0), board)} == best


def test_without_games_the_best_values_are_played(graph: Graph) -> None:
    book = Book(columns_of(graph), "")
    for board in boards_of(book, 8):
        best = {move.move for move in book.best_moves(board)}
        assert {move.move for move in choices(BookPlayer(book), board)} <= best


def test_proven_values_come_before_games() -> None:
    book = shipped_book(6, "normal")
    assert book is not None
    board = Board(6).copy()
    board.push("c2")
    best = book.best_moves(board)
    played = {key_of(after(board, move.move)): (50, 0) for move in best}
    known = book_with(book.graph(), played)
    assert {move.move for move in choices(BookPlayer(known), board)} <= {m.move for m in best}


def test_expected_score_is_the_average_with_four_games_of_the_position() -> None:
    move = Board().legal_moves[0]

    def known(value: int, games: int, points: float) -> BookMove:
        return BookMove(move, value, False, 18, 73, True, games, points)

    assert expected_scores([known(0, 0, 0), known(-1, 0, 0)]) == [0.5, 0.4]
    # 11 of 20 points, and 4 games of a draw: 13 of 24.
    average = 13 / 24
    assert expected_scores([known(2, 16, 10), known(1, 4, 1)]) == pytest.approx(
        [(10 + 4 * average) / 20, (1 + 4 * (average - 0.1)) / 8]
    )


# Learning


@pytest.mark.few_cases
def test_each_game_counts_once_for_each_move_of_the_book(store: BookStore) -> None:
    points = run(store, 12)
    played = as_dict(store.results())
    first = played[key_of(after(Board(8, store.rules), Board(8, store.rules).legal_moves[0]))]
    assert first[0] == 6  # the games in which the book was Black's
    book = read_book(store.path)
    # Every result is that of a move within a disc of the best.
    for key, (games, half_points) in played.items():
        assert 0 <= half_points <= 2 * games
        assert games <= 6
        assert key in {
            key_of(after(board, move.move))
            for board in parents(book, key)
            for move in book.best_moves(board, 1)
        }
    white = [value for key, value in played.items() if sum(map(int.bit_count, key)) == 6]
    assert sum(games for games, _ in white) <= 6
    assert points * 2 <= first[1] + sum(half for _, half in white) + 2 * 6


def parents(book: Book, key: Key) -> list[Board]:
    """Return the positions of a book from which a move leads to this one."""
    graph = book.graph()
    discs = sum(map(int.bit_count, key))
    rows = np.flatnonzero(64 - graph.empties == discs - 1)
    boards = [book_board(book, graph, row) for row in rows]
    return [
        board
        for board in boards
        if any(key_of(after(board, move)) == key for move in board.legal_moves)
    ]


def book_board(book: Book, graph: Graph, row: np.int64) -> Board:
    return batch.to_board(graph.positions[row], size=book.size, rules=book.rules)


def test_values_and_positions_stay(store: BookStore, graph: Graph) -> None:
    run(store, 4)
    found = store.graph()
    assert np.array_equal(found.positions, graph.positions)
    assert np.array_equal(found.leaves, graph.leaves)
    assert np.array_equal(found.values, graph.values)


@pytest.mark.few_cases
def test_a_seed_repeats_a_run_of_one_thread(graph: Graph, tmp_path: Path) -> None:
    found = []
    for name in ("a", "b"):
        with BookStore.create(tmp_path / f"{name}.db", 8, graph.rules, {}) as store:
            store.replace(graph)
            found.append((run(store, 6), as_dict(store.results())))
    assert found[0] == found[1]
    assert found[0][1]


@pytest.mark.few_cases
def test_a_second_run_adds_to_the_first(store: BookStore) -> None:
    run(store, 4, seed=1)
    before = as_dict(store.results())
    run(store, 6, threads=3, seed=2)
    now = as_dict(store.results())
    for key, (games, half_points) in before.items():
        assert now[key][0] >= games
        assert now[key][1] >= half_points
    first = key_of(after(Board(8, store.rules), Board(8, store.rules).legal_moves[0]))
    assert now[first][0] == 2 + 3


def test_moves_that_win_are_tried_most(store: BookStore) -> None:
    """Every game is won by one of two moves, and lost by the other."""
    games = learn_module._Games(store, Limit(nodes=1), Random(1))
    board = boards_of(games._book, 1)[0]
    close = games._book.best_moves(board, 1)
    good = key_of(after(board, close[-1].move))
    tried: Counter[Key] = Counter()
    for _ in range(200):
        chosen = games._chosen(board)
        assert chosen is not None
        key = key_of(after(board, chosen.move))
        tried[key] += 1
        games._points[key] += key == good
    assert tried[good] > 120
    assert len(tried) == len({key_of(after(board, move.move)) for move in close})


def test_games_at_the_same_time_begin_with_different_moves(store: BookStore) -> None:
    games = learn_module._Games(store, Limit(nodes=1), Random(1))
    board = boards_of(games._book, 1)[0]
    close = {key_of(after(board, move.move)) for move in games._book.best_moves(board, 1)}
    begun = [games._chosen(board) for _ in range(8 * len(close))]
    assert {key_of(after(board, move.move)) for move in begun if move is not None} == close


@pytest.mark.parametrize("limit", [Limit(nodes=1_000), Limit(seconds=0.4), Limit(depth=3)])
def test_games_have_between_half_and_twice_the_limit(store: BookStore, limit: Limit) -> None:
    games = learn_module._Games(store, limit, Random(1))
    drawn = [games._drawn_limit() for _ in range(200)]
    assert {each.depth for each in drawn} == {limit.depth}
    for usual, found in (
        (limit.nodes, [each.nodes for each in drawn]),
        (limit.seconds, [each.seconds for each in drawn]),
    ):
        if usual is None:
            assert set(found) == {None}
        else:
            factors = [each / usual for each in found if each is not None]
            assert 0.5 <= min(factors) < 0.6
            assert 1.8 < max(factors) <= 2.0


def test_what_was_played_is_stored_when_a_run_is_closed(store: BookStore) -> None:
    with closing(learn(store, games=1_000_000, limit=Limit(nodes=200), threads=2)) as learning:
        for _ in range(3):
            last = next(learning)
    played = as_dict(store.results())
    first = key_of(after(Board(8, store.rules), Board(8, store.rules).legal_moves[0]))
    # The book was Black's in every other game, and two games are played at a time.
    assert last.games >= 3
    assert 1 <= played[first][0] <= last.games


LEARN = """
import sys
from pathlib import Path
from obversi import Limit
from obversi.book import learn
from obversi.book.store import BookStore
learn._SECONDS_A_WRITE = 0
with BookStore.open(Path(sys.argv[1]), writing=True) as store:
    running = learn.learn(store, games=10**6, limit=Limit(nodes=30), threads=2)
    for number, _ in enumerate(running):
        if number == int(sys.argv[2]):
            print("working", flush=True)
            sys.stdin.readline()
"""


@pytest.fixture
def path(graph: Graph, tmp_path: Path) -> Path:
    """A working copy that no process has open."""
    with BookStore.create(tmp_path / "closed.db", 8, graph.rules, {}) as store:
        store.replace(graph)
    return store.path


def path_rules(path: Path) -> Rules:
    with BookStore.open(path) as store:
        return store.rules


def results_in(path: Path) -> Played:
    with BookStore.open(path) as store:
        return as_dict(store.graph().results)


@pytest.mark.long
def test_a_killed_process_loses_no_stored_game(path: Path) -> None:
    before: Played = {}
    for games in (1, 3, 9):
        kill_while_working(LEARN, str(path), str(games))
        after_kill = results_in(path)
        for key, (played, half_points) in before.items():
            assert played <= after_kill[key][0]
            assert half_points <= after_kill[key][1]
        assert max(played for played, _ in after_kill.values()) > 0
        assert all(half_points <= 2 * played for played, half_points in after_kill.values())
        before = after_kill
    with BookStore.open(path, writing=True) as store:
        run(store, 4)


@pytest.mark.few_cases
def test_after_ctrl_c_the_number_of_stored_games_is_printed(path: Path) -> None:
    printed, errors = output_after_ctrl_c(
        """
from obversi.book import learn
from obversi.cli import main
from obversi.limit import Limit
original = learn.learn
from obversi.cli.book import learning
def announced(*arguments, **settings):
    for number, each in enumerate(original(*arguments, **settings | {"limit": Limit(nodes=30)})):
        if number == 2:
            print("working", flush=True)
        yield each
learning.learn = announced
main(["book", "learn", sys.argv[1], "--games", "1000000", "--threads", "1"])
""",
        str(path),
    )
    summary = re.search(r"([\d,]+) games in \d+ s; the side with the book", printed)
    assert summary is not None, (printed, errors)
    assert int(summary[1].replace(",", "")) >= 3
    assert "interrupted" in errors
    # The book is Black in every other game, and then has one of the positions after a first move.
    board = Board(8, path_rules(path))
    first = {key_of(after(board, move)) for move in board.legal_moves}
    played = sum(results_in(path).get(key, (0, 0))[0] for key in first)
    assert abs(played - (int(summary[1].replace(",", "")) + 1) // 2) <= 1


def test_an_error_of_a_game_ends_the_run(store: BookStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise MemoryError("no memory for the table")

    monkeypatch.setattr(Engine, "play", broken)
    with pytest.raises(MemoryError, match="no memory for the table"):
        run(store, 3)
    assert as_dict(store.results()) == {}


@pytest.mark.parametrize("arguments", [{}, {"games": 0}, {"games": 1, "threads": 0}])
def test_what_cannot_be_played_is_rejected(store: BookStore, arguments: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        next(learn(store, **arguments))


# Files


@pytest.mark.few_cases
def test_results_are_in_every_copy_of_a_book(store: BookStore, tmp_path: Path) -> None:
    run(store, 8)
    played = as_dict(store.results())
    graph = store.graph()
    for packed in (False, True):
        path = tmp_path / f"{packed}.obb"
        write(path, graph, "about", is_packed=packed)
        assert as_dict(read_graph(path).results) == played
    with BookStore.create(tmp_path / "again.db", 8, store.rules, {}) as again:
        again.replace(read_graph(tmp_path / "True.obb"))
        assert as_dict(again.results()) == played
        again.replace(graph)
        assert as_dict(again.results()) == played
    small = pruned(graph, 40, strict=4.0, lenient=1.5)
    assert as_dict(small.results) == played
    assert as_dict(graph.without_unknown().results) == played


def test_results_of_merged_books_are_added(graph: Graph) -> None:
    a, b = (1, 2), (1 << 63, 5)
    books = [
        Graph(graph.positions, graph.leaves, 8, graph.rules, as_rows(played))
        for played in ({a: (3, 2), b: (1, 2)}, {}, {b: (4, 5)})
    ]
    assert as_dict(merged(books).results) == {a: (3, 2), b: (5, 7)}


def test_damaged_results_are_named(store: BookStore) -> None:
    store.add_results(as_rows({(1, 2): (3, 4)}))
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("UPDATE results SET games = -1")
    with pytest.raises(ObversiError, match="a result in"):
        store.results()


def test_an_engine_plays_what_it_learned(graph: Graph, tmp_path: Path) -> None:
    board = boards_of(Book(columns_of(graph), ""), 1)[0]
    close = Book(columns_of(graph), "").best_moves(board, 1)
    won = {key_of(after(board, close[-1].move)): (30, 60)}
    path = tmp_path / "a.obb"
    write(path, Graph(graph.positions, graph.leaves, 8, graph.rules, as_rows(won)))
    with Engine(hash_mb=1, book=path) as engine:
        assert key_of(after(board, engine.play(board))) in won
