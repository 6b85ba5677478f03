"""The same work for many things, on several cores."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from typing import TypeVar

from obversi.lab.step import Watch

__all__ = ["each"]

T = TypeVar("T")
R = TypeVar("R")


def each(
    function: Callable[[T], R], things: Sequence[T], threads: int, watch: Watch | None = None
) -> list[R]:
    """Return what a function makes of each thing, in their order.

    It helps where the function works outside the interpreter's lock, as searches do. Ctrl-C is
    heard as soon as the calls that have begun are over.

    >>> each(abs, [-3, 2], threads=2)
    [3, 2]
    """
    with ThreadPoolExecutor(threads) as pool:
        futures: list[Future[R]] = [pool.submit(function, thing) for thing in things]
        try:
            for done, future in enumerate(as_completed(futures), start=1):
                future.result()  # raises what the function has raised
                if watch is not None:
                    watch(done / len(futures))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
        return [future.result() for future in futures]
