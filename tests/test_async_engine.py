"""Searches that are awaited end with their tasks."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from threading import Event

import pytest

from obversi import Analysis, Board, InputError, InvalidBoardError, Limit, engine as engine_module
from obversi.async_engine import AsyncEngine

# Much longer than any test may take.
LONG = Limit(seconds=3600)


def test_a_timeout_stops_the_search() -> None:
    async def search() -> int:
        async with AsyncEngine(hash_mb=1) as engine:
            for call in (
                lambda: engine.analyse(Board(), LONG),
                lambda: engine.solve(Board()),
                lambda: engine.play(Board(), LONG),
            ):
                with pytest.raises(TimeoutError):
                    async with asyncio.timeout(0.05):
                        await call()
            return (await engine.solve(Board(4))).margin

    assert asyncio.run(search()) == -10


def test_a_search_that_is_cancelled_before_it_begins() -> None:
    async def search() -> None:
        async with AsyncEngine(hash_mb=1) as engine:
            for waits in range(4):
                task = asyncio.create_task(engine.analyse(Board(), LONG))
                for _ in range(waits):
                    await asyncio.sleep(0)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task

    asyncio.run(search())


def test_a_cancelled_task_leaves_the_search_of_another() -> None:
    async def search() -> bool:
        async with AsyncEngine(hash_mb=1) as engine:
            first = asyncio.create_task(engine.solve(Board(4)))
            second = asyncio.create_task(engine.analyse(Board(), LONG))
            await asyncio.sleep(0)
            second.cancel()
            return (await first).exact

    assert asyncio.run(search())


def test_a_stream_is_stopped_when_it_is_closed() -> None:
    async def search() -> list[int]:
        async with AsyncEngine(hash_mb=1) as engine:
            depths = []
            async with aclosing(engine.stream(Board(), LONG)) as steps:
                async for step in steps:
                    depths.append(step.depth)
                    if len(depths) == 3:
                        break
            assert (await engine.solve(Board(4))).margin == -10
            last = [step async for step in engine.stream(Board(4))][-1]
            assert last.margin == -10
            return depths

    assert len(asyncio.run(search())) == 3


async def _last(steps: AsyncIterator[Analysis]) -> Analysis:
    return [step async for step in steps][-1]


SEARCHES: list[Callable[[AsyncEngine, Board], Awaitable[object]]] = [
    AsyncEngine.analyse,
    AsyncEngine.solve,
    AsyncEngine.play,
    lambda engine, board: _last(engine.stream(board)),
]


@pytest.mark.parametrize("call", SEARCHES)
def test_a_closed_engine_is_rejected(
    call: Callable[[AsyncEngine, Board], Awaitable[object]],
) -> None:
    async def search() -> None:
        async with AsyncEngine(hash_mb=1) as engine:
            async with aclosing(engine.stream(Board(), LONG)) as steps:
                await anext(steps)
                waiting = asyncio.ensure_future(call(engine, Board()))
                await asyncio.sleep(0)
                await engine.close()
                assert all([step.depth async for step in steps])  # it ends
            for rejected in (waiting, call(engine, Board())):
                with pytest.raises(InputError, match="this engine is closed"):
                    await rejected

    asyncio.run(search())


def test_a_close_before_the_search_begins_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, closed = Event(), Event()

    def closed_while_weights_are_read(*_: object) -> None:
        reading.set()
        closed.wait()

    async def search() -> int:
        async with AsyncEngine(hash_mb=1) as engine:
            task = asyncio.create_task(engine.analyse(Board(), Limit(depth=20)))
            await asyncio.to_thread(reading.wait)
        closed.set()
        return (await task).depth

    monkeypatch.setattr(engine_module, "evaluation", closed_while_weights_are_read)
    assert asyncio.run(search()) < 20


@pytest.mark.parametrize("call", SEARCHES)
@pytest.mark.parametrize("board", [None, "x"])
def test_what_is_no_board_is_rejected(
    call: Callable[[AsyncEngine, Board], Awaitable[object]], board: Board
) -> None:
    async def search() -> None:
        async with AsyncEngine(hash_mb=1) as engine:
            with pytest.raises(InvalidBoardError, match=f"{board!r} is no board"):
                await call(engine, board)

    asyncio.run(search())
