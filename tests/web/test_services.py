"""Work beside the event loop: everybody has his turn."""

import asyncio
import threading

from obversi.web.services import ThreadLimiter


async def test_a_client_waits_only_for_itself() -> None:
    limiter = ThreadLimiter(2)
    may_end = threading.Event()
    done: list[str] = []

    def work(name: str) -> None:
        may_end.wait()
        done.append(name)

    crowd = [asyncio.create_task(limiter.run("a", lambda: work("a"))) for _ in range(5)]
    await asyncio.sleep(0.01)
    await limiter.run("b", lambda: done.append("b"))
    assert done == ["b"]
    may_end.set()
    await asyncio.gather(*crowd)
    assert done == ["b", *"aaaaa"]


async def test_threads_are_limited_and_failures_free_them() -> None:
    limiter = ThreadLimiter(1)
    at_it: list[int] = []
    most: list[int] = []

    def work() -> None:
        at_it.append(1)
        most.append(len(at_it))
        at_it.pop()
        raise LookupError

    tasks = [limiter.run(str(number), work) for number in range(5)]
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(result, LookupError) for result in results)
    assert most == [1] * 5
