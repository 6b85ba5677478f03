"""Searches that are awaited end with their tasks."""

import asyncio
from contextlib import aclosing

import pytest

from obversi import Board, Limit
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
