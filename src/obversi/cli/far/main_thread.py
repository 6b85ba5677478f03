"""An agent in the main thread, and all else beside it."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, ParamSpec, TypeVar

__all__ = ["MainThread"]

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class MainThread(Executor):
    """Does in the main thread what is submitted from another, in which an event loop runs.

    Only there Ctrl-C ends a search, whatever agent it is of, and however long it would go on.
    """

    def __init__(self) -> None:
        """Have nothing to do."""
        self._works: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    def submit(
        self,
        fn: Callable[_Parameters, _Result],
        /,
        *args: _Parameters.args,
        **kwargs: _Parameters.kwargs,
    ) -> Future[_Result]:
        """Have something done after what was submitted before."""
        future: Future[_Result] = Future()

        def work() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = fn(*args, **kwargs)
            except Exception as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        self._works.put(work)
        return future

    def run(self, visit: Coroutine[Any, Any, None]) -> None:
        """Run a visit in another thread until its end, and raise what it failed by.

        Ctrl-C ends what is being done here, and lets the visit come to an orderly end.
        """
        begun: Future[Callable[[], object]] = Future()
        ended: Future[None] = Future()
        thread = Thread(target=self._host, args=(visit, begun, ended))
        thread.start()
        interrupt = None
        while True:
            try:
                while (work := self._works.get()) is not None:
                    work()
                break
            except KeyboardInterrupt as error:
                interrupt = error
                with suppress(RuntimeError):  # the visit has just ended
                    begun.result()()
        thread.join()
        if interrupt is not None:
            raise interrupt
        ended.result()

    def _host(
        self,
        visit: Coroutine[Any, Any, None],
        begun: Future[Callable[[], object]],
        ended: Future[None],
    ) -> None:
        async def begin() -> None:
            loop, task = asyncio.get_running_loop(), asyncio.current_task()
            assert task is not None
            begun.set_result(partial(loop.call_soon_threadsafe, task.cancel))
            await visit

        try:
            ended.set_result(asyncio.run(begin()))
        except BaseException as error:
            ended.set_exception(error)
        finally:
            self._works.put(None)
