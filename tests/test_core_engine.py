"""The engine of the core as Python sees it."""

import pytest

from obversi import Board, _core
from obversi.move import Move


def started(engine: _core.Engine, depth: int = 0, lines: int = 1) -> None:
    own, opp = Board().bits
    engine.start(own=own, opp=opp, size=8, reversed=False, depth=depth, lines=lines)


def finish(engine: _core.Engine) -> _core.Report:
    while not engine.wait(0.05):
        engine.next_report()
    return engine.result()


def test_the_settings() -> None:
    engine = _core.Engine(1, 1 << 20)
    assert engine.threads == 1
    assert 0 < engine.hash_bytes <= 1 << 20


def test_reports_come_oldest_first_and_once() -> None:
    engine = _core.Engine(1, 1 << 20)
    started(engine, depth=4, lines=2)
    depths: list[int] = []
    while not engine.wait(0.05) or depths == []:
        while (report := engine.next_report()) is not None:
            depths.append(report.depth)
    while (report := engine.next_report()) is not None:
        depths.append(report.depth)
    assert depths == sorted(depths)
    assert depths[-1] == engine.result().depth == 4
    assert engine.next_report() is None
    assert len(engine.result().lines) == 2


@pytest.mark.parametrize("threads", [1, 2])
def test_shared_nodes_and_idle_time_are_counted(threads: int) -> None:
    engine = _core.Engine(threads, 1 << 20)
    assert (engine.splits, engine.idle_seconds) == (0, 0.0)
    started(engine, depth=12)
    finish(engine)
    assert (engine.splits > 0) == (threads > 1)
    assert (engine.idle_seconds > 0) == (threads > 1)


def test_a_report_can_only_be_read() -> None:
    engine = _core.Engine(1, 1 << 20)
    started(engine, depth=2)
    report = finish(engine)
    line = report.lines[0]
    assert Move.from_index(line.move) in Board().legal_moves
    assert line.moves[0] == line.move
    assert line.bound == "exact"
    for value in (report, line):
        with pytest.raises(AttributeError):
            value.depth = 7  # type: ignore[misc]
    with pytest.raises(TypeError):
        _core.Report()


def test_a_stop_and_a_new_start_end_a_search() -> None:
    engine = _core.Engine(1, 1 << 20)
    started(engine)
    assert engine.wait(0.0) is False
    engine.stop()
    assert finish(engine).lines
    started(engine)
    started(engine, depth=1)
    assert finish(engine).depth == 1
