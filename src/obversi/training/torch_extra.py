"""PyTorch, which fitting needs and nothing else does (extra ``train``)."""

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from obversi.errors import ObversiError

__all__ = ["Tensor", "chosen_device", "one_thread_each", "torch_module"]

# PyTorch is imported only where something is fitted, so its types cannot be named.
Tensor = Any


def torch_module() -> Any:
    """Import PyTorch, or say how to get it."""
    try:
        return importlib.import_module("torch")
    except ImportError as error:
        raise ObversiError(
            "fitting needs PyTorch, which is not installed: pip install 'obversi[train]'"
        ) from error


def chosen_device(name: str) -> str:
    """Return the device to compute on: for ``"auto"`` a GPU where there is one."""
    torch = torch_module()
    there = torch.cuda.is_available()
    if name == "auto":
        return "cuda" if there else "cpu"
    try:
        kind = torch.device(name).type
    except RuntimeError as error:
        raise ObversiError(f"there is no device {name!r}: expected auto, cpu or cuda") from error
    if kind == "cuda" and not there:
        raise ObversiError(
            f"PyTorch sees no GPU, so nothing can be fitted on {name!r}: expected auto or cpu"
        )
    return name


@contextmanager
def one_thread_each() -> Iterator[int]:
    """Let every operation use one thread only, and tell how many threads there may be instead.

    PyTorch divides each small step and waits for all its threads, busily: on a machine that does
    other things too, threads with large parts of the work of their own are twice as fast or more.
    """
    torch = torch_module()
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield threads
    finally:
        torch.set_num_threads(threads)
