"""Work beside the event loop: everybody has his turn."""

import asyncio
import threading

from game_server import run

from obversi.web.apart import Apart


def test_who_asks_for_much_waits_for_himself() -> None:
    async def test() -> None:
        apart = Apart(2)
        may_end = threading.Event()
        done: list[str] = []

        def work(name: str) -> None:
            may_end.wait()
            done.append(name)

        crowd = [asyncio.create_task(apart.do("a", lambda: work("a"))) for _ in range(5)]
        await asyncio.sleep(0.01)
        await apart.do("b", lambda: done.append("b"))
        assert done == ["b"]
        may_end.set()
        await asyncio.gather(*crowd)
        assert done == ["b", *"aaaaa"]

    run(test())


def test_few_are_at_it_and_what_fails_makes_room() -> None:
    async def test() -> None:
        apart = Apart(1)
        at_it: list[int] = []
        most: list[int] = []

        def work() -> None:
            at_it.append(1)
            most.append(len(at_it))
            at_it.pop()
            raise LookupError

        tasks = [apart.do(str(number), work) for number in range(5)]
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(result, LookupError) for result in results)
        assert most == [1] * 5

    run(test())
