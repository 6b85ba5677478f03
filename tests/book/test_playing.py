"""Engines, agents and levels that play from a book."""

import pickle
from pathlib import Path
from random import Random

import pytest

import obversi as ob
from obversi.agents import make_agent
from obversi.agents.agent import think
from obversi.agents.levels import LevelAgent
from obversi.book import Book, BookPlayer, player as player_module, shipped_book
from obversi.book.file import write
from obversi.book.grow import GrowthPlan, grow
from obversi.book.store import BookStore
from obversi.rules import RULES, Rules

NO_TIME = ob.Limit(depth=1)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small book of the normal game on 8×8."""
    folder = tmp_path_factory.mktemp("book")
    with BookStore.create(folder / "small.db", 8, "normal", {}) as store:
        plan = GrowthPlan(depth=4, deeper_before=0, round=20)
        for _ in grow(store, plan, positions=120, threads=1):
            pass
        write(folder / "small.obb", store.graph())
    return folder / "small.obb"


def known_boards(book: Book, count: int) -> list[ob.Board]:
    """Return positions of random games within a book."""
    boards = []
    for seed in range(count):
        random = Random(seed)
        board = ob.Board(book.size, book.rules)
        while (moves := book.moves(board)) and random.random() < 0.8:
            board.push(random.choice(moves).move)
        if book.moves(board):
            boards.append(board)
    assert len(boards) > count // 3
    return boards


@pytest.mark.few_cases
@pytest.mark.parametrize("tolerance", [0, 2])
def test_moves_are_within_the_tolerance(path: Path, tolerance: int) -> None:
    book = Book.open(path)
    player = BookPlayer(path, tolerance)
    for board in known_boards(book, 20):
        values = {move.move: move.value for move in book.moves(board)}
        good = {move for move in values if values[move] >= max(values.values()) - tolerance}
        chosen = {move.move for move in (player.choose(board) for _ in range(80)) if move}
        assert chosen <= good
        if len(good) <= 4:
            assert chosen == good


def test_a_seed_repeats_the_moves(path: Path) -> None:
    board = ob.Board()
    choices = [BookPlayer(path, 2, seed).choose(board) for seed in range(30)]
    assert choices == [BookPlayer(path, 2, seed).choose(board) for seed in range(30)]
    assert len({choice.move for choice in choices if choice}) > 1


def test_an_engine_plays_from_its_book_without_a_search(path: Path) -> None:
    book = Book.open(path)
    with ob.Engine(hash_mb=1, book=path) as engine:
        for board in known_boards(book, 10):
            move = engine.play(board, NO_TIME)
            assert move in {best.move for best in book.best_moves(board)}
            known = engine.book_move(board)
            assert known is not None
            assert known.value == book.value(board)
        unknown = ob.Board.parse("X" + "O" * 3 + "-" * 60 + " X")
        assert engine.book_move(unknown) is None
        assert engine.play(unknown, NO_TIME) in unknown.legal_moves


def test_a_stream_begins_with_the_values_of_the_book(path: Path) -> None:
    board = ob.Board()
    with ob.Engine(hash_mb=1, book=path) as engine:
        first, *searched = engine.stream(board, ob.Limit(depth=3), top="all")
        assert first.from_book
        assert first.nodes == 0
        assert {line.move for line in first.lines} == set(board.legal_moves)
        assert str(first).startswith("book, depth 5 at ")
        assert searched
        assert not any(step.from_book for step in searched)
        assert not engine.analyse(board, ob.Limit(depth=3)).from_book
    with ob.Engine(hash_mb=1) as engine:
        assert not next(engine.stream(board, ob.Limit(depth=3))).from_book


def test_a_book_for_another_game_is_named(path: Path) -> None:
    with (
        ob.Engine(hash_mb=1, book=path) as engine,
        pytest.raises(ob.ObversiError, match=r"small\.obb is for normal 8×8, not for reversed 8×8"),
    ):
        engine.play(ob.Board(rules="reversed"), NO_TIME)


def test_what_is_no_book_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(ob.ObversiError, match="7 is no book"):
        ob.Engine(book=7)  # type: ignore[arg-type]
    with pytest.raises(ob.ObversiError, match="'' is no book"):
        ob.Engine(book="")
    with pytest.raises(ob.ObversiError, match=r"none\.obb cannot be read"):
        ob.Engine(book=tmp_path / "none.obb")
    with pytest.raises(ob.ObversiError, match="the tolerance cannot be -1"):
        BookPlayer("default", -1)


@pytest.mark.parametrize("book", ["default", "file"])
def test_what_is_no_board_is_rejected(path: Path, book: str) -> None:
    player = BookPlayer(path if book == "file" else book)
    with ob.Engine(hash_mb=1, book=player) as engine:
        for ask in (player.choose, player.moves, engine.book_move):
            with pytest.raises(ob.InvalidBoardError, match="None is no board"):
                ask(None)  # type: ignore[arg-type]


def test_an_engine_with_a_book_can_be_pickled(path: Path) -> None:
    with ob.Engine(hash_mb=1, book=path) as engine:
        again = pickle.loads(pickle.dumps(engine))
        assert repr(again) == repr(engine)
        assert again.book_move(ob.Board()) is not None
        again.close()
    book = Book.open(path)
    assert pickle.loads(pickle.dumps(book)).value(ob.Board()) == book.value(ob.Board())


@pytest.mark.parametrize("rules", RULES)
def test_the_package_has_books_of_the_small_boards(rules: Rules) -> None:
    for size in (4, 6):
        with ob.Engine(hash_mb=1, book="default") as engine:
            board = ob.Board(size, rules)
            known = engine.book_move(board)
            book = shipped_book(size, rules)
            assert known is not None
            assert book is not None
            assert known.exact
            assert known.value == book.value(board)


def test_an_agent_plays_from_a_book(path: Path) -> None:
    agent = make_agent(f"engine:depth=1:book={path}:tolerance=2:seed=3")
    book = Book.open(path)
    for board in known_boards(book, 10):
        thought = think(agent, board.copy(), ob.Limit())
        values = {move.move: move.value for move in book.moves(board)}
        if len(board.legal_moves) > 1:
            assert thought.value == values[thought.move] >= max(values.values()) - 2
            assert thought.nodes == 0
    with pytest.raises(ob.ObversiError, match="played without a book"):
        agent.core_player(8, "normal")  # type: ignore[attr-defined]
    with pytest.raises(ob.ObversiError, match="a level has its own book"):
        make_agent("engine:level=12:book=default")


@pytest.mark.parametrize("number", [8, 9, 12])
def test_high_levels_play_from_the_book(
    path: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_module, "shipped_book", lambda *_: Book.open(path))
    book = Book.open(path)
    agent = LevelAgent(number, seconds=0.01, seed=1)
    from_book = 0
    for board in known_boards(book, 10):
        if len(board.legal_moves) == 1:
            continue
        thought = agent.think(board, ob.Limit())
        from_book += thought.nodes == 0
        if number > 8:
            assert thought.nodes == 0
            assert thought.move in {move.move for move in book.best_moves(board, 1)}
    assert bool(from_book) == (number > 8)
