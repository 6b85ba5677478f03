"""PyTorch, which only fitting needs (extra ``train``)."""

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from obversi.errors import InputError
from obversi.extras import missing_package

# PyTorch is imported late, so its types cannot be named.
Tensor = Any


def torch_module() -> Any:
    """Import PyTorch, or raise an error that says how to install it."""
    try:
        return importlib.import_module("torch")
    except ImportError as error:
        raise InputError(missing_package("fitting needs PyTorch", "train")) from error


def chosen_device(name: str) -> str:
    """Return the device to compute on; ``"auto"`` is a GPU if there is one."""
    torch = torch_module()
    has_gpu = torch.cuda.is_available()
    if name == "auto":
        return "cuda" if has_gpu else "cpu"
    try:
        kind = torch.device(name).type
    except RuntimeError as error:
        raise InputError(f"there is no device {name!r}: expected auto, cpu or cuda") from error
    if kind == "cuda" and not has_gpu:
        raise InputError(
            f"PyTorch sees no GPU, so nothing can be fitted on {name!r}: expected auto or cpu"
        )
    return name


@contextmanager
def one_thread_each() -> Iterator[int]:
    """Limit every operation to one thread, and return the number of threads there were.

    PyTorch splits each small operation and busy-waits for all its threads: on a machine with other
    load, our own threads with large parts of the work are twice as fast or more.
    """
    torch = torch_module()
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield threads
    finally:
        torch.set_num_threads(threads)
