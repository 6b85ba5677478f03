"""What all tests share: the settings of Hypothesis, its strategy for boards, and marks.

`st.from_type(ob.Board)` gives boards of random games, of every size, under both rules, from the
start to the end, with their moves.
"""

import asyncio
import functools
import gc
import inspect
import os
import signal
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from dask_workers import workers  # noqa: F401 - a fixture
from hypothesis import HealthCheck, settings, strategies as st
from postgres_server import module_store_place, postgres, store_place  # noqa: F401 - fixtures
from redis_server import bus  # noqa: F401 - a fixture

import obversi as ob

# A busy machine is not a failure. CI tries the same examples every time.
settings.register_profile(
    "obversi",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("obversi")

# PyTorch waits busily for its threads, and the matrices of the tests are small. It reads this when
# it is first imported, here and in processes that tests start.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# A shell starts background jobs with SIGINT ignored; tests of Ctrl-C need the handler.
signal.signal(signal.SIGINT, signal.default_int_handler)


# The collector of garbage would spend a tenth of the time on what is no garbage.
gc.set_threshold(50_000, 20, 20)


def pytest_collection_finish() -> None:
    """Leave what has been imported out of all later collections."""
    gc.collect()
    gc.freeze()


@st.composite
def boards_of_games(draw: st.DrawFn) -> ob.Board:
    board = ob.Board(draw(st.sampled_from(ob.SIZES)), draw(st.sampled_from(["normal", "reversed"])))
    # Random numbers drawn as one seed reach late positions; a list of choices shrinks well.
    choose = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, board.size**2 + 4))):
        if board.is_over:
            break
        board.push(choose.choice(board.legal_moves))
    return board


st.register_type_strategy(ob.Board, boards_of_games())


@pytest.fixture
def long_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let code of students be interrupted late: a busy machine may take long for it."""
    monkeypatch.setattr("obversi.agents.course.request.grace_seconds", lambda *_: 60.0)
    monkeypatch.setattr("obversi.agents.course.request.STOP_SECONDS", 60.0)


# A test that hangs fails; a slow one does not.
_ASYNC_TEST_SECONDS = 60.0


def pytest_itemcollected(item: pytest.Item) -> None:
    """Give each async test a deadline."""
    if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
        item.obj = _with_deadline(item.obj)


def _with_deadline(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    @functools.wraps(test)
    async def with_deadline(*args: Any, **kwargs: Any) -> None:
        async with asyncio.timeout(_ASYNC_TEST_SECONDS):
            await test(*args, **kwargs)

    return with_deadline


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave as many cases of a test as `few_cases` says, spread evenly; the others are long."""
    tests: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("few_cases"):
            tests[item.nodeid.partition("[")[0]].append(item)
    for cases in tests.values():
        mark = cases[0].get_closest_marker("few_cases")
        few = min(mark.args[0] if mark and mark.args else 1, len(cases))
        left = {number * len(cases) // few for number in range(few)}
        for number, case in enumerate(cases):
            if number not in left:
                case.add_marker("long")
