"""Threads and memory, and the life of an engine: stopping, sharing, pickling, closing."""

import os
import pickle
import re
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context

import endgames
import pytest
from interrupts import output_after_ctrl_c

import obversi as ob
from obversi import Board, Engine, Limit, ObversiWarning, engine as engine_module
from obversi.machine import core_count

LONG = Limit(seconds=600)


def test_settings_are_as_given() -> None:
    with Engine() as engine:
        assert (engine.threads, engine.hash_mb, engine.notes) == (1, 64, [])
        assert repr(engine) == "Engine(threads=1, hash_mb=64)"
    with Engine(threads=core_count(), hash_mb=1) as engine:
        assert (engine.threads, engine.hash_mb, engine.notes) == (core_count(), 1, [])


@pytest.mark.parametrize("value", [0, -1, 1.5, "2", None, float("nan")])
@pytest.mark.parametrize(
    ("setting", "named"),
    [("threads", "the number of threads"), ("hash_mb", "the size of the hash in MB")],
)
def test_settings_rejected(setting: str, named: str, value: object) -> None:
    with pytest.raises(ob.ObversiError, match=f"{named} cannot be {value!r}"):
        Engine(**{setting: value})  # type: ignore[arg-type]


def test_more_threads_than_cores_are_not_given() -> None:
    with pytest.warns(ObversiWarning, match=f"1000 threads are more .* {core_count()} are used"):
        engine = Engine(threads=1000, hash_mb=1)
    assert engine.threads == core_count()
    [note] = engine.notes
    assert engine.analyse(Board(), Limit(depth=2)).notes == [note]


def test_more_memory_than_can_be_spared_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_module, "memory_bytes", lambda: 20 << 20)
    with pytest.warns(ObversiWarning, match="a hash of 11 MB is more .*: 10 MB are used"):
        engine = Engine(hash_mb=11)
    assert engine.hash_mb == 10
    assert len(engine.notes) == 1
    assert Engine(hash_mb=10).notes == []


def test_memory_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_module, "memory_bytes", lambda: None)
    for hash_mb in (1 << 36, 10**30):
        with pytest.raises(ob.ObversiError, match=r"there is no memory for a hash of \d+ MB"):
            Engine(hash_mb=hash_mb)


UNDER_A_LIMIT = """
import resource, sys
from obversi import Board, Engine, engine
from obversi.errors import MachineError

engine.core_count = lambda: 2000  # no core is needed for a thread that waits
used = 1024 * int(open("/proc/self/status").read().split("VmSize:")[1].split()[0])
with Engine(hash_mb=1) as before:
    resource.setrlimit(resource.RLIMIT_AS, (used + (256 << 20), resource.RLIM_INFINITY))
    for attempt in range(2):
        try:
            Engine(threads=2000, hash_mb=1)
        except MachineError as error:
            print(error)
    try:
        before.solve(Board(4))  # its thread cannot be started, or it can: both are right
    except MachineError:
        print("no thread for a search")
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    print(before.solve(Board(4)).margin, Engine(threads=3, hash_mb=1).solve(Board(4)).margin)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit on memory is that of Linux")
def test_threads_that_cannot_be_started_are_a_machine_error() -> None:
    """The stacks of the threads need more address space than the process may have."""
    command = [sys.executable, "-c", UNDER_A_LIMIT]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    first, second, *_, last = run.stdout.splitlines()
    for line in (first, second):
        assert re.search(r"an engine of 2000 threads \(only \d+ of 2000 threads could be", line)
    assert last == "-10 -10"


# Pickling


def test_settings_are_pickled() -> None:
    engine = Engine(threads=core_count(), hash_mb=3)
    again = pickle.loads(pickle.dumps(engine))
    assert (again.threads, again.hash_mb) == (core_count(), 3)
    assert again.solve(Board(4)).margin == -10


def test_a_pool_of_processes() -> None:
    with get_context("spawn").Pool(2) as pool:
        work = [(Engine(hash_mb=1), Board(4, rules)) for rules in ("normal", "reversed")]
        found = pool.starmap_async(Engine.solve, work).get(timeout=60)
    assert [analysis.margin for analysis in found] == [-10, 4]


def test_an_engine_stays_in_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a fork its threads are missing: an error is better than to wait for them."""
    engine = Engine(hash_mb=1)
    monkeypatch.setattr(os, "getpid", lambda: -1)
    with pytest.raises(ob.ObversiError, match="belongs to another process"):
        engine.solve(Board(4))


# Several at once


def test_engines_do_not_disturb_each_other() -> None:
    boards = [
        endgames.endgame(size, rules, 3) for size in ob.SIZES for rules in ("normal", "reversed")
    ]
    expected = [max(endgames.margins(board).values()) for board in boards]

    def solved(board: Board) -> int:
        with Engine(hash_mb=1) as engine:
            return engine.solve(board).margin

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(solved, 5 * boards)) == 5 * expected


def test_threads_that_share_an_engine_wait_for_each_other() -> None:
    boards = [
        endgames.endgame(size, rules, 4) for size in ob.SIZES for rules in ("normal", "reversed")
    ]
    expected = [max(endgames.margins(board).values()) for board in boards]
    with Engine(hash_mb=1) as engine, ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda board: engine.solve(board, top="all"), 10 * boards)
        assert [analysis.margin for analysis in found] == 10 * expected
        list(pool.map(lambda _: engine.evaluate(Board()), range(20)))


# Stopping


def test_another_thread_stops_a_search() -> None:
    with Engine(hash_mb=1) as engine, ThreadPoolExecutor(2) as pool:
        for search in (
            lambda: engine.solve(Board()),
            lambda: engine.analyse(Board(), LONG, top="all"),
            lambda: list(engine.stream(Board(rules="reversed"), LONG))[-1],
        ):
            searching = pool.submit(search)
            while not searching.done():  # the first call may come before the search has begun
                engine.stop()
                time.sleep(0.01)
            analysis = searching.result()
            assert not analysis.exact
            assert analysis.move in Board().legal_moves
        assert engine.solve(Board(4)).margin == -10


def test_a_stop_before_the_search_begins_is_not_lost() -> None:
    with Engine(hash_mb=1) as engine:
        stream = engine.stream(Board(), LONG)
        engine.stop()
        *_, last = stream
        assert last.move in Board().legal_moves
        assert not last.exact
        # It was for that search only.
        assert engine.solve(Board(4)).exact


def test_a_close_before_the_search_begins_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(hash_mb=1)

    def closed_while_weights_are_read(*_: object) -> None:
        engine.close()

    monkeypatch.setattr(engine_module, "evaluation", closed_while_weights_are_read)
    deep = Limit(depth=20)
    assert engine.analyse(Board(), deep).depth < 20


def test_a_stop_is_for_the_running_search_only() -> None:
    with Engine(hash_mb=1) as engine, ThreadPoolExecutor(1) as pool:
        stream = engine.stream(Board(), LONG)
        next(stream)
        waiting = pool.submit(engine.solve, Board(4))
        engine.stop()
        assert all(not step.exact for step in stream)  # and it ends
        assert waiting.result(timeout=60).exact


def test_a_stop_without_a_search_stops_nothing() -> None:
    with Engine(hash_mb=1) as engine:
        engine.stop()
        assert engine.solve(Board(4)).exact


def test_closing_a_stream_stops_the_search() -> None:
    with Engine(hash_mb=1) as engine:
        stream = engine.stream(Board(), LONG)
        assert next(stream).move in Board().legal_moves
        stream.close()
        assert list(stream) == []
        for step in engine.stream(Board(), LONG):
            if step.depth == 3:
                break
        assert engine.solve(Board(4)).margin == -10


def test_an_open_stream_keeps_the_engine_busy() -> None:
    with Engine(hash_mb=1) as engine, ThreadPoolExecutor(1) as pool:
        stream = engine.stream(Board(), LONG)
        next(stream)
        for use in (
            lambda: engine.solve(Board(4)),
            lambda: next(engine.stream(Board(4))),
            lambda: engine.evaluate(Board()),
            engine.clear,
        ):
            with pytest.raises(ob.ObversiError, match="this engine is searching"):
                use()
        waiting = pool.submit(engine.solve, Board(4))
        time.sleep(0.1)
        assert not waiting.done()
        stream.close()
        assert waiting.result(timeout=60).margin == -10


def test_a_closed_engine_is_rejected() -> None:
    engine = Engine(hash_mb=1)
    stream = engine.stream(Board(), LONG)
    next(stream)
    engine.close()
    assert all(step.move in Board().legal_moves for step in stream)  # and it ends
    engine.close()
    engine.stop()
    for use in (
        lambda: engine.solve(Board(4)),
        lambda: engine.analyse(Board(4)),
        lambda: next(engine.stream(Board(4))),
        lambda: engine.evaluate(Board(4)),
        engine.clear,
    ):
        with pytest.raises(ob.ObversiError, match="this engine is closed"):
            use()


INTERRUPTED = """
import time
threads = lambda: len(os.listdir("/proc/self/task")) if os.path.exists("/proc/self/task") else 0
before = threads()
engine = ob.Engine(threads=1, hash_mb=1)
engine.evaluate(ob.Board())  # the interrupt is to come while it searches, not while it loads
try:
    print("working", flush=True)
    exec(sys.argv[1])
except KeyboardInterrupt:
    assert engine.solve(ob.Board(4)).margin == -10
    engine.close()
    until = time.monotonic() + 10  # the system may list a thread for a while after its end
    while threads() != before and time.monotonic() < until:
        time.sleep(0.01)
    assert threads() == before
    print("interrupted", flush=True)
"""


@pytest.mark.few_cases
@pytest.mark.parametrize(
    "search",
    [
        "engine.solve(ob.Board())",
        "engine.play(ob.Board(), ob.Limit(seconds=600))",
        "list(engine.stream(ob.Board(), ob.Limit(seconds=600)))",
    ],
)
def test_ctrl_c_is_handled(search: str) -> None:
    output, errors = output_after_ctrl_c(INTERRUPTED, search)
    assert output == "interrupted\n", errors


@pytest.mark.parametrize("use", [Engine.solve, Engine.evaluate])
def test_ctrl_c_while_weights_are_read_keeps_no_threads(
    use: Callable[[Engine, Board], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    engine = Engine(hash_mb=1)
    held = sys.getrefcount(engine._core)
    monkeypatch.setattr(engine_module, "evaluation", interrupted)
    with pytest.raises(KeyboardInterrupt) as kept:
        use(engine, Board())
    still_held = sys.getrefcount(engine._core)
    assert still_held == held, kept
