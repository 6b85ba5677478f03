"""How reliable a book is, by deeper searches."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from book.slow_books import Leaf, SlowBook, after, key_of

from obversi import Board, Engine, Limit
from obversi.book import Book, shipped_book
from obversi.book.file import write
from obversi.book.graph import ANY_MOVE, Graph
from obversi.book.grow import GrowthPlan, grow
from obversi.book.store import BookStore
from obversi.book.verify import Verified, verify
from obversi.errors import InputError


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Graph:
    path = tmp_path_factory.mktemp("grown") / "a.db"
    plan = GrowthPlan(depth=2, deeper_before=4, solve_empties=6, round=10)
    with BookStore.create(path, 6, "reversed", {}) as store:
        for _ in grow(store, plan, positions=40, threads=2):
            pass
        return store.graph()


@pytest.fixture
def book(tmp_path: Path, graph: Graph) -> Book:
    write(tmp_path / "a.obb", graph)
    return Book.open(tmp_path / "a.obb")


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(hash_mb=4) as made:
        yield made


def test_values_and_moves_are_compared(book: Book, graph: Graph, engine: Engine) -> None:
    found = list(verify(book, engine, 15, deeper=3))
    assert len(found) == 15
    assert len({key_of(each.board) for each in found}) == 15
    slow = SlowBook.of(graph)
    # The same searches in the same order.
    with Engine(hash_mb=4) as other:
        for each in found:
            assert each.value == slow.value(each.board)
            assert slow.moves(each.board)[each.move][0] == each.value
            limit = Limit(depth=slow.leaves[key_of(each.board)].depth + 3)
            searched = other.analyse(each.board, limit)
            assert (each.searched, each.searched_move) == (searched.margin, searched.move)
            loss = 0
            if each.move != searched.move:
                own = other.analyse(each.board, limit, moves=[each.move])
                loss = max(searched.margin - own.margin, 0)
            assert (each.loss, each.change) == (loss, abs(each.value - searched.margin))
    assert any(each.change for each in found)


def test_a_wrong_value_is_noticed(tmp_path: Path, graph: Graph, engine: Engine) -> None:
    leaves = graph.leaves.copy()
    leaves["value"] = 36
    path = tmp_path / "wrong.obb"
    write(path, Graph(graph.positions, leaves, 6, "reversed"))
    wrong = list(verify(Book.open(path), engine, 40, deeper=1))
    assert max(each.change for each in wrong) > 20


def test_a_bad_move_loses(tmp_path: Path, engine: Engine) -> None:
    """The book says that the worst move of a position is the best one."""
    board = Board(6)
    with Engine(hash_mb=4) as other:
        while True:
            analysis = other.analyse(board, Limit(depth=6), top="all")
            worst = analysis.lines[-1]
            if worst.margin < analysis.margin - 8:
                break
            board.push(worst.move)
    stored = SlowBook(6, "normal", {}).board(key_of(board))
    target = key_of(after(board, worst.move))
    [number, *_] = (
        move.square_index for move in stored.legal_moves if key_of(after(stored, move)) == target
    )
    slow = SlowBook(6, "normal", {key_of(board): Leaf(number, 30, 3, 73, False)})
    [found] = verify(slow.book(tmp_path / "a.obb"), engine, 5, deeper=3)
    assert found.move.square_index == number
    assert found.value == 30
    assert found.searched_move != found.move
    assert found.loss > 0
    assert found.change == abs(30 - found.searched) > 0


def test_a_value_without_a_move_is_left_out(tmp_path: Path, engine: Engine) -> None:
    slow = SlowBook(6, "normal", {key_of(Board(6)): Leaf(ANY_MOVE, 3, 3, 73, False)})
    assert list(verify(slow.book(tmp_path / "a.obb"), engine, 5)) == []


def test_the_seed_gives_the_sample(book: Book, engine: Engine) -> None:
    def sample(seed: int) -> list[Board]:
        return [each.board for each in verify(book, engine, 10, deeper=1, seed=seed)]

    assert sample(1) == sample(1)
    assert sample(1) != sample(2)


def test_no_more_than_there_are(book: Book, engine: Engine) -> None:
    found = list(verify(book, engine, 1000, deeper=1))
    assert len(found) == len(book)
    with pytest.raises(InputError, match="the number of positions cannot be 0"):
        list(verify(book, engine, 0))
    with pytest.raises(InputError, match="depth"):
        list(verify(book, engine, 1, deeper=-100))


def test_proven_positions_are_left_out(engine: Engine) -> None:
    whole = shipped_book(4, "normal")
    assert whole is not None
    assert list(verify(whole, engine, 10)) == []


def test_the_change_is_a_distance() -> None:
    board = Board()
    move = board.legal_moves[0]
    assert Verified(board, -3, move, 4, move, 0).change == 7
    assert Verified(board, 4, move, -3, move, 0).change == 7
