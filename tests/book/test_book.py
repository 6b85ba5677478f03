"""Looking up in a book, for every image of a position, against slow code."""

import pickle
import re
from pathlib import Path
from random import Random

import endgames
import pytest
from book.slow_books import (
    Leaf,
    SlowBook,
    after,
    all_positions,
    images,
    key_of,
    late_board,
    random_book,
)

import obversi as ob
from obversi import Board, Move, batch
from obversi.book import Book, shipped_book
from obversi.book.book import BookMove, position_after, position_key
from obversi.book.graph import UNKNOWN
from obversi.errors import InputError
from obversi.rules import RULES, Rules

GAMES = [(size, rules, seed) for size in ob.SIZES for rules in RULES for seed in range(2)]


def longest_line(book: SlowBook, board: Board) -> int:
    """Return the number of moves that best play goes on in the book."""
    if board.is_over or key_of(board) not in book.leaves:
        return 0
    value = book.value(board)
    best = [move for move, known in book.moves(board).items() if known[0] == value]
    return max((1 + longest_line(book, after(board, move)) for move in best), default=0)


# Against slow code


@pytest.mark.few_cases(4)
@pytest.mark.parametrize(("size", "rules", "seed"), GAMES)
def test_values_of_all_images(tmp_path: Path, size: int, rules: Rules, seed: int) -> None:
    slow = random_book(size, rules, seed)
    book = slow.book(tmp_path / "a.obb")
    assert len(book) == len(slow.leaves)
    assert (book.size, book.rules) == (size, rules)
    for board in slow.boards():
        value, is_exact = slow.value(board), slow.is_exact(board)
        for image in images(board):
            assert image in book
            assert book.value(image) == value
            assert book.is_exact(image) == is_exact


@pytest.mark.few_cases(2)
@pytest.mark.parametrize(("size", "rules", "seed"), GAMES)
def test_moves_of_all_images(tmp_path: Path, size: int, rules: Rules, seed: int) -> None:
    slow = random_book(size, rules, seed)
    book = slow.book(tmp_path / "a.obb")
    not_expanded = 0
    for board in slow.boards():
        for image in images(board):
            known = book.moves(image)
            found = {move.move: (move.value, move.exact, move.expanded) for move in known}
            assert found == slow.moves(image)
            values = [move.value for move in known]
            assert values == sorted(values, reverse=True)
            not_expanded += sum(not move.expanded for move in known)
            for tolerance in (0, 3):
                best = [move for move in known if move.value >= slow.value(board) - tolerance]
                if not known or known[0].value != slow.value(board):
                    best = []  # it is among the moves out of the book, no one knows which
                assert book.best_moves(image, tolerance) == best
    assert not_expanded


@pytest.mark.parametrize(("size", "rules", "seed"), GAMES)
def test_how_sure_moves_are(tmp_path: Path, size: int, rules: Rules, seed: int) -> None:
    slow = random_book(size, rules, seed)
    book = slow.book(tmp_path / "a.obb")
    for board in slow.boards():
        for known in book.moves(board):
            later = after(board, known.move)
            if later.is_over:
                assert (known.exact, known.certainty) == (True, "exact")
            elif known.expanded:
                leaf = slow.leaves[key_of(later)]
                assert (known.depth, known.selectivity) == (leaf.depth + 1, leaf.selectivity)
            else:
                leaf = slow.leaves[key_of(board)]
                assert (known.depth, known.selectivity) == (leaf.depth, leaf.selectivity)


@pytest.mark.few_cases(4)
@pytest.mark.parametrize(("size", "rules", "seed"), GAMES)
def test_lines_are_best_and_long(tmp_path: Path, size: int, rules: Rules, seed: int) -> None:
    slow = random_book(size, rules, seed)
    book = slow.book(tmp_path / "a.obb")
    for board in (Board(size, rules), late_board(size, rules, seed), *slow.boards()[::5]):
        line = book.line(board)
        assert len(line) == longest_line(slow, board)
        shown = board.copy()
        for move in line:
            assert slow.moves(shown)[move][0] == slow.value(shown)
            shown.push(move)
        assert book.best_moves(shown) == []


def test_margins_need_every_move(tmp_path: Path) -> None:
    slow = random_book(6, "reversed", 2)
    book = slow.book(tmp_path / "a.obb")
    known = 0
    for board in slow.boards():
        moves = slow.moves(board)
        expected = None
        if len(moves) == len(board.legal_moves) and all(exact for _, exact, _ in moves.values()):
            expected = {move: moves[move][0] for move in board.legal_moves}
            known += 1
        assert book.margins(board) == expected
    assert 0 < known < len(slow.leaves)


# What a book does not have


@pytest.mark.parametrize("rules", RULES)
def test_positions_that_are_not_there(tmp_path: Path, rules: Rules) -> None:
    slow = random_book(6, rules, 1)
    book = slow.book(tmp_path / "a.obb")
    random = Random(1)
    others = 0
    for _ in range(50):
        board = Board(6, rules)
        for _ in range(random.randint(1, 20)):
            if not board.is_over:
                board.push(random.choice(board.legal_moves))
        if key_of(board) not in slow.leaves:
            others += 1
            assert board not in book
            assert book.value(board) is None
            assert not book.is_exact(board)
            assert (book.moves(board), book.line(board), book.best_moves(board)) == ([], [], [])
            assert book.margins(board) is None
    assert others > 20


@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_other_games_are_not_in_a_book(tmp_path: Path, size: int, rules: Rules) -> None:
    # Late positions of 4×4 and 6×6 are sets of squares of 8×8 too.
    slow = random_book(4, "normal", 1)
    path = tmp_path / "a.obb"
    book = slow.book(path)
    for own in slow.boards():
        black, white = own.bits
        board = Board._from_masks(black, white, ob.BLACK, size, rules)
        if (size, rules) == (4, "normal"):
            book.check_game(board)
            assert board in book
        else:
            assert board not in book
            assert book.value(board) is None
            assert book.moves(board) == []
            message = f"{path} is for normal 4×4, not for {rules} {size}×{size}"
            with pytest.raises(InputError, match=re.escape(message)):
                book.check_game(board)


def test_what_is_no_board_or_tolerance(tmp_path: Path) -> None:
    book = random_book(4, "normal", 1).book(tmp_path / "a.obb")
    assert "d3" not in book
    with pytest.raises(InputError):
        book.value("d3")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="the tolerance cannot be -1: expected 0 or more"):
        book.best_moves(Board(4), -1)


def test_moves_that_end_the_game(tmp_path: Path) -> None:
    board = next(
        board
        for board in (endgames.endgame(6, "reversed", seed, 1) for seed in range(100))
        if after(board, board.legal_moves[0]).is_over
    )
    [move] = board.legal_moves
    end = after(board, move)
    leaf = Leaf(UNKNOWN, 0, 0, 0, False)
    slow = SlowBook(6, "reversed", {key_of(board): leaf})
    book = slow.book(tmp_path / "a.obb")
    assert book.moves(board) == [BookMove(move, -end.margin(), True, 0, 100, True)]
    assert book.margins(board) == {move: -end.margin()}
    assert book.line(board) == [move]
    assert book.is_exact(board)
    assert book.moves(end) == []


def test_the_whole_book_as_a_graph(tmp_path: Path) -> None:
    slow = random_book(8, "reversed", 3)
    graph = slow.book(tmp_path / "a.obb").graph()
    assert SlowBook.of(graph).leaves == slow.leaves
    assert graph.values.tolist() == slow.graph().values.tolist()


def test_certainty_in_words() -> None:
    move = Move("d3")
    assert BookMove(move, 2, True, 18, 73, True).certainty == "exact"
    assert BookMove(move, 2, False, 18, 100, True).certainty == "18"
    assert BookMove(move, 2, False, 18, 73, True).certainty == "18 at 73%"


def test_pickling_keeps_the_path(tmp_path: Path) -> None:
    slow = random_book(6, "normal", 1)
    book = slow.book(tmp_path / "a.obb")
    again = pickle.loads(pickle.dumps(book))
    assert repr(again) == repr(book) == f"<Book of {len(book)} positions of normal 6×6>"
    assert [again.value(board) for board in slow.boards()] == [
        book.value(board) for board in slow.boards()
    ]


# The books of the package


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
def test_the_book_of_4x4_is_complete_and_exact(rules: Rules) -> None:
    book = shipped_book(4, rules)
    assert book is not None
    assert book.value(Board(4, rules)) == {"normal": -10, "reversed": 4}[rules]
    graph = book.graph()
    assert {(own, opp) for own, opp in graph.positions.tolist()} == all_positions(4)
    values = batch.exact_margins(graph.positions, 4, rules).tolist()
    boards = [batch.to_board(position, size=4, rules=rules) for position in graph.positions]
    assert [book.value(board) for board in boards] == values
    assert all(book.is_exact(board) for board in boards)
    for board in Random(1).sample([board for board in boards if len(board.empty) <= 7], 100):
        assert book.margins(board) == endgames.margins(board)


@pytest.mark.parametrize("rules", RULES)
def test_the_best_line_of_4x4_ends_the_game(rules: Rules) -> None:
    book = shipped_book(4, rules)
    assert book is not None
    board = Board(4, rules)
    for move in book.line(board):
        board.push(move)
    assert board.is_over
    assert board.margin(ob.BLACK) == book.value(Board(4, rules))


@pytest.mark.parametrize(("rules", "value"), [("normal", -4), ("reversed", 2)])
def test_the_book_of_6x6(rules: Rules, value: int) -> None:
    book = shipped_book(6, rules)
    assert book is not None
    start = Board(6, rules)
    assert (book.value(start), book.is_exact(start)) == (value, True)
    # All four moves are images of each other.
    assert book.margins(start) == dict.fromkeys(start.legal_moves, value)
    graph = book.graph()
    assert graph.pending.tolist() == []
    assert graph.exact.all()


@pytest.mark.parametrize(("rules", "plies"), [("normal", 8), ("reversed", 6)])
@pytest.mark.parametrize("perfect", [ob.BLACK, ob.WHITE])
def test_the_book_of_6x6_knows_every_reply_to_perfect_play(
    rules: Rules, plies: int, perfect: int
) -> None:
    book = shipped_book(6, rules)
    assert book is not None
    boards = [Board(6, rules)]
    for _ in range(plies):
        reached = {}
        for board in boards:
            moves = board.legal_moves
            if board.turn == perfect:
                moves = [known.move for known in book.best_moves(board)]
                assert moves, board
            for move in moves:
                after = position_after(board, move)
                assert after in book, after
                reached[position_key(after)] = after
        boards = list(reached.values())


def test_games_without_a_book() -> None:
    assert shipped_book(5, "normal") is None
    with pytest.raises(InputError, match="'chess'"):
        shipped_book(4, "chess")


def test_a_book_of_the_package_is_opened_once() -> None:
    assert shipped_book(4, "normal") is shipped_book(4, "normal")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.obb cannot be read"):
        Book.open(str(tmp_path / "missing.obb"))
