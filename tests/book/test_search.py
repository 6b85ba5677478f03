"""Searches for a book: each result depends on its task alone."""

from collections.abc import Sequence
from itertools import chain, islice
from queue import Queue
from random import Random
from threading import Event
from typing import Any

import numpy as np
import pytest
from boards import PASS_DUE
from book.slow_books import number_of

import obversi as ob
from obversi import Board, Engine, Limit, batch
from obversi.book import search as search_module
from obversi.book.graph import PASS
from obversi.book.search import SearchedGame, SearchTask, here, searched
from obversi.book.store import Searched
from obversi.errors import ObversiError
from obversi.rules import RULES, Rules

SECONDS = 300
ALL = [(size, rules) for size in ob.SIZES for rules in RULES]


def task_of(board: Board, moves: Sequence[ob.Move], depth: int) -> SearchTask:
    return SearchTask(*board.bits, sum(1 << number_of(move) for move in moves), depth)


def board_of(task: SearchTask, size: int, rules: Rules) -> Board:
    return batch.to_board(np.array([task.own, task.opp], np.uint64), size=size, rules=rules)


def random_tasks(size: int, rules: Rules, depth: int, count: int = 12) -> list[SearchTask]:
    """Return positions of random games, each with some of its moves."""
    random = Random(size)
    tasks: list[SearchTask] = []
    while len(tasks) < count:
        board = Board(size, rules)
        for _ in range(random.randint(1, size**2 - 8)):
            if not board.is_over:
                board.push(random.choice(board.legal_moves))
        if not board.is_over and not board.must_pass:
            moves = random.sample(board.legal_moves, random.randint(1, len(board.legal_moves)))
            tasks.append(task_of(board, moves, depth))
    return tasks


def result_of(task: SearchTask, game: SearchedGame) -> Searched:
    with Engine(hash_mb=16) as engine:
        return searched(engine, game, task)


@pytest.mark.few_cases(2)
@pytest.mark.parametrize(("size", "rules"), ALL)
def test_results_are_those_of_the_engine(size: int, rules: Rules) -> None:
    for task in random_tasks(size, rules, 3):
        board = board_of(task, size, rules)
        moves = [move for move in board.legal_moves if task.moves >> number_of(move) & 1]
        with Engine() as engine:
            found = engine.analyse(board, Limit(depth=3), moves=moves)
        assert found.move in moves
        assert result_of(task, SearchedGame(size, rules)) == (
            *(task.own, task.opp, number_of(found.move), found.margin),
            *(found.depth, found.selectivity, found.exact),
        )


@pytest.mark.few_cases(2)
@pytest.mark.parametrize(("size", "rules"), ALL)
def test_depth_0_is_to_the_end(size: int, rules: Rules) -> None:
    for task in random_tasks(size, rules, 0, count=40):
        if size**2 - (task.own | task.opp).bit_count() > 9:
            continue
        board = board_of(task, size, rules)
        margins = {}
        for move in board.legal_moves:
            if task.moves >> number_of(move) & 1:
                after = board.copy()
                after.push(move)
                [margin] = batch.exact_margins(batch.from_boards([after]), size, rules)
                margins[number_of(move)] = -int(margin)
        found = result_of(task, SearchedGame(size, rules))
        assert (found.value, found.exact) == (max(margins.values()), True)
        assert margins[found.move] == found.value


@pytest.mark.few_cases
@pytest.mark.parametrize(("size", "rules"), ALL)
def test_what_was_searched_before_does_not_matter(size: int, rules: Rules) -> None:
    game = SearchedGame(size, rules)
    tasks = random_tasks(size, rules, 5)
    expected = [result_of(task, game) for task in tasks]
    with Engine(hash_mb=16) as engine:
        for seed in range(3):
            order = Random(seed).sample(range(len(tasks)), len(tasks))
            for place in order:
                assert searched(engine, game, tasks[place]) == expected[place]


@pytest.mark.few_cases
@pytest.mark.parametrize("threads", [1, 3])
def test_threads_find_all(threads: int) -> None:
    game = SearchedGame(6, "reversed")
    tasks = random_tasks(6, "reversed", 4, count=30)
    expected = {result_of(task, game) for task in tasks}
    with here(game, threads) as workers:
        assert set(chain(*workers.search(tasks))) == expected
        few = {result_of(task, game) for task in tasks[:3]}
        assert set(chain(*workers.search(tasks[:3]))) == few
        assert list(workers.search([])) == []


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_a_pass_is_searched(size: int, rules: Rules) -> None:
    board = Board.parse(PASS_DUE[size], rules)
    after = board.copy()
    after.push("pass")
    after.push(after.legal_moves[0])
    assert after.is_over
    for depth in (0, 4):
        task = SearchTask(*board.bits, 1 << 63, depth)
        found = result_of(task, SearchedGame(size, rules))
        assert (found.move, found.value) == (PASS, after.margin())
        assert found.exact or depth


def test_an_error_of_a_search_is_raised_here() -> None:
    board = Board(6)
    tasks = [task_of(board, board.legal_moves, 2), task_of(board, [ob.Move("a1")], 2)]
    with (
        here(SearchedGame(6, "normal"), 2) as workers,
        pytest.raises(ObversiError, match="a1"),
    ):
        list(workers.search(tasks))


def test_results_that_come_with_an_error_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    both = Event()

    class LateQueue(Queue[Any]):
        """A queue that is read when two searches have ended."""

        def put(self, *future: Any, **options: Any) -> None:
            super().put(*future, **options)
            if self.qsize() == 2:
                both.set()

        def get(self, *options: Any, **others: Any) -> Any:
            both.wait(SECONDS)
            return super().get(*options, **others)

    monkeypatch.setattr(search_module, "SimpleQueue", LateQueue)
    board = Board(6)
    tasks = [task_of(board, board.legal_moves, 2), task_of(board, [ob.Move("a1")], 2)]
    with here(SearchedGame(6, "normal"), 2) as workers:
        results = workers.search(tasks)
        assert len(next(results)) == 1
        with pytest.raises(ObversiError, match="a1"):
            next(results)


def endless_tasks() -> list[SearchTask]:
    """Return a short search, and three to the end of a game on 8×8, which take for ever."""
    board = Board(8)
    return [task_of(board, board.legal_moves[:1], depth) for depth in (3, 0, 0, 0)]


def test_leaving_early_ends_all_searches() -> None:
    with here(SearchedGame(8, "normal"), 2) as workers:
        [[found]] = islice(workers.search(endless_tasks()), 1)
    assert found.depth == 3


def test_few_searches_are_submitted_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wait for thousands of futures takes more time than the searches."""
    result = result_of(endless_tasks()[0], SearchedGame(8, "normal"))
    monkeypatch.setattr(search_module, "searched", lambda *_: result)
    with here(SearchedGame(8, "normal"), 2) as workers:
        results = workers.search(endless_tasks() * 1000)
        count = 0
        for found in results:
            assert len(workers._begun) <= 4  # type: ignore[attr-defined]
            count += len(found)
    assert count == 4000


def test_searches_that_begin_while_all_end(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = Event()
    stop = Engine.stop

    def begin_late(engine: Engine, game: SearchedGame, task: SearchTask) -> Searched:
        if not task.depth:
            stopped.wait(SECONDS)
        return searched(engine, game, task)

    def stop_and_notify(engine: Engine) -> None:
        stop(engine)
        stopped.set()

    monkeypatch.setattr(search_module, "searched", begin_late)
    monkeypatch.setattr(Engine, "stop", stop_and_notify)
    with here(SearchedGame(8, "normal"), 2) as workers:
        [[found]] = islice(workers.search(endless_tasks()), 1)
    assert found.depth == 3
    assert stopped.is_set()
