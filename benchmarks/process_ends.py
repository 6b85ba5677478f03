"""What becomes of each public call when its process is interrupted, ended or copied.

Every call of `process_calls.py` is tried in each situation, in a process of its own. A try fails
if the process hangs, aborts, or does anything but what the situation demands.
"""

import argparse
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from measure import options, report
from process_calls import CALLS, Forms

import obversi as ob

# The long form of a call is at work for so long before something happens to its process.
_SECONDS_AT_WORK = 0.3
_TIMEOUT = 60.0


class _TerminatedError(BaseException):
    """What the handler of SIGTERM raises here."""


def _terminate(*_: object) -> None:
    raise _TerminatedError


def _signalled(forms: Forms, number: signal.Signals, raised: type[BaseException]) -> None:
    timer = threading.Timer(_SECONDS_AT_WORK, os.kill, (os.getpid(), number))
    timer.start()
    try:
        forms.long()
    except raised:
        forms.short()
    else:
        raise AssertionError("the call has ended before the signal")


def interrupted(name: str) -> None:
    """Press Ctrl-C: it ends the call, which can be made again."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _signalled(CALLS[name](), signal.SIGINT, KeyboardInterrupt)


def terminated(name: str) -> None:
    """Send SIGTERM, with a handler in Python: it ends the call, which can be made again."""
    signal.signal(signal.SIGTERM, _terminate)
    _signalled(CALLS[name](), signal.SIGTERM, _TerminatedError)


def in_threads(name: str) -> None:
    """Call the same object from four threads at once."""
    forms = CALLS[name]()
    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(forms.short) for _ in range(4)]:
            done.result(_TIMEOUT)


def in_daemon(name: str) -> None:
    """End the interpreter while a daemon thread is in the call."""
    threading.Thread(target=CALLS[name]().long, daemon=True).start()
    time.sleep(_SECONDS_AT_WORK)


def forked(name: str) -> None:
    """Fork a child while a thread is in the call; it makes the call too, and ends as usual."""
    forms, working = CALLS[name](), CALLS[name]()
    forms.short()
    threading.Thread(target=working.long, daemon=True).start()
    time.sleep(_SECONDS_AT_WORK)
    if not (child := os.fork()):
        for inherited in (forms, working):
            try:
                inherited.short()
            except (ob.ObversiError, RuntimeError) as error:
                # An engine says so; a player does if it was choosing a move.
                if "process" not in str(error):
                    raise
        CALLS[name]().short()
        sys.exit()
    deadline = time.monotonic() + _TIMEOUT
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            if status:
                raise AssertionError(f"the child has ended with {status}")
            return
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    raise AssertionError("the child hangs")


def _make_and_call(name: str) -> None:
    CALLS[name]().short()


def spawned(name: str) -> None:
    """Spawn a child that makes the call and ends as usual."""
    child = multiprocessing.get_context("spawn").Process(target=_make_and_call, args=(name,))
    child.start()
    child.join(_TIMEOUT)
    if child.exitcode is None:
        child.kill()
    if child.exitcode != 0:
        raise AssertionError(f"the child has ended with {child.exitcode}")


SITUATIONS: dict[str, Callable[[str], None]] = {
    "Ctrl-C": interrupted,
    "SIGTERM": terminated,
    "4 threads": in_threads,
    "exit in a daemon thread": in_daemon,
    "forked child": forked,
    "spawned child": spawned,
}


def tried(name: str, situation: str) -> str:
    """Try a call in a process of its own: "ok", or what happened."""
    command = [sys.executable, __file__, "--inside", situation, "--call", name]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=2 * _TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        return "hangs"
    if done.returncode == 0 and not done.stderr:
        return "ok"
    last = done.stderr.strip().splitlines()[-1:] or [""]
    return f"{done.returncode}: {last[0]}"


def _table(rows: dict[str, dict[str, str]]) -> str:
    situations = list(next(iter(rows.values())))
    lines = [["call", *situations], ["---"] * (1 + len(situations))]
    lines += [[f"`{name}`", *row.values()] for name, row in rows.items()]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Try all calls in all situations, or those that are named."""
    parser: argparse.ArgumentParser = options(__doc__)
    parser.add_argument("--call", action="append", choices=CALLS, help="only this; can be repeated")
    parser.add_argument(
        "--situation", action="append", choices=SITUATIONS, help="only this; likewise"
    )
    parser.add_argument("--table", action="store_true", help="print a table in Markdown, no JSON")
    parser.add_argument("--inside", choices=SITUATIONS, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    names = chosen.call or list(CALLS)
    if chosen.inside:
        for name in names:
            SITUATIONS[chosen.inside](name)
        return
    rows: dict[str, dict[str, Any]] = {}
    for name in names:
        rows[name] = {each: tried(name, each) for each in chosen.situation or SITUATIONS}
        print(name, rows[name], file=sys.stderr)
    failed = sum(result != "ok" for row in rows.values() for result in row.values())
    if chosen.table:
        print(_table(rows))
    else:
        report("process_ends", {"failed": failed, "tried": rows}, chosen.save)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
